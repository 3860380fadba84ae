"""Every situation of a pit with every command and every role: accepted, or refused with a citation; never raised.

Who may not give a command is refused before anything is looked at; surveillance receives notices and nothing else.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from minibac.machine.kinds import encode
from minibac.machine.roles import THE_HOUSE
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.pit import PIT, TRACED
from minibac.pits.pit_checks import placed
from minibac.pits.pit_state import PitState
from minibac.pits.who import WHO
from minibac.rules.clauses import inventory
from minibac.rules.controls import controls
from minibac.rules.refusal import Code, Refusal
from tests.pits.pit_helpers import (
    ACCOUNTING,
    ACCOUNTING_2,
    BOSS,
    CAGE,
    CLERK,
    DAY,
    DEALER,
    EVERYBODY,
    EYE,
    FLOOR,
    GUARD,
    MINUTE,
    PATRON,
    STRANGER,
    Pit,
)
from tests.pits.pit_words import RECEIVED, WORDS

KNOWN = {*inventory(), *controls()}


def _scheduled(*, due: bool) -> Pit:
    pit = Pit()
    pit.yes(c.GiveNotice, by=BOSS, options={"settlement_order": "i"}, text="soon")
    pit.yes(c.ReceiveNotice, by=EYE, notice=1)
    at = pit.clock + 30 * MINUTE
    pit.yes(c.ScheduleChange, by=BOSS, options={"settlement_order": "i"}, notice=1, effective_at=at)
    if due:
        pit.yes(c.TellTime, by=THE_HOUSE, at=at)
    return pit


def _prepared() -> Pit:
    pit = Pit()
    pit.prepared()
    return pit


def _signed() -> Pit:
    pit = _prepared()
    pit.sign("CV-000001")
    pit.witnessed("CV-000001")
    pit.yes(c.SignVoid, by=BOSS, serial="CV-000001", reason="a doubt")
    return pit


def _unsigned_by_the_patron() -> Pit:
    pit = _prepared()
    pit.sign("CV-000001", (DEALER, BOSS, CLERK))
    return pit


def _dropped() -> Pit:
    pit = Pit()
    pit.dropped(pit.prepared())
    pit.yes(c.RemoveDropBox, by=GUARD, table="T1", box="7")
    return pit


def _requested() -> Pit:
    pit = Pit()
    pit.opener()
    pit.yes(c.RequestTransfer, by=FLOOR, kind="fill", table="T1", chips={500: 1})
    pit.yes(c.CountInventory, by=DEALER, table="T2", kind="opener", chips={500: 100, 2500: 20})
    return pit


def _released() -> Pit:
    pit = Pit()
    pit.opener()
    pit.released()
    return pit


def _forwarded() -> Pit:
    pit = _released()
    pit.counted("closer", "T1", {500: 100, 2500: 20}, expected=999_00)
    pit.drop_counted()
    pit.forwarded()
    pit.yes(c.ProposeCorrection, by=ACCOUNTING, account="cage", before_cents=0, after_cents=1, reason="why")
    return pit


def _slip() -> Pit:
    pit = Pit()
    pit.opener()
    pit.yes(c.RequestTransfer, by=FLOOR, kind="fill", table="T1", chips={500: 1})
    pit.yes(c.PrepareSlip, by=CAGE, request=1)
    pit.sign("F-000001", (CAGE, GUARD, FLOOR))
    pit.yes(c.CountInventory, by=DEALER, table="T1", kind="shift", chips={500: 1})
    return pit


def _over() -> Pit:
    pit = _released()
    pit.voided(seat=5)
    pit.whole_day()
    return pit


def _recovery() -> Pit:
    pit = _over()
    pit.yes(c.OpenDay, by=ACCOUNTING, day="2026-11-16")
    pit.yes(c.PrepareForm, by=CLERK, **pit.prepare(kind="recovery", against="CV-000001"))
    pit.sign("VR-000001", (DEALER, BOSS, CLERK, PATRON))
    return pit


def _to_reopen() -> Pit:
    pit = _over()
    pit.yes(c.AskReopening, by=ACCOUNTING_2, day=DAY, reason="closed too early")
    return pit


SITUATIONS: dict[str, Callable[[], Pit]] = {
    "no series, no day": lambda: Pit(series=False, day=False),
    "day open": Pit,
    "change scheduled": lambda: _scheduled(due=False),
    "change due": lambda: _scheduled(due=True),
    "form prepared": _prepared,
    "form signed by the staff": _unsigned_by_the_patron,
    "form signed": _signed,
    "original dropped": _dropped,
    "marker released": _released,
    "duplicates forwarded": _forwarded,
    "fill requested": _requested,
    "slip prepared": _slip,
    "day over": _over,
    "recovery": _recovery,
    "to be opened again": _to_reopen,
}


STAFF = {"calling": DEALER.id, "floor": FLOOR.id}
"""Who is on duty at the tables."""


def variants(kind: type[c.PitCommand]) -> Iterator[dict[str, Any]]:
    """The command with sensible facts, then with each fact in turn as everything it could be."""
    fields = [name for name in kind.__struct_fields__ if name not in ("by", "at")]
    words = {**WORDS, "copies": RECEIVED} if kind is c.ReceiveDuplicates else WORDS
    usual = {name: words[name][0] for name in fields}
    if "serial" in fields and kind in (c.PrepareForm, c.PrepareSlip):
        usual["serial"] = ""
    if kind is c.PrepareSlip:
        usual["copies"] = WORDS["copies"][3]
    yield usual
    for name in fields:
        for value in words[name]:
            yield {**usual, name: value}
    if "kind" in fields and "table" in fields:
        for value in WORDS["kind"]:
            for table in WORDS["table"]:
                yield (
                    {**usual, "kind": value, "table": table, "against": "CV-000001"}
                    if "against" in fields
                    else {
                        **usual,
                        "kind": value,
                        "table": table,
                    }
                )


def check(state: PitState, command: c.PitCommand) -> bool:
    """Accepted with citations on every event that can be applied, or refused with one; whether it was accepted."""
    answer = PIT.decide(state, command)
    if command.by.role not in WHO[type(command)].roles:
        assert isinstance(answer, Refusal), f"{command.by.role} was let do {command}"
        assert answer.code is Code.NOT_YOURS
        assert PIT.trace(state, command, answer), "who may not, and tries, is in the log"
    if command.by is EYE and not isinstance(command, c.ReceiveNotice):
        assert isinstance(answer, Refusal), "surveillance changes nothing"
    if isinstance(answer, Refusal):
        assert answer.clause in KNOWN, f"a refusal without a citation: {command} -> {answer}"
        assert set(answer.clauses) <= KNOWN
        assert answer.sentence
        traces = PIT.trace(state, command, answer)
        assert bool(traces) == (answer.code in TRACED)
        after = PIT.apply_all(state, traces)
        assert after.forms == state.forms
        assert after.balances == state.balances
        return False
    for event in answer:
        assert event.clauses, f"an event without a citation: {command} -> {event}"
        assert set(event.clauses) <= KNOWN, event
        assert sum(row[4] for row in getattr(event, "postings", ())) == 0
        assert e.decode(encode(event)) == event
    after = PIT.apply_all(state, answer)
    assert sum(after.balances.values()) == 0
    return True


@pytest.mark.control("R30", "R31")
@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_command_in_every_situation_from_everybody(situation: str) -> None:
    state = SITUATIONS[situation]().state
    before = repr(state)
    accepted = set()
    for kind in c.PIT_KINDS:
        for number, facts in enumerate(variants(kind)):
            everybody = (*EVERYBODY, STRANGER)
            for by in everybody if number == 0 else [by for by in everybody if by.role in WHO[kind].roles]:
                command = kind(by=by, at=state.at + 1, **facts)
                if check(state, command):
                    accepted.add(kind)
    assert repr(state) == before, "deciding changed the state"
    assert accepted


def test_each_command_is_accepted_somewhere() -> None:
    accepted: set[type[c.PitCommand]] = set()
    for make in SITUATIONS.values():
        pit = make()
        for kind in c.PIT_KINDS:
            for facts in variants(kind):
                for by in [by for by in EVERYBODY if by.role in WHO[kind].roles]:
                    command = placed(
                        pit.state, kind(by=by, at=pit.state.at + 1, **facts), lambda _: STAFF, lambda _: None
                    )
                    if not isinstance(PIT.decide(pit.state, command), Refusal):
                        accepted.add(kind)
    assert set(c.PIT_KINDS) - accepted == {c.AddTable}, "which waits for its notice"


@pytest.mark.control("R31")
def test_surveillance_gives_one_command_in_a_pit() -> None:
    assert [kind for kind, who in WHO.items() if EYE.role in who.roles] == [c.ReceiveNotice]
