"""What the deciders share: where they register, and the checks that many of them make."""

from minibac.machine.fold import Register
from minibac.machine.machine import Decision as Decided
from minibac.machine.roles import Role
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import asks
from minibac.table.commands import Command
from minibac.table.events import Event
from minibac.table.names import phase_name
from minibac.table.state import CARDS, TableState
from minibac.table.steps import due
from minibac.voice.said import Cards, Said, said

Decision = Decided[Event]
decides = Register[TableState, Decision]()
"""The one function that decides a command, once it is known who gives it and that it belongs to the phase."""
SECOND_MS = 1_000
another_time = Register[TableState, Refusal]()
"""What is said to a command of another phase, where that is more than what is due."""


def not_now(state: TableState, what: Command | Said, *first: str) -> Refusal:
    """The refusal of a command, or of more than its kind says, that does not fit the moment: it names what is due."""
    words, clauses = due(state)
    sentence = said(
        "{what} is not possible now ({phase}): {due:_.}",
        what=asks.words(what) if isinstance(what, Command) else what,
        phase=phase_name(state.phase),
        due=words,
    )
    return refuse(Code.NOT_NOW, sentence, *dict.fromkeys((*first, *clauses)), allowed=(state.phase.value,))


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


def nobodys_time(state: TableState, *clauses: str) -> Refusal | None:
    """Why no time runs out just now: play stands still, or ``None``."""
    if state.stopped is None:
        return None
    sentence = said("play stands still until an incident is resolved: nobody's time runs out meanwhile")
    return refuse(Code.INCIDENT_OPEN, sentence, *clauses, allowed=(str(state.stopped.number),))


def time_left(state: TableState, command: Command, wait_ms: int, *clauses: str) -> Refusal | None:
    """Why nobody speaks for a guest yet: the time that the table has stated is not over, or ``None``."""
    if refusal := nobodys_time(state, *clauses):
        return refusal
    if not state.timing.clocks:
        return refuse(Code.NOT_NOW, said("this table has no clocks: the guest answers, and nobody else"), *clauses)
    left = state.since + wait_ms - command.at
    if left <= 0:
        return None
    sentence = said(
        "the guest still has {seconds:second|seconds}: until then nobody else answers, and nothing is taken away",
        seconds=-(-left // SECOND_MS),
    )
    return refuse(Code.NOT_NOW, sentence, *clauses)


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
                card=Cards((card,)),
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
