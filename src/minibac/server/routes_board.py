"""The instructor's board: every trainee of a class with the exam being sat, a look over a shoulder, interventions, and
a mistake told again.

Who teaches looks; only an instructor intervenes, and never in an exam of their own. Nobody else sees any of it, but for
the note and the pause, which the view of the exam tells whoever sits it.
"""

import asyncio
from typing import Any, cast

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Response

from minibac.house.exam_room import ListedExam, SatExam
from minibac.machine.roles import Role
from minibac.people.people import SignedIn
from minibac.rules.refusal import Code
from minibac.school.exam_board import INJECTED, INSTRUCTORS, in_words
from minibac.school.exam_drawn import lying
from minibac.school.exam_replay import frames, latest
from minibac.school.exam_state import Intervention
from minibac.school.scenario import scenario_name
from minibac.server.answers import Asked, Asking, entitled, granted, in_json, no, refused, says
from minibac.server.exam_felt import print_of
from minibac.server.front import Front
from minibac.server.routes_exams import fault_row, note_result
from minibac.server.routes_school import INSTRUCT, TEACH, TEACHERS, class_of, names_of, school_of
from minibac.server.school_types import BoardTold, MistakeTold, ShoulderTold
from minibac.voice.said import said

LONGEST = 1_000
LAST_LINES = 14
EARLIER = 10
"""So many exams of a trainee are named, the newest first."""


class Intervening(msgspec.Struct, forbid_unknown_fields=True):
    """What an instructor does to an exam: a command of the board."""

    command: dict[str, Any]


@get("/api/school/classes/{class_id:str}/board", responses=says(401, 404, 423, 503))
async def board(request: Asked, class_id: FromPath[str], asking: Asking) -> Response[BoardTold]:
    """Every trainee of a class, with the exam being sat or the last one: pace, score so far, last mistake, and the
    table as it lies. What is printed on tables is told once for all that have the same."""
    front, asker = entitled(request, asking, *TEACHERS, whose=TEACH)
    state = school_of(front)
    known = state.classes[class_of(state, class_id)]
    names = await names_of(front, state)
    kept = await front.exams.every()
    rows, prints = [], list[dict[str, Any]]()
    for trainee in state.in_class(class_id):
        # Who teaches and sits an exam too learns nothing of it here before its end.
        own = [one for one in kept if one.trainee == trainee and (one.ended or trainee != asker.account.id)]
        sat = await _now(front, own)
        exam = exam_row(front, sat) | _lies(sat, prints) if sat else None
        rows.append({"id": trainee, "name": names.get(trainee), "exam": exam, "exams": _listed(own)})
    facts = {"id": class_id, "title": (await front.people.classes.named(class_id)).title, "rulebook": known.rulebook}
    instructs = front.people.has(asker.account, Role.INSTRUCTOR)
    told = {"class": facts, "now": front.house.now(), "instructs": instructs, "prints": prints, "trainees": rows}
    return in_json(cast(BoardTold, told))


def _listed(own: list[ListedExam]) -> list[dict[str, Any]]:
    return [
        {
            "id": one.id,
            "scenario": one.scenario,
            "called": scenario_name(one.scenario),
            "begun_at": one.begun_at,
            "ended": one.ended,
        }
        for one in own[:EARLIER]
    ]


async def _now(front: Front, own: list[ListedExam]) -> SatExam | None:
    """The exam that somebody sits now, or else the last one."""
    shown = next((one for one in own if not one.ended), next(iter(own), None))
    return await front.exams.find(shown.id) if shown else None


def _lies(sat: SatExam, prints: list[dict[str, Any]]) -> dict[str, Any]:
    """What lies on the table of an exam, and which of the printed ones it is; a new one is added to them."""
    printed = print_of(sat.audition)
    if printed not in prints:
        prints.append(printed)
    return {"lies": lying(sat.audition.state), "print": prints.index(printed)}


def exam_row(front: Front, sat: SatExam) -> dict[str, Any]:
    """One exam in a row of the board."""
    audition, state = sat.audition, sat.audition.state
    result = audition.result(0 if sat.kept.ended else front.house.now())
    last_at = max((step.at for step in sat.kept.steps), default=sat.kept.begun_at)
    return {
        "id": sat.kept.id,
        "scenario": sat.kept.scenario,
        "called": audition.scenario.name,
        "trainee": sat.kept.trainee,
        "begun_at": sat.kept.begun_at,
        "last_at": last_at,
        "ended": sat.kept.ended,
        "paused": state.paused,
        "note": state.note or None,
        "round": state.coups + (not sat.kept.ended),
        "rounds": audition.scenario.rounds or None,
        "minutes": audition.scenario.minutes or None,
        "seconds": result.seconds,
        "coups": result.coups,
        "coups_an_hour": result.coups_an_hour,
        "pace_asked": audition.scenario.marks.coups_an_hour or None,
        "by_class": result.by_class,
        "passed": result.passed if sat.kept.ended else None,
        "last_fault": fault_row(state.faults[-1]) if state.faults else None,
        "interventions": len(state.interventions),
    }


def _deed(front: Front, one: Intervention) -> dict[str, Any]:
    kind, what, words = in_words(one.done)
    by = {"by": one.done.by, "name": front.name_of(one.done.by)}
    return {"kind": kind, "what": what or None, "round": one.round_no, "at": one.done.at, **by, "said": words}


async def _watched(front: Front, exam: str) -> SatExam:
    sat = await front.exams.find(exam)
    if sat is None:
        raise no(404, said("there is no such exam"))
    return sat


def _own_is_not_watched(sat: SatExam, asker: SignedIn) -> None:
    """Who teaches may sit an exam too, and then learns nothing here before its end."""
    if sat.kept.trainee == asker.account.id and not sat.kept.ended:
        raise no(403, INSTRUCTORS)


async def _shoulder(front: Front, sat: SatExam) -> ShoulderTold:
    state = sat.audition.state
    account = await front.people.accounts.get(sat.kept.trainee)
    told = {
        "exam": exam_row(front, sat) | {"name": account.name if account else None},
        "view": print_of(sat.audition) | lying(state),
        "now": front.house.now(),
        "objects": state.disputed or None,
        "irregular_said": state.mishap.says if state.mishap else None,
        "faults": [fault_row(fault) for fault in reversed(state.faults)],
        "interventions": [_deed(front, one) for one in reversed(state.interventions)],
        "log": [{"at": event.at, "said": words} for event, words in latest(sat.audition.log, state, LAST_LINES)],
        "injects": [{"kind": kind, "said": words} for kind, words in INJECTED.items()],
    }
    return cast(ShoulderTold, told)


@get("/api/exams/{exam:str}/shoulder", responses=says(401, 404, 423))
async def shoulder(request: Asked, exam: FromPath[str], asking: Asking) -> Response[ShoulderTold]:
    """Look over the shoulder of whoever sits an exam: the table as a page draws it, mistakes, interventions, what
    happened last."""
    front, asker = entitled(request, asking, *TEACHERS, whose=TEACH)
    sat = await _watched(front, exam)
    _own_is_not_watched(sat, asker)
    return in_json(await _shoulder(front, sat))


@post("/api/exams/{exam:str}/interventions", status_code=200, responses=says(401, 404, 409, 423))
async def intervene(
    request: Asked, exam: FromPath[str], data: JSONBody[Intervening], asking: Asking
) -> Response[ShoulderTold]:
    """An instructor stops an exam or lets it go on, whispers, lets something happen, or sets the next cards."""
    front, asker = entitled(request, asking, Role.INSTRUCTOR, whose=INSTRUCT)
    await _watched(front, exam)
    line = msgspec.json.encode(data.command).decode()
    if len(line) > LONGEST:
        raise no(400, said("a command has {most} signs at most", most=LONGEST))
    happening = granted(await front.exams.step(exam, line, asker.account.id))
    if happening.refusal:
        code = happening.refusal.code
        wrong = code in (Code.WRONG_STEP, Code.UNKNOWN_REPORT)
        raise refused(happening.refusal, 400 if wrong else 0)
    await note_result(front, happening)
    return in_json(await _shoulder(front, await _watched(front, exam)))


@get("/api/exams/{exam:str}/replay/{fault:int}", responses=says(401, 404, 423))
async def replay(request: Asked, exam: FromPath[str], fault: FromPath[int], asking: Asking) -> Response[MistakeTold]:
    """The round of a mistake, step by step, to be looked at with the class."""
    front, asker = entitled(request, asking, *TEACHERS, whose=TEACH)
    sat = await _watched(front, exam)
    _own_is_not_watched(sat, asker)
    told = await asyncio.to_thread(frames, tuple(sat.audition.log), fault)
    if not told:
        raise no(404, said("there is no such mistake in this exam"))
    state = sat.audition.state
    made = state.fault(fault).made
    steps = [
        {
            "at": one.event.at,
            "said": one.said,
            "clauses": list(one.event.clauses),
            "mistake": one.event == made,
            "lies": lying(one.after),
        }
        for one in told
    ]
    facts = {
        "id": sat.kept.id,
        "scenario": sat.kept.scenario,
        "called": sat.audition.scenario.name,
        "trainee": sat.kept.trainee,
        "round": told[0].after.coups + 1,
    }
    printed = print_of(sat.audition)
    whole = {"exam": facts, "fault": fault_row(state.fault(fault)), "print": printed, "steps": steps}
    return in_json(cast(MistakeTold, whole))


ROUTES = (board, shoulder, intervene, replay)
