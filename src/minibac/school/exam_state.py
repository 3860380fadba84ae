"""The state of an exam: the table, the mistakes, and what lies before the trainee. The fold of a log of both kinds."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from minibac.machine.fold import Register
from minibac.machine.kinds import Event
from minibac.play.wagers import Wager
from minibac.school import exam_events as x
from minibac.school.fault_kinds import FaultKind, fault_kinds
from minibac.school.record_events import Severity
from minibac.table import events as e
from minibac.table.machine import TABLE
from minibac.table.state import TableState
from minibac.voice.said import Said

Move = tuple[str, int, str, int]


class ExamFault(msgspec.Struct, frozen=True):
    """A mistake and what became of it."""

    made: x.FaultMade
    noticed_after_ms: int | None = None
    noticed_by: str = ""
    """Who said so: whoever made it, or a guest who objected."""
    put_right_by: str = ""
    stood: bool = False
    cents: int = 0
    """What lies wrongly at the seat by now."""

    @property
    def kind(self) -> FaultKind:
        return fault_kinds()[self.made.kind]

    @property
    def open(self) -> bool:
        """Whether it can still be noticed."""
        return bool(self.kind.until) and self.noticed_after_ms is None and not self.stood

    @property
    def severity(self) -> Severity:
        return self.kind.noticed if self.kind.noticed and self.put_right_by else self.kind.stood


class Laid(msgspec.Struct, frozen=True):
    """Chips that the table does not take, and why."""

    seat: int
    wager: str
    cents: int
    late: bool
    why: Said
    clauses: tuple[str, ...]


class Intervention(msgspec.Struct, frozen=True):
    """Something the instructor did, and in which round."""

    done: x.ExamEvent
    round_no: int


class ExamState(msgspec.Struct, frozen=True):
    """An exam between two commands."""

    table: TableState
    trainee: str = ""
    scenario: str = ""
    seed: str = ""
    begun_at: int = 0
    ended_at: int | None = None
    finished: bool = False
    """Whether it was dealt to its end."""
    faults: tuple[ExamFault, ...] = ()
    moves: tuple[Move, ...] = ()
    """Moves of this settlement as the trainee made them."""
    wagered: tuple[Wager, ...] = ()
    """What lay on the layout before the first of them: chips lie until the cards are cleared."""
    stand_for: tuple[Move, ...] = ()
    """The right moves that have been made, however well; the table takes them in their order."""
    laid: tuple[Laid, ...] = ()
    accepted: tuple[Laid, ...] = ()
    """Of such chips those with which the game went on: they lie there until the round is over."""
    mishap: x.MishapSeen | None = None
    disputed: int = 0
    """The seat whose guest says that the last payment was wrong."""
    coups: int = 0
    """Rounds dealt to their end since the exam began."""
    calls: int = 0
    """Calls that the trainee has made."""
    paid: int = 0
    """Moves of settlements that the trainee has made."""
    paused: bool = False
    note: str = ""
    """What the instructor whispered last."""
    interventions: tuple[Intervention, ...] = ()
    """Everything the instructor did."""

    @property
    def at(self) -> int:
        return self.table.at

    @property
    def open_faults(self) -> tuple[ExamFault, ...]:
        return tuple(fault for fault in self.faults if fault.open)

    def fault(self, number: int) -> ExamFault:
        return self.faults[number - 1]


applies = Register[ExamState, ExamState]()


@applies(x.ExamBegun)
def _begun(state: ExamState, event: x.ExamBegun) -> ExamState:
    facts = {"trainee": event.trainee, "scenario": event.scenario, "seed": event.seed, "begun_at": event.at}
    return replace(state, **facts)


@applies(x.FaultMade)
def _made(state: ExamState, event: x.FaultMade) -> ExamState:
    return replace(state, faults=(*state.faults, ExamFault(event, cents=event.cents)))


def _changed(state: ExamState, number: int, **facts: object) -> ExamState:
    fault = replace(state.fault(number), **facts)
    return replace(state, faults=(*state.faults[: number - 1], fault, *state.faults[number:]))


@applies(x.FaultNoticed)
def _noticed(state: ExamState, event: x.FaultNoticed) -> ExamState:
    return _changed(state, event.number, noticed_after_ms=event.after_ms, noticed_by=event.by)


@applies(x.FaultPutRight)
def _put_right(state: ExamState, event: x.FaultPutRight) -> ExamState:
    return _changed(state, event.number, put_right_by=event.by, cents=0)


@applies(x.FaultStood)
def _stood(state: ExamState, event: x.FaultStood) -> ExamState:
    return _changed(state, event.number, stood=True)


@applies(x.MoneyMoved)
def _moved(state: ExamState, event: x.MoneyMoved) -> ExamState:
    return _changed(state, event.number, cents=state.fault(event.number).cents + event.cents)


@applies(x.MovesMade)
def _moves(state: ExamState, event: x.MovesMade) -> ExamState:
    moves, stand_for = (*state.moves, *event.made), (*state.stand_for, *event.stand_for)
    wagered = state.wagered or state.table.wagered
    return replace(state, moves=moves, stand_for=stand_for, wagered=wagered, paid=state.paid + len(event.made))


@applies(x.TakenAsDone, x.FloorCalled, x.IrregularityInjected, x.NextCardsSet)
def _only_told(state: ExamState, event: Event) -> ExamState:
    """The log tells it; what it leads to are other events."""
    del event
    return state


@applies(x.ChipsLaid)
def _laid(state: ExamState, event: x.ChipsLaid) -> ExamState:
    laid = Laid(event.seat, event.wager, event.chips_cents, event.late, event.why, event.clauses)
    return replace(state, laid=(*state.laid, laid))


@applies(x.ChipsPushedBack)
def _pushed_back(state: ExamState, event: x.ChipsPushedBack) -> ExamState:
    place = (event.seat, event.wager)
    return replace(state, laid=_others(state.laid, *place), accepted=_others(state.accepted, *place))


@applies(x.ChipsKept)
def _kept(state: ExamState, event: x.ChipsKept) -> ExamState:
    left = _others(state.laid, event.seat, event.wager)
    return replace(state, laid=left, accepted=(*state.accepted, *(one for one in state.laid if one not in left)))


def _others(chips: tuple[Laid, ...], seat: int, wager: str) -> tuple[Laid, ...]:
    return tuple(one for one in chips if (one.seat, one.wager) != (seat, wager))


@applies(x.MishapSeen)
def _mishap(state: ExamState, event: x.MishapSeen) -> ExamState:
    return replace(state, mishap=event)


@applies(x.MishapTaken)
def _mishap_taken(state: ExamState, event: x.MishapTaken) -> ExamState:
    del event
    return replace(state, mishap=None)


@applies(x.PaymentDisputed)
def _disputed(state: ExamState, event: x.PaymentDisputed) -> ExamState:
    return replace(state, disputed=event.seat)


@applies(x.DisputeHeard)
def _heard(state: ExamState, event: x.DisputeHeard) -> ExamState:
    del event
    return replace(state, disputed=0)


@applies(x.ExamEnded)
def _ended(state: ExamState, event: x.ExamEnded) -> ExamState:
    return replace(state, ended_at=event.at, finished=event.finished)


@applies(x.ExamPaused)
def _paused(state: ExamState, event: x.ExamPaused) -> ExamState:
    del event
    return replace(state, paused=True)


@applies(x.ExamResumed)
def _resumed(state: ExamState, event: x.ExamResumed) -> ExamState:
    del event
    return replace(state, paused=False)


@applies(x.NoteWhispered)
def _whispered(state: ExamState, event: x.NoteWhispered) -> ExamState:
    return replace(state, note=event.text)


CALLED = (e.BettingClosed, e.CountCalled, e.ResultCalled, e.LastHandCalled)


def apply(state: ExamState, event: Event) -> ExamState:
    """The state after an event: the table's go to the table, the others are the exam's own."""
    if isinstance(event, x.OF_THE_BOARD):
        state = replace(state, interventions=(*state.interventions, Intervention(event, state.coups + 1)))
    if not isinstance(event, e.Event):
        return applies.functions[type(event)](state, event)
    changed: dict[str, object] = {"table": TABLE.apply(state.table, event)}
    if state.trainee and isinstance(event, e.CardsRacked):
        changed |= {
            "moves": (),
            "stand_for": (),
            "wagered": (),
            "accepted": (),
            "coups": state.coups + (not event.simulated),
        }
    if state.trainee == event.by and isinstance(event, CALLED):
        changed["calls"] = state.calls + 1
    return replace(state, **changed)


def opened(event: e.TableOpened) -> ExamState:
    """The first state of an exam: a table, and nobody's exam yet."""
    return ExamState(TABLE.opened(event))


def replay(events: Iterable[Event]) -> ExamState:
    """The state that the log of an exam leads to."""
    log = iter(events)
    first = next(log)
    assert isinstance(first, e.TableOpened), "the log of an exam starts with its table"
    state = opened(first)
    for event in log:
        state = apply(state, event)
    return state
