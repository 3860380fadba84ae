"""A second opinion on wagers that ask for cards: deal every order, card by card, and ask a plain function what it pays.

It shares nothing with ``src``: cards are strings as ``Kd``, the tableau is the one of :mod:`tests.odds.naive_odds`, and
a wager is a Python function of two hands.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

from tests.odds.naive_odds import STANDARD, STOOD

Hand = list[str]
Pays = Callable[[Hand, Hand], Fraction | int]


def points(card: str) -> int:
    return "A23456789".find(card[0]) + 1


def total(hand: Hand) -> int:
    return sum(map(points, hand)) % 10


def red(card: str) -> bool:
    return card[1] in "hd"


def coup(order: tuple[str, ...]) -> tuple[Hand, Hand] | None:
    """The hands that cards in this order make, or nothing when they run out."""
    if len(order) < 4:
        return None
    player, banker, more = [order[0], order[2]], [order[1], order[3]], list(order[4:])
    if STANDARD.natural(total(player)) or STANDARD.natural(total(banker)):
        return player, banker
    third = STOOD
    on_two = total(banker)
    if STANDARD.player(total(player)):
        if not more:
            return None
        third = points(more[0])
        player.append(more.pop(0))
    if STANDARD.banker(on_two, third):
        if not more:
            return None
        banker.append(more.pop(0))
    return player, banker


def expected(cards: list[str], wagers: dict[str, Pays]) -> dict[str, tuple[Fraction, Counter[Fraction]]]:
    """The expectation of each wager from these cards, and how many orders of six end in each way."""
    found: dict[str, Counter[Fraction]] = {name: Counter() for name in wagers}
    orders = 0
    for order in permutations(cards, min(6, len(cards))):
        orders += 1
        hands = coup(order)
        for name, pays in wagers.items():
            found[name][Fraction(pays(*hands)) if hands else Fraction(0)] += 1
    return {
        name: (sum((net * ways for net, ways in ends.items()), Fraction(0)) / orders, ends)
        for name, ends in found.items()
    }
