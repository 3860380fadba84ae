"""The shapes of a view: what each part of it holds, for whoever reads one; schemas and the client are made from these.

``docs/protocol.md`` says what the parts mean. A key that need not be there is ``NotRequired``.
"""

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


# ---------------------------------------------------------------------------------------------------- what table it is


class AreaPart(TypedDict):
    """An area of the layout: what lies there, what it pays, what may lie there."""

    id: WagerId
    label: str
    odds: str
    said: Said
    inscription: str
    minimum_cents: Cents
    maximum_cents: Cents


class PrintedPart(TypedDict):
    """What else is printed on the felt."""

    beside: list[str]
    markers: str


class AgesPart(TypedDict):
    """The age that is asked for in years, 0 where a word is enough; and the least age, 0 where none is named."""

    age: int
    least_age: int


class TakesPart(AgesPart):
    """What a guest may do beside chips on the areas, and how old a guest must be."""

    spoken: bool
    coupons: list[WagerId]
    turning: bool
    partners: bool


class PendingPart(TypedDict):
    """A change of the vigorish that the sign announces."""

    says: str
    said: Said
    options: Mapping[str, OptionValue]
    effective_at: Milliseconds
    posted_at: Milliseconds | None


class PostedSign(TypedDict):
    """A sign about the vigorish as a pit posts it."""

    says: str
    said: Said
    options: Mapping[str, OptionValue]
    clauses: tuple[Clause, ...]
    pending: PendingPart | None


class SignPart(TypedDict):
    """The sign at the table."""

    vigorish: str
    said: Said
    clause: Clause | None
    pending: PendingPart | None
    texts: list[str]


# ------------------------------------------------------------------------------------------------------ where it stands


ClockPart = TypedDict("ClockPart", {"for": str, "until": Milliseconds, "length": int})
"""What the house waits for, until when, and how long it was from the start."""

StripState = Literal["done", "now", "next"]


class StripRow(TypedDict):
    """A step of the procedure in progress."""

    id: str
    label: str
    clause: Clause
    state: StripState


class SeatPart(TypedDict):
    """A seat that is taken."""

    seat: Seat
    name: str
    connected: bool
    chips_cents: Cents
    owed_cents: Cents
    waives: bool


class SpokenPart(TypedDict):
    """A spoken wager."""

    seat: Seat
    wager: WagerId
    cents: Cents
    cash_cents: Cents
    accepted: bool


class OfferPart(TypedDict):
    """A right to turn the cards that is offered."""

    hand: Hand
    seat: Seat


class CoupPart(TypedDict):
    """The coup on the layout; a card that lies face down is null."""

    no: int
    player: list[Card | None]
    banker: list[Card | None]
    player_total: int | None
    banker_total: int | None
    result: Winning | None
    holders: dict[str, Seat]
    handed: Hand | None
    offered: OfferPart | None
    called: list[Hand]
    natural: list[Hand]
    third: list[Hand]
    simulated: bool
    tucked: bool


class WhyPart(TypedDict):
    """Why a wager came to what it did."""

    why: str
    said: Said
    clause: Clause | None


class CardsPart(TypedDict):
    """The cards of a coup that is over, and what they came to."""

    player: list[Card]
    banker: list[Card]
    player_total: int | None
    banker_total: int | None
    result: Winning | None
    says: str
    said: Said


class LastPart(CardsPart):
    """The coup that was decided last; its wagers by seat and wager: the outcome, then sums without zeros at the end."""

    coup_no: int
    status: str
    why: dict[str, WhyPart]
    wagers: dict[str, dict[str, list[int | str]]]


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
    player: int
    tie: int
    player_pair: int
    banker_pair: int


BigCell = tuple[int, int, str | None, int]
"""Column, row, mark (null while ties wait for the first decision), ties."""
DerivedCell = tuple[int, int, str]
"""Column, row, mark."""


class RoadsPart(TypedDict):
    """The scoreboards of the shoe."""

    bead: list[str]
    big: list[BigCell]
    big_eye_boy: list[DerivedCell]
    small_road: list[DerivedCell]
    cockroach_pig: list[DerivedCell]
    ask: AskedRoads
    counts: ResultCounts


class GivenShare(TypedDict):
    """The share of a seat in the shuffle: its hash, and whether its value is still sealed, shown or withheld."""

    seat: Seat
    hash: str
    state: Literal["sealed", "shown", "withheld"]


class SharePart(TypedDict):
    """The guests' share in this shuffle; ``mixed`` once the stack is permuted by it."""

    given: list[GivenShare]
    mixed: bool


class ViewNow(TypedDict):
    """The parts of a view that follow from the state of the table."""

    phase: str
    betting: bool
    shoe_no: int
    coup_no: int
    cards_left: int
    cards_count: int
    cut_card_depth: int
    commitment: str
    share: SharePart | None
    last_hand: bool
    burned: list[Card | None]
    waiting: int
    set_aside: list[tuple[Card | None, str]]
    strip: list[StripRow]
    seats: list[SeatPart]
    wagers: dict[str, dict[str, list[Cents]]]
    spoken: list[SpokenPart]
    coup: CoupPart | None
    cut_offered_to: Seat | None
    house_money_due: Seat | None
    roads: RoadsPart
    incidents: int


class LaidOut(TypedDict):
    """The rules of a table, what is printed on its felt, the chips it has."""

    rulebook: str
    rulebook_name: str
    options: Mapping[str, OptionValue]
    play_chips: bool
    seats_count: int
    areas: list[AreaPart]
    layout: PrintedPart
    takes: TakesPart
    unit_cents: Cents
    chips_cents: list[Cents]
    notes_cents: list[Cents]


class FixedParts(LaidOut):
    """What does not change while a table is open under its rules."""

    table: str
    name: str | Said
    pit: str
    training: bool
    help: bool
    odds: bool


class View(FixedParts, ViewNow):
    """A table as everybody sees it."""

    clock: ClockPart | None
    staffed: bool
    sign: SignPart
    last: LastPart | None


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
    name: str | Said
    pit: str
    rulebook: str
    rulebook_name: str
    options: Mapping[str, OptionValue]
    tags: list[TagPart]
    limits: dict[str, LimitPart]
    seats: int
    taken: list[Seat]
    your_seat: Seat
    phase: str
    shoe_no: int
    coup_no: int
    big_road: list[BigCell]
    training: bool
    help: bool
    odds: bool
    guests_share: bool
    staffed: bool
    watching: int


# ---------------------------------------------------------------------------------------------------------------- yours


class LeavingPart(TypedDict):
    """How a guest gets away from the seat."""

    waits: bool
    pay_cents: Cents
    payable: bool
    unpaid: bool


class ReadyPart(TypedDict):
    """While wagers are taken: whether this guest said to be ready, and for how many others the call waits."""

    said: bool
    others: int


class PartnershipPart(TypedDict):
    """Guests who bet together, as one of them sees it, or the floor."""

    number: int
    seats: list[Seat]
    counts: bool
    marked: bool
    agreed: NotRequired[bool]
    guests: NotRequired[list[str]]


class MoneyPart(TypedDict):
    """House Money that was won: where the payout may go."""

    stake_cents: Cents
    places: list[HouseMoneyChoice]


class ShareAsk(TypedDict):
    """What the table asks of a guest's program for the shuffle: the hash of a value, or the value behind it."""

    asks: Literal["hash", "value"]
    shoe_no: int
    seat: Seat
    hash: str


class SeatedYours(TypedDict):
    """What only a guest who sits there sees."""

    seat: Seat
    chips_cents: Cents
    owed_cents: Cents
    wallet_cents: NotRequired[Cents]
    cards: dict[str, list[Card | None]]
    leaving: LeavingPart
    asks: list[Question]
    answers: dict[Question, list[PlainCommand]]
    arriving: bool
    ready: ReadyPart | None
    wishes: list[str]
    partnerships: list[PartnershipPart]
    share: ShareAsk | None
    may_decline: NotRequired[bool]
    house_money: NotRequired[MoneyPart]


class StandingYours(TypedDict):
    """What a guest sees who stands."""

    seat: Literal[0]
    wallet_cents: Cents


class StepPart(TypedDict):
    """A command at hand, in words, with its clauses; ``asks`` are the fields of it that whoever gives it must say."""

    label: str
    said: Said
    clauses: list[Clause]
    command: PlainCommand
    role: NotRequired[str]
    asks: NotRequired[list[str]]
    says: NotRequired[Said]


class InstructionPart(TypedDict):
    """How the hands do what is going on."""

    says: str
    clauses: list[Clause]


class PayoutPart(TypedDict):
    """A move of the settlement: step, seat, wager, cents; and its chips, denomination and number."""

    action: tuple[str, Seat, WagerId, Cents]
    chips: list[tuple[Cents, int]]
    clauses: list[Clause]
    done: NotRequired[bool]
    vigorish: NotRequired[bool]


class RemedyPart(TypedDict):
    """What a rulebook does about a report."""

    says: str
    clauses: list[Clause]
    disclosed: NotRequired[bool]
    banker_draws: NotRequired[bool]


class IrregularityPart(TypedDict):
    """Something that can be reported with ``Report``; ``asks`` are the fields of it that must be said."""

    kind: str
    label: str
    asks: list[ReportField]
    stops_play: NotRequired[bool]
    remedies: NotRequired[list[RemedyPart]]
    otherwise: NotRequired[str]


class CashPart(TypedDict):
    """Cash of which the dealer has still to say which notes it was."""

    seat: Seat
    cents: Cents
    notes: list[tuple[Cents, int]]


class TrayPart(TypedDict):
    """The tray: its chips by denomination, the highest first, and the fill it has asked for."""

    open: bool
    chips: list[tuple[Cents, int]]
    fill: list[tuple[Cents, int]]


class DealerYours(TypedDict):
    """What only a dealer sees."""

    next: StepPart | None
    instruction: NotRequired[InstructionPart | None]
    at_hand: list[StepPart]
    payouts: list[PayoutPart]
    irregularities: list[IrregularityPart]
    practice: bool
    by_hand: list[str]
    collects: list[Seat]
    winners: list[Winning]
    calls: list[str]
    cash: NotRequired[list[CashPart]]
    tray: NotRequired[TrayPart | None]
    on_duty: NotRequired[list[AssignedDuty]]
    may_deal: NotRequired[bool]


class IncidentPart(TypedDict):
    """An incident as the floor sees it."""

    number: int
    kind: str
    label: str
    said: Said
    note: str
    stops_play: bool
    seat: Seat


class RackedPart(TypedDict):
    """A round in the discard rack."""

    coup_no: int
    player: list[Card | None]
    banker: list[Card | None]
    simulated: bool
    voided: bool


class FloorYours(TypedDict):
    """What the floor and surveillance see beyond the table."""

    guests: dict[int, str]
    may_not_play: list[Seat]
    incidents: list[IncidentPart]
    staff: dict[str, str]
    partnerships: list[PartnershipPart]
    decks_due_at: Milliseconds | None
    asked: StepPart | None
    rack: list[RackedPart]
    may: NotRequired[dict[str, list[int]]]
