"""Where every card of the shoe lies. Each position has exactly one place, from the load to the reshuffle."""

from minibac.table.phases import STACKED
from minibac.table.state import TableState


def places(state: TableState) -> dict[str, tuple[int, ...]]:
    """The positions in each place: shoe, the hands, the rack, burned, stray, and carried over to the next coup."""
    if state.phase in STACKED:
        return {}
    coups = [coup for coup in (state.coup, state.suspended) if coup is not None]
    return {
        "shoe": tuple(range(state.next_index, state.cards_count)),
        "player": tuple(position for coup in coups for position in coup.player),
        "banker": tuple(position for coup in coups for position in coup.banker),
        "rack": tuple(p for racked in state.rack for p in (*racked.player, *racked.banker)),
        "burned": state.burned,
        "stray": tuple(position for stray in state.strays for position in stray.positions),
        "carried": (*state.carried, *(position for coup in coups for position in coup.waiting)),
    }


def misplaced(state: TableState) -> list[int]:
    """The positions that lie nowhere, or in more than one place: none, if the table keeps its promise."""
    seen = [position for positions in places(state).values() for position in positions]
    if not seen:
        return []
    twice = {position for position in seen if seen.count(position) > 1} if len(set(seen)) < len(seen) else set()
    return sorted(twice | (set(range(state.cards_count)) ^ set(seen)))
