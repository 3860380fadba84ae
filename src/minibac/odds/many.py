"""Prices of many compositions: exact as ever, with the batch engine behind them where it is installed."""

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import islice

from minibac.cards.composition import Composition
from minibac.odds.exact import ResultTable
from minibac.odds.prices import Odds
from minibac.play.results import POINT_CODES

WORTH_A_BATCH = 1500
"""Fewer compositions are priced sooner than NumPy and Numba are imported."""

AT_ONCE = 8192

BATCH_MOST_CARDS = 27 * 52
"""Six cards drawn from more have more orders than a 64-bit number holds."""


def price_many(odds: Odds, compositions: Iterable[Composition], *, batch: bool | None = None) -> Iterator[Odds]:
    """Price the same wagers on each composition. ``batch`` chooses the engine; without it, what is there and pays."""
    source = iter(compositions)
    while block := list(islice(source, AT_ONCE)):
        fits = all(sum(composition) <= BATCH_MOST_CARDS for composition in block)
        wanted = (len(block) >= WORTH_A_BATCH and batch_installed()) if batch is None else batch
        if fits and wanted:
            yield from _batched(odds, block)
        else:
            yield from map(odds.with_cards, block)


def batch_installed() -> bool:
    """Whether the extra ``fast`` is there."""
    return find_spec("numpy") is not None and find_spec("numba") is not None


def _batched(odds: Odds, block: list[Composition]) -> Iterator[Odds]:
    from minibac.odds.batch import result_tables

    each = list(map(odds.with_cards, block))
    by_rank = [priced.composition for priced in each]
    for priced, row in zip(each, result_tables(by_rank, odds.rules.drawing).tolist(), strict=True):
        priced.table = ResultTable(sum(row), tuple(row[:POINT_CODES]), row[POINT_CODES])
        yield priced
