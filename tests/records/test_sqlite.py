"""What is the embedded store's own: its lock, its file, a full disk, older and foreign files, a killed process."""

import asyncio
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from minibac.records.sqlite import SqliteStore
from minibac.records.sqlite_schema import newest
from minibac.records.store import Conflict, StoreAway, StoreError, StoreFull, Written
from tests.records.chain_check import check_chain
from tests.records.ledger_check import verify_ledger
from tests.records.stores import buy_in, one, wager

TABLE = "table/s42-1"


async def reopened(path: Path) -> tuple[str, ...]:
    store = await SqliteStore.open(path)
    try:
        return await store.streams()
    finally:
        await store.close()


# ------------------------------------------------------------------------------------------------------------ the file


def test_a_data_folder_belongs_to_one_process(tmp_path: Path) -> None:
    path = tmp_path / "data" / "house.db"

    async def go() -> None:
        store = await SqliteStore.open(path)
        with pytest.raises(StoreError, match="is open in another process already"):
            await SqliteStore.open(path)
        script = f"""import asyncio
from minibac.records.sqlite import SqliteStore
try:
    asyncio.run(SqliteStore.open({str(path)!r}))
except Exception as error:
    print(type(error).__name__, error)
"""
        done = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-c", script], capture_output=True, text=True, check=True
        )
        assert done.stdout.startswith("StoreError")
        assert "is open in another process already" in done.stdout
        await store.append(one(TABLE, 0))
        await store.close()
        assert await reopened(path) == (TABLE,)

    asyncio.run(go())


@pytest.mark.skipif(os.name != "posix", reason="modes of files are a matter of POSIX")
def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    asyncio.run(reopened(tmp_path / "house.db"))
    assert stat.S_IMODE((tmp_path / "house.db").stat().st_mode) == 0o600


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    async def go() -> None:
        store = await SqliteStore.open(tmp_path / "house.db")
        full = await store.writer.submit(lambda db: db.execute("PRAGMA synchronous").fetchone()[0])
        mode = await store.writer.submit(lambda db: db.execute("PRAGMA journal_mode").fetchone()[0])
        await store.close()
        assert (full, mode) == (2, "wal")

    asyncio.run(go())


def test_what_waits_goes_into_one_commit(tmp_path: Path) -> None:
    async def go() -> None:
        store = await SqliteStore.open(tmp_path / "house.db")
        before = store.figures()
        await asyncio.gather(*(store.append(one(f"table/{number}", 0)) for number in range(200)))
        after = store.figures()
        await store.close()
        assert after.jobs - before.jobs == 200
        assert after.commits - before.commits < 100
        assert after.waiting == 0

    asyncio.run(go())


# ------------------------------------------------------------------------------------------- older, newer and foreign


@pytest.mark.parametrize(
    ("schema", "words"), [(newest() + 1, "a newer minibac"), (2, "before 0.2.0, whose formats were not kept")]
)
def test_a_file_of_another_minibac_is_refused(tmp_path: Path, schema: int, words: str) -> None:
    path = tmp_path / "house.db"
    asyncio.run(reopened(path))
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {schema}")
    db.commit()
    db.close()
    with pytest.raises(StoreError, match=words):
        asyncio.run(reopened(path))


def test_a_foreign_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name)")
    db.commit()
    db.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is no data of minibac"):
        asyncio.run(reopened(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be read as one" * 40, b"x"])
def test_what_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is no data of minibac"):
        asyncio.run(reopened(path))
    assert path.read_bytes() == content


def test_a_place_where_nothing_can_be_kept_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match="could not be opened"):
        asyncio.run(reopened(tmp_path / "file" / "house.db"))
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError, match="could not be opened"):
        asyncio.run(reopened(tmp_path / "folder"))


# ----------------------------------------------------------------------------------------------------------- full disk


def test_an_error_of_the_disk_is_not_called_a_full_one(tmp_path: Path) -> None:
    async def go() -> None:
        store = await SqliteStore.open(tmp_path / "house.db")

        def broken(_: sqlite3.Connection) -> None:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
            raise error

        with pytest.raises(StoreAway, match="cannot be written"):
            await store.writer.submit(broken)
        await store.append(one(TABLE, 0))
        await store.close()

    asyncio.run(go())


def test_a_full_disk_says_so_and_loses_nothing(tmp_path: Path) -> None:
    """The database may grow no further, as on a full disk; then there is room again."""

    async def go() -> None:
        store = await SqliteStore.open(tmp_path / "house.db")
        await store.append(one(TABLE, 0, *buy_in(1, 100), line=b"x" * 1000, command="c0"))
        kept = 1

        async def limit(pages: int) -> None:
            await store.writer.submit(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())

        async def until_it_is_full() -> None:
            nonlocal kept
            for number in range(1000):
                write = one(TABLE, kept, *wager(1, 1), line=b"x" * 1000, command=f"c{number + 1}")
                kept = (await store.append(write)).version

        await limit(1)  # SQLite takes the present size, when that is more
        with pytest.raises(StoreFull, match="takes no more"):
            await until_it_is_full()
        with pytest.raises(StoreFull):
            await store.put("session", [("a", b"x" * 100_000)])
        told = await asyncio.gather(
            *(store.append(one(f"table/{number}", 0, line=b"x" * 9000)) for number in range(5)), return_exceptions=True
        )
        assert {type(answer) for answer in told} == {StoreFull}
        assert await store.streams() == (TABLE,)
        lines = [line async for line in store.read(TABLE)]
        assert await store.version(TABLE) == lines[-1][::2]
        assert len(lines) == kept
        assert check_chain(lines) is None
        await verify_ledger(store)
        assert (await store.balances(TABLE))["seat/1/chips"] == 100 - (kept - 1)

        await limit(1_000_000)
        await store.append(one(TABLE, kept, *wager(1, 1), line=b"x" * 100_000, command=f"c{kept}"))
        await store.put("session", [("a", b"x" * 100_000)])
        await verify_ledger(store)
        await store.close()

    asyncio.run(go())


# -------------------------------------------------------------------------------- belt and braces, and a killed process


def test_what_only_the_database_notices_hits_the_guilty_one_alone(tmp_path: Path) -> None:
    """Somebody else adds an event behind the writer's back: the writer's memory is wrong, and the database says so."""
    path = tmp_path / "house.db"

    async def go() -> None:
        store = await SqliteStore.open(path)
        await store.append(one(TABLE, 0))
        db = sqlite3.connect(path)
        db.execute("INSERT INTO events (stream, version, line, head) VALUES (?, 2, x'00', zeroblob(32))", (TABLE,))
        db.commit()
        db.close()
        told = await asyncio.gather(
            store.append(one("table/a", 0)),
            store.append(one(TABLE, 1)),
            store.append(one("table/b", 0)),
            return_exceptions=True,
        )
        await store.close()
        assert [type(answer) for answer in told] == [Written, Conflict, Written]

    asyncio.run(go())


WRITER = """
import asyncio, sys
from minibac.records.sqlite import SqliteStore
from tests.records.stores import buy_in, one

async def table(store, number):
    after = 0
    while True:
        after = (await store.append(one(f"table/{number}", after, *buy_in(1, 100), line=b"x" * 300))).version
        print(number, after, flush=True)

async def go():
    store = await SqliteStore.open(sys.argv[1])
    await asyncio.gather(*(table(store, number) for number in range(8)))

asyncio.run(go())
"""


@pytest.mark.control("R19")
def test_a_killed_process_loses_nothing_it_had_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=root
    ) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(400)]
        process.send_signal(signal.SIGKILL)
        told += process.stdout.readlines()
    acknowledged: dict[str, int] = {}
    for line in told:
        words = line.split()
        if len(words) == 2 and line.endswith("\n"):
            acknowledged[f"table/{words[0]}"] = int(words[1])

    async def go() -> None:
        store = await SqliteStore.open(path)
        for stream, version in acknowledged.items():
            lines = [line async for line in store.read(stream)]
            assert len(lines) >= version
            assert check_chain(lines) is None
            assert (await store.balances(stream))["seat/1/chips"] == 100 * len(lines)
        await verify_ledger(store)
        await store.close()

    assert len(acknowledged) == 8
    asyncio.run(go())
