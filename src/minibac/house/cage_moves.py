"""What moves into and out of the cage, as pits and tables have it, and the automatic people who count it.

The cage has no log of its own: its counts stand in the house's, and what moves it in those of pits and tables. Each of
them keeps a running sum, so what lies in the cage is the last count and the difference of the sums since.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Any

from minibac.house.automatic_day import COINS_CENTS
from minibac.houses.types import HouseTable
from minibac.machine.roles import Actor, Role
from minibac.pits import house_commands as pc
from minibac.pits.cage import Holds, holds
from minibac.pits.house_state import HouseState
from minibac.pits.papers import Count, Paper
from minibac.pits.pit_state import PitState
from minibac.play.chips import Chips, other_heap, put_together
from minibac.table.state import TableState

Tables = Iterable[tuple[HouseTable, TableState]]

CASHIERS = (Actor("automatic cage", Role.CAGE), Actor("automatic second cashier", Role.CAGE))
FIRST_PIECES = 1_000_000
"""How many of each chip and note automatic people bring to the cage when the house opens for the first time."""


def _together(heaps: Iterable[Chips]) -> dict[int, int]:
    return reduce(put_together, heaps, {})


def moved(pits: Iterable[PitState], tables: Tables) -> Holds:
    """Everything that has moved into the cage since the house first opened, less what has moved out of it."""
    states = tuple(pits)
    chips = _together((*(pit.to_cage for pit in states), *(sits.carried_off for _, sits in tables)))
    return Holds(chips, _together(pit.cash_to_cage for pit in states))


def known(tables: Tables, there: Holds | None) -> dict[str, tuple[int, ...]]:
    """The chips and the notes of the house, and what lies in the cage from before."""
    pairs = tuple(tables)
    chips = {*COINS_CENTS, *(chip for table, _ in pairs for chip in table.chips_cents)}
    cash = {note for table, _ in pairs for note in table.notes_cents}
    if there is not None:
        chips, cash = chips | set(there.chips), cash | set(there.cash)
    return {"known_chips": tuple(sorted(chips)), "known_cash": tuple(sorted(cash))}


def filled_in(state: HouseState, pits: Iterable[PitState], tables: Tables) -> dict[str, Any]:
    """What the house knows when somebody counts the cage."""
    pairs = tuple(tables)
    sums = moved(pits, pairs)
    return {"moved_chips": sums.chips, "moved_cash": sums.cash, **known(pairs, holds(state, sums))}


def to_give(state: HouseState, pits: Iterable[PitState], tables: Tables) -> Chips | None:
    """The chips that the cage can give: what lies there, less the fills that are on their way."""
    states = tuple(pits)
    there = holds(state, moved(states, tables))
    if there is None:
        return None
    fills = (r.chips for pit in states for r in pit.requests.values() if r.kind == Paper.FILL and r.serial)
    return other_heap(there.chips, _together(fills))


def automatic_counts(
    state: HouseState, kind: Count, pits: Iterable[PitState], tables: Tables
) -> tuple[pc.CountCage, ...]:
    """Two automatic people find what must be there; the first time, they bring it."""
    pairs = tuple(tables)
    there = holds(state, moved(pits, pairs))
    if there is None:
        names = known(pairs, None)
        there = Holds(*(dict.fromkeys(names[each], FIRST_PIECES) for each in ("known_chips", "known_cash")))
    chips, cash = _positive(there.chips), _positive(there.cash)
    return tuple(pc.CountCage(by=person, at=0, kind=kind.value, chips=chips, cash=cash) for person in CASHIERS)


def _positive(heap: Chips) -> dict[int, int]:
    return {denomination: number for denomination, number in heap.items() if number > 0}
