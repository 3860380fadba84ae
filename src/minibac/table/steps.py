"""The steps of a table: what is due, by which step of the rulebook, under which clauses."""

from msgspec.structs import replace

from minibac.play.vigorish import terms
from minibac.rules.house_rules import HouseRules
from minibac.rules.once import once
from minibac.rules.remedies import Mishap, RemedyStep
from minibac.rules.rulebook import Instruction, Remedy, Step
from minibac.table.phases import CUT_PHASES, PROCEDURES, SHARING
from minibac.table.state import Phase, TableState
from minibac.voice.said import Said, said


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
        self.simulated = next((r.clauses for r in rules.rulebook.remedy if RemedyStep.SIMULATED_ROUND in r.do), ())


book_of = once(Book)
"""What the deciders look up again and again, made once for each set of house rules."""


@once
def _hand_book(rules: HouseRules) -> Book:
    """The same for a batch that is shuffled by hand beside the device (A16)."""
    return Book(replace(rules, options={**rules.options, "shuffler": "manual"}))


def procedures(state: TableState) -> Book:
    """The procedures of the set on the table, which a void round may have brought from the device into the hand."""
    return _hand_book(state.rules) if state.hand_shuffle else book_of(state.rules)


def round_step(state: TableState, step: str) -> Step:
    """A step of the round, as the rulebook states it."""
    return book_of(state.rules).steps["round", step]


def cut_step(state: TableState, step: str) -> Step:
    """A step of the cut, the load and the burn, as the rulebook states it."""
    return procedures(state).steps["cut", step]


def load_step(state: TableState) -> Step:
    """The load, which has words of its own after a re-cut."""
    again = (step for step in state.rules.rulebook.procedure["cut"] if state.recut and step.id == "load-after-recut")
    return next(again, cut_step(state, "load"))


def active_steps(state: TableState, procedure: str | None = None) -> tuple[Step, ...]:
    """The steps of a procedure that the options of this table leave in, and those that somebody has asked for."""
    steps = procedures(state).active[procedure or state.procedure, state.fresh]
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


def all_are_asked(step: Step) -> bool:
    """Whether a step is a question to every guest who is there, and not a wish of one of them."""
    return step.roles == ("guest",) and not step.optional


def unanswered(state: TableState) -> list[int]:
    """The seats of the guests who are there and have not answered what all of them are asked."""
    return [seat for seat in state.occupied if state.seats[seat].here and not has_answered(state, seat)]


def has_answered(state: TableState, seat: int) -> bool:
    return state.seats[seat].guest in state.answers


def wishes(state: TableState) -> list[str]:
    """What any guest may still ask for: a spread face up, and a look at a batch that came shuffled from the device.

    That right lasts until the first card leaves the shoe, like the window of a re-cut (A28).
    """
    if state.phase in CUT_PHASES:
        return [step.id for step in active_steps(state) if step.starts] if state.procedure == "dead-table" else []
    if state.phase not in PROCEDURES or not (missing := missing_steps(state)) or missing[0][0].id != "look":
        return []
    done = {name for name, _ in state.done}
    return [s.id for s in active_steps(state) if s.optional and s.roles == ("guest",) and s.id not in done]


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


def due(state: TableState) -> tuple[Said, tuple[str, ...]]:
    """What comes next at this table, in words, and the clauses that ask for it."""
    if state.void_for and state.phase in (Phase.RACKING, Phase.BETWEEN):
        return Said(too_few(state).says), state.void_for
    if state.phase in SHARING:
        asked = said("the guests' programs show the hashes of their shares of the shuffle")
        shown = said("the guests' programs show the values of their shares, and the stack is mixed by them")
        return asked if state.phase is Phase.SHARES else shown, random_clauses(state)
    if state.phase in PHASE_STEPS:
        procedure, name = PHASE_STEPS[state.phase]
        step = procedures(state).steps[procedure, name]
        alone = state.phase is Phase.RACKING and state.coup is not None and state.coup.simulated
        return Said(step.says), (*step.clauses, *state.rules.rulebook.simulated.rack) if alone else step.clauses
    if state.phase in PROCEDURES:
        missing = missing_steps(state)
        return (Said(missing[0][0].says), missing[0][0].clauses) if missing else (said("the procedure is done"), ())
    if state.phase is Phase.HOUSE_MONEY:
        step = round_step(state, "house-money")
        return Said(step.says), step.clauses
    if state.phase is Phase.BETWEEN:
        if state.strays:
            return said("the remedy of the irregularity comes first"), stray_clauses(state)
        step = round_step(state, "last-hand")
        if state.shoe_is_over:
            over = said("the last hand has been played: nothing more is dealt before the reshuffle")
            return over, step.clauses.led_by("one_more")
        return Said(step.says), step.clauses
    words = {
        Phase.COMMIT: said("the order of the stack is committed before the cut is offered"),
        Phase.SHOE_OVER: said("the shoe is over: it is revealed and the cards are shuffled"),
        Phase.CLOSED: said("the table is closed"),
    }
    return words[state.phase], shuffle_clauses(state)


def due_as(state: TableState, step_id: str) -> tuple[Said, tuple[str, ...]]:
    """One step of the procedure in progress, in words, and the clauses that ask for it."""
    found = next((step for step in active_steps(state) if step.id == step_id), None)
    return (Said(found.says), found.clauses) if found else due(state)


def instruction(state: TableState) -> Instruction | None:
    """How the dealer's hands do what is going on, where the document says so."""
    rules = state.rules
    return next((m for m in rules.rulebook.instruction if m.phase == state.phase and rules.applies(m.only)), None)


def remedy_of(state: TableState, kind: str) -> Remedy:
    """The first remedy of the rulebook for what happened, whatever its further circumstances."""
    return next(remedy for remedy in state.rules.rulebook.remedy if remedy.kind == kind)


def too_few(state: TableState) -> Remedy:
    """What the rulebook does with a coup that the shoe cannot complete."""
    return remedy_of(state, Mishap.TOO_FEW_CARDS)


def stray_clauses(state: TableState) -> tuple[str, ...]:
    """The clauses of the remedy that is due for the first stray card; without one, of the remedy that was last."""
    book = state.rules.rulebook
    if not state.strays:
        return state.remedied or state.carried_clauses or remedy_of(state, Mishap.THIRD_CARD_TO_PLAYER).clauses
    stray = state.strays[0]
    rows = (r.clauses for r in book.remedy if r.kind == stray.kind and stray.do in r.do and state.rules.applies(r.only))
    return next(rows, state.remedied or round_step(state, "third-cards").clauses)


def incident_clauses(state: TableState, kind: str) -> tuple[str, ...]:
    """The clauses that an incident is about, by the table's own rulebook; none where no document speaks of the case."""
    book = state.rules.rulebook
    two_batches = len(batch_names(state)) > 1 and bool(book.equipment.batch_clauses)
    clauses: dict[str, tuple[str, ...]] = {
        Mishap.WAGER_TOUCHED: book.handling.wagers,
        Mishap.CARD_HANDLED: book.handling.cards,
        Mishap.HOUSE_MONEY_TOUCHED: book.settlement.house_money_untouched,
        Mishap.FOREIGN_BACK: book.equipment.batch_clauses if two_batches else book.equipment.backs_clauses,
        Mishap.UNCOLLECTED: book.owed.leaving,
        Mishap.CASH_OVERDUE: book.verbal.convert,
        Mishap.OMITTED_CARD: round_step(state, "third-cards").clauses,
        Mishap.CARD_MISUSED: stray_clauses(state),
        RACK_MISMATCH: (round_step(state, "discard").clauses.named("reconstruct"),),
        ORDER_LOST: (F14,),
        Mishap.UNFINISHABLE: (F14,),
    }
    return clauses.get(kind, ())


def standing_still(state: TableState) -> tuple[str, ...]:
    """The clauses of the step that an incident keeps from going on, cited where it has none of its own."""
    return due(state)[1] or shuffle_clauses(state)


F14 = "F14"
"""The ruling on a coup that cannot be completed; no clause of any print speaks of one, so it is cited in its place."""
RACK_MISMATCH = "rack-mismatch"
"""The incident of a discard rack that does not give a round as it was dealt."""
ORDER_LOST = Mishap.ORDER_LOST
"""The incident of a shoe whose order the house cannot open any more."""


def plain_to_see(state: TableState) -> bool:
    """Whether every card of the coup lies face up and none is due: everybody sees who has won, called or not."""
    coup = state.coup
    return coup is not None and all(p in coup.known for p in coup.in_order()) and state.coup_so_far().over


def remedy_to_come(state: TableState) -> bool:
    """Whether a card in error still has its remedy before it: nothing ends the shoe that could still give it."""
    return bool(state.strays and state.cards_left and not order_lost(state))


def order_lost(state: TableState) -> bool:
    """Whether no further card of this shoe can be turned, because the vault has lost its order."""
    return any(incident.kind == ORDER_LOST for incident in state.incidents.values())
