"""Compositions: how many cards of each rank are left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.cards.card import ALL_CARDS, RANKS, Card, Rank
from minibac.cards.composition import CompositionError, check, count, decks, points_counts, without

some_cards = st.lists(st.sampled_from(ALL_CARDS), max_size=60)


def test_whole_decks() -> None:
    for number in range(9):
        assert decks(number) == count(ALL_CARDS * number) == (4 * number,) * 13


@given(some_cards)
def test_counting_cards_and_counting_ranks_agree(cards: list[Card]) -> None:
    counts = count(cards)
    assert counts == count([card.rank for card in cards])
    assert sum(counts) == len(cards)
    for rank, number in zip(RANKS, counts, strict=True):
        assert number == sum(card.rank is rank for card in cards)


@given(some_cards, some_cards)
def test_taking_cards_away_undoes_adding_them(some: list[Card], others: list[Card]) -> None:
    assert without(count(some + others), others) == count(some)
    assert without(count(some + others), []) == count(some + others)


def test_a_card_that_is_not_there_cannot_be_removed() -> None:
    with pytest.raises(CompositionError, match="5 cards of rank K cannot be removed: there are 4"):
        without(decks(1), [Rank.KING] * 5)
    assert without(decks(1), [Rank.KING] * 4)[12] == 0


def test_thirteen_counts_and_none_negative() -> None:
    assert check([4] * 13) == decks(1)
    assert check([0] * 13) == decks(0)
    for length in (0, 12, 14):
        with pytest.raises(CompositionError, match=f"13 counts, A to K, and this one has {length}"):
            check([4] * length)
    with pytest.raises(CompositionError, match="the count of rank 3 is -1"):
        check([4, 4, -1, *[4] * 10])


@given(some_cards)
def test_by_value_tens_and_faces_are_together(cards: list[Card]) -> None:
    by_value = points_counts(count(cards))
    assert len(by_value) == 10
    assert by_value == tuple(sum(card.points == value for card in cards) for value in range(10))
