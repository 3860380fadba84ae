"""Who does what: the dealer who calls the game, the dealer of the wagers, the floorperson, and nobody else.

Section 42 (g)(2), (h)(5), (j)(2), (j)(4), (j)(5) and (k)(5), Massachusetts 8(d), and the guides' dealers.
"""

from typing import Any

import pytest

from minibac.machine.roles import Actor, Role
from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.sightings import Sightings
from tests.table.helpers import BOSS, CLERK, DEALER, EYE, FLOOR, MANAGER, SPECTATOR, Table
from tests.table.seen import view
from tests.table.steps import cases, phase_of, signed_by

ANN = Actor("Ann", Role.DEALER)
WILL = Actor("Will", Role.DEALER)
PLAYER_7_6 = "3s 2h 4d 4c"
BOTH_DRAW = "As Ah 2s 2h 4d Td 5h"  # Player 3 takes a 4, Banker 3 takes a ten


def two_dealers(rulebook: str = "section-42", **options: Any) -> Table:
    """Ann calls the game, Will looks after the wagers; seat 3 has $100 on Player."""
    table = Table(rulebook, cards=PLAYER_7_6, **options)
    table.to(Phase.BETTING)
    table.yes(c.AssignStaff, duty="calling", person="Ann")
    table.yes(c.AssignStaff, duty="wagers", person="Will")
    table.bet(3, "player", 100_00)
    return table


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_no_dealer_takes_chips_back_or_sends_guests_away(rulebook: str) -> None:
    """What is a guest's own is not for a dealer, on duty or off; that is our own demand."""
    table = two_dealers(rulebook)
    taken = table.no(c.WithdrawWager, by=DEALER, seat=3, wager="player")
    sent = table.no(c.LeaveSeat, by=DEALER, seat=3)
    moved = table.no(c.ChangeSeat, by=DEALER, seat=3, to=4)
    assert {refusal.code for refusal in (taken, sent, moved)} == {Code.NOT_YOURS}
    assert taken.allowed == ("the guest at seat 3",)
    assert table.no(c.WithdrawWager, by=WILL, seat=3, wager="player").code is Code.NOT_YOURS


# --- the dealer who calls the game -----------------------------------------------------------------------------------


@pytest.mark.clause("s42/g/2")
def test_the_calling_dealer_announces_no_more_bets(saw: Sightings) -> None:
    table = two_dealers()
    (closed,) = table.yes(c.CallNoMoreBets, by=ANN)
    assert isinstance(closed, e.BettingClosed)
    assert (closed.by, str(closed.announcement)) == ("Ann", "No more bets")
    assert "s42/g/2" in closed.clauses
    saw(closed)


@pytest.mark.clause("s42/g/2", breaks=True)
def test_nothing_is_dealt_before_the_call_and_nobody_else_calls(saw: Sightings) -> None:
    table = two_dealers()
    undealt = table.no(c.DealCard, by=ANN, hand="player")
    assert undealt.code is Code.NOT_NOW
    will = table.no(c.CallNoMoreBets, by=WILL)
    assert will.allowed == ("Ann",)
    others = [table.no(c.CallNoMoreBets, by=by) for by in (FLOOR, table.guest(3), SPECTATOR, MANAGER)]
    for refusal in (undealt, will, *others):
        assert refusal.clause == "s42/g/2"
    saw(undealt, will, others)


@pytest.mark.clause("s42/h/5/announce")
def test_the_calling_dealer_announces_the_last_hand_once_that_hand_is_over(saw: Sightings) -> None:
    table = Table("section-42")
    table.to(lambda state: state.cut_card_seen)
    assert not table.all(e.LastHandCalled)
    table.to(lambda state: state.last_hand_due)
    assert phase_of(table) is Phase.BETWEEN, "the hand in which the cutting card came out has been completed"
    table.yes(c.AssignStaff, duty="calling", person="Ann")
    called = table.yes(c.CallLastHand, by=ANN)[0]
    assert isinstance(called, e.LastHandCalled)
    assert (called.by, str(called.announcement)) == ("Ann", "Last hand")
    assert "s42/h/5/announce" in called.clauses
    assert view(table.state, SPECTATOR)["last_hand"] is True
    assert table.state.phase is Phase.BETTING
    saw(called)


@pytest.mark.clause("s42/h/5/announce", breaks=True)
def test_the_one_more_hand_waits_for_the_announcement(saw: Sightings) -> None:
    table = Table("section-42")
    table.to(Phase.BETTING)
    early = table.no(c.CallLastHand)
    table.to(lambda state: state.last_hand_due)
    undealt = [table.no(c.CallNoMoreBets), table.no(c.DealCard, hand="player")]
    table.yes(c.AssignStaff, duty="calling", person="Ann")
    will = table.no(c.CallLastHand, by=WILL)
    assert will.allowed == ("Ann",)
    for refusal in (early, *undealt, will):
        assert "s42/h/5/announce" in refusal.clauses
    table.yes(c.CallLastHand, by=ANN)
    twice = table.no(c.CallLastHand, by=ANN)
    assert "s42/h/5/announce" in twice.clauses
    saw(early, undealt, will, twice)


# --- the dealer of the wagers ----------------------------------------------------------------------------------------


@pytest.mark.clause("s42/j/2/dealer")
def test_the_dealer_of_the_wagers_settles_and_one_person_may_hold_both_duties(saw: Sightings) -> None:
    table = two_dealers()
    table.to(Phase.SETTLING)
    settled, _ = table.yes(c.TakeActions, by=WILL, actions=(("pay", 3, "player", 100_00),))
    assert (settled.by, "s42/j/2/dealer" in settled.clauses) == ("Will", True)
    assert table.last(e.ResultCalled).by == "Ann"
    staff = view(table.state, FLOOR)["floor"]["staff"]
    assert (staff["calling"], staff["wagers"], staff["floor"]) == ("Ann", "Will", FLOOR.id)
    table.yes(c.AssignStaff, duty="wagers", person="Ann")
    table.to(Phase.BETTING)
    table.bet(1, "tie", 20_00)
    table.coup()
    assert table.last(e.ActionsTaken).by == table.last(e.ResultCalled).by == "Ann", "one person, both duties (A26)"
    saw(settled)


@pytest.mark.clause("s42/j/2/dealer", breaks=True)
def test_nobody_but_the_dealer_of_the_wagers_settles(saw: Sightings) -> None:
    table = two_dealers()
    table.to(Phase.SETTLING)
    for by in (ANN, FLOOR, BOSS, CLERK, table.guest(3), SPECTATOR):
        refusal = table.no(c.TakeActions, by=by, actions=(("pay", 3, "player", 100_00),))
        assert refusal.code is Code.NOT_YOURS
        assert refusal.clause == "s42/j/2/dealer"
        assert refusal.allowed == (("Will",) if by.role is Role.DEALER else ("dealer",))
        saw(refusal)


def test_a_dealer_is_relieved_in_mid_shoe() -> None:
    table = two_dealers()
    table.to(Phase.DRAWING if table.state.phase is Phase.DRAWING else Phase.RESULT)
    table.yes(c.AssignStaff, duty="calling", person="Bea")
    assert table.no(c.CallResult, by=ANN, player=7, banker=6, result="player").allowed == ("Bea",)
    table.yes(c.CallResult, by=Actor("Bea", Role.DEALER), player=7, banker=6, result="player")
    assert table.no(c.AssignStaff, by=DEALER, duty="calling", person="Ann").code is Code.NOT_YOURS


# --- the dealers of the guides ---------------------------------------------------------------------------------------

DEALS = (("seminole", "sem/dealer-deals"), ("seneca", "sen/dealer-deals"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*DEALS))
def test_the_dealer_takes_every_card_from_the_shoe(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook, cards=BOTH_DRAW)
    table.to(Phase.BETTING)
    table.bet(3, "player", 100_00)
    table.to(Phase.RESULT)
    dealt = table.all(e.CardDealt)
    assert len(dealt) == 6
    for number, event in enumerate(dealt):
        assert event.by == DEALER.id
        assert clause in event.clauses or number >= 4, "third cards have clauses of their own"
        assert event.card is not None, "face up, by the dealer"
    assert not [event for event in table.log if isinstance(event, e.CardsHanded)]
    saw(dealt, table.rules.setting("deal_mode"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*DEALS, breaks=True))
def test_no_guest_takes_a_card_from_the_shoe(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook, cards=BOTH_DRAW)
    table.to(Phase.BETTING)
    table.bet(3, "player", 100_00)
    table.yes(c.CallNoMoreBets)
    for by in (table.guest(3), SPECTATOR, FLOOR):
        refusal = table.no(c.DealCard, by=by, hand="player")
        assert refusal.code is Code.NOT_YOURS
        assert refusal.allowed == ("dealer",)
        assert clause in refusal.clauses
        saw(refusal)


# --- cards and guests ------------------------------------------------------------------------------------------------


def card_moves(table: Table) -> list[tuple[type[c.Command], dict[str, Any]]]:
    """What is done with the cards between the stack and the discard rack."""
    del table
    return [
        (c.CompleteCut, {"depth": 14}),
        (c.LoadShoe, {}),
        (c.BurnCards, {}),
        (c.DealCard, {"hand": "player"}),
        (c.TuckBanker, {}),
        (c.HandCards, {"hand": "player", "seat": 3}),
        (c.TurnCards, {"hand": "player"}),
        (c.RackCards, {}),
        (c.CarryOut, {"do": "burn-counted"}),
    ]


@pytest.mark.clause("s42/j/5", "s42/j/5/staff")
@pytest.mark.parametrize("mode", ["face-up", "tucked", "handed"])
def test_from_the_shoe_to_the_rack_no_guest_has_a_card_that_was_not_handed_to_them(mode: str, saw: Sightings) -> None:
    """The cut, and the handed cards while a guest holds the right, are the exceptions (A13)."""
    table = Table("section-42", cards=BOTH_DRAW, deal_mode=mode)
    table.to(Phase.BETTING)
    table.bet(3, "player", 100_00)
    table.coup()
    racked = table.last(e.CardsRacked)
    assert {"s42/j/5", "s42/j/5/staff"} <= set(racked.clauses)
    guests = {table.guest(seat).id for seat in table.state.occupied}
    touched = [event for event in table.log if event.by in guests and isinstance(event, e.CardDealt | e.CardsTurned)]
    assert all(isinstance(event, e.CardsTurned) and event.seat == 3 for event in touched)
    assert bool(touched) == (mode == "handed")
    saw(racked)


@pytest.mark.clause("s42/j/5", "s42/j/5/staff", breaks=True)
def test_guests_and_spectators_have_no_card_action_and_contact_is_an_incident_that_names_the_staff(
    saw: Sightings,
) -> None:
    table = Table("section-42", cards=BOTH_DRAW)
    table.to(Phase.BETTING)
    table.yes(c.AssignStaff, duty="calling", person="Ann")
    table.yes(c.AssignStaff, duty="floor", person="Fred")
    table.bet(3, "player", 100_00)
    for kind, facts in card_moves(table):
        for by in (table.guest(3), SPECTATOR):
            refusal = table.no(kind, by=by, **facts)
            assert refusal.code is Code.NOT_YOURS
            assert {"s42/j/5", "s42/j/5/staff"} <= set(refusal.clauses)
            saw(refusal)
    table.yes(c.CallNoMoreBets, by=ANN)
    (incident,) = table.yes(c.Report, by=ANN, kind="card-handled", seat=3, note="seat 3 reached for a card")
    assert isinstance(incident, e.IncidentOpened)
    assert set(incident.clauses) == {"s42/j/5", "s42/j/5/staff"}
    assert (incident.staff["calling"], incident.staff["floor"]) == ("Ann", "Fred")
    table.coup()
    assert "s42/j/5" not in table.last(e.CardsRacked).clauses, "not this time"
    assert table.no(c.ResolveIncident, by=ANN, number=1, resolution="nothing").code is Code.NOT_YOURS
    saw(incident)


@pytest.mark.clause("s42/j/4")
def test_at_the_end_of_the_round_the_dealer_puts_all_cards_into_the_discard_rack(saw: Sightings) -> None:
    table = Table("section-42", cards=BOTH_DRAW)
    table.to(Phase.RACKING)
    coup = table.state.coup
    assert coup is not None
    lying = (coup.player, coup.banker)
    racked = signed_by(table.yes(c.RackCards), e.CardsRacked, "s42/j/4")
    assert (racked.player, racked.banker) == lying
    assert not racked.voided
    assert table.state.coup is None, "nothing is left on the layout"
    assert (table.state.rack[-1].player, table.state.rack[-1].banker) == lying
    saw(racked)


@pytest.mark.clause("s42/j/4", breaks=True)
def test_no_round_begins_while_cards_lie_on_the_layout(saw: Sightings) -> None:
    table = Table("section-42", cards=BOTH_DRAW)
    table.to(Phase.RACKING)
    tries = [
        table.no(c.CallNoMoreBets),
        table.no(c.DealCard, hand="player"),
        table.no(c.EndShoe),
        table.no(c.RackCards, by=FLOOR),
        table.no(c.RackCards, by=table.guest(1)),
    ]
    for refusal in tries:
        assert "s42/j/4" in refusal.clauses
    saw(tries)


# --- taking the right to turn the cards ------------------------------------------------------------------------------

REVOKE = (("section-42", "s42/k/5"), ("massachusetts", "ma/8/d"))


def seat_3_holds(rulebook: str) -> Table:
    """The cards of the Player's Hand are out with seat 3."""
    table = Table(rulebook, cards=BOTH_DRAW, deal_mode="handed")
    table.to(Phase.BETTING)
    table.bet(1, "player", 50_00)
    table.bet(3, "player", 100_00)
    table.to(lambda state: state.coup is not None and state.coup.handed == "player")
    return table


@pytest.mark.parametrize(("rulebook", "clause"), cases(*REVOKE))
@pytest.mark.parametrize("by", [DEALER, FLOOR], ids=lambda actor: actor.role.value)
def test_the_dealer_or_the_floorperson_takes_the_right_from_a_guest_who_delays(
    by: Actor, rulebook: str, clause: str, saw: Sightings
) -> None:
    table = seat_3_holds(rulebook)
    table.skip(table.state.timing.turning_ms)
    surrendered = signed_by(table.yes(c.RevokeRight, by=by, hand="player", reason="delay"), e.RightSurrendered, clause)
    assert (surrendered.seat, surrendered.reason, surrendered.by) == (3, "delay", by.id)
    assert surrendered.offered == 1, "the other guest with a wager in the round"
    assert table.state.coup is not None
    assert table.state.coup.handed == ""
    saw(surrendered)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*REVOKE, breaks=True))
def test_nobody_else_takes_the_right_and_not_for_any_reason(rulebook: str, clause: str, saw: Sightings) -> None:
    """Section 42 adds breach of the internal controls or rules; Massachusetts knows delay alone (A42)."""
    table = seat_3_holds(rulebook)
    refusals = [
        table.no(c.RevokeRight, by=by, hand="player", reason="delay")
        for by in (table.guest(1), table.guest(3), SPECTATOR, EYE, CLERK)
    ]
    assert {refusal.code for refusal in refusals} == {Code.NOT_YOURS}
    unlisted = ["bad luck", "", *(["breach of the rules"] if rulebook == "massachusetts" else [])]
    for reason in unlisted:
        refusal = table.no(c.RevokeRight, hand="player", reason=reason)
        assert refusal.code is Code.NO_REASON
        refusals.append(refusal)
    table.yes(c.AssignStaff, duty="floor", person="Fred")
    refusals.append(table.no(c.RevokeRight, by=FLOOR, hand="player", reason="delay"))
    assert refusals[-1].allowed == ("Fred",), "the floorperson assigned to the table"
    for refusal in refusals:
        assert refusal.clause == clause
    saw(refusals)
    if rulebook == "section-42":
        unsaid = table.do(c.RevokeRight, hand="player", reason="breach of the rules")
        assert isinstance(unsaid, Refusal), "a breach is named"
        assert unsaid.clauses == (), "that is our own demand"
        breach = table.do(c.RevokeRight, hand="player", reason="breach of the rules", note="bent a card")
        assert not isinstance(breach, Refusal)
