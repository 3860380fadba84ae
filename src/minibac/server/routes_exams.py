"""Exams: a table of one's own without help, where mistakes happen; its result when it is over.

Whoever sits an exam sees what lies on the table and what others do, and nothing of what is recorded before the end;
instructors and assessors see it as it goes. Nobody else sees anything.
"""

from typing import Annotated, Any, cast

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Response

from minibac.house.audition import MINUTE_MS
from minibac.house.exam_room import END, Happening, KeptExam, SatExam, performance
from minibac.machine.roles import Role
from minibac.people.people import SignedIn
from minibac.school.exam_score import ExamResult, fault_json
from minibac.school.exam_state import ExamFault
from minibac.school.exam_view import seen
from minibac.school.fault_kinds import fault_name
from minibac.school.noting import begun, common_name, same_sheet
from minibac.school.scenario import Scenario, shipped
from minibac.server.answers import Asked, Asking, entitled, granted, in_json, must, no, refused, says, together
from minibac.server.exam_felt import exam_part, felt_view
from minibac.server.front import Front, front_of
from minibac.server.http_types import ExamRow, ExamsTold, ScenarioRow, ScenarioTold
from minibac.server.noted_attempts import note_attempt
from minibac.server.routes_school import INSTRUCT, TEACHERS
from minibac.server.school_types import ExamTold
from minibac.server.wire import refusal_plain
from minibac.voice.said import said

KNOWN = said("you teach and learn here: an exam of yours counts, so the house draws cards that you cannot know")
OWN = said("this scenario is for the school's trainees: it has the same cards for everybody, so nobody rehearses it")
LONGEST_STEP = 900
LONGEST_SEED = 64
LARGEST_FILE = 20_000


class ExamAsked(msgspec.Struct, forbid_unknown_fields=True):
    """Which exam somebody wants to sit; a seed is a teacher's to state."""

    scenario: Annotated[str, msgspec.Meta(max_length=80)]
    seed: Annotated[str, msgspec.Meta(max_length=LONGEST_SEED, pattern=r"^[\w.:/-]*$")] = ""


class ScenarioFile(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario of the school's own."""

    scenario: Annotated[str, msgspec.Meta(max_length=80)]
    toml: Annotated[str, msgspec.Meta(min_length=1, max_length=LARGEST_FILE)]


class StepGiven(msgspec.Struct, forbid_unknown_fields=True):
    """One step, as it is typed or as the JSON of its command."""

    step: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_STEP)]


@get("/api/exams", responses=says(401))
async def exams(request: Asked, asking: Asking) -> Response[ExamsTold]:
    """The scenarios there are, the school's own for who learns or teaches there, and one's own exams; who teaches sees
    everybody's."""
    front, asker = front_of(request.app), must(asking)
    teaches = front.people.has(asker.account, *TEACHERS)
    kept = [one for one in await front.exams.every() if teaches or one.trainee == asker.account.id]
    inside = teaches or front.people.learns(asker.account.id)
    scenarios = [scenario_plain(one) for one in await front.exams.scenarios() if inside or one.id in shipped()]
    rows: list[ExamRow] = [
        {"id": one.id, "scenario": one.scenario, "trainee": one.trainee, "begun_at": one.begun_at, "ended": one.ended}
        for one in kept
    ]
    told: ExamsTold = {"scenarios": scenarios, "exams": rows}
    return in_json(told)


def scenario_plain(one: Scenario) -> ScenarioRow:
    return {
        "scenario": one.id,
        "name": one.name,
        "about": one.about,
        "rulebook": one.rules.rulebook.id,
        "rounds": one.rounds,
        "minutes": one.minutes,
        "own": one.id not in shipped(),
    }


@post("/api/exams/scenarios", status_code=200, responses=says(401, 409, 423))
async def keep_scenario(request: Asked, data: JSONBody[ScenarioFile], asking: Asking) -> Response[ScenarioRow]:
    """Keep a scenario of the school's own, for everybody to sit; its file is read by nobody but its instructor."""
    front, _ = entitled(request, asking, Role.INSTRUCTOR, whose=INSTRUCT)
    read = await front.exams.keep_scenario(data.scenario, data.toml)
    if not isinstance(read, Scenario):
        raise no(400, together(read))
    return in_json(scenario_plain(read))


@get("/api/exams/scenarios/{scenario:str}", responses=says(401, 404, 423))
async def scenario_file(request: Asked, scenario: FromPath[str], asking: Asking) -> Response[ScenarioTold]:
    """The file of a scenario: an instructor changes the school's own, or makes another one of any."""
    front, _ = entitled(request, asking, Role.INSTRUCTOR, whose=INSTRUCT)
    text = await front.exams.scenario_text(scenario)
    if text is None:
        raise no(404, said("there is no such scenario"))
    told: ScenarioTold = {"scenario": scenario, "own": scenario not in shipped(), "toml": text}
    return in_json(told)


@delete("/api/exams/scenarios/{scenario:str}", status_code=204, responses=says(401, 404, 423))
async def remove_scenario(request: Asked, scenario: FromPath[str], asking: Asking) -> None:
    """Remove a scenario of the school's own."""
    front, _ = entitled(request, asking, Role.INSTRUCTOR, whose=INSTRUCT)
    if (refusal := await front.exams.remove_scenario(scenario)) is not None:
        raise refused(refusal)


@post("/api/exams", status_code=201, responses=says(401, 404, 409))
async def open_exam(request: Asked, data: JSONBody[ExamAsked], asking: Asking) -> Response[ExamTold]:
    """Begin an exam."""
    front, asker = front_of(request.app), must(asking)
    teaches, learns = front.people.has(asker.account, *TEACHERS), front.people.learns(asker.account.id)
    if data.seed and not teaches:
        raise no(403, said("the house draws the cards of an exam; a seed is for who teaches"))
    own = data.scenario not in shipped() and await front.exams.scenario_text(data.scenario) is not None
    if own and not teaches and not learns:
        raise no(403, OWN)
    if teaches and learns and (data.seed or own):
        raise no(403, KNOWN)

    async def noted(exam: KeptExam, rulebook: str) -> int:
        what, word = common_name(exam.scenario, rulebook), _word(front, exam.scenario, exam.seed)
        return await note_attempt(front, exam.trainee, begun("table", what, rulebook, word))

    exam = granted(await front.exams.open(data.scenario, asker.account.id, data.seed, noted if learns else None))
    answer = in_json(await _shown(front, exam.id, asker))
    answer.status_code = 201
    return answer


@get("/api/exams/{exam:str}", responses=says(401, 404))
async def exam_table(request: Asked, exam: FromPath[str], asking: Asking) -> Response[ExamTold]:
    """What lies on the table of an exam; its result once it is over, and to who teaches as it goes."""
    front, asker = front_of(request.app), must(asking)
    return in_json(await _shown(front, exam, asker))


@post("/api/exams/{exam:str}/steps", status_code=200, responses=says(401, 404, 409))
async def exam_step(
    request: Asked, exam: FromPath[str], data: JSONBody[StepGiven], asking: Asking
) -> Response[ExamTold]:
    """A step of whoever sits the exam: right or wrong, it is taken; what hands cannot do is told in ``refused``."""
    front, asker = front_of(request.app), must(asking)
    await _own(front, exam, asker)
    happening = granted(await front.exams.step(exam, data.step))
    await note_result(front, happening)
    refusal = refusal_plain(happening.refusal, front.name_of) if happening.refusal else None
    shown = await _shown(front, exam, asker)
    shown["happened"] = [str(each) for each in happening.told]
    shown["happened_said"] = list(happening.told)
    shown["refused"] = refusal
    return in_json(shown)


@post("/api/exams/{exam:str}/end", status_code=200, responses=says(401, 404, 409))
async def end_exam(request: Asked, exam: FromPath[str], asking: Asking) -> Response[ExamTold]:
    """Give an exam up; it does not pass."""
    front, asker = front_of(request.app), must(asking)
    await _own(front, exam, asker)
    await note_result(front, granted(await front.exams.step(exam, END)))
    return in_json(await _shown(front, exam, asker))


async def _sat(front: Front, exam: str, asker: SignedIn) -> SatExam:
    """An exam, for who sits it and for who teaches; for everybody else there is none."""
    sat = await front.exams.find(exam)
    if sat is None or (sat.kept.trainee != asker.account.id and not front.people.has(asker.account, *TEACHERS)):
        raise no(404, said("there is no such exam"))
    return sat


async def _own(front: Front, exam: str, asker: SignedIn) -> None:
    sat = await _sat(front, exam, asker)
    if sat.kept.trainee != asker.account.id:
        raise no(403, said("nobody deals another person's exam"))


async def _shown(front: Front, exam: str, asker: SignedIn) -> ExamTold:
    sat = await _sat(front, exam, asker)
    state = sat.audition.state
    teaches = front.people.has(asker.account, *TEACHERS) and sat.kept.trainee != asker.account.id
    result = result_plain(sat.audition.result()) if sat.kept.ended or teaches else None
    facts = {
        "id": sat.kept.id,
        "steps": len(sat.kept.steps),
        "scenario": sat.kept.scenario,
        "rulebook": state.table.rules.rulebook.id,
    }
    table = seen(state, sat.audition.first_card())
    felt = {"name": sat.audition.scenario.name, "view": felt_view(sat.audition), "yours": exam_part(sat.audition)}
    heard = {"paused": state.paused, "note": state.note or None}
    told = {"exam": True, "help": False, "ended": sat.kept.ended, "table": table, "result": result}
    minutes = sat.audition.scenario.minutes
    ends_at = state.begun_at + minutes * MINUTE_MS if minutes else None
    return cast(ExamTold, {**facts, "now": front.house.now(), "ends_at": ends_at, **heard, **told, **felt})


def result_plain(result: ExamResult) -> dict[str, Any]:
    """A result with its sentences as templates too, for a page in another language."""
    faults = [fault_row(fault) for fault in result.faults]
    return {**result.as_json(), "faults": faults, "failed_for_said": result.failed_for}


def fault_row(fault: ExamFault) -> dict[str, Any]:
    """A mistake with its words to be said in any language."""
    words = {"called_said": fault_name(fault.made.kind), "did_said": fault.made.did, "right_said": fault.made.right}
    return {**fault_json(fault), **words, "open": fault.open}


async def note_result(front: Front, happening: Happening) -> None:
    """An exam that is over is noted in the record of its trainee, where it was noted when it began."""
    state = happening.sat.state
    if state.ended_at is not None and happening.attempt:
        tried = performance(happening.sat.result(), _word(front, state.scenario, state.seed))
        await note_attempt(front, state.trainee, tried, happening.attempt)


def _word(front: Front, scenario: str, seed: str) -> str:
    return same_sheet(front.house.premises.key, scenario, seed)


ROUTES = (exams, keep_scenario, scenario_file, remove_scenario, open_exam, exam_table, exam_step, end_exam)
