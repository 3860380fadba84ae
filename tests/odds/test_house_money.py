"""The House Money choice, by brute force with the naive dealer and by its own consistency."""

from collections import defaultdict
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from minibac.cards.card import RANKS
from minibac.odds import house_money_choice, prices
from minibac.odds.house_money import TARGETS
from minibac.odds.prices import OddsError
from minibac.rules.house_rules import house_rules
from tests.naive.dealer import deal

STAKE = 2000


@pytest.mark.parametrize("cards", ["3355K67", "A9KK886", "4444QJ", "22KK7"])
@pytest.mark.parametrize(
    "options",
    [
        {"house_money": "on"},
        {"house_money_add": "1/2", "vigorish_type": "ez"},
        {"house_money": "on", "house_money_on_void": "stands"},
    ],
)
def test_the_choice_by_brute_force(cards: str, options: dict[str, str]) -> None:
    """Deal every order three times: take, add to Player, add to Banker; the difference is what adding gains."""
    composition = [cards.count(rank.value) for rank in RANKS]
    rules = house_rules("massachusetts", **options)
    choice = house_money_choice(rules, composition)
    portion = Fraction(1) if rules.options["house_money_add"] == "all" else Fraction(1, 2)

    sums: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 3)
    times: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = defaultdict(int)
    wagers = [{"seat": 1, "wager": name, "stake_cents": STAKE} for name in ("player", "banker", "house-money")]
    known: dict[tuple[str, ...], list[Fraction]] = {}
    orders = 0
    for order in permutations(cards, min(6, len(cards))):
        orders += 1
        player, banker = (order[0], order[2]), (order[1], order[3])
        if player[0] != player[1] and banker[0] != banker[1]:
            continue
        if order not in known:
            gains = []
            for add in (None, {1: "player"}, {1: "banker"}):
                dealt = deal("massachusetts", options, [f"{rank}h" for rank in order], wagers, add)
                gains.append(Fraction(sum(row["net_cents"] for row in dealt["wagers"]), STAKE))
            known[order] = gains
        four = (tuple(sorted(player)), tuple(sorted(banker)))
        times[four] += 1
        sums[four] = [a + b for a, b in zip(sums[four], known[order], strict=True)]

    worth = dict.fromkeys(TARGETS, Fraction(0))
    rows = {(tuple(sorted(map(str, r.player))), tuple(sorted(map(str, r.banker)))): r for r in choice.rows}
    assert rows.keys() == times.keys()
    for four, row in rows.items():
        take, player_add, banker_add = (total / times[four] for total in sums[four])
        assert row.adding("player", portion) - row.taking == player_add - take
        assert row.adding("banker", portion) - row.taking == banker_add - take
        assert Fraction(times[four], orders) == Fraction(row.combinations, choice.total)
        for target, gain in (
            ("player", player_add - take),
            ("banker", banker_add - take),
            ("either", max(player_add, banker_add) - take),
        ):
            worth[target] += max(gain, Fraction(0)) * times[four] / orders
    for target in TARGETS:
        assert choice.worth(target) == worth[target]
        assert choice.edge(target) == choice.odds["house-money"].edge - worth[target]


def test_taking_agrees_with_the_price_of_the_wager() -> None:
    choice = house_money_choice(house_rules("massachusetts", house_money=True))
    taken = sum(row.combinations * row.taking for row in choice.rows) / choice.total
    lost = 1 - Fraction(sum(row.combinations for row in choice.rows), choice.total)
    assert taken - lost == prices("massachusetts", house_money=True)["house-money"].expectation


def test_the_rule_of_eight_decks() -> None:
    choice = house_money_choice(house_rules("massachusetts", house_money=True))
    assert len(choice.rows) == 2 * 13 * 91 - 13 * 13
    assert choice.sentence("player") == (
        "add to the Player's Hand when it leads on two cards, and also with 4 against 4 (Player against Banker); "
        "else take"
    )
    assert choice.sentence("banker") == "add to the Banker's Hand when it leads on two cards; else take"
    assert "4 against 4 to the Player's Hand" in choice.sentence("either")
    assert choice.rule("player")[0] == "Player 1: add against Banker 0"
    assert choice.grid("player")[9][0] == "add"
    assert choice.grid("player")[0][9] == "take"
    assert choice.grid("player")[1][1] == ""  # one hand is a pair, so two odd totals never meet
    assert "11.80" in choice._repr_html_()


@pytest.mark.parametrize("portion", [Fraction(1, 3), Fraction(1, 2), Fraction(1)])
def test_worth_goes_with_the_stated_portion(portion: Fraction) -> None:
    whole = house_money_choice(house_rules("massachusetts", house_money=True))
    assert whole.worth("banker", portion) == whole.worth("banker") * portion
    if portion < 1:
        part = house_money_choice(house_rules("massachusetts", house_money_add=str(portion)))
        assert part.worth("banker") == whole.worth("banker", portion)


def test_a_shoe_in_which_adding_never_helps() -> None:
    choice = house_money_choice(house_rules("massachusetts", house_money=True), [0] * 9 + [4] * 4)
    for target in TARGETS:
        assert choice.worth(target) == 0
        assert choice.sentence(target) == "never add: take the payout always"
        assert choice.rule(target) == ["never add: take the payout always"]


def test_a_table_without_house_money() -> None:
    options: dict[str, Any] = {}
    with pytest.raises(OddsError, match="set house_money=on"):
        house_money_choice(house_rules("massachusetts", **options))
