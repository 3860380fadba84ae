"""Deadlines: what the house says when time has passed, and that it may say it."""

from typing import Any

import pytest

from minibac.machine.automatic_people import automatic_guest
from minibac.machine.roles import THE_HOUSE
from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c
from minibac.table.deadlines import Deadline, awaited, deadline
from minibac.table.guest_view import guest_part
from minibac.table.machine import decide
from minibac.table.state import Phase
from minibac.table.timing import NO_CLOCKS, Timing
from tests.table.helpers import Table

BOTH_DRAW = "As Ah 2s 2h 4d Td"


def waits(table: Table) -> Deadline:
    """The next deadline; there must be one."""
    found = deadline(table.state)
    assert found is not None, f"nothing is due at {table.state.phase}"
    return found


def due(table: Table) -> c.Command:
    """What the house will say; it must be something that it may say."""
    found = waits(table)
    assert found.at == found.command.at >= table.state.at
    answer = decide(table.state, found.command)
    assert not isinstance(answer, Refusal), answer
    table.skip(max(0, found.at - table.state.at))
    table.live.handle(found.command)
    return found.command


def test_the_betting_clock_runs_from_the_opening_of_the_betting_and_only_for_somebody():
    table = Table("section-42")
    table.to(Phase.BETTING)
    opened = table.state.since
    table.bet(3, "player")
    found = waits(table)
    assert found.at == opened + 20_000, "a wager does not wind the clock up again"
    assert isinstance(due(table), c.CallNoMoreBets)
    assert table.at(Phase.DEALING)
    empty = Table("section-42", seats=(3,))
    empty.to(Phase.BETTING)
    empty.yes(c.LeaveSeat, seat=3)
    assert deadline(empty.state) is None


def test_when_all_are_ready_nobody_waits_for_the_clock():
    table = Table("section-42", seats=(2, 6))
    table.to(Phase.BETTING)
    table.bet(2, "player")
    table.yes(c.SayReady, seat=2)
    assert waits(table).at > table.state.at, "seat 6 still has its time"
    for seat, told in {
        2: {"said": True, "others": 1, "seats": [6]},
        6: {"said": False, "others": 0, "seats": []},
    }.items():
        assert guest_part(table.state, seat)["ready"] == told, "each is told who is waited for"
    assert table.do(c.SayReady, seat=2, ready=True) == (), "said twice, it is said once"
    table.yes(c.SayReady, seat=6)
    table.yes(c.SayReady, seat=6, ready=False)
    assert waits(table).at > table.state.at, "and may take it back"
    table.yes(c.SayReady, seat=6)
    assert waits(table).at == table.state.at
    assert isinstance(due(table), c.CallNoMoreBets)
    assert table.no(c.SayReady, seat=2).code is Code.NOT_NOW
    table.to(Phase.BETTING)
    assert not table.state.ready, "each round is asked anew"


def test_nobody_is_ready_for_somebody_else():
    table = Table("section-42", seats=(2, 6))
    table.to(Phase.BETTING)
    table.yes(c.SayReady, seat=2)
    table.yes(c.LeaveSeat, seat=2)
    table.sit(2)
    assert waits(table).at > table.state.at, "whoever sits down now has said nothing"
    table.yes(c.SayReady, seat=2)
    table.yes(c.ChangeSeat, seat=2, to=5)
    assert table.state.ready == (5,)
    table.do(c.SayConnection, by=THE_HOUSE, seat=6, connected=False)
    assert waits(table).at == table.state.at, "who is not there keeps nobody waiting"


def test_no_clock_runs_for_who_is_still_arriving_and_nobody_waits_for_them():
    table = Table("section-42", seats=())
    table.to(lambda state: [name for name, _ in state.done][-1:] == ["spread"])
    table.sit(2, arriving=True)
    assert deadline(table.state) is None, "the look waits for its first guest"
    assert "look" not in guest_part(table.state, 2, {})["asks"]
    table.skip(10**7)
    table.yes(c.SayArrived, seat=2)
    assert table.do(c.SayArrived, seat=2) == (), "said twice, it is said once"
    assert guest_part(table.state, 2, {})["asks"] == ["look"]
    assert waits(table).at == table.state.at + table.state.timing.look_ms, "and that guest has the whole time"
    table.sit(6, arriving=True)
    table.to(Phase.CUT_OFFER)
    assert awaited(table.state) == 2, "the cut is offered to nobody who is still at the cashier's side"
    table.to(Phase.BETTING)
    table.yes(c.SayReady, seat=2)
    assert waits(table).at == table.state.at, "seat 6 keeps nobody waiting"
    table.sit(7, chips=0)
    assert waits(table).at == table.state.at, "nor does who has nothing to wager"
    table.bet(6, "player")
    assert not table.state.seats[6].arriving, "who puts chips down is at the game"
    assert waits(table).at > table.state.at


def test_automatic_guests_wind_no_clock_up_for_a_person_who_is_still_arriving():
    table = Table("section-42", seats=(4,))
    table.to(Phase.BETTING)
    table.yes(c.LeaveSeat, seat=4)
    table.sit(4, guest=automatic_guest(4))
    assert deadline(table.state) is not None
    table.sit(2, arriving=True)
    assert deadline(table.state) is None
    table.skip(10**6)
    table.yes(c.SayArrived, seat=2)
    assert waits(table).at == table.state.at + table.state.timing.betting_ms


def test_without_clocks_everybody_has_all_the_time():
    table = Table("section-42", seats=(2, 6))
    table.yes(c.StateTimes, by=THE_HOUSE, timing=NO_CLOCKS)
    table.to(lambda state: [name for name, _ in state.done][-1:] == ["spread"])
    assert deadline(table.state) is None
    table.to(Phase.CUT_OFFER)
    assert deadline(table.state) is None
    table.skip(10**8)
    refusal = table.no(c.AnswerCut, by=THE_HOUSE, accept=False)
    assert "no clocks" in str(refusal), "nobody answers for a guest"
    table.to(Phase.BETTING)
    assert deadline(table.state) is None
    table.yes(c.SayReady, seat=2)
    assert deadline(table.state) is None
    table.yes(c.SayReady, seat=6)
    assert isinstance(due(table), c.CallNoMoreBets)


def test_a_silent_guest_has_declined_the_look_and_the_cut():
    table = Table("section-42", seats=(2, 6))
    table.to(lambda state: [name for name, _ in state.done][-1:] == ["spread"])
    assert isinstance(due(table), c.DoStep)
    table.to(Phase.CUT_OFFER)
    assert awaited(table.state) == 6
    assert isinstance(due(table), c.AnswerCut)
    assert awaited(table.state) == 2
    table.yes(c.AnswerCut, accept=True)
    assert table.at(Phase.CUT)
    due(table)
    assert table.state.cut_seat == 0, "who took the cut and did not cut has given it back"


@pytest.mark.parametrize("rulebook", ["massachusetts", "section-42"])
def test_who_delays_gives_up_the_cards_and_silence_passes_the_offer_on(rulebook):
    options: dict[str, Any] = {"deal_mode": "handed"} if rulebook == "section-42" else {}
    table = Table(rulebook, seats=(2, 6), cards=BOTH_DRAW, **options)
    table.to(Phase.BETTING)
    table.bet(2, "player", 100_00)
    table.bet(6, "player", 50_00)
    table.to(lambda state: state.coup is not None and bool(state.coup.handed))
    assert awaited(table.state) == 2
    revoked = due(table)
    assert isinstance(revoked, c.RevokeRight)
    assert revoked.reason == "delay"
    assert awaited(table.state) == 6
    assert isinstance(due(table), c.AnswerRight)
    assert table.hands.holders["player"] == 0, "the dealer turns them"


def test_a_live_table_says_it_by_itself_and_not_before():
    table = Table("section-42", seats=(3,))
    table.to(Phase.BETTING)
    assert table.live.tick() == ()
    table.skip(20_000)
    assert [type(event).__name__ for event in table.live.tick()] == ["BettingClosed"]


def test_house_money_that_nobody_speaks_for_is_taken():
    table = Table("massachusetts", seats=(2, 6), cards="2s Ah 2d 2h 4d", house_money="on")
    table.to(Phase.BETTING)
    for seat in (2, 6):
        table.bet(seat, "house-money", 10_00)
        table.bet(seat, "player", 10_00)
    table.to(Phase.HOUSE_MONEY)
    assert awaited(table.state) == 2
    chosen = due(table)
    assert isinstance(chosen, c.ChooseHouseMoney)
    assert (chosen.seat, chosen.choice, chosen.by) == (2, "take", THE_HOUSE)
    table.no(c.ChooseHouseMoney, by=THE_HOUSE, seat=6, choice="player")
    table.step()
    assert awaited(table.state) == 6


def test_a_lost_connection_keeps_the_seat_until_its_time_runs_out_and_a_debt_is_collected_first():
    table = Table("section-42", seats=(2, 6), cards="2s 3h 4d 4c", vigorish_collection="deferred")
    table.to(Phase.BETTING)
    table.bet(2, "banker")
    table.yes(c.SayConnection, seat=2, connected=False)
    lost = table.state.at
    table.yes(c.StateTimes, by=THE_HOUSE, timing=Timing(betting_ms=10**9, lost_ms=60_000))
    assert isinstance(waits(table).command, c.CallNoMoreBets), "a wager is in play"
    table.coup()
    found = waits(table)
    assert found.at == max(lost + 60_000, table.state.at)
    assert isinstance(due(table), c.CollectVigorish)
    assert isinstance(due(table), c.LeaveSeat)
    assert 2 not in table.state.seats
    table.yes(c.SayConnection, seat=6, connected=False)
    table.yes(c.SayConnection, seat=6, connected=True)
    assert isinstance(waits(table).command, c.CallNoMoreBets)
