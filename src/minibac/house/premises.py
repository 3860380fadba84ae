"""What everything in one running house shares: the store, the settings, the clock, the key, and who listens."""

import asyncio
import logging
import os
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from minibac.cards.shuffle import Entropy
from minibac.house.news import News
from minibac.house.open_log import OpenLog
from minibac.house.settings import Settings
from minibac.house.times import JUMP_MS, Clock, Later, SteadyClock, loop_later
from minibac.records.one_process import OneProcess
from minibac.records.store import Store, StoreError, StoreFull, add_listener

LOG = logging.getLogger("minibac.house")

NO_WRITES = "store"
CHANGED = "changed"
ALONE_MS = 10_000
"""A process that dies while it is alone keeps the others out for so long."""
AGAIN_S = 0.02
PROBE = b"x" * 65_536
"""What must fit on the disk before a house that stopped for want of room goes on."""


class Premises:
    """One process of a house."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        key: bytes,
        *,
        clock: Clock | None = None,
        entropy: Entropy = os.urandom,
        later: Later = loop_later,
        owner: str = "",
    ) -> None:
        self.store = store
        self.settings = settings
        self.key = key
        self.clock: Clock = clock or SteadyClock()
        if isinstance(self.clock, SteadyClock):
            self.clock.told = self._turned
        self.entropy = entropy
        self.later = later
        self.owner = owner or f"{os.getpid()}-{os.urandom(4).hex()}"
        self.open_log: OpenLog | None = None
        """What outsiders hold the house to; a lone table has none."""
        self.shared = not isinstance(store, OneProcess)
        """Whether other processes may write to the same store, so that tables are leased."""
        self.stops: dict[str, str] = {}
        """Why no new coup begins, by kind."""
        self.clock_changes: list[tuple[int, int]] = []
        """When the machine's clock was found to have been turned: the house's time, and what it said then (R24)."""
        self.closing = False
        self.clock_changed: Callable[[int, int], None] = lambda _, __: None
        self.woken: list[Callable[[], None]] = []
        """Who wants to know when the house goes on."""
        self._listeners: dict[object, Callable[[News], None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    @property
    def paused(self) -> str:
        """Why no new coup begins, or nothing."""
        return "; ".join(self.stops.values())

    def listen(self, told: Callable[[News], None]) -> Callable[[], None]:
        """Hear the news of every stream; the returned function stops it."""
        return add_listener(self._listeners, told)

    def tell(self, news: News) -> None:
        """Tell everybody; who fails at listening harms nobody else."""
        for told in tuple(self._listeners.values()):
            try:
                told(news)
            except Exception:
                LOG.exception("a listener failed at %s version %s", news.stream, news.version)

    def spawn(self, work: Coroutine[Any, Any, Any], name: str = "") -> asyncio.Task[Any]:
        """Do something beside; a failure is logged, never lost."""
        task = asyncio.get_running_loop().create_task(work, name=name or None)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, StoreError):  # it may be away, and says so in a sentence
                self.heard(error)
                LOG.error("%s failed: %s", task.get_name(), error)
            else:
                LOG.error("%s failed", task.get_name(), exc_info=error)

    async def settle(self) -> None:
        """Wait for what is under way."""
        while others := [task for task in self._tasks if task is not asyncio.current_task()]:
            await asyncio.gather(*others, return_exceptions=True)

    @property
    def busy(self) -> int:
        """How many pieces of work are under way, those that wait among them."""
        return len(self._tasks)

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        """Wait until nobody else in the whole house is inside: a name is given to one person, though two processes are
        asked for it at once."""
        async with self._locks[name]:
            if not self.shared:
                yield
                return
            while await self.store.claim(f"lock/{name}", self.owner, ALONE_MS) is None:  # noqa: ASYNC110
                await asyncio.sleep(AGAIN_S)
            try:
                yield
            finally:
                await self.store.release(f"lock/{name}", self.owner)

    # --- reasons to stop

    def stop(self, kind: str, sentence: str) -> None:
        """No new coup begins from now on."""
        if self.stops.get(kind) != sentence:
            LOG.error("no new coup begins: %s", sentence)
        self.stops[kind] = sentence

    def go_on(self, kind: str) -> None:
        """The reason is gone."""
        if self.stops.pop(kind, None):
            LOG.warning("the house goes on (%s)", kind)
            for wake in tuple(self.woken):
                wake()

    def heard(self, error: StoreError) -> None:
        """The store has refused somebody; where the disk takes no more, no new coup begins either."""
        if isinstance(error, StoreFull):
            self.cannot_write(error)

    def cannot_write(self, error: StoreError) -> str:
        """New coups stop; the house looks by itself whether it can write again. Why, in a sentence."""
        full = "the disk is full; nothing is lost, and play goes on as soon as there is room"
        sentence = full if isinstance(error, StoreFull) else f"{error}; play goes on as soon as it can be written again"
        known = NO_WRITES in self.stops
        self.stop(NO_WRITES, sentence)
        if not known:
            self.later(self.settings.renew_ms, self._look_again)
        return sentence

    def _look_again(self) -> None:
        if NO_WRITES in self.stops and not self.closing:
            self.spawn(self._probe(), "looking whether the store takes a write")

    async def _probe(self) -> None:
        try:
            await self.store.put("room", [("probe", PROBE)])
            await self.store.put("room", [("probe", None)])
        except StoreError:
            self.later(self.settings.renew_ms, self._look_again)
        else:
            self.go_on(NO_WRITES)

    # --- time

    def stamp(self, last: int) -> int:
        """The time for a command after the last event; a clock that was turned back does not turn the log back."""
        now = self.clock()
        known = self.clock_changes[-1][0] if self.clock_changes else 0
        if now < last - JUMP_MS and last > known + JUMP_MS:
            self._turned(last, now)
        return max(now, last)

    def reached(self, last: int) -> None:
        """A log is this far, whatever the machine's clock says: the time of the house goes on from there."""
        if isinstance(self.clock, SteadyClock):
            self.clock.not_before(last)

    def _turned(self, house: int, calendar: int) -> None:
        LOG.warning("the machine's clock was turned: it says %s, and the house has %s", calendar, house)
        self.clock_changes.append((house, calendar))
        self.clock_changed(house, calendar)
