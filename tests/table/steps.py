"""Short ways to say what a clause test does at a table: one case for each clause, and steps of a procedure in a row."""

from typing import Any

import pytest

from minibac.machine.roles import Actor
from minibac.rules.refusal import Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.table.helpers import DEALER, FLOOR, Table

FLOOR_STEPS = ("verify", "feather-check")
GUEST_STEPS = ("look", "ask-spread", "ask-face-up")
ASKED_OF_ALL: dict[str, tuple[str, dict[str, Any]]] = {
    "look": ("look", {}),
    "decline-spread": ("ask-spread", {"ok": False}),
}
"""What every guest who is there answers: the step is done with the last of them."""


def cases(*rows: tuple[object, ...], breaks: bool = False) -> list[Any]:
    """Parameters of a test, a clause at a time: the clause is the second of each row."""
    return [
        pytest.param(*row, marks=pytest.mark.clause(str(row[1]), breaks=breaks), id="-".join(map(str, row[:2])))
        for row in rows
    ]


def who(table: Table, step: str) -> Actor:
    """Whose step it is; of the guests, the one at the lowest seat."""
    if step in GUEST_STEPS:
        return table.guest(min(table.state.occupied, default=1))
    return FLOOR if step in FLOOR_STEPS else DEALER


def does(table: Table, *steps: str, batch: str = "A", **facts: Any) -> tuple[Any, ...]:
    """The right people do these steps, one after the other; the events of the last."""
    events: tuple[Any, ...] = ()
    for step in steps:
        if step in ASKED_OF_ALL:
            name, said = ASKED_OF_ALL[step]
            everybody = [table.guest(seat) for seat in reversed(table.state.occupied)]
            for guest in everybody:
                events = table.yes(c.DoStep, by=guest, step=name, batch=batch, **said | facts)
        else:
            events = table.yes(c.DoStep, by=who(table, step), step=step, batch=batch, **facts)
    return events


def may_not(table: Table, step: str, **facts: Any) -> Refusal:
    """The right person tries a step whose turn it is not."""
    facts.setdefault("by", who(table, step))
    return table.no(c.DoStep, step=step, **facts)


def phase_of(table: Table) -> Phase:
    """Where the table stands, asked anew."""
    return table.state.phase


def signed_by(events: tuple[e.Event, ...], kind: type[e.Event], clause: str) -> Any:
    """The event of that kind which cites the clause; there must be one."""
    found = [event for event in events if isinstance(event, kind) and clause in event.clauses]
    assert found, f"no {kind.__name__} cites {clause}: {events}"
    return found[0]
