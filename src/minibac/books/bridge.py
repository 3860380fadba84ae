"""From the opener of a tray to its closer, line by line: what the ledger expects to lie there, and what was counted.

opener + fills − credits + what play took − what it paid + vigorish collected = what a count must find. Forms in the
drop box, marker buttons that are still out and comps lie in no tray: they are lines of their own, below.
"""

from typing import Any, NamedTuple

from minibac.books.books import Books
from minibac.books.table_book import Position
from minibac.books.table_win import BORNE, TableWin
from minibac.pits.papers import Count
from minibac.records.ledger import CAUSES
from minibac.voice.said import Said, said

PLAYED = {
    "buy-in": said("chips that guests bought"),
    "cash": said("chips for the cash of spoken wagers"),
    "collect": said("wagers that were taken"),
    "pay": said("wagers that were paid"),
    "add": said("House Money that was added"),
    "void": said("void rounds, taken back"),
    "correct": said("payments that were corrected"),
    "vigorish": said("vigorish collected at the payout"),
    "collect-vigorish": said("vigorish collected from marker buttons"),
}
"""What play does to a tray, by the cause in the ledger. Vigorish that is marked or cleared moves no chip."""


class BridgeLine(NamedTuple):
    """One line: what it is, and by how much the tray is more or less."""

    kind: str
    cents: int
    said: Said


class Bridge(NamedTuple):
    """A tray from its opener to its closer; what has not been counted is ``None``."""

    table: str
    day: str
    lines: tuple[BridgeLine, ...]
    """The opener first; they sum to what the ledger expects."""
    expected_cents: int
    closer_cents: int | None
    beside: tuple[BridgeLine, ...]
    """What lies in no tray: forms, marker buttons, comps."""

    @property
    def difference_cents(self) -> int | None:
        """What was found more than the ledger has."""
        return None if self.closer_cents is None else self.closer_cents - self.expected_cents

    @property
    def rows(self) -> tuple[tuple[str, int | None, Said], ...]:
        """Every line in its order, sums and all: kind, cents, words."""
        counted = [
            ("expected", self.expected_cents, said("what the ledger expects in the tray")),
            ("closer", self.closer_cents, said("closer, as it was counted")),
            ("difference", self.difference_cents, said("difference")),
        ]
        return (*self.lines, *counted, *self.beside)


def bridge(books: Books, win: TableWin) -> Bridge | None:
    """The bridge of a table on the day of its win, or ``None`` where nobody has counted an opener."""
    pit, book = books.pits.get(win.pit), books.tables[win.table]
    day = pit.days.get(win.day) if pit else None
    opener = day.count(win.table, Count.OPENER) if day else None
    if pit is None or day is None or opener is None:
        return None
    closer = day.count(win.table, Count.CLOSER)
    first = book.at_count.get(opener.slip, Position())
    last = book.at_count.get(closer.slip, Position()) if closer else book.position
    now = pit.state.balances.get(f"table/{win.table}/tray", 0) if pit.state else 0
    brought = (closer.tray_cents if closer else now) - opener.tray_cents
    moved = {cause: last.moved.get(cause, 0) - first.moved.get(cause, 0) for cause in last.moved}
    lines = [
        BridgeLine("opener", opener.cents, said("opener, as it was counted")),
        BridgeLine(
            "opener-difference",
            opener.tray_cents + first.tray_cents - opener.cents,
            said("what the ledger had more in it then"),
        ),
        BridgeLine("fills", win.fills_cents, said("fills")),
        BridgeLine("credits", -win.credits_cents, said("credits")),
        *(BridgeLine(c, moved.get(c, 0), PLAYED.get(c, said("{cause}", cause=c))) for c in (*PLAYED, *_others(moved))),
        BridgeLine("correction", brought - win.fills_cents + win.credits_cents, said("corrections of the tray")),
    ]
    kept = tuple(line for line in lines if line.cents or line.kind == "opener")
    comps = sum(f.cents for f in day.forms.values() if f.table == win.table and f.kind in BORNE and f.posted)
    beside = (
        BridgeLine(
            "forms", win.forms_cents or 0, said("{count:form|forms} in the drop box", count=len(win.forms or ()))
        ),
        BridgeLine("owed", last.owed_cents, said("marker buttons that are still out")),
        BridgeLine("comps", comps, said("comps and uncollected vigorish recorded to patrons")),
    )
    expected = sum(line.cents for line in kept)
    return Bridge(win.table, win.day, kept, expected, closer.cents if closer else None, beside)


def _others(moved: dict[str, int]) -> list[str]:
    return [cause for cause in CAUSES if cause in moved and cause not in PLAYED]


def bridge_plain(made: Bridge) -> dict[str, Any]:
    """A bridge as JSON has it."""
    lines = [{"line": kind, "cents": cents, "sentence": str(words), "said": words} for kind, cents, words in made.rows]
    sums = {"expected_cents": made.expected_cents, "closer_cents": made.closer_cents}
    return {"table": made.table, "day": made.day, "lines": lines, **sums, "difference_cents": made.difference_cents}
