"""House Money at the table: after both counts and before any third card, from the dealer's right, seat by seat."""

import pytest

from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.settling import choice_due
from minibac.table.state import Phase
from tests.table.helpers import FLOOR, Table
from tests.table.rounds import coup_of, only

ONE_PAIR = "2s Ah 2h 2c 4d Td"  # a pair for the Player, who draws with 4; Banker 3 draws against a 4
TWO_PAIRS = "2s 3h 2h 3c 4d"  # a pair in each hand; Player 4 draws, Banker 6 stays against a 4
NO_PAIR = "As Ah 2s 2h 4d Td"
NATURAL_PAIR = "4s Ah 4h 2c"  # a pair of fours is a natural eight: nobody draws


def staked(cards, *seats, **options):
    """Each seat has 100 on House Money and 200 on the Player's Hand; the table stands where House Money is settled."""
    table = Table("massachusetts", seats=(2, 5, 8), cards=cards, house_money=True, **options)
    table.to(Phase.BETTING)
    for seat in seats or (2, 5, 8):
        table.bet(seat, "house-money", 100_00)
        table.bet(seat, "player", 200_00)
    table.to(Phase.HOUSE_MONEY)
    return table


def settles(table, seat):
    """The guest takes the payout, where there is something to choose, and the dealer settles."""
    if choice_due(table.state) == seat:
        table.yes(c.ChooseHouseMoney, seat=seat, choice="take")
    return table.yes(c.SettleHouseMoney, seat=seat)


@pytest.mark.clause("ma/8/c/3")
@pytest.mark.clause("ma/8/c/3", breaks=True)
@pytest.mark.parametrize(("cards", "drawn"), [(ONE_PAIR, True), (NATURAL_PAIR, False), (NO_PAIR, True)])
def test_house_money_is_settled_before_a_third_card_and_in_every_round(cards, drawn, saw):
    """Also when a natural means that no card is drawn (B09)."""
    table = staked(cards)
    assert coup_of(table).called == ("player", "banker")
    refusals = [
        table.no(c.DealCard, hand="player"),
        table.no(c.CallResult, player=8, banker=3, result="player"),
        table.no(c.TakeActions, actions=(("collect", 2, "player", 200_00),)),
    ]
    assert all("ma/8/c/3" in refusal.clauses for refusal in refusals)
    settled = [only(settles(table, seat), e.HouseMoneySettled) for seat in (2, 5, 8)]
    assert table.state.phase is (Phase.DRAWING if drawn else Phase.RESULT)
    assert all("ma/8/c/3" in event.clauses for event in settled)
    saw(settled, refusals)


@pytest.mark.clause("ma/8/c/3/i")
@pytest.mark.clause("ma/8/c/3/i", breaks=True)
@pytest.mark.parametrize(("cards", "odds"), [(ONE_PAIR, 3), (TWO_PAIRS, 15), (NO_PAIR, None)])
def test_it_goes_from_the_dealers_right_upward_at_the_table_odds(cards, odds, saw):
    """Numbers rise counterclockwise from the dealer's right (F01); two pairs pay 15 to 1, one pays 3 to 1."""
    table = staked(cards)
    chips = {seat: table.state.chips(seat) for seat in (2, 5, 8)}
    waiting = [2, 5, 8]
    while waiting:
        for seat in waiting[1:]:
            refusal = table.no(c.SettleHouseMoney, seat=seat)
            assert (refusal.code, "ma/8/c/3/i" in refusal.clauses) == (Code.WRONG_ORDER, True)
            saw(refusal)
        assert table.no(c.SettleHouseMoney, by=FLOOR, seat=waiting[0]).code is Code.NOT_YOURS
        seat = waiting.pop(0)
        settled = only(settles(table, seat), e.HouseMoneySettled)
        assert "ma/8/c/3/i" in settled.clauses
        assert (settled.wager.outcome, settled.wager.winnings_cents) == (
            ("win", 100_00 * odds) if odds else ("lose", 0)
        )
        back = 100_00 + 100_00 * odds if odds else 0
        assert table.state.chips(seat) == chips[seat] + back
        assert sum(row[4] for row in settled.postings) == 0
        saw(settled)


@pytest.mark.clause("ma/8/c/3/ii")
@pytest.mark.clause("ma/8/c/3/ii", breaks=True)
def test_the_third_cards_follow_when_every_house_money_wager_is_settled(saw):
    table = staked(ONE_PAIR)
    for seat in (2, 5, 8):
        early = table.no(c.DealCard, hand="player")
        assert "ma/8/c/3/ii" in early.clauses
        saw(early)
        settles(table, seat)
    third = only(table.yes(c.DealCard, hand="player"), e.CardDealt)
    assert "ma/8/c/3/ii" in third.clauses
    saw(third)


def test_what_is_added_rides_on_the_hand_and_does_not_change_who_holds_it():
    """The payout of 300 goes on seat 5's 200; the holder stays the highest bettor of the close of betting (B08)."""
    table = Table("massachusetts", seats=(2, 5, 8), cards=ONE_PAIR, house_money=True)
    table.to(Phase.BETTING)
    table.bet(2, "player", 400_00)
    table.bet(5, "player", 200_00)
    table.bet(5, "house-money", 100_00)
    table.to(Phase.HOUSE_MONEY)
    chips = table.state.chips(5)
    table.yes(c.ChooseHouseMoney, seat=5, choice="player")
    settled = only(table.yes(c.SettleHouseMoney, seat=5), e.HouseMoneySettled)
    assert (settled.added_to, settled.added_cents) == ("player", 300_00)
    assert table.state.chips(5) == chips + 100_00, "the stake comes back, the payout lies on the area (B07)"
    table.coup()
    assert [event.seat for event in table.all(e.CardsHanded) if event.hand == "player"] == [2, 2]
    assert table.state.chips(5) == chips + 100_00 + 500_00 + 500_00, "Player 8 against 3: 500 wins 500"


@pytest.mark.clause("ma/8/c/3/i/b", breaks=True)
def test_a_guest_who_touches_the_payout_is_an_incident_and_moves_nothing(saw):
    table = staked(ONE_PAIR, 2)
    before = dict(table.state.balances)
    touched = only(table.report("house-money-touched", seat=2, note="reached for the chips"), e.IncidentOpened)
    assert table.state.balances == before
    for forbidden in (c.SettleHouseMoney, c.TakeActions):
        facts = {"seat": 2} if forbidden is c.SettleHouseMoney else {"actions": (("pay", 2, "house-money", 300_00),)}
        assert table.no(forbidden, by=table.guest(2), **facts).code is Code.NOT_YOURS
    saw(touched)
