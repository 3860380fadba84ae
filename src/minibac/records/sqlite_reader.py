"""A look into the embedded store from outside, while a house runs or after it: it reads, takes no lock, writes nothing.

Everything is read in one transaction, so a report is about one moment, however much is written meanwhile.
"""

import contextlib
import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from minibac.records.sqlite import SqliteStore
from minibac.records.sqlite_schema import newest, recognise, statements_from
from minibac.records.store import StoreError, not_up_to_date
from minibac.voice.said import Said, said

PARTS = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"


class SqliteReader(SqliteStore):
    """A house's data in one file, to be read. Made by :meth:`open`."""

    readers_count = 1  # one connection, whose transaction sees one moment

    @classmethod
    async def open(cls, path: str | Path) -> "SqliteReader":
        """Open a file that is there; raises :class:`StoreError` where it is none of ours."""
        path = Path(path)
        if not path.is_file():
            raise StoreError(f"there is no {path}")
        reader = cls(path)
        try:
            await reader._reading(lambda _: None)
        except BaseException:
            await reader.close()
            raise
        return reader

    async def traces(self) -> tuple[Said, ...]:
        """What somebody leaves behind who changes rows by hand: a writer numbers them without a gap, and the database
        as it was made bars a change."""
        found = []
        for table in ("events", "ledger"):
            ((missing,),) = await self._asked(f"SELECT coalesce(max(number), 0) - count(*) FROM {table}")
            if missing:
                gone = said("{count:row is|rows are} gone from {table}: numbers between the others are missing")
                found.append(gone.about(count=missing, table=table))
        made = dict(await self._asked(PARTS))
        return (*found, *(no_guard(name) for name, sql in _as_made().items() if made.get(name) != sql))

    def _connect(self) -> sqlite3.Connection:
        where = f"file:{quote(os.fsencode(self.path.absolute()))}?mode=ro"
        try:
            return _begun(where, str(self.path))
        except sqlite3.OperationalError:
            # The log beside the file cannot be made here, on a disk that is read-only; without one the file is whole.
            if Path(f"{self.path}-wal").exists():
                raise
            return _begun(f"{where}&immutable=1", str(self.path))

    def _unread(self, error: sqlite3.Error) -> str:
        if error.sqlite_errorcode in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            return f"{self.path} is no data of minibac"
        return f"{self.path} could not be read: {error}"


def _begun(where: str, path: str) -> sqlite3.Connection:
    """A connection inside a transaction that sees one moment."""
    db = sqlite3.connect(where, uri=True, timeout=10, isolation_level=None, check_same_thread=False)
    try:
        schema = recognise(db, path)
        if not schema:
            raise StoreError(f"{path} was written by nobody yet: open the house once")
        if schema != newest():
            raise StoreError(not_up_to_date(path, schema, newest()))
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM (SELECT 1 FROM events LIMIT 1)").fetchone()
    except BaseException:
        db.close()
        raise
    return db


def _as_made() -> dict[str, str]:
    """The parts of a database as this program makes them."""
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        for statement in statements_from(0):
            db.execute(statement)
        return dict(db.execute(PARTS))


def no_guard(name: str) -> Said:
    """A part of the database that bars changes is not as it was made."""
    return said("{name} of the database is gone or was changed: it bars what should not happen to rows", name=name)
