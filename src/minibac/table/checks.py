"""What the deciders share: who may, how an event is signed, how a no is said."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from minibac.machine.roles import SUPERVISORS, Duty, Role
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table.commands import Command
from minibac.table.events import Event
from minibac.table.state import CARDS, TableState
from minibac.table.steps import due, incident_clauses, standing_still
from minibac.voice.said import many, said

C_ = TypeVar("C_", bound=Command)
E_ = TypeVar("E_", bound=Event)
Decision = tuple[Event, ...] | Refusal
Decider = Callable[[TableState, Any], Decision]
DECIDERS: dict[type[Command], Decider] = {}


def decides(kind: type[C_]) -> Callable[[Callable[[TableState, C_], Decision]], Callable[[TableState, C_], Decision]]:
    """Register the one function that decides a command."""

    def register(function: Callable[[TableState, C_], Decision]) -> Callable[[TableState, C_], Decision]:
        DECIDERS[kind] = function
        return function

    return register


def signed(kind: type[E_], command: Command, clauses: Iterable[str] = (), /, **facts: Any) -> E_:
    """An event that names who caused it, when, and the clauses it fulfils."""
    return kind(at=command.at, by=command.by.id, clauses=tuple(dict.fromkeys(clauses)), **facts)


CARD_MOVES = (
    c.CompleteCut,
    c.LoadShoe,
    c.BurnCards,
    c.DealCard,
    c.TuckBanker,
    c.HandCards,
    c.TurnCards,
    c.RackCards,
    c.CarryOut,
)
"""What only a dealer does with the cards; a guest has the cut, and in the handed mode the cards while they are out."""


def not_now(state: TableState, what: str, *first: str) -> Refusal:
    """The refusal of a command that does not fit the moment: it names what is due instead."""
    words, clauses = due(state)
    sentence = said(
        "{what} is not possible now ({phase}): {words}{words_2}",
        what=what,
        phase=state.phase,
        words=words[0].lower(),
        words_2=words[1:].rstrip("."),
    )
    return refuse(Code.NOT_NOW, sentence, *dict.fromkeys((*first, *clauses)), allowed=(state.phase.value,))


def not_yours(state: TableState, command: Command, who: Iterable[str], *clauses: str) -> Refusal:
    """The refusal of a command from somebody who may not give it: it says who may."""
    names = tuple(who)
    sentence = said(
        "{name} is not for {role}: {names} may do that",
        name=type(command).__name__,
        role=command.by.role,
        names=many(names),
    )
    found = clauses or due(state)[1]
    return refuse(Code.NOT_YOURS, sentence, *found, allowed=names)


def dealer_on_duty(state: TableState, command: Command, duty: Duty, *clauses: str) -> Refusal | None:
    """Why this person is not the dealer who does that here, or ``None``. Nobody assigned means any dealer."""
    if command.by.role is not Role.DEALER:
        touched = state.rules.rulebook.handling.cards if _touches_cards(command) else ()
        return not_yours(state, command, ("dealer",), *(clauses or due(state)[1]), *touched)
    assigned = state.staff.get(duty)
    if assigned is None or assigned == command.by.id:
        return None
    sentence = said(
        "{id} is not the dealer on duty for {duty}: {assigned} is", id=command.by.id, duty=duty, assigned=assigned
    )
    return refuse(Code.NOT_YOURS, sentence, *(clauses or due(state)[1]), allowed=(assigned,))


def _touches_cards(command: Command) -> bool:
    """Whether a participant or a spectator reaches for cards here, which nobody may let them do (s42/j/5)."""
    return command.by.role in (Role.GUEST, Role.SPECTATOR) and isinstance(command, CARD_MOVES)


def floor_on_duty(state: TableState, command: Command, *clauses: str) -> Refusal | None:
    """Why this person is not the floorperson assigned to the table, or ``None``."""
    if command.by.role is not Role.FLOORPERSON:
        return not_yours(state, command, ("floorperson",), *clauses)
    assigned = state.staff.get(Duty.FLOOR)
    if assigned is None or assigned == command.by.id:
        return None
    sentence = said(
        "{id} is not the floorperson assigned to this table: {assigned} is", id=command.by.id, assigned=assigned
    )
    return refuse(Code.NOT_YOURS, sentence, *(clauses or due(state)[1]), allowed=(assigned,))


def supervisor(state: TableState, command: Command, *clauses: str) -> Refusal | None:
    """Why this person is no supervisor (a floorperson or above), or ``None``."""
    if command.by.is_supervisor:
        return None
    return not_yours(state, command, SUPERVISORS, *clauses)


def own_seat(state: TableState, command: Command, seat: int, *staff: Role) -> Refusal | None:
    """Why this person may not act for that seat, or ``None``: the guest who sits there, or the staff named."""
    if command.by.role in staff:
        return None
    if is_guest_at(state, command, seat):
        return None
    return not_yours(state, command, (f"the guest at seat {seat}", *staff))


def is_guest_at(state: TableState, command: Command, seat: int) -> bool:
    """Whether the command comes from the guest who sits at that seat."""
    by = command.by
    sits = state.seats.get(seat)
    return by.role is Role.GUEST and by.seat == seat and (sits is None or sits.guest == by.id)


def seated(state: TableState, seat: int) -> Refusal | None:
    """Why nobody can act at this seat, or ``None``."""
    if seat in state.seats:
        return None
    clauses = state.rules.rulebook.layout.seats_clauses
    return refuse(
        Code.NOT_SEATED,
        said("nobody sits at seat {seat}", seat=seat),
        *clauses,
        allowed=tuple(map(str, state.occupied)),
    )


def stopped(state: TableState) -> Refusal | None:
    """Why play stands still: an incident that a supervisor must resolve first."""
    incident = state.stopped
    if incident is None:
        return None
    sentence = said(
        "play stands still until a supervisor resolves incident {number} ({kind}): {note}",
        number=incident.number,
        kind=incident.kind,
        note=incident.note,
    )
    clauses = incident_clauses(state, incident.kind) or standing_still(state)
    return refuse(Code.INCIDENT_OPEN, sentence, *clauses, allowed=(str(incident.number),))


def turned_cards(state: TableState, cards: tuple[str, ...], wanted: int, *clauses: str) -> Refusal | None:
    """Why these cannot be the cards that are turned now, or ``None``: the right number, real, not too many alike."""
    if len(cards) != wanted:
        sentence = said(
            "{wanted} cards are turned here, and {cards_count} were named", wanted=wanted, cards_count=len(cards)
        )
        return refuse(Code.WRONG_CARD, sentence, *clauses, allowed=(str(wanted),))
    if not cards:
        return None
    decks = state.rules.decks_in_shoe
    seen = list(state.shown.values())
    for card in cards:
        if card not in CARDS:
            return refuse(
                Code.WRONG_CARD, said("there is no card '{card}': rank, then suit, as Td", card=card), *clauses
            )
        seen.append(card)
        if seen.count(card) > decks:
            sentence = said(
                "{card} has come out {count} times, and the shoe holds {decks}",
                card=card,
                count=seen.count(card),
                decks=decks,
            )
            return refuse(Code.WRONG_CARD, sentence, *clauses, allowed=(str(decks),))
    return None


def reasoned(reason: str, *clauses: str) -> Refusal | None:
    """Why an order without a reason is not taken, or ``None``."""
    if reason.strip():
        return None
    return refuse(Code.NO_REASON, said("the order needs a reason, which is kept in the record"), *clauses)
