"""A week of three pits and six tables: every figure of the books is what a second bookkeeper finds in the events."""

import asyncio
from typing import Any

import pytest

from minibac.books.books import Books, read_books
from minibac.books.day_end import day_end, day_plain
from minibac.records.memory import MemoryStore
from minibac.sample_day.day import Injected
from minibac.sample_day.errors import ERRORS
from tests.books.all_found import check
from tests.books.days import GENERATED
from tests.books.recount import Recount
from tests.books.week import DAYS, disagreements, play_week, recounted, unnamed

Week = tuple[Books, list[Injected], Recount]


async def played(seed: int, coups: int, planted: bool) -> Week:
    store = MemoryStore()
    injected = await play_week(store, seed, coups, planted)
    return await read_books(store), injected, await recounted(store)


@pytest.fixture(scope="module")
def with_errors() -> Week:
    return asyncio.run(played(3, 4, planted=True))


def reports(books: Books) -> list[dict[str, Any]]:
    return [day_plain(day_end(books, day, GENERATED)) for day in books.days]


@pytest.mark.control("R37")
def test_every_figure_of_a_week_is_found_again_in_the_events() -> None:
    books, _, second = asyncio.run(played(1, 20, planted=False))
    ends = reports(books)
    assert [end["day"] for end in ends] == second.days
    assert len(ends) == DAYS
    assert [wrong for end in ends for wrong in disagreements(end, second)] == []
    assert {end["verdict"] for end in ends} == {"balance"}


@pytest.mark.control("R37")
def test_every_figure_of_a_week_with_errors_is_found_again_in_the_events(with_errors: Week) -> None:
    books, _, second = with_errors
    assert [wrong for end in reports(books) for wrong in disagreements(end, second)] == []


def test_each_of_thirty_errors_and_more_is_found_once_with_the_name_of_its_person(with_errors: Week) -> None:
    books, injected, second = with_errors
    assert {each.name for each in injected if each.expected} == set(ERRORS)
    assert len(ERRORS) >= 30
    check(books, injected)
    assert [nobody for end in reports(books) for nobody in unnamed(end["exceptions"], second)] == []


def test_the_second_bookkeeper_sees_a_cent_that_is_wrong(with_errors: Week) -> None:
    books, _, second = with_errors
    first = reports(books)[0]
    first["tables"][0]["vigorish_cents"] += 1
    first["exceptions"].pop()
    found = disagreements(first, second)
    assert len(found) == 3
    assert "vigorish_cents: the report has" in found[0]
