"""Events: what has happened, in past participles. Each names the clauses it fulfils.

Events carry everything :func:`apply` needs, so that a log alone rebuilds the table. ``postings`` are lines of
the ledger.
"""

from collections.abc import Mapping

from minibac.machine import kinds
from minibac.play.postings import Posting
from minibac.play.settlement import SettledWager
from minibac.rules.house_rules import Approved, Reference
from minibac.table.timing import USUAL, ShareTimes, Timing
from minibac.voice.said import Said


class Event(kinds.Event, frozen=True):
    """Something that has happened at a table."""


class TableOpened(Event, frozen=True):
    table: str
    rulebook: str
    options: dict[str, bool | int | str]
    minimum_cents: Mapping[str, int] = {}
    maximum_cents: Mapping[str, int] = {}
    minimum_age: int = 0
    by_hand: bool = False
    """The cards come from a real shoe: somebody names each one as it is turned, and the house knows no order."""
    references: dict[str, Reference] | None = None
    """The papers the house holds; without them the sample house stands behind the options."""
    approved: tuple[Approved, ...] = ()
    """Further wagers with their approvals."""
    timing: Timing = USUAL
    """How long guests have for each answer."""
    kept: bool = False
    """The tray is counted by the pit: nothing is played before its opener, nor after its closer."""


class TimesStated(Event, frozen=True):
    """From now on guests have these times for their answers."""

    timing: Timing


class ShareStated(Event, frozen=True):
    """From the next shuffle on guests have a share in it, or have none any more."""

    times: ShareTimes | None


class TrayOpened(Event, frozen=True):
    """The tray is open with these chips, as two people have counted them."""

    day: str
    slip: int
    chips: Mapping[int, int]


class TrayClosed(Event, frozen=True):
    """The closer is counted: what guests hold then, and what the marker buttons show, by seat."""

    day: str
    slip: int
    guests_cents: int = 0
    owed_cents: Mapping[int, int] = {}


class ChipsCarried(Event, frozen=True):
    """Chips of a fill or a credit have moved: into the tray, out of it, away from the table, or back (R39)."""

    kind: str
    request: int
    chips: Mapping[int, int]


class FillAsked(Event, frozen=True):
    """The table asks for these chips (R39)."""

    chips: Mapping[int, int]


class StaffAssigned(Event, frozen=True):
    duty: str
    person: str


class StepDone(Event, frozen=True):
    procedure: str
    step: str
    batch: str
    ok: bool = True
    note: str = ""
    cards_count: int | None = None
    """How many cards were counted, or laced."""


class GuestAnswered(Event, frozen=True):
    """One of the guests has looked at the cards, or said no; the others still have their time."""

    step: str
    seat: int
    guest: str
    ok: bool


class ProcedureStarted(Event, frozen=True):
    """A procedure begins, or begins again: opening, shuffle, dead-table."""

    procedure: str
    reason: str = ""
    by_hand: bool = False
    """The device holds the other batch, so that this one is shuffled by hand (A16)."""


class ProcedureFinished(Event, frozen=True):
    procedure: str


class DecksRejected(Event, frozen=True):
    """An inspection found a defect: the opening starts again with other decks."""

    batch: str
    note: str


class BatchesSwapped(Event, frozen=True):
    """The batch of the table goes into the shuffler and the other comes out, in one step (A15)."""

    in_play: str


class ShareCommitted(Event, frozen=True):
    """A guest has shown the hash of a random value; empty: the guest has no share in this shuffle."""

    seat: int
    hash: str


class SharesClosed(Event, frozen=True):
    """These seats have a share; the house commits to its order now."""

    seats: tuple[int, ...]


class StackCommitted(Event, frozen=True):
    """The hash of the order is written down; ``carried_count`` cards on top lie face down on the layout (F10)."""

    shoe_no: int
    cards_count: int
    commitment: str
    carried_count: int = 0


class ShareRevealed(Event, frozen=True):
    """A guest has shown the value behind the hash; empty: the guest withholds it."""

    seat: int
    value: str


class StackMixed(Event, frozen=True):
    """The committed stack is permuted by what the values give together; who withheld one is named."""

    seats: tuple[int, ...]
    withheld: tuple[int, ...]
    seed: str


class ShoeRevealed(Event, frozen=True):
    shoe_no: int
    order: tuple[str, ...]
    salt: str


class CutOffered(Event, frozen=True):
    """``seat`` 0 is the dealer."""

    seat: int


class CutAnswered(Event, frozen=True):
    seat: int
    accept: bool
    word: str = ""
    """What the guest said with it; nothing for a silent one."""


class StackCut(Event, frozen=True):
    seat: int
    position: int


class RecutOrdered(Event, frozen=True):
    reason: str


class CutCompleted(Event, frozen=True):
    depth: int


class ShoeLoaded(Event, frozen=True):
    batch: str
    cutting_cards: int = 0


class CardsBurned(Event, frozen=True):
    """Positions burned, and the identities of those that were shown."""

    positions: tuple[int, ...]
    shown: dict[int, str]
    rack_batch: str = ""
    """What the dealer found in the discard rack, where there are two batches."""


class TableClosed(Event, frozen=True):
    pass


class OptionsChanged(Event, frozen=True):
    """The table plays by other options from here on; ``changed`` are those that differ, empty where one fell away."""

    options: dict[str, bool | int | str]
    """All of them, as in :class:`TableOpened`."""
    changed: dict[str, bool | int | str]
    notice: str = ""
    """The notice it rests on, where one is needed."""


class SeatTaken(Event, frozen=True):
    """A guest sits down. How old somebody is stays with the house; that it is enough, and by whose word, is here."""

    seat: int
    guest: str
    name: str
    least_age: int = 0
    attested_by: str = ""
    arriving: bool = False
    """Whether the guest has still to say that the table may wait for them."""


class GuestArrived(Event, frozen=True):
    """A guest who sat down a while ago is at the game now."""

    seat: int


class GuestExcluded(Event, frozen=True):
    """A guest may not play any more, or may again; for the floor and surveillance alone, and why is for neither."""

    seat: int
    guest: str
    excluded: bool


class SeatLeft(Event, frozen=True):
    seat: int
    guest: str
    cents: int
    owed_cents: int = 0
    """What its marker button still shows, which stays (B37)."""
    postings: tuple[Posting, ...] = ()


class SeatChanged(Event, frozen=True):
    seat: int
    to: int
    """The seat that is taken."""
    postings: tuple[Posting, ...] = ()


class ConnectionSaid(Event, frozen=True):
    seat: int
    connected: bool


class ChipsBought(Event, frozen=True):
    seat: int
    cents: int
    transfer: str
    notes: Mapping[int, int] = {}
    """The notes and coins that fell into the drop box, by denomination."""
    unnamed: bool = False
    """Whether the person who deals has still to say which notes came."""
    postings: tuple[Posting, ...] = ()


class NotesNamed(Event, frozen=True):
    """The dealer has said which notes a seat has brought, in the place of those that were taken for granted."""

    seat: int
    before: Mapping[int, int]
    """Those that were taken for granted."""
    notes: Mapping[int, int]


class PartnersDeclared(Event, frozen=True):
    """One of the partners has given their word, or a supervisor has marked them; ``counts``: they bet together now."""

    number: int
    seats: tuple[int, ...]
    guests: tuple[str, ...]
    marked: bool
    counts: bool


class PartnersDissolved(Event, frozen=True):
    number: int
    seats: tuple[int, ...]
    """Where those of them sit who are there."""


class ReadySaid(Event, frozen=True):
    """A seat waits for nothing but the call, or does again."""

    seat: int
    ready: bool


class TurningWaived(Event, frozen=True):
    seat: int
    waive: bool


class WagerPlaced(Event, frozen=True):
    """``cents`` more on the area."""

    seat: int
    wager: str
    cents: int
    coupon_cents: int = 0
    coupon_serial: str = ""
    postings: tuple[Posting, ...] = ()


class WagerWithdrawn(Event, frozen=True):
    seat: int
    wager: str
    cents: int
    postings: tuple[Posting, ...] = ()


class WagerSpoken(Event, frozen=True):
    seat: int
    wager: str
    cents: int
    cash_cents: int


class SpokenConfirmed(Event, frozen=True):
    seat: int
    wager: str
    role: str
    accepted: bool
    """Every confirmation the rulebook asks for is there: the wager counts."""


class SpokenReturned(Event, frozen=True):
    """The cash of a spoken wager goes back: nobody confirmed it before betting closed, or the round is void."""

    seat: int
    wager: str
    cash_cents: int


class CashConverted(Event, frozen=True):
    seat: int
    wager: str
    cash_cents: int
    notes: Mapping[int, int] = {}
    postings: tuple[Posting, ...] = ()


class BettingOpened(Event, frozen=True):
    coup_no: int


class BettingClosed(Event, frozen=True):
    """ "No more bets". The holders of the hands are frozen; 0 is the dealer."""

    player_holder: int
    banker_holder: int
    announcement: Said


class CardDealt(Event, frozen=True):
    """A card has left the shoe for a place; ``card`` is there when it was dealt face up."""

    position: int
    hand: str
    card: str | None = None
    cut_card: bool = False
    """The cutting card came out before it."""


class BankerTucked(Event, frozen=True):
    pass


class CardsHanded(Event, frozen=True):
    hand: str
    seat: int


class CardsTurned(Event, frozen=True):
    hand: str
    cards: dict[int, str]
    seat: int = 0
    """Who turned them; 0 is the dealer."""
    exposed: bool = False
    """They turned over in dealing, and stay in their hand (B28)."""


class RightSurrendered(Event, frozen=True):
    hand: str
    seat: int
    reason: str
    offered: int
    """The seat to which the right is offered next; 0 is the dealer."""
    note: str = ""
    """What the guest did, where the right was taken for a breach."""


class RightAnswered(Event, frozen=True):
    hand: str
    seat: int
    accept: bool
    offered: int


class CountCalled(Event, frozen=True):
    hand: str
    count: int
    announcement: Said


class HouseMoneyChosen(Event, frozen=True):
    seat: int
    choice: str


class HouseMoneySettled(Event, frozen=True):
    seat: int
    wager: SettledWager
    """What it came to."""
    added_to: str = ""
    added_cents: int = 0
    postings: tuple[Posting, ...] = ()
    actions: tuple[tuple[str, int, str, int], ...] = ()
    """The moves of it, as in ``ActionsTaken``."""
    chips: Mapping[int, int] = {}
    """The chips of the payout, where the dealer has chosen them."""


class ResultCalled(Event, frozen=True):
    code: int
    announcement: Said


class ActionsTaken(Event, frozen=True):
    """Moves of the settlement."""

    actions: tuple[tuple[str, int, str, int], ...]
    postings: tuple[Posting, ...]
    chips: Mapping[int, int] = {}
    """The chips of a single payment, where the dealer has chosen them."""


class CoupSettled(Event, frozen=True):
    """Every move of the settlement has been made: what each wager of the coup came to, House Money first."""

    coup_no: int
    code: int
    wagers: tuple[SettledWager, ...]


class CardsRacked(Event, frozen=True):
    coup_no: int
    player: tuple[int, ...]
    """Where the cards of the Player's Hand came in the shoe, from 0."""
    banker: tuple[int, ...]
    """Where those of the Banker's Hand came."""
    simulated: bool = False
    voided: bool = False


class LastHandCalled(Event, frozen=True):
    announcement: Said


class ShoeEnded(Event, frozen=True):
    """The shoe is over; ``then`` comes the shuffle, the dead table, fresh decks or the end of the day."""

    shoe_no: int
    then: str = "shuffle"
    reason: str = ""
    held_back: bool = False
    """A card of it still lies face down on the layout: its order is shown once that card has been turned (F10)."""


class ScoreboardRestarted(Event, frozen=True):
    """Where no shoe ends, the scoreboard starts anew on the floor's order or after 200 coups (F10)."""

    reason: str


class VigorishCollected(Event, frozen=True):
    seat: int
    cents: int
    receipt: str = ""
    """What the guest is given for it."""
    postings: tuple[Posting, ...] = ()


class VigorishCleared(Event, frozen=True):
    """Vigorish that cannot be collected leaves the layout: by a form, or at the house's expense."""

    seat: int
    cents: int
    reference: str
    postings: tuple[Posting, ...] = ()


class CardCorrected(Event, frozen=True):
    """A card of a real table had been named wrong; the record keeps both names."""

    position: int
    hand: str
    before: str
    card: str


class PaymentCorrected(Event, frozen=True):
    """A wager has come to what its round, rebuilt from the rack, gives it."""

    seat: int
    wager: str
    cents: int
    """What it came to more than before; negative where the guest gave back."""
    coup_no: int
    reason: str
    settled: SettledWager
    postings: tuple[Posting, ...] = ()


class CoupReconstructed(Event, frozen=True):
    """The hands of a coup were rebuilt from the discard rack, and lie there as they were dealt."""

    coup_no: int
    player_cards: tuple[str, ...]
    banker_cards: tuple[str, ...]
    simulated: bool = False


class CardStrayed(Event, frozen=True):
    """A card is out of the shoe that should not be, and what is to be done with it."""

    kind: str
    positions: tuple[int, ...]
    disclosed: bool
    cards: dict[int, str]
    do: tuple[str, ...]
    """What is done with it, step by step."""
    burn_count: int = 0
    cut_card: bool = False


class ExposureReported(Event, frozen=True):
    """A card turned over as it was dealt: the floorperson confirms it before anything else is done (B28)."""

    position: int
    hand: str
    card: str


class CardMoved(Event, frozen=True):
    """A card that lay on the wrong hand goes to the hand it belongs to."""

    position: int
    hand: str
    card: str | None = None


class CardCarried(Event, frozen=True):
    """Stray cards wait face down: they are the first of the next coup."""

    positions: tuple[int, ...]


class StrayDiscarded(Event, frozen=True):
    """Stray cards, and those burned with them, are in the discard rack."""

    positions: tuple[int, ...]
    shown: dict[int, str]
    cut_card: bool = False


class SimulatedRoundStarted(Event, frozen=True):
    """A round without wagers begins with a disclosed card; ``resume``: it interrupts a ``deal``, a ``bet``, nothing."""

    position: int
    card: str | None
    resume: str = ""


class CoupVoided(Event, frozen=True):
    """Every wager is returned; nothing is dealt before the whole set has been shuffled."""

    coup_no: int
    wagers: tuple[SettledWager, ...]
    """What each came to: House Money that stands among them."""
    reason: str
    postings: tuple[Posting, ...] = ()


class IncidentOpened(Event, frozen=True):
    number: int
    kind: str
    note: str
    stops_play: bool
    seat: int = 0
    staff: Mapping[str, str] = {}
    """Who was on duty at the table, by duty."""
    role: str = ""
    """In which role it was reported, where a second person has to confirm it."""


class IncidentResolved(Event, frozen=True):
    number: int
    resolution: str


KINDS = kinds.kinds_of(Event)
"""Every event there is."""

encode, decode = kinds.encode, kinds.reader(KINDS)
