"""Reading the books of a house that runs: no lock, one moment, nothing written."""

import asyncio
import sqlite3

import pytest

from minibac.books.books import read_books
from minibac.records import sqlite_reader
from minibac.records.sqlite import SqliteStore
from minibac.records.sqlite_reader import SqliteReader
from minibac.records.store import StoreError, Write
from tests.books.days import write_day


def test_a_house_that_runs_can_be_read_and_each_look_is_about_one_moment(tmp_path):
    async def work() -> None:
        path = tmp_path / "minibac.sqlite"
        store = await SqliteStore.open(path)
        house = await write_day(store)
        reader = await SqliteReader.open(path)
        before = await read_books(reader)
        await house._morning()  # the house goes on
        assert (await read_books(reader)).heads == before.heads
        again = await SqliteReader.open(path)
        assert (await read_books(again)).heads != before.heads
        with pytest.raises(StoreError, match="does not write"):
            await reader.append(Write(stream="house", after=0, events=(b"{}",)))
        with pytest.raises(StoreError, match="does not write"):
            await reader.put("kind", [("key", b"document")])
        for each in (reader, again, store):
            await each.close()
        last = await SqliteReader.open(path)  # and when it has closed
        assert (await read_books(last)).heads != before.heads
        await last.close()
        await last.close()

    asyncio.run(work())


def test_reading_leaves_the_file_as_it_was(tmp_path):
    async def work() -> None:
        path = tmp_path / "minibac.sqlite"
        store = await SqliteStore.open(path)
        await store.append(Write(stream="one", after=0, events=(b"{}",)))
        await store.close()
        bytes_before = path.read_bytes()
        reader = await SqliteReader.open(path)
        assert await reader.streams() == ("one",)
        await reader.close()
        assert path.read_bytes() == bytes_before

    asyncio.run(work())


def test_a_copy_on_a_disk_that_cannot_be_written_is_read_as_it_lies(tmp_path, monkeypatch):
    """Where SQLite cannot put its files beside the data, there is none beside it that would be missed."""
    begun, asked = sqlite_reader._begun, []

    def refuse_once(where: str, path: str) -> sqlite3.Connection:
        asked.append(where)
        if len(asked) == 1:
            raise sqlite3.OperationalError("unable to open database file")
        return begun(where, path)

    async def work() -> None:
        path = tmp_path / "minibac.sqlite"
        store = await SqliteStore.open(path)
        await store.append(Write(stream="one", after=0, events=(b"{}",)))
        await store.close()
        monkeypatch.setattr(sqlite_reader, "_begun", refuse_once)
        reader = await SqliteReader.open(path)
        assert await reader.streams() == ("one",)
        await reader.close()

    asyncio.run(work())
    assert ["immutable" in where for where in asked] == [False, True]


def test_what_is_no_house_is_said_in_a_sentence(tmp_path):
    async def opened(name: str) -> None:
        await SqliteReader.open(tmp_path / name)

    with pytest.raises(StoreError, match="there is no "):
        asyncio.run(opened("nothing"))
    (tmp_path / "text").write_text("not a database, whatever else it is" * 100, encoding="utf-8")
    with pytest.raises(StoreError, match="no data of minibac"):
        asyncio.run(opened("text"))
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE mine (a)")
    other.close()
    with pytest.raises(StoreError, match="no data of minibac"):
        asyncio.run(opened("other"))
    (tmp_path / "empty").touch()
    with pytest.raises(StoreError, match="by nobody yet"):
        asyncio.run(opened("empty"))
