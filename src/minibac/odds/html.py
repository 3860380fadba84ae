"""How odds look in a notebook: small tables that read in light and dark themes alike."""

from fractions import Fraction
from typing import TYPE_CHECKING

from minibac.display.tables import table_html
from minibac.odds.plain import pays
from minibac.odds.prices import Odds, Price

if TYPE_CHECKING:
    from minibac.odds.house_money import HouseMoneyChoice
    from minibac.odds.removal import Removal


def percent(value: Fraction | float, digits: int = 4) -> str:
    """A share as people print it.

    >>> percent(Fraction(43, 415))
    '10.3614 %'
    """
    return f"{100 * float(value):.{digits}f} %"


def price_html(price: Price) -> str:
    """One wager with everything that can become of it."""
    rows = [
        (chance.outcome, pays(chance.pays), f"{chance.combinations:,}", percent(chance.probability))
        for chance in price.outcomes
    ]
    caption = (
        f"{price.label}: edge {percent(price.edge)} = {price.edge}, standard deviation {price.standard_deviation:.4f}"
    )
    return table_html(("outcome", "pays", "combinations", "probability"), rows, caption)


def odds_html(odds: Odds) -> str:
    """The prices of a table."""
    rows = [
        (
            price.label,
            percent(price.edge),
            str(price.edge),
            "" if price.edge_ties_excluded is None else percent(price.edge_ties_excluded),
            f"{price.standard_deviation:.4f}",
            percent(price.hit_frequency),
        )
        for price in odds
    ]
    chances = ", ".join(f"{name} {percent(value)}" for name, value in odds.outcomes.items())
    caption = f"{odds.rules.rulebook.short}, {odds.cards} cards: {chances}"
    heads = ("wager", "edge", "exactly", "ties excluded", "standard deviation", "wins")
    return table_html(heads, rows, caption)


def removal_html(effects: "Removal") -> str:
    """Effects of removal by rank, in percent of the stake."""
    ranks = list(dict.fromkeys(rank for each in effects for rank in each.effects))
    rows = [(each.wager, *(f"{100 * float(each.effects[rank]):+.4f}" for rank in ranks)) for each in effects]
    return table_html(("effect of one card less, %", *ranks), rows)


def house_money_html(choice: "HouseMoneyChoice") -> str:
    """What the House Money choice is worth beside each main wager."""
    from minibac.odds.house_money import TARGETS

    rows = [
        (
            target,
            percent(choice.worth(target)),
            percent(choice.edge(target)),
            percent(choice.frequency(target), 2),
            choice.sentence(target),
        )
        for target in TARGETS
    ]
    return table_html(("added to", "worth", "edge then", "added", "rule"), rows, "House Money: take or add")
