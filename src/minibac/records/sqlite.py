"""The embedded store: one SQLite file, one process, one writer.

Write-ahead log with ``synchronous=FULL``: an answer means that the disk has it. Readers have connections of their own
and never wait for the writer. A lock file beside the data keeps a second process out.
"""

import asyncio
import contextlib
import os
import sqlite3
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, cast

from minibac.records.backup import COLUMNS, Rows, new_place, private
from minibac.records.batch import check_name
from minibac.records.chain import GENESIS
from minibac.records.leaves import OPEN_LOG
from minibac.records.ledger import never_negative
from minibac.records.one_process import OneProcess
from minibac.records.questions import MOST_BYTES, Dialect, Questions
from minibac.records.sqlite_schema import connect, prepare
from minibac.records.sqlite_writer import NoWriter, Writer
from minibac.records.store import Figures, StoreError, Unsound, Write, Written
from minibac.records.witness import SUFFIX, Seen, Witness
from minibac.voice.said import said

T = TypeVar("T")

DIALECT = Dialect("?", ":{}", "account GLOB 'guest/*'")
"""How this database is asked."""


class SqliteStore(OneProcess, Questions):
    """A house's data in one file. Made by :meth:`open`."""

    dialect = DIALECT
    readers_count = 2

    def __init__(self, path: Path, lock: int | None = None, db: sqlite3.Connection | None = None) -> None:
        """Without a lock and a writer's connection it can only be read."""
        super().__init__()
        self.path = path
        self._lock = lock
        self._readers = ThreadPoolExecutor(self.readers_count, thread_name_prefix="minibac-reader")
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._closed = False
        self._witness = Witness(path) if db else None
        self.writer = cast(Writer, NoWriter())
        if db and self._witness:
            self.writer = Writer(db, self._witness, self.fence, self._tell)

    @classmethod
    async def open(cls, path: str | Path) -> "SqliteStore":
        """Open a file, or make it; an older one is brought up to date first."""
        opening = asyncio.ensure_future(asyncio.to_thread(cls._opened, Path(path)))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:  # the file is opened to the end, and closed again
            with contextlib.suppress(StoreError):
                await (await opening).close()
            raise

    @classmethod
    def _opened(cls, path: Path) -> "SqliteStore":
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = _locked(path)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise StoreError(f"{path} could not be opened: {error.strerror}") from error
        try:
            return cls(path, lock, prepare(path))
        except BaseException as error:
            os.close(lock)
            if isinstance(error, OSError):
                raise StoreError(f"{path} could not be opened: {error.strerror}") from error
            raise

    # --- writing

    async def append(self, write: Write) -> Written:
        written: Written = await self.writer.submit(write)
        return written

    async def put(self, kind: str, items: Sequence[tuple[str, bytes | None]]) -> None:
        kept = [(kind, key, document) for key, document in items]
        for name in (kind, *(key for key, _ in items)):
            check_name(name)

        def work(db: sqlite3.Connection) -> None:
            for row in kept:
                if row[2] is None:
                    db.execute("DELETE FROM documents WHERE kind = ? AND name = ?", row[:2])
                else:
                    db.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", row)

        await self.writer.submit(work)

    async def _in_turn(self, work: Callable[[], T]) -> T:
        """A lease changes hands between two writes: none of the owner before can follow."""
        done: T = await self.writer.submit(lambda _: work())
        return done

    # --- reading

    async def version(self, stream: str) -> Written:
        query = "SELECT version, head FROM events WHERE stream = ? ORDER BY version DESC LIMIT 1"
        rows = await self._asked(query, stream)
        return Written(*rows[0]) if rows else Written(0, GENESIS)

    async def streams(self) -> tuple[str, ...]:
        # One step of the index for each stream, not one for each event.
        query = """WITH RECURSIVE found (stream) AS (
                SELECT min(stream) FROM events
                UNION ALL
                SELECT (SELECT min(stream) FROM events WHERE stream > found.stream) FROM found WHERE stream IS NOT NULL)
            SELECT stream FROM found WHERE stream IS NOT NULL ORDER BY stream"""
        return tuple(stream for (stream,) in await self._asked(query))

    async def _bytes(self) -> int:
        return self.path.stat().st_size

    async def glance(self) -> tuple[Unsound, ...]:
        seen = self._witness.seen if self._witness else None
        small = await self._bytes() <= MOST_BYTES
        try:
            found = await self._only("PRAGMA quick_check(1)") if small else "ok"
            query = "SELECT head FROM events WHERE stream = ? AND version = ?"
            gone = seen is not None and seen.head != await self._only(query, seen.stream, seen.version)
        except StoreError as error:
            found, gone = error, False
        if found != "ok":
            what = str(found).replace("*** in database main ***\n", "")
            return (Unsound("", 0, said("{file} is damaged ({what})", file=str(self.path), what=what)),)
        if seen is not None and gone:
            cut = said(
                "event {version} of {stream} was kept and is not there any more: its end was cut off, or an older "
                "copy lies in its place; remove {file} if that is meant"
            )
            facts = {"version": str(seen.version), "stream": seen.stream, "file": f"{self.path}{SUFFIX}"}
            return (Unsound("", 0, cut.about(**facts)),)
        if not (unsound := await super().glance()):
            await self._note_newest()  # a witness that a power cut left behind knows it again
        return unsound

    # --- the whole

    async def backup(self, target: str) -> None:
        """A consistent copy in a file of its own, while the house goes on writing."""

        def work(db: sqlite3.Connection) -> None:
            with new_place(target) as place:
                private(place)
                copy = sqlite3.connect(place)
                try:
                    db.backup(copy)
                    copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
                except sqlite3.Error as error:
                    raise StoreError(f"the backup to {target} failed: {error}") from error
                finally:
                    copy.close()

        await self._reading(work)

    async def load(self, rows: Rows) -> None:
        """Fill this store, which must be empty, with the rows of a backup: all of them or none."""

        def work(db: sqlite3.Connection) -> None:
            for table in COLUMNS:
                if db.execute(f"SELECT EXISTS (SELECT * FROM {table})").fetchone()[0]:
                    raise StoreError(f"{self.path} is not empty: a backup is restored into an empty store only")
            for table, columns in COLUMNS.items():
                names, values = list(columns), rows(table)
                if table == "balances":
                    names.append("never_negative")
                    values = ((*row, never_negative(row[1])) for row in values)
                marks = ", ".join("?" * len(names))
                db.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", values)

        await self.writer.submit(work)
        await self._note_newest()  # whatever was here before is not what is kept now

    async def _note_newest(self) -> None:
        newest = "SELECT stream, version, head FROM events WHERE stream <> ? ORDER BY number DESC LIMIT 1"
        last = await self._asked(newest, OPEN_LOG)
        if self._witness and last:
            self._witness.note(Seen(*last[0]))

    def figures(self) -> Figures:
        return self.writer.figures()

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        self._readers.shutdown()
        for db in self._connections:
            db.close()
        self.writer.close()
        if self._lock is not None:
            os.close(self._lock)

    # --- readers

    async def _rows(self, query: str, values: Any) -> list[Any]:
        return await self._reading(lambda db: db.execute(query, values).fetchall())

    async def _reading(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreError("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            db = getattr(self._local, "db", None)
            if db is None:
                db = self._local.db = self._connect()
                self._connections.append(db)
            return work(db)
        except sqlite3.Error as error:
            raise StoreError(self._unread(error)) from error

    def _connect(self) -> sqlite3.Connection:
        return connect(str(self.path))

    def _unread(self, error: sqlite3.Error) -> str:
        return f"the store could not read: {error}"


def _locked(path: Path) -> int:
    """Lock the data against every other process, for as long as the returned file is open."""
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise StoreError(f"{path} is open in another process already") from error
    return lock
