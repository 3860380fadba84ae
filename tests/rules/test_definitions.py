"""Massachusetts section 1: each term is defined once, and every wager reads that definition."""

import json
from itertools import product

import pytest
from click.testing import CliRunner

from minibac.cli import cli
from minibac.play.propositions import facts
from minibac.play.results import Result
from minibac.rules.rulebook import load
from tests.sightings import Sightings

RESULTS = [Result(*row) for row in product(range(10), range(10), (2, 3), (2, 3))]


@pytest.mark.clause("ma/1")
def test_the_defined_terms_hold_throughout(saw: Sightings) -> None:
    """Dragon 7, Panda 8 and Natural as section 1 prints them, over every pair of final hands."""
    book = load("massachusetts")
    assert set(book.terms) == {"all", "dragon_7", "panda_8", "natural"}
    for result in RESULTS:
        assert result.is_dragon_7 == (result.banker_total == 7 and result.banker_cards == 3 and result.player_total < 7)
        assert result.is_panda_8 == (result.player_total == 8 and result.player_cards == 3 and result.banker_total < 8)
        assert result.player_natural == (result.player_cards == 2 and result.player_total in (8, 9))
        assert result.banker_natural == (result.banker_cards == 2 and result.banker_total in (8, 9))
    shown = CliRunner().invoke(cli, ["rules", "massachusetts", "--json"])
    assert {clause for term in json.loads(shown.stdout)["terms"] for clause in term["clauses"]} == {
        "ma/1",
        "ma/1/dragon-7",
        "ma/1/panda-8",
        "ma/1/natural",
    }
    saw(shown)


def test_no_wager_defines_a_term_again() -> None:
    """A line of a wager that speaks of a term names it; none restates its totals and numbers of cards."""
    book = load("massachusetts")
    for proposition in book.wager:
        for row in proposition.lines:
            assert not {"player_total", "banker_total", "player_cards", "banker_cards"} & set(row.when), proposition.id
    named = {name for proposition in book.wager for row in proposition.lines for name in row.when}
    assert {"dragon_7", "panda_8", "own_natural", "other_natural"} <= named


def test_the_facts_of_a_wager_are_the_definitions() -> None:
    for result in RESULTS:
        for hand in ("player", "banker"):
            seen = facts(result, hand)
            assert seen["dragon_7"] == result.is_dragon_7
            assert seen["panda_8"] == result.is_panda_8
            own = result.player_natural if hand == "player" else result.banker_natural
            assert seen["own_natural"] == own
