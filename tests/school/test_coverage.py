"""Every clause on dealing, settlement and irregularities is asked for by a drill or met in a scenario, or stands in a
list with a reason."""

import pytest

from minibac.house.rehearsal import met_in_scenarios
from minibac.rules.clauses import inventory
from minibac.rules.rulebook import RULEBOOKS
from minibac.school.coverage import BECAUSE, met, plan


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_clause_is_met_or_says_why_not(rulebook: str) -> None:
    rows = met(rulebook, met_in_scenarios(rulebook))
    there = {row.clause: bool(row.drills or row.scenarios) for row in rows}
    assert [row.clause for row in rows if not there[row.clause] and not row.because] == []
    assert [row.clause for row in rows if there[row.clause] and row.because] == [], "met, and on the list nevertheless"
    assert any(row.scenarios and not row.drills for row in rows), "a table teaches what no question can"


def test_the_list_names_clauses_that_there_are_each_once() -> None:
    listed = [clause for clauses in plan().unasked.values() for clause in clauses]
    assert set(listed) <= inventory().keys()
    assert len(listed) == len(set(listed))
    assert plan().unasked.keys() == BECAUSE.keys()
    assert plan().chapters.keys() == set(RULEBOOKS)
