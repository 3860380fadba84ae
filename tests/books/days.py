"""Simulated days for the tests of the books, each made once."""

import asyncio
from functools import cache
from pathlib import Path

from minibac.books.books import Books, read_books
from minibac.houses.types import House, Inventory
from minibac.records.memory import MemoryStore
from minibac.records.sqlite import SqliteStore
from minibac.records.store import Store
from minibac.sample_day.day import GamingDays, Injected, grand_house
from minibac.sample_day.errors import ERRORS

DAY = "2026-11-14"
GENERATED = 1_794_800_000_000


UNCOUNTED = grand_house()._replace(inventory=Inventory.NONE)
"""The sample house, were it one in which play waits for no count."""


async def write_day(
    store: Store,
    *errors: str,
    seed: int = 5,
    coups: int = 3,
    house_file: House | None = None,
    first_day: str = DAY,
) -> GamingDays:
    """A day with these errors in a store."""
    house = GamingDays(store, seed, house_file, first_day)
    await house.open()
    await house.run_day([ERRORS[name] for name in errors], coups)
    return house


@cache
def day_with(*errors: str, seed: int = 5, coups: int = 3) -> Books:
    """The books of a day with these errors."""

    async def work() -> Books:
        store = MemoryStore()
        await write_day(store, *errors, seed=seed, coups=coups)
        return await read_books(store)

    return asyncio.run(work())


def day_on_disk(folder: Path, *errors: str, seed: int = 5) -> list[Injected]:
    """A day in the data folder of a house."""

    async def work() -> list[Injected]:
        store = await SqliteStore.open(folder / "minibac.sqlite")
        try:
            await write_day(store, *errors, seed=seed)
        finally:
            await store.close()
        return []

    return asyncio.run(work())
