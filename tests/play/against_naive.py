"""A coup dealt by the engine and by the naive dealer, held against each other in everything; coups drawn at random."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from minibac.cards.card import ALL_CARDS, Card
from minibac.play.deal import DealtCoup, check_deal, deal
from minibac.play.wagers import MAIN, Coupon, Wager
from minibac.rules.house_rules import HouseRules
from minibac.rules.options import typed
from tests.naive import dealer as naive
from tests.play.tables import option_sets
from tests.postings import balances


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
    assert moves == naive.settlement_steps(*told, theirs), told
    return ours


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
