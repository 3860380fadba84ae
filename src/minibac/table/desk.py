"""What the deciders share: who may, what is due, how an event is signed, how a no is said."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from minibac.machine.roles import SUPERVISORS, Duty, Role
from minibac.play.settlement import Posting
from minibac.play.vigorish import terms
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Remedy, Step
from minibac.table import commands as c
from minibac.table.commands import Command
from minibac.table.events import Event, PostingRow
from minibac.table.state import CARDS, Phase, TableState
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


def rows(postings: Iterable[Posting]) -> tuple[PostingRow, ...]:
    """Postings as an event stores them."""
    return tuple(tuple(posting) for posting in postings)  # type: ignore[misc]


class Book:
    """The procedures of one set of house rules, looked up once: steps by name, and those that its options leave in."""

    def __init__(self, rules: HouseRules) -> None:
        procedures = rules.rulebook.procedure
        every = [(name, step) for name, steps in procedures.items() for step in reversed(steps)]
        self.steps = {(name, step.id): step for name, step in every if rules.applies(step.only)}
        self.active = {
            (name, fresh): tuple(step for step in steps if rules.applies(step.only) and (step.fresh or not fresh))
            for name, steps in procedures.items()
            for fresh in (True, False)
        }
        self.charge = terms(rules)
        self.deal_mode = str(rules.options["deal_mode"])
        self.deal_clauses = rules.setting("deal_mode").clauses
        text = rules.rulebook.wagers
        self.wager_clauses = {p.id: (*p.clauses, *text.list, *text.chips) for p in rules.propositions}
        self.simulated = next((r.clauses for r in rules.rulebook.remedy if "simulated-round" in r.do), ())


def book_of(rules: HouseRules) -> Book:
    """What the deciders look up again and again, made once for each set of house rules."""
    found: Book | None = rules.__dict__.get("_table_book")
    if found is None:
        found = rules.__dict__["_table_book"] = Book(rules)
    return found


def round_step(state: TableState, step: str) -> Step:
    """A step of the round, as the rulebook states it."""
    return book_of(state.rules).steps["round", step]


def cut_step(state: TableState, step: str) -> Step:
    """A step of the cut, the load and the burn, as the rulebook states it."""
    return book_of(state.rules).steps["cut", step]


def active_steps(state: TableState, procedure: str | None = None) -> tuple[Step, ...]:
    """The steps of a procedure that the options of this table leave in, and those that somebody has asked for."""
    steps = book_of(state.rules).active[procedure or state.procedure, state.fresh]
    done = {name for name, _ in state.done}
    return tuple(step for step in steps if step.asked is None or step.asked in done)


def random_clauses(state: TableState) -> tuple[str, ...]:
    """The clauses that want a random order, which its commitment and its reveal belong to; a device has its own."""
    return state.rules.setting("shuffler").clauses if state.continuous else state.rules.rulebook.cut.random_clauses


def shuffle_clauses(state: TableState) -> tuple[str, ...]:
    """The clauses of the shuffle that comes next."""
    steps = active_steps(state, "shuffle")
    return steps[0].clauses if steps else state.rules.rulebook.cut.shoe_clauses


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
        if (step.id, batch) not in state.done and not step.optional
    ]


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
    if state.reshuffle_due and state.phase in (Phase.RACKING, Phase.BETWEEN):
        void = too_few(state)
        return void.says, void.clauses
    if state.phase in PHASE_STEPS:
        procedure, name = PHASE_STEPS[state.phase]
        step = book_of(state.rules).steps[procedure, name]
        alone = state.phase is Phase.RACKING and state.coup is not None and state.coup.simulated
        return step.says, (*step.clauses, *state.rules.rulebook.simulated.rack) if alone else step.clauses
    if state.phase in (Phase.OPENING, Phase.SHUFFLE, Phase.DEAD):
        missing = missing_steps(state)
        return (missing[0][0].says, missing[0][0].clauses) if missing else ("the procedure is done", ())
    if state.phase is Phase.HOUSE_MONEY:
        step = round_step(state, "house-money")
        return step.says, step.clauses
    if state.phase is Phase.BETWEEN:
        if state.strays:
            return "the remedy of the irregularity comes first", stray_clauses(state)
        step = round_step(state, "last-hand")
        return step.says, step.clauses
    words = {
        Phase.COMMIT: "the order of the stack is committed before the cut is offered",
        Phase.SHOE_OVER: "the shoe is over: it is revealed and the cards are shuffled",
        Phase.CLOSED: "the table is closed",
    }
    return words[state.phase], shuffle_clauses(state)


def too_few(state: TableState) -> Remedy:
    """What the rulebook does with a coup that the shoe cannot complete."""
    return next(remedy for remedy in state.rules.rulebook.remedy if remedy.kind == "too-few-cards")


def stray_clauses(state: TableState) -> tuple[str, ...]:
    """The clauses of the remedy that is due for the first stray card; without one, of the remedy that was last."""
    book = state.rules.rulebook
    if not state.strays:
        return state.remedied or state.carried_clauses or book.remedy[0].clauses
    stray = state.strays[0]
    rows = (r.clauses for r in book.remedy if r.kind == stray.kind and stray.do in r.do and state.rules.applies(r.only))
    return next(rows, round_step(state, "third-cards").clauses)


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


def incident_clauses(state: TableState, kind: str) -> tuple[str, ...]:
    """The clauses that an incident is about, by the table's own rulebook; none where no document speaks of the case."""
    book = state.rules.rulebook
    clauses: dict[str, tuple[str, ...]] = {
        "wager-touched": book.handling.wagers,
        "card-handled": book.handling.cards,
        "house-money-touched": book.settlement.house_money_untouched,
        "foreign-back": book.equipment.batch_clauses or book.equipment.backs_clauses,
        "uncollected": book.owed.leaving,
        "cash-overdue": book.verbal.convert,
        "omitted-card": round_step(state, "third-cards").clauses,
        "card-misused": stray_clauses(state),
        ORDER_LOST: too_few(state).clauses,
    }
    return clauses.get(kind, ())


def standing_still(state: TableState) -> tuple[str, ...]:
    """The clauses of the step that an incident keeps from going on, cited where it has none of its own."""
    return due(state)[1] or shuffle_clauses(state)


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


ORDER_LOST = "order-lost"
"""The incident of a shoe whose order the house cannot open any more."""


def order_lost(state: TableState) -> bool:
    """Whether no further card of this shoe can be turned, because the vault has lost its order."""
    return any(incident.kind == ORDER_LOST for incident in state.incidents.values())


def reasoned(reason: str, *clauses: str) -> Refusal | None:
    """Why an order without a reason is not taken, or ``None``."""
    if reason.strip():
        return None
    return refuse(Code.NO_REASON, said("the order needs a reason, which is kept in the record"), *clauses)
