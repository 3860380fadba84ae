"""Many shoes side by side: the plain functions of :mod:`~minibac.simulate.dealing` run along rows of 256 lanes.

Each loop here goes over the lanes of a few rows and does the same to all, which a compiler turns into instructions
for whole vectors. All lanes deal coup 1, then all coup 2, until the last shoe is over; a lane whose shoe is over goes
on dealing nonsense, which is cheaper than stopping, and its codes are marked as no coup. Codes are counted after the
batch: a count that is read right after it was written would hold the processor up.
"""

from typing import Protocol

from minibac.simulate.dealing import (
    BURN,
    BY_POINTS,
    LEFT,
    NUMBERS,
    ROWS,
    Row,
    burn_first_card,
    cards_dealt,
    deal_coup,
    draw_numbers,
    fill,
    narrow,
    two_numbers,
)
from minibac.simulate.philox import MASK, block

LANES = 256
"""Shoes dealt side by side: some vectors to keep a processor busy, little enough to stay in its nearest memory."""

PREFIXES = BY_POINTS
"""Prefixes of the pool; the compiler has a version of these functions for each."""

REMAINS = ROWS
"""Row: the high half of the least that remained of the three words of a coup."""

LIMIT = ROWS + 1
"""Row: the cutting card is out once fewer cards than this are in the pool."""

STAGE = ROWS + 2
"""Row: 0 while the shoe is played, 1 for its last coup, from 2 on it is over."""

COUPS = ROWS + 3
"""Row: coups dealt."""

WORK_ROWS = ROWS + 4

OVER = 2


class Table(Protocol):
    """Rows under one another, as an array of two dimensions."""

    def __getitem__(self, index: int, /) -> Row: ...


def draw_row(work: Row, coup: int, first_shoe: int, seed_low: int, seed_high: int, doubtful: int) -> None:
    """Draw the numbers of a coup for all lanes, then those again that had a doubtful word.

    A word is doubtful when it leaves little enough that it might be one too many; ``doubtful`` bounds that from above.
    """
    for lane in range(LANES):
        shoe = first_shoe + lane
        word_0, word_1, word_2, _ = block(coup, 0, shoe & MASK, shoe >> 32 & MASK, seed_low, seed_high)
        remains_0 = two_numbers(work, lane, LANES, 0, word_0)
        remains_1 = two_numbers(work, lane, LANES, 1, word_1)
        remains_2 = two_numbers(work, lane, LANES, 2, word_2)
        work[REMAINS * LANES + lane] = min(remains_0, remains_1, remains_2) >> 16
    doubts = 0
    for lane in range(LANES):
        doubts += work[REMAINS * LANES + lane] <= doubtful
    if doubts > 0:
        for lane in range(LANES):
            if work[REMAINS * LANES + lane] <= doubtful:
                draw_numbers(work, lane, LANES, coup, first_shoe + lane, seed_low, seed_high)


def open_row(work: Row, shoes: int, decks: int) -> None:
    """Fill the shoes of all lanes; those beyond the number wanted are over before they begin."""
    for lane in range(LANES):
        fill(work, lane, LANES, PREFIXES, decks)
        work[LIMIT * LANES + lane] = 0
        work[STAGE * LANES + lane] = 0 if lane < shoes else OVER
        work[COUPS * LANES + lane] = 0


def burn_row(work: Row, depth: int) -> None:
    """Burn in all lanes. The cards burned unseen stay in the pool, in front of the cutting card."""
    for lane in range(LANES):
        work[LIMIT * LANES + lane] = depth + burn_first_card(work, lane, LANES, PREFIXES)


def refill_row(work: Row, decks: int) -> None:
    """A continuous shuffler deals every coup from the full set."""
    for lane in range(LANES):
        fill(work, lane, LANES, PREFIXES, decks)


def deal_row(work: Row, codes: Row, no_coup: int, natural: int, player_rule: int, banker_rules: Row) -> None:
    """Deal a coup in all lanes and write down its codes.

    The coup in which the cutting card comes out brings the shoe to its last coup, and that one ends it.
    """
    for lane in range(LANES):
        code = deal_coup(work, lane, LANES, PREFIXES, natural, player_rule, banker_rules)
        left = narrow(work[LEFT * LANES + lane] - cards_dealt(code))
        left = narrow(max(NUMBERS, left))  # a shoe that is over must not run below zero
        stage = work[STAGE * LANES + lane]
        played = stage < OVER
        codes[lane] = narrow(code if played else no_coup)
        work[LEFT * LANES + lane] = left
        work[STAGE * LANES + lane] = stage + (left < work[LIMIT * LANES + lane])
        work[COUPS * LANES + lane] += played


def shoes_left(work: Row) -> int:
    """How many lanes still play."""
    left = 0
    for lane in range(LANES):
        left += work[STAGE * LANES + lane] < OVER
    return left


def count_row(codes: Row, counts: Row) -> None:
    for lane in range(LANES):
        counts[codes[lane]] += 1


def deal_shoes(
    work: Row, codes: Table, counts: Row, sums: Row, worth: Table, wagers: int, results: Table, first_shoe: int,
    shoes: int, seed_low: int, seed_high: int, decks: int, depth: int, coups: int, no_coup: int, natural: int,
    player_rule: int, banker_rules: Row,
) -> None:  # fmt: skip
    """Deal shoes ``first_shoe``, ``first_shoe + 1``, …; add their codes to ``counts``.

    ``coups`` is 0 for a shoe that ends with its cutting card, or the number of coups from a continuous shuffler.
    ``sums`` gets the number of coups, and the squares of the number of coups of each shoe. ``worth`` has a row for
    each of the ``wagers`` to be followed through every shoe, with what each code is worth to it; the sum goes to
    ``results[shoe]``.
    """
    doubtful = (52 * decks) * (52 * decks) >> 16
    for start in range(0, shoes, LANES):
        first = first_shoe + start
        open_row(work, shoes - start, decks)
        if coups == 0:
            draw_row(work, BURN, first, seed_low, seed_high, doubtful)
            burn_row(work, depth)
        coup = 0
        while coup < coups or (coups == 0 and shoes_left(work) > 0):
            coup += 1
            if coups > 0:
                refill_row(work, decks)
            draw_row(work, coup, first, seed_low, seed_high, doubtful)
            deal_row(work, codes[coup], no_coup, natural, player_rule, banker_rules)
        for row in range(1, coup + 1):
            count_row(codes[row], counts)
        for lane in range(min(LANES, shoes - start)):
            dealt = work[COUPS * LANES + lane] + 0
            sums[0] += dealt
            sums[1] += dealt * dealt
            for wager in range(wagers):
                result = 0
                for row in range(1, dealt + 1):
                    result += worth[wager][codes[row][lane]]
                results[start + lane][wager] = result
