"""What came of an exam: the mistakes by class and clause, the pace, the calls, the order, and whether it passes."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from minibac.school.exam_board import intervention_json
from minibac.school.exam_state import ExamFault, ExamState, Intervention
from minibac.school.fault_kinds import SEVERITIES, fault_name
from minibac.voice.said import Said, said

HOUR_MS, SECOND_MS = 3_600_000, 1_000


class ExamMarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At most so many faults of each class, and at least this pace."""

    critical: int = 0
    major: int = 1
    minor: int = 5
    coups_an_hour: int = 0


class ExamResult(msgspec.Struct, frozen=True):
    """An exam as a record keeps it."""

    scenario: str
    rulebook: str
    seed: str
    trainee: str
    begun_at: int
    ended_at: int
    coups: int
    faults: tuple[ExamFault, ...]
    calls: int
    moves: int
    marks: ExamMarks
    finished: bool
    """Whether it was dealt to its end."""
    interventions: tuple[Intervention, ...] = ()
    """What an instructor did to it."""

    @property
    def seconds(self) -> int:
        return (self.ended_at - self.begun_at) // SECOND_MS

    @property
    def coups_an_hour(self) -> int:
        """The pace, in whole rounds."""
        return self.coups * HOUR_MS // max(self.ended_at - self.begun_at, 1)

    @property
    def by_class(self) -> dict[str, int]:
        counted = Counter(fault.severity for fault in self.faults)
        return {severity: counted[severity] for severity in SEVERITIES}

    @property
    def by_clause(self) -> Mapping[str, int]:
        """How often each clause was broken; a fault counts for the clause it leads with."""
        return Counter(next(iter(fault.made.clauses), "") for fault in self.faults)

    def about(self, *what: str) -> int:
        return sum(fault.kind.about in what for fault in self.faults)

    @property
    def failed_for(self) -> tuple[Said, ...]:
        """Why it does not pass; nothing where it does."""
        reasons = [
            said(
                "{severity} faults: {made}, and {most} may be",
                made=made,
                severity=SEVERITY_NAMES[severity],
                most=getattr(self.marks, severity),
            )
            for severity, made in self.by_class.items()
            if made > getattr(self.marks, severity)
        ]
        if not self.finished:
            reasons.append(said("it was not dealt to its end"))
        elif not self.coups:
            reasons.append(said("no round was dealt"))
        if any(fault.severity == "major" and fault.kind.noticed and not fault.put_right_by for fault in self.faults):
            reasons.append(said("a major fault was not put right"))
        if self.coups_an_hour < self.marks.coups_an_hour:
            wanted = said("{pace} rounds an hour, and {least} are asked for")
            reasons.append(wanted.about(pace=self.coups_an_hour, least=self.marks.coups_an_hour))
        return tuple(reasons)

    @property
    def passed(self) -> bool:
        return not self.failed_for

    def as_json(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "scenario": self.scenario,
            "rulebook": self.rulebook,
            "seed": self.seed,
            "trainee": self.trainee,
            "begun_at": self.begun_at,
            "seconds": self.seconds,
            "coups": self.coups,
            "coups_an_hour": self.coups_an_hour,
            "faults": [fault_json(fault) for fault in self.faults],
            "interventions": [intervention_json(one) for one in self.interventions],
            "by_class": self.by_class,
            "by_clause": dict(self.by_clause),
            "announcements": {"made": self.calls, "wrong": self.about("calls")},
            "order": {"moves": self.moves, "wrong": self.about("order")},
            "finished": self.finished,
            "marks": msgspec.to_builtins(self.marks),
            "passed": self.passed,
            "failed_for": list(map(str, self.failed_for)),
        }


SEVERITY_NAMES = {
    "critical": said("severity|critical"),
    "major": said("severity|major"),
    "minor": said("severity|minor"),
}


def fault_json(fault: ExamFault) -> dict[str, Any]:
    """A mistake as plain data: what, when, which clauses, what was right, noticed after how long, put right by whom."""
    made = fault.made
    return {
        "number": made.number,
        "kind": made.kind,
        "called": str(fault_name(made.kind)),
        "class": fault.severity,
        "at": made.at,
        "round": made.coup_no,
        "clause": next(iter(made.clauses), None),
        "clauses": list(made.clauses),
        "did": str(made.did),
        "right": str(made.right),
        "seat": made.seat or None,
        "wager": made.wager or None,
        "cents": made.cents or None,
        "noticed": fault.noticed_after_ms is not None,
        "noticed_by": fault.noticed_by or None,
        "noticed_after_ms": fault.noticed_after_ms,
        "put_right_by": fault.put_right_by or None,
    }


def result_of(state: ExamState, marks: ExamMarks, at: int = 0) -> ExamResult:
    """What an exam has come to, at its end or so far: by what was done last, or by now."""
    ended = state.ended_at if state.ended_at is not None else max(at, state.at)
    return ExamResult(
        scenario=state.scenario,
        rulebook=state.table.rules.rulebook.id,
        seed=state.seed,
        trainee=state.trainee,
        begun_at=state.begun_at,
        ended_at=ended,
        coups=state.coups,
        faults=state.faults,
        calls=state.calls,
        moves=state.paid,
        marks=marks,
        finished=state.finished,
        interventions=state.interventions,
    )
