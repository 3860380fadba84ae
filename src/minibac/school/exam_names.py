"""The names of what can be done at an exam table, in an order that tells nothing, and what nobody can do at all."""

from collections.abc import Sequence

from minibac.machine.roles import Actor
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.remedies import RemedyStep
from minibac.rules.words import did_you_mean
from minibac.school.exam_sitting import CANNOT
from minibac.table import commands as c
from minibac.table.names import remedy_name
from minibac.table.phases import PROCEDURES
from minibac.table.state import TableState
from minibac.table.unaided import steps_by_name
from minibac.voice.said import Said, many, said


def step_names(table: TableState, by: Actor) -> list[str]:
    """The steps of the procedure in progress that are a dealer's."""
    named = (command for command in steps_by_name(table, 0, by) if isinstance(command, c.DoStep))
    return list(dict.fromkeys(command.step for command in named))


def remedy_names(table: TableState) -> dict[str, Said]:
    """Every remedy of the rulebook that somebody carries out, and in words."""
    every = sorted({do for remedy in table.rules.rulebook.remedy for do in remedy.do})
    return {do: name for do in every if isinstance(name := remedy_name(do), Said)}


def no_such(table: TableState, command: c.Command) -> Refusal | None:
    """Why nothing has happened: a word that names no step and no remedy here, or more cards than there are."""
    if isinstance(command, c.DoStep) and table.phase in PROCEDURES:
        procedures = table.rules.rulebook.procedure.values()  # one that comes later leaves out what is left of this one
        if any(step.id == command.step for steps in procedures for step in steps):
            return None
        unknown = said("'{step}' is no step of this table{did_you_mean}: {steps}", step=command.step)
        return _unknown(unknown, command.step, step_names(table, command.by))
    if isinstance(command, c.CarryOut) and command.do not in tuple(RemedyStep):  # another rulebook's can be tried
        unknown = said("'{remedy}' is no remedy{did_you_mean}: {steps}", remedy=command.do)
        return _unknown(unknown, command.do, list(remedy_names(table)))
    counted = {c.BurnCards: "burned_count", c.CutStack: "position", c.CompleteCut: "depth"}.get(type(command), "")
    return CANNOT if counted and (getattr(command, counted) or 0) > table.cards_left else None


def _unknown(sentence: Said, word: str, known: Sequence[str]) -> Refusal:
    told = sentence.about(did_you_mean=did_you_mean(word, known), steps=many(known, "and"))
    return refuse(Code.WRONG_STEP, told, allowed=tuple(known))
