"""What a guest may put down in an environment, within the table's limits, and what it comes to."""

from collections.abc import Iterable, Mapping
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.houses.house import sample_house
from minibac.houses.types import Limit
from minibac.odds.prices import Laid, Odds, OddsError, check_stake
from minibac.play.results import CODES, POINT_CODES
from minibac.play.wagers import (
    HOUSE_MONEY,
    MAIN,
    WAGER_IDS,
    Wager,
    addition_cents,
    check_offered,
    check_wager,
    check_whole_cents,
)
from minibac.rules.house_rules import HouseRules
from minibac.rules.words import did_you_mean, one_or_more
from minibac.simulate.plan import SimulationError

LADDER = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Stakes an action can choose, in table minimums, as far as the maximum goes."""

TAKE_OR_ADD = ("", *MAIN)
"""What may become of House Money that has won: it is taken, or added to a wager."""

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
    """For each wager, by choice and by result code or end: what it comes to, vigorish rounded as the house does."""
    columns: tuple[int, ...]
    """For each wager, by which number of a coup it is settled: 0 the result code, then the ends of wagers on cards."""
    laid: tuple[Laid, ...]
    rules: HouseRules
    most_cents: tuple[int, ...]
    """For each wager the maximum of the table."""

    @property
    def own(self) -> tuple[str, ...]:
        """Those of the wagers that are not the rulebook's."""
        return tuple(name for name, laid in zip(self.wagers, self.laid, strict=True) if laid.own)

    @property
    def house_money(self) -> bool:
        """Whether House Money can be won, so that a guest may have to choose before the third cards."""
        return HOUSE_MONEY in self.wagers

    @property
    def sizes(self) -> list[int]:
        """How many choices each wager has, and last what may become of House Money that has won."""
        return [*(len(each) for each in self.cents), *([len(TAKE_OR_ADD)] if self.house_money else [])]

    def wrong(self, actions: NDArray[np.int64]) -> str:
        """Why these choices are none, in a sentence; nothing where they are."""
        if actions.ndim != 2 or actions.shape[1] != len(self.sizes):
            places = ", ".join(self.wagers)
            choice = ", and one for the choice of House Money" if self.house_money else ""
            return f"an action has a whole number for each of {len(self.wagers)} wagers: {places}{choice}"
        for place, (name, stakes) in enumerate(zip(self.wagers, self.cents, strict=True)):
            outside = [int(choice) for choice in actions[:, place] if not 0 <= choice < len(stakes)]
            if outside:
                are = f"1 to {len(stakes) - 1} are {', '.join(map(str, stakes[1:]))} cents"
                return f"{outside[0]} chooses no stake on {name}: 0 is none, {are}"
        if self.house_money:
            outside = [int(choice) for choice in actions[:, -1] if not 0 <= choice < len(TAKE_OR_ADD)]
            if outside:
                return f"{outside[0]} is no choice of House Money: 0 takes it, 1 adds it to player, 2 to banker"
        return ""

    def asks(self, actions: NDArray[np.int64], codes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Where House Money has won and a wager lies to which it may be added, so that the guest is asked."""
        if not self.house_money:
            return np.zeros(len(actions), np.bool_)
        place = self.wagers.index(HOUSE_MONEY)
        won = self.net_cents[place][actions[:, place], codes[:, 0]] > 0
        main = [self.wagers.index(name) for name in MAIN if name in self.wagers]
        return np.asarray(won & actions[:, main].any(axis=1))

    def added(self, action: NDArray[np.int64], code: int, choice: int) -> tuple[int, str]:
        """What it changes, in cents, to add House Money as chosen; and in a sentence why it was taken instead."""
        target = TAKE_OR_ADD[choice]
        if not target:
            return 0, ""
        staked = self.staked(action)
        if target not in staked:
            return 0, f"there is no wager on {target} to which House Money could be added: it was taken"
        place, money = self.wagers.index(target), self.wagers.index(HOUSE_MONEY)
        payout = int(self.net_cents[money][action[money], code])
        wager = Wager(1, target, staked[target])
        more = addition_cents(self.rules, payout, wager, self.most_cents[place])
        laid, gross = self.laid[place], self.laid[place].gross(code)
        if more.denominator == 1 and check_whole_cents(self.rules, wager._replace(added_cents=int(more))) is None:
            before, after = (cents * laid.net(gross, cents) for cents in (staked[target], staked[target] + int(more)))
            return int(after) - int(before), ""
        return 0, f"House Money added to {target} could split a cent: it was taken"

    def reward(self, actions: NDArray[np.int64], codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """What rows of choices come to on these coups, in cents."""
        cents = np.zeros(len(actions), np.int64)
        for place, (net_cents, column) in enumerate(zip(self.net_cents, self.columns, strict=True)):
            cents += net_cents[actions[:, place], codes[:, column]]
        return cents

    def staked_cents(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """What rows of choices put down in all."""
        staked = np.zeros(len(actions), np.int64)
        for place, cents in enumerate(self.cents):
            staked += np.array(cents, np.int64)[actions[:, place]]
        return staked

    def staked(self, action: NDArray[np.int64]) -> dict[str, int]:
        """The wagers of one action in cents."""
        chosen = (cents[choice] for cents, choice in zip(self.cents, action, strict=False))
        return {name: cents for name, cents in zip(self.wagers, chosen, strict=True) if cents}

    @property
    def least_cents(self) -> int:
        """The smallest stake that can be put down."""
        return min(each[1] for each in self.cents)


def stakes(
    odds: Odds,
    wagers: Iterable[str] = (),
    limits: Mapping[str, Limit] | None = None,
    unit_cents: int | None = None,
) -> Stakes:
    """The stakes of a table: all its wagers or some, within the sample house's limits or others."""
    rules = odds.rules
    names = tuple(dict.fromkeys(one_or_more(wagers))) or tuple(odds.laid)
    if unit_cents is not None and unit_cents < 1:
        raise SimulationError(f"rewards cannot be counted in {unit_cents} cents: 1 or more make a unit")
    for name in (*names, *(limits or {})):
        if name not in odds.laid:
            raise SimulationError(_not_there(odds, name))
    for name, (low, high) in (limits or {}).items():
        if not 0 < low <= high:
            raise SimulationError(
                f"limits of {name} are a minimum and a maximum that is not below it: {low} and {high} are not"
            )
    table = sample_house(rules.rulebook.id).table_for(rules.rulebook.id)
    given = {**(table.limits if table else {}), **(limits or {})}
    on_cards = [name for name, laid in odds.laid.items() if laid.wager.asks_cards]
    cents, most = [], []
    for name in names:
        low, high = given.get(name, OTHER_LIMIT)
        most.append(high)
        whole = _whole_cents(odds.laid[name])
        ladder = dict.fromkeys(-(-low * times // whole) * whole for times in LADDER)
        ladder = dict.fromkeys([stake for stake in ladder if stake <= high] + [high])
        legal = [stake for stake in ladder if _may_lie(odds, name, stake)]
        if not legal:
            raise SimulationError(
                f"no stake on {name} from {low} to {high} cents could be put down without splitting a cent"
            )
        cents.append((0, *legal))
    unit = unit_cents or min(each[1] for each in cents)
    nets = [_net_cents(odds.laid[name], choices) for name, choices in zip(names, cents, strict=True)]
    columns = tuple(on_cards.index(name) + 1 if name in on_cards else 0 for name in names)
    laid = tuple(odds.laid[name] for name in names)
    return Stakes(names, tuple(cents), unit, tuple(nets), columns, laid, rules, tuple(most))


def _not_there(odds: Odds, name: str) -> str:
    own = [wager for wager, laid in odds.laid.items() if laid.own]
    if own and name not in WAGER_IDS:
        return f"there is no wager '{name}'{did_you_mean(name, odds.laid)}; this table takes {', '.join(odds.laid)}"
    return str(check_offered(odds.rules, name))


def _whole_cents(laid: Laid) -> int:
    """Stakes on a wager of one's own come to whole cents at all odds, where they are multiples of so many cents."""
    return lcm(*(outcome.pays.denominator for _, outcome in laid.wager.lines)) if laid.own else 1


def _may_lie(odds: Odds, name: str, stake: int) -> bool:
    laid = odds.laid[name]
    if not laid.own:
        return check_wager(odds.rules, Wager(1, name, stake)) is None
    try:
        check_stake(odds.rules, [laid], stake)
    except OddsError:
        return False
    return True


def _net_cents(laid: Laid, choices: tuple[int, ...]) -> NDArray[np.int64]:
    """What each choice comes to on each result code, or at each end of a wager on cards."""
    if laid.wager.asks_cards:
        rows = [[int(laid.net(gross, stake) * stake) for gross in laid.ends] for stake in choices[1:]]
        return np.array([[0] * len(laid.ends), *rows], np.int64)
    nets = np.zeros((len(choices), CODES), np.int64)
    for row, stake in enumerate(choices[1:], start=1):
        for gross, codes in laid.cells:
            nets[row, codes] = int(laid.net(gross, stake) * stake)
    if not laid.wager.asks_pairs:
        nets[:] = np.tile(nets[:, :POINT_CODES], CODES // POINT_CODES)
    return nets
