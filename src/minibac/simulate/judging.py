"""Adding up what was bet on: for every shoe and wager the bets, their exact expectations, and how they fell."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minibac.odds.compiled import kept
from minibac.simulate import compiling
from minibac.simulate.findings import BETS, COUPS, GAIN, WON, Sums, sums_of
from minibac.simulate.trace import Trace

SUMMED = 4


def judged(
    traced: Trace, bets: NDArray[np.bool_], expected: NDArray[np.float64], won: NDArray[np.float64]
) -> list[Sums]:
    """Add up the shoes of a trace, for each wager a column of ``bets``, ``expected`` and ``won``."""
    shoes = np.empty((expected.shape[1], len(traced.ends), SUMMED))
    kernel()(bets, expected, won, traced.ends, shoes)
    return [sums_of(each) for each in shoes]


def add_shoes(bets: Any, expected: Any, won: Any, ends: Any, shoes: Any) -> None:
    """Go through all coups once."""
    row = 0
    for shoe in range(len(ends)):
        for wager in range(expected.shape[1]):
            shoes[wager, shoe, COUPS] = ends[shoe] - row
            shoes[wager, shoe, BETS] = 0.0
            shoes[wager, shoe, GAIN] = 0.0
            shoes[wager, shoe, WON] = 0.0
        while row < ends[shoe]:
            for wager in range(expected.shape[1]):
                if bets[row, wager]:
                    shoes[wager, shoe, BETS] += 1.0
                    shoes[wager, shoe, GAIN] += expected[row, wager]
                    shoes[wager, shoe, WON] += won[row, wager]
            row += 1


@cache
def kernel() -> Any:
    """``add_shoes``, compiled and kept on disk under a name after its source."""
    return kept(compiling.after_sources(add_shoes, {}, "", __file__))
