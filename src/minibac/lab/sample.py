"""Coups as they are dealt, each with the cards that a guest has not seen, and what a wager is worth there.

The shoes are those of every other study, dealt by card where suits matter.

A wager that results or four cards decide has every coup priced. Of one that looks at third cards some are, late ones
more often than early ones since expectations differ most there, and for the rest stands what the effects of removal
say. A coup
that was priced carries the difference for as many coups as it stands for, so sums stay true on average. Errors are
those between shoes, and hold what that adds.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.lab.case import Counts, Floats, WagerCase
from minibac.simulate.counting import Count
from minibac.simulate.findings import BETS, COUPS, GAIN, Finding, sums_of
from minibac.simulate.judging import SUMMED
from minibac.simulate.study import Shoes
from minibac.simulate.trace import trace


class Sample(NamedTuple):
    """Coups of some shoes."""

    case: WagerCase
    left: Counts
    """For each coup the cards not seen: by value, by rank or by card."""
    unseen_burned: Counts
    starts: Counts
    """The row of each shoe's first coup."""
    gains: Floats
    """For each coup what a unit staked gains: the exact expectation, or a number whose sums are true on average."""
    priced: NDArray[np.int64]
    """The rows that were priced exactly."""
    weights: Floats
    """For how many coups each of these stands."""
    chances: Floats
    """For each of these, the exact chance of each end."""

    @property
    def coups(self) -> int:
        return len(self.left)

    def counts(self, system: Count) -> Floats:
        """The count before each coup."""
        return system.of(self.left, self.unseen_burned, self.case.decks)

    def finding(self, bets: NDArray[np.bool_]) -> Finding:
        """What it comes to to bet a unit on these coups."""
        return self._finding(bets.astype(np.float64), np.where(bets, self.gains, 0.0))

    def played(self, system: Count) -> Finding:
        return self.finding(self.counts(system) >= system.trigger)

    def perfect(self) -> Finding:
        """What it comes to for whoever knows the exact expectation before every coup."""
        edges = self.case.expected(self.chances)
        bets, gains = np.zeros(self.coups), np.zeros(self.coups)
        bets[self.priced] = self.weights * (edges > 0)
        gains[self.priced] = self.weights * np.maximum(edges, 0.0)
        return self._finding(bets, gains)

    def ends_of(self, bets: NDArray[np.bool_]) -> Floats:
        """How the coups bet on end, on average: the chance of each end; empty where none of them was priced."""
        chosen = bets[self.priced]
        if not chosen.any():
            return np.empty(0)
        return np.asarray(np.average(self.chances[chosen], axis=0, weights=self.weights[chosen]))

    def _finding(self, bets: Floats, gains: Floats) -> Finding:
        shoes = np.zeros((len(self.starts), SUMMED))
        shoes[:, COUPS] = np.diff(np.append(self.starts, self.coups))
        shoes[:, BETS] = np.add.reduceat(bets, self.starts)
        shoes[:, GAIN] = np.add.reduceat(gains, self.starts)
        return Finding(self.case.wager, sums_of(shoes))


def deal(case: WagerCase, shoes: Shoes, most_priced: int) -> Sample:
    """Deal shoes and price their coups, so many at most where that is slow."""
    plan = shoes.plan(case.rules, case.by, case.sights)
    traced = trace(plan, shoes.seed, shoes.first_shoe, shoes.shoes, burn_seen=shoes.sees_burn(case.rules))
    left = traced.compositions
    if case.quick:
        chances = case.chances(left)
        gains, priced, weights = case.expected(chances), np.arange(len(left)), np.ones(len(left))
    else:
        gains = case.in_line(left)
        priced, weights = chosen(left, min(most_priced, len(left)))
        chances = case.chances(left[priced])
        gains[priced] += weights * (case.expected(chances) - gains[priced])
    return Sample(case, left, traced.unseen_burned, traced.starts, gains, priced, weights, chances)


def chosen(left: Counts, number: int) -> tuple[NDArray[np.int64], Floats]:
    """So many coups, the more often the fewer cards are left, and for how many each of them stands."""
    size = 1 / left.sum(axis=1)
    reached = np.cumsum(size)
    marks = (np.arange(number) + 0.5) * reached[-1] / max(1, number)
    rows, times = np.unique(np.searchsorted(reached, marks), return_counts=True)
    return rows, times * reached[-1] / (max(1, number) * size[rows])
