"""The plain functions: the random numbers, fair draws, and a coup against the ordinary engine."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minibac.cards.card import ALL_CARDS
from minibac.play.coup import play
from minibac.simulate.dealing import (
    BY_POINTS,
    BY_RANKS,
    LEFT,
    NUMBERS,
    PREFIX,
    ROWS,
    burn_first_card,
    cards_dealt,
    deal_coup,
    draw_numbers,
    fill,
    is_one_too_many,
    take_card,
    two_numbers,
    value_of,
)
from minibac.simulate.philox import MASK, WORD, block
from minibac.simulate.plan import By, plan
from minibac.simulate.sights import ROW_OF_RANKS
from tests.simulate.shoes import altered, house


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((MASK, MASK, MASK, MASK), (MASK, MASK), "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_philox_gives_the_known_answers_of_its_authors(
    counter: tuple[int, int, int, int], key: tuple[int, int], words: str
) -> None:
    """The vectors are those that Random123 publishes in ``kat_vectors``."""
    assert " ".join(f"{word:08x}" for word in block(*counter, *key)) == words


@given(st.integers(2, 832), st.data())
def test_every_pair_of_numbers_keeps_equally_many_words(cards: int, data: st.DataObject) -> None:
    """The words of a pair are neighbours; after the rejection each pair has exactly 2^32 // n(n-1) of them."""
    pairs = cards * (cards - 1)
    pair = data.draw(st.integers(0, pairs - 1))
    first_word = -(-pair * WORD // pairs)
    past_last = -(-(pair + 1) * WORD // pairs)
    work = [0] * ROWS
    work[LEFT] = cards
    rejected = 0
    for word in {first_word, first_word + 1, past_last - 1}:  # no pair has fewer than 6,200 words
        remains = two_numbers(work, 0, 1, 0, word)
        assert work[0] * (cards - 1) + work[1] == pair
        assert remains == word * pairs - pair * WORD
        if is_one_too_many(remains, cards):
            assert word == first_word
            rejected += 1
    assert past_last - first_word - rejected == WORD // pairs


def test_a_rejected_coup_is_drawn_again_as_the_next_attempt() -> None:
    """About one coup in 80,000 of a shoe with 400 cards has a first word that is one too many."""
    work = [0] * ROWS
    for shoe in range(200_000):
        work[LEFT] = 400
        word = block(1, 0, shoe, 0, 5, 0)[0]
        if is_one_too_many(two_numbers(work, 0, 1, 0, word), 400):
            break
    else:
        pytest.fail("no coup was rejected")
    draw_numbers(work, 0, 1, 1, shoe, 5, 0)
    drawn = work[:NUMBERS]
    for pair, word in enumerate(block(1, 1, shoe, 0, 5, 0)[:3]):
        two_numbers(work, 0, 1, pair, word)
    assert drawn == work[:NUMBERS]


def test_numbers_are_uniform() -> None:
    """Chi-square of each number of a coup against its cards left, and of the first two together."""
    cards, draws = 52, 20_000
    seen: list[Counter[int]] = [Counter() for _ in range(NUMBERS)]
    together: Counter[tuple[bool, bool]] = Counter()
    work = [0] * ROWS
    for shoe in range(draws):
        work[LEFT] = cards
        draw_numbers(work, 0, 1, 3, shoe, 11, 0)
        for place in range(NUMBERS):
            seen[place][work[place]] += 1
        together[work[0] < cards // 2, work[1] < (cards - 1) // 3] += 1
    for place in range(NUMBERS):
        expected = draws / (cards - place)
        assert set(seen[place]) == set(range(cards - place))
        chi_square = sum((count - expected) ** 2 / expected for count in seen[place].values())
        freedom = cards - place - 1
        assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5
    assert together[True, True] / draws == pytest.approx(1 / 2 * 17 / 51, abs=4 * 0.37 / draws**0.5)


@pytest.mark.parametrize("prefixes", [BY_POINTS, BY_RANKS])
def test_a_number_takes_the_card_at_its_place(prefixes: int) -> None:
    """The pool as a real row of cards, against its prefix counts, down to the last card."""
    row = [rank for rank in ROW_OF_RANKS for _ in range(4 * 2)]
    work = [0] * ROWS
    fill(work, 0, 1, prefixes, 2)
    numbers = iter(range(7, 10**9, 13))
    while row:
        number = next(numbers) % len(row)
        rank = row.pop(number)
        kind = take_card(work, 0, 1, prefixes, number)
        assert value_of(kind, prefixes) == (ROW_OF_RANKS.index(rank) - 3 if rank in ROW_OF_RANKS[4:] else 0)
        if prefixes == BY_RANKS:
            assert ROW_OF_RANKS[kind] == rank
    assert work[PREFIX : PREFIX + prefixes] == [0] * prefixes


def test_the_first_card_burns_its_value_and_ten_for_tens_and_faces() -> None:
    burned = {}
    for place, rank in enumerate(ROW_OF_RANKS):
        work = [0] * ROWS
        fill(work, 0, 1, BY_RANKS, 1)
        work[0] = 4 * place
        burned[str(rank)] = burn_first_card(work, 0, 1, BY_RANKS)
        assert work[LEFT] == 51
    assert burned == {"T": 10, "J": 10, "Q": 10, "K": 10, "A": 1} | {str(n): n for n in range(2, 10)}


@settings(max_examples=300)
@given(st.lists(st.integers(0, 10**6), min_size=6, max_size=6), st.booleans(), st.booleans())
def test_a_coup_falls_as_in_the_ordinary_engine(places: list[int], by_ranks: bool, other_tableau: bool) -> None:
    shoes = plan(house(), By.RANKS if by_ranks else By.POINTS, decks=1)
    if other_tableau:
        shoes = altered(shoes)
    row = sorted(ALL_CARDS, key=lambda card: ROW_OF_RANKS.index(card.rank))
    work = [0] * ROWS
    fill(work, 0, 1, shoes.prefixes, 1)
    drawn = []
    for place, number in enumerate(places):
        work[place] = number % (52 - place)
        drawn.append(row.pop(work[place]))
    code = deal_coup(work, 0, 1, shoes.prefixes, shoes.natural, shoes.player_rule, shoes.banker_rules)
    coup = play(drawn, shoes.drawing)
    assert code == (coup.result.code if by_ranks else coup.result.code % 400)
    assert cards_dealt(code) == len(coup.player) + len(coup.banker)
    assert work[PREFIX + shoes.prefixes - 1] == 52 - 4 - sum(card.points != 9 for card in (*coup.player, *coup.banker))
