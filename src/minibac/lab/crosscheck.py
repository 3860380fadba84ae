"""A wager as it falls: shoes dealt and settled, beside the exact price, by a way that shares no count with it."""

import math
from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from minibac.lab.case import WagerCase
from minibac.odds.by_cards import CardQuestions
from minibac.odds.prices import Gross
from minibac.simulate.plan import By, plan
from minibac.simulate.report import Estimate, estimated
from minibac.simulate.runs import simulate
from minibac.simulate.shown import show_shoe

BY_RESULT, BY_CARD = "results", "cards"


class CrossCheck(NamedTuple):
    """Shoes of a seed, from the first one on, and what the wager came to in them."""

    seed: int
    shoes: int
    coups: int
    by: str
    """Whether results were counted, or cards were dealt one by one through the engine of the table."""
    estimate: Estimate

    @property
    def agrees(self) -> bool:
        """Whether it lies within three standard errors."""
        return abs(self.estimate.z) <= 3


def cross_check(case: WagerCase, seed: int, shoes: int) -> CrossCheck:
    """Deal shoes from number 0 on; a wager that looks at cards has them dealt one by one."""
    if case.laid.wager.asks_cards:
        return _by_card(case, seed, shoes)
    counted = simulate(case.rules, shoes, seed=seed, device="cpu", by=case.by, decks=case.decks)
    seen = {each.wager: each for each in estimated(case.odds, counted)}
    return CrossCheck(seed, shoes, counted.coups, BY_RESULT, seen[case.wager])


def _by_card(case: WagerCase, seed: int, shoes: int) -> CrossCheck:
    asked = CardQuestions([case.laid.wager])
    shoe_plan = plan(case.rules, By.RANKS, case.decks)
    ends: Counter[Gross] = Counter()
    for number in range(shoes):
        for coup in show_shoe(case.rules, shoe_plan, seed, number).coups:
            parts = (asked.parts("player", coup.player), asked.parts("banker", coup.banker))
            ends[Gross.of(*asked.ends(*parts)[0])] += 1
    price = case.laid.price(ends)
    error = math.sqrt(price.variance / price.total)
    estimate = Estimate(case.wager, price.label, Fraction(price.edge), error, case.price.edge)
    return CrossCheck(seed, shoes, price.total, BY_CARD, estimate)
