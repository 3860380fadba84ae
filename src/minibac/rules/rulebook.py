"""A rulebook as printed: what one document says, before a house has chosen anything.

Each document is one TOML file in ``minibac/rulebooks``. The structures here give its tables names and types; reading
one checks its shape: a misspelt key in a rulebook file is an error at once and not a rule that silently is not there.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from minibac.rules.citing import Clauses, read_clauses
from minibac.rules.drawing import DrawingRules, parse_drawing
from minibac.rules.once import once
from minibac.rules.remedies import Mishap, RemedyStep
from minibac.rules.words import did_you_mean
from minibac.voice.said import Said, many, said

RULEBOOKS = ("section-42", "massachusetts", "seminole", "seneca")

PREFIXES = {"s42": "section-42", "ma": "massachusetts", "sem": "seminole", "sen": "seneca"}
"""The document behind the first word of a clause id."""

Value = bool | int | str
"""A chosen value as JSON echoes it: a switch, a whole number, or the word that was typed."""


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all tables of a rulebook file have in common: they cannot change and know their keys."""


class Option(Struct, frozen=True):
    """A choice the document leaves to the house.

    ``when`` names the values of other options under which this one means anything; elsewhere it is idle, absent from
    the house rules, and refused when set. An option with a single legal value is the document's own choice.
    """

    name: str
    clause: str
    values: tuple[Value, ...] = ()
    at_least: str | None = None
    at_most: str | None = None
    above: str | None = None
    below: str | None = None
    step: int = 1
    type: Literal["choice", "switch", "integer", "rational"] = "choice"
    default: Value | None = None
    when: Mapping[str, tuple[Value, ...]] = {}
    clauses: Mapping[str, tuple[str, ...]] = {}
    """Further clauses that a particular value rests on, by the value as typed."""
    reference: str | None = None
    """The reference a house must hold to choose at all, or (``reference_for``) to choose one of these values."""
    reference_for: tuple[Value, ...] = ()
    reference_clause: str | None = None
    reference_authority: tuple[str, ...] = ()
    """Whose paper it is, where the document names somebody; a designee's is as good."""
    ruling: str | None = None
    switches_on: str | None = None
    """The switch that naming a value of this option turns on."""
    limits_are_ours: bool = False
    """The document sets no limit: one is kept all the same, and rests on no clause (E03)."""
    borrowed: bool = False


class Row(Struct, frozen=True):
    """One line of a wager: when it applies and what becomes of the stake. The first line that applies decides.

    One clause decides the outcome, and one of a win pays: it sets the odds. A wager of one's own may cite none.
    """

    outcome: Literal["win", "lose", "push"]
    decides: str = ""
    pays: str = ""
    also: tuple[str, ...] = ()
    when: Mapping[str, tuple[Value, ...]] = {}
    only: Mapping[str, tuple[Value, ...]] = {}
    odds: str | None = None
    part: str | None = None
    """How much of the stake a loss takes; all of it where nothing is said."""

    @property
    def clauses(self) -> Clauses:
        """All it rests on."""
        named = {"decides": self.decides, "pays": self.pays, "also": list(self.also)}
        return Clauses({name: cited for name, cited in named.items() if cited})


class Proposition(Struct, frozen=True):
    """A wager the document permits, as data over the result codes."""

    id: str
    label: str
    area: str
    kind: Literal["main", "tie", "side", "house-money"]
    clauses: tuple[str, ...] = ()
    lines: tuple[Row, ...] = ()
    same_lines_as: str | None = None
    """The wager whose lines this one shares, read for its own ``hand``."""
    hand: Literal["player", "banker"] | None = None
    only: Mapping[str, tuple[Value, ...]] = {}
    area_clauses: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    """Cited when the wager is refused because the options do not offer it."""


class Paytable(Struct, frozen=True):
    """Odds printed as a table: a column for each value of an option, a row for each class of win."""

    option: str
    columns: tuple[Value, ...]
    rows: Mapping[str, tuple[str, ...]]


class Vigorish(Struct, frozen=True):
    """What the house takes under one type of vigorish, from which wager, on what base; one clause is the ``type``'s."""

    clauses: Clauses
    wager: str | None = None
    on: Literal["win", "tie"] | None = None
    base: Literal["winnings", "stake"] | None = None
    rate: str | None = None
    rate_option: str | None = None
    may_defer: bool = False
    rounding_clauses: tuple[str, ...] = ()


class Cited(Struct, frozen=True):
    """A statement of the document, with the clauses it stands on."""

    clauses: tuple[str, ...]
    text: str = ""


class ResultClauses(Struct, frozen=True):
    """Which clauses have the result announced, and a tie instead of a winner; its words are among the announcements."""

    announced: tuple[str, ...]
    tie: tuple[str, ...]


class Example(Struct, frozen=True):
    """A worked example printed in the document."""

    cards: tuple[str, ...]
    total: int
    clause: str


class Values(Struct, frozen=True):
    """Which clauses give the cards their Values and the hands their Point Counts."""

    all: tuple[str, ...]
    ace: tuple[str, ...]
    pips: tuple[str, ...]
    tens: tuple[str, ...]
    count: tuple[str, ...]
    two_digits: tuple[str, ...]
    deuce: tuple[str, ...] = ()
    """Where the document names the deuce by itself."""
    example: tuple[Example, ...] = ()


class Cells(Struct, frozen=True):
    """The clauses behind a row of the Banker's table, where it draws and where it stands."""

    draws: tuple[str, ...]
    stands: tuple[str, ...]
    no_third: tuple[str, ...] = ()
    """What decides the row when the Player's Hand stood, where that is not ``banker_no_third``."""


class DrawingClauses(Struct, frozen=True):
    """Which clauses stand behind each part of the tableau."""

    natural: tuple[str, ...]
    player_natural: tuple[str, ...]
    banker_natural: tuple[str, ...]
    no_discretion: tuple[str, ...]
    player: tuple[str, ...]
    player_draws: tuple[str, ...]
    player_stands: tuple[str, ...]
    banker: tuple[str, ...]
    banker_after_third: tuple[str, ...]
    banker_no_third: Cells
    rows: Mapping[str, Cells]
    one_at_most: tuple[str, ...] = ()
    """No hand takes more than one further card."""
    example: Mapping[str, str] = {}
    """Worked examples of reading the table: ``"5/4"`` is Banker 5 against a third card of 4."""


class PrintedStands(Struct, frozen=True):
    """The rows a guide prints a second time, as the third cards on which the Banker does not draw."""

    rows: Mapping[str, str]
    corrections: Mapping[str, str] = {}
    """``"6/6"``: the entry of the rulings that strikes this third card from that row."""


class Drawing(Struct, frozen=True):
    """The tableau as printed, row by row."""

    natural: str
    player: str
    banker: Mapping[str, str]
    clauses: DrawingClauses
    printed_stands: PrintedStands | None = None


class Cut(Struct, frozen=True):
    """The cut, the cutting card and the burn."""

    cards_from_either_end: int
    cut_clauses: tuple[str, ...]
    depth_clauses: tuple[str, ...]
    burn_clauses: tuple[str, ...]
    burn_count_clauses: tuple[str, ...]
    burn_exposure_clauses: tuple[str, ...]
    last_hand_clauses: tuple[str, ...]
    too_few_clauses: tuple[str, ...]
    shoe_clauses: tuple[str, ...]
    random_clauses: tuple[str, ...]
    """The shuffle leaves the cards randomly intermixed."""
    directed_clauses: tuple[str, ...] = ()
    """A supervisor may direct a shuffle between rounds."""
    undirected_clauses: tuple[str, ...] = ()
    """The cards are shuffled before play and after each shoe, and nobody directs another shuffle."""
    load_clauses: tuple[str, ...] = ()
    """What the document itself says about putting the cards into the shoe, where the steps are borrowed."""


class Settlement(Struct, frozen=True):
    """The order of settlement: losers first, then one of the procedures; House Money before third cards."""

    losers_first: Clauses
    then_pay: tuple[str, ...]
    orders: Mapping[str, tuple[str, ...]]
    without_vigorish: tuple[str, ...] = ()
    house_money: Clauses = Clauses()
    house_money_choice: tuple[str, ...] = ()
    house_money_portion: tuple[str, ...] = ()
    house_money_added: tuple[str, ...] = ()
    house_money_dealer: tuple[str, ...] = ()
    house_money_untouched: tuple[str, ...] = ()
    void: Clauses = Clauses()
    dealer: tuple[str, ...] = ()
    """Whose duty the settlement is."""


class Owed(Struct, frozen=True):
    """Deferred vigorish: the marker button, and the moments by which it must be gone."""

    marker: tuple[str, ...]
    stays: Clauses
    before_reshuffle: tuple[str, ...]
    leaving: tuple[str, ...]


class Handed(Struct, frozen=True):
    """The handed mode: who gets the cards, how they come back, and how the right to turn them passes on."""

    tuck: tuple[str, ...]
    player: tuple[str, ...]
    banker: tuple[str, ...]
    player_back: tuple[str, ...]
    banker_back: tuple[str, ...]
    player_announce: tuple[str, ...]
    banker_announce: tuple[str, ...]
    player_third: tuple[str, ...]
    """A third card arrives face down; then it is handed to the same bettor, and comes back face up."""
    player_third_hand: tuple[str, ...]
    player_third_back: tuple[str, ...]
    banker_third: tuple[str, ...]
    banker_third_hand: tuple[str, ...]
    banker_third_back: tuple[str, ...]
    player_tie: tuple[str, ...]
    banker_tie: tuple[str, ...]
    revoke: tuple[str, ...]
    delay: str
    """The reason for which the house itself takes the right away."""
    reasons: tuple[str, ...]
    offer: tuple[str, ...]
    dealer_turns: tuple[str, ...]
    remainder: tuple[str, ...]


class Tucked(Struct, frozen=True):
    """The tucked mode: the Banker's cards wait under the shoe, and are turned once the Player's Hand is called."""

    tuck: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()


class SimulatedRound(Struct, frozen=True):
    """A round without wagers that a disclosed card opens: no bets, dealt like any other, racked by itself."""

    wagers: tuple[str, ...] = ()
    dealt: tuple[str, ...] = ()
    rack: tuple[str, ...] = ()


class Verbal(Struct, frozen=True):
    """Spoken wagers with cash: that they count, who confirms them, and that the cash becomes chips."""

    allowed: tuple[str, ...]
    confirm: tuple[str, ...]
    convert: Clauses


class Seating(Struct, frozen=True):
    """Who may not be seated."""

    age: tuple[str, ...] = ()
    other_age: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    self_excluded: tuple[str, ...] = ()


class Handling(Struct, frozen=True):
    """What guests may not touch."""

    wagers: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class FormText(Struct, frozen=True):
    """The clauses of the Complimentary Vigorish Form, by what they ask for: (A) to (F) of the internal controls."""

    win: str
    """Vigorish that nobody collected is entered in the win of the table."""
    prepare: str
    serial: str
    copies: str
    amount: str
    patron: str
    signatures: str
    patron_signature: str
    account: str
    access: str
    sequence: str
    drop: str
    witness: str
    duplicate: str
    forward: str
    compare: str
    void: str
    void_signatures: str
    retain: str
    complimentary: str


class HouseText(Struct, frozen=True):
    """What the document asks of the house around the table."""

    equal_batches: str | None = None
    layout_approval: str | None = None
    """A layout needs an approval of its own (205 CMR 146.18)."""
    layout_authority: tuple[str, ...] = ()
    """Who approves it."""
    preshuffled: str | None = None
    """Cards that come shuffled to the table rest on a paper of their own (205 CMR 146.48)."""
    vigorish_notice: Clauses = Clauses()
    """A change of the vigorish needs a notice, whose period no document in hand states (part G)."""
    identity: str | None = None
    """The document prints who runs the house; no field of it may be empty."""
    uncollected_controls: str | None = None
    pit_options: Mapping[str, str] = {}
    """Options that all tables of a pit share, and the clause that says so (A48, E36)."""
    surveillance_notice: Mapping[str, str] = {}
    """Options whose change surveillance is told in writing 30 minutes ahead."""
    form: FormText | None = None
    """The form for vigorish that was never collected; a guide borrows it from Section 42."""


class Equipment(Struct, frozen=True):
    """What stands on the table: cutting cards, backs, batches."""

    cutting_clauses: tuple[str, ...]
    look_clauses: tuple[str, ...]
    backs_clauses: tuple[str, ...]
    batch_clauses: tuple[str, ...] = ()
    alternate_clauses: tuple[str, ...] = ()
    """The batches alternate: one is dealt while the other is in the shuffler."""
    rack_clauses: tuple[str, ...] = ()
    """The discard rack never holds cards of two batches."""


class Area(Struct, frozen=True):
    """An area of the layout that is no wager's: the hands, the numbered rectangles for vigorish."""

    id: str
    label: str
    clauses: tuple[str, ...]
    per_seat: bool = False
    only: Mapping[str, tuple[Value, ...]] = {}
    exempt_clauses: tuple[str, ...] = ()


class Layout(Struct, frozen=True):
    """The felt: its areas, what is written on it, and how the seats stand."""

    area: tuple[Area, ...]
    seats_clauses: tuple[str, ...]
    sides_clauses: tuple[str, ...]
    wager_areas_clauses: tuple[str, ...]
    order: tuple[str, ...] = ()
    """Wager areas that must lie side by side in this order."""
    order_clauses: tuple[str, ...] = ()
    inscription: tuple[Cited, ...] = ()
    inscription_only: Mapping[str, tuple[Value, ...]] = {}


class Step(Struct, frozen=True):
    """A step of a procedure: who does what, under which clause, and what must have happened before."""

    id: str
    says: str
    roles: tuple[str, ...]
    clauses: Clauses
    only: Mapping[str, tuple[Value, ...]] = {}
    needs: tuple[str, ...] = ()
    """Steps that must be done before this one; those the options leave out are not waited for."""
    asks: tuple[Literal["ok", "cards_count"], ...] = ()
    """What somebody must say with it: whether it is so, how many cards were counted. Silence attests nothing."""
    after: Mapping[str, int] = {}
    """How many times other steps must have been done before this one (no strip before two riffles)."""
    then: str | None = None
    """The step that must follow directly (a turn is followed by a riffle)."""
    repeat: bool = False
    per_batch: bool = False
    """Done once for each batch, apart from the other."""
    fresh: bool = True
    """Whether the step is also due on a fresh set; a plug has nothing to plug then (B22)."""
    usually_first: bool = False
    """Elsewhere than in the first place it counts, and the record says where it stood (B21)."""
    optional: bool = False
    """A guest may ask for it; nothing waits for it."""
    asked: str | None = None
    """The optional step after which this one is due; without it there is nothing to do."""
    starts: str | None = None
    """The procedure that begins when this step is done."""
    fails: str | None = None
    """The procedure that begins when the finding of this step is no."""
    reference: str | None = None
    """The paper without which the finding cannot be yes."""
    reference_authority: tuple[str, ...] = ()
    """To whom that paper was submitted."""


class Remedy(Struct, frozen=True):
    """What happens to a card that should not be where it is, by what happened to it."""

    kind: Mishap
    clauses: tuple[str, ...]
    do: tuple[RemedyStep, ...]
    says: str
    disclosed: bool | None = None
    banker_draws: bool | None = None
    only: Mapping[str, tuple[Value, ...]] = {}


class Fixed(Struct, frozen=True):
    """A setting the document settles by itself: it has one legal value."""

    value: Value
    clause: str
    ruling: str | None = None


class Borrowed(Struct, frozen=True):
    """A silence of the document and the clauses of another one that fill it."""

    what: str
    clauses: tuple[str, ...]
    entry: str


class WagerRules(Struct, frozen=True):
    """What holds for wagers in general: chips on the areas, nothing outside the list."""

    chips: Clauses
    list: tuple[str, ...]
    others: tuple[str, ...] = ()
    coupons: tuple[str, ...] = ()
    approval: str | None = None
    approval_authority: tuple[str, ...] = ()
    """Who approves a further wager."""
    partnership: str | None = None
    uniform: tuple[str, ...] = ()


class Instruction(Struct, frozen=True):
    """How the dealer's hands do something, which leaves nothing to check: a line to read at its moment."""

    phase: str
    says: str
    clauses: tuple[str, ...]
    only: Mapping[str, tuple[Value, ...]] = {}


class Rulebook(Struct, frozen=True):
    """One published document, as printed, in a form the program runs."""

    id: str
    title: str
    short: str
    prefix: str
    kind: Literal["regulation", "guide"]
    option: tuple[Option, ...]
    wager: tuple[Proposition, ...]
    values: Values
    drawing: Drawing
    vigorish: Mapping[str, Vigorish]
    cut: Cut
    settlement: Settlement
    equipment: Equipment
    layout: Layout
    wagers: WagerRules
    owed: Owed
    handed: Handed
    verbal: Verbal
    announcements: Mapping[str, Cited]
    result: ResultClauses
    house: HouseText = HouseText()
    tucked: Tucked = Tucked()
    simulated: SimulatedRound = SimulatedRound()
    seating: Seating = Seating()
    handling: Handling = Handling()
    paytable: Mapping[str, Paytable] = {}
    fixed: Mapping[str, Fixed] = {}
    procedure: Mapping[str, tuple[Step, ...]] = {}
    instruction: tuple[Instruction, ...] = ()
    remedy: tuple[Remedy, ...] = ()
    borrow: tuple[Borrowed, ...] = ()
    borrow_options: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    terms: Mapping[str, Cited] = {}
    signs: tuple[Cited, ...] = ()

    def __repr__(self) -> str:
        return f"<Rulebook {self.id}>"

    def _repr_html_(self) -> str:
        from minibac.rules.html import rulebook_html

        return rulebook_html(self)

    @property
    @once
    def tableau(self) -> DrawingRules:
        """The drawing rules as truth tables."""
        return parse_drawing(natural=self.drawing.natural, player=self.drawing.player, banker=self.drawing.banker)


class UnknownRulebookError(LookupError):
    """No such document. The message is a sentence for the person who asked."""


def unknown_rulebook(rulebook_id: str) -> Said:
    """That there is no such document, with the nearest right name and all of them."""
    unknown = said("there is no rulebook '{rulebook}'{did_you_mean}: the four are {four}", rulebook=rulebook_id)
    return unknown.about(did_you_mean=did_you_mean(rulebook_id, RULEBOOKS), four=many(RULEBOOKS, "and"))


@cache
def load(rulebook_id: str) -> Rulebook:
    """Read one of the packaged documents, with what it borrows already in place.

    >>> load("seneca").short
    'Seneca'
    """
    if rulebook_id not in RULEBOOKS:
        raise UnknownRulebookError(unknown_rulebook(rulebook_id))
    return parse(packaged(f"{rulebook_id}.toml"))


def packaged(*path: str) -> dict[str, Any]:
    """One of the data files that come with the program."""
    import tomllib

    return tomllib.loads(files("minibac.rulebooks").joinpath(*path).read_text(encoding="utf-8"))


def parse(document: Mapping[str, Any]) -> Rulebook:
    """Check the shape of a rulebook file and take in the options it borrows."""
    book: Rulebook = msgspec.convert(document, Rulebook, dec_hook=read_clauses)
    if book.kind == "regulation":
        return book
    lender = load("section-42")  # principle 4: a guide's silence is filled from Section 42 first
    options = {option.name: option for option in reversed(lender.option)}
    borrowed = tuple(msgspec.structs.replace(options[name], borrowed=True) for name in book.borrow_options)
    return msgspec.structs.replace(
        book,
        option=(*book.option, *borrowed),
        procedure={**lender.procedure, **book.procedure},
        remedy=book.remedy or lender.remedy,
    )
