"""The shuffle: exactly uniform, reproducible only where it says so, and the two kinds never meet."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.cards.card import ALL_CARDS, format_cards
from minibac.cards.shuffle import (
    SeededBytes,
    below,
    draw_order,
    shuffle_live,
    shuffle_seeded,
)
from tests.cards.tape import Tape


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 7, 8, 10, 52, 100, 127, 128, 129, 255, 256])
def test_every_byte_is_a_number_below_the_bound_or_thrown_away(bound: int) -> None:
    """All 256 bytes: each number comes equally often, and no byte is folded back into another."""
    found: Counter[int] = Counter()
    for byte in range(256):
        try:
            found[below(bound, Tape(bytes([byte])))] += 1
        except EOFError:
            continue
    assert sorted(found) == list(range(bound))
    assert len(set(found.values())) == 1


@pytest.mark.parametrize("bound", [257, 300, 416, 511, 512])
def test_every_pair_of_bytes_is_a_number_below_the_bound_or_thrown_away(bound: int) -> None:
    """The shoe of eight decks needs two bytes a card: all 65 536 of them."""
    found: Counter[int] = Counter()
    for pair in range(65536):
        try:
            found[below(bound, Tape(pair.to_bytes(2, "big")))] += 1
        except EOFError:
            continue
    assert sorted(found) == list(range(bound))
    assert len(set(found.values())) == 1


def test_a_byte_that_falls_outside_is_drawn_again() -> None:
    assert below(5, Tape(bytes([7, 6, 5, 4]))) == 4
    tape = Tape(bytes([0xFF, 0xF3]))
    assert below(5, tape) == 3, "bits above the bound's are masked off, not compared"
    assert tape.asked == [1, 1]
    assert below(1, Tape(b"")) == 0, "one number needs no randomness"


class AllEntropy:
    """Every answer that ``below`` can get, as a tree: the numbers themselves, each as one byte."""

    def __init__(self, choices: tuple[int, ...]) -> None:
        self.choices = iter(choices)

    def __call__(self, count: int) -> bytes:
        return next(self.choices).to_bytes(count, "big")


def choices(length: int) -> Iterator[tuple[int, ...]]:
    return product(*(range(last + 1) for last in range(length - 1, 0, -1)))


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 5, 6])
def test_every_order_comes_from_exactly_one_run_of_numbers(length: int) -> None:
    """Over all that a uniform source can say, each of the n! orders comes exactly once: Fisher and Yates is uniform."""
    orders = Counter(draw_order(length, AllEntropy(run)) for run in choices(length))
    assert len(orders) == factorial(length) == prod(range(1, length + 1))
    assert set(orders.values()) == {1}
    assert {tuple(sorted(order)) for order in orders} == {tuple(range(length))}


@given(st.integers(0, 2**64), st.integers(1, 416))
def test_a_seed_gives_the_same_stack_again_and_loses_no_card(seed: int, length: int) -> None:
    cards = (ALL_CARDS * 8)[:length]
    stack = shuffle_seeded(cards, seed)
    assert stack == shuffle_seeded(cards, seed)
    assert stack.seed == seed
    assert Counter(stack.cards) == Counter(cards)


def test_the_seeded_order_is_written_in_stone() -> None:
    """A change here would change every seeded study ever published."""
    assert format_cards(shuffle_seeded(ALL_CARDS, seed=1).cards[:5]) == "2s,9d,8h,Kc,2c"
    assert shuffle_seeded(ALL_CARDS, 1).cards != shuffle_seeded(ALL_CARDS, 2).cards


def test_seeded_bytes_are_one_stream_however_they_are_asked_for() -> None:
    together, apart = SeededBytes(7)(100), SeededBytes(7)
    assert b"".join(apart(count) for count in (1, 31, 32, 33, 3)) == together


def test_the_live_shuffle_uses_the_entropy_it_is_given_and_nothing_else() -> None:
    tape = Tape(bytes(1000))
    stack = shuffle_live(ALL_CARDS, tape)
    order = draw_order(52, bytes)
    assert stack.cards == tuple(ALL_CARDS[index] for index in order)
    assert len(tape.asked) == 51
    assert Counter(stack.cards) == Counter(ALL_CARDS)


def test_a_live_stack_is_never_drawn_from_a_seed() -> None:
    with pytest.raises(TypeError, match="never drawn from a seed"):
        shuffle_live(ALL_CARDS, SeededBytes(1))
