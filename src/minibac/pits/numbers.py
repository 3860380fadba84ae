"""Printed numbers of forms: each is there once in the house, whatever pit it lies in.

Every pit has a log of its own, and several processes may write to several of them at the same moment; what one knows of
another is what it has read so far. The house's own log has one writer, so a pit claims its numbers there before it
enters them, and who comes second is told by whom they are held (R36).
"""

from collections.abc import Iterable

from msgspec.structs import replace

from minibac.machine.fold import Register
from minibac.machine.kinds import noted
from minibac.machine.machine import Decision as Decided
from minibac.machine.roles import Role
from minibac.machine.who import Who
from minibac.pits import house_commands as c
from minibac.pits import house_events as e
from minibac.pits.house_commands import HouseCommand
from minibac.pits.house_events import HouseEvent
from minibac.pits.house_state import HouseState
from minibac.pits.papers import PrintedNumbers, serial_of
from minibac.pits.pit_checks import FORMS
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import said

Decision = Decided[HouseEvent]
decides = Register[HouseState, Decision]()
applies = Register[HouseState, HouseState]()

WHO: dict[type[HouseCommand], Who] = {c.ClaimNumbers: Who((Role.HOUSE,), (FORMS,))}


def overlap(prefix: str, first: int, last: int, known: Iterable[PrintedNumbers], *clauses: str) -> Refusal | None:
    """Why these numbers cannot be printed: some are there already, in this pit or another; ``None`` where none is."""
    for pit, theirs, low, high in known:
        if theirs.upper() == prefix and low <= last and first <= high:
            sentence = said(
                "the numbers overlap those of {first} to {last} in the pit {pit}: each is printed once in the house",
                first=serial_of(prefix, low),
                last=serial_of(prefix, high),
                pit=pit,
            )
            return refuse(Code.WRONG_SERIAL, sentence, *clauses)
    return None


@decides(c.ClaimNumbers)
def claim_numbers(state: HouseState, command: c.ClaimNumbers) -> Decision:
    """A pit is about to enter a series. What it has claimed before and not entered, it may claim again."""
    prefix, first, last = command.prefix.strip().upper(), command.first, command.last
    others = (known for known in state.numbers if known.pit != command.pit)
    if refusal := overlap(prefix, first, last, others, FORMS):
        return refusal
    if PrintedNumbers(command.pit, prefix, first, last) in state.numbers:
        return ()
    return (noted(e.NumbersClaimed, command, (FORMS,), prefix=prefix),)


@applies(e.NumbersClaimed)
def _(state: HouseState, event: e.NumbersClaimed) -> HouseState:
    claimed = PrintedNumbers(event.pit, event.prefix, event.first, event.last)
    return replace(state, numbers=(*state.numbers, claimed))
