"""A look into the larger store from outside, while a house runs or after it: it reads, leases nothing, writes nothing.

Everything is read in one transaction, so a report is about one moment, however much is written meanwhile.
"""

from typing import Any

import psycopg
from psycopg import AsyncConnection

from minibac.records.chain import GENESIS
from minibac.records.postgres_schema import TRIGGERS, newest, recognised, words
from minibac.records.questions import Dialect, Questions
from minibac.records.sqlite_reader import no_guard
from minibac.records.store import StoreError, Written, not_up_to_date
from minibac.voice.said import Said

DIALECT = Dialect("%s", "%({})s", "account LIKE 'guest/%%'")
"""How this database is asked."""


class PostgresQuestions(Questions):
    """What this database is asked in words of its own."""

    dialect = DIALECT

    async def version(self, stream: str) -> Written:
        rows = await self._asked("SELECT version, head FROM streams WHERE stream = ?", stream)
        return Written(*rows[0]) if rows else Written(0, GENESIS)

    async def streams(self) -> tuple[str, ...]:
        rows = await self._asked("SELECT stream FROM streams WHERE version > 0 ORDER BY stream")
        return tuple(stream for (stream,) in rows)


async def connected(dsn: str) -> AsyncConnection:
    """A connection to the database; raises :class:`StoreError` where none can be had."""
    try:
        return await AsyncConnection.connect(dsn, autocommit=True)
    except psycopg.Error as error:
        raise StoreError(f"the database could not be reached: {words(error)}") from error


class PostgresReader(PostgresQuestions):
    """A house's data in a PostgreSQL database, to be read. Made by :meth:`open`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    @classmethod
    async def open(cls, dsn: str) -> "PostgresReader":
        """Open a database that holds a house; raises :class:`StoreError` where there is none."""
        connection = await connected(dsn)
        reader = cls(connection)
        try:
            schema = await recognised(connection)
            if not schema:
                raise StoreError("the database was written by nobody yet: open the house once")
            if schema != newest():
                raise StoreError(not_up_to_date("the database", schema, newest()))
            await connection.execute("SET search_path TO minibac")
            await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        except BaseException:
            await reader.close()
            raise
        return reader

    async def traces(self) -> tuple[Said, ...]:
        """What somebody leaves behind who changes rows by hand: the triggers that bar it are gone, or off."""
        query = "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D' AND tgrelid = ANY(?::regclass[])"
        armed = {name for (name,) in await self._asked(query, ["minibac.events", "minibac.ledger"])}
        return tuple(no_guard(name) for name in TRIGGERS if name not in armed)

    async def close(self) -> None:
        """Let go of the database."""
        await self._connection.close()

    async def _rows(self, query: str, values: Any) -> list[Any]:
        try:
            async with self._connection.cursor(binary=True) as cursor:
                await cursor.execute(query, values)
                return await cursor.fetchall()
        except psycopg.Error as error:
            raise StoreError(f"the database could not be read: {words(error)}") from error
