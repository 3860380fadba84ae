"""Shoes on the processor: Numba compiles the lanes, and each thread deals its own chunk of shoes.

The compiled kernel releases Python's lock, so plain threads use all cores. It is kept on disk; the next process loads
it in a moment. A kernel on disk is named after the sources it was made of, so a changed source is compiled anew.
"""

from collections import Counter
from functools import cache
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from minibac.odds.compiled import kept
from minibac.rules.drawing import TOTALS
from minibac.simulate import compiling, dealing, lanes, philox
from minibac.simulate.histogram import NOTHING, Histogram, Worth
from minibac.simulate.plan import Plan

NAME = "cpu"
CHUNK_SHOES = 256 * lanes.LANES
"""Shoes of one call: some hundredths of a second of work, so that hundreds of threads do not wait for Python."""


def deal(plan: Plan, seed: int, first_shoe: int, shoes: int, worth: Worth = NOTHING) -> Histogram:
    """Deal shoes and count their coups, on the thread that calls."""
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


def _tally(results: Any) -> Counter[int]:
    """How many shoes came to each result."""
    values, shoes = np.unique(results, return_counts=True)
    return Counter(dict(zip(values.tolist(), shoes.tolist(), strict=True)))


@cache
def kernel(prefixes: int) -> Any:
    """``deal_shoes``, compiled for this many prefixes."""
    inlined = numba.njit(forceinline=True)
    alone = numba.njit(nogil=True)
    given = {"narrow": inlined(_narrow), "bit": inlined(_bit), "row_for": inlined(_row_for), "PREFIXES": prefixes}
    by_name = compiling.compile_together([philox.block, dealing.two_numbers, *dealing.WITH_CARDS], inlined, given)
    by_name = compiling.compile_together(
        [
            dealing.is_one_too_many,
            dealing.draw_numbers,
            lanes.draw_row,
            lanes.open_row,
            lanes.burn_row,
            lanes.refill_row,
            lanes.deal_row,
            lanes.shoes_left,
            lanes.count_row,
        ],
        alone,
        by_name,
    )
    files = (philox.__file__, dealing.__file__, lanes.__file__, compiling.__file__, __file__)
    return kept(compiling.after_sources(lanes.deal_shoes, by_name, f"_{prefixes}", *files))


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
