"""Commands of a pit: what somebody wants to do around the tables. Imperatives, as at a table.

Two people are two commands: a count is made by one and attested by another, a form is signed by each in turn. So every
command has one person behind it, whom the house has recognised.
"""

from collections.abc import Mapping

from minibac.machine.kinds import Command, kinds_of
from minibac.machine.roles import Actor
from minibac.pits.papers import AtTable, Copy, PrintedNumbers
from minibac.rules.house_rules import Approved, Reference
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import Value


class PitCommand(Command, frozen=True):
    """Decided against the state of one pit."""


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
    """The number of the last one."""
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


PIT_KINDS = kinds_of(PitCommand)
"""Every command of a pit."""
