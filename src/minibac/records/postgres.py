"""The larger store: PostgreSQL, shared by the processes of a house.

A stream has one owner at a time by lease. The lease carries a number, its fence, which every write is held against in
its own transaction, by the database's clock: whoever lost the lease without noticing writes nothing. News of a commit
goes out afterwards on a connection of its own, as ``stream:version`` and no more; whoever hears it reads the rest.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from minibac.records.backup import COLUMNS, FolderWriter, Rows, new_place, select
from minibac.records.batch import check_name
from minibac.records.ledger import never_negative
from minibac.records.postgres_reader import PostgresQuestions, connected
from minibac.records.postgres_schema import prepare, words
from minibac.records.postgres_writer import PATIENCE_S, Writer
from minibac.records.store import LONGEST_WORD, Figures, StoreError, StoreFull, Write, Written, add_listener

LOG = logging.getLogger("minibac.records")

T = TypeVar("T")
Told = Callable[[str, int], None]

CHANNEL = "minibac"
PASSING = "minibac_passing"
"""The channel for what processes say in passing."""
MOST_WORDS = 1_000
"""What is said while the database is away is forgotten beyond that."""
READERS = 4
AGAIN_S = 1.0
"""After a fault of ours it waits so long, and does not fill the log."""

REPLY_KEPT = "1 hour"
"""A reply nobody fetched is swept away after that."""


class PostgresStore(PostgresQuestions):
    """A house's data in a PostgreSQL database. Made by :meth:`open`."""

    def __init__(self, dsn: str, pool: "AsyncConnectionPool[AsyncConnection]") -> None:
        self._dsn = dsn
        self._pool = pool
        self._closed = False
        self._listeners: dict[object, Told] = {}
        self._news: dict[str, int] = {}
        self._replies: set[tuple[str, int]] = set()
        self._words: deque[str] = deque(maxlen=MOST_WORDS)
        self._overhearing: dict[object, Callable[[str], None]] = {}
        self._woken = asyncio.Event()
        self._own_pid = 0
        self._writer = Writer(self._connected, self._tell)
        self._hearing = asyncio.Event()
        self._tasks = [asyncio.create_task(self._for_ever(work)) for work in (self._speak, self._hear)]

    @classmethod
    async def open(cls, dsn: str) -> "PostgresStore":
        """Open a database, or prepare it; an older one is brought up to date first."""
        async with await connected(dsn) as connection:
            await prepare(connection)
        pool: AsyncConnectionPool[AsyncConnection] = AsyncConnectionPool(
            dsn,
            kwargs={"autocommit": True},
            configure=_configure,
            min_size=1,
            max_size=READERS,
            open=False,
            reconnect_timeout=PATIENCE_S,
        )
        try:
            await pool.open()
        except BaseException:
            await pool.close()
            raise
        store = cls(dsn, pool)
        try:
            await asyncio.wait_for(store._hearing.wait(), PATIENCE_S)
        except TimeoutError:
            await store.close()
            raise StoreError("the database could not be listened to") from None
        except BaseException:
            await store.close()
            raise
        return store

    async def _connected(self) -> AsyncConnection:
        connection = await AsyncConnection.connect(self._dsn, autocommit=True)
        try:
            await _configure(connection)
        except BaseException:
            await connection.close()
            raise
        return connection

    # --- writing

    async def append(self, write: Write) -> Written:
        return await self._writer.append(write)

    async def put(self, kind: str, items: Sequence[tuple[str, bytes | None]]) -> None:
        for name in (kind, *(key for key, _ in items)):
            check_name(name)
        newest = dict(items)
        gone = [key for key, document in newest.items() if document is None]
        kept = [(key, document) for key, document in newest.items() if document is not None]

        async def work(connection: AsyncConnection) -> None:
            async with connection.transaction():
                if gone:
                    await connection.execute("DELETE FROM documents WHERE kind = %s AND name = ANY(%s)", [kind, gone])
                if kept:
                    query = """INSERT INTO documents SELECT %s, * FROM unnest(%b::text[], %b::bytea[])
                        ON CONFLICT (kind, name) DO UPDATE SET document = excluded.document"""
                    await connection.execute(query, [kind, [key for key, _ in kept], [doc for _, doc in kept]])

        await self._using(work)

    async def claim(self, stream: str, owner: str, ms: int) -> int | None:
        query = """INSERT INTO streams AS held (stream, owner, fence, until)
            VALUES (?, ?, nextval('fences'), clock_timestamp() + ? * interval '1 millisecond')
            ON CONFLICT (stream) DO UPDATE SET owner = excluded.owner, until = excluded.until,
                fence = CASE WHEN held.until > clock_timestamp() THEN held.fence ELSE excluded.fence END
            WHERE held.owner = excluded.owner OR held.until <= clock_timestamp()
            RETURNING fence"""
        fence: int | None = await self._only(query, stream, owner, ms)
        return fence

    async def release(self, stream: str, owner: str) -> None:
        query = "UPDATE streams SET owner = NULL, fence = 0, until = '-infinity' WHERE stream = ? AND owner = ?"
        await self._asked(f"{query} RETURNING 1", stream, owner)

    async def pass_on(self, stream: str, owner: str, to: str, ms: int) -> int | None:
        query = """UPDATE streams SET owner = ?, fence = nextval('fences'),
                until = clock_timestamp() + ? * interval '1 millisecond'
            WHERE stream = ? AND owner = ? AND until > clock_timestamp() RETURNING fence"""
        fence: int | None = await self._only(query, to, ms, stream, owner)
        if fence is not None:
            self._tell([(f"lease/{stream}", fence)])
        return fence

    async def leases(self) -> dict[str, str]:
        return dict(await self._asked("SELECT stream, owner FROM streams WHERE until > clock_timestamp()"))

    async def send(self, stream: str, note: bytes) -> int:
        query = "INSERT INTO notes (stream, note) VALUES (?, ?) RETURNING number"
        number: int = await self._only(query, stream, note)
        self._tell([(f"note/{stream}", number)])
        return number

    async def reply(self, number: int, reply: bytes) -> None:
        query = f"""WITH
            swept AS (DELETE FROM replies WHERE sent < clock_timestamp() - interval '{REPLY_KEPT}'),
            taken AS (DELETE FROM notes WHERE number = ? RETURNING number)
            INSERT INTO replies (number, reply) SELECT number, ? FROM taken RETURNING number"""
        if await self._asked(query, number, reply):
            self._tell([("reply", number)])

    async def replied(self, number: int) -> bytes | None:
        found: bytes | None = await self._only("DELETE FROM replies WHERE number = ? RETURNING reply", number)
        return found

    # --- reading

    async def notes(self, stream: str) -> tuple[tuple[int, bytes], ...]:
        return tuple(await self._asked("SELECT number, note FROM notes WHERE stream = ? ORDER BY number", stream))

    async def _bytes(self) -> int:
        return int(await self._only("SELECT pg_total_relation_size('events') + pg_total_relation_size('ledger')"))

    # --- the whole

    async def backup(self, target: str) -> None:
        """A folder of JSON Lines, as things stood at one moment, while the house goes on writing."""

        async def work(connection: AsyncConnection) -> None:
            with new_place(target) as place:
                folder = FolderWriter(place)
                async with connection.transaction():
                    await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                    for table in COLUMNS:
                        async with connection.cursor(name=f"backup_{table}", binary=True) as cursor:
                            await cursor.execute(select(table))
                            while rows := await cursor.fetchmany(2000):
                                await asyncio.to_thread(folder.add, table, rows)
                folder.finish()

        await self._using(work, patience_s=0)

    async def load(self, rows: Rows) -> None:
        async def work(connection: AsyncConnection) -> None:
            async with connection.transaction():
                await connection.execute(f"LOCK TABLE {', '.join(COLUMNS)}, streams IN EXCLUSIVE MODE")
                for table in COLUMNS:
                    found = await (await connection.execute(f"SELECT EXISTS (SELECT * FROM {table})")).fetchone()
                    if found and found[0]:
                        raise StoreError("the database is not empty: a backup is restored into an empty store only")
                for table, columns in COLUMNS.items():
                    balances = table == "balances"
                    names = ", ".join([*columns, "never_negative"] if balances else columns)
                    async with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                        for row in rows(table):
                            await copy.write_row((*row, never_negative(row[1])) if balances else row)
                await connection.execute("""INSERT INTO streams (stream, version, head)
                    SELECT DISTINCT ON (stream) stream, version, head FROM events ORDER BY stream, version DESC
                    ON CONFLICT (stream) DO UPDATE SET version = excluded.version, head = excluded.head""")

        await self._using(work, patience_s=0)

    def figures(self) -> Figures:
        return self._writer.figures()

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._pool.close()

    # --- news

    def listen(self, told: Told) -> Callable[[], None]:
        return add_listener(self._listeners, told)

    def say(self, word: str) -> None:
        if len(word.encode()) <= LONGEST_WORD:
            self._words.append(word)
            self._woken.set()

    def overhear(self, told: Callable[[str], None]) -> Callable[[], None]:
        return add_listener(self._overhearing, told)

    def _tell(self, news: list[tuple[str, int]]) -> None:
        """Tell this process at once and the others through the database."""
        for stream, version in news:
            if stream == "reply":
                self._replies.add((stream, version))
            else:
                self._news[stream] = max(version, self._news.get(stream, 0))
        self._woken.set()
        asyncio.get_running_loop().call_soon(self._told, news)

    def _told(self, news: list[tuple[str, int]]) -> None:
        for stream, version in news:
            for told in list(self._listeners.values()):
                told(stream, version)

    async def _for_ever(self, work: Callable[[AsyncConnection], Awaitable[None]]) -> None:
        """Do something on a connection of its own, and on another whenever that is lost."""
        while True:
            try:
                async with await self._connected() as connection:
                    await work(connection)
            except (psycopg.Error, OSError):
                await asyncio.sleep(0.1)
            except Exception:  # whoever heard a word has failed at it, or it was none of ours
                LOG.exception("what the processes of this house tell each other is begun again")
                await asyncio.sleep(AGAIN_S)

    async def _speak(self, connection: AsyncConnection) -> None:
        """Send news to the other processes: after the commit, on a connection of its own, whatever waits at once."""
        query = "SELECT pg_notify(%s, word) FROM unnest(%s::text[]) AS word"
        self._own_pid = connection.info.backend_pid
        while True:
            await self._woken.wait()
            self._woken.clear()
            (news, self._news), (moved, self._replies) = (self._news, {}), (self._replies, set())
            told = [f"{stream}:{version}" for stream, version in (*news.items(), *moved)]
            said = list(self._words)
            self._words.clear()  # what is said in passing is not said again
            try:
                if told:
                    await connection.execute(query, [CHANNEL, told])
                if said:
                    await connection.execute(query, [PASSING, said])
            except psycopg.Error:  # it waits for the next connection
                self._news = {**news, **self._news}
                self._replies |= moved
                self._woken.set()
                raise

    async def _hear(self, connection: AsyncConnection) -> None:
        """Listen to the other processes; after a silence, ask for everything that may have been missed."""
        await connection.execute(f"LISTEN {CHANNEL}")
        await connection.execute(f"LISTEN {PASSING}")
        if self._hearing.is_set():
            await self._catch_up(connection)
        self._hearing.set()
        async for notify in connection.notifies():
            if notify.pid == self._own_pid:  # this process has heard it already
                continue
            if notify.channel == PASSING:
                for overhears in list(self._overhearing.values()):
                    overhears(notify.payload)
            else:
                stream, _, version = notify.payload.rpartition(":")
                self._told([(stream, int(version))])

    async def _catch_up(self, connection: AsyncConnection) -> None:
        query = """SELECT stream, version FROM streams WHERE version > 0
            UNION ALL SELECT 'note/' || stream, max(number) FROM notes GROUP BY stream
            UNION ALL SELECT 'reply', number FROM replies"""
        self._told(await (await connection.execute(query)).fetchall())

    # --- connections

    async def _rows(self, query: str, values: Any) -> list[Any]:
        async def work(connection: AsyncConnection) -> list[Any]:
            async with connection.cursor(binary=True) as cursor:
                await cursor.execute(query, values)
                return await cursor.fetchall()

        return await self._using(work)

    async def _using(self, work: Callable[[AsyncConnection], Awaitable[T]], patience_s: float = PATIENCE_S) -> T:
        """Do something on a connection; when it is lost, once more on another, until patience ends."""
        until = time.monotonic() + patience_s
        while True:
            if self._closed:
                raise StoreError("the store is closed")
            try:
                async with self._pool.connection(timeout=PATIENCE_S) as connection:
                    return await work(connection)
            except psycopg.errors.DiskFull as error:
                sentence = f"the database's disk takes no more ({words(error)}): nothing was written"
                raise StoreFull(sentence) from error
            except (psycopg.OperationalError, PoolTimeout) as error:
                if time.monotonic() > until:
                    raise StoreError(f"the database does not answer: {words(error)}") from error
                await asyncio.sleep(0.05)
            except psycopg.Error as error:
                raise StoreError(f"the database refused: {words(error)}") from error


async def _configure(connection: AsyncConnection) -> None:
    """Our tables, and commits that wait for the disk whatever the server's settings say."""
    await connection.execute("SET search_path TO minibac")
    durable = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    await connection.execute(durable)
