"""Whether an attempt meets its mark, and how far a trainee has got with each competency."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from minibac.school.marks import Marks, PassMark
from minibac.school.record_events import Performance
from minibac.school.record_state import NotedAttempt, SignedOff, TraineeRecord
from minibac.voice.said import Said, said

HOUR_S = 3_600


def meets(tried: Performance, mark: PassMark) -> bool:
    """Whether one attempt passes. Practice never does: what was wrong came back until it was right. Where the mark
    names no time the sheet is asked whole: nobody stops after the items they know.

    >>> counts = PassMark(items=60, right=57, seconds=90)
    >>> facts = {"way": "test", "what": "counts", "rulebook": "seneca", "seed": "7", "asked": 60, "right": 57}
    >>> [meets(Performance(**facts, seconds=seconds), counts) for seconds in (90, 91)]
    [True, False]
    """
    if not tried.handed_in:
        return False
    if mark.of_table:
        faults: list[str] = [fault.severity for fault in tried.faults]
        most = {"critical": mark.critical, "major": mark.major, "minor": mark.minor}
        return (
            tried.way == "table"
            and tried.held
            and tried.seconds >= 60 * mark.minutes
            and tried.coups * HOUR_S >= mark.coups_an_hour * tried.seconds
            and all(faults.count(severity) <= count for severity, count in most.items())
        )
    return (
        tried.way == "test"
        and tried.asked >= mark.items
        and tried.right * mark.items >= mark.right * tried.asked
        and (not mark.seconds or tried.seconds * mark.items <= mark.seconds * tried.asked)
        and (tried.held or bool(mark.seconds))
        and (not tried.level or tried.level >= mark.level)
        and not too_many(tried, mark)
    )


def passes(tried: Performance, marks: Marks) -> bool:
    """Whether one attempt passes by the marks of a school; an exam table that they do not name, by its scenario's."""
    mark = marks.mark.get(tried.what)
    return meets(tried, mark) if mark else tried.way == "table" and tried.handed_in and tried.held


def other_sheet(tried: Performance, mark: PassMark) -> Said | None:
    """Why a test of a drill passes nothing, however much of it was right: the mark asks for another sheet."""
    if mark.of_table or tried.way != "test":
        return None
    easy = 0 < tried.level < mark.level
    if not tried.held and (easy or not mark.seconds):
        return said("this mark is reached by the whole sheet, and not by a part of it")
    if easy:
        alone = said("level {level} by itself does not reach this mark: take the whole sheet from easy to hard")
        return alone.about(level=tried.level)
    return None


def too_many(tried: Performance, mark: PassMark) -> Said | None:
    """Why a test passes nothing by the kind of its mistakes, however few there are."""
    if mark.overpaid is not None and tried.overpaid > mark.overpaid:
        return said("overpaid: {made}, and {most} may be", made=tried.overpaid, most=mark.overpaid)
    if mark.false_alarms is not None and tried.false_alarms > mark.false_alarms:
        return said("false alarms: {made}, and {most} may be", made=tried.false_alarms, most=mark.false_alarms)
    return None


class Progress(NamedTuple):
    """How far a trainee has got with one competency under one rulebook."""

    competency: str
    title: str
    passed_by: Mapping[str, int]
    """What it needs, each with the number of the attempt that passed it first; 0: none did."""
    signed: SignedOff | None

    @property
    def passed(self) -> bool:
        return all(self.passed_by.values())


def needed(marks: Marks, competency: str, rulebook: str) -> Mapping[str, PassMark]:
    """What a competency needs under a rulebook, each with its mark."""
    rows = {what: marks.mark[what] for what in marks.competency[competency].needs}
    return {what: mark for what, mark in rows.items() if not mark.only or rulebook in mark.only}


def progress(record: TraineeRecord, marks: Marks, rulebook: str) -> tuple[Progress, ...]:
    """Every competency of a school, as a trainee's attempts have it. What was signed off stays passed by the marks of
    then, whatever the school asks for since."""
    counted = [attempt for attempt in first_tries(record.attempts) if attempt.tried.rulebook == rulebook]
    signed = record.signed.get(rulebook, {})

    def passed_by(what: str, mark: PassMark) -> int:
        tries = (attempt for attempt in counted if attempt.tried.what == what)
        return next((attempt.number for attempt in tries if meets(attempt.tried, mark)), 0)

    def shown_by(name: str, needs: Mapping[str, PassMark]) -> dict[str, int]:
        now = {what: passed_by(what, mark) for what, mark in needs.items()}
        then = signed[name].marks if name in signed else {}
        return {what: passed_by(what, mark) for what, mark in then.items()} if then and not all(now.values()) else now

    return tuple(
        Progress(name, row.title, shown_by(name, needs), signed.get(name))
        for name, row in marks.competency.items()
        if (needs := needed(marks, name, rulebook))
    )


def tables_passed(record: TraineeRecord, marks: Marks, rulebook: str) -> dict[str, int]:
    """The exam tables that the marks of a school do not name, each with the attempt that first passed by the marks of
    its scenario."""
    passed = dict[str, int]()
    for attempt in first_tries(record.attempts):
        tried = attempt.tried
        if tried.rulebook == rulebook and tried.what not in marks.mark and passes(tried, marks):
            passed.setdefault(tried.what, attempt.number)
    return passed


def first_tries(attempts: Iterable[NotedAttempt]) -> list[NotedAttempt]:
    """Of the same sheet, or the same table, the first attempt alone, handed in or not: whoever has seen it passes
    nothing by it."""
    seen, first = set[tuple[object, ...]](), list[NotedAttempt]()
    for attempt in attempts:
        tried = attempt.tried
        same = {(tried.way, tried.what, tried.rulebook, tried.seed, tried.level), (tried.sheet or attempt.number,)}
        if not same & seen:
            first.append(attempt)
        seen |= same
    return first
