"""The engine against the naive dealer, which was written from the print and shares no code with it.

First exhaustively: every result a coup can have, every wager, every set of options that its money depends on, a set of
awkward stakes. Then random coups with several seats, coupons, House Money added, and shoes that run out. Compared are
the hands, the result, what every wager came to, the balance of each account and the order of settlement.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import cycle, product
from typing import Any

import pytest

from minibac.cards.card import ALL_CARDS, Card
from minibac.play.deal import DealtCoup, check_deal, deal
from minibac.play.settlement import balances
from minibac.play.wagers import MAIN, Coupon, Wager, check_wager, check_wagers
from minibac.rules.house_rules import HouseRules
from minibac.rules.options import typed
from minibac.rules.refusal import Code
from minibac.rules.rulebook import RULEBOOKS
from tests.naive import dealer as naive
from tests.play.tables import cards, option_sets, representatives, table

RANDOM_COUPS = 20_000

OWN_OPTION = {
    "banker": "vigorish_type",
    "tie": "tie_odds",
    "dragon-bonus-player": "dragon_bonus_paytable",
    "dragon-bonus-banker": "dragon_bonus_paytable",
    "house-money": "house_money_add",
}
"""What the money of a wager depends on; Player, insurance and pairs depend on nothing."""

STAKES = (1, 20, 33, 60, 333, 2500, 10001)
COUPON_CENTS = (0, 0, 27, 1, 100, 500, 0)
"""A stake for each seat, and the coupon beside it at a table that takes coupons."""


def as_typed(rules: HouseRules) -> dict[str, str]:
    return {name: typed(value) for name, value in rules.options.items()}


def not_zero(accounts: Mapping[str, int]) -> dict[str, int]:
    return {account: cents for account, cents in accounts.items() if cents}


def naive_wagers(wagers: Sequence[Wager]) -> list[dict[str, Any]]:
    return [
        {"seat": w.seat_no, "wager": w.proposition, "stake_cents": w.stake_cents, "coupon_cents": w.coupon_cents}
        for w in wagers
    ]


def compare(
    rules: HouseRules, options: dict[str, str], order: Sequence[Card], wagers: Sequence[Wager], add: Mapping[int, str]
) -> DealtCoup:
    """Deal the same coup twice and hold everything against everything."""
    ours = deal(rules, order, wagers, add)
    told = (rules.rulebook.id, options, [str(card) for card in order], naive_wagers(wagers), dict(add))
    theirs = naive.deal(*told)
    assert ours.outcome == theirs["result"], told
    hands = (("player", ours.coup.player, ours.coup.player_total), ("banker", ours.coup.banker, ours.coup.banker_total))
    for name, hand, total in hands:
        assert {"cards": [str(card) for card in hand], "total": total} == theirs[name], told
    assert [str(card) for card in ours.unused] == theirs["unused"], told
    assert not_zero(balances(ours.postings)) == not_zero(theirs["balances"]), told
    came_to = [
        {
            "seat": w.seat,
            "wager": w.wager,
            "stake_cents": w.stake_cents,
            "added_cents": w.added_cents,
            "outcome": w.outcome,
            "winnings_cents": w.winnings_cents,
            "vigorish_cents": w.vigorish_cents,
            "net_cents": w.net_cents,
        }
        for w in ours.settlement.wagers
    ]
    assert came_to == theirs["wagers"], told
    # The naive dealer has one word for taking and marking, and one for a House Money payout, added in part or not.
    as_the_naive_says = {"mark": "vigorish", "add": "pay"}
    added = {action.seat for action in ours.settlement.actions if action.step == "add"}
    moves = [
        (as_the_naive_says.get(action.step, action.step), action.seat, action.wager)
        for action in ours.settlement.actions
        if not (action.step == "pay" and action.wager == "house-money" and action.seat in added)
    ]
    assert moves == naive.settlement_steps(*told), told
    return ours


# -- every result, every wager, every option set ---------------------------------------------------


@cache
def winning_odds(rulebook: str, options: tuple[tuple[str, str], ...], proposition: str) -> frozenset[Fraction]:
    """The odds at which a wager can win, whatever the cards, by the naive dealer's rules."""
    chosen = naive.choose_options(rulebook, dict(options))
    found = set()
    for order in representatives(pairs=True).values():
        player, banker, _, _ = naive.deal_hands(rulebook, list(order))
        if proposition == "house-money":
            outcome, odds = naive.house_money(player, banker)
        else:
            outcome, odds = naive.outcome_and_odds(proposition, chosen, player, banker)
        if outcome == "win":
            found.add(odds)
    return frozenset(found)


def amounts(rules: HouseRules, wager: Wager) -> Iterator[Fraction]:
    """Everything a wager could pay or owe by the naive dealer's rules, in cents and parts of cents."""
    told = as_typed(rules)
    chosen = naive.choose_options(rules.rulebook.id, told)
    for odds in winning_odds(rules.rulebook.id, tuple(told.items()), wager.proposition):
        won = (wager.stake_cents + wager.added_cents + wager.coupon_cents) * odds
        yield won
        if wager.proposition == "banker":
            yield naive.vigorish_on_win(chosen, won)
    if wager.proposition == "banker" and chosen["vigorish_type"] == "tie-25":
        yield Fraction(wager.stake_cents + wager.added_cents, 4)


def splits_a_cent(rules: HouseRules, wager: Wager) -> bool:
    return any(amount.denominator != 1 for amount in amounts(rules, wager))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_exactly_the_stakes_that_could_split_a_cent_are_refused(rulebook: str) -> None:
    """A03, A05, A09, F09: whatever else is accepted pays and owes whole cents, whatever the cards."""
    stakes = sorted({*STAKES, *range(1, 27), *(99, 100, 101, 125, 250, 9999)})
    for rules in option_sets(rulebook):
        if rules.options["settlement_order"] != "iv":
            continue  # what a wager pays and owes does not depend on the order
        options = as_typed(rules)
        for proposition in rules.propositions:
            for stake in stakes:
                coupons = (0, 1, 50) if proposition.id in MAIN and rulebook == "section-42" else (0,)
                for face in coupons:
                    wager = Wager(1, proposition.id, stake, Coupon(face, "1") if face else None)
                    refusal = check_wager(rules, wager)
                    assert (refusal is not None) == splits_a_cent(rules, wager), (options, wager)
                    assert refusal is None or refusal.code is Code.SPLIT_CENT


def test_house_money_is_refused_exactly_when_its_addition_could_split_a_cent() -> None:
    """F09: the portion itself, and the Player or Banker wager it may join, must stay whole."""
    for rules in option_sets("massachusetts"):
        if rules.options["house_money"] is not True:
            continue
        portion = str(rules.options["house_money_add"])
        share = Fraction(1) if portion == "all" else Fraction(portion)
        for stake, mains in product((1, 2, 3, 4, 5, 6, 20, 33, 40, 60, 100), ((), ("player",), MAIN)):
            placed = [Wager(1, "house-money", stake), *(Wager(1, main, 100) for main in mains)]
            added = [stake * odds * share for odds in (3, 15)]
            whole = all(cents.denominator == 1 for cents in added) and not any(
                splits_a_cent(rules, Wager(1, main, 100, added_cents=int(cents))) for main in mains for cents in added
            )
            refused = check_wagers(rules, placed)
            assert (refused == ()) == whole, (as_typed(rules), stake, mains)
            assert all(refusal.code is Code.SPLIT_CENT for refusal in refused)


def full_layout(rules: HouseRules) -> tuple[list[Wager], dict[int, str]]:
    """Every wager at every seat, each seat with its own awkward stake where the table takes it.

    With House Money, only the wagers it may join lie beside it; by seat it is taken, added to Player, added to Banker.
    """
    names = [proposition.id for proposition in rules.propositions]
    if "house-money" in names:
        names = [*MAIN, "house-money"]
    placed: list[Wager] = []
    for seat_no, (stake, face) in enumerate(zip(STAKES, COUPON_CENTS, strict=True), start=1):
        if seat_no > rules.seats:
            break
        for name in names:
            coupon = Coupon(face, f"{seat_no}-{name}") if face and name in MAIN else None
            chips = Wager(seat_no, name, stake, coupon if "match_play" in rules.options else None)
            refusals = check_wagers(rules, [*placed, chips])
            assert all(refusal.code is Code.SPLIT_CENT for refusal in refusals)
            if not refusals:
                placed.append(chips)
    choices = cycle(("take", "player", "banker"))
    at = {(wager.seat_no, wager.proposition) for wager in placed}
    add = {}
    for seat_no in sorted({wager.seat_no for wager in placed}):
        choice = next(choices)
        if {(seat_no, "house-money"), (seat_no, choice)} <= at:
            add[seat_no] = choice
    return placed, add


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_result_with_every_wager_and_option(rulebook: str) -> None:
    without_pairs = [cards(" ".join(order)) for order in representatives(pairs=False).values()]
    with_pairs = [cards(" ".join(order)) for order in representatives(pairs=True).values()]
    assert (len(without_pairs), len(with_pairs)) == (205, 673)
    met: set[tuple[str, str]] = set()
    for rules in option_sets(rulebook):
        options = as_typed(rules)
        placed, add = full_layout(rules)
        met |= {(wager.proposition, options.get(OWN_OPTION.get(wager.proposition, ""), "")) for wager in placed}
        asks_pairs = {"house-money", "player-pair"} & {proposition.id for proposition in rules.propositions}
        for order in with_pairs if asks_pairs else without_pairs:
            compare(rules, options, order, placed, add)
    assert met == {
        (name, options.get(OWN_OPTION.get(name, ""), ""))
        for options, names in (
            (as_typed(rules), [proposition.id for proposition in rules.propositions]) for rules in option_sets(rulebook)
        )
        for name in names
    }, "every wager has met every value of its own option"


@pytest.mark.parametrize("on_void", ["reverse", "stands"])
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_option_with_cards_that_run_out(rulebook: str, on_void: str) -> None:
    for rules in option_sets(rulebook):
        options = as_typed(rules)
        if "house_money_on_void" in options:
            options["house_money_on_void"] = on_void
            rules = table(rulebook, **{setting.name: options[setting.name] for setting in rules.settings})
        placed, add = full_layout(rules)
        for shoe in ("Ks 2h Kd Qc 5s", "Ks 2h Kd 2c 5s", "Ks 2h Qd 4c 5s"):
            for cards_count in range(6):
                compare(rules, options, cards(shoe)[:cards_count], placed, add)


# -- random coups ----------------------------------------------------------------------------------


SHOE = ALL_CARDS * 8


def random_coup(rng: random.Random, rules: HouseRules) -> tuple[list[Card], list[Wager], dict[int, str]]:
    """Cards, too few of them now and then, wagers at several seats, coupons, and House Money to be added."""
    order = rng.sample(SHOE, rng.choices(range(8), (1, 1, 1, 1, 4, 4, 80, 8))[0])
    placed: list[Wager] = []
    add = {}
    for seat_no in rng.sample(range(1, rules.seats + 1), rng.randint(1, 3)):
        unit = rng.choice((100, 100, 300, 60, 20, 1))
        for proposition in rng.sample(rules.propositions, rng.randint(1, min(3, len(rules.propositions)))):
            coupon = None
            if "match_play" in rules.options and proposition.id in MAIN and rng.random() < 0.4:
                coupon = Coupon(rng.choice((1, 100, 500, 1000)), str(len(placed)))
            placed.append(Wager(seat_no, proposition.id, unit * rng.randint(1, 100), coupon))
        areas = {wager.proposition for wager in placed if wager.seat_no == seat_no}
        if "house-money" in areas and areas & set(MAIN) and rng.random() < 0.7:
            add[seat_no] = rng.choice(sorted(areas & set(MAIN)))
    return order, placed, add


def random_coups(rulebook: str, coups_count: int, seed: int | str) -> Iterator[DealtCoup]:
    """Compare so many random coups that the table takes, under all option sets in turn."""
    rng = random.Random(seed)
    tables = [(rules, as_typed(rules)) for rules in option_sets(rulebook)]
    done = 0
    while done < coups_count:
        rules, options = rng.choice(tables)
        order, placed, add = random_coup(rng, rules)
        if not check_deal(rules, order, placed, add):
            done += 1
            yield compare(rules, options, order, placed, add)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_random_coups(rulebook: str) -> None:
    outcomes = [coup.outcome for coup in random_coups(rulebook, RANDOM_COUPS, seed=42)]
    assert len(outcomes) == RANDOM_COUPS
    assert set(outcomes) == {"player", "banker", "tie", "void"}
