"""Backup and restore: the drill of every test run (R44)."""

import asyncio
import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from minibac.records.backup import ABOUT, check, restore
from minibac.records.memory import MemoryStore
from minibac.records.sqlite import SqliteStore
from minibac.records.store import Repeated, Store, StoreError
from tests.records.ledger_check import verify_ledger
from tests.records.stores import KINDS, Place, buy_in, grant, one, place_of, wager


async def filled(store: Store) -> None:
    """A small house: two tables, a wallet, answers, snapshots, seals, documents; 700 lines in one stream."""
    await store.append(one("house", 0, *grant("änn", 10_000)))
    for number in range(3):
        await store.append(one("table/a", number, *buy_in(1, 100), command=f"c{number}", line=bytes([number]) * 50))
    await store.append(replace(one("table/a", 3, *wager(1, 50)), snapshot=b"state", seals=(("order", b"\x00secret"),)))
    await store.append(replace(one("table/b", 0), events=tuple(b"line %d" % number for number in range(700))))
    await store.put("session", [("x", b"1"), ("y", b"")])
    await store.put("credential", [("ann", b"hash")])


async def everything(store: Store) -> dict[str, object]:
    """Whatever a store can be asked."""
    streams = await store.streams()
    return {
        "heads": {stream: await store.version(stream) for stream in streams},
        "lines": {stream: [line async for line in store.read(stream)] for stream in streams},
        "ledger": [row async for row in store.ledger()],
        "wallet": [row async for row in store.ledger(account="guest/änn/wallet")],
        "balances": {stream: await store.balances(stream) for stream in ("", *streams)},
        "all balances": await store.balances(),
        "answers": [await store.answer("table/a", f"c{number}") for number in range(5)],
        "snapshots": [await store.snapshot(stream) for stream in streams],
        "seal": await store.seal("order"),
        "documents": [await store.all(kind) for kind in ("session", "credential")],
    }


@pytest.fixture(params=KINDS)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Where the backup goes to; any kind into any other."""
    (tmp_path / "other").mkdir()
    yield from place_of(request.param, tmp_path / "other", request)


@pytest.mark.control("R44")
def test_a_restored_backup_is_the_same_house(place: Place, other: Place, tmp_path: Path) -> None:
    target = str(tmp_path / "backups" / "today")

    async def go() -> None:
        async with place.fresh() as store, other.fresh() as restored:
            await filled(store)
            before = await everything(store)
            await store.backup(target)
            await store.append(one("table/a", 4))  # the house goes on; the backup is of before
            await restore(target, restored)
            assert await everything(restored) == before
            await verify_ledger(restored)
            with pytest.raises(Repeated):
                await restored.append(one("table/a", 4, command="c0"))
            await restored.append(one("table/a", 4, *wager(1, 250)))
            await verify_ledger(restored)

    asyncio.run(go())


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX")
def test_a_backup_is_for_its_owner_alone(place: Place, tmp_path: Path) -> None:
    """As the database is: it holds the same, the sessions and the hashes of passwords among it."""
    target = tmp_path / "backups" / "today"

    async def go() -> None:
        async with place.fresh() as store:
            await filled(store)
            await store.backup(str(target))

    asyncio.run(go())
    for found in (target, *target.rglob("*"), target.parent):
        assert found.stat().st_mode & 0o077 == 0, found


@pytest.mark.control("R44")
def test_a_backup_is_of_one_moment_while_the_house_goes_on(place: Place, tmp_path: Path) -> None:
    async def go() -> None:
        async with place.fresh() as store:
            done = asyncio.Event()

            async def table(number: int) -> None:
                after = 1
                while not done.is_set():
                    after = (await store.append(one(f"table/{number}", after, *buy_in(1, 100)))).version

            for number in range(4):
                await store.append(one(f"table/{number}", 0, *buy_in(1, 100)))
            tables = [asyncio.create_task(table(number)) for number in range(4)]
            await store.backup(str(tmp_path / "backup"))
            done.set()
            await asyncio.gather(*tables)
            restored = MemoryStore()
            await restore(str(tmp_path / "backup"), restored)  # and with it every check of a backup
            await verify_ledger(restored)
            for number in range(4):
                kept = len([line async for line in restored.read(f"table/{number}")])
                assert 1 <= kept <= (await store.version(f"table/{number}")).version
                assert (await restored.balances(f"table/{number}"))["seat/1/chips"] == 100 * kept

    asyncio.run(go())


def test_a_store_that_is_not_empty_is_left_as_it_is(place: Place, tmp_path: Path) -> None:
    async def go() -> None:
        source = MemoryStore()
        await filled(source)
        await source.backup(str(tmp_path / "backup"))
        async with place.fresh() as store:
            await store.put("session", [("x", b"old")])
            with pytest.raises(StoreError, match="is not empty"):
                await restore(str(tmp_path / "backup"), store)
            assert await store.streams() == ()
            assert await store.all("session") == {"x": b"old"}

    asyncio.run(go())


def test_a_backup_overwrites_nothing(place: Place, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine", encoding="utf-8")

    async def go() -> None:
        async with place.fresh() as store:
            with pytest.raises(StoreError, match="exists already"):
                await store.backup(str(tmp_path / "taken"))
            with pytest.raises(StoreError, match="failed"):
                await store.backup(str(tmp_path / "taken" / "below"))
            await store.backup(str(tmp_path / "free"))

    asyncio.run(go())
    assert (tmp_path / "taken").read_text(encoding="utf-8") == "mine"
    assert not [entry.name for entry in tmp_path.iterdir() if entry.name.endswith(".part")]


# ------------------------------------------------------------------------------------------------------------- damage


def broken(source: str, folder: Path) -> str:
    """Why a backup is refused; the store it was to go into stays empty."""

    async def go() -> str:
        store = await SqliteStore.open(folder / "target.db")
        try:
            with pytest.raises(StoreError) as caught:
                await restore(source, store)
            assert await store.streams() == ()
            assert await store.balances() == {}
            return str(caught.value)
        finally:
            await store.close()

    return asyncio.run(go())


@pytest.fixture
def folder_backup(tmp_path: Path) -> Path:
    async def go() -> None:
        store = MemoryStore()
        await filled(store)
        await store.backup(str(tmp_path / "backup"))

    asyncio.run(go())
    return tmp_path / "backup"


@pytest.mark.control("R44")
@pytest.mark.parametrize(
    ("file", "number", "line", "words"),
    [
        ("events", 2, b'["table/a",2,"AAAA","AAAA"]', "table/a, event 2: the chain of hashes is broken"),
        ("events", 704, None, "has 704 lines instead of 705"),
        ("ledger", 0, b'["house",1,"grant",0,"","mint",-9999,null]', "house does not balance at version 1"),
        (
            "balances",
            0,
            b'["","guest/\xc3\xa4nn/wallet",10001]',
            "the balance of guest/änn/wallet is $100.01, and its rows come to $100",
        ),
        ("balances", 0, b'["",5]', "is damaged at line 1"),
        ("documents", 1, b"{", "is damaged at line 2"),
    ],
)
def test_a_damaged_backup_is_refused(
    folder_backup: Path, tmp_path: Path, file: str, number: int, line: bytes | None, words: str
) -> None:
    place = folder_backup / f"{file}.jsonl"
    lines = place.read_bytes().splitlines()
    lines[number : number + 1] = [] if line is None else [line]
    place.write_bytes(b"\n".join(lines) + b"\n")
    assert words in broken(str(folder_backup), tmp_path)


def test_tables_that_played_side_by_side_leave_a_sound_backup(folder_backup: Path) -> None:
    """Two processes number their rows in turn, so that those of one event need not be neighbours."""
    ledger = folder_backup / "ledger.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join([*lines[::2], *lines[1::2]]))
    check(str(folder_backup))


def test_what_is_no_backup_is_refused(folder_backup: Path, tmp_path: Path) -> None:
    assert "there is no backup" in broken(str(tmp_path / "nowhere"), tmp_path)
    (tmp_path / "text").write_text("hello", encoding="utf-8")
    assert "is no data of minibac" in broken(str(tmp_path / "text"), tmp_path)
    (tmp_path / "empty").write_text("", encoding="utf-8")
    assert "is no backup of minibac" in broken(str(tmp_path / "empty"), tmp_path)
    (folder_backup / ABOUT).write_text('{"format": "minibac-backup-9", "rows": {}}', encoding="utf-8")
    assert "another format" in broken(str(folder_backup), tmp_path)
    (folder_backup / ABOUT).unlink()  # the page is written last: without it the folder was never finished
    assert "is no backup of minibac" in broken(str(folder_backup), tmp_path)
    shutil.rmtree(folder_backup)


def test_a_changed_backup_file_is_refused(tmp_path: Path) -> None:
    async def go() -> None:
        store = await SqliteStore.open(tmp_path / "house.db")
        await filled(store)
        await store.backup(str(tmp_path / "backup"))
        await store.close()

    asyncio.run(go())
    with contextlib.closing(sqlite3.connect(tmp_path / "backup")) as db:
        db.executescript(
            "DROP TRIGGER events_stay; UPDATE events SET line = x'00' WHERE stream = 'table/b' AND version = 9"
        )
    assert "table/b, event 9: the chain of hashes is broken" in broken(str(tmp_path / "backup"), tmp_path)
