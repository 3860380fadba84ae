"""Theoretical against actual: what the house should have won by the exact prices, what it won, and whether chance
explains the rest (R43).

The price of each wager comes from outside, since the books read no odds themselves. Coupons and chips that House Money
put to a main wager are priced as stakes like any other, which is close enough for an alarm.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from minibac.books.books import Books
from minibac.books.table_book import Laid
from minibac.rules.house_rules import HouseRules

ALARM = 4.0
"""So many standard deviations are no chance any more: about one day in sixteen thousand."""


class Priced(NamedTuple):
    """The exact price of a wager: the house's share of the stake, and the variance for one unit."""

    edge: Fraction
    variance: Fraction


Prices = Callable[[HouseRules], Mapping[str, Priced]]


class Variance(NamedTuple):
    """One wager at one table."""

    table: str
    wager: str
    bets_count: int
    stake_cents: int
    won_cents: int
    expected_cents: float
    deviation_cents: float
    """One standard deviation of what could have been won."""
    z: float
    alarm: bool

    @property
    def returned(self) -> float:
        """What guests got back, as a share of what they staked."""
        return 1 - self.won_cents / self.stake_cents if self.stake_cents else 0.0

    @property
    def returned_in_theory(self) -> float:
        """What they get back on average."""
        return 1 - self.expected_cents / self.stake_cents if self.stake_cents else 0.0


def variances(books: Books, prices: Prices, day: str = "", table: str = "") -> tuple[Variance, ...]:
    """Every wager of every table of the house, or of the one that is named, for a day or for all of them."""
    found: list[Variance] = []
    named = (book for book in books.tables.values() if book.table == table)
    for book in named if table else books.house_tables:
        sums: dict[tuple[int, str], Laid] = {}
        for period, play in book.play.items():
            if day in ("", period.day):
                for key, laid in play.laid.items():
                    _add(sums.setdefault(key, Laid()), laid)
        wagers: dict[str, list[tuple[Laid, Priced]]] = {}
        for (rules_no, wager), laid in sums.items():
            price = prices(book.rules[rules_no]).get(wager)
            if price is not None and laid.stake_cents:
                wagers.setdefault(wager, []).append((laid, price))
        order = [proposition.id for proposition in book.rules[-1].propositions] if book.rules else []
        names = sorted(wagers, key=lambda name: order.index(name) if name in order else len(order))
        found += [_variance(book.table, name, wagers[name]) for name in names]
    return tuple(found)


def _add(total: Laid, laid: Laid) -> None:
    total.bets_count += laid.bets_count
    total.stake_cents += laid.stake_cents
    total.squares += laid.squares
    total.won_cents += laid.won_cents


def _variance(table: str, wager: str, parts: list[tuple[Laid, Priced]]) -> Variance:
    expected = float(sum((laid.stake_cents * price.edge for laid, price in parts), Fraction(0)))
    deviation = math.sqrt(sum((laid.squares * price.variance for laid, price in parts), Fraction(0)))
    won = sum(laid.won_cents for laid, _ in parts)
    z = (won - expected) / deviation if deviation else 0.0
    return Variance(
        table,
        wager,
        sum(laid.bets_count for laid, _ in parts),
        sum(laid.stake_cents for laid, _ in parts),
        won,
        expected,
        deviation,
        z,
        abs(z) > ALARM,
    )


def variance_plain(row: Variance) -> dict[str, Any]:
    """A wager as JSON has it."""
    return {
        **row._asdict(),
        "expected_cents": round(row.expected_cents, 2),
        "deviation_cents": round(row.deviation_cents, 2),
        "z": round(row.z, 3),
        "returned": round(row.returned, 6),
        "returned_in_theory": round(row.returned_in_theory, 6),
    }
