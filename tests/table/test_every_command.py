"""Every phase with every command and every role, for each rulebook: accepted, or refused with a clause; never raised.

A refusal leaves the state untouched, and so does an acceptance: ``decide`` only says what would happen. What it says is
then applied, so that no accepted command leads into an exception either.
"""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from minibac.machine.roles import Actor, Role
from minibac.rules.clauses import inventory
from minibac.rules.refusal import Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import next_command
from minibac.table.machine import TABLE, apply_all, decide
from minibac.table.reveals import cards_wanted
from minibac.table.state import CARDS, TableState
from tests.table.command_variants import HOUSES, NARROW, variants
from tests.table.helpers import DEALER, STAFF
from tests.table.nonsense import WORDS
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
            first = number == 0
            for by in (
                everybody if first or any(facts[n] != WORDS[n][0] for n in NARROW if n in facts) else everybody[:2]
            ):
                command = kind(by=by, at=state.at, **facts)
                yield command
                if by.role in (Role.DEALER, Role.GUEST) and (better := filled(state, command)):
                    yield better
    right = next_command(state, state.at)
    if right is not None:
        for by in everybody:
            facts = {name: getattr(right.command, name) for name in right.command.__struct_fields__ if name != "by"}
            yield type(right.command)(by=by, **facts)


def check(state: TableState, command: c.Command) -> bool:
    """Accepted with clauses on every event that can be applied, or refused with a clause; whether it was accepted."""
    known = inventory()
    answer = decide(state, command)
    if isinstance(answer, Refusal):
        assert answer.clause in known, f"a refusal without a clause: {command} -> {answer}"
        assert all(clause in known for clause in answer.clauses), answer
        assert answer.sentence
        return False
    for event in answer:
        assert event.clauses, f"an event without a clause: {command} -> {event}"
        assert all(clause in known for clause in event.clauses), event
        assert e.decode(e.encode(event)) == event
    after = apply_all(state, answer)
    assert sum(after.balances.values()) == 0
    assert all(after.chips(seat) >= 0 for seat in range(10)), f"{command} leaves a seat without chips it owes"
    return True


CASES = [
    pytest.param(situation, house, id=f"{situation} | {house}")
    for house, (rulebook, options) in HOUSES.items()
    for situation in SITUATIONS
    if exists(situation, options, rulebook)
]


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


def test_a_command_from_the_past_is_refused():
    state = SITUATIONS["betting"]("section-42")
    answer = decide(state, c.CallNoMoreBets(by=DEALER, at=state.at - 1))
    assert isinstance(answer, Refusal)
    assert answer.clause
