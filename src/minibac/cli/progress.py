"""How far a long work is: a line on a terminal, gone when it is done."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import click

from minibac.cli.text import say, visible
from minibac.voice.said import said

REDRAW_SECONDS = 0.1
BAR = 40
"""Signs of a whole bar, where there is room."""

Moved = Callable[[int, int], None]
"""Told how much of the work is done, and how many coups that were."""


@contextmanager
def progress_bar(wanted: int, before: int = 0) -> Iterator[Moved]:
    """A bar with coups per second and the time left on a terminal, gone when it is done; nothing in a pipe.

    ``wanted`` is all of the work, in shoes or in bytes, and ``before`` what of it was done earlier.
    """
    if not sys.stderr.isatty() or not wanted:
        yield lambda _done, _coups: None
        return
    room = shutil.get_terminal_size().columns - 1
    begun = time.monotonic()
    drawn = 0.0

    def moved(done: int, coups: int) -> None:
        nonlocal drawn
        now = time.monotonic()
        if drawn and now - drawn < REDRAW_SECONDS:
            return
        drawn = now
        done, seconds = min(done, wanted), max(now - begun, 1e-9)
        pace = say(said("{pace} coups/s", pace=f"{coups / seconds:,.0f}"))
        left = timedelta(seconds=round((wanted - done) * seconds / max(done - before, 1)))
        told = f" {done * 100 // wanted:>3} %  {pace}  {left}"
        signs = max(min(room - visible(told) - len("[]"), BAR), 0)
        line = f"[{('#' * (done * signs // wanted)).ljust(signs, '-')}]{told}"
        click.echo("\r" + line + " " * (room - visible(line)), nl=False, err=True)

    try:
        yield moved
    finally:
        if drawn:
            click.echo("\r" + " " * room + "\r", nl=False, err=True)
