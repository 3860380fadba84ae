"""A long night at one table of a house in this process, with pages that listen and a clock that runs: ``live.py``."""

import asyncio
import contextlib
import gc
import time

from minibac.machine.roles import Role
from minibac.records.memory import MemoryStore
from minibac.server.connection import Connection
from minibac.server.hub import Hub
from minibac.server.wire import ENCODER
from minibac.table.state import Phase
from tests.house.hosting import hosting

CHIPS_CENTS = 100_000_000
WAGERS = ("banker", "player", "tie")


async def deaf(text: str) -> None:
    """A page that takes everything at once."""
    del text


class Night:
    """A table with guests who bet in every round, each with a page, and somebody from surveillance."""

    def __init__(self, stack: contextlib.AsyncExitStack) -> None:
        self._stack = stack
        self.largest_view = self.largest_yours = 0

    @classmethod
    async def open(cls, rulebook: str = "massachusetts") -> "Night":
        night = cls(contextlib.AsyncExitStack())
        await night._open(rulebook)
        return night

    async def _open(self, rulebook: str) -> None:
        self._desk = await self._stack.enter_async_context(hosting(MemoryStore(), rulebooks=(rulebook,)))
        self._table = self._desk.table(rulebook)
        self._hub = Hub(self._table, self._desk.hands.clock, self._wallet)
        await self._hub.open()
        self._desk.house.listen(lambda news: self._hub.told(news) if news.stream == self._table.stream else None)
        self._seats = range(1, self._table.state.rules.seats + 1)
        pages = [Connection(deaf, role=Role.GUEST, person=f"guest-{seat}") for seat in self._seats]
        pages += [Connection(deaf, role=role) for role in (Role.SPECTATOR, Role.SURVEILLANCE)]
        self._pages = pages
        for page in pages:
            self._hub.join(page, None, "")
        self._pumps = [asyncio.create_task(page.pump()) for page in pages]
        await self._desk.seat(self._table, *self._seats, chips=CHIPS_CENTS)

    async def _wallet(self, person: str) -> int:
        return len(person)

    @property
    def coup_no(self) -> int:
        return self._table.state.coup_no

    async def play(self, coups: int) -> float:
        """Play so many coups; the milliseconds of CPU that one took on average."""
        desk, table = self._desk, self._table
        gc.collect()
        begun = time.process_time()
        for _ in range(coups):
            before = table.state.coup_no
            await desk.until(lambda: table.state.phase is Phase.BETTING and not table.state.wagers)
            for seat in self._seats:
                await desk.bet(table, seat, WAGERS[(seat + before) % 3], 2_000)
            await desk.until(lambda: not table.state.wagers)
            desk.news.clear()
            self._look()
        return 1000 * (time.process_time() - begun) / coups

    def _look(self) -> None:
        """The sizes that a page that comes now would get."""
        self.largest_view = max(self.largest_view, len(ENCODER.encode(self._hub.view.whole)))
        self.largest_yours = max(self.largest_yours, *(len(page.yours) for page in self._pages))

    async def close(self) -> None:
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)
        await self._hub.finish()
        await self._stack.aclose()
