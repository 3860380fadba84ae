"""The wagers of a study as arrays: what each result pays, and what a wager is worth before a coup."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.odds.batch import expectations, pair_tables
from minibac.odds.prices import Laid, Odds
from minibac.play.results import CODES, POINT_CODES
from minibac.rules.drawing import DrawingRules
from minibac.rules.names import wager_name
from minibac.simulate.plan import By, WrongRequestError
from minibac.simulate.report import laid_on
from minibac.voice.said import said

Floats = NDArray[np.float64]

LAYERS = CODES // POINT_CODES
"""Neither hand a pair, the Player's, the Banker's, both."""


class Pricing(NamedTuple):
    """Wagers in the order they were asked for."""

    wagers: tuple[str, ...]
    pays: Floats
    """A row for each result code, pair layers among them, and a column for each wager: net for one unit."""
    by_pairs: tuple[bool, ...]
    """Whether pairs alone decide a wager; the others do not look at pairs at all."""

    @classmethod
    def over(cls, odds: Odds, wagers: Iterable[str] = ()) -> "Pricing":
        """Lay out these wagers of a table, or all of them."""
        by_result = (name for name, laid in odds.laid.items() if not laid.wager.asks_cards)
        names = tuple(dict.fromkeys(wagers)) or tuple(by_result)
        columns = []
        for name in names:
            laid = laid_on(odds, name)
            if laid.wager.asks_cards:
                by_card = said("{wager} asks for cards, and a study knows what is left by rank: simulate counts it")
                raise WrongRequestError(by_card.about(wager=wager_name(name)))
            if laid.wager.asks_pairs and not laid.by_pairs:
                both = said("{wager} asks for pairs and for totals at once, which no study prices yet")
                raise WrongRequestError(both.about(wager=wager_name(name)))
            columns.append(_column(laid))
        by_pairs = tuple(odds.laid[name].by_pairs for name in names)
        return cls(names, np.ascontiguousarray(np.array(columns, np.float64).T), by_pairs)

    @property
    def by(self) -> By:
        """How finely coups must be told apart."""
        return By.RANKS if any(self.by_pairs) else By.POINTS

    @property
    def point_pays(self) -> Floats:
        """What each point code pays, for the wagers that pairs do not decide."""
        return np.ascontiguousarray(self.pays[:POINT_CODES, ~np.array(self.by_pairs)])

    def expected(self, compositions: NDArray[np.int64], drawing: DrawingRules) -> Floats:
        """The exact expectation of each wager on each composition: a row for each, a column for each wager."""
        if not any(self.by_pairs):
            return expectations(compositions, drawing, self.point_pays)
        found = np.empty((len(compositions), len(self.wagers)))
        pairs = np.array(self.by_pairs)
        if not pairs.all():
            found[:, ~pairs] = expectations(compositions, drawing, self.point_pays)
        layers = pair_tables(compositions).astype(np.float64)
        total = layers.sum(axis=1)
        for place in np.flatnonzero(pairs):
            found[:, place] = layers @ self.pays[::POINT_CODES, place] / total
        return found


def _column(laid: Laid) -> Floats:
    """What each result code pays on one wager."""
    column = np.empty(CODES)
    for gross, codes in laid.cells:
        column[codes] = float(laid.net(gross))
    if not laid.wager.asks_pairs:
        column[:] = np.tile(column[:POINT_CODES], LAYERS)
    return column
