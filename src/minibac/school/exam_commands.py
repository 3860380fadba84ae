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
    """The house, or an instructor, lets something irregular happen."""

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
