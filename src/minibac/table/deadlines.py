"""Deadlines: when the house must say that time has passed, and what it says then.

A table waits for people. Each wait has a length, and silence has a meaning that the rulebook gives it: betting closes,
a cut that is not taken is declined, a bettor who delays gives up the cards, House Money without a word is taken.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from minibac.machine.roles import THE_HOUSE
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table.automatic import Crew, collected, crew
from minibac.table.guests import can_pay, may_go, not_ready
from minibac.table.opening import decks_due_at
from minibac.table.phases import CUTTING, PROCEDURES, SHARING, UNDECIDED, sharing
from minibac.table.settling import TAKE, choice_due
from minibac.table.shares import share_wait_ms
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
    if state.phase in SHARING:
        over = max(state.since + share_wait_ms(state), state.at) if sharing(state) else state.at
        yield Deadline(over, c.CloseShares(by=THE_HOUSE, at=over))
    if state.stopped:
        return  # who cannot go on delays nobody
    if state.phase in PROCEDURES and state.attended:
        step = next((step for step, _ in missing_steps(state)), None)
        if step is not None and step.roles == ("guest",):
            at = _over(state, state.timing.look_ms) if unanswered(state) else state.at
            if at is not None:
                yield Deadline(at, c.DoStep(by=THE_HOUSE, at=at, step=step.id, ok=False))
    if seat is None:
        return
    timing = state.timing
    silence: c.Command
    if state.phase in CUTTING:
        wait_ms, silence = timing.cut_ms, c.AnswerCut(by=THE_HOUSE, at=0, accept=False)
    elif coup is not None and coup.offering:
        wait_ms, silence = timing.offer_ms, c.AnswerRight(by=THE_HOUSE, at=0, hand=coup.offering, accept=False)
    elif coup is not None and coup.handed:
        delay = state.rules.rulebook.handed.delay
        wait_ms = timing.turning_ms
        silence = c.RevokeRight(by=people.caller, at=0, hand=coup.handed, reason=delay)
    else:
        wait_ms = timing.house_money_ms
        silence = c.ChooseHouseMoney(by=THE_HOUSE, at=0, seat=seat, choice=TAKE)
    if (at := _over(state, wait_ms)) is not None:
        yield Deadline(at, replace(silence, at=at))


def _over(state: TableState, wait_ms: int) -> int | None:
    """When the time is over that began with this wait; ``None`` where there are no clocks."""
    return max(state.since + wait_ms, state.at) if state.timing.clocks else None


def _betting(state: TableState, people: Crew) -> Iterator[Deadline]:
    """The betting clock, while somebody is at the game and nothing stands in the way of the call; nobody waits for it
    once all are ready."""
    if state.phase is not Phase.BETTING or not state.attended or state.strays or state.stopped or shut(state):
        return
    at = state.at if state.ready and not not_ready(state) else _over(state, state.timing.betting_ms)
    too_old = decks_due_at(state)
    if at is not None and (too_old is None or at < too_old):
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
