"""A school, as a machine: classes, trainees, attempts, hours, marks and signatures, in an append-only log.

Who teaches notes and signs; whoever learns may leave a class and nothing else. What a drill or an exam table was worth
is judged by the house and noted by it, or seen by a teacher and noted under the teacher's number. A signature for a
competency needs the marks of the school, and a second factor of presence; nobody signs for themselves.
"""

import re

from msgspec.structs import replace

from minibac.machine.fold import Fold, Register
from minibac.machine.kinds import noted, reader
from minibac.machine.layers import layered
from minibac.machine.machine import Decision as Decided
from minibac.machine.machine import Machine, Traces
from minibac.machine.roles import THE_HOUSE, Role
from minibac.machine.who import Who
from minibac.rules.clauses import inventory
from minibac.rules.controls import controls
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import RULEBOOKS, unknown_rulebook
from minibac.rules.words import named
from minibac.school import record_commands as c
from minibac.school import record_events as e
from minibac.school.drills import DRILLS, unknown_drill
from minibac.school.marks import Marks, as_content, faults_in, proposed
from minibac.school.passing import needed, progress
from minibac.school.record_commands import SchoolCommand
from minibac.school.record_events import Performance, SchoolEvent
from minibac.school.record_state import NotedAttempt, SchoolClass, SchoolState, SignedOff, TraineeRecord
from minibac.voice.said import Said, Somebody, many, said
from minibac.voice.times import NO_ZONE

Decision = Decided[SchoolEvent]
decides = Register[SchoolState, Decision]()
applies = Register[SchoolState, SchoolState]()

APART, KEPT = "R30", "R25"
"""Controls: duties kept apart, and a record that is added to and never altered."""
DAY_S = 86_400
"""No attempt takes longer: an exam that was left lying and ended later is noted with a day."""
CLOSED = said("trainee {trainee} was removed: the record is closed")
MOST_MINUTES = 1_440
MOST_NOTED = 10_000
"""Items, rounds, clauses, faults of one attempt."""
A_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/-]{0,79}")
"""A seed, a scenario, a kind of fault: a word, so that nobody writes a name there."""
A_NUMBER = re.compile(r"[a-z]-[0-9a-f]{4,32}")
"""The number of somebody with an account, which says nothing of the person."""

TEACHERS = (Role.INSTRUCTOR, Role.ASSESSOR)
WHO: dict[type[SchoolCommand], Who] = {
    c.StateMarks: Who((Role.INSTRUCTOR, Role.HOUSE), (APART, KEPT)),
    c.OpenClass: Who((Role.INSTRUCTOR,), (APART, KEPT)),
    c.EnrolTrainee: Who((Role.INSTRUCTOR, Role.HOUSE), (APART, KEPT)),
    c.WithdrawTrainee: Who((Role.INSTRUCTOR, Role.TRAINEE), (APART, KEPT)),
    c.RemoveTrainee: Who((Role.HOUSE,), (APART, KEPT)),
    c.NoteAttempt: Who((*TEACHERS, Role.HOUSE), (APART, KEPT)),
    c.NoteHours: Who((Role.INSTRUCTOR, Role.HOUSE), (APART, KEPT)),
    c.SignOff: Who(TEACHERS, (APART, KEPT)),
    c.WithdrawSignOff: Who(TEACHERS, (APART, KEPT)),
}
"""Who may give which command of a school."""

TRACED = {Code.NOT_YOURS: "high", Code.DUTIES_CONFLICT: "high", Code.WRONG_SIGNATURE: "high"}
"""Refusals that are kept: attempts to do what is another's."""


def open_school(name: str, at: int, marks: Marks | None = None, time_zone: str = NO_ZONE) -> e.SchoolOpened:
    """The first event of a school."""
    facts = {"name": name, "marks": marks or proposed(), "time_zone": time_zone}
    return e.SchoolOpened(at=at, by=THE_HOUSE.id, clauses=(KEPT,), **facts)  # type: ignore[arg-type]


def opened(event: e.SchoolOpened) -> SchoolState:
    """The first state of a school."""
    return SchoolState(**named(event, "name", "marks", "at", "time_zone"))


def _no(code: Code, why: Said, *clauses: str, allowed: tuple[str, ...] = ()) -> Refusal:
    return refuse(code, why, *(clauses or (KEPT,)), allowed=allowed)


def _rulebook(rulebook: str) -> Refusal | None:
    if rulebook in RULEBOOKS:
        return None
    return _no(Code.NOT_FOUND, unknown_rulebook(rulebook), allowed=tuple(RULEBOOKS))


def _record(state: SchoolState, command: SchoolCommand, trainee: str) -> TraineeRecord | Refusal:
    """The record of a trainee who is still with the school, or the refusal; nobody writes in their own."""
    record = state.trainees.get(trainee)
    if record is None:
        return _no(Code.NOT_FOUND, said("there is no trainee '{trainee}' in this school", trainee=trainee))
    if record.removed:
        return _no(Code.NOT_NOW, CLOSED.about(trainee=trainee))
    if command.by.id == trainee and command.by.role is not Role.TRAINEE:
        sentence = said("{person} is the trainee: nobody notes or signs for themselves", person=Somebody(trainee))
        return _no(Code.DUTIES_CONFLICT, sentence, APART, KEPT)
    return record


def _with(state: SchoolState, event: SchoolEvent, trainee: str, record: TraineeRecord) -> SchoolState:
    return replace(state, trainees=layered(state.trainees).put(trainee, replace(record, last_at=event.at)))


# ------------------------------------------------------------------------------------------------------ marks, classes


@decides(c.StateMarks)
def state_marks(state: SchoolState, command: c.StateMarks) -> Decision:
    if command.marks == (state.marks_of_house if command.by.role is Role.HOUSE else state.marks):
        return ()
    if (fault := next(faults_in(as_content(command.marks)), None)) is not None:
        return _no(Code.ILLEGAL_VALUE, fault)
    return (noted(e.MarksStated, command, (KEPT,)),)


@applies(e.MarksStated)
def _(state: SchoolState, event: e.MarksStated) -> SchoolState:
    of_house = event.marks if event.by == THE_HOUSE.id else state.marks_of_house
    return replace(state, marks=event.marks, marks_by=event.by, marks_at=event.at, marks_of_house=of_house)


@decides(c.OpenClass)
def open_class(state: SchoolState, command: c.OpenClass) -> Decision:
    if refusal := _rulebook(command.rulebook):
        return refusal
    return (noted(e.ClassOpened, command, (KEPT,), class_id=f"c-{len(state.classes) + 1}"),)


@applies(e.ClassOpened)
def _(state: SchoolState, event: e.ClassOpened) -> SchoolState:
    opened_class = SchoolClass(event.rulebook, event.by, event.at)
    return replace(state, classes=layered(state.classes).put(event.class_id, opened_class))


def _class(state: SchoolState, class_id: str) -> Refusal | None:
    if class_id in state.classes:
        return None
    known = tuple(state.classes)
    sentence = said("there is no class '{class_id}'", class_id=class_id)
    return _no(Code.NOT_FOUND, sentence, allowed=known)


@decides(c.EnrolTrainee)
def enrol_trainee(state: SchoolState, command: c.EnrolTrainee) -> Decision:
    """Somebody with a number joins a class; who was removed does not come back under the old number."""
    trainee = command.trainee
    if refusal := _class(state, command.class_id):
        return refusal
    if not A_NUMBER.fullmatch(trainee):
        return _no(Code.ILLEGAL_VALUE, said("a trainee has a number, as t-0001"))
    record = state.trainees.get(trainee, TraineeRecord())
    if record.removed:
        return _no(Code.NOT_NOW, CLOSED.about(trainee=trainee))
    if command.class_id in record.classes:
        sentence = said("{trainee} is in class {class_id} already", trainee=Somebody(trainee))
        return _no(Code.SEAT_TAKEN, sentence.about(class_id=command.class_id))
    return (noted(e.TraineeEnrolled, command, (KEPT,)),)


@applies(e.TraineeEnrolled)
def _(state: SchoolState, event: e.TraineeEnrolled) -> SchoolState:
    record = state.trainees.get(event.trainee, TraineeRecord())
    withdrawn = tuple(name for name in record.withdrawn if name != event.class_id)
    enrolled = replace(record, classes=(*record.classes, event.class_id), withdrawn=withdrawn)
    return _with(state, event, event.trainee, enrolled)


@decides(c.WithdrawTrainee)
def withdraw_trainee(state: SchoolState, command: c.WithdrawTrainee) -> Decision:
    """A trainee leaves a class; another one does not say so."""
    trainee = command.trainee
    if command.by.role is Role.TRAINEE and command.by.id != trainee:
        return _no(Code.NOT_YOURS, said("a trainee leaves a class for themselves alone"), APART, KEPT)
    record = state.trainees.get(trainee)
    if record is None or command.class_id not in record.classes:
        sentence = said("{trainee} is not in class '{class_id}'", trainee=Somebody(trainee), class_id=command.class_id)
        return _no(Code.NOT_FOUND, sentence, allowed=record.classes if record else ())
    return (noted(e.TraineeWithdrawn, command, (KEPT,)),)


@applies(e.TraineeWithdrawn)
def _(state: SchoolState, event: e.TraineeWithdrawn) -> SchoolState:
    record = state.trainees[event.trainee]
    left = tuple(name for name in record.classes if name != event.class_id)
    gone = replace(record, classes=left, withdrawn=(*record.withdrawn, event.class_id))
    return _with(state, event, event.trainee, gone)


@decides(c.RemoveTrainee)
def remove_trainee(state: SchoolState, command: c.RemoveTrainee) -> Decision:
    record = _record(state, command, command.trainee)
    return record if isinstance(record, Refusal) else (noted(e.TraineeRemoved, command, (KEPT,)),)


@applies(e.TraineeRemoved)
def _(state: SchoolState, event: e.TraineeRemoved) -> SchoolState:
    record = state.trainees[event.trainee]
    gone = replace(record, removed=True, classes=(), withdrawn=(*record.withdrawn, *record.classes))
    return _with(state, event, event.trainee, gone)


# ---------------------------------------------------------------------------------------------------- attempts, hours


@decides(c.NoteAttempt)
def note_attempt(state: SchoolState, command: c.NoteAttempt) -> Decision:
    record = _record(state, command, command.trainee)
    if isinstance(record, Refusal):
        return record
    if refusal := _rulebook(command.tried.rulebook):
        return refusal
    if (fault := _fault(command.tried)) is not None:
        return _no(Code.ILLEGAL_VALUE, fault)
    if refusal := _not_begun(record, command):
        return refusal
    return (noted(e.AttemptNoted, command, (KEPT,), number=command.number or len(record.attempts) + 1),)


def _not_begun(record: TraineeRecord, command: c.NoteAttempt) -> Refusal | None:
    """What begins is noted by the house, and what is handed in has begun, as the same sheet, and waits for it."""
    tried, number = command.tried, command.number
    if (number or not tried.handed_in) and command.by.role is not Role.HOUSE:
        return _no(Code.NOT_YOURS, said("what begins, and what is handed in then, is noted by the house alone"))
    if not tried.handed_in:
        fresh = not number and tried.way != "practice" and tried.sheet
        return None if fresh else _no(Code.ILLEGAL_VALUE, said("a test or a table begins, as a sheet of its own"))
    if number:
        begun = next((one.tried for one in record.attempts if one.number == number), None)
        if begun is None or begun.handed_in or (begun.way, begun.sheet) != (tried.way, tried.sheet):
            return _no(Code.NOT_FOUND, said("no attempt {number} waits to be handed in", number=number))
    return None


def _fault(tried: Performance) -> Said | None:
    """Why something cannot have been tried like that, or ``None``."""
    if tried.way != "table" and tried.what not in DRILLS:
        return unknown_drill(tried.what)
    deeds = (word for one in tried.interventions for word in (one.kind, one.what, one.by) if word)
    words = (tried.what, tried.seed, tried.sheet or tried.seed, *(fault.kind for fault in tried.faults), *deeds)
    if (wrong := next((word for word in words if not A_WORD.fullmatch(word)), None)) is not None:
        return said("'{word}' is no word: letters, digits and -_.:/, 80 at most", word=wrong[:80])
    if not 0 <= tried.right <= tried.asked <= MOST_NOTED:
        return said("right is 0 to the number of items, and those are {most} at most", most=MOST_NOTED)
    worse = (tried.overpaid, tried.false_alarms)
    if min(worse) < 0 or sum(worse) > tried.asked - tried.right:
        return said("what was paid too much, and false alarms, are wrong ones: 0 to those that were not right")
    if not (0 <= tried.seconds <= DAY_S and 0 <= tried.coups <= MOST_NOTED and 0 <= tried.level <= 3):
        return said("an attempt takes a day at most, and level is 0 to 3")
    if tried.way != "table" and (not tried.asked or tried.coups or tried.faults or tried.interventions):
        return said("a drill has items, and no coups and no faults of a table")
    if max(len(tried.by_clause), len(tried.faults), len(tried.interventions)) > MOST_NOTED:
        return said("an attempt has {most} clauses and faults at most", most=MOST_NOTED)
    cited = (*tried.by_clause, *(fault.clause for fault in tried.faults if fault.clause))
    unknown_clause = next((each for each in cited if each not in inventory() and each not in controls()), None)
    if unknown_clause is not None:
        return said("there is no clause '{clause}'{did_you_mean}", clause=unknown_clause[:80], did_you_mean="")
    if any(not 0 <= tally.right <= tally.asked for tally in tried.by_clause.values()):
        return said("of a clause no more is right than was asked")
    return None


@applies(e.AttemptNoted)
def _(state: SchoolState, event: e.AttemptNoted) -> SchoolState:
    record = state.trainees[event.trainee]
    attempt, place = NotedAttempt(event.number, event.at, event.by, event.tried), event.number - 1
    attempts = (*record.attempts[:place], attempt, *record.attempts[event.number :])
    return _with(state, event, event.trainee, replace(record, attempts=attempts))


@decides(c.NoteHours)
def note_hours(state: SchoolState, command: c.NoteHours) -> Decision:
    record = _record(state, command, command.trainee)
    if isinstance(record, Refusal):
        return record
    if not 1 <= command.minutes <= MOST_MINUTES:
        return _no(Code.ILLEGAL_VALUE, said("hours are noted by the day: 1 to {most} minutes", most=MOST_MINUTES))
    return (noted(e.HoursNoted, command, (KEPT,)),)


@applies(e.HoursNoted)
def _(state: SchoolState, event: e.HoursNoted) -> SchoolState:
    record = state.trainees[event.trainee]
    return _with(state, event, event.trainee, replace(record, minutes=record.minutes + event.minutes))


# ---------------------------------------------------------------------------------------------------------- signatures


def _to_sign(state: SchoolState, command: c.SignOff | c.WithdrawSignOff) -> TraineeRecord | Refusal:
    """What a signature is about, once it is clear that its person is there."""
    record = _record(state, command, command.trainee)
    if isinstance(record, Refusal):
        return record
    if refusal := _rulebook(command.rulebook):
        return refusal
    if command.competency not in state.marks.competency:
        known = tuple(state.marks.competency)
        sentence = said("there is no competency '{competency}': {known}", known=many(known))
        return _no(Code.NOT_FOUND, sentence.about(competency=command.competency), allowed=known)
    if not command.present:
        return _no(Code.WRONG_SIGNATURE, said("whoever signs says the password again"), APART, KEPT)
    return record


@decides(c.SignOff)
def sign_off(state: SchoolState, command: c.SignOff) -> Decision:
    """By the marks of the school, and by somebody else than the trainee."""
    record = _to_sign(state, command)
    if isinstance(record, Refusal):
        return record
    if command.competency in record.signed.get(command.rulebook, {}):
        return _no(Code.NOT_NOW, said("{competency} is signed off already", competency=command.competency))
    rows = {row.competency: row for row in progress(record, state.marks, command.rulebook)}
    row = rows.get(command.competency)
    if row is None or not row.passed:
        missing = tuple(what for what, number in row.passed_by.items() if not number) if row else ()
        sentence = said("{competency} is not passed by the marks of the school: {missing} is missing")
        return _no(
            Code.STEP_MISSING,
            sentence.about(competency=command.competency, missing=many(missing, "and")),
            allowed=missing,
        )
    return (noted(e.CompetencySignedOff, command, (KEPT, APART), role=command.by.role.value),)


@applies(e.CompetencySignedOff)
def _(state: SchoolState, event: e.CompetencySignedOff) -> SchoolState:
    record = state.trainees[event.trainee]
    marks = needed(state.marks, event.competency, event.rulebook)
    signed = SignedOff(event.by, event.role, event.at, marks)
    mine = {**record.signed.get(event.rulebook, {}), event.competency: signed}
    return _with(state, event, event.trainee, replace(record, signed={**record.signed, event.rulebook: mine}))


@decides(c.WithdrawSignOff)
def withdraw_sign_off(state: SchoolState, command: c.WithdrawSignOff) -> Decision:
    record = _to_sign(state, command)
    if isinstance(record, Refusal):
        return record
    if command.competency not in record.signed.get(command.rulebook, {}):
        return _no(Code.NOT_FOUND, said("{competency} is not signed off", competency=command.competency))
    return (noted(e.SignOffWithdrawn, command, (KEPT,)),)


@applies(e.SignOffWithdrawn)
def _(state: SchoolState, event: e.SignOffWithdrawn) -> SchoolState:
    record = state.trainees[event.trainee]
    mine = {name: row for name, row in record.signed[event.rulebook].items() if name != event.competency}
    return _with(state, event, event.trainee, replace(record, signed={**record.signed, event.rulebook: mine}))


@applies(e.SchoolAttemptRefused)
def _(state: SchoolState, event: e.SchoolAttemptRefused) -> SchoolState:
    """A trace is in the log, and changes nothing."""
    del event
    return state


SCHOOL = Machine[SchoolState, SchoolCommand, SchoolEvent](
    fold=Fold("school", e.SchoolOpened, opened, applies.functions),
    who=WHO,
    deciders=decides.functions,
    read=e.decode,
    read_command=reader(c.SCHOOL_COMMANDS),
    late=(KEPT,),
    traces=Traces(e.SchoolAttemptRefused, TRACED),
)
