"""Exceptions of the books as work: assigned, looked at, explained, and closed by another person.

What happened stands in the logs and is never written over. What the house thinks of it is said here, in its own log:
surveillance, accounting and the shift manager say it, and surveillance changes nothing in play or books by it (R31).
Who explains an exception does not close it, and nobody closes one that names them (R30).
"""

from msgspec.structs import replace

from minibac.machine.fold import Register
from minibac.machine.kinds import noted
from minibac.machine.layers import layered
from minibac.machine.machine import Decision as Decided
from minibac.machine.names import role_names
from minibac.machine.roles import Role
from minibac.machine.who import Who
from minibac.pits import house_commands as c
from minibac.pits import house_events as e
from minibac.pits.house_commands import HouseCommand
from minibac.pits.house_events import HouseEvent
from minibac.pits.house_state import HouseState, Review
from minibac.pits.pit_checks import APART, TRACES, reasoned
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Somebody, said, vocabulary

Decision = Decided[HouseEvent]
decides = Register[HouseState, Decision]()
applies = Register[HouseState, HouseState]()

REVIEWERS = (Role.SURVEILLANCE, Role.ACCOUNTING, Role.SHIFT_MANAGER)
STATES = vocabulary("review", "new", "assigned", "looked-at", "explained", "closed")
"""What becomes of an exception, in order."""

WHO: dict[type[HouseCommand], Who] = {
    kind: Who(REVIEWERS, (APART, TRACES))
    for kind in (c.AssignException, c.LookAtException, c.ExplainException, c.CloseException, c.ReopenException)
}

ReviewEvent = e.ExceptionAssigned | e.ExceptionLookedAt | e.ExceptionExplained | e.ExceptionClosed | e.ExceptionReopened


def reviewed(review: Review, event: ReviewEvent) -> Review:
    """How far an exception has got after an event."""
    match event:
        case e.ExceptionAssigned():
            return replace(review, assigned_to=event.to, assigned_by=event.by, assigned_at=event.at)
        case e.ExceptionLookedAt():
            return replace(review, looked_by=event.by, looked_at=event.at)
        case e.ExceptionExplained():
            said_by = {"explained_by": event.by, "explained_at": event.at}
            return replace(review, **said_by, explanation=event.explanation)
        case e.ExceptionClosed():
            return replace(review, closed_by=event.by, closed_at=event.at)
    anew = {"explained_by": "", "explained_at": 0, "explanation": "", "closed_by": "", "closed_at": 0}
    return replace(review, **anew, reopened=event.reason)


@applies(*ReviewEvent.__args__)
def _(state: HouseState, event: ReviewEvent) -> HouseState:
    review = reviewed(state.reviews.get(event.exception, Review()), event)
    return replace(state, reviews=layered(state.reviews).put(event.exception, review))


def _of(state: HouseState, exception: str) -> Review | Refusal:
    """How far an exception has got that is not closed, or why nothing is done with it."""
    review = state.reviews.get(exception, Review())
    if review.closed_by:
        sentence = said("exception {exception} is closed: open it again first", exception=exception)
        return refuse(Code.NOT_NOW, sentence, TRACES)
    return review


@decides(c.AssignException)
def assign_exception(state: HouseState, command: c.AssignException) -> Decision:
    review = _of(state, command.exception)
    if isinstance(review, Refusal):
        return review
    person = state.people.get(command.to)
    if person is None or person.removed or person.disabled or not set(person.roles) & set(REVIEWERS):
        sentence = said("'{person}' looks into no exceptions: that is for {roles}", person=Somebody(command.to))
        return refuse(Code.NOT_FOUND, sentence.about(roles=role_names(REVIEWERS)), APART, allowed=REVIEWERS)
    return () if review.assigned_to == command.to else (noted(e.ExceptionAssigned, command, (TRACES,)),)


@decides(c.LookAtException)
def look_at_exception(state: HouseState, command: c.LookAtException) -> Decision:
    review = _of(state, command.exception)
    if isinstance(review, Refusal):
        return review
    return () if review.looked_by == command.by.id else (noted(e.ExceptionLookedAt, command, (TRACES,)),)


@decides(c.ExplainException)
def explain_exception(state: HouseState, command: c.ExplainException) -> Decision:
    """Another explanation takes the place of the one before, which stays in the log."""
    review = _of(state, command.exception)
    if isinstance(review, Refusal):
        return review
    if refusal := reasoned(command.explanation, TRACES):
        return refusal
    return (noted(e.ExceptionExplained, command, (TRACES,)),)


@decides(c.CloseException)
def close_exception(state: HouseState, command: c.CloseException) -> Decision:
    review = _of(state, command.exception)
    if isinstance(review, Refusal):
        return review
    if not review.explained_by:
        sentence = said("exception {exception} is explained before it is closed", exception=command.exception)
        return refuse(Code.NOT_NOW, sentence, TRACES)
    if review.explained_by == command.by.id:
        sentence = said("another person closes exception {exception}: you have explained it")
        return refuse(Code.DUTIES_CONFLICT, sentence.about(exception=command.exception), APART)
    if command.by.id in command.concerns:
        sentence = said("another person closes exception {exception}: it names you", exception=command.exception)
        return refuse(Code.DUTIES_CONFLICT, sentence, APART)
    return (noted(e.ExceptionClosed, command, (TRACES, APART)),)


@decides(c.ReopenException)
def reopen_exception(state: HouseState, command: c.ReopenException) -> Decision:
    if not state.reviews.get(command.exception, Review()).closed_by:
        return refuse(Code.NOT_NOW, said("exception {exception} is not closed", exception=command.exception), TRACES)
    if refusal := reasoned(command.reason, TRACES):
        return refusal
    return (noted(e.ExceptionReopened, command, (TRACES,)),)
