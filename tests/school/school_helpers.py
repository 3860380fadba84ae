"""A school of its own for the tests: a log, and everybody's commands."""

from typing import Any

from minibac.machine.kinds import encode
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.rules.refusal import Refusal
from minibac.school import record_commands as c
from minibac.school import record_events as e
from minibac.school.record import SCHOOL, Decision, open_school
from minibac.school.record_events import Performance

INA, ASA, TOM, TIA = (
    Actor("p-0001", Role.INSTRUCTOR), Actor("p-0002", Role.ASSESSOR), Actor("t-0001", Role.TRAINEE),
    Actor("t-0002", Role.TRAINEE),
)  # fmt: skip
BOOK = "seneca"


def sheet(what: str = "announcements", **facts: Any) -> Performance:
    """A test of a drill that passes by the proposed marks, unless told otherwise."""
    usual: dict[str, Any] = {"way": "test", "rulebook": BOOK, "seed": "7", "asked": 20, "right": 20, "seconds": 60}
    return Performance(**usual | {"what": what} | facts)


class School:
    """A school with a class under Seneca and two trainees in it."""

    def __init__(self) -> None:
        first = open_school("Corner", 1_000)
        self.log: list[e.SchoolEvent] = [first]
        self.state = SCHOOL.opened(first)
        self.yes(c.OpenClass, rulebook=BOOK)
        for trainee in (TOM, TIA):
            self.yes(c.EnrolTrainee, by=THE_HOUSE, trainee=trainee.id, class_id="c-1")

    def do(self, kind: type[c.SchoolCommand], /, by: Actor = INA, **facts: Any) -> Decision:
        command = kind(by=by, at=self.state.at + 1, **facts)
        answer = SCHOOL.decide(self.state, command)
        events = SCHOOL.trace(self.state, command, answer) if isinstance(answer, Refusal) else answer
        self.log += events
        self.state = SCHOOL.apply_all(self.state, events)
        return answer

    def yes(self, kind: type[c.SchoolCommand], /, by: Actor = INA, **facts: Any) -> tuple[Any, ...]:
        answer = self.do(kind, by, **facts)
        assert not isinstance(answer, Refusal), answer
        assert all(event.clauses for event in answer)
        return answer

    def no(self, kind: type[c.SchoolCommand], /, by: Actor = INA, **facts: Any) -> Refusal:
        before = self.state.trainees, self.state.classes, self.state.marks
        answer = self.do(kind, by, **facts)
        assert isinstance(answer, Refusal), answer
        assert answer.clause
        assert answer.sentence
        assert (self.state.trainees, self.state.classes, self.state.marks) == before
        return answer

    def check(self) -> None:
        """The log leads to the state, and holds nothing but ids, numbers and words of the program."""
        assert SCHOOL.replay([e.decode(encode(event)) for event in self.log]) == self.state
