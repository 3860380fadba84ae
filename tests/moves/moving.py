"""Moves of ownership under play, one after the other, and everything that must hold after each."""

import asyncio
import contextlib
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import httpx
import psycopg

from tests.moves.guests import KINDS, LOST, TABLES, Chair, come_in
from tests.moves.processes import LINK, BrokenPromiseError, Process, Processes, environ, processes, until
from tests.moves.reckoning import BALANCES, UNEQUAL, UNEVEN, Reckoning, named
from tests.postgres import Server

NAMES = ("Ann", "Bo", "Cy", "Dee")
PASSWORD = "correct horse battery staple"
LEASE_OVER_S = 2.0
PATIENCE_OVER_S = 22.0
"""A house gives a write up when its database has been away for twenty seconds."""
OFTEN = {
    "start": 6, "stop": 6, "kill": 6, "pause": 4, "cut": 3, "hold": 3, "drop": 3, "terminate": 4, "restart-fast": 2,
    "restart-immediate": 2, "away": 1, "long-away": 0.3, "two": 5,
}  # fmt: skip
"""How often each kind of move comes."""
OTHERS = ("kill-start", "pause", "drop", "kill")
"""What happens to a process while something happens to another."""


class Play:
    """A house of several processes with its guests, and what was done to it."""

    def __init__(self, house: Processes, seed: int) -> None:
        self.house = house
        self.done: Counter[str] = Counter()
        self.story: list[str] = []
        self.chairs: list[Chair] = []
        self._random = random.Random(f"{len(house.all)} {seed}")
        self._seed = seed
        self._reckoning = Reckoning(house.address)
        self._admin: dict[str, str] = {}
        self._playing: list[asyncio.Task[None]] = []

    # --- before and after

    async def begin(self) -> None:
        """The administrator and the guests come in, and play."""
        first = self.house.all[0]
        await until(lambda: LINK.search(first.said), "there are no links")
        token = LINK.findall(first.said)[0]
        async with httpx.AsyncClient(timeout=60) as client:
            facts = {"name": "Ada", "password": PASSWORD}
            answer = await client.post(f"{first.base}/api/invitations/{token}", json=facts)
            answer.raise_for_status()
            cookie = answer.headers["set-cookie"].partition(";")[0]
            self._admin = {"Cookie": cookie, "X-CSRF-Token": answer.json()["csrf"]}
        guests = await come_in(self.house, NAMES)
        for number, guest in enumerate(guests):
            for turn in (0, 1):  # each table has two guests, and each guest two tables
                table = list(TABLES)[(number + turn) % len(TABLES)]
                chair = Chair(guest, table, 3 + 2 * turn, self.house, f"{self._seed} {guest.name} {table}")
                self.chairs.append(chair)
        self._playing = [asyncio.create_task(chair.play()) for chair in self.chairs]
        await self.settled()

    async def end(self) -> None:
        """Everybody goes home."""
        while playing := [task for task in self._playing if not task.done()]:
            for task in playing:
                task.cancel()  # again, where one was just busy with something else that it would not hear it in
            await asyncio.wait(playing, timeout=1)

    def __str__(self) -> str:
        told = "\n".join(f"  process {process.name}: {process.said[-1500:]}" for process in self.house.all)
        return "\n".join([f"moves: {', '.join(self.story)}", *map(str, self.chairs), told])

    @property
    def acknowledged(self) -> int:
        return sum(sum(chair.done.values()) for chair in self.chairs)

    @property
    def shoes(self) -> int:
        """How many were played to the end and revealed."""
        return sum(table.revealed for table in self._reckoning.tables.values())

    # --- what must hold

    async def settled(self) -> None:
        """Every table is served, every guest does everything once more, at every process; and the books agree."""
        house = self.house
        pids = {process.pid for process in house.open}
        await house.until_owned(len(TABLES), lambda owners: owners <= pids, "not every table is served")
        for process in house.open:
            await self._until_ready(process)
        before = [Counter(chair.done) for chair in self.chairs]
        served = {process: process.answered for process in house.open}
        least = min(served.values())
        for process in served:  # whoever comes in next comes in everywhere
            process.answered = served[process] = least

        def played() -> bool:
            self._still_playing()
            house.check()
            everybody = zip(self.chairs, before, strict=True)
            return all(all(chair.done[kind] > then[kind] for kind in KINDS) for chair, then in everybody) and all(
                process.answered > then for process, then in served.items()
            )

        def missing() -> str:
            everybody = zip(self.chairs, before, strict=True)
            short = [str(chair) for chair, then in everybody if any(chair.done[k] <= then[k] for k in KINDS)]
            idle = [process.name for process, then in served.items() if process.answered <= then]
            return f"not everybody can play and leave; processes without an answer: {idle}\n" + "\n".join(short)

        await until(played, missing)
        await self.check_books()

    async def check_books(self) -> None:
        """What was acknowledged, the log, the ledger, the balances and the pages agree."""
        before = self._acknowledged()
        kept = await asyncio.to_thread(self._reckoning.read)
        if wrong := self._reckoning.wrong(kept, before, self.chairs):
            raise BrokenPromiseError("\n".join(wrong[:20]))

    def _acknowledged(self) -> dict[tuple[str, str], int]:
        """Every command that was acknowledged until now, and the version it was acknowledged with."""
        return {name: given.version for chair in self.chairs for name, given in named(chair) if given.answer == "ok"}

    def _still_playing(self) -> None:
        for task in self._playing:
            if task.done():
                task.result()
                raise BrokenPromiseError("a guest has stopped playing")

    async def _until_ready(self, process: Process) -> None:
        """The house says of itself that it is ready, and that nothing keeps new rounds from beginning."""
        last: list[str] = [""]

        async def ready() -> bool:
            try:
                answer = await client.get(f"{process.base}/ready")
            except LOST as error:
                last[0] = repr(error)
                return False
            last[0] = answer.text
            return answer.status_code == 200 and answer.json()["ok"] and not answer.json()["paused"]

        async with httpx.AsyncClient(timeout=5) as client:
            for _ in range(900):
                if await ready():
                    return
                await asyncio.sleep(0.2)
        raise BrokenPromiseError(f"process {process.name} is not ready: {last[0]}")

    # --- a copy

    async def backup(self) -> None:
        """A copy made while everybody plays becomes the same house again, in a database or in a folder."""
        acknowledged = self._acknowledged()
        process = self._random.choice(self.house.open)
        async with httpx.AsyncClient(timeout=120, headers=self._admin) as client:
            answer = await client.post(f"{process.base}/api/backup")
        if answer.status_code != 201:
            raise BrokenPromiseError(f"no copy was made: {answer.text}")
        copy = process.folder / "backups" / answer.json()["name"]
        if self.done["backup"] % 2:
            again = self.house.folder / f"again-{self.done['backup']}"
            await self._minibac("serve", "--restore", str(copy), "--data", str(again))
            await self._check_books("--data", str(again))
        else:
            with self.house.server.database() as address:
                folder = str(self.house.folder / "nothing")
                await self._minibac("serve", "--restore", str(copy), "--database", address, "--data", folder)
                await self._check_books("--database", address)
                await asyncio.to_thread(_check_copy, address, acknowledged)
        await self._minibac("books", "check", "--database", self.house.address)  # and the house itself, while it plays
        self.done["backup"] += 1

    async def _check_books(self, *where: str) -> None:
        for word in ("reconcile", "check"):
            await self._minibac("books", word, *where)

    async def _minibac(self, *words: str) -> None:
        """Run a command as a person would; it must succeed."""
        ran = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "minibac", *words],
            env=environ({}),
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise BrokenPromiseError(f"minibac {' '.join(words)} ended with {ran.returncode}: {ran.stdout}{ran.stderr}")

    # --- moves

    async def move(self, kind: str = "") -> None:
        """One move, of this kind or of any that is possible now, and all that must hold after it."""
        kind = kind or self._random.choices(list(OFTEN), list(OFTEN.values()))[0]
        if kind == "start" and all(process.open for process in self.house.all):
            kind = "stop"
        if kind in ("stop", "kill") and len(self.house.open) == 1:
            kind = f"{kind}-start"  # the last one comes up again, on its own
        kinds = [kind]
        if kind == "two":
            alone = len(self.house.open) == 1  # then only the database can be the other
            kinds = [self._random.choice(("stop-start", "kill-start", "pause", "cut", "hold"))]
            kinds += [
                self._random.choice(("terminate", "restart-fast", "restart-immediate", *(() if alone else OTHERS)))
            ]
        self._random.shuffle(targets := self.house.open)
        if kind == "start":
            targets = [process for process in self.house.all if not process.open]
        pairs = list(zip(kinds, [*targets, targets[0]], strict=False))
        self.story.append(" + ".join(f"{kind} {process.name}" for kind, process in pairs))
        await asyncio.gather(*(self._moves(kind)(process) for kind, process in pairs))
        await self.settled()
        self.done[kind] += 1

    def _moves(self, kind: str) -> Callable[[Process], Awaitable[None]]:
        simple: dict[str, Callable[[Process], Awaitable[None]]] = {
            "start": Process.start,
            "stop": lambda process: process.end(signal.SIGTERM),
            "kill": lambda process: process.end(signal.SIGKILL),
            "stop-start": lambda process: self._again(process, signal.SIGTERM),
            "kill-start": lambda process: self._again(process, signal.SIGKILL),
            "pause": self._pause,
            "cut": lambda process: self._without(process, process.wire.cut),
            "hold": lambda process: self._without(process, process.wire.hold),
            "drop": self._drop,
            "terminate": self._terminate,
            "restart-fast": lambda _: self._database(signal.SIGINT),
            "restart-immediate": lambda _: self._database(signal.SIGQUIT),
            "away": lambda _: self._database(signal.SIGINT, LEASE_OVER_S),
            "long-away": lambda _: self._database(signal.SIGINT, PATIENCE_OVER_S),
        }
        return simple[kind]

    async def _again(self, process: Process, how: signal.Signals) -> None:
        await process.end(how)
        await process.start()

    async def _pause(self, process: Process) -> None:
        """It stands still until its leases are over, and goes on as if nothing had been."""
        process.signal(signal.SIGSTOP)
        try:
            await self._leases_over(process)
        finally:
            process.signal(signal.SIGCONT)

    async def _without(self, process: Process, stop: Callable[[], None]) -> None:
        """It has no database until its leases are over."""
        stop()
        try:
            await self._leases_over(process)
        finally:
            process.wire.mend()

    async def _leases_over(self, process: Process) -> None:
        """None of its tables is its own any more."""
        pid = process.pid
        for _ in range(9000):
            with contextlib.suppress(psycopg.Error):  # the database may be away just now
                if pid not in (await self.house.owners()).values():
                    return
            await asyncio.sleep(0.02)
        raise BrokenPromiseError(f"process {process.name} still has its leases")

    async def _drop(self, process: Process) -> None:
        process.wire.drop()

    async def _terminate(self, _: Process) -> None:
        """The database ends some connections, whosever they are."""
        chance = self._random.choice((0.3, 1.0))
        query = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < %s"""
        await asyncio.to_thread(self.house.ask, query, chance)

    async def _database(self, how: signal.Signals, away_s: float = 0.0) -> None:
        server = self.house.server
        await asyncio.to_thread(server.stop, how)
        await asyncio.sleep(away_s)
        await asyncio.to_thread(server.start)


def _check_copy(address: str, acknowledged: dict[tuple[str, str], int]) -> None:
    """A restored house has everything that was acknowledged before the copy was asked for."""
    with psycopg.connect(address, options="-c search_path=minibac") as database:
        kept = database.execute("SELECT stream, command, version FROM answers").fetchall()
        answers = {(stream, command): version for stream, command, version in kept}
        wrong = database.execute(UNEQUAL).fetchall() + database.execute(UNEVEN).fetchall()
        wrong += [row for row in acknowledged.items() if answers.get(row[0]) != row[1]]
        if wrong or not database.execute(BALANCES).fetchall():
            raise BrokenPromiseError(f"the copy is not the house: {wrong[:10]}")


async def play(
    server: Server,
    count: int,
    seed: int,
    kinds: Sequence[str],
    backup_every: int,
    lease_ms: int,
    told: Callable[[str], None] = lambda _: None,
) -> Counter[str]:
    """Moves in a new house of so many processes (an empty kind: any); what was done."""
    with tempfile.TemporaryDirectory(prefix="minibac-moves-") as folder, server.database() as address:
        async with processes(server, address, Path(folder), count, lease_ms) as house:
            doing = Play(house, seed)
            try:
                await doing.begin()
                for number, kind in enumerate(kinds, 1):
                    await doing.move(kind)
                    told(f"{number}: {doing.story[-1]}")
                    if number % backup_every == 0:
                        await doing.backup()
            except BaseException as error:
                error.add_note(str(doing))
                raise
            finally:
                await doing.end()
            return doing.done + Counter(acknowledged=doing.acknowledged, shoes=doing.shoes)
