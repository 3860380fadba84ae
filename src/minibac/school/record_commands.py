"""Commands of a school: classes and who is in them, attempts, hours, signatures, marks."""

from minibac.machine.kinds import Command, kinds_of
from minibac.school.marks import Marks
from minibac.school.record_events import Performance


class SchoolCommand(Command, frozen=True):
    """Decided against the state of the school."""


class StateMarks(SchoolCommand, frozen=True):
    """From here on these marks pass a competency; the file they come from was checked whole."""

    marks: Marks


class OpenClass(SchoolCommand, frozen=True):
    """Open a class under a rulebook."""

    rulebook: str


class EnrolTrainee(SchoolCommand, frozen=True):
    """Put somebody with an account into a class."""

    trainee: str
    class_id: str


class WithdrawTrainee(SchoolCommand, frozen=True):
    """Somebody leaves a class; what was noted stays."""

    trainee: str
    class_id: str


class RemoveTrainee(SchoolCommand, frozen=True):
    """The name of a trainee goes with the account; the log keeps the number."""

    trainee: str


class NoteAttempt(SchoolCommand, frozen=True):
    """What a trainee tried, and how it went, as the house judged it or a teacher saw it."""

    trainee: str
    tried: Performance
    number: int = 0
    """The attempt that was begun, and is handed in now; 0: a new one."""


class NoteHours(SchoolCommand, frozen=True):
    """Time of teaching that nobody could measure here: in a room, at a real table."""

    trainee: str
    minutes: int


class SignOff(SchoolCommand, frozen=True):
    """Sign that a trainee has a competency, under a rulebook."""

    trainee: str
    rulebook: str
    competency: str
    present: bool = False
    """Whether the signer has just said the password again, filled by the door."""


class WithdrawSignOff(SchoolCommand, frozen=True):
    """Take a signature back; it stays in the log, and so does this."""

    trainee: str
    rulebook: str
    competency: str
    present: bool = False
    """As in :class:`SignOff`."""


SCHOOL_COMMANDS = kinds_of(SchoolCommand)
"""Every command of a school."""
