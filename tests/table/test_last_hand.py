"""The cutting card: it is set aside, the hand is completed, "last hand" is called, one more is dealt, and no more."""

import pytest

from minibac.machine.roles import Actor, Role
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from minibac.table.strip import strip
from tests.table.helpers import SPECTATOR, Table
from tests.table.rounds import both, coup_of, natural_shoe, only
from tests.table.seen import view

TAIL = "9s 2h Ts 3c 9h 2d Th 3d 8s 2s 8h 3s 4s 4h"
"""The last fourteen cards: three natural rounds, and two cards that stay behind."""


def at_the_end(rulebook, *, left=14, tail=TAIL, **options):
    """A shoe that has come to its last cards at the betting of a round, every round so far of exactly four."""
    burn = "2s 3h 4h" if left % 2 else "As 2h"
    table = Table(rulebook, cards=natural_shoe(tail, burn=burn), burn=burn, **options)
    table.to(lambda state: state.shoe_no == 1 and 0 < state.cards_left <= left and state.phase is Phase.BETTING)
    return table


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/h/5", "ma/9/e"))
def test_the_cutting_card_as_first_card_of_a_round_is_set_aside_and_the_round_completed(rulebook, clause, saw):
    """With 14 cards left it is what comes out first (A32); it is no card of the round."""
    table = at_the_end(rulebook)
    assert (table.state.cards_left, table.state.cut_card_seen) == (14, False)
    first_index = table.state.next_index
    table.bet(1, "player", 100_00)
    table.yes(c.CallNoMoreBets)
    dealt = only(table.yes(c.DealCard, hand="player"), e.CardDealt)
    assert (dealt.cut_card, dealt.position, clause in dealt.clauses) == (True, first_index, True)
    assert table.state.cut_card_seen
    cut_short = table.no(c.EndShoe)
    assert clause in cut_short.clauses, "the hand is completed"
    table.to(Phase.RACKING)
    assert [len(coup_of(table).hand(hand)) for hand in ("player", "banker")] == [2, 2]
    assert not any(event.cut_card for event in table.all(e.CardDealt)[-3:])
    table.yes(c.RackCards)
    assert (table.state.phase, table.state.last_hand_due) == (Phase.BETWEEN, True)
    uncalled = table.no(c.CallNoMoreBets)
    assert clause in uncalled.clauses, "the next deal waits for the call of the last hand"
    saw(dealt, cut_short, uncalled)


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[1]))
        for row in (("section-42", "s42/h/5"), ("massachusetts", "ma/9/e"))
    ],
)
def test_the_cutting_card_in_the_middle_of_a_round_is_set_aside_too(rulebook, clause, saw):
    """A burn of three leaves 13 cards after a hundred rounds: the cutting card came out before the last of the four."""
    table = at_the_end(rulebook, left=13, tail=TAIL.rpartition(" ")[0])
    table_log = [event for event in table.all(e.CardDealt) if event.cut_card]
    (dealt,) = table_log
    assert clause in dealt.clauses
    racked = table.state.rack[-1]
    assert dealt.position == racked.banker[-1]
    assert len(racked.player) == len(racked.banker) == 2
    assert table.last(e.LastHandCalled).at > dealt.at
    saw(dealt)


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/h/5/announce", "ma/9/e/announce"))
def test_last_hand_is_called_once_when_that_round_is_over(rulebook, clause, saw):
    table = at_the_end(rulebook)
    early = table.no(c.CallLastHand)
    table.yes(c.AssignStaff, duty="calling", person="Carl")
    table.yes(c.AssignStaff, duty="wagers", person="Wanda")
    table.to(Phase.BETWEEN)
    skipped = [
        table.no(c.CallNoMoreBets, by=Actor("Carl", Role.DEALER)),
        table.no(c.EndShoe, by=Actor("Carl", Role.DEALER)),
    ]
    other = table.no(c.CallLastHand, by=Actor("Wanda", Role.DEALER))
    assert other.code is Code.NOT_YOURS
    called = only(table.yes(c.CallLastHand, by=Actor("Carl", Role.DEALER)), e.LastHandCalled)
    assert str(called.announcement).lower() == "last hand"
    assert clause in called.clauses
    assert view(table.state, SPECTATOR)["last_hand"]
    assert table.state.phase is Phase.BETTING
    twice = table.no(c.CallLastHand, by=Actor("Carl", Role.DEALER))
    table.to(Phase.BETWEEN)
    thrice = table.no(c.CallLastHand, by=Actor("Carl", Role.DEALER))
    assert all(clause in refusal.clauses for refusal in (early, *skipped, other, twice, thrice))
    assert len(table.all(e.LastHandCalled)) == 1
    saw(called, early, skipped, other, twice, thrice)


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/h/5/one-more", "ma/9/e/one-more"))
def test_exactly_one_more_hand_is_dealt_and_then_the_cards_are_shuffled(rulebook, clause, saw):
    table = at_the_end(rulebook)
    table.to(lambda state: state.last_hand_called)
    coup_no = table.state.coup_no
    early = table.no(c.EndShoe)
    table.coup()
    assert table.state.coup_no == coup_no
    assert (table.state.phase, table.state.last_hand_played) == (Phase.BETWEEN, True)
    now = next(step for step in strip(table.state) if step["state"] == "now")
    assert "has been played" in now["label"], "the strip does not ask for one more"
    assert now["clause"] == clause
    second = [
        table.no(c.CallNoMoreBets),
        table.no(c.DealCard, hand="player"),
        table.no(c.PlaceWager, seat=1, wager="player", cents=100_00),
    ]
    ended = only(table.yes(c.EndShoe), e.ShoeEnded)
    assert (ended.then, clause in ended.clauses) == ("shuffle", True)
    assert table.state.phase is Phase.SHUFFLE
    assert all(clause in refusal.clauses for refusal in (early, *second))
    assert all("the last hand has been played" in str(refusal.said) for refusal in second)
    saw(ended, early, second)


EIGHTEEN = f"5s 2h Ts 3c {TAIL}"


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_a_burn_or_simulated_round_that_meets_the_cutting_card_counts_for_the_next_round(rulebook):
    """Between rounds it counts as seen in the next one (A33); a simulated round is never the one more hand."""
    table = at_the_end(rulebook, left=18, tail=EIGHTEEN)
    assert (table.state.cards_left, table.state.cut_card_seen) == (18, False)
    table.report("face-up-in-shoe")  # a five: five more are burned, or it opens a simulated round of four
    table.to(lambda state: state.phase is Phase.BETTING and not state.strays)
    assert table.state.cut_card_seen
    assert not table.state.last_hand_due
    assert table.no(c.CallLastHand).code is Code.NOT_NOW
    live_before = len([racked for racked in table.state.rack if not racked.simulated])
    table.coup()
    assert table.state.last_hand_due
    table.yes(c.CallLastHand)
    table.coup()
    assert table.state.last_hand_played
    assert len([racked for racked in table.state.rack if not racked.simulated]) == live_before + 2


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_a_remedy_after_the_call_leaves_the_one_more_hand_to_be_dealt(rulebook):
    """A simulated round, or a burn, between "last hand" and that hand does not take its place (A33)."""
    tail = "9s 2h Ts 3c As 9h 2d Th 3d 8s 2s 8h 3s 4s"
    table = at_the_end(rulebook, tail=tail)
    table.to(lambda state: state.last_hand_called)
    assert table.state.cards_left == 10
    table.report("face-up-in-shoe")  # an ace: one more is burned, or a simulated round of A 2 against 9 3
    table.to(lambda state: state.phase is Phase.BETTING and not state.strays)
    assert not table.state.last_hand_played
    assert table.state.cards_left >= 4
    table.to(Phase.RACKING)
    table.yes(c.RackCards)
    assert table.state.last_hand_played or table.state.void_for
