"""The shuffle: when it is due, what finishes it, who checks it, and that its order is random and committed to.

Section 42 (e)(1) to (3) and (a)(4), Massachusetts 5(a), 5(h) and 3(b), the guides' own words, the continuous device.
"""

import hashlib
from typing import Any

import pytest

from minibac.houses.checks import check_recipe
from minibac.houses.house import House, read_house
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.machine import decide, replay
from minibac.table.state import Phase
from tests.rules.houses import NOW, change, refused, sample
from tests.sightings import Sightings
from tests.table.helpers import BOSS, DEALER, FLOOR, MANAGER, SPECTATOR, Table, deck_order
from tests.table.seen import view
from tests.table.steps import cases, does, may_not, phase_of, signed_by, who

MANUAL = {
    "section-42": ["shuffle", "feather", "feather-check"],
    "massachusetts": ["riffle", "riffle", "turn", "riffle", "strip", "feather", "feather-check"],
    "seminole": ["shuffle", "feather", "feather-check"],
    "seneca": ["shuffle", "shuffle-again", "feather", "feather-check"],
}
"""A manual shuffle of a fresh set from the first step to the last."""

BATCH = {"shuffler": "automatic"}


def at_shuffle(rulebook: str, **options: Any) -> Table:
    """A fresh set, stacked and waiting for its first shuffle."""
    table = Table(rulebook, **options)
    table.to(Phase.SHUFFLE)
    return table


def after_a_shoe(rulebook: str, **options: Any) -> Table:
    """The first shoe has been dealt and revealed; its cards wait to be shuffled."""
    table = at_shuffle(rulebook, **options)
    table.to(Phase.BETTING)
    table.shoe()
    assert table.state.phase is Phase.SHUFFLE
    return table


# --- when ------------------------------------------------------------------------------------------------------------

WHEN = (
    ("section-42", "s42/e/1", "shuffle"),
    ("massachusetts", "ma/5/a", "riffle"),
    ("seneca", "sen/shuffle", "shuffle"),
)


@pytest.mark.parametrize(("rulebook", "clause", "first"), cases(*WHEN))
def test_the_dealer_shuffles_immediately_before_play(rulebook: str, clause: str, first: str, saw: Sightings) -> None:
    table = at_shuffle(rulebook)
    shuffled = signed_by(does(table, first), e.StepDone, clause)
    assert (shuffled.procedure, shuffled.by) == ("shuffle", DEALER.id)
    saw(shuffled)
    does(table, *MANUAL[rulebook][1:])
    assert table.state.phase is Phase.CUT_OFFER


@pytest.mark.parametrize(("rulebook", "clause", "first"), cases(*WHEN, breaks=True))
def test_an_unshuffled_stack_is_not_loaded(rulebook: str, clause: str, first: str, saw: Sightings) -> None:
    table = at_shuffle(rulebook)
    refusal = table.no(c.LoadShoe)
    assert refusal.code is Code.NOT_NOW
    assert clause in refusal.clauses
    by_guest = table.no(c.DoStep, by=table.guest(1), step=first)
    assert by_guest.allowed == ("dealer",)
    assert clause in by_guest.clauses
    assert clause in table.no(c.CutStack, position=200).clauses
    assert clause in table.no(c.CallNoMoreBets).clauses
    saw(refusal, by_guest)


@pytest.mark.clause("ma/5/a/each-shoe")
def test_after_each_dealt_shoe_the_cards_are_shuffled(saw: Sightings) -> None:
    table = after_a_shoe("massachusetts")
    does(table, "plug")
    (riffled,) = does(table, "riffle")
    assert "ma/5/a/each-shoe" in riffled.clauses
    assert table.state.shoe_no == 1
    does(table, *MANUAL["massachusetts"][1:])
    assert table.state.shoe_no == 2
    saw(riffled)


@pytest.mark.clause("ma/5/a/each-shoe", breaks=True)
def test_after_a_shoe_nothing_is_loaded_or_dealt_until_it_is_shuffled(saw: Sightings) -> None:
    table = after_a_shoe("massachusetts")
    does(table, "plug")
    load_at_once = table.no(c.LoadShoe)
    deal_at_once = table.no(c.CallNoMoreBets)
    for refusal in (load_at_once, deal_at_once):
        assert "ma/5/a/each-shoe" in refusal.clauses
    assert "ma/5/a/each-shoe" not in table.rules.rulebook.procedure["cut"][0].clauses
    saw(load_at_once, deal_at_once)


@pytest.mark.clause("s42/e/1")
def test_a_completed_shoe_leads_to_the_shuffle_and_nowhere_else(saw: Sightings) -> None:
    table = after_a_shoe("section-42")
    started = table.last(e.ProcedureStarted)
    assert started.procedure == "shuffle"
    assert "s42/e/1" in started.clauses
    assert table.no(c.LoadShoe).code is Code.NOT_NOW
    saw(started)


@pytest.mark.clause("ma/5/a/directed")
@pytest.mark.parametrize("by", [FLOOR, BOSS, MANAGER], ids=lambda actor: actor.role.value)
def test_a_floorperson_or_anyone_above_may_direct_a_shuffle(by: Actor, saw: Sightings) -> None:
    table = at_shuffle("massachusetts")
    table.to(Phase.BETTING)
    table.coup()
    events = table.yes(c.DirectShuffle, by=by, reason="the rack was knocked over")
    ended = signed_by(events, e.ShoeEnded, "ma/5/a/directed")
    assert (ended.then, ended.reason) == ("shuffle", "the rack was knocked over")
    assert table.state.phase is Phase.SHUFFLE
    saw(ended)


@pytest.mark.clause("ma/5/a/directed", breaks=True)
def test_nobody_else_directs_a_shuffle_and_never_without_a_reason_or_in_a_round(saw: Sightings) -> None:
    table = at_shuffle("massachusetts")
    table.to(Phase.BETTING)
    for by in (DEALER, table.guest(1), SPECTATOR, Actor("Cleo", Role.PIT_CLERK)):
        refusal = table.no(c.DirectShuffle, by=by, reason="I would like one")
        assert refusal.code is Code.NOT_YOURS
        assert refusal.clause == "ma/5/a/directed"
        assert refusal.allowed == ("floorperson", "pit-boss", "shift-manager")
        saw(refusal)
    assert table.no(c.DirectShuffle, reason=" ").code is Code.NO_REASON
    table.bet(1, "player")
    assert table.no(c.DirectShuffle, reason="now").code is Code.NOT_NOW, "a wager lies on the layout"
    table.yes(c.CallNoMoreBets)
    refusal = table.no(c.DirectShuffle, reason="now")
    assert refusal.clause == "ma/5/a/directed"
    saw(refusal)


@pytest.mark.clause("ma/5/a/method")
@pytest.mark.parametrize(("method", "step"), [("manual", "riffle"), ("automatic", "shuffle")])
def test_the_shuffle_is_by_hand_or_by_device(method: str, step: str, saw: Sightings) -> None:
    table = at_shuffle("massachusetts", shuffler=method)
    setting = table.rules.setting("shuffler")
    assert (setting.value, setting.clause) == (method, "ma/5/a/method")
    does(table, step)
    other = "riffle" if step == "shuffle" else "shuffle"
    if table.state.phase is Phase.SHUFFLE:
        assert may_not(table, other).code is Code.WRONG_STEP
    else:
        assert [done.step for done in table.all(e.StepDone) if done.procedure == "shuffle"] == ["shuffle"]
    saw(setting)


SECOND = (("seneca", "sen/reshuffle"),)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*SECOND))
def test_the_seneca_dealer_shuffles_twice(rulebook: str, clause: str, saw: Sightings) -> None:
    """ "The cards are shuffled by the dealer and then reshuffled": two passes before the shoe (D03)."""
    table = at_shuffle(rulebook)
    does(table, "shuffle")
    (again,) = does(table, "shuffle-again")
    assert clause in again.clauses
    assert [event.step for event in table.all(e.StepDone)][-2:] == ["shuffle", "shuffle-again"]
    saw(again)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*SECOND, breaks=True))
def test_one_pass_is_not_enough(rulebook: str, clause: str, saw: Sightings) -> None:
    table = at_shuffle(rulebook)
    assert may_not(table, "shuffle-again").allowed == ("shuffle",)
    does(table, "shuffle")
    squared = may_not(table, "feather")
    assert squared.allowed == ("shuffle-again",)
    loaded = table.no(c.LoadShoe)
    for refusal in (squared, loaded):
        assert clause in refusal.clauses
    saw(squared, loaded)


# --- random ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "clause"), cases(("section-42", "s42/e/1/random"), ("massachusetts", "ma/5/a/random"))
)
def test_each_order_is_drawn_anew_committed_before_the_cut_and_shown_at_the_end(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = after_a_shoe(rulebook)
    table.to(Phase.BETTING)
    table.shoe()
    committed, revealed = table.all(e.StackCommitted), table.all(e.ShoeRevealed)
    assert len(revealed) == 2
    for stack, shoe in zip(committed, revealed, strict=False):
        assert sorted(shoe.order) == deck_order(8), "every card of the decks, once for each deck"
        text = bytes.fromhex(shoe.salt) + ",".join(shoe.order).encode()
        assert hashlib.sha256(text).hexdigest() == stack.commitment
        assert clause in stack.clauses
    assert revealed[0].order != revealed[1].order, "no order comes again"
    first_offer = next(number for number, event in enumerate(table.log) if isinstance(event, e.CutOffered))
    assert isinstance(table.log[first_offer - 1], e.StackCommitted), "before anybody is offered the cut"
    saw(committed, revealed)


@pytest.mark.parametrize(
    ("rulebook", "clause"), cases(("section-42", "s42/e/1/random"), ("massachusetts", "ma/5/a/random"), breaks=True)
)
def test_nobody_chooses_an_order_and_none_is_shown_that_was_not_committed(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = at_shuffle(rulebook)
    last = table.state
    while table.state.phase is Phase.SHUFFLE:
        last = table.state
        table.step()
    assert table.last(e.StackCommitted).by == THE_HOUSE.id
    for by in (DEALER, FLOOR, MANAGER, table.guest(1)):
        refusal = decide(last, table.make(c.CommitStack, by=by, commitment="0" * 64))
        assert isinstance(refusal, Refusal)
        assert clause in refusal.clauses
        saw(refusal)
    table.to(Phase.BETTING)
    table.shoe()
    revealed = next(number for number, event in enumerate(table.log) if isinstance(event, e.ShoeRevealed))
    over = replay(table.log[:revealed])
    another = decide(over, table.make(c.RevealShoe, by=THE_HOUSE, order=tuple(deck_order(8)), salt="00"))
    assert isinstance(another, Refusal)
    assert clause in another.clauses
    saw(another)


# --- feather ---------------------------------------------------------------------------------------------------------

FEATHER = (("section-42", "s42/e/2/i"), ("massachusetts", "ma/5/a/feather"))
CHECK = (("section-42", "s42/e/2/i/verify"), ("massachusetts", "ma/5/a/feather-verify"))


def shuffled(rulebook: str, **options: Any) -> Table:
    """Shuffled by hand; the finish is still to come."""
    table = at_shuffle(rulebook, **options)
    for step in MANUAL[rulebook]:
        if step == "feather":
            break
        does(table, step)
    return table


@pytest.mark.parametrize(("rulebook", "clause"), cases(*FEATHER))
def test_the_stack_is_left_feathered(rulebook: str, clause: str, saw: Sightings) -> None:
    table = shuffled(rulebook)
    (feathered,) = does(table, "feather")
    assert clause in feathered.clauses
    assert table.state.phase is Phase.SHUFFLE, "it stays so until the floorperson has looked"
    saw(feathered)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*FEATHER, breaks=True))
def test_a_stack_that_was_squared_is_not_checked_nor_cut(rulebook: str, clause: str, saw: Sightings) -> None:
    table = shuffled(rulebook)
    unfeathered = may_not(table, "feather-check")
    assert unfeathered.allowed == ("feather",)
    cut = table.no(c.CutStack, position=200)
    for refusal in (unfeathered, cut):
        assert clause in refusal.clauses
    saw(unfeathered, cut)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*CHECK))
def test_the_floorperson_checks_the_feathered_stack(rulebook: str, clause: str, saw: Sightings) -> None:
    table = shuffled(rulebook)
    does(table, "feather")
    checked = signed_by(does(table, "feather-check"), e.StepDone, clause)
    assert checked.by == FLOOR.id
    assert table.state.phase is Phase.CUT_OFFER
    assert table.state.shown == {}, "the check sees backs: no card and no order is in the log"
    saw(checked)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*CHECK, breaks=True))
def test_an_uneven_stack_goes_back_and_an_unchecked_one_is_not_cut(rulebook: str, clause: str, saw: Sightings) -> None:
    table = shuffled(rulebook)
    does(table, "feather")
    unchecked = table.no(c.CutStack, position=200)
    by_dealer = may_not(table, "feather-check", by=DEALER)
    assert by_dealer.allowed == ("floorperson",)
    herself = may_not(table, "feather-check", by=Actor(DEALER.id, Role.FLOORPERSON))
    for refusal in (unchecked, by_dealer, herself):
        assert clause in refusal.clauses
    (back,) = does(table, "feather-check", ok=False)
    assert isinstance(back, e.ProcedureStarted)
    assert back.procedure == "shuffle"
    assert clause in back.clauses
    assert table.state.done == (), "all over again"
    assert may_not(table, "feather").code is Code.STEP_MISSING
    saw(unchecked, by_dealer, herself)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*CHECK, breaks=True))
def test_whoever_shuffled_does_not_check_what_another_dealer_has_feathered(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = shuffled(rulebook)
    dan = Actor("dan", Role.DEALER)
    for duty, person in (("calling", dan.id), ("wagers", dan.id), ("floor", DEALER.id)):
        table.yes(c.AssignStaff, by=BOSS, duty=duty, person=person)
    table.yes(c.DoStep, by=dan, step="feather")
    assert DEALER.id not in table.state.done_by["feather/A"]
    herself = may_not(table, "feather-check", by=Actor(DEALER.id, Role.FLOORPERSON))
    assert (herself.code, clause in herself.clauses) == (Code.NOT_YOURS, True)
    table.yes(c.AssignStaff, by=BOSS, duty="floor", person=FLOOR.id)
    does(table, "feather-check")
    saw(herself)


# --- lace ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("s42/e/2")
@pytest.mark.parametrize(("finish", "others"), [("feather", ["lace"]), ("lace", ["feather", "feather-check"])])
def test_the_house_chooses_feather_or_lace_and_the_dealer_follows(
    finish: str, others: list[str], saw: Sightings
) -> None:
    table = shuffled("section-42", finish=finish)
    for other in others:
        assert may_not(table, other).code is Code.WRONG_STEP
    finished = signed_by(does(table, finish), e.StepDone, "s42/e/2")
    assert finished.step == finish
    saw(table.rules.setting("finish"), finished)


@pytest.mark.clause("s42/e/2", breaks=True)
def test_the_dealer_cannot_do_the_finish_that_was_not_chosen_nor_go_without(saw: Sightings) -> None:
    for finish, other in (("feather", "lace"), ("lace", "feather")):
        table = shuffled("section-42", finish=finish)
        wrong = may_not(table, other)
        without = table.no(c.CutStack, position=200)
        assert "s42/e/2" in wrong.clauses
        assert "s42/e/2" in without.clauses
        saw(wrong, without)


@pytest.mark.clause("s42/e/2/ii")
@pytest.mark.parametrize("laced", [39, 50, 52, 65])
def test_about_one_deck_is_laced_into_the_stack(laced: int, saw: Sightings) -> None:
    """About one deck is 52 cards, a quarter of a deck more or less (A47)."""
    table = shuffled("section-42", finish="lace")
    events = does(table, "lace", cards_count=laced)
    done = signed_by(events, e.StepDone, "s42/e/2/ii")
    assert done.cards_count == laced, "the exact number is written down"
    saw(done)
    assert table.state.phase is Phase.CUT_OFFER


@pytest.mark.parametrize("rulebook", ["section-42", "seminole", "seneca"])
def test_how_many_cards_were_laced_is_said_with_it(rulebook: str) -> None:
    table = shuffled(rulebook, finish="lace")
    silent = decide(table.state, c.DoStep(by=DEALER, at=table.now(), step="lace", ok=True))
    assert isinstance(silent, Refusal)
    assert (silent.code, silent.allowed) == (Code.STEP_MISSING, ("cards_count",))


@pytest.mark.clause("s42/e/2/ii", breaks=True)
def test_a_few_cards_or_two_decks_are_no_lace_and_without_it_nothing_is_cut(saw: Sightings) -> None:
    table = shuffled("section-42", finish="lace")
    for laced in (0, 10, 38, 66, 104):
        refusal = may_not(table, "lace", cards_count=laced)
        assert refusal.code is Code.WRONG_STEP
        assert "s42/e/2/ii" in refusal.clauses
        saw(refusal)
    uncut = table.no(c.CutStack, position=200)
    assert "s42/e/2/ii" in uncut.clauses
    saw(uncut)


@pytest.mark.clause("s42/e/2/ii/A")
@pytest.mark.parametrize("how", ["part", "all"])
def test_the_house_may_have_the_laced_cards_shuffled_again(how: str, saw: Sightings) -> None:
    table = shuffled("section-42", finish="lace", reshuffle_after_lace=how)
    does(table, "lace")
    assert phase_of(table) is Phase.SHUFFLE
    again = signed_by(does(table, "reshuffle"), e.StepDone, "s42/e/2/ii/A")
    assert again.step == "reshuffle"
    assert table.state.phase is Phase.CUT_OFFER
    setting = table.rules.setting("reshuffle_after_lace")
    assert setting.value == how
    saw(again, setting)


@pytest.mark.clause("s42/e/2/ii/A", breaks=True)
def test_the_further_shuffle_belongs_to_the_lace_and_is_not_skipped(saw: Sightings) -> None:
    refusals = build(load("section-42"), {"finish": "feather", "reshuffle_after_lace": "all"})
    assert isinstance(refusals, tuple)
    assert [(refusal.code, refusal.clause) for refusal in refusals] == [(Code.IDLE_OPTION, "s42/e/2/ii/A")]
    table = shuffled("section-42", finish="lace", reshuffle_after_lace="all")
    assert may_not(table, "reshuffle").allowed == ("lace",)
    does(table, "lace")
    skipped = table.no(c.CutStack, position=200)
    assert "s42/e/2/ii/A" in skipped.clauses
    plain = shuffled("section-42", finish="lace")
    assert may_not(plain, "reshuffle").code is Code.WRONG_STEP, "not this house's choice"
    saw(refusals, skipped)


# --- the steps of Massachusetts 5(h) ---------------------------------------------------------------------------------


def ma_shuffle(*steps: str, fresh: bool = True) -> Table:
    table = at_shuffle("massachusetts") if fresh else after_a_shoe("massachusetts")
    does(table, *steps)
    return table


@pytest.mark.clause("ma/5/h")
def test_a_manual_shuffle_has_plug_riffle_turn_strip_and_cut(saw: Sightings) -> None:
    table = ma_shuffle(fresh=False)
    before = len(table.log)
    (plugged,) = does(table, "plug")
    table.to(Phase.LOADED)
    made = [event for event in table.log[before:] if isinstance(event, e.StepDone | e.StackCut)]
    steps = ["cut" if isinstance(event, e.StackCut) else event.step for event in made]
    assert set(steps) == {"plug", "riffle", "turn", "strip", "feather", "feather-check", "cut"}
    assert steps[0] == "plug"
    assert steps[-1] == "cut"
    assert "ma/5/h" in plugged.clauses
    assert table.rules.rulebook.fixed["shuffle_recipe"].value == "plug,riffle,turn,strip,cut"
    saw(plugged)


@pytest.mark.clause("ma/5/h", breaks=True)
@pytest.mark.parametrize("gone", ["plug", "riffle", "turn", "strip", "cut"])
def test_a_house_recipe_that_lacks_a_step_is_refused(gone: str, saw: Sightings) -> None:
    whole = ["plug", "riffle", "riffle", "turn", "riffle", "strip", "cut"]
    assert isinstance(
        read_house(change(sample("massachusetts"), {"T.shuffle_recipe": whole}), "house.toml", NOW), House
    )
    refusals = refused(change(sample("massachusetts"), {"T.shuffle_recipe": [s for s in whole if s != gone]}))
    assert refusals
    assert "ma/5/h" in refusals[0].clauses
    assert f"lacks {gone}" in refusals[0].sentence
    saw(refusals)


@pytest.mark.clause("ma/5/h/1")
def test_the_undealt_cards_are_plugged_into_the_discards(saw: Sightings) -> None:
    table = ma_shuffle(fresh=False)
    assert table.next() is not None
    (plugged,) = does(table, "plug")
    assert (plugged.step, plugged.note) == ("plug", "")
    assert "ma/5/h/1" in plugged.clauses
    saw(plugged)
    fresh = ma_shuffle()
    assert may_not(fresh, "plug").code is Code.WRONG_STEP, "on a fresh set there is nothing to plug (B22)"


@pytest.mark.clause("ma/5/h/1", breaks=True)
def test_the_plug_is_not_skipped_while_undealt_cards_exist(saw: Sightings) -> None:
    table = ma_shuffle("riffle", "riffle", "turn", "riffle", "strip", fresh=False)
    refusal = may_not(table, "feather")
    assert refusal.allowed == ("plug",)
    assert refusal.clause == "ma/5/h/1"
    (late,) = does(table, "plug")
    assert late.note == "usually the first step, here number 6", "a warning, no more (B21)"
    does(table, "feather")
    saw(refusal)


@pytest.mark.clause("ma/5/h/2")
def test_the_cards_are_riffled(saw: Sightings) -> None:
    table = ma_shuffle()
    for _ in range(3):
        (riffled,) = does(table, "riffle")
        assert "ma/5/h/2" in riffled.clauses
        saw(riffled)
    assert table.state.shown == {}, "a riffle shows no card, and the order stands in no log"
    assert table.state.commitment == ""


@pytest.mark.clause("ma/5/h/2", breaks=True)
def test_a_stack_without_a_riffle_is_no_shuffle(saw: Sightings) -> None:
    table = ma_shuffle()
    refusal = may_not(table, "feather")
    assert refusal.allowed == ("riffle",)
    assert refusal.clause == "ma/5/h/2"
    saw(refusal)


@pytest.mark.clause("ma/5/h/3")
def test_one_stack_is_turned_before_both_are_riffled_together(saw: Sightings) -> None:
    table = ma_shuffle("riffle")
    (turned,) = does(table, "turn")
    assert turned.clauses == ("ma/5/h/3",)
    command = table.next()
    assert isinstance(command, c.DoStep)
    assert command.step == "riffle"
    does(table, "riffle")
    saw(turned)


@pytest.mark.clause("ma/5/h/3", breaks=True)
def test_after_a_turn_comes_a_riffle_and_a_shuffle_without_a_turn_is_unfinished(saw: Sightings) -> None:
    table = ma_shuffle("riffle", "riffle", "turn")
    for step in ("strip", "turn", "feather"):
        refusal = may_not(table, step)
        assert refusal.code is Code.STEP_MISSING
        assert "ma/5/h/3" in refusal.clauses or step == "feather"
        saw(refusal)
    without = may_not(ma_shuffle("riffle", "riffle", "strip"), "feather")
    assert without.allowed == ("turn",)
    assert without.clause == "ma/5/h/3"
    saw(without)


@pytest.mark.clause("ma/5/h/4")
def test_running_cuts_come_after_two_riffles(saw: Sightings) -> None:
    table = ma_shuffle("riffle", "riffle")
    (stripped,) = does(table, "strip")
    assert stripped.clauses == ("ma/5/h/4",)
    saw(stripped)


@pytest.mark.clause("ma/5/h/4", breaks=True)
@pytest.mark.parametrize("before", [(), ("riffle",)])
def test_a_strip_before_two_riffles_is_refused(before: tuple[str, ...], saw: Sightings) -> None:
    table = ma_shuffle(*before)
    refusal = may_not(table, "strip")
    assert refusal.code is Code.STEP_MISSING
    assert refusal.clause == "ma/5/h/4"
    assert refusal.allowed == ("riffle",)
    left_out = may_not(ma_shuffle("riffle", "turn", "riffle"), "feather")
    assert (left_out.clause, left_out.allowed) == ("ma/5/h/4", ("strip",)), "no shuffle is done without a strip"
    saw(refusal, left_out)


@pytest.mark.clause("ma/5/h/5")
def test_the_cut_is_the_last_step_before_the_shoe(saw: Sightings) -> None:
    table = at_shuffle("massachusetts")
    table.to(Phase.LOADED)
    cut = table.last(e.StackCut)
    assert "ma/5/h/5" in cut.clauses
    after = table.log[table.log.index(cut) + 1 :]
    assert [type(event) for event in after] == [e.CutCompleted, e.ShoeLoaded], "the cover cards and the load, no more"
    saw(cut)


@pytest.mark.clause("ma/5/h/5", breaks=True)
def test_no_shoe_is_loaded_without_the_cut_and_nothing_is_riffled_after_it(saw: Sightings) -> None:
    table = at_shuffle("massachusetts")
    table.to(Phase.CUT)
    uncut = table.no(c.LoadShoe)
    assert "ma/5/h/5" in uncut.clauses
    table.to(Phase.CUT_DONE)
    for step in ("riffle", "turn", "strip", "plug"):
        assert table.no(c.DoStep, step=step).code is Code.NOT_NOW
    saw(uncut)
    (follows,) = check_recipe(table.rules, ["plug", "riffle", "riffle", "turn", "riffle", "strip", "cut", "riffle"])
    assert follows.clause == "ma/5/h/5"


@pytest.mark.clause("ma/5/h/5/purpose")
def test_a_card_exposed_on_top_is_not_on_top_after_the_cut(saw: Sightings) -> None:
    table = at_shuffle("massachusetts")
    table.to(Phase.CUT)
    table.to(Phase.LOADED)
    loaded = table.last(e.ShoeLoaded)
    assert "ma/5/h/5/purpose" in loaded.clauses
    position = table.last(e.StackCut).position
    table.to(Phase.BETTING)
    first = table.state.shown[0]
    table.shoe()
    order = table.last(e.ShoeRevealed).order
    assert order[position] == first, "what leaves the shoe first lay in the middle, not on top"
    assert 10 <= position <= len(order) - 10
    saw(loaded)


@pytest.mark.clause("ma/5/h/5/purpose", breaks=True)
def test_after_an_exposure_in_the_shuffle_the_load_waits_for_the_cut(saw: Sightings) -> None:
    table = ma_shuffle("riffle", "riffle")
    table.report("other", note="the top card, a queen, was seen in the strip")
    assert table.no(c.DoStep, step="strip").code is Code.INCIDENT_OPEN
    table.yes(c.ResolveIncident, number=1, resolution="the cut will bury it")
    does(table, "strip", "turn", "riffle", "feather", "feather-check")
    assert table.state.phase is Phase.CUT_OFFER
    for _ in range(4):
        refusal = table.no(c.LoadShoe)
        assert "ma/5/h/5/purpose" in refusal.clauses
        saw(refusal)
        table.step()
    table.to(Phase.COMPLETED)
    table.yes(c.LoadShoe)


# --- two batches through the device ----------------------------------------------------------------------------------

ALTERNATE = (("section-42", "s42/a/4/v"), ("massachusetts", "ma/3/b/4"))
STORED = (("section-42", "s42/a/4/iv"), ("massachusetts", "ma/3/b/3"))
RACK = (("section-42", "s42/a/4/vi"), ("massachusetts", "ma/3/b/5"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*ALTERNATE))
def test_each_batch_serves_every_other_shoe(rulebook: str, clause: str, saw: Sightings) -> None:
    table = at_shuffle(rulebook, **BATCH)
    for _ in range(3):
        table.to(Phase.BETTING)
        table.shoe()
    table.to(Phase.BETTING)
    loaded, swapped = table.all(e.ShoeLoaded), table.all(e.BatchesSwapped)
    assert [event.batch for event in loaded] == ["A", "B", "A", "B"]
    assert [event.in_play for event in swapped] == ["B", "A", "B"]
    for event in (*loaded, *swapped):
        assert clause in event.clauses
    saw(loaded, swapped)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*ALTERNATE, breaks=True))
def test_the_batch_that_has_just_been_dealt_is_not_loaded_again(rulebook: str, clause: str, saw: Sightings) -> None:
    table = after_a_shoe(rulebook, **BATCH)
    table.to(Phase.COMPLETED)
    refusal = table.no(c.LoadShoe, batch="A")
    assert refusal.code is Code.WRONG_BATCH
    assert refusal.clause == clause
    assert refusal.allowed == ("B",)
    table.yes(c.LoadShoe, batch="B")
    saw(refusal)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*STORED))
def test_one_batch_is_dealt_while_the_other_is_in_the_shuffler(rulebook: str, clause: str, saw: Sightings) -> None:
    table = at_shuffle(rulebook, **BATCH)
    table.to(Phase.BETTING)
    assert table.state.in_play == "A", "B is in the device"
    loaded = table.last(e.ShoeLoaded)
    table.shoe()
    swapped = table.last(e.BatchesSwapped)
    assert table.state.in_play == swapped.in_play == "B", "A has gone into the device in the same step (A15)"
    for event in (loaded, swapped):
        assert clause in event.clauses
    saw(loaded, swapped)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*STORED, breaks=True))
def test_the_batch_in_the_shuffler_is_not_put_in_play_beside_the_other(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = at_shuffle(rulebook, **BATCH)
    table.to(Phase.COMPLETED)
    refusal = table.no(c.LoadShoe, batch="B")
    assert refusal.code is Code.WRONG_BATCH
    assert clause in refusal.clauses
    table.yes(c.LoadShoe, batch="A")
    saw(refusal)


@pytest.mark.clause("ma/5/a/feather", "ma/5/h/2", breaks=True)
@pytest.mark.parametrize("step", ["riffle", "turn", "strip"])
def test_nothing_is_riffled_after_the_feather_unless_the_check_fails(step: str, saw: Sightings) -> None:
    """B17: a shuffle that was feathered starts again only by the floorperson's finding, or by direction."""
    table = at_shuffle("massachusetts")
    table.to(lambda state: ("feather", "A") in state.done)
    refusals = [table.no(c.DoStep, step=name) for name in (step, "riffle")]
    assert [refusal.code for refusal in refusals] == [Code.WRONG_STEP] * 2
    assert all(refusal.clause == "ma/5/a/feather" for refusal in refusals)
    table.yes(c.DoStep, by=FLOOR, step="feather-check", ok=False)
    table.yes(c.DoStep, step="riffle")
    saw(refusals)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*RACK))
def test_the_discard_rack_holds_cards_of_one_batch(rulebook: str, clause: str, saw: Sightings) -> None:
    table = after_a_shoe(rulebook, **BATCH)
    assert table.state.rack == ()
    table.to(Phase.LOADED)
    assert (table.state.rack, table.state.burned) == ((), ()), "the cards of batch A are out of the rack"
    burned = signed_by(table.yes(c.BurnCards, rack_batch="B"), e.CardsBurned, clause)
    assert table.state.burned == burned.positions
    saw(burned)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*RACK, breaks=True))
def test_nothing_is_burned_while_the_other_batch_lies_in_the_rack(rulebook: str, clause: str, saw: Sightings) -> None:
    """F13: the burn of the new shoe is the first that goes to the rack."""
    table = after_a_shoe(rulebook, **BATCH)
    table.to(Phase.LOADED)
    refusal = table.no(c.BurnCards, rack_batch="A")
    assert refusal.code is Code.WRONG_BATCH
    assert refusal.clause == clause
    assert refusal.allowed == ("B",)
    unsaid = table.no(c.BurnCards, rack_batch="")
    assert (unsaid.code, unsaid.clause, unsaid.allowed) == (Code.STEP_MISSING, clause, ("none", "B"))
    saw(refusal, unsaid)


# --- fresh decks every day -------------------------------------------------------------------------------------------

DAY_MS = 24 * 60 * 60 * 1000


@pytest.mark.clause("ma/3/c")
def test_the_decks_are_changed_within_twenty_four_hours(saw: Sightings) -> None:
    table = at_shuffle("massachusetts")
    table.to(Phase.BETTING)
    opened = table.state.decks_since["A"]
    assert opened == table.all(e.StepDone)[0].at, "counted from the receipt of the decks"
    assert view(table.state, FLOOR)["floor"]["decks_due_at"] == opened + DAY_MS, "the floor is told ahead"
    events = table.yes(c.ChangeDecks)
    ended = signed_by(events, e.ShoeEnded, "ma/3/c")
    assert ended.then == "opening"
    assert table.state.phase is Phase.OPENING, "fresh decks are received, inspected and spread like the first"
    table.to(Phase.BETTING)
    assert table.state.decks_since["A"] > opened
    saw(ended)


@pytest.mark.clause("ma/3/c", breaks=True)
def test_no_round_is_dealt_with_decks_older_than_a_day(saw: Sightings) -> None:
    table = at_shuffle("massachusetts")
    table.to(Phase.BETTING)
    table.skip(DAY_MS - (table.now() - table.state.decks_since["A"]) - 20_000)
    table.yes(c.CallNoMoreBets)
    table.skip(60_000)
    table.to(Phase.RACKING)
    table.step()
    assert table.state.phase is Phase.BETTING, "a round that had begun was finished (B33)"
    late = table.no(c.CallNoMoreBets)
    wager = table.no(c.PlaceWager, seat=1, wager="player", cents=100_00)
    for refusal in (late, wager):
        assert refusal.code is Code.DECKS_TOO_OLD
        assert refusal.clauses == ("ma/3/c",)
    saw(late, wager)
    table.yes(c.ChangeDecks)
    table.to(Phase.BETTING)
    table.yes(c.CallNoMoreBets)


@pytest.mark.clause("ma/3/c")
@pytest.mark.clause("ma/3/c", breaks=True)
def test_each_batch_has_its_own_day_and_the_older_one_decides(saw: Sightings) -> None:
    table = Table("massachusetts", shuffler="automatic")
    does(table, "receive", batch="A")
    table.skip(DAY_MS // 2)
    does(table, "receive", batch="B")
    first, second = table.state.decks_since["A"], table.state.decks_since["B"]
    assert second > first + DAY_MS // 2
    table.to(Phase.BETTING)
    table.skip(DAY_MS // 2)
    assert table.state.at < second + DAY_MS
    late = table.no(c.CallNoMoreBets)
    assert (late.code, late.clauses) == (Code.DECKS_TOO_OLD, ("ma/3/c",))
    ended = signed_by(table.yes(c.ChangeDecks), e.ShoeEnded, "ma/3/c")
    saw(late, ended)


# --- the continuous device -------------------------------------------------------------------------------------------

DEVICE = (
    ("section-42", "s42/l/1"),
    ("section-42", "s42/l/1/controls"),
    ("massachusetts", "ma/14"),
    ("massachusetts", "ma/14/approval"),
)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*DEVICE))
def test_a_continuous_device_takes_the_place_of_shuffle_cut_burn_and_last_hand(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = Table(rulebook, shuffler="continuous")
    authority = table.rules.references["continuous-shuffler"]
    assert authority.reference, "the paper that the device and its procedures stand in"
    table.to(Phase.BETTING)
    assert table.state.cards_left == 8 * 52, "no card is burned"
    for _ in range(12):
        table.bet(1, "player")
        table.coup()
        assert table.state.phase is Phase.BETTING
        assert table.state.cards_left == 8 * 52, "the discards have gone back: each round is dealt from the full set"
    absent = (e.CutOffered, e.StackCut, e.CardsBurned, e.LastHandCalled, e.ShoeLoaded)
    assert not [event for event in table.log if isinstance(event, absent)]
    assert len(table.all(e.ShoeRevealed)) == 12, "one order committed and shown for each round (F10)"
    for event in (*table.all(e.StackCommitted), *table.all(e.ShoeEnded)):
        assert clause in event.clauses
    saw(table.rules.setting("shuffler"), table.all(e.ShoeEnded))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*DEVICE, breaks=True))
def test_a_continuous_device_needs_its_authority(rulebook: str, clause: str, saw: Sightings) -> None:
    """Section 42 wants it in the internal controls, Massachusetts wants it approved by the Commission."""
    refusals = build(load(rulebook), {"shuffler": "continuous"}, references={})
    assert isinstance(refusals, tuple)
    (refusal,) = [found for found in refusals if "continuous-shuffler" in found.allowed]
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.MISSING_REFERENCE
    assert clause in refusal.clauses
    saw(refusal)
    assert isinstance(build(load(rulebook), {"shuffler": "continuous"}), HouseRules), "the sample house holds one"


def test_the_right_person_does_each_step() -> None:
    """A step says whose it is; the helper of these tests agrees with the rulebooks."""
    for rulebook in MANUAL:
        table = Table(rulebook)
        for procedure in ("opening", "shuffle", "dead-table", "released-batch"):
            for step in table.rules.rulebook.procedure[procedure]:
                assert who(table, step.id).role.value in step.roles
