"""What the commands that deal shoes share: a number of decks for study, and a bar that moves."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from minibac.cli.common import Sets, fail, house_rules

if TYPE_CHECKING:
    from minibac.rules.house_rules import HouseRules

Moved = Callable[[int, int], None]
"""Told how many shoes and coups have been dealt."""


def rules_with_decks(rulebook: str, sets: Sets, house_file: Path | None, decks: int | None) -> tuple[HouseRules, bool]:
    """The rules of the table, and whether its number of decks lies outside the rulebook."""
    if decks is None:
        return house_rules(rulebook, sets, house_file), False
    from minibac.rules.house_rules import build
    from minibac.simulate.plan import MOST_DECKS

    if not 1 <= decks <= MOST_DECKS:
        fail(f"--decks {decks} makes no shoe: 1 to {MOST_DECKS} decks can be studied")
    if any(name == "decks" for name, _ in sets):
        fail("--decks and --set decks both say how many: choose one")
    rules = house_rules(rulebook, sets, house_file)
    if decks == rules.decks_in_shoe:
        return rules, False
    if house_file is None:
        batches = 2 if rules.options["shuffler"] == "automatic" else 1
        legal = build(rules.rulebook, {**dict(sets), "decks": decks * batches})
        if not isinstance(legal, tuple):
            return legal, False
    return rules, True


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
