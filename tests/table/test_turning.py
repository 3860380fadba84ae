"""The handed mode: face down, under the shoe, out to the highest bettor and back, and the right that passes on."""

from typing import Any

import pytest

from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.guest_view import may_see
from minibac.table.state import Phase
from tests.table.helpers import BOSS, DEALER, EYE, FLOOR, SPECTATOR, Table
from tests.table.rounds import (
    BOTH_DRAW,
    PLAYER_DRAWS,
    both,
    coup_of,
    each,
    handed_out,
    handed_table,
    next_hand,
    only,
    tries,
)
from tests.table.seen import view

FIRST = {"player": ("As", "2s"), "banker": ("Ah", "2h")}
THIRD = {"player": "4d", "banker": "Td"}
HOLDER = {"player": 3, "banker": 7}


# ------------------------------------------------------------------------------------------------------ the first four


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/g/3/iii", "ma/8/c/face-down"))
def test_all_four_cards_arrive_face_down(rulebook, clause, saw):
    table = handed_table(rulebook)
    table.yes(c.CallNoMoreBets)
    for hand in ("player", "banker") * 2:
        face_up = tries(table, c.DealCard, hand=hand, cards=("9s",))
        assert (face_up.code, clause in face_up.clauses) == (Code.WRONG_CARD, True)
        dealt = only(table.yes(c.DealCard, hand=hand), e.CardDealt)
        assert dealt.card is None
        assert clause in dealt.clauses
        saw(face_up, dealt)
    for audience in (DEALER, FLOOR, EYE, SPECTATOR, *(table.guest(seat) for seat in (1, 3, 7))):
        assert not may_see(table.state, audience) & {*coup_of(table).player, *coup_of(table).banker}


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/g/3/iii/tuck", "ma/8/c/1"))
def test_the_bankers_hand_goes_under_the_shoe_before_anything_is_handed_out(rulebook, clause, saw):
    table = handed_table(rulebook)
    table.yes(c.CallNoMoreBets)
    table.yes(c.DealCard, hand="player")
    too_early = table.no(c.TuckBanker)
    table.to(Phase.TURNING)
    assert not view(table.state, SPECTATOR)["coup"]["tucked"]
    untucked = table.no(c.HandCards, hand="player", seat=3)
    assert untucked.clause == clause
    tucked = only(table.yes(c.TuckBanker), e.BankerTucked)
    assert tucked.clauses == (clause,)
    assert view(table.state, SPECTATOR)["coup"]["tucked"]
    turned = table.no(c.TurnCards, hand="banker")
    assert turned.clause == clause, "they wait there until the Player's Hand is called"
    saw(too_early, untucked, tucked, turned)


HAND = {
    "player": [("section-42", "s42/g/3/iii/A", "player"), ("massachusetts", "ma/8/c/1/hand", "player")],
    "banker": [("section-42", "s42/g/3/iii/B", "banker"), ("massachusetts", "ma/8/c/2", "banker")],
}


@pytest.mark.parametrize(("rulebook", "clause", "hand"), each(*HAND["player"], *HAND["banker"]))
def test_a_hand_goes_face_down_to_its_highest_bettor_and_to_nobody_else(rulebook, clause, hand, saw):
    table = handed_table(rulebook)
    table.bet(1, hand, 200_00)  # less than the holder of either hand
    table.to(lambda _: next_hand(table) == hand)
    holder = HOLDER[hand]
    wrong = [table.no(c.HandCards, hand=hand, seat=seat) for seat in range(10) if seat != holder]
    assert all(refusal.code is Code.WRONG_HOLDER and refusal.clause == clause for refusal in wrong)
    assert table.no(c.HandCards, by=FLOOR, hand=hand, seat=holder).code is Code.NOT_YOURS
    handed = only(table.yes(c.HandCards, hand=hand, seat=holder), e.CardsHanded)
    assert handed.clauses == (clause,), "no tie and no surrender decided it"
    cards = {*coup_of(table).hand(hand)}
    for seat in (1, 3, 7):
        assert bool(may_see(table.state, table.guest(seat)) & cards) == (seat == holder)
    assert not may_see(table.state, DEALER) & cards
    assert not may_see(table.state, EYE) & cards
    saw(handed, wrong)


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/g/3/iii/B", "ma/8/c/2"))
def test_the_bankers_cards_are_not_handed_out_before_the_players(rulebook, clause, saw):
    table = handed_table(rulebook)
    table.to(lambda state: state.coup is not None and state.coup.tucked)
    early = table.no(c.HandCards, hand="banker", seat=7)
    assert clause in early.clauses
    events = handed_out(table, "banker")
    assert "player" in coup_of(table).called
    saw(early, events)


BACK = [
    ("section-42", "s42/g/3/iii/A/return", "player"),
    ("section-42", "s42/g/3/iii/B/return", "banker"),
    ("massachusetts", "ma/8/c/1/return", "player"),
    ("massachusetts", "ma/8/c/2/return", "banker"),
]


@pytest.mark.parametrize(("rulebook", "clause", "hand"), each(*BACK))
def test_the_bettor_alone_returns_the_cards_face_up(rulebook, clause, hand, saw):
    table = handed_table(rulebook)
    handed_out(table, hand)
    others = [table.no(c.ReturnCards, by=by, hand=hand) for by in (table.guest(1), DEALER, FLOOR, SPECTATOR)]
    assert all(refusal.code is Code.NOT_YOURS and refusal.clause == clause for refusal in others)
    uncalled = table.no(c.CallCount, hand=hand, count=3)
    assert uncalled.clause == clause, "nothing is announced while the cards are out"
    holder = table.guest(HOLDER[hand])
    one = tries(table, c.ReturnCards, by=holder, hand=hand, cards=("As",))
    unreal = tries(table, c.ReturnCards, by=holder, hand=hand, cards=("As", "Zz"))
    assert {one.code, unreal.code} == {Code.WRONG_CARD}
    turned = only(table.yes(c.ReturnCards, hand=hand), e.CardsTurned)
    assert (turned.seat, tuple(turned.cards.values())) == (HOLDER[hand], FIRST[hand])
    assert [table.live.vault.card(position) for position in turned.cards] == list(FIRST[hand])
    assert view(table.state, SPECTATOR)["coup"][hand] == list(FIRST[hand])
    saw(others, uncalled, one, unreal, turned)


# -------------------------------------------------------------------------------------------------------- third cards

ARRIVE = [
    ("section-42", "s42/g/3/iii/C", "player"),
    ("section-42", "s42/g/3/iii/D", "banker"),
    ("massachusetts", "ma/8/c/4", "player"),
    ("massachusetts", "ma/8/c/5", "banker"),
]


def third_due(table, hand):
    """Let the table run until the third card of a hand is due."""
    table.to(
        lambda state: (
            isinstance(table.next(), c.DealCard)
            and len(table.log)
            and table.state.phase is Phase.DRAWING
            and table.next().hand == hand
        )
    )


@pytest.mark.parametrize(("rulebook", "clause", "hand"), each(*ARRIVE))
def test_a_third_card_arrives_face_down(rulebook, clause, hand, saw):
    table = handed_table(rulebook)
    third_due(table, hand)
    face_up = tries(table, c.DealCard, hand=hand, cards=(THIRD[hand],))
    assert (face_up.code, face_up.clause) == (Code.WRONG_CARD, clause)
    dealt = only(table.yes(c.DealCard, hand=hand), e.CardDealt)
    assert dealt.card is None
    assert clause in dealt.clauses
    for audience in (DEALER, EYE, table.guest(HOLDER[hand]), SPECTATOR):
        assert view(table.state, audience)["coup"][hand][-1] is None
    saw(face_up, dealt)


@pytest.mark.parametrize(
    ("rulebook", "clause", "hand"), [pytest.param(*row, marks=pytest.mark.clause(row[1])) for row in ARRIVE]
)
def test_a_third_card_that_turns_over_in_dealing_is_exposed_and_stays(rulebook, clause, hand, saw):
    """It was due to the hand, so it was not drawn in error (B28)."""
    table = handed_table(rulebook)
    third_due(table, hand)
    table.yes(c.DealCard, hand=hand)
    events = table.report("card-exposed", hand=hand)
    turned = only(events, e.CardsTurned)
    assert (turned.exposed, turned.seat, list(turned.cards.values())) == (True, 0, [THIRD[hand]])
    assert clause in turned.clauses
    opened = only(events, e.IncidentOpened)
    assert (opened.kind, opened.seat, opened.stops_play) == ("card-exposed", HOLDER[hand], False)
    assert not table.state.strays
    assert not table.state.carried
    assert len(coup_of(table).hand(hand)) == 3
    table.coup()
    assert str(table.last(e.ResultCalled).announcement).startswith("Player 7, Banker 3")
    saw(turned)


SHOWN = [
    ("section-42", "s42/g/3/iii/A", "player"),
    ("section-42", "s42/g/3/iii/B", "banker"),
    ("massachusetts", "ma/8/c/1/hand", "player"),
    ("massachusetts", "ma/8/c/2", "banker"),
]


@pytest.mark.parametrize(
    ("rulebook", "clause", "hand"),
    [pytest.param(*row, marks=pytest.mark.clause(row[1], breaks=True)) for row in SHOWN],
)
def test_cards_that_were_shown_before_their_bettor_had_them_are_an_incident_for_a_supervisor(
    rulebook, clause, hand, saw
):
    """The dealer's word alone takes no right to turn away unseen: a supervisor looks into it, and so do the books."""
    table = handed_table(rulebook)
    table.to(Phase.TURNING)
    table.yes(c.TuckBanker)
    opened = only(table.report("card-exposed", hand=hand), e.IncidentOpened)
    assert (opened.kind, opened.seat, clause in opened.clauses) == ("card-exposed", HOLDER[hand], True)
    table.coup()
    assert opened.number in table.state.incidents, "play goes on, and it stays until somebody has looked into it"
    table.yes(c.ResolveIncident, by=FLOOR, number=opened.number, resolution="the dealer's sleeve")
    assert not table.state.incidents
    saw(opened)


def test_cards_that_nobody_had_a_right_to_turn_are_shown_without_an_incident():
    table = Table("massachusetts", cards=BOTH_DRAW)
    table.to(Phase.BETTING)
    table.bet(7, "banker", 500_00)
    table.to(Phase.TURNING)
    table.yes(c.TuckBanker)
    table.report("card-exposed", hand="player")
    assert not table.state.incidents


THIRD_HAND = [
    ("section-42", "s42/g/3/iii/C/hand", "player"),
    ("section-42", "s42/g/3/iii/D/hand", "banker"),
    ("massachusetts", "ma/8/c/4/hand", "player"),
    ("massachusetts", "ma/8/c/5/hand", "banker"),
]


@pytest.mark.parametrize(("rulebook", "clause", "hand"), each(*THIRD_HAND))
def test_a_third_card_goes_to_the_bettor_who_held_the_hand(rulebook, clause, hand, saw):
    table = handed_table(rulebook)
    third_due(table, hand)
    table.yes(c.DealCard, hand=hand)
    wrong = [table.no(c.HandCards, hand=hand, seat=seat) for seat in (0, 1, 10 - HOLDER[hand])]
    assert all(refusal.code is Code.WRONG_HOLDER and refusal.clause == clause for refusal in wrong)
    handed = only(table.yes(c.HandCards, hand=hand, seat=HOLDER[hand]), e.CardsHanded)
    assert handed.clauses == (clause,)
    assert coup_of(table).hand(hand)[2] in may_see(table.state, table.guest(HOLDER[hand]))
    assert coup_of(table).hand(hand)[2] not in may_see(table.state, table.guest(1))
    saw(wrong, handed)


THIRD_BACK = [
    ("section-42", "s42/g/3/iii/C/return", "player"),
    ("section-42", "s42/g/3/iii/D/return", "banker"),
    ("massachusetts", "ma/8/c/4/return", "player"),
    ("massachusetts", "ma/8/c/5/return", "banker"),
]


@pytest.mark.parametrize(("rulebook", "clause", "hand"), each(*THIRD_BACK))
def test_a_third_card_comes_back_face_up_before_the_round_goes_on(rulebook, clause, hand, saw):
    table = handed_table(rulebook)
    third_due(table, hand)
    table.yes(c.DealCard, hand=hand)
    table.yes(c.HandCards, hand=hand, seat=HOLDER[hand])
    out = table.no(c.DealCard, hand="banker")
    assert out.clause == clause, "the round does not go on while the card is out"
    early = table.no(c.CallResult, player=7, banker=3, result="player")
    assert early.code is Code.NOT_NOW
    other = table.no(c.ReturnCards, by=table.guest(1), hand=hand)
    assert other.clause == clause
    back = only(table.yes(c.ReturnCards, hand=hand), e.CardsTurned)
    assert (back.seat, list(back.cards.values()), back.clauses) == (HOLDER[hand], [THIRD[hand]], (clause,))
    assert view(table.state, SPECTATOR)["coup"][hand][-1] == THIRD[hand]
    saw(out, other, back)


# ------------------------------------------------------------------------------------------------------ equal wagers

TIES = [
    ("section-42", "s42/g/3/iii/E", "player"),
    ("section-42", "s42/g/3/iii/E/banker", "banker"),
    ("massachusetts", "ma/8/c/6", "player"),
    ("massachusetts", "ma/8/c/6/banker", "banker"),
]


@pytest.mark.parametrize(("rulebook", "clause", "hand"), each(*TIES))
def test_of_equal_wagers_the_seat_nearest_counterclockwise_gets_the_hand(rulebook, clause, hand, saw):
    options: dict[str, Any] = {} if rulebook == "massachusetts" else {"deal_mode": "handed"}
    table = Table(rulebook, seats=(2, 4, 6, 8), cards=BOTH_DRAW, **options)
    table.to(Phase.BETTING)
    for seat, cents in ((8, 400_00), (6, 400_00), (4, 400_00), (2, 399_00)):
        table.bet(seat, hand, cents)
    closed = only(table.yes(c.CallNoMoreBets), e.BettingClosed)
    assert clause in closed.clauses
    table.to(lambda state: isinstance(table.next(), c.HandCards))
    wrong = [table.no(c.HandCards, hand=hand, seat=seat) for seat in (2, 6, 8)]
    assert all(clause in refusal.clauses for refusal in wrong)
    first = only(table.yes(c.HandCards, hand=hand, seat=4), e.CardsHanded)
    assert clause in first.clauses
    table.coup()
    assert [event.seat for event in table.all(e.CardsHanded)] == [4, 4], "and the third card too"
    assert [event.clauses[-1] for event in table.all(e.CardsHanded)] == [clause, clause]
    saw(closed, first, wrong)


def test_a_single_highest_wager_is_no_tie(saw):
    table = handed_table("section-42")
    closed = only(table.yes(c.CallNoMoreBets), e.BettingClosed)
    assert (closed.player_holder, closed.banker_holder) == (3, 7)
    assert not {"s42/g/3/iii/E", "s42/g/3/iii/E/banker"} & {*closed.clauses}


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_a_hand_nobody_bet_on_is_turned_by_the_dealer(rulebook):
    """No holder exists (A40); its third card lies face up (B11)."""
    table = handed_table(rulebook)
    table.yes(c.WithdrawWager, seat=7, wager="banker")
    table.coup()
    assert [event.hand for event in table.all(e.CardsHanded)] == ["player", "player"]
    turned = [event for event in table.all(e.CardsTurned) if event.hand == "banker"]
    assert [event.seat for event in turned] == [0]
    third = [event for event in table.all(e.CardDealt) if event.hand == "banker"][2]
    assert third.card == "Td"


# -------------------------------------------------------------------------------------------------- the right passes on


def five_seats(rulebook, cards=BOTH_DRAW):
    """Seats 2, 4, 5 and 8 have wagers and seat 6 has none; the Player's Hand is seat 4's."""
    options: dict[str, Any] = {} if rulebook == "massachusetts" else {"deal_mode": "handed"}
    table = Table(rulebook, seats=(2, 4, 5, 6, 8), cards=cards, **options)
    table.to(Phase.BETTING)
    for seat, wager, cents in ((2, "tie", 50_00), (4, "player", 400_00), (5, "banker", 100_00), (8, "player", 100_00)):
        table.bet(seat, wager, cents)
    handed_out(table, "player")
    return table


REASONS = [
    ("section-42", "s42/k/5", ("delay", "breach of the internal controls", "breach of the rules")),
    ("massachusetts", "ma/8/d", ("delay",)),
]


@pytest.mark.parametrize(("rulebook", "clause", "reasons"), each(*REASONS))
def test_dealer_or_floorperson_may_take_the_right_for_the_printed_reasons(rulebook, clause, reasons, saw):
    for reason in reasons:
        for by in (DEALER, FLOOR):
            table = five_seats(rulebook)
            if reason == "delay":
                hurried = table.no(c.RevokeRight, by=by, hand="player", reason=reason)
                assert (hurried.code, hurried.clause) == (Code.NOT_NOW, clause), "nobody delays within the stated time"
                saw(hurried)
                table.skip(table.state.timing.turning_ms)
            taken = only(table.yes(c.RevokeRight, by=by, hand="player", reason=reason, note="n"), e.RightSurrendered)
            assert (taken.seat, taken.reason, clause in taken.clauses) == (4, reason, True)
            saw(taken)
    table = five_seats(rulebook)
    others = [table.no(c.RevokeRight, by=by, hand="player", reason="delay") for by in (BOSS, EYE, table.guest(8))]
    assert all(refusal.code is Code.NOT_YOURS and refusal.clause == clause for refusal in others)
    for reason in ("", "bad luck", *({"breach of the rules"} - {*reasons})):
        refusal = table.no(c.RevokeRight, hand="player", reason=reason)
        assert (refusal.code, refusal.clause, refusal.allowed) == (Code.NO_REASON, clause, reasons)
        saw(refusal)
    saw(others)


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/k/5/offer", "ma/8/d/offer"))
def test_the_right_is_offered_to_the_right_and_on_counterclockwise(rulebook, clause, saw):
    """Seat numbers rise counterclockwise (F01): after 4 come 5, 8 and 2; seat 6 has no wager in the round (A41)."""
    table = five_seats(rulebook)
    not_theirs = table.no(c.Relinquish, by=table.guest(8), hand="player")
    given_up = only(table.yes(c.Relinquish, hand="player"), e.RightSurrendered)
    assert (given_up.seat, given_up.offered, given_up.clauses[0]) == (4, 5, clause)
    asked = [given_up.offered]
    refusals = [not_theirs]
    while coup_of(table).offering:
        due = coup_of(table).offered
        others = sorted({2, 4, 5, 6, 8} - {due})
        refusals += [table.no(c.AnswerRight, by=table.guest(seat), hand="player", accept=True) for seat in others]
        refusals.append(table.no(c.AnswerRight, by=FLOOR, hand="player", accept=False))
        answered = only(table.yes(c.AnswerRight, hand="player", accept=False), e.RightAnswered)
        assert clause in answered.clauses
        asked.append(answered.offered)
        saw(answered)
    assert asked == [5, 8, 2, 0]
    assert all(clause in refusal.clauses for refusal in refusals)
    saw(given_up, refusals)


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/k/5/remainder", "ma/8/d/remainder"))
def test_who_accepts_keeps_the_hand_for_the_rest_of_the_round_and_no_longer(rulebook, clause, saw):
    table = five_seats(rulebook, cards=f"{BOTH_DRAW} {PLAYER_DRAWS}")
    table.yes(c.Relinquish, hand="player")
    table.yes(c.AnswerRight, hand="player", accept=False)
    accepted = only(table.yes(c.AnswerRight, hand="player", accept=True), e.RightAnswered)
    assert (accepted.seat, accepted.accept) == (8, True)
    back = table.no(c.HandCards, hand="player", seat=4)
    assert clause in back.clauses, "the first holder does not get it back in this round"
    handed = only(table.yes(c.HandCards, hand="player", seat=8), e.CardsHanded)
    assert handed.clauses[-1] == clause
    third_due(table, "player")
    table.yes(c.DealCard, hand="player")
    assert clause in table.no(c.HandCards, hand="player", seat=4).clauses
    table.yes(c.HandCards, hand="player", seat=8)
    table.coup()
    for seat, cents in ((4, 400_00), (8, 100_00)):
        table.bet(seat, "player", cents)
    handed_out(table, "player")
    again = table.last(e.CardsHanded)
    assert (again.seat, clause in again.clauses) == (4, False), "the next round starts from the highest wager"
    saw(accepted, handed, back)


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/k/5/dealer-turns", "ma/8/d/dealer-turns"))
def test_the_dealer_turns_the_cards_only_when_everybody_has_declined(rulebook, clause, saw):
    table = five_seats(rulebook)
    too_early = [table.no(c.TurnCards, hand="player")]
    table.skip(table.state.timing.turning_ms)
    table.yes(c.RevokeRight, hand="player", reason="delay")
    while coup_of(table).offering:
        too_early.append(table.no(c.TurnCards, hand="player"))
        table.yes(c.AnswerRight, hand="player", accept=False)
    assert [refusal.clause for refusal in too_early] == [clause] * 4
    nobody = table.no(c.HandCards, hand="player", seat=4)
    assert clause in nobody.clauses
    turned = only(table.yes(c.TurnCards, hand="player"), e.CardsTurned)
    assert (turned.seat, tuple(turned.cards.values()), turned.clauses) == (0, FIRST["player"], (clause,))
    third_due(table, "player")
    third = only(table.yes(c.DealCard, hand="player"), e.CardDealt)
    assert third.card == "4d", "face up, since no bettor holds the hand (B11)"
    assert clause in third.clauses
    saw(too_early, nobody, turned, third)


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_a_standing_waiver_is_a_surrender_that_needs_no_words(rulebook):
    """The right is offered on at once, and the waiver is given or taken back between rounds only (F11)."""
    table = handed_table(rulebook)
    table.yes(c.WaiveTurning, seat=3, waive=True)
    table.to(lambda state: state.coup is not None and bool(state.coup.offering))
    surrendered = table.last(e.RightSurrendered)
    assert (surrendered.seat, surrendered.reason, surrendered.offered) == (3, "standing waiver", 7)
    assert table.no(c.WaiveTurning, seat=3, waive=False).code is Code.NOT_NOW
