"""One writer for each stream, where several processes share a store.

A stream is leased: its owner says every second that it is alive, and when it has said nothing for three, another
process takes the stream over, reads what it has not seen, and goes on where the log ends. Each lease has a number, the
fence; the store refuses what is written under an old one, so an owner that was only slow cannot write behind its
successor's back. Processes know of each other by leases too: whoever owns more tables than the others hands some on,
between two coups, and whoever goes hands on everything. On a store of one process none of this is needed, and nothing
of it happens.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from minibac.house.hosted_stream import HostedStream
from minibac.house.premises import LOG, Premises
from minibac.house.shares import PROCESS, dealt_out, processes, to_give
from minibac.records.store import Broken, StoreError

TakenOver = Callable[[HostedStream[Any], bool], Awaitable[None]]
"""What is done with a stream that this process owns now; whether it was handed over by a process that lives."""

MOST_PROCESSES = 64
"""So many processes of a house share its tables; more may run, and own what others leave behind."""
SHARED_OUT = "table/"
"""How the names of the streams begin that are shared out; a pit and the house have little to do."""


class Ownership:
    """The leases of one process, and the ear it has on the store."""

    def __init__(
        self,
        premises: Premises,
        streams: Mapping[str, HostedStream[Any]],
        taken_over: TakenOver,
        every_time: Callable[[], Awaitable[None]],
        broken: Callable[[Broken], Awaitable[None]],
        process_gone: Callable[[], Awaitable[None]],
    ) -> None:
        self._premises = premises
        self._streams = streams
        """The streams that are open here, by name."""
        self._taken_over = taken_over
        self._look_around = every_time
        self._broken = broken
        """What is done with a stream whose log is not as it was written."""
        self._process_gone = process_gone
        self._living: set[str] = set()
        """The processes of the house, when they were last looked at."""
        self.stop_listening: Callable[[], None] = lambda: None
        """To be called when nobody here waits for an answer any more."""
        self._look = asyncio.Event()
        self._closing = False
        self.idle = False
        self._busy: set[str] = set()
        self._handed: dict[str, int] = {}
        """Leases that were handed on, by stream, with the fence: somebody's, perhaps this process's."""
        self._takes_part = self._sharing = False
        self._place = ""
        """The lease by which the others know of this process."""
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether leases are kept at all."""
        return self._task is not None and not self._task.done()

    def start(self) -> None:
        """Listen, renew and claim from now on."""
        if not self._premises.shared:
            return
        self.stop_listening = self._premises.store.listen(self._heard)
        self._task = self._premises.spawn(self._run(), "the leases")

    def take_part(self) -> None:
        """Everything is open here: from now on this process gets its share of the tables."""
        self._takes_part = True
        self._look.set()

    async def close(self) -> None:
        """Hand everything to the other processes, so that they go on at once, or give it back where there is none."""
        self._closing = True
        self._look.set()
        if self._task is not None:
            await asyncio.wait([self._task])
        if self._premises.shared:
            await self._hand_out()
        try:
            for stream in tuple(self._streams.values()):
                await self.release(stream)
        except StoreError as error:
            LOG.error("the tables could not be given back, their leases run out: %s", error)

    async def _hand_out(self) -> None:
        store, me = self._premises.store, self._premises.owner
        try:
            if self._place:  # first, so that nobody hands anything to a process that goes
                await store.release(self._place, me)
            leases = await store.leases()
            mine = {name: stream for name, stream in self._streams.items() if stream.owned}
            living = [process for process in processes(leases) if process != me]
            for name, to in dealt_out(tuple(mine), living, leases):
                await mine[name].hand_over(to)
        except StoreError as error:
            LOG.error("the tables could not be handed over, their leases run out: %s", error)

    async def release(self, stream: HostedStream[Any]) -> None:
        """Give one lease back."""
        if self._premises.shared and stream.owned:
            stream.step_down()
            await self._premises.store.release(stream.stream, self._premises.owner)

    async def claim(self, stream: HostedStream[Any]) -> bool:
        """Take or renew one lease; whether this process owns the stream now."""
        if not self._premises.shared:
            return True
        settings = self._premises.settings
        fence = await self._premises.store.claim(stream.stream, self._premises.owner, settings.lease_ms)
        if fence is None:
            stream.step_down()
            return False
        try:
            taken = await stream.take_over(fence)
        except Broken:
            await self._premises.store.release(stream.stream, self._premises.owner)
            raise
        if taken:
            await self._taken_over(stream, self._handed.pop(stream.stream, 0) == fence)
            await stream.serve_notes()
        return True

    async def _run(self) -> None:
        premises = self._premises
        while not self._closing:
            self._look.clear()
            premises.spawn(self._every_time(), "what other processes changed")
            renewed = premises.later(premises.settings.renew_ms, self._look.set)
            for name, stream in self._streams.items():
                if name not in self._busy:
                    self._busy.add(name)
                    premises.spawn(self._look_after(stream), f"the lease of {name}")
            self.idle = not self._look.is_set()
            await self._look.wait()
            self.idle = False
            renewed()

    async def _every_time(self) -> None:
        try:
            await self._look_around()
            if self._takes_part and not self._closing:
                await self._share_out()
        except StoreError as error:
            LOG.error("what other processes changed is not known: %s", error)

    async def _share_out(self) -> None:
        """Say that this process is there, and hand on what is more than its share."""
        store, me = self._premises.store, self._premises.owner
        if self._sharing:
            return
        self._sharing = True
        try:
            if not await self._seen():
                return
            leases = await store.leases()
            before, self._living = self._living, set(processes(leases))
            if before - self._living:
                await self._process_gone()
            tables = {name: stream for name, stream in self._streams.items() if name.startswith(SHARED_OUT)}
            owners = {name: leases[name] for name in tables if name in leases}
            mine = [name for name, table in tables.items() if table.owned and table.can_change_hands]
            for name, to in to_give(me, processes(leases), owners, mine):
                if not self._closing and tables[name].can_change_hands and await tables[name].hand_over(to):
                    LOG.info("%s goes on at another process, which has fewer tables", name)
        finally:
            self._sharing = False

    async def _seen(self) -> bool:
        """Renew the lease by which the others know of this process, or take a free one."""
        store, settings, me = self._premises.store, self._premises.settings, self._premises.owner
        if self._place and await store.claim(self._place, me, settings.lease_ms) is not None:
            return True
        for number in range(1, MOST_PROCESSES + 1):
            self._place = f"{PROCESS}{number}"
            if await store.claim(self._place, me, settings.lease_ms) is not None:
                return True
        self._place = ""
        return False

    async def _look_after(self, stream: HostedStream[Any]) -> None:
        """Renew one lease, take one over, or read on; what takes long at one stream keeps no other waiting."""
        try:
            async with self._watched(stream):
                if not await self.claim(stream):
                    await stream.follow()
        finally:
            self._busy.discard(stream.stream)

    async def _follow(self, stream: HostedStream[Any]) -> None:
        async with self._watched(stream):
            await stream.follow()

    @asynccontextmanager
    async def _watched(self, stream: HostedStream[Any]) -> AsyncIterator[None]:
        """What goes wrong at one stream is no matter of the others."""
        try:
            yield
        except Broken as broken:
            await self._broken(broken)
        except StoreError as error:
            LOG.error("%s: %s", stream.stream, error)

    def _heard(self, name: str, number: int) -> None:
        """The store tells of a commit, a note, a reply, or a lease that changed hands."""
        if name == "reply":
            for stream in self._streams.values():
                stream.replied(number)
            return
        what = next((kind for kind in ("lease/", "note/") if name.startswith(kind)), "")
        name = name.removeprefix(what)
        found = self._streams.get(name)
        if self._closing or found is None:
            return
        if what == "note/" and found.owned:
            self._premises.spawn(found.serve_notes(), f"notes to {name}")
        elif what == "lease/" and not found.owned:  # whoever it is for takes the stream over now, not at the next look
            self._handed[name] = number
            self._premises.spawn(self._look_after(found), f"the lease of {name}")
        elif not what and not found.owned and number > found.version:
            self._premises.spawn(self._follow(found), f"following {name}")
