"""Exact expectations on a GPU, for perfect play through millions of shoes: a thread for each composition.

The method is that of :mod:`minibac.odds.batch`, laid out for a machine with many threads and little memory for each.
Take the Player's third card ``x`` out first (``x`` = 10: the Player stood, nothing is taken out); ``m`` counts the
cards left by value, indices go modulo ten, and ``d[t]`` is 1 where the Banker's ``t`` draws against ``x``. For each
Banker total ``s`` two rows of ten numbers are enough:

    q[a] = m[a] (m[s-a] - [2a=s])                                 Banker hands of two cards and total s, by first card
    q[a] = m[a] R[a][s],  where with t = a+b the sum over b is
    R[a][s] = 2 Σ_t d[t] (m[t-a] m[s-t] - [2t=a+s] m[s-t])        Banker hands of three that hold a card of a points
              + d[s-a] W[s-a] - 2 (d[2a] + 2 d[s-a]) (m[s-2a] - [3a=s])

and in both cases the ways beside a Player hand ``p`` are a sum along the row, Σ_a (m[p-a] - [2a=p]) q[a]. ``m`` and the
row stay in registers, since the loops over ``a``, ``t`` and ``p`` are unrolled; what is asked for at a place that moves
with ``s`` lies in shared memory. Result tables are never written down: what a result pays is laid over its ways at
once.

Counts are whole numbers below 2^53 in float64, so they are exact up to 8 decks; larger shoes are refused.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minibac.rules.drawing import STOOD, TOTALS, DrawingRules
from minibac.simulate import compiling, dealing, philox, trace
from minibac.simulate.dealing import Row
from minibac.simulate.gpu import SIMULATED, WORK_TYPE, cuda, narrow
from minibac.simulate.known import BURN_SHIFT, trace_shoe
from minibac.simulate.plan import By, Plan, SimulationError, mask
from minibac.voice.said import said

Floats = NDArray[np.float64]

MOST_CARDS = 416
"""416^6 is below 2^53."""

CHUNK_SHOES = 4 if SIMULATED else 1 << 16
BLOCKS, THREADS = (2, 4) if SIMULATED else (132 * 32, 128)
PREFIXES = dealing.BY_POINTS
WORK_ROWS = dealing.PREFIX + PREFIXES
TWICE = 2 * TOTALS
WAGERS = 1
"""How many wagers the kernel lays over a composition: a constant of it."""

EMPTY = -1
"""The first count of a row that holds no composition."""

COUNT_TYPE = np.int16


def expectations(compositions: ArrayLike, drawing: DrawingRules, payoffs: ArrayLike) -> Floats:
    """The expectation of each wager on each composition, as :func:`minibac.odds.batch.expectations` has it.

    ``compositions`` are rows of 10 values (0 to 9, tens and faces first) with six cards or more; ``payoffs`` has a row
    for each point code and a column for each wager.
    """
    cards = np.asarray(compositions)
    pays = np.ascontiguousarray(payoffs, np.float64)
    _check(cards)
    answer = cuda.device_array((len(cards), pays.shape[1]), np.float64)
    if len(cards):
        _expect(cuda.to_device(np.ascontiguousarray(cards, COUNT_TYPE)), drawing, pays, answer)
    found: Floats = answer.copy_to_host()
    return found


def _check(cards: NDArray[Any]) -> None:
    if cards.ndim != 2 or cards.shape[1] != TOTALS:
        raise SimulationError(f"compositions on the GPU are rows of {TOTALS} values, not of shape {cards.shape}")
    totals = cards.sum(axis=1)
    if len(cards) and (cards.min() < 0 or totals.min() < 6 or totals.max() > MOST_CARDS):
        raise SimulationError(f"the GPU prices compositions of 6 to {MOST_CARDS} cards, with no count below zero")


def _expect(compositions: Any, drawing: DrawingRules, pays: Floats, answer: Any) -> None:
    """Fill ``answer`` on the device."""
    draws, threes, twos = (cuda.to_device(each) for each in tableau(drawing))
    expect_kernel(pays.shape[1])[BLOCKS, THREADS](compositions, draws, threes, twos, cuda.to_device(pays), answer)


def tableau(drawing: DrawingRules) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """The drawing rules as masks, by the Player's third card or 10.

    First the Banker totals that draw; then the Player totals beside whom the Banker may draw; then, for each Banker
    total that ends the coup with two cards, the Player totals it may end beside.
    """
    natural = mask(drawing.natural)
    everybody = (1 << TOTALS) - 1
    player_draws = mask(drawing.player_draws) & ~natural
    player_stands = everybody & ~player_draws & ~natural
    draws = [mask(tuple(row[x] for row in drawing.banker_draws)) & ~natural for x in range(STOOD + 1)]
    threes = [player_draws] * STOOD + [player_stands]
    twos = np.zeros((STOOD + 1, TOTALS), np.int32)
    for x in range(STOOD + 1):
        for total in range(TOTALS):
            stands = not draws[x] >> total & 1
            if natural >> total & 1:
                twos[x, total] = everybody if x == STOOD else 0
            elif x == STOOD:
                twos[x, total] = natural | (player_stands if stands else 0)
            else:
                twos[x, total] = player_draws if stands else 0
    return np.array(draws, np.int32), np.array(threes, np.int32), twos


def expect_rows(compositions: Any, draws: Any, threes: Any, twos: Any, pays: Any, answer: Any) -> None:
    """What each thread does: every so many compositions one of its own."""
    lane = cuda.threadIdx.x
    values = cuda.shared.array((TOTALS, THREADS), np.float64)
    hands = cuda.shared.array((TOTALS, THREADS), np.float64)
    held = cuda.shared.array((TOTALS, THREADS), np.float64)
    n = cuda.local.array(TOTALS, np.float64)
    m = cuda.local.array(TWICE, np.float64)
    q = cuda.local.array(TOTALS, np.float64)
    won = cuda.local.array(WAGERS, np.float64)
    won_two = cuda.local.array(WAGERS, np.float64)
    won_three = cuda.local.array(WAGERS, np.float64)

    for row in range(cuda.grid(1), len(compositions), cuda.gridsize(1)):
        if compositions[row, 0] == EMPTY:
            continue
        cards = 0.0
        for a in range(TOTALS):
            n[a] = compositions[row, a]
            cards += n[a]
        for wager in range(WAGERS):
            won[wager] = 0.0

        for x in range(STOOD + 1):
            weight_two = (cards - 4) * (cards - 5)
            weight_three = cards - 5
            for a in range(TOTALS):
                count = n[a]
                if a == x:
                    weight_two = count * (cards - 5)
                    weight_three = count
                    count -= 1.0
                m[a] = count
                m[a + TOTALS] = count
                values[a, lane] = count
            for u in range(TOTALS):
                pairs = 0.0
                for a in range(TOTALS):
                    pairs += m[a] * m[u - a + TOTALS]
                if u % 2 == 0:
                    pairs -= m[u // 2] + m[u // 2 + 5]
                hands[u, lane] = pairs
            for wager in range(WAGERS):
                won_two[wager] = 0.0
                won_three[wager] = 0.0
            draw = draws[x]
            players_three = threes[x]
            shift = x if x < STOOD else 0
            code_two = 2 if x < STOOD else 0

            for s in range(TOTALS):
                beside_s = hands[s, lane]
                players = twos[x, s]
                if players != 0:
                    for a in range(TOTALS):
                        mate = s - a if s >= a else s - a + TOTALS
                        others = values[mate, lane]
                        if mate == a:
                            others -= 1.0
                        q[a] = m[a] * others
                    for p in range(TOTALS):
                        if players >> p & 1 != 0:
                            shared = 0.0
                            for a in range(TOTALS):
                                shared += m[p - a + TOTALS] * q[a]
                            if p % 2 == 0:
                                shared -= q[p // 2] + q[p // 2 + 5]
                            beside = beside_s + 2.0 if p == s else beside_s
                            ways = hands[p, lane] * beside - 4.0 * shared
                            final = p + shift if p + shift < TOTALS else p + shift - TOTALS
                            code = final * 40 + s * 4 + code_two
                            for wager in range(WAGERS):
                                won_two[wager] += ways * pays[code, wager]
                if draw != 0:
                    three = 0.0
                    for a in range(TOTALS):
                        q[a] = 0.0
                    for t in range(TOTALS):
                        if draw >> t & 1 != 0:
                            place = s - t if s >= t else s - t + TOTALS
                            mate = t - place if t >= place else t - place + TOTALS
                            third = values[place, lane]
                            with_it = values[mate, lane]
                            if mate == place:
                                with_it -= 1.0
                            three += third * (hands[t, lane] - 2.0 * with_it)
                            for a in range(TOTALS):
                                q[a] += m[t - a + TOTALS] * third
                    for a in range(TOTALS):
                        u = s - a if s >= a else s - a + TOTALS
                        holding = q[a]
                        if (a + s) & 1 == 0:
                            t = (a + s) // 2 if a + s < TOTALS else (a + s - TOTALS) // 2
                            place = s - t if s >= t else s - t + TOTALS
                            if draw >> t & 1 != 0:
                                holding -= values[place, lane]
                            if draw >> (t + 5) & 1 != 0:
                                holding -= values[place - 5 if place >= 5 else place + 5, lane]
                        holding *= 2.0
                        again = 2.0 if draw >> (2 * a % TOTALS) & 1 != 0 else 0.0
                        if draw >> u & 1 != 0:
                            holding += hands[u, lane]
                            again += 4.0
                        mate = u - a if u >= a else u - a + TOTALS
                        others = values[mate, lane]
                        if mate == a:
                            others -= 1.0
                        q[a] = m[a] * (holding - again * others)
                        held[a, lane] = q[a]
                    for p in range(TOTALS):
                        if players_three >> p & 1 != 0:
                            shared = 0.0
                            for a in range(TOTALS):
                                shared += m[p - a + TOTALS] * q[a]
                            if p % 2 == 0:
                                shared -= q[p // 2] + q[p // 2 + 5]
                            third_of = held[s - p if s >= p else s - p + TOTALS, lane]
                            ways = hands[p, lane] * three - 2.0 * (shared - third_of)
                            final = p + shift if p + shift < TOTALS else p + shift - TOTALS
                            code = final * 40 + s * 4 + code_two + 1
                            for wager in range(WAGERS):
                                won_three[wager] += ways * pays[code, wager]
            for wager in range(WAGERS):
                won[wager] += weight_two * won_two[wager] + weight_three * won_three[wager]

        draws_of_six = cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) * (cards - 5)
        for wager in range(WAGERS):
            answer[row, wager] = won[wager] / draws_of_six


@cache
def expect_kernel(wagers: int) -> Any:
    """``expect_rows`` for this many wagers.

    Left alone the compiler takes 190 registers; 128 leave room for twice the threads and spill next to nothing.
    """
    limits = {} if SIMULATED else {"max_registers": 128}
    return cuda.jit(compiling.with_callees(expect_rows, {"WAGERS": wagers}), **limits)


class Played(NamedTuple):
    """What perfect play comes to in each shoe, a column for each wager."""

    gains: Floats
    """The exact expectations of the coups bet on, added up."""
    won: Floats
    """What these coups came to as they fell."""
    bets: NDArray[np.int64]
    coups: NDArray[np.int64]
    """How many coups the shoe had."""


def perfect(plan: Plan, seed: int, first_shoe: int, shoes: int, pays: Floats, *, burn_seen: int) -> Played:
    """Deal shoes, price every wager before every coup, and bet one unit wherever its expectation is positive."""
    if plan.by is not By.POINTS:
        raise SimulationError(said("pairs are not priced on the GPU: choose the device cpu"))
    if 52 * plan.decks > MOST_CARDS:
        many_decks = said("the GPU prices up to 8 decks exactly, not {decks}: choose the device cpu", decks=plan.decks)
        raise SimulationError(many_decks)
    rows = shoes * plan.most_coups
    compositions = cuda.device_array((rows, TOTALS), COUNT_TYPE)
    codes = cuda.device_array(rows, COUNT_TYPE)
    coups = cuda.device_array(shoes, np.int64)
    trace_kernel()[BLOCKS, THREADS](
        compositions,
        codes,
        coups,
        plan.most_coups,
        first_shoe,
        *philox.halves(seed),
        *plan.numbers,
        cuda.to_device(np.array(plan.banker_rules, WORK_TYPE)),
        burn_seen,
    )
    expected = cuda.device_array((rows, pays.shape[1]), np.float64)
    _expect(compositions, plan.drawing, pays, expected)
    gains, won = (cuda.device_array((shoes, pays.shape[1]), np.float64) for _ in range(2))
    bets = cuda.device_array((shoes, pays.shape[1]), np.int64)
    judge_kernel()[BLOCKS, THREADS](expected, codes, coups, cuda.to_device(pays), gains, won, bets)
    return Played(gains.copy_to_host(), won.copy_to_host(), bets.copy_to_host(), coups.copy_to_host())


def trace_all(
    compositions: Any, codes: Any, coups_of: Any, most_coups: int, first_shoe: int, seed_low: int, seed_high: int,
    decks: int, depth: int, coups: int, natural: int, player_rule: int, banker_rules: Row, burn_seen: int,
) -> None:  # fmt: skip
    """What each thread does: deal a shoe into its column. Coup after coup, the shoes lie side by side."""
    work = cuda.local.array(WORK_ROWS, WORK_TYPE)
    shoes = len(coups_of)
    for index in range(cuda.grid(1), shoes, cuda.gridsize(1)):
        told = trace_shoe(
            work, compositions, codes, index, shoes, PREFIXES, first_shoe + index, seed_low, seed_high, decks, depth,
            coups, natural, player_rule, banker_rules, burn_seen,
        )  # fmt: skip
        dealt = told & (1 << BURN_SHIFT) - 1
        coups_of[index] = dealt
        for coup in range(dealt, most_coups):
            compositions[coup * shoes + index, 0] = EMPTY


@cache
def trace_kernel() -> Any:
    """``trace_all``, compiled."""
    return cuda.jit(trace_code())


def trace_code() -> Any:
    """``trace_all`` with its callees compiled for the device, itself not yet compiled."""
    inlined = (lambda function: function) if SIMULATED else cuda.jit(device=True, inline="always")
    given = {} if SIMULATED else {"narrow": inlined(narrow)}
    by_name = compiling.compile_together([philox.block, dealing.bit, dealing.row_for, *trace.CALLEES], inlined, given)
    return compiling.with_callees(trace_all, by_name)


def judge_shoes(expected: Any, codes: Any, coups_of: Any, pays: Any, gains: Any, won: Any, bets: Any) -> None:
    """What each thread does: go through a shoe once for each wager and add up the coups worth a bet."""
    shoes = len(coups_of)
    for index in range(cuda.grid(1), shoes, cuda.gridsize(1)):
        for wager in range(pays.shape[1]):
            gain = 0.0
            fell = 0.0
            count = 0
            for coup in range(coups_of[index]):
                worth = expected[coup * shoes + index, wager]
                if worth > 0:
                    gain += worth
                    fell += pays[codes[coup * shoes + index], wager]
                    count += 1
            gains[index, wager] = gain
            won[index, wager] = fell
            bets[index, wager] = count


@cache
def judge_kernel() -> Any:
    """``judge_shoes``, compiled."""
    return cuda.jit(judge_shoes)
