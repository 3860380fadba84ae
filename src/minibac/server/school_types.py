"""The shapes in which drills, the course, exams and the record of a school are told."""

from typing import NotRequired, TypedDict

from minibac.voice.said import Said


class DrillRow(TypedDict):
    """A drill that a rulebook can be asked about."""

    drill: str
    about: Said
    levels: list[Said]
    items: int


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


class CourseStep(TypedDict):
    """A step of the course."""

    name: str
    table: bool
    about: Said
    passes: Said | None
    competency: str
    dwell: int
    passed: int


class CourseStage(TypedDict):
    """A stage of the course."""

    stage: str
    title: Said
    steps: list[CourseStep]


class CourseTold(TypedDict):
    """The course by the marks of the school."""

    rulebook: str
    learns: bool
    stages: list[CourseStage]
