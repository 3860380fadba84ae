"""Rules are told once: what the command line prints as JSON is what the server answers."""

from collections.abc import Iterator

import pytest

from minibac.rules.clauses import inventory
from minibac.rules.rulebook import RULEBOOKS
from tests.command_line import calling, telling
from tests.server.running import RunningServer, running
from tests.server.whole_shoes import STANDING

OUT = next(clause.id for clause in inventory().values() if clause.is_out)


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running(**STANDING) as house:
        yield house


printed = telling(calling("rules"))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_rulebook_is_told_once(server: RunningServer, rulebook: str) -> None:
    with server.client() as client:
        assert client.get(f"/api/rules/{rulebook}") == printed(rulebook)


@pytest.mark.parametrize("cited", ["ma/13/c/1", "s42/c/6", OUT, "B10", "D01", "R13", "R7"])
def test_a_clause_a_ruling_and_a_control_are_told_once(server: RunningServer, cited: str) -> None:
    with server.client() as client:
        assert client.get(f"/api/clauses/{cited}") == printed(cited)


def test_the_truth_where_two_tellings_once_differed(server: RunningServer) -> None:
    with server.client() as client:
        massachusetts = client.get("/api/rules/massachusetts")
        assert len(massachusetts["remedies"]) == 10, "ma/13/c/2 is the other option's"
        assert client.get(f"/api/clauses/{OUT}")["proven"] is False, "what is out is counted apart, not proven"
