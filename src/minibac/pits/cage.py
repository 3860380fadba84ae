"""The cage of the house: its chips and its cash by denomination, counted by two people when a day opens and closes.

Between two counts the cage changes through what the logs of pits and tables say: trays that are opened for the first
time, fills and credits, chips that guests carry away from a table, drop boxes that are counted, redeemed chips. It
gives nothing that it does not have. Two of the cage count, each for oneself, as with a drop box (R38).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from minibac.machine.fold import Register
from minibac.machine.kinds import noted
from minibac.machine.machine import Decision as Decided
from minibac.machine.roles import Role
from minibac.machine.who import Who, same_person
from minibac.pits import house_commands as c
from minibac.pits import house_events as e
from minibac.pits.house_commands import HouseCommand
from minibac.pits.house_events import HouseEvent
from minibac.pits.house_state import CageCount, HouseState
from minibac.pits.papers import Count, count_name
from minibac.pits.pit_checks import APART, COUNTS, known_kind
from minibac.play.chips import Chips, lacking, made_of, other_heap, put_together
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table.names import chips_said
from minibac.voice.said import Money, many, said

Decision = Decided[HouseEvent]
decides = Register[HouseState, Decision]()
applies = Register[HouseState, HouseState]()

WHO: dict[type[HouseCommand], Who] = {c.CountCage: Who((Role.CAGE,), (COUNTS, APART))}
KINDS = (Count.OPENER, Count.CLOSER)


class Holds(NamedTuple):
    """Chips and cash, by denomination."""

    chips: Chips
    cash: Chips


def holds(state: HouseState, moved: Holds) -> Holds | None:
    """What must lie in the cage, when so much has moved since the house first opened; nobody knows before a count."""
    count = state.cage
    if count is None:
        return None
    paid = other_heap(count.paid, state.cage_paid)
    chips = put_together(count.chips, other_heap(moved.chips, count.moved_chips))
    cash = put_together(put_together(count.cash, other_heap(moved.cash, count.moved_cash)), paid)
    return Holds(chips, cash)


def not_in_cage(there: Chips | None, wanted: Mapping[int, int], *clauses: str) -> Refusal | None:
    """Why the cage does not give chips, or ``None``: it has them, or nobody counts it."""
    if there is None or not (short := lacking(there, wanted)):
        return None
    chips = chips_said({denomination: wanted[denomination] for denomination in short})
    return refuse(Code.TRAY_SHORT, said("the cage does not hold {chips}", chips=chips), *clauses, COUNTS)


def paid_in(there: Chips | None, cents: int) -> dict[int, int] | Refusal:
    """The notes in which the cage pays a sum, or why it cannot; none where nobody counts the cage."""
    if there is None:
        return {}
    notes = made_of({note: number for note, number in there.items() if number > 0}, cents)
    if notes is None:
        sentence = said("the cage cannot pay {sum} with the notes that it holds", sum=Money(cents))
        return refuse(Code.TRAY_SHORT, sentence, COUNTS)
    return notes


@decides(c.CountCage)
def count_cage(state: HouseState, command: c.CountCage) -> Decision:
    """The first count is sealed; when the second finds the same it stands, else both count again."""
    if refusal := known_kind(command.kind, KINDS, COUNTS) or _turn(state, command) or _denominations(command):
        return refusal
    sealed = state.cage_sealed
    heaps: dict[str, Any] = {
        "chips": {d: n for d, n in command.chips.items() if n},
        "cash": {d: n for d, n in command.cash.items() if n},
        "day": state.day,
    }
    if sealed is None or sealed.kind != command.kind:
        return (noted(e.CageSealed, command, (COUNTS,), **heaps),)
    if refusal := same_person(command.by, (sealed.counted_by,), COUNTS, APART, code=Code.WRONG_SIGNATURE):
        return refusal
    if (sealed.chips, sealed.cash) != (heaps["chips"], heaps["cash"]):
        return (noted(e.CageCountsDiffered, command, (COUNTS,), **heaps, sealed_by=sealed.counted_by),)
    there = holds(state, Holds(command.moved_chips, command.moved_cash))
    facts = {"expected_chips": there.chips, "expected_cash": there.cash} if there else {}
    return (noted(e.CageCounted, command, (COUNTS,), **heaps, **facts, sealed_by=sealed.counted_by),)


def _turn(state: HouseState, command: c.CountCage) -> Refusal | None:
    """The opener comes first and once on a day of the house, the closer last and once."""
    if not state.day:
        return refuse(Code.DAY_NOT_OPEN, said("the house has no open gaming day"), COUNTS)
    done = state.cage.kind if state.cage is not None and state.cage.day == state.day else ""
    wanted = "" if command.kind == Count.OPENER else Count.OPENER.value
    if done == wanted:
        return None
    sentence = said("the cage has no {count} of {day} to count now", count=count_name(command.kind), day=state.day)
    return refuse(Code.NOT_NOW, sentence, COUNTS)


def _denominations(command: c.CountCage) -> Refusal | None:
    """Why this is no count: below zero, or chips or notes that the house has not."""
    for heap, known in ((command.chips, command.known_chips), (command.cash, command.known_cash)):
        if not all(denomination > 0 and number >= 0 for denomination, number in heap.items()):
            return refuse(Code.WRONG_COUNT, said("chips are counted by denomination, none below zero"), COUNTS)
        other = [d for d, number in heap.items() if number and d not in known]
        if known and other:
            has = many((Money(denomination) for denomination in sorted(known)), "and")
            sentence = said("the house has no {other} here: {known} are counted", other=Money(other[0]), known=has)
            return refuse(Code.WRONG_COUNT, sentence, COUNTS, allowed=tuple(map(str, sorted(known))))
    return None


def still_open(state: HouseState) -> bool:
    """Whether the cage was opened for the day of the house, and has no closer yet."""
    return state.cage is not None and (state.cage.day, state.cage.kind) == (state.day, Count.OPENER)


def _kept(state: HouseState, event: e.CageSealed | e.CageCounted) -> CageCount:
    facts = {name: getattr(event, name) for name in ("kind", "day", "chips", "cash", "moved_chips", "moved_cash")}
    return CageCount(**facts, paid=state.cage_paid, counted_by=event.by, sealed_by=getattr(event, "sealed_by", ""))


@applies(e.CageSealed)
def _(state: HouseState, event: e.CageSealed) -> HouseState:
    return replace(state, cage_sealed=_kept(state, event))


@applies(e.CageCountsDiffered)
def _(state: HouseState, event: e.CageCountsDiffered) -> HouseState:
    del event
    return replace(state, cage_sealed=None)


@applies(e.CageCounted)
def _(state: HouseState, event: e.CageCounted) -> HouseState:
    return replace(state, cage_sealed=None, cage=_kept(state, event))
