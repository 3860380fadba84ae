"""What a simulated house keeps: in memory or in a file for one process, or in a database that several ask by wire."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from minibac.records.ledger import never_negative
from minibac.records.memory import MemoryStore
from minibac.records.one_process import OneProcess
from minibac.records.store import (
    Figures,
    Line,
    Posted,
    StoreAway,
    StoreFull,
    Unlike,
    Unsound,
    Unsure,
    Write,
    Written,
)
from minibac.records.world import HERE
from minibac.voice.said import Said
from tests.simulation.network import Weather
from tests.simulation.oracle import promise
from tests.simulation.scheduler import KilledError, Loop, Scheduler

KEPT = ("_lines", "_rows", "_balances", "_answers", "_snapshots", "_seals", "_docs")


class Kept(MemoryStore):
    """A store in memory that outlives the process that has it open, and can be looked at whole."""

    def __init__(self, before: "Kept | None" = None) -> None:
        super().__init__()
        self.committed: Callable[[], None] = lambda: None
        self.full = self.failing = False
        self.kill_at = ""
        self.dies: Callable[[], None] = lambda: None
        self.loop: Loop | None = None
        """Of the process that has it open, where it is one's alone."""
        if before is not None:
            for name in KEPT:
                setattr(self, name, getattr(before, name))
            self._commits = before._commits

    async def append(self, write: Write) -> Written:
        self._alive()
        if self.kill_at in ("before", "inside", "torn"):
            self._die()
        return await super().append(write)

    async def put(self, kind: str, items: Sequence[tuple[str, bytes | None]]) -> None:
        self._alive()
        await super().put(kind, items)

    def _tell(self, news: Iterable[tuple[str, int]]) -> None:
        told = list(news)
        if (told and "/" in told[0][0] and told[0][0].split("/")[0] in ("note", "lease")) or told[0][0] == "reply":
            super()._tell(told)
            return
        self.committed()
        if self.kill_at == "after":
            self._die()
        super()._tell(told)

    def _alive(self) -> None:
        if self.loop is not None and self.loop.dead:
            raise KilledError
        if self.full:
            raise StoreFull("the disk takes no more (simulated): nothing was written, and nothing is lost")
        if self.failing:
            raise StoreAway("the disk cannot be written (simulated): nothing was written, and nothing is lost")

    def _die(self) -> None:
        self.kill_at = ""
        self.dies()
        raise KilledError

    # --- for somebody who looks at the whole

    async def names(self) -> tuple[str, ...]:
        named = {*self._lines, *self._snapshots, *(row.stream for row in self._rows), *(s for s, _ in self._answers)}
        return tuple(sorted(named | {owner for owner, _ in self._balances if owner}))

    async def rows(self, table: str) -> AsyncIterator[tuple[Any, ...]]:
        for row in self._table(table):
            yield (*row, never_negative(row[1])) if table == "balances" else tuple(row)

    async def traces(self) -> tuple[Said, ...]:
        return ()


class Remote:
    """The way of one process to a database that others use too: nothing comes at once, and some of it not at all."""

    def __init__(self, database: "Database", loop: Loop) -> None:
        self._database, self._loop = database, loop
        self._stops: list[Callable[[], None]] = []
        self._closed = False

    # --- there and back

    async def _there(self) -> Kept:
        database = self._database
        if self._loop.dead:
            raise KilledError
        await asyncio.sleep(database.late_s())
        if database.away or self._closed:
            await asyncio.sleep(0.05)
            raise StoreAway("the database does not answer (simulated)")
        return database.core

    async def _back(self) -> None:
        await asyncio.sleep(self._database.late_s())

    async def append(self, write: Write) -> Written:
        core = await self._there()
        if self._loop.dead:
            raise KilledError
        kill = self._database.kills(self._loop)
        if kill and kill != "after":
            self._database.die()
        lease = core._leases.get(write.stream)
        holds = lease.fence if lease and lease.until_ms > database_now_ms() else 0
        written = await core.append(write)
        promise(write.fence == holds, "written under a lease that is over:", write.stream, write.fence, holds)
        if kill:
            self._database.die()
        return await self._told(written)

    async def _told(self, written: Written) -> Written:
        """The commit is made; its word is on the way back. A connection that is lost then is made again, and asked."""
        await self._back()
        for _ in range(40):
            if not self._database.away:
                return written
            await asyncio.sleep(0.5)
        raise Unsure("the database does not answer (simulated): whether the write was kept is not known")

    async def version(self, stream: str) -> Written:
        return await (await self._there()).version(stream)

    async def read(self, stream: str, after: int = 0, until: int | None = None) -> AsyncIterator[Line]:
        core = await self._there()
        for line in [line async for line in core.read(stream, after, until)]:
            yield line

    async def streams(self) -> tuple[str, ...]:
        return await (await self._there()).streams()

    async def answer(self, stream: str, command: str) -> bytes | None:
        return await (await self._there()).answer(stream, command)

    async def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        return await (await self._there()).snapshot(stream)

    async def seal(self, name: str) -> bytes | None:
        return await (await self._there()).seal(name)

    async def balances(self, stream: str | None = None) -> dict[str, int]:
        return await (await self._there()).balances(stream)

    async def balance(self, account: str) -> int:
        return await (await self._there()).balance(account)

    async def ledger(
        self, *, stream: str | None = None, account: str | None = None, after: int = 0
    ) -> AsyncIterator[Posted]:
        core = await self._there()
        for row in [row async for row in core.ledger(stream=stream, account=account, after=after)]:
            yield row

    async def unlike_ledger(self) -> tuple[Unlike, ...]:
        return await (await self._there()).unlike_ledger()

    async def glance(self) -> tuple[Unsound, ...]:
        return await (await self._there()).glance()

    async def put(self, kind: str, items: Sequence[tuple[str, bytes | None]]) -> None:
        await (await self._there()).put(kind, items)
        await self._back()

    async def get(self, kind: str, key: str) -> bytes | None:
        return await (await self._there()).get(kind, key)

    async def all(self, kind: str) -> dict[str, bytes]:
        return await (await self._there()).all(kind)

    async def claim(self, stream: str, owner: str, ms: int) -> int | None:
        fence = await (await self._there()).claim(stream, owner, ms)
        await self._back()
        return fence

    async def release(self, stream: str, owner: str) -> None:
        await (await self._there()).release(stream, owner)

    async def pass_on(self, stream: str, owner: str, to: str, ms: int) -> int | None:
        fence = await (await self._there()).pass_on(stream, owner, to, ms)
        await self._back()
        return fence

    async def leases(self) -> dict[str, str]:
        return await (await self._there()).leases()

    async def send(self, stream: str, note: bytes) -> int:
        number = await (await self._there()).send(stream, note)
        await self._back()
        return number

    async def notes(self, stream: str) -> tuple[tuple[int, bytes], ...]:
        return await (await self._there()).notes(stream)

    async def reply(self, number: int, reply: bytes) -> None:
        await (await self._there()).reply(number, reply)

    async def replied(self, number: int) -> bytes | None:
        return await (await self._there()).replied(number)

    def listen(self, told: Callable[[str, int], None]) -> Callable[[], None]:
        """What the database tells may be late, lost with its connection, or told twice."""
        database, loop = self._database, self._loop

        def heard(stream: str, number: int) -> None:
            draw = database.dice.random()
            lost = database.weather.notices_lost
            if database.away or draw < lost / 10:
                return
            if draw < lost:
                loop.call_later(database.dice.random() * 0.5, told, stream, number)
            if draw > lost / 2:
                loop.call_later(database.late_s(), told, stream, number)

        stop = database.core.listen(heard)
        self._stops.append(stop)
        return stop

    def say(self, word: str) -> None:
        for loop, told in list(self._database.ears.values()):
            if loop is not self._loop and not loop.dead and not self._database.away:
                loop.call_later(self._database.late_s(), told, word)

    def overhear(self, told: Callable[[str], None]) -> Callable[[], None]:
        key = object()
        self._database.ears[key] = self._loop, told
        return lambda: self._database.ears.pop(key, None) and None

    def figures(self) -> Figures:
        return self._database.core.figures()

    async def close(self) -> None:
        self._closed = True
        for stop in self._stops:
            with suppress(KeyError):
                stop()


class Database:
    """A database of which several processes have a part."""

    def __init__(self, scheduler: Scheduler, seed: str, weather: Weather) -> None:
        self.core = Kept()
        self.scheduler, self.weather = scheduler, weather
        self.dice = random.Random(f"database {seed}")
        self.away = False
        self.kill_at = ""
        self.victim: Loop | None = None
        """Whose next write is its last, and where in it."""
        self.dies: Callable[[], None] = lambda: None
        self.ears: dict[object, tuple[Loop, Callable[[str], None]]] = {}

    def late_s(self) -> float:
        return self.dice.choice((0.0, 0.0, 0.0005, 0.002)) + self.scheduler.slow_s

    def kills(self, loop: Loop) -> str:
        """Where in this write its process is to die, if it is."""
        if self.victim is not loop or not self.kill_at:
            return ""
        kill, self.kill_at = self.kill_at, ""
        return kill

    def die(self) -> None:
        self.dies()
        raise KilledError


def database_now_ms() -> int:
    return HERE.get().running_ms()


assert not issubclass(Remote, OneProcess)
