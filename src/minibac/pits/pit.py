"""A pit: ``decide`` a command, ``apply`` an event, and the ``trace`` that a refused attempt leaves behind.

The house asks ``decide``. Events are stored, then applied. After a refusal it stores what ``trace`` gives, if anything:
whoever reached for the unused forms, or would have changed the settlement too early, is in the log, though nothing
changed.
"""

from minibac.pits import copies, days, forms, notices, series, slips
from minibac.pits import events as e
from minibac.pits.commands import PitCommand
from minibac.pits.pit_apply import APPLIERS, apply, apply_all, opened, replay
from minibac.pits.pit_desk import DECIDERS, FORM, Decision, attempt_facts
from minibac.pits.pit_state import PitState
from minibac.pits.who import may
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import said

__all__ = [
    "APPLIERS",
    "DECIDERS",
    "TRACED",
    "Decision",
    "apply",
    "apply_all",
    "copies",
    "days",
    "decide",
    "forms",
    "notices",
    "opened",
    "replay",
    "series",
    "slips",
    "trace",
]

TRACED: dict[Code, str] = {
    Code.NOT_YOURS: "high",
    Code.NO_NOTICE: "high",
    Code.TOO_EARLY: "high",
    Code.DIFFERS_FROM_PIT: "medium",
    Code.WRONG_SERIAL: "high",
    Code.WRONG_SIGNATURE: "high",
    Code.INCOMPLETE_FORM: "medium",
    Code.CUSTODY: "high",
    Code.ONE_COPY: "medium",
    Code.WRONG_PAYMENT: "medium",
    Code.WRONG_COUNT: "medium",
    Code.VIGORISH_OWED: "high",
    Code.STILL_OPEN: "low",
}
"""Refusals that are kept, with how much they matter. A name that does not exist, or a word left out, is a slip of the
pen and leaves nothing."""


def decide(state: PitState, command: PitCommand) -> Decision:
    """What the pit answers: events to be stored and applied, or a refusal. Never an exception, never a change."""
    if refusal := may(command):
        return refusal
    if command.at < state.at:
        sentence = said(
            "the command is from {at}, before the last event at {at_2}: time does not run backwards",
            at=command.at,
            at_2=state.at,
        )
        return refuse(Code.NOT_NOW, sentence, FORM.account)
    return DECIDERS[type(command)](state, command)


def trace(state: PitState, command: PitCommand, refusal: Refusal) -> tuple[e.AttemptRefused, ...]:
    """What a refused attempt leaves in the log: who tried what, and the clause that stood in the way."""
    severity = TRACED.get(refusal.code)
    if severity is None:
        return ()
    serial = str(getattr(command, "serial", ""))
    form = state.forms.get(serial)
    return (
        e.AttemptRefused(
            **attempt_facts(command, state.at, refusal),
            severity=severity,
            day=state.day,
            table=form.table if form else str(getattr(command, "table", "")),
            seat=form.seat if form else int(getattr(command, "seat", 0)),
            serial=serial,
        ),
    )
