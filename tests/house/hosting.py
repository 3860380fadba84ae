"""Houses for tests: on any store, with hands that a test turns, and guests that have play chips.

async with hosting(store) as desk:
    table = desk.table("massachusetts")
    await desk.seat(table, 3, chips=1_000_00)
    await desk.until(lambda: table.state.phase is Phase.BETTING)   # time passes by itself, as far as it must
"""

import asyncio
import contextlib
import heapq
import itertools
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from minibac.house.hosted_table import HostedTable
from minibac.house.news import Answer, News
from minibac.house.open_house import OpenHouse
from minibac.house.settings import Settings
from minibac.house.wallets import wallet
from minibac.houses.house import House, sample_house
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.play.postings import moved
from minibac.records.memory import MemoryStore
from minibac.records.store import Store, Write
from minibac.records.upcast import read_event
from minibac.rules.rulebook import RULEBOOKS
from minibac.table import commands as c
from minibac.table.machine import replay
from minibac.table.state import TableState
from minibac.table.timing import Timing

KEY = bytes(range(32))
START_MS = 1_800_000_000_000
TIMING = Timing(
    betting_ms=2_000, look_ms=500, cut_ms=500, turning_ms=700, offer_ms=400, house_money_ms=600, lost_ms=9_000
)
QUICK = Settings(pace_ms=100, procedure_pace_ms=10, timing=TIMING, renew_ms=1_000)
IDS = itertools.count(1)
STORES = ("memory", "sqlite", "postgres")


class Hands:
    """The hands of a clock that a test turns: the time, and whoever waits for it."""

    def __init__(self, now: int = START_MS) -> None:
        self.now = now
        self._numbers = itertools.count()
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []
        self._off: set[int] = set()

    def clock(self) -> int:
        return self.now

    def later(self, ms: float, then: Callable[[], None]) -> Callable[[], None]:
        number = next(self._numbers)
        heapq.heappush(self._waiting, (self.now + ms, number, then))
        return lambda: self._off.add(number)

    def next_at(self) -> int | None:
        """The next moment somebody waits for."""
        while self._waiting and self._waiting[0][1] in self._off:
            self._off.discard(heapq.heappop(self._waiting)[1])
        return int(self._waiting[0][0]) if self._waiting else None

    def turn_to(self, at: int) -> None:
        """Move the hands on, and call whoever waited."""
        while (due := self.next_at()) is not None and due <= at:
            moment, _, then = heapq.heappop(self._waiting)
            self.now = max(self.now, int(moment))
            then()
        self.now = max(self.now, at)


class Desk:
    """A running house in a test."""

    def __init__(self, house: OpenHouse, hands: Hands) -> None:
        self.house = house
        self.hands = hands
        self.news: list[News] = []
        house.listen(self.news.append)

    def table(self, rulebook: str = "section-42") -> HostedTable:
        return next(t for t in self.house.tables.values() if t.house_table.rules.rulebook.id == rulebook)

    async def quiet(self) -> None:
        """Wait until everybody in the house waits for the time or for somebody."""
        calm = 0
        while calm < 3:
            await asyncio.sleep(0 if isinstance(self.house.store, MemoryStore) else 0.0005)
            calm = calm + 1 if self.house.idle else 0

    async def until(self, wanted: Callable[[], bool], most_ms: int = 3_600_000) -> None:
        """Let time pass, as little as possible, until something is so."""
        end = self.hands.now + most_ms
        await self.quiet()
        while not wanted():
            at = self.hands.next_at()
            if at is None or at > end:
                states = {t.id: (t.state.phase, t.version) for t in self.house.tables.values()}
                raise AssertionError(f"it did not come to that: {states}")
            self.hands.turn_to(at)
            await self.quiet()

    async def pass_ms(self, ms: int) -> None:
        """Let that much time pass, step by step."""
        end = self.hands.now + ms
        await self.quiet()
        while (at := self.hands.next_at()) is not None and at <= end:
            self.hands.turn_to(at)
            await self.quiet()
        self.hands.turn_to(end)
        await self.quiet()

    async def grant(self, guest: str, cents: int) -> None:
        """Play chips from the mint."""
        await grant(self.house.store, guest, cents)

    async def yes(self, table: HostedTable, command: c.Command, id: str = "") -> Answer:  # noqa: A002
        answer = await table.command(command, id or f"test-{next(IDS)}")
        assert answer.ok, answer.refusal
        return answer

    async def no(self, table: HostedTable, command: c.Command, id: str = "") -> Any:  # noqa: A002
        answer = await table.command(command, id or f"test-{next(IDS)}")
        assert not answer.ok
        return answer.refusal

    async def seat(self, table: HostedTable, *seats: int, chips: int = 10_000_00) -> None:
        """Guests sit down, each with a wallet, and buy chips."""
        for seat in seats:
            await self.grant(f"guest-{seat}", 2 * chips)
            await self.yes(table, take_seat(seat))
            await self.yes(table, c.BuyIn(by=guest(seat), at=0, seat=seat, cents=chips, transfer=""))

    async def bet(
        self, table: HostedTable, seat: int, wager: str = "banker", cents: int = 100_00, **more: Any
    ) -> Answer:
        return await self.yes(table, place(seat, wager, cents), **more)


def take_seat(seat: int) -> c.TakeSeat:
    return c.TakeSeat(
        by=THE_HOUSE, at=0, seat=seat, guest=f"guest-{seat}", name=f"Guest {seat}", age=40, attested_by="Fay"
    )


def guest(seat: int) -> Actor:
    return Actor(f"guest-{seat}", Role.GUEST, seat)


def place(seat: int, wager: str = "banker", cents: int = 100_00) -> c.PlaceWager:
    return c.PlaceWager(by=guest(seat), at=0, seat=seat, wager=wager, cents=cents)


async def grant(store: Store, who: str, cents: int) -> None:
    stream = f"mint/{who}"
    version = (await store.version(stream)).version
    postings = moved("grant", cents, "mint", wallet(who), None)
    await store.append(Write(stream=stream, after=version, events=(b'{"event":"granted"}',), postings=(postings,)))


def all_houses() -> tuple[House, ...]:
    return tuple(sample_house(rulebook) for rulebook in RULEBOOKS)


@contextlib.asynccontextmanager
async def hosting(
    store: Store,
    *,
    rulebooks: Sequence[str] = ("section-42",),
    houses: Sequence[House] = (),
    settings: Settings = QUICK,
    hands: Hands | None = None,
    key: bytes = KEY,
    crash: bool = False,
    **more: Any,
) -> AsyncIterator[Desk]:
    """A house on a store. ``crash``: it is left as it is, not closed."""
    hands = hands or Hands()
    houses = houses or [sample_house(rulebook) for rulebook in rulebooks]
    house = await OpenHouse.open(
        store, houses, settings=settings, key=key, clock=hands.clock, later=hands.later, **more
    )
    try:
        yield Desk(house, hands)
    finally:
        if crash:
            await abandon(house)
        else:
            await house.close()


async def abandon(house: OpenHouse) -> None:
    """The process dies: nothing more is done, nothing is given back."""
    premises = house.premises
    premises._listeners.clear()
    premises.later = lambda _, __: lambda: None
    for task in tuple(premises._tasks):
        task.cancel()
    await premises.settle()


@contextlib.asynccontextmanager
async def open_store(kind: str, folder: Path, request: Any) -> AsyncIterator[Store]:
    """A store of a kind, empty at first; a second one opened in the same place has what was written."""
    if kind == "memory":
        yield MemoryStore()
        return
    if kind == "sqlite":
        from minibac.records.sqlite import SqliteStore

        made: Any = await SqliteStore.open(folder / "house.sqlite")
    else:
        from minibac.records.postgres import PostgresStore  # type: ignore[import-not-found,unused-ignore]

        made = await PostgresStore.open(request.getfixturevalue("postgres_database"))
    try:
        yield made
    finally:
        await made.close()


async def replayed(table: HostedTable) -> TableState:
    """The state that the whole log leads to."""
    return replay([read_event(line.bytes) for line in await table.lines()])
