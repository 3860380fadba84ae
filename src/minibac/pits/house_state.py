"""The state of the house: who works in it as what, its gaming day, and the papers it holds."""

from collections.abc import Mapping

import msgspec

from minibac.machine.roles import Role
from minibac.pits.papers import PrintedNumbers
from minibac.pits.pit_state import Reopening
from minibac.rules.house_rules import Reference
from minibac.voice.said import Said
from minibac.voice.times import NO_ZONE

TRAINING_PIT = "training"
"""Where training tables stand. It has no papers and no drop boxes, and so no gaming day."""
TRAINING_TABLE = "training-"
"""How the names of training tables begin; no house names a table of its own like that."""


class Scope(msgspec.Struct, frozen=True):
    """Where a role holds: in the pits and at the tables named, or everywhere."""

    pits: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


class Person(msgspec.Struct, frozen=True):
    """Somebody with an account. Who is removed stays in the list, so that the name is not given again."""

    name: str
    admitted_at: int
    roles: Mapping[Role, Scope] = {}
    disabled: bool = False
    removed: bool = False
    active: Role | None = None
    """The profile the person works in just now."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """How far the house has got with an exception of its books."""

    assigned_to: str = ""
    assigned_by: str = ""
    assigned_at: int = 0
    looked_by: str = ""
    looked_at: int = 0
    explained_by: str = ""
    explained_at: int = 0
    explanation: str = ""
    closed_by: str = ""
    closed_at: int = 0
    reopened: str = ""
    """Why it was opened again, where it was."""

    @property
    def state(self) -> str:
        """``new``, ``assigned``, ``looked-at``, ``explained`` or ``closed``: as far as it has got."""
        reached = {
            "closed": self.closed_by,
            "explained": self.explained_by,
            "looked-at": self.looked_by,
            "assigned": self.assigned_to,
        }
        return next((state for state, who in reached.items() if who), "new")


class SignedReport(msgspec.Struct, frozen=True, kw_only=True):
    """The last revision of a day-end report; the report itself is in the log."""

    revision: int
    sha256: str
    figures: str
    signed_by: str
    second: bool = False
    countersigned_by: str = ""
    reopened: str = ""
    """Why its day was opened again, after it was signed."""


class CageCount(msgspec.Struct, frozen=True, kw_only=True):
    """A count of the cage, with everything that had moved into and out of it by then."""

    kind: str
    day: str
    chips: Mapping[int, int]
    cash: Mapping[int, int]
    moved_chips: Mapping[int, int]
    moved_cash: Mapping[int, int]
    paid: Mapping[int, int]
    counted_by: str
    sealed_by: str = ""
    """Who counted first, where two have."""


class CouponSeries(msgspec.Struct, frozen=True):
    """Printed match play coupons of one face."""

    prefix: str
    first: int
    last: int
    face_cents: int


class HouseState(msgspec.Struct, frozen=True):
    """The house between two commands."""

    name: str
    pits: tuple[str, ...]
    at: int = 0
    time_zone: str = NO_ZONE
    """Where the house is: its days turn by the clock there."""
    people: Mapping[str, Person] = {}
    references: Mapping[str, Reference] = {}
    day: str = ""
    last_day: str = ""
    day_before: str = ""
    """The day before the last one."""
    reopening: Reopening | None = None
    """The last day, where somebody wants to open it again."""
    reports: Mapping[str, SignedReport] = {}
    """The signed day-end reports, by their days."""
    pit_days: Mapping[str, tuple[str, bool]] = {}
    """The last gaming day of each pit that the house heard of, and whether it is closed."""
    transfers: Mapping[str, str] = {}
    """The latest grants by guest, so that a transfer that is sent twice counts once. A house has more guests than it
    could carry from state to state."""
    balances: Mapping[str, int] = {}
    """The accounts of the house; the guests' wallets in one sum."""

    cage: CageCount | None = None
    """The last count of the cage on which two people agreed."""
    cage_sealed: CageCount | None = None
    """What the first of two has counted since."""
    cage_paid: Mapping[int, int] = {}
    """The notes that the cage has paid for redeemed chips since the house first opened."""

    checked_at: int = 0
    """When everything that is kept was last held against itself, and what did not agree, the first of it."""
    found_count: int = 0
    found: tuple[Said, ...] = ()

    numbers: tuple[PrintedNumbers, ...] = ()
    """The printed numbers of forms, as the pits have claimed them."""
    coupons: tuple[CouponSeries, ...] = ()
    coupons_out: Mapping[str, str] = {}
    """The coupons that lie on a layout, with its table."""
    coupons_played: Mapping[str, str] = {}
    """The coupons that were surrendered, with the table."""
    reviews: Mapping[str, Review] = {}
    """The exceptions of the books that somebody has looked into, by their ids there."""

    @property
    def pits_with_days(self) -> tuple[str, ...]:
        """The pits whose gaming days the house's own waits for."""
        return tuple(pit for pit in self.pits if pit != TRAINING_PIT)
