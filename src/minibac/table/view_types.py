"""The shapes of a view: what each part of it holds, for whoever reads one; schemas and the client are made from these.

``docs/protocol.md`` says what the parts mean. A key that need not be there is ``NotRequired``.
"""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from minibac.play.roads import Colour
from minibac.table.wire_words import (
    AssignedDuty,
    Card,
    Cents,
    Clause,
    Hand,
    HouseMoneyChoice,
    Milliseconds,
    Seat,
    WagerId,
    Winning,
)
from minibac.voice.said import Said

OptionValue = bool | int | str
Question = Literal["cut", "right", "turn", "house-money", "look", "spread"]
"""What a table may ask of a guest."""
ReportField = Literal["disclosed", "count", "hand", "seat", "note"]
"""What somebody may have to say with a report."""
PlainCommand = Annotated[
    dict[str, Any],
    Meta(description="A command as it can be sent.", extra_json_schema={"$ref": "#/$defs/TableCommand"}),
]
"""A command as a page sends it; the schema says what each may hold."""


def chosen_answer(
    answers: Mapping[Question, list[PlainCommand]], question: Question, which: int, facts: Mapping[str, Any]
) -> PlainCommand:
    """One of the answers to a question, by its number among those that have these facts."""
    if question not in answers:
        raise ValueError(f"the table does not ask {question!r} of this seat now")
    fitting = [answer for answer in answers[question] if facts.items() <= answer.items()]
    if which >= len(fitting):
        raise ValueError(f"no such answer to {question!r}: there are {json.dumps(answers[question])}")
    return fitting[which]


# ---------------------------------------------------------------------------------------------------- what table it is


class AreaPart(TypedDict):
    """An area of the layout: what lies there, what it pays, what may lie there."""

    id: WagerId
    label: str
    """What the area is called."""
    odds: str
    """What is printed about its odds, as ``8 to 1``."""
    said: Said
    inscription: str
    """What the rulebook has inscribed there, or nothing."""
    minimum_cents: Cents
    maximum_cents: Cents


class PrintedPart(TypedDict):
    """What else is printed on the felt."""

    beside: list[str]
    """The areas that lie side by side, in their order."""
    markers: str
    """What is written at the numbered spaces for marker buttons; empty where vigorish is not deferred."""


class AgesPart(TypedDict):
    """The age that is asked for in years, 0 where a word is enough; and the least age, 0 where none is named."""

    age: int
    """The age that is asked for in years; 0 where the word is enough."""
    least_age: int
    """The least age; 0 where none is named."""


class TakesPart(AgesPart):
    """What a guest may do beside chips on the areas, and how old a guest must be."""

    spoken: bool
    """A wager may be said, with cash on the table."""
    coupons: list[WagerId]
    """Where a match play coupon may lie."""
    turning: bool
    """Guests may turn the cards."""
    partners: bool
    """Guests may declare that they bet together."""


class PendingPart(TypedDict):
    """A change of the vigorish that the sign announces."""

    says: str
    said: Said
    options: Mapping[str, OptionValue]
    """What changes."""
    effective_at: Milliseconds
    posted_at: Milliseconds | None


class PostedSign(TypedDict):
    """A sign about the vigorish as a pit posts it."""

    says: str
    said: Said
    options: Mapping[str, OptionValue]
    """What it is about."""
    clauses: tuple[Clause, ...]
    pending: PendingPart | None


class SignPart(TypedDict):
    """The sign at the table."""

    vigorish: str
    """What the sign says about vigorish."""
    said: Said
    clause: Clause | None
    pending: PendingPart | None
    texts: list[str]
    """The other signs that the rulebook asks for."""


# ------------------------------------------------------------------------------------------------------ where it stands


WaitedFor = Annotated[str, Meta(description="As `betting`, `look`, `cut`, `turning`, `offer` or `house-money`.")]
Length = Annotated[int, Meta(description="Milliseconds.")]
ClockPart = TypedDict("ClockPart", {"for": WaitedFor, "until": Milliseconds, "length": Length})
"""What the house waits for, until when, and how long it was from the start."""

StripState = Literal["done", "now", "next"]


class StripRow(TypedDict):
    """A step of the procedure in progress."""

    id: str
    """Its name, as ``DoStep`` takes it."""
    label: str
    """Its words."""
    clause: Clause
    state: StripState
    """Whether it is done, due or to come."""


class SeatPart(TypedDict):
    """A seat that is taken."""

    seat: Seat
    name: str
    """Who sits there."""
    connected: bool
    """Whether the guest's page is there."""
    chips_cents: Cents
    owed_cents: Cents
    waives: bool
    """The dealer turns this guest's cards."""


class SpokenPart(TypedDict):
    """A spoken wager."""

    seat: Seat
    wager: WagerId
    cents: Cents
    cash_cents: Cents
    accepted: bool
    """The dealer has confirmed it."""


class OfferPart(TypedDict):
    """A right to turn the cards that is offered."""

    hand: Hand
    seat: Seat


class CoupPart(TypedDict):
    """The coup on the layout; a card that lies face down is null."""

    no: int
    """Its number in the shoe."""
    player: list[Card | None]
    banker: list[Card | None]
    player_total: int | None
    """The Point Count; null while a card lies face down."""
    banker_total: int | None
    """The Point Count; null while a card lies face down."""
    result: Winning | None
    """Who has won, once it is called."""
    holders: dict[str, Seat]
    """Who turns each hand: a seat, 0 for the dealer."""
    handed: Hand | None
    """The hand that is out with its holder."""
    offered: OfferPart | None
    """The right to turn that is offered."""
    called: list[Hand]
    """The hands whose count has been called."""
    natural: list[Hand]
    """The hands whose first two cards, both open, are a Natural."""
    third: list[Hand]
    """The hands that have a third card."""
    simulated: bool
    """It is dealt without wagers."""
    tucked: bool
    """The Banker's Hand is under the shoe."""


class WhyPart(TypedDict):
    """Why a wager came to what it did."""

    why: str
    """The reason, as a sentence."""
    said: Said
    clause: Clause | None


class CardsPart(TypedDict):
    """The cards of a coup that is over, and what they came to."""

    player: list[Card]
    banker: list[Card]
    player_total: int | None
    """The Point Count."""
    banker_total: int | None
    """The Point Count."""
    result: Winning | None
    """Who won."""
    says: str
    """What was called."""
    said: Said


class LastPart(CardsPart):
    """The coup that was decided last, and what its wagers came to."""

    coup_no: int
    """Its number in the shoe."""
    status: str
    """``settled`` or ``void``."""
    why: dict[str, WhyPart]
    """Why each wager came to what it did, by wager."""
    wagers: dict[str, dict[str, list[int | str]]]
    """By seat and wager: ``win``, ``lose``, ``push`` or ``void``, then in cents the stake, the net, what House
    Money added, winnings, vigorish, what a coupon stood for, and the part of the vigorish that is owed; zeros at
    the end are left out."""


class AskPart(TypedDict):
    """What a derived road would show after a Banker and after a Player."""

    B: Colour | None
    P: Colour | None


class AskedRoads(TypedDict):
    """The same of each derived road."""

    big_eye_boy: AskPart
    small_road: AskPart
    cockroach_pig: AskPart


class ResultCounts(TypedDict):
    """How often each result came in this shoe."""

    banker: int
    """Coups that the Banker's Hand won."""
    player: int
    """Coups that the Player's Hand won."""
    tie: int
    """Ties."""
    player_pair: int
    """Pairs in the Player's Hand."""
    banker_pair: int
    """Pairs in the Banker's Hand."""


BigCell = tuple[int, int, str | None, int]
"""Column, row, mark (null while ties wait for the first decision), ties."""
DerivedCell = tuple[int, int, str]
"""Column, row, mark."""


class RoadsPart(TypedDict):
    """The scoreboards of the shoe."""

    bead: list[str]
    """A letter for each coup, ``B``, ``P`` or ``T``, with ``b`` and ``p`` for pairs behind it."""
    big: list[BigCell]
    """Column and row from 0, the mark as in ``bead`` (null while ties wait for the first decision), and the ties on
    it."""
    big_eye_boy: list[DerivedCell]
    """Column and row from 0, and ``R`` for red or ``B`` for blue; the latest 120."""
    small_road: list[DerivedCell]
    """The same."""
    cockroach_pig: list[DerivedCell]
    """The same."""
    ask: AskedRoads
    """What a Banker or a Player next would add to each."""
    counts: ResultCounts


class GivenShare(TypedDict):
    """The share of a seat in the shuffle: its hash, and whether its value is still sealed, shown or withheld."""

    seat: Seat
    hash: str
    """SHA-256 of the value, as ``CommitShare`` has given it."""
    state: Literal["sealed", "shown", "withheld"]
    """Whether its value is to come, was shown, or was withheld."""


class SharePart(TypedDict):
    """The guests' share in this shuffle; ``mixed`` once the stack is permuted by it."""

    given: list[GivenShare]
    mixed: bool
    """The stack is permuted by the shares."""


class ViewNow(TypedDict):
    """The parts of a view that follow from the state of the table."""

    phase: str
    """Where the table stands."""
    betting: bool
    """Wagers are taken."""
    shoe_no: int
    """The number of the shoe at this table."""
    coup_no: int
    """The number of the coup in the shoe."""
    cards_left: int
    """Cards in the shoe."""
    cards_count: int
    """Cards that the shoe held when it was full."""
    cut_card_depth: int
    """Cards behind the cutting card."""
    commitment: str
    """SHA-256 of salt and order; empty before there is one."""
    share: SharePart | None
    last_hand: bool
    """"Last hand" has been called."""
    burned: list[Card | None]
    """The burned cards, null where they were not shown."""
    waiting: int
    """Cards that wait face down for the next coup."""
    set_aside: list[tuple[Card | None, str]]
    """Cards out of the shoe in error: what is seen of each, and beside what it lies (``player``, ``banker``,
    ``rack``, ``shoe``)."""
    strip: list[StripRow]
    """The procedure in progress, step by step."""
    seats: list[SeatPart]
    """The seats that are taken."""
    wagers: dict[str, dict[str, list[Cents]]]
    """By seat and wager, in cents: the stake, what House Money added, what a coupon stands for, what has been paid
    beside it; zeros at the end are left out."""
    spoken: list[SpokenPart]
    """Spoken wagers."""
    coup: CoupPart | None
    """The coup on the layout."""
    cut_offered_to: Seat | None
    """The seat whose answer about the cut is awaited."""
    house_money_due: Seat | None
    """The seat whose choice about House Money is awaited."""
    roads: RoadsPart
    incidents: int
    """How many incidents stop the play."""


class LaidOut(TypedDict):
    """The rules of a table, what is printed on its felt, the chips it has."""

    rulebook: str
    """Its id, as ``massachusetts``."""
    rulebook_name: str
    """What it is called."""
    options: Mapping[str, OptionValue]
    """Every option of the rulebook with its value here."""
    play_chips: bool
    """Always true: no real money."""
    seats_count: int
    """Seats at the table, numbered from 1."""
    areas: list[AreaPart]
    """Where wagers lie, in the order of the layout."""
    layout: PrintedPart
    takes: TakesPart
    unit_cents: Cents
    """The betting unit: limits are multiples of it, and no multiple of it splits a cent."""
    chips_cents: list[Cents]
    """The denominations of chips."""
    notes_cents: list[Cents]
    """The notes and coins that the house takes."""


class FixedParts(LaidOut):
    """What does not change while a table is open under its rules."""

    table: str
    """The id of the table."""
    name: str | Said
    """What it is called."""
    pit: str
    """The id of its pit."""
    training: bool
    """It is somebody's training table."""
    help: bool
    """The dealer is told the next step, counts, sums and payments."""
    odds: bool
    """Exact odds may be asked for."""


class View(FixedParts, ViewNow):
    """A table as everybody sees it."""

    clock: ClockPart | None
    """What the house waits for, or null."""
    staffed: bool
    """A person deals."""
    sign: SignPart
    last: LastPart | None
    """The coup that was decided last."""


class TagPart(TypedDict):
    """What a guest wants to know of the rules before sitting down."""

    says: str
    said: Said


class LimitPart(TypedDict):
    """What may be wagered at least and at most."""

    minimum_cents: Cents
    maximum_cents: Cents


class LobbyRow(AgesPart):
    """A table as the lobby shows it."""

    id: str
    """The id of the table."""
    name: str | Said
    """What it is called."""
    pit: str
    """The id of its pit."""
    rulebook: str
    """Its id, as ``massachusetts``."""
    rulebook_name: str
    """What it is called."""
    options: Mapping[str, OptionValue]
    """Every option of the rulebook with its value here."""
    tags: list[TagPart]
    """What a guest wants to know of them."""
    limits: dict[str, LimitPart]
    """By wager."""
    seats: int
    """How many there are."""
    taken: list[Seat]
    """Which are taken."""
    your_seat: Seat
    """Where the person sits who asks; 0 is nowhere."""
    phase: str
    """Where the table stands."""
    shoe_no: int
    """The number of the shoe."""
    coup_no: int
    """The number of the coup in the shoe."""
    big_road: list[BigCell]
    """As ``roads.big`` of a view."""
    training: bool
    """It is somebody's training table."""
    help: bool
    """The dealer is told the next step, counts, sums and payments."""
    odds: bool
    """Exact odds may be asked for."""
    guests_share: bool
    """Guests have a share in the shuffle."""
    staffed: bool
    """A person deals."""
    watching: int
    """How many look on."""


# ---------------------------------------------------------------------------------------------------------------- yours


class LeavingPart(TypedDict):
    """How a guest gets away from the seat."""

    waits: bool
    """A wager, or a part in the round, holds the seat."""
    pay_cents: Cents
    """What the marker button takes."""
    payable: bool
    """It can be paid now, with ``CollectVigorish``."""
    unpaid: bool
    """``LeaveSeat`` is accepted with ``unpaid``."""


class ReadyPart(TypedDict):
    """While wagers are taken: whether this guest said to be ready, and for which others the call waits."""

    said: bool
    """``SayReady`` was given."""
    others: int
    """For how many others the call waits."""
    seats: list[Seat]
    """Where they sit."""


class PartnershipPart(TypedDict):
    """Guests who bet together, as one of them sees it, or the floor."""

    number: int
    """Its number."""
    seats: list[Seat]
    counts: bool
    """They bet together now."""
    marked: bool
    """A supervisor has marked them."""
    agreed: NotRequired[bool]
    """This guest has given the word."""
    guests: NotRequired[list[str]]
    """Who they are."""


class MoneyPart(TypedDict):
    """House Money that was won: where the payout may go."""

    stake_cents: Cents
    places: list[HouseMoneyChoice]
    """What ``ChooseHouseMoney`` may say."""


class ShareAsk(TypedDict):
    """What the table asks of a guest's program for the shuffle: the hash of a value, or the value behind it."""

    asks: Literal["hash", "value"]
    """What is asked now."""
    shoe_no: int
    """Of which shoe."""
    seat: Seat
    hash: str
    """What was given; empty while nothing was."""


class SeatedYours(TypedDict):
    """What only a guest who sits there sees."""

    seat: Seat
    chips_cents: Cents
    owed_cents: Cents
    wallet_cents: NotRequired[Cents]
    cards: dict[str, list[Card | None]]
    """The cards in this guest's hands, by hand: nobody else sees them."""
    leaving: LeavingPart
    """How one gets away from the seat."""
    asks: list[Question]
    """What the table asks of this guest now."""
    answers: dict[Question, list[PlainCommand]]
    arriving: bool
    """``SayArrived`` is still to be given: nobody waits for this guest, and no clock runs."""
    ready: ReadyPart | None
    """Null but while wagers are taken."""
    wishes: list[str]
    """Steps that this guest may ask for with ``DoStep``."""
    partnerships: list[PartnershipPart]
    """Those this guest is in, or is asked to join."""
    share: ShareAsk | None
    """What is asked of the guest's program for the shuffle."""
    may_decline: NotRequired[bool]
    """The cut may still be declined."""
    house_money: NotRequired[MoneyPart]
    """House Money that was won and waits for the choice."""


class StandingYours(TypedDict):
    """What a guest sees who stands."""

    seat: Literal[0]
    wallet_cents: Cents


class StepPart(TypedDict):
    """A command at hand, in words, with its clauses; ``asks`` are the fields of it that whoever gives it must say."""

    label: str
    """Its words."""
    said: Said
    clauses: list[Clause]
    command: PlainCommand
    role: NotRequired[str]
    """Whose it is."""
    asks: NotRequired[list[str]]
    """The fields that have to be said."""
    says: NotRequired[Said]
    name: NotRequired[str]
    """Who is waited for, where that is one person other than the dealer."""
    seat: NotRequired[Seat]
    """Where that person sits, if it is a guest."""


class InstructionPart(TypedDict):
    """How the hands do what is going on."""

    says: str
    """In the words of the rulebook, where it prints any."""
    clauses: list[Clause]


class PayoutPart(TypedDict):
    """A move of the settlement: step, seat, wager, cents; and its chips, denomination and number."""

    action: tuple[str, Seat, WagerId, Cents]
    """Step, seat, wager, cents."""
    chips: list[tuple[Cents, int]]
    """Denomination and number."""
    clauses: list[Clause]
    done: NotRequired[bool]
    """It has been made."""
    vigorish: NotRequired[bool]
    """It is a part of vigorish."""


class RemedyPart(TypedDict):
    """What a rulebook does about a report."""

    says: str
    """What is done."""
    clauses: list[Clause]
    disclosed: NotRequired[bool]
    """Only where the card was seen, or only where it was not."""
    banker_draws: NotRequired[bool]
    """Only where the Banker's Hand draws, or only where it stays."""


class IrregularityPart(TypedDict):
    """Something that can be reported with ``Report``; ``asks`` are the fields of it that must be said."""

    kind: str
    """What ``Report`` calls it."""
    label: str
    """Its words."""
    asks: list[ReportField]
    stops_play: NotRequired[bool]
    """Nothing is dealt until it is resolved."""
    remedies: NotRequired[list[RemedyPart]]
    otherwise: NotRequired[str]
    """What follows where there is no remedy."""


class CashPart(TypedDict):
    """Cash of which the dealer has still to say which notes it was."""

    seat: Seat
    cents: Cents
    notes: list[tuple[Cents, int]]
    """Denomination and number, as they are taken for granted."""


class TrayPart(TypedDict):
    """The tray: its chips by denomination, the highest first, and the fill it has asked for."""

    open: bool
    """Its opener is counted."""
    chips: list[tuple[Cents, int]]
    """Denomination and number."""
    fill: list[tuple[Cents, int]]
    """Denomination and number."""


class DealerYours(TypedDict):
    """What only a dealer sees."""

    next: StepPart | None
    """What is due."""
    waits: NotRequired[Said]
    """What the table waits for, where nothing is due."""
    instruction: NotRequired[InstructionPart | None]
    at_hand: list[StepPart]
    """What else can be done now."""
    payouts: list[PayoutPart]
    """The moves of the settlement, in order."""
    irregularities: list[IrregularityPart]
    """What can be reported."""
    practice: bool
    """A training table."""
    by_hand: list[str]
    """The steps of a round that the table would take, each its command and the hand it names."""
    collects: list[Seat]
    """Seats whose vigorish can be collected now."""
    winners: list[Winning]
    """What ``CallResult`` may say."""
    calls: list[str]
    """What a result may be called beside its winner."""
    cash: NotRequired[list[CashPart]]
    """Cash whose notes are still to be named."""
    tray: NotRequired[TrayPart | None]
    """Null where it is not counted."""
    on_duty: NotRequired[list[AssignedDuty]]
    """What this person is on duty for."""
    may_deal: NotRequired[bool]
    """This person may go on duty."""


class IncidentPart(TypedDict):
    """An incident as the floor sees it."""

    number: int
    """Its number."""
    kind: str
    """What it is."""
    label: str
    """Its words."""
    said: Said
    note: str
    """What was noted."""
    stops_play: bool
    """Nothing is dealt until it is resolved."""
    seat: Seat


class RackedPart(TypedDict):
    """A round in the discard rack."""

    coup_no: int
    """Its number in the shoe."""
    player: list[Card | None]
    banker: list[Card | None]
    simulated: bool
    """It was dealt without wagers."""
    voided: bool
    """It was void."""


class FloorYours(TypedDict):
    """What the floor and surveillance see beyond the table."""

    guests: dict[int, str]
    """By seat."""
    may_not_play: list[Seat]
    """Seats whose guest may not play, and not why."""
    incidents: list[IncidentPart]
    staff: dict[str, str]
    """By duty."""
    partnerships: list[PartnershipPart]
    decks_due_at: Milliseconds | None
    """When fresh decks are due."""
    asked: StepPart | None
    """What the table waits for from its floorperson."""
    rack: list[RackedPart]
    """The rounds in the discard rack."""
    may: NotRequired[dict[str, list[int]]]
    """What may be done, by command: the seats."""
