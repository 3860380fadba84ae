"""What staff may not do because no print and no ruling gives it: direct a shuffle, break up a shoe, act for a guest."""

from typing import Any

import pytest

from minibac.machine.roles import THE_HOUSE
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Code
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.table.helpers import BOSS, DEALER, FLOOR, MANAGER, Table

UNDIRECTED = ("section-42", "seminole", "seneca")


@pytest.mark.clause("s42/e/1", breaks=True)
@pytest.mark.parametrize("rulebook", UNDIRECTED)
def test_where_no_book_gives_it_nobody_directs_a_shuffle(rulebook: str, saw: Any) -> None:
    table = Table(rulebook)
    table.to(Phase.BETTING)
    table.coup()
    for by in (FLOOR, BOSS, MANAGER):
        refusal = table.no(c.DirectShuffle, by=by, reason="other cards, please")
        assert (refusal.code, refusal.clause) == (Code.NOT_NOW, "s42/e/1")
        saw(refusal)


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param(rulebook, clause, marks=pytest.mark.clause(clause, breaks=True))
        for rulebook, clause in (("section-42", "s42/l/1"), ("massachusetts", "ma/14"))
    ],
)
def test_nobody_directs_a_shuffle_of_a_device_that_reshuffles_by_itself(rulebook: str, clause: str, saw: Any) -> None:
    """It stands in lieu of the section that has a shuffle directed (E34)."""
    table = Table(rulebook, shuffler="continuous")
    table.to(Phase.BETTING)
    for by in (FLOOR, BOSS, MANAGER):
        refusal = table.no(c.DirectShuffle, by=by, reason="another order, please")
        assert (refusal.code, clause in refusal.clauses) == (Code.NOT_NOW, True)
        saw(refusal)


@pytest.mark.clause("s42/e/1", "s42/h/5/one-more", breaks=True)
def test_nobody_shuffles_past_the_last_hand(saw: Any) -> None:
    table = Table("section-42", cut_card_depth=390)
    table.to(lambda state: state.last_hand_called and state.phase is Phase.BETTING)
    refusal = table.no(c.DirectShuffle, reason="now")
    assert {"s42/e/1", "s42/h/5/one-more"} <= set(refusal.clauses)
    saw(refusal)
    assert table.no(c.ChangeDecks).code is Code.NOT_NOW
    table.coup()
    assert table.state.last_hand_played


@pytest.mark.parametrize("rulebook", UNDIRECTED)
def test_fresh_decks_break_up_no_shoe(rulebook: str) -> None:
    table = Table(rulebook, vigorish_collection="at-payout", cut_card_depth=390)
    table.to(Phase.BETTING)
    table.coup()
    assert table.no(c.ChangeDecks).clause == "s42/e/1"
    table.to(lambda state: state.shoe_is_over and state.phase is Phase.BETWEEN)
    (ended, *_) = table.yes(c.ChangeDecks)
    assert ended.then == "opening"


@pytest.mark.clause("s42/e/8", "ma/5/g", breaks=True)
def test_a_table_where_guests_have_just_played_is_not_dead(saw: Any) -> None:
    for rulebook in ("section-42", "massachusetts"):
        table = Table(rulebook)
        table.to(Phase.BETTING)
        table.coup()
        refusal = table.no(c.DeclareDead)
        assert refusal.code is Code.NOT_NOW
        saw(refusal)
        for seat in (1, 3, 7):
            table.yes(c.LeaveSeat, seat=seat)
        table.yes(c.DeclareDead)


@pytest.mark.clause("s42/e/8", "ma/5/g", breaks=True)
def test_a_table_whose_guests_may_still_make_the_first_wager_is_not_dead(saw: Any) -> None:
    for rulebook in ("section-42", "massachusetts"):
        table = Table(rulebook)
        table.to(Phase.BETTING)
        refusal = table.no(c.DeclareDead)
        assert refusal.code is Code.NOT_NOW
        saw(refusal)
        table.skip(table.state.timing.betting_ms)
        table.yes(c.DeclareDead)


@pytest.mark.clause("s42/e/8", "ma/5/g", breaks=True)
def test_a_table_is_not_dead_while_its_guests_cannot_wager(saw: Any) -> None:
    """Between two rounds, and while play stands still, nobody can put down a chip: that is no want of activity."""
    for rulebook in ("section-42", "massachusetts"):
        table = Table(rulebook, cut_card_depth=390)
        table.to(lambda state: state.last_hand_due and state.phase is Phase.BETWEEN)
        table.skip(10 * table.state.timing.betting_ms)
        between = table.no(c.DeclareDead)
        assert between.code is Code.NOT_NOW
        table = Table(rulebook)
        table.to(Phase.BETTING)
        table.report("other", note="the fire alarm")
        table.skip(10 * table.state.timing.betting_ms)
        still = table.no(c.DeclareDead)
        assert still.code is Code.INCIDENT_OPEN
        table.yes(c.ResolveIncident, number=1, resolution="a false alarm")
        saw(between, still)


@pytest.mark.parametrize(
    ("rulebook", "clause", "kind", "facts"),
    [
        pytest.param(rulebook, clause, kind, facts, marks=pytest.mark.clause(clause, breaks=True))
        for rulebook, clause in (("section-42", "s42/k/2/disclosed"), ("massachusetts", "ma/13/d"))
        for kind, facts in (
            (c.DirectShuffle, {"reason": "other cards, please"}), (c.ChangeDecks, {}), (c.DeclareDead, {}),
            (c.CloseTable, {}),
        )
        if rulebook == "massachusetts" or kind is not c.DirectShuffle
    ],
)  # fmt: skip
def test_no_shoe_ends_before_a_disclosed_card_has_its_remedy(
    rulebook: str, clause: str, kind: type[c.Command], facts: dict[str, Any], saw: Any
) -> None:
    table = Table(rulebook, seats=(3,))
    table.to(Phase.BETTING)
    table.report("card-in-error", disclosed=True)
    table.skip(table.state.timing.betting_ms)
    if kind is c.CloseTable:
        table.yes(c.LeaveSeat, seat=3)
    refusal = table.no(kind, **facts)
    assert (refusal.code, refusal.clause) == (Code.STEP_MISSING, clause)
    table.to(lambda state: not state.strays and state.phase is Phase.BETTING)
    table.skip(table.state.timing.betting_ms)
    table.yes(kind, **facts)
    saw(refusal)


@pytest.mark.parametrize(
    ("rulebook", "clause", "kind", "facts"),
    [
        pytest.param(rulebook, clause, kind, facts, marks=pytest.mark.clause(clause, breaks=True))
        for rulebook, clause, kind, facts in (
            ("section-42", "s42/k/2", c.ChangeDecks, {}),
            ("massachusetts", "ma/13/a", c.ChangeDecks, {}),
            ("massachusetts", "ma/13/a", c.DirectShuffle, {"reason": "other cards, please"}),
        )
    ],
)
def test_nobody_takes_the_first_card_of_the_next_hand_away(
    rulebook: str, clause: str, kind: type[c.Command], facts: dict[str, Any], saw: Any
) -> None:
    table = Table(rulebook)
    table.to(Phase.BETTING)
    table.report("card-in-error", disclosed=False)
    refusal = table.no(kind, **facts)
    assert (refusal.code, refusal.clause) == (Code.STEP_MISSING, clause)
    saw(refusal)
    table.coup()
    if rulebook == "massachusetts":
        table.yes(kind, **facts)


def test_decks_that_may_deal_no_further_hand_are_changed_though_a_card_waits() -> None:
    table = Table("massachusetts")
    table.to(Phase.BETTING)
    table.report("card-in-error", disclosed=False)
    table.skip(25 * 60 * 60 * 1000)
    assert table.yes(c.ChangeDecks)


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.BETWEEN])
def test_a_shoe_whose_order_is_lost_ends_though_no_remedy_can_be_had_from_it(phase: Phase) -> None:
    table = Table("section-42", cut_card_depth=390)
    table.to(lambda state: state.phase is phase and not state.shoe_is_over)
    table.report("card-in-error", disclosed=True)
    table.yes(c.Report, by=THE_HOUSE, kind="order-lost", note="the key is gone")
    table.to(Phase.SHUFFLE)
    assert not table.all(e.StrayDiscarded), "no card could be turned for the burn"


@pytest.mark.parametrize("by", [DEALER, FLOOR, BOSS, MANAGER], ids=lambda by: by.role.value)
@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        (c.TakeSeat, {"seat": 5, "guest": "somebody", "age": 40}),
        (c.BuyIn, {"seat": 3, "cents": 100_00, "transfer": "t"}),
        (c.PlaceWager, {"seat": 3, "wager": "player", "cents": 100_00}),
        (c.WithdrawWager, {"seat": 1, "wager": "banker"}),
        (c.ChangeSeat, {"seat": 3, "to": 4}),
        (c.LeaveSeat, {"seat": 3}),
    ],
    ids=lambda kind: kind.__name__ if isinstance(kind, type) else "",
)
def test_no_staff_moves_a_guest_or_a_guests_chips(by: Any, kind: Any, facts: dict[str, Any]) -> None:
    table = Table("section-42")
    table.to(Phase.BETTING)
    table.bet(1, "banker")
    assert table.no(kind, by=by, **facts).code is Code.NOT_YOURS


def test_wagers_are_pushed_back_by_the_dealer_only_where_no_further_card_comes() -> None:
    table = Table("massachusetts")
    table.to(Phase.BETTING)
    table.bet(1, "banker")
    assert table.no(c.WithdrawWager, by=DEALER, seat=1, wager="banker").code is Code.NOT_YOURS
    table.skip(25 * 60 * 60 * 1000)
    table.yes(c.WithdrawWager, by=DEALER, seat=1, wager="banker")


# ------------------------------------------------------------------------------------- rulings that a house may choose


@pytest.mark.parametrize(("rounded", "charged"), [("no", 1), ("yes", 5)])
def test_a03_the_vigorish_on_a_tie_is_exact_unless_an_approval_lets_it_be_rounded(rounded: str, charged: int) -> None:
    table = Table("section-42", cards="3s 3h 4d 4c", vigorish_type="tie-25", tie_vigorish_rounded=rounded, seats=(3,))
    table.to(Phase.BETTING)
    table.bet(3, "banker", 4)
    table.coup()
    assert table.state.balance("vigorish") == charged


def test_a03_rounding_it_needs_a_reference() -> None:
    built = build(load("section-42"), {"vigorish_type": "tie-25", "tie_vigorish_rounded": "yes"}, references={})
    assert not isinstance(built, HouseRules)
    (refusal,) = built
    assert (refusal.code, refusal.allowed) == (Code.MISSING_REFERENCE, ("tie-vigorish-rounding",))


@pytest.mark.parametrize(("over", "needs"), [("no", 1), ("yes", 0)])
def test_b07_cutting_an_added_payout_rests_on_the_rules_submission(over: str, needs: int) -> None:
    choices = {"house_money": "on", "house_money_over_maximum": over}
    built = build(load("massachusetts"), choices, references={})
    assert not isinstance(built, HouseRules)
    found = [refusal for refusal in built if f"house_money_over_maximum={over}" in refusal.sentence]
    assert len(found) == needs
    for refusal in found:
        assert (refusal.code, refusal.clause) == (Code.MISSING_REFERENCE, "ma/8/c/3/i/a")
        assert refusal.allowed == ("rules-submission",)


@pytest.mark.parametrize(
    ("over", "stake", "added"), [("yes", 100_00, 60_00), ("no", 100_00, 20_00), ("no", 120_00, 0), ("no", 40_00, 60_00)]
)
def test_b07_an_added_payout_is_cut_to_the_maximum_where_the_house_says_so(over: str, stake: int, added: int) -> None:
    maximum = {"player": 120_00, "banker": 120_00, "tie": 120_00, "house-money": 120_00}
    table = Table(
        "massachusetts", cards="2s Ah 2d 2h 4d Td", house_money_over_maximum=over, house_money="on", maximum=maximum
    )
    table.to(Phase.BETTING)
    table.bet(3, "player", stake)
    table.bet(3, "house-money", 20_00)
    before = table.state.chips(3)
    table.to(Phase.HOUSE_MONEY)
    table.yes(c.ChooseHouseMoney, seat=3, choice="player")
    (settled,) = table.yes(c.SettleHouseMoney, seat=3)
    assert isinstance(settled, e.HouseMoneySettled)
    assert settled.added_cents == added
    assert table.state.chips(3) - before == 20_00 + 60_00 - added, "the stake, and what was not added, are handed over"


# ------------------------------------------------------------------------------------- vigorish that nobody pays (B37)

BANKER_WON = "2s 3h 4d 4c 2d 3d 4h 4s"


def debtor(broke: bool = True, **options: Any) -> Table:
    """Seat 3 owes $5 of vigorish, and has lost all chips if broke."""
    table = Table(
        "massachusetts", seats=(3, 5), chips=100_00, cards=BANKER_WON, vigorish_collection="deferred", **options
    )
    table.to(Phase.BETTING)
    table.bet(3, "banker", 100_00)
    table.coup()
    if broke:
        table.bet(3, "player", 200_00)
        table.coup()
    assert table.state.owed(3) == 5_00
    return table


PAYS: dict[str, Any] = {"uncollected_vigorish": "house-pays"}
GONE: dict[str, Any] = {"seat": 3, "cents": 5_00}


@pytest.mark.clause("ma/12/d/2/i", "ma/12/d/2/iii", breaks=True)
def test_who_does_not_pay_may_go_and_the_button_stays_and_with_it_the_shuffle(saw: Any) -> None:
    table = debtor(broke=False)
    due = table.no(c.LeaveSeat, seat=3)
    assert due.code is Code.VIGORISH_OWED
    assert table.no(c.LeaveSeat, by=THE_HOUSE, seat=3, unpaid=True).code is Code.VIGORISH_OWED, "chips are there"
    chips = table.state.chips(3)
    opened, left = table.yes(c.LeaveSeat, seat=3, unpaid=True)
    assert (opened.kind, opened.seat, left.cents, left.owed_cents) == ("uncollected", 3, chips, 5_00)
    assert table.state.owed(3) == 5_00
    stays = [
        table.no(c.DirectShuffle, reason="now"),
        table.no(c.CloseTable),
        table.no(c.ClearVigorish, **GONE, reference="1"),
        table.no(c.TakeSeat, by=THE_HOUSE, seat=3, guest="another", age=40, attested_by="x"),
        table.no(c.TakeSeat, by=THE_HOUSE, seat=4, guest="guest-3", age=40, attested_by="x"),
        table.no(c.ResolveIncident, number=1, resolution="let it be"),
    ]
    assert stays[-1].clauses == ("ma/12/d/2/iii", "ma/12/d/2/i"), "the incident is about leaving without paying"
    saw(due, stays)
    table.sit(3, guest="guest-3")
    table.yes(c.CollectVigorish, seat=3, cents=5_00)
    assert (table.state.left_owing, table.state.incidents) == ({}, {})
    table.yes(c.LeaveSeat, seat=3)


@pytest.mark.clause("ma/12/d/2/iii", breaks=True)
def test_the_house_waits_unless_it_has_chosen_to_pay(saw: Any) -> None:
    table = debtor()
    table.yes(c.LeaveSeat, seat=3, unpaid=True)
    table.report("uncollected", seat=3, note="gone")
    for by in (FLOOR, BOSS, MANAGER):
        refusal = table.no(c.ClearVigorish, by=by, **GONE, reference="2")
        assert (refusal.code, refusal.clause) == (Code.VIGORISH_OWED, "ma/12/d/2/iii")
        saw(refusal)
    table.to(lambda state: state.shoe_is_over and state.phase is Phase.BETWEEN and table.next() is None)
    assert table.no(c.EndShoe).code is Code.VIGORISH_OWED


def test_the_house_pays_only_when_no_chips_are_left_and_two_people_say_so() -> None:
    rich = debtor(broke=False, **PAYS)
    rich.report("uncollected", seat=3, note="gone")
    assert rich.no(c.ClearVigorish, **GONE, reference="1").code is Code.VIGORISH_OWED, "chips remain at the table"
    table = debtor(**PAYS)
    table.yes(c.LeaveSeat, by=THE_HOUSE, seat=3, unpaid=True)
    assert table.no(c.ClearVigorish, **GONE, reference="1").code is Code.VIGORISH_OWED, "nobody on duty has said so"
    table.yes(c.Report, by=FLOOR, kind="uncollected", seat=3, note="gone, and no chips are left")
    refusal = table.no(c.ClearVigorish, by=FLOOR, **GONE, reference="2")
    assert (refusal.code, refusal.clauses) == (Code.NOT_YOURS, ("B37",))
    cleared, *resolved = table.yes(c.ClearVigorish, by=BOSS, **GONE, reference="2")
    assert {p.account: p.amount_cents for p in cleared.postings} == {"comps": -5_00, "seat/3/owed": 5_00}
    assert (len(resolved), table.state.incidents, table.state.left_owing) == (2, {}, {})


def test_the_house_does_not_pay_for_a_guest_whose_cash_lies_on_the_table() -> None:
    """Who speaks for a wager has something to pay with: the cash is chips on the area as soon as it is confirmed."""
    table = debtor(**PAYS, verbal_wagers=True)
    table.yes(c.SpeakWager, seat=3, wager="banker", cents=20_00, cash_cents=20_00)
    table.report("uncollected", seat=3, note="no chips are left")
    refusal = table.no(c.ClearVigorish, by=FLOOR, **GONE, reference="1")
    assert (refusal.code, refusal.clause) == (Code.VIGORISH_OWED, "ma/12/d/2/iii")
    table.yes(c.WithdrawWager, seat=3, wager="banker")
    table.yes(c.ClearVigorish, by=FLOOR, **GONE, reference="1")


def test_of_a_guest_who_is_away_the_vigorish_is_taken_by_dealer_and_floorperson_with_a_receipt() -> None:
    table = debtor(broke=False)
    table.yes(c.SayConnection, by=THE_HOUSE, seat=3, connected=False)
    refusal = table.no(c.CollectVigorish, **GONE)
    assert (refusal.code, refusal.clauses) == (Code.NOT_YOURS, ("B37",))
    table.yes(c.Report, by=FLOOR, kind="uncollected", seat=3, note="the time of the guest is over")
    collected, resolved = table.yes(c.CollectVigorish, **GONE)
    assert (collected.receipt, resolved.number) == (f"V-1-{table.state.coup_no}-3", 1)


@pytest.mark.parametrize("broke", [False, True])
def test_when_the_time_of_a_lost_connection_is_over_the_unattended_house_does_the_same(broke: bool) -> None:
    table = debtor(broke=broke)
    table.yes(c.SayConnection, by=THE_HOUSE, seat=3, connected=False)
    for _ in range(6):
        table.skip(table.state.timing.lost_ms)
        table.live.tick() if 3 in table.state.seats else None
        table.to(Phase.BETTING)
    assert 3 not in table.state.seats
    assert table.state.owed(3) == (5_00 if broke else 0)
