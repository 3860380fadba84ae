"""Rulings where a print is silent or can be read in two ways: each behaves at the table as ``rulings.toml`` says.

The tests carry the entry's number in their name; clause tests stand beside the steps they belong to.
"""

from typing import Any

import pytest

from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.machine import replay
from minibac.table.narrate import told
from minibac.table.places import places
from minibac.table.public_events import heard
from minibac.table.state import Phase
from minibac.table.table_view import PARTS
from tests.table.helpers import DEALER, FLOOR, Table

BOTH_STAND = "3s 3h 4d 4c"
BOTH_DRAW = "As Ah 2s 2h"
LONG_BURN = "Th 2h 2s 5h 6h 7h 8h 9h Jh Qh Kh"
BOTH = ("section-42", "massachusetts")
HOUR_MS = 3_600_000


def betting(rulebook: str, cards: str = BOTH_STAND, **facts) -> Table:
    table = Table(rulebook, seats=(3, 7), cards=cards, **facts)
    table.to(Phase.BETTING)
    return table


# ------------------------------------------------------------------------------------------------------ cut and load


@pytest.mark.parametrize(("rulebook", "last"), [("section-42", Phase.LOADED), ("massachusetts", Phase.COMPLETED)])
def test_a28_the_window_of_the_recut(rulebook, last):
    table = Table(rulebook)
    table.to(last)
    table.yes(c.OrderRecut, reason="bent")
    table.to(Phase.LOADED)
    if last is Phase.COMPLETED:
        assert table.no(c.OrderRecut, reason="bent").code is Code.RECUT_TOO_LATE
    table.to(Phase.BETTING)
    assert table.no(c.OrderRecut, reason="bent").code is Code.RECUT_TOO_LATE


def test_a29_after_the_dealers_cut_the_offer_starts_over_at_the_highest_seat():
    table = Table("section-42", seats=(2, 5, 8))
    table.to(Phase.CUT_DONE)
    assert table.state.cut_seat == 0, "everybody declined"
    table.yes(c.OrderRecut, reason="bent")
    asked = []
    while table.state.phase is Phase.CUT_OFFER:
        asked.append(table.state.cut_seat)
        table.yes(c.AnswerCut, accept=False)
    assert asked == [8, 5, 2]
    assert table.state.cut_seat == 0, "if all decline again, the dealer cuts"


def test_a29_after_a_guests_cut_the_next_lower_seat_is_entitled():
    table = Table("section-42", seats=(2, 5, 8))
    table.to(Phase.CUT_OFFER)
    table.yes(c.AnswerCut, accept=True)
    table.yes(c.CutStack, position=100)
    table.yes(c.OrderRecut, reason="bent")
    assert table.state.cut_seat == 5


def test_the_same_guest_recuts_where_the_house_chose_so_unless_the_guest_has_gone():
    table = Table("section-42", seats=(2, 5, 8), recut_by="same")
    table.to(Phase.CUT_OFFER)
    table.yes(c.AnswerCut, accept=True)
    table.yes(c.CutStack, position=100)
    table.yes(c.OrderRecut, reason="bent")
    assert table.state.cut_seat == 8
    table.yes(c.AnswerCut, accept=True)
    table.yes(c.CutStack, position=100)
    table.yes(c.LeaveSeat, seat=8)
    table.yes(c.OrderRecut, reason="bent")
    assert table.state.cut_seat == 5


def test_b22_the_plug_is_not_due_on_a_fresh_set_and_is_due_after_a_shoe():
    table = Table("massachusetts", cut_card_depth=380)
    table.to(Phase.CUT_OFFER)
    assert "plug" not in [event.step for event in table.all(e.StepDone)]
    table.shoe()
    table.to(Phase.CUT_OFFER)
    assert [event.step for event in table.all(e.StepDone)].count("plug") == 1


def test_f13_the_burn_is_refused_while_the_rack_holds_the_other_batch():
    table = Table("section-42", shuffler="automatic")
    table.to(Phase.LOADED)
    other = "B" if table.state.in_play == "A" else "A"
    assert table.no(c.BurnCards, rack_batch=other).clause == "s42/a/4/vi"
    table.yes(c.BurnCards, rack_batch=table.state.in_play)


# ----------------------------------------------------------------------------------------------- the cutting card


@pytest.mark.parametrize("rulebook", BOTH)
def test_a32_the_cutting_card_as_first_card_of_a_round(rulebook):
    table = betting(rulebook, BOTH_DRAW + " 4d Td", burn=LONG_BURN, cut_card_depth=399)
    table.coup()
    assert table.state.cards_left == table.state.depth
    assert not table.state.cut_card_seen
    table.coup()
    assert table.all(e.CardDealt)[6].cut_card
    assert table.state.last_hand_due
    table.to(Phase.BETTING)
    assert len(table.all(e.LastHandCalled)) == 1
    table.coup()
    assert table.state.shoe_is_over


@pytest.mark.parametrize("rulebook", BOTH)
def test_a33_seen_between_rounds_it_counts_for_the_next_one(rulebook):
    cards = BOTH_STAND + " 9h 2c 3c 4c 6c 7c 8c 9c Tc Jc"
    table = betting(rulebook, cards, burn=LONG_BURN, cut_card_depth=399)
    table.coup()
    table.report("card-in-error", disclosed=True)
    table.to(lambda state: state.cut_card_seen)
    table.to(Phase.BETTING)
    assert not table.all(e.LastHandCalled), "a remedy is no hand of play"
    table.coup()
    assert table.state.last_hand_due
    table.to(Phase.BETTING)
    table.coup()
    assert table.state.shoe_is_over


@pytest.mark.parametrize("rulebook", BOTH)
def test_a34_a_card_carried_past_the_last_hand_goes_back_with_the_cards(rulebook):
    table = Table(rulebook, cut_card_depth=399)
    table.to(lambda state: state.last_hand_called)
    table.to(Phase.RACKING)
    table.report("card-in-error")
    table.yes(c.RackCards)
    assert len(places(table.state)["carried"]) == 1
    table.to(Phase.SHUFFLE)
    assert table.state.carried == ()
    table.to(Phase.BETTING)
    assert len(places(table.state)["shoe"]) + len(table.state.burned) == table.state.cards_count


# --------------------------------------------------------------------------------------------------- face-up cards


def test_a36_cards_found_together_are_summed_and_those_met_while_burning_start_nothing():
    table = betting("section-42", "3c Td 9s 9h 9d 9c 8s 8h 8d 8c 7s 7h 7d 7c 6s")
    table.report("face-up-in-shoe", count=2)
    assert table.state.strays[0].burn_count == 3 + 10
    table.step()
    assert len(table.last(e.StrayDiscarded).positions) == 2 + 13
    assert not table.state.strays


def test_a37_in_mid_round_the_card_is_set_aside_burned_for_and_the_round_completed_with_the_next():
    table = betting("section-42", BOTH_DRAW + " 2c 9s 9h 4d Td")
    table.bet(3, "player")
    table.to(Phase.DRAWING)
    table.report("face-up-in-shoe")
    assert table.no(c.DealCard, hand="player").code is Code.STEP_MISSING
    table.yes(c.CarryOut, do="burn-counted")
    table.yes(c.DealCard, hand="player")
    assert table.last(e.CardDealt).card == "4d"


@pytest.mark.clause("s42/k/3", "s42/k/3/burn")
@pytest.mark.clause("s42/k/3", "s42/k/3/burn", breaks=True)
def test_a37_where_the_house_chose_so_the_burn_comes_after_the_round(saw):
    table = betting("section-42", "As Ah 2s 2h 2c 4d 3c Td", face_up_in_round="after-round")
    table.bet(3, "player")
    table.to(Phase.DRAWING)
    first = table.report("face-up-in-shoe")
    early = table.no(c.CarryOut, do="burn-counted")
    table.yes(c.DealCard, hand="player")
    table.report("face-up-in-shoe")
    table.to(Phase.BETWEEN)
    racked = table.state.rack[-1]
    assert [table.state.shown[p] for p in (*racked.player, *racked.banker)] == ["As", "2s", "4d", "Ah", "2h", "Td"]
    two = table.yes(c.CarryOut, do="burn-counted")
    three = table.yes(c.CarryOut, do="burn-counted")
    assert [len(events[0].positions) for events in (two, three)] == [3, 4], "each with as many as it counts"
    assert table.at(Phase.BETTING)
    saw(first, early, two, three)


def test_a37_before_the_first_card_the_burn_is_at_once_whatever_the_house_chose():
    table = betting("section-42", "2c 9s 9h " + BOTH_STAND, face_up_in_round="after-round")
    table.yes(c.CallNoMoreBets)
    table.report("face-up-in-shoe")
    assert table.no(c.DealCard, hand="player").code is Code.STEP_MISSING
    table.yes(c.CarryOut, do="burn-counted")
    table.yes(c.DealCard, hand="player")


def test_b29_frozen_wagers_wait_for_the_simulated_round_and_the_call_stands():
    table = betting("massachusetts", "9c 8c 7c 6c " + BOTH_STAND)
    table.bet(3, "player")
    table.yes(c.CallNoMoreBets)
    table.report("face-up-in-shoe")
    table.yes(c.CarryOut, do="simulated-round")
    assert table.no(c.WithdrawWager, seat=3, wager="player").code is Code.BETTING_CLOSED
    assert table.no(c.PlaceWager, seat=7, wager="player", cents=100).code is Code.BETTING_CLOSED
    table.to(lambda state: state.coup is not None and not state.coup.simulated)
    assert table.at(Phase.DEALING)
    assert table.state.coup_no == 1
    table.coup()
    assert len(table.all(e.BettingClosed)) == 1
    assert [racked.simulated for racked in table.state.rack] == [True, False]


def test_b29_may_withdraw_the_call_is_cancelled_and_repeated():
    table = betting("massachusetts", "9c 8c 7c 6c " + BOTH_STAND, wagers_before_simulated="may-withdraw")
    table.bet(3, "player")
    table.yes(c.CallNoMoreBets)
    table.report("face-up-in-shoe")
    table.to(Phase.BETTING)
    assert table.state.coup_no == 1
    table.yes(c.WithdrawWager, seat=3, wager="player")
    table.coup()
    assert len(table.all(e.BettingClosed)) == 2


def test_b29_a_card_dealt_already_the_live_round_is_finished_first():
    table = betting("massachusetts", "3s 9c 3h 4d 4c")
    table.bet(3, "player")
    table.yes(c.CallNoMoreBets)
    table.yes(c.DealCard, hand="player")
    table.report("face-up-in-shoe")
    table.no(c.CarryOut, do="simulated-round")
    table.coup()
    assert table.at(Phase.BETWEEN)
    assert not table.state.rack[-1].simulated
    table.to(Phase.BETTING)
    assert table.state.rack[-1].simulated


def test_b31_too_few_cards_for_a_simulated_round_ends_the_shoe():
    table = Table("massachusetts")
    table.to(lambda state: state.last_hand_called)
    table.bet(3, "player")
    chips = table.state.chips(3)
    table.report("card-in-error", count=table.state.cards_left - 2)
    table.report("face-up-in-shoe")
    table.to(Phase.RACKING)
    assert table.state.chips(3) == chips + 100_00, "what lay on the layout goes back"
    table.to(Phase.SHUFFLE)
    assert table.last(e.CardsRacked).simulated


# ------------------------------------------------------------------------------------------------- F02 to F06, B10, B28


@pytest.mark.parametrize("rulebook", BOTH)
@pytest.mark.parametrize(
    ("cards", "hand"), [(BOTH_DRAW + " 4d Td", "player"), ("3s 2h 4d 2c 4h", "banker"), (BOTH_STAND + " 4h", None)]
)
def test_f02_a_fifth_card_before_the_counts_belongs_to_the_hand_that_turns_out_to_be_due(rulebook, cards, hand):
    table = betting(rulebook, cards)
    table.bet(3, "player")
    table.to(Phase.TURNING)
    table.report("card-in-error")
    early = table.state.strays[0].positions[0]
    table.coup()
    racked = table.state.rack[-1]
    if hand is None:
        assert table.state.carried == (early,)
    else:
        assert (racked.player if hand == "player" else racked.banker)[2] == early


@pytest.mark.parametrize("rulebook", BOTH)
def test_f02_while_a_card_is_due_a_card_in_error_is_that_card(rulebook):
    table = betting(rulebook, BOTH_DRAW + " 4d Td")
    table.to(Phase.DRAWING)
    assert table.no(c.Report, kind="card-in-error").code is Code.WRONG_HAND


@pytest.mark.parametrize("rulebook", BOTH)
def test_f03_a_third_card_to_a_banker_that_must_stay_is_a_card_drawn_in_error(rulebook):
    table = betting(rulebook, BOTH_STAND + " 4h")
    table.to(Phase.RESULT)
    found = table.report("third-card-to-banker")
    assert isinstance(found[0], e.CardStrayed)
    assert found[0].kind == "card-in-error"
    assert len(table.state.carried) == 1


@pytest.mark.parametrize("rulebook", BOTH)
def test_f04_an_omitted_card_is_dealt_before_the_settlement_and_an_incident_after_it(rulebook):
    table = betting(rulebook, BOTH_DRAW + " 4d Td")
    table.bet(3, "player")
    table.to(Phase.DRAWING)
    table.no(c.Report, kind="omitted-card", note="no third card")
    table.yes(c.DealCard, hand="player")
    table.to(Phase.RACKING)
    table.report("omitted-card", note="no third card")
    assert table.no(c.RackCards).code is Code.INCIDENT_OPEN


def test_f05_a_surplus_burn_is_disclosed_where_a_burn_is_shown():
    shown = betting("section-42", "6h 9s 8s 7d 6d 5c 4c 3c")
    shown.report("burn-too-many")
    assert shown.state.strays[0].burn_count == 6
    hidden = betting("massachusetts", "6h 9s 8s")
    hidden.report("burn-too-many")
    assert hidden.state.carried == (2,)
    hidden.coup()
    assert hidden.state.rack[0].player[0] == 2, "the first card of the next hand"
    hidden.no(c.Report, kind="burn-too-many")


@pytest.mark.parametrize("on_void", ["reverse", "stands"])
def test_b10_house_money_in_a_void_round(on_void):
    table = betting("massachusetts", "2s Ah 2d 2h 4d", house_money="on", house_money_on_void=on_void)
    before = table.state.chips(3)
    table.bet(3, "player", 100_00)
    table.bet(3, "house-money", 20_00)
    table.to(Phase.HOUSE_MONEY)
    table.yes(c.ChooseHouseMoney, seat=3, choice="player")
    table.to(Phase.DRAWING)
    table.report("unfinishable", note="the shoe fell")
    table.yes(c.ConfirmUnfinishable, by=FLOOR, number=1)
    won = 0 if on_void == "reverse" else 60_00
    assert table.state.chips(3) == before + won
    table.yes(c.RackCards)
    assert isinstance(table.next(), c.EndShoe), "no card of it is dealt before the reshuffle"


def test_b10_nobody_walks_away_with_house_money_of_an_undecided_round():
    table = betting("massachusetts", "2s Ah 2d 2h 4d", house_money="on")
    table.bet(3, "house-money", 20_00)
    table.to(Phase.DRAWING)
    table.no(c.LeaveSeat, seat=3)
    table.to(Phase.RACKING)
    table.yes(c.LeaveSeat, seat=3)


def exposed_at(number: int, cards: str, **options: Any) -> Table:
    """A Massachusetts round whose card of that number turns over as it is dealt, and the dealer says so."""
    table = betting("massachusetts", cards, **options)
    table.bet(3, "player")
    table.bet(7, "banker")
    table.to(lambda state: state.coup is not None and len(state.coup.in_order()) == number)
    table.report("exposed-in-dealing")
    return table


@pytest.mark.clause("ma/13/d")
@pytest.mark.clause("ma/13/d", breaks=True)
@pytest.mark.parametrize("number", [1, 2, 4])
def test_b28_a_card_that_turns_over_in_dealing_begins_a_simulated_round_and_the_next_takes_its_place(number, saw):
    cards = ["3s", "3h", "4d", "4c"]
    cards.insert(number - 1, "9c")
    table = exposed_at(number, " ".join(cards))
    position = number - 1 + 2
    waits = table.no(c.DealCard, hand="player" if number % 2 == 0 else "banker")
    assert (waits.code, waits.clause) == (Code.STEP_MISSING, "ma/13/d"), "the floorperson confirms it first"
    (strayed,) = table.yes(c.ConfirmExposure, by=FLOOR, in_dealing=True)
    assert (strayed.positions, strayed.cards, strayed.do) == ((position,), {position: "9c"}, ("simulated-round",))
    assert table.at(Phase.DEALING)
    assert PARTS["set_aside"].make(table.state) == [["9c", "player" if number % 2 else "banker"]], "it lies by its hand"
    misused = table.no(c.CarryOut, do="carry")
    table.to(lambda state: bool(state.rack) and not state.strays and state.phase is Phase.BETTING)
    live, simulated = table.state.rack if number > 1 else reversed(table.state.rack)
    assert simulated.simulated
    assert simulated.player[0] == position
    assert not live.simulated
    assert {*simulated.player, *simulated.banker}.isdisjoint({*live.player, *live.banker})
    if number > 1:  # at the first card the simulated round comes first (B29)
        assert [table.state.shown[p] for p in (*live.player, *live.banker)] == ["3s", "4d", "3h", "4c"]
    saw(waits, strayed, misused)


def test_b28_several_such_cards_are_the_first_of_one_simulated_round_in_order():
    table = exposed_at(2, "3s 9c 8c 3h 4d 4c")
    table.yes(c.ConfirmExposure, by=FLOOR, in_dealing=True)
    table.yes(c.DealCard, hand="banker")
    table.report("exposed-in-dealing")
    table.yes(c.ConfirmExposure, by=FLOOR, in_dealing=True)
    table.to(Phase.RACKING)
    table.step()
    table.to(Phase.BETTING)
    live, simulated = table.state.rack
    assert [table.state.shown[p] for p in (*live.player, *live.banker)] == ["3s", "4d", "3h", "4c"]
    assert [table.state.shown[p] for p in (simulated.player[0], simulated.banker[0])] == ["9c", "8c"]


@pytest.mark.clause("ma/13/d", breaks=True)
def test_b28_it_is_reported_by_the_dealer_before_the_next_step_and_confirmed_by_the_floorperson(saw):
    table = betting("massachusetts", BOTH_STAND)
    table.bet(7, "banker")
    table.yes(c.CallNoMoreBets)
    nothing_out = table.no(c.Report, kind="exposed-in-dealing")
    table.yes(c.DealCard, hand="player")
    not_hers = table.no(c.Report, by=FLOOR, kind="exposed-in-dealing")
    table.report("exposed-in-dealing")
    not_his = table.no(c.ConfirmExposure, by=DEALER, in_dealing=True)
    again = table.no(c.Report, kind="exposed-in-dealing")
    table.yes(c.ConfirmExposure, by=FLOOR, in_dealing=False)
    assert not table.state.strays, "it lay on its area: it stays in its hand"
    nothing_waits = table.no(c.ConfirmExposure, by=FLOOR, in_dealing=True)
    table.yes(c.DealCard, hand="banker")
    table.to(Phase.TURNING)
    table.yes(c.TuckBanker)
    too_late = table.no(c.Report, kind="exposed-in-dealing")
    refusals = (nothing_out, not_hers, not_his, again, nothing_waits, too_late)
    assert all("ma/13/d" in refusal.clauses for refusal in refusals)
    saw(refusals)


def test_b28_a_third_card_face_down_is_taken_out_too_and_one_dealt_face_up_never():
    table = exposed_at(5, "As Ah 2s 2h 9c 4d Td")
    table.yes(c.ConfirmExposure, by=FLOOR, in_dealing=True)
    table.coup()
    racked = table.state.rack[-1]
    assert [table.state.shown[p] for p in (*racked.player, *racked.banker)] == ["As", "2s", "4d", "Ah", "2h", "Td"]
    table = betting("massachusetts", "As Ah 2s 2h 4d Td")
    table.bet(7, "banker")
    table.to(lambda state: state.coup is not None and len(state.coup.player) == 3)
    assert "ma/13/d" in table.no(c.Report, kind="exposed-in-dealing").clauses, "nobody holds it: it lies face up"


@pytest.mark.parametrize(
    ("rulebook", "options"),
    [
        ("massachusetts", {"exposed_in_dealing": "stays"}),
        ("section-42", {"deal_mode": "handed"}),
    ],
)
def test_b28_where_it_stays_the_card_is_exposed_in_its_hand(rulebook, options):
    table = betting(rulebook, BOTH_STAND, **options)
    table.bet(7, "banker")
    table.yes(c.CallNoMoreBets)
    table.yes(c.DealCard, hand="player")
    table.yes(c.DealCard, hand="banker")
    table.report("exposed-in-dealing")
    assert not table.state.strays
    table.coup()
    assert [racked.simulated for racked in table.state.rack] == [False]


def test_b28_a_card_shown_after_it_lay_on_its_area_stays_in_its_hand():
    table = betting("massachusetts", BOTH_STAND)
    table.bet(7, "banker")
    table.to(Phase.TURNING)
    table.yes(c.TuckBanker)
    table.report("card-exposed", hand="banker")
    assert not table.state.strays
    table.coup()
    assert not any(racked.simulated for racked in table.state.rack)


# ------------------------------------------------------------------------------------------------- F10, F11, F12, B33


def test_f10_each_round_of_a_device_has_its_own_committed_order_of_the_full_set():
    table = betting("section-42", shuffler="continuous")
    table.coup()
    table.coup()
    assert [event.shoe_no for event in table.all(e.ShoeRevealed)] == [1, 2]
    assert table.state.cards_left == 416
    assert not table.all(e.CardsBurned)
    assert not table.all(e.StackCut)
    assert len(table.state.results) == 2, "the scoreboard goes on"


def test_f10_a_carried_card_waits_on_the_layout_and_its_order_stays_hidden_until_it_is_turned():
    table = betting("section-42", BOTH_STAND + " 6h", shuffler="continuous")
    table.to(Phase.RESULT)
    table.report("card-in-error")
    table.coup()
    assert not table.all(e.ShoeRevealed)
    assert places(table.state)["carried"] == (0,)
    table.coup()
    assert table.all(e.CardDealt)[4].card == "6h"
    assert [event.shoe_no for event in table.all(e.ShoeRevealed)] == [1, 2]
    assert replay(table.log) == table.state


def test_f10_the_scoreboard_starts_anew_after_200_rounds_or_on_the_floors_order():
    table = betting("massachusetts", shuffler="continuous")
    table.coup()
    table.no(c.RestartScoreboard, by=DEALER, reason="new party")
    table.yes(c.RestartScoreboard, reason="new party")
    assert table.state.results == ()
    table.to(lambda state: len(state.results) == 199)
    table.to(Phase.BETTING)
    table.coup()
    assert table.state.results == ()
    assert table.last(e.ScoreboardRestarted).reason == "200 rounds"


def test_f11_a_standing_waiver_offers_the_right_onward_and_can_be_taken_back_between_rounds():
    table = betting("massachusetts", BOTH_STAND)
    table.yes(c.WaiveTurning, seat=3, waive=True)
    table.bet(3, "player", 100_00)
    table.bet(7, "player", 50_00)
    table.to(Phase.TURNING)
    assert (table.hands.offering, table.hands.offered) == ("player", 7)
    table.no(c.WaiveTurning, seat=3, waive=False)
    table.yes(c.AnswerRight, hand="player", accept=False)
    assert table.hands.holders["player"] == 0
    table.coup()
    table.yes(c.WaiveTurning, seat=3, waive=False)


def test_f12_a_debt_is_due_on_leaving_by_any_way_and_a_lost_connection_keeps_the_seat():
    table = betting("section-42", "2s 3h 4d 4c", vigorish_collection="deferred")
    table.bet(3, "banker")
    table.coup()
    assert table.no(c.LeaveSeat, seat=3).code is Code.VIGORISH_OWED
    assert table.no(c.ChangeSeat, seat=3, to=4).code is Code.VIGORISH_OWED
    table.yes(c.SayConnection, seat=3, connected=False)
    assert 3 in table.state.seats
    table.yes(c.CollectVigorish, seat=3, cents=5_00)
    table.yes(c.LeaveSeat, seat=3)


def test_b33_after_24_hours_the_next_round_waits_for_fresh_decks():
    table = betting("massachusetts")
    table.bet(3, "player")
    table.yes(c.CallNoMoreBets)
    table.skip(25 * HOUR_MS)
    table.coup()
    assert table.at(Phase.BETTING), "a round is never interrupted"
    assert table.no(c.PlaceWager, seat=3, wager="player", cents=100_00).clause == "ma/3/c"
    assert table.no(c.CallNoMoreBets).clause == "ma/3/c"
    table.yes(c.ChangeDecks)
    assert table.at(Phase.OPENING)
    table.to(Phase.BETTING)
    table.yes(c.CallNoMoreBets)


def test_b33_wagers_go_back_before_the_automatic_people_change_the_decks():
    table = betting("massachusetts")
    table.bet(3, "player")
    table.skip(25 * HOUR_MS)
    table.to(Phase.OPENING)
    assert table.state.chips(3) == 10_000_00


def test_a04_a_wager_that_could_not_pay_its_own_rounded_vigorish_is_refused():
    table = Table("massachusetts", vigorish_rounding="up-to-25c")
    table.to(Phase.BETTING)
    assert table.no(c.PlaceWager, seat=3, wager="banker", cents=7).code is Code.BAD_STAKE
    table.bet(3, "banker", 13)
    table.bet(7, "player", 7)


# --------------------------------------------------------------------------------------- incidents, debts, two dealers


def test_an_unlisted_case_stops_play_until_a_supervisor_resolves_it():
    table = betting("section-42")
    table.bet(3, "player")
    table.to(Phase.DEALING)
    table.report("other", note="a drink was spilled")
    assert table.no(c.DealCard, hand="player").code is Code.INCIDENT_OPEN
    table.no(c.ResolveIncident, by=DEALER, number=1, resolution="wiped")
    table.yes(c.ResolveIncident, number=1, resolution="wiped")
    table.coup()


@pytest.mark.parametrize("rulebook", [*BOTH, "seminole"])
def test_a07_b37_a_debt_that_cannot_be_collected_is_cleared_before_the_shuffle(rulebook):
    options: dict[str, Any] = {} if rulebook == "seminole" else {"vigorish_collection": "deferred"}
    options |= {"uncollected_vigorish": "house-pays"} if rulebook == "massachusetts" else {}
    table = Table(rulebook, seats=(3,), chips=100_00, cards="2s 3h 4d 4c 2d 3d 4h 4s", cut_card_depth=399, **options)
    table.to(Phase.BETTING)
    table.bet(3, "banker")
    table.coup()
    table.bet(3, "player", 200_00)
    table.to(Phase.SHUFFLE)
    assert table.state.balance("comps") == -5_00
    assert table.state.owed(3) == 0
    assert bool(table.all(e.IncidentOpened)) == (rulebook == "massachusetts")


def test_a26_the_calling_dealer_and_the_dealer_of_the_wagers_may_be_two_and_change_in_mid_shoe():
    table = betting("section-42", "2s 3h 4d 4c")
    table.yes(c.AssignStaff, duty="calling", person="Ann")
    table.yes(c.AssignStaff, duty="wagers", person="Ben")
    assert table.no(c.AssignStaff, duty="floor", person="Ann").code is Code.NOT_YOURS
    table.bet(3, "player")
    assert table.no(c.CallNoMoreBets).allowed == ("Ann",)
    table.coup()
    assert table.last(e.ActionsTaken).by == "Ben"
    table.yes(c.AssignStaff, by=FLOOR, duty="calling", person="Cid")
    table.coup()
    assert table.last(e.CardsRacked).by == "Cid"


def test_a36_more_cards_carried_than_one_round_takes_wait_for_the_one_after():
    table = betting("section-42", BOTH_STAND + " 5s 5h 4s 3c 9h 9d")
    table.to(Phase.RESULT)
    table.report("card-in-error", count=6)
    carried = table.state.carried
    table.coup()
    table.coup()
    assert (*table.state.rack[1].player, *table.state.rack[1].banker) != carried
    assert set(table.state.carried) | {*table.state.rack[1].player, *table.state.rack[1].banker} == set(carried)


# ------------------------------------------------------------------------------------------------ wagers of many kinds


def test_d09_partners_are_one_bettor_before_the_table_maximum():
    table = Table("seneca", seats=(2, 4, 6), maximum={"banker": 100_00, "player": 100_00})
    table.to(Phase.BETTING)
    table.bet(2, "banker", 60_00)
    table.bet(4, "banker", 60_00)
    assert table.no(c.DeclarePartners, by=table.guest(6), seats=(2, 4)).code is Code.NOT_YOURS
    table.yes(c.DeclarePartners, by=table.guest(2), seats=(2, 4))
    assert not table.state.partners, "a declaration needs every partner's word"
    table.yes(c.DeclarePartners, by=table.guest(4), seats=(2, 4))
    assert table.state.partners == ((2, 4),)
    assert table.no(c.PlaceWager, seat=4, wager="banker", cents=1_00).clause == "sen/partnership"
    table.yes(c.WithdrawWager, seat=4, wager="banker", cents=5_00)  # what was accepted stands; less is always allowed
    table.yes(c.WithdrawWager, seat=4, wager="banker", cents=15_00)
    table.bet(4, "player", 100_00)  # opposite areas do not add up
    table.coup()
    table.yes(c.DeclarePartners, by=FLOOR, seats=(2, 4, 6))
    table.yes(c.LeaveSeat, seat=4)
    assert table.state.partners == ((2, 6),), "the others still bet together"


def test_d09_a_house_may_add_up_every_area():
    table = Table("seneca", seats=(2, 4), maximum={"banker": 100_00, "tie": 20_00}, partnership_limit="all-areas")
    table.to(Phase.BETTING)
    table.yes(c.DeclarePartners, by=FLOOR, seats=(2, 4))
    table.bet(2, "banker", 90_00)
    refusal = table.no(c.PlaceWager, seat=4, wager="tie", cents=20_00)
    assert refusal.clause == "sen/partnership"
    assert "all areas together" in refusal.sentence
    table.bet(4, "tie", 10_00)


def test_a44_a_match_play_coupon_plays_beside_the_chips_and_goes_with_them():
    table = betting("section-42", "2s 3h 4d 4c", match_play=True)
    table.no(c.PlaceWager, seat=3, wager="tie", cents=10_00, coupon_cents=10_00, coupon_serial="C1")
    table.no(c.PlaceWager, seat=3, wager="banker", cents=10_00, coupon_cents=10_00)
    table.bet(3, "banker", 10_00, coupon_cents=10_00, coupon_serial="C1")
    table.no(c.PlaceWager, seat=7, wager="player", cents=10_00, coupon_cents=5_00, coupon_serial="C1")
    table.bet(7, "banker", 15_00)
    before = table.state.chips(3)
    table.to(Phase.DEALING)
    table.coup()
    assert table.state.chips(3) == before + 10_00 + 20_00 - 1_00, "the coupon is paid, and charged, like chips"


@pytest.mark.parametrize(("cards", "again"), [("2s 3h 4d 4c", False), ("3s 2h 4d 4c", False), ("3s 3h 4d 4c", True)])
@pytest.mark.clause("s42/b/3/match-play", breaks=True)
def test_a44_a_coupon_that_has_won_or_lost_is_surrendered_and_plays_no_second_time(cards, again, saw):
    table = betting("section-42", cards, match_play=True)
    table.bet(3, "banker", 10_00, coupon_cents=10_00, coupon_serial="C1")
    unseen = table.no(c.PlaceWager, seat=7, wager="player", cents=10_00, coupon_cents=10_00, coupon_serial="C1")
    table.coup()
    if again:  # a push returns it
        table.bet(7, "player", 10_00, coupon_cents=10_00, coupon_serial="C1")
    else:
        refusal = table.no(c.PlaceWager, seat=7, wager="player", cents=10_00, coupon_cents=10_00, coupon_serial="C1")
        assert (refusal.code, refusal.clause) == (Code.COUPON, "s42/b/3/match-play")
        saw(refusal)
    saw(unseen)


def test_a44_a_coupon_is_told_with_the_chips_it_came_with_or_alone():
    table = betting("section-42", match_play=True)
    (together,) = table.bet(3, "banker", 10_00, coupon_cents=10_00, coupon_serial="C1")
    assert str(told(together)) == "Seat 3 puts $10.00 on banker with a coupon of $10.00, C1."
    table.bet(7, "player", 20_00)
    (alone,) = table.bet(7, "player", 0, coupon_cents=10_00, coupon_serial="C2")  # joins the chips that lie there
    assert str(told(alone)) == "Seat 7 puts a coupon of $10.00, C2, on player."
    assert str(heard(alone)) == "Seat 7 puts a coupon of $10.00, match play, on player.", "the number is nobody else's"


def test_e26_where_no_clause_names_coupons_they_are_refused():
    table = betting("massachusetts")
    refusal = table.no(c.PlaceWager, seat=3, wager="player", cents=10_00, coupon_cents=10_00, coupon_serial="C1")
    assert refusal.code is Code.COUPON


def test_b05_nothing_is_raised_after_the_call_but_house_money_by_the_dealer():
    table = betting("massachusetts", "2s Ah 2d 2h 4d", house_money="on", maximum={"player": 100_00})
    table.bet(3, "player", 100_00)
    table.bet(3, "house-money", 20_00)
    table.to(Phase.HOUSE_MONEY)
    assert table.no(c.PlaceWager, seat=3, wager="player", cents=1_00).code is Code.BETTING_CLOSED
    table.no(c.SettleHouseMoney, by=table.guest(3), seat=3)
    table.yes(c.ChooseHouseMoney, seat=3, choice="player")
    table.yes(c.SettleHouseMoney, seat=3)
    wager = table.state.wagers[3, "player"]
    assert (wager.stake_cents, wager.added_cents) == (100_00, 60_00), "the addition may exceed the maximum (B07)"
    assert table.hands.holders["player"] == 3, "and moves no right (B08)"


def test_b09_house_money_is_settled_although_a_natural_ends_the_round():
    table = betting("massachusetts", "4s Kh 4d 2c", house_money="on")
    table.bet(3, "house-money", 20_00)
    table.to(Phase.HOUSE_MONEY)
    table.to(Phase.RESULT)
    assert table.last(e.HouseMoneySettled).wager.winnings_cents == 60_00


def test_a_preshuffled_set_skips_inspection_and_the_first_shuffle():
    table = Table("massachusetts", decks_received="preinspected-preshuffled")
    table.to(Phase.CUT_OFFER)
    assert [event.step for event in table.all(e.StepDone)] == ["receive", "stack"]


def test_two_batches_are_inspected_apart_and_alternate():
    table = Table("section-42", shuffler="automatic", cut_card_depth=399)
    table.to(Phase.CUT_OFFER)
    steps = [(event.step, event.batch) for event in table.all(e.StepDone)]
    assert {("spread", "A"), ("spread", "B"), ("verify", "A"), ("verify", "B")} <= set(steps)
    for _ in range(3):
        table.shoe()
        table.to(Phase.BETTING)
    assert [event.batch for event in table.all(e.ShoeLoaded)] == ["A", "B", "A", "B"]


def test_a_failed_feather_check_goes_back_to_the_shuffle():
    table = Table("section-42")
    table.to(lambda state: [name for name, _ in state.done][-1:] == ["feather"])
    table.yes(c.DoStep, by=FLOOR, step="feather-check", ok=False)
    assert table.at(Phase.SHUFFLE)
    assert table.state.done == ()
