"""While play stands still, and when something else comes between: nobody loses a right in the meantime.

A guest who cannot go on delays nobody; a guest who came meanwhile is a guest like the others; and who has given up the
right to turn does not get it back by an accident.
"""

from typing import Any

import pytest

from minibac.machine.roles import THE_HOUSE
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.deadlines import deadline
from minibac.table.state import Phase
from tests.sightings import Sightings
from tests.table.helpers import DEALER, FLOOR, Table
from tests.table.rounds import only
from tests.table.steps import cases

CARDS = "2s 3h 4d 4c 2d 3d 4h 4s"
LONG_MS = 600_000


def alarm(table: Table) -> int:
    """Something that stops play; its number."""
    return int(only(table.report("other", by=FLOOR, note="the fire alarm"), e.IncidentOpened).number)


def handed(rulebook: str) -> Table:
    """Seat 3 has the Player's cards in hand."""
    table = Table(rulebook, seats=(3, 5, 7), cards=CARDS, deal_mode="handed")
    table.to(Phase.BETTING)
    table.bet(3, "player")
    table.bet(5, "banker")
    table.bet(7, "tie")
    table.to(lambda state: state.coup is not None and state.coup.handed == "player")
    return table


DELAY = (("section-42", "s42/k/5"), ("massachusetts", "ma/8/d"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*DELAY, breaks=True))
def test_who_cannot_return_the_cards_delays_nobody(rulebook: str, clause: str, saw: Sightings) -> None:
    table = handed(rulebook)
    number = alarm(table)
    assert table.no(c.ReturnCards, hand="player").code is Code.INCIDENT_OPEN
    table.skip(LONG_MS)
    assert deadline(table.state) is None
    taken = [table.no(c.RevokeRight, by=by, hand="player", reason="delay") for by in (DEALER, FLOOR)]
    assert all((no.code, no.clause) == (Code.INCIDENT_OPEN, clause) for no in taken)
    table.yes(c.ResolveIncident, number=number, resolution="a false alarm")
    hurried = table.no(c.RevokeRight, hand="player", reason="delay")
    assert (hurried.code, hurried.clause) == (Code.NOT_NOW, clause), "the guest has the whole time again"
    table.skip(table.state.timing.turning_ms)
    table.yes(c.RevokeRight, hand="player", reason="delay")
    saw(taken, hurried)


@pytest.mark.clause("s42/a/4/iii", breaks=True)
def test_no_card_is_dealt_past_a_foreign_back_as_one_that_lay_on_the_wrong_hand(saw: Sightings) -> None:
    table = Table("section-42", cards=CARDS, shuffler="automatic")
    table.to(Phase.BETTING)
    table.bet(3, "player")
    table.to(Phase.DEALING)
    table.report("foreign-back", note="a blue card among the red")
    refusal = table.no(c.Report, kind="wrong-hand", hand="banker")
    assert (refusal.code, refusal.clause) == (Code.INCIDENT_OPEN, "s42/a/4/iii")
    assert not table.hands.player
    saw(refusal)


FOREIGN = (("section-42", "s42/f/1"), ("massachusetts", "ma/3/a/identical"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*FOREIGN, breaks=True))
@pytest.mark.parametrize(
    "kind", ["third-card-to-player", "third-card-to-banker", "card-in-error", "face-up-in-shoe", "too-few-cards"]
)
def test_no_card_leaves_the_shoe_past_a_foreign_back_as_one_in_error(
    rulebook: str, clause: str, kind: str, saw: Sightings
) -> None:
    """A third card of the Player in error would be the Banker's third at once, and a card in error the next hand's."""
    table = Table(rulebook, cards="Ks 3h 6d Kd 4c")
    table.to(Phase.BETTING)
    table.bet(3, "player")
    table.to(Phase.DRAWING)
    table.report("foreign-back", note="a blue card")
    before = table.state.next_index, table.hands
    refusal = table.no(c.Report, kind=kind, disclosed=False)
    assert (refusal.code, refusal.clause) == (Code.INCIDENT_OPEN, clause)
    assert (table.state.next_index, table.hands) == before
    assert table.state.wagers
    saw(refusal)


OFFER = (("section-42", "s42/e/4"), ("massachusetts", "ma/5/b"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*OFFER, breaks=True))
@pytest.mark.parametrize("accepted", [False, True])
def test_the_cut_is_not_lost_while_nobody_can_cut(rulebook: str, clause: str, accepted: bool, saw: Sightings) -> None:
    table = Table(rulebook, seats=(3, 5))
    table.to(Phase.CUT_OFFER)
    if accepted:
        table.yes(c.AnswerCut, accept=True)
    number = alarm(table)
    table.skip(LONG_MS)
    lost = table.no(c.AnswerCut, by=THE_HOUSE, accept=False)
    table.yes(c.ResolveIncident, number=number, resolution="a false alarm")
    hurried = table.no(c.AnswerCut, by=THE_HOUSE, accept=False)
    assert (lost.code, hurried.code) == (Code.INCIDENT_OPEN, Code.NOT_NOW)
    assert clause in lost.clauses
    saw(lost, hurried)


def test_a_second_incident_that_stops_play_keeps_it_standing() -> None:
    table = handed("section-42")
    first, second = alarm(table), alarm(table)
    table.yes(c.ResolveIncident, number=first, resolution="a false alarm")
    since = table.state.since
    table.skip(LONG_MS)
    assert deadline(table.state) is None
    table.yes(c.ResolveIncident, number=second, resolution="another")
    assert table.state.since > since + LONG_MS
    assert deadline(table.state) is not None


# --- the cut, and who came meanwhile ---------------------------------------------------------------------------------

BY_DEALER = (("section-42", "s42/e/4/dealer"), ("massachusetts", "ma/5/b/dealer"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*BY_DEALER, breaks=True))
def test_the_dealer_does_not_cut_before_a_guest_who_came_meanwhile_was_asked(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = Table(rulebook, seats=(3, 5))
    table.to(Phase.CUT_OFFER)
    table.sit(9)
    offered = [table.yes(c.AnswerCut, accept=False)[-1].seat for _ in range(2)]
    assert offered == [3, 9], "clockwise to the last, and on to the guest who sat down above them"
    early = table.no(c.CutStack, by=DEALER, position=100)
    assert clause in early.clauses
    assert table.yes(c.AnswerCut, accept=False)[-1].seat == 0
    table.yes(c.CutStack, position=100)
    saw(early)


def test_who_declined_the_cut_is_not_asked_again_elsewhere_and_who_takes_that_seat_is() -> None:
    table = Table("section-42", seats=(3, 5))
    table.to(Phase.CUT_OFFER)
    table.yes(c.AnswerCut, accept=False)
    table.yes(c.ChangeSeat, seat=5, to=9)
    table.sit(5, guest="Zoe")
    assert table.yes(c.AnswerCut, accept=False)[-1].seat == 5
    assert table.yes(c.AnswerCut, accept=False)[-1].seat == 0


def test_a_recut_goes_on_to_the_dealer_as_before() -> None:
    """Who declined the first cut, above whoever took it, is not entitled before the dealer (A29)."""
    table = Table("section-42", seats=(3, 5, 9))
    table.to(Phase.CUT_OFFER)
    table.yes(c.AnswerCut, accept=False)
    table.yes(c.AnswerCut, accept=True)
    table.yes(c.CutStack, position=100)
    assert table.yes(c.OrderRecut, reason="improper")[-1].seat == 3
    assert table.yes(c.AnswerCut, accept=False)[-1].seat == 0


@pytest.mark.parametrize(("rulebook", "clause"), cases(("section-42", "s42/e/4/order")))
def test_who_has_spoken_a_wager_is_at_the_game_and_is_offered_the_cut(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = Table(rulebook, seats=(5,), verbal_wagers=True, cut_card_depth=390)
    table.to(Phase.BETTING)
    table.sit(9, chips=0, arriving=True)
    table.yes(c.SpeakWager, seat=9, wager="player", cents=20_00, cash_cents=20_00)
    assert not table.state.seats[9].arriving
    table.to(lambda state: state.shoe_no == 2 and state.phase is Phase.CUT_OFFER)
    assert table.state.cut_seat == 9
    saw(table.last(e.CutOffered))


# --- a table that is not dead ----------------------------------------------------------------------------------------

COMING: dict[str, Any] = {
    "sits down": lambda table: table.yes(c.TakeSeat, seat=3, guest="Ann", age=40, attested_by="Ann"),
    "buys chips": lambda table: table.yes(c.BuyIn, seat=5, cents=100_00, transfer="more"),
    "takes chips back": lambda table: table.yes(c.WithdrawWager, seat=5, wager="player"),
}


IDLE = (("section-42", "s42/e/8"), ("massachusetts", "ma/5/g"))


@pytest.mark.parametrize("does", COMING)
@pytest.mark.parametrize(("rulebook", "clause"), cases(*IDLE, breaks=True))
def test_a_table_is_not_dead_at_which_somebody_has_just_come_or_done_something(
    rulebook: str, clause: str, does: str, saw: Sightings
) -> None:
    table = Table(rulebook, seats=(5,))
    table.to(Phase.BETTING)
    table.bet(5, "player")
    if does != "takes chips back":
        table.yes(c.WithdrawWager, seat=5, wager="player")
    table.skip(LONG_MS)
    COMING[does](table)
    refusal = table.no(c.DeclareDead)
    assert (refusal.code, refusal.clause) == (Code.NOT_NOW, clause)
    table.skip(table.state.timing.betting_ms)
    table.yes(c.DeclareDead)
    saw(refusal)


@pytest.mark.clause("sem/age-21", breaks=True)
def test_who_is_found_to_be_too_young_at_the_table_wagers_no_more(saw: Sightings) -> None:
    table = Table("seminole", seats=(2, 6))
    table.to(Phase.BETTING)
    table.bet(2, "player")
    table.yes(c.SayExcluded, by=THE_HOUSE, guest="guest-2", excluded=True)
    more = table.no(c.PlaceWager, seat=2, wager="player", cents=100_00)
    chips = table.no(c.BuyIn, seat=2, cents=100_00, transfer="more")
    for refusal in (more, chips):
        assert "sem/age-21" in refusal.clauses
    saw(more, chips)


# --- a right that was given up ---------------------------------------------------------------------------------------


@pytest.mark.clause("ma/8/d/remainder", breaks=True)
@pytest.mark.parametrize("number", [4, 5])
def test_a_card_that_turns_over_gives_nobody_the_right_back_that_was_given_up(number: int, saw: Sightings) -> None:
    """The offer is broken off until the hand is whole again, and then begins anew (B28)."""
    table = Table("massachusetts", seats=(3, 5, 7), cards="2s 3h 2d 4c 9d 3d 4h 4s 5c")
    table.to(Phase.BETTING)
    table.bet(3, "player")
    table.bet(5, "tie")
    table.to(lambda state: state.coup is not None and len(state.coup.in_order()) == number)
    (given_up,) = table.yes(c.Relinquish, hand="player")
    table.report("exposed-in-dealing")
    table.yes(c.ConfirmExposure, by=FLOOR, in_dealing=True)
    assert not table.hands.offering
    dealt, again = table.yes(c.DealCard, hand="banker" if number == 4 else "player")
    assert (dealt.card, again.seat, again.offered, again.reason) == (None, 3, 5, given_up.reason)
    mine = table.no(c.AnswerRight, by=table.guest(3), hand="player", accept=True)
    assert "ma/8/d/remainder" in mine.clauses
    table.yes(c.AnswerRight, hand="player", accept=True)
    if number == 4:
        table.yes(c.TuckBanker)
    table.no(c.HandCards, hand="player", seat=3)
    table.yes(c.HandCards, hand="player", seat=5)
    saw(again, mine)


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    cases(("section-42", "s42/k/5/remainder"), ("massachusetts", "ma/8/d/remainder"), breaks=True),
)
@pytest.mark.parametrize("compelled", [False, True])
def test_the_right_is_offered_to_nobody_who_has_given_it_up_in_this_round(
    rulebook: str, clause: str, compelled: bool, saw: Sightings
) -> None:
    table = handed(rulebook)
    if compelled:
        table.skip(LONG_MS)
        table.yes(c.RevokeRight, hand="player", reason="delay")
    else:
        table.yes(c.Relinquish, hand="player")
    table.yes(c.AnswerRight, hand="player", accept=True)
    (passed,) = table.yes(c.Relinquish, hand="player")
    assert (passed.seat, passed.offered) == (5, 7)
    back = table.no(c.AnswerRight, by=table.guest(3), hand="player", accept=True)
    assert clause in back.clauses
    (answered,) = table.yes(c.AnswerRight, hand="player", accept=False)
    assert answered.offered == 0, "seat 3 had the right before the others: the dealer turns the cards"
    table.yes(c.TurnCards, hand="player")
    saw(back)


SHOWN = (
    ("section-42", "s42/g/3/iii/A"),
    ("massachusetts", "ma/8/c/1/hand"),
)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*SHOWN, breaks=True))
def test_no_supervisor_takes_the_right_to_turn_unseen_either(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook, seats=(3, 5), cards=CARDS, deal_mode="handed")
    table.to(Phase.BETTING)
    table.bet(3, "player")
    table.to(Phase.TURNING)
    opened = only(table.report("card-exposed", by=FLOOR, hand="player"), e.IncidentOpened)
    assert (opened.seat, clause in opened.clauses) == (3, True)
    saw(opened)


def test_a_void_round_leaves_no_offer_behind() -> None:
    table = handed("section-42")
    table.yes(c.Relinquish, hand="player")
    number = only(table.report("unfinishable", by=FLOOR, note="smoke"), e.IncidentOpened).number
    table.yes(c.ConfirmUnfinishable, number=number)
    assert not table.hands.offering
