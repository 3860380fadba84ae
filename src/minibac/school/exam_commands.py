"""Commands of an exam beside those of its table: what a dealer does at a table that lets mistakes happen."""

from minibac.machine import kinds
from minibac.voice.said import NOTHING, Said


class ExamCommand(kinds.Command, frozen=True):
    """Something somebody wants to do in an exam."""


class BeginExam(ExamCommand, frozen=True):
    """The house begins the exam of whoever is on duty."""

    trainee: str
    scenario: str
    seed: str = ""


class CallFloor(ExamCommand, frozen=True):
    """The trainee calls the floorperson: for a step that is the floor's, or about something that went wrong."""

    about: str = ""
    """``cards``, ``money``, ``wagers``, …; nothing where it is the floor's turn."""
    seat: int = 0


class RefuseWager(ExamCommand, frozen=True):
    """The trainee pushes chips back that cannot be taken."""

    seat: int
    wager: str


class PutRight(ExamCommand, frozen=True):
    """The trainee gives a guest what is missing, or with a minus takes back what was too much."""

    seat: int
    wager: str
    cents: int


class ShowMishap(ExamCommand, frozen=True):
    """The scenario lets something irregular happen."""

    kind: str
    seat: int = 0
    hand: str = ""


class DisputePayment(ExamCommand, frozen=True):
    """A guest says that the round before was paid wrongly."""

    seat: int


class EndExam(ExamCommand, frozen=True):
    """The exam is over."""

    reason: Said = NOTHING
    finished: bool = False
    """Whether it was dealt to its end, and not given up."""


# ------------------------------------------------------------------------------------------ from the instructor's board


class PauseExam(ExamCommand, frozen=True):
    """The instructor stops the exam; its clock stands still."""


class ResumeExam(ExamCommand, frozen=True):
    """The instructor lets it go on."""

    stood_ms: int = 0
    """How long it stood; the house's to say."""


class WhisperNote(ExamCommand, frozen=True):
    """The instructor whispers something to the trainee; nothing takes the last note back."""

    text: str


class InjectIrregularity(ExamCommand, frozen=True):
    """The instructor lets something happen: a mishap, chips that come too late, a guest who objects."""

    kind: str
    seat: int = 0
    """Whose; the first guest's where none is named."""
    hand: str = ""


class SetNextCards(ExamCommand, frozen=True):
    """The instructor puts these cards next in the shoe."""

    cards: str
    """As they leave the shoe, as ``9h Kd``."""


OF_AN_INSTRUCTOR: tuple[type[ExamCommand], ...] = (
    PauseExam, ResumeExam, WhisperNote, InjectIrregularity, SetNextCards,
)  # fmt: skip
"""What is given from the board, and by nobody else."""
