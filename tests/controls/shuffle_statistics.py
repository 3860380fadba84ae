"""The statistics of a shuffle: what many shoes add up to, held against what they must (R6).

Shoes are counted in parts that can be added (:func:`tally`, :meth:`Tally.__add__`), so that a million of them need no
memory. Every test has an exact expectation, worked out for a stack in which each of the 52 cards lies as many times as
there are decks; only the spread of the serial products is taken from the shoes themselves. The tests are judged
together: all of them must pass at a level that makes 99 % of honest campaigns pass (Bonferroni).
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.cards.card import ALL_CARDS

Ints = NDArray[np.int64]
Shoes = NDArray[np.uint8]

KINDS = len(ALL_CARDS)
NUMBER = {str(card): number for number, card in enumerate(ALL_CARDS)}
"""A card as a byte: 0 to 51, in the order of ``ALL_CARDS``."""
RED = np.array([card.suit in "hd" for card in ALL_CARDS])
TEN = np.array([card.rank in "TJQK" for card in ALL_CARDS])
LAGS = (1, 2, 3, 4, 5, 6, 13, 52)
TOGETHER = 0.01
"""How often honest shoes may fail one of the tests."""
FEWEST_EXPECTED = 10.0
"""A cell of a chi-squared test with fewer than so many expected is joined with its neighbour."""


class Tally(NamedTuple):
    """What is counted; two tallies of different shoes add up."""

    shoes_count: int
    pairs_count: int
    """Shoes that had one before them in their part."""
    at: Ints
    """Card by position."""
    seen_all: Ints
    """After how many cards every card had been seen at least once."""
    sums: NDArray[np.float64]
    """Of each further quantity: its sum over the shoes."""
    squares: NDArray[np.float64]

    def __add__(self, other: Any) -> "Tally":
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


class Verdict(NamedTuple):
    """One test: what it looks at, and how likely honest shoes are at least that odd."""

    name: str
    statistic: float
    p: float


def as_bytes(order: Iterable[str]) -> bytes:
    """A shoe as raw bytes, top first, for this tally and for outside tests."""
    return bytes(map(NUMBER.__getitem__, order))


CENTRED = np.arange(KINDS, dtype=np.float64) - (KINDS - 1) / 2
"""Card numbers with their mean taken out."""


NAMES = ("equal neighbours", "runs of a colour", "runs of tens", *(f"serial product, lag {lag}" for lag in LAGS))
PAIR_NAMES = ("same card as in the shoe before", "product with the shoe before", "product with its next card")


def tally(shoes: Shoes) -> Tally:
    """Count shoes that were drawn one after the other."""
    count, size = shoes.shape
    at = np.zeros((KINDS, size), dtype=np.int64)
    np.add.at(at, (shoes.ravel(), np.tile(np.arange(size), count)), 1)
    first = np.stack([(shoes == card).argmax(axis=1) for card in range(KINDS)]).max(axis=0)
    seen_all = np.bincount(first + 1, minlength=size + 1).astype(np.int64)
    values = CENTRED[shoes]
    found = [
        (shoes[:, 1:] == shoes[:, :-1]).sum(axis=1),
        1 + (RED[shoes][:, 1:] != RED[shoes][:, :-1]).sum(axis=1),
        1 + (TEN[shoes][:, 1:] != TEN[shoes][:, :-1]).sum(axis=1),
        *((values * np.roll(values, -lag, axis=1)).sum(axis=1) for lag in LAGS),
    ]
    pairs = [
        (shoes[1:] == shoes[:-1]).sum(axis=1),
        (values[1:] * values[:-1]).sum(axis=1),
        (values[1:] * np.roll(values[:-1], -1, axis=1)).sum(axis=1),
    ]
    every = [np.asarray(quantity, dtype=np.float64) for quantity in (*found, *pairs)]
    sums = np.array([quantity.sum() for quantity in every])
    squares = np.array([np.square(quantity).sum() for quantity in every])
    return Tally(count, count - 1, at, seen_all, sums, squares)


# ------------------------------------------------------------------------------------------------------------- judging


def verdicts(found: Tally) -> list[Verdict]:
    """Every test of a tally."""
    size = found.at.shape[1]
    decks = size // KINDS
    return [_card_by_position(found, decks), *_further(found, decks), _coupons(found, decks)]


def passed(tests: list[Verdict], together: float = TOGETHER) -> bool:
    """Whether all of them pass together, at 99 % unless said otherwise."""
    return min(test.p for test in tests) >= together / len(tests)


def _card_by_position(found: Tally, decks: int) -> Verdict:
    """Each card is as often in each place. Rows and columns have fixed sums, in every shoe, and the covariance of the
    counts is decks/(size - 1) times the product of two projections; so this is chi-squared with 51 (size - 1) degrees.
    """
    size = decks * KINDS
    expected = found.shoes_count * decks / size
    statistic = float(np.square(found.at - expected).sum()) * (size - 1) / (found.shoes_count * decks)
    return Verdict("card by position", statistic, chi_squared_p(statistic, (KINDS - 1) * (size - 1)))


def _further(found: Tally, decks: int) -> Iterable[Verdict]:
    means, spreads = _expectations(decks)
    for index, name in enumerate((*NAMES, *PAIR_NAMES)):
        count = found.shoes_count if index < len(NAMES) else found.pairs_count
        spread = spreads[index]
        if spread is None:  # taken from the shoes
            spread = float(found.squares[index]) / count - (float(found.sums[index]) / count) ** 2
        z = (float(found.sums[index]) - count * means[index]) / math.sqrt(count * spread)
        yield Verdict(name, z, math.erfc(abs(z) / math.sqrt(2)))


@cache
def _expectations(decks: int) -> tuple[list[float], list[float | None]]:
    """Mean and variance of each quantity in one shoe; ``None`` where the variance is taken from the shoes."""
    size = decks * KINDS
    squares = decks * float(np.square(CENTRED).sum())
    product = -squares / (size - 1)
    means = [float(decks - 1), runs(size, size // 2)[0], runs(size, decks * 16)[0], *(product for _ in LAGS)]
    spreads: list[float | None] = [equal_neighbours(decks), runs(size, size // 2)[1], runs(size, decks * 16)[1]]
    spreads += [None for _ in LAGS]
    means += [float(decks), 0.0, 0.0]
    spreads += [same_places(decks), squares**2 / (size - 1), squares**2 / (size - 1)]
    return means, spreads


def runs(size: int, marked: int) -> tuple[float, float]:
    """Mean and variance of the number of runs when so many of the cards are marked (Wald and Wolfowitz)."""
    both = 2 * marked * (size - marked)
    return both / size + 1, both * (both - size) / (size**2 * (size - 1))


def equal_neighbours(decks: int) -> float:
    """The variance of the number of neighbours that are the same card; its mean is decks - 1."""
    size = decks * KINDS
    three = Fraction(KINDS * math.perm(decks, 3), math.perm(size, 3))
    four = Fraction(KINDS * math.perm(decks, 4) + KINDS * (KINDS - 1) * math.perm(decks, 2) ** 2, math.perm(size, 4))
    near, far = 2 * (size - 2), (size - 1) * (size - 2) - 2 * (size - 2)
    mean = decks - 1
    return float(mean + near * three + far * four - mean**2)


def same_places(decks: int) -> float:
    """The variance of the number of places in which two shoes have the same card; its mean is decks."""
    size = decks * KINDS
    alike, other = size * (decks - 1), size * (size - decks)
    pairs = Fraction(alike * decks * (decks - 1) + other * decks * decks, size * (size - 1))
    return float(decks + pairs - decks**2)


@cache
def coupon_chances(decks: int) -> tuple[float, ...]:
    """The chance that exactly after so many cards every card has been seen, by inclusion and exclusion."""
    size = decks * KINDS
    within = [
        Fraction(
            sum((-1) ** j * math.comb(KINDS, j) * math.comb(size - decks * j, cards) for j in range(KINDS + 1)),
            math.comb(size, cards),
        )
        for cards in range(size + 1)
    ]
    return (0.0, *(float(within[cards] - within[cards - 1]) for cards in range(1, size + 1)))


def _coupons(found: Tally, decks: int) -> Verdict:
    """How long it takes until every card has been seen, against the exact chances."""
    cells: list[tuple[float, float]] = []
    expected = seen = 0.0
    for chance, count in zip(coupon_chances(decks), found.seen_all.tolist(), strict=True):
        expected, seen = expected + chance * found.shoes_count, seen + count
        if expected >= FEWEST_EXPECTED:
            cells.append((expected, seen))
            expected = seen = 0.0
    if cells and expected < FEWEST_EXPECTED:
        cells[-1] = (cells[-1][0] + expected, cells[-1][1] + seen)
    statistic = sum((count - wanted) ** 2 / wanted for wanted, count in cells)
    return Verdict("coupon collector", statistic, chi_squared_p(statistic, len(cells) - 1))


def chi_squared_p(statistic: float, degrees: int) -> float:
    """How likely a chi-squared value is at least as far from its middle, on either side: too even is odd too.

    >>> round(chi_squared_p(3.841458820694124, 1), 6), round(chi_squared_p(30.0, 10), 6)
    (0.1, 0.001713)
    """
    above = upper_gamma(degrees / 2, statistic / 2)
    return min(1.0, 2 * min(above, 1 - above))


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function: by its series below the middle, a continued fraction above."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return 1 - total * scale
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    for i in range(1, 1_000_000):
        b += 2
        an = -i * (i - a)
        d = 1 / (an * d + b or tiny)
        c = b + an / c or tiny
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value * scale
