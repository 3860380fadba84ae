"""Rounded vigorish: what the Banker wager costs at each stake.

>>> from minibac.odds.prices import prices
>>> table = by_stake(prices("massachusetts", vigorish_rounding="up-to-25c"), [500, 3300])
>>> [(row.stake_cents, row.vigorish_cents, f"{float(row.price.edge):.4%}") for row in table]
[(500, 25, '1.0579%'), (3300, 175, '1.1969%')]
"""

from collections.abc import Iterable
from typing import NamedTuple

from minibac.odds.prices import Odds, OddsError, Price, check_stake
from minibac.play.vigorish import terms
from minibac.voice.said import said

SAMPLE_STAKES_CENTS = (250, 500, 1100, 2500, 3300, 10000)
"""A few stakes at which the rounding rules of the rulebooks do and do not bite."""


class StakePrice(NamedTuple):
    """The price of the charged wager at one stake."""

    stake_cents: int
    vigorish_cents: int
    """What is charged when the wager is charged, on odds of 1 to 1."""
    price: Price


def by_stake(odds: Odds, stakes_cents: Iterable[int]) -> list[StakePrice]:
    """Price the wager that vigorish is taken from at each stake."""
    charge = terms(odds.rules)
    if charge is None or charge.wager not in odds.laid:
        kind = odds.rules.options["vigorish_type"]
        none = said("no wager here is charged vigorish under vigorish_type={kind}, so no price hangs on the stake")
        raise OddsError(none.about(kind=str(kind)))
    laid, tally = odds.laid[charge.wager], odds.tally(charge.wager)
    rows = []
    for stake in stakes_cents:
        check_stake(odds.rules, [laid], stake)
        rows.append(StakePrice(stake, charge.cents(stake), laid.price(tally, stake)))
    return rows
