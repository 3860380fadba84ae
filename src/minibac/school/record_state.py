"""The state of a school: its marks, its classes, and the record of each trainee."""

from collections.abc import Iterable, Mapping

import msgspec

from minibac.machine.roles import THE_HOUSE
from minibac.school.marks import Marks, PassMark
from minibac.school.record_events import Performance
from minibac.voice.times import NO_ZONE


class SchoolClass(msgspec.Struct, frozen=True):
    rulebook: str
    instructor: str
    opened_at: int


class NotedAttempt(msgspec.Struct, frozen=True):
    """One attempt, who noted it and when."""

    number: int
    at: int
    by: str
    tried: Performance


class SignedOff(msgspec.Struct, frozen=True):
    """A signature for a competency."""

    by: str
    role: str
    at: int
    marks: Mapping[str, PassMark] = {}
    """What passed the competency then, by what it needed: the school may change its marks later."""


def measured(attempts: Iterable[NotedAttempt]) -> int:
    """How many seconds attempts took. What the house has clocked counts each moment once, however many sheets and
    tables were open in it."""
    there = list(attempts)
    seconds = sum(one.tried.seconds for one in there if one.by != THE_HOUSE.id)
    spans = sorted((one.at - 1_000 * one.tried.seconds, one.at) for one in there if one.by == THE_HOUSE.id)
    clocked, until = 0, 0
    for begun, ended in spans:
        clocked += max(0, ended - max(begun, until))
        until = max(until, ended)
    return seconds + clocked // 1_000


class TraineeRecord(msgspec.Struct, frozen=True):
    """Everything a school has noted of one trainee."""

    classes: tuple[str, ...] = ()
    """The classes the trainee is in now."""
    withdrawn: tuple[str, ...] = ()
    attempts: tuple[NotedAttempt, ...] = ()
    minutes: int = 0
    """Teaching, beside what was measured."""
    signed: Mapping[str, Mapping[str, SignedOff]] = {}
    """By rulebook and competency."""
    removed: bool = False
    last_at: int = 0
    """When something was last noted: papers bear this time."""

    @property
    def not_handed_in(self) -> int:
        """How many tests and tables were begun, and nothing came of them."""
        return sum(not attempt.tried.handed_in for attempt in self.attempts)

    @property
    def measured_seconds(self) -> int:
        """How long the attempts took, all together."""
        return measured(self.attempts)


class SchoolState(msgspec.Struct, frozen=True):
    """The school between two commands."""

    name: str
    marks: Marks
    marks_by: str = ""
    """Who put the marks in force; nobody: they came with the program."""
    marks_at: int = 0
    marks_of_house: Marks | None = None
    """What the house file said last: an instructor may put others in their place until the file says something else."""
    at: int = 0
    time_zone: str = NO_ZONE
    classes: Mapping[str, SchoolClass] = {}
    trainees: Mapping[str, TraineeRecord] = {}

    def in_class(self, class_id: str) -> tuple[str, ...]:
        """The trainees who are in a class now, in the order in which they came to the school."""
        return tuple(name for name, record in self.trainees.items() if class_id in record.classes)

    def rulebooks_of(self, trainee: str) -> tuple[str, ...]:
        """The rulebooks a trainee has to do with: those of the classes first, then those of attempts."""
        record = self.trainees[trainee]
        of_classes = (self.classes[name].rulebook for name in (*record.classes, *record.withdrawn))
        return tuple(dict.fromkeys((*of_classes, *(attempt.tried.rulebook for attempt in record.attempts))))
