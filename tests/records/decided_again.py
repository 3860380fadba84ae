"""A log put to the table again, decision by decision."""

from minibac.shoes.redecide import explain
from minibac.table import events as e
from minibac.table.machine import apply_all, opened

AHEAD = 16


def decided_again(log: list[e.Event]) -> set[type[e.Event]]:
    """Put every decision of a log to the table again; the kinds of event with which one began."""
    lines = [e.decode(e.encode(event)) for event in log]
    assert isinstance(lines[0], e.TableOpened)
    state, done, began = opened(lines[0]), 1, set()
    while done < len(lines):
        answer = explain(state, lines[done : done + AHEAD])
        assert answer.events_count, f"{lines[done]}: {answer.reason}"
        began.add(type(lines[done]))
        state = apply_all(state, lines[done : done + answer.events_count])
        done += answer.events_count
    return began
