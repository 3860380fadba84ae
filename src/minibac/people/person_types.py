"""The shapes in which people are told: to themselves, to who administers, to security, to the cage."""

from typing import Any, Literal, NotRequired, TypedDict

Listed = Literal["banned", "self-excluded"]
Attempt = Literal["account", "sign-in", "seat", "buy-in", "wager", "entry", "chips"]
"""What somebody tried; ``entry``: an account that was there when the entry was made."""


class PlaceOfRole(TypedDict):
    role: str | None
    pit: str | None
    table: str | None


"""A role, and the place where it counts."""


class PersonTold(TypedDict):
    """Whoever is signed in."""

    id: str
    name: str
    roles: list[PlaceOfRole]
    guest: bool
    """Whether this is a guest, and nobody of the staff."""
    has_password: bool
    age_known: bool
    may_play: bool
    wallet_cents: int


class SessionTold(TypedDict):
    """Who is signed in, the token that every change carries, and whether the console is locked."""

    person: PersonTold | None
    csrf: NotRequired[str]
    locked: NotRequired[bool]


class PersonRow(TypedDict):
    """Somebody on the list of users (R29)."""

    id: str
    name: str
    guest: bool
    roles: list[PlaceOfRole]
    functions: list[str]
    created: int
    last_access: int
    age: int | None
    age_by: str | None
    disabled: bool


class AccountTold(TypedDict):
    """Everything that is kept about an account itself."""

    id: str
    name: str
    created: int
    last_access: int
    of_age: bool
    age: int | None
    born: str | None
    age_by: str | None
    address: str
    has_password: bool
    disabled: bool
    may_play: bool


class WalletRow(TypedDict):
    """What came into a wallet or left it."""

    stream: str
    version: int
    cents: int
    cause: str


class ExamLine(TypedDict):
    """A step in an exam as it was given, or what an instructor gave."""

    at: int
    line: str
    by: str


class ExamRowOfAccount(TypedDict):
    """An exam that somebody sat or sits; of one that is not over, the own steps and what was whispered."""

    id: str
    scenario: str
    begun_at: int
    ended: bool
    steps: list[ExamLine]


class AccountExport(TypedDict):
    """Everything that is kept about somebody."""

    account: AccountTold
    roles: list[PlaceOfRole]
    wallet_cents: int
    wallet: list[WalletRow]
    school: dict[str, Any] | None
    exams: list[ExamRowOfAccount]


class EntryTold(TypedDict):
    """An entry of an exclusion list."""

    id: str
    name: str
    kind: Listed
    born: str
    account: str
    since: str
    until: str
    reason: str
    by: str
    at: int
    removed_by: str
    removed_at: int
    removed_reason: str
    released_by: str
    in_force: bool


class AlertTold(TypedDict):
    """Something that was tried by somebody of a list."""

    id: str
    at: int
    attempt: Attempt
    entry: str
    sure: bool
    name: str
    born: str
    person: str
    table: str
    address: str
    times: int
    seen_by: str


class ExclusionsTold(TypedDict):
    """The lists, what was tried, and what becomes of chips."""

    entries: list[EntryTold]
    alerts: list[AlertTold]
    people: dict[str, str]
    chips: str


class RedemptionTold(TypedDict):
    """A number of the cage, and what it comes to."""

    number: str
    """The guest's number for the cage."""
    cents: int
    redeemable: bool


class Disabled(TypedDict):
    disabled: bool


class AgeKnown(TypedDict):
    age_known: Literal[True]


class AgeAttested(TypedDict):
    age_by: str


class RolesTold(TypedDict):
    roles: list[PlaceOfRole]


class PeopleTold(TypedDict):
    people: list[PersonRow]


class InCents(TypedDict):
    cents: int


class WalletTold(TypedDict):
    wallet_cents: int


class SeenBy(TypedDict):
    seen_by: str


class OfferedLink(TypedDict):
    """What a link offers."""

    role: str
    pit: str | None
    table: str | None
    house: str


class MadeLink(TypedDict):
    """A link that was made; it is shown once."""

    token: str
    path: str
    role: str
