"""Corners of the options: what comes in whole numbers, and which paper a choice needs that the house has not made."""

import pytest

from minibac.rules.house_rules import HouseRules, Reference, build
from minibac.rules.refusal import Code
from minibac.rules.rulebook import RULEBOOKS, load

WHOLE = {"decks": "15/2", "seats": "13/2", "cut_card_depth": "29/2"}
"""Numbers between the bounds that no table can have: decks, seats and cards come whole."""


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("name", WHOLE)
def test_nothing_comes_in_halves(rulebook: str, name: str) -> None:
    refused = build(load(rulebook), {name: WHOLE[name]})
    assert not isinstance(refused, HouseRules)
    assert [refusal.code for refusal in refused if refusal.sentence.startswith(f"{name}=")] == [Code.ILLEGAL_VALUE]


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_two_batches_have_no_deck_in_halves_either(rulebook: str) -> None:
    refused = build(load(rulebook), {"shuffler": "automatic", "decks": "25/2"})
    assert not isinstance(refused, HouseRules)
    assert [refusal.code for refusal in refused] == [Code.ILLEGAL_VALUE]


def test_with_a_continuous_shuffler_the_time_of_vigorish_needs_its_paper_too() -> None:
    """F10 leaves one value, at payout; the submission that states it is asked for by 12(d) all the same."""
    device = {"continuous-shuffler": Reference("Commission", "CS-1", "2026-01-01")}
    refused = build(load("massachusetts"), {"shuffler": "continuous"}, references=device)
    assert not isinstance(refused, HouseRules)
    asked = {refusal.sentence.partition("=")[0]: refusal.clause for refusal in refused}
    assert asked["vigorish_collection"] == "ma/12/d"
