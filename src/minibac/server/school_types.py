"""The shapes in which drills, the course, exams and the record of a school are told."""

from typing import Literal, NotRequired, TypedDict

from minibac.school.exam_score import ExamMarks
from minibac.school.marks import Marks
from minibac.school.record_events import NotedFault, NotedIntervention, Tally, Way
from minibac.school.record_state import SignedOff
from minibac.server.messages import ChangedParts, RefusalPart
from minibac.table.view_types import DealerYours, OfferPart, View
from minibac.table.wire_words import Card, Cents, Milliseconds, Seat, WagerId
from minibac.voice.said import Said


class DrillRow(TypedDict):
    """A drill that a rulebook can be asked about."""

    drill: str
    about: Said
    levels: list[Said]
    items: int
    worse: NotRequired[Literal["overpaid", "false_alarms"]]
    """What a wrong answer can be besides wrong; the marks may say how many."""


class DrillsTold(TypedDict):
    """The drills of a rulebook in the order in which they are learned."""

    rulebook: str
    drills: list[DrillRow]
    levels: list[int]
    most_items: int


class ItemOption(TypedDict):
    """One of the answers to choose from."""

    key: str
    says: Said


class FormTold(TypedDict):
    """How an item is answered."""

    kind: str
    count: int
    keys: dict[str, Said]
    hint: Said


class FigureRow(TypedDict):
    """A wager in the figure of an item."""

    seat: int
    wager: str
    stake_cents: int
    outcome: str
    paid_cents: int | None
    vigorish_cents: int | None
    done: str
    done_said: Said
    told: str
    told_said: Said


class FigureTold(TypedDict):
    """What lies on the table in an item."""

    player: list[str]
    banker: list[str]
    rows: list[FigureRow]
    call: str
    call_said: Said
    told: str
    told_said: Said


class ItemTold(TypedDict):
    """An item of a sheet; its key in practice."""

    number: int
    level: int
    question: Said
    options: list[ItemOption]
    form: FormTold
    figure: FigureTold | None
    answers: NotRequired[list[str]]
    why: NotRequired[Said]
    clauses: NotRequired[list[str]]
    judged: NotRequired[bool]


class SheetTold(TypedDict):
    """A sheet: of practice with its seed, of a test with its name."""

    drill: str
    items: list[ItemTold]
    comes_back_after: list[int]
    seed: NotRequired[str]
    test: NotRequired[str]


class MarkedAttempt(TypedDict):
    """An answer that was marked, with the key."""

    number: int
    answer: str
    right: bool
    answers: list[str]
    why: Said
    clauses: list[str]


class MarkedSheet(TypedDict):
    """What a sheet came to."""

    drill: str
    rulebook: str
    items: int
    answered: int
    right: int
    attempts: list[MarkedAttempt]
    seed: str | None
    seconds: int
    noted: bool
    mark: Said | None
    counted: int
    passes: bool | None
    because: Said | None


class CourseStepTold(TypedDict):
    """A step of the course."""

    name: str
    table: bool
    """Whether it is dealt at a table."""
    about: Said
    passes: Said | None
    competency: str
    dwell: int
    passed: int


class CourseStageTold(TypedDict):
    """A stage of the course."""

    stage: str
    title: Said
    steps: list[CourseStepTold]


class CourseTold(TypedDict):
    """The course by the marks of the school."""

    rulebook: str
    learns: bool
    stages: list[CourseStageTold]


# ---------------------------------------------------------------------------------------------------------------- exams


class LaidStake(TypedDict):
    """Chips on the layout of an exam."""

    seat: Seat
    wager: WagerId
    cents: Cents


class LaidMarker(TypedDict):
    """A marker button."""

    seat: Seat
    cents: Cents


class ExamTable(TypedDict):
    """What lies on the table of an exam, mistakes and all."""

    round: int
    doing: str
    seats: list[Seat]
    player: list[Card | None]
    banker: list[Card | None]
    handed: OfferPart | None
    first_card: Card | None
    cut_card_seen: bool
    wagers: list[LaidStake]
    moves: list[tuple[str, Seat, WagerId, Cents]]
    markers: list[LaidMarker]
    irregular: str | None
    objects: Seat | None


class NamedRemedy(TypedDict):
    """A remedy that can be carried out."""

    do: str
    said: Said


class ExamYours(DealerYours):
    """What whoever sits an exam could do, in no order."""

    exam: bool
    remedies: list[NamedRemedy]
    cut_card_seen: bool
    irregular: Said | None
    objects: Seat | None


class BySeverity(TypedDict):
    critical: int
    major: int
    minor: int


class CallsTold(TypedDict):
    made: int
    wrong: int


class MovesTold(TypedDict):
    moves: int
    wrong: int


FaultTold = TypedDict(
    "FaultTold",
    {
        "number": int,
        "kind": str,
        "called": str,
        "class": str,
        "at": Milliseconds,
        "round": int,
        "clause": str | None,
        "clauses": list[str],
        "did": str,
        "right": str,
        "seat": Seat | None,
        "wager": WagerId | None,
        "cents": Cents | None,
        "noticed": bool,
        "noticed_by": str | None,
        "noticed_after_ms": int | None,
        "put_right_by": str | None,
        "called_said": Said,
        "did_said": Said,
        "right_said": Said,
        "open": NotRequired[bool],
    },
)


class DeedTold(TypedDict):
    """What an instructor did, on the result of an exam."""

    kind: str
    what: str | None
    round: int
    at: Milliseconds
    by: str
    name: NotRequired[str]
    said: NotRequired[Said]
    says: NotRequired[str]


class ResultTold(TypedDict):
    """What an exam came to: `minibac audition --json`, with its sentences as templates too."""

    scenario: str
    rulebook: str
    seed: str
    trainee: str
    begun_at: Milliseconds
    seconds: int
    coups: int
    coups_an_hour: int
    faults: list[FaultTold]
    interventions: list[DeedTold]
    by_class: BySeverity
    by_clause: dict[str, int]
    announcements: CallsTold
    order: MovesTold
    finished: bool
    marks: ExamMarks
    passed: bool
    failed_for: list[str]
    failed_for_said: list[Said]


class ExamTold(TypedDict):
    """An exam as it stands; after a step what others did and what hands cannot do."""

    id: str
    steps: int
    scenario: str
    rulebook: str
    now: Milliseconds
    ends_at: Milliseconds | None
    paused: bool
    note: str | None
    exam: bool
    help: bool
    ended: bool
    table: ExamTable
    result: ResultTold | None
    name: str | Said
    view: View
    yours: ExamYours
    happened: NotRequired[list[str]]
    happened_said: NotRequired[list[Said]]
    refused: NotRequired[RefusalPart | None]


# ------------------------------------------------------------------------------------------------------------ the board


class BoardExam(TypedDict):
    """An exam in a row of the board."""

    id: str
    scenario: str
    called: str | Said
    trainee: str
    begun_at: Milliseconds
    last_at: Milliseconds
    ended: bool
    paused: bool
    note: str | None
    round: int
    rounds: int | None
    minutes: int | None
    seconds: int
    coups: int
    coups_an_hour: int
    pace_asked: int | None
    by_class: BySeverity
    passed: bool | None
    last_fault: FaultTold | None
    interventions: int
    name: NotRequired[str | None]


class BoardTable(BoardExam):
    """The same with its table: what lies there, and the number of what is printed on it."""

    lies: ChangedParts
    print: int


class EarlierExam(TypedDict):
    """One of the latest exams of a trainee."""

    id: str
    scenario: str
    called: str | Said
    begun_at: Milliseconds
    ended: bool


class BoardTrainee(TypedDict):
    """A trainee on the board."""

    id: str
    name: str | None
    exam: BoardTable | None
    exams: list[EarlierExam]


class ClassHead(TypedDict):
    id: str
    title: str
    rulebook: str


BoardTold = TypedDict(
    "BoardTold",
    {
        "class": ClassHead,
        "now": Milliseconds,
        "instructs": bool,
        "prints": list[ChangedParts],
        "trainees": list[BoardTrainee],
    },
)


class LogLineTold(TypedDict):
    """Something that happened."""

    at: Milliseconds
    said: Said


class NamedKind(TypedDict):
    """Something that can be let happen."""

    kind: str
    said: Said


class ShoulderTold(TypedDict):
    """An exam over the shoulder of who sits it."""

    exam: BoardExam
    view: ChangedParts
    now: Milliseconds
    objects: Seat | None
    irregular_said: Said | None
    faults: list[FaultTold]
    interventions: list[DeedTold]
    log: list[LogLineTold]
    injects: list[NamedKind]


class ReplayStep(TypedDict):
    """A step of the round of a mistake, and what lay on the table after it."""

    at: Milliseconds
    said: Said
    clauses: list[str]
    mistake: bool
    lies: ChangedParts


class ReplayExam(TypedDict):
    """Whose exam it was, and which round."""

    id: str
    scenario: str
    called: str | Said
    trainee: str
    round: int


class MistakeTold(TypedDict):
    """The round of a mistake, step by step."""

    exam: ReplayExam
    fault: FaultTold
    print: ChangedParts
    steps: list[ReplayStep]


# ----------------------------------------------------------------------------------------------------------- the record


class ProgressTold(TypedDict):
    """How far a trainee has got with a competency: of each thing it needs the attempt that passed, 0 for none."""

    competency: str
    title: str
    needs: dict[str, int]
    passed: bool
    signed: SignedOff | None


class ClassTrainee(TypedDict):
    """A trainee of a class."""

    id: str
    name: str | None
    minutes: int
    last_at: Milliseconds
    measured_seconds: int
    attempts: int
    not_handed_in: int
    progress: list[ProgressTold]


class SchoolClassTold(TypedDict):
    """A class with its trainees."""

    id: str
    title: str
    rulebook: str
    instructor: str
    opened_at: Milliseconds
    trainees: list[ClassTrainee]


class NeedTold(TypedDict):
    """What shows a competency, and what passes."""

    what: str
    passes: Said
    source: str | None


class CompetencyTold(TypedDict):
    """A competency, and what it needs."""

    competency: str
    title: str
    needs: list[NeedTold]


class SchoolTold(TypedDict):
    """The school as who teaches sees it."""

    name: str
    classes: list[SchoolClassTold]
    marks: Marks
    marks_said: list[CompetencyTold]
    marks_at: Milliseconds | None
    marks_by: str
    instructs: bool
    key: str
    names: dict[str, str]


class AttemptTold(TypedDict):
    """One attempt: what it was, how it went, and whether it passes."""

    number: int
    at: Milliseconds
    noted_by: str
    called: str | Said
    competency: str
    passed: bool
    critical: int
    major: int
    minor: int
    way: Way
    what: str
    rulebook: str
    seed: str
    level: int
    asked: int
    right: int
    overpaid: int
    false_alarms: int
    seconds: int
    coups: int
    by_clause: dict[str, Tally]
    faults: list[NotedFault]
    held: bool
    interventions: list[NotedIntervention]
    handed_in: bool
    sheet: str


class RecordTold(TypedDict):
    """Everything a school has noted of one trainee."""

    trainee: str
    name: str | None
    removed: bool
    classes: list[str]
    titles: dict[str, str]
    minutes: int
    not_handed_in: int
    measured_seconds: int
    last_at: Milliseconds
    rulebooks: dict[str, list[ProgressTold]]
    attempts: list[AttemptTold]
    names: dict[str, str]
    school: str
