"""A mistake told again: the round in which it was made, step by step, from the log of the exam."""

from collections.abc import Sequence
from typing import NamedTuple

from minibac.machine.kinds import Event
from minibac.rules.names import wager_name
from minibac.school import exam_events as x
from minibac.school.exam_board import in_words
from minibac.school.exam_state import ExamState, apply, opened
from minibac.table import events as e
from minibac.table.narrate import told as narrated
from minibac.voice.said import Money, Said, said

MOST_FRAMES = 120
"""A round has fewer; what is longer is shown around its mistake."""


class ToldStep(NamedTuple):
    """One step: what happened, and how everything lay after it."""

    event: Event
    said: Said
    after: ExamState


def frames(log: Sequence[Event], number: int) -> tuple[ToldStep, ...]:
    """The steps of the round of a mistake; none where there is no such mistake."""
    made = next((at for at, event in enumerate(log) if isinstance(event, x.FaultMade) and event.number == number), None)
    first = log[0]
    if made is None or not isinstance(first, e.TableOpened):
        return ()
    racked = [at for at, event in enumerate(log) if isinstance(event, e.CardsRacked | x.ExamBegun)]
    begins = max((at + 1 for at in racked if at < made), default=1)
    # What was noticed or stood at the end of a round belongs to it: up to the first step of somebody after it.
    ends = next((at for at in racked if at >= made), len(log) - 1)
    while ends + 1 < len(log) and isinstance(log[ends + 1], x.FaultMade | x.FaultNoticed | x.FaultStood | x.ExamEnded):
        ends += 1
    state = opened(first)
    told: list[ToldStep] = []
    for at, event in enumerate(log[: ends + 1]):
        state = apply(state, event) if at else state
        if at >= begins and isinstance(event, x.TakenAsDone):
            instead = {id(one) for one in log[at - event.events_count : at]}
            told = [
                step._replace(said=_as_done(step.event, step.said)) if id(step.event) in instead else step
                for step in told
            ]
        elif at >= begins and (words := _words(event, state)):
            told.append(ToldStep(event, words, state))
    here = next(at for at, frame in enumerate(told) if frame.event is log[made])
    return tuple(told[max(0, here - MOST_FRAMES // 2) :][:MOST_FRAMES])


def latest(log: Sequence[Event], state: ExamState, most: int) -> list[tuple[Event, Said]]:
    """What happened last in an exam, the newest first."""
    told: list[tuple[Event, Said]] = []
    instead = 0
    for event in reversed(log):
        if isinstance(event, x.ExamBegun) or len(told) >= most:
            break
        if words := _words(event, state):
            told.append((event, _as_done(event, words) if instead else words))
        instead = event.events_count if isinstance(event, x.TakenAsDone) else max(0, instead - 1)
    return told


def _as_done(event: Event, words: Said) -> Said:
    """What stands in the table's log although nobody did so; that a round is settled then is nobody's deed."""
    return words if isinstance(event, e.CoupSettled) else said("By the book, and not done so: {step}", step=words)


def _words(event: Event, state: ExamState) -> Said | None:
    """An event of an exam in one sentence, for who teaches."""
    if isinstance(event, e.Event):
        return narrated(event) or None
    if isinstance(event, x.OF_THE_BOARD):
        return in_words(event).said
    if isinstance(event, x.FaultMade):
        return said("A mistake: {did}. Right was: {right}", did=event.did, right=event.right)
    if isinstance(event, x.FaultNoticed):
        return said("The mistake is noticed: {did}.", did=state.fault(event.number).made.did)
    if isinstance(event, x.FaultPutRight):
        return said("It is put right: {did}.", did=state.fault(event.number).made.did)
    if isinstance(event, x.FaultStood):
        return said("Nobody has noticed it: {did}.", did=state.fault(event.number).made.did)
    if isinstance(event, x.ChipsLaid):
        stake, wager = Money(event.chips_cents), wager_name(event.wager)
        return said("Seat {seat} puts {stake} on {wager}.", seat=event.seat, stake=stake, wager=wager)
    if isinstance(event, x.ChipsPushedBack):
        return said("The chips of seat {seat} are pushed back.", seat=event.seat)
    if isinstance(event, x.MishapSeen):
        return said("{what}.", what=event.says)
    if isinstance(event, x.PaymentDisputed):
        return said("Seat {seat} objects: the payment was wrong.", seat=event.seat)
    if isinstance(event, x.FloorCalled):
        return said("The floor is called.")
    if isinstance(event, x.ExamEnded):
        return said("The exam is over.")
    return None
