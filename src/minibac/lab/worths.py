"""What tags are worth in the coups that are searched, many that differ a little at once.

Tags beside given ones differ from them in two groups of cards at most, so their counts are the given counts and two
columns more; nothing else is computed anew for each of them.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from minibac.lab.case import Counts, Floats
from minibac.odds.compiled import kept
from minibac.simulate import compiling


class SearchedCoups(NamedTuple):
    """The coups that are searched."""

    removed: Floats
    """A row for each group of cards: how many of them each coup has seen."""
    divisors: Floats
    """By what each coup divides its count, ``scale`` times, so that triggers are whole numbers."""
    scale: float
    gains: Floats
    """What a unit staked gains in each."""

    def worths(self, tags: tuple[int, ...], changes: Counts) -> tuple[Floats, Counts]:
        """For each change of the tags what a bet from the best trigger on gains in all, and that trigger.

        A change is a row of two groups and by how much the tag of each is changed.
        """
        counts = np.array(tags, np.float64) @ self.removed
        gained, triggers = np.empty(len(changes)), np.empty(len(changes), np.int64)
        kernel()(counts, *self, changes, gained, triggers)
        return gained, triggers


def add_gains(
    counts: Any, removed: Any, divisors: Any, scale: float, gains: Any, changes: Any, gained: Any, triggers: Any
) -> None:
    """Add up the gains of each step of the count, then from above, and keep where the sum is largest."""
    coups = len(counts)
    steps = np.empty(coups, np.int64)
    for change in range(len(changes)):
        one, other, by_one, by_other = changes[change]
        of_one, of_other = removed[one], removed[other]
        for coup in range(coups):
            count = counts[coup] + by_one * of_one[coup] + by_other * of_other[coup]
            steps[coup] = int(np.floor(count * scale / divisors[coup]))
        lowest, highest = steps.min(), steps.max()
        by_step = np.zeros(highest - lowest + 1)
        for coup in range(coups):
            by_step[steps[coup] - lowest] += gains[coup]
        best, so_far, trigger = -np.inf, 0.0, highest
        for step in range(highest - lowest, -1, -1):
            so_far += by_step[step]
            if so_far >= best:
                best, trigger = so_far, lowest + step
        gained[change], triggers[change] = best, trigger


@cache
def kernel() -> Any:
    """``add_gains``, compiled and kept on disk under a name after its source."""
    return kept(compiling.after_sources(add_gains, {}, "", __file__))
