"""The shapes in which rules, odds, clauses and the lesson of a table are told."""

from typing import Literal, NotRequired, TypedDict

from minibac.server.messages import ChangedParts, ToldEvent
from minibac.table.view_types import OptionValue
from minibac.voice.said import Said


class ExactNumber(TypedDict):
    exact: str
    float: float


Needs = dict[str, list[OptionValue]]
"""Values of other options, of which each must have one."""


class HeldTold(TypedDict):
    """How many clauses there are, and how they are held."""

    clauses: int
    proven: int
    enforced: int
    attested: int
    shown: int
    out: int


class OptionTold(TypedDict):
    """An option with its value here."""

    name: str
    value: OptionValue | None
    chosen: bool
    default: OptionValue
    values: list[OptionValue]
    said: Said | None
    clauses: list[str]
    clause: str
    ruling: str | None
    borrowed: bool
    needs: Needs


class ChoiceTold(TypedDict):
    """A statement of an option, with its legal values."""

    name: str
    type: str
    values: list[OptionValue]
    said: Said | None
    default: OptionValue
    clause: str
    ruling: str | None
    needs: Needs
    least: OptionValue | None
    above: OptionValue | None
    below: OptionValue | None
    step: int
    prices: bool


class NamedTold(TypedDict):
    """What an option is called, and its values."""

    said: Said
    values: dict[str, Said]


class LineSaid(TypedDict):
    """The words of a line of a wager."""

    when: Said
    outcome: Said
    odds: Said


class WagerLineTold(TypedDict):
    """One outcome of a wager."""

    when: str
    facts: dict[str, list[OptionValue]]
    result: str
    outcome: str
    odds: str | None
    said: LineSaid
    clauses: list[str]


class OfferedWager(TypedDict):
    """A wager with its lines."""

    id: str
    label: str
    odds: str
    said: Said
    clauses: list[str]
    lines: list[WagerLineTold]


class NotOffered(TypedDict):
    """A wager that these options do not offer, and what it needs."""

    id: str
    label: str
    needs: Needs


class PaytableTold(TypedDict):
    """A paytable with its columns."""

    option: str
    columns: list[str]
    rows: dict[str, list[str]]
    said: dict[str, Said]


class ClausedLine(TypedDict):
    """A line with its clauses."""

    says: str
    said: Said
    clauses: list[str]


class TableauRow(TypedDict):
    """What the Banker draws against."""

    total: str
    draws: str
    clauses: list[str]


class DrawingTold(TypedDict):
    """The tableau."""

    natural: str
    player: str
    lines: list[ClausedLine]
    third: str
    banker: list[TableauRow]


class VigorishTold(TypedDict):
    """What is charged, under each type."""

    type: str
    chosen: bool
    wager: str | None
    on: str | None
    base: str | None
    rate: str | None
    sign: str | None
    clauses: list[str]


class TermTold(TypedDict):
    """A word that is defined."""

    term: str
    says: str
    clauses: list[str]


class ProcedureStep(TypedDict):
    """A step of a procedure."""

    id: str
    says: str
    clauses: list[str]


class RemedyTold(TypedDict):
    """What is done when something went wrong."""

    kind: str
    disclosed: bool | None
    banker_draws: bool | None
    do: list[str]
    says: str
    clauses: list[str]


class PrintedArea(TypedDict):
    """An area of the felt."""

    id: str
    label: str
    per_seat: bool
    clauses: list[str]


class SidesTold(TypedDict):
    """Where the seats are."""

    seats: str
    clauses: list[str]


class FeltTold(TypedDict):
    """What is printed on the felt."""

    seats: int
    areas: list[PrintedArea]
    left_out: list[PrintedArea]
    sides: SidesTold


class SignLine(TypedDict):
    """An inscription, on a sign or on the layout."""

    text: str
    where: str
    clauses: list[str]


class CallTold(TypedDict):
    """What is called."""

    name: str
    text: str
    clauses: list[str]


class BorrowedTold(TypedDict):
    """What a guide takes from another text."""

    what: str
    clauses: list[str]
    entry: str


class SettingTold(TypedDict):
    """A setting that a ruling decides."""

    name: str
    default: OptionValue
    values: list[OptionValue]
    said: Said | None
    needs: Needs


class RulingTold(TypedDict):
    """How a conflict is decided."""

    id: str
    document: str
    kind: str
    title: str
    says: str
    software: str
    why: str
    clauses: list[str]
    choice: bool
    rulebooks: list[str]
    options: dict[str, list[str]]
    settings: dict[str, list[SettingTold]]
    out: bool | None
    proven: bool
    keeps: list[str]
    breaks: list[str]


class ClauseRow(TypedDict):
    """A clause of the inventory."""

    id: str
    kind: str
    says: str
    document: str


class RulesTold(TypedDict):
    """A rulebook as a table plays it: `minibac rules RULEBOOK --json`."""

    rulebook: str
    held: HeldTold
    name: str
    title: str
    kind: str
    options: list[OptionTold]
    choices: list[ChoiceTold]
    names: dict[str, NamedTold]
    fixed: dict[str, OptionValue]
    wagers: list[OfferedWager]
    not_offered: list[NotOffered]
    paytables: dict[str, PaytableTold]
    drawing: DrawingTold
    vigorish: list[VigorishTold]
    terms: list[TermTold]
    procedures: dict[str, list[ProcedureStep]]
    remedies: list[RemedyTold]
    layout: FeltTold
    signs: list[SignLine]
    announcements: list[CallTold]
    borrowed: list[BorrowedTold]
    rulings: list[RulingTold]
    clauses: list[ClauseRow]


class ClauseTold(TypedDict):
    """A clause, a ruling or a control, and what proves it; each kind has facts of its own."""

    id: str
    document: str
    kind: str
    says: str
    software: str
    out: bool | None
    proven: bool
    keeps: list[str]
    breaks: list[str]
    held: NotRequired[str | None]
    depends: NotRequired[list[str]]
    capability: NotRequired[list[str]]
    values: NotRequired[list[OptionValue]]
    lines: NotRequired[str]
    options: NotRequired[dict[str, list[str]] | list[str]]
    rulings: NotRequired[list[str]]
    entries: NotRequired[list[str]]
    title: NotRequired[str]
    why: NotRequired[str]
    clauses: NotRequired[list[str]]
    choice: NotRequired[bool]
    rulebooks: NotRequired[list[str]]
    settings: NotRequired[dict[str, list[SettingTold]]]
    source: NotRequired[str]


class RankWorth(TypedDict):
    """What a rank is worth."""

    rank: str
    points: int
    clauses: list[str]


class LessonStep(TypedDict):
    """A step of the round to watch, what of the view it changed, and its events."""

    id: str
    says: str
    said: Said
    clauses: list[str]
    set: ChangedParts
    events: list[ToldEvent]


class LessonTold(TypedDict):
    """What cards are worth, who draws, and one round to watch."""

    values: list[RankWorth]
    drawing: DrawingTold
    round: list[LessonStep]


class OutcomeOdds(TypedDict):
    """How likely a result is."""

    exact: str
    float: float
    combinations: int


class ResultOdds(TypedDict):
    """How likely each result is."""

    banker: OutcomeOdds
    player: OutcomeOdds
    tie: OutcomeOdds


class PaysOdds(TypedDict):
    """What a wager pays, and how likely that is."""

    pays: str
    outcome: Literal["win", "lose", "push"]
    probability: ExactNumber
    combinations: int


class WagerOdds(TypedDict):
    """The price of a wager."""

    wager: str
    edge: ExactNumber
    expectation: ExactNumber
    variance: ExactNumber
    standard_deviation: float
    hit_frequency: ExactNumber
    edge_ties_excluded: ExactNumber | None
    outcomes: list[PaysOdds]
    own: NotRequired[bool]


class BestOdds(TypedDict):
    """The wager with the lowest edge."""

    wager: str
    edge: ExactNumber


class RemovalOdds(TypedDict):
    """What one card less of each rank does to a wager."""

    wager: str
    expectation: ExactNumber
    effects: dict[str, ExactNumber | None]
    weighted_sum: ExactNumber
    counts: list[str]
    """Counting systems by level; the house tells none."""
    by_card: NotRequired[dict[str, ExactNumber | None]]


class OddsTold(TypedDict):
    """Exact prices: `minibac odds --json`; a table says which round they are for."""

    rulebook: str
    options: dict[str, OptionValue]
    cards: int
    counts: dict[str, int]
    combinations: int
    outcomes: ResultOdds
    wagers: list[WagerOdds]
    full: int
    best: NotRequired[BestOdds]
    notes: NotRequired[list[str]]
    stake_cents: NotRequired[int]
    counts_by_card: NotRequired[dict[str, int]]
    removal: NotRequired[list[RemovalOdds]]
    table: NotRequired[str]
    shoe_no: NotRequired[int]
    coup_no: NotRequired[int]
    version: NotRequired[int]
