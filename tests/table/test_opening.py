"""Opening a table: receipt, inspection, verification, the spread, the first guest's look, wash and stack.

Section 42 (d) and Massachusetts 4. With an automatic shuffler there are two batches, kept apart all the way.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from minibac.cards.card import ALL_CARDS
from minibac.machine.roles import Actor, Role
from minibac.rules.house_rules import HouseRules, Reference, build
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.dealer_view import next_step
from minibac.table.guest_view import floor_part
from minibac.table.state import Phase
from tests.sightings import Sightings
from tests.table.helpers import DEALER, FLOOR, Table, rules_of
from tests.table.steps import cases, does, may_not, phase_of, signed_by

DECK = 52
ANN = Actor("Ann", Role.DEALER)
FRED = Actor("Fred", Role.FLOORPERSON)


# --- inspection and verification -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rulebook", "clause"), cases(("section-42", "s42/d/1"), ("massachusetts", "ma/4/a")))
def test_after_the_decks_are_received_the_dealer_inspects_them(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook, seats=())
    received = does(table, "receive", cards_count=8 * DECK)
    assert isinstance(received[0], e.StepDone)
    (inspected,) = does(table, "inspect")
    assert isinstance(inspected, e.StepDone)
    assert (inspected.step, inspected.by, inspected.ok) == ("inspect", DEALER.id, True)
    assert clause in inspected.clauses
    assert table.state.done_by["inspect/A"] == DEALER.id
    saw(inspected)


@pytest.mark.parametrize(
    ("rulebook", "clause"), cases(("section-42", "s42/d/1"), ("massachusetts", "ma/4/a"), breaks=True)
)
def test_a_defect_or_a_missing_inspection_blocks_the_opening(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook)
    assert clause in may_not(table, "inspect").clauses, "nothing has been received yet"
    does(table, "receive")
    refusal = may_not(table, "verify")
    assert refusal.code is Code.STEP_MISSING
    assert refusal.clause == clause
    assert refusal.allowed == ("inspect",)
    by_floor = may_not(table, "inspect", by=FLOOR)
    assert by_floor.code is Code.NOT_YOURS
    assert by_floor.allowed == ("dealer",)
    (rejected,) = does(table, "inspect", ok=False, note="the queen of hearts of deck 3 is missing")
    assert isinstance(rejected, e.DecksRejected)
    assert clause in rejected.clauses
    assert table.state.phase is Phase.OPENING
    assert table.state.done == (), "the decks are off the table: other decks are received"
    for step in ("verify", "spread", "stack"):
        again = may_not(table, step)
        assert table.state.phase is Phase.OPENING
        saw(again)
    saw(refusal, by_floor)


def test_short_decks_are_not_received() -> None:
    table = Table("section-42", seats=())
    for counted in (8 * DECK - 1, 8 * DECK + 1, 7 * DECK, 0):
        refusal = may_not(table, "receive", cards_count=counted)
        assert refusal.code is Code.WRONG_CARD
        assert refusal.allowed == (str(8 * DECK),)


@pytest.mark.clause("s42/d/1", breaks=True)
def test_only_the_dealer_who_calls_the_game_inspects(saw: Sightings) -> None:
    table = Table("section-42", seats=())
    (assigned,) = table.yes(c.AssignStaff, duty="calling", person="Ann")
    assert "s42/d/1" in assigned.clauses
    refusal = may_not(table, "receive")
    assert refusal.code is Code.NOT_YOURS
    assert refusal.allowed == ("Ann",)
    table.yes(c.DoStep, by=ANN, step="receive")
    refusal = may_not(table, "inspect")
    assert refusal.allowed == ("Ann",)
    assert table.yes(c.DoStep, by=ANN, step="inspect")[0].by == "Ann"
    saw(refusal)


VERIFY = (("section-42", "s42/d/1/verify"), ("massachusetts", "ma/4/a/verify"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*VERIFY))
def test_the_floorperson_of_the_table_verifies_the_inspection(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook, seats=())
    table.yes(c.AssignStaff, duty="floor", person="Fred")
    does(table, "receive", "inspect")
    (verified,) = table.yes(c.DoStep, by=FRED, step="verify")
    assert isinstance(verified, e.StepDone)
    assert (verified.step, verified.by) == ("verify", "Fred")
    assert verified.by != table.state.done_by["inspect/A"], "a second person"
    saw(verified)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*VERIFY, breaks=True))
def test_the_spread_waits_for_a_second_person_the_floorperson_of_this_table(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = Table(rulebook, seats=())
    does(table, "receive", "inspect")
    too_early = may_not(table, "spread")
    assert too_early.code is Code.STEP_MISSING
    assert too_early.allowed == ("verify",)
    by_dealer = may_not(table, "verify", by=DEALER)
    assert by_dealer.code is Code.NOT_YOURS
    assert by_dealer.allowed == ("floorperson",)
    elsewhere = may_not(table, "verify", by=FRED)
    assert elsewhere.allowed == (FLOOR.id,), "assigned to another table, or to none"
    boss = may_not(table, "verify", by=Actor("Bo", Role.PIT_BOSS))
    table.yes(c.AssignStaff, duty="floor", person="Fred")
    stranger = may_not(table, "verify", by=FLOOR)
    assert stranger.allowed == ("Fred",)
    assert "another person" in table.no(c.AssignStaff, duty="calling", person="Fred").sentence
    table.yes(c.AssignStaff, duty="calling", person="Ann")
    table.yes(c.AssignStaff, duty="wagers", person="Ann")
    table.yes(c.AssignStaff, duty="floor", person=DEALER.id)
    herself = may_not(table, "verify", by=Actor(DEALER.id, Role.FLOORPERSON))
    assert (herself.code, "another person" in herself.sentence) == (Code.NOT_YOURS, True)
    for refusal in (too_early, by_dealer, elsewhere, herself, boss, stranger):
        assert refusal.clause == clause
    saw(too_early, by_dealer, elsewhere, herself, boss, stranger)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*VERIFY))
def test_one_person_verifies_both_batches_that_others_inspected(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook, seats=(), shuffler="automatic")
    for batch, person in (("A", "Ann"), ("B", "Bea")):
        table.yes(c.AssignStaff, duty="calling", person=person)
        for step in ("receive", "inspect"):
            table.yes(c.DoStep, by=Actor(person, Role.DEALER), step=step, batch=batch)
    table.yes(c.AssignStaff, duty="floor", person="Ann")
    own = table.no(c.DoStep, by=Actor("Ann", Role.FLOORPERSON), step="verify", batch="A")
    assert own.clause == clause
    table.yes(c.AssignStaff, duty="floor", person="Fred")
    verified = [table.yes(c.DoStep, by=FRED, step="verify", batch=batch)[0] for batch in "AB"]
    assert {event.by for event in verified} == {"Fred"}
    saw(verified)


# --- the spread ------------------------------------------------------------------------------------------------------

SPREAD = (("section-42", "s42/d/2"), ("massachusetts", "ma/4/b"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*SPREAD))
def test_the_spread_lies_face_up_until_the_first_guest_has_come(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook, seats=())
    does(table, "receive", "inspect", "verify")
    (spread,) = does(table, "spread")
    assert isinstance(spread, e.StepDone)
    assert spread.step == "spread"
    assert clause in spread.clauses
    assert table.next() is None, "the table waits: nobody has arrived"
    table.sit(5)
    (looked,) = does(table, "look")
    assert isinstance(looked, e.StepDone)
    assert looked.by == table.guest(5).id
    assert clause in looked.clauses
    assert table.state.phase is Phase.OPENING
    saw(spread, looked)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*SPREAD, breaks=True))
def test_the_cards_are_not_turned_before_a_guest_has_come_and_looked(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = Table(rulebook, seats=())
    does(table, "receive", "inspect", "verify", "spread")
    nobody = may_not(table, "turn-down")
    assert nobody.code is Code.STEP_MISSING
    assert nobody.clause == clause
    assert nobody.allowed == ("look",)
    dealer = may_not(table, "look", by=DEALER)
    assert dealer.allowed == ("guest",)
    empty_seat = may_not(table, "look", by=Actor("nobody", Role.GUEST, 4))
    assert empty_seat.code is Code.NOT_SEATED
    table.sit(4)
    arrived = may_not(table, "turn-down")
    assert arrived.clause == clause, "arrived, but not yet given the chance to look"
    does(table, "look")
    does(table, "turn-down")
    saw(nobody, dealer, arrived)


SEQUENCE = (
    ("section-42", "s42/d/2/rows", "rows"),
    ("section-42", "s42/d/2/suit-sequence", "rows"),
    ("massachusetts", "ma/4/b/fan", "fan"),
)


@pytest.mark.parametrize(("rulebook", "clause", "style"), cases(*SEQUENCE))
def test_the_spread_is_by_deck_by_suit_and_in_sequence(rulebook: str, clause: str, style: str, saw: Sightings) -> None:
    """Rows in Section 42, fan-shaped columns in Massachusetts: the shape is the rulebook's, the order is the same."""
    table = Table(rulebook, seats=())
    assert table.rules.rulebook.fixed["spread_style"].value == style
    does(table, "receive", "inspect", "verify")
    (spread,) = does(table, "spread")
    assert clause in spread.clauses
    cards = ALL_CARDS * table.rules.decks_in_shoe
    decks = [cards[start : start + DECK] for start in range(0, len(cards), DECK)]
    assert len(decks) == 8
    for deck in decks:
        suits = [deck[start : start + 13] for start in range(0, DECK, 13)]
        assert len({suit[0].suit for suit in suits}) == 4
        for suit in suits:
            assert {card.suit for card in suit} == {suit[0].suit}
            assert [str(card)[0] for card in suit] == list("A23456789TJQK")
    saw(spread)


@pytest.mark.parametrize(("rulebook", "clause", "style"), cases(*SEQUENCE, breaks=True))
def test_a_spread_out_of_order_is_not_confirmed(rulebook: str, clause: str, style: str, saw: Sightings) -> None:
    del style
    table = Table(rulebook)
    does(table, "receive", "inspect", "verify")
    refusal = may_not(table, "spread", ok=False)
    assert refusal.code is Code.WRONG_STEP
    assert clause in refusal.clauses
    unspread = may_not(table, "look")
    assert unspread.allowed == ("spread",), "the next step waits for a spread in order"
    assert clause in unspread.clauses
    does(table, "spread")
    does(table, "look")
    saw(refusal, unspread)


# --- turned, washed, stacked -----------------------------------------------------------------------------------------

TURN = (("section-42", "s42/d/3"), ("massachusetts", "ma/4/c"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*TURN))
@pytest.mark.parametrize("looks", [True, False])
def test_once_the_first_guest_could_look_the_cards_are_turned_face_down(
    looks: bool, rulebook: str, clause: str, saw: Sightings
) -> None:
    """The guest is given the opportunity; to decline it is enough."""
    table = Table(rulebook)
    does(table, "receive", "inspect", "verify", "spread")
    does(table, "look", ok=looks)
    (turned,) = does(table, "turn-down")
    assert isinstance(turned, e.StepDone)
    assert clause in turned.clauses
    saw(turned)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*TURN, breaks=True))
def test_turning_before_the_look_and_washing_before_the_turn_are_refused(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = Table(rulebook)
    does(table, "receive", "inspect", "verify", "spread")
    refusal = may_not(table, "turn-down")
    assert clause in refusal.clauses
    does(table, "look")
    face_up = may_not(table, "wash")
    assert face_up.clause == clause
    assert face_up.allowed == ("turn-down",)
    saw(refusal, face_up)


WASH = (("section-42", "s42/d/3/wash"), ("massachusetts", "ma/4/c/wash"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*WASH))
def test_the_face_down_cards_are_washed(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook)
    does(table, "receive", "inspect", "verify", "spread", "look", "turn-down")
    (washed,) = does(table, "wash")
    assert isinstance(washed, e.StepDone)
    assert washed.clauses == (clause,)
    assert [step for step, _ in table.state.done][-2:] == ["turn-down", "wash"]
    saw(washed)


@pytest.mark.parametrize(("rulebook", "clause"), cases(*WASH, breaks=True))
def test_unwashed_cards_are_not_stacked(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook)
    does(table, "receive", "inspect", "verify", "spread", "look", "turn-down")
    refusal = may_not(table, "stack")
    assert refusal.code is Code.STEP_MISSING
    assert refusal.clause == clause
    assert refusal.allowed == ("wash",)
    saw(refusal)


STACK = (("section-42", "s42/d/3/stack", "shuffle"), ("massachusetts", "ma/4/c/stack", "riffle"))


@pytest.mark.parametrize(("rulebook", "clause", "first"), cases(*STACK))
def test_the_washed_cards_make_one_stack_and_go_to_the_shuffle(
    rulebook: str, clause: str, first: str, saw: Sightings
) -> None:
    table = Table(rulebook)
    does(table, "receive", "inspect", "verify", "spread", "look", "turn-down", "wash")
    events = does(table, "stack", cards_count=8 * DECK)
    stacked = signed_by(events, e.StepDone, clause)
    assert stacked.step == "stack"
    assert table.state.phase is Phase.SHUFFLE
    does(table, first)
    saw(stacked)


@pytest.mark.parametrize(("rulebook", "clause", "first"), cases(*STACK, breaks=True))
def test_nothing_is_shuffled_before_it_is_stacked_and_counted(
    rulebook: str, clause: str, first: str, saw: Sightings
) -> None:
    table = Table(rulebook)
    does(table, "receive", "inspect", "verify", "spread", "look", "turn-down", "wash")
    early = may_not(table, first)
    assert early.clause == clause
    short = may_not(table, "stack", cards_count=8 * DECK - 1)
    assert short.code is Code.WRONG_CARD
    assert short.clause == clause
    saw(early, short)


# --- two batches -----------------------------------------------------------------------------------------------------

BATCHES = (("section-42", "s42/d/4"), ("massachusetts", "ma/4/d"))


def two_batches(rulebook: str, *steps: str) -> Table:
    """A table with an automatic shuffler, each of whose batches has come through these steps."""
    table = Table(rulebook, shuffler="automatic")
    for step in steps:
        for batch in "A" if step == "look" else "AB":
            does(table, step, batch=batch)
    return table


@pytest.mark.parametrize(("rulebook", "clause"), cases(*BATCHES))
def test_with_a_shuffler_the_batches_are_spread_apart_from_each_other(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = two_batches(rulebook, "receive", "inspect", "verify")
    for batch in "AB":
        (spread,) = does(table, "spread", batch=batch)
        assert isinstance(spread, e.StepDone)
        assert spread.batch == batch
        assert clause in spread.clauses
        saw(spread)
    assert ("spread", "A") in table.state.done
    assert ("spread", "B") in table.state.done


@pytest.mark.parametrize(("rulebook", "clause"), cases(*BATCHES, breaks=True))
def test_the_batches_are_never_spread_together_nor_one_without_the_other(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = two_batches(rulebook, "receive", "inspect", "verify")
    mixed = may_not(table, "spread", batch="A+B")
    assert mixed.code is Code.WRONG_BATCH
    assert clause in mixed.clauses
    assert mixed.allowed == ("A", "B")
    does(table, "spread", batch="A")
    half = may_not(table, "look")
    assert half.code is Code.STEP_MISSING
    assert clause in half.clauses, "the other batch has not been spread"
    saw(mixed, half)


APART = (("section-42", "s42/d/4/turn-stack"), ("massachusetts", "ma/4/d/turn-stack"))


@pytest.mark.parametrize(("rulebook", "clause"), cases(*APART))
def test_each_batch_is_turned_and_stacked_by_itself_and_none_is_washed(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = two_batches(rulebook, "receive", "inspect", "verify", "spread", "look")
    for step in ("turn-down", "stack"):
        for batch in "AB":
            events = does(table, step, batch=batch, cards_count=8 * DECK)
            done = signed_by(events, e.StepDone, clause)
            assert (done.step, done.batch) == (step, batch)
            saw(done)
    assert table.state.phase is Phase.SHUFFLE
    assert not [event for event in table.all(e.StepDone) if event.step == "wash"]


@pytest.mark.parametrize(("rulebook", "clause"), cases(*APART, breaks=True))
def test_a_batch_is_not_stacked_before_it_is_turned_nor_both_at_once(
    rulebook: str, clause: str, saw: Sightings
) -> None:
    table = two_batches(rulebook, "receive", "inspect", "verify", "spread", "look")
    together = may_not(table, "turn-down", batch="A+B")
    assert together.code is Code.WRONG_BATCH
    does(table, "turn-down", batch="A")
    other = may_not(table, "stack", batch="B")
    assert other.code is Code.STEP_MISSING
    assert other.allowed == ("turn-down",), "batch A is turned, batch B is not"
    does(table, "stack", batch="A")
    missing = table.no(c.DoStep, step="shuffle")
    for refusal in (together, other, missing):
        assert clause in refusal.clauses
    saw(together, other, missing)


EQUAL = (("section-42", "s42/a/4/ii", 14), ("massachusetts", "ma/3/b/1", 12))


@pytest.mark.parametrize(("rulebook", "clause", "decks"), cases(*EQUAL))
def test_the_decks_make_two_batches_of_as_many_decks_each(
    rulebook: str, clause: str, decks: int, saw: Sightings
) -> None:
    table = Table(rulebook, shuffler="automatic", decks=decks)
    assert table.rules.decks_in_shoe == decks // 2
    for batch in "AB":
        (received,) = does(table, "receive", batch=batch, cards_count=decks // 2 * DECK)
        assert clause in received.clauses
        saw(received)


@pytest.mark.parametrize(("rulebook", "clause", "decks"), cases(*EQUAL, breaks=True))
def test_a_batch_with_a_deck_more_than_the_other_is_not_received(
    rulebook: str, clause: str, decks: int, saw: Sightings
) -> None:
    table = Table(rulebook, shuffler="automatic", decks=decks)
    for wrong in (decks // 2 + 1, decks // 2 - 1, decks):
        refusal = may_not(table, "receive", cards_count=wrong * DECK)
        assert refusal.code is Code.WRONG_CARD
        assert clause in refusal.clauses
        saw(refusal)
    third = may_not(table, "receive", batch="C")
    assert third.code is Code.WRONG_BATCH
    for odd in (decks + 1, decks - 1):
        assert not isinstance(build(load(rulebook), {"shuffler": "automatic", "decks": odd}), HouseRules)


# --- the discard rack, and decks that come prepared ------------------------------------------------------------------


@pytest.mark.clause("ma/2/c")
def test_the_table_opens_with_its_discard_rack_attached(saw: Sightings) -> None:
    table = Table("massachusetts", seats=())
    (received,) = does(table, "receive", ok=True)
    assert (received.by, received.ok) == (DEALER.id, True), "a named person says so"
    assert "ma/2/c" in received.clauses
    saw(received)


@pytest.mark.clause("ma/2/c", breaks=True)
def test_a_table_without_its_discard_rack_cannot_open(saw: Sightings) -> None:
    table = Table("massachusetts")
    refusal = may_not(table, "receive", ok=False)
    assert refusal.code is Code.ILLEGAL_EQUIPMENT
    assert refusal.clause == "ma/2/c"
    assert "discard rack" in refusal.sentence
    assert table.state.phase is Phase.OPENING
    unopened = may_not(table, "inspect")
    assert "ma/2/c" in unopened.clauses
    saw(refusal, unopened)


SILENT = [
    # rulebook, clause, the step that asks, and the facts that say nothing
    ("massachusetts", "ma/2/c", "receive", {"ok": None}),
    ("section-42", "s42/a/4/i", "receive", {"ok": None, "shuffler": "automatic"}),
    ("section-42", "s42/a/4/ii", "receive", {"cards_count": None, "shuffler": "automatic"}),
    ("massachusetts", "ma/3/b/1", "receive", {"cards_count": None, "shuffler": "automatic"}),
    ("section-42", "s42/d/1", "inspect", {"ok": None}),
    ("massachusetts", "ma/4/a", "inspect", {"ok": None}),
    ("section-42", "s42/d/1/verify", "verify", {"ok": None}),
    ("massachusetts", "ma/4/a/verify", "verify", {"ok": None}),
    ("section-42", "s42/d/2/rows", "spread", {"ok": None}),
    ("massachusetts", "ma/4/b/fan", "spread", {"ok": None}),
    ("section-42", "s42/d/2", "look", {"ok": None}),
    ("massachusetts", "ma/4/b", "look", {"ok": None}),
    ("section-42", "s42/e/2/i/verify", "feather-check", {"ok": None}),
    ("massachusetts", "ma/5/a/feather-verify", "feather-check", {"ok": None}),
    ("section-42", "s42/e/2/ii", "lace", {"cards_count": None, "finish": "lace"}),
]


@pytest.mark.parametrize(("rulebook", "clause", "step", "unsaid"), cases(*SILENT, breaks=True))
def test_silence_attests_nothing(rulebook: str, clause: str, step: str, unsaid: dict[str, Any], saw: Sightings) -> None:
    """A step that somebody has to speak for is not done by naming it: the field that is absent is a refusal."""
    options = {name: value for name, value in unsaid.items() if name in ("shuffler", "finish")}
    facts = {name: value for name, value in unsaid.items() if name not in options}
    table = Table(rulebook, seats=(3,), **options)
    table.to(lambda _: isinstance(command := table.next(), c.DoStep) and command.step == step)
    before = table.state
    refusal = may_not(table, step, **facts)
    assert refusal.code is Code.STEP_MISSING
    assert clause in refusal.clauses
    assert table.state is before
    done = does(table, step)[0]
    assert done.ok is True, "said, it counts"
    saw(refusal)


def test_what_must_be_said_is_asked_of_the_dealer_and_of_the_floorperson() -> None:
    table = Table("massachusetts", seats=(3,))
    step = next_step(table.state, table.now())
    assert step is not None
    assert (step["role"], step["asks"]) == ("dealer", ["ok", "cards_count"])
    assert "discard rack is attached" in str(step["says"])
    assert floor_part(table.state)["asked"] is None
    does(table, "receive", "inspect")
    asked = floor_part(table.state)["asked"]
    assert asked is not None
    assert (asked["command"]["step"], asked["asks"]) == ("verify", ["ok"])
    two = Table("section-42", seats=(3,), shuffler="automatic")
    two.to(Phase.LOADED)
    step = next_step(two.state, two.now())
    assert step is not None
    assert step["asks"] == ["rack_batch"]


PREPARED: dict[str, Any] = {"decks_received": "preinspected-preshuffled"}


@pytest.mark.clause("ma/4/e", "ma/5/a/preshuffled")
def test_preinspected_and_preshuffled_decks_skip_inspection_spread_wash_and_the_first_shuffle(saw: Sightings) -> None:
    table = Table("massachusetts", **PREPARED)
    does(table, "receive")
    events = does(table, "stack")
    assert [event.step for event in table.all(e.StepDone)] == ["receive", "stack"]
    finished = signed_by(events, e.ProcedureFinished, "ma/5/a/preshuffled")
    assert "ma/4/e" in finished.clauses
    assert phase_of(table) is Phase.CUT_OFFER, "the cut still applies"
    saw(table.rules.setting("decks_received"), finished)
    table.to(Phase.BETTING)
    assert table.last(e.StackCut).position >= 10
    assert len(table.last(e.CardsBurned).positions) >= 2, "and so does the burn"
    table.yes(c.DirectShuffle, reason="a look at the second shuffle")
    assert table.state.phase is Phase.SHUFFLE, "only the first shuffle falls away"


@pytest.mark.clause("ma/4/e", "ma/5/a/preshuffled", breaks=True)
def test_without_the_custody_reference_nothing_is_skipped(saw: Sightings) -> None:
    refusals = build(load("massachusetts"), PREPARED, references={})
    assert isinstance(refusals, tuple)
    (refusal,) = [found for found in refusals if "card-custody" in found.allowed]
    assert refusal.code is Code.MISSING_REFERENCE
    assert refusal.clauses == ("ma/4/e", "ma/5/a/preshuffled")
    saw(refusal)
    table = Table("massachusetts", decks_received="plain")
    does(table, "receive")
    for step, wanted in (("verify", "inspect"), ("spread", "verify"), ("stack", "wash")):
        too_soon = may_not(table, step)
        assert too_soon.allowed == (wanted,)
        next_one = "" if wanted == "inspect" else ", and inspect is next"
        assert too_soon.sentence.startswith(f"{step} comes after {wanted}{next_one}: ")
    assert may_not(table, "riffle").code is Code.WRONG_STEP
    assert rules_of("massachusetts").options["decks_received"] == "plain"


@pytest.mark.clause("ma/5/a", breaks=True)
def test_the_paper_on_the_inspection_does_not_let_the_first_shuffle_fall_away(saw: Sightings) -> None:
    """Two sections, two papers (B14): 146.50 for cards that come inspected, 146.48 for cards that come shuffled."""
    paper = Reference("Massachusetts Gaming Commission", "C-1", "2026-01-01")
    held = dict.fromkeys(("rules-submission", "layout-approval", "card-custody"), paper)
    rules = build(load("massachusetts"), PREPARED, references=held)
    assert isinstance(rules, HouseRules)
    table = Table("massachusetts", **PREPARED)
    table.live.state = replace(table.state, rules=rules)
    does(table, "receive", "stack")
    assert phase_of(table) is Phase.SHUFFLE, "nothing says that they are shuffled"
    refusal = table.no(c.CutStack, position=100)
    assert refusal.code is Code.NOT_NOW
    table.to(Phase.CUT_OFFER)
    assert [event.step for event in table.all(e.StepDone)].count("riffle") >= 2
    saw(refusal)


# --- the card standard of an automatic shuffler's decks, and the shoe -----------------------------------------------


@pytest.mark.clause("s42/a/4/i")
@pytest.mark.clause("s42/a/4/i", breaks=True)
def test_each_batch_is_received_on_somebodys_word_that_it_meets_the_standard(saw: Sightings) -> None:
    table = Table("section-42", seats=(), shuffler="automatic")
    unsaid = table.no(c.DoStep, step="receive", batch="A", ok=False)
    assert unsaid.clause == "s42/a/4/i"
    (received,) = table.yes(c.DoStep, step="receive", batch="A", ok=True)
    assert (received.by, received.at > 0) == (DEALER.id, True)
    saw(unsaid, received)


CUTTING = [("section-42", "s42/a/1/cutting-cards"), ("massachusetts", "ma/3/a/cover-cards")]


@pytest.mark.parametrize(
    ("rulebook", "clause"), [pytest.param(*row, marks=pytest.mark.clause(row[1])) for row in CUTTING]
)
def test_the_shoe_is_loaded_with_both_cutting_cards(rulebook: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook, seats=(1,))
    table.to(Phase.COMPLETED)
    assert clause in table.no(c.LoadShoe, cutting_cards=1).clauses
    (loaded,) = table.yes(c.LoadShoe, cutting_cards=2)
    saw(loaded)


@pytest.mark.clause("s42/f/1/shoe")
@pytest.mark.clause("s42/f/1/shoe", breaks=True)
def test_cards_come_out_of_the_loaded_shoe_and_from_nowhere_else(saw: Sightings) -> None:
    table = Table("section-42", seats=(1,))
    for phase in (Phase.OPENING, Phase.SHUFFLE, Phase.CUT_OFFER, Phase.CUT, Phase.COMPLETED):
        table.to(phase)
        refusal = table.no(c.DealCard, hand="player", cards=("As",))
        assert "s42/f/1/shoe" in refusal.clauses
        saw(refusal)
    table.to(Phase.DEALING)
    position = table.state.next_index
    named = table.do(c.DealCard, hand="player", cards=("As",))
    assert isinstance(named, Refusal), "nobody names a card of a sealed shoe"
    assert (named.code, named.clauses) == (Code.WRONG_CARD, ())
    (dealt, *_) = table.yes(c.DealCard, hand="player")
    assert dealt.position == position, "the next one of the shoe"
    saw(dealt)
