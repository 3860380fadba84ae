"""What the deciders share: who may, what is due, how an event is signed, how a no is said."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from minibac.cards.card import CardError, parse_card
from minibac.play.settlement import Posting
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Step
from minibac.rules.words import listed
from minibac.table.commands import Command
from minibac.table.events import Event, PostingRow
from minibac.table.roles import SUPERVISORS, Duty, Role
from minibac.table.state import Phase, TableState

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
    return kind(at=command.at, by=command.by.id, clauses=tuple(clauses), **facts)


def rows(postings: Iterable[Posting]) -> tuple[PostingRow, ...]:
    """Postings as an event stores them."""
    return tuple(tuple(posting) for posting in postings)  # type: ignore[misc]


def round_step(state: TableState, step: str) -> Step:
    """A step of the round, as the rulebook states it."""
    return next(s for s in state.rules.rulebook.procedure["round"] if s.id == step)


def cut_step(state: TableState, step: str) -> Step:
    """A step of the cut, the load and the burn, as the rulebook states it."""
    return next(s for s in state.rules.rulebook.procedure["cut"] if s.id == step)


def active_steps(state: TableState, procedure: str | None = None) -> tuple[Step, ...]:
    """The steps of a procedure that the options of this table leave in."""
    return tuple(
        step
        for step in state.rules.rulebook.procedure[procedure or state.procedure]
        if state.rules.applies(step.only) and (step.fresh or not state.fresh)
    )


def batch_names(state: TableState) -> tuple[str, ...]:
    """Two batches with an automatic shuffler, otherwise one."""
    return ("A", "B") if state.rules.options["shuffler"] == "automatic" else ("A",)


def step_batches(state: TableState, step: Step) -> tuple[str, ...]:
    """The batches a step is done for: each by itself where the rulebook keeps them apart."""
    return batch_names(state) if step.per_batch else ("A",)


def missing_steps(state: TableState) -> list[tuple[Step, str]]:
    """What the procedure in progress still wants, in its order."""
    return [
        (step, batch)
        for step in active_steps(state)
        for batch in step_batches(state, step)
        if (step.id, batch) not in state.done
    ]


PHASE_STEPS: dict[Phase, tuple[str, str]] = {
    Phase.CUT_OFFER: ("cut", "offer-cut"),
    Phase.CUT: ("cut", "cut"),
    Phase.CUT_DONE: ("cut", "complete-cut"),
    Phase.COMPLETED: ("cut", "load"),
    Phase.LOADED: ("cut", "burn"),
    Phase.BETTING: ("round", "no-more-bets"),
    Phase.DEALING: ("round", "four-cards"),
    Phase.TURNING: ("round", "announce-counts"),
    Phase.DRAWING: ("round", "third-cards"),
    Phase.RESULT: ("round", "announce-result"),
    Phase.SETTLING: ("round", "settle"),
    Phase.RACKING: ("round", "discard"),
}
"""The step each phase waits for; the other phases have procedures, or a word of their own below."""


def due(state: TableState) -> tuple[str, tuple[str, ...]]:
    """What comes next at this table, in words, and the clauses that ask for it."""
    book = state.rules.rulebook
    if state.phase in PHASE_STEPS:
        procedure, name = PHASE_STEPS[state.phase]
        step = next(s for s in book.procedure[procedure] if s.id == name)
        return step.says, step.clauses
    if state.phase in (Phase.OPENING, Phase.SHUFFLE, Phase.DEAD):
        missing = missing_steps(state)
        return (missing[0][0].says, missing[0][0].clauses) if missing else ("the procedure is done", ())
    if state.phase is Phase.HOUSE_MONEY:
        return "House Money is settled before any third card", book.settlement.house_money
    if state.phase is Phase.BETWEEN:
        if state.strays or state.simulated_due:
            return "the remedy of the irregularity comes first", book.remedy[0].clauses
        step = round_step(state, "last-hand")
        return step.says, step.clauses
    words = {
        Phase.COMMIT: "the order of the stack is committed before the cut is offered",
        Phase.SHOE_OVER: "the shoe is over: it is revealed and the cards are shuffled",
        Phase.CLOSED: "the table is closed",
    }
    shuffle = active_steps(state, "shuffle")
    return words[state.phase], shuffle[0].clauses if shuffle else book.cut.shoe_clauses


def not_now(state: TableState, what: str, *first: str) -> Refusal:
    """The refusal of a command that does not fit the moment: it names what is due instead."""
    words, clauses = due(state)
    sentence = f"{what} is not possible now ({state.phase}): {words[0].lower()}{words[1:].rstrip('.')}"
    return refuse(Code.NOT_NOW, sentence, *dict.fromkeys((*first, *clauses)), allowed=(state.phase.value,))


def not_yours(state: TableState, command: Command, who: Iterable[str], *clauses: str) -> Refusal:
    """The refusal of a command from somebody who may not give it: it says who may."""
    names = tuple(who)
    sentence = f"{type(command).__name__} is not for {command.by.role}: {listed(names)} may do that"
    found = clauses or due(state)[1]
    return refuse(Code.NOT_YOURS, sentence, *found, allowed=names)


def dealer_on_duty(state: TableState, command: Command, duty: Duty, *clauses: str) -> Refusal | None:
    """Why this person is not the dealer who does that here, or ``None``. Nobody assigned means any dealer."""
    if command.by.role is not Role.DEALER:
        return not_yours(state, command, ("dealer",), *clauses)
    assigned = state.staff.get(duty)
    if assigned is None or assigned == command.by.id:
        return None
    sentence = f"{command.by.id} is not the dealer on duty for {duty}: {assigned} is"
    return refuse(Code.NOT_YOURS, sentence, *(clauses or due(state)[1]), allowed=(assigned,))


def floor_on_duty(state: TableState, command: Command, *clauses: str) -> Refusal | None:
    """Why this person is not the floorperson assigned to the table, or ``None``."""
    if command.by.role is not Role.FLOORPERSON:
        return not_yours(state, command, ("floorperson",), *clauses)
    assigned = state.staff.get(Duty.FLOOR)
    if assigned is None or assigned == command.by.id:
        return None
    sentence = f"{command.by.id} is not the floorperson assigned to this table: {assigned} is"
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
    if command.by.role is Role.GUEST and command.by.seat == seat:
        return None
    return not_yours(state, command, (f"the guest at seat {seat}", *staff))


def seated(state: TableState, seat: int) -> Refusal | None:
    """Why nobody can act at this seat, or ``None``."""
    if seat in state.seats:
        return None
    clauses = state.rules.rulebook.layout.seats_clauses
    return refuse(Code.NOT_SEATED, f"nobody sits at seat {seat}", *clauses, allowed=tuple(map(str, state.occupied)))


def stopped(state: TableState) -> Refusal | None:
    """Why play stands still: an incident that a supervisor must resolve first."""
    incident = state.stopped
    if incident is None:
        return None
    sentence = (
        f"play stands still until a supervisor resolves incident {incident.number} ({incident.kind}): {incident.note}"
    )
    return refuse(Code.INCIDENT_OPEN, sentence, *state.rules.rulebook.handling.cards, allowed=(str(incident.number),))


def turned_cards(state: TableState, cards: tuple[str, ...], wanted: int, *clauses: str) -> Refusal | None:
    """Why these cannot be the cards that are turned now, or ``None``: the right number, real, not too many alike."""
    if len(cards) != wanted:
        sentence = f"{wanted} cards are turned here, and {len(cards)} were named"
        return refuse(Code.WRONG_CARD, sentence, *clauses, allowed=(str(wanted),))
    seen = list(state.shown.values())
    for card in cards:
        try:
            parse_card(card)
        except CardError as problem:
            return refuse(Code.WRONG_CARD, str(problem), *clauses)
        seen.append(card)
        if seen.count(card) > state.rules.decks_in_shoe:
            sentence = f"{card} has come out {seen.count(card)} times, and the shoe holds {state.rules.decks_in_shoe}"
            return refuse(Code.WRONG_CARD, sentence, *clauses)
    return None


def reasoned(reason: str, *clauses: str) -> Refusal | None:
    """Why an order without a reason is not taken, or ``None``."""
    if reason.strip():
        return None
    return refuse(Code.NO_REASON, "the order needs a reason, which is kept in the record", *clauses)
