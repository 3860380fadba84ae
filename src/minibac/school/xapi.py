"""The record of a school as xAPI statements (1.0.3), for a school's own learning system.

One statement for each attempt and each signature. A trainee is an account of this house, by number; the name goes along
only while there is one. The same record gives the same statements, with the same ids.
"""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid5

from minibac.machine.roles import THE_HOUSE
from minibac.school.drills import DRILLS
from minibac.school.passing import passes
from minibac.school.record_state import NotedAttempt, SchoolState
from minibac.voice.times import local

NAMESPACE = UUID("6f6d8f7e-5c1b-5f0e-9a43-6d696e696261")
"""Of the ids of our statements; any constant would do."""
VERBS = "http://adlnet.gov/expapi/verbs/"
ACTIVITIES = "http://adlnet.gov/expapi/activities/"
OURS = "https://minibac.invalid/xapi/"
"""Where our own words stand; a name that leads nowhere, on purpose."""
ENGLISH = "en"
_STILL = {True: "", False: " begun"}
"""What was begun is another statement than what was handed in."""
HOUSE = THE_HOUSE.id
"""What the house has judged itself has no instructor."""


def statements(state: SchoolState, home: str, name_of: Callable[[str], str]) -> Iterator[dict[str, Any]]:
    """Every statement of a school; ``home`` is the address of the house, in which its numbers are accounts."""

    def agent(person: str) -> dict[str, Any]:
        told = {"objectType": "Agent", "account": {"homePage": home, "name": person}}
        name = name_of(person)
        return told | ({"name": name} if name != person else {})

    for trainee, record in state.trainees.items():
        actor = agent(trainee)
        for attempt in record.attempts:
            yield {
                "id": str(uuid5(NAMESPACE, f"{home} {trainee} {attempt.number}{_STILL[attempt.tried.handed_in]}")),
                "actor": actor,
                **_attempt(state, attempt),
                "context": _context(attempt.tried.rulebook, None if attempt.by == HOUSE else agent(attempt.by)),
                "timestamp": local(attempt.at, "UTC").isoformat(),
            }
        for rulebook, rows in record.signed.items():
            for competency, signed in rows.items():
                row = state.marks.competency.get(competency)
                yield {
                    "id": str(uuid5(NAMESPACE, f"{home} {trainee} {rulebook} {competency} {signed.at}")),
                    "actor": actor,
                    "verb": _verb("mastered"),
                    "object": _activity(f"competency/{competency}", row.title if row else competency, "objective"),
                    "result": {"success": True},
                    "context": _context(rulebook, agent(signed.by)),
                    "timestamp": local(signed.at, "UTC").isoformat(),
                }


def _verb(word: str) -> dict[str, Any]:
    return {"id": f"{VERBS}{word}", "display": {ENGLISH: word}}


def _activity(path: str, name: str, kind: str) -> dict[str, Any]:
    return {
        "objectType": "Activity",
        "id": f"{OURS}{path}",
        "definition": {"name": {ENGLISH: name}, "type": f"{ACTIVITIES}{kind}"},
    }


def _context(rulebook: str, instructor: dict[str, Any] | None) -> dict[str, Any]:
    return {
        **({"instructor": instructor} if instructor else {}),
        "platform": "minibac",
        "language": ENGLISH,
        "extensions": {f"{OURS}rulebook": rulebook},
    }


def _attempt(state: SchoolState, attempt: NotedAttempt) -> dict[str, Any]:
    """Verb, object and result: practice is only attempted, and so is what was not handed in; a test and a table are
    passed or failed by the marks, a table that they do not name by those of its scenario."""
    tried = attempt.tried
    mark = state.marks.mark.get(tried.what)
    judged = tried.way != "practice" and tried.handed_in and (mark is not None or tried.way == "table")
    passed = judged and passes(tried, state.marks)
    verb = ("passed" if passed else "failed") if judged else "attempted"
    drill = DRILLS.get(tried.what)
    kind, place = ("simulation", "table") if tried.way == "table" else ("assessment", "drill")
    result: dict[str, Any] = {"completion": tried.handed_in, "duration": f"PT{tried.seconds}S"}
    if tried.asked and tried.handed_in:
        scaled = round(tried.right / tried.asked, 4)
        result["score"] = {"scaled": scaled, "raw": tried.right, "min": 0, "max": tried.asked}
    if judged:
        result["success"] = passed
    clauses = {clause: list(tally) for clause, tally in tried.by_clause.items()}
    faults = [{"kind": f.kind, "clause": f.clause, "severity": f.severity, "noticed": f.noticed} for f in tried.faults]
    facts: dict[str, Any] = {
        "seed": tried.seed,
        "level": tried.level,
        "coups": tried.coups,
        "clauses": clauses,
        "faults": faults,
    }
    facts |= {name: count for name in ("overpaid", "false_alarms") if (count := getattr(tried, name))}
    facts["interventions"] = [{"kind": one.what or one.kind, "round": one.round_no} for one in tried.interventions]
    result["extensions"] = {f"{OURS}{name}": value for name, value in facts.items() if value not in ({}, [])}
    return {
        "verb": _verb(verb),
        "object": _activity(f"{place}/{tried.what}", str(drill.about) if drill else tried.what, kind),
        "result": result,
    }
