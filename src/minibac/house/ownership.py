"""One writer for each stream, where several processes share a store.

A stream is leased: its owner says every second that it is alive, and when it has said nothing for three, another
process takes the stream over, reads what it has not seen, and goes on where the log ends. Each lease has a number, the
fence; the store refuses what is written under an old one, so an owner that was only slow cannot write behind its
successor's back. On a store of one process none of this is needed, and nothing of it happens.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from minibac.house.hosted_stream import HostedStream
from minibac.house.premises import LOG, Premises
from minibac.records.store import StoreError

Streams = Callable[[], Iterable[HostedStream[object]]]
TakenOver = Callable[[HostedStream[object]], Awaitable[None]]


class Ownership:
    """The leases of one process, and the ear it has on the store."""

    def __init__(
        self, premises: Premises, streams: Streams, taken_over: TakenOver, every_time: Callable[[], Awaitable[None]]
    ) -> None:
        self._premises = premises
        self._streams = streams
        self._taken_over = taken_over
        self._look_around = every_time
        self._stop_listening: Callable[[], None] = lambda: None
        self._look = asyncio.Event()
        self._closing = False
        self.idle = False
        self._busy: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether leases are kept at all."""
        return self._task is not None and not self._task.done()

    def start(self) -> None:
        """Listen, renew and claim from now on."""
        if not self._premises.shared:
            return
        self._stop_listening = self._premises.store.listen(self._heard)
        self._task = self._premises.spawn(self._run(), "the leases")

    async def close(self) -> None:
        """Give every lease back, so that another process goes on at once."""
        self._closing = True
        self._look.set()
        if self._task is not None:
            await asyncio.wait([self._task])
        self._stop_listening()
        for stream in self._streams():
            await self.release(stream)

    async def release(self, stream: HostedStream[object]) -> None:
        """Give one lease back."""
        if self._premises.shared and stream.owned:
            stream.step_down()
            await self._premises.store.release(stream.stream, self._premises.owner)

    async def claim(self, stream: HostedStream[object]) -> bool:
        """Take or renew one lease; whether this process owns the stream now."""
        if not self._premises.shared:
            return True
        settings = self._premises.settings
        fence = await self._premises.store.claim(stream.stream, self._premises.owner, settings.lease_ms)
        if fence is None:
            stream.step_down()
            return False
        if await stream.take_over(fence):
            await self._taken_over(stream)
            await stream.serve_notes()
        return True

    async def _run(self) -> None:
        premises = self._premises
        while not self._closing:
            self._look.clear()
            premises.spawn(self._every_time(), "what other processes changed")
            renewed = premises.later(premises.settings.renew_ms, self._look.set)
            for stream in tuple(self._streams()):
                if stream.stream not in self._busy:
                    self._busy.add(stream.stream)
                    premises.spawn(self._look_after(stream), f"the lease of {stream.stream}")
            self.idle = not self._look.is_set()
            await self._look.wait()
            self.idle = False
            renewed()

    async def _every_time(self) -> None:
        try:
            await self._look_around()
        except StoreError as error:
            LOG.error("what other processes changed is not known: %s", error)

    async def _look_after(self, stream: HostedStream[object]) -> None:
        """Renew one lease, take one over, or read on; what takes long at one stream keeps no other waiting."""
        try:
            if not await self.claim(stream):
                await stream.follow()
        except StoreError as error:
            LOG.error("%s: %s", stream.stream, error)
        finally:
            self._busy.discard(stream.stream)

    def _heard(self, name: str, number: int) -> None:
        """The store tells of a commit, a note or a reply."""
        if name == "reply":
            for stream in self._streams():
                stream.replied(number)
            return
        note = name.startswith("note/")
        name = name.removeprefix("note/")
        for stream in self._streams():
            if stream.stream == name:
                if note and stream.owned:
                    self._premises.spawn(stream.serve_notes(), f"notes to {name}")
                elif not note and not stream.owned and number > stream.version:
                    self._premises.spawn(stream.follow(), f"following {name}")
