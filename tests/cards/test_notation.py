"""Cards as they are written: parsing undoes formatting, and a typo gets one sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.cards.card import (
    ALL_CARDS,
    RANK_INDEX,
    RANKS,
    Card,
    CardError,
    Rank,
    Suit,
    format_cards,
    parse_card,
    parse_cards,
    parse_rank,
)

WRITTEN = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]


def test_a_deck_is_all_52_by_suit_and_in_sequence() -> None:
    assert [str(card) for card in ALL_CARDS] == WRITTEN
    assert len(set(ALL_CARDS)) == 52
    assert [RANK_INDEX[rank] for rank in RANKS] == list(range(13))


@pytest.mark.parametrize("written", WRITTEN)
def test_parsing_undoes_formatting(written: str) -> None:
    card = parse_card(written)
    assert str(card) == written
    assert (card.rank.value, card.suit.value) == (written[0], written[1])
    assert parse_rank(written) is card.rank
    assert parse_rank(written[0]) is card.rank


@given(st.lists(st.sampled_from(ALL_CARDS)))
def test_lists_of_cards_come_back(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)
    assert parse_cards(" ".join(map(str, cards))) == tuple(cards)


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("td", Card(Rank.TEN, Suit.DIAMONDS)),
        ("10d", Card(Rank.TEN, Suit.DIAMONDS)),
        ("10D", Card(Rank.TEN, Suit.DIAMONDS)),
        (" aS ", Card(Rank.ACE, Suit.SPADES)),
        ("qH", Card(Rank.QUEEN, Suit.HEARTS)),
    ],
)
def test_other_hands_write_cards_too(written: str, card: Card) -> None:
    assert parse_card(written) == card
    assert parse_rank(written) is card.rank


@pytest.mark.parametrize("written", ["", " ", "A", "Ax", "1s", "11s", "0h", "Zd", "sA", "AsA", "T", "♠A", "7hh"])
def test_a_card_that_does_not_exist_gets_one_sentence(written: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_card(written)
    sentence = str(caught.value)
    assert repr(written.strip()) in sentence
    assert "A 2 3 4 5 6 7 8 9 T J Q K" in sentence
    assert "s h d c" in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("written", ["", "X", "1", "11", "Kx", "AA"])
def test_a_rank_that_does_not_exist_gets_one_sentence(written: str) -> None:
    with pytest.raises(CardError, match=f"there is no rank {written!r}: ranks are A, 2, .* Q and K"):
        parse_rank(written)


@given(st.text(max_size=6))
def test_no_other_text_is_a_card(text: str) -> None:
    """Whatever is typed, it is one of the 52 or it is refused; it never becomes something else."""
    try:
        card = parse_card(text)
    except CardError:
        return
    assert card in ALL_CARDS
    assert text.strip().upper().replace("10", "T") == str(card).upper()
