"""One simulated house from one seed: what happens in it, and what must hold.

    result = simulate("17")              # the same seed, the same bytes
    result.broken                        # the first broken promise, or nothing

A seed says what the house keeps things in, how many processes it has, who comes, how the network is, and what goes
wrong and when (:class:`Plan`). A plan is data: a failing one is made smaller (:mod:`tests.simulation.minimise`) and
kept as a test.
"""

import asyncio
import contextlib
import gc
import logging
import random
import shutil
import sqlite3
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
import structlog

from minibac.house import self_check
from minibac.house.full_check import full_check
from minibac.house.hosted_pit import pit_names
from minibac.play.postings import Posting
from minibac.records.leaves import OPEN_LOG
from minibac.records.ledger import holder
from minibac.records.sqlite_reader import SqliteReader
from minibac.records.store import StoreError
from minibac.rules.house_rules import HouseRules
from minibac.rules.rulebook import RULEBOOKS
from tests.house.hosting import KEY
from tests.house.kills import short_house
from tests.simulation.house import Process, Site, files
from tests.simulation.network import Network, Weather
from tests.simulation.oracle import BROKEN, BrokenPromiseError, Oracle, promise
from tests.simulation.people import Clerk, Guest, Person, Staff, Street, Watcher
from tests.simulation.scheduler import KilledError, Loop, Scheduler, SimulatedWorld

KINDS = ("memory", "sqlite", "shared")
MOST_STEPS = 3_000_000
CALM_S = 240.0
"""How long a house may take, once nothing goes wrong any more, until everybody has been answered."""


class Trouble(msgspec.Struct, frozen=True):
    """Something that goes wrong."""

    after_coups: int
    at_ms: int
    """So long after that many rounds."""
    kind: str
    who: int = 0
    ms: int = 0
    where: str = ""
    count: int = 0


class Plan(msgspec.Struct, kw_only=True):
    """Everything that a seed decides before it begins."""

    seed: str
    kind: str
    processes: int = 1
    rulebooks: tuple[str, ...] = ("section-42",)
    coups: int = 30
    guests: int = 3
    staff: tuple[str, ...] = ()
    watchers: int = 1
    clerk: bool = False
    guests_share: bool = False
    """Guests have a share in the shuffle, at every table; shoes are so short that there are many shuffles."""
    weather: Weather
    troubles: tuple[Trouble, ...] = ()


class Result(msgspec.Struct, kw_only=True):
    """What came of it."""

    seed: str
    kind: str
    coups: int = 0
    steps: int = 0
    simulated_s: float = 0.0
    commits: int = 0
    messages: int = 0
    digest: str = ""
    broken: str = ""
    """The first broken promise."""
    shuffles: int = 0
    """Those in which guests had a share, and how many of their values were withheld."""
    withheld: int = 0
    done: dict[str, int] = {}
    happened: dict[str, int] = {}


MANY_SHUFFLES = {"cut_card_depth": 380}
"""A shoe is over after some four rounds."""
COUP_MS = 1_600
"""About how long a round takes in a simulated house."""


SHARE = "share "
"""How the seeds begin of houses whose guests have a share in the shuffle."""


def plan_of(seed: str, coups: int = 30) -> Plan:
    """What a seed decides."""
    dice = random.Random(f"plan {seed}")
    kind = dice.choice(KINDS)
    shared = kind == "shared"
    tables = dice.choice((1, 2)) if shared else dice.choice((1, 1, 1, 2))
    processes = dice.choice((2, 2, 3)) if shared else 1
    rough = dice.random() < 0.8
    weather = Weather(
        latency_ms=dice.choice((1.0, 5.0, 40.0)),
        doubled=dice.choice((0.0, 0.05, 0.3)) if rough else 0.0,
        cut=dice.choice((0.0, 0.002, 0.01)) if rough else 0.0,
        swapped=dice.choice((0.0, 0.05, 0.2)) if rough else 0.0,
        slow=dice.choice((0.0, 0.0, 0.002)) if rough else 0.0,
        notices_lost=dice.choice((0.0, 0.05, 0.3)) if rough and shared else 0.0,
    )
    staff: tuple[str, ...] = ()
    if dice.random() < 0.35:
        staff = dice.choice((("dealer",), ("dealer", "floorperson")))
    troubles = tuple(
        sorted(
            (trouble(dice, kind, processes, coups) for _ in range(dice.choice((0, 1, 2, 3, 4, 6)))),
            key=lambda each: each.after_coups,
        )
    )
    return Plan(
        seed=seed,
        kind=kind,
        processes=processes,
        rulebooks=tuple(dice.sample(RULEBOOKS, tables)),
        coups=coups,
        guests=dice.choice((2, 3, 3, 4)),
        staff=staff,
        watchers=dice.choice((0, 1)),
        clerk=dice.random() < 0.3,
        guests_share=seed.startswith(SHARE),
        weather=weather,
        troubles=troubles,
    )


ANYWHERE = (
    "kill",
    "kill",
    "kill-in-commit",
    "kill-in-commit",
    "pause",
    "stop",
    "cut",
    "clock",
    "slow",
    "full",
    "failing",
)
TROUBLES = {
    "memory": ANYWHERE,
    "sqlite": (*ANYWHERE, "power", "power", "lying"),
    "shared": (*ANYWHERE, "pause", "away", "away", "restart"),
}
IN_COMMIT = ("before", "inside", "torn", "after")


def trouble(dice: random.Random, kind: str, processes: int, coups: int) -> Trouble:
    what = dice.choice(TROUBLES[kind])
    return Trouble(
        after_coups=dice.choice((0, dice.randrange(coups))),
        at_ms=dice.choice((dice.randint(0, 300), dice.randint(0, 3_000))),
        kind=what,
        who=dice.randrange(processes),
        ms={
            "clock": dice.choice((-3_600_000, -5_000, -1_000, 1_500, 10_000, 86_400_000)),
            "pause": dice.choice((200, 2_000, 4_000, 12_000)),
        }.get(what, dice.choice((50, 500, 2_500, 8_000))),
        where=dice.choice(IN_COMMIT) if what == "kill-in-commit" else "",
        count=dice.randint(1, 6),
    )


class Simulation:
    """A plan as it is played."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        seed = plan.seed
        self.plan = plan
        self.weather = msgspec.structs.replace(plan.weather)
        self.scheduler = Scheduler(seed)
        self.oracle = Oracle()
        houses = [house_of(rulebook, guests_share=plan.guests_share) for rulebook in plan.rulebooks]
        self.site = Site(self.scheduler, seed, plan.kind, plan.processes, houses, folder, self.weather)
        self.site.committed = self.committed
        self.site.ended = lambda process: self._comes_back(process, 500)
        self.oracle.held = self._held
        self.outside = Loop(self.scheduler, "street", SimulatedWorld(self.scheduler, f"{seed} street"))
        network = Network(self.scheduler, seed, self.weather, self.outside)
        self.tables = tuple(name for house in houses for name in house.tables)
        pits = tuple(pit_names(houses).values())
        self.street = Street(network, self.oracle, lambda: list(self.site.processes), self.tables, pits, seed)
        self.street.make_link = self._link
        self.people: list[Person] = []
        for number in range(plan.guests):
            table = self.tables[number % len(self.tables)]
            self.people.append(Guest(self.street, f"Guest {number + 1}", seed, table, 1 + 2 * number))
        for role in plan.staff:
            self.people.append(Staff(self.street, f"The {role}", seed, self.tables[0], role))
        for number in range(plan.watchers):
            self.people.append(Watcher(self.street, f"Watcher {number + 1}", seed, self.tables[-1]))
        if plan.clerk:
            self.people.append(Clerk(self.street, "The clerk", seed))
        self.happened: Counter[str] = Counter()
        self._seen: dict[str, int] = {}
        self._rows = self._answers = 0
        self._reader: sqlite3.Connection | None = None
        self._read_from: Path | None = None
        self._numbers = [0, 0, 0]
        self._counted = 0, 0
        self._due = 0
        """How many things are still to happen."""
        self._lasting: Counter[str] = Counter()

    # --- what was kept, as the disk has it

    def committed(self) -> None:
        """Something was kept: hold it against everything that was kept before."""
        oracle, core = self.oracle, self.site.core
        if core is None:
            self._read_file()
        else:
            for stream, lines in core._lines.items():
                for line in lines[oracle.versions[stream] :]:
                    oracle.line(stream, line.version, line.bytes, line.head)
            fresh = core._rows[self._rows :]
            self._rows += len(fresh)
            self._take_rows([(row.stream, row.version, row.posting) for row in fresh])
            for stream, posting in {(row.stream, row.posting.account) for row in fresh}:
                owner = holder(stream, posting)
                oracle.balance(owner, posting, core._balances.get((owner, posting), 0))
            if len(core._answers) != self._answers:
                for (stream, name), (_, text) in list(core._answers.items())[self._answers :]:
                    oracle.answer(stream, name, text)
                self._answers = len(core._answers)
        oracle.after_commit()

    def _take_rows(self, rows: list[tuple[str, int, Posting]]) -> None:
        by_event: dict[tuple[str, int], list[Posting]] = {}
        for stream, version, posting in rows:
            self.oracle.row(stream, posting, holder(stream, posting.account))
            by_event.setdefault((stream, version), []).append(posting)
        for (stream, version), postings in by_event.items():
            self.oracle.postings(stream, version, postings)

    def _read_file(self) -> None:
        disk, oracle = self.site.disk, self.oracle
        assert disk is not None
        if self._read_from != disk.path:
            if self._reader is not None:
                self._reader.close()
            self._read_from = disk.path
            self._reader = sqlite3.connect(disk.path, isolation_level=None)
        db = self._reader
        assert db is not None
        numbers = self._numbers
        query = "SELECT number, stream, version, line, head FROM events WHERE number > ? ORDER BY number"
        for number, stream, version, line, head in db.execute(query, (numbers[0],)).fetchall():
            oracle.line(stream, version, line, head)
            numbers[0] = number
        columns = ", ".join(("number", "stream", "version", *Posting._fields))
        rows = db.execute(f"SELECT {columns} FROM ledger WHERE number > ? ORDER BY number", (numbers[1],)).fetchall()
        if rows:
            numbers[1] = rows[-1][0]
            postings = [(row[1], row[2], Posting(*row[3:])) for row in rows]
            self._take_rows(postings)
            for stream, account in dict.fromkeys((stream, posting.account) for stream, _, posting in postings):
                owner = holder(stream, account)
                kept = db.execute("SELECT cents FROM balances WHERE owner = ? AND account = ?", (owner, account))
                oracle.balance(owner, account, (kept.fetchone() or (0,))[0])
        query = "SELECT rowid, stream, command, answer FROM answers WHERE rowid > ? ORDER BY rowid"
        for number, stream, name, text in db.execute(query, (numbers[2],)).fetchall():
            oracle.answer(stream, name, text)
            numbers[2] = number

    def _held(self, table: str, shoe_no: int, position: int) -> str | None:
        """By whichever process has that shoe as it lies now, be it the one that has just died of it; one that died
        before the stack was mixed or cut has another."""
        truth = self.oracle.tables[f"table/{table}"].state
        for process in self.site.processes:
            if process.house is not None and truth is not None:
                found = process.house.tables.get(table)
                if found is None or found.lost or found.state.shoe_no != shoe_no:
                    continue
                if (found.state.share_seed, found.state.cut_position) == (truth.share_seed, truth.cut_position):
                    return found._vault.card(position)
        return None

    async def _link(self, host: Any, role: str) -> str:
        """Somebody who opened the house makes a link for the staff, and tells it."""
        process: Process = host
        answer: asyncio.Future[str] = self.outside.create_future()

        def settle(token: str) -> None:
            if not answer.done():
                answer.set_result(token)

        async def make() -> None:
            assert process.front is not None
            with contextlib.suppress(StoreError):  # then somebody asks again
                token = await process.front.people.invitations.make(role, "the opener")
                self.outside.call_soon(settle, token)

        self.scheduler.at_once(process.loop, lambda: process.loop.create_task(make()))
        from tests.simulation.network import LostError

        try:
            async with asyncio.timeout(10):
                return await answer
        except TimeoutError:
            raise LostError("nobody makes a link") from None

    # --- what goes wrong

    def begins(self, trouble: Trouble) -> None:
        """Let something go wrong."""
        process = self.site.processes[trouble.who % len(self.site.processes)]
        self.happened[trouble.kind] += 1
        getattr(self, f"_{trouble.kind.replace('-', '_')}")(process, trouble)

    def _after(self, ms: float, then: Callable[[], None]) -> None:
        self._due += 1

        def now() -> None:
            self._due -= 1
            then()

        self.outside.call_later(ms / 1000, now)

    def _for_a_while(self, name: str, ms: float, on: Callable[[], None], off: Callable[[], None]) -> None:
        """Something lasts; where it begins twice it ends with the later end."""
        self._lasting[name] += 1
        on()

        def over() -> None:
            self._lasting[name] -= 1
            if not self._lasting[name]:
                off()

        self._after(ms, over)

    def _kill(self, process: Process, trouble: Trouble) -> None:
        process.die()
        self._comes_back(process, trouble.ms)

    def _comes_back(self, process: Process, ms: float, *, power_cut: bool = False, lost: int = 0) -> None:
        life = process.life

        def again() -> None:
            if process.life == life and process.loop.dead:
                if self.site.disk is not None:
                    self.site.disk.next_life(power_cut=power_cut, lost_commits=lost)
                process.start()

        self._after(ms, again)

    def _kill_in_commit(self, process: Process, trouble: Trouble) -> None:
        """It dies in the middle of its next write, whenever that is."""

        def dies() -> None:
            process.die()
            self._comes_back(process, trouble.ms, power_cut=trouble.where == "torn")

        if not process.open:
            return
        if self.site.disk is not None:
            self.site.disk.dies, self.site.disk.kill_at = dies, trouble.where
        elif self.site.kept is not None:
            self.site.kept.dies, self.site.kept.kill_at = dies, trouble.where
        else:
            assert self.site.database is not None
            database = self.site.database
            database.dies, database.kill_at, database.victim = dies, trouble.where, process.loop

    def _power(self, process: Process, trouble: Trouble) -> None:
        process.die()
        self._comes_back(process, trouble.ms, power_cut=True)

    def _lying(self, process: Process, trouble: Trouble) -> None:
        """The power goes, and the disk has not what it said it had; the house must notice. Then it is put back."""
        disk = self.site.disk
        assert disk is not None
        process.die()
        events = self.oracle.versions.copy()
        life = process.life

        def again() -> None:
            if process.life != life or not process.loop.dead:
                return
            disk.next_life(lost_commits=trouble.count)
            lost = disk.lied and not disk.behind and self._lost_events(disk.path, events)
            if not lost:  # nothing but documents was lost, or the witness could not know
                disk.cured()
            process.start()
            if lost:
                self.happened["lied"] += 1
                self._after(3_000, noticed)

        def noticed() -> None:
            if not disk.lied:  # it lied twice, and was cured of both at once
                return
            if process.house is None and not self.site.refused:  # a full disk lets nobody look at what it has
                self._after(3_000, noticed)
                return
            promise(
                any("is not there any more" in sentence for sentence in self.site.refused),
                "a disk that lost what it had said it kept was not noticed:",
                self.site.refused,
                process.failed,
            )
            process.die()
            self.site.refused.clear()
            disk.cured()
            process.start()

        self._after(trouble.ms, again)

    def _lost_events(self, path: Path, events: dict[str, int]) -> bool:
        """Whether something is gone that the house must notice. A leaf of the open log with nothing behind it is told
        to nobody before a checkpoint is signed; what a house says that lost a signed one is tested elsewhere."""
        events = {stream: version for stream, version in events.items() if stream != OPEN_LOG}
        copy = path.with_name("look")
        copy.mkdir()
        for file in (path, Path(f"{path}-wal")):
            if file.is_file():
                shutil.copyfile(file, copy / file.name)
        with contextlib.closing(sqlite3.connect(copy / path.name)) as db:
            if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone():
                return any(events.values())
            kept = dict(db.execute("SELECT stream, max(version) FROM events GROUP BY stream").fetchall())
        return any(kept.get(stream, 0) < version for stream, version in events.items())

    def _pause(self, process: Process, trouble: Trouble) -> None:
        if not process.loop.dead:
            process.loop.paused_until = self.scheduler.now_s + trouble.ms / 1000

    def _stop(self, process: Process, trouble: Trouble) -> None:
        if not process.open:
            return
        process.stop()
        life = process.life

        def again() -> None:
            if process.life == life:
                if process.loop.dead:
                    if self.site.disk is not None:
                        self.site.disk.next_life()
                    process.start()
                else:
                    self._after(500, again)

        self._after(trouble.ms, again)

    def _cut(self, process: Process, trouble: Trouble) -> None:
        for wire in tuple(process.wires):
            wire.cut()

    def _clock(self, process: Process, trouble: Trouble) -> None:
        process.calendar_off_ms += trouble.ms
        process.world.calendar_off_ms = process.calendar_off_ms

    def _slow(self, process: Process, trouble: Trouble) -> None:
        self._for_a_while(
            "slow",
            trouble.ms,
            lambda: setattr(self.scheduler, "slow_s", 0.15),
            lambda: setattr(self.scheduler, "slow_s", 0.0),
        )

    def _full(self, process: Process, trouble: Trouble) -> None:
        self._for_a_while("full", trouble.ms, lambda: self._disk(full=True), lambda: self._disk(full=False))

    def _failing(self, process: Process, trouble: Trouble) -> None:
        self._for_a_while("failing", trouble.ms, lambda: self._disk(failing=True), lambda: self._disk(failing=False))

    def _disk(self, **facts: bool) -> None:
        for kept in (self.site.disk, self.site.core):
            if kept is not None:
                for name, value in facts.items():
                    setattr(kept, name, value)

    def _away(self, process: Process, trouble: Trouble) -> None:
        database = self.site.database
        assert database is not None
        self._for_a_while(
            "away", trouble.ms, lambda: setattr(database, "away", True), lambda: setattr(database, "away", False)
        )

    def _restart(self, process: Process, trouble: Trouble) -> None:
        """The database is restarted: connections are gone, and what it had told nobody is told to nobody."""
        database = self.site.database
        assert database is not None
        self._away(process, msgspec.structs.replace(trouble, ms=min(trouble.ms, 1_000)))

    # --- playing

    @property
    def coups(self) -> int:
        """Asked before every step, and another number only after a commit."""
        if self._counted[0] != self.oracle.commits:
            self._counted = self.oracle.commits, sum(table.coups for table in self.oracle.tables.values())
        return self._counted[1]

    def play(self) -> None:
        """From the first start to the last check."""
        for process in self.site.processes:
            process.start()
        for person in self.people:
            self.scheduler.at_once(self.outside, lambda person=person: self._lives(person))  # type: ignore[misc]
        troubles = list(self.plan.troubles)
        longest_s = self.plan.coups * COUP_MS / 1000 * 6 + 60
        while self.coups < self.plan.coups and self.scheduler.now_s < longest_s:
            while troubles and troubles[0].after_coups <= self.coups:
                self._after(troubles[0].at_ms, partial(self.begins, troubles.pop(0)))
            self._step()
        self._calm_down()
        self._last_checks()

    def _lives(self, person: Person) -> None:
        task = self.outside.create_task(person.live())
        task.add_done_callback(self._ended)

    def _ended(self, task: Any) -> None:
        if not task.cancelled() and task.exception() is not None:
            error = task.exception()
            self.oracle.story.append("".join(traceback.format_exception(error)))
            self.scheduler.faults.append(str(error))

    def _step(self) -> None:
        scheduler = self.scheduler
        if not scheduler.step():
            raise BrokenPromiseError("nobody has anything to do, ever")
        if scheduler.steps % 16 == 0:
            self._looks_inside()
        if BROKEN:
            raise BrokenPromiseError(BROKEN[0])
        if scheduler.faults:
            raise BrokenPromiseError(scheduler.faults[0])
        if scheduler.steps > MOST_STEPS:
            raise BrokenPromiseError("it goes round in circles")

    def _looks_inside(self) -> None:
        """No process is ahead of what is on disk."""
        for process in self.site.processes:
            if process.open and process.house is not None:
                for table in process.house.tables.values():
                    known = self.oracle.versions[table.stream]
                    promise(
                        table.version <= known, "a process is ahead of its disk:", table.stream, table.version, known
                    )

    def _calm_down(self) -> None:
        """Nothing goes wrong any more: everybody is answered, and play goes on."""
        self.weather.calm()
        until = self.scheduler.now_s + 30
        while self._due and self.scheduler.now_s < until:
            self._step()
        for store in (self.site.disk, self.site.kept, self.site.database):
            if store is not None:
                store.kill_at = ""  # a death that waited for a write in vain
        for process in self.site.processes:
            process.loop.paused_until = min(process.loop.paused_until, self.scheduler.now_s)
        guests = [person for person in self.people if isinstance(person, Guest)]
        since, coups = self.scheduler.now_s, self.coups
        until = since + CALM_S
        while not (
            all(process.open for process in self.site.processes)
            and self.coups > coups
            and all(guest.answered_s > since for guest in guests)
        ):
            if self.scheduler.now_s > until:
                raise BrokenPromiseError(self._stuck())
            self._step()
        self.street.going_home = True
        until = self.scheduler.now_s + CALM_S
        kept = self.oracle.versions.copy()
        while any(guest.pending for guest in guests) or self._behind(kept):
            if self.scheduler.now_s > until:
                raise BrokenPromiseError(self._stuck())
            self._step()

    def _behind(self, kept: dict[str, int]) -> bool:
        """Whether somebody's page has not heard yet of what was kept by then."""
        return any(person.table and person.version < kept[f"table/{person.table}"] for person in self.people)

    def _stuck(self) -> str:
        told = ["play does not go on, though nothing goes wrong any more:"]
        for process in self.site.processes:
            told.append(f"{process.name}: open {process.open}, {process.failed}")
            if process.house is not None:
                told.append(f"  stops {process.house.premises.stops} broken {process.house.broken}")
                told += [
                    f"  {table.id}: owned {table.owned} {table.state.phase} coup {table.state.coup_no} "
                    f"staff {dict(table.state.staff)} incidents {dict(table.state.incidents)}"
                    for table in process.house.tables.values()
                ]
        for person in self.people:
            pending = [(each.name, round(each.at_s, 1)) for each in person.pending.values()]
            told.append(
                f"{person.name} {person.id}: {pending} answered {person.answered_s:.1f} "
                f"wire {person.wire is not None} closed with {person.closed_with}"
            )
        return "\n".join([*told, f"now {self.scheduler.now_s:.1f} coups {self.coups}"])

    def _last_checks(self) -> None:
        """Everything once more, whole."""
        oracle = self.oracle
        for (stream, name), version in self.street.acked.items():
            oracle.acknowledged(stream, name, version)
        for stream in oracle.tables:
            oracle.each_once(stream, self.street.given.get(stream, {}))
            oracle.each_shoe(stream)
        self._states_agree()
        for process in self.site.processes:
            process.stop()
        until = self.scheduler.now_s + CALM_S
        while any(not process.loop.dead for process in self.site.processes):
            if self.scheduler.now_s > until:
                raise BrokenPromiseError("the house does not close")
            self._step()
        self._full_check()

    def _states_agree(self) -> None:
        for process in self.site.processes:
            assert process.house is not None
            for table in process.house.tables.values():
                truth = self.oracle.tables[table.stream]
                wanted = truth.states.get(table.version)
                promise(wanted is None or table.state == wanted, "a state is not the fold of its log:", table.stream)

    def _full_check(self) -> None:
        """The house's own check of everything, on what is left."""
        disk = self.site.disk
        if disk is None:
            assert self.site.core is not None
            self.site.core.loop, self.site.core._closed = None, False
            report = asyncio.run(full_check(self.site.core, KEY))
        else:
            report = asyncio.run(_checked(disk.path))
        promise(not report.findings, "the books do not hold:", *(str(each) for each in report.findings[:5]))

    def end(self) -> None:
        """Let go of everything without a word."""
        if self._reader is not None:
            self._reader.close()
        left: list[asyncio.Task[Any]] = []
        for loop in self.scheduler.loops:
            for task in asyncio.all_tasks(loop) if not loop.dead else loop.tasks[2:]:
                setattr(task, "_log_destroy_pending", False)  # noqa: B010
                left.append(task)
        for loop in list(self.scheduler.loops):
            loop.set_exception_handler(lambda *_: None)
            loop.dead = True
            loop._ready.clear()
            loop._scheduled.clear()
            loop.close()
        for task in left:  # by hand: Python 3.11 can crash where its collector ends them
            with contextlib.suppress(BaseException):
                task.get_coro().close()


async def _checked(path: Path) -> Any:
    reader = await SqliteReader.open(path)
    try:
        return await full_check(reader, KEY)
    finally:
        await reader.close()


@cache
def house_of(rulebook: str, *, guests_share: bool) -> Any:
    house = short_house(rulebook)
    if not guests_share:
        return house
    rules = house.rules_with(rulebook, MANY_SHUFFLES)
    assert isinstance(rules, HouseRules), rules
    tables = {name: table._replace(rules=rules, guests_share=True) for name, table in house.tables.items()}
    return house._replace(tables=tables)


def simulate(seed: str, coups: int = 30) -> Result:
    """Play a seed."""
    return play(plan_of(seed, coups))


def play(plan: Plan) -> Result:
    """Play a plan."""
    shm = Path("/dev/shm")
    place = shm if shm.is_dir() else None
    result = Result(seed=plan.seed, kind=plan.kind)
    with quiet(), tempfile.TemporaryDirectory(prefix="minibac-simulation-", dir=place) as folder:
        BROKEN.clear()
        simulation = Simulation(plan, Path(folder))
        try:
            simulation.play()
        except BrokenPromiseError as error:
            result.broken = "\n".join([str(error), *simulation.oracle.story[:1]])
        except Exception:
            result.broken = traceback.format_exc()
        finally:
            simulation.end()
    oracle, scheduler = simulation.oracle, simulation.scheduler
    result.coups, result.steps, result.simulated_s = simulation.coups, scheduler.steps, round(scheduler.now_s, 3)
    result.commits, result.messages = oracle.commits, oracle.checked["messages"]
    result.digest = oracle.digest.hexdigest()
    shuffles = [table.shuffle for table in oracle.tables.values()]
    result.shuffles, result.withheld = sum(each.mixed for each in shuffles), sum(each.withheld for each in shuffles)
    result.done, result.happened = dict(simulation.street.done), dict(simulation.happened)
    return result


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """No log, no look at the program's own files, no warning about what a killed process left."""
    before = structlog.get_config()
    logger = logging.getLogger("minibac")
    manifest, wheel, disabled = self_check.manifest, self_check.recorded_by_wheel, logger.disabled
    house_log = logging.getLogger("minibac.house")
    known = files()
    structlog.configure(processors=[_nothing], cache_logger_on_first_use=False)
    self_check.manifest = lambda package=self_check.PACKAGE: known
    self_check.recorded_by_wheel = lambda package=self_check.PACKAGE: None
    logger.disabled = house_log.disabled = True
    unraisable, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
            gc.collect()
            if not _WARM:
                _WARM.append(True)
                gc.freeze()
    finally:
        sys.unraisablehook = unraisable
        structlog.configure(**before)
        self_check.manifest, self_check.recorded_by_wheel = manifest, wheel
        logger.disabled = house_log.disabled = disabled


_WARM: list[bool] = []
"""Whether everything that is made once has been made, and is not looked at any more for what can be thrown away."""


def _nothing(*_: Any) -> Any:
    raise structlog.DropEvent


__all__ = ["KilledError", "Plan", "Result", "Trouble", "plan_of", "play", "simulate"]
