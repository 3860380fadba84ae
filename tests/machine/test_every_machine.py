"""Each machine of the house is whole: one row and one decider for each command, one applier for each event."""

from typing import Any

import pytest

from minibac.machine.machine import Machine
from minibac.pits import house_commands as hc
from minibac.pits import house_events as h
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.house import HOUSE
from minibac.pits.pit import PIT
from minibac.school.record import SCHOOL
from minibac.school.record_commands import SCHOOL_COMMANDS
from minibac.school.record_events import SCHOOL_KINDS
from minibac.table import commands as table_commands
from minibac.table import events as table_events
from minibac.table.machine import TABLE

MACHINES: list[tuple[Machine[Any, Any, Any], tuple[type, ...], tuple[type, ...]]] = [
    (TABLE, table_commands.KINDS, table_events.KINDS),
    (PIT, c.PIT_KINDS, e.PIT_KINDS),
    (HOUSE, hc.HOUSE_KINDS, h.HOUSE_KINDS),
    (SCHOOL, SCHOOL_COMMANDS, SCHOOL_KINDS),
]


@pytest.mark.parametrize(("machine", "commands", "events"), MACHINES, ids=["table", "pit", "house", "school"])
def test_every_command_has_a_row_and_a_decider_and_every_event_an_applier(
    machine: Machine[Any, Any, Any], commands: tuple[type, ...], events: tuple[type, ...]
) -> None:
    assert set(machine.who) == set(machine.deciders) == set(commands)
    assert set(machine.fold.appliers) == set(events) - {machine.fold.opening}


def test_a_name_says_which_machine_a_command_or_an_event_is_for() -> None:
    """A line of a pit is never read as one of the house."""
    for kinds in (
        (*c.PIT_KINDS, *hc.HOUSE_KINDS, *SCHOOL_COMMANDS),
        (*e.PIT_KINDS, *h.HOUSE_KINDS, *SCHOOL_KINDS),
    ):
        names = [kind.__name__ for kind in kinds]
        assert len(set(names)) == len(names)
