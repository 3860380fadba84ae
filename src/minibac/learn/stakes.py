"""What a guest may put down in an environment, within the table's limits, and what it comes to."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.houses.house import sample_house
from minibac.houses.types import Limit
from minibac.odds.prices import Laid, Odds
from minibac.play.results import CODES, POINT_CODES
from minibac.play.wagers import Wager, check_offered, check_wager
from minibac.rules.house_rules import HouseRules
from minibac.simulate.plan import SimulationError

LADDER = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Stakes an action can choose, in table minimums, as far as the maximum goes."""

OTHER_LIMIT = Limit(500, 50_000)
"""For a wager that the sample house states no limit for."""


class Stakes(NamedTuple):
    """The choices of an action: for each wager none, or one of some stakes."""

    wagers: tuple[str, ...]
    cents: tuple[tuple[int, ...], ...]
    """For each wager the stakes to choose from, beginning with 0."""
    unit_cents: int
    """What the reward counts in."""
    net_cents: tuple[NDArray[np.int64], ...]
    """For each wager, by choice and result code: what it comes to, vigorish rounded as the house does."""

    @property
    def sizes(self) -> list[int]:
        """How many choices each wager has."""
        return [len(each) for each in self.cents]

    def reward(self, actions: NDArray[np.int64], codes: NDArray[np.int64]) -> NDArray[np.float64]:
        """What rows of choices come to on these results, in units."""
        cents = np.zeros(len(actions), np.int64)
        for place, net_cents in enumerate(self.net_cents):
            cents += net_cents[actions[:, place], codes]
        return cents / self.unit_cents

    def staked(self, action: NDArray[np.int64]) -> dict[str, int]:
        """The wagers of one action in cents."""
        chosen = (self.cents[place][choice] for place, choice in enumerate(action))
        return {name: cents for name, cents in zip(self.wagers, chosen, strict=True) if cents}


def stakes(
    rules: HouseRules,
    wagers: Iterable[str] = (),
    limits: Mapping[str, Limit] | None = None,
    unit_cents: int | None = None,
) -> Stakes:
    """The stakes of a table: all its wagers or some, within the sample house's limits or others."""
    odds = Odds(rules)
    names = tuple(dict.fromkeys(wagers)) or tuple(odds.laid)
    for name in names:
        if name not in odds.laid:
            raise SimulationError(str(check_offered(rules, name)))
    table = sample_house(rules.rulebook.id).table_for(rules.rulebook.id)
    given = {**(table.limits if table else {}), **(limits or {})}
    cents = []
    for name in names:
        low, high = given.get(name, OTHER_LIMIT)
        ladder = dict.fromkeys([low * times for times in LADDER if low * times <= high] + [high])
        legal = [stake for stake in ladder if check_wager(rules, Wager(1, name, stake)) is None]
        if not legal:
            raise SimulationError(
                f"no stake on {name} from {low} to {high} cents could be put down without splitting a cent"
            )
        cents.append((0, *legal))
    unit = unit_cents or min(each[1] for each in cents)
    nets = [_net_cents(odds.laid[name], choices) for name, choices in zip(names, cents, strict=True)]
    return Stakes(names, tuple(cents), unit, tuple(nets))


def _net_cents(laid: Laid, choices: tuple[int, ...]) -> NDArray[np.int64]:
    """What each choice comes to on each result code."""
    nets = np.zeros((len(choices), CODES), np.int64)
    for row, stake in enumerate(choices[1:], start=1):
        for gross, codes in laid.cells:
            nets[row, codes] = int(laid.net(gross, stake) * stake)
    if not laid.wager.asks_pairs:
        nets[:] = np.tile(nets[:, :POINT_CODES], CODES // POINT_CODES)
    return nets
