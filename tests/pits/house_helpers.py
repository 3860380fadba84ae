"""A house of its own for the tests: a log and everybody's commands."""

from typing import Any

from minibac.machine.kinds import encode
from minibac.machine.roles import Actor, Role
from minibac.pits import house_commands as c
from minibac.pits import house_events as e
from minibac.pits.house import HOUSE, Decision, open_house
from minibac.rules.refusal import Refusal
from tests.pits.pit_helpers import ADMIN, START

DAY = "2027-01-15"
"""The day of the calendar on which the house opens."""


class House:
    """A house with a log and everybody's commands."""

    def __init__(self) -> None:
        first = open_house("Corner", ("main", "high"), START)
        self.log: list[e.HouseEvent] = [first]
        self.state = HOUSE.opened(first)

    def do(self, kind: type[c.HouseCommand], /, by: Actor = ADMIN, **facts: Any) -> Decision:
        command = kind(by=by, at=self.state.at + 1, **facts)
        answer = HOUSE.decide(self.state, command)
        events = HOUSE.trace(self.state, command, answer) if isinstance(answer, Refusal) else answer
        self.log += events
        self.state = HOUSE.apply_all(self.state, events)
        return answer

    def yes(self, kind: type[c.HouseCommand], /, by: Actor = ADMIN, **facts: Any) -> tuple[Any, ...]:
        answer = self.do(kind, by, **facts)
        assert not isinstance(answer, Refusal), answer
        assert all(event.clauses for event in answer)
        return answer

    def no(self, kind: type[c.HouseCommand], /, by: Actor = ADMIN, **facts: Any) -> Refusal:
        people = self.state.people
        answer = self.do(kind, by, **facts)
        assert isinstance(answer, Refusal), answer
        assert answer.clause
        assert self.state.people == people
        return answer

    def person(self, name: str, *roles: Role) -> str:
        self.yes(c.AdmitPerson, person=name, name=name.title())
        for role in roles:
            self.yes(c.GrantRole, person=name, role=role)
        return name

    def check(self) -> None:
        assert HOUSE.replay([e.decode(encode(event)) for event in self.log]) == self.state
        assert sum(self.state.balances.values()) == 0
