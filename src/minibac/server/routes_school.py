"""The school: classes and how trainees get in, records, signatures, papers, exports.

A trainee reads the own record and nothing of another; instructors and assessors read everything. Whoever signs says the
password again with the command.
"""

from typing import Annotated, Any, Literal, cast

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from minibac.books.csv_text import csv_text
from minibac.machine.roles import Actor, Role
from minibac.people.people import SignedIn
from minibac.rules.refusal import Refusal
from minibac.school import record_commands as sc
from minibac.school.marks import Marks, read_marks
from minibac.school.noting import AuditionTold, of_audition
from minibac.school.record_rows import CSV_HEADS, csv_rows, marks_plain, progress_plain, record_plain
from minibac.school.record_state import SchoolState
from minibac.school.school_paper import KINDS, Kind, SealedPaper, made_paper, school_key, seal
from minibac.school.xapi import statements
from minibac.server.answers import (
    Asked,
    Asking,
    address_of,
    entitled,
    granted,
    in_json,
    must,
    no,
    refused,
    says,
    together,
)
from minibac.server.front import Front, front_of
from minibac.server.http_types import ClassInvited, ClassMade, CommandTaken
from minibac.server.routes_pits import Order, given
from minibac.server.school_types import RecordTold, SchoolTold
from minibac.voice.said import said

TEACHERS = (Role.INSTRUCTOR, Role.ASSESSOR)
TEACH = said("the school is for its instructors and assessors")
INSTRUCT = said("that is for an instructor of the school")
PaperForm = Annotated[Literal["pdf", "json"], QueryParameter(name="format")]
ExportForm = Annotated[Literal["csv", "xapi"], QueryParameter(name="format")]
OfClass = Annotated[str, QueryParameter(name="class", max_length=40)]
SIGNING = (sc.SignOff.__name__, sc.WithdrawSignOff.__name__)


class NewClass(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    rulebook: str


class Invited(msgspec.Struct, forbid_unknown_fields=True):
    """Names for a list of links; none: a join code for the whole class."""

    names: list[str] = []


class SchoolOrder(Order, forbid_unknown_fields=True):
    """A command for the school; a signature comes with the password of whoever signs."""

    password: str = ""


class MarksFile(msgspec.Struct, forbid_unknown_fields=True):
    toml: str


def school_of(front: Front) -> SchoolState:
    if not front.house.school.exists:
        raise no(503, said("the log of the school cannot be read: the house says why at its start"))
    return front.house.school.state


async def names_of(front: Front, state: SchoolState) -> dict[str, str]:
    """What everybody of the school is called, as far as there are names; who was removed goes by the number."""
    kept = [await front.people.accounts.get(trainee) for trainee in state.trainees]
    staff = {person: known.name for person, known in front.house.own.state.people.items() if not known.removed}
    return staff | {account.id: account.name for account in kept if account}


def class_of(state: SchoolState, class_id: str) -> str:
    if class_id not in state.classes:
        raise no(404, said("there is no such class"))
    return class_id


def _reads(request: Asked, asking: SignedIn | None, trainee: str) -> tuple[Front, SchoolState]:
    """The school, for somebody who may read the record of a trainee: the trainee, or whoever teaches."""
    front, asker = front_of(request.app), must(asking)
    state = school_of(front)
    mine = asker.account.id == trainee and front.people.learns(trainee)
    if not mine and not front.people.has(asker.account, *TEACHERS):
        raise no(403, said("a record is read by its trainee, and by who teaches"))
    if trainee not in state.trainees:
        raise no(404, said("there is no such trainee"))
    return front, state


@get("/api/school", responses=says(401, 423, 503))
async def school(request: Asked, asking: Asking) -> SchoolTold:
    """The classes with everybody's progress, the marks, and the key that papers are signed with; for who teaches."""
    front, asker = entitled(request, asking, *TEACHERS, whose=TEACH)
    state = school_of(front)
    names = await names_of(front, state)

    def row(trainee: str, rulebook: str) -> dict[str, Any]:
        record = state.trainees[trainee]
        facts = {"id": trainee, "name": names.get(trainee), "minutes": record.minutes, "last_at": record.last_at}
        facts |= {"measured_seconds": record.measured_seconds, "attempts": len(record.attempts)}
        facts["not_handed_in"] = record.not_handed_in
        return facts | {"progress": progress_plain(state, trainee, rulebook)}

    classes = [
        {
            "id": class_id,
            "title": (await front.people.classes.named(class_id)).title,
            "rulebook": known.rulebook,
            "instructor": names.get(known.instructor, known.instructor),
            "opened_at": known.opened_at,
            "trainees": [row(trainee, known.rulebook) for trainee in state.in_class(class_id)],
        }
        for class_id, known in state.classes.items()
    ]
    instructs = front.people.has(asker.account, Role.INSTRUCTOR)
    facts = {"name": state.name, "classes": classes, "marks": msgspec.to_builtins(state.marks), "instructs": instructs}
    facts |= {"marks_said": marks_plain(state.marks), "marks_at": state.marks_at or None, "marks_by": state.marks_by}
    signed = (row for record in state.trainees.values() for rows in record.signed.values() for row in rows.values())
    who = (state.marks_by, *(row.by for row in signed))
    people = {person: names[person] for person in who if person in names}
    return cast(SchoolTold, facts | {"key": school_key(front.house.premises.key), "names": people})


@get("/api/school/me", responses=says(401, 404, 423, 503))
async def my_record(request: Asked, asking: Asking) -> RecordTold:
    """The own record of a trainee."""
    return await _record(*_reads(request, asking, must(asking).account.id), must(asking).account.id)


@get("/api/school/trainees/{trainee:str}", responses=says(401, 404, 423, 503))
async def trainee_record(request: Asked, trainee: FromPath[str], asking: Asking) -> RecordTold:
    """The record of a trainee."""
    return await _record(*_reads(request, asking, trainee), trainee)


async def _record(front: Front, state: SchoolState, trainee: str) -> RecordTold:
    told, names = record_plain(state, trainee), await names_of(front, state)
    signers = {row["signed"]["by"] for rows in told["rulebooks"].values() for row in rows if row["signed"]}
    noted = {attempt["noted_by"] for attempt in told["attempts"]}
    titles = {name: (await front.people.classes.named(name)).title for name in told["classes"]}
    people = {person: names[person] for person in (*signers, *noted) if person in names}
    besides = {"name": names.get(trainee), "titles": titles, "names": people, "school": state.name}
    return cast(RecordTold, told | besides)


@post("/api/school/classes", status_code=201, responses=says(401, 404, 409, 423, 503))
async def new_class(request: Asked, data: JSONBody[NewClass], asking: Asking) -> ClassMade:
    """An instructor opens a class; its title is kept with the people, and its number in the log."""
    front, asker = entitled(request, asking, Role.INSTRUCTOR, whose=INSTRUCT)
    school_of(front)
    by = Actor(asker.account.id, Role.INSTRUCTOR)
    return {"class": granted(await front.people.classes.open(data.title, data.rulebook, by))}


@post("/api/school/classes/{class_id:str}/invitations", status_code=201, responses=says(401, 404, 409, 423, 503))
async def invite_class(
    request: Asked, class_id: FromPath[str], data: JSONBody[Invited], asking: Asking
) -> ClassInvited:
    """A link for each name of a list, or a join code for the whole class; both count for a week and are shown once."""
    front, asker = entitled(request, asking, Role.INSTRUCTOR, whose=INSTRUCT)
    classes, name = front.people.classes, class_of(school_of(front), class_id)
    if not data.names:
        code = await classes.new_code(name, asker.account.id)
        return {"code": code, "path": f"/join/{code}", "links": []}
    made = granted(await classes.links(name, data.names, asker.account.id))
    return {"code": None, "path": None, "links": [{"name": who, "path": f"/join/{token}"} for who, token in made]}


@post("/api/school/commands", status_code=200, responses=says(401, 404, 409, 423, 503))
async def school_command(request: Asked, data: JSONBody[SchoolOrder], asking: Asking) -> CommandTaken:
    """A command for the school, with the person and the time that the house knows; a signature with the password."""
    front, asker = front_of(request.app), must(asking)
    school_of(front)
    roles = tuple(held.role for held in front.people.roles(asker.account))
    kind, present = data.command.get("command"), False
    if kind == sc.EnrolTrainee.__name__ and await front.people.accounts.get(str(data.command.get("trainee"))) is None:
        raise no(404, said("there is no such person"))
    if kind in SIGNING and data.password:
        if refusal := await front.people.unlock(asker, data.password[:1000], address_of(request)):
            raise refused(refusal, 403)
        present = True
    _, answer = await given(front, asker, data, front.house.school, roles, present=present)
    return answer


@post("/api/school/marks", status_code=200, responses=says(401, 409, 423, 503))
async def state_marks(request: Asked, data: JSONBody[MarksFile], asking: Asking) -> CommandTaken:
    """An instructor puts the school's own marks in the place of those there are; a file is checked whole."""
    front, asker = entitled(request, asking, Role.INSTRUCTOR, whose=INSTRUCT)
    school_of(front)
    marks = read_marks(data.toml)
    if not isinstance(marks, Marks):
        raise no(400, together(marks))
    command = sc.StateMarks(by=Actor(asker.account.id, Role.INSTRUCTOR), at=0, marks=marks)
    answer = await front.house.school.command(command)
    granted(answer.refusal)
    return {"ok": True, "version": answer.version}


@post("/api/school/trainees/{trainee:str}/auditions", status_code=200, responses=says(401, 404, 409, 423, 503))
async def note_audition(
    request: Asked, trainee: FromPath[str], data: JSONBody[AuditionTold], asking: Asking
) -> CommandTaken:
    """Who teaches notes an audition that was dealt before them, by its result as ``minibac audition --json`` has it."""
    front, asker = entitled(request, asking, *TEACHERS, whose=TEACH)
    school_of(front)
    role = next(role for role in TEACHERS if front.people.has(asker.account, role))
    by = Actor(asker.account.id, role)
    answer = await front.house.school.command(sc.NoteAttempt(by=by, at=0, trainee=trainee, tried=of_audition(data)))
    granted(answer.refusal)
    return {"ok": True, "version": answer.version}


@delete("/api/school/trainees/{trainee:str}", status_code=204, responses=says(401, 404, 409, 423, 503))
async def remove_trainee(request: Asked, trainee: FromPath[str], asking: Asking) -> None:
    """An instructor removes the name and the account of a trainee; the record stays under the number."""
    front, _ = entitled(request, asking, Role.INSTRUCTOR, whose=INSTRUCT)
    account = await front.people.accounts.get(trainee)
    if trainee not in school_of(front).trainees or account is None:
        raise no(404, said("there is no such trainee"))
    if account.staff:
        raise no(409, said("who works in the house is removed by the administrator"))
    if isinstance(refusal := await front.people.remove(account), Refusal):
        raise refused(refusal)


@get("/api/school/trainees/{trainee:str}/{kind:str}/{rulebook:str}", responses=says(401, 404, 409, 423, 503))
async def paper(
    request: Asked,
    trainee: FromPath[str],
    kind: FromPath[str],
    rulebook: FromPath[str],
    asking: Asking,
    form: PaperForm = "pdf",
) -> Response[SealedPaper] | Response[bytes]:
    """A transcript or a certificate, signed with the key of the school: as PDF, or the sealed paper itself."""
    front, state = _reads(request, asking, trainee)
    if kind not in KINDS:
        raise no(404, said("a paper is a transcript or a certificate"))
    wanted: Kind = "certificate" if kind == "certificate" else "transcript"
    names = await names_of(front, state)
    made = granted(made_paper(state, trainee, rulebook, wanted, lambda person: names.get(person, person)))
    sealed = seal(made, front.house.premises.key)
    if form == "json":
        return in_json(sealed)
    try:
        from minibac.school.paper_sheets import paper_sheet

        content = paper_sheet(sealed)
    except ImportError:
        raise no(409, said("this house makes no PDF: it lacks the extra report; ask for the paper as JSON")) from None
    file = f'attachment; filename="{kind}-{trainee}-{rulebook}.pdf"'
    return Response(content, media_type="application/pdf", headers={"Content-Disposition": file})


@get("/api/school/export", responses=says(401, 423, 503))
async def export(request: Asked, asking: Asking, form: ExportForm = "csv", of_class: OfClass = "") -> Response[Any]:
    """Every attempt as CSV, of one class or of all, or attempts and signatures as xAPI statements; for instructors."""
    front, _ = entitled(request, asking, Role.INSTRUCTOR, whose=INSTRUCT)
    state = school_of(front)
    names = await names_of(front, state)

    def name_of(person: str) -> str:
        return names.get(person, person)

    if form == "csv":
        class_id = class_of(state, of_class) if of_class else ""
        return Response(csv_text(CSV_HEADS, csv_rows(state, name_of, class_id)), media_type="text/csv")
    home = str(request.base_url).rstrip("/")
    return Response(msgspec.json.encode(list(statements(state, home, name_of))), media_type=MediaType.JSON)


ROUTES = (
    school, my_record, trainee_record, new_class, invite_class, school_command, state_marks, remove_trainee, paper,
    export, note_audition,
)  # fmt: skip
