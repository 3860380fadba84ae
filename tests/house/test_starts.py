"""A house comes up on what somebody, or a disk, has changed: what is broken stays closed, what can be rebuilt is."""

import asyncio
import contextlib
import logging
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from minibac.house.recovery import stays_closed
from minibac.records.backup import restore
from minibac.records.chain import link
from minibac.records.checksum import LENGTH
from minibac.records.memory import MemoryStore
from minibac.records.sqlite import SqliteStore
from minibac.records.store import Broken
from minibac.records.witness import SUFFIX
from minibac.table.state import TableState
from tests.house.hosting import QUICK, Hands, hosting, replayed
from tests.records.damage import alter
from tests.records.stores import Place, one, place_of

RULEBOOKS = ("section-42", "seneca")
ONE, OTHER = "table/s42-1", "table/sen-1"
FEW = replace(QUICK, snapshot_events=40)


class Played(NamedTuple):
    """Two tables with some rounds behind them, each with a snapshot and a tail, in a backup."""

    backup: str
    hands: Hands
    state: TableState
    version: int
    snapshot_at: int
    snapshot: bytes
    head: bytes
    """Of the event before the last."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("played")

    async def go() -> Played:
        store, hands = MemoryStore(), Hands()
        async with hosting(store, rulebooks=RULEBOOKS, hands=hands, settings=FEW) as desk:
            tables = [desk.table(rulebook) for rulebook in RULEBOOKS]
            for table in tables:
                await desk.seat(table, 1, 2)
            await desk.until(lambda: all(table.state.coup_no == 3 for table in tables))
            for seat in (1, 2):
                await desk.bet(tables[0], seat)
            state, version = tables[0].state, tables[0].version
        snapshot_at, kept = store._snapshots[ONE]
        assert 1 < snapshot_at < version - 1
        await store.backup(str(folder / "backup"))
        head = store._lines[ONE][-2].head
        return Played(str(folder / "backup"), hands, state, version, snapshot_at, kept, head)

    return asyncio.run(go())


@pytest.fixture(params=("sqlite", "postgres"))
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    yield from place_of(request.param, tmp_path, request)


async def opened(place: Place, played: Played, *changes: tuple[Any, ...]) -> tuple[set[str], list[str]]:
    """The house after changes: the tables that are open, and what it said."""
    address = place.address()
    async with place.opened(address) as store:
        await restore(played.backup, store)
    for change in changes:
        alter(address, *change)
    hands = Hands(played.hands.now)
    async with (
        place.opened(address) as store,
        hosting(store, rulebooks=RULEBOOKS, hands=hands, settings=FEW) as desk,
    ):
        tables = desk.house.tables
        first = tables.get("s42-1")
        if first is not None:
            assert await replayed(first) == first.state
            assert first.state.coup_no == played.state.coup_no
        said = [str(sentence) for sentence in desk.house.interrupted]
        return {table.stream for table in tables.values()}, said


def test_a_house_that_nobody_touched_opens(place: Place, played: Played) -> None:
    tables, said = asyncio.run(opened(place, played))
    assert tables == {ONE, OTHER}
    assert not any("stays closed" in sentence for sentence in said)


OF_TABLE = "WHERE stream = 'table/s42-1' AND "
LAST = OF_TABLE + "version = {last}"
LAID = LAST + " AND account LIKE 'layout/%'"
BROKEN = {
    "a line was changed": f"UPDATE events SET line = head {LAST}",
    "a line cannot be read, though its chain holds": f"UPDATE events SET line = ?, head = ? {LAST}",
    "an event is missing": f"DELETE FROM events {LAST} - 1",
    "an event of long ago was changed": f"UPDATE events SET line = head {OF_TABLE} version = 5",
    "an event of long ago is missing": f"DELETE FROM events {OF_TABLE} version = 5",
    "a row of the ledger was changed": f"UPDATE ledger SET amount_cents = amount_cents + 100 {LAID}",
    "a row moved to another seat": f"UPDATE ledger SET account = 'layout/5/banker' {LAID}",
    "a row of long ago was changed": f"UPDATE ledger SET amount_cents = amount_cents + 1 {OF_TABLE} account = 'tray'",
    "rows lie behind the last event": f"UPDATE ledger SET version = version + 7 {LAST}",
    "a balance was changed": "UPDATE balances SET cents = cents + 1 WHERE owner = 'table/s42-1' AND account = 'tray'",
    "a balance is gone": "DELETE FROM balances WHERE owner = 'table/s42-1' AND account = 'tray'",
}
WORDS = {
    "a line was changed": "stays closed, for its event {last}: the chain of hashes is broken here",
    "a line cannot be read, though its chain holds": "event {last}: the event cannot be read: there is no event",
    "an event is missing": "for its event {last}: event {before} is missing",
    "an event of long ago was changed": "for its event 5: the chain of hashes is broken here",
    "an event of long ago is missing": "for its event 6: event 5 is missing",
    "a row moved to another seat": "for its event {last}: the ledger says something else than the event does",
    "a balance was changed": "the balance of tray is ",
    "a balance is gone": "the balance of tray is $0.00, and its rows come to ",
}


ON_POSTGRES = ("a line was changed", "an event is missing", "a row of long ago was changed", "a balance is gone")


@pytest.mark.control("R25")
@pytest.mark.parametrize(
    ("place", "damage"),
    [*(("sqlite", damage) for damage in BROKEN), *(("postgres", damage) for damage in ON_POSTGRES)],
    indirect=["place"],
)
def test_nothing_is_dealt_on_a_log_that_is_not_as_it_was_written(place: Place, played: Played, damage: str) -> None:
    statement, line = BROKEN[damage].format(last=played.version), b'{"event":"Nothing"}'
    values = (line, link(played.head, line)) if "?" in statement else ()
    tables, said = asyncio.run(opened(place, played, (statement, *values)))
    assert tables == {OTHER}
    (sentence,) = [each for each in said if "stays closed" in each]
    assert sentence.startswith(ONE)
    assert WORDS.get(damage, "").format(last=played.version, before=played.version - 1) in sentence
    assert "'minibac books check'" in sentence


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE events SET line = head WHERE stream = 'house'", "house stays closed, for its event 1: the chain"),
        (
            "UPDATE balances SET cents = cents + 100 WHERE account = 'guest/guest-1/wallet'",
            "the house stays closed: the balance of guest/guest-1/wallet is ",
        ),
    ],
)
def test_without_its_own_log_the_house_stays_closed(place: Place, played: Played, statement: str, words: str) -> None:
    with pytest.raises(Broken) as caught:
        asyncio.run(opened(place, played, (statement,)))
    assert words in str(stays_closed(caught.value.fault))


def test_the_tables_of_a_pit_stay_closed_with_it(place: Place, played: Played) -> None:
    change = "UPDATE events SET line = head WHERE stream = 'pit/section-42-main' AND version = 1"
    tables, said = asyncio.run(opened(place, played, (change,)))
    assert tables == {OTHER}
    assert any(sentence.startswith("pit/section-42-main stays closed, for its event 1") for sentence in said)


def test_a_snapshot_with_any_byte_changed_is_dropped_and_the_log_is_read(
    place: Place, played: Played, caplog: pytest.LogCaptureFixture
) -> None:
    """Of another table, of another version, or cut short: the state is the log's, whatever lies there."""
    count = len(played.snapshot)
    offsets = range(0, count, count // 10)
    foreign = "UPDATE snapshots SET snapshot = (SELECT snapshot FROM snapshots WHERE stream = 'table/sen-1')"
    older = f"UPDATE snapshots SET version = {played.snapshot_at - 1} WHERE stream = 'table/s42-1'"
    changes: list[tuple[Any, ...]] = [(foreign,), (older,)]
    set_to = "UPDATE snapshots SET snapshot = ? WHERE stream = 'table/s42-1'"
    for at in offsets:
        altered = bytearray(played.snapshot)
        altered[at] ^= 1
        changes.append((set_to, bytes(altered)))
    changes.append((set_to, played.snapshot[: LENGTH + 9]))
    if place.kind == "postgres":
        changes = changes[:3]
    for change in changes:
        caplog.clear()
        with caplog.at_level(logging.WARNING, "minibac.house"):
            tables, said = asyncio.run(opened(place, played, change))
        assert tables == {ONE, OTHER}
        assert not any("stays closed" in sentence for sentence in said)
        told = [record.getMessage() for record in caplog.records if ONE in record.getMessage()]
        assert told == [f"{ONE}: its snapshot is damaged or of another log; the log is read instead"]


def test_a_cut_write_ahead_log_is_known_by_its_witness(tmp_path: Path) -> None:
    """A log that ends earlier is whole; only what lies beside it knows that more was acknowledged."""

    async def faults(name: str, cut: int = 0, witness: bytes | None = None) -> list[str]:
        """What a copy of the files shows that a house left behind when it died, the end of its log cut off."""
        folder = tmp_path / name
        folder.mkdir()
        for end in ("", "-wal", "-shm", SUFFIX):
            with contextlib.suppress(FileNotFoundError):
                shutil.copy(tmp_path / f"house.sqlite{end}", folder)
        if cut:
            wal = folder / "house.sqlite-wal"
            with wal.open("r+b") as file:
                file.truncate(wal.stat().st_size - cut)
            (folder / "house.sqlite-shm").unlink()
        if witness is not None:
            (folder / f"house.sqlite{SUFFIX}").write_bytes(witness)
        store = await SqliteStore.open(folder / "house.sqlite")
        try:
            return [str(fault.said) for fault in await store.glance()]
        finally:
            await store.close()

    async def restored(witness: bytes) -> None:
        """A backup in the place of what was there is meant."""
        (tmp_path / f"new.sqlite{SUFFIX}").write_bytes(witness)
        memory, store = MemoryStore(), await SqliteStore.open(tmp_path / "new.sqlite")
        await memory.append(one("table/c", 0))
        await memory.backup(str(tmp_path / "backup"))
        await restore(str(tmp_path / "backup"), store)
        await store.close()
        store = await SqliteStore.open(tmp_path / "new.sqlite")
        assert await store.glance() == ()
        await store.close()

    async def go() -> None:
        store = await SqliteStore.open(tmp_path / "house.sqlite")
        for version in range(40):
            await store.append(one("table/a", version))
        before = (tmp_path / f"house.sqlite{SUFFIX}").read_bytes()
        await store.append(one("table/b", 0))
        assert await faults("whole") == []
        (told,) = await faults("cut", cut=100)
        assert told.startswith("event 1 of table/b was kept and is not there any more")
        assert await faults("older", witness=before) == []  # after a power cut it may know less
        newest, again = (tmp_path / f"house.sqlite{SUFFIX}", tmp_path / "older" / f"house.sqlite{SUFFIX}")
        assert again.read_bytes().splitlines()[0] == newest.read_bytes().splitlines()[0]  # until it was looked at
        assert await faults("cut, older", cut=100, witness=before) == []  # what was cut off is not known then
        assert await faults("damaged", witness=before.replace(b"table/a", b"table/x")) == []
        await store.close()
        assert await faults("closed") == []
        await restored(before)

    asyncio.run(go())


def test_a_damaged_page_keeps_the_house_closed(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite"

    async def go(write: bool) -> list[str]:
        store = await SqliteStore.open(path)
        for version in range(200 if write else 0):
            await store.append(one("table/a", version, line=b"x" * 300))
        try:
            return [str(fault.said) for fault in await store.glance()]
        finally:
            await store.close()

    assert asyncio.run(go(write=True)) == []
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 8192 * 4096)
        file.write(bytes(range(256)) * 16)
    (told,) = asyncio.run(go(write=False))
    assert "is damaged (" in told
