"""Events of the house: what has happened in it as a whole, in past participles, each with the clauses it fulfils.

``postings`` are rows of the ledger, in the accounts that a pit has too (``pit_events``).
"""

from collections.abc import Mapping

from minibac.machine.kinds import Event, kinds_of, reader
from minibac.play.postings import Posting
from minibac.rules.house_rules import Reference
from minibac.voice.said import Said
from minibac.voice.times import NO_ZONE


class HouseEvent(Event, frozen=True):
    """Kept in the log of the house."""


class HouseOpened(HouseEvent, frozen=True):
    """The first event of a house."""

    name: str
    pits: tuple[str, ...]
    operator: str = ""
    """Who runs the house, as its file says; reports bear it."""
    references: Mapping[str, Reference] = {}
    time_zone: str = NO_ZONE
    """Where the house is, as its file says; the events themselves are in UTC."""


class PersonAdmitted(HouseEvent, frozen=True):
    person: str
    name: str


class RolesGranted(HouseEvent, frozen=True):
    """A role for a person; without pits and tables in the whole house."""

    person: str
    role: str
    pits: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


class RolesTaken(HouseEvent, frozen=True):
    person: str
    role: str


class PersonDisabled(HouseEvent, frozen=True):
    person: str
    reason: str


class PersonEnabled(HouseEvent, frozen=True):
    person: str


class PersonRemoved(HouseEvent, frozen=True):
    person: str
    reason: str


class ProfileStarted(HouseEvent, frozen=True):
    person: str
    role: str


class ProfileEnded(HouseEvent, frozen=True):
    person: str
    role: str


class ChipsGranted(HouseEvent, frozen=True):
    guest: str
    cents: int
    transfer: str
    postings: tuple[Posting, ...]


class CageSealed(HouseEvent, frozen=True):
    """What the first of two found in the cage; nobody is told before the second has counted."""

    kind: str
    day: str
    chips: Mapping[int, int]
    cash: Mapping[int, int]
    moved_chips: Mapping[int, int]
    moved_cash: Mapping[int, int]


class CageCountsDiffered(HouseEvent, frozen=True):
    """The second found something else: both counts are void, and both count again."""

    kind: str
    day: str
    chips: Mapping[int, int]
    cash: Mapping[int, int]
    sealed_by: str


class CageCounted(HouseEvent, frozen=True):
    """Chips and cash that two people found in the cage, beside what had to be there."""

    kind: str
    day: str
    chips: Mapping[int, int]
    cash: Mapping[int, int]
    moved_chips: Mapping[int, int]
    moved_cash: Mapping[int, int]
    sealed_by: str
    expected_chips: Mapping[int, int] | None = None
    expected_cash: Mapping[int, int] | None = None


class ChipsRedeemed(HouseEvent, frozen=True):
    guest: str
    cents: int
    transfer: str
    forfeited: bool
    notes: Mapping[int, int]
    """The notes in which the cage paid; none where nobody counts it."""
    postings: tuple[Posting, ...]


class PitDayTold(HouseEvent, frozen=True):
    pit: str
    day: str
    closed: bool


class HouseDayOpened(HouseEvent, frozen=True):
    day: str


class HouseDayClosed(HouseEvent, frozen=True):
    day: str


class HouseReopeningAsked(HouseEvent, frozen=True):
    """Somebody asks that the last day of the house be opened again."""

    day: str
    reason: str


class HouseDayReopened(HouseEvent, frozen=True):
    """A second person has opened the last day of the house again."""

    day: str
    reason: str
    asked_by: str


class ReportSigned(HouseEvent, frozen=True):
    """A day-end report as it was signed; a revision names the hash of the one before, and why the day was reopened."""

    day: str
    revision: int
    sha256: str
    """Of the report, byte for byte."""
    figures: str
    """The SHA-256 of its figures."""
    verdict: str
    report: str
    second: bool = False
    """Whether it waits for a second person."""
    previous: str = ""
    reopened: str = ""


class ReportCountersigned(HouseEvent, frozen=True):
    day: str
    revision: int
    sha256: str


class ParameterChanged(HouseEvent, frozen=True):
    name: str
    """The parameter, by its name."""
    before: str
    after: str
    reason: str


class ReferenceReceived(HouseEvent, frozen=True):
    """A paper has arrived, at the time of the event."""

    name: str
    """Which paper of the house file it is, as ``rule-submission``."""
    reference: Reference


class HouseAttemptRefused(HouseEvent, frozen=True):
    """Somebody tried what duties kept apart forbid. It was refused, and this is its trace."""

    command: str
    role: str
    code: str
    """That of the refusal, as ``not-yours``."""
    said: Said
    severity: str


class CouponsRegistered(HouseEvent, frozen=True):
    """Match play coupons that the house gives out."""

    prefix: str
    first: int
    last: int
    """The number of the last one."""
    face_cents: int


class NumbersClaimed(HouseEvent, frozen=True):
    """Printed numbers of forms belong to a pit, and to no other."""

    pit: str
    prefix: str
    first: int
    last: int
    """The number of the last one."""


class CouponClaimed(HouseEvent, frozen=True):
    """A coupon comes to a layout, and to no other meanwhile."""

    serial: str
    face_cents: int
    table: str


class CouponSettled(HouseEvent, frozen=True):
    """A coupon has left a layout; one that was surrendered plays nowhere again."""

    serial: str
    table: str
    surrendered: bool


class BooksChecked(HouseEvent, frozen=True):
    """Everything that is kept was held against itself. Where nothing was found, the heads stand here: a log that is
    cut or written anew afterwards does not agree with them."""

    events_count: int
    heads: Mapping[str, tuple[int, str]] = {}
    """How many events each log had, with the hash of the last; logs that stand as they stood before are left out."""
    answers: str = ""
    """The sum of the hashes of all answers that were kept by then."""
    found_count: int = 0
    found: tuple[Said, ...] = ()
    """What does not agree, the first of it."""


class ExceptionAssigned(HouseEvent, frozen=True):
    """Somebody is asked to look into an exception of the books; ``exception`` is its id there."""

    exception: str
    to: str
    """The number of the person."""


class ExceptionLookedAt(HouseEvent, frozen=True):
    exception: str


class ExceptionExplained(HouseEvent, frozen=True):
    exception: str
    explanation: str


class ExceptionClosed(HouseEvent, frozen=True):
    """A second person has found the explanation good."""

    exception: str


class ExceptionReopened(HouseEvent, frozen=True):
    """What was closed is open again, and wants another explanation."""

    exception: str
    reason: str


HOUSE_KINDS = kinds_of(HouseEvent)
"""Every event of the house."""

decode = reader(HOUSE_KINDS)
"""An event of the house read back from its line."""
