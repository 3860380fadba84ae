"""What a study brings home: sums over shoes, which add up, and the measures that can be read off them.

A coup is no independent event: what happens late in a shoe hangs on its first cards. So a study adds up over whole
shoes, and its standard errors are those between shoes.
"""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.display.frames import Columns, Rows

COUPS, BETS, GAIN, WON = range(4)
"""What is added up in each shoe: its coups, those bet on, their exact expectations, and what they came to."""


class Measure(NamedTuple):
    """A number with its standard error."""

    value: float
    error: float

    def times(self, factor: float) -> "Measure":
        return Measure(self.value * factor, self.error * factor)

    @property
    def plain(self) -> dict[str, float]:
        """As JSON has it."""
        return {"mean": self.value, "standard_error": self.error}


def share_interval(seen: int, of: int, confidence: float = 0.95) -> tuple[float, float]:
    """Where a share lies of which so many were seen (Clopper and Pearson): never an interval of no width.

    >>> [f"{end:.4f}" for end in share_interval(0, 1000)], [f"{end:.4f}" for end in share_interval(3, 100)]
    (['0.0000', '0.0037'], ['0.0062', '0.0852'])
    """
    tail = (1 - confidence) / 2
    low = 0.0 if seen == 0 else _root(lambda share: 1 - _at_most(seen - 1, of, share) - tail)
    high = 1.0 if seen == of else _root(lambda share: tail - _at_most(seen, of, share))
    return low, high


def _at_most(seen: int, of: int, share: float) -> float:
    """The chance of so many or fewer."""
    logs = math.log(share), math.log1p(-share)
    ways = math.lgamma(of + 1)
    terms = (
        ways - math.lgamma(k + 1) - math.lgamma(of - k + 1) + k * logs[0] + (of - k) * logs[1] for k in range(seen + 1)
    )
    return math.fsum(map(math.exp, terms))


def _root(rises: Callable[[float], float]) -> float:
    """Where a function between 0 and 1 that rises comes to nothing."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if rises(middle) > 0 else (middle, high)
    return (low + high) / 2


class Sums(NamedTuple):
    """Sums over shoes of one wager. Two of different shoes may be added."""

    shoes: int = 0
    totals: tuple[float, ...] = (0.0,) * 4
    """The coups, bets, gains and winnings of all shoes, in units of the stake."""
    products: tuple[float, ...] = (0.0,) * 16
    """For each two of them, the sum over shoes of their product."""

    def __add__(self, other: object) -> "Sums":
        if not isinstance(other, Sums):
            return NotImplemented
        return Sums(
            self.shoes + other.shoes,
            tuple(map(sum, zip(self.totals, other.totals, strict=True))),
            tuple(map(sum, zip(self.products, other.products, strict=True))),
        )

    def product(self, one: int, other: int) -> float:
        return self.products[4 * one + other]


def sums_of(shoes: NDArray[np.float64]) -> Sums:
    """Add up shoes: a row for each with its coups, bets, gain and winnings."""
    columns = np.ascontiguousarray(shoes.T)
    products = tuple(float((one * other).sum()) for one in columns for other in columns)
    return Sums(len(shoes), tuple(columns.sum(axis=1).tolist()), products)


MEASURED = tuple(
    name + ending
    for name in ("bet_share", "average_edge", "units_per_shoe", "units_per_100_coups", "won_per_shoe")
    for ending in ("", "_error")
)


class Finding(NamedTuple):
    """What a study found out about one wager."""

    wager: str
    sums: Sums

    @staticmethod
    def columns() -> Columns:
        """What of a finding stands in a row; ``…_error`` is the standard error."""
        return {"wager": str, "shoes": int, "coups": int, "bets": int} | dict.fromkeys(MEASURED, float)

    def lines(self) -> Iterator[tuple[object, ...]]:
        """The row."""
        measures = (self.bet_share, self.average_edge, self.units_per_shoe, self.units_per_100_coups, self.won_per_shoe)
        numbers = (number for measure in measures for number in measure)
        yield (self.wager, self.shoes, self.coups, self.bets, *numbers)

    def _repr_html_(self) -> str:
        return Rows([self])._repr_html_()

    @property
    def shoes(self) -> int:
        """Shoes that were studied."""
        return self.sums.shoes

    @property
    def coups(self) -> int:
        """Coups that were dealt."""
        return round(self.sums.totals[COUPS])

    @property
    def bets(self) -> int:
        """Coups bet on."""
        return round(self.sums.totals[BETS])

    @property
    def bet_share(self) -> Measure:
        """The share of coups bet on."""
        return self._ratio(BETS, COUPS)

    @property
    def average_edge(self) -> Measure:
        """The guest's average exact expectation where a bet was made, as a part of the stake."""
        return self._ratio(GAIN, BETS)

    @property
    def units_per_shoe(self) -> Measure:
        """The exact expectations of the coups bet on, in a shoe."""
        return self._mean(GAIN)

    @property
    def units_per_100_coups(self) -> Measure:
        """The same for 100 coups dealt, bet on or not."""
        return self._ratio(GAIN, COUPS).times(100)

    @property
    def won_per_shoe(self) -> Measure:
        """What was won in a shoe as the coups fell: the same mean, with far more noise."""
        return self._mean(WON)

    @property
    def coups_per_shoe(self) -> Measure:
        """Coups dealt in a shoe."""
        return self._mean(COUPS)

    def _mean(self, what: int) -> Measure:
        shoes, total = self.sums.shoes, self.sums.totals[what]
        return Measure(total / shoes, _error(self.sums.product(what, what) - total**2 / shoes, shoes))

    def _ratio(self, over: int, under: int) -> Measure:
        """A quotient of two sums; its error is that of what is left of the one when the other is taken out."""
        if not self.sums.totals[under]:
            return Measure(0.0, 0.0)
        ratio = self.sums.totals[over] / self.sums.totals[under]
        product = self.sums.product
        squares = product(over, over) - 2 * ratio * product(over, under) + ratio**2 * product(under, under)
        return Measure(ratio, _error(squares, self.sums.shoes) * self.sums.shoes / self.sums.totals[under])


def _error(squares: float, shoes: int) -> float:
    """The standard error of a mean, from the squared differences to it."""
    return math.sqrt(max(0.0, squares) / (shoes - 1) / shoes) if shoes > 1 else 0.0
