"""What is the larger store's own: several processes, lost connections, a full disk, older and foreign databases."""

import asyncio
from typing import Any

import psycopg
import pytest
from psycopg import AsyncConnection

from minibac.play.postings import moved
from minibac.records import postgres, postgres_writer
from minibac.records.postgres import PostgresStore
from minibac.records.store import (
    LONGEST_WORD,
    Conflict,
    Overdrawn,
    Repeated,
    Store,
    StoreError,
    StoreFull,
    Unsure,
    Written,
)
from tests.records.chain_check import check_chain
from tests.records.ledger_check import verify_ledger
from tests.records.stores import Place, buy_in, grant, one, wager

TABLE = "table/s42-1"


async def lines(store: Store, stream: str = TABLE) -> list[bytes]:
    return [line.bytes async for line in store.read(stream)]


async def end_connections(address: str, store: PostgresStore | None = None) -> None:
    """The server ends every other connection to the database, as an administrator would."""
    async with await AsyncConnection.connect(address, autocommit=True) as connection:
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


# --------------------------------------------------------------------------------------------------- several processes


def test_two_processes_share_a_house(postgres_place: Place) -> None:
    async def go() -> None:
        address = postgres_place.address()
        async with postgres_place.opened(address) as left, postgres_place.opened(address) as right:
            heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
            right.listen(lambda stream, version: heard.put_nowait((stream, version)))
            await left.append(one(TABLE, 0, *buy_in(1, 100), command="c"))
            assert await asyncio.wait_for(heard.get(), 30) == (TABLE, 1)
            assert await lines(right) == [b"table/s42-1 1"]
            with pytest.raises(Conflict):
                await right.append(one(TABLE, 0))
            with pytest.raises(Repeated):
                await right.append(one(TABLE, 1, command="c"))
            with pytest.raises(Overdrawn):
                await right.append(one(TABLE, 1, *wager(1, 101)))
            await right.append(one(TABLE, 1, *wager(1, 100)))
            assert await asyncio.wait_for(heard.get(), 30) == (TABLE, 2)
            number = await left.send(TABLE, b"note")
            assert await asyncio.wait_for(heard.get(), 30) == (f"note/{TABLE}", number)
            assert await right.notes(TABLE) == ((number, b"note"),)
            await right.reply(number, b"yes")
            assert await asyncio.wait_for(heard.get(), 30) == ("reply", number)
            assert await left.replied(number) == b"yes"
            assert heard.empty()

    asyncio.run(go())


def test_what_another_process_has_moved_meanwhile_is_not_remembered_otherwise(postgres_place: Place) -> None:
    """A table that goes to another process and comes back: no balance is the one from before it went."""

    async def go() -> None:
        address = postgres_place.address()
        async with postgres_place.opened(address) as left, postgres_place.opened(address) as right:
            await left.append(one(TABLE, 0, *buy_in(1, 100)))
            await left.append(one(TABLE, 1, *buy_in(2, 100)))
            await right.append(one(TABLE, 2, *buy_in(1, 50)))
            await left.append(one(TABLE, 3, *buy_in(2, 10)))  # here the head is read anew
            await left.append(one(TABLE, 4, *buy_in(1, 20)))  # what moves now was known before
            await verify_ledger(left)

    asyncio.run(go())


def test_what_is_said_in_passing_is_heard_by_the_others_once(postgres_place: Place) -> None:
    async def go() -> None:
        address = postgres_place.address()
        async with postgres_place.opened(address) as left, postgres_place.opened(address) as right:
            here: list[str] = []
            heard: asyncio.Queue[str] = asyncio.Queue()
            left.overhear(here.append)
            stop = right.overhear(heard.put_nowait)
            left.say("one: two")
            left.say("x" * (LONGEST_WORD + 1))  # too long to be said
            left.say("three")
            assert await asyncio.wait_for(heard.get(), 30) == "one: two"
            assert await asyncio.wait_for(heard.get(), 30) == "three"
            stop()
            assert (here, heard.empty()) == ([], True)

    asyncio.run(go())


def test_the_owner_of_a_lease_is_known_to_all(postgres_place: Place) -> None:
    async def go() -> None:
        address = postgres_place.address()
        async with postgres_place.opened(address) as left, postgres_place.opened(address) as right:
            old = await left.claim(TABLE, "left", 60_000)
            assert old
            await left.append(one(TABLE, 0, fence=old))
            assert await right.claim(TABLE, "right", 60_000) is None
            assert await left.claim(TABLE, "left", 200) == old, "renewed, and not for long"
            new = None
            while new is None:  # it runs out by the database's clock
                new = await right.claim(TABLE, "right", 60_000)
            with pytest.raises(Conflict, match="somebody else holds"):
                await left.append(one(TABLE, 1, fence=old))
            await right.append(one(TABLE, 1, fence=new))
            assert await left.claim(TABLE, "left", 60_000) is None
            assert len(await lines(left)) == 2

    asyncio.run(go())


def test_a_lease_is_renewed_while_its_owner_writes(postgres_place: Place) -> None:
    async def go() -> None:
        async with postgres_place.fresh() as store:
            fence = await store.claim(TABLE, "left", 60_000)
            assert fence
            done = asyncio.Event()

            async def renew() -> None:
                while not done.is_set():
                    assert await store.claim(TABLE, "left", 60_000) == fence

            renewing = [asyncio.create_task(renew()) for _ in range(2)]
            for version in range(60):
                await store.append(one(TABLE, version, *buy_in(1, 10), fence=fence))
            done.set()
            await asyncio.gather(*renewing)
            assert len(await lines(store)) == 60
            await verify_ledger(store)

    asyncio.run(go())


def test_many_writers_in_two_processes(postgres_place: Place) -> None:
    """Both write the same streams and spend from the same wallets, and the books balance."""

    async def go() -> None:
        address = postgres_place.address()
        async with postgres_place.opened(address) as left, postgres_place.opened(address) as right:
            await left.append(one("house", 0, *grant("ann", 1000), *grant("bob", 1000)))
            refused = accepted = 0

            async def spend(store: Store, number: int) -> None:
                nonlocal refused, accepted
                stream = f"table/{number % 5}"
                for turn in range(8):
                    guest = ("ann", "bob")[(number + turn) % 2]
                    pay = moved("transfer", 30, f"guest/{guest}/wallet", "cage", None)
                    at = (await store.version(stream)).version
                    try:
                        await store.append(one(stream, at, *pay, line=b"%d %d" % (number, turn)))
                        accepted += 1
                    except (Conflict, Overdrawn):
                        refused += 1

            await asyncio.gather(*(spend(store, number) for number in range(10) for store in (left, right)))
            assert accepted + refused == 160
            assert accepted
            wallets = await left.balance("guest/ann/wallet") + await right.balance("guest/bob/wallet")
            assert wallets == 2000 - 30 * accepted
            for stream in await left.streams():
                assert check_chain([line async for line in right.read(stream)]) is None
            await verify_ledger(left)

    asyncio.run(go())


def test_a_new_stream_and_a_new_wallet_that_two_make_at_once(postgres_place: Place) -> None:
    async def go() -> None:
        address = postgres_place.address()
        async with postgres_place.opened(address) as left, postgres_place.opened(address) as right:
            for turn in range(10):
                entries = grant(f"guest-{turn}", 100)
                told = await asyncio.gather(
                    left.append(one(f"table/{turn}", 0, *entries, line=b"left")),
                    right.append(one(f"table/{turn}", 0, *entries, line=b"right")),
                    left.append(one(f"left/{turn}", 0, *entries)),
                    right.append(one(f"right/{turn}", 0, *entries)),
                    return_exceptions=True,
                )
                assert sorted(type(answer).__name__ for answer in told) == ["Conflict", *["Written"] * 3], told
                assert await left.balance(f"guest/guest-{turn}/wallet") == 300
            await verify_ledger(left)

    asyncio.run(go())


def test_several_processes_may_open_a_fresh_database_at_once(postgres_place: Place) -> None:
    async def go() -> None:
        address = postgres_place.address()
        stores = await asyncio.gather(*(PostgresStore.open(address) for _ in range(4)))
        await stores[0].append(one(TABLE, 0))
        assert [await store.streams() for store in stores] == [(TABLE,)] * 4
        for store in stores:
            await store.close()

    asyncio.run(go())


# ----------------------------------------------------------------------------------------------------- lost connections


@pytest.mark.control("R19")
def test_work_goes_on_after_every_connection_was_lost(postgres_place: Place) -> None:
    async def go() -> None:
        address = postgres_place.address()
        async with postgres_place.opened(address) as store:
            heard: list[tuple[str, int]] = []
            store.listen(lambda stream, version: heard.append((stream, version)))

            async def table(number: int) -> None:
                after = 0
                for turn in range(20):
                    written = await store.append(one(f"table/{number}", after, *buy_in(1, 10), command=f"c{turn}"))
                    assert written.version == after + 1
                    after = written.version

            tables = [asyncio.create_task(table(number)) for number in range(6)]
            for _ in range(4):
                await asyncio.sleep(0.02)
                await end_connections(address)
            await asyncio.gather(*tables)
            for number in range(6):
                assert len(await lines(store, f"table/{number}")) == 20
            await verify_ledger(store)

    asyncio.run(go())


@pytest.mark.control("R19")
def test_news_that_was_missed_is_told_when_the_database_is_heard_again(postgres_place: Place) -> None:
    async def go() -> None:
        address = postgres_place.address()
        async with postgres_place.opened(address) as left, postgres_place.opened(address) as right:
            await left.append(one(TABLE, 0))
            heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
            right.listen(lambda stream, version: heard.put_nowait((stream, version)))
            await end_connections(address)
            await left.append(one(TABLE, 1))
            while True:
                if await asyncio.wait_for(heard.get(), 30) == (TABLE, 2):
                    break

    asyncio.run(go())


def test_a_word_that_nobody_can_read_ends_no_hearing(
    postgres_place: Place, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is logged; a process that hears nothing any more would show its guests what was long ago."""
    monkeypatch.setattr(postgres, "AGAIN_S", 0.01)

    async def go() -> None:
        address = postgres_place.address()
        async with postgres_place.opened(address) as left, postgres_place.opened(address) as right:
            heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
            right.listen(lambda stream, version: heard.put_nowait((stream, version)))
            async with await AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute("NOTIFY minibac, 'no news'")
            await left.append(one(TABLE, 0))
            assert await asyncio.wait_for(heard.get(), 30) == (TABLE, 1)

    asyncio.run(go())
    assert any(record.name == "minibac.records" and record.exc_info for record in caplog.records)


class Lost:
    """Loses the connection around a commit: before it, or after it, as often as said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: int, *, after: bool) -> None:
        keep = postgres_writer.Writer._keep
        self.times = times

        async def lossy(connection: AsyncConnection, *rest: Any) -> bool:
            if self.times:
                self.times -= 1
                if after:
                    assert await keep(connection, *rest)
                await connection.close()
                raise psycopg.OperationalError("the connection is lost")
            return await keep(connection, *rest)

        monkeypatch.setattr(postgres_writer.Writer, "_keep", staticmethod(lossy))


@pytest.mark.control("R19")
@pytest.mark.parametrize("after", [False, True])
def test_a_write_whose_fate_is_unknown_is_looked_up(
    postgres_place: Place, monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    """The connection is lost before the commit, or after it: either way each write is there once, and is told so."""

    async def go() -> None:
        async with postgres_place.fresh() as store:
            await store.append(one(TABLE, 0, *buy_in(1, 100)))
            lost = Lost(monkeypatch, 2, after=after)
            told = await asyncio.gather(
                store.append(one(TABLE, 1, *wager(1, 100), command="c")),
                store.append(one("table/other", 0, *grant("ann", 5))),
                store.append(one("table/third", 0, *wager(1, 1))),
                store.append(one(TABLE, 2, line=b"last")),
                return_exceptions=True,
            )
            assert [type(answer) for answer in told] == [Written, Written, Overdrawn, Written]
            assert lost.times == 0 or after
            assert len(await lines(store)) == 3
            assert told[3] == await store.version(TABLE)
            assert (await store.balances(TABLE))["seat/1/chips"] == 0
            assert await store.balance("guest/ann/wallet") == 5
            await verify_ledger(store)

    asyncio.run(go())


@pytest.mark.parametrize(("after", "error"), [(False, StoreError), (True, Unsure)])
def test_a_database_that_stays_away_is_told_apart(
    postgres_place: Place, monkeypatch: pytest.MonkeyPatch, error: type[StoreError], *, after: bool
) -> None:
    """Lost before anything was sent: nothing was written. Lost around the commit for good: nobody knows."""

    async def go() -> None:
        async with postgres_place.fresh() as store:
            assert isinstance(store, PostgresStore)
            monkeypatch.setattr(postgres_writer, "PATIENCE_S", 0.2)
            if after:
                Lost(monkeypatch, 10**6, after=False)
            else:
                monkeypatch.setattr(store._writer, "_connect", unreachable)
            with pytest.raises(error, match="not known" if after else "nothing was written"):
                await store.append(one(TABLE, 0))
            monkeypatch.undo()
            monkeypatch.setattr(store._writer, "_connect", store._connected)
            await store.append(one(TABLE, 0))
            assert len(await lines(store)) == 1

    async def unreachable() -> AsyncConnection:
        raise psycopg.OperationalError("nobody is there")

    asyncio.run(go())


def test_a_database_that_cannot_be_reached_is_refused_in_a_sentence() -> None:
    with pytest.raises(StoreError, match="could not be reached"):
        asyncio.run(PostgresStore.open("postgresql://nobody@/none?host=/nonexistent&port=1"))


def test_a_reader_says_when_the_database_is_away(postgres_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with postgres_place.fresh() as store:
            assert isinstance(store, PostgresStore)

            def unreachable(timeout: float) -> object:
                raise psycopg.OperationalError("nobody is there")

            monkeypatch.setattr(store._pool, "connection", unreachable)
            with pytest.raises(StoreError, match="does not answer: nobody is there"):
                await store._using(lambda _: asyncio.sleep(0), patience_s=0)
            monkeypatch.undo()
            assert await store.streams() == ()

    asyncio.run(go())


# ------------------------------------------------------------------------------------------------------------ full disk

FULL = """CREATE FUNCTION minibac.full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file: No space left'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON minibac.events EXECUTE FUNCTION minibac.full();
CREATE TRIGGER full_disk BEFORE INSERT ON minibac.documents EXECUTE FUNCTION minibac.full()"""
ROOM = "DROP FUNCTION minibac.full() CASCADE"


def test_a_full_disk_says_so_and_loses_nothing(postgres_place: Place) -> None:
    """The server reports what it reports when its disk is full; then there is room again."""

    async def go() -> None:
        address = postgres_place.address()
        async with (
            postgres_place.opened(address) as store,
            await AsyncConnection.connect(address, autocommit=True) as admin,
        ):
            await store.append(one(TABLE, 0, *buy_in(1, 100)))
            await admin.execute(FULL)
            told = await asyncio.gather(
                *(store.append(one(f"table/{number}", 0, *buy_in(1, 5))) for number in range(3)),
                store.put("session", [("a", b"b")]),
                return_exceptions=True,
            )
            assert {type(answer) for answer in told} == {StoreFull}
            assert "takes no more" in str(told[0])
            assert await store.streams() == (TABLE,)
            await verify_ledger(store)
            await admin.execute(ROOM)
            await store.append(one(TABLE, 1, *wager(1, 100)))
            await store.put("session", [("a", b"b")])
            await verify_ledger(store)

    asyncio.run(go())


# ------------------------------------------------------------------------------------------------ older, newer, foreign


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("CREATE SCHEMA minibac", "is no data of minibac"),
        ("CREATE SCHEMA minibac; CREATE TABLE minibac.about (name text)", "is no data of minibac"),
        ("CREATE SCHEMA minibac; CREATE TABLE minibac.about (schema integer)", "is no data of minibac"),
        (
            "CREATE SCHEMA minibac; CREATE TABLE minibac.about (schema integer); INSERT INTO minibac.about VALUES (99)",
            "was written by a newer minibac",
        ),
        (
            "CREATE SCHEMA minibac; CREATE TABLE minibac.about (schema integer); INSERT INTO minibac.about VALUES (2)",
            "was written by a minibac before 0.2.0, whose formats were not kept",
        ),
    ],
)
def test_an_older_newer_or_foreign_database_is_refused(postgres_place: Place, script: str, words: str) -> None:
    async def go() -> None:
        address = postgres_place.address()
        async with await AsyncConnection.connect(address, autocommit=True) as admin:
            await admin.execute(script.encode())
        with pytest.raises(StoreError, match=words):
            await PostgresStore.open(address)

    asyncio.run(go())


@pytest.mark.control("R25")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET line = ''",
        "DELETE FROM events",
        "TRUNCATE events",
        "UPDATE ledger SET amount_cents = 1",
        "DELETE FROM ledger",
    ],
)
def test_the_database_itself_only_adds(postgres_place: Place, statement: str) -> None:
    async def go() -> None:
        address = postgres_place.address()
        async with postgres_place.opened(address) as store:
            await store.append(one(TABLE, 0, *buy_in(1, 100)))
            async with await AsyncConnection.connect(address, autocommit=True) as admin:
                await admin.execute("SET search_path TO minibac")
                with pytest.raises(psycopg.errors.RaiseException, match="only ever added to"):
                    await admin.execute(statement.encode())

    asyncio.run(go())


def test_a_commit_waits_for_the_disk_whatever_the_server_says(postgres_place: Place) -> None:
    async def go() -> None:
        address = postgres_place.address()
        async with await AsyncConnection.connect(address, autocommit=True) as admin:
            row = await (await admin.execute("SELECT current_database()")).fetchone()
            assert row
            await admin.execute(f"ALTER DATABASE {row[0]} SET synchronous_commit TO off".encode())
        async with postgres_place.opened(address) as store:
            assert isinstance(store, PostgresStore)
            async with await store._connected() as connection:
                row = await (await connection.execute("SHOW synchronous_commit")).fetchone()
                assert row == ("on",)

    asyncio.run(go())


def test_what_waits_goes_into_one_commit(postgres_place: Place) -> None:
    async def go() -> None:
        async with postgres_place.fresh() as store:
            await asyncio.gather(*(store.append(one(f"table/{number}", 0)) for number in range(100)))
            figures = store.figures()
            assert figures.jobs == 100
            assert figures.commits < 20

    asyncio.run(go())
