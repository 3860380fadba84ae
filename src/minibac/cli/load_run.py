"""A crowd for a running house: it finds its tables, sits down, plays until the time is up, and goes."""

import asyncio
import time
from collections.abc import Coroutine
from itertools import count
from typing import Any, NamedTuple

from minibac.cli.load_guests import Door, Guest, Measured, spectate
from minibac.cli.load_page import no_house

COMING_AT_ONCE = 24
"""How many guests are at the door together."""
LONGEST_SEATING_SECONDS = 20.0
"""How long the crowd waits for one guest to sit."""


class Place(NamedTuple):
    """A table, and seats there that nobody has taken."""

    table: str
    free: tuple[int, ...]


class Crowd:
    """Guests and spectators of one load."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.measured = Measured()
        self.places: list[Place] = []
        self._work: list[asyncio.Task[None]] = []
        self._door_is_free = asyncio.Semaphore(COMING_AT_ONCE)

    async def choose(self, tables: int, seats: int) -> list[Place]:
        """Tables with enough free seats: those of the house, and training tables for the rest."""
        house, _ = await self.door.ask("/api/house")
        if not isinstance(house, dict) or "tables" not in house:
            raise no_house(self.door.base)
        free = [
            Place(row["id"], tuple(seat for seat in range(1, row["seats"] + 1) if seat not in row["taken"]))
            for row in house["tables"]
        ]
        self.places = [place for place in free if len(place.free) >= seats][:tables]
        while (number := len(self.places) + 1) <= tables:  # each by a guest of its own, who may have a few
            heard, cookie = await self.door.ask("/api/guests", {"name": "Load opener", "of_age": True})
            new = {"rulebook": "section-42", "name": f"Load table {number}", "odds": False}
            made, _ = await self.door.ask("/api/tables", new, cookie, heard["csrf"])
            self.places.append(Place(made["table"], tuple(range(1, seats + 1))))
        return self.places

    async def sit(self, seats: int) -> None:
        """Seat guests at every table that was chosen; done when all of them have chips in front of them."""
        numbers = count()
        await _all(
            [
                self._come(Guest(self.door, place.table, next(numbers), self.measured), seat)
                for place in self.places
                for seat in place.free[:seats]
            ]
        )
        self.check()

    async def _come(self, guest: Guest, seat: int) -> None:
        async with self._door_is_free:
            playing = self._start(guest.play(seat))
            ready = asyncio.create_task(guest.ready.wait())
            await asyncio.wait((playing, ready), timeout=LONGEST_SEATING_SECONDS, return_when="FIRST_COMPLETED")
            ready.cancel()
            if playing.done():
                playing.result()

    async def watch(self, spectators: int) -> None:
        """Let spectators come to the first of the tables."""
        table = self.places[0].table
        for number in range(spectators):
            self._start(spectate(self.door, table, self.measured))
            if number % COMING_AT_ONCE == 0:
                await asyncio.sleep(0.02)

    def _start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self._work.append(task)
        return task

    async def until(self, seconds: float, coups: int | None = None) -> None:
        """Play on: so long, or until so many coups were seen, or until nobody is left."""
        measured, begun = self.measured, time.perf_counter()
        while (left := begun + seconds - time.perf_counter()) > 0 and self._work:
            if coups is not None and len(measured.coups) >= coups:
                break
            await asyncio.wait(self._work, timeout=min(left, 0.1), return_when="FIRST_EXCEPTION")
            self.check()
            if all(task.done() for task in self._work):
                break
        measured.seconds = time.perf_counter() - begun

    def check(self) -> None:
        """Raise what went wrong with anybody."""
        for task in self._work:
            if task.done():
                task.result()

    async def go(self) -> None:
        """Everybody leaves."""
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        self._work.clear()


async def _all(work: list[Coroutine[Any, Any, None]]) -> None:
    """Do all of it; the first fault ends the rest."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def play(
    base: str, *, tables: int, seats: int, spectators: int, seconds: float, coups: int | None = None
) -> Measured:
    """One load from the door to the goodbye."""
    crowd = Crowd(Door(base))
    try:
        await crowd.choose(tables, seats)
        await crowd.sit(seats)
        await crowd.watch(spectators)
        crowd.measured.begin()
        await crowd.until(seconds, coups)
    finally:
        await crowd.go()
    return crowd.measured
