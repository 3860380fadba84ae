"""Which cards a command turns face up: the positions whose identity somebody must supply before it is decided."""

from minibac.cards.card import burn_count, parse_card
from minibac.table import commands as c
from minibac.table.dealing import HANDS, arrives_face_up, hand_due, next_position
from minibac.table.state import Phase, TableState


def cards_wanted(state: TableState, command: c.Command) -> tuple[int, ...]:
    """The positions a command will show, in order, as far as they can be known.

    A burn asks twice: for its first card, and once that is in ``cards`` for those it counts.
    """
    if isinstance(command, c.BurnCards):
        return _burn(state, command)
    if isinstance(command, c.DealCard):
        due = state.phase in (Phase.DEALING, Phase.DRAWING) and hand_due(state) == command.hand
        position = next_position(state)
        return (position,) if due and position < state.cards_count and arrives_face_up(state, command.hand) else ()
    if isinstance(command, c.ReturnCards | c.TurnCards) or (
        isinstance(command, c.Report) and command.kind == "card-exposed"
    ):
        if state.coup is None or command.hand not in HANDS:
            return ()
        return tuple(position for position in state.coup.hand(command.hand) if position not in state.coup.known)
    if isinstance(command, c.CarryOut):
        stray = state.strays[0] if state.strays else None
        count = min(stray.burn_count, state.cards_left) if stray and stray.do == command.do == "burn-counted" else 0
        return tuple(range(state.next_index, state.next_index + count))
    if isinstance(command, c.Report) and (command.disclosed or command.kind == "face-up-in-shoe"):
        count = min(max(1, command.count), state.cards_left)
        return tuple(range(state.next_index, state.next_index + count))
    return ()


def _burn(state: TableState, command: c.BurnCards) -> tuple[int, ...]:
    if state.phase is not Phase.LOADED:
        return ()
    if not command.cards or state.rules.rulebook.fixed["burn_exposure"].value != "all":
        return (state.next_index,)
    count = 1 + burn_count(parse_card(command.cards[0]).rank)
    return tuple(range(state.next_index, min(state.next_index + count, state.cards_count)))
