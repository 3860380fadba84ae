"""Shoes for an environment: those of the simulator, with what a guest has seen before every coup and at the end."""

from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.cards.card import ALL_CARDS, RANK_INDEX, RANKS
from minibac.rules.house_rules import HouseRules
from minibac.simulate.dealing import BY_RANKS, LEFT, PREFIX, ROWS
from minibac.simulate.known import BURN_SHIFT, RANKS_FROM_POOL, trace_shoe
from minibac.simulate.philox import MASK
from minibac.simulate.plan import Plan
from minibac.simulate.shown import show_shoe
from minibac.simulate.sights import ROW_OF_CARDS

Seen = NDArray[np.int64]

FIRST_FOUR = 4


class Shoe(NamedTuple):
    """One shoe, known in advance to the environment alone."""

    seen: Seen
    """Cards seen by rank, A to K, or by card: a row before each coup, and one after the last."""
    codes: NDArray[np.int64]
    """For each coup its result code, with its pairs, and the ends of the wagers on cards."""
    face_down: int
    """Cards that were burned without being shown."""
    exposed: Seen
    """For each coup the ranks of the Player's first two cards and the Banker's, 1 to 13; zeros if dealt by rank."""


def deal(plan: Plan, seed: int, number: int, *, burn_seen: bool) -> Shoe:
    """Shoe ``number`` of a seed, the same that ``minibac simulate --show-shoe`` deals."""
    work: Any = np.zeros(ROWS, np.int64)
    known = np.empty((plan.most_coups + 1, BY_RANKS + 1), np.int64)
    codes = np.empty(plan.most_coups, np.int64)
    seeds = seed & MASK, seed >> 32 & MASK
    rules = plan.decks, plan.depth, plan.coups, plan.natural, plan.player_rule
    if find_spec("numba"):
        from minibac.simulate.trace import kernel

        ends, shown = np.empty(1, np.int64), np.empty(1, np.int64)
        banker_rules = np.array(plan.banker_rules, np.int64)
        kernel(BY_RANKS)(work, known, codes, ends, shown, number, *seeds, *rules, banker_rules, burn_seen)
        coups, burned = int(ends[0]), int(shown[0])
    else:
        work = [0] * ROWS
        told = trace_shoe(
            work, known, codes, 0, 1, BY_RANKS, number, *seeds, *rules, plan.banker_rules, burn_seen
        )  # fmt: skip
        coups, burned = told & (1 << BURN_SHIFT) - 1, told >> BURN_SHIFT
    below = 0
    for kind in range(BY_RANKS):
        known[coups, kind] = work[PREFIX + kind] - below
        below = work[PREFIX + kind]
    known[coups, BY_RANKS] = work[LEFT] - below
    seen = 4 * plan.decks - known[: coups + 1, RANKS_FROM_POOL]
    return Shoe(seen, codes[:coups, None], 0 if burn_seen else burned, np.zeros((coups, FIRST_FOUR), np.int64))


def deal_by_card(rules: HouseRules, plan: Plan, seed: int, number: int) -> Shoe:
    """The same shoe card by card, for wagers that look at cards and for choices before the third cards."""
    shown = show_shoe(rules, plan, seed, number)
    place = {card: number for number, card in enumerate(ALL_CARDS)}
    row = {card: number for number, card in enumerate(ROW_OF_CARDS)}
    seen = np.zeros((len(shown.coups) + 1, len(ALL_CARDS)), np.int64)
    codes = np.zeros((len(shown.coups), len(plan.sights) + 1), np.int64)
    exposed = np.zeros((len(shown.coups), FIRST_FOUR), np.int64)
    for card in shown.burn.shown if shown.burn else ():
        seen[:, place[card]] += 1
    for at, coup in enumerate(shown.coups):
        if not plan.coups:  # a continuous shuffler takes the cards back at once
            for card in (*coup.player, *coup.banker):
                seen[at + 1 :, place[card]] += 1
        hands = [[row[card] for card in hand] for hand in (coup.player, coup.banker)]
        codes[at] = coup.result.code, *(sight.end_of(*hands) for sight in plan.sights)
        exposed[at] = [RANK_INDEX[card.rank] + 1 for card in (*coup.player[:2], *coup.banker[:2])]
    if not plan.sights:
        seen = seen.reshape(len(seen), -1, len(RANKS)).sum(axis=1)
    return Shoe(seen, codes, shown.burn.cards_count - len(shown.burn.shown) if shown.burn else 0, exposed)
