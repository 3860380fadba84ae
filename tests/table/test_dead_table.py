"""A table without gaming activity: the cards are taken out and spread, and come back into play step by step.

Section 42 (e)(8) and Massachusetts 5(g), by hand and with an automatic shuffler.
"""

from typing import Any

import pytest

from minibac.machine.roles import Actor, Role
from minibac.rules.house_rules import build
from minibac.rules.refusal import Code
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.sightings import Sightings
from tests.table.helpers import DEALER, FLOOR, Table
from tests.table.steps import cases, does, may_not, phase_of, signed_by

ASD: dict[str, Any] = {"shuffler": "automatic"}


def in_play(rulebook: str, coups: int = 2, **options: Any) -> Table:
    """A table that has dealt a few rounds and waits for wagers."""
    table = Table(rulebook, **options)
    table.to(Phase.BETTING)
    for _ in range(coups):
        table.coup()
    assert table.state.rack or table.state.continuous
    return table


def dead(rulebook: str, *steps: str, guests: bool = True, **options: Any) -> Table:
    """A dead table, come through these steps; without ``guests`` everybody has left."""
    table = in_play(rulebook, **options)
    if not guests:
        for seat in table.state.occupied:
            table.yes(c.LeaveSeat, seat=seat)
    table.dead()
    does(table, *steps)
    return table


DEAD = (("section-42", "s42/e/8"), ("massachusetts", "ma/5/g"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*DEAD))
def test_the_cards_are_taken_from_shoe_and_rack_and_spread(rulebook: str, clause: str, saw: Sightings) -> None:
    table = in_play(rulebook)
    events = table.dead()
    ended = signed_by(events, e.ShoeEnded, clause)
    assert (ended.then, ended.by) == ("dead-table", FLOOR.id)
    assert (table.state.rack, table.state.burned, table.state.coup) == ((), (), None)
    assert table.state.phase is Phase.DEAD
    (spread,) = does(table, "spread", cards_count=416)
    assert spread.cards_count == 416, "every card is there"
    assert clause in spread.clauses
    saw(ended, spread)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*DEAD, breaks=True))
def test_nothing_is_dealt_at_a_dead_table_and_it_is_not_declared_in_mid_round(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = in_play(rulebook)
    by_dealer = table.no(c.DeclareDead, by=DEALER)
    assert by_dealer.code is Code.NOT_YOURS, "the floorperson declares it (A46)"
    table.bet(1, "player")
    busy = table.no(c.DeclareDead)
    assert busy.code is Code.NOT_NOW
    quiet = dead(rulebook)
    undealt = [
        may_not(quiet, "spread", cards_count=415),
        quiet.no(c.CallNoMoreBets),
        quiet.no(c.DealCard, hand="player"),
        quiet.no(c.PlaceWager, seat=1, wager="player", cents=100_00),
        quiet.no(c.LoadShoe),
    ]
    for refusal in (by_dealer, busy, *undealt):
        assert clause in refusal.clauses
    saw(by_dealer, busy, undealt)


def test_a_dead_table_is_declared_only_when_no_vigorish_is_owed() -> None:
    """Breaking up a shoe ends it, so what is owed is settled first (A45)."""
    table = Table("section-42", cards="2s 3h 4d 4c", vigorish_collection="deferred")
    table.to(Phase.BETTING)
    table.bet(3, "banker")
    table.coup()
    table.skip(table.state.timing.betting_ms)
    assert table.no(c.DeclareDead).code is Code.VIGORISH_OWED
    table.yes(c.CollectVigorish, seat=3, cents=5_00)
    table.dead()


# --- which side up ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("s42/e/8/face")
@pytest.mark.parametrize(("face", "after_spread"), [("up", "look"), ("down", "turn-up")])
def test_the_house_spreads_face_up_or_face_down(face: str, after_spread: str, saw: Sightings) -> None:
    table = dead("section-42", dead_table_face=face)
    setting = table.rules.setting("dead_table_face")
    assert (setting.value, setting.clause) == (face, "s42/e/8/face")
    (spread,) = does(table, "spread")
    assert "s42/e/8/face" in spread.clauses
    command = table.next()
    assert isinstance(command, c.DoStep)
    assert command.step == after_spread
    saw(setting, spread)


@pytest.mark.clause("s42/e/8/face", breaks=True)
@pytest.mark.parametrize("face", ["either", "sideways"])
def test_there_is_no_third_way_to_lie(face: str, saw: Sightings) -> None:
    refusals = build(load("section-42"), {"dead_table_face": face})
    assert isinstance(refusals, tuple)
    assert [refusal.clause for refusal in refusals] == ["s42/e/8/face"]
    assert refusals[0].allowed == ("up", "down")
    saw(refusals)


@pytest.mark.clause("s42/e/8/turn-up")
def test_a_face_down_spread_is_turned_up_when_a_player_arrives(saw: Sightings) -> None:
    table = dead("section-42", "spread", guests=False, dead_table_face="down")
    assert table.next() is None, "the table waits for somebody"
    table.sit(4)
    (turned,) = does(table, "turn-up")
    assert turned.clauses == ("s42/e/8/turn-up",)
    saw(turned)


@pytest.mark.clause("s42/e/8/turn-up", breaks=True)
def test_nothing_comes_before_turning_a_face_down_spread_up(saw: Sightings) -> None:
    table = dead("section-42", "spread", guests=False, dead_table_face="down")
    early = may_not(table, "turn-up")
    assert early.clause == "s42/e/8/turn-up", "nobody has arrived"
    table.sit(4)
    look = may_not(table, "look")
    assert look.allowed == ("turn-up",)
    assert look.clause == "s42/e/8/turn-up"
    for step in ("wash", "stack", "turn-down"):
        assert may_not(table, step).code is Code.STEP_MISSING
    loaded = table.no(c.LoadShoe)
    assert "s42/e/8/turn-up" in loaded.clauses
    saw(early, look, loaded)


@pytest.mark.clause("ma/5/g/face")
def test_massachusetts_spreads_face_down_unless_a_player_asks(saw: Sightings) -> None:
    fixed = Table("massachusetts").rules.rulebook.fixed["dead_table_face"]
    assert (fixed.value, fixed.clause) == ("down", "ma/5/g/face")
    table = dead("massachusetts", "spread")
    (asked,) = does(table, "ask-face-up")
    assert asked.by == table.guest(1).id
    assert asked.clauses == ("ma/5/g/face",)
    (turned,) = does(table, "turn-up")
    assert turned.clauses == ("ma/5/g/face",)
    saw(asked, turned)
    silent = dead("massachusetts", "spread", "look")
    assert may_not(silent, "turn-up").code is Code.WRONG_STEP, "nobody asked"


@pytest.mark.clause("ma/5/g/face", breaks=True)
def test_a_players_wish_for_a_face_up_spread_cannot_be_declined(saw: Sightings) -> None:
    table = dead("massachusetts", "spread", "ask-face-up")
    ignored = may_not(table, "look")
    assert ignored.allowed == ("turn-up",)
    assert ignored.clause == "ma/5/g/face"
    by_dealer = may_not(dead("massachusetts", "spread"), "ask-face-up", by=DEALER)
    assert by_dealer.allowed == ("guest",)
    saw(ignored, by_dealer)


# --- the first player's look -----------------------------------------------------------------------------------------

LOOK = (
    ("section-42", "s42/e/8/turn-down", "turn-down"),
    ("massachusetts", "ma/5/g/inspect", "look"),
)


@pytest.mark.parametrize(("rulebook", "clause", "step"), cases(*LOOK))
def test_the_first_player_may_look_before_the_cards_are_prepared_again(
    rulebook: str, clause: str, step: str, saw: Sightings
) -> None:
    table = dead(rulebook, "spread")
    made = {"look": does(table, "look", ok=False)[0], "turn-down": does(table, "turn-down")[0]}
    assert clause in made[step].clauses
    assert made["look"].by == table.guest(1).id
    saw(made[step])


@pytest.mark.parametrize(("rulebook", "clause", "step"), cases(*LOOK, breaks=True))
def test_the_cards_do_not_come_back_before_the_player_could_look_and_they_are_turned(
    rulebook: str, clause: str, step: str, saw: Sightings
) -> None:
    del step
    table = dead(rulebook, "spread", guests=False)
    unseen = may_not(table, "turn-down")
    assert unseen.allowed == ("look",)
    table.sit(6)
    does(table, "look")
    washed = may_not(table, "wash")
    assert washed.allowed == ("turn-down",)
    back = table.no(c.LoadShoe)
    for refusal in (unseen, washed, back):
        assert clause in refusal.clauses
    saw(unseen, washed, back)


# --- back into play by hand ------------------------------------------------------------------------------------------

BY_HAND = (("section-42", "s42/e/8/i"), ("massachusetts", "ma/5/g/1"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*BY_HAND))
def test_without_a_shuffler_they_are_washed_stacked_shuffled_and_cut(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = dead(rulebook, "spread", "look", "turn-down")
    before = len(table.log)
    washed = signed_by(does(table, "wash"), e.StepDone, clause)
    stacked = signed_by(does(table, "stack"), e.StepDone, clause)
    assert table.state.phase is Phase.SHUFFLE
    table.to(Phase.BETTING)
    kinds = [type(event) for event in table.log[before:]]
    for kind in (e.StackCommitted, e.StackCut, e.CutCompleted, e.ShoeLoaded, e.CardsBurned):
        assert kind in kinds
    assert table.state.shoe_no == 2
    saw(washed, stacked)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*BY_HAND, breaks=True))
def test_neither_wash_nor_stack_is_left_out_on_the_way_back(rulebook: str, clause: str, saw: Sightings) -> None:
    table = dead(rulebook, "spread", "look", "turn-down")
    unwashed = may_not(table, "stack")
    assert unwashed.allowed == ("wash",)
    cut = table.no(c.CutStack, position=200)
    does(table, "wash")
    unstacked = table.no(c.LoadShoe)
    for refusal in (unwashed, cut, unstacked):
        assert clause in refusal.clauses
    saw(unwashed, cut, unstacked)


# --- back into play with an automatic shuffler -----------------------------------------------------------------------

INTO_DEVICE = (("section-42", "s42/e/8/ii"), ("massachusetts", "ma/5/g/2"))
SWAP = (("section-42", "s42/e/8/ii/swap"), ("massachusetts", "ma/5/g/2/swap"))
UNSPREAD = (("section-42", "s42/e/8/ii/no-spread"), ("massachusetts", "ma/5/g/2/no-spread"))
DEVICE = (("section-42", "s42/e/8/ii/A"), ("massachusetts", "ma/5/g/2/i"))
CUSTODY = (("section-42", "s42/e/8/ii/B"), ("massachusetts", "ma/5/g/2/ii"))
SEEN = ("spread", "look", "turn-down")


@pytest.mark.parametrize(("rulebook", "clause"), cases(*INTO_DEVICE))
def test_with_a_shuffler_the_batch_is_stacked_and_placed_in_it(rulebook: str, clause: str, saw: Sightings) -> None:
    table = dead(rulebook, *SEEN, **ASD)
    (stacked,) = does(table, "stack", cards_count=416)
    assert stacked.clauses == (clause,)
    assert may_not(table, "wash").code is Code.WRONG_STEP, "no wash in this branch"
    saw(stacked)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*INTO_DEVICE, breaks=True))
def test_the_other_batch_does_not_come_out_before_the_first_is_stacked(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = dead(rulebook, *SEEN, **ASD)
    early = may_not(table, "swap")
    assert early.allowed == ("stack",)
    short = may_not(table, "stack", cards_count=415)
    back = table.no(c.LoadShoe, batch="B")
    for refusal in (early, short, back):
        assert clause in refusal.clauses
    saw(early, short, back)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*SWAP))
def test_the_batch_in_the_shuffler_is_taken_out(rulebook: str, clause: str, saw: Sightings) -> None:
    table = dead(rulebook, *SEEN, "stack", **ASD)
    assert table.state.in_play == "A"
    done, swapped = does(table, "swap")
    assert isinstance(swapped, e.BatchesSwapped)
    assert table.state.in_play == swapped.in_play == "B", "so that the batches alternate"
    for event in (done, swapped):
        assert clause in event.clauses
    table.to(Phase.BETTING)
    assert table.last(e.ShoeLoaded).batch == "B"
    saw(done, swapped)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*SWAP, breaks=True))
def test_play_does_not_return_before_the_batches_are_swapped(rulebook: str, clause: str, saw: Sightings) -> None:
    table = dead(rulebook, *SEEN, "stack", **ASD)
    for refusal in (table.no(c.LoadShoe), table.no(c.CutStack, position=200), may_not(table, "attest-device")):
        assert clause in refusal.clauses
        saw(refusal)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*UNSPREAD))
def test_the_shuffled_batch_need_not_be_spread_when_both_conditions_are_attested(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = dead(rulebook, *SEEN, "stack", "swap", "decline-spread", "attest-device", **ASD)
    events = does(table, "attest-custody")
    attested = signed_by(events, e.StepDone, clause)
    assert attested.step == "attest-custody"
    assert table.state.phase is Phase.CUT_OFFER, "straight to the cut"
    spreads = [event for event in table.all(e.StepDone) if event.procedure == "released-batch"]
    assert spreads == []
    saw(attested)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*UNSPREAD, breaks=True))
def test_a_players_request_has_the_batch_spread_and_reshuffled(rulebook: str, clause: str, saw: Sightings) -> None:
    table = dead(rulebook, *SEEN, "stack", "swap", **ASD)
    asked, started = does(table, "ask-spread")
    assert asked.by == table.guest(1).id
    assert isinstance(started, e.ProcedureStarted)
    assert started.procedure == "released-batch"
    assert phase_of(table) is Phase.DEAD
    assert may_not(table, "attest-custody").code is Code.WRONG_STEP, "attesting does not undo the request"
    unspread = table.no(c.LoadShoe, batch="B")
    does(table, "spread")
    unseen = may_not(table, "reshuffle")
    assert unseen.allowed == ("look",)
    does(table, "look")
    unshuffled = table.no(c.CutStack, position=200)
    for refusal in (unspread, unseen, unshuffled):
        assert clause in refusal.clauses
    does(table, "reshuffle")
    assert table.state.phase is Phase.CUT_OFFER
    assert table.state.in_play == "B"
    saw(unspread, unseen, unshuffled)


CONDITIONS = (
    *((rulebook, clause, "attest-device") for rulebook, clause in DEVICE),
    *((rulebook, clause, "attest-custody") for rulebook, clause in CUSTODY),
)


def before_attesting(rulebook: str, step: str) -> Table:
    earlier = ("attest-device",) if step == "attest-custody" else ()
    return dead(rulebook, *SEEN, "stack", "swap", "decline-spread", *earlier, **ASD)


@pytest.mark.parametrize(("rulebook", "clause", "step"), cases(*CONDITIONS))
def test_each_condition_for_not_spreading_is_attested(rulebook: str, clause: str, step: str, saw: Sightings) -> None:
    """The device stores a single batch securely; the cards were secured, released and prepared under procedures."""
    table = before_attesting(rulebook, step)
    attested = signed_by(does(table, step), e.StepDone, clause)
    assert (attested.step, attested.by, attested.ok) == (step, DEALER.id, True)
    saw(attested)


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_custody_is_attested_after_the_device(rulebook: str) -> None:
    table = dead(rulebook, *SEEN, "stack", "swap", "decline-spread", **ASD)
    assert may_not(table, "attest-custody").allowed == ("attest-device",)


@pytest.mark.parametrize(("rulebook", "clause", "step"), cases(*CONDITIONS, breaks=True))
def test_a_condition_that_fails_forces_the_spread_and_the_reshuffle(
    rulebook: str, clause: str, step: str, saw: Sightings
) -> None:
    table = before_attesting(rulebook, step)
    silent = table.no(c.LoadShoe, batch="B")
    assert clause in silent.clauses, "nobody has attested it yet"
    by_guest = may_not(table, step, by=table.guest(1))
    assert clause in by_guest.clauses
    (forced,) = does(table, step, ok=False)
    assert isinstance(forced, e.ProcedureStarted)
    assert forced.procedure == "released-batch"
    assert clause in forced.clauses
    assert may_not(table, "look").allowed == ("spread",)
    does(table, "spread", "look", "reshuffle")
    assert table.state.phase is Phase.CUT_OFFER
    saw(silent, by_guest)


def test_the_automatic_people_bring_every_dead_table_back() -> None:
    for rulebook in ("section-42", "massachusetts"):
        for options in ({}, ASD, {"shuffler": "continuous"}):
            table = dead(rulebook, guests=False, **options)
            while table.step():
                pass
            assert table.state.phase is Phase.DEAD, "it waits for a guest"
            table.yes(c.TakeSeat, seat=2, guest="late", age=40, attested_by="Fay")
            table.to(Phase.BETTING)
            assert Actor("late", Role.GUEST, 2) == table.guest(2)
