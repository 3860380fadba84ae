"""Deadlines: when the house must say that time has passed, and what it says then.

A table waits for people. Each wait has a length, and silence has a meaning that the rulebook gives it: betting closes,
a cut that is not taken is declined, a bettor who delays gives up the cards, House Money without a word is taken.
"""

from collections.abc import Iterator
from typing import NamedTuple

from minibac.machine.roles import THE_HOUSE
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table.automatic import Crew, collected, crew
from minibac.table.guests import can_pay, may_go
from minibac.table.opening import decks_due_at
from minibac.table.phases import CUTTING, PROCEDURES, UNDECIDED
from minibac.table.settling import TAKE, choice_due
from minibac.table.state import Phase, TableState
from minibac.table.steps import missing_steps, unanswered
from minibac.table.tray import shut


class Deadline(NamedTuple):
    """A moment, and the command that is given then unless somebody acts before."""

    at: int
    command: c.Command


def deadline(state: TableState) -> Deadline | None:
    """The next moment at which the house speaks, or ``None`` while the table waits for nobody's time."""
    return min(_all(state, crew(state)), key=lambda found: found.at, default=None)


def deadlines(state: TableState) -> tuple[Deadline, ...]:
    """Every moment at which the house would speak, soonest first: for a house where people do some of it."""
    return tuple(sorted(_all(state, crew(state)), key=lambda found: found.at))


def waiting(state: TableState) -> Deadline | None:
    """The next moment that everybody at the table waits for; a lost connection is nobody's clock but its own."""
    people = crew(state)
    found = (*_answers(state, people), *_betting(state, people))
    return min(found, key=lambda each: each.at, default=None)


def awaited(state: TableState) -> int | None:
    """The seat whose guest the table waits for, or ``None``: a live house gives them their time before it goes on."""
    coup = state.coup
    if state.phase in CUTTING and state.cut_seat > 0:
        return state.cut_seat
    if coup is not None and coup.offering:
        return coup.offered
    if coup is not None and coup.handed:
        return coup.holders[coup.handed]
    return choice_due(state) if state.phase is Phase.HOUSE_MONEY else None


def _all(state: TableState, people: Crew) -> Iterator[Deadline]:
    yield from _answers(state, people)
    yield from _betting(state, people)
    yield from _lost(state, people)


def _answers(state: TableState, people: Crew) -> Iterator[Deadline]:
    """What a silent guest is taken to say."""
    coup, seat = state.coup, awaited(state)
    if state.phase in PROCEDURES and state.seats and not state.stopped:
        step = next((step for step, _ in missing_steps(state)), None)
        if step is not None and step.roles == ("guest",):
            at = max(state.since + state.timing.look_ms, state.at) if unanswered(state) else state.at
            yield Deadline(at, c.DoStep(by=THE_HOUSE, at=at, step=step.id, ok=False))
    if seat is None:
        return
    if state.phase in CUTTING:
        at = max(state.since + state.timing.cut_ms, state.at)
        yield Deadline(at, c.AnswerCut(by=THE_HOUSE, at=at, accept=False))
    elif coup is not None and coup.offering:
        at = max(state.since + state.timing.offer_ms, state.at)
        yield Deadline(at, c.AnswerRight(by=THE_HOUSE, at=at, hand=coup.offering, accept=False))
    elif coup is not None and coup.handed:
        at = max(state.since + state.timing.turning_ms, state.at)
        delay = state.rules.rulebook.handed.delay
        yield Deadline(at, c.RevokeRight(by=people.caller, at=at, hand=coup.handed, reason=delay))
    else:
        at = max(state.since + state.timing.house_money_ms, state.at)
        yield Deadline(at, c.ChooseHouseMoney(by=THE_HOUSE, at=at, seat=seat, choice=TAKE))


def _betting(state: TableState, people: Crew) -> Iterator[Deadline]:
    """The betting clock, while somebody sits there and nothing stands in the way of the call."""
    at = max(state.since + state.timing.betting_ms, state.at)
    too_old = decks_due_at(state)
    if state.phase is not Phase.BETTING or not state.seats or state.strays or state.stopped or shut(state):
        return
    if too_old is None or at < too_old:
        yield Deadline(at, c.CallNoMoreBets(by=people.caller, at=at))


def _lost(state: TableState, people: Crew) -> Iterator[Deadline]:
    """A seat whose connection stays lost is left as soon as the guest may go, and that of a guest who may not play any
    more without waiting; a debt is collected first."""
    for seat, sits in state.seats.items():
        if sits.connected and not sits.excluded:
            continue
        at = state.at if sits.excluded else max(sits.lost_at + state.timing.lost_ms, state.at)
        refusal = may_go(state, seat)
        pays = can_pay(state, seat)
        if refusal is None:
            yield Deadline(at, c.LeaveSeat(by=THE_HOUSE, at=at, seat=seat))
        elif pays and state.phase not in UNDECIDED:
            yield Deadline(at, collected(state, at, seat, people))
        elif not pays and refusal.code is Code.VIGORISH_OWED:
            yield Deadline(at, c.LeaveSeat(by=THE_HOUSE, at=at, seat=seat, unpaid=True))
