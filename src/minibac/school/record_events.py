"""Events of a school: who learns what, what was tried and how it went, who signed. Ids and numbers only.

No name of a person and no words of anybody stand here: names live with the people, and can be removed.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from minibac.machine.kinds import Event, kinds_of, reader
from minibac.school.marks import Marks
from minibac.voice.said import Said
from minibac.voice.times import NO_ZONE

Way = Literal["practice", "test", "table"]
"""How something was tried: a drill in which what was wrong comes back, a drill that asks each item once, a table."""
Severity = Literal["critical", "major", "minor"]


class Tally(NamedTuple):
    """How often something was asked, and how often it was right."""

    asked: int
    right: int


class NotedFault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake at an exam table: what kind it was, the clause it broke, and whether it was noticed there."""

    kind: str
    clause: str
    severity: Severity
    noticed: bool = False


class NotedIntervention(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an instructor did to an exam: ids and words, and nothing that somebody wrote."""

    kind: str
    """``pause``, ``note``, ``irregularity`` or ``cards``."""
    what: str = ""
    """Which irregularity."""
    round_no: int = 0
    by: str = ""


class Performance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One attempt at a drill or at an exam table."""

    way: Way
    what: str
    """The drill, or the scenario."""
    rulebook: str
    seed: str
    """The same seed asks the same again."""
    level: int = 0
    """1, 2 or 3; 0 is the usual sheet, or a table."""
    asked: int = 0
    right: int = 0
    """How many items there were, and how many were right at the first answer."""
    overpaid: int = 0
    false_alarms: int = 0
    """Of the wrong ones, how many paid more than is due, or saw an error where there is none."""
    seconds: int = 0
    coups: int = 0
    """The rounds that were dealt at a table."""
    by_clause: Mapping[str, Tally] = {}
    faults: tuple[NotedFault, ...] = ()
    held: bool = True
    """Whether a table was dealt to its end, and good by the marks of its own scenario; whether the usual sheet of a
    drill was asked whole."""
    interventions: tuple[NotedIntervention, ...] = ()
    """What an instructor did to it."""
    handed_in: bool = True
    """False: it was begun, and no answer has come; as long as it is like that its seed stands nowhere."""
    sheet: str = ""
    """Tells the same sheet again without telling its seed."""


class SchoolEvent(Event, frozen=True):
    """Kept in the log of the school."""


class SchoolOpened(SchoolEvent, frozen=True):
    """The first event of a school."""

    name: str
    """What the house is called."""
    marks: Marks
    time_zone: str = NO_ZONE


class MarksStated(SchoolEvent, frozen=True):
    """From here on these marks pass a competency."""

    marks: Marks


class ClassOpened(SchoolEvent, frozen=True):
    """A class under a rulebook; what it is called is kept with the people."""

    class_id: str
    rulebook: str


class TraineeEnrolled(SchoolEvent, frozen=True):
    trainee: str
    class_id: str


class TraineeWithdrawn(SchoolEvent, frozen=True):
    trainee: str
    class_id: str


class TraineeRemoved(SchoolEvent, frozen=True):
    """The name is gone; what was noted stays under the number."""

    trainee: str


class AttemptNoted(SchoolEvent, frozen=True):
    """Number ``number`` of this trainee's attempts: a test or a table when it begins, and once more when it is over."""

    trainee: str
    number: int
    tried: Performance


class HoursNoted(SchoolEvent, frozen=True):
    """Time of teaching, as the instructor has it."""

    trainee: str
    minutes: int


class CompetencySignedOff(SchoolEvent, frozen=True):
    """A person who was there, and said the password again, signs for a competency."""

    trainee: str
    rulebook: str
    competency: str
    role: str


class SignOffWithdrawn(SchoolEvent, frozen=True):
    trainee: str
    rulebook: str
    competency: str


class SchoolAttemptRefused(SchoolEvent, frozen=True):
    """Somebody tried what is another's to do. It was refused, and this is its trace."""

    command: str
    role: str
    code: str
    said: Said
    severity: str


SCHOOL_KINDS = kinds_of(SchoolEvent)
"""Every event of a school."""

decode = reader(SCHOOL_KINDS)
"""An event of a school read back from its line."""
