"""Wagers before the call and after it: spoken wagers with cash, "no more bets", and hands off.

Section 42 (b)(3) to (5), Massachusetts 7(b) and 7(c), and the guides' calls.
"""

from typing import Any

import pytest

from minibac.machine.roles import Actor, Role
from minibac.rules.refusal import Code
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.sightings import Sightings
from tests.table.helpers import BOSS, DEALER, FLOOR, MANAGER, SPECTATOR, Table
from tests.table.steps import cases, signed_by

BOTH = {"section-42": (DEALER, FLOOR), "massachusetts": (DEALER,)}
"""Who confirms a spoken wager: dealer and supervisor in Section 42, the dealer in Massachusetts."""

SPOKEN = (("section-42", "s42/b/3/verbal"), ("massachusetts", "ma/7/b/verbal"))
CONFIRM = (("section-42", "s42/b/3/verbal-confirm"), ("massachusetts", "ma/7/b/verbal-confirm"))
CONVERT = (("section-42", "s42/b/3/verbal-convert"), ("massachusetts", "ma/7/b/verbal-convert"))
PLAYER_7_6 = "3s 2h 4d 4c"


def betting(rulebook: str, **options: Any) -> Table:
    """Betting is open, and spoken wagers are taken."""
    table = Table(rulebook, cards=PLAYER_7_6, verbal_wagers=True, **options)
    table.to(Phase.BETTING)
    return table


def speaks(table: Table, cash_cents: int = 120_00) -> tuple[e.Event, ...]:
    """Seat 3: "a hundred on Player", with cash on the table."""
    return table.yes(c.SpeakWager, seat=3, wager="player", cents=100_00, cash_cents=cash_cents)


def confirmed(rulebook: str) -> Table:
    """A spoken wager that has every confirmation it needs."""
    table = betting(rulebook)
    speaks(table)
    for by in BOTH[rulebook]:
        table.yes(c.ConfirmSpoken, by=by, seat=3, wager="player")
    return table


# --- spoken wagers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rulebook", "clause"), cases(*SPOKEN))
def test_a_spoken_wager_is_taken_when_cash_comes_with_it(rulebook: str, clause: str, saw: Sightings) -> None:
    table = betting(rulebook)
    (spoken,) = speaks(table)
    assert isinstance(spoken, e.WagerSpoken)
    assert (spoken.cents, spoken.cash_cents) == (100_00, 120_00)
    assert spoken.clauses == (clause,)
    assert table.state.wagers == {}, "it does not count yet"
    saw(spoken, table.rules.setting("verbal_wagers"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*SPOKEN, breaks=True))
def test_a_spoken_wager_without_its_cash_or_at_a_table_that_takes_none_is_refused(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = betting(rulebook)
    for cash in (0, 50_00, 99_99):
        refusal = table.no(c.SpeakWager, seat=3, wager="player", cents=100_00, cash_cents=cash)
        assert refusal.code is Code.NOT_ENOUGH_CHIPS
        assert refusal.clause == clause
        saw(refusal)
    silent = Table(rulebook)
    silent.to(Phase.BETTING)
    off = silent.no(c.SpeakWager, seat=3, wager="player", cents=100_00, cash_cents=100_00)
    assert off.code is Code.NOT_OFFERED
    assert off.clause == clause
    saw(off)


@pytest.mark.clause("s42/b/3/verbal-confirm")
@pytest.mark.parametrize("order", [(DEALER, FLOOR), (FLOOR, DEALER), (DEALER, BOSS), (MANAGER, DEALER)])
def test_in_section_42_dealer_and_supervisor_confirm_it(order: tuple[Actor, Actor], saw: Sightings) -> None:
    table = betting("section-42")
    speaks(table)
    (first,) = table.yes(c.ConfirmSpoken, by=order[0], seat=3, wager="player")
    assert first.accepted is False, "one of the two is not enough"
    (second,) = table.yes(c.ConfirmSpoken, by=order[1], seat=3, wager="player")
    assert second.accepted is True
    for event in (first, second):
        assert event.clauses == ("s42/b/3/verbal-confirm",)
    saw(first, second)


@pytest.mark.clause("ma/7/b/verbal-confirm")
def test_in_massachusetts_the_dealer_alone_confirms_it(saw: Sightings) -> None:
    table = betting("massachusetts")
    speaks(table)
    (done,) = table.yes(c.ConfirmSpoken, seat=3, wager="player")
    assert done.accepted is True
    assert done.clauses == ("ma/7/b/verbal-confirm",)
    assert table.no(c.ConfirmSpoken, by=FLOOR, seat=3, wager="player").allowed == ("dealer",)
    saw(done)


@pytest.mark.clause("s42/b/3/verbal-confirm", breaks=True)
def test_two_people_confirm_it_who_are_on_duty_at_this_table(saw: Sightings) -> None:
    """Who confirmed it as the dealer is no supervisor for it afterwards; a supervisor of another place is none here."""
    table = betting("section-42")
    speaks(table)
    elsewhere = [
        table.no(c.ConfirmSpoken, by=Actor("Wanda", role), seat=3, wager="player")
        for role in (Role.DEALER, Role.FLOORPERSON, Role.PIT_BOSS, Role.SHIFT_MANAGER)
    ]
    table.yes(c.ConfirmSpoken, by=DEALER, seat=3, wager="player")
    for duty, person in (("calling", "Ann"), ("wagers", "Ann"), ("floor", DEALER.id)):
        table.yes(c.AssignStaff, duty=duty, person=person)
    same = table.no(c.ConfirmSpoken, by=Actor(DEALER.id, Role.FLOORPERSON), seat=3, wager="player")
    for refusal in (*elsewhere, same):
        assert (refusal.code, refusal.clause) == (Code.NOT_YOURS, "s42/b/3/verbal-confirm")
    (second,) = table.yes(c.ConfirmSpoken, by=BOSS, seat=3, wager="player")
    assert second.accepted
    saw(elsewhere, same)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*CONFIRM, breaks=True))
def test_a_spoken_wager_that_is_not_confirmed_at_the_call_is_refused_and_the_cash_returned(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = betting(rulebook)
    speaks(table)
    for by in (table.guest(3), SPECTATOR, Actor("Cleo", BOSS.role.PIT_CLERK)):
        refusal = table.no(c.ConfirmSpoken, by=by, seat=3, wager="player")
        assert refusal.code is Code.NOT_YOURS
        assert refusal.clause == clause
        saw(refusal)
    for by in BOTH[rulebook][:-1]:
        table.yes(c.ConfirmSpoken, by=by, seat=3, wager="player")
        again = table.no(c.ConfirmSpoken, by=by, seat=3, wager="player")
        assert again.clause == clause, "the same person does not count twice"
    unconfirmed = table.no(c.ConvertCash, seat=3, wager="player")
    assert clause in unconfirmed.clauses
    chips = table.state.chips(3)
    returned, closed = table.yes(c.CallNoMoreBets)
    assert isinstance(returned, e.SpokenReturned)
    assert returned.cash_cents == 120_00
    assert clause in returned.clauses
    assert isinstance(closed, e.BettingClosed)
    assert (table.state.spoken, table.state.wagers) == ((), {})
    assert table.state.chips(3) == chips
    late = table.no(c.ConfirmSpoken, seat=3, wager="player")
    assert late.code is Code.BETTING_CLOSED
    saw(unconfirmed, late)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*CONVERT))
def test_the_cash_becomes_chips_on_the_area_and_change(rulebook: str, clause: str, saw: Sightings) -> None:
    table = confirmed(rulebook)
    chips = table.state.chips(3)
    (converted,) = table.yes(c.ConvertCash, seat=3, wager="player")
    assert isinstance(converted, e.CashConverted)
    assert converted.at > 0, "with its time"
    assert converted.clauses == (clause,)
    assert table.state.wagers[3, "player"].stake_cents == 100_00
    assert table.state.balance("layout/3/player") == 100_00
    assert table.state.chips(3) == chips + 20_00, "the rest of the cash in chips"
    assert table.state.spoken == ()
    assert sum(row[4] for row in converted.postings) == 0
    saw(converted)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*CONVERT, breaks=True))
def test_no_card_is_dealt_while_the_cash_of_a_confirmed_wager_lies_there(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = confirmed(rulebook)
    by_guest = table.no(c.ConvertCash, by=table.guest(3), seat=3, wager="player")
    table.yes(c.CallNoMoreBets)
    assert table.state.spoken, "it stands: it was confirmed before the call"
    waiting = table.no(c.DealCard, hand="player")
    assert waiting.code is Code.STEP_MISSING
    nothing_there = table.no(c.Report, kind="cash-overdue", seat=1, note="seat 1 has spoken for nothing")
    for refusal in (by_guest, waiting, nothing_there):
        assert refusal.clause == clause
    (overdue,) = table.report("cash-overdue", seat=3, note="the bills lay there for two rounds of talk")
    assert isinstance(overdue, e.IncidentOpened)
    assert (overdue.clauses, overdue.stops_play) == ((clause,), False)
    table.yes(c.ConvertCash, seat=3, wager="player")
    table.coup()
    assert table.state.chips(3) == 10_000_00 + 20_00 + 200_00, "the wager was paid 1 to 1"
    saw(by_guest, waiting, overdue)


# --- after the call --------------------------------------------------------------------------------------------------

CLOSED = (
    ("section-42", "s42/b/4"),
    ("massachusetts", "ma/7/c"),
    ("seminole", "sem/no-more-bets"),
    ("seneca", "sen/bets-before"),
)
AFTER = (Phase.DEALING, Phase.TURNING, Phase.RESULT, Phase.SETTLING, Phase.RACKING)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*CLOSED))
def test_wagers_are_made_raised_and_withdrawn_until_the_call(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook, cards=PLAYER_7_6)
    table.to(Phase.BETTING)
    table.bet(3, "player", 100_00)
    table.bet(3, "player", 50_00)
    table.bet(1, "banker", 40_00)
    table.yes(c.WithdrawWager, seat=3, wager="player", cents=20_00)
    table.yes(c.WithdrawWager, seat=1, wager="banker")
    (closed,) = table.yes(c.CallNoMoreBets)
    assert isinstance(closed, e.BettingClosed)
    assert str(closed.announcement) == "No more bets"
    assert clause in closed.clauses
    assert {key: wager.stake_cents for key, wager in table.state.wagers.items()} == {(3, "player"): 130_00}
    saw(closed)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*CLOSED, breaks=True))
def test_after_the_call_nothing_is_made_raised_or_withdrawn(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook, cards=PLAYER_7_6)
    table.to(Phase.BETTING)
    table.bet(3, "player", 100_00)
    table.yes(c.CallNoMoreBets)
    for phase in AFTER:
        table.to(phase)
        tries = [
            table.no(c.PlaceWager, seat=1, wager="tie", cents=100_00),
            table.no(c.PlaceWager, seat=3, wager="player", cents=100_00),
            table.no(c.PlaceWager, seat=3, wager="player", cents=100_00),
            table.no(c.WithdrawWager, seat=3, wager="player", cents=10_00),
            table.no(c.WithdrawWager, seat=3, wager="player"),
        ]
        for refusal in tries:
            assert refusal.code is Code.BETTING_CLOSED
            assert clause in refusal.clauses
        saw(tries)


@pytest.mark.clause("sem/no-more-bets", breaks=True)
def test_a_seminole_game_does_not_start_before_the_call(saw: Sightings) -> None:
    table = Table("seminole")
    table.to(Phase.BETTING)
    refusal = table.no(c.DealCard, hand="player")
    assert refusal.clause == "sem/no-more-bets"
    saw(refusal)


def test_the_guides_borrow_what_nobody_may_touch_and_take_no_spoken_wagers() -> None:
    regulation = load("section-42")
    for guide in ("seminole", "seneca"):
        assert load(guide).handling == regulation.handling
        assert load(guide).verbal == regulation.verbal
        table = Table(guide)
        table.to(Phase.BETTING)
        spoken = table.no(c.SpeakWager, seat=3, wager="player", cents=100_00, cash_cents=100_00)
        assert spoken.code is Code.NOT_OFFERED
        table.bet(3, "player")
        table.to(Phase.RESULT)
        assert "s42/b/5" in table.no(c.WithdrawWager, seat=3, wager="player").clauses


# --- hands off -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("s42/b/5")
def test_a_wager_lies_untouched_from_the_first_card_until_it_is_settled(saw: Sightings) -> None:
    table = Table("section-42", cards=PLAYER_7_6)
    table.to(Phase.BETTING)
    table.bet(3, "player", 100_00)
    table.bet(7, "banker", 60_00)
    table.yes(c.CallNoMoreBets)
    layout = dict(table.state.wagers)
    while table.state.phase is not Phase.SETTLING:
        table.step()
        assert table.state.wagers == layout
    table.step()
    settled = table.last(e.ActionsTaken)
    assert settled.by == DEALER.id
    assert "s42/b/5" in settled.clauses
    assert table.state.wagers == {}, "decided and settled: the guests may take their chips"
    saw(settled)


@pytest.mark.clause("s42/b/5", breaks=True)
def test_after_the_first_card_a_wager_that_is_touched_stands_and_is_an_incident(saw: Sightings) -> None:
    table = Table("section-42", cards=PLAYER_7_6)
    table.to(Phase.BETTING)
    table.bet(3, "player", 100_00)
    table.yes(c.CallNoMoreBets)
    before = table.no(c.WithdrawWager, seat=3, wager="player")
    assert "s42/b/5" not in before.clauses, "no card has left the shoe: the call alone forbids it"
    table.step()
    assert table.state.coup is not None
    assert len(table.state.coup.player) == 1
    after = table.no(c.WithdrawWager, seat=3, wager="player")
    assert "s42/b/5" in after.clauses
    leaving = table.no(c.LeaveSeat, seat=3)
    assert leaving.clause == "s42/b/5"
    (incident,) = table.report("wager-touched", seat=3, note="seat 3 pulled back two chips")
    assert isinstance(incident, e.IncidentOpened)
    assert (incident.kind, incident.seat, incident.clauses) == ("wager-touched", 3, ("s42/b/5",))
    assert table.state.wagers[3, "player"].stake_cents == 100_00, "the locked amount stands"
    saw(after, leaving, incident)
    table.coup()
    paid = signed_by(tuple(table.log), e.ActionsTaken, "s42/b/5")
    assert ("pay", 3, "player", 100_00) in paid.actions
