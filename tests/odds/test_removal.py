"""Effects of removal, and the counts they imply."""

import random
from typing import Any

import pytest

from minibac.cards.card import RANKS
from minibac.odds import prices, removal
from minibac.odds.prices import OddsError
from minibac.rules.rulebook import RULEBOOKS

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("section-42", {"vigorish_type": "tie-25"}),
    ("massachusetts", {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True}),
    ("seminole", {}),
    ("seneca", {}),
]


@pytest.mark.parametrize(("rulebook", "options"), TABLES)
def test_count_times_effect_adds_up_to_nothing(rulebook: str, options: dict[str, Any]) -> None:
    rng = random.Random(rulebook)
    compositions = [
        [32] * 13,
        [48] * 13,
        [rng.randint(0, 32) for _ in RANKS],
        [rng.randint(0, 2) for _ in RANKS],
        [1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1],  # seven cards: the fewest that can spare one
        [0] * 12 + [9],
    ]
    for composition in compositions:
        effects = removal(prices(rulebook, composition, **options))
        for each in effects:
            assert each.weighted_sum == 0
            direct = sum(
                composition[index] * each.effects[rank.value] for index, rank in enumerate(RANKS) if composition[index]
            )
            assert direct == 0


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_effect_is_the_difference_of_two_prices(rulebook: str) -> None:
    full = prices(rulebook)
    effects = removal(full)
    fewer = prices(rulebook, [32, 32, 32, 32, 31] + [32] * 8)
    for price in full:
        assert effects[price.wager].effects["5"] == fewer[price.wager].expectation - price.expectation


def test_published_effects_on_the_winning_chance() -> None:
    """Of the Player's Hand, for one card less of eight decks (excelpunks.com, "Effects of Card Removal")."""
    published = {"4": "-0.0000435175", "T": "-0.0000373810", "A": "-0.0000295798", "3": "-0.0000217068"}
    full = prices("section-42")
    for rank, effect in published.items():
        fewer = prices("section-42", [32 - (rank == each.value) for each in RANKS])
        assert f"{float(fewer.outcomes['player'] - full.outcomes['player']):.10f}" == effect


def test_tens_and_faces_do_the_same_to_points() -> None:
    banker = removal(prices("section-42"))["banker"].effects
    assert banker["T"] == banker["J"] == banker["Q"] == banker["K"]


def test_the_published_count_for_dragon_7() -> None:
    """Jacobson's count for the Dragon 7: 4 to 7 minus one, 8 and 9 plus two, bet from a true count of 4 up."""
    count = removal(prices("massachusetts", vigorish_type="ez"))["dragon-7"].count(2)
    assert count.tags == {rank.value: 0 for rank in RANKS} | dict.fromkeys("4567", -1) | dict.fromkeys("89", 2)
    assert count.trigger is not None
    assert 3 < count.trigger < 4


@pytest.mark.parametrize("level", [1, 2, 3])
def test_counts_are_balanced_and_follow_closer_with_more_levels(level: int) -> None:
    effects = removal(prices("massachusetts", vigorish_type="ez", dragon_bonus=True))
    for each in effects:
        count = each.count(level)
        assert sum(count.tags.values()) == 0
        assert max(map(abs, count.tags.values())) <= level
        assert 0 < count.correlation <= each.count(level + 2).correlation + 0.02 <= 1.02
        assert count.gain_per_true_count > 0


def test_a_count_predicts_the_price_of_a_rich_shoe() -> None:
    """With two decks left the count names the edge within a third: effects of removal are a first-order matter."""
    odds = prices("massachusetts", vigorish_type="ez")
    seven = removal(odds)["dragon-7"].judged({"4": -1, "5": -1, "6": -1, "7": -1, "8": 2, "9": 2})
    left = [8, 8, 8, 10, 10, 10, 10, 6, 6, 8, 8, 8, 8]
    true_count = (4 * 2 + 2 * 2 * 2) / (sum(left) / 52)
    predicted = float(odds["dragon-7"].expectation) + seven.gain_per_true_count * true_count
    actual = float(odds.with_cards(left)["dragon-7"].expectation)
    assert abs(predicted - actual) < abs(actual - float(odds["dragon-7"].expectation)) / 3


def test_pairs_that_nothing_moves_have_no_count() -> None:
    house_money = removal(prices("massachusetts", house_money=True))["house-money"]
    assert set(house_money.effects.values()) == {0}
    assert house_money.count(1).trigger is None


def test_wrong_questions() -> None:
    effects = removal(prices("section-42"))
    with pytest.raises(OddsError, match="no effects were asked for panda-8"):
        effects["panda-8"]
    with pytest.raises(OddsError, match="level 0"):
        effects["banker"].count(0)
    assert "+0.0" in effects._repr_html_()
