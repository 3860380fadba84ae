"""Prices against published figures, and against a brute force with the naive dealer."""

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from minibac.cards.card import RANKS
from minibac.cards.composition import CompositionError, decks
from minibac.odds import Odds, by_stake, prices
from minibac.odds.prices import OddsError
from minibac.play.propositions import priced
from minibac.rules.house_rules import house_rules
from minibac.rules.refusal import Refused
from minibac.rules.rulebook import RULEBOOKS
from tests.naive.dealer import choose_options, deal, offered_wagers

TIE_25 = {"vigorish_type": "tie-25"}
NO_COMMISSION = {"vigorish_type": "none-banker-6"}
EZ = {"vigorish_type": "ez"}

# Edges in percent as published. W: Wizard of Odds (Shackleford), "Baccarat" and its pages on side bets and on numbers
# of decks. M: multiplayerbaccarat.com/odds.html, after Thorp, "The Mathematics of Gambling". I: the figures this
# project set out to meet.
PUBLISHED = [
    ("I", "section-42", 8, {}, "banker", "1.0579"),
    ("I", "section-42", 8, {}, "player", "1.2351"),
    ("I", "section-42", 8, {}, "tie", "14.3596"),
    ("M", "section-42", 6, {}, "banker", "1.0558"),
    ("M", "section-42", 6, {}, "player", "1.2374"),
    ("M", "section-42", 6, {}, "tie", "14.4382"),
    ("M", "section-42", 6, {"tie_odds": 9}, "tie", "4.9313"),
    ("M", "section-42", 6, {"vigorish_rate": "4%"}, "banker", "0.5972"),
    ("W", "section-42", 7, {}, "banker", "1.06"),
    ("W", "section-42", 7, {}, "player", "1.24"),
    ("M", "section-42", 8, {"tie_odds": 9}, "tie", "4.8440"),
    ("M", "section-42", 8, {"vigorish_rate": "4%"}, "banker", "0.5993"),
    ("I", "section-42", 8, NO_COMMISSION, "banker", "1.4581"),
    ("I", "seminole", 8, NO_COMMISSION, "banker", "1.4581"),
    ("I", "massachusetts", 8, EZ, "banker", "1.0183"),
    ("I", "massachusetts", 8, EZ, "dragon-7", "7.611"),
    ("I", "massachusetts", 8, EZ, "panda-8", "10.1876"),
    ("I", "massachusetts", 8, {"dragon_bonus_paytable": "A"}, "dragon-bonus-player", "2.65"),
    ("I", "massachusetts", 8, {"dragon_bonus_paytable": "A"}, "dragon-bonus-banker", "9.37"),
    ("I", "seminole", 8, {}, "player-pair", "10.3614"),
    ("I", "seminole", 8, {}, "banker-pair", "10.3614"),
]


@pytest.mark.parametrize(("source", "rulebook", "number", "options", "wager", "published"), PUBLISHED)
def test_published_edges_to_every_printed_digit(
    source: str, rulebook: str, number: int, options: dict[str, Any], wager: str, published: str
) -> None:
    odds = prices(rulebook, decks=number, **options)
    digits = len(published.partition(".")[2])
    assert f"{100 * float(odds[wager].edge):.{digits}f}" == published


# Probabilities of Banker, Player and Tie by number of decks (Wizard of Odds, "Baccarat", by number of decks).
WINNERS = {
    6: ("0.458653", "0.446279", "0.095069"),
    8: ("0.458597", "0.446247", "0.095156"),
}


@pytest.mark.parametrize("number", WINNERS)
def test_published_probabilities_of_the_winner(number: int) -> None:
    odds = prices("section-42", decks(number))
    assert tuple(f"{float(odds.outcomes[name]):.6f}" for name in ("banker", "player", "tie")) == WINNERS[number]


# Ordered draws that Banker, Player and Tie win (Wizard of Odds, "Baccarat", by number of decks).
COMBINATIONS = {
    6: (403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
    8: (2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
}


@pytest.mark.parametrize("number", COMBINATIONS)
def test_published_combinations(number: int) -> None:
    odds = prices("section-42", decks=number)
    assert tuple(odds.combinations.values()) == COMBINATIONS[number]
    assert odds.table.total == sum(COMBINATIONS[number])


def test_published_standard_deviations() -> None:
    """0.93, 0.95 and 2.64 (Wizard of Odds, "House edge of casino games compared")."""
    odds = prices("section-42")
    assert [f"{odds[name].standard_deviation:.2f}" for name in ("banker", "player", "tie")] == ["0.93", "0.95", "2.64"]


def test_edges_with_ties_excluded() -> None:
    """1.17 and 1.36 percent, as tables print them that do not count a push as a bet."""
    odds = prices("section-42")
    for name, published in (("banker", "1.17"), ("player", "1.36")):
        excluded = odds[name].edge_ties_excluded
        assert excluded == odds[name].edge / (1 - odds.outcomes["tie"])
        assert f"{100 * float(excluded):.2f}" == published
    assert odds["tie"].edge_ties_excluded == odds["tie"].edge


def test_a_shoe_of_tens_only_ties() -> None:
    odds = prices("section-42", [0] * 9 + [4, 4, 4, 4])
    assert odds.outcomes == {"banker": 0, "player": 0, "tie": 1}
    assert odds["player"].edge == 0
    assert odds["player"].edge_ties_excluded is None
    assert odds["tie"].expectation == 8
    assert odds.correlation("player", "tie") == 0


def test_the_documented_fraction() -> None:
    assert str(prices("massachusetts", vigorish_type="ez")["banker"].edge) == "66274384744/6508331087895"


def test_an_automatic_shuffler_plays_one_batch() -> None:
    automatic = prices("section-42", shuffler="automatic")
    assert automatic.rules.options["decks"] == 16
    assert automatic.cards == 416
    assert automatic["banker"].edge == prices("section-42")["banker"].edge


def test_what_outcomes_pay() -> None:
    def lines(rulebook: str, wager: str, **options: Any) -> list[tuple[str, str]]:
        return [(str(c.pays), c.outcome) for c in prices(rulebook, **options)[wager].outcomes]

    assert lines("section-42", "banker") == [("19/20", "win"), ("0", "push"), ("-1", "lose")]
    assert lines("section-42", "banker", **TIE_25) == [("1", "win"), ("-1/4", "push"), ("-1", "lose")]
    assert lines("section-42", "banker", **NO_COMMISSION) == [
        ("1", "win"),
        ("1/2", "win"),
        ("0", "push"),
        ("-1", "lose"),
    ]
    assert lines("section-42", "tie", tie_odds="17/2") == [("17/2", "win"), ("-1", "lose")]
    assert lines("massachusetts", "house-money", house_money=True) == [("15", "win"), ("3", "win"), ("-1", "lose")]


# -- brute force -----------------------------------------------------------------------------------------------------

TABLES: list[tuple[str, dict[str, str]]] = [
    ("section-42", {}),
    ("section-42", {"vigorish_type": "tie-25", "tie_odds": "17/2"}),
    ("section-42", {"vigorish_type": "none-banker-6"}),
    ("massachusetts", {"vigorish_type": "ez", "dragon_bonus_paytable": "B", "house_money": "on"}),
    ("massachusetts", {"dragon_bonus_paytable": "C", "house_money_add": "1/2", "house_money_on_void": "stands"}),
    ("seminole", {"vigorish_type": "none-banker-6"}),
    ("seneca", {}),
]
STAKE = 2000


def naive_nets(rulebook: str, options: dict[str, str], cards: list[str]) -> dict[tuple[Fraction, ...], int]:
    """What all wagers gain together, per unit, in every order of these cards, six of them or all."""
    names = offered_wagers(rulebook, choose_options(rulebook, options))
    wagers = [{"seat": 1, "wager": name, "stake_cents": STAKE} for name in names]
    orders = Counter(permutations(cards, min(6, len(cards))))
    found: Counter[tuple[Fraction, ...]] = Counter()
    for order, times in orders.items():
        dealt = deal(rulebook, options, [f"{rank}s" for rank in order], wagers)
        nets = {row["wager"]: Fraction(row["net_cents"], STAKE) for row in dealt["wagers"]}
        found[tuple(nets[name] for name in names)] += times
    return dict(found)


def composition_of(cards: list[str]) -> list[int]:
    return [cards.count(rank.value) for rank in RANKS]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("rulebook", "options"), TABLES)
@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_prices_and_covariances_by_brute_force(size: int, rulebook: str, options: dict[str, str], seed: int) -> None:
    rng = random.Random(f"{size} {rulebook} {seed}")
    ranks = rng.choice(["A23456789TJQK", "A2345", "6789", "3K", "678T"])
    cards = [rng.choice(ranks) for _ in range(size)]
    odds = prices(house_rules(rulebook, **options), composition_of(cards))
    names = offered_wagers(rulebook, choose_options(rulebook, options))
    assert list(odds.by_wager) == names

    nets = naive_nets(rulebook, options, cards)
    total = sum(nets.values())
    assert total == odds.table.total
    means = {
        name: sum((net[index] * times for net, times in nets.items()), Fraction(0)) / total
        for index, name in enumerate(names)
    }
    for i, one in enumerate(names):
        price = odds[one]
        assert price.expectation == means[one]
        by_pays: Counter[Fraction] = Counter()
        for net, times in nets.items():
            by_pays[net[i]] += times
        listed: Counter[Fraction] = Counter()
        for chance in price.outcomes:
            listed[chance.pays] += chance.combinations
            assert chance.combinations > 0
        assert listed == by_pays
        assert price.hit_frequency == Fraction(sum(n for pays, n in by_pays.items() if pays > 0), total)
        for j, other in enumerate(names):
            product = sum((net[i] * net[j] * times for net, times in nets.items()), Fraction(0)) / total
            assert odds.covariance(one, other) == product - means[one] * means[other]
        assert price.variance == odds.covariance(one, one)
        assert math.isclose(price.standard_deviation**2, price.variance, rel_tol=1e-12, abs_tol=1e-12)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_outcomes_add_up(rulebook: str) -> None:
    options: dict[str, Any] = {"dragon_bonus": True, "house_money": True} if rulebook == "massachusetts" else {}
    odds = prices(rulebook, **options)
    assert list(odds.by_wager) == [proposition.id for proposition in odds.rules.propositions]
    for price in odds:
        assert sum(chance.combinations for chance in price.outcomes) == odds.table.total == price.total
        assert sum(chance.probability for chance in price.outcomes) == 1
        assert [c.pays for c in price.outcomes] == sorted((c.pays for c in price.outcomes), reverse=True)
        assert price.edge == -price.expectation


def test_hands_too_few_to_deal_return_everything() -> None:
    odds = prices("massachusetts", [1, 1, 1] + [0] * 10, vigorish_type="ez", house_money=True)
    assert odds.outcomes == {"banker": 0, "player": 0, "tie": 0, "void": 1}
    assert all(price.edge == 0 and price.variance == 0 for price in odds)


# -- rounded vigorish --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stake", [100, 250, 500, 1100, 2500, 3300, 3333])
def test_rounded_vigorish_at_a_stake(stake: int) -> None:
    rounded = prices("massachusetts", vigorish_rounding="up-to-25c", stake_cents=stake)
    charge = -(-stake * 5 // 100 // 25) * 25 if (stake * 5) % 100 == 0 else math.ceil(stake * 5 / 100 / 25) * 25
    won, lost = rounded.outcomes["banker"], rounded.outcomes["player"]
    assert rounded["banker"].edge == lost - won * (1 - Fraction(charge, stake))
    assert rounded["player"].edge == prices("massachusetts")["player"].edge
    (row,) = by_stake(prices("massachusetts", vigorish_rounding="up-to-25c"), [stake])
    assert (row.vigorish_cents, row.price.edge) == (charge, rounded["banker"].edge)


def test_a_stake_that_splits_a_cent_is_refused() -> None:
    with pytest.raises(OddsError, match="could split a cent"):
        prices("massachusetts", stake_cents=33)
    assert prices("massachusetts", stake_cents=33, wagers=["player"])["player"].edge
    with pytest.raises(OddsError, match="is no stake"):
        prices("massachusetts", stake_cents=0)


def test_no_price_by_stake_without_vigorish() -> None:
    with pytest.raises(OddsError, match="no wager here is charged"):
        by_stake(prices("massachusetts", vigorish_type="ez"), [500])


def test_notes_say_what_rounding_was_left_out() -> None:
    assert "--stake" in prices("massachusetts", vigorish_rounding="up-to-25c").notes[0]
    assert not prices("massachusetts", vigorish_rounding="up-to-25c", stake_cents=500).notes
    later: dict[str, Any] = {
        "vigorish_rounding": "up-to-25c",
        "vigorish_collection": "deferred",
        "vigorish_rounded_at": "collection",
    }
    assert "collected" in prices("massachusetts", **later).notes[0]


# -- the library -------------------------------------------------------------------------------------------------------


def test_a_wager_that_is_not_offered() -> None:
    with pytest.raises(OddsError, match="Section 42 knows no wager dragon-7"):
        prices("section-42")["dragon-7"]
    with pytest.raises(OddsError, match="did you mean banker"):
        prices("section-42", wagers=["bankr"])
    with pytest.raises(Refused, match="decks=5 is not allowed") as caught:
        prices("section-42", decks=5)
    assert caught.value.clauses == ("s42/a/1",)


def test_cards_that_have_gone_are_named() -> None:
    nines = "9s,9h,9d,9c"
    assert prices("section-42", removed=nines).cards == 412
    assert prices("section-42", removed="9 9 9 9")["tie"].edge == prices("section-42", removed=nines)["tie"].edge
    with pytest.raises(CompositionError, match="33 cards of rank 9 cannot be removed"):
        prices("section-42", removed="9 " * 33)
    with pytest.raises(TypeError, match="the cards left, or those that have gone"):
        prices("section-42", [4] * 13, removed=nines)


def test_the_best_wager_now() -> None:
    assert prices("section-42").best.wager == "banker"
    assert prices("section-42", [0] * 9 + [4] * 4).best.wager == "tie"


def test_notebook_forms() -> None:
    odds = prices("massachusetts", vigorish_type="ez")
    assert "1.0183 %" in odds._repr_html_()
    assert "66274384744/6508331087895" in odds["banker"]._repr_html_()
    assert repr(odds).startswith("<Odds massachusetts, 416 cards: player 1.2351%")
    assert len(odds) == 5
    assert isinstance(odds, Odds)
    assert [price.wager for price in odds] == list(priced(odds.rules))
