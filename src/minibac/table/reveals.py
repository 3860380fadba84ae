"""Which cards a command turns face up: the positions whose identity somebody must supply before it is decided."""

from minibac.cards.card import burn_count
from minibac.rules.remedies import Mishap, RemedyStep
from minibac.table import commands as c
from minibac.table.dealing import HANDS, arrives_face_up, hand_due, next_position
from minibac.table.irregular import STRAYS, is_disclosed, just_dealt, strays_found
from minibac.table.phases import DEALT
from minibac.table.state import CARDS, Phase, TableState


def cards_wanted(state: TableState, command: c.Command) -> tuple[int, ...]:
    """The positions a command will show, in order, as far as they can be known.

    A burn asks twice: for its first card, and once that is in ``cards`` for those it counts.
    """
    if isinstance(command, c.DealCard):
        return _dealt(state, command.hand, wrong=False)
    if isinstance(command, c.ReturnCards | c.TurnCards):
        return _face_down(state, command.hand)
    if isinstance(command, c.BurnCards):
        return _burned(state, command)
    if isinstance(command, c.CarryOut):
        stray = state.strays[0] if state.strays else None
        count = stray.burn_count if stray and stray.do == command.do == RemedyStep.BURN_COUNTED else 0
        return _next(state, count)
    return _reported(state, command) if isinstance(command, c.Report) else ()


def _next(state: TableState, count: int) -> tuple[int, ...]:
    """The next cards of the shoe, as many as it has."""
    return tuple(range(state.next_index, min(state.next_index + max(0, count), state.cards_count)))


def _dealt(state: TableState, hand: str, *, wrong: bool) -> tuple[int, ...]:
    """The card that is dealt face up; on the wrong hand it goes to the one that is due it."""
    due = hand_due(state) if state.phase in DEALT else None
    position = next_position(state)
    if due is None or (hand == due) == wrong or position >= state.cards_count:
        return ()
    return (position,) if arrives_face_up(state, due) or position in state.shown else ()


def _face_down(state: TableState, hand: str) -> tuple[int, ...]:
    if state.coup is None or hand not in HANDS:
        return ()
    return tuple(position for position in state.coup.hand(hand) if position not in state.coup.known)


def _burned(state: TableState, command: c.BurnCards) -> tuple[int, ...]:
    if state.phase is not Phase.LOADED:
        return ()
    first = CARDS.get(command.cards[0]) if command.cards else None
    if first is None or state.rules.rulebook.fixed["burn_exposure"].value != "all":
        return _next(state, 1)
    return _next(state, 1 + burn_count(first.rank))


def _reported(state: TableState, command: c.Report) -> tuple[int, ...]:
    if command.kind == Mishap.EXPOSED_IN_DEALING:
        position = just_dealt(state)
        return () if position is None else (position,)
    if command.kind == Mishap.CARD_EXPOSED:
        return _face_down(state, command.hand)
    if command.kind == Mishap.WRONG_HAND:
        return _dealt(state, command.hand, wrong=True)
    if command.kind in STRAYS and is_disclosed(state, command):
        return _next(state, strays_found(command))
    return ()
