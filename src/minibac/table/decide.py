"""``decide``: a command against the state gives events, or a refusal that names the clause."""

from minibac.rules.refusal import Code, refuse
from minibac.table import changes, corrections, dealing, guests, irregular, opening, settling, wagering
from minibac.table import commands as c
from minibac.table.checks import DECIDERS, Decision, stopped
from minibac.table.commands import Command
from minibac.table.state import TableState
from minibac.voice.said import said

__all__ = ["changes", "corrections", "dealing", "decide", "guests", "irregular", "opening", "settling", "wagering"]

PLAY: frozenset[type[Command]] = frozenset(
    (
        c.DoStep,
        c.CutStack,
        c.CompleteCut,
        c.LoadShoe,
        c.BurnCards,
        c.CallNoMoreBets,
        c.DealCard,
        c.TuckBanker,
        c.HandCards,
        c.ReturnCards,
        c.TurnCards,
        c.CallCount,
        c.SettleHouseMoney,
        c.CallResult,
        c.TakeActions,
        c.RackCards,
        c.CallLastHand,
        c.EndShoe,
        c.CarryOut,
        c.CorrectCard,
    )
)
"""Commands that carry the play on; while an incident stops play they are refused."""


def decide(state: TableState, command: Command) -> Decision:
    """What the house answers: events to be stored and applied, or a refusal. Never an exception, never a change."""
    if command.at < state.at:
        sentence = said(
            "the command is from {at}, before the last event at {at_2}: time does not run backwards",
            at=command.at,
            at_2=state.at,
        )
        return refuse(Code.NOT_NOW, sentence, *state.rules.rulebook.cut.shoe_clauses)
    kind = type(command)
    if state.incidents and kind in PLAY and (refusal := stopped(state)):
        return refusal
    return DECIDERS[kind](state, command)
