"""Commands: what somebody at the table wants to do now. Imperatives; each says who gives it and when.

``cards`` in a command are identities of cards that the step turns face up. At a live table the vault fills them in; at
a real table the dealer types them.
"""

from collections.abc import Mapping

from minibac.machine import kinds
from minibac.rules.rulebook import Value
from minibac.table.timing import ShareTimes, Timing
from minibac.table.wire_words import AssignedDuty, Card, Cents, Hand, HouseMoneyChoice, Move, Seat, WagerId, Winning


class Command(kinds.Command, frozen=True):
    """Something somebody wants to do at a table."""


# ------------------------------------------------------------------------------------------------- staff and opening


class AssignStaff(Command, frozen=True):
    """Put a person on duty: the dealer who calls, the dealer of the wagers, the floorperson of the table, the pit boss
    of its pit, the shift manager."""

    duty: AssignedDuty
    person: str


class DoStep(Command, frozen=True):
    """Carry out the named step of the procedure in progress: opening, shuffle or dead table."""

    step: str
    batch: str = "A"
    ok: bool | None = None
    """Whether it is so: what was found or is attested, or whether a guest looked (``False``: declined).

    Where a step asks for it, silence is no answer.
    """
    cards_count: int | None = None
    """How many cards were counted, or laced."""
    note: str = ""


class DirectShuffle(Command, frozen=True):
    """A floorperson or above orders a shuffle between coups."""

    reason: str


class DeclareDead(Command, frozen=True):
    """The floorperson declares that there is no gaming activity: the cards are taken out and spread."""


class ChangeDecks(Command, frozen=True):
    """Fresh decks come to the table; it is opened anew with them."""


class CloseTable(Command, frozen=True):
    """Close the table between shoes."""


class ChangeOptions(Command, frozen=True):
    """The house brings a change of the pit to the table: the vigorish, the settlement, the finish of the shuffle."""

    options: Mapping[str, Value]
    notice: str = ""
    """The notice it rests on, where one is needed."""


class StateTimes(Command, frozen=True):
    """The house states other times for the answers of guests."""

    timing: Timing


class StateShare(Command, frozen=True):
    """The house states whether guests have a share in the shuffle here, and how long it waits for it."""

    times: ShareTimes | None


class OpenTray(Command, frozen=True):
    """The pit brings the attested opener, or a tray whose closer was not attested: chips are sold and rounds dealt."""

    day: str
    slip: int
    chips: Mapping[int, int] | None = None
    """``None``: the tray is open, and plays on as it lies for the day that has begun."""


class CloseTray(Command, frozen=True):
    """The pit counts the closer: no chip moves between guests and tray, and no round begins, until the next opener."""

    slip: int


class MoveChips(Command, frozen=True):
    """The pit brings the chips of a fill, takes out those of a credit, carries them away, or puts them back."""

    kind: str
    request: int
    chips: Mapping[int, int] = {}


class AskFill(Command, frozen=True):
    """Ask the pit for a fill: the chips that a payment lacks, and more of what has run low."""

    chips: Mapping[int, int] = {}


class CommitShare(Command, frozen=True):
    """A guest's program shows the hash of a random value before the house commits to an order; empty: it has none."""

    seat: Seat
    hash: str


class RevealShare(Command, frozen=True):
    """The guest's program shows the value after it; empty: it withholds it."""

    seat: Seat
    value: str


class CloseShares(Command, frozen=True):
    """The time for shares is over: the house commits to an order, or permutes it by the values that are there."""


class CommitStack(Command, frozen=True):
    """The house writes down the hash of the stack's order before the cut is offered."""

    commitment: str


class RevealShoe(Command, frozen=True):
    """The house shows the order and the salt of a finished shoe."""

    order: tuple[Card, ...]
    salt: str
    shoe_no: int = 0
    """0 is the shoe that has just ended; another is one that was held back."""


# ----------------------------------------------------------------------------------------------------- cut and burn


class AnswerCut(Command, frozen=True):
    """The guest to whom the cut is offered takes it or declines; for a silent guest the house may say no."""

    accept: bool
    word: str = ""
    """Whatever the guest says with it: it has a share in where a cut falls that nobody takes."""


class CutStack(Command, frozen=True):
    """Put the cutting card in under that many cards."""

    position: int


class OrderRecut(Command, frozen=True):
    """A supervisor has the cards cut again."""

    reason: str


class CompleteCut(Command, frozen=True):
    """Bring the front to the back, and put the cutting cards where the shoe will end."""

    depth: int


class LoadShoe(Command, frozen=True):
    """Put the stack into the dealing shoe."""

    batch: str = ""
    """Which of two batches; a single set needs no name."""
    cutting_cards: int | None = None
    """How many there are, said by whoever puts them in."""


class BurnCards(Command, frozen=True):
    """Remove the first card and burn as many as it counts. ``cards``: those that are shown."""

    cards: tuple[Card, ...] = ()
    burned_count: int | None = None
    """How many cards the dealer burned after the first, where that is to be checked."""
    rack_batch: str = ""
    """The batch whose cards lie in the discard rack, or ``none``: said wherever there are two (F13)."""


# ----------------------------------------------------------------------------------------------------------- guests


class TakeSeat(Command, frozen=True):
    """A guest sits down; the house says what it knows about eligibility."""

    seat: Seat
    guest: str
    name: str = ""
    age: int | None = None
    """In years, where it was asked for."""
    of_age: bool = False
    """Where no rulebook asks for years: the word that the guest has the age of the house."""
    attested_by: str = ""
    """Whose word that is: the guest's own, or that of somebody of the staff who looked."""
    excluded: bool = False
    """Whether the house does not let this person play; on which list and why stays with the house."""
    arriving: bool = False
    """Whether the guest still buys chips and looks around: nobody waits for who has not arrived (``SayArrived``)."""


class SayExcluded(Command, frozen=True):
    """The house says that a guest has come on one of its lists, or is on none any more (``""``)."""

    guest: str
    excluded: bool


class LeaveSeat(Command, frozen=True):
    """A guest leaves the table, by any way."""

    seat: Seat
    unpaid: bool = False
    """The guest cannot pay the vigorish that is owed, or where no form exists for it will not: that is an incident and
    the marker button stays (A07, B37)."""


class ChangeSeat(Command, frozen=True):
    """A guest moves to another seat, which is leaving one and taking the other (F12)."""

    seat: Seat
    to: Seat


class SayConnection(Command, frozen=True):
    """The house says that a guest's connection was lost or is back."""

    seat: Seat
    connected: bool


class BuyIn(Command, frozen=True):
    """Cash or wallet to chips."""

    seat: Seat
    cents: Cents
    transfer: str
    excluded: bool = False
    """What the lists of the house say by now, as in :class:`TakeSeat`."""
    notes: Mapping[int, int] = {}
    """The notes and coins that came, by denomination; a plain breakdown where nobody says."""


class NameNotes(Command, frozen=True):
    """The dealer says which notes a seat has brought, before they are in the closed drop box."""

    seat: Seat
    notes: Mapping[int, int]


class DeclarePartners(Command, frozen=True):
    """A guest says to bet together with others, or a supervisor marks them (D09)."""

    seats: tuple[Seat, ...]


class DissolvePartners(Command, frozen=True):
    """A partner ends a declaration between shoes, the floor what it marked, and the gaming day all of them (0)."""

    number: int
    until: int | None = None
    """The end of the gaming day: what is said after it belongs to the next one."""


class SayArrived(Command, frozen=True):
    """A guest who sat down has chips and has seen what there is to see: now the table waits for this seat too."""

    seat: Seat


class SayReady(Command, frozen=True):
    """A seat has wagered what it will, or takes that back: when all are ready, nobody waits for the clock."""

    seat: Seat
    ready: bool = True


class WaiveTurning(Command, frozen=True):
    """A seat declares once that the dealer turns its cards, or takes that back (F11)."""

    seat: Seat
    waive: bool


# ----------------------------------------------------------------------------------------------------------- wagers


class PlaceWager(Command, frozen=True):
    """Put chips on an area, or more chips to those that lie there."""

    seat: Seat
    wager: WagerId
    cents: Cents
    coupon_cents: int = 0
    coupon_serial: str = ""


class WithdrawWager(Command, frozen=True):
    """Take chips back from an area, all of them unless ``cents`` says fewer; or a spoken wager and its cash."""

    seat: Seat
    wager: WagerId
    cents: int | None = None


class SpeakWager(Command, frozen=True):
    """A spoken wager with cash on the table."""

    seat: Seat
    wager: WagerId
    cents: Cents
    cash_cents: Cents


class ConfirmSpoken(Command, frozen=True):
    """The dealer, or the supervisor, confirms a spoken wager."""

    seat: Seat
    wager: WagerId


class ConvertCash(Command, frozen=True):
    """The cash of a spoken wager becomes chips."""

    seat: Seat
    wager: WagerId
    notes: Mapping[int, int] = {}
    """As in :class:`BuyIn`."""


class CallNoMoreBets(Command, frozen=True):
    """The dealer calling the game closes the betting."""


# ---------------------------------------------------------------------------------------------------------- dealing


class DealCard(Command, frozen=True):
    """Take the next card from the shoe to a hand. ``cards``: its identity where it is dealt face up."""

    hand: Hand
    cards: tuple[Card, ...] = ()


class TuckBanker(Command, frozen=True):
    """The Banker's Hand goes under the right corner of the shoe."""


class HandCards(Command, frozen=True):
    """Hand the cards of a hand, face down, to a bettor."""

    hand: Hand
    seat: Seat


class ReturnCards(Command, frozen=True):
    """The bettor returns the cards, face up."""

    hand: Hand
    cards: tuple[Card, ...] = ()


class TurnCards(Command, frozen=True):
    """The dealer turns the cards of a hand."""

    hand: Hand
    cards: tuple[Card, ...] = ()


class Relinquish(Command, frozen=True):
    """A bettor gives up the right to turn the cards."""

    hand: Hand


class RevokeRight(Command, frozen=True):
    """The dealer or the floorperson takes the right to turn the cards from a bettor; a breach is named in a note."""

    hand: Hand
    reason: str
    note: str = ""


class AnswerRight(Command, frozen=True):
    """The guest to whom the right to turn is offered takes it or declines; for a silent guest the house may say no."""

    hand: Hand
    accept: bool


class CallCount(Command, frozen=True):
    """Announce the Point Count of a hand."""

    hand: Hand
    count: int


class ChooseHouseMoney(Command, frozen=True):
    """A House Money winner says where the payout goes: ``take``, ``player`` or ``banker``.

    Silence means take: when the time is up the house says so.
    """

    seat: Seat
    choice: HouseMoneyChoice


class SettleHouseMoney(Command, frozen=True):
    """The dealer settles the House Money wager of a seat."""

    seat: Seat
    actions: tuple[Move, ...] = ()
    """The moves the dealer made, where they are to be checked: step, seat, wager, cents."""
    chips: Mapping[int, int] = {}
    """The chips of a payout that is paid or added whole, where the dealer has chosen them, as in ``TakeActions``."""


class CallResult(Command, frozen=True):
    """Announce the final counts and the winner."""

    player: int
    """The final Point Count of the Player's Hand."""
    banker: int
    """That of the Banker's Hand."""
    result: Winning
    call: str = ""
    """``dragon-7`` or ``panda-8`` where the rulebook has it called."""


class TakeActions(Command, frozen=True):
    """The dealer of the wagers makes one or more moves of the settlement: step, seat, wager, cents."""

    actions: tuple[Move, ...]
    chips: Mapping[int, int] = {}
    """The chips of a single payment, where the dealer has chosen them: how many of each denomination."""


class RackCards(Command, frozen=True):
    """All cards on the layout go to the discard rack, in order."""


class CallLastHand(Command, frozen=True):
    """Announce "last hand"."""


class CollectVigorish(Command, frozen=True):
    """The dealer collects what a seat owes, or its guest pays it."""

    seat: Seat
    cents: Cents


class ClearVigorish(Command, frozen=True):
    """A supervisor takes a debt off the layout that cannot be collected (A07, B37).

    Where the rulebook has a Complimentary Vigorish Form, ``reference`` is its number; where it has none, the number of
    the incident by which another person of the table attests it, and the house pays if it has chosen to.
    """

    seat: Seat
    cents: Cents
    reference: str


class ChangeMarker(Command, frozen=True):
    """Set or remove a marker button by hand; right only if it then shows what is owed."""

    seat: Seat
    cents: Cents


class EndShoe(Command, frozen=True):
    """The shoe is over: everything owed is settled, the cards go to the shuffle."""


class RestartScoreboard(Command, frozen=True):
    """The floor starts the scoreboard of a continuous device anew (F10)."""

    reason: str


class CorrectCard(Command, frozen=True):
    """At a table that follows a real one: a card of this round was named wrong, and is named again."""

    position: int
    card: Card


class CorrectPayment(Command, frozen=True):
    """A supervisor brings a seat to what the settlement says of the coup as it was rebuilt from the rack (F06)."""

    seat: Seat
    coup_no: int
    reason: str


class Reconstruct(Command, frozen=True):
    """In a dispute, rebuild the hands of a coup from the discard rack: the cards as they lie there."""

    coup_no: int
    player_cards: tuple[Card, ...]
    banker_cards: tuple[Card, ...]
    simulated: bool = False


# --------------------------------------------------------------------------------------------------- irregularities


class Report(Command, frozen=True):
    """Something has already happened. The remedy is the rulebook's."""

    kind: str
    disclosed: bool | None = None
    """Whether anybody has seen the card; of a card in error it must be said."""
    cards: tuple[Card, ...] = ()
    hand: str = ""
    seat: int = 0
    count: int = 0
    note: str = ""


class ConfirmExposure(Command, frozen=True):
    """The floorperson says whether the card was disclosed as it was dealt, or only after it lay on its area (B28)."""

    in_dealing: bool


class CarryOut(Command, frozen=True):
    """Carry out the remedy that is due: burn, discard, start the simulated round. ``cards``: those that are shown."""

    do: str
    """The step of the remedy, as ``do`` of ``CardStrayed`` has it."""
    cards: tuple[Card, ...] = ()


class ResolveIncident(Command, frozen=True):
    """A supervisor resolves an incident."""

    number: int
    resolution: str


class ConfirmUnfinishable(Command, frozen=True):
    """A second person confirms that the round cannot be completed: every wager at every seat goes back (F14)."""

    number: int


KINDS = kinds.kinds_of(Command)
"""Every command there is."""

read_command = kinds.reader(KINDS)
