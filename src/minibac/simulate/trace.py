"""What a guest who remembers every card knows before each coup: the cards left, shoe by shoe (extra ``fast``).

:func:`~minibac.simulate.known.trace_shoe` deals a shoe and writes down what is known; here Numba compiles it.
"""

from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from minibac.odds.compiled import kept
from minibac.simulate import card_trace, compiling, dealing, known, philox
from minibac.simulate.card_trace import CARDS_FROM_POOL
from minibac.simulate.cpu import card_tables_of
from minibac.simulate.dealing import ROWS, Row
from minibac.simulate.known import BURN_SHIFT, RANKS_FROM_POOL, trace_shoe
from minibac.simulate.plan import By, Plan

Counts = NDArray[np.int64]

PREFIXES = dealing.BY_POINTS
"""Prefixes of the pool; the compiler has a version of the kernel for each."""


class Trace(NamedTuple):
    """Every coup of some shoes, in order."""

    compositions: Counts
    """A row for each coup: the cards the guest has not seen, by value (0 to 9), by rank (A to K) or by card."""
    codes: Counts
    """The result code of each coup."""
    ends: Counts
    """Where each shoe ends: the row behind its last coup."""
    burned: Counts
    """Cards of each shoe that were burned after the first one, which everybody sees; 0 with a continuous shuffler."""
    burn_seen: bool
    """Whether the guest saw those too."""
    fell: Counts
    """The end of each wager on cards, by coup; no column without such wagers."""

    @property
    def starts(self) -> Counts:
        """The row of each shoe's first coup."""
        return np.concatenate((np.zeros(1, np.int64), self.ends[:-1]))

    @property
    def unseen_burned(self) -> Counts:
        """For each coup: how many of the cards not seen lie in the discard rack, and can never come out."""
        if self.burn_seen:
            return np.zeros(len(self.codes), np.int64)
        return np.repeat(self.burned, self.ends - self.starts)


class Room(NamedTuple):
    """Memory for a trace, to be used again by the next one of the same kind."""

    compositions: Counts
    codes: Counts
    fell: Counts

    @classmethod
    def of(cls, plan: Plan, shoes: int) -> "Room":
        most, sights = shoes * plan.most_coups, len(plan.sights)
        kinds = len(CARDS_FROM_POOL) if sights else plan.prefixes + 1
        return cls(np.empty((most, kinds), np.int64), np.empty(most, np.int64), np.empty((most, sights), np.int64))


def trace(plan: Plan, seed: int, first_shoe: int, shoes: int, *, burn_seen: int, room: Room | None = None) -> Trace:
    """Deal shoes and write down what was known before each coup, and how it ended; by card for wagers on cards.

    ``burn_seen`` may also be :data:`~minibac.simulate.known.NO_BURN`.

    A trace in a given ``room`` holds until the room is used again.
    """
    compositions, codes, fell = room or Room.of(plan, shoes)
    ends = np.empty(shoes, np.int64)
    burned = np.empty(shoes, np.int64)
    dealt = first_shoe, *philox.halves(seed), *plan.numbers, np.array(plan.banker_rules, np.int64)
    deals = kernel_for(plan)
    if plan.sights:
        work = (np.zeros(rows, np.int64) for rows in card_trace.WORK)
        tables = (table.astype(np.int64) for table in card_tables_of(plan.sights))
        deals(
            *work, compositions, codes[:, None], fell[:, :, None], ends, burned, *tables, *dealt, plan.codes, burn_seen
        )  # fmt: skip
    else:
        deals(np.zeros(ROWS, np.int64), compositions, codes, ends, burned, *dealt, burn_seen)
    coups = int(ends[-1]) if shoes else 0
    known = compositions[:coups]
    if plan.sights or plan.by is By.RANKS:
        known = np.ascontiguousarray(known[:, CARDS_FROM_POOL if plan.sights else RANKS_FROM_POOL])
    return Trace(known, codes[:coups], ends, burned, bool(burn_seen), fell[:coups])


def trace_shoes(
    work: Row, compositions: Any, codes: Row, ends: Any, burned: Row, first_shoe: int, seed_low: int, seed_high: int,
    decks: int, depth: int, coups: int, natural: int, player_rule: int, banker_rules: Row, burn_seen: int,
) -> None:  # fmt: skip
    """Deal a shoe for each place in ``ends``, one below the other."""
    row = 0
    for index in range(len(ends)):
        told = trace_shoe(
            work, compositions, codes, row, 1, PREFIXES, first_shoe + index, seed_low, seed_high, decks, depth, coups,
            natural, player_rule, banker_rules, burn_seen,
        )  # fmt: skip
        row += told & (1 << BURN_SHIFT) - 1
        ends[index] = row
        burned[index] = told >> BURN_SHIFT


CALLEES = (dealing.two_numbers, dealing.is_one_too_many, dealing.draw_numbers, *dealing.WITH_CARDS, known.trace_shoe)
"""What is compiled below ``trace_shoes``, callees first."""


@cache
def kernel(prefixes: int) -> Any:
    """``trace_shoes``, compiled for points or for ranks and kept on disk under a name after its sources."""
    by_name = compiling.compile_together(
        [dealing.narrow, dealing.bit, dealing.row_for, philox.block, *CALLEES],
        numba.njit(forceinline=True),
        {"PREFIXES": prefixes},
    )
    files = (philox.__file__, dealing.__file__, known.__file__, __file__)
    return kept(compiling.after_sources(trace_shoes, by_name, f"_{prefixes}", *files))


def kernel_for(plan: Plan) -> Any:
    """What traces such shoes."""
    return card_trace.kernel() if plan.sights else kernel(plan.prefixes)
