"""The engine against the naive dealer, which was written from the print and shares no code with it.

First exhaustively: every result a coup can have, with every wager under every value of the option that its money
depends on, a set of awkward stakes. Then random coups with several seats, coupons, House Money added, and shoes that
run out. Compared are the hands, the result, what every wager came to, the balance of each account and the order of
settlement.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import cycle, product

import pytest

from minibac.cards.card import Card
from minibac.play.wagers import MAIN, Coupon, Wager, check_wager, check_wagers
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Code
from minibac.rules.rulebook import RULEBOOKS
from tests.naive import dealer as naive
from tests.play.against_naive import as_typed, compare, random_coups
from tests.play.tables import cards, option_sets, representatives, table

RANDOM_COUPS = 2_500
"""For each rulebook; the campaign random_coups deals a million."""

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


@pytest.mark.exhaustive
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_result_with_every_wager_and_option(rulebook: str) -> None:
    without_pairs = [cards(" ".join(order)) for order in representatives(pairs=False).values()]
    with_pairs = [cards(" ".join(order)) for order in representatives(pairs=True).values()]
    assert (len(without_pairs), len(with_pairs)) == (205, 673)
    offered: set[tuple[str, str]] = set()
    met: set[tuple[str, str, tuple[Card, ...]]] = set()
    for number, rules in enumerate(option_sets(rulebook)):
        options = as_typed(rules)
        own = {each.id: options.get(OWN_OPTION.get(each.id, ""), "") for each in rules.propositions}
        offered |= {*own.items()}
        placed, add = full_layout(rules)
        on_it = {(wager.proposition, own[wager.proposition]) for wager in placed}
        # What is new with a result; and a half or a quarter of the others, another part for each set of options.
        step = 2 if options["settlement_order"] == "iv" else 4
        orders = with_pairs if {"house-money", "player-pair"} & own.keys() else without_pairs
        for index, order in enumerate(orders):
            meets = {(*wagered, order) for wagered in on_it}
            if index % step == (number + number // 4) % step or meets - met:
                compare(rules, options, order, placed, add)
                met |= meets
    assert {(name, value) for name, value, _ in met} == offered, "every wager has met every value of its own option"


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


@pytest.mark.exhaustive
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_random_coups(rulebook: str) -> None:
    outcomes = [coup.outcome for coup in random_coups(rulebook, RANDOM_COUPS, seed=42)]
    assert len(outcomes) == RANDOM_COUPS
    assert set(outcomes) == {"player", "banker", "tie", "void"}
