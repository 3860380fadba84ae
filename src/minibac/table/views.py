"""Views: what a seat, a spectator, the dealer, the floor and surveillance may see of a table.

``may_see`` gives positions. Nobody's view holds the order of the shoe: what the state does not contain cannot leak. A
card that is handed to a bettor is seen by that bettor alone; the others see a back until it is turned.
"""

from minibac.machine.roles import Actor, Role
from minibac.table.state import TableState

CONFIDENTIAL = (Role.SURVEILLANCE, Role.FLOORPERSON, Role.PIT_BOSS, Role.SHIFT_MANAGER)
"""Who sees incidents, names, the rack and when the decks are due; guests see a number and a name."""


def may_see(state: TableState, audience: Actor) -> frozenset[int]:
    """The positions of this shoe whose cards the audience may see: those turned, and those in its own hands."""
    seen = set(state.shown)
    coup = state.coup
    if coup is not None and coup.handed and audience.role is Role.GUEST:
        seat = coup.holders[coup.handed]
        if audience.seat == seat and state.seats[seat].guest == audience.id:
            seen.update(coup.hand(coup.handed))
    return frozenset(seen)
