"""A log decided again gives the same log: every decision at every kind of table has a command that leads to it."""

from typing import Any

import pytest

from minibac.rules.rulebook import RULEBOOKS
from minibac.shoes.redecide import likely_commands
from minibac.table import events as e
from tests.records.decided_again import decided_again
from tests.table.helpers import Table
from tests.table.random_table import RandomTable, play
from tests.table.scenarios import SCENARIOS

FOLLOW = {
    e.TableOpened,
    e.ProcedureFinished,
    e.BatchesSwapped,
    e.CutOffered,
    e.BettingOpened,
    e.CoupSettled,
    e.CardCarried,
}
"""Events that no command begins with: they follow from another."""


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_decision_of_a_playthrough_is_what_the_rulebook_gives(name):
    assert decided_again(SCENARIOS[name]().log)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_decision_of_random_play_is_what_the_rulebook_gives(rulebook, monkeypatch):
    logs = []
    monkeypatch.setattr(RandomTable, "check_log", lambda table: logs.append(table.live.log))
    for _ in play(rulebook, 1_500, "decided again"):
        pass
    began = set().union(*map(decided_again, logs))
    assert not began & FOLLOW


def test_every_event_that_can_begin_a_decision_names_its_command():
    """A new event finds its command in ``redecide``, or its place in the list above."""
    state = Table("massachusetts").state
    asked = {
        kind
        for kind in set(e.KINDS) - FOLLOW - {e.ResultCalled, e.StrayDiscarded}
        if next(likely_commands(state, [_blank(kind)]), None) is not None
    }
    assert set(e.KINDS) - asked == {*FOLLOW, e.ResultCalled, e.StrayDiscarded}


def _blank(kind: type[e.Event]) -> e.Event:
    """An event with nothing in it."""
    blanks: dict[str, Any] = {"int": 0, "str": "", "bool": False}
    facts: dict[str, Any] = {}
    for name in kind.__struct_fields__:
        hint = kind.__annotations__.get(name)
        word = getattr(hint, "__name__", str(hint))
        facts[name] = blanks.get(word, {} if "dict" in str(hint) else ())
    return kind(**{**facts, "at": 1, "by": "x", "clauses": ()})
