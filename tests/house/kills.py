"""A house that is killed with SIGKILL at a numbered point, and opened again by the next process.

Each life is a process, forked from a warm parent. It holds the log against what guests were told so far, opens the
house, plays nine guests through the coups of short shoes, and writes every answer into a pipe before it does anything
else. At its point it kills itself: before a write, inside the commit, between the write and the reply, after the reply;
a small number makes it die while it recovers, and with PostgreSQL while it takes over from another process. With a
file, the power may go with the process: what no fsync had brought to the disk is lost too (``tests/power``).
"""

import asyncio
import contextlib
import os
import random
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from minibac.house.open_house import OpenHouse
from minibac.house.settings import Settings
from minibac.houses.house import House, sample_house
from minibac.records.store import Write, Written
from minibac.records.upcast import read_event
from minibac.rules.house_rules import HouseRules
from minibac.table.machine import replay
from minibac.table.state import TableState
from minibac.table.timing import Timing
from tests.house.crash_play import Guests, Sent, audit, sent_by_id
from tests.house.hosting import KEY
from tests.power.cut import FOLDER, JOURNAL, LYING, cut

KINDS = ("before", "inside", "during", "written", "answered")
"""Before the write; inside the transaction; at any moment of the commit; written and not answered; answered."""
TIMING = Timing(betting_ms=150, look_ms=2, cut_ms=2, turning_ms=2, offer_ms=2, house_money_ms=2, lost_ms=60_000)
PLAY = Settings(pace_ms=0, procedure_pace_ms=0, snapshot_events=60, timing=TIMING, lease_ms=800, renew_ms=150)
DEEP = {"cut_card_depth": 340}
"""Leaves shoes of about a dozen coups."""
MOST_APPENDS = 60
LIFE_S = 300
"""How long a busy machine may take for a life; what hangs longer is told."""


class Point(NamedTuple):
    """Where a life ends."""

    kind: str
    number: int
    """At this append of the life, from 1; 0: nowhere."""
    takeover: bool = False
    """The life waits as a second process beside an owner that dies first, and dies while it takes over."""


class Killer:
    """Counts the appends of a process and kills it at its point."""

    def __init__(self, point: Point, seed: int) -> None:
        self._point = point
        self._delay = random.Random(seed).random() * 0.004
        self._count = 0
        self._armed = False

    def watch(self, store: Any) -> None:
        """Put the points into a store."""
        append = store.append
        writer: Any = store.writer if hasattr(store, "writer") else store._writer
        keep = type(writer)._keep

        async def watched(write: Write) -> Written:
            self._count += 1
            here = self._count == self._point.number
            if here and self._point.kind == "before":
                die()
            if here and self._point.kind == "during":
                threading.Timer(self._delay, die).start()
            if here and self._point.kind == "inside":
                self._armed = True
            written: Written = await append(write)
            if here and self._point.kind in ("written", "during", "inside"):
                die()
            return written

        if asyncio.iscoroutinefunction(keep):

            async def kept_slowly(*given: Any) -> Any:
                if self._armed:  # the statement is on its way to the server when the process dies
                    threading.Timer(self._delay / 8, die).start()
                return await keep(*given)

            writer._keep = kept_slowly
        else:

            def kept(batch: Any) -> Any:
                done = keep(writer, batch)
                if self._armed:  # everything is in the transaction, and the commit is not
                    die()
                return done

            writer._keep = kept
        store.append = watched

    def answered(self) -> None:
        """An answer has gone out."""
        if self._point.kind == "answered" and self._count >= self._point.number > 0:
            die()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def short_house(rulebook: str) -> House:
    """The sample house, with a cutting card so deep that shoes are short."""
    house = sample_house(rulebook)
    rules = house.rules_with(rulebook, DEEP)
    assert isinstance(rules, HouseRules), rules
    tables = {name: table._replace(rules=rules) for name, table in house.tables.items()}
    return house._replace(tables=tables)


async def open_place(place: str) -> Any:
    """The store at a place: a file, or the address of a database."""
    if place.startswith("postgresql:"):
        from minibac.records.postgres import PostgresStore

        return await PostgresStore.open(place)
    from minibac.records.sqlite import SqliteStore

    return await SqliteStore.open(Path(place))


class Life(NamedTuple):
    """A process, and what it says."""

    pid: int
    pipe: TextIO


class Power(NamedTuple):
    """A folder whose disk loses power with the process, every other time, and where its writes are noted down."""

    folder: Path
    journal: Path
    lying: int = 0
    """The disk only says that it has synced, each so many times."""

    def watch(self) -> None:
        """Note down from now on, in this process, what would be lost."""
        for name, value in ((FOLDER, self.folder), (JOURNAL, self.journal), (LYING, self.lying)):
            os.environ[name] = str(value)


class Scene:
    """One play through many deaths, on one store."""

    def __init__(self, rulebook: str, place: str, seed: int, coups: int, power: Power | None = None) -> None:
        self.power = power
        self.rulebook = rulebook
        self.place = place
        self.seed = seed
        self.coups = coups
        self.answers: dict[str, int] = {}
        self.open: set[str] = set()
        self.lives = 0

    def live(self, point: Point) -> str:
        """One life, to its point or to the end of the play: ``killed``, ``done``, or what went wrong."""
        self.lives += 1
        owner = None
        if point.takeover:
            owner = self._fork(Point("", 0))
            self._listen(owner, until="plays")
        life = self._fork(point, follows=owner is not None)
        failed = ""
        if owner is not None:
            self._listen(life, until="follows")
            time.sleep(random.Random(self.seed + self.lives).random() / 20)
            with contextlib.suppress(ProcessLookupError):
                os.kill(owner.pid, signal.SIGKILL)
            failed = self._listen(owner)
            os.waitpid(owner.pid, 0)
        failed += self._listen(life)
        _, status = os.waitpid(life.pid, 0)
        if failed:
            return failed
        if os.WIFSIGNALED(status):
            killed = os.WTERMSIG(status) == signal.SIGKILL
            return "killed" if killed else f"it died of signal {os.WTERMSIG(status)}"
        return "done"

    def _fork(self, point: Point, *, follows: bool = False) -> Life:
        reader, writer = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(reader)
            self._child(point, writer, follows=follows)
        os.close(writer)
        return Life(pid, os.fdopen(reader, encoding="utf-8"))

    def _listen(self, life: Life, until: str = "") -> str:
        """Read what a life says, until a word or until it is over; what went wrong in it, or nothing."""
        failed = ""
        if life.pipe.closed:
            return failed
        for line in life.pipe:
            word, _, rest = line.rstrip("\n").partition(" ")
            if word == "sent":
                if rest not in self.answers:
                    self.open.add(rest)
            elif word == "answer":
                id, version = rest.split()  # noqa: A001
                self.open.discard(id)
                if self.answers.setdefault(id, int(version)) != int(version):
                    failed += f"{id} was answered with version {self.answers[id]}, and then with {version}"
            elif word == "refused":
                self.open.discard(rest)
                if rest in self.answers:
                    failed += f"{rest} was accepted, and refused when it was sent again"
            elif word == "failed":
                failed += rest.replace("\\n", "\n")
            elif word == until:
                return failed
        life.pipe.close()
        return failed

    def _child(self, point: Point, writer: int, *, follows: bool) -> None:
        """The life itself; it never returns."""
        status = 1
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(LIFE_S)  # whatever hangs ends, and is told
        if self.power:
            self.power.watch()
        try:
            asyncio.run(self._life(point, writer, follows=follows))
            status = 0
        except BaseException:
            text = traceback.format_exc().replace("\n", "\\n")
            os.write(writer, f"failed {text}\n".encode())
        finally:
            os._exit(status)

    async def _life(self, point: Point, writer: int, *, follows: bool) -> None:
        def say(line: str) -> None:
            os.write(writer, f"{line}\n".encode())

        killer = Killer(point, self.seed + self.lives)
        guests = Told(say, killer)
        guests.answers = dict(self.answers)
        guests.open = [sent_by_id(name) for name in sorted(self.open)]
        store = await open_place(self.place)
        stream = f"table/{next(iter(short_house(self.rulebook).tables))}"
        if not follows and (self.answers or (await store.version(stream)).version):
            await audit(store, stream, self.answers, self.open)
        killer.watch(store)
        house = await OpenHouse.open(store, [short_house(self.rulebook)], settings=PLAY, key=KEY)
        table = next(iter(house.tables.values()))
        say("follows")
        while not table.owned:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        state, version = table.state, table.version
        assert await _replay_to(table, version) == state, "the state is not the replay of the log"
        say("plays")
        await guests.play(house, table, self.coups)
        await house.close()
        # Beside another process it does not know what others sent there; the next life does.
        await audit(store, stream, guests.answers, [*self.open, *guests.sent], table.state, whole=not follows)
        await store.close()


async def _replay_to(table: Any, version: int) -> TableState:
    return replay([read_event(line.bytes) for line in await table.lines(until=version)])


class Told(Guests):
    """Guests whose words go through a pipe to somebody who outlives them."""

    def __init__(self, say: Any, killer: Killer) -> None:
        super().__init__()
        self.sent: list[str] = []
        self._say = say
        self._killer = killer

    async def send(self, table: Any, sent: Sent) -> bool:
        if sent.id in self.answers:
            return True
        self._say(f"sent {sent.id}")
        self.sent.append(sent.id)
        answer = await table.command(sent.command, sent.id)
        while answer.unknown:
            answer = await table.command(sent.command, sent.id)
        if answer.ok:
            self._say(f"answer {sent.id} {answer.version}")
            self.answers[sent.id] = answer.version
        else:
            self._say(f"refused {sent.id}")
        if sent in self.open:
            self.open.remove(sent)
        self._killer.answered()
        return bool(answer.ok)


def points(dice: random.Random, *, shared: bool) -> Iterator[Point]:
    """Points without end, every kind in turn; each third one early in a life, where it still recovers."""
    turn = 0
    while True:
        for kind in KINDS:
            turn += 1
            early = turn % 3 == 0
            number = dice.randint(1, 12 if early else MOST_APPENDS)
            yield Point(kind, number, takeover=shared and turn % 4 == 0)


def run(
    rulebook: str, place: str, *, kills: int, seed: int, coups: int = 14, power: Power | None = None
) -> tuple[Counter[str], str]:
    """Kill a house that many times, in one play after the other; what was counted, and the first thing wrong."""
    dice = random.Random(f"{rulebook} {seed}")
    counted: Counter[str] = Counter()
    scene = Scene(rulebook, place, seed, coups, power)
    for point in points(dice, shared=place.startswith("postgresql:")):
        started = time.monotonic()
        said = scene.live(point)
        counted["ms"] += int((time.monotonic() - started) * 1000)
        if said == "killed":
            counted["kills"] += 1
            counted[f"{point.kind}{' (takeover)' if point.takeover else ''}"] += 1
            if power and dice.random() < 0.5:
                counted["power cuts"] += 1
                counted += Counter({f"power: {way}": files for way, files in cut(*power[:2], dice).items()})
        elif said == "done":
            counted["plays"] += 1
            scene.coups += coups
        else:
            return counted, f"{rulebook}, {place}, seed {seed}, life {scene.lives}, {point}:\n{said}"
        if counted["kills"] >= kills:
            break
    said = scene.live(Point("", 0))
    counted["wagers"] = sum(name.startswith("coup-") for name in scene.answers)
    return counted, "" if said == "done" else said
