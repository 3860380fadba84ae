"""What a bankroll risks: so many units, a unit on every bet, each bet as the coups bet on end on average.

Bets are drawn one by one with these chances. For whoever goes on for ever there is a bound besides (Lundberg): with
``r`` the positive root of ``Σ p · exp(-r · x) = 1`` over the ends of a bet, the risk of ever losing ``b`` units is at
most ``exp(-r · b)``.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from minibac.lab.case import Floats
from minibac.simulate.bankroll import ROUNDING
from minibac.simulate.findings import Measure, share_interval

BANKROLLS = (50, 100, 200, 500, 1000)
PATHS_AT_ONCE = 1_000_000
"""Bets drawn at once, over all paths: a bound for memory."""


class Risk(NamedTuple):
    """The risk of ruin with one bankroll: no unit is left to stake."""

    bankroll: int
    ruined: int
    """Paths on which it happened."""
    paths: int
    ever: float
    """A bound for whoever never stops; 1 without an edge."""

    @property
    def share(self) -> float:
        return self.ruined / self.paths

    @property
    def interval(self) -> tuple[float, float]:
        """With 95 % confidence; where nothing was seen, its upper end is what can be said."""
        return share_interval(self.ruined, self.paths)

    @property
    def ever_word(self) -> str:
        """The bound in words, rounded up: it is one, and never nothing.

        >>> Risk(1000, 0, 2000, 1e-9).ever_word, Risk(50, 80, 2000, 0.239).ever_word
        ('0.01%', '23.90%')
        """
        return f"{max(1, math.ceil(1e4 * self.ever - ROUNDING)) / 100:.2f}%"


class Ruin(NamedTuple):
    """Bets with a bankroll."""

    bets: int
    """Bets of a path."""
    edge: float
    deviation: float
    risks: tuple[Risk, ...]
    final: Measure
    """What a path gains, for whoever cannot be ruined."""

    @property
    def bets_to_show(self) -> float:
        """After how many bets the expected gain is one standard deviation."""
        return (self.deviation / self.edge) ** 2 if self.edge > 0 else math.inf


def ruin(pays: Sequence[float], chances: Floats, bets: int, paths: int, seed: int) -> Ruin:
    """Follow paths of so many bets."""
    gains = np.array(pays, np.float64)
    mean = float(chances @ gains)
    deviation = math.sqrt(max(0.0, float(chances @ gains**2) - mean**2))
    lowest, final = _walk(gains, chances, bets, paths, seed)
    root = adjustment(gains, chances)
    risks = tuple(
        Risk(units, int((lowest + units < 1 - ROUNDING).sum()), paths, math.exp(-root * (units - 1)))
        for units in BANKROLLS
    )
    error = float(final.std(ddof=1)) / math.sqrt(paths) if paths > 1 else 0.0
    return Ruin(bets, mean, deviation, risks, Measure(float(final.mean()), error))


def _walk(gains: Floats, chances: Floats, bets: int, paths: int, seed: int) -> tuple[Floats, Floats]:
    """The lowest that each path came to, and where it ended."""
    chance = np.random.Generator(np.random.Philox(key=[seed, 0]))
    below = np.cumsum(chances)[:-1]
    lowest, final = np.zeros(paths), np.zeros(paths)
    size = max(1, PATHS_AT_ONCE // max(1, bets))
    for start in range(0, paths if bets else 0, size):
        here = slice(start, min(paths, start + size))
        drawn = np.searchsorted(below, chance.random((here.stop - start, bets)), side="right")
        walked = np.cumsum(gains[drawn], axis=1)
        lowest[here], final[here] = np.minimum(walked.min(axis=1), 0.0), walked[:, -1]
    return lowest, final


def adjustment(gains: Floats, chances: Floats) -> float:
    """The root of the bound; 0 where a bet gains nothing on average."""
    if float(chances @ gains) <= 0 or gains.min() >= 0:
        return 0.0
    low, high = 0.0, 1.0
    while float(chances @ np.exp(-high * gains)) < 1:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if float(chances @ np.exp(-middle * gains)) < 1 else (low, middle)
    return low
