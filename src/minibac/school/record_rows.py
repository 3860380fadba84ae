"""The record of a school as rows for a spreadsheet, and a trainee's as plain data for a page."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from minibac.school.drills import DRILLS
from minibac.school.marks import Marks
from minibac.school.passing import passes, progress
from minibac.school.record_events import Performance
from minibac.school.record_state import NotedAttempt, SchoolState
from minibac.school.scenario import scenario_name, shipped
from minibac.voice.said import Said
from minibac.voice.times import exported

CSV_HEADS = (
    "trainee", "name", "number", "time", "way", "what", "competency", "rulebook", "seed", "level", "asked", "right",
    "seconds", "coups", "critical", "major", "minor", "handed_in", "passed", "interventions", "noted_by",
    "overpaid", "false_alarms",
)  # fmt: skip


def csv_rows(state: SchoolState, name_of: Callable[[str], str], class_id: str = "") -> Iterator[list[object]]:
    """Every attempt at a school under :data:`CSV_HEADS`; where a class is named, those of its trainees."""
    of_class = state.in_class(class_id) if class_id else tuple(state.trainees)
    for trainee, record in state.trainees.items():
        if trainee not in of_class:
            continue
        name = name_of(trainee)
        for attempt in record.attempts:
            told = attempt_plain(state, attempt)
            told |= {"trainee": trainee, "name": "" if name == trainee else name}
            told["time"] = exported(attempt.at, state.time_zone)
            told["interventions"] = len(attempt.tried.interventions)
            yield [told[head] for head in CSV_HEADS]


def attempt_plain(state: SchoolState, attempt: NotedAttempt) -> dict[str, Any]:
    """One attempt: what it was, how it went, and whether it passes."""
    tried = attempt.tried
    counted = Counter(fault.severity for fault in tried.faults)
    return {
        "number": attempt.number,
        "at": attempt.at,
        "noted_by": attempt.by,
        "called": _called(tried),
        "competency": state.marks.competency_of(tried.what),
        "passed": passes(tried, state.marks),
        "critical": counted["critical"],
        "major": counted["major"],
        "minor": counted["minor"],
        **msgspec.to_builtins(tried),
    }


def _called(tried: Performance) -> Said | str:
    """What was tried, in words: a drill, a scenario that comes with the program, or one of the school's own."""
    if tried.way != "table":
        return DRILLS[tried.what].about
    return next(
        (scenario_name(name) for name in (tried.what, f"{tried.what}-{tried.rulebook}") if name in shipped()),
        tried.what,
    )


def marks_plain(marks: Marks) -> list[dict[str, Any]]:
    """Every competency with what shows it, and what passes each of them."""
    return [
        {
            "competency": name,
            "title": row.title,
            "needs": [
                {"what": what, "passes": marks.mark[what].says, "source": marks.mark[what].source or None}
                for what in row.needs
            ],
        }
        for name, row in marks.competency.items()
    ]


def progress_plain(state: SchoolState, trainee: str, rulebook: str) -> list[dict[str, Any]]:
    """How far a trainee has got with each competency."""
    return [
        {
            "competency": row.competency,
            "title": row.title,
            "needs": dict(row.passed_by),
            "passed": row.passed,
            "signed": msgspec.to_builtins(row.signed) if row.signed else None,
        }
        for row in progress(state.trainees[trainee], state.marks, rulebook)
    ]


def record_plain(state: SchoolState, trainee: str) -> dict[str, Any]:
    """Everything a school has noted of one trainee."""
    record = state.trainees[trainee]
    return {
        "trainee": trainee,
        "removed": record.removed,
        "classes": list(record.classes),
        "minutes": record.minutes,
        "not_handed_in": record.not_handed_in,
        "measured_seconds": record.measured_seconds,
        "last_at": record.last_at,
        "rulebooks": {book: progress_plain(state, trainee, book) for book in state.rulebooks_of(trainee)},
        "attempts": [attempt_plain(state, attempt) for attempt in record.attempts],
    }
