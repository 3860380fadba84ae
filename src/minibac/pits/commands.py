"""Commands of a pit and of the house: what somebody wants to do around the tables. Imperatives, as at a table.

Two people are two commands: a count is made by one and attested by another, a form is signed by each in turn. So every
command has one person behind it, whom the house has recognised.
"""

from collections.abc import Mapping

from minibac.machine.kinds import Command, kinds_of
from minibac.machine.roles import Actor, Role
from minibac.pits.house_events import BooksChecked, HouseAttemptRefused, ParameterChanged
from minibac.pits.papers import AtTable, Copy, PrintedNumbers
from minibac.rules.house_rules import Approved, Reference
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import Value


class PitCommand(Command, frozen=True):
    """Decided against the state of one pit."""


class HouseCommand(Command, frozen=True):
    """Decided against the state of the house."""


# -------------------------------------------------------------------------------------------------- notices and changes


class GiveNotice(PitCommand, frozen=True):
    """Tell surveillance in writing which options of the pit will change (s42/e/2/ii/B, s42/j/3/ii)."""

    options: Mapping[str, Value]
    text: str


class ReceiveNotice(PitCommand, frozen=True):
    """Surveillance confirms that the notice has arrived; its period runs from here."""

    notice: int


class PostNotice(PitCommand, frozen=True):
    """Post at a table that its vigorish will change (s42/c/5, s42/c/6/notice); its period runs from here. Where a table
    without vigorish is to stand, it is posted before the table is added."""

    table: str
    options: Mapping[str, Value]
    text: str


class ScheduleChange(PitCommand, frozen=True):
    """Say when options change: of all tables of the pit, or the vigorish of the tables named."""

    options: Mapping[str, Value]
    effective_at: int
    notice: int = 0
    """The notice it rests on, where one is needed."""
    tables: tuple[str, ...] = ()
    """Empty: every table of the pit."""
    units_cents: Mapping[str, int] = {}
    """The betting unit of each table, filled by the house."""


class CancelChange(PitCommand, frozen=True):
    """Call a change off before it is due."""

    change: int
    reason: str


class TellTime(PitCommand, frozen=True):
    """The house says that time has passed: changes whose time has come are due."""


class ConfirmChange(PitCommand, frozen=True):
    """The house says that a table has taken a change at its next legal moment."""

    change: int
    table: str


class AddTable(PitCommand, frozen=True):
    """Bring a table into the pit; its shuffle and settlement options are those of the pit."""

    table: str
    rulebook: str
    options: Mapping[str, Value]
    references: Mapping[str, Reference] | None = None
    approved: tuple[Approved, ...] = ()
    notice: int = 0
    """The notice by which surveillance knows how the table settles and shuffles."""
    posted: int = 0
    """The notice that was posted where a table without vigorish is to stand."""


# --------------------------------------------------------------------------------------------------------------- forms


class RegisterSeries(PitCommand, frozen=True):
    """Accounting enters a series of forms with printed numbers."""

    kind: str
    prefix: str
    first: int
    last: int
    elsewhere: tuple[PrintedNumbers, ...] = ()
    """What the other pits have: pit, prefix, first and last number; filled by the house."""


class ReadStock(PitCommand, frozen=True):
    """Look at the stock of unused forms."""

    kind: str


class AccountSeries(PitCommand, frozen=True):
    """Account for the numbers of a kind of form: the ranges that lie unused in the stock, first and last of each."""

    kind: str
    unused: tuple[tuple[str, int, int], ...]
    """Prefix, first and last number of each range found."""


class PrepareForm(PitCommand, frozen=True):
    """The pit clerk takes the next form and fills it in."""

    kind: str
    table: str
    seat: int
    guest: str
    name: str
    cents: int
    owed_cents: int = 0
    """What the marker button of the seat shows, filled by the house."""
    sits: tuple[str, str] = ("", "")
    """Who sits there, by id and by name, filled by the house; empty where nobody does any more."""
    serial: str = ""
    """The number on the form in hand; empty: the next one. No other is taken."""
    against: str = ""
    """The form whose vigorish is recovered."""
    incident: int = 0
    """The incident of the table for which vigorish is cleared, where the rulebook has no form (B37)."""
    stops: Refusal | None = None
    """Why the table would not let the marker button go now, filled by the house from the table's own answer."""
    copies: tuple[str, ...] = ("original", "duplicate")


class SignForm(PitCommand, frozen=True):
    """Sign a form or a slip: each in the role that the form wants, the patron among them."""

    serial: str
    staff: Mapping[str, str] = {}
    """Who is on duty at the table, filled by the house."""
    at_table: AtTable | None = None
    """What goes on at the table, filled by the house."""
    stops: Refusal | None = None
    """Why the table would not let the marker button go now, filled by the house from the table's own answer."""


class StateReason(PitCommand, frozen=True):
    """The dealer or the pit boss states why the patron's signature could not be had."""

    serial: str
    reason: str
    refused: bool = False
    """The patron was asked and did not sign; otherwise the patron is not there."""
    there: bool = False
    """Whether the patron sits at a table of the house now, filled by the house."""


class ConfirmPresence(PitCommand, frozen=True):
    """The pit boss, or the pit clerk, who signed is present when the original goes into the drop box."""

    serial: str


class DropOriginal(PitCommand, frozen=True):
    """The dealer who signed puts the original into the drop box of the table."""

    serial: str
    owed_cents: int = 0
    """What the marker button of the seat shows, filled by the house."""
    stops: Refusal | None = None
    """Why the table would not let the marker button go now, filled by the house from the table's own answer."""


class ReleaseMarker(PitCommand, frozen=True):
    """Let the marker button go: the house then clears the vigorish at the table with the number of the form."""

    serial: str
    owed_cents: int = 0
    """What the marker button of the seat shows, filled by the house."""
    stops: Refusal | None = None
    """Why the table would not let the marker button go now, filled by the house from the table's own answer."""


class TellUncleared(PitCommand, frozen=True):
    """The house tells that a table did not clear what a released form stands for, with the table's own words."""

    serial: str
    refusal: Refusal


class SignVoid(PitCommand, frozen=True):
    """The supervisor signs that a form or a slip is void."""

    serial: str
    reason: str
    staff: Mapping[str, str] = {}
    """Who is on duty at the table, filled by the house."""
    owed_cents: int = 0
    """What the marker button shows, filled by the house."""


class VoidForm(PitCommand, frozen=True):
    """Whoever keeps the forms marks every copy VOID and signs; the number stays used."""

    serial: str
    reason: str
    copies: tuple[str, ...] = ()
    """The copies that are marked; empty: all of them. One alone is refused."""
    owed_cents: int = 0
    """What the marker button shows, filled by the house."""


class PassDuplicate(PitCommand, frozen=True):
    """A pit clerk hands a duplicate, or a void form, to another pit clerk."""

    serial: str
    to: Actor


class ForwardDuplicates(PitCommand, frozen=True):
    """The pit clerk forwards duplicates and void forms to accounting at the end of the gaming day."""

    serials: tuple[str, ...] = ()
    """Empty: everything held."""


class ReceiveDuplicates(PitCommand, frozen=True):
    """Accounting enters the copies that arrived from the pit."""

    copies: tuple[Copy, ...]


class CompareForms(PitCommand, frozen=True):
    """Accounting compares the copies from the pit with the originals from the drop boxes."""


class PostComplimentary(PitCommand, frozen=True):
    """Accounting records what the house bore in the account of the patron."""

    serial: str


class ReprintForm(PitCommand, frozen=True):
    """Print a form again, marked COPY."""

    serial: str


# ----------------------------------------------------------------------------------------------------- slips and counts


class CountInventory(PitCommand, frozen=True):
    """The dealer counts the chips of the tray, by denomination: opener, closer, or between shifts."""

    table: str
    kind: str
    chips: Mapping[int, int]
    expected_cents: int | None = None
    """What the ledger says lies in the tray, filled by the house; an opener is held against the last closer."""
    known_cents: tuple[int, ...] = ()
    """The chips and coins of the table, filled by the house."""
    staff: Mapping[str, str] = {}
    """Who is on duty at the table, filled by the house."""
    at_table: AtTable | None = None
    """What goes on at the table, filled by the house."""


class AttestCount(PitCommand, frozen=True):
    """A supervisor counts the same chips and attests the slip."""

    slip: int
    chips: Mapping[int, int]
    staff: Mapping[str, str] = {}
    """Who is on duty at the table, filled by the house."""
    expected_cents: int | None = None
    """What the ledger says lies in the tray now, filled by the house."""
    known_cents: tuple[int, ...] = ()
    """The chips and coins of the table, filled by the house."""
    cage_chips: Mapping[int, int] | None = None
    """As in :class:`PrepareSlip`: the first opener of a table comes out of the cage."""
    at_table: AtTable | None = None
    """What goes on at the table, filled by the house."""


class RequestTransfer(PitCommand, frozen=True):
    """A supervisor asks the cage for chips (``fill``), or sends chips back (``credit``), and signs for it."""

    kind: str
    table: str
    chips: Mapping[int, int]
    known_cents: tuple[int, ...] = ()
    """The chips and coins of the table, filled by the house."""
    staff: Mapping[str, str] = {}
    """Who is on duty at the table, filled by the house."""
    at_table: AtTable | None = None
    """What goes on at the table, filled by the house."""


class CancelRequest(PitCommand, frozen=True):
    """Take a request back before its slip is prepared."""

    request: int
    reason: str


class PrepareSlip(PitCommand, frozen=True):
    """The cage prepares the three-part slip of a request, under the next number."""

    request: int
    serial: str = ""
    copies: tuple[str, ...] = ("original", "duplicate", "triplicate")
    cage_chips: Mapping[int, int] | None = None
    """The chips in the cage, filled by the house; nobody knows where it is not counted."""


class RemoveDropBox(PitCommand, frozen=True):
    """Take the drop box of a table away to be counted."""

    table: str
    box: str
    expected_cents: int | None = None
    """The cash the ledger says is in the box, filled by the house."""
    expected_notes: Mapping[int, int] | None = None
    """The notes and coins that fell into the box, filled by the house."""


class CountDrop(PitCommand, frozen=True):
    """Count what a drop box holds: cash, and the originals of forms."""

    table: str
    notes: Mapping[int, int]
    """Notes and coins, by denomination."""
    originals: tuple[Copy, ...] = ()
    expected_cents: int | None = None
    """The cash the ledger says is in the box, filled by the house."""
    known_cents: tuple[int, ...] = ()
    """The notes and coins that the house takes, filled by the house."""


class ReportWin(PitCommand, frozen=True):
    """Accounting reports the win of a table for the gaming day, with the numbers of the forms that count in it."""

    table: str
    cents: int
    forms: tuple[str, ...] = ()


# ------------------------------------------------------------------------------------------------------- the gaming day


class OpenDay(PitCommand, frozen=True):
    """Open a gaming day of the pit, as 2026-11-15: the house's."""

    day: str
    house_day: str | None = None
    """The gaming day of the house, the open one or the one it may open, filled by the house."""


class CloseDay(PitCommand, frozen=True):
    """Close the gaming day, once no form, comp or count is open."""

    day: str


class AskReopening(PitCommand, frozen=True):
    """Ask that the last day of the pit be opened again, which was closed by mistake."""

    day: str
    reason: str
    house_day: str | None = None
    """The gaming day of the house, filled by the house."""


class ReopenDay(PitCommand, frozen=True):
    """A second person opens the day again."""

    day: str
    house_day: str | None = None
    """The gaming day of the house, filled by the house."""


class ProposeCorrection(PitCommand, frozen=True):
    """Ask for a correction of an account, with what it should say, and why."""

    account: str
    after_cents: int
    reason: str
    entry: str = ""
    """What is corrected: the number of a form, a slip, a round."""
    before_cents: int | None = None
    """What the ledger says, filled by the house: nobody types it."""


class ApproveCorrection(PitCommand, frozen=True):
    """A second person lets the correction through: the difference is posted."""

    correction: int
    before_cents: int | None = None
    """What the ledger says by now, filled by the house."""


class ResolveException(PitCommand, frozen=True):
    """Close an exception with what was found."""

    number: int
    resolution: str


# --------------------------------------------------------------------------------------------------------------- house


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
    before: str
    after: str
    reason: str


class RecordReference(HouseCommand, frozen=True):
    """Enter a submission, an approval or an internal control with the time at which it arrived."""

    name: str
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


PIT_KINDS = kinds_of(PitCommand)
"""Every command of a pit."""
HOUSE_KINDS = kinds_of(HouseCommand)
"""Every command of the house."""
