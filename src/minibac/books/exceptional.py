"""One row of the list of exceptions, and how it looks in a table or in JSON."""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from minibac.books.books import TABLE
from minibac.books.table_book import Cleared, TableBook
from minibac.pits.house_state import Review
from minibac.pits.pit_state import Form
from minibac.rules.words import named
from minibac.voice.said import Said, in_full, vocabulary
from minibac.voice.times import exported, moment

SEVERITIES = vocabulary("severity", "low", "medium", "high")
ID_LENGTH = 12
"""Two of a hundred thousand exceptions have the same id once in fifty thousand houses."""
NOT_LOOKED_AT = Review()


class Exceptional(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the list."""

    at: int
    kind: str
    severity: str
    said: Said
    clauses: tuple[str, ...] = ()
    day: str = ""
    pit: str = ""
    table: str = ""
    shoe_no: int = 0
    coup_no: int = 0
    seat: int = 0
    guest: str = ""
    staff: Mapping[str, str] = {}
    """The people concerned, by what they did or were."""
    names: Mapping[str, str] = {}
    """What each of them, and the guest, is called."""
    cents: int = 0
    serial: str = ""
    stream: str = ""
    version: int = 0
    resolved: str = ""
    """What was found in the end; empty while it is open or needs nothing."""
    key: str = ""
    """What tells it from others of its kind on the day, where it is no event of a log."""
    review: Review = NOT_LOOKED_AT
    known_as: str = ""
    """Its name, where what the name is made from is not told."""

    @property
    def id(self) -> str:
        """Its name for good, made from the event it was found in, or from what it is about where no event tells it."""
        if self.known_as:
            return self.known_as
        about = (self.day, self.table, self.serial, self.seat, self.cents, self.key)
        told = (self.stream, self.version, self.kind, *(() if self.version else about))
        return hashlib.sha256(repr(told).encode()).hexdigest()[:ID_LENGTH]

    @property
    def state(self) -> str:
        """How far the house has got with it."""
        return self.review.state

    @property
    def sentence(self) -> str:
        """What happened, in English."""
        return str(self.said)


def of_form(form: Form | None) -> dict[str, Any]:
    """What a row about a form tells of it; nothing of one that was never issued."""
    if form is None:
        return {}
    return named(form, "table", "seat", "guest", "cents", "serial") | {"staff": dict(form.signed)}


def of_marker(book: TableBook, pit: str, cleared: Cleared, kind: str, severity: str, **facts: Any) -> Exceptional:
    """A row about a marker button that left the layout of a table without its vigorish."""
    return Exceptional(
        **named(cleared, "at", "seat", "guest", "cents", "version"),
        kind=kind,
        severity=severity,
        day=cleared.period.day,
        pit=pit,
        table=book.table,
        staff={"supervisor": cleared.by},
        serial=cleared.reference,
        stream=f"{TABLE}{book.table}",
        **facts,
    )


CSV_HEADS = (
    "id",
    "state",
    "time",
    "time_zone",
    "time_utc",
    "day",
    "severity",
    "kind",
    "clauses",
    "pit",
    "table",
    "shoe",
    "coup",
    "seat",
    "guest",
    "staff",
    "cents",
    "serial",
    "sentence",
    "resolved",
    "stream",
    "version",
    "assigned_to",
    "explained_by",
    "explanation",
    "closed_by",
)


def people(row: Exceptional) -> str:
    """The people concerned, as one text."""
    return "; ".join(f"{role}: {called(row, person)}" for role, person in row.staff.items() if person)


def called(row: Exceptional, person: str) -> str:
    """Somebody whom an exception names: the name, and the number for the record."""
    return in_full(person, lambda number: row.names.get(number, number))


def exception_csv(row: Exceptional, zone: str) -> tuple[object, ...]:
    """A row of the list for a spreadsheet."""
    told = {
        "time": exported(row.at, zone),
        "time_zone": zone,
        "time_utc": moment(row.at),
        "clauses": " ".join(row.clauses),
        "shoe": row.shoe_no or "",
        "coup": row.coup_no or "",
        "seat": row.seat or "",
        "staff": people(row),
        "guest": called(row, row.guest),
        "explanation": row.review.explanation,
        **{name: called(row, getattr(row.review, name)) for name in ("assigned_to", "explained_by", "closed_by")},
    }
    return tuple(told[head] if head in told else getattr(row, head) for head in CSV_HEADS)


def exception_plain(row: Exceptional, zone: str) -> dict[str, Any]:
    """A row as JSON has it."""
    plain: dict[str, Any] = msgspec.to_builtins(row)
    del plain["key"], plain["known_as"]
    return {"id": row.id, "state": row.state} | plain | {"sentence": row.sentence, "time": exported(row.at, zone)}
