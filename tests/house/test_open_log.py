"""The open log of a house: what is in it, when, on every store; and what becomes of it when data are put back."""

import asyncio
import json
import re
import sqlite3
from pathlib import Path

import pytest

from minibac.house.full_check import full_check
from minibac.house.news import News
from minibac.house.open_house import OpenHouse
from minibac.house.open_log import OpenLog, leaves_of
from minibac.house.open_tree import EPOCHS, SHOES, TILE, TILES, Tree
from minibac.houses.house import sample_house
from minibac.records.backup import restore
from minibac.records.leaves import OPEN_LOG, Due, Epoch, Leaf, entry_of, read_leaf, stands
from minibac.records.memory import MemoryStore
from minibac.records.sqlite import SqliteStore
from minibac.records.sqlite_reader import SqliteReader
from minibac.records.store import Store, StoreError, Unsound, Write
from minibac.table import events as e
from minibac.table.state import Phase
from minibac.tlog import merkle
from minibac.tlog.notes import read_checkpoint
from tests.house.hosting import KEY, QUICK, Desk, Hands, hosting
from tests.house.tampering import closed_up, tampered
from tests.records.stores import Place, place  # noqa: F401 (a fixture)
from tests.tlog.proofs import included

PUBLIC = {"leaf", "log", "version", "head", "sealed", "shoe", "commitment", "day", "report"}
EPOCH = {"leaf", "origin", "key", "at", "why", "lost_size", "lost_root"}
A_LOG = re.compile(r"house|school|(table|pit|refused)/[a-z0-9-]+")
A_HASH = re.compile("[0-9a-f]{64}")


async def entries(store: Store) -> list[bytes]:
    return [entry_of(line.bytes) async for line in store.read(OPEN_LOG)]


async def lengthened(store: Store, count: int) -> None:
    """So many leaves more, all of one log."""
    first = (await store.version("table/x")).version
    if not first:
        await store.append(Write(stream="table/x", after=0, events=(b"{}",)))
    for _ in range(count // 20):
        await store.append(Write(stream="table/x", after=1, events=(), leaves=(Due(0),) * 20))


def test_who_comes_in_while_a_commitment_is_signed_does_not_see_it() -> None:
    """Seed 4 of the simulation: a page that was welcomed just then was shown a state that nobody had been told of."""

    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table, log = desk.table(), desk.house.open_log
            signing, seen = log.checkpoint, []

            async def watched() -> str:
                seen.append(table.state.commitment)
                return await signing()

            log.checkpoint = watched  # type: ignore[method-assign]
            await desk.seat(table, 3)
            await desk.until(lambda: table.state.phase is Phase.CUT_OFFER)
            assert seen == [""]
            assert table.state.commitment

    asyncio.run(play())


def test_a_commitment_is_signed_before_anybody_hears_of_it(place: Place) -> None:  # noqa: F811
    """Its leaf is in the transaction of the event; the checkpoint that covers it is there before the cut is offered."""

    async def play() -> None:
        async with place.fresh() as store, hosting(store) as desk:
            table, log = desk.table(), desk.house.open_log
            heard: list[int] = []

            def told(news: News) -> None:
                if any(isinstance(event, e.StackCommitted) for event in news.events):
                    assert log._signed is not None
                    heard.append(log._signed[0].size)

            desk.house.listen(told)
            await desk.seat(table, 3)
            await desk.until(lambda: table.state.phase is Phase.CUT_OFFER)
            assert len(heard) == 1
            number = await log.find(table.id, 1)
            assert number is not None
            assert number < heard[0]
            leaf = json.loads(await log.entry(number))
            assert leaf["commitment"] == table.state.commitment
            proof = await log.proof(number)
            now, note = read_checkpoint(proof.checkpoint)
            assert log.key.signed(note)
            hashed = merkle.leaf_hash(await log.entry(number))
            assert included(hashed, number, now.size, now.root, proof.hashes)
            assert await log.find(table.id, 2) is None

    asyncio.run(play())


def test_leaves_say_where_logs_stand_and_nothing_of_people_or_cards(tmp_path: Path) -> None:
    async def play() -> None:
        store = await SqliteStore.open(tmp_path / "minibac.sqlite")
        async with hosting(store, rulebooks=("section-42", "seneca")) as desk:
            await desk.seat(desk.table(), 3, 5)
            await desk.until(lambda: desk.table().state.phase is Phase.BETTING)
            await desk.pass_ms(QUICK.log_minutes * 60_000)
        lines = [line.bytes async for line in store.read(OPEN_LOG)]
        told: set[str] = set()
        for line in lines:
            facts = json.loads(entry_of(line))
            assert set(facts) <= (EPOCH if facts["leaf"] == "epoch" else PUBLIC)
            assert "est" not in str(facts)
            if facts["leaf"] == "head":
                told.add(facts["log"])
                assert A_LOG.fullmatch(facts["log"])
                assert A_HASH.fullmatch(facts.get("head") or facts["sealed"])
                assert ("sealed" in facts) is not facts["log"].startswith("table/")
                leaf = read_leaf(line)
                assert isinstance(leaf, Leaf)
                kept = [each.head async for each in store.read(leaf.log, leaf.version - 1, leaf.version)]
                assert stands(leaf, line, kept[0])
                assert not stands(leaf, line, bytes(32))
        assert {"house", "school", "table/s42-1", "table/sen-1"} < told
        last = {leaf.log: leaf.version for line in lines if isinstance(leaf := read_leaf(line), Leaf)}
        for stream in told:  # and whoever closes a house leaves nothing untold
            assert last[stream] == (await store.version(stream)).version
        await store.close()

    asyncio.run(play())


def test_what_is_due_by_an_event_and_by_their_number() -> None:
    committed = e.StackCommitted(at=1, by="house", shoe_no=3, commitment="ab" * 32, cards_count=416)
    by_hand = e.StackCommitted(at=1, by="house", shoe_no=3, commitment="", cards_count=0)
    shown = e.ShoeRevealed(at=1, by="house", shoe_no=2, order=(), salt="")
    assert leaves_of("table/x", 7, (committed, by_hand, shown)) == (
        Due(1, shoe=3, commitment="ab" * 32),
        Due(3, shoe=2),
    )
    assert leaves_of("table/x", 7, (by_hand,)) == ()
    assert leaves_of("table/x", 0, (by_hand,)) == (Due(1),)
    assert leaves_of("table/x", 98, (by_hand, by_hand)) == (Due(2),)
    assert len(leaves_of("house", 99, (by_hand,))[0].salt) == 16


@pytest.mark.parametrize("place", ["memory", "sqlite"], indirect=True)
def test_the_tree_is_that_of_its_leaves_however_long_it_is(place: Place) -> None:  # noqa: F811
    """Roots, proofs and tiles at many sizes; a start finds the same, with its tiles and without them."""

    async def look() -> None:
        async with place.fresh() as store:
            log = OpenLog(store, KEY, None)
            assert await log.open(1) == ()
            await lengthened(store, 2 * TILE + 80)
            await log.tree.grow()
            hashes = [merkle.leaf_hash(entry) for entry in await entries(store)]
            size = log.tree.size
            assert size == len(hashes) > 2 * TILE
            for n in (1, 2, 255, 256, 257, 300, 511, 512, 513, size):
                assert await log.tree.root((0, n)) == merkle.root_of(hashes[:n])
                for index in (0, n // 3, n - 1):
                    proof = await log.tree.roots(merkle.inclusion(index, n))
                    assert included(hashes[index], index, n, merkle.root_of(hashes[:n]), proof)
                grown = await log.consistency(n, size)
                assert merkle.consistent(n, merkle.root_of(hashes[:n]), size, merkle.root_of(hashes), grown)
            assert set(await store.all(TILES)) == {"0/0", "0/1"}
            text = await log.checkpoint()
            await store.put(TILES, [("0/0", b"short"), ("0/1", None)])
            again = OpenLog(store, KEY, None)
            await again.open(2)
            assert await again.checkpoint() == text
            assert (await store.get(TILES, "0/0") or b"")[:32] == hashes[0]

    asyncio.run(look())


def test_a_tile_of_a_higher_level_holds_the_roots_of_those_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """With tiles of four, a few leaves make a high tree."""
    monkeypatch.setattr("minibac.house.open_tree.TILE", 4)

    async def look() -> None:
        store = MemoryStore()
        await OpenLog(store, KEY, None).open(1)
        await lengthened(store, 80)
        hashes = [merkle.leaf_hash(entry) for entry in await entries(store)]
        tree = Tree(store)
        await tree.grow()
        assert await tree.hashes(0, 76, 80) == hashes[76:80]
        assert await tree.hashes(1, 16, 20) == [merkle.root_of(hashes[4 * n : 4 * n + 4]) for n in range(16, 20)]
        assert await tree.hashes(2, 4, 5) == [merkle.root_of(hashes[64:80])]
        assert await tree.hashes(3, 0, 1) == [merkle.root_of(hashes[:64])]
        later = Tree(store)
        await lengthened(store, 20)
        await later.grow()
        await tree.grow()
        assert later._edge == tree._edge

    asyncio.run(look())


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _told_of_it(desk: Desk) -> list[str]:
    """What whoever opens the house hears of its open log."""
    return [str(said) for said in desk.house.interrupted if "open log" in str(said)]


async def _played(store: Store, beside: Path, rounds_ms: int = 60_000) -> str:
    """A house plays for a while and closes; what it signed last."""
    async with hosting(store, beside=beside, hands=Hands()) as desk:
        await desk.seat(desk.table(), 3)
        await desk.pass_ms(rounds_ms)
    return _read(beside)


def test_what_was_signed_and_cannot_be_written_down_is_told_once_until_it_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "away"
    told = "what is signed of the open log is not written down"

    async def look() -> None:
        store = MemoryStore()
        log = OpenLog(store, KEY, folder / "log.checkpoint")
        await log.open(1)

        async def signed() -> list[str]:
            await lengthened(store, 20)
            await log.checkpoint()
            return [file.name for file in folder.iterdir()] if folder.exists() else []

        for _ in range(2):
            assert await signed() == []
            assert caplog.text.count(told) == 1
        folder.mkdir()
        assert await signed() == ["log.checkpoint"]
        (folder / "log.checkpoint").unlink()
        (folder / "log.checkpoint").mkdir()
        for _ in range(2):
            assert await signed() == ["log.checkpoint"], "and no draft of it"
            assert caplog.text.count(told) == 2

    caplog.set_level("ERROR", "minibac.house")
    asyncio.run(look())


def test_a_file_of_what_was_signed_that_is_no_text_keeps_no_house_closed(tmp_path: Path) -> None:
    async def look() -> None:
        beside = tmp_path / "log.checkpoint"
        beside.write_bytes(b"\xff\xfe")
        log = OpenLog(MemoryStore(), KEY, beside)
        await log.open(1)
        signed = await log.checkpoint()
        assert _read(beside) == signed

    asyncio.run(look())


def test_a_backup_that_is_put_back_is_told_and_the_log_goes_on_openly(tmp_path: Path) -> None:
    async def look() -> None:
        beside = tmp_path / "log.checkpoint"
        store = await SqliteStore.open(tmp_path / "first.sqlite")
        early = await _played(store, beside)
        await store.backup(str(tmp_path / "backup"))
        async with hosting(store, beside=beside) as desk:
            assert _told_of_it(desk) == []  # nothing is lost yet
            await desk.seat(desk.table(), 5)
            await desk.pass_ms(60_000)
        late = _read(beside)
        await store.close()
        old, new = read_checkpoint(early)[0], read_checkpoint(late)[0]
        assert old.origin == new.origin
        assert new.size > old.size

        store = await SqliteStore.open(tmp_path / "second.sqlite")
        await restore(str(tmp_path / "backup"), store)
        async with hosting(store, beside=beside) as desk:
            (told,) = _told_of_it(desk)
            assert "was rolled back" in told
            epoch = desk.house.open_log.epoch
            assert epoch is not None
            assert (epoch.why, epoch.lost_size, epoch.lost_root) == ("rolled-back", new.size, new.root.hex())
            now, note = read_checkpoint(await desk.house.open_log.checkpoint())
            assert now.origin == epoch.origin != new.origin
            assert desk.house.open_log.key.signed(note)
            tree = desk.house.open_log.tree
            assert await tree.root((0, old.size)) == old.root  # what the backup had is still what was signed
        async with hosting(store, beside=beside) as desk:
            assert _told_of_it(desk) == []  # it is told once
        await store.close()

        store = await SqliteStore.open(tmp_path / "third.sqlite")
        await restore(str(tmp_path / "backup"), store)
        async with hosting(store, beside=tmp_path / "elsewhere") as desk:  # another machine, which knows of nothing
            assert [epoch.why for epoch in desk.house.open_log.tree.epochs.values()] == ["begun", "restored"]
        await store.close()

    asyncio.run(look())


def test_a_backup_that_lacks_nothing_that_was_signed_goes_on_under_its_name(tmp_path: Path) -> None:
    async def look() -> None:
        beside = tmp_path / "log.checkpoint"
        store = MemoryStore()
        text = await _played(store, beside)
        await store.backup(str(tmp_path / "backup"))
        moved = await SqliteStore.open(tmp_path / "moved.sqlite")
        await restore(str(tmp_path / "backup"), moved)
        async with hosting(moved, beside=beside) as desk:
            assert _told_of_it(desk) == []
            assert read_checkpoint(await desk.house.open_log.checkpoint())[0].origin == read_checkpoint(text)[0].origin
        await moved.close()

    asyncio.run(look())


def test_a_backup_on_a_machine_that_knows_less_than_the_backup_goes_on_under_a_new_name(tmp_path: Path) -> None:
    """Its file is of an earlier time: what was signed elsewhere since, and lost, it cannot know."""

    async def look() -> None:
        stale, beside = tmp_path / "stale", tmp_path / "log.checkpoint"
        store = await SqliteStore.open(tmp_path / "first.sqlite")
        stale.write_text(await _played(store, beside), encoding="utf-8")
        early = read_checkpoint(_read(stale))[0]
        async with hosting(store, beside=beside) as desk:
            await desk.pass_ms(60_000)
        assert read_checkpoint(_read(beside))[0].size > early.size
        await store.backup(str(tmp_path / "backup"))
        await store.close()
        store = await SqliteStore.open(tmp_path / "second.sqlite")
        await restore(str(tmp_path / "backup"), store)
        async with hosting(store, beside=stale) as desk:
            assert [epoch.why for epoch in desk.house.open_log.tree.epochs.values()] == ["begun", "restored"]
            assert await desk.house.open_log.tree.root((0, early.size)) == early.root
        async with hosting(store, beside=stale) as desk:
            assert _told_of_it(desk) == []
        await store.close()

    asyncio.run(look())


def test_a_copy_of_the_data_without_the_file_of_what_was_signed_goes_on_under_a_new_name(tmp_path: Path) -> None:
    """Copied file by file, as no restore of ours sees it; what was signed since is lost, and nobody here knows it."""

    async def whys(store: Store, beside: Path | None) -> tuple[list[str], list[str]]:
        async with hosting(store, beside=beside) as desk:
            return [epoch.why for epoch in desk.house.open_log.tree.epochs.values()], _told_of_it(desk)

    async def look() -> None:
        beside, gone = tmp_path / "log.checkpoint", tmp_path / "gone"
        store = await SqliteStore.open(tmp_path / "minibac.sqlite")
        await OpenLog(store, KEY, beside).open(1)  # it dies before anything is signed
        assert await whys(store, beside) == (["begun"], [])
        assert await whys(store, None) == (["begun"], [])
        assert await whys(store, beside) == (["begun"], [])
        beside.rename(gone)
        names, (told,) = await whys(store, beside)
        assert names == ["begun", "restored"]
        assert f"{beside}, which knows what was signed last, is not there" in told
        assert await whys(store, beside) == (names, [])
        beside.write_text("hello", encoding="utf-8")
        names, _ = await whys(store, beside)
        assert names == ["begun", "restored", "restored"]
        refused = tmp_path / "no folder" / "log.checkpoint"
        assert await whys(store, refused) == (names, [])
        await store.close()

    asyncio.run(look())


def test_another_key_is_another_name(tmp_path: Path) -> None:
    async def look() -> None:
        store = MemoryStore()
        async with hosting(store, beside=tmp_path / "one") as desk:
            first = desk.house.open_log.key
        async with hosting(store, beside=tmp_path / "one", key=bytes(32)) as desk:
            assert "another one than before" in _told_of_it(desk)[0]
            assert desk.house.open_log.key.name != first.name
            assert desk.house.open_log.key.key != first.key

    asyncio.run(look())


def test_nothing_is_signed_that_contradicts_what_was_signed() -> None:
    """Somebody changes the log under a house that runs."""

    async def look() -> None:
        store = MemoryStore()
        async with hosting(store) as desk:
            log = desk.house.open_log
            await log.checkpoint()
            lines = store._lines[OPEN_LOG]
            lines[1] = lines[1]._replace(bytes=lines[0].bytes)
            log.tree = Tree(store)
            await lengthened(store, 20)
            with pytest.raises(StoreError, match="not the one that was signed"):
                await log.checkpoint()

    asyncio.run(look())


def test_two_processes_write_one_log(tmp_path: Path, postgres_database: str) -> None:
    """Both write leaves at the same time; there is one order, and both sign the same."""
    from minibac.records.postgres import PostgresStore

    async def look() -> None:
        one, other = await PostgresStore.open(postgres_database), await PostgresStore.open(postgres_database)
        try:
            hosts = await asyncio.gather(
                *(
                    OpenHouse.open(store, [sample_house("section-42")], settings=QUICK, key=KEY)
                    for store in (one, other)
                )
            )
            await asyncio.gather(
                lengthened(one, 60), *(_many(store, name) for store, name in ((one, "a"), (other, "b")))
            )
            texts = [await house.open_log.checkpoint() for house in hosts]
            assert texts[0] == texts[1]
            told = [json.loads(entry) for entry in await entries(one)]
            assert [leaf["leaf"] for leaf in told].count("epoch") == 1
            for name in "ab":
                versions = [leaf["version"] for leaf in told if leaf.get("log") == f"table/{name}"]
                assert versions == list(range(1, 31))
            for house in hosts:
                await house.close()
        finally:
            await one.close()
            await other.close()

    asyncio.run(look())


def test_a_machine_that_joins_a_shared_house_has_no_file_yet_and_renames_nothing(
    tmp_path: Path, postgres_database: str
) -> None:
    from minibac.records.postgres import PostgresStore

    async def look() -> None:
        store = await PostgresStore.open(postgres_database)
        for machine in ("one", "other"):
            log = OpenLog(store, KEY, tmp_path / machine)
            assert await log.open(1) == ()
            await log.checkpoint()
            assert (tmp_path / machine).exists()
            assert [epoch.why for epoch in log.tree.epochs.values()] == ["begun"]
        await store.close()

    asyncio.run(look())


async def _many(store: Store, name: str) -> None:
    for after in range(30):
        await store.append(Write(stream=f"table/{name}", after=after, events=(b"{}",), leaves=(Due(1),)))


def test_a_house_that_dies_loses_no_leaf(tmp_path: Path) -> None:
    """The leaf of an event is there whenever the event is: they are one transaction."""

    async def look() -> None:
        store = await SqliteStore.open(tmp_path / "minibac.sqlite")
        hands = Hands()
        for seat in (1, 2, 3):
            async with hosting(store, hands=hands, beside=tmp_path / "beside", crash=True) as desk:
                await desk.seat(desk.table(), seat)
                await desk.pass_ms(20_000)
        async with hosting(store, hands=hands, beside=tmp_path / "beside") as desk:
            assert len(desk.house.open_log.tree.epochs) == 1
            assert await _untold(desk) == []
        await store.close()

    asyncio.run(look())


def test_logs_that_were_there_before_the_open_log_have_their_leaf_from_its_first_moment(tmp_path: Path) -> None:
    """A house of before there was one: until it is opened nothing is due, and then everything is told at once."""
    now, before = tmp_path / "now", tmp_path / "before"
    now.mkdir()

    def without(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM events WHERE stream = ?", (OPEN_LOG,))
        db.execute("DELETE FROM documents WHERE kind IN (?, ?, ?)", (TILES, SHOES, EPOCHS))
        closed_up(db)

    async def play(folder: Path) -> list[Unsound]:
        store = await SqliteStore.open(folder / "minibac.sqlite")
        async with hosting(store, crash=True) as desk:
            await desk.pass_ms(20_000)
        await store.close()
        return await found(folder)

    async def found(folder: Path) -> list[Unsound]:
        reader = await SqliteReader.open(folder / "minibac.sqlite")
        try:
            return (await full_check(reader, KEY)).findings
        finally:
            await reader.close()

    async def look() -> None:
        assert await play(now) == []
        tampered(now, before, without)
        assert await found(before) == []
        store = await SqliteStore.open(before / "minibac.sqlite")
        stood = {name: (await store.version(name)).version for name in await store.streams()}
        await OpenLog(store, KEY, None).open(2)
        first, *leaves = [read_leaf(entry) for entry in await entries(store)]
        await store.close()
        assert isinstance(first, Epoch)
        assert {leaf.log: leaf.version for leaf in leaves if isinstance(leaf, Leaf)} == stood
        assert await found(before) == []

    asyncio.run(look())


async def _untold(desk: Desk) -> list[int]:
    """The commitments of a table that have no leaf."""
    table = desk.table()
    committed = [line async for line in table.stored() if b'"StackCommitted"' in line.bytes[:40]]
    told = [json.loads(entry) for entry in await entries(desk.house.store)]
    leaves = {(leaf["version"], leaf["head"]) for leaf in told if leaf.get("log") == table.stream}
    assert committed
    return [line.version for line in committed if (line.version, line.head.hex()) not in leaves]
