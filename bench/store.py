"""What the stores keep in a second, against the bare durable transaction of the same database in the same run.

    python bench/store.py [--seconds 3] [--no-postgres] [--postgres ADDRESS]

A write is what a command of a table leaves: an event, eight rows of the ledger with their balances, a command's id and
its answer. The bare transaction inserts one small row and commits, one after another: it is as fast as the disk lets
one writer be. One client cannot be faster than that; with more of them group commit puts many writes into one wait.
It exits with 1 when 64 clients together do not keep more writes than there are bare transactions.
"""

import argparse
import asyncio
import contextlib
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

from minibac.play.postings import Posting, moved
from minibac.records.sqlite import SqliteStore
from minibac.records.store import Store, Write

ROOT = Path(__file__).resolve().parents[1]
CLIENTS = (1, 8, 64)
LINE = b'{"event":"ActionsTaken","actions":[],"done":true,"at":1800000000000,"by":"dealer"}'.ljust(300)


class Rate(NamedTuple):
    """How many in a second, what each cost this process, and how many went into one commit."""

    per_second: float
    cpu_us: float
    per_commit: float = 1.0


def fsyncs(folder: Path, seconds: float) -> Rate:
    """A page written and forced to the disk, again and again."""
    file = os.open(folder / "fsync", os.O_RDWR | os.O_CREAT)
    page = bytes(4096)
    started, spent, count = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - started < seconds:
        os.pwrite(file, page, 4096 * (count % 256))
        os.fdatasync(file)
        count += 1
    os.close(file)
    return _rate(started, spent, count)


def bare_sqlite(folder: Path, seconds: float) -> Rate:
    """One row in one transaction: write-ahead log, ``synchronous=FULL``."""
    db = sqlite3.connect(folder / "bare.db", isolation_level=None)
    db.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (line BLOB)")
    started, spent, count = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - started < seconds:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO t VALUES (?)", (LINE,))
        db.execute("COMMIT")
        count += 1
    db.close()
    return _rate(started, spent, count)


async def bare_postgres(address: str, seconds: float) -> Rate:
    """One row in one transaction, one statement."""
    from psycopg import AsyncConnection

    async with await AsyncConnection.connect(address, autocommit=True) as connection:
        await connection.execute("CREATE TABLE bare (line bytea)")
        started, spent, count = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - started < seconds:
            await connection.execute("INSERT INTO bare VALUES (%b)", [LINE])
            count += 1
        return _rate(started, spent, count)


def _rate(started: float, spent: float, count: int, commits: int = 0) -> Rate:
    took, cpu = time.perf_counter() - started, time.process_time() - spent
    return Rate(count / took, cpu / count * 1e6, count / (commits or count))


def postings(turn: int) -> tuple[Posting, ...]:
    """Eight lines: four wagers are put down, or returned."""
    step, cents = ("return", -2000) if turn % 2 else ("wager", 2000)
    return tuple(
        line
        for seat in (1, 2, 3, 4)
        for line in moved(step, cents, f"seat/{seat}/chips", f"layout/{seat}/banker", "s42/b/2", seat, "banker")
    )


def opening() -> tuple[Posting, ...]:
    """Four guests buy in."""
    return tuple(
        line for seat in (1, 2, 3, 4) for line in moved("buy-in", 10**9, "tray", f"seat/{seat}/chips", None, seat)
    )


async def kept(store: Store, clients: int, seconds: float) -> Rate:
    """Clients that each write to a stream of their own, one write after another."""
    streams = [f"table/{clients}-{number}" for number in range(clients)]
    await asyncio.gather(
        *(store.append(Write(stream=stream, after=0, events=(LINE,), postings=(opening(),))) for stream in streams)
    )
    count, before = 0, store.figures()
    started, spent = time.perf_counter(), time.process_time()
    until = started + seconds

    async def client(stream: str) -> None:
        nonlocal count
        after = 1
        while time.perf_counter() < until:
            write = Write(
                stream=stream,
                after=after,
                events=(LINE,),
                postings=(postings(after - 1),),
                command=f"c{after}",
                answer=b'{"version":1}',
            )
            after = (await store.append(write)).version
            count += 1

    await asyncio.gather(*map(client, streams))
    return _rate(started, spent, count, store.figures().commits - before.commits)


async def measure(name: str, store: Store, bare: Rate, seconds: float) -> float:
    """Print the rates of a store; the ratio with the most clients."""
    ratio = 0.0
    for clients in CLIENTS:
        found = await kept(store, clients, seconds)
        ratio = found.per_second / bare.per_second
        told = f"{found.per_second:9,.0f} /s = {ratio:6.2f} × bare, {found.cpu_us:5.0f} µs of CPU each"
        print(f"{f'{name}, {clients} clients':22} {told}, {found.per_commit:5.1f} in a commit", flush=True)
    return ratio


@contextlib.contextmanager
def postgres(address: str | None) -> Iterator[str]:
    """A PostgreSQL server that really flushes to the disk."""
    if address:
        yield address
        return
    sys.path.insert(0, str(ROOT))
    from tests.postgres import serve

    with serve(fsync="on") as server, server.database() as made:
        yield made


@contextlib.asynccontextmanager
async def opened(store: Store) -> AsyncIterator[Store]:
    try:
        yield store
    finally:
        await store.close()


async def run(given: argparse.Namespace) -> int:
    seconds: float = given.seconds
    ratios = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        disk = fsyncs(folder, seconds)
        print(f"the disk               {disk.per_second:9,.0f} /s: a page written and flushed")
        bare = bare_sqlite(folder, seconds)
        print(f"SQLite, bare           {bare.per_second:9,.0f} /s, {bare.cpu_us:5.0f} µs of CPU each")
        async with opened(await SqliteStore.open(folder / "store.db")) as store:
            ratios.append(await measure("SQLite", store, bare, seconds))
    if not given.no_postgres:
        from minibac.records.postgres import PostgresStore

        with postgres(given.postgres) as address:
            bare = await bare_postgres(address, seconds)
            told = f"{bare.per_second:9,.0f} /s, {bare.cpu_us:5.0f} µs of CPU each, the server's aside"
            print(f"PostgreSQL, bare       {told}")
            async with opened(await PostgresStore.open(address)) as store:
                ratios.append(await measure("PostgreSQL", store, bare, seconds))
    return int(min(ratios) < 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="for each measurement")
    parser.add_argument("--no-postgres", action="store_true", help="SQLite alone")
    parser.add_argument(
        "--postgres", metavar="ADDRESS", help="an empty database to measure on, instead of a server here"
    )
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
