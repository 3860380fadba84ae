"""Exams in a running house: outside all books, each a table of its own that no live table knows of.

An exam is kept as what it is made of and the steps that were given, each with its time; the same steps lead to the same
exam, so a house that starts again has it as it was. What it came to goes to the school's record.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from hashlib import sha256
from secrets import token_hex, token_urlsafe

import msgspec
from msgspec.structs import replace

from minibac.house.audition import Audition
from minibac.house.premises import Premises
from minibac.machine.kinds import Event
from minibac.records.store import Store, sweep
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.school.drills import DRILLS
from minibac.school.exam_board import RESUME, in_words
from minibac.school.exam_score import ExamResult
from minibac.school.exam_view import told
from minibac.school.noting import common_name
from minibac.school.record import DAY_S
from minibac.school.record_events import NotedFault, NotedIntervention, Performance
from minibac.school.scenario import Scenario, load_scenario, read_scenario, shipped, shipped_text
from minibac.school.typed_steps import read_intervention, read_step
from minibac.voice.said import Said, many, said

KIND, OF_THE_SCHOOL = "exam", "exam-scenario"
"""The kinds of documents under which a store keeps them, and the scenarios of the school's own."""
NAMED = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
MOST_SCENARIOS = 200
KEPT_MS = 30 * 24 * 60 * 60 * 1000
MOST, MOST_OF_ONE, MOST_STEPS, MOST_AT_HAND = 500, 3, 5_000, 100
MOST_OF_OTHERS = 100
"""So many of these may be of people who are no trainees: they keep no class from its exams."""
MOST_OVER = 20
"""So many exams of one person are kept that are over, the newest: nobody fills the room for the others."""
WAIT, END = "wait", "end"


class KeptStep(msgspec.Struct, frozen=True, array_like=True):
    """A step as it was given, and when."""

    at: int
    line: str
    by: str = ""
    """The instructor who intervened; nobody: a step of the trainee."""


class KeptExam(msgspec.Struct, frozen=True):
    """What an exam is made of, and every step that was given."""

    id: str
    scenario: str
    seed: str
    trainee: str
    begun_at: int
    toml: str = ""
    """The scenario as it was then, where it is one of the school's own."""
    steps: tuple[KeptStep, ...] = ()
    ended: bool = False
    attempt: int = 0
    """Its number in the record of the trainee, where the school keeps one."""


Begun = Callable[[KeptExam, str], Awaitable[int]]
"""Notes that an exam under a rulebook begins; its number in the record of the school."""


class ListedExam(msgspec.Struct, frozen=True):
    """An exam in a list: whose it is, and no step of it is read."""

    id: str
    scenario: str
    trainee: str
    begun_at: int
    ended: bool = False
    attempt: int = 0


class Happening(msgspec.Struct, frozen=True):
    """What came of a step: what others did, or why hands cannot do it."""

    sat: Audition
    told: tuple[Said, ...] = ()
    refusal: Refusal | None = None
    attempt: int = 0
    """The number of the exam in the record of the school."""


class SatExam:
    """An exam in memory, as far as its kept steps lead."""

    def __init__(self, kept: KeptExam, scenario: Scenario) -> None:
        self.kept = replace(kept, steps=())
        self._now = kept.begun_at
        self.audition = Audition(scenario, lambda: self._now, kept.seed, kept.trainee)
        self.audition.others()
        for step in kept.steps:
            self.step(step.at, step.line, step.by)

    def step(self, at: int, line: str, by: str = "") -> Happening:
        """Take one step of the trainee, or what an instructor gives, and let the others act; a line that is no step
        changes nothing."""
        sat = self.audition
        self._now = max(at, self._now)
        events: tuple[Event, ...] = ()
        if line == END and not by:
            sat.end(said("the trainee ends it"))
        elif line == WAIT and not by:
            if sat.state.paused:
                return Happening(sat)
        else:
            command = read_intervention(line, by, sat.now()) if by else read_step(line, sat.by, sat.now())
            answer = command if isinstance(command, Refusal) else sat.handle(command)
            if isinstance(answer, Refusal):
                return Happening(sat, refusal=answer)
            events = answer
        happened = (*events, *sat.others())
        ended = sat.state.ended_at is not None
        step = KeptStep(self._now, line, by)
        self.kept = replace(self.kept, steps=(*self.kept.steps, step), ended=ended)
        return Happening(sat, told(happened, sat.by.id))


async def exams_of(store: Store, person: str) -> list[KeptExam]:
    """The exams that somebody sat or sits, as they are kept."""
    kept = (msgspec.json.decode(one, type=KeptExam) for one in (await store.all(KIND)).values())
    return sorted((one for one in kept if one.trainee == person), key=lambda one: one.begun_at)


async def forget_exams(store: Store, person: str) -> None:
    """Take away the exams of somebody who goes, with what was whispered in them; the record keeps what they came to."""
    await store.put(KIND, [(one.id, None) for one in await exams_of(store, person)])


class ExamRoom:
    """The exams of a house: opened, found again, stepped, ended."""

    def __init__(self, premises: Premises, clock: Callable[[], int]) -> None:
        self._store, self._alone, self._clock = premises.store, premises.alone, clock
        self._sat: dict[str, SatExam] = {}

    async def every(self) -> list[ListedExam]:
        """All that are kept, the newest first."""
        kept = (await self._store.all(KIND)).values()
        return sorted((msgspec.json.decode(one, type=ListedExam) for one in kept), key=lambda one: -one.begun_at)

    async def scenarios(self) -> list[Scenario]:
        """Those that come with the program, and the school's own."""
        own = {name: text.decode() for name, text in (await self._store.all(OF_THE_SCHOOL)).items()}
        read = (*map(load_scenario, shipped()), *(_scenario(name, text) for name, text in sorted(own.items())))
        return [one for one in read if isinstance(one, Scenario)]

    async def keep_scenario(self, name: str, text: str) -> Scenario | tuple[Refusal, ...]:
        """Keep a scenario of the school's own, in place of one of the same name; everything that is wrong with it."""
        if not NAMED.fullmatch(name) or name in shipped():
            sentence = said("'{name}' is no name for a scenario of your own: small letters, digits and hyphens")
            return (refuse(Code.ILLEGAL_VALUE, sentence.about(name=name[:60])),)
        read = _scenario(name, text)
        if not isinstance(read, Scenario):
            return read
        rulebook = read.rules.rulebook.id
        noted = common_name(name, rulebook)
        if noted in DRILLS or f"{noted}-{rulebook}" in shipped():
            sentence = said("the record has '{name}' for something else: give the scenario another name", name=noted)
            return (refuse(Code.ILLEGAL_VALUE, sentence),)
        async with self._alone("exams"):
            kept = await self._store.all(OF_THE_SCHOOL)
            if name not in kept and len(kept) >= MOST_SCENARIOS:
                sentence = said("the school has {most} scenarios of its own; remove one first", most=MOST_SCENARIOS)
                return (refuse(Code.NOT_NOW, sentence),)
            await self._store.put(OF_THE_SCHOOL, [(name, text.encode())])
        return read

    async def scenario_text(self, name: str) -> str | None:
        """The file of a scenario, of the school's own or of the program; ``None`` where there is no such one."""
        own = await self._store.get(OF_THE_SCHOOL, name)
        if own is not None:
            return own.decode()
        return shipped_text(name) if name in shipped() else None

    async def remove_scenario(self, name: str) -> Refusal | None:
        """Exams that were begun by it go on."""
        if await self._store.get(OF_THE_SCHOOL, name) is None:
            return refuse(Code.NOT_FOUND, said("the school has no scenario '{name}' of its own", name=name[:60]))
        await self._store.put(OF_THE_SCHOOL, [(name, None)])
        return None

    async def open(self, name: str, trainee: str, seed: str = "", begun: Begun | None = None) -> KeptExam | Refusal:
        """Begin an exam. Its cards are the house's to draw unless a seed is given; a scenario of the school's own is
        the same for everybody who sits it. ``begun`` notes an exam of a trainee in the record of the school before
        anybody sees it."""
        own = await self._store.get(OF_THE_SCHOOL, name)
        if own is None and name not in shipped():
            names = [one.id for one in await self.scenarios()]
            sentence = said("there is no scenario '{name}': {names}", name=name, names=many(names))
            return refuse(Code.NOT_FOUND, sentence, allowed=tuple(names))
        text = own.decode() if own else ""
        scenario = _scenario(name, text)
        if not isinstance(scenario, Scenario):  # a file of an earlier version of the program
            return scenario[0]
        if own:
            seed = seed or scenario.seed
        async with self._alone("exams"):
            now = self._clock()
            await sweep(self._store, KIND, KeptExam, lambda one: one.begun_at + KEPT_MS < now)
            kept = await self.every()
            if sum(one.trainee == trainee and not one.ended for one in kept) >= MOST_OF_ONE:
                sentence = said("you have {most} exams that are not ended: end one of them first", most=MOST_OF_ONE)
                return refuse(Code.NOT_NOW, sentence)
            if (refusal := await self._make_room(kept, learns=begun is not None)) is not None:
                return refusal
            over = [one.id for one in kept if one.trainee == trainee and one.ended]
            await self._store.put(KIND, [(old, None) for old in over[MOST_OVER - 1 :]])
            exam = KeptExam(token_urlsafe(9), name, seed or token_hex(8), trainee, now, text)
            if begun is not None:
                exam = replace(exam, attempt=await begun(exam, scenario.rules.rulebook.id))
            await self._keep(exam)
            return exam

    async def _make_room(self, kept: list[ListedExam], *, learns: bool) -> Refusal | None:
        """Where the room is full, the oldest exam that is over goes, and for a trainee any of who is none before it."""
        there = kept if learns else [one for one in kept if not one.attempt]
        if len(there) < (MOST if learns else MOST_OF_OTHERS):
            return None
        may_go = [one for one in there if one.ended or (learns and not one.attempt)]
        if not may_go:
            return refuse(Code.NOT_NOW, said("too many exams are kept; wait until some are over"))
        oldest = min(may_go, key=lambda one: (bool(one.attempt), not one.ended, one.begun_at))
        await self._store.put(KIND, [(oldest.id, None)])
        return None

    async def find(self, exam_id: str) -> SatExam | None:
        """An exam as far as its steps have come, or ``None``. Whoever looks on sees nothing that is not on disk: a step
        that is being kept, or that another process has taken, is waited for."""
        kept, sat = await self._kept(exam_id), self._sat.get(exam_id)
        if kept is None or (sat is not None and sat.kept == kept):
            return sat if kept else None
        async with self._in_turn(exam_id):
            return await self._found(exam_id)

    def _in_turn(self, exam_id: str) -> AbstractAsyncContextManager[None]:
        """Who sits an exam and who teaches may be at two processes: one step after the other."""
        return self._alone(f"exam/{sha256(exam_id.encode()).hexdigest()[:2]}")

    async def _kept(self, exam_id: str) -> KeptExam | None:
        stored = await self._store.get(KIND, exam_id)
        return msgspec.json.decode(stored, type=KeptExam) if stored is not None else None

    async def _found(self, exam_id: str) -> SatExam | None:
        """The exam as it is kept: the one at hand, led on by what another process has taken, or made anew."""
        kept, sat = await self._kept(exam_id), self._sat.get(exam_id)
        if kept is None:
            return None
        if sat is not None and sat.kept.steps == kept.steps[: len(sat.kept.steps)]:
            for step in kept.steps[len(sat.kept.steps) :]:
                sat.step(step.at, step.line, step.by)
            return sat
        scenario = _scenario(kept.scenario, kept.toml)
        assert isinstance(scenario, Scenario)
        if len(self._sat) > MOST_AT_HAND:
            self._sat.clear()
        sat = self._sat[exam_id] = await asyncio.to_thread(SatExam, kept, scenario)
        return sat

    async def step(self, exam_id: str, line: str, by: str = "") -> Happening | Refusal:
        """Take one step in an exam, of whoever sits it or ``by`` an instructor, and keep it."""
        async with self._in_turn(exam_id):
            sat = await self._found(exam_id)
            if sat is None:
                return refuse(Code.NOT_FOUND, said("there is no such exam"))
            if sat.kept.ended:
                return refuse(Code.NOT_NOW, said("the exam is over"))
            if len(sat.kept.steps) >= MOST_STEPS:
                line, by = END, ""
            before = sat.kept
            happening = sat.step(self._clock(), line, by)
            if sat.kept != before:
                await self._keep(sat.kept)
            return replace(happening, attempt=sat.kept.attempt)

    async def _keep(self, exam: KeptExam) -> None:
        await self._store.put(KIND, [(exam.id, msgspec.json.encode(exam))])


def _scenario(name: str, text: str) -> Scenario | tuple[Refusal, ...]:
    """A scenario of the school's own, or where there is no text the one of the program."""
    return read_scenario(text, f"{name}.toml") if text else load_scenario(name)


def performance(result: ExamResult, sheet: str = "") -> Performance:
    """What an exam came to, as the school's record notes it."""
    faults = tuple(
        NotedFault(one.made.kind, next(iter(one.made.clauses), ""), one.severity, bool(one.noticed_by))
        for one in result.faults
    )
    deeds = ((one, in_words(one.done)) for one in result.interventions)
    interventions = tuple(
        NotedIntervention(deed.kind, deed.what, one.round_no, one.done.by) for one, deed in deeds if deed.kind != RESUME
    )
    return Performance(
        way="table",
        what=common_name(result.scenario, result.rulebook),
        rulebook=result.rulebook,
        seed=result.seed,
        seconds=min(result.seconds, DAY_S),
        coups=result.coups,
        faults=faults,
        held=result.passed,
        interventions=interventions,
        sheet=sheet,
    )
