"""Whole shoes, coup by coup, against the naive dealer: cutting card, last hand, too few cards."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minibac.cards.card import ALL_CARDS, Card, parse_cards
from minibac.cards.shoe import Shoe, burn
from minibac.cards.shuffle import shuffle_seeded
from minibac.play.coup import Stage
from minibac.play.shoe_life import ShoeCoup, coups
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import RULEBOOKS, load
from tests.naive import dealer


def house(rulebook_id: str, **choices: object) -> HouseRules:
    rules = build(load(rulebook_id), choices)
    assert isinstance(rules, HouseRules)
    return rules


def words(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32),
    position=st.integers(10, 406),
    rulebook_id=st.sampled_from(RULEBOOKS),
    depth=st.integers(14, 399),
)
def test_a_shoe_is_dealt_as_the_naive_dealer_deals_it(seed: int, position: int, rulebook_id: str, depth: int) -> None:
    rules = house(rulebook_id, cut_card_depth=depth)
    shoe = Shoe(shuffle_seeded(ALL_CARDS * rules.decks_in_shoe, seed).cards, int(rules.options["cut_card_depth"]))
    burned, rest = burn(rules, shoe)
    dealt = list(coups(rules, rest))
    assert [words(coup.cards) for coup in dealt] == dealer.coups_in_shoe(words(shoe.order), depth, rulebook_id)
    assert [coup.coup_no for coup in dealt] == list(range(1, len(dealt) + 1))
    check_end(dealt, depth)
    used = (burned.first, *burned.others, *(card for coup in dealt for card in coup.cards))
    assert used + dealt[-1].shoe.left == shoe.order, "no card is lost, none comes twice"


def check_end(dealt: list[ShoeCoup], depth: int) -> None:
    """The cutting card comes out once; the coup after it is the last, and nothing else is."""
    out = [coup.coup_no for coup in dealt if coup.cut_card_came_out]
    last = [coup.coup_no for coup in dealt if coup.last_hand]
    assert out == [len(dealt) - 1]
    assert last == [len(dealt)]
    behind = dealt[-2].shoe.left_count
    assert depth - 6 <= behind < depth
    assert all(coup.coup.stage is Stage.COMPLETE for coup in dealt), "the last hand always fits (A31)"


def by_hand(text: str, depth: int, rulebook_id: str = "section-42") -> list[ShoeCoup]:
    """A shoe of given cards that has been burned already."""
    return list(coups(house(rulebook_id), Shoe(parse_cards(text), depth)))


NATURALS = "9h,Ks,Kd,Kc,"
"""A coup of four cards: the Player's natural 9 against 0."""


def test_the_cutting_card_in_the_middle_of_a_coup() -> None:
    dealt = by_hand(NATURALS * 4, depth=10)  # six cards lie before it: in the second coup
    assert [coup.cut_card_came_out for coup in dealt] == [False, True, False]
    assert [coup.last_hand for coup in dealt] == [False, False, True]


def test_a32_the_cutting_card_as_the_first_thing_of_a_coup() -> None:
    """A32: that round is completed, then "last hand", then one more."""
    dealt = by_hand(NATURALS * 4, depth=8)  # eight cards lie before it: it comes out ahead of the third coup
    assert [(coup.cut_card_came_out, coup.last_hand) for coup in dealt] == [
        (False, False),
        (False, False),
        (True, False),
        (False, True),
    ]
    assert dealt[1].shoe.left_count == dealt[1].shoe.depth
    assert not dealt[1].shoe.cut_card_out


def test_a33_the_cutting_card_met_in_the_burn_counts_for_the_first_coup() -> None:
    rules = house("section-42")
    shoe = Shoe(parse_cards("2h,3s,4d," + NATURALS * 3), depth=14)  # the third burned card lies behind it
    burned, rest = burn(rules, shoe)
    assert burned.cards_count == 3
    assert rest.cut_card_out
    dealt = list(coups(rules, rest))
    assert [(coup.cut_card_came_out, coup.last_hand) for coup in dealt] == [(True, False), (False, True)]
    assert [words(coup.cards) for coup in dealt] == dealer.coups_in_shoe(words(shoe.order), 14)


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_too_few_cards_make_the_last_coup_void(rulebook_id: str) -> None:
    """The coup is void wherever its cards run out, with the clause that says so."""
    clause = {"massachusetts": "ma/13/e"}.get(rulebook_id, "s42/k/4")
    for left in range(4):
        dealt = by_hand(NATURALS + "2h,3h,4h"[: max(3 * left - 1, 0)], 0, rulebook_id)
        assert [coup.coup.stage for coup in dealt] == [Stage.COMPLETE, Stage.VOID]
        assert dealt[-1].shoe.left_count == 0
        assert clause in dealt[-1].clauses
        assert len(dealt[-1].cards) == left


@pytest.mark.parametrize(("rulebook_id", "clause"), [("section-42", "s42/h/5"), ("massachusetts", "ma/9/e")])
def test_the_coup_of_the_cutting_card_and_the_last_hand_cite_their_clause(rulebook_id: str, clause: str) -> None:
    dealt = by_hand(NATURALS * 4, 10, rulebook_id)
    assert [coup.clauses for coup in dealt] == [(), (clause,), (clause,)]


def test_a_continuous_shuffler_has_no_shoe_that_ends() -> None:
    rules = house("section-42", shuffler="continuous")
    with pytest.raises(ValueError, match=r"no cutting card, no last hand \(F10\)"):
        next(coups(rules, Shoe(ALL_CARDS, 0)))


def test_two_decks_of_cards_that_always_tie_or_win() -> None:
    """Counting to the full number at the end: nothing is left out of 416."""
    rules = house("section-42")
    _, rest = burn(rules, Shoe(shuffle_seeded(ALL_CARDS * 8, 8042).cards, depth=14))
    *_, last = coups(rules, rest)
    assert Counter(last.shoe.order[: last.shoe.drawn_count]) + Counter(last.shoe.left) == Counter(ALL_CARDS * 8)
