"""The school's drills on a page: what there is, a sheet from a seed, an answer judged, and what a sheet came to.

In practice the seed and the key are the page's. A test is opened: its seed stays in the store until its answers have
come, once; its time is the house's. A trainee's is in the record from its first moment: nobody hands in good ones only.
"""

import asyncio
import hashlib
import secrets
from typing import Annotated, Any, cast

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Response

from minibac.houses.house import sample_house
from minibac.records.store import sweep
from minibac.rules.rulebook import RULEBOOKS
from minibac.school.course import course_plain
from minibac.school.drills import DRILLS
from minibac.school.items import LEVELS, Item, Lesson
from minibac.school.marks import Marks, proposed
from minibac.school.noting import begun, of_sheet, same_sheet, shown
from minibac.school.passing import meets, other_sheet, progress, tables_passed, too_many
from minibac.school.practice import sheet
from minibac.school.record_events import Performance
from minibac.school.sheets import MOST_ITEMS, answered, drills_plain, marked, sheet_plain
from minibac.server.answers import Asked, Asking, in_json, no, says
from minibac.server.front import Front, front_of
from minibac.server.http_types import JudgedTold
from minibac.server.noted_attempts import note_attempt
from minibac.server.school_types import CourseTold, DrillsTold, MarkedSheet, SheetTold
from minibac.voice.said import said

KIND = "drill-test"
TEST_MS = 3 * 60 * 60 * 1000
"""How long an open test waits for its answers."""
MOST_OPEN, MOST_OF_OTHERS, MOST_OF_ONE = 2_000, 1_000, 20
"""In the whole house, of people who are no trainees, and of one person."""
MOST_S_AN_ANSWER = 60
"""So long an answer in practice may take, and be time of practice; the page says how long it took."""
LONGEST_SEED = 64
LONGEST_ANSWER = 200

_ONE_AT_A_TIME = asyncio.Semaphore(1)
"""A sheet takes a processor for a moment; the table comes first."""


class SheetAsked(msgspec.Struct, forbid_unknown_fields=True):
    """Which sheet somebody wants."""

    rulebook: Annotated[str, msgspec.Meta(max_length=40)]
    level: Annotated[int, msgspec.Meta(ge=1, le=3)] | None = None
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_ITEMS)] | None = None
    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_SEED)] | None = None
    test: bool = False
    seconds: Annotated[int, msgspec.Meta(ge=0, le=60 * 60)] = 0
    """How long a test is asked; what nobody came to in that time is not counted. 0: the whole sheet."""


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to one item of a sheet of practice."""

    sheet: SheetAsked
    number: Annotated[int, msgspec.Meta(ge=1, le=MOST_ITEMS)]
    answer: Annotated[str, msgspec.Meta(max_length=LONGEST_ANSWER)]


class Finished(msgspec.Struct, forbid_unknown_fields=True):
    """The first answers to a sheet, in the order of its items; of practice with the sheet, of a test with its name."""

    answers: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=LONGEST_ANSWER)] | None], msgspec.Meta(max_length=MOST_ITEMS)
    ]
    sheet: SheetAsked | None = None
    test: Annotated[str, msgspec.Meta(max_length=80)] = ""
    seconds: Annotated[int, msgspec.Meta(ge=0, le=24 * 60 * 60)] = 0


class OpenTest(msgspec.Struct, frozen=True):
    """A test whose answers have not come yet."""

    drill: str
    sheet: SheetAsked
    at: int
    by: str = ""
    """Who opened it, where somebody was signed in."""
    attempt: int = 0
    """Its number in the record of the school, where whoever opened it is a trainee."""


def lesson_of(front: Front, rulebook: str) -> Lesson:
    """The table of the house that plays by a rulebook, or the sample's."""
    if rulebook not in RULEBOOKS:
        raise no(404, said("there is no such rulebook"))
    tables = (table for table in front.house.tables.values() if not table.training)
    own = next((table for table in tables if table.state.rules.rulebook.id == rulebook), None)
    if own is not None:
        return Lesson(own.state.rules, own.house_table.chips_cents)
    table = sample_house(rulebook).table_for(rulebook)
    assert table is not None
    return Lesson(table.rules, table.chips_cents)


async def _items(front: Front, drill: str, asked: SheetAsked) -> tuple[Item, ...]:
    if drill not in DRILLS:
        raise no(404, said("there is no such drill"))
    lesson = lesson_of(front, asked.rulebook)
    async with _ONE_AT_A_TIME:
        items = await asyncio.to_thread(sheet, lesson, [DRILLS[drill]], asked.seed or "", asked.count, asked.level)
    if not items:
        raise no(404, said("this table can be asked nothing of that"))
    return items[:MOST_ITEMS]


@get("/api/drills", responses=says(404))
async def drills(request: Asked, rulebook: FromQuery[str]) -> Response[DrillsTold]:
    """The drills of a rulebook, in the order in which they are learned."""
    lesson = lesson_of(front_of(request.app), rulebook)
    async with _ONE_AT_A_TIME:
        rows = await asyncio.to_thread(drills_plain, lesson)
    told = {"rulebook": rulebook, "drills": rows, "levels": LEVELS, "most_items": MOST_ITEMS}
    return in_json(cast(DrillsTold, told))


@post("/api/drills/{drill:str}", status_code=200, responses=says(404, 409))
async def ask_sheet(
    request: Asked, drill: FromPath[str], data: JSONBody[SheetAsked], asking: Asking
) -> Response[SheetTold]:
    """A sheet: of practice with its key and its seed, of a test with neither."""
    front = front_of(request.app)
    seed = secrets.token_hex(8) if data.test else data.seed or str(secrets.randbelow(1_000_000))
    asked = msgspec.structs.replace(data, seed=seed)
    items = await _items(front, drill, asked)
    told = sheet_plain(items, with_answers=not data.test)
    if not data.test:
        return in_json(cast(SheetTold, {"drill": drill, "seed": seed, **told}))
    test = OpenTest(drill, asked, front.house.now(), asking.account.id if asking else "")
    return in_json(cast(SheetTold, {"drill": drill, "test": await _open(front, test, len(items)), **told}))


async def _open(front: Front, test: OpenTest, items_count: int) -> str:
    store, now = front.house.store, front.house.now()
    await sweep(store, KIND, OpenTest, lambda one: one.at + TEST_MS < now)
    kept = (await store.all(KIND)).values()
    there = [msgspec.json.decode(one, type=OpenTest) for one in kept]
    others = [one for one in there if not one.attempt]
    if len(there) >= MOST_OPEN or (not front.people.learns(test.by) and len(others) >= MOST_OF_OTHERS):
        raise no(409, said("too many tests are open; wait until some are finished"))
    if test.by and sum(one.by == test.by for one in there) >= MOST_OF_ONE:
        raise no(409, said("you have {most} tests that are not handed in: hand one in first", most=MOST_OF_ONE))
    tried = begun("test", test.drill, test.sheet.rulebook, _word(front, test), items_count, test.sheet.level or 0)
    test = msgspec.structs.replace(test, attempt=await note_attempt(front, test.by, tried))
    name = secrets.token_urlsafe(24)
    await store.put(KIND, [(_kept(name), msgspec.json.encode(test))])
    return name


def _word(front: Front, test: OpenTest) -> str:
    return same_sheet(front.house.premises.key, test.drill, msgspec.to_builtins(test.sheet))


def _kept(name: str) -> str:
    """What a test is kept under: the hash of its name, as sessions are."""
    return hashlib.sha256(name.encode()).hexdigest()


@post("/api/drills/{drill:str}/judge", status_code=200, responses=says(404))
async def judge(request: Asked, drill: FromPath[str], data: JSONBody[Answer]) -> Response[JudgedTold]:
    """Whether an answer in practice is right, where there are too many right ones to send them all."""
    items = await _items(front_of(request.app), drill, data.sheet)
    if data.number > len(items):
        raise no(404, said("the sheet has no item {number}", number=data.number))
    told: JudgedTold = {"right": answered(items[data.number - 1], data.answer).right}
    return in_json(told)


@post("/api/drills/{drill:str}/finish", status_code=200, responses=says(404, 409))
async def finish(
    request: Asked, drill: FromPath[str], data: JSONBody[Finished], asking: Asking
) -> Response[MarkedSheet]:
    """What a sheet came to, as the house marks it, with the mark of the school; a test is marked once, and shows its
    key then.

    The record of the school notes what a trainee did; a test for whoever opened it, being a trainee then.
    """
    front, asked = front_of(request.app), data.sheet
    seconds = min(data.seconds, MOST_S_AN_ANSWER * sum(answer is not None for answer in data.answers))
    if asking is not None:  # nobody has practised here before signing in
        seconds = min(seconds, (front.house.now() - asking.session.data.created) // 1000)
    test, mine = None, True
    if data.test:
        test = await _taken(front, drill, data.test)
        asked, seconds = test.sheet, (front.house.now() - test.at) // 1000
        mine = asking is not None and test.by == asking.account.id and test.attempt > 0
    if asked is None:
        raise no(400, said("say which sheet was answered, or which test"))
    items = sheet_items = await _items(front, drill, asked)
    if test and asked.seconds:
        items = sheet_items[: shown(data.answers, len(sheet_items))]
    tried = _tried(front, test, items, data.answers, asked, seconds, whole=asked.count is None and items == sheet_items)
    noted = bool(tried and mine and asking and await note_attempt(front, asking.account.id, tried, _number(test)))
    told = marked(items, data.answers) | {"seed": asked.seed, "seconds": seconds, "noted": noted}
    whole = {"drill": drill, "rulebook": asked.rulebook, **told, **_by_the_marks(front, tried)}
    return in_json(cast(MarkedSheet, whole))


async def _taken(front: Front, drill: str, name: str) -> OpenTest:
    """An open test, for the one request that marks it."""
    async with front.marking:
        kept = await front.house.store.get(KIND, _kept(name))
        test = msgspec.json.decode(kept, type=OpenTest) if kept else None
        if test is None or test.drill != drill or test.at + TEST_MS < front.house.now():
            raise no(409, said("this test has been finished, or waited too long: begin another one"))
        await front.house.store.put(KIND, [(_kept(name), None)])
    return test


def _number(test: OpenTest | None) -> int:
    return test.attempt if test else 0


def _tried(
    front: Front,
    test: OpenTest | None,
    items: tuple[Item, ...],
    answers: list[str | None],
    asked: SheetAsked,
    seconds: int,
    *,
    whole: bool,
) -> Performance | None:
    """What was answered, as the record has it. The level of a sheet that is not the usual one, asked whole, is that of
    its easiest item: a short sheet of easy ones is no sheet of hard ones."""
    usual = 0 if whole else min(item.level for item in items)
    return of_sheet(
        items,
        answers,
        way="test" if test else "practice",
        rulebook=asked.rulebook,
        seed=asked.seed or "0",
        level=asked.level or usual,
        seconds=seconds,
        sheet=_word(front, test) if test else "",
        whole=whole,
    )


def _marks(front: Front) -> Marks:
    return front.house.school.state.marks if front.house.school.exists else proposed()


def _by_the_marks(front: Front, tried: Performance | None) -> dict[str, Any]:
    """The mark of the school for a test, how many items count, whether it passes, and why not where another sheet is
    asked for; practice passes nothing."""
    mark = _marks(front).mark.get(tried.what) if tried and tried.way == "test" else None
    if tried is None or mark is None:
        return {"mark": None, "counted": tried.asked if tried else 0, "passes": None, "because": None}
    why = other_sheet(tried, mark) or too_many(tried, mark)
    return {"mark": mark.says, "counted": tried.asked, "passes": meets(tried, mark), "because": why}


@get("/api/course", responses=says(404))
async def course_of(request: Asked, asking: Asking, rulebook: FromQuery[str] = "") -> Response[CourseTold]:
    """The course of a rulebook by the marks of the school, with what the trainee who asks has passed; unless told, of
    the rulebook of the trainee's class."""
    front, passed = front_of(request.app), dict[str, int]()
    school = front.house.school
    learns = asking is not None and front.people.learns(asking.account.id)
    own = school.state.rulebooks_of(asking.account.id) if asking is not None and learns else ()
    rulebook = rulebook or next(iter(own), RULEBOOKS[0])
    if rulebook not in RULEBOOKS:
        raise no(404, said("there is no such rulebook"))
    if asking is not None and learns:
        record = school.state.trainees[asking.account.id]
        passed = tables_passed(record, school.state.marks, rulebook)
        for row in progress(record, school.state.marks, rulebook):
            passed |= row.passed_by
    stages = course_plain(rulebook, _marks(front), passed)
    return in_json(cast(CourseTold, {"rulebook": rulebook, "learns": learns, "stages": stages}))


ROUTES = (drills, ask_sheet, judge, finish, course_of)
