"""What a machine is, on a turnstile."""

import pytest

from minibac.machine.fold import Register, posted
from minibac.machine.kinds import encode
from minibac.machine.layers import Layers
from minibac.machine.roles import THE_HOUSE, Actor, Duty, Role
from minibac.play.postings import moved
from minibac.rules.refusal import Code, Refusal
from tests.machine.turnstile import (
    ANN,
    GATE,
    GUARD,
    PHASES,
    Gate,
    GateBuilt,
    GateCommand,
    GateEvent,
    GateRefused,
    GateState,
    Jam,
    Jammed,
    Passed,
    PayCoin,
    Push,
    Relieve,
)

NEW = GATE.opened(GateBuilt(at=5))


def after(state: GateState, *commands: GateCommand) -> GateState:
    for command in commands:
        decision = GATE.decide(state, command)
        assert not isinstance(decision, Refusal), decision
        state = GATE.apply_all(state, decision)
    return state


def refused(state: GateState, command: GateCommand) -> Refusal:
    decision = GATE.decide(state, command)
    assert isinstance(decision, Refusal)
    return decision


COIN = PayCoin(by=ANN, at=10, seat=1)
PAID = after(NEW, COIN)


def test_a_command_gives_events_and_an_event_moves_phase_time_and_money() -> None:
    assert (PAID.phase, PAID.at, PAID.since, PAID.coins) == (Gate.OPEN, 10, 10, 1)
    assert PAID.balances == {"purse": -25, "gate": 25}
    decision = GATE.decide(NEW, COIN)
    assert not isinstance(decision, Refusal)
    assert (decision[0].by, decision[0].clauses) == ("Ann", ("g/1", "g/2"))


def test_where_several_phases_may_follow_the_named_choice_says_which() -> None:
    twice = after(PAID, PayCoin(by=ANN, at=20, seat=1))
    once = after(twice, Push(by=GUARD, at=30))
    assert (once.phase, once.since) == (Gate.OPEN, 20)
    assert after(once, Push(by=GUARD, at=40)).phase is Gate.LOCKED
    assert PHASES.leads(Gate.OPEN, Passed) == (Gate.OPEN, Gate.LOCKED)
    assert PHASES.leads(Gate.LOCKED, Passed) == ()
    assert PHASES.leads(Gate.LOCKED, Jammed) == (Gate.LOCKED,)
    assert PHASES.where(Passed) == {Gate.OPEN}


def test_an_event_that_cannot_follow_is_a_broken_promise() -> None:
    with pytest.raises(KeyError):
        GATE.apply(NEW, Passed(at=6))


def test_a_waiting_begins_anew_though_the_phase_is_the_same() -> None:
    assert after(PAID, PayCoin(by=ANN, at=20, seat=1)).since == 20
    assert after(PAID, Jam(by=Actor("S", Role.SECURITY), at=20, jammed=True)).since == 10


def test_who_may_is_asked_first() -> None:
    refusal = refused(NEW, Push(by=ANN, at=0))
    assert (refusal.code, refusal.clauses, refusal.allowed) == (Code.NOT_YOURS, ("g/2", "g/2/locked"), ("dealer",))
    assert str(refusal.sentence) == "Push is not for guest: dealer may do that"


@pytest.mark.parametrize("by", [Actor("Ann", Role.GUEST, 2), Actor("Ben", Role.GUEST, 1)])
def test_a_guest_speaks_for_the_seat_they_sit_at(by: Actor) -> None:
    assert refused(NEW, PayCoin(by=by, at=9, seat=1)).allowed == ("the guest at seat 1", "house")
    assert after(NEW, PayCoin(by=THE_HOUSE, at=9, seat=1)).coins == 1


def test_where_somebody_is_on_duty_nobody_else_of_the_role_may() -> None:
    relieved = after(PAID, Relieve(by=THE_HOUSE, at=20, person="Hal"))
    refusal = refused(relieved, Push(by=GUARD, at=30))
    assert (refusal.code, refusal.allowed) == (Code.NOT_YOURS, ("Hal",))
    assert str(refusal.sentence) == f"Gus is not the dealer on duty for {Duty.CALLING}: Hal is"
    assert after(relieved, Push(by=Actor("Hal", Role.DEALER), at=30)).phase is Gate.LOCKED


def test_a_row_may_depend_on_the_command() -> None:
    security, floor = Actor("S", Role.SECURITY), Actor("F", Role.FLOORPERSON)
    jammed = after(PAID, Jam(by=security, at=20, jammed=True))
    assert refused(jammed, Jam(by=security, at=21, jammed=False)).allowed == ("floorperson",)
    assert not after(jammed, Jam(by=floor, at=21, jammed=False)).jammed
    assert GATE.decide(PAID, Jam(by=floor, at=21, jammed=False)) == ()


def test_time_does_not_run_backwards() -> None:
    refusal = refused(PAID, Push(by=GUARD, at=9))
    assert (refusal.code, refusal.clauses) == (Code.NOT_NOW, ("g/0",))


def test_what_stops_play_and_what_is_of_another_phase() -> None:
    jammed = after(PAID, Jam(by=Actor("S", Role.SECURITY), at=20, jammed=True))
    assert refused(jammed, Push(by=GUARD, at=30)).code is Code.INCIDENT_OPEN
    assert refused(NEW, Push(by=GUARD, at=30)).sentence == "the gate is locked"


def test_a_log_leads_to_the_same_state_also_through_its_lines() -> None:
    log: list[GateEvent] = [GateBuilt(at=5)]
    commands: list[GateCommand] = [COIN, Relieve(by=THE_HOUSE, at=11, person="Gus"), Push(by=GUARD, at=12)]
    state = NEW
    for command in commands:
        decision = GATE.decide(state, command)
        assert not isinstance(decision, Refusal)
        log += decision
        state = GATE.apply_all(state, decision)
    assert GATE.replay(log) == state
    assert GATE.replay(GATE.read(encode(event)) for event in log) == state
    assert GATE.fold.fold(None, log[0]) == NEW
    with pytest.raises(ValueError, match=rf"starts with GateBuilt, and this one with {type(log[1]).__name__}"):
        GATE.replay(log[1:])
    with pytest.raises(ValueError, match="starts with GateBuilt, and this one is empty"):
        GATE.replay([])


def test_a_refused_attempt_that_matters_leaves_a_trace() -> None:
    push = Push(by=ANN, at=3)
    (trace,) = GATE.trace(PAID, push, refused(PAID, push))
    assert isinstance(trace, GateRefused)
    assert (trace.at, trace.by, trace.command, trace.severity, trace.coins) == (10, "Ann", "Push", "high", 1)
    late = Push(by=GUARD, at=3)
    assert GATE.trace(PAID, late, refused(PAID, late)) == ()


def test_a_kind_has_one_function() -> None:
    decides = Register[int, int]()
    decides(Push)(lambda state, command: 0)
    with pytest.raises(AssertionError, match="Push has two functions"):
        decides(Push)(lambda state, command: 1)


@pytest.mark.parametrize("kind", [dict, Layers])
def test_an_account_at_zero_is_left_out(kind: type) -> None:
    rows = moved("s", 5, "b", "a", None)
    before = kind({"a": -5, "c": 1})
    assert posted(before, rows) == {"b": -5, "c": 1}
    assert posted(before, rows, lambda name: "all") == {"a": -5, "c": 1}
    assert isinstance(posted(before, rows), kind)
    assert before == {"a": -5, "c": 1}
