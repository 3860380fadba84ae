"""Hand-over between shifts: each count of a tray, what has moved since the one before, and who answers for it."""

from typing import NamedTuple

from minibac.books.books import Books
from minibac.books.pit_book import TrayCount
from minibac.books.table_book import Position


class HandOver(NamedTuple):
    """A count, and the stretch that it ends."""

    pit: str
    table: str
    day: str
    kind: str
    at: int
    counted_by: str
    attested_by: str
    cents: int
    ledger_cents: int
    """What the ledger says lay in the tray."""
    brought_cents: int
    """Fills less credits, and corrections, since the count before; for a first opener everything."""
    played_cents: int
    """What play moved into the tray since then, chips that were sold among it."""

    @property
    def over_cents(self) -> int:
        """What was found more than the ledger has."""
        return self.cents - self.ledger_cents


def hand_overs(books: Books, day: str, table: str = "") -> tuple[HandOver, ...]:
    """The counts of a day, table by table, in their order."""
    found: list[HandOver] = []
    for pit in books.pits.values():
        pit_day = pit.days.get(day)
        for name in pit.tables:
            book = books.tables.get(name)
            if pit_day is None or book is None or table not in ("", name):
                continue
            before: tuple[TrayCount, Position] | None = None
            for count in sorted(pit_day.counts.values(), key=lambda count: count.at):
                if count.table != name or not count.attested_by:
                    continue
                stood = book.at_count.get(count.slip, Position())
                brought = count.tray_cents - (before[0].tray_cents if before else 0)
                played = stood.tray_cents - (before[1].tray_cents if before else 0)
                people = (count.by, count.attested_by)
                ledger = count.tray_cents + stood.tray_cents
                found.append(
                    HandOver(pit.pit, name, day, count.kind, count.at, *people, count.cents, ledger, brought, played)
                )
                before = count, stood
    return tuple(found)
