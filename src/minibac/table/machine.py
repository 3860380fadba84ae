"""A table, as a machine: who may, its phases, its deciders, its appliers."""

from minibac.machine.machine import Machine
from minibac.machine.who import Row, Who, cited
from minibac.rules.refusal import Refusal
from minibac.table import (
    cash,
    changes,
    corrections,
    dealing,
    guests,
    irregular,
    opening,
    persons,
    settling,
    shares,
    tray,
    wagering,
)
from minibac.table import commands as c
from minibac.table.checks import another_time, decides, not_now
from minibac.table.commands import Command, read_command
from minibac.table.events import Event, decode
from minibac.table.fold import FOLD, opened
from minibac.table.state import TableState
from minibac.table.who import WHO

__all__ = [
    "TABLE", "apply", "apply_all", "cash", "changes", "corrections", "dealing", "decide", "guests", "irregular",
    "opened", "opening", "persons", "replay", "settling", "shares", "tray",
    "wagering",
]  # fmt: skip
"""With the modules whose deciders are read with this one."""

PLAY: frozenset[type[Command]] = frozenset({
    c.DoStep, c.CutStack, c.CompleteCut, c.LoadShoe, c.BurnCards, c.CallNoMoreBets, c.DealCard, c.TuckBanker,
    c.HandCards, c.ReturnCards, c.TurnCards, c.CallCount, c.SettleHouseMoney, c.CallResult, c.TakeActions,
    c.RackCards, c.CallLastHand, c.EndShoe, c.CarryOut, c.CorrectCard,
})  # fmt: skip
"""Commands that carry the play on; while an incident stops play they are refused."""


def stopped(state: TableState, command: Command) -> Refusal | None:
    """Why play stands still: an incident that a supervisor must resolve first, a card the floorperson must judge."""
    if type(command) not in PLAY:
        return None
    return irregular.standstill(state) or irregular.exposure_first(state)


def out_of_phase(state: TableState, command: Command) -> Refusal:
    """What is said to a command of another phase: what it rests on, and what is due instead."""
    if words := another_time.functions.get(type(command)):
        return words(state, command)
    row: Row = WHO[type(command)]
    who = row if isinstance(row, Who) else row(state, command)
    return not_now(state, command, *cited(who.clauses, state, command))


TABLE = Machine[TableState, Command, Event](
    fold=FOLD,
    who=WHO,
    deciders=decides.functions,
    read=decode,
    read_command=read_command,
    late=lambda state, command: state.rules.rulebook.cut.shoe_clauses,
    not_now=out_of_phase,
    stopped=stopped,
    held=tray.unpayable,
)
decide, apply, apply_all, replay = TABLE.decide, FOLD.apply, FOLD.apply_all, FOLD.replay
