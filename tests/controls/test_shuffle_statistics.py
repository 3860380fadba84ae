"""The statistics of the live shuffle, small; the campaign draws a million shoes. And that the statistics see faults."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from minibac.house.vault import Vault
from tests.controls.shuffle_statistics import (
    KINDS,
    RED,
    TEN,
    Shoes,
    as_bytes,
    coupon_chances,
    equal_neighbours,
    passed,
    runs,
    same_places,
    tally,
    verdicts,
)

ROOT = Path(__file__).parents[2]
SHOES = 2_000
NEVER_BY_CHANCE = 1e-9
"""A test run must not fail by chance; a fault fails by far more."""
DECKS = 8
STACK = np.tile(np.arange(KINDS, dtype=np.uint8), DECKS)


@pytest.mark.control("R6", "R2")
def test_live_shoes_pass_every_test_together_and_none_comes_twice():
    vault = Vault(os.urandom)
    drawn, salts = [], []
    for _ in range(SHOES):
        vault.draw(DECKS)
        order, salt = vault.reveal()
        drawn.append(as_bytes(order))
        salts.append(salt)
    shoes = np.frombuffer(b"".join(drawn), dtype=np.uint8).reshape(SHOES, -1)
    found = verdicts(tally(shoes))
    assert passed(found, NEVER_BY_CHANCE), found
    assert len(set(drawn)) == len(set(salts)) == SHOES


def good(rng: np.random.Generator, count: int = SHOES) -> Shoes:
    return rng.permuted(np.tile(STACK, (count, 1)), axis=1)


def any_with_any(rng: np.random.Generator) -> Shoes:
    """The beginner's shuffle: each card is swapped with any other, not only with those before it."""
    shoes = np.tile(np.sort(STACK), (SHOES, 1))
    every = np.arange(SHOES)
    for place in range(shoes.shape[1]):
        other = rng.integers(0, shoes.shape[1], SHOES)
        shoes[every, place], shoes[every, other] = shoes[every, other], shoes[every, place].copy()
    return shoes


def one_riffle(rng: np.random.Generator) -> Shoes:
    """Two halves of a shuffled stack that is riffled once more for each shoe."""
    shoes = [rng.permutation(STACK)]
    for _ in range(SHOES - 1):
        left = rng.random(STACK.size) < 0.5
        after = np.empty_like(STACK)
        after[left], after[~left] = shoes[-1][: left.sum()], shoes[-1][left.sum() :]
        shoes.append(after)
    return np.array(shoes)


def clumps(rng: np.random.Generator) -> Shoes:
    """Every tenth card follows its own like."""
    shoes = good(rng)
    for shoe in shoes:
        for place in range(10, STACK.size - 1, 40):
            found = np.flatnonzero(shoe[place + 1 :] == shoe[place]) + place + 1
            if found.size:
                shoe[place + 1], shoe[found[0]] = shoe[found[0]], shoe[place + 1]
    return shoes


def ace_stays_low(rng: np.random.Generator) -> Shoes:
    """One ace of the eight never gets into the upper half of the stack."""
    shoes = good(rng)
    half = STACK.size // 2
    for shoe in shoes:
        above, below = np.flatnonzero(shoe[:half] == 0), np.flatnonzero(shoe[half:] != 0) + half
        if above.size:
            shoe[above[0]], shoe[below[0]] = shoe[below[0]], shoe[above[0]]
    return shoes


def too_even(rng: np.random.Generator) -> Shoes:
    """A shuffle that sees to it that every card comes equally often in every place."""
    first = good(rng, SHOES // KINDS + 1)
    return ((first[:, None, :] + np.arange(KINDS, dtype=np.uint8)[None, :, None]) % KINDS).reshape(-1, STACK.size)


@pytest.mark.parametrize("fault", [any_with_any, one_riffle, clumps, ace_stays_low, too_even])
def test_the_statistics_see_a_bad_shuffle(fault):
    assert not passed(verdicts(tally(fault(np.random.default_rng(1)))), NEVER_BY_CHANCE)


def test_the_statistics_let_a_good_shuffle_pass():
    assert passed(verdicts(tally(good(np.random.default_rng(1)))))


def test_parts_add_up():
    shoes = good(np.random.default_rng(2), 60)
    whole, first, second = tally(shoes), tally(shoes[:30]), tally(shoes[30:])
    both = first + second
    assert both.shoes_count == whole.shoes_count
    assert both.pairs_count == whole.pairs_count - 1, "the shoe before the first of a part is not known"
    assert (both.at == whole.at).all()
    assert (both.seen_all == whole.seen_all).all()


def test_the_expectations_are_those_of_many_shoes():
    """The exact means and variances against 40,000 shoes of a good generator, within five standard errors."""
    shoes = good(np.random.default_rng(3), 40_000)
    quantities = (
        ((shoes[:, 1:] == shoes[:, :-1]).sum(axis=1), DECKS - 1, equal_neighbours(DECKS)),
        (1 + (RED[shoes][:, 1:] != RED[shoes][:, :-1]).sum(axis=1), *runs(STACK.size, STACK.size // 2)),
        (1 + (TEN[shoes][:, 1:] != TEN[shoes][:, :-1]).sum(axis=1), *runs(STACK.size, DECKS * 16)),
        ((shoes[1:] == shoes[:-1]).sum(axis=1), DECKS, same_places(DECKS)),
    )
    for seen, mean, variance in quantities:
        assert abs(seen.mean() - mean) < 5 * (variance / seen.size) ** 0.5
        assert abs(seen.var() / variance - 1) < 5 * (2 / seen.size) ** 0.5 * 1.5
    assert abs(sum(coupon_chances(DECKS)) - 1) < 1e-12


@pytest.mark.control("R6")
def test_the_campaign_runs_and_exports_raw_shuffles(tmp_path):
    file = tmp_path / "raw.bin"
    command = [sys.executable, str(ROOT / "tests/campaigns/shuffle.py"), "--shoes", "4000", "--export", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "orders that came twice: 0" in done.stdout, done.stderr
    assert "salts that came twice: 0" in done.stdout
    assert done.returncode in (0, 1), "one honest campaign in a hundred fails"
    raw = np.frombuffer(file.read_bytes(), dtype=np.uint8).reshape(4000, STACK.size)
    assert (np.sort(raw, axis=1) == np.sort(STACK)).all(), "each is eight whole decks"
