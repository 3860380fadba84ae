"""The state of a table: everything a decision needs, nothing that grows with the coups played.

Undealt cards are positions in the shoe, not cards: the table never knows the order. A card's identity is here only once
it has been turned.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

import msgspec

from minibac.cards.card import ALL_CARDS, Card
from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import Duty
from minibac.play.coup import START, Coup, take
from minibac.play.postings import Posting
from minibac.play.settlement import SettledWager
from minibac.play.wagers import Wager
from minibac.rules.drawing import DrawingRules
from minibac.rules.house_rules import HouseRules
from minibac.rules.once import once
from minibac.rules.rulebook import Value
from minibac.table.timing import USUAL, ShareTimes, Timing

AUTOMATIC_STAFF: Mapping[str, str] = {
    Duty.CALLING: "automatic dealer",
    Duty.WAGERS: "automatic dealer",
    Duty.FLOOR: "automatic floorperson",
    Duty.PIT: "automatic pit boss",
    Duty.SHIFT: "automatic shift manager",
}
"""Who is on duty at a table where no person is; distinct where a clause wants distinct people (s42/d/1/verify)."""


class Phase(StrEnum):
    """Where the life of a table stands."""

    OPENING = "opening"
    SHUFFLE = "shuffle"
    SHARES = "shares"
    COMMIT = "commit"
    MIXING = "mixing"
    CUT_OFFER = "cut-offer"
    CUT = "cut"
    CUT_DONE = "cut-done"
    COMPLETED = "completed"
    LOADED = "loaded"
    BETTING = "betting"
    DEALING = "dealing"
    TURNING = "turning"
    HOUSE_MONEY = "house-money"
    DRAWING = "drawing"
    RESULT = "result"
    SETTLING = "settling"
    RACKING = "racking"
    BETWEEN = "between"
    SHOE_OVER = "shoe-over"
    DEAD = "dead"
    CLOSED = "closed"


NOBODY = -1
"""No seat; 0 is the dealer."""

CARDS: dict[str, Card] = {str(card): card for card in ALL_CARDS}
"""Every card by the one way in which a log writes it."""


class SeatState(msgspec.Struct, frozen=True):
    """A guest at a seat. Chips and debts are balances of the ledger."""

    guest: str
    name: str
    connected: bool = True
    waives: bool = False
    lost_at: int = 0
    """When the connection was lost, 0 while it holds."""
    transfer: str = ""
    """The last buy-in, so that a transfer that is sent twice counts once."""
    excluded: bool = False
    """Whether the guest may not play any more: no further wager is taken, and after the round the seat is left."""
    arriving: bool = False
    """Whether the guest still buys chips and looks around: no clock runs for them, and nobody waits for them."""

    @property
    def here(self) -> bool:
        """Whether the table waits for this guest's word."""
        return self.connected and not self.arriving


class Partnership(msgspec.Struct, frozen=True):
    """Persons who bet together, wherever they sit: as a supervisor marked them, or by every partner's word (D09)."""

    number: int
    guests: tuple[str, ...]
    agreed: tuple[str, ...] = ()
    """Who has given their word; a declaration counts when all have."""
    marked: bool = False
    at: int = 0
    """When it was said, or said again."""

    @property
    def counts(self) -> bool:
        return self.marked or set(self.agreed) == set(self.guests)


class Spoken(msgspec.Struct, frozen=True):
    """A spoken wager and how far it has got."""

    seat: int
    wager: str
    cents: int
    cash_cents: int
    at: int
    confirmed: tuple[str, ...] = ()
    confirmed_by: tuple[str, ...] = ()
    """Who confirmed it, each as what ``confirmed`` says."""
    accepted: bool = False


class Stray(msgspec.Struct, frozen=True):
    """Cards that are out of the shoe in error, and the remedy that is due.

    ``do`` is the rulebook's word (``burn-counted``, ``discard-two``, ``simulated-round``), or ``place`` for a card that
    was drawn early: it waits until the counts say whose it is (F02).
    """

    kind: str
    positions: tuple[int, ...]
    disclosed: bool
    cards: Mapping[int, str]
    do: str
    burn_count: int = 0
    hand: str = ""
    """The hand on whose area it lay."""


class Incident(msgspec.Struct, frozen=True):
    """Something a supervisor must resolve."""

    number: int
    kind: str
    note: str
    stops_play: bool
    seat: int = 0
    by: str = ""
    role: str = ""
    """Who reported it, and in which role."""
    floor: str = ""
    """Whose floor it was."""


class Share(msgspec.Struct, frozen=True):
    """What a seat has said about its share of the shuffle."""

    guest: str
    hash: str
    """Empty where the guest has none."""
    value: str | None = None
    """``None`` until it is shown; empty where the guest withholds it."""


class HeldBack(msgspec.Struct, frozen=True):
    """A finished shoe whose order still hides a card that waits face down on the layout (F10)."""

    shoe_no: int
    commitment: str
    cut_position: int
    shown: Mapping[int, str]
    seed: str = ""
    """By what the guests' shares have permuted it, where they have."""


class Racked(msgspec.Struct, frozen=True):
    """The cards of one coup in the discard rack, in the order that rebuilds its hands."""

    coup_no: int
    player: tuple[int, ...]
    banker: tuple[int, ...]
    simulated: bool = False
    voided: bool = False
    paid: tuple[SettledWager, ...] = ()
    """At a table that follows a real one: what each wager came to, and whose it was."""
    guests: Mapping[int, str] = {}
    rebuilt_by: str = ""
    """Who has rebuilt the hands from the rack."""
    options: Mapping[str, Value] = {}
    """Under what it was settled, where the table has other options or limits by now."""
    maximum_cents: Mapping[str, int] = {}


class CoupInPlay(msgspec.Struct, frozen=True):
    """The coup on the layout: positions of its cards, who holds them, what has been called."""

    no: int
    simulated: bool = False
    waiting: tuple[int, ...] = ()
    """Cards carried over from before: they are the first of this coup."""
    player: tuple[int, ...] = ()
    banker: tuple[int, ...] = ()
    known: Mapping[int, str] = {}
    holders: Mapping[str, int] = {}
    """The seat that has the right to turn each hand; 0 is the dealer."""
    handed: str = ""
    """The hand whose cards are out with a guest."""
    offered: int = NOBODY
    offering: str = ""
    """The hand whose right to turn is on offer, and the seat it is offered to."""
    asked: tuple[int, ...] = ()
    given_up: tuple[tuple[str, int, str], ...] = ()
    """Who has given up the right to turn which hand in this round, and why: hand, seat, reason. It never comes back."""
    tucked: bool = False
    exposed: int | None = None
    """The card that is said to have turned over in dealing, until the floorperson has confirmed it (B28)."""
    exposed_by: str = ""
    called: tuple[str, ...] = ()
    choices: Mapping[int, str] = {}
    house_money_done: tuple[int, ...] = ()
    house_money_postings: tuple[Posting, ...] = ()
    house_money_wagers: tuple[Wager, ...] = ()
    house_money_settled: tuple[SettledWager, ...] = ()
    code: int | None = None
    settled: tuple[SettledWager, ...] = ()
    """At a table that follows a real one: what each wager came to, and whose it was."""
    guests: Mapping[int, str] = {}
    moves: tuple[tuple[str, int, str, int], ...] = ()

    def hand(self, name: str) -> tuple[int, ...]:
        return self.player if name == "player" else self.banker

    def cards(self, name: str) -> tuple[Card, ...] | None:
        """The cards of a hand, or ``None`` while one of them lies face down."""
        positions = self.hand(name)
        if any(position not in self.known for position in positions):
            return None
        return tuple(CARDS[self.known[position]] for position in positions)

    @once
    def so_far(self, drawing: DrawingRules) -> Coup:
        """The coup as far as its cards are turned, in the order in which they left the shoe."""
        coup = START
        for position in self.in_order():
            if position not in self.known:
                break
            coup = take(coup, CARDS[self.known[position]], drawing)
        return coup

    def in_order(self) -> list[int]:
        """The positions of the coup in the order in which they left the shoe."""
        player, banker = self.player, self.banker
        first = [hand[index] for index in (0, 1) for hand in (player, banker) if index < len(hand)]
        return [*first, *player[2:], *banker[2:]]


class TableState(msgspec.Struct, frozen=True):
    """A table between two commands."""

    table: str
    rules: HouseRules
    minimum_cents: Mapping[str, int] = {}
    maximum_cents: Mapping[str, int] = {}
    minimum_age: int = 0
    by_hand: bool = False
    """The cards come from a real shoe, so there is no order to commit to and none to reveal."""
    timing: Timing = USUAL
    """The times that guests have been told: nobody speaks for them before."""
    kept: bool = False
    """The tray is counted by the pit: nothing is played before its opener, nor after its closer (R38)."""
    phase: Phase = Phase.OPENING
    at: int = 0
    since: int = 0
    """When the table began to wait for what is due now: every deadline counts from here."""

    tray_day: str = ""
    """The gaming day of the last opener."""
    tray_slip: int = 0
    """The count by which the tray was last opened or closed."""
    tray_open: bool = False
    tray: Mapping[int, int] = {}
    """The chips in the tray, by denomination; guests' chips, in front of them and on the layout, are apart."""
    opener: Mapping[int, int] = {}
    """The chips with which the tray was opened: a fill brings it back to them."""
    fill_asked: Mapping[int, int] = {}
    """The chips of the fill that the table has asked for, until it comes."""
    aside: Mapping[int, Mapping[int, int]] = {}
    """Chips that are out of the tray for a credit, by its request, until they are carried away or put back."""
    guest_chips: Mapping[int, Mapping[int, int]] = {}
    """The chips of each seat by denomination, those on the layout among them."""

    carried_off: Mapping[int, int] = {}
    """The chips that guests have carried away to the cage since this table first opened."""
    cash: Mapping[int, int] = {}
    """The notes and coins that have fallen into the drop boxes of this table since it first opened."""
    cash_unnamed: Mapping[int, Mapping[int, int]] = {}
    """Those of them, by seat, of which the person who deals has still to say which they are."""

    staff: Mapping[str, str] = msgspec.field(default_factory=lambda: AUTOMATIC_STAFF)
    """Who is on which duty: somebody on each, an automatic person where nobody else is."""
    seats: Mapping[int, SeatState] = {}
    partnerships: tuple[Partnership, ...] = ()
    partnership_no: int = 0
    active_at: int = 0
    """When a guest last came, bought chips, or put some on the layout or took them back."""

    left_owing: Mapping[int, SeatState] = {}
    """Guests who have gone without paying their vigorish, by the seat whose marker button stays (B37)."""

    procedure: str = "opening"
    done: tuple[tuple[str, str], ...] = ()
    done_by: Mapping[str, str] = {}
    worked: tuple[str, ...] = ()
    """Who has done a step of this procedure, each person once."""
    answers: tuple[str, ...] = ()
    """The guests who have answered what all of them are asked: a look at the cards, or whether they are spread."""
    fresh: bool = True
    """The cards have not been dealt since they came to the table."""
    hand_shuffle: bool = False
    """The set on the table is shuffled by hand although there is a device: it holds the other batch (A16)."""
    decks_since: Mapping[str, int] = {}
    """When the decks of each batch were opened for use."""
    in_play: str = "A"
    """The batch on the table; the other is in the shuffler."""
    last_batch: str = ""

    share: ShareTimes | None = None
    """Whether guests have a share in the shuffle, and how long the table waits for it."""
    shares: Mapping[int, Share] = {}
    """The shares in this shuffle, by the seat at which they were given."""
    share_seed: str = ""
    """By what they have permuted the committed stack; empty while they have not."""

    shoe_no: int = 0
    cards_count: int = 0
    next_index: int = 0
    depth: int = 0
    commitment: str = ""
    cut_seat: int = NOBODY
    """The seat to which the cut is offered, or at which it was accepted; 0 is the dealer."""
    cut_asked: tuple[int, ...] = ()
    cut_words: tuple[str, ...] = ()
    """What was said and done about the cut since the commitment: the words of guests, and cuts that were made."""
    cut_position: int = 0
    cut_by: str = ""
    """The guest who cut last, who may be the one to cut again: a person, not a seat. Empty for the dealer."""
    recut: bool = False
    cut_card_seen: bool = False
    last_hand_due: bool = False
    """A coup has been completed since the cutting card came out (A32, A33): "last hand" is to be announced."""
    last_hand_called: bool = False
    last_hand_played: bool = False
    void_for: tuple[str, ...] = ()
    """Why a coup was void, until the whole set is reshuffled: nothing is dealt before."""
    shoe_then: str = "shuffle"
    """What follows the shoe that has ended: ``shuffle``, ``dead-table``, ``opening`` or ``closed``."""

    coup_no: int = 0
    ready: tuple[int, ...] = ()
    """The seats that wait for nothing but the call of no more bets."""
    coup: CoupInPlay | None = None
    suspended: CoupInPlay | None = None
    """The live coup that waits, closed and without a card, while a simulated round is dealt before it (B29)."""
    resume: str = ""
    """What a simulated round interrupted: ``deal`` the suspended coup, ``bet`` the open betting, or nothing."""
    wagers: Mapping[tuple[int, str], Wager] = {}
    coupons: tuple[str, ...] = ()
    """The serials of the coupons that were surrendered here: each plays once (A44)."""
    spoken: tuple[Spoken, ...] = ()
    balances: Mapping[str, int] = {}

    strays: tuple[Stray, ...] = ()
    carried: tuple[int, ...] = ()
    """Cards that wait face down to be the first of the next coup, in the order they came out."""
    carried_clauses: tuple[str, ...] = ()
    """Why they wait: the clauses that make them the first of the next coup."""
    remedied: tuple[str, ...] = ()
    """The clauses of the latest remedy since the last call: any other use of its card is refused, or an incident."""
    held_back: tuple[HeldBack, ...] = ()
    """Finished shoes of a continuous device that are revealed once the card they still hide has been turned."""
    rack: tuple[Racked, ...] = ()
    burned: tuple[int, ...] = ()
    """Positions in the discard rack that belong to no coup."""
    shown: Mapping[int, str] = {}
    """Cards turned in this shoe, wherever they lie now."""
    results: tuple[int, ...] = ()
    """The result codes of the settled coups of this shoe, for the scoreboards."""

    incidents: Mapping[int, Incident] = {}
    incident_no: int = 0

    def _repr_html_(self) -> str:
        from minibac.table.html import table_state_html

        return table_state_html(self)

    @property
    def on_layout(self) -> CoupInPlay:
        """The coup on the layout, where there must be one."""
        assert self.coup is not None, "no coup is on the layout"
        return self.coup

    @property
    def cards_left(self) -> int:
        """Cards still in the shoe."""
        return self.cards_count - self.next_index

    @property
    def occupied(self) -> tuple[int, ...]:
        """The seats with a guest, in their order."""
        return tuple(sorted(self.seats))

    @property
    def attended(self) -> bool:
        """Whether somebody sits here whom a clock may run for; automatic guests do not wind it up for a person who is
        still arriving."""
        people = [sits for sits in self.seats.values() if not is_automatic(sits.guest)]
        return any(not sits.arriving for sits in people) if people else bool(self.seats)

    @property
    def partners(self) -> tuple[tuple[int, ...], ...]:
        """The seats that bet together now."""
        groups = (self.seats_of(partnership.guests) for partnership in self.partnerships if partnership.counts)
        return tuple(group for group in groups if len(group) > 1)

    def seats_of(self, guests: Collection[str]) -> tuple[int, ...]:
        """Where these persons sit, of those who do."""
        return tuple(seat for seat in self.occupied if self.seats[seat].guest in guests)

    @property
    def wagered(self) -> tuple[Wager, ...]:
        """The wagers on the layout, by seat and in the order of their areas."""
        return tuple(self.wagers.values())

    def wager(self, seat: int, proposition: str) -> Wager:
        """The wager of a seat on an area, of nothing where none lies there."""
        return self.wagers.get((seat, proposition)) or Wager(seat, proposition, 0)

    def balance(self, account: str) -> int:
        """What an account of this table holds, in cents."""
        return self.balances.get(account, 0)

    def chips(self, seat: int) -> int:
        """The chips in front of a guest."""
        return self.balances.get(f"seat/{seat}/chips", 0)

    def owed(self, seat: int) -> int:
        """What the marker button of a seat shows: the vigorish it owes."""
        return -self.balances.get(f"seat/{seat}/owed", 0)

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats with a marker button, also those whose guests have gone."""
        return tuple(seat for seat in sorted({*self.seats, *self.left_owing}) if self.owed(seat))

    @property
    def stopped(self) -> Incident | None:
        """The incident that stops play, if there is one."""
        if not self.incidents:
            return None
        return next((incident for incident in self.incidents.values() if incident.stops_play), None)

    @property
    def shoe_is_over(self) -> bool:
        """One more hand after "last hand", or a coup void for want of cards: nothing is dealt until the reshuffle."""
        return self.last_hand_played or bool(self.void_for)

    @property
    def continuous(self) -> bool:
        """A device that reshuffles by itself: each coup is dealt from the full set, without cut, burn or last hand."""
        return self.rules.options["shuffler"] == "continuous"

    @property
    def cut_card_next(self) -> bool:
        """The cutting card is what comes out of the shoe next."""
        return not self.cut_card_seen and self.depth > 0 and self.cards_left == self.depth

    def coup_so_far(self) -> Coup:
        """The coup as far as its cards are turned, for the drawing rules."""
        return self.on_layout.so_far(self.rules.drawing)
