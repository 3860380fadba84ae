"""``decide``: a command against the state gives events, or a refusal that names the clause."""

from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import dealing, guests, irregular, opening, settling, wagering
from minibac.table.commands import Command
from minibac.table.desk import DECIDERS, Decision
from minibac.table.state import TableState

__all__ = ["dealing", "decide", "guests", "irregular", "opening", "settling", "wagering"]


def decide(state: TableState, command: Command) -> Decision:
    """What the house answers: events to be stored and applied, or a refusal. Never an exception, never a change."""
    if command.at < state.at:
        sentence = f"the command is from {command.at}, before the last event at {state.at}: time does not run backwards"
        return refuse(Code.NOT_NOW, sentence, *state.rules.rulebook.cut.shoe_clauses)
    return DECIDERS[type(command)](state, command)


def refused(decision: Decision) -> Refusal | None:
    """The refusal, if it is one."""
    return decision if isinstance(decision, Refusal) else None
