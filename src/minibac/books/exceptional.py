"""One row of the list of exceptions, and how it looks in a table or in JSON."""

from collections.abc import Mapping
from typing import Any

import msgspec

from minibac.books.gaming_days import moment

SEVERITIES = ("low", "medium", "high")


class Exceptional(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the list."""

    at: int
    kind: str
    severity: str
    sentence: str
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
    cents: int = 0
    serial: str = ""
    stream: str = ""
    version: int = 0
    resolved: str = ""
    """What was found in the end; empty while it is open or needs nothing."""
    facts: Mapping[str, str | int] = {}
    """What else the sentence says, so that it can be told in another language; ``note`` is what a person wrote."""


CSV_HEADS = (
    "time",
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
)


def people(row: Exceptional) -> str:
    """The people concerned, as one text."""
    return "; ".join(f"{role}: {person}" for role, person in row.staff.items() if person)


def exception_csv(row: Exceptional) -> tuple[object, ...]:
    """A row of the list for a spreadsheet."""
    return (
        moment(row.at),
        row.day,
        row.severity,
        row.kind,
        " ".join(row.clauses),
        row.pit,
        row.table,
        row.shoe_no or "",
        row.coup_no or "",
        row.seat or "",
        row.guest,
        people(row),
        row.cents,
        row.serial,
        row.sentence,
        row.resolved,
        row.stream,
        row.version,
    )


def exception_plain(row: Exceptional) -> dict[str, Any]:
    """A row as JSON has it."""
    found: dict[str, Any] = msgspec.to_builtins(row)
    return found | {"clauses": list(row.clauses)}
