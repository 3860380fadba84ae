"""What several processes need a database for, and one process does not: leases, notes, news.

A store that only one process can open keeps these in memory. The lock on its data folder is the real lease.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from minibac.records.store import add_listener
from minibac.records.world import HERE

T = TypeVar("T")
Told = Callable[[str, int], None]

REPLIES_KEPT = 10_000
"""A reply nobody fetches is forgotten after that many others."""


def _now_ms() -> int:
    return HERE.get().running_ms()


class _Lease(NamedTuple):
    owner: str
    fence: int
    until_ms: int


class OneProcess:
    """Leases, notes and news of a store that nobody else has open."""

    def __init__(self) -> None:
        self._leases: dict[str, _Lease] = {}
        self._fences = 0
        self._notes: dict[int, tuple[str, bytes]] = {}
        self._notes_count = 0
        self._replies: dict[int, bytes] = {}
        self._listeners: dict[object, tuple[asyncio.AbstractEventLoop, Told]] = {}

    def fence(self, stream: str) -> int:
        """The number of the lease somebody holds on a stream now, or 0."""
        lease = self._leases.get(stream)
        return lease.fence if lease and lease.until_ms > _now_ms() else 0

    async def _in_turn(self, work: Callable[[], T]) -> T:
        """Change a lease while nothing is being written."""
        return work()

    async def claim(self, stream: str, owner: str, ms: int) -> int | None:
        """Take or renew a lease: its fence, or ``None`` while somebody else holds it."""

        def work() -> int | None:
            held, now = self._leases.get(stream), _now_ms()
            if held is None or held.until_ms <= now:
                self._fences += 1
                held = _Lease(owner, self._fences, now)
            elif held.owner != owner:
                return None
            self._leases[stream] = held._replace(until_ms=now + ms)
            return held.fence

        return await self._in_turn(work)

    async def release(self, stream: str, owner: str) -> None:
        """Give a lease back."""

        def work() -> None:
            held = self._leases.get(stream)
            if held is not None and held.owner == owner:
                del self._leases[stream]

        await self._in_turn(work)

    async def pass_on(self, stream: str, owner: str, to: str, ms: int) -> int | None:
        """Hand a lease on to another owner: its new fence, or ``None`` where it is not this owner's."""

        def work() -> int | None:
            held = self._leases.get(stream)
            if held is None or held.until_ms <= _now_ms() or held.owner != owner:
                return None
            self._fences += 1
            self._leases[stream] = _Lease(to, self._fences, _now_ms() + ms)
            self._tell([(f"lease/{stream}", self._fences)])
            return self._fences

        return await self._in_turn(work)

    async def leases(self) -> dict[str, str]:
        """Who holds each lease now."""
        now = _now_ms()
        return {stream: lease.owner for stream, lease in self._leases.items() if lease.until_ms > now}

    def say(self, word: str) -> None:
        """Nobody else is there to hear it."""

    def overhear(self, told: Callable[[str], None]) -> Callable[[], None]:
        """Nobody else is there to be heard."""
        del told
        return lambda: None

    async def send(self, stream: str, note: bytes) -> int:
        """Leave a note for the owner of a stream: its number."""
        self._notes_count += 1
        self._notes[self._notes_count] = stream, note
        self._tell([(f"note/{stream}", self._notes_count)])
        return self._notes_count

    async def notes(self, stream: str) -> tuple[tuple[int, bytes], ...]:
        """The notes that wait, oldest first."""
        return tuple((number, note) for number, (to, note) in self._notes.items() if to == stream)

    async def reply(self, number: int, reply: bytes) -> None:
        """Answer a note and take it away; a note that is gone stays answered as it was."""
        if self._notes.pop(number, None) is None:
            return
        self._replies[number] = reply
        if len(self._replies) > REPLIES_KEPT:
            del self._replies[next(iter(self._replies))]
        self._tell([("reply", number)])

    async def replied(self, number: int) -> bytes | None:
        """The reply to a note, once."""
        return self._replies.pop(number, None)

    def listen(self, told: Told) -> Callable[[], None]:
        """Hear the news in the running event loop until the returned function is called."""
        return add_listener(self._listeners, (asyncio.get_running_loop(), told))

    def _tell(self, news: Iterable[tuple[str, int]]) -> None:
        """Tell every listener, each in its own event loop."""
        kept = list(news)
        for key, (loop, told) in list(self._listeners.items()):
            try:
                loop.call_soon_threadsafe(self._tell_one, key, told, kept)
            except RuntimeError:  # its event loop is closed: nobody listens any more
                self._listeners.pop(key, None)

    def _tell_one(self, key: object, told: Told, news: list[tuple[str, int]]) -> None:
        for stream, version in news:
            if key in self._listeners:
                told(stream, version)
