"""From one schema to the next: wholly or not at all, whenever the machine dies; and what is newer is refused."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from minibac.cli import cli
from minibac.client import Client, ClientTable
from minibac.people.sessions import COOKIE
from minibac.records import postgres_schema, sqlite_schema, upcast
from minibac.records.postgres import PostgresStore
from minibac.records.sqlite import SqliteStore
from minibac.records.store import Store, StoreError
from minibac.server.serving import CannotServeError, restore_from
from tests.house.hosting import QUICK
from tests.server.running import PATIENT, RunningServer, running, wait_until
from tests.server.serve_command import ENVIRON
from tests.upgrades import golden, tomorrow

OLD = golden.versions()[0]
LONG: dict[str, Any] = {"timing": PATIENT, "guest_idle_minutes": 10**6}
NEWER = "was written by a newer minibac"


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where the oldest version's data lies: a file, or the address of a database."""
    golden.lay_out(OLD, tmp_path)
    if request.param == "sqlite":
        yield str(tmp_path / golden.SQLITE)
        return
    with request.getfixturevalue("postgres").database() as address:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute((tmp_path / golden.DUMP).read_bytes())
        yield address


async def opened(place: str) -> Store:
    return await (PostgresStore.open(place) if place.startswith("postgresql:") else SqliteStore.open(place))


def looked_at(place: str, query: str = "") -> tuple[dict[str, tuple[int, str]], list[Any]]:
    """Every head of what lies at a place, once it is open; and what a query of our own finds."""

    async def go() -> tuple[dict[str, tuple[int, str]], list[Any]]:
        store = await opened(place)
        try:
            heads = {name: await store.version(name) for name in await store.streams()}
            found = await store._asked(query) if query else []  # type: ignore[attr-defined]
            return {name: (head.version, bytes(head.head).hex()) for name, head in heads.items()}, found
        finally:
            await store.close()

    return asyncio.run(go())


def schema_of(place: str) -> int:
    """The number that the data itself states."""
    if place.startswith("postgresql:"):
        with psycopg.connect(place) as connection:
            row = connection.execute("SELECT schema FROM minibac.about").fetchone()
    else:
        db = sqlite3.connect(place)
        row = db.execute("PRAGMA user_version").fetchone()
        db.close()
    assert row is not None
    return int(row[0])


@contextlib.contextmanager
def program_of_tomorrow() -> Iterator[None]:
    """What is done inside is done by the later program."""
    with pytest.MonkeyPatch.context() as later:
        for module in (sqlite_schema, postgres_schema):
            later.setattr(module, "UPGRADES", module.UPGRADES)
        tomorrow.of_tables()
        yield


@pytest.fixture
def tables_of_tomorrow() -> Iterator[None]:
    with program_of_tomorrow():
        yield


def dies(at: int, place: str) -> bool:
    """A process opens the data and is killed before the statement with this number; whether it came that far."""
    child = os.fork()
    if child == 0:
        count = 0

        def next_one(*_: object) -> None:
            nonlocal count
            count += 1
            if count == at:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            _watch(next_one)
            asyncio.run(_once(place))
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


async def _once(place: str) -> None:
    await (await opened(place)).close()


def _watch(next_one: Callable[..., None]) -> None:
    """Tell of every statement of a store that is opened, before it is done."""
    connect, execute = sqlite_schema.connect, psycopg.AsyncConnection.execute

    def watched(path: str, *, writer: bool = False) -> Any:
        db = connect(path, writer=writer)
        db.set_trace_callback(next_one)
        return db

    async def told(self: Any, query: Any, *more: Any, **facts: Any) -> Any:
        next_one()
        return await execute(self, query, *more, **facts)

    sqlite_schema.connect = watched
    psycopg.AsyncConnection.execute = told  # type: ignore[method-assign]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.usefixtures("tables_of_tomorrow")
def test_an_upgrade_that_is_killed_at_any_statement_loses_nothing_and_goes_on(place: str) -> None:
    before, deaths = golden.manifest_of(OLD).heads, 0
    old, new = schema_of(place), sqlite_schema.newest()
    while dies(deaths + 1, place):
        deaths += 1
        assert schema_of(place) in (old, new), "wholly or not at all"
    assert schema_of(place) == new
    assert deaths > len(tomorrow.SQLITE_UPGRADE) + 2
    heads, marks = looked_at(place, "SELECT stream, mark FROM marks")
    assert heads == before
    assert dict(marks) == {name: version for name, (version, _) in before.items()}
    assert looked_at(place)[0] == before, "opened again as it is"


@pytest.mark.usefixtures("tables_of_tomorrow")
def test_new_data_is_the_same_as_data_that_was_brought_up_to_date(tmp_path: Path) -> None:
    """Made at once or in two steps, no part of the tables differs, and the check of the books knows all of them."""
    golden.lay_out(OLD, tmp_path)
    new = tmp_path / "new.sqlite"
    looked_at(str(tmp_path / golden.SQLITE))
    looked_at(str(new))
    made = []
    for file in (tmp_path / golden.SQLITE, new):
        with contextlib.closing(sqlite3.connect(file)) as db:
            made.append(dict(db.execute("SELECT name, sql FROM sqlite_schema")))
    assert made[0] == made[1]


def test_newer_data_is_refused_in_a_sentence_and_left_alone(place: str) -> None:
    with program_of_tomorrow():
        heads, _ = looked_at(place)
    for _ in range(2):
        with pytest.raises(StoreError, match=NEWER):
            looked_at(place)
    with program_of_tomorrow():
        assert looked_at(place)[0] == heads


def test_a_database_that_an_older_process_still_uses_is_not_changed(postgres: Any, tmp_path: Path) -> None:
    golden.lay_out(OLD, tmp_path)
    with postgres.database() as address, psycopg.connect(address, autocommit=True) as connection:
        connection.execute((tmp_path / golden.DUMP).read_bytes())
        lease = "UPDATE minibac.streams SET owner = 'old', until = now() + interval '1 hour' WHERE stream = 'house'"
        connection.execute(lease)
        with pytest.raises(StoreError, match="a process of it still owns tables there"):
            looked_at(address)
        connection.execute("UPDATE minibac.streams SET until = now() WHERE stream = 'house'")
        assert looked_at(address)[0] == golden.manifest_of(OLD).heads


def test_a_backup_of_an_older_schema_is_restored_and_one_of_a_newer_refused(tmp_path: Path) -> None:
    golden.lay_out(OLD, tmp_path)
    backup = tmp_path / golden.BACKUP
    before = backup.read_bytes()
    with program_of_tomorrow():
        asyncio.run(restore_from(replace(QUICK, data=str(tmp_path / "again")), str(backup)))
        assert looked_at(str(tmp_path / "again" / golden.SQLITE))[0]
        assert backup.read_bytes() == before, "it is read, and stays what it was"
    newer = tmp_path / "newer.sqlite"
    shutil.copy(tmp_path / "again" / golden.SQLITE, newer)
    with pytest.raises(CannotServeError, match=NEWER):
        asyncio.run(restore_from(replace(QUICK, data=str(tmp_path / "third")), str(newer)))
    assert not (tmp_path / "third").exists()


@contextlib.contextmanager
def events_of_tomorrow() -> Iterator[None]:
    """Lines are read and written as the later program does."""
    before = [(function, function.__defaults__) for function in (upcast.read_event, upcast.write_event)]
    tomorrow.of_events()
    try:
        yield
    finally:
        for function, defaults in before:
            function.__defaults__ = defaults


def test_old_lines_are_read_by_a_later_program_and_new_ones_refused_by_this_one(tmp_path: Path) -> None:
    """The log is then of two schemas; its chain holds, and an older program says at which event it can read no more."""
    manifest = golden.lay_out(OLD, tmp_path)
    table, sits = "ma-1", manifest.tables["ma-1"].sits[0]

    def house() -> contextlib.AbstractContextManager[RunningServer]:
        return running(tmp_path, at=manifest.at + 60_000, **LONG)

    with events_of_tomorrow():
        with house() as server, server.client() as guest:
            guest.http.cookies.set(COOKIE, sits.cookie)
            guest.signed(guest.get("/api/session"))
            assert guest.live(table).welcome["you"]["seat"] == sits.seat

            def lines() -> list[bytes]:
                return [line.bytes for line in server.call(server.house.tables[table].lines())]

            wait_until(lambda: b'"schema":2}' in lines()[-1])  # that the guest is back is written after the welcome
            assert b'"schema"' not in lines()[0]
        done = CliRunner().invoke(cli, ["books", "check", "--data", str(tmp_path)])
        assert done.exit_code == 0, done.output
    with house() as server:
        (told,) = (str(sentence) for sentence in server.house.interrupted if table in str(sentence))
        assert "stays closed" in told
        assert "is of schema 2, and this program reads up to 1" in told
        assert server.house.tables.keys() & {"s42-1", "sen-1", "sem-1"}, "the others are open"


# -------------------------------------------------------------------------------------------- a house with guests in it

TIMING = "{betting_ms=3600000, look_ms=50, cut_ms=50, turning_ms=50, offer_ms=50, lost_ms=3600000}"


class House:
    """A program that serves a folder at a port, as it is or as it will be."""

    def __init__(self, module: str, folder: Path, port: int, database: str) -> None:
        words = [sys.executable, "-m", module, "serve", "--data", str(folder), "--port", str(port)]
        where = ["--database", database] if database else []
        settings = {"TIMING": TIMING, "PACE_MS": "0", "PROCEDURE_PACE_MS": "0", "RESULT_PACE_MS": "0"}
        environ = ENVIRON | {f"MINIBAC_{name}": value for name, value in settings.items()}
        self.process = subprocess.Popen(
            [*words, *where], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ
        )
        assert self.process.stdout is not None
        self.told = ""
        for line in self.process.stdout:
            self.told += line
            if "is open at" in line:
                break

    def stop(self, how: signal.Signals) -> tuple[int, str]:
        self.process.send_signal(how)
        _, error = self.process.communicate(timeout=60)
        return self.process.returncode, error


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_house_upgrades_with_guests_seated_who_come_back_and_keep_their_wagers(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Three guests of the client at two tables; the house is stopped, opened by a later program, and play goes on."""
    database = request.getfixturevalue("postgres_database") if kind == "postgres" else ""
    port = free_port()
    how = signal.SIGTERM if kind == "sqlite" else signal.SIGKILL

    async def evening() -> None:
        houses = [await asyncio.to_thread(House, "minibac", tmp_path, port, database)]
        base = f"http://127.0.0.1:{port}"
        try:
            async with Client(base) as ann, Client(base) as ben, Client(base) as cleo:
                seats = [(ann, "s42-1", 3, "player"), (ben, "s42-1", 5, "banker"), (cleo, "ma-1", 2, "tie")]
                pages = []
                for door, table, seat, area in seats:
                    await door.guest(f"Guest {seat}", age=40)
                    page = await door.table(table).__aenter__()
                    await page.sit(seat, 100_000)
                    pages.append((page, seat, area))
                for page, _, area in pages:
                    await _until_betting(page)
                    await page.wager(area, 2_500)
                before = [(page.seated["chips_cents"], page.view["coup_no"]) for page, _, _ in pages]  # type: ignore[index]
                await asyncio.to_thread(houses[-1].stop, how)
                if database:
                    await asyncio.to_thread(wait_until, lambda: _free(database))
                houses.append(await asyncio.to_thread(House, "tests.upgrades.tomorrow", tmp_path, port, database))
                assert "is open at" in houses[-1].told, houses[-1].told
                for page, seat, _ in pages:
                    await page.give("SayReady", seat=seat)  # the client waits until it is connected again
                for (page, seat, area), (chips, coup) in zip(pages, before, strict=True):
                    last = await _settled(page, coup)
                    stake = last[str(seat)][area][1]
                    assert stake == 2_500
                    assert page.seated is not None
                    assert (page.seated["seat"], page.seated["chips_cents"] >= chips) == (seat, True)
        finally:
            for house in houses:
                if house.process.poll() is None:
                    await asyncio.to_thread(house.stop, signal.SIGKILL)

    asyncio.run(evening())
    older = House("minibac", tmp_path, port, database)
    code, error = older.stop(signal.SIGTERM)
    assert code == 1
    assert NEWER in older.told + error


async def _until_betting(page: ClientTable) -> None:
    while page.view["phase"] != "betting":
        if page.seated and page.seated["asks"]:
            await page.answer(page.seated["asks"][0])
        else:
            await anext(aiter(page))


async def _settled(page: ClientTable, coup: int) -> dict[str, Any]:
    while page.view["last"] is None or page.view["last"]["coup_no"] < coup:
        await anext(aiter(page))
    return dict(page.view["last"]["wagers"])


def _free(database: str) -> bool:
    with psycopg.connect(database) as connection:
        row = connection.execute("SELECT count(*) FROM minibac.streams WHERE until > clock_timestamp()").fetchone()
    return row is not None and not row[0]
