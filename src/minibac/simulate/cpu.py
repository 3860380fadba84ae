"""Shoes on the processor: Numba compiles the lanes, and each thread deals its own chunk of shoes.

The compiled kernel releases Python's lock, so plain threads use all cores. It is kept on disk; the next process loads
it in a moment. A kernel on disk is named after the sources it was made of, so a changed source is compiled anew.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from minibac.odds.compiled import kept
from minibac.rules.drawing import TOTALS
from minibac.simulate import card_lanes, compiling, dealing, lanes, philox
from minibac.simulate.histogram import NOTHING, Histogram, Worth
from minibac.simulate.plan import Plan
from minibac.simulate.sights import Sight

NAME = "cpu"
CHUNK_SHOES = 256 * lanes.LANES
"""Shoes of one call: some hundredths of a second of work, so that hundreds of threads do not wait for Python."""


def deal(plan: Plan, seed: int, first_shoe: int, shoes: int, worth: Worth = NOTHING) -> Histogram:
    """Deal shoes and count their coups, on the thread that calls."""
    if plan.sights:
        return _deal_by_card(plan, seed, first_shoe, shoes, worth)
    work = np.zeros(lanes.WORK_ROWS * lanes.LANES, np.uint16)
    codes = np.zeros((plan.most_coups + 1, lanes.LANES), np.uint16)
    counts = np.zeros(plan.codes + 1, np.int64)
    sums = np.zeros(2, np.int64)
    values = np.zeros((len(worth), plan.codes), np.int64)
    values[:] = worth or values
    results = np.zeros((shoes if worth else 0, len(worth)), np.int64)
    kernel(plan.prefixes)(
        work,
        codes,
        counts,
        sums,
        values,
        len(worth),
        results,
        first_shoe,
        shoes,
        *philox.halves(seed),
        plan.decks,
        plan.depth,
        plan.coups,
        plan.codes,
        plan.natural,
        plan.player_rule,
        np.array(plan.banker_rules, np.uint16),
    )
    by_code = tuple(map(int, counts[: plan.codes]))
    return Histogram(by_code, shoes, int(sums[1]), tuple(map(_tally, results.T)))


def _deal_by_card(plan: Plan, seed: int, first_shoe: int, shoes: int, worth: Worth) -> Histogram:
    """The same by card, with the ends of wagers on cards."""
    columns, rows = len(plan.sights) + 1, plan.most_coups + 1
    tables, at = card_tables_of(plan.sights)
    counts = np.zeros((columns, max(plan.codes, *plan.ends) + 1), np.int64)
    sums = np.zeros(2, np.int64)
    values = np.zeros((len(worth), plan.all_codes), np.int64)
    values[:] = worth or values
    results = np.zeros((shoes if worth else 0, len(worth)), np.int64)
    card_kernel()(
        np.zeros(card_lanes.CARD_ROWS * lanes.LANES, np.uint16),
        np.zeros(card_lanes.RANKS * lanes.LANES, np.uint32),
        np.zeros(dealing.NUMBERS * lanes.LANES, np.uint16),
        np.zeros((columns * rows, lanes.LANES), np.uint16),
        counts,
        sums,
        values,
        len(worth),
        results,
        tables,
        at,
        len(plan.sights),
        rows,
        any(sight.suits for sight in plan.sights),
        first_shoe,
        shoes,
        *philox.halves(seed),
        plan.decks,
        plan.depth,
        plan.coups,
        plan.codes,
        plan.natural,
        plan.player_rule,
        np.array(plan.banker_rules, np.uint16),
    )
    by_end = tuple(tuple(row[:end].tolist()) for row, end in zip(counts[1:], plan.ends, strict=True))
    by_code = tuple(counts[0, : plan.codes].tolist())
    return Histogram(by_code, shoes, int(sums[1]), tuple(map(_tally, results.T)), by_end)


@cache
def card_tables_of(sights: tuple[Sight, ...]) -> tuple[Any, Any]:
    """The tables of all wagers on cards in one array, and where each lies, in the order of ``card_lanes``."""
    numbers: list[int] = []
    at = []
    for sight in sights:
        places = []
        flat = (sight.first, sight.third, sight.player, sight.player_told, sight.banker, sight.banker_told, sight.end)
        for table in flat:
            places.append(len(numbers))
            numbers += table
        at.append([*places, sight.classes, sight.thirds + 1, sight.told, sight.ends])
    return np.array(numbers, np.uint32), np.array(at, np.uint32)  # unsigned: no index counts from the end


def _tally(results: Any) -> Counter[int]:
    """How many shoes came to each result."""
    values, shoes = np.unique(results, return_counts=True)
    return Counter(dict(zip(values.tolist(), shoes.tolist(), strict=True)))


FILES = (philox.__file__, dealing.__file__, lanes.__file__, compiling.__file__, __file__)
INLINED = numba.njit(forceinline=True)
ALONE = numba.njit(nogil=True)


@cache
def kernel(prefixes: int) -> Any:
    """``deal_shoes``, compiled for this many prefixes."""
    by_name = _compiled(prefixes, [lanes.burn_row, lanes.refill_row, lanes.deal_row])
    return kept(compiling.after_sources(lanes.deal_shoes, by_name, f"_{prefixes}", *FILES))


@cache
def card_kernel() -> Any:
    """``deal_card_shoes``, compiled."""
    by_name = _compiled(dealing.BY_RANKS, [])
    by_name = compiling.compile_together([*card_lanes.IN_LINE], INLINED, by_name)
    by_name = compiling.compile_together([*card_lanes.APART], ALONE, by_name)
    return kept(compiling.after_sources(card_lanes.deal_card_shoes, by_name, "", *FILES, card_lanes.__file__))


def _compiled(prefixes: int, more: list[Callable[..., Any]]) -> dict[str, Any]:
    """The functions that every kernel has, and some more of the lanes."""
    given = {"narrow": INLINED(_narrow), "bit": INLINED(_bit), "row_for": INLINED(_row_for), "PREFIXES": prefixes}
    by_name = compiling.compile_together([philox.block, dealing.two_numbers, *dealing.WITH_CARDS], INLINED, given)
    rows: list[Callable[..., Any]] = [lanes.draw_row, lanes.open_row, *more, lanes.shoes_left, lanes.count_row]
    return compiling.compile_together([dealing.is_one_too_many, dealing.draw_numbers, *rows], ALONE, by_name)


# What stands here for three plain functions, so that 32 lanes of sixteen bits fit in a vector.


def _narrow(number: int) -> int:
    return np.uint16(number)  # type: ignore[return-value]


def _shifted(_context: Any, mask: Any, place: Any) -> Any:
    """A shift of sixteen bits: Numba's own would widen both sides to 64."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        short = ir.IntType(16)
        mask_bits, place_bits = [builder.trunc(arg, short) if arg.type.width > 16 else arg for arg in args]
        return builder.lshr(mask_bits, builder.and_(place_bits, short(15)))

    return types.uint16(mask, place), generate


shifted: Any = intrinsic(_shifted)


def _bit(mask: int, place: int) -> int:
    return np.uint16(shifted(mask, place) & 1)  # type: ignore[return-value]


def _row_for(rules: dealing.Row, total: int) -> int:
    """All rows pass, and the one that fits is kept: a vector cannot look up a table."""
    found = np.uint16(0)
    for each in range(TOTALS):
        row = rules[each]
        found = np.uint16(row if total == each else found)
    return found  # type: ignore[return-value]
