"""The third opinion on result tables: deal every draw, card by card. Slow, short, and sharing nothing with ``src``.

The standard tableau is written out once more as plain conditions, from the printed rules, so that a slip in the one
statement that the program reads would show here.
"""

from collections.abc import Callable
from itertools import product

Draws = dict[tuple[int, int, int, int], int]
"""Ordered draws by (Player total, Banker total, Player cards, Banker cards); under ``VOID`` those that lack a card."""

VOID = (-1, -1, -1, -1)
STOOD = 10


class Tableau:
    """Drawing rules as three questions."""

    def __init__(
        self,
        natural: Callable[[int], bool],
        player: Callable[[int], bool],
        banker: Callable[[int, int], bool],
    ) -> None:
        self.natural = natural
        self.player = player
        self.banker = banker


def _standard_banker(total: int, third: int) -> bool:
    if total <= 2:
        return True
    if total == 3:
        return third != 8
    if total == 4:
        return third == STOOD or 2 <= third <= 7
    if total == 5:
        return third == STOOD or 4 <= third <= 7
    if total == 6:
        return third in (6, 7)
    return False


STANDARD = Tableau(lambda total: total >= 8, lambda total: total <= 5, _standard_banker)


def from_truth_tables(natural: str, player: str, banker: dict[str, str]) -> Tableau:
    """Any tableau, as printed: strings of the totals, or third cards (``-`` for none), that draw."""
    return Tableau(
        lambda total: str(total) in natural,
        lambda total: str(total) in player,
        lambda total, third: ("-" if third == STOOD else str(third)) in banker.get(str(total), ""),
    )


def play(cards: list[int], tableau: Tableau) -> tuple[int, int, int, int]:
    """The coup that cards in this order make, given by their points, or ``VOID``."""
    if len(cards) < 4:
        return VOID
    player = (cards[0] + cards[2]) % 10
    banker = (cards[1] + cards[3]) % 10
    if tableau.natural(player) or tableau.natural(banker):
        return player, banker, 2, 2
    following = 4
    third = STOOD
    final = player
    if tableau.player(player):
        if following == len(cards):
            return VOID
        third = cards[following]
        final = (player + third) % 10
        following += 1
    player_cards = 2 if third == STOOD else 3
    if not tableau.banker(banker, third):
        return final, banker, player_cards, 2
    if following == len(cards):
        return VOID
    return final, (banker + cards[following]) % 10, player_cards, 3


def draws_by_result(by_points: list[int], tableau: Tableau = STANDARD) -> Draws:
    """Every ordered draw of six cards, or of all when fewer are left; equal cards are drawn together, by weight."""
    draws: Draws = {}
    present = [points for points, count in enumerate(by_points) if count]
    for cards in product(present, repeat=min(6, sum(by_points))):
        left = list(by_points)
        weight = 1
        for points in cards:
            weight *= left[points]
            left[points] -= 1
        if weight:
            result = play(list(cards), tableau)
            draws[result] = draws.get(result, 0) + weight
    return draws


def draws_with_pairs(
    by_rank: list[int], tableau: Tableau = STANDARD
) -> dict[tuple[int, int, int, int, bool, bool], int]:
    """The same by rank (A, 2, … 9, T, J, Q, K), and whether Player and Banker have a pair; without the void coups."""
    draws: dict[tuple[int, int, int, int, bool, bool], int] = {}
    present = [rank for rank, count in enumerate(by_rank) if count]
    for cards in product(present, repeat=min(6, sum(by_rank))):
        left = list(by_rank)
        weight = 1
        for rank in cards:
            weight *= left[rank]
            left[rank] -= 1
        result = play([rank + 1 if rank < 9 else 0 for rank in cards], tableau)
        if weight and result != VOID:
            key = (*result, cards[0] == cards[2], cards[1] == cards[3])
            draws[key] = draws.get(key, 0) + weight
    return draws
