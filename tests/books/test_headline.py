"""The sentence above a day: it says that the books balance where they do, and why not where they do not."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

from minibac.books.books import Books, read_books
from minibac.books.day_end import day_csv, day_end, day_plain
from minibac.books.day_report import html_sheet
from minibac.books.day_sheet import sheet_plain
from minibac.books.headline import MOST_NAMED
from minibac.records.memory import MemoryStore
from minibac.records.store import Unsound
from minibac.sample_day.day import GamingDays
from minibac.voice.said import said
from tests.books.days import DAY, day_with


def headline(books: Books) -> str:
    return str(day_end(books, DAY, 0).headline.said)


@pytest.mark.control("R43")
def test_the_books_balance_where_everything_was_counted_and_agrees():
    assert headline(day_with()) == (
        "The books balance: the ledger sums to zero and the logs are whole; count and ledger agree at 6 tables; "
        "no exceptions."
    )


def test_a_difference_stands_in_it_with_its_cause():
    told = day_end(day_with("miscount", seed=8), DAY, 0).headline
    assert not told.balances
    assert "short against the ledger" in str(told.said)
    assert "1 exception, 1 open" in str(told.said)


def test_a_house_that_nobody_counts_does_not_balance():
    async def work() -> Books:
        store = MemoryStore()
        house = GamingDays(store, 2)
        await house.open()
        await house._morning()
        return await read_books(store)

    told = day_end(asyncio.run(work()), DAY, 0).headline
    assert told.verdict == "not-counted"
    assert str(told.said).startswith("The books are not balanced yet: not counted: ma-1, ma-2, ")
    assert "the day is not closed" in str(told.said)


def test_a_broken_chain_is_said_at_the_top(minibac, data: Path, tmp_path: Path):
    """Somebody changes one byte in the log of a table, behind the back of the house."""
    folder = Path(copytree(data, tmp_path / "copy"))
    with closing(sqlite3.connect(folder / "minibac.sqlite")) as db, db:
        db.execute("DROP TRIGGER events_stay")
        db.execute("UPDATE events SET line = CAST(line || ' ' AS BLOB) WHERE stream = 'table/s42-1' AND version = 9")
    text = " ".join(minibac("books", "day", DAY, "--data", str(folder)).stdout.split())
    assert "Grand SAMPLE House, gaming day 2026-11-14 THE BOOKS DO NOT BALANCE: " in text
    assert "in the logs, the first in table/s42-1, event 9:" in text


def test_every_form_says_the_same_and_what_is_many_is_counted():
    books = day_with("walks-away", "miscount", "drop-short")
    books.faults.append(Unsound("pit/north", 3, said("something <was> changed")))
    try:
        found = day_end(books, DAY, 0)
    finally:
        books.faults.clear()
    sentence = str(found.headline.said)
    assert sentence.startswith(
        "THE BOOKS DO NOT BALANCE: 1 fault in the logs, the first in pit/north, event 3: something"
    )
    assert day_plain(found)["headline"] == sentence
    assert {row[-1] for row in day_csv(found)} == {sentence}
    assert "something &lt;was&gt; changed" in html_sheet(sheet_plain(found)).decode()
    many = found._replace(faults=(), wins=tuple(win._replace(closer_cents=None) for win in found.wins * 2))
    left = 2 * len(found.wins) - MOST_NAMED
    assert f"and {left} more" in str(many.headline.said)
    quiet = day_end(Books(), DAY, 0)
    assert [row[-1] for row in day_csv(quiet)] == ["No Activity"]
