"""Training tables are practice: no round, no vigorish, no odds of theirs count in the house's books."""

import asyncio
from functools import cache
from random import Random

from minibac.books.books import Books, read_books
from minibac.books.day_end import day_end
from minibac.books.exceptions import exceptions
from minibac.books.statements import statement
from minibac.books.variance import variances
from minibac.cli.books import exact_prices
from minibac.house.hosted_table import HostedTable
from minibac.house.wallets import wallet
from minibac.records.memory import MemoryStore
from minibac.table.state import Phase
from tests.books.days import GENERATED
from tests.house.hosting import Desk, hosting

COUPS = 5
GRANTED = 4 * 10_000_00
"""What the two guests got from the mint, which is no stream of the books."""
SEED = 3
"""Shoes in which the Banker wins at both tables."""


async def play(desk: Desk, table: HostedTable, seat: int) -> None:
    await desk.seat(table, seat)
    for coup in range(1, COUPS + 1):
        await desk.until(lambda coup=coup: table.state.phase is Phase.BETTING and table.state.coup_no == coup)  # type: ignore[misc]
        await desk.bet(table, seat, "banker")
    await desk.until(lambda: table.state.coup_no > COUPS)


@cache
def both_played() -> tuple[Books, str, int]:
    """The books of a house with one table and a training table, the day, and what lies in the wallets."""

    async def work() -> tuple[Books, str, int]:
        store = MemoryStore()
        async with hosting(store, entropy=Random(SEED).randbytes) as desk:
            await play(desk, desk.table(), 1)
            training = await desk.house.add_training_table("section-42", {}, by="guest-2")
            assert isinstance(training, HostedTable)
            await play(desk, training, 2)
            books = await read_books(store)
            wallets = [await store.balance(wallet(f"guest-{seat}")) for seat in (1, 2)]
            return books, books.days[-1], sum(wallets)

    return asyncio.run(work())


def test_the_headline_counts_the_tables_that_the_house_lists():
    books, day, _ = both_played()
    found = day_end(books, day, GENERATED, exact_prices)
    training = next(table for table in books.tables if books.is_training(table))
    assert statement(books, table=training, day=day).activity
    assert [win.table for win in found.wins] == ["s42-1"]
    rounds = {table: sum(play.coups_count for play in book.play.values()) for table, book in books.tables.items()}
    assert found.coups_count == rounds["s42-1"] >= COUPS
    assert rounds[training] == COUPS
    assert found.commission_cents == sum(win.vigorish_cents for win in found.wins) > 0
    assert {row.table for row in found.variances} == {"s42-1"}
    assert not any(row.table == training for row in exceptions(books))


def test_the_ledger_of_the_house_has_one_line_for_them_and_still_sums_to_zero():
    books, day, wallets = both_played()
    found = statement(books, day=day)
    balances = {balance.account: balance.closing_cents for balance in found.balances}
    assert found.sum_cents == sum(balances.values()) == 0
    assert balances["training"] != 0
    moved = {line.cause for line in found.lines if line.account == "training"}
    assert "buy-in" in moved
    of_table = {line.account: line.cents for line in statement(books, table="s42-1", day=day).lines}
    assert sum(line.cents for line in found.lines if line.account == "vigorish") == of_table["vigorish"]
    assert balances["wallet"] == wallets - GRANTED


def test_a_training_table_can_still_be_looked_at_by_its_name():
    books, day, _ = both_played()
    training = next(table for table in books.tables if books.is_training(table))
    earned = sum(line.cents for line in statement(books, table=training).lines if line.account == "vigorish")
    assert earned > 0
    assert {row.table for row in variances(books, exact_prices, day, training)} == {training}
