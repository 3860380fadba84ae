"""The discard rack: every card of a round goes there, and each hand can be rebuilt from it."""

from typing import Any

import pytest

from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.settling import reconstruct
from minibac.table.state import Phase
from tests.table.helpers import BOSS, FLOOR
from tests.table.rounds import BANKER_DRAWS, BOTH_DRAW, BOTH_STAND, bet_table, both, coup_of, only
from tests.table.seen import view


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/j/4", "ma/11/c"))
def test_every_card_leaves_the_layout_before_a_new_round(rulebook, clause, saw):
    table = bet_table(rulebook, BOTH_DRAW)
    table.to(Phase.RACKING)
    lie = {*coup_of(table).player, *coup_of(table).banker}
    refusals = [
        table.no(c.CallNoMoreBets),
        table.no(c.DealCard, hand="player"),
        table.no(c.PlaceWager, seat=1, wager="player", cents=100_00),
        table.no(c.RackCards, by=table.guest(1)),
    ]
    assert all(clause in refusal.clauses for refusal in (*refusals[:2], refusals[3]))
    racked = only(table.yes(c.RackCards), e.CardsRacked)
    assert {*racked.player, *racked.banker} == lie
    assert len(lie) == 6
    assert clause in racked.clauses
    assert (racked.voided, racked.simulated) == (False, False), "the cards of a round that was settled"
    assert (table.state.coup, table.state.phase) == (None, Phase.BETTING)
    saw(racked, refusals)


@pytest.mark.parametrize(("rulebook", "clause"), both("s42/j/4/reconstruct", "ma/11/c/reconstruct"))
def test_each_hand_is_rebuilt_from_the_rack_and_a_mismatch_is_an_incident(rulebook, clause, saw):
    """Three rounds lie in the rack in their order; each hand has its cards in the order in which they came."""
    table = bet_table(rulebook, f"{BOTH_DRAW} {BANKER_DRAWS} {BOTH_STAND}")
    dealt = {
        1: (("As", "2s", "4d"), ("Ah", "2h", "Td")),
        2: (("3s", "4d"), ("2h", "2c", "5h")),
        3: (("3s", "4d"), ("3h", "4c")),
    }
    for _ in dealt:
        table.coup()
    racked = table.all(e.CardsRacked)
    assert [event.coup_no for event in racked] == [1, 2, 3]
    assert all(clause in event.clauses for event in racked)
    for coup_no, hands in dealt.items():
        rebuilt = reconstruct(table.state, coup_no)
        assert rebuilt is not None
        assert (rebuilt.player, rebuilt.banker) == hands
        agreed = only(
            table.yes(c.Reconstruct, coup_no=coup_no, player_cards=hands[0], banker_cards=hands[1]), e.CoupReconstructed
        )
        assert clause in agreed.clauses
        saw(racked, agreed)
    assert [row["player"] for row in view(table.state, FLOOR)["floor"]["rack"]] == [
        list(hands[0]) for hands in dealt.values()
    ]
    assert reconstruct(table.state, 4) is None
    missing = table.no(c.Reconstruct, coup_no=4, player_cards=("3s", "4d"), banker_cards=("3h", "4c"))
    assert missing.clause == clause
    wrong = only(
        table.yes(c.Reconstruct, by=BOSS, coup_no=1, player_cards=("As", "2s", "4d"), banker_cards=("Ah", "Td", "2h")),
        e.IncidentOpened,
    )
    assert (wrong.kind, wrong.stops_play, clause in wrong.clauses) == ("rack-mismatch", True, True)
    stopped = table.no(c.CallNoMoreBets)
    assert (stopped.code, stopped.clause) == (Code.INCIDENT_OPEN, clause)
    table.yes(c.ResolveIncident, number=wrong.number, resolution="looked up in the log; two cards were swapped")
    table.yes(c.CallNoMoreBets)
    saw(missing, wrong)


def test_a_guest_does_not_search_the_rack():
    table = bet_table("section-42", BOTH_DRAW)
    table.coup()
    refusal = table.no(c.Reconstruct, by=table.guest(1), coup_no=1, player_cards=(), banker_cards=())
    assert (refusal.code, refusal.clause) == (Code.NOT_YOURS, "s42/j/4/reconstruct")


@pytest.mark.parametrize(("rulebook", "clause"), [("section-42", "s42/j/4"), ("massachusetts", "ma/11/c")])
def test_what_was_rightly_paid_is_not_corrected(rulebook, clause):
    """The cards of a committed order are paid as they are: whoever asks, not a cent moves (F06)."""
    table = bet_table(rulebook, BOTH_DRAW)
    table.coup()
    before = dict(table.state.balances)
    facts: dict[str, Any] = {"seat": 1, "coup_no": 1, "reason": "paid 95 for 100"}
    assert table.no(c.CorrectPayment, by=table.guest(1), **facts).code is Code.NOT_YOURS
    for refusal in (
        table.no(c.CorrectPayment, **facts),
        table.no(c.CorrectPayment, by=BOSS, **{**facts, "seat": 7}),
        table.no(c.CorrectPayment, **{**facts, "coup_no": 9}),
    ):
        assert (refusal.code, refusal.clause) == (Code.WRONG_PAYMENT, f"{clause}/reconstruct")
    assert dict(table.state.balances) == before
