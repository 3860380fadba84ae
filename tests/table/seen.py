"""The table as one audience is told of it, put together from the parts that the pages get."""

from typing import Any

from minibac.machine.roles import Actor, Role
from minibac.table.guest_view import CONFIDENTIAL, floor_part, guest_part, may_see
from minibac.table.state import TableState
from minibac.table.table_view import PARTS, sign


def view(state: TableState, audience: Actor, held: dict[int, str] | None = None) -> dict[str, Any]:
    """Every part of the view; a guest's own beside it, and for the floor what only the floor sees.

    ``held``: cards the vault would show; no more of them are taken than this audience may see.
    """
    seen = {name: part.make(state) for name, part in PARTS.items()}
    seen |= {"options": state.rules.options, "signs": sign(state.rules)["texts"]}
    if audience.role in CONFIDENTIAL:
        seen["floor"] = floor_part(state)
    sits = state.seats.get(audience.seat)
    if audience.role is Role.GUEST and sits is not None and sits.guest == audience.id:
        allowed = may_see(state, audience)
        mine = {position: card for position, card in (held or {}).items() if position in allowed}
        seen["yours"] = guest_part(state, audience.seat, mine)
    return seen
