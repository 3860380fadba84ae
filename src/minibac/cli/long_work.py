"""What the commands that deal shoes share: a bar that moves."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Moved = Callable[[int, int], None]
"""Told how many shoes and coups have been dealt."""


@contextmanager
def progress_bar(wanted: int) -> Iterator[Moved]:
    """A bar with coups per second and the time left on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _shoes, _coups: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    begun = time.monotonic()
    columns = (BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TextColumn("{task.fields[pace]}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("shoes", total=wanted, pace="")

        def moved(shoes: int, coups: int) -> None:
            pace = coups / max(time.monotonic() - begun, 1e-9)
            progress.update(task, completed=shoes, pace=f"{pace:,.0f} coups/s")

        yield moved
