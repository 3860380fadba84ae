"""Vigorish at the table: taken with the payment, or marked and collected by the end of the shoe or of the stay.

Section 42 (c)(3), Massachusetts 12(d), and the Seminole commission.
"""

from typing import Any

import pytest

from minibac.machine.roles import Actor, Role
from minibac.rules.house_rules import build
from minibac.rules.layout import layout
from minibac.rules.refusal import Code
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.sightings import Sightings
from tests.table.helpers import DEALER, FLOOR, SPECTATOR, Table
from tests.table.owing import BANKER_7_6, LATER, banker_wins, owing
from tests.table.seen import view
from tests.table.steps import cases, signed_by

AT_ONCE: dict[str, Any] = {"vigorish_collection": "at-payout"}


# --- at once or later ------------------------------------------------------------------------------------------------

AT_PAYOUT = (
    ("section-42", "s42/c/3/ii"),
    ("massachusetts", "ma/12/d"),
    ("massachusetts", "ma/12/d/1"),
)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*AT_PAYOUT))
def test_vigorish_is_collected_when_the_winning_payout_is_made(rulebook: str, clause: str, saw: Sightings) -> None:
    table = banker_wins(rulebook, **AT_ONCE)
    assert clause in table.rules.setting("vigorish_collection").clauses
    table.step()
    settled = table.last(e.ActionsTaken)
    assert ("vigorish", 3, "banker", 5_00) in settled.actions
    assert ("pay", 3, "banker", 100_00) in settled.actions
    assert clause in settled.clauses
    assert table.state.owed(3) == 0
    assert table.state.chips(3) == 10_000_00 + 95_00
    saw(settled)


@pytest.mark.clause("ma/12/d/1", breaks=True)
def test_at_payout_a_round_is_not_closed_with_vigorish_uncollected(saw: Sightings) -> None:
    table = banker_wins("massachusetts", **AT_ONCE)
    unpaid = table.no(c.TakeActions, actions=(("pay", 3, "banker", 100_00),))
    marked = table.no(c.TakeActions, actions=(("mark", 3, "banker", 5_00),))
    for refusal in (unpaid, marked):
        assert "ma/12/d/1" in refusal.clauses
    assert table.no(c.RackCards).code is Code.NOT_NOW
    table.yes(c.TakeActions, actions=(("vigorish", 3, "banker", 5_00), ("pay", 3, "banker", 100_00)))
    saw(unpaid, marked)


DEFERRED = (
    ("section-42", "s42/c/3/ii"),
    ("massachusetts", "ma/12/d/2"),
    ("seminole", "sem/commission-when"),
)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*DEFERRED))
def test_vigorish_may_be_collected_later_and_is_owed_until_then(rulebook: str, clause: str, saw: Sightings) -> None:
    table = banker_wins(rulebook, **LATER)
    setting = table.rules.setting("vigorish_collection")
    assert clause in setting.clauses
    table.step()
    settled = table.last(e.ActionsTaken)
    assert ("mark", 3, "banker", 5_00) in settled.actions
    assert clause in settled.clauses
    assert table.state.owed(3) == 5_00
    assert table.state.chips(3) == 10_000_00 + 100_00, "paid in full, with a debt beside it"
    saw(settled, setting)


@pytest.mark.clause("ma/12/d/2", breaks=True)
def test_where_vigorish_is_marked_it_is_neither_left_out_nor_taken_at_once(saw: Sightings) -> None:
    table = banker_wins("massachusetts", **LATER)
    for move in (("pay", 3, "banker", 100_00), ("vigorish", 3, "banker", 5_00), ("mark", 3, "banker", 4_00)):
        refusal = table.no(c.TakeActions, actions=(move,))
        assert "ma/12/d/2" in refusal.clauses
        saw(refusal)


@pytest.mark.clause("ma/12/d", breaks=True)
@pytest.mark.parametrize("choice", [LATER, AT_ONCE])
def test_the_procedure_is_one_of_the_two_of_the_rules_submission(choice: dict[str, str], saw: Sightings) -> None:
    unfiled = build(load("massachusetts"), choice, references={})
    assert isinstance(unfiled, tuple)
    found = [refusal for refusal in unfiled if refusal.clause == "ma/12/d"]
    assert [refusal.code for refusal in found] == [Code.MISSING_REFERENCE]
    third = build(load("massachusetts"), {"vigorish_collection": "monthly"})
    assert isinstance(third, tuple)
    assert third[0].clause == "ma/12/d"
    saw(found, third)


@pytest.mark.clause("s42/c/3/ii", breaks=True)
def test_there_is_no_third_moment_to_collect(saw: Sightings) -> None:
    refusals = build(load("section-42"), {"vigorish_collection": "never"})
    assert isinstance(refusals, tuple)
    assert [refusal.clause for refusal in refusals] == ["s42/c/3/ii"]
    table = banker_wins("section-42", **AT_ONCE)
    skipped = table.no(c.TakeActions, actions=(("pay", 3, "banker", 100_00),))
    assert "s42/c/3/ii" in skipped.clauses
    saw(refusals, skipped)


# --- the marker button -----------------------------------------------------------------------------------------------

MARKER = (("section-42", "s42/c/3/ii/marker"), ("massachusetts", "ma/12/d/2/ii"))
STAYS = (("section-42", "s42/c/3/ii/marker-stays"), ("massachusetts", "ma/12/d/2/iii"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*MARKER))
def test_a_marker_button_with_the_amount_lies_in_the_rectangle_of_the_seat(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    """A second win at the same seat makes the one button show both."""
    table = Table(rulebook, cards=f"{BANKER_7_6} 3s 4h 3d 3c", seats=(2, 3), **LATER)
    table.to(Phase.BETTING)
    for owed in (5_00, 7_00):
        table.bet(3, "banker", 100_00 if owed == 5_00 else 40_00)
        table.coup()
        marked = table.last(e.ActionsTaken)
        assert clause in marked.clauses
        for audience in (table.guest(2), SPECTATOR, DEALER, FLOOR):
            shown = view(table.state, audience)
            assert {row["seat"]: row["owed_cents"] for row in shown["seats"]} == {2: 0, 3: owed}
            assert "vigorish" in {area.id for area in layout(table.rules).areas}, (
                "the numbered rectangles are on the layout"
            )
        saw(marked)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*MARKER, breaks=True))
def test_a_marker_that_shows_another_amount_is_refused(rulebook: str, clause: str, saw: Sightings) -> None:
    table = owing(rulebook)
    for cents in (4_00, 6_00, 10_00):
        refusal = table.no(c.ChangeMarker, seat=3, cents=cents)
        assert refusal.code is Code.WRONG_PAYMENT
        assert clause in refusal.clauses
        assert refusal.allowed == ("500",)
        saw(refusal)
    elsewhere = table.no(c.ChangeMarker, seat=7, cents=5_00)
    assert elsewhere.allowed == ("0",), "seat 7 owes nothing"
    assert table.do(c.ChangeMarker, seat=3, cents=5_00) == ()
    saw(elsewhere)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*STAYS))
def test_the_marker_stays_until_the_vigorish_is_collected(rulebook: str, clause: str, saw: Sightings) -> None:
    table = owing(rulebook)
    for _ in range(5):
        table.coup()
        assert table.state.owed(3) == 5_00
    chips = table.state.chips(3)
    (collected,) = table.yes(c.CollectVigorish, seat=3, cents=5_00)
    assert isinstance(collected, e.VigorishCollected)
    assert clause in collected.clauses
    assert table.state.owed(3) == 0
    assert table.state.chips(3) == chips - 5_00
    saw(collected)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*STAYS, breaks=True))
def test_a_marker_is_not_removed_or_lowered_without_the_money(rulebook: str, clause: str, saw: Sightings) -> None:
    table = owing(rulebook)
    removed = table.no(c.ChangeMarker, seat=3, cents=0)
    lowered = table.no(c.ChangeMarker, seat=3, cents=2_50)
    part = table.no(c.CollectVigorish, seat=3, cents=2_50)
    by_guest = table.no(c.CollectVigorish, by=table.guest(3), seat=3, cents=2_50)
    for refusal in (removed, lowered, part, by_guest):
        assert clause in refusal.clauses
        assert table.state.owed(3) == 5_00
    saw(removed, lowered, part, by_guest)


# --- the deadlines ---------------------------------------------------------------------------------------------------

BEFORE_SHUFFLE = (
    ("section-42", "s42/c/3/ii/before-reshuffle"),
    ("section-42", "s42/c/3/iv"),
    ("massachusetts", "ma/12/d/2/i"),
    ("seminole", "sem/commission-when"),
)
ON_LEAVING = (
    ("section-42", "s42/c/3/iv"),
    ("massachusetts", "ma/12/d/2/i"),
    ("seminole", "sem/commission-when"),
)


def owing_at_the_end(rulebook: str) -> Table:
    """Seat 3 owes $5, and the last hand of the shoe has been played."""
    table = owing(rulebook)
    table.to(lambda state: state.last_hand_played)
    assert table.state.owed(3) == 5_00
    return table


@pytest.mark.parametrize(("rulebook", "clause"), cases(*BEFORE_SHUFFLE))
def test_outstanding_vigorish_is_collected_before_the_shoe_is_reshuffled(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = owing_at_the_end(rulebook)
    (collected,) = table.yes(c.CollectVigorish, seat=3, cents=5_00)
    ended = signed_by(table.yes(c.EndShoe), e.ShoeEnded, clause)
    assert clause in collected.clauses
    assert table.state.phase is Phase.SHUFFLE
    saw(collected, ended)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*BEFORE_SHUFFLE, breaks=True))
def test_no_shoe_ends_and_no_card_is_reshuffled_while_a_seat_owes(rulebook: str, clause: str, saw: Sightings) -> None:
    table = owing_at_the_end(rulebook)
    ended = table.no(c.EndShoe)
    early = [owing(rulebook).no(c.CloseTable)]
    if rulebook == "massachusetts":
        early += [owing(rulebook).no(c.DirectShuffle, reason="an early shuffle"), owing(rulebook).no(c.ChangeDecks)]
    for refusal in (ended, *early):
        assert refusal.code is Code.VIGORISH_OWED
        assert clause in refusal.clauses
        assert refusal.allowed == ("3",)
    saw(ended, early)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*ON_LEAVING))
def test_a_guest_pays_what_is_owed_and_leaves(rulebook: str, clause: str, saw: Sightings) -> None:
    table = owing(rulebook)
    table.yes(c.CollectVigorish, seat=3, cents=5_00)
    (left,) = table.yes(c.LeaveSeat, seat=3)
    assert isinstance(left, e.SeatLeft)
    assert clause in left.clauses
    assert left.cents == 10_000_00 + 95_00
    assert 3 not in table.state.seats
    saw(left)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*ON_LEAVING, breaks=True))
def test_a_guest_who_owes_does_not_leave_by_any_way(rulebook: str, clause: str, saw: Sightings) -> None:
    """Leaving the seat by any way is leaving the table (F12)."""
    table = owing(rulebook)
    leaves = table.no(c.LeaveSeat, seat=3)
    shown_out = table.no(c.LeaveSeat, by=Actor("house", Role.HOUSE), seat=3)
    moves = table.no(c.ChangeSeat, seat=3, to=4)
    for refusal in (leaves, shown_out, moves):
        assert refusal.code is Code.VIGORISH_OWED
        assert clause in refusal.clauses
    table.yes(c.LeaveSeat, seat=7)
    saw(leaves, shown_out, moves)


def test_the_guides_borrow_the_marker_button_and_its_deadlines() -> None:
    """The Seminole guide has a deadline of its own; the Seneca guide says only that there is a commission (D08)."""
    owed = load("section-42").owed
    assert load("seneca").owed == owed
    seminole = load("seminole").owed
    assert (seminole.marker, seminole.stays) == (owed.marker, owed.stays)
    assert seminole.before_reshuffle == ("sem/commission-when", "s42/c/3/ii/before-reshuffle")
    assert seminole.leaving == ("sem/commission-when",)
    table = owing("seneca")
    assert table.no(c.LeaveSeat, seat=3).clause == "s42/c/3/iv"


def test_where_vigorish_is_taken_at_once_leaving_has_no_deadline() -> None:
    """No clause is cited for something it does not say."""
    for rulebook, owed in (("section-42", "s42/c/3/iv"), ("massachusetts", "ma/12/d/2/i")):
        table = Table(rulebook)
        table.to(Phase.BETTING)
        (left,) = table.yes(c.LeaveSeat, seat=3)
        assert owed not in left.clauses


@pytest.mark.clause("s42/c/3/ii/marker-stays")
def test_a_debt_that_is_documented_leaves_the_layout_too(saw: Sightings) -> None:
    """Collected or documented: a completed Complimentary Vigorish Form clears the marker (A07)."""
    table = owing("section-42")
    (cleared,) = table.yes(c.ClearVigorish, seat=3, cents=5_00, reference="CVF 000123")
    assert isinstance(cleared, e.VigorishCleared)
    assert table.state.owed(3) == 0
    saw(cleared)


@pytest.mark.clause("ma/12/d/2/iii", breaks=True)
def test_in_massachusetts_no_form_clears_a_marker(saw: Sightings) -> None:
    table = owing("massachusetts")
    refusal = table.no(c.ClearVigorish, seat=3, cents=5_00, reference="CVF 000123")
    assert refusal.code is Code.VIGORISH_OWED
    assert refusal.clause == "ma/12/d/2/iii"
    assert table.state.owed(3) == 5_00
    saw(refusal)
