"""A simulated gaming day with errors in it: each is found and named, nothing else is, and the books balance."""

import asyncio
from collections import Counter

import pytest

from minibac.books.books import Books, account_kind, read_books
from minibac.books.exceptions import exceptions
from minibac.books.table_win import day_wins
from minibac.records.memory import MemoryStore
from minibac.rules.rulebook import RULEBOOKS
from minibac.sample_day.day import GamingDays, Injected
from minibac.sample_day.errors import ERRORS, NEED_A_FORM, choose_errors
from tests.books.all_found import check, found_alone
from tests.records.ledger_check import verify_ledger

SEEDS = range(24)


async def simulated(seed: int, errors: list[str], days: int = 1, coups: int = 4) -> tuple[Books, list[Injected]]:
    store = MemoryStore()
    house = GamingDays(store, seed)
    await house.open()
    injected = [made for _ in range(days) for made in await house.run_day([ERRORS[e] for e in errors], coups)]
    await verify_ledger(store)
    books = await read_books(store)
    kept, read = Counter[str](), Counter[str]()
    for account, cents in (await store.balances()).items():
        kept[account_kind(account)] += cents
    for key, found in books.sums.items():
        read[key.account] += found.cents
    assert {k: v for k, v in kept.items() if v} == {k: v for k, v in read.items() if v}
    return books, injected


def test_a_day_without_errors_has_no_exceptions() -> None:
    books, injected = asyncio.run(simulated(1, [], days=3))
    check(books, injected)
    assert len(books.days) == 3
    assert all(not win.differences for day in books.days for win in day_wins(books, day))


@pytest.mark.parametrize("name", ERRORS)
def test_each_error_by_itself_is_found_and_nothing_else(name: str) -> None:
    before = ["walks-away"] if name in NEED_A_FORM else []
    books, injected = asyncio.run(simulated(list(ERRORS).index(name), [*before, name]))
    assert injected[-1].expected
    check(books, injected)


@pytest.mark.control("R35")
@pytest.mark.control("R37")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_day_full_of_errors_is_read_rightly(seed: int) -> None:
    names = [error.name for error in choose_errors(seed, 3 + seed % 12)]
    books, injected = asyncio.run(simulated(seed, names, days=1 + seed % 2))
    check(books, injected)


def test_a_month_with_fills_credits_and_every_error_is_read_rightly() -> None:
    """Trays run out and are filled, printed numbers run out and are registered, and nothing but the errors is found."""

    async def work() -> None:
        store = MemoryStore()
        injected: list[Injected] = []
        house = GamingDays(store, 4)
        await house.open()
        names = list(ERRORS)
        for day in range(31):
            planted = names[day % len(names) :: 31]
            before = ["walks-away"] if set(planted) & set(NEED_A_FORM) else []
            injected += await house.run_day([ERRORS[name] for name in (*before, *planted)], 3)
        assert {each.name for each in injected if each.expected} == set(ERRORS)
        books = await read_books(store)
        found_alone(books, injected)
        wins = [win for day in books.days for win in day_wins(books, day)]
        assert len(books.days) == 31
        filled = {books.tables[win.table].rulebook for win in wins if win.fills_cents}
        assert filled == set(RULEBOOKS)
        assert any(win.credits_cents for win in wins)
        assert all(win.unexplained_cents == 0 and win.win_cents == win.reported_cents for win in wins)

    asyncio.run(work())


def test_all_errors_on_one_day() -> None:
    books, injected = asyncio.run(simulated(99, list(ERRORS)))
    check(books, injected)


@pytest.mark.control("R35")
@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_owed_at_the_end_that_no_form_documents(seed: int) -> None:
    """R35: when guests leave and the table closes, each marker button was collected, or a form has its number."""
    books, _ = asyncio.run(simulated(seed, ["walks-away", "lost-original"]))
    serials = {form.serial for pit in books.pits.values() for form in pit.forms.values()}
    for book in books.tables.values():
        assert book.position.owed_cents == 0
        for cleared in book.cleared:
            assert cleared.incident or cleared.reference in serials
    assert any(book.cleared for book in books.tables.values())


def test_the_same_seed_gives_the_same_day() -> None:
    first, second = (asyncio.run(simulated(7, ["miscount", "lost-original"]))[0] for _ in range(2))
    assert first.heads == second.heads
    assert first.heads != asyncio.run(simulated(8, ["miscount", "lost-original"]))[0].heads


def test_a_miscount_stays_named_until_it_is_corrected() -> None:
    """The next opener is held against the last closer, and the win says that it carries the difference on."""

    async def work() -> Books:
        store = MemoryStore()
        house = GamingDays(store, 3)
        await house.open()
        await house.run_day([ERRORS["miscount"]], 3)
        await house.run_day([], 3)
        return await read_books(store)

    books = asyncio.run(work())
    first, second = books.days
    over = {win.table: d.cents for win in day_wins(books, first) for d in win.differences}
    carried = {win.table: {d.kind: d.cents for d in win.differences} for win in day_wins(books, second)}
    assert len(over) == 1
    (table,) = over
    assert carried[table] == {"opener": -over[table], "closer": over[table]} or carried[table] == {
        "opener": -over[table]
    }
    assert [row.day for row in exceptions(books) if row.kind == "count-discrepancy"].count(first) == 1
