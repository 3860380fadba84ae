"""A shown shoe is a real shoe: all its cards, dealt as the naive dealer deals them, and what the kernels count."""

from collections import Counter

import pytest

from minibac.cards.card import ALL_CARDS
from minibac.rules.rulebook import RULEBOOKS
from minibac.simulate.plan import By, plan
from minibac.simulate.pure import shoe_codes
from minibac.simulate.runs import back_end
from minibac.simulate.shown import shoe_order, show_shoe
from tests.naive import dealer
from tests.simulate.shoes import house, words


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("depth", [14, 60, 399])
def test_the_naive_dealer_deals_the_same_shoe(rulebook: str, depth: int) -> None:
    rules = house(rulebook, cut_card_depth=depth)
    shoes = plan(rules, By.RANKS)
    for number in range(3 if depth == 14 else 12):
        shown = show_shoe(rules, shoes, 42, number)
        assert Counter(shown.order) == Counter(ALL_CARDS * 8)
        order = words(shown.order)
        burned, _ = dealer.burn(order)
        assert shown.burn is not None
        assert words((shown.burn.first, *shown.burn.others)) == burned
        dealt = dealer.coups_in_shoe(order, depth, rulebook)
        hands = [dealer.deal_hands(rulebook, cards) for cards in dealt]
        assert [(player, banker) for player, banker, _, _ in hands] == [
            (words(coup.player), words(coup.banker)) for coup in shown.coups
        ]
        codes = []
        for player, banker, _, complete in hands:
            assert complete
            points = dealer.point_count(player) * 10 + dealer.point_count(banker)
            code = points * 4 + (len(player) == 3) * 2 + (len(banker) == 3)
            codes.append(code + 400 * (dealer.is_pair(player) + 2 * dealer.is_pair(banker)))
        assert codes == shown.codes == shoe_codes(shoes, 42, number)


def test_the_shown_shoe_is_the_one_numba_counts() -> None:
    rules = house("seminole")
    shoes = plan(rules, By.RANKS)
    for number in (0, 7, 2**40):
        counted = back_end("cpu").deal(shoes, 9, number, 1)
        shown = show_shoe(rules, shoes, 9, number)
        assert counted.by_code == tuple(Counter(shown.codes)[code] for code in range(1600))


def test_a_continuous_shuffler_deals_every_coup_from_the_full_set() -> None:
    rules = house("massachusetts", shuffler="continuous")
    shown = show_shoe(rules, plan(rules), 1, 3)
    assert (len(shown.coups), shown.burn, shown.order, shown.cut_card_coup_no) == (200, None, (), None)


def test_every_place_of_the_order_is_uniform() -> None:
    """One deck, so that a place has 52 cards to choose from: burned cards and cards never dealt as well."""
    rules = house()
    shoes = plan(rules, decks=1)
    orders = [shoe_order(shoes, 6, number) for number in range(4000)]
    for place in (0, 1, 5, 11, 30, 45, 51):
        seen = Counter(order[place] for order in orders)
        expected = len(orders) / 52
        chi_square = sum((seen[card] - expected) ** 2 / expected for card in ALL_CARDS)
        assert abs(chi_square - 51) < 4 * (2 * 51) ** 0.5, place
