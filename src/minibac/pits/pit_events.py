"""Events of a pit: what has happened there, in past participles, each with the clauses it fulfils.

They carry everything that the appliers need, so that a log alone rebuilds the state. ``postings`` are rows of the
ledger as at a table: step, seat, wager, account, cents, clause; their sum is zero. The accounts, and who holds what
when they are positive:

- ``cage``: the cage; below zero is what guests brought in cash. ``mint``: where play chips come from.
- ``table/T/tray``, ``table/T/drop-box``: what the pit moves into and out of a table whose own log calls them ``tray``
  and ``drop-box``; the sum of both logs is what lies there.
- ``comps``: below zero, what the house has borne and not yet recorded to a patron. The table takes it from here when a
  marker button is cleared, the pit gives it back when it is recorded: over all logs it is zero at day end.
- ``guest/ID/comps``: below zero, the cash complimentaries recorded to that patron. ``guest/ID/wallet``: the guest's
  chips in the house.
- ``corrections``: the other side of a correction.
"""

from collections.abc import Mapping

from minibac.houses.types import Inventory
from minibac.machine.kinds import Event, kinds_of, reader
from minibac.pits.papers import Copy, PitTable
from minibac.play.postings import Posting
from minibac.rules.rulebook import Value
from minibac.voice.said import Said
from minibac.voice.times import NO_ZONE


class PitEvent(Event, frozen=True):
    """Kept in the log of one pit."""


# -------------------------------------------------------------------------------------------------- notices and changes


class PitOpened(PitEvent, frozen=True):
    """The first event of a pit: what its tables share, the tables, and how long notices run."""

    pit: str
    name: str
    options: Mapping[str, Value]
    """The finish of the shuffle, the reshuffle after lacing, the order of settlement: the same for all tables."""
    tables: Mapping[str, PitTable]
    surveillance_ms: int
    """How long surveillance knows of a change before it takes effect."""
    vigorish_ms: int | None = None
    """How long a change of vigorish is posted; ``None`` where no rulebook of the pit asks for it."""
    controls: tuple[str, ...] = ()
    """The steps of the internal controls for vigorish that nobody collected."""
    told_at: int | None = None
    """When surveillance was told in writing how the tables settle and shuffle, as the house file states."""
    inventory: Inventory = Inventory.NONE
    """Whether play waits for the counts of the trays, and how a day ends, as the house file states."""
    time_zone: str = NO_ZONE
    """Where the house is, as its file says."""


class TableAdded(PitEvent, frozen=True):
    table: str
    facts: PitTable
    notice: int = 0
    posted: int = 0


class NoticeGiven(PitEvent, frozen=True):
    """Surveillance has been written to; the period does not run yet."""

    notice: int
    options: Mapping[str, Value]
    text: str


class NoticeReceived(PitEvent, frozen=True):
    """Surveillance has it: the time of receipt is the event's."""

    notice: int


class NoticePosted(PitEvent, frozen=True):
    """Posted at the table; whoever stands there can read it."""

    notice: int
    table: str
    options: Mapping[str, Value]
    text: str


class ChangeScheduled(PitEvent, frozen=True):
    change: int
    options: Mapping[str, Value]
    tables: tuple[str, ...]
    effective_at: int
    notice: int = 0
    pit_wide: bool = False


class ChangeCancelled(PitEvent, frozen=True):
    change: int
    reason: str


class ChangeDue(PitEvent, frozen=True):
    """The time has come: each table takes the change at its next legal moment."""

    change: int
    options: Mapping[str, Value]
    tables: tuple[str, ...]
    notice: int = 0


class TableChanged(PitEvent, frozen=True):
    """A table has taken the change; ``done`` when it was the last."""

    change: int
    table: str
    options: Mapping[str, Value]
    """All options of the table from now on."""
    done: bool


# --------------------------------------------------------------------------------------------------------------- forms


class SeriesRegistered(PitEvent, frozen=True):
    kind: str
    prefix: str
    first: int
    last: int
    """The number of the last one."""


class StockRead(PitEvent, frozen=True):
    """Somebody who may has looked at the unused forms."""

    kind: str
    unused_count: int
    next_serial: str


class SeriesAccounted(PitEvent, frozen=True):
    """The numbers of a kind of form, and what of them did not agree with the stock."""

    kind: str
    unused_count: int
    used_count: int
    void_count: int
    missing: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()


class FormPrepared(PitEvent, frozen=True):
    serial: str
    kind: str
    table: str
    seat: int
    guest: str
    name: str
    cents: int
    day: str
    copies: tuple[str, ...]
    against: str = ""
    incident: int = 0


class FormSigned(PitEvent, frozen=True):
    """``role`` is what the person signed as; ``complete`` when nothing is missing on the form any more."""

    serial: str
    role: str
    complete: bool


class ReasonStated(PitEvent, frozen=True):
    """Why the patron's signature could not be had."""

    serial: str
    role: str
    reason: str
    complete: bool
    refused: bool = False
    """The patron was there and did not sign, by the word of whoever states it."""


class PresenceConfirmed(PitEvent, frozen=True):
    serial: str
    role: str


class OriginalDropped(PitEvent, frozen=True):
    """The original lies in the drop box; ``witnesses`` saw it."""

    serial: str
    table: str
    witnesses: tuple[str, ...]
    postings: tuple[Posting, ...] = ()
    """A recovered amount goes from the guest to the cage."""


class MarkerReleased(PitEvent, frozen=True):
    """The house now clears the vigorish at the table, in the name of the supervisor who signed."""

    serial: str
    table: str
    seat: int
    cents: int
    reference: str
    supervisor: str
    """The pit boss who signed the form: in that name the table clears the vigorish."""


class VoidSigned(PitEvent, frozen=True):
    serial: str
    reason: str
    role: str


class FormVoided(PitEvent, frozen=True):
    """All copies are marked VOID together, for good."""

    serial: str
    reason: str
    copies: tuple[str, ...]
    signed_by: tuple[str, ...]


class CustodyChanged(PitEvent, frozen=True):
    serial: str
    copies: tuple[str, ...]
    held_by: str
    to: str
    """The number of the person who keeps them now."""


class DuplicatesForwarded(PitEvent, frozen=True):
    """The packet for accounting: duplicates, and both copies of void forms."""

    serials: tuple[str, ...]
    void: tuple[str, ...] = ()
    day: str = ""


class DuplicatesReceived(PitEvent, frozen=True):
    copies: tuple[Copy, ...]


class FormsCompared(PitEvent, frozen=True):
    """The comparison of the day: what agreed; what did not is an exception for each."""

    day: str
    agreed: tuple[str, ...]
    exceptions_count: int


class ComplimentaryPosted(PitEvent, frozen=True):
    """The vigorish the house bore is recorded to the patron; for an uncollected form as a debt."""

    serial: str
    guest: str
    cents: int
    postings: tuple[Posting, ...]


class FormReprinted(PitEvent, frozen=True):
    """Printed again, marked COPY."""

    serial: str
    copy_no: int


# ----------------------------------------------------------------------------------------------------- slips and counts


class InventoryCounted(PitEvent, frozen=True):
    """A count by the dealer; ``over_cents`` is what it has more (or less) than expected."""

    slip: int
    table: str
    kind: str
    day: str
    chips: Mapping[int, int]
    cents: int
    expected_cents: int | None = None
    over_cents: int = 0
    mixed: bool = False
    """Whether these are other chips of the same worth than the last closer left."""
    guests_cents: int = 0
    """The chips in the hands of guests while a house plays through."""
    owed_cents: Mapping[int, int] = {}
    """What the marker buttons show, by seat; they are carried over."""
    carries: int = 0
    """The closer of the day before whose count this opener is, where a house plays through."""


class CountsDiffered(PitEvent, frozen=True):
    """A supervisor counted the same tray and found something else: both counts are void, and both count again."""

    slip: int
    table: str
    kind: str
    chips: Mapping[int, int]
    cents: int


class CountAttested(PitEvent, frozen=True):
    """A supervisor found the same; the first opener of a table takes its chips from the cage."""

    slip: int
    postings: tuple[Posting, ...] = ()


class TransferRequested(PitEvent, frozen=True):
    request: int
    kind: str
    table: str
    chips: Mapping[int, int]
    cents: int
    day: str


class RequestCancelled(PitEvent, frozen=True):
    request: int
    reason: str


class SlipPrepared(PitEvent, frozen=True):
    serial: str
    request: int
    kind: str
    table: str
    cents: int
    day: str
    copies: tuple[str, ...]
    chips: Mapping[int, int] = {}


class TransferCompleted(PitEvent, frozen=True):
    """Everybody has signed: the chips are where they belong."""

    serial: str
    kind: str
    table: str
    cents: int
    postings: tuple[Posting, ...]
    request: int = 0
    chips: Mapping[int, int] = {}


class DropBoxRemoved(PitEvent, frozen=True):
    """The box leaves the table, and an empty one comes in its place."""

    table: str
    box: str
    day: str
    expected_cents: int | None = None
    """The cash that the ledger has in it now; nobody who counts is told."""
    expected_notes: Mapping[int, int] | None = None
    """The same by denomination: what fell into it since it came to the table."""


class DropSealed(PitEvent, frozen=True):
    """What the first of two found in a box; nobody is told before the second has counted."""

    table: str
    box: str
    day: str
    cash_cents: int
    notes: Mapping[int, int]
    """The cash by denomination."""
    originals: tuple[Copy, ...]


class DropCountsDiffered(PitEvent, frozen=True):
    """The second found something else: both counts are void, and both count again."""

    table: str
    box: str
    day: str
    cash_cents: int
    notes: Mapping[int, int]
    """The cash by denomination."""
    originals: tuple[Copy, ...]


class DropCounted(PitEvent, frozen=True):
    """Cash and originals that two people found in a box; the cash goes to the cage."""

    table: str
    box: str
    day: str
    cash_cents: int
    notes: Mapping[int, int]
    """The cash by denomination."""
    originals: tuple[Copy, ...]
    sealed_by: str = ""
    """Who counted it first."""
    expected_cents: int | None = None
    expected_notes: Mapping[int, int] | None = None
    """What fell into the box since the last one, by denomination; nobody knows where no table tells."""
    postings: tuple[Posting, ...] = ()


class WinReported(PitEvent, frozen=True):
    """closer + credits + drop − opener − fills, where the drop is cash and forms."""

    table: str
    day: str
    opener_cents: int
    closer_cents: int
    fills_cents: int
    credits_cents: int
    cash_cents: int
    forms_cents: int
    forms: tuple[str, ...]
    win_cents: int


# ------------------------------------------------------------------------------------------------------- the gaming day


class DayOpened(PitEvent, frozen=True):
    day: str


class DayClosed(PitEvent, frozen=True):
    """The day is over. Exceptions that are still open are named."""

    day: str
    open_exceptions: tuple[int, ...] = ()
    wins: Mapping[str, int] = {}
    serials: Mapping[str, tuple[int, int, int]] = {}
    """For each kind of form: how many numbers are unused, used and void."""


class ReopeningAsked(PitEvent, frozen=True):
    """Somebody asks that the last day be opened again."""

    day: str
    reason: str


class DayReopened(PitEvent, frozen=True):
    """A second person has opened the last day again; its wins are reported anew."""

    day: str
    reason: str
    asked_by: str


class CorrectionProposed(PitEvent, frozen=True):
    """``before_cents`` is the ledger's, read when it was asked for."""

    correction: int
    account: str
    before_cents: int
    after_cents: int
    difference_cents: int
    reason: str
    entry: str = ""


class CorrectionApproved(PitEvent, frozen=True):
    """The difference is posted; ``before_cents`` is what the ledger said at that moment."""

    correction: int
    account: str
    before_cents: int
    after_cents: int
    difference_cents: int
    reason: str
    proposed_by: str
    entry: str = ""
    postings: tuple[Posting, ...] = ()


class ExceptionRaised(PitEvent, frozen=True):
    """Something surveillance and audit must know: a discrepancy, a form that does not pair."""

    number: int
    kind: str
    said: Said
    severity: str
    """``low``, ``medium`` or ``high``."""
    day: str = ""
    table: str = ""
    seat: int = 0
    serial: str = ""
    cents: int = 0
    told: tuple[str, ...] = ()
    """The roles that are told at once."""
    staff: Mapping[str, str] = {}


class ExceptionResolved(PitEvent, frozen=True):
    number: int
    resolution: str


class AttemptRefused(PitEvent, frozen=True):
    """Somebody tried what the clauses forbid. It was refused, and this is its trace."""

    command: str
    role: str
    code: str
    """That of the refusal, as ``not-yours``."""
    said: Said
    severity: str
    day: str = ""
    table: str = ""
    seat: int = 0
    serial: str = ""


PIT_KINDS = kinds_of(PitEvent)
"""Every event of a pit."""

decode = reader(PIT_KINDS)
"""An event of a pit read back from its line."""
