"""Dealing: the call, two hands, four cards in turn, face up or tucked under the shoe; who deals."""

import pytest

from minibac.machine.roles import Actor, Role
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Code
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.table.helpers import BOSS, DEALER, EYE, FLOOR, SPECTATOR, Table, rules_of
from tests.table.rounds import BOTH_DRAW, MANY, bet_table, coup_of, each, handed_table, only, tries
from tests.table.seen import view

# ------------------------------------------------------------------------------------------------------------ the call

CALLS = [
    ("section-42", "s42/g/2"),
    ("massachusetts", "ma/8/b"),
    ("seminole", "sem/no-more-bets"),
    ("seneca", "sen/no-more-bets"),
]


@pytest.mark.parametrize(("rulebook", "clause"), each(*CALLS))
def test_a_round_begins_with_no_more_bets_and_no_card_comes_before_it(rulebook, clause, saw):
    table = bet_table(rulebook, BOTH_DRAW)
    early = table.no(c.DealCard, hand="player")
    assert early.clause == clause
    closed = only(table.yes(c.CallNoMoreBets), e.BettingClosed)
    assert str(closed.announcement).lower() == "no more bets"
    assert table.state.phase is Phase.DEALING
    assert table.no(c.PlaceWager, seat=1, wager="tie", cents=100_00).code is Code.BETTING_CLOSED
    assert table.no(c.CallNoMoreBets).code is Code.NOT_NOW, "the call is made once"
    saw(early, closed)


@pytest.mark.clause("sem/no-more-bets", breaks=True)
def test_at_seminole_a_wager_after_the_call_is_refused_by_its_own_sentence(saw):
    table = bet_table("seminole", BOTH_DRAW)
    table.yes(c.CallNoMoreBets)
    late = table.no(c.PlaceWager, seat=1, wager="tie", cents=100_00)
    taken = table.no(c.WithdrawWager, seat=1, wager="player")
    assert "sem/no-more-bets" in late.clauses
    assert "sem/no-more-bets" in taken.clauses
    saw(late, taken)


@pytest.mark.clause("s42/g/2", breaks=True)
def test_only_the_dealer_who_calls_the_game_makes_the_call(saw):
    table = bet_table("section-42", BOTH_DRAW)
    table.yes(c.AssignStaff, duty="calling", person="Carl")
    table.yes(c.AssignStaff, duty="wagers", person="Wanda")
    refusals = [table.no(c.CallNoMoreBets, by=by) for by in (Actor("Wanda", Role.DEALER), BOSS, table.guest(1))]
    assert all(refusal.code is Code.NOT_YOURS for refusal in refusals)
    table.yes(c.CallNoMoreBets, by=Actor("Carl", Role.DEALER))
    saw(refusals)


# ----------------------------------------------------------------------------------------------------- two hands of two

HANDS = [
    ("section-42", "s42/g/1"),
    ("massachusetts", "ma/8/a"),
    ("seminole", "sem/two-hands"),
    ("seneca", "sen/two-hands"),
]


@pytest.mark.parametrize(("rulebook", "clause"), each(*HANDS))
def test_there_are_two_hands_whatever_the_number_of_seats(rulebook, clause, saw):
    table = Table(rulebook, cards=BOTH_DRAW, seats=MANY)
    table.to(Phase.BETTING)
    for seat in MANY:
        table.bet(seat, "player", 100_00)
    table.yes(c.CallNoMoreBets)
    third = table.no(c.DealCard, hand="guest 5")
    assert third.allowed == ("player", "banker")
    assert clause in third.clauses
    table.to(Phase.TURNING)
    dealt = table.all(e.CardDealt)
    assert {event.hand for event in dealt} == {"player", "banker"}
    assert [len(coup_of(table).hand(hand)) for hand in ("player", "banker")] == [2, 2]
    assert all(clause in event.clauses for event in dealt)
    saw(dealt, third)


FOUR = [
    ("section-42", "s42/g/3"),
    ("section-42", "s42/g/3/alternate"),
    ("massachusetts", "ma/8/c"),
    ("massachusetts", "ma/8/c/alternate"),
    ("seminole", "sem/four-cards"),
    ("seminole", "sem/alternate"),
    ("seneca", "sen/four-cards"),
]


@pytest.mark.parametrize(("rulebook", "clause"), each(*FOUR))
def test_four_cards_leave_the_shoe_for_player_and_banker_in_turn(rulebook, clause, saw):
    table = bet_table(rulebook, BOTH_DRAW)
    table.yes(c.CallNoMoreBets)
    first = table.state.next_index
    out_of_turn = []
    dealt = []
    for hand, other in (("player", "banker"), ("banker", "player")) * 2:
        out_of_turn.append(table.no(c.DealCard, hand=other))
        dealt.append(only(table.yes(c.DealCard, hand=hand), e.CardDealt))
    assert [event.hand for event in dealt] == ["player", "banker", "player", "banker"]
    assert [event.position for event in dealt] == [first, first + 1, first + 2, first + 3]
    assert all(refusal.code is Code.WRONG_HAND for refusal in out_of_turn)
    assert all(clause in event.clauses for event in dealt)
    assert all(clause in refusal.clauses for refusal in out_of_turn)
    saw(dealt, out_of_turn)


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param(rulebook, clause, marks=pytest.mark.clause(clause, breaks=True))
        for rulebook, clause in FOUR
        if not clause.endswith("alternate")
    ],
)
def test_a_fifth_card_before_the_counts_is_refused(rulebook, clause, saw):
    table = bet_table(rulebook, BOTH_DRAW)
    table.to(Phase.TURNING)
    fifth = [table.no(c.DealCard, hand=hand) for hand in ("player", "banker")]
    assert all(clause in refusal.clauses for refusal in fifth)
    saw(fifth)


# ------------------------------------------------------------------------------------------------------- the three ways


@pytest.mark.clause("s42/g/3/options")
@pytest.mark.clause("s42/g/3/options", breaks=True)
def test_the_house_chooses_one_of_three_ways_and_no_round_changes_it(saw):
    for mode in ("face-up", "tucked", "handed"):
        rules = rules_of("section-42", deal_mode=mode)
        assert rules.setting("deal_mode").clause == "s42/g/3/options"
        saw(rules.setting("deal_mode"))
        table = bet_table("section-42", BOTH_DRAW, deal_mode=mode)
        table.coup()
        assert table.rules.options["deal_mode"] == mode
    refused = build(load("section-42"), {"deal_mode": "thrown"})
    assert not isinstance(refused, HouseRules)
    assert refused[0].clause == "s42/g/3/options"
    saw(refused)


@pytest.mark.clause("s42/g/3/i")
@pytest.mark.clause("s42/g/3/i", breaks=True)
def test_face_up_every_card_is_turned_as_it_comes_out(saw):
    table = bet_table("section-42", BOTH_DRAW)
    table.yes(c.CallNoMoreBets)
    for number, hand in enumerate(("player", "banker", "player", "banker")):
        hidden = tries(table, c.DealCard, hand=hand)
        assert hidden.code is Code.WRONG_CARD
        assert hidden.clause in ("s42/g/3/options", "s42/g/3/i")
        dealt = only(table.yes(c.DealCard, hand=hand), e.CardDealt)
        assert dealt.card == BOTH_DRAW.split()[number]
        assert view(table.state, SPECTATOR)["coup"][hand][-1] == dealt.card
        saw(hidden, dealt)
    assert not view(table.state, SPECTATOR)["coup"]["tucked"]
    saw(table.no(c.TurnCards, hand="player"))


@pytest.mark.clause("s42/g/3/ii")
@pytest.mark.clause("s42/g/3/ii", breaks=True)
def test_tucked_the_cards_lie_face_down_and_nobody_sees_them(saw):
    table = bet_table("section-42", BOTH_DRAW, deal_mode="tucked")
    table.yes(c.CallNoMoreBets)
    for hand in ("player", "banker") * 2:
        shown = tries(table, c.DealCard, hand=hand, cards=("9s",))
        assert shown.code is Code.WRONG_CARD
        dealt = only(table.yes(c.DealCard, hand=hand), e.CardDealt)
        assert dealt.card is None
        saw(shown, dealt)
    for audience in (DEALER, FLOOR, EYE, SPECTATOR, *(table.guest(seat) for seat in (1, 3, 7))):
        seen = view(table.state, audience)["coup"]
        assert seen["player"] == seen["banker"] == [None, None]
    turned = only(table.yes(c.TurnCards, hand="player"), e.CardsTurned)
    assert list(turned.cards.values()) == ["As", "2s"]
    assert view(table.state, SPECTATOR)["coup"]["player"] == ["As", "2s"]


@pytest.mark.clause("s42/g/3/ii/tuck", "s42/g/3/ii/turn")
@pytest.mark.clause("s42/g/3/ii/tuck", "s42/g/3/ii/turn", breaks=True)
def test_tucked_the_bankers_cards_wait_under_the_shoe_until_the_player_is_called(saw):
    table = bet_table("section-42", BOTH_DRAW, deal_mode="tucked")
    table.to(Phase.TURNING)
    to_banker = [event for event in table.all(e.CardDealt) if event.hand == "banker"]
    assert all("s42/g/3/ii/tuck" in event.clauses for event in to_banker)
    assert not any("s42/g/3/ii/tuck" in event.clauses for event in table.all(e.CardDealt) if event.hand == "player")
    assert view(table.state, SPECTATOR)["coup"]["tucked"]
    too_early = table.no(c.TurnCards, hand="banker")
    assert too_early.clause == "s42/g/3/ii/tuck"
    table.yes(c.TurnCards, hand="player")
    assert table.no(c.TurnCards, hand="banker").clause == "s42/g/3/ii/tuck", "face up is not yet called"
    table.yes(c.CallCount, hand="player", count=3)
    blind = table.no(c.CallCount, hand="banker", count=3)
    assert blind.clause == "s42/g/3/ii/turn"
    turned = only(table.yes(c.TurnCards, hand="banker"), e.CardsTurned)
    assert turned.clauses == ("s42/g/3/ii/turn",)
    seen = view(table.state, SPECTATOR)["coup"]
    assert seen["banker"] == ["Ah", "2h"]
    assert not seen["tucked"]
    table.yes(c.CallCount, hand="banker", count=3)
    saw(to_banker, too_early, turned, blind)


# ---------------------------------------------------------------------------------------------------------- who deals


@pytest.mark.parametrize(("rulebook", "clause"), each(("seminole", "sem/dealer-deals"), ("seneca", "sen/dealer-deals")))
def test_the_dealer_deals_every_card_and_guests_touch_none(rulebook, clause, saw):
    table = bet_table(rulebook, BOTH_DRAW)
    assert table.rules.options["deal_mode"] == "face-up"
    table.yes(c.CallNoMoreBets)
    guest = table.guest(1)
    reached = [table.no(c.DealCard, by=by, hand="player") for by in (guest, SPECTATOR, FLOOR)]
    assert all(refusal.code is Code.NOT_YOURS and clause in refusal.clauses for refusal in reached)
    dealt = only(table.yes(c.DealCard, hand="player"), e.CardDealt)
    assert dealt.by == DEALER.id
    table.to(Phase.TURNING)
    turned = table.no(c.TurnCards, by=guest, hand="player")
    assert clause in turned.clauses
    assert table.no(c.HandCards, hand="player", seat=1).code is Code.WRONG_HOLDER
    assert table.no(c.ReturnCards, by=guest, hand="player").code is Code.NOT_NOW
    saw(dealt, reached, turned)


@pytest.mark.clause("sem/macau")
@pytest.mark.clause("sem/macau", breaks=True)
def test_macau_lets_the_highest_bettor_handle_the_cards(saw):
    table = handed_table("seminole")
    setting = table.rules.setting("deal_mode")
    assert (setting.value, "sem/macau" in setting.clauses) == ("handed", True)
    table.yes(c.CallNoMoreBets)
    face_up = tries(table, c.DealCard, hand="player", cards=("9s",))
    dealt = only(table.yes(c.DealCard, hand="player"), e.CardDealt)
    assert dealt.card is None
    assert "sem/macau" in face_up.clauses
    assert "sem/macau" in dealt.clauses
    table.to(lambda state: state.coup is not None and state.coup.tucked)
    assert table.no(c.HandCards, hand="player", seat=1).clause == "s42/g/3/iii/A"
    table.yes(c.HandCards, hand="player", seat=3)
    table.coup()
    assert [event.seat for event in table.all(e.CardsHanded)] == [3, 7, 3, 7]
    saw(setting, dealt, face_up)
