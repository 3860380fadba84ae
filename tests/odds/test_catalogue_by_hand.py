"""The whole catalogue by a second engine: every order of a few cards dealt one by one, and plain functions that pay.

The functions are written from the names of the wagers, not from their files; neither cards, tableau nor counting come
from ``src``.
"""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from minibac.cards.card import ALL_CARDS
from minibac.odds.known_wagers import catalogue
from minibac.odds.prices import Odds
from minibac.rules.house_rules import house_rules
from tests.odds.naive_wagers import Hand, Pays, coup, red, total

SHOES = (
    "2s 3c Kc 4h 5h 3c Js 7h",
    "Qd Ac 3h 8s 9h Ac 6h 4d",
    "Js Kd 5c Ts 3s 3s 6d Qd",
    "2c 4c Ks 3s Kh Kh 9s Jc",
)


def pair(hand: Hand) -> bool:
    return hand[0][0] == hand[1][0]


def suited(hand: Hand) -> bool:
    return hand[0][1] == hand[1][1]


def twins(hand: Hand) -> bool:
    return hand[0] == hand[1]


def tie_at(points: int, odds: int) -> Pays:
    return lambda p, b: odds if total(p) == total(b) == points else -1


def banker_six(two: int, three: int) -> Pays:
    """What a Banker who wins with six pays, on two cards and on three."""
    return lambda p, b: (two if len(b) == 2 else three) if total(b) == 6 > total(p) else -1


def cards_dealt(numbers: tuple[int, ...], odds: Fraction | int) -> Pays:
    return lambda p, b: odds if len(p) + len(b) in numbers else -1


def beats(more: int, less: int, odds: int, cards: int | None = None) -> Pays:
    """One hand has the more and the other the less, both of so many cards."""

    def pays(p: Hand, b: Hand) -> int:
        right = cards is None or len(p) == len(b) == cards
        return odds if right and sorted((total(p), total(b))) == [less, more] else -1

    return pays


def matching(rank: str) -> Pays:
    return lambda p, b: (-1, 1, 3, 20, 40, 60, 100)[[card[0] for card in p + b].count(rank)]


def fabulous(four: Fraction | int, side: int) -> Pays:
    def pays(*hands: Hand) -> Fraction | int:
        own, other = total(hands[side]), total(hands[1 - side])
        if own == other:
            return 0
        return -1 if own < other else {1: 2, 4: four}.get(own, 1)

    return pays


def king_and_queen(in_suit: Fraction | int, alone: Fraction | int, other_suited: Fraction | int) -> Pays:
    def pays(p: Hand, _: Hand) -> Fraction | int:
        if {p[0][0], p[1][0]} == {"K", "Q"}:
            return in_suit if suited(p) else alone
        return other_suited if suited(p) else -1

    return pays


def tiger_pair(p: Hand, b: Hand) -> int:
    if pair(p) and pair(b):
        return 100 if p[0][0] == b[0][0] else 20
    return 4 if pair(p) or pair(b) else -1


def quik(p: Hand, b: Hand) -> int:
    both = total(p) + total(b)
    return 50 if both == 0 else 25 if both == 18 else 1 if both <= 3 or both >= 15 else -1


EGALITE = (150, 215, 225, 200, 120, 110, 45, 45, 80, 80)

PLAINLY: dict[str, Pays] = {
    "lucky-6": banker_six(12, 20),
    "tiger": banker_six(12, 23),
    "super-6-12": banker_six(12, 12),
    "super-6-15": banker_six(15, 15),
    "big-tiger": banker_six(-1, 50),
    "small-tiger": banker_six(22, -1),
    "tiger-tie-35": tie_at(6, 35),
    "tiger-tie-45": tie_at(6, 45),
    "small": cards_dealt((4,), Fraction(3, 2)),
    "big": cards_dealt((5, 6), Fraction(27, 50)),
    "five-cards": cards_dealt((5,), 2),
    "six-cards": cards_dealt((6,), 2),
    **{f"egalite-{points}": tie_at(points, odds) for points, odds in enumerate(EGALITE)},
    "dragon-7": lambda p, b: 40 if len(b) == 3 and total(b) == 7 > total(p) else -1,
    "panda-8": lambda p, b: 25 if len(p) == 3 and total(p) == 8 > total(b) else -1,
    "fabulous-4-player": fabulous(Fraction(1, 2), 0),
    "fabulous-4-banker": fabulous(0, 1),
    "fabulous-pair": lambda p, _: 7 if twins(p) else 4 if pair(p) else 1 if suited(p) else -1,
    "one-pair": lambda p, _: 11 if pair(p) else -1,
    "either-pair": lambda p, b: 5 if pair(p) or pair(b) else -1,
    "perfect-pair": lambda p, b: (-1, 25, 200)[twins(p) + twins(b)],
    "perfect-pair-flat": lambda p, b: 25 if twins(p) or twins(b) else -1,
    "tiger-pair": tiger_pair,
    "royal-match": king_and_queen(75, 30, -1),
    "majestic-match": king_and_queen(25, -1, Fraction(5, 2)),
    "3-giving-8": lambda p, b: 200 if len(p) == 3 and p[2][0] == "8" and total(b[:2]) == 3 else -1,
    **{f"matching-dragon-{rank.lower()}": matching(rank) for rank in "A23456789TJQK"},
    "all-red": lambda p, b: 24 if all(map(red, p + b)) else -1,
    "all-black": lambda p, b: 24 if not any(map(red, p + b)) else -1,
    "8-over-6": beats(8, 6, 25),
    "9-over-7": beats(9, 7, 50, cards=2),
    "three-card-9-over-1": beats(9, 1, 150, cards=3),
    "three-card-9-over-7": beats(9, 7, 200, cards=3),
    "88-89-98-99": lambda p, b: 20 if min(total(p), total(b)) >= 8 else -1,
    "bad-beat": beats(9, 8, 50, cards=2),
    "quik": quik,
    "natural-tie": lambda p, b: 50 if len(p) == 2 and len(b) == 2 and total(p) == total(b) >= 8 else -1,
}


@pytest.fixture(scope="module")
def odds() -> Odds:
    return Odds(house_rules("section-42"), own=catalogue().wagers, printed=False)


def test_every_wager_of_the_catalogue_has_its_plain_function(odds: Odds) -> None:
    assert PLAINLY.keys() == odds.laid.keys()


def test_all_of_them_win_and_lose_as_dealing_every_order_says(odds: Odds) -> None:
    """Eight cards are enough for each of them to win somewhere."""
    won = set()
    for shoe in SHOES:
        cards = shoe.split()
        hands = [coup(order) for order in permutations(cards, 6)]
        there = odds.with_cards([cards.count(str(card)) for card in ALL_CARDS])
        for name, pays in PLAINLY.items():
            nets = Counter(pays(*each) if each else 0 for each in hands)
            assert there[name].expectation == sum(Fraction(net) * ways for net, ways in nets.items()) / len(hands), name
            won |= {name} if max(nets) > 0 else set()
    assert won == PLAINLY.keys()
