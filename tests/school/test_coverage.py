"""Every clause on dealing, settlement and irregularities is asked for by a drill, or stands in a list with a reason."""

import pytest

from minibac.rules.clauses import inventory
from minibac.rules.rulebook import RULEBOOKS
from minibac.school.coverage import BECAUSE, met, plan


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_clause_is_asked_for_or_says_why_not(rulebook: str) -> None:
    rows = met(rulebook)
    assert [row.clause for row in rows if not row.drills and not row.because] == []
    assert [row.clause for row in rows if row.drills and row.because] == [], "asked for, and on the list nevertheless"


def test_the_list_names_clauses_that_there_are_each_once() -> None:
    listed = [clause for clauses in plan().unasked.values() for clause in clauses]
    assert set(listed) <= inventory().keys()
    assert len(listed) == len(set(listed))
    assert plan().unasked.keys() == BECAUSE.keys()
    assert plan().chapters.keys() == set(RULEBOOKS)
