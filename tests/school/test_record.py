"""The record of a school: who may note and sign what, and what the log then says."""

from typing import Any

import pytest
from msgspec.structs import replace

from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.rules.refusal import Code, Refusal
from minibac.school import record_commands as c
from minibac.school import record_events as e
from minibac.school.marks import PassMark, proposed
from minibac.school.passing import meets, other_sheet, progress, too_many
from minibac.school.record import WHO
from minibac.school.record_events import NotedFault, NotedIntervention, Tally
from minibac.school.record_state import NotedAttempt, measured
from minibac.school.school_paper import SchoolPaper, check_paper, made_paper, seal
from tests.school.school_helpers import ASA, BOOK, INA, TIA, TOM, School, sheet

ABOUT = {"trainee": TOM.id, "rulebook": BOOK, "competency": "calls", "present": True}
FACTS: dict[type[c.SchoolCommand], dict[str, Any]] = {
    c.StateMarks: {"marks": proposed()},
    c.OpenClass: {"rulebook": BOOK},
    c.EnrolTrainee: {"trainee": "t-0003", "class_id": "c-1"},
    c.WithdrawTrainee: {"trainee": TOM.id, "class_id": "c-1"},
    c.RemoveTrainee: {"trainee": TOM.id},
    c.NoteAttempt: {"trainee": TOM.id, "tried": sheet()},
    c.NoteHours: {"trainee": TOM.id, "minutes": 60},
    c.SignOff: ABOUT,
    c.WithdrawSignOff: ABOUT,
}
EVERYBODY = [TOM if role is Role.TRAINEE else Actor(f"somebody {role}", role) for role in Role]


@pytest.mark.parametrize("kind", c.SCHOOL_COMMANDS, ids=lambda kind: kind.__name__)
def test_every_role_with_every_command_of_a_school(kind: type[c.SchoolCommand]) -> None:
    for by in EVERYBODY:
        school = School()
        if kind in (c.SignOff, c.WithdrawSignOff):
            school.yes(c.NoteAttempt, by=THE_HOUSE, trainee=TOM.id, tried=sheet())
        if kind is c.WithdrawSignOff:
            school.yes(c.SignOff, by=ASA, **ABOUT)
        answer = school.do(kind, by=by, **FACTS[kind])
        barred = isinstance(answer, Refusal) and answer.code is Code.NOT_YOURS
        assert barred == (by.role not in WHO[kind].roles)
        assert barred == isinstance(answer, Refusal), "nothing but the role stands in the way here"
        assert barred == isinstance(school.log[-1], e.SchoolAttemptRefused)
        school.check()


def test_what_is_begun_counts_and_a_sheet_that_was_seen_passes_nothing_later() -> None:
    """Whoever begins and hands nothing in has tried it; another attempt at the same sheet does not count."""
    school = School()
    begins: dict[str, Any] = {"right": 0, "seconds": 0, "seed": "w-1", "sheet": "w-1", "handed_in": False}
    mine: dict[str, Any] = {"trainee": TOM.id, "by": THE_HOUSE}
    school.yes(c.NoteAttempt, **mine, tried=sheet(**begins))
    assert school.no(c.SignOff, by=ASA, **ABOUT).code is Code.STEP_MISSING
    handed = sheet(sheet="w-1", seed="41")
    for number, tried in ((2, handed), (1, sheet(sheet="w-2"))):
        assert school.no(c.NoteAttempt, **mine, tried=tried, number=number).code is Code.NOT_FOUND
    for by in (INA, ASA):
        assert school.no(c.NoteAttempt, by=by, trainee=TOM.id, tried=handed, number=1).code is Code.NOT_YOURS
        assert school.no(c.NoteAttempt, by=by, trainee=TOM.id, tried=sheet(**begins)).code is Code.NOT_YOURS
    assert school.no(c.NoteAttempt, **mine, tried=sheet(**begins | {"way": "practice"})).code is Code.ILLEGAL_VALUE
    school.yes(c.NoteAttempt, **mine, tried=handed)
    assert school.no(c.SignOff, by=ASA, **ABOUT).code is Code.STEP_MISSING, "the sheet was seen before"
    school.yes(c.NoteAttempt, **mine, tried=sheet(**begins | {"seed": "w-3", "sheet": "w-3"}))
    school.yes(c.NoteAttempt, **mine, tried=sheet(sheet="w-3", seed="43"), number=3)
    assert school.no(c.NoteAttempt, **mine, tried=sheet(sheet="w-3", seed="43"), number=3).code is Code.NOT_FOUND
    record = school.state.trainees[TOM.id]
    assert [(one.number, one.tried.handed_in) for one in record.attempts] == [(1, False), (2, True), (3, True)]
    assert record.not_handed_in == 1
    school.yes(c.SignOff, by=ASA, **ABOUT)
    school.check()


def test_a_competency_is_signed_by_the_marks_by_somebody_who_is_there_and_never_by_the_trainee() -> None:
    school = School()
    assert school.no(c.SignOff, by=ASA, **ABOUT).allowed == ("announcements",), "nothing was tried"
    for tried in (
        sheet(right=19),
        sheet(way="practice", seed="8"),
        sheet(rulebook="massachusetts", seed="9"),
        sheet(asked=19, right=19, seed="10"),
        sheet(),  # the sheet of the first attempt again
    ):
        school.yes(c.NoteAttempt, by=THE_HOUSE, trainee=TOM.id, tried=tried)
    assert school.no(c.SignOff, by=ASA, **ABOUT).code is Code.STEP_MISSING
    school.yes(c.NoteAttempt, by=THE_HOUSE, trainee=TOM.id, tried=sheet(seed="11"))
    row = {row.competency: row for row in progress(school.state.trainees[TOM.id], school.state.marks, BOOK)}["calls"]
    assert row.passed_by == {"announcements": 6}
    assert school.no(c.SignOff, by=ASA, **ABOUT | {"present": False}).code is Code.WRONG_SIGNATURE
    assert isinstance(school.log[-1], e.SchoolAttemptRefused)
    school.yes(c.SignOff, by=ASA, **ABOUT)
    signed = school.state.trainees[TOM.id].signed[BOOK]["calls"]
    assert (signed.by, signed.role) == (ASA.id, "assessor")
    assert school.no(c.SignOff, by=INA, **ABOUT).code is Code.NOT_NOW
    school.yes(c.WithdrawSignOff, by=INA, **ABOUT)
    assert school.no(c.WithdrawSignOff, by=INA, **ABOUT).code is Code.NOT_FOUND
    assert not school.state.trainees[TOM.id].signed[BOOK]
    school.check()


def test_a_school_that_changes_its_marks_takes_no_signature_back_and_its_papers_stay_verified() -> None:
    school = School()
    school.yes(c.NoteAttempt, by=THE_HOUSE, trainee=TOM.id, tried=sheet())
    school.yes(c.SignOff, by=ASA, **ABOUT)
    marks = proposed()
    harder = replace(marks.mark["announcements"], items=30, right=30)
    calls = replace(marks.competency["calls"], needs=("announcements", "our-table"))
    of_table = PassMark(minutes=60)
    school.yes(
        c.StateMarks,
        marks=replace(
            marks,
            mark={**marks.mark, "announcements": harder, "our-table": of_table},
            competency={**marks.competency, "calls": calls},
        ),
    )
    rows = {row.competency: row for row in progress(school.state.trainees[TOM.id], school.state.marks, BOOK)}
    assert (rows["calls"].passed_by, rows["calls"].passed) == ({"announcements": 1}, True), "by the marks of then"
    paper = made_paper(school.state, TOM.id, BOOK, "transcript", str)
    assert isinstance(paper, SchoolPaper)
    assert check_paper(seal(paper, b"k" * 32)).faults == ()
    none = replace(paper, signed={"calls": replace(paper.signed["calls"], marks={})})
    assert "it is not passed" in str(check_paper(seal(none, b"k" * 32)).faults[0])
    school.yes(c.WithdrawSignOff, by=INA, **ABOUT)
    asked_now = school.no(c.SignOff, by=ASA, **ABOUT).allowed
    assert asked_now == ("announcements", "our-table"), "who signs anew signs by these"
    school.check()


def test_no_moment_is_counted_twice_among_the_hours() -> None:
    """Three sheets that are open at once are no three hours; what somebody saw and noted counts as it was noted."""

    def tried(number: int, at: int, seconds: int, by: str = THE_HOUSE.id) -> NotedAttempt:
        return NotedAttempt(number, 1_000 * at, by, sheet(seconds=seconds))

    assert measured([tried(1, 100, 60), tried(2, 200, 60)]) == 120
    assert measured([tried(1, 95, 5), tried(2, 100, 90), tried(3, 120, 60), tried(4, 121, 1)]) == 111
    assert measured([tried(1, 100, 60), tried(2, 100, 60, ASA.id)]) == 120


def test_a_sheet_that_was_not_asked_whole_reaches_no_mark_without_a_time() -> None:
    marks = proposed().mark
    usual: dict[str, Any] = {"asked": 19, "right": 19}
    assert meets(sheet("steps", **usual), marks["steps"])
    assert not meets(sheet("steps", **usual, held=False), marks["steps"])
    assert "by the whole sheet" in str(other_sheet(sheet("steps", **usual, held=False), marks["steps"]))
    easy = sheet("payments", asked=40, right=40, level=1)
    assert not meets(easy, marks["payments"])
    assert "level 1 by itself" in str(other_sheet(easy, marks["payments"]))
    assert meets(sheet("sums", asked=50, right=40, seconds=60, held=False, level=1), marks["sums"])
    for good in (sheet(), sheet("audition", way="table"), sheet(way="practice", held=False)):
        assert other_sheet(good, marks[good.what]) is None


def test_a_mark_may_say_how_many_are_overpaid_or_false_alarms() -> None:
    marks = proposed().mark
    for what, mark, field, words in (
        ("payments", {"asked": 40, "right": 38}, "overpaid", "nothing overpaid"),
        ("picture", {"asked": 20, "right": 18}, "false_alarms", "1 false alarm at most"),
    ):
        most = getattr(marks[what], field)
        good, bad = (sheet(what, **mark, **{field: count}) for count in (most, most + 1))
        assert meets(good, marks[what])
        assert too_many(good, marks[what]) is None
        assert not meets(bad, marks[what])
        assert f"and {most} may be" in str(too_many(bad, marks[what]))
        assert words in str(marks[what].says)


def test_an_instructor_who_learns_is_a_trainee_like_others() -> None:
    school = School()
    school.yes(c.EnrolTrainee, trainee=INA.id, class_id="c-1")
    about = ABOUT | {"trainee": INA.id}
    for kind, facts in (
        (c.NoteAttempt, {"trainee": INA.id, "tried": sheet()}),
        (c.NoteHours, {"trainee": INA.id, "minutes": 60}),
        (c.SignOff, about),
        (c.WithdrawSignOff, about),
    ):
        assert school.no(kind, by=INA, **facts).code is Code.DUTIES_CONFLICT
    school.yes(c.NoteAttempt, by=ASA, trainee=INA.id, tried=sheet())
    school.yes(c.SignOff, by=ASA, **about)
    school.check()


def test_an_audition_passes_with_few_faults_and_none_that_is_critical() -> None:
    school = School()

    def passes(*severities: Any, **facts: Any) -> bool:
        faults = tuple(NotedFault("wrong-call", "sen/tie", severity) for severity in severities)
        usual = {"way": "table", "asked": 0, "right": 0, "seconds": 1_800, "coups": 40, "faults": faults}
        seed = f"seed-{len(school.log)}"
        school.yes(c.NoteAttempt, by=THE_HOUSE, trainee=TOM.id, tried=sheet("audition", seed=seed, **usual | facts))
        rows = progress(school.state.trainees[TOM.id], school.state.marks, BOOK)
        return next(row for row in rows if row.competency == "table").passed

    assert not passes("critical")
    assert not passes("major", "major")
    assert not passes(*["minor"] * 6)
    assert not passes(seconds=1_799)
    assert passes("major", *["minor"] * 5)
    school.check()


@pytest.mark.parametrize(
    "wrong",
    [
        {"what": "juggling"},
        {"rulebook": "hoyle"},
        {"seed": "Tom Smith"},
        {"way": "table", "interventions": (NotedIntervention("note", "Tom, look"),)},
        {"interventions": (NotedIntervention("pause"),)},
        {"seed": ""},
        {"right": 21},
        {"overpaid": 1},
        {"right": 18, "overpaid": 2, "false_alarms": 1},
        {"right": 18, "overpaid": -1, "false_alarms": 2},
        {"asked": 0, "right": 0},
        {"seconds": -1},
        {"level": 4},
        {"coups": 3},
        {"faults": (NotedFault("wrong-call", "sen/tie", "minor"),)},
        {"by_clause": {"no/such/clause": Tally(1, 1)}},
        {"by_clause": {"sen/tie": Tally(1, 2)}},
        {"way": "table", "faults": (NotedFault("he said no", "sen/tie", "minor"),)},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_what_cannot_have_been_tried_is_not_noted(wrong: dict[str, Any]) -> None:
    school = School()
    assert school.no(c.NoteAttempt, by=THE_HOUSE, trainee=TOM.id, tried=sheet(**wrong))
    school.check()


def test_nonsense_is_refused_in_a_sentence() -> None:
    school = School()
    school.no(c.OpenClass, rulebook="hoyle")
    school.no(c.EnrolTrainee, trainee="t-0009", class_id="c-7")
    school.no(c.EnrolTrainee, trainee="Tom Smith", class_id="c-1")
    school.no(c.EnrolTrainee, trainee="house", class_id="c-1")
    school.no(c.EnrolTrainee, trainee=TOM.id, class_id="c-1")
    school.no(c.WithdrawTrainee, trainee="t-0009", class_id="c-1")
    school.no(c.WithdrawTrainee, by=TIA, trainee=TOM.id, class_id="c-1")
    school.no(c.NoteAttempt, by=THE_HOUSE, trainee="t-0009", tried=sheet())
    for minutes in (0, 1_441):
        school.no(c.NoteHours, trainee=TOM.id, minutes=minutes)
    school.no(c.SignOff, by=ASA, **ABOUT | {"competency": "poker"})
    school.no(c.SignOff, by=ASA, **ABOUT | {"rulebook": "hoyle"})
    school.check()


def test_who_leaves_a_class_keeps_the_record_and_who_is_removed_gets_no_more() -> None:
    school = School()
    school.yes(c.NoteHours, trainee=TOM.id, minutes=90)
    school.yes(c.WithdrawTrainee, by=TOM, trainee=TOM.id, class_id="c-1")
    assert school.state.trainees[TOM.id].classes == ()
    assert school.state.trainees[TOM.id].minutes == 90
    school.yes(c.EnrolTrainee, trainee=TOM.id, class_id="c-1")
    school.yes(c.RemoveTrainee, by=THE_HOUSE, trainee=TOM.id)
    for kind, facts in (
        (c.NoteHours, {"trainee": TOM.id, "minutes": 1}),
        (c.RemoveTrainee, {"trainee": TOM.id}),
        (c.EnrolTrainee, {"trainee": TOM.id, "class_id": "c-1"}),
    ):
        assert school.no(kind, by=THE_HOUSE, **facts).code is Code.NOT_NOW
    assert school.state.trainees[TOM.id].minutes == 90
    school.check()
