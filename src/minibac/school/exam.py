"""An exam table: the table's own machine, and one wrapper around it that lets mistakes happen.

At every other table a wrong command is refused. Here it has happened: the refusal of the table becomes a recorded fault
with its clauses, and what follows from it follows. A step that was left out is taken as done; a card drawn wrongly
enters the table as the irregularity that it is; money that was moved wrongly lies where it is. Whoever made the mistake
may notice it and put it right, or call the floor, or go on. No decider of the table knows of any of this, and the
table's own events are at every moment the log of a table at which everything went by the book.

``sit`` answers a command. ``law`` is how commands become events at this table: the house fills in the cards they turn.
"""

from collections.abc import Callable
from typing import Any

from minibac.machine.kinds import Command, Event
from minibac.play.wagers import check_offered
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.school import exam_commands as xc
from minibac.school import exam_events as x
from minibac.school.exam_board import intervene
from minibac.school.exam_happens import NOT_TAKEN, dispute, lay, show
from minibac.school.exam_sitting import CANNOT, Law
from minibac.school.exam_state import ExamFault, ExamState
from minibac.school.exam_trainee import TraineeSitting
from minibac.school.fault_kinds import ABOUT
from minibac.table import commands as c
from minibac.table.automatic import crew
from minibac.table.steps import due, round_step
from minibac.voice.said import many, said


def sit(state: ExamState, command: Command, law: Law) -> tuple[Event, ...] | Refusal:
    """What a command leads to at an exam table: events of the table and of the exam, or a refusal of the impossible."""
    sitting = _Sitting(state, command, law)
    refusal = sitting.run()
    return refusal or tuple(sitting.events)


class _Sitting(TraineeSitting):
    """A command of anybody."""

    def run(self) -> Refusal | None:
        command = self.given
        if self.state.ended_at is not None:
            return refuse(Code.NOT_NOW, said("the exam is over"))
        if isinstance(command, xc.OF_AN_INSTRUCTOR):
            return intervene(self, command)
        if self.state.paused and not isinstance(command, xc.EndExam):
            return refuse(Code.NOT_NOW, said("the instructor has stopped the exam; it goes on in a moment"))
        if isinstance(command, xc.ExamCommand):
            refusal = _EXAM[type(command)](self, command)
        elif not isinstance(command, c.Command):
            return CANNOT
        elif not self.state.trainee:
            refusal = self.take(command)
        elif command.by.id != self.state.trainee:
            refusal = self._of_others(command)
        else:
            refusal = self.of_the_trainee(command)
        if refusal is None:
            self.after()
        return refusal

    def _of_others(self, command: c.Command) -> Refusal | None:
        """Guests, the floor and the house; chips that a guest may not put down lie there all the same."""
        refusal = self.take(command)
        if refusal is None or not isinstance(command, c.PlaceWager) or refusal.code not in NOT_TAKEN:
            return refusal
        lay(self, command, refusal)
        return None


# ----------------------------------------------------------------------------- commands of the exam itself


def _begin(sitting: _Sitting, command: xc.BeginExam) -> Refusal | None:
    if sitting.state.trainee:
        return refuse(Code.NOT_NOW, said("the exam has begun"))
    rules = sitting.table.rules
    facts: dict[str, Any] = {"trainee": command.trainee, "scenario": command.scenario, "seed": command.seed}
    sitting.note(x.ExamBegun, options=dict(rules.options), **facts)
    return None


def _call_floor(sitting: _Sitting, command: xc.CallFloor) -> Refusal | None:
    """The floor comes: it does what is the floor's now, and puts right what it is called about."""
    if command.about and command.about not in ABOUT:
        sentence = said("the floor is called about {about}, or about nothing", about=many(ABOUT))
        return refuse(Code.ILLEGAL_VALUE, sentence, allowed=ABOUT)
    state, floor = sitting.state, crew(sitting.table).floor.id
    sitting.note(x.FloorCalled, about=command.about, seat=command.seat)
    needed = False
    for fault in state.open_faults:
        if fault.kind.about == command.about and command.seat in (0, fault.made.seat):
            objects = bool(state.disputed) and command.about == "money" and fault.made.seat == state.disputed
            guest = sitting.table.seats[state.disputed].guest if objects else ""
            sitting.noticed(fault, by=floor, seen_by=guest)
            needed = True
    if needed:
        sitting.repair()
    elif not state.disputed and (late := _too_late(state, command)) is not None:
        sitting.noticed(late, put_right=False)
        needed = True
    if state.disputed and command.about in ("money", ""):
        sitting.note(x.DisputeHeard, (), floor, seat=state.disputed)
        needed = True
    if state.mishap is not None and command.about in ("cards", "wagers", ""):
        sitting.take_up(state.mishap)
        needed = True
    if not sitting.floor_steps() and not needed:
        says, clauses = due(sitting.table)
        sitting.fault("false-alarm", said("the floor is called"), says, clauses)
    return None


def _too_late(state: ExamState, command: xc.CallFloor) -> ExamFault | None:
    """A mistake that nobody had noticed while it could be put right, and that the floor is called about now."""
    stood = (fault for fault in state.faults if fault.stood and not fault.noticed_by)
    return next((f for f in stood if f.kind.about == command.about and command.seat in (0, f.made.seat)), None)


def _refuse_wager(sitting: _Sitting, command: xc.RefuseWager) -> Refusal | None:
    """Chips that cannot be taken go back; good ones that are pushed back are a mistake."""
    place = (command.seat, command.wager)
    if any((laid.seat, laid.wager) == place for laid in (*sitting.state.laid, *sitting.state.accepted)):
        sitting.note(x.ChipsPushedBack, seat=command.seat, wager=command.wager)
        return None
    if place not in sitting.table.wagers:
        sentence = said("no chips of seat {seat} lie there", seat=command.seat)
        return refuse(Code.NOT_SEATED, sentence)
    clauses = sitting.table.rules.rulebook.wagers.chips
    did = said("chips of seat {seat} are pushed back", seat=command.seat)
    sitting.fault("wager-refused", did, said("the wager stands"), clauses, seat=command.seat, wager=command.wager)
    return None


def _put_right(sitting: _Sitting, command: xc.PutRight) -> Refusal | None:
    """Money that lies wrongly is put right; after the round that is for the floor (F06)."""
    if not command.cents:
        return refuse(Code.ILLEGAL_VALUE, said("say how much is given, or with a minus taken back"))
    if command.seat not in sitting.table.seats:
        return refuse(Code.NOT_SEATED, said("nobody sits at seat {seat}", seat=command.seat))
    if no_such := check_offered(sitting.table.rules, command.wager):
        return no_such
    wrong = [
        fault
        for fault in sitting.state.faults
        if fault.cents and not fault.stood and (fault.made.seat, fault.made.wager) == (command.seat, command.wager)
    ]
    if not wrong:
        settle = round_step(sitting.table, "settle").clauses
        did = said("chips are moved at seat {seat}", seat=command.seat)
        place = {"seat": command.seat, "wager": command.wager, "cents": command.cents}
        sitting.fault("paid-without-cause", did, said("nothing lies wrongly there"), settle, **place)
        return None
    exact = (fault for fault in wrong if fault.cents == -command.cents)
    fault = next(exact, wrong[-1])
    if fault.cents != -command.cents:
        sitting.note(x.MoneyMoved, fault.made.clauses, number=fault.made.number, cents=command.cents)
        return None
    sitting.noticed(fault)
    if fault.made.coup_no != sitting.table.coup_no or sitting.table.coup is None:
        clauses = ("F06", *round_step(sitting.table, "discard").clauses)
        did = said("a payment of an earlier round is changed at seat {seat}", seat=command.seat)
        right = said("the hands are rebuilt from the rack, and a supervisor corrects it")
        sitting.fault("floor-not-called", did, right, clauses, seat=command.seat)
    return None


def _end(sitting: _Sitting, command: xc.EndExam) -> Refusal | None:
    """The exam is over: what nobody has noticed stands."""
    for fault in sitting.state.open_faults:
        sitting.note(x.FaultStood, fault.made.clauses, number=fault.made.number)
    sitting.note(x.ExamEnded, reason=command.reason, finished=command.finished)
    return None


_EXAM: dict[type[xc.ExamCommand], Callable[[_Sitting, Any], Refusal | None]] = {
    xc.BeginExam: _begin,
    xc.CallFloor: _call_floor,
    xc.RefuseWager: _refuse_wager,
    xc.PutRight: _put_right,
    xc.ShowMishap: show,
    xc.DisputePayment: dispute,
    xc.EndExam: _end,
}
