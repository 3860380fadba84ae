"""Perft for baccarat: the engine deals every coup there is, and the counts are known to the last one.

The numbers are those of the issue; other programs that count ordered six-card permutations of whole decks agree with
them. Cards are grouped by Value with a weight, so that the tree of an eight-deck shoe is walked in seconds; every
leaf is a coup that ``take`` has dealt. The sharing of leaves after 4, 5 and 6 cards is counted by rank.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from math import perm, prod
from typing import NamedTuple

import pytest

from minibac.cards.card import ALL_CARDS, RANKS, Card, Rank, Suit, format_cards
from minibac.cards.composition import decks, points_counts
from minibac.play.coup import START, Coup, Stage, play, take
from minibac.play.results import Result
from minibac.rules.drawing import DrawingRules
from minibac.rules.rulebook import RULEBOOKS, load
from tests.naive import dealer
from tests.play.perft_counts import BY_VALUE, GOLDEN

CARDS_DEALT = 6

DRAGON_7, PANDA_8 = 112633011329024, 172660763262976
"""At eight decks: Banker's winning three-card 7, Player's winning three-card 8."""


class Leaf(NamedTuple):
    """A finished coup: its result, the Value of its first card, and the ordered six-card draws that begin like it."""

    result: Result
    first: int
    ways: int


@cache
def coups() -> Counter[tuple[Result, int, tuple[int, ...]]]:
    """Every coup that the engine deals, Value by Value, by its result, its first card and all that it drew."""
    found: Counter[tuple[Result, int, tuple[int, ...]]] = Counter()
    for coup in endings(START, BY_VALUE, load("section-42").tableau):
        values = [card.points for card in (*coup.player, *coup.banker)]
        found[coup.result, values[0], tuple(sorted(values))] += 1
    return found


def leaves(number: int) -> list[Leaf]:
    """The coups of so many decks; what a coup leaves undealt is any of the rest, which is a factor."""
    counts, cards = points_counts(decks(number)), 52 * number
    found = []
    for (result, first, values), times in coups().items():
        drawn = prod(perm(counts[value], values.count(value)) for value in set(values))
        undealt = prod(range(cards - CARDS_DEALT + 1, cards - len(values) + 1))
        found.append(Leaf(result, first, times * drawn * undealt))
    return found


def dealt(coup: Coup) -> int:
    return len(coup.player) + len(coup.banker)


def winners(found: list[Leaf]) -> tuple[int, int, int]:
    """Banker, Player, Tie."""
    counts: Counter[str] = Counter()
    for leaf in found:
        counts[leaf.result.winner.value] += leaf.ways
    return counts["banker"], counts["player"], counts["tie"]


def divided(found: list[Leaf]) -> str:
    """The counts divided by first card, to find a mistake in the tree the way chess programs do."""
    lines = []
    for card in BY_VALUE:
        share = [leaf for leaf in found if leaf.first == card.points]
        lines.append(f"first card worth {card.points}: Banker, Player, Tie {winners(share)}")
    return "\n".join(lines)


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", GOLDEN)
def test_every_permutation_of_whole_decks(number: int) -> None:
    found = leaves(number)
    assert sum(leaf.ways for leaf in found) == perm(52 * number, CARDS_DEALT)
    assert winners(found) == GOLDEN[number], divided(found)
    if number == 8:
        results = [(leaf.result, leaf.ways) for leaf in found]
        dragons = sum(w for r, w in results if (r.banker_total, r.banker_cards) == (7, 3) and r.player_total < 7)
        pandas = sum(w for r, w in results if (r.player_total, r.player_cards) == (8, 3) and r.banker_total < 8)
        assert (dragons, pandas) == (DRAGON_7, PANDA_8), divided(found)
        assert dragons == sum(ways for result, ways in results if result.is_dragon_7)
        assert pandas == sum(ways for result, ways in results if result.is_panda_8)


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_the_four_rulebooks_deal_the_same_game(rulebook_id: str) -> None:
    """So that the counts of one of them are those of all."""
    assert load(rulebook_id).tableau == load("section-42").tableau


def test_leaves_of_the_dealing_tree_by_rank() -> None:
    """Thirteen ranks, any number of each: 10 816, 112 560 and 1 535 625 coups end after 4, 5 and 6 cards.

    The first four cards are dealt rank by rank. What follows hangs on two totals, so third cards are dealt once for
    each pair of totals, rank by rank too, and shared by all coups that have come to it.
    """
    rules = load("section-42").tableau
    ranks = [Card(rank, Suit.SPADES) for rank in RANKS]
    after_four: Counter[tuple[Stage, int, int]] = Counter()
    for a in ranks:
        for b in ranks:
            two = take(take(START, a, rules), b, rules)
            for c in ranks:
                three = take(two, c, rules)
                for d in ranks:
                    coup = take(three, d, rules)
                    after_four[coup.stage, coup.player_total, coup.banker_total] += 1
    assert sum(after_four.values()) == 13**4
    found: Counter[int] = Counter()
    for (stage, player_total, banker_total), coups in after_four.items():
        coup = Coup(stage, two_cards(player_total), two_cards(banker_total))
        for end in endings(coup, ranks, rules):
            found[dealt(end)] += coups
    assert found == {4: 10_816, 5: 112_560, 6: 1_535_625}


def two_cards(total: int) -> tuple[Card, ...]:
    return (BY_VALUE[0], BY_VALUE[total])


def endings(coup: Coup, cards: list[Card], rules: DrawingRules) -> Iterator[Coup]:
    if coup.over:
        yield coup
    else:
        for card in cards:
            yield from endings(take(coup, card, rules), cards, rules)


EIGHT_CARDS = [Card(Rank(rank), suit) for rank, suit in zip("A3568T9K", [*Suit, *Suit], strict=True)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_a_shoe_of_eight_cards_in_all_20160_orders(rulebook_id: str) -> None:
    """Six ordered cards out of eight, against the naive dealer: hands, cards left, result."""
    rules = load(rulebook_id).tableau
    orders = 0
    for order in permutations(EIGHT_CARDS, CARDS_DEALT):
        orders += 1
        coup = play(order, rules)
        player, banker, left, complete = dealer.deal_hands(rulebook_id, [str(card) for card in order])
        assert complete
        assert format_cards(coup.player).split(",") == player, format_cards(order)
        assert format_cards(coup.banker).split(",") == banker, format_cards(order)
        assert [str(card) for card in order[dealt(coup) :]] == left
        totals = dealer.point_count(player), dealer.point_count(banker)
        assert (coup.result.player_total, coup.result.banker_total) == totals
        winner = "tie" if totals[0] == totals[1] else "player" if totals[0] > totals[1] else "banker"
        assert coup.result.winner == winner
        assert coup.result.player_pair == (player[0][0] == player[1][0])
    assert orders == 20_160


def test_too_few_cards_are_void_for_every_length() -> None:
    """The first cards of each order of eight: complete or void exactly as the naive dealer says."""
    rules = load("section-42").tableau
    for order in list(combinations(ALL_CARDS[:13], 6))[::7]:
        for length in range(CARDS_DEALT):
            coup = play(order[:length], rules)
            complete = dealer.deal_hands("section-42", [str(card) for card in order[:length]])[3]
            assert (coup.stage is Stage.COMPLETE) == complete
            assert (coup.stage is Stage.VOID) != complete
