"""One command at an exam table on its way: the state as it has become, the events so far, and what mistakes come to."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from minibac.machine.kinds import Command, Event, signed
from minibac.machine.machine import Next
from minibac.machine.names import command_name
from minibac.machine.roles import SUPERVISORS
from minibac.rules.names import hand_name, wager_name
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.remedies import Mishap
from minibac.school import exam_events as x
from minibac.school.exam_state import ExamFault, ExamState, apply
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.asks import ASKS, words
from minibac.table.automatic import crew, next_command
from minibac.table.irregular import remedy_ready
from minibac.table.state import TableState
from minibac.voice.said import Money, Said, said

Law = Callable[[TableState, c.Command], Sequence[tuple[e.Event, TableState]] | Refusal]
MOST_REPAIRS = 60
CANNOT = refuse(Code.NOT_NOW, said("that cannot be done here now"))
"""What hands cannot do."""


class Sitting:
    """One command on its way: the state as it has become, and the events so far."""

    def __init__(self, state: ExamState, command: Command, law: Law) -> None:
        self.state, self.law, self.given = state, law, command
        self.events: list[Event] = []

    # ------------------------------------------------------------------------------------------------ what happens

    @property
    def table(self) -> TableState:
        return self.state.table

    def note(self, of: type[x.ExamEvent], clauses: Sequence[str] = (), by: str = "", /, **facts: Any) -> None:
        event = signed(of, self.given, clauses, **facts)
        self.add(replace(event, by=by) if by else event)

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.state = apply(self.state, event)

    def take(self, command: c.Command) -> Refusal | None:
        """Give a command to the table."""
        steps = self.law(self.table, command)
        if isinstance(steps, Refusal):
            return steps
        for event, _ in steps:
            self.add(event)
        return None

    def take_as_done(self, command: c.Command) -> Refusal | None:
        """Give the table what nobody did, so that it goes by the book."""
        before = len(self.events)
        if refusal := self.take(command):
            return refusal
        self.note(x.TakenAsDone, events_count=len(self.events) - before)
        return None

    def fault(self, kind: str, did: Said, right: Said, clauses: Sequence[str], **facts: Any) -> ExamFault:
        number = len(self.state.faults) + 1
        facts = {"coup_no": self.table.coup_no, **facts}
        self.note(x.FaultMade, clauses, number=number, kind=kind, did=did, right=right, **facts)
        return self.state.fault(number)

    def noticed(self, fault: ExamFault, *, put_right: bool = True, by: str = "", seen_by: str = "") -> None:
        number = fault.made.number
        self.note(x.FaultNoticed, fault.made.clauses, seen_by, number=number, after_ms=self.given.at - fault.made.at)
        if put_right:
            self.note(x.FaultPutRight, fault.made.clauses, by, number=number)

    def next(self) -> Next[c.Command] | None:
        return next_command(self.table, self.given.at)

    def after(self) -> None:
        """What the end of a round or of a shoe closes, and remedies that have been carried out."""
        kinds = {type(event) for event in self.events}
        if e.CardsRacked in kinds:
            self.stand("round")
        if e.ShoeEnded in kinds:
            self.stand("shoe")
        for fault in self.state.faults:
            out = {p for stray in self.table.strays for p in stray.positions}
            waits = fault.noticed_after_ms is not None and not fault.put_right_by and fault.kind.about == "cards"
            if waits and not out & set(fault.made.positions):
                self.note(x.FaultPutRight, fault.made.clauses, number=fault.made.number)

    def stand(self, until: str) -> None:
        """Nobody has noticed: a card is put right by the house before the next round, money lies where it is."""
        for fault in self.state.open_faults:
            if fault.kind.until == until:
                self.note(x.FaultStood, fault.made.clauses, number=fault.made.number)
                if fault.kind.about == "cards":
                    self.repair()

    def repair(self) -> None:
        """Remedies that are due are carried out by the book, a simulated round with them."""
        for _ in range(MOST_REPAIRS):
            coup, wanted = self.table.coup, self.next()
            simulated = coup is not None and coup.simulated
            due_now = simulated or (bool(self.table.strays) and remedy_ready(self.table))
            if not due_now or wanted is None or self.take(wanted.command):
                return

    def open(self, *kinds: str, **facts: Any) -> ExamFault | None:
        """The latest mistake of these kinds that can still be noticed, and has these facts."""
        for fault in reversed(self.state.open_faults):
            if fault.made.kind in kinds and all(getattr(fault.made, name) == fact for name, fact in facts.items()):
                return fault
        return None

    def take_up(self, mishap: x.MishapSeen) -> None:
        """The floor reports what happened, and resolves what stops the play."""
        floor, at = crew(self.table).floor, self.given.at
        shown = mishap.kind == Mishap.FACE_UP_IN_SHOE or None
        facts: dict[str, Any] = {"hand": mishap.hand, "seat": mishap.seat, "note": str(mishap.says)}
        self.take(c.Report(by=floor, at=at, kind=mishap.kind, disclosed=shown, **facts))
        self.note(x.MishapTaken, (), floor.id, kind=mishap.kind)
        self.floor_steps()

    def floor_steps(self) -> bool:
        """The floorperson does what is the floor's to do now."""
        acted = False
        while (wanted := self.next()) and wanted.role in SUPERVISORS:
            if self.take(wanted.command):
                break
            acted = True
        return acted


def deed(command: c.Command) -> Said:
    """What was done, in words: with the number that was called or counted, which is what was wrong."""
    if isinstance(command, c.CallCount):
        return said("the call of {count} for {hand} cards", count=command.count, hand=hand_name(command.hand))
    if isinstance(command, c.CallResult):
        called = said("the call of {player} for the Player, {banker} for the Banker: {result}", player=command.player)
        return called.about(banker=command.banker, result=wager_name(command.result))
    if isinstance(command, c.BurnCards) and command.burned_count is not None:
        return said("burning {count:card|cards} after the first", count=command.burned_count)
    if isinstance(command, c.CollectVigorish):
        return said("collecting {sum} of vigorish from seat {seat}", sum=Money(command.cents), seat=command.seat)
    return words(command) if type(command) in ASKS else said("{command}", command=command_name(command))
