"""Exact odds: the price of every wager of the four rulebooks, for any cards left.

>>> from minibac.odds import prices
>>> prices("massachusetts", vigorish_type="ez")["banker"].edge
Fraction(66274384744, 6508331087895)

`exact` counts, in pure Python, every way a coup can fall; `batch` does so for many compositions at once; `prices` lays
the wagers over the counts. `removal`, `house_money`, `stakes`, `catalogue`, `own_wagers` and `many` ask further
questions, and `report` writes the answers down for somebody else to check.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from minibac.odds.prices import Chance, Odds, OddsError, Price, prices
from minibac.odds.removal import Count, Effects, Removal, removal

if TYPE_CHECKING:
    from minibac.odds.catalogue import every_price
    from minibac.odds.house_money import HouseMoneyChoice, house_money_choice
    from minibac.odds.many import price_many
    from minibac.odds.own_wagers import load_own_wagers, read_own_wagers
    from minibac.odds.stakes import by_stake

__all__ = [
    "Chance",
    "Count",
    "Effects",
    "HouseMoneyChoice",
    "Odds",
    "OddsError",
    "Price",
    "Removal",
    "by_stake",
    "every_price",
    "house_money_choice",
    "load_own_wagers",
    "price_many",
    "prices",
    "read_own_wagers",
    "removal",
]

# A process that wants one price has what it needs; other names are looked up where they live when they are asked for.
_HOMES = {
    "house_money": ("HouseMoneyChoice", "house_money_choice"),
    "own_wagers": ("load_own_wagers", "read_own_wagers"),
    "catalogue": ("every_price",),
    "many": ("price_many",),
    "stakes": ("by_stake",),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"minibac.odds.{module}"), name)
    raise AttributeError(f"module 'minibac.odds' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
