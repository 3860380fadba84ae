"""Every phase with every command and every role, for each rulebook: accepted, or refused with a clause; never raised.

The answer agrees with the tables of the machine: ``not-yours`` where the row of who may says so, a refusal in every
phase that the command does not belong to, and after an acceptance only phases to which its events may lead.

A refusal leaves the state untouched, and so does an acceptance: ``decide`` only says what would happen. What it says is
then applied, so that no accepted command leads into an exception either.
"""

from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from minibac.machine.roles import Actor, Duty, Role
from minibac.machine.who import ROLE_OF, Who, barred
from minibac.rules.clauses import inventory
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulings import rulings
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import next_command
from minibac.table.checks import Decision
from minibac.table.machine import TABLE, apply, apply_all, decide, out_of_phase, stopped
from minibac.table.phases import PHASES
from minibac.table.reveals import cards_wanted
from minibac.table.state import CARDS, TableState
from minibac.table.tray import COUNTS, SLIPS
from tests.table.command_variants import HOUSES, NARROW, variants
from tests.table.helpers import DEALER, STAFF
from tests.table.nonsense import OURS, WORDS
from tests.table.situations import SITUATIONS, exists

STRANGER = Actor("Mallory", Role.GUEST, 3)
"""Somebody who says that seat 3 is theirs."""


def people(state: TableState) -> list[Actor]:
    """Everybody: each role, each guest, and a stranger."""
    guests = [Actor(sits.guest, Role.GUEST, seat) for seat, sits in state.seats.items()]
    return [*STAFF, *guests, STRANGER]


def filled(state: TableState, command: c.Command) -> c.Command | None:
    """The command with as many cards as it turns, as at a real table; ``None`` where it turns none."""
    if "cards" not in command.__struct_fields__:
        return None
    names = [name for name in CARDS if name[0] != "A"]
    first = replace(command, cards=tuple(names[: len(cards_wanted(state, command))]))
    wanted = cards_wanted(state, first)  # a burn says how many follow once its first card is known
    return replace(command, cards=tuple(names[: len(wanted)])) if wanted else None


def commands(state: TableState) -> Iterator[c.Command]:
    everybody = people(state)
    for kind in c.KINDS:
        for number, facts in enumerate(variants(kind)):
            roles = row_of(state, kind(by=everybody[0], at=state.at, **facts)).roles
            theirs = [by for by in everybody if by.role in roles]
            narrow = any(facts[name] != WORDS[name][0] for name in NARROW if name in facts)
            # Whose command it is was asked with the first facts, unless they say it; the others are for those who may.
            few = everybody[:2] if callable(TABLE.who[kind]) else [by for by in everybody[:2] if by.role in roles]
            for by in everybody if number == 0 else [*few, *(theirs if narrow else ())]:
                command = kind(by=by, at=state.at, **facts)
                yield command
                if by.role in (Role.DEALER, Role.GUEST) and (better := filled(state, command)):
                    yield better
    right = next_command(state, state.at)
    if right is not None:
        for by in everybody:
            facts = {name: getattr(right.command, name) for name in right.command.__struct_fields__ if name != "by"}
            yield type(right.command)(by=by, **facts)


WRITTEN: set[tuple[type[c.Command], Role, str]] = set()
"""Which refusals, to whom, have been written as a sentence already."""


@cache
def citable() -> frozenset[str]:
    """Clauses, and rulings: where no print speaks, one of them or a control is cited in its place."""
    return frozenset({*inventory(), *rulings(), COUNTS, SLIPS})


def check(state: TableState, command: c.Command) -> bool:
    """Accepted with clauses on every event that can be applied, or refused with a clause; whether it was accepted."""
    known = citable()
    answer = decide(state, command)
    by_the_tables(state, command, answer)
    if isinstance(answer, Refusal):
        ours = isinstance(command, OURS) and not answer.clauses
        assert ours or answer.clause in known, f"a refusal without a clause: {command} -> {answer}"
        assert all(clause in known for clause in answer.clauses), answer
        kind = type(command), command.by.role, answer.said.template
        if kind not in WRITTEN:  # a sentence takes longer to write than the command to decide
            assert answer.sentence
            WRITTEN.add(kind)
        return False
    for event in answer:
        assert event.clauses or isinstance(command, OURS), f"an event without a clause: {command} -> {event}"
        assert all(clause in known for clause in event.clauses), event
        assert e.decode(e.encode(event)) == event
    after = apply_all(state, answer)
    assert sum(after.balances.values()) == 0
    assert all(after.chips(seat) >= 0 for seat in range(10)), f"{command} leaves a seat without chips it owes"
    return True


PERSONAL = (c.AssignStaff, c.DoStep, c.ConfirmUnfinishable)
"""Commands that a person of the right role may still not give: nobody checks what they have done themselves."""


def row_of(state: TableState, command: c.Command) -> Who:
    row = TABLE.who[type(command)]
    return row if isinstance(row, Who) else row(state, command)


def by_the_tables(state: TableState, command: c.Command, answer: Decision) -> None:
    """The answer is the one that the tables of who may and of the phases give, as far as they give one."""
    code = answer.code if isinstance(answer, Refusal) else None
    who = row_of(state, command)
    if command.by.role not in who.roles:
        assert isinstance(answer, Refusal)
        assert (code, len(answer.allowed)) == (Code.NOT_YOURS, len(who.roles)), (command, answer)
        return
    not_theirs = barred(who, state, command)
    assert not_theirs is None or answer == not_theirs, (command, answer)
    assert not_theirs or code is not Code.NOT_YOURS or isinstance(command, PERSONAL), (command, answer)
    if not_theirs or answer == stopped(state, command):
        return
    if state.phase not in PHASES.fits.get(type(command), (state.phase,)):
        assert answer == out_of_phase(state, command)
    elif not isinstance(answer, Refusal):
        for event in answer:
            leads = PHASES.leads(state.phase, type(event))
            state = apply(state, event)
            assert state.phase in leads, (command, event)


CASES = [
    pytest.param(situation, house, id=f"{situation} | {house}")
    for house, (rulebook, options) in HOUSES.items()
    for situation in SITUATIONS
    if exists(situation, options, rulebook)
]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("situation", "house"), CASES)
def test_every_command_in_every_situation_from_everybody(situation, house):
    rulebook, options = HOUSES[house]
    state = SITUATIONS[situation](rulebook, **options)
    before = repr(state)
    accepted = sum([check(state, command) for command in commands(state)])
    assert repr(state) == before, "deciding changed the state"
    assert accepted or state.phase.value in ("commit", "shoe-over", "closed")


def test_every_command_has_a_decider_and_every_event_an_applier():
    assert set(TABLE.deciders) == set(TABLE.who) == set(c.KINDS)
    assert set(TABLE.fold.appliers) == {*e.KINDS} - {e.TableOpened}


@pytest.mark.parametrize("kind", c.KINDS)
def test_with_people_on_duty_nobody_else_of_their_role_acts_for_them(kind):
    state = SITUATIONS["betting"]("section-42", verbal_wagers=True)
    state = replace(state, staff={Duty.CALLING: "Ann", Duty.WAGERS: "Will", Duty.FLOOR: "Fred"})
    for duty, role in ROLE_OF.items():
        relieved = Actor("somebody else", role)
        command = kind(by=relieved, at=state.at, **next(variants(kind)))
        who, answer = row_of(state, command), decide(state, command)
        if role in who.roles and duty in who.duty:
            assert isinstance(answer, Refusal)
            assert (answer.code, *answer.allowed) == (Code.NOT_YOURS, state.staff[duty])
            on_duty = decide(state, replace(command, by=Actor(state.staff[duty], role)))
            assert not isinstance(on_duty, Refusal) or on_duty.code is not Code.NOT_YOURS


def test_a_command_from_the_past_is_refused():
    state = SITUATIONS["betting"]("section-42")
    answer = decide(state, c.CallNoMoreBets(by=DEALER, at=state.at - 1))
    assert isinstance(answer, Refusal)
    assert answer.clause
