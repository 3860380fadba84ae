"""What holds for every coup at every table, whatever the cards and the wagers."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from minibac.cards.card import ALL_CARDS, Card
from minibac.play.deal import DealtCoup, check_deal, deal
from minibac.play.settlement import check_actions
from minibac.play.wagers import MAIN, Coupon, Wager
from minibac.rules.house_rules import HouseRules
from minibac.rules.rulebook import RULEBOOKS
from tests.play.tables import option_sets
from tests.postings import balances

UNIT = 6_00
"""On multiples of 6 dollars no vigorish, odds or portion of the option sets splits a cent."""

TABLES = [rules for rulebook in RULEBOOKS for rules in option_sets(rulebook)]


class Played(NamedTuple):
    """A coup and what it was dealt from."""

    rules: HouseRules
    cards: tuple[Card, ...]
    wagers: tuple[Wager, ...]
    add: Mapping[int, str]

    def deal(self) -> DealtCoup:
        return deal(self.rules, self.cards, self.wagers, self.add)


@st.composite
def coups(draw: st.DrawFn, *, few_cards: bool = False) -> Played:
    rules = draw(st.sampled_from(TABLES))
    names = [proposition.id for proposition in rules.propositions]
    places = draw(
        st.lists(st.tuples(st.integers(1, rules.seats), st.sampled_from(names)), min_size=1, max_size=8, unique=True)
    )
    wagers = []
    for seat_no, name in places:
        coupon = None
        if "match_play" in rules.options and name in MAIN and draw(st.booleans()):
            coupon = Coupon(UNIT * draw(st.integers(1, 50)), f"{seat_no}-{name}")
        wagers.append(Wager(seat_no, name, UNIT * draw(st.integers(1, 1000)), coupon))
    add = {}
    for seat_no in sorted({seat_no for seat_no, name in places if name == "house-money"}):
        choice = draw(st.sampled_from([None, *(name for name in MAIN if (seat_no, name) in places)]))
        if choice:
            add[seat_no] = choice
    count = draw(st.integers(0, 5) if few_cards else st.just(6))
    cards = draw(st.lists(st.sampled_from(ALL_CARDS), min_size=count, max_size=count))
    played = Played(rules, tuple(cards), tuple(wagers), add)
    assert check_deal(*played) == ()
    return played


def is_deferred(rules: HouseRules) -> bool:
    return rules.options.get("vigorish_collection") == "deferred"


@given(coups())
def test_money_is_conserved_account_by_account(played: Played) -> None:
    """Every balance follows from what the wagers came to, and nothing is left on the layout."""
    coup = played.deal()
    expected: Counter[str] = Counter()
    for wager in coup.settlement.wagers:
        lost = wager.stake_cents + wager.added_cents if wager.outcome == "lose" else 0
        expected["tray"] += lost - wager.winnings_cents
        expected["vigorish"] += wager.vigorish_cents
        debtor = "owed" if is_deferred(played.rules) else "chips"
        expected[f"seat/{wager.seat}/{debtor}"] -= wager.vigorish_cents
        expected[f"seat/{wager.seat}/chips"] += wager.winnings_cents - lost
    actual = balances(coup.postings)
    assert {a: cents for a, cents in actual.items() if cents} == {a: cents for a, cents in expected.items() if cents}
    assert all(cents == 0 for account, cents in actual.items() if account.startswith("layout/"))


@given(coups())
def test_the_net_of_a_seat_is_the_change_of_its_wealth(played: Played) -> None:
    coup = played.deal()
    accounts = balances(coup.postings)
    for seat_no in {wager.seat_no for wager in played.wagers}:
        net = sum(wager.net_cents for wager in coup.settlement.wagers if wager.seat == seat_no)
        wealth = accounts.get(f"seat/{seat_no}/chips", 0) + accounts.get(f"seat/{seat_no}/owed", 0)
        assert net == wealth


@given(coups() | coups(few_cards=True))
def test_the_postings_of_each_move_sum_to_zero_and_no_area_is_overdrawn(played: Played) -> None:
    coup = played.deal()
    moves: Counter[tuple[str, int, str]] = Counter()
    running: Counter[str] = Counter()
    for posting in coup.postings:
        assert posting.amount_cents != 0
        moves[posting.step, posting.seat, posting.wager] += posting.amount_cents
        running[posting.account] += posting.amount_cents
        if posting.account.startswith("layout/"):
            assert running[posting.account] >= 0
    assert set(moves.values()) <= {0}


@given(coups(few_cards=True))
def test_a_void_coup_posts_the_exact_reverse(played: Played) -> None:
    """Every posting is undone by one of the opposite amount; only House Money that stands is left (B10)."""
    coup = played.deal()
    stands = played.rules.options.get("house_money_on_void") == "stands"
    if not coup.is_void or stands:
        return
    made = Counter((posting.account, posting.amount_cents) for posting in coup.postings)
    assert made == Counter((posting.account, -posting.amount_cents) for posting in coup.postings)
    assert all(cents == 0 for cents in balances(coup.postings).values())
    assert all((w.outcome, w.net_cents) == ("push", 0) for w in coup.settlement.wagers)


@given(coups() | coups(few_cards=True), st.randoms(use_true_random=False))
def test_the_order_in_which_wagers_were_placed_changes_nothing(played: Played, rng: Random) -> None:
    wagers = list(played.wagers)
    rng.shuffle(wagers)
    one, other = played.deal(), played._replace(wagers=tuple(wagers)).deal()
    assert balances(one.postings) == balances(other.postings)
    assert one.settlement.actions == other.settlement.actions
    assert set(one.settlement.wagers) == set(other.settlement.wagers)
    assert [(w.seat, w.wager) for w in other.settlement.wagers] == [(w.seat_no, w.proposition) for w in wagers]


@given(coups(), st.integers(2, 20))
def test_money_scales_with_the_stakes(played: Played, times: int) -> None:
    """Where vigorish is rounded up, the larger wager owes at most as much."""
    larger = tuple(
        wager._replace(
            stake_cents=times * wager.stake_cents,
            coupon=wager.coupon._replace(face_cents=times * wager.coupon_cents) if wager.coupon else None,
        )
        for wager in played.wagers
    )
    one, other = played.deal(), played._replace(wagers=larger).deal()
    for small, large in zip(one.settlement.wagers, other.settlement.wagers, strict=True):
        assert large.outcome == small.outcome
        assert large.winnings_cents == times * small.winnings_cents
        if played.rules.options.get("vigorish_rounding", "none") == "none":
            assert large.net_cents == times * small.net_cents
        else:
            assert large.vigorish_cents <= times * small.vigorish_cents


@given(coups() | coups(few_cards=True))
@settings(max_examples=50)
def test_the_moves_of_the_settlement_are_right(played: Played) -> None:
    """And so is every beginning of them."""
    coup = played.deal()
    moves = coup.settlement.actions
    for done in range(len(moves) + 1):
        assert check_actions(played.rules, coup.settlement, moves[:done]) is None
    assert all(posting.clause for posting in coup.postings)
    assert all(line.clauses for line in coup.explanation)
