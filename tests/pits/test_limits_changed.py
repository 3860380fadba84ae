"""Limits change in a running house: scheduled by the pit, on the sign until then, taken between two rounds."""

from typing import Any

import pytest

from minibac.machine.roles import THE_HOUSE
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.narrate import told as told_in_pit
from minibac.pits.notices import change_for
from minibac.pits.signs import sign
from minibac.rules.refusal import Code
from minibac.table import commands as table_commands
from minibac.table.events import decode, encode
from minibac.table.machine import replay
from minibac.table.narrate import told
from minibac.table.state import Phase
from tests.pits.pit_helpers import BOSS, DEALER, MINUTE, Pit, facts
from tests.table.helpers import Table

HIGHER = {"minimum_cents/banker": 25_00, "maximum_cents/banker": 500_00}


def schedule(pit: Pit, options: dict[str, Any], **other: Any) -> dict[str, Any]:
    return {"by": BOSS, "options": options, "tables": ("T1",), "effective_at": pit.clock + MINUTE} | other


@pytest.mark.control("R26")
def test_limits_are_scheduled_shown_on_the_sign_and_taken_by_the_table() -> None:
    pit = Pit({"T1": facts(), "T2": facts()})
    (change,) = pit.yes(c.ScheduleChange, **schedule(pit, HIGHER))
    assert change.clauses == ("R26",)
    assert "minimum on banker: $25.00" in str(told_in_pit(change))
    pending = sign(pit.state, "T1").pending
    assert pending is not None
    assert str(pending.says) == "minimum on banker: $25.00, maximum on banker: $500.00"
    assert sign(pit.state, "T2").pending is None
    assert pit.no(c.ScheduleChange, **schedule(pit, HIGHER)).code is Code.STILL_OPEN
    (vigorish,) = pit.yes(c.ScheduleChange, **schedule(pit, {"vigorish_rate": "4%"}))
    both = sign(pit.state, "T1").pending
    assert both is not None
    assert "maximum on banker: $500.00" in str(both.says), "the one does not hide the other"
    pit.yes(c.CancelChange, by=BOSS, change=vigorish.change, reason="not tonight")
    pit.skip(2 * MINUTE)
    (due,) = pit.yes(c.TellTime, by=THE_HOUSE)
    assert isinstance(due, e.ChangeDue)
    command = change_for(pit.state, "T1", pit.clock)
    assert command is not None
    assert command.options == HIGHER
    assert change_for(pit.state, "T2", pit.clock) is None
    (taken,) = pit.yes(c.ConfirmChange, by=THE_HOUSE, change=due.change, table="T1")
    assert taken.done
    assert sign(pit.state, "T1").pending is None


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"minimum_cents/bankr": 5, "maximum_cents/bankr": 9}, Code.NOT_OFFERED),
        ({"minimum_cents/banker": 25_00}, Code.ILLEGAL_VALUE),
        ({"minimum_cents/banker": 25_00, "maximum_cents/banker": 5_00}, Code.ILLEGAL_VALUE),
        ({"minimum_cents/banker": 0, "maximum_cents/banker": 5_00}, Code.ILLEGAL_VALUE),
        ({"minimum_cents/banker": True, "maximum_cents/banker": 5_00}, Code.ILLEGAL_VALUE),
        ({**HIGHER, "vigorish_rate": "4%"}, Code.NOT_NOW),
        ({"minimum": 5}, Code.UNKNOWN_OPTION),
    ],
)
def test_limits_that_cannot_be_are_refused_and_nothing_changes(options: dict[str, Any], code: Code) -> None:
    pit = Pit({"T1": facts(), "T2": facts()})
    assert pit.no(c.ScheduleChange, **schedule(pit, options)).code is code
    assert not pit.state.changes


def test_limits_are_for_a_table_and_for_those_who_answer_for_the_pit() -> None:
    pit = Pit({"T1": facts(), "T2": facts()})
    refusal = pit.no(c.ScheduleChange, **schedule(pit, HIGHER, tables=()))
    assert str(refusal.said) == "say at which table the limits change"
    assert pit.no(c.ScheduleChange, **schedule(pit, HIGHER, by=DEALER)).code is Code.NOT_YOURS
    assert pit.no(c.ScheduleChange, **schedule(pit, HIGHER, effective_at=pit.clock - MINUTE)).code is Code.TOO_EARLY


def test_a_table_takes_limits_between_rounds_and_the_log_alone_replays_them() -> None:
    table = Table("section-42", cards="2s 3h 4d 4c")
    table.to(Phase.BETTING)
    table.bet(3, "banker", 10_00)
    change: dict[str, Any] = {"by": THE_HOUSE, "options": HIGHER}
    assert table.no(table_commands.ChangeOptions, **change).code is Code.NOT_NOW, "a wager lies under the old limits"
    table.coup()
    (changed,) = table.yes(table_commands.ChangeOptions, **change)
    assert str(told(changed)) == "From now on this table has minimum on banker: $25.00 and maximum on banker: $500.00."
    assert table.yes(table_commands.ChangeOptions, **change) == (), "it has them"
    table.to(Phase.BETTING)
    again = replay([decode(encode(event)) for event in table.log])
    assert (again.minimum_cents, again.maximum_cents) == (table.state.minimum_cents, table.state.maximum_cents)
    for cents, code in ((10_00, Code.BELOW_MINIMUM), (600_00, Code.ABOVE_MAXIMUM)):
        refusal = table.no(table_commands.PlaceWager, by=table.guest(3), seat=3, wager="banker", cents=cents)
        assert refusal.code is code
