"""The wagers of a study as arrays: what each coup pays, and what a wager is worth before it."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.cards.card import ALL_CARDS
from minibac.odds.batch import expectations, pair_tables
from minibac.odds.card_batch import CardBatch, card_batch
from minibac.odds.prices import RETURNED, Gross, Laid, Odds
from minibac.play.results import CODES, POINT_CODES
from minibac.rules.drawing import DrawingRules
from minibac.rules.words import one_or_more
from minibac.simulate.plan import By
from minibac.simulate.report import laid_on
from minibac.simulate.sights import Sight, sight
from minibac.simulate.trace import Trace

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

LAYERS = CODES // POINT_CODES
"""Neither hand a pair, the Player's, the Banker's, both."""

RANKS, CARDS = 13, len(ALL_CARDS)


class Pricing(NamedTuple):
    """Wagers in the order they were asked for."""

    laid: tuple[Laid, ...]
    pays: Floats
    """A row for each result code, pair layers among them, and a column for each wager: net for one unit."""
    by_pairs: tuple[bool, ...]
    """Whether pairs alone decide a wager."""
    by_cards: tuple[CardBatch | None, ...]
    """What counts a wager that looks at cards, or at pairs and totals at once."""
    sights: tuple[Sight, ...]
    """The wagers that look at cards, of which no result code says how they end."""

    @classmethod
    def over(cls, odds: Odds, wagers: Iterable[str] = ()) -> "Pricing":
        """Lay out these wagers of a table, or all of them."""
        drawing = odds.rules.drawing
        laid = tuple(laid_on(odds, name) for name in dict.fromkeys(one_or_more(wagers))) or tuple(odds.laid.values())
        return cls(
            laid,
            np.ascontiguousarray(np.array([_column(each) for each in laid], np.float64).T),
            tuple(each.by_pairs for each in laid),
            tuple(card_batch(each.wager, drawing) if _asks_more(each) else None for each in laid),
            tuple(sight(each, drawing) for each in laid if each.wager.asks_cards),
        )

    @property
    def wagers(self) -> tuple[str, ...]:
        return tuple(each.wager.id for each in self.laid)

    @property
    def by(self) -> By:
        """How finely coups must be told apart, where no cards are looked at."""
        return By.RANKS if any(each.wager.asks_pairs for each in self.laid) else By.POINTS

    @property
    def points_alone(self) -> bool:
        """Whether Point Counts say everything about these wagers."""
        return self.by is By.POINTS and not self.sights

    @property
    def point_pays(self) -> Floats:
        """What each point code pays, for the wagers that neither pairs nor cards decide."""
        return np.ascontiguousarray(self.pays[:POINT_CODES, self._of_points])

    @property
    def _of_points(self) -> NDArray[np.bool_]:
        others = zip(self.by_pairs, self.by_cards, strict=True)
        return np.array([not pairs and batch is None for pairs, batch in others], np.bool_)

    def expected(self, compositions: Counts, drawing: DrawingRules) -> Floats:
        """The exact expectation of each wager on each composition: a row for each, a column for each wager.

        Compositions are by value, by rank or by card, as finely as the wagers look.
        """
        points = self._of_points
        by_rank = compositions
        if compositions.shape[1] == CARDS:
            by_rank = np.ascontiguousarray(compositions.reshape(-1, CARDS // RANKS, RANKS).sum(axis=1))
        if points.all():
            return expectations(by_rank, drawing, self.point_pays)
        found = np.empty((len(compositions), len(self.laid)))
        if points.any():
            found[:, points] = expectations(by_rank, drawing, self.point_pays)
        if any(self.by_pairs):
            layers = pair_tables(by_rank).astype(np.float64)
            total = layers.sum(axis=1)
            for place in np.flatnonzero(self.by_pairs).tolist():
                found[:, place] = layers @ self.pays[::POINT_CODES, place] / total
        for place, batch in enumerate(self.by_cards):
            if batch is not None:
                tallies = batch.tallies(by_card(compositions)).astype(np.float64)
                found[:, place] = tallies @ nets_of(self.laid[place], batch) / tallies.sum(axis=1)
        return found

    def won(self, traced: Trace) -> Floats:
        """What each wager came to on each coup, for one unit."""
        won = self.pays[traced.codes]
        on_cards = (place for place, each in enumerate(self.laid) if each.wager.asks_cards)
        for column, place in enumerate(on_cards):
            laid = self.laid[place]
            won[:, place] = np.array([float(laid.net(gross)) for gross in laid.ends])[traced.fell[:, column]]
        return won


def by_card(compositions: Counts) -> Counts:
    """Compositions by card; where only ranks are known, and nobody looks further, all are spades."""
    if compositions.shape[1] == CARDS:
        return compositions
    return np.pad(compositions, ((0, 0), (0, CARDS - compositions.shape[1])))


def nets_of(laid: Laid, batch: CardBatch) -> Floats:
    """What one unit gains at each end of a batch."""
    return np.array([float(laid.net(RETURNED if end is None else Gross.of(*end[0]))) for end in batch.ends])


def _asks_more(laid: Laid) -> bool:
    """Whether neither Point Counts alone nor pairs alone decide."""
    return laid.wager.asks_cards or (laid.wager.asks_pairs and not laid.by_pairs)


def _column(laid: Laid) -> Floats:
    """What each result code pays on one wager; nothing where cards decide."""
    column = np.zeros(CODES)
    if laid.wager.asks_cards:
        return column
    for gross, codes in laid.cells:
        column[codes] = float(laid.net(gross))
    if not laid.wager.asks_pairs:
        column[:] = np.tile(column[:POINT_CODES], LAYERS)
    return column
