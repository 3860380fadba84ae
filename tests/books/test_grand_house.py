"""The larger sample house, and its books on every kind of store."""

import asyncio

import pytest

from minibac.books.books import read_books
from minibac.books.exceptions import exceptions
from minibac.records.memory import MemoryStore
from minibac.rules.rulebook import RULEBOOKS
from minibac.sample_day.day import grand_house
from tests.books.days import write_day


def test_it_has_several_pits_and_tables_under_every_rulebook():
    house = grand_house()
    assert len(house.pits) == 3
    assert {table.pit for table in house.tables.values()} == set(house.pits)
    assert {table.rules.rulebook.id for table in house.tables.values()} == set(RULEBOOKS)
    deferred = [t for t in house.tables.values() if t.rules.options.get("vigorish_collection") == "deferred"]
    assert {table.rules.rulebook.id for table in deferred} == set(RULEBOOKS)
    assert all("SAMPLE" in reference.reference for reference in house.references.values())


def test_the_books_of_a_day_are_the_same_on_every_store(place):
    errors = ("walks-away", "miscount", "late-wager", "two-duties")

    async def work() -> None:
        memory = MemoryStore()
        await write_day(memory, *errors)
        there = await read_books(memory)
        async with place.fresh() as store:
            await write_day(store, *errors)
            here = await read_books(store)
        assert here.heads == there.heads
        assert {key: (s.count, s.cents) for key, s in here.sums.items()} == {
            key: (s.count, s.cents) for key, s in there.sums.items()
        }
        assert exceptions(here) == exceptions(there)
        assert not here.faults

    asyncio.run(work())


@pytest.mark.parametrize("table", ["s42-1", "ma-2"])
def test_each_table_can_be_opened(table):
    found = grand_house().tables[table]
    assert found.limits
    assert found.minimum_cents["player"] <= found.maximum_cents["player"]
