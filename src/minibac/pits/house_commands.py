"""Commands of the house itself: its people, its days, its cage, its papers. Imperatives, as at a table."""

from collections.abc import Mapping

from minibac.machine.kinds import Command, kinds_of
from minibac.machine.roles import Role
from minibac.pits.house_events import BooksChecked, HouseAttemptRefused, ParameterChanged


class HouseCommand(Command, frozen=True):
    """Decided against the state of the house."""


class AdmitPerson(HouseCommand, frozen=True):
    """Enter a person; roles come apart from it."""

    person: str
    name: str


class GrantRole(HouseCommand, frozen=True):
    """Let a person play a role, in the whole house or in the pits and tables named."""

    person: str
    role: Role
    pits: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


class TakeRole(HouseCommand, frozen=True):
    """Take a role from a person."""

    person: str
    role: Role


class DisablePerson(HouseCommand, frozen=True):
    """Lock a person out; what the person signed stays."""

    person: str
    reason: str


class EnablePerson(HouseCommand, frozen=True):
    """Let a person in again."""

    person: str


class RemovePerson(HouseCommand, frozen=True):
    """Take a person off the list for good; the name is not given again."""

    person: str
    reason: str


class StartProfile(HouseCommand, frozen=True):
    """The house lets a person in, to work in one of the person's roles; one profile at a time (R30)."""

    person: str
    role: Role


class EndProfile(HouseCommand, frozen=True):
    """The person stops working in the active role."""

    person: str


class GrantChips(HouseCommand, frozen=True):
    """Give a guest play chips from the mint; the same transfer counts once."""

    guest: str
    cents: int
    transfer: str


class RedeemChips(HouseCommand, frozen=True):
    """The cage redeems play chips out of a guest's wallet; the same transfer counts once."""

    guest: str
    cents: int
    transfer: str
    forfeited: bool = False
    """They go to the house, and nothing is paid for them."""
    cage_cash: Mapping[int, int] | None = None
    """The cash in the cage, filled by the house; nobody knows where it is not counted."""


class CountCage(HouseCommand, frozen=True):
    """One of the cage counts its chips and its cash; a second one has to find the same."""

    kind: str
    chips: Mapping[int, int]
    cash: Mapping[int, int]
    moved_chips: Mapping[int, int] = {}
    """What pits and tables have moved into the cage since the house first opened, filled by the house."""
    moved_cash: Mapping[int, int] = {}
    known_chips: tuple[int, ...] = ()
    """The chips of the house, and its notes, filled by the house."""
    known_cash: tuple[int, ...] = ()


class TellPitDay(HouseCommand, frozen=True):
    """The house says that a pit has opened or closed its gaming day."""

    pit: str
    day: str
    closed: bool


class OpenHouseDay(HouseCommand, frozen=True):
    """Open a gaming day of the house."""

    day: str


class CloseHouseDay(HouseCommand, frozen=True):
    """Close the gaming day of the house, once every pit has closed its own."""

    day: str


class AskHouseReopening(HouseCommand, frozen=True):
    """Ask that the last day of the house be opened again, which was closed by mistake."""

    day: str
    reason: str


class ReopenHouseDay(HouseCommand, frozen=True):
    """A second person opens the day of the house again."""

    day: str


class SignReport(HouseCommand, frozen=True):
    """Accounting signs the day-end report of a closed day; what is signed is read by the house and not typed."""

    day: str
    report: str
    """The report as it is kept, word for word."""
    figures: str
    """The SHA-256 of its figures."""
    verdict: str
    """How the books stand: what is not balanced wants a second person."""


class CountersignReport(HouseCommand, frozen=True):
    """A second person signs the report that was signed last."""

    day: str


class ChangeParameter(HouseCommand, frozen=True):
    """Change a parameter of the house or a rulebook, with what it was and why."""

    name: str
    """The parameter, by its name."""
    before: str
    after: str
    reason: str


class RecordReference(HouseCommand, frozen=True):
    """Enter a submission, an approval or an internal control with the time at which it arrived."""

    name: str
    """Which paper of the house file it is, as ``rule-submission``."""
    authority: str
    reference: str
    date: str


class WriteDown(HouseCommand, frozen=True):
    """The house itself writes down what it has noticed: an attempt somewhere else, a clock that was turned, its books
    checked."""

    noticed: HouseAttemptRefused | ParameterChanged | BooksChecked


class AssignException(HouseCommand, frozen=True):
    """Ask somebody to look into an exception of the books."""

    exception: str
    """Its id in the list of exceptions."""
    to: str
    """The number of the person."""


class LookAtException(HouseCommand, frozen=True):
    """Say that one has looked at it."""

    exception: str


class ExplainException(HouseCommand, frozen=True):
    """Say how it came about."""

    exception: str
    explanation: str


class CloseException(HouseCommand, frozen=True):
    """Find the explanation of somebody else good."""

    exception: str
    concerns: tuple[str, ...] = ()
    """The people whom the exception names, as the door reads in the books: none of them closes it."""


class ReopenException(HouseCommand, frozen=True):
    """Open it again."""

    exception: str
    reason: str


class RegisterCoupons(HouseCommand, frozen=True):
    """Accounting enters match play coupons that were printed, all of one face."""

    prefix: str
    first: int
    last: int
    """The number of the last one."""
    face_cents: int
    issued: Mapping[str, int] | None = None
    """The coupons that the house file names, filled by the house."""


class ClaimCoupon(HouseCommand, frozen=True):
    """A coupon comes to the layout of a table."""

    serial: str
    face_cents: int
    table: str
    issued: Mapping[str, int] | None = None
    """The coupons that the house file names, filled by the house."""


class SettleCoupon(HouseCommand, frozen=True):
    """A coupon has left the layout of a table: surrendered, or back with its guest."""

    serial: str
    table: str
    surrendered: bool


class ClaimNumbers(HouseCommand, frozen=True):
    """A pit is about to enter printed numbers: no other pit has them, or gets them."""

    pit: str
    prefix: str
    first: int
    last: int


HOUSE_KINDS = kinds_of(HouseCommand)
"""Every command of the house."""
