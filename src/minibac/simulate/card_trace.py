"""What a guest who remembers every card with its suit knows before each coup, and how wagers on cards ended.

The shoes are those that :mod:`~minibac.simulate.known` traces, dealt one after the other in a single lane of
:mod:`~minibac.simulate.card_lanes`: the same numbers take the same cards.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from minibac.cards.card import ALL_CARDS
from minibac.simulate import card_lanes, compiling, dealing, known, lanes, philox
from minibac.simulate.card_lanes import (
    CARD_ROWS,
    RANKS,
    burn_card_row,
    deal_card_row,
    fill_words,
    look_row,
    suit_row,
    take_rank,
    take_suit,
)
from minibac.simulate.dealing import BURN, LEFT, PREFIX, Row, cards_dealt, draw_numbers
from minibac.simulate.known import NO_BURN
from minibac.simulate.lanes import LIMIT, OVER, STAGE, open_row, refill_row
from minibac.simulate.sights import ROW_OF_CARDS

CARDS_FROM_POOL = tuple(ROW_OF_CARDS.index(card) for card in ALL_CARDS)
"""The pool lies rank by rank; a composition by card is written suit by suit."""

WORK = (CARD_ROWS, RANKS, dealing.NUMBERS)
"""What the one lane needs to work: its rows, a word for each rank, the kinds of a coup's cards."""


def write_left(work: Row, words: Row, left: Row) -> None:
    """The cards that are in the pool, as it lies."""
    below = 0
    for rank in range(RANKS):
        above = work[PREFIX + rank] if rank < RANKS - 1 else work[LEFT]
        spades, no_minors, no_clubs = words[rank] & 0xFF, words[rank] >> 8 & 0xFF, words[rank] >> 16 & 0xFF
        left[4 * rank] = spades
        left[4 * rank + 1] = no_minors - spades
        left[4 * rank + 2] = no_clubs - no_minors
        left[4 * rank + 3] = above - below - no_clubs
        below = above


def trace_card_shoes(
    work: Row, words: Row, kinds: Row, compositions: Any, codes: Any, fell: Any, ends: Any, burned: Any, tables: Row,
    at: Any, first_shoe: int, seed_low: int, seed_high: int, decks: int, depth: int, coups: int, natural: int,
    player_rule: int, banker_rules: Row, no_coup: int, burn_seen: int,
) -> None:  # fmt: skip
    """Deal a shoe for each place in ``ends``, one below the other, as ``trace_shoe`` does.

    ``fell`` has for each coup the end of each wager on cards.
    """
    row = 0
    for index in range(len(ends)):
        shoe, first_row = first_shoe + index, row
        open_row(work, 1, decks)
        fill_words(words, decks)
        work[LIMIT] = depth
        if coups == 0 and burn_seen != NO_BURN:
            draw_numbers(work, 0, 1, BURN, shoe, seed_low, seed_high)
            burn_card_row(work, depth)
            take_suit(work, words, 0, 0)
        burned[index] = work[LIMIT] - depth
        coup = 0
        while coup < coups or (coups == 0 and work[STAGE] < OVER):
            coup += 1
            if coups > 0:
                refill_row(work, decks)
                fill_words(words, decks)
                work[STAGE] = 0
            write_left(work, words, compositions[row])
            draw_numbers(work, 0, 1, coup, shoe, seed_low, seed_high)
            before = work[LEFT] + 0
            deal_card_row(work, codes[row], no_coup, natural, player_rule, banker_rules)
            work[LEFT] = before - cards_dealt(codes[row][0])  # a lane stays above zero, and the burn comes after it
            suit_row(work, words, kinds)
            for sight in range(len(at)):
                look_row(kinds, codes[row], fell[row][sight], no_coup, tables, at[sight])
            row += 1
        if burn_seen:
            for after in range(1, burned[index] + 1):
                draw_numbers(work, 0, 1, coup + after, shoe, seed_low, seed_high)
                take_rank(work, 0, 0, work[0])
                work[LEFT] -= 1
                kind = take_suit(work, words, 0, 0)
                for earlier in range(first_row, row):
                    compositions[earlier][kind] -= 1
        ends[index] = row


IN_LINE = (
    dealing.narrow, dealing.bit, dealing.row_for, philox.block, dealing.two_numbers, *dealing.WITH_CARDS, take_rank,
    take_suit,
)  # fmt: skip
APART = (
    dealing.is_one_too_many, draw_numbers, open_row, refill_row, deal_card_row, burn_card_row, fill_words, suit_row,
    look_row, write_left,
)  # fmt: skip
"""What is compiled below ``trace_card_shoes``, callees first: some into their callers, the others by themselves."""

FILES = (philox, dealing, known, lanes, card_lanes, compiling)


def in_one_lane(in_line: compiling.Compiler, apart: compiling.Compiler) -> dict[str, Any]:
    """The functions of the lanes, compiled for one."""
    by_name = compiling.compile_together([*IN_LINE], in_line, {"LANES": 1, "PREFIXES": dealing.BY_RANKS})
    return compiling.compile_together([*APART], apart, by_name)


@cache
def kernel() -> Callable[..., Any]:
    """``trace_card_shoes``, compiled and kept on disk under a name after its sources."""
    import numba

    from minibac.odds.compiled import kept

    by_name = in_one_lane(numba.njit(forceinline=True), numba.njit(nogil=True))
    files = [str(module.__file__) for module in FILES]
    return kept(compiling.after_sources(trace_card_shoes, by_name, "", *files, __file__))
