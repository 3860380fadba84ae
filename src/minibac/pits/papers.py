"""Small things that commands and events of a pit both speak of: kinds of paper, one copy of a form, a table's rules."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec

from minibac.rules.house_rules import Approved, Reference
from minibac.rules.rulebook import Value
from minibac.voice.said import Fact, vocabulary


class Paper(StrEnum):
    """A kind of numbered paper, each with series of its own."""

    COMPLIMENTARY = "complimentary"
    """The Complimentary Vigorish Form: the house bears the vigorish, as a complimentary to the patron."""
    UNCOLLECTED = "uncollected"
    """The Uncollected Vigorish Form of R36: the guest went away and still owes it; where no rulebook has a form."""
    RECOVERY = "recovery"
    """The Vigorish Recovery Form of R36: the guest came back and paid."""
    FILL = "fill"
    CREDIT = "credit"


VIGORISH_PAPERS = (Paper.COMPLIMENTARY, Paper.UNCOLLECTED, Paper.RECOVERY)
TRANSFER_PAPERS = (Paper.FILL, Paper.CREDIT)


class Count(StrEnum):
    """When the chips in a tray are counted (R38)."""

    OPENER = "opener"
    SHIFT = "shift"
    CLOSER = "closer"


PAPERS = vocabulary("paper", "complimentary", "uncollected", "recovery", "fill", "credit")
COUNTS = vocabulary("count", "opener", "shift", "closer")
COPIES = vocabulary("copy", "original", "duplicate", "triplicate", "first", "second", "third")


def paper_name(kind: str) -> Fact:
    return PAPERS.get(kind, kind)


def count_name(kind: str) -> Fact:
    return COUNTS.get(kind, kind)


def copy_name(copy: str) -> Fact:
    return COPIES.get(copy, copy)


class Copy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One copy of a form as somebody holds it in hand, so that two of them are compared field by field."""

    serial: str
    copy: str = "original"
    kind: str = ""
    """What kind of form it is; empty where only the number was read, which tells the kind."""
    table: str = ""
    seat: int = 0
    guest: str = ""
    """The patron, by account or by the name that stands on the form."""
    cents: int = 0
    void: bool = False


class PitTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the pit knows of a table: enough to build its house rules."""

    rulebook: str
    options: Mapping[str, Value]
    references: Mapping[str, Reference] | None = None
    """``None``: the sample house stands behind the options."""
    approved: tuple[Approved, ...] = ()
    posted_at: int | None = None
    """Since when it was posted that the table opens without vigorish."""


def folded(name: str) -> str:
    """A name as two people may have written it: small letters, one blank between words.

    >>> folded(" Ann  LEE ")
    'ann lee'
    """
    return " ".join(name.casefold().split())


class AtTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house sees at a table whose tray is counted: nobody who counts is asked for it."""

    in_round: bool = False
    seated: tuple[int, ...] = ()
    guests_cents: int = 0
    """The chips in the hands of guests and on the layout."""
    owed_cents: Mapping[int, int] = {}
    """What the marker buttons show, by seat."""
    sealed: int = 0
    """The closer with which the tray was closed, 0 while chips may move."""
    tray: Mapping[int, int] = {}
    """The chips in the tray."""
    aside: tuple[int, ...] = ()
    """The requests of credits whose chips have been taken out of the tray."""


class PrintedNumbers(NamedTuple):
    """Printed numbers of forms, from the first to the last, and the pit whose they are."""

    pit: str
    prefix: str
    first: int
    last: int


def serial_of(prefix: str, number: int) -> str:
    """A printed number as it stands on the form.

    >>> serial_of("CV", 7)
    'CV-000007'
    """
    return f"{prefix}-{number:06d}"


def total_cents(chips: Mapping[int, int]) -> int:
    """What counted chips are worth: denominations in cents, and how many of each.

    >>> total_cents({500: 20, 2500: 4})
    20000
    """
    return sum(denomination * number for denomination, number in chips.items())
