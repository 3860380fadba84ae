"""The shapes in which routes answer; those of people are in ``people.person_types``, of a view in ``table``."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from minibac.books.recall import SeatFacts
from minibac.server.messages import ToldEvent
from minibac.shoes.shoe_list import Shoe
from minibac.table.view_types import CardsPart, LobbyRow, View, WhyPart
from minibac.table.wire_words import Cents, Milliseconds, Seat, WagerId


class PitTables(TypedDict):
    id: str
    tables: list[str]


class Okay(TypedDict):
    ok: bool


class ShoesTold(TypedDict):
    shoes: tuple[Shoe, ...]


class BackupMade(TypedDict):
    name: str
    folder: str


class WitnessTold(TypedDict):
    """A witness that the house knows."""

    name: str
    key: str
    size: int
    """Of the newest checkpoint that it has signed; 0 where it has signed none."""
    at: int
    """When, in seconds since 1970, by the witness's clock."""


class EpochTold(TypedDict):
    """From when on the open log went by a name."""

    leaf: int
    origin: str
    at: Milliseconds
    why: str
    """``begun``, ``restored`` from a backup, ``rolled-back``, or signed with another ``key``."""
    lost_size: int
    """How many leaves were signed before and are not there, as far as the house knows."""
    lost_root: str


class LogTold(TypedDict):
    """The open log of the house."""

    origin: str
    key: str
    size: int
    root: str
    checkpoint: str
    cosigned: str
    """The newest checkpoint that a witness has signed too, or nothing."""
    witnesses: list[WitnessTold]
    epochs: list[EpochTold]


class LeafProof(TypedDict):
    """That a leaf is in the log of a checkpoint."""

    leaf: int
    """Its number, from 0."""
    entry: str
    """The leaf itself, JSON."""
    hashes: list[str]
    checkpoint: str


class LogConsistency(TypedDict):
    """That the log at one size is the beginning of what it is at another."""

    old: int
    new: int
    old_root: str
    new_root: str
    hashes: list[str]


class Cosigned(TypedDict):
    """The size of the checkpoint whose signature was taken."""

    size: int


class HouseTold(TypedDict):
    """The house and its tables."""

    name: str
    version: str
    build: str
    now: Milliseconds
    play_chips: bool
    paused: str
    tables: list[LobbyRow]
    pits: list[PitTables]


class TableMade(TypedDict):
    """A training table that was opened, and its page."""

    table: str
    path: str


class TableTold(TypedDict):
    """A table as everybody sees it."""

    version: int
    now: Milliseconds
    view: View


class EventsTold(TypedDict):
    """Events of a table, and the version it has."""

    events: list[ToldEvent]
    version: int


class PitLog(TypedDict):
    """The log of a pit after a version."""

    events: list[Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/PitEvent"})]]
    version: int


class HouseLogTold(TypedDict):
    """The house's own log after a version."""

    events: list[Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/HouseEvent"})]]
    version: int


class SettledTold(TypedDict):
    """What a wager came to; House Money, coupons and marked vigorish where there are any."""

    seat: Seat
    wager: WagerId
    stake_cents: Cents
    outcome: str
    winnings_cents: Cents
    vigorish_cents: Cents
    net_cents: Cents
    added_cents: NotRequired[Cents]
    coupon_cents: NotRequired[Cents]
    marked: NotRequired[bool]


class CoupTold(CardsPart):
    """A round as it is told again (R16)."""

    replay: Literal[True]
    table: str
    rulebook: str
    shoe_no: int
    coup_no: int
    status: str
    opened_at: Milliseconds
    closed_at: Milliseconds
    ended_at: Milliseconds
    first_version: int
    last_version: int
    why: dict[str, WhyPart]
    wagers: list[SettledTold]
    seats: list[SeatFacts]


class CoupsTold(TypedDict):
    """The latest rounds."""

    coups: list[CoupTold]
    shoe_no: int


class CoupSteps(TypedDict):
    """One round, step by step; `coup` is null where it is too long ago to be at hand."""

    replay: Literal[True]
    table: str
    rulebook: str
    shoe_no: int
    coup_no: int
    coup: CoupTold | None
    events: list[ToldEvent]


class Ready(TypedDict):
    """Whether the house takes commands, and what stands against it."""

    ok: bool
    paused: str
    found: list[str]
    tables: int


class SelfCheckTold(TypedDict):
    """What the program found in its own files (R42)."""

    ok: bool
    digest: str
    files: int
    at: Milliseconds
    says: str
    changed: list[str]
    missing: list[str]
    added: list[str]


class CommandTaken(TypedDict):
    """A command was taken; the version of the log after it."""

    ok: Literal[True]
    version: int


class CheckTold(TypedDict):
    """The last full check of what is kept (R25)."""

    at: Milliseconds
    looking: bool
    found_count: int
    found: list[str]


class BooksContents(TypedDict):
    """What somebody may read of the books."""

    reads: list[str]
    pits: list[str]
    days: list[str]


class LedgerAccount(TypedDict):
    """An account, and what the ledger says of it."""

    account: str
    cents: Cents


class AccountsTold(TypedDict):
    accounts: list[LedgerAccount]


class PitDayRow(TypedDict):
    """How far a pit has got with its day."""

    pit: str
    day: str | None
    closed: bool


class ReopeningTold(TypedDict):
    """Who wants the last day opened again, and why."""

    day: str
    reason: str
    asked_by: str


class HouseDay(TypedDict):
    """The house's own gaming day."""

    day: str | None
    last_day: str | None
    opens: str | None
    reopening: ReopeningTold | None
    pits: list[PitDayRow]
    may: list[str]


class CageCountTold(TypedDict):
    """A count of the cage, and who made it."""

    kind: str
    by: list[str]
    """Who counted."""


class CageHeap(TypedDict):
    """So many chips or notes of a denomination."""

    of: str
    cents: Cents
    number: int


class CageTold(TypedDict):
    """The cage on its day."""

    day: str | None
    counts: list[CageCountTold]
    sealed_by: str
    may: str
    known_chips: list[Cents]
    known_cash: list[Cents]
    holds: list[CageHeap] | None


class CouponLying(TypedDict):
    """A coupon on a layout."""

    serial: str
    table: str


class IssuedCoupons(TypedDict):
    """Coupons that the house file issues, and the first number that is free."""

    prefix: str
    face_cents: Cents
    next: int


class EnteredCoupons(TypedDict):
    """A series that was entered, and what became of it."""

    first: str
    last: str
    face_cents: Cents
    given_out: int
    played: int
    lying: list[CouponLying]


class CouponsTold(TypedDict):
    """The match play coupons of the house."""

    issued: list[IssuedCoupons]
    entered: list[EnteredCoupons]
    may: list[str]


ClassMade = TypedDict("ClassMade", {"class": str})


class JoinLink(TypedDict):
    name: str
    path: str


class ClassInvited(TypedDict):
    """A join code for a class, or a link for each name."""

    code: str | None
    path: str | None
    links: list[JoinLink]


class ScenarioRow(TypedDict):
    """A scenario that can be sat."""

    scenario: str
    name: str
    about: str
    rulebook: str
    rounds: int
    minutes: int
    own: bool


class ScenarioTold(TypedDict):
    """The file of a scenario, for who may change it or make another one of it."""

    scenario: str
    own: bool
    toml: str


class ExamRow(TypedDict):
    """An exam that was begun."""

    id: str
    scenario: str
    trainee: str
    begun_at: Milliseconds
    ended: bool


class ExamsTold(TypedDict):
    """The scenarios there are, and exams."""

    scenarios: list[ScenarioRow]
    exams: list[ExamRow]


class JudgedTold(TypedDict):
    right: bool
