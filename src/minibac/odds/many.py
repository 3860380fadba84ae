"""Prices of many compositions: exact as ever, with the batch engine behind them where it is installed."""

from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import islice

from minibac.cards.composition import Composition
from minibac.odds.card_questions import effort
from minibac.odds.exact import ResultTable
from minibac.odds.prices import RETURNED, Gross, Laid, Odds, OddsError
from minibac.play.results import POINT_CODES

WORTH_A_BATCH = 1500
"""Fewer compositions are priced sooner than NumPy and Numba are imported."""

WORTH_A_CARD_BATCH = 1_000_000
"""The same for wagers on cards, which differ: the microseconds that all of them take one after the other."""

AT_ONCE = 8192

BATCH_MOST_CARDS = 27 * 52
"""Six cards drawn from more have more orders than a 64-bit number holds."""


def price_many(odds: Odds, compositions: Iterable[Composition], *, batch: bool | None = None) -> Iterator[Odds]:
    """Price the same wagers on each composition. ``batch`` chooses the engine; without it, what is there and pays."""
    source = iter(compositions)
    while block := list(islice(source, AT_ONCE)):
        fits = all(sum(composition) <= BATCH_MOST_CARDS for composition in block)
        wanted = (_worth_it(odds, len(block)) and batch_installed()) if batch is None else batch
        if fits and wanted:
            yield from _batched(odds, block)
        else:
            yield from map(odds.with_cards, block)


def batch_installed() -> bool:
    """Whether the extra ``fast`` is there."""
    return find_spec("numpy") is not None and find_spec("numba") is not None


def _worth_it(odds: Odds, compositions: int) -> bool:
    on_cards = sum(effort(laid.wager) for laid in odds.laid.values() if laid.wager.asks_cards)
    return compositions >= WORTH_A_BATCH or compositions * on_cards >= WORTH_A_CARD_BATCH


def _batched(odds: Odds, block: list[Composition]) -> Iterator[Odds]:
    from minibac.odds.batch import result_tables

    each = list(map(odds.with_cards, block))
    for laid in odds.laid.values():
        if laid.wager.asks_cards or (laid.wager.asks_pairs and not laid.by_pairs):
            _count_cards(laid, each)
    by_rank = [priced.composition for priced in each]
    for priced, row in zip(each, result_tables(by_rank, odds.rules.drawing).tolist(), strict=True):
        priced.table = ResultTable(sum(row), tuple(row[:POINT_CODES]), row[POINT_CODES])
        yield priced


def _count_cards(laid: Laid, each: list[Odds]) -> None:
    """Count a wager on cards, or one on pairs and totals at once, at all of these compositions."""
    import numpy as np

    from minibac.odds.card_batch import card_batch

    try:
        batch = card_batch(laid.wager, each[0].rules.drawing)
    except OddsError:  # too many pairs of hands for tables: they are counted one composition after the other
        return
    left = np.array([priced.by_card(laid.wager) for priced in each], np.int64)
    for priced, draws in zip(each, batch.tallies(left).tolist(), strict=True):
        tally: Counter[Gross] = Counter()
        for end, combinations in zip(batch.ends, draws, strict=True):
            if combinations:
                tally[RETURNED if end is None else Gross.of(*end[0])] += combinations
        priced.counted[laid.wager.id] = tally
