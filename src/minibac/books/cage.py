"""The cage on a gaming day: what it opened with, what moved, what must be there, and what two people counted.

The sums come from the ledger and the papers of the day, cause by cause; what must be there in each denomination stands
in the count itself, as the house had it from the logs of pits and tables.
"""

from typing import Any, NamedTuple

from minibac.books.books import Books, Key
from minibac.books.exceptional import Exceptional
from minibac.houses.types import Inventory
from minibac.pits.house_events import CageCounted, CageCountsDiffered
from minibac.pits.papers import Count, count_name
from minibac.pits.pit_checks import over_or_short
from minibac.pits.slips import notes_off
from minibac.play.chips import other_heap, worth
from minibac.voice.said import Said, said

CHIPS, CASH = "chips", "cash"
LINES = {
    "opener": said("the cage opened with"),
    "trays": said("to trays that opened for the first time"),
    "fills": said("fills"),
    "credits": said("credits"),
    "carried": said("chips that guests carried to the cage"),
    "drops": said("drop boxes"),
    "paid": said("paid for redeemed chips"),
    "expected": said("must be there"),
    "counted": said("counted"),
    "difference": said("difference"),
}
"""The lines from the opener of the cage to its closer."""


class CageLine(NamedTuple):
    """One line of the chips or the cash of the cage."""

    of: str
    kind: str
    cents: int


class CagePiece(NamedTuple):
    """One denomination in the cage: opened with, to be there at the close, counted."""

    of: str
    cents: int
    opened: int
    expected: int | None
    counted: int | None

    @property
    def over(self) -> int:
        return 0 if self.counted is None or self.expected is None else self.counted - self.expected


class CageDay(NamedTuple):
    """The cage on a gaming day that it was opened for."""

    day: str
    opened_by: tuple[str, str]
    closed_by: tuple[str, ...]
    lines: tuple[CageLine, ...]
    pieces: tuple[CagePiece, ...]


def cage_day(books: Books, day: str) -> CageDay | None:
    """The cage on a day, or ``None`` where nobody counted it."""
    counts = {event.kind: event for _, event in books.cage if isinstance(event, CageCounted) and event.day == day}
    opener, closer = counts.get(Count.OPENER), counts.get(Count.CLOSER)
    if opener is None:
        return None
    pieces = tuple(
        CagePiece(of, d, getattr(opener, of).get(d, 0), _of(closer, f"expected_{of}", d), _of(closer, of, d))
        for of in (CHIPS, CASH)
        for d in sorted({*getattr(opener, of), *(getattr(closer, of) if closer else ())}, reverse=True)
    )
    closed = (closer.sealed_by, closer.by) if closer else ()
    return CageDay(day, (opener.sealed_by, opener.by), closed, tuple(_lines(books, day, opener, closer)), pieces)


def _of(count: CageCounted | None, heap: str, denomination: int) -> int | None:
    return None if count is None else (getattr(count, heap) or {}).get(denomination, 0)


def _lines(books: Books, day: str, opener: CageCounted, closer: CageCounted | None) -> list[CageLine]:
    counted = {pit.pit for pit in books.pits.values() if pit.state and pit.state.inventory is not Inventory.NONE}

    def moved(account: str, cause: str) -> int:
        return sum(s.cents for k, s in books.sums.items() if _is(k, day, account, cause) and k.pit in counted)

    chips = {
        "opener": worth(opener.chips),
        "trays": moved("cage", "opener"),
        "fills": moved("cage", "fill"),
        "credits": moved("cage", "credit"),
        "carried": -moved("chips", "leave"),
    }
    cash = {"opener": worth(opener.cash), "drops": moved("cage", "drop"), "paid": -books.cage_paid.get(day, 0)}
    lines = []
    for of, parts in ((CHIPS, chips), (CASH, cash)):
        lines += [CageLine(of, kind, cents) for kind, cents in parts.items() if cents or kind == "opener"]
        lines.append(CageLine(of, "expected", sum(parts.values())))
        if closer is not None:
            there = worth(getattr(closer, of))
            lines.append(CageLine(of, "counted", there))
            lines.append(CageLine(of, "difference", there - sum(parts.values())))
    return lines


def _is(key: Key, day: str, account: str, cause: str) -> bool:
    return key.period.day == day and (key.account, key.cause) == (account, cause)


def cage_exceptions(books: Books) -> list[Exceptional]:
    """Counts of the cage that were not as they should be: the two differed, or something was too much or too little."""
    rows = []
    for version, event in books.cage:
        about: dict[str, Any] = {"at": event.at, "clauses": event.clauses, "day": event.day, "stream": "house"}
        about |= {"version": version, "staff": {"counted": event.sealed_by, "again": event.by}}
        count = count_name(event.kind)
        if isinstance(event, CageCountsDiffered):
            note = said("{count} of the cage: the two counts differ, and both count again", count=count)
            rows.append(Exceptional(kind="counts-differ", severity="medium", said=note, **about))
            continue
        chips = {} if event.expected_chips is None else other_heap(event.chips, event.expected_chips)
        cash = {} if event.expected_cash is None else other_heap(event.cash, event.expected_cash)
        if chips or cash:
            over = worth(chips) + worth(cash)
            rows.append(
                Exceptional(
                    kind="cage-discrepancy", severity="high", said=_note(count, over, chips | cash), cents=over, **about
                )
            )
    return rows


def _note(count: Any, over: int, other: dict[int, int]) -> Said:
    what = over_or_short(over) if over else said("other pieces of the same worth")
    return said("{count} of the cage: {what} ({pieces})", count=count, what=what, pieces=notes_off(other))


CAGE_CSV_HEADS = ("day", "of", "denomination_cents", "opened", "expected", "counted", "over")


def cage_csv(cage: CageDay) -> list[tuple[object, ...]]:
    """The cage by denomination for a spreadsheet."""
    return [(cage.day, p.of, p.cents, p.opened, p.expected, p.counted, p.over) for p in cage.pieces]


def cage_plain(cage: CageDay | None) -> dict[str, Any] | None:
    """The cage as JSON has it."""
    if cage is None:
        return None
    return {
        "day": cage.day,
        "opened_by": list(cage.opened_by),
        "closed_by": list(cage.closed_by),
        "lines": [{"of": line.of, "kind": line.kind, "cents": line.cents} for line in cage.lines],
        "pieces": [piece._asdict() | {"over": piece.over} for piece in cage.pieces],
    }
