"""A table in a house: decide, store, apply, tell.

This is the thin loop with everything in memory. A person's command goes in; the vault fills in the cards it turns;
events come out, are stored, and then applied. The house's own steps, committing and revealing, follow by themselves.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from minibac.house.law import act, opening
from minibac.house.times import Clock, wall_clock_ms
from minibac.house.vault import Vault
from minibac.machine.roles import Actor, Role
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Refusal, Refused
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import next_command
from minibac.table.deadlines import deadline
from minibac.table.guest_view import guest_part, may_see, questions
from minibac.table.machine import opened
from minibac.table.state import TableState
from minibac.table.view_types import Question, SeatedYours, chosen_answer

Listener = Callable[[e.Event], None]


class LiveTable:
    """One table: its state, its log, its vault. One writer.

    Without a vault the shoes come from the operating system's randomness; a :class:`PracticeVault` gives them again.
    """

    state: TableState
    """How the table stands."""
    log: list[e.Event]
    """Everything that has happened, from the opening on."""
    vault: Vault
    """Who has the undealt cards."""
    clock: Clock
    """What gives the milliseconds since 1970 that a command is given at."""

    def __init__(
        self,
        table: str,
        rules: HouseRules | str,
        vault: Vault | None = None,
        clock: Clock = wall_clock_ms,
        *,
        minimum_cents: Mapping[str, int] | None = None,
        maximum_cents: Mapping[str, int] | None = None,
        minimum_age: int = 0,
        listener: Listener | None = None,
    ) -> None:
        self.clock = clock
        self._listener = listener
        self.vault = vault = vault or Vault(os.urandom)
        first = opening(
            table,
            rules,
            clock(),
            minimum_cents=dict(minimum_cents or {}),
            maximum_cents=dict(maximum_cents or {}),
            minimum_age=minimum_age,
            by_hand=vault.by_hand,
        )
        self.state = opened(first)
        self.log = [first]
        if listener:
            listener(first)

    def __repr__(self) -> str:
        state = self.state
        return f"<LiveTable {state.table}: {state.phase}, shoe {state.shoe_no}, round {state.coup_no}>"

    def _repr_html_(self) -> str:
        return self.state._repr_html_()

    def handle(self, command: c.Command) -> tuple[e.Event, ...] | Refusal:
        """Answer a command. A refusal changes nothing; accepted events are stored, then applied, then told."""
        check_form(command)
        steps = act(self.state, command, self.vault, self.clock)
        if isinstance(steps, Refusal):
            return steps
        for event, state in steps:
            self.log.append(event)
            self.state = state
            if self._listener:
                self._listener(event)
        return tuple([event for event, _ in steps])

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        """What a command leads to; raises where it is refused, and then nothing has changed."""
        answer = self.handle(command)
        if isinstance(answer, Refusal):
            raise Refused([answer])
        return answer

    def guest_view(self, seat: int) -> SeatedYours:
        """What the guest of a seat sees, the cards in that guest's hands among it, which the state does not know."""
        guest = self.state.seats.get(seat)
        may = may_see(self.state, Actor(guest.guest, Role.GUEST, seat=seat)) if guest else frozenset()
        return guest_part(self.state, seat, {at: self.vault.card(at) for at in may - set(self.state.shown)})

    def answer(self, seat: int, question: Question, which: int = 0, /, **facts: Any) -> tuple[e.Event, ...]:
        """Answer one of ``asks`` of a guest's view: the first of its answers is that of a guest who plays along.

        Another one is taken by its number, or by its facts: ``answer(3, "house-money", choice="banker")``. Raises where
        the table does not ask that, or has no such answer.
        """
        plain = chosen_answer(questions(self.state, seat), question, which, facts)
        guest = Actor(self.state.seats[seat].guest, Role.GUEST, seat=seat)
        return self.do(c.read_command(msgspec.json.encode(plain | {"by": guest, "at": self.clock()})))

    def step(self) -> bool:
        """Let the automatic people do one step; false while the table waits.

        A guest who was asked and has not answered is spoken for: the guest declines, gives the cards back, takes what
        was won.
        """
        wanted = next_command(self.state, self.clock())
        if wanted is None:
            return False
        answer = self.handle(wanted.command)
        if isinstance(answer, Refusal):
            raise AssertionError(
                f"the automatic dealer was refused at {self.state.phase}: {answer} <- {wanted.command}"
            )
        return True

    def tick(self) -> tuple[e.Event, ...]:
        """Say that time has passed, where it has: the answer of a silent guest, the call, a seat that is left."""
        now = self.clock()
        found = deadline(self.state)
        if found is None or found.at > now:
            return ()
        answer = self.handle(replace(found.command, at=max(now, self.state.at)))
        assert not isinstance(answer, Refusal), f"the house was refused at {self.state.phase}: {answer}"
        return answer


def check_form(command: c.Command) -> None:
    """A type checker says this earlier. Whoever has none is told before a part of a cent lies on the table."""
    name = type(command).__name__
    if not isinstance(command, c.Command):
        raise TypeError(f"a table takes commands, as those of minibac.commands, and {command!r} is none")
    if not isinstance(command.by, Actor):
        raise TypeError(f"by of {name} is an Actor, as Actor('ann', Role.GUEST, seat=3), and not {command.by!r}")
    for field in command.__struct_fields__:
        if isinstance(value := getattr(command, field), float):
            raise TypeError(f"{field} of {name} is a whole number, and not {value!r}")
