"""A wager as it falls: shoes dealt and settled, beside the exact price, by a way that shares no count with it."""

from typing import NamedTuple

from minibac.lab.case import WagerCase
from minibac.simulate.report import Estimate, estimated
from minibac.simulate.runs import simulate

CHECK_SHOES = 20_000
CHECK_ERRORS = 3
"""So many standard errors away a simulation still agrees."""


class CrossCheck(NamedTuple):
    """Shoes of a seed, from the first one on, and what the wager came to in them."""

    seed: int
    shoes: int
    coups: int
    estimate: Estimate

    @property
    def agrees(self) -> bool:
        return abs(self.estimate.z) <= CHECK_ERRORS


def cross_check(case: WagerCase, seed: int, shoes: int) -> CrossCheck:
    """Deal shoes from number 0 on, by card where the wager looks at cards."""
    own = [case.own] if case.own else []
    counted = simulate(case.rules, shoes, seed=seed, device="cpu", by=case.by, decks=case.decks, own=own)
    seen = {each.wager: each for each in estimated(case.odds, counted)}
    return CrossCheck(seed, shoes, counted.coups, seen[case.wager])
