"""The writer of the larger store: one connection that commits whatever waits, together, in one statement.

The rules of a write are the same as everywhere (:mod:`minibac.records.batch`) and are judged here, by what the writer
remembers of the streams it wrote. The statement that keeps the batch makes sure in the database that all of it is still
so: the version, the head and the lease of every stream, the balance of every wallet. They are locked in one order while
it looks. When anything is not so, nothing is kept; the writer reads how things stand and judges again. So the usual
write is one round trip, and nobody holds a lock while somebody thinks.

A connection that is lost during a commit leaves a question. Every event carries the id of its commit, so that a new
connection can find out; only a commit that came to nothing is tried again.
"""

import asyncio
import contextlib
import time
import uuid
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import psycopg
from psycopg import AsyncConnection

from minibac.records.batch import Batch
from minibac.records.chain import GENESIS
from minibac.records.leaves import OPEN_LOG
from minibac.records.ledger import HOUSE, holder, never_negative
from minibac.records.postgres_schema import words
from minibac.records.store import Conflict, Figures, Line, StoreAway, StoreError, StoreFull, Unsure, Write, Written

MOST_JOBS = 1_000
"""In one transaction."""

MOST_REMEMBERED = 200_000
"""Balances; more are forgotten and read again."""

PATIENCE_S = 20.0
"""How long a write waits for a database that is away."""

TRIES = 20
"""How often a batch is judged again before its writes are tried one by one: each time somebody else came first."""

AGAIN = (
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
    psycopg.errors.UniqueViolation,
    psycopg.errors.CheckViolation,
    psycopg.errors.LockNotAvailable,
)
"""Another process came first, or a command was accepted before: read how things stand."""

READ = """SELECT 'stream', stream, '', version, CASE WHEN until > clock_timestamp() THEN fence ELSE 0 END, head
        FROM streams WHERE stream = ANY(%b::text[])
    UNION ALL SELECT 'balance', owner, account, cents, 0, NULL FROM balances
        WHERE (owner, account) IN (SELECT * FROM unnest(%b::text[], %b::text[]))
    UNION ALL SELECT 'answer', stream, command, version, 0, answer FROM answers
        WHERE (stream, command) IN (SELECT * FROM unnest(%b::text[], %b::text[]))"""

RUNS = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pid = %s AND state = 'active')"
CAME = "SELECT EXISTS (SELECT FROM events WHERE stream = %s AND version = %s AND commit_id = %s)"

GUARD = """WITH
    standing AS MATERIALIZED (SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bytea[], %b::bigint[])
        AS row (stream, version, head, fence)),
    locked AS MATERIALIZED (SELECT streams.stream FROM streams JOIN standing USING (stream)
        WHERE streams.version = standing.version AND streams.head = standing.head
            AND standing.fence = CASE WHEN streams.until > clock_timestamp() THEN streams.fence ELSE 0 END
        ORDER BY streams.stream FOR UPDATE OF streams),
    held AS MATERIALIZED (SELECT balances.account FROM balances
        JOIN unnest(%b::text[], %b::bigint[]) AS row (account, cents) ON balances.account = row.account
        WHERE balances.owner = '' AND balances.cents = row.cents AND (SELECT count(*) FROM locked) >= 0
        ORDER BY balances.account FOR UPDATE OF balances),
    guard AS MATERIALIZED (SELECT
        (SELECT count(*) FROM locked) = %b::bigint AND (SELECT count(*) FROM held) = %b::bigint AS ok),
    kept AS (INSERT INTO events (stream, version, line, head, commit_id)
        SELECT row.*, %b::uuid FROM unnest(%b::text[], %b::bigint[], %b::bytea[], %b::bytea[]) AS row
        WHERE (SELECT ok FROM guard)),
    moved AS (UPDATE streams SET version = row.version, head = row.head
        FROM unnest(%b::text[], %b::bigint[], %b::bytea[]) AS row (stream, version, head)
        WHERE streams.stream = row.stream AND (SELECT ok FROM guard))"""
PARTS = {
    "begun": """begun AS (INSERT INTO streams (stream, version, head)
        SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bytea[]) WHERE (SELECT ok FROM guard))""",
    "answered": """answered AS (INSERT INTO answers (stream, command, version, answer)
        SELECT * FROM unnest(%b::text[], %b::text[], %b::bigint[], %b::bytea[]) WHERE (SELECT ok FROM guard))""",
    "posted": """posted AS (INSERT INTO ledger (stream, version, step, seat, wager, account, amount_cents, clause)
        SELECT * FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::integer[], %b::text[], %b::text[], %b::bigint[],
            %b::text[])
        WHERE (SELECT ok FROM guard))""",
    "changed": """changed AS (UPDATE balances SET cents = row.cents
        FROM unnest(%b::text[], %b::text[], %b::bigint[]) AS row (owner, account, cents)
        WHERE balances.owner = row.owner AND balances.account = row.account AND (SELECT ok FROM guard))""",
    "added": """added AS (INSERT INTO balances (owner, account, cents, never_negative)
        SELECT * FROM unnest(%b::text[], %b::text[], %b::bigint[], %b::boolean[]) WHERE (SELECT ok FROM guard))""",
    "snapshots": """snapped AS (INSERT INTO snapshots
        SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bytea[]) WHERE (SELECT ok FROM guard)
        ON CONFLICT (stream) DO UPDATE SET version = excluded.version, snapshot = excluded.snapshot)""",
    "sealed": """sealed AS (INSERT INTO seals
        SELECT * FROM unnest(%b::text[], %b::bytea[]) WHERE (SELECT ok FROM guard)
        ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed)""",
    "unsealed": "unsealed AS (DELETE FROM seals WHERE name = ANY(%b::text[]) AND (SELECT ok FROM guard))",
}
"""What a batch may also hold; only what it does goes into the statement."""

Connect = Callable[[], Awaitable[AsyncConnection]]
Tell = Callable[[list[tuple[str, int]]], None]


@lru_cache
def keep(parts: tuple[str, ...]) -> str:
    """The statement that keeps a batch with these parts, and says whether everything was as it was thought."""
    return ",\n    ".join([GUARD, *(PARTS[part] for part in parts)]) + "\n    SELECT ok FROM guard"


class _Job:
    """A write that waits."""

    def __init__(self, write: Write) -> None:
        self.write = write
        self.future: asyncio.Future[Written] = asyncio.get_running_loop().create_future()

    def accept(self, written: Written) -> None:
        if not self.future.done():  # else whoever asked has gone away; what was written stays written
            self.future.set_result(written)

    def refuse(self, error: BaseException) -> None:
        if not self.future.done():
            self.future.set_exception(error)


class _Decided(NamedTuple):
    """What a commit makes of its writes."""

    commit: uuid.UUID
    server_pid: int
    accepted: list[tuple[_Job, Written]]
    refused: list[tuple[_Job, Exception]]
    heads: dict[str, Written]
    """Where its streams stand then."""
    lines: list[tuple[str, Line]]
    """Its events; each of them says whether it came."""


class _Known:
    """How things stand as far as the writer knows; what is not in here must be read before it is asked for."""

    def __init__(self) -> None:
        self.heads: dict[str, Written] = {}
        self.fences: dict[str, int] = {}
        self.begun: set[str] = set()
        """Streams that have a row of their own."""
        self.balances: dict[tuple[str, str], int | None] = {}
        self.answers: dict[tuple[str, str], bytes] = {}

    def head(self, stream: str) -> Written:
        return self.heads[stream]

    def held(self, owner: str, account: str) -> int:
        return self.balances[owner, account] or 0

    def answered(self, stream: str, command: str) -> bytes | None:
        return self.answers.get((stream, command))

    def fence(self, stream: str) -> int:
        return self.fences[stream]

    def covers(self, streams: set[str], accounts: set[tuple[str, str]]) -> bool:
        return streams <= self.heads.keys() and accounts <= self.balances.keys()

    def forget(self, streams: set[str]) -> None:
        """Somebody else has written to these streams: none of their balances is what it was."""
        if streams:
            self.balances = {key: cents for key, cents in self.balances.items() if key[0] not in streams}

    def learn(self, batch: Batch) -> None:
        """A batch has been kept."""
        if len(self.balances) > MOST_REMEMBERED:
            self.balances.clear()
        self.heads |= batch.heads
        self.begun |= batch.heads.keys()
        self.balances |= batch.balances


class Writer:
    """The queue, the connection and the task that empties the one into the other."""

    def __init__(self, connect: Connect, tell: Tell) -> None:
        self._connect = connect
        self._tell = tell
        self._connection: AsyncConnection | None = None
        self._known = _Known()
        self._unsure: _Decided | None = None
        """A commit that was sent, until its end is known."""
        self._waiting: list[_Job] = []
        self._woken = asyncio.Event()
        self._closed = False
        self._commits = 0
        self._jobs = 0
        self._task = asyncio.create_task(self._run(), name="minibac-writer")

    async def append(self, write: Write) -> Written:
        """Hand in a write and wait until it is durable."""
        if self._closed:
            raise StoreError("the store is closed")
        job = _Job(write)
        self._waiting.append(job)
        self._woken.set()
        return await job.future

    def figures(self) -> Figures:
        return Figures(self._commits, self._jobs, len(self._waiting))

    async def close(self) -> None:
        """Finish what waits and let the connection go."""
        self._closed = True
        self._woken.set()
        await self._task

    # --- the task

    async def _run(self) -> None:
        while self._waiting or not self._closed:
            if not self._waiting:
                self._woken.clear()
                await self._woken.wait()
                continue
            jobs, self._waiting = self._waiting[:MOST_JOBS], self._waiting[MOST_JOBS:]
            try:
                await self._commit(jobs)
            except Exception as error:  # nobody waits for ever, whatever went wrong
                for job in jobs:
                    job.refuse(error)
        await self._drop()

    async def _commit(self, jobs: list[_Job]) -> None:
        """Commit these together; where that cannot be, one by one."""
        until = time.monotonic() + PATIENCE_S
        tries = 0
        while tries < TRIES:
            try:
                if await self._attempt(jobs, fresh=tries > 0):
                    return
                tries += 1
            except AGAIN:
                self._unsure = None  # the database has said no: nothing of it was kept
                tries += 1
            except psycopg.errors.DiskFull as error:
                self._unsure = None
                for job in jobs:
                    job.refuse(StoreFull(f"the database's disk takes no more ({words(error)}): nothing was written"))
                return
            except (psycopg.OperationalError, OSError) as error:
                await self._drop()
                if time.monotonic() > until:
                    self._give_up(jobs, words(error))
                    return
                await asyncio.sleep(0.05)
                tries = max(tries, 1)
            except Exception as error:
                self._unsure = None
                if len(jobs) > 1:
                    break  # one of them is to blame: find out which
                sentence = f"the database could not take the write: {words(error)}"
                jobs[0].refuse(StoreError(sentence) if isinstance(error, psycopg.Error) else error)
                return
        if len(jobs) == 1:
            jobs[0].refuse(Conflict(f"others come first in {jobs[0].write.stream}, or in its wallets, again and again"))
            return
        for job in jobs:
            await self._commit([job])

    async def _attempt(self, jobs: list[_Job], *, fresh: bool) -> bool:
        """Judge and keep the writes. False when the database knows better than the writer did, and kept nothing."""
        connection = self._connection
        if connection is None:
            connection = self._connection = await self._connect()
        if self._unsure is not None:
            if await self._came(connection, self._unsure):
                self._finish(self._unsure)
                self._known = _Known()
                return True
            self._unsure = None
        known = self._known
        writes = [job.write for job in jobs if _readable(job.write)]
        streams = {write.stream for write in writes} | ({OPEN_LOG} if any(write.leaves for write in writes) else set())
        accounts = {(holder(stream, account), account) for stream, account in _accounts(writes)}
        fresh = fresh or not known.covers(streams, accounts)
        if fresh:
            await self._read(connection, known, writes, streams, accounts)
        batch = Batch(known, trusting=not fresh)
        decided = _Decided(uuid.uuid4(), connection.info.backend_pid, [], [], batch.heads, batch.lines)
        for job in jobs:
            try:
                decided.accepted.append((job, batch.take(job.write)))
            except Exception as error:
                if not fresh:
                    return False  # what the writer remembers may be old: nobody is refused on that
                decided.refused.append((job, error))
        if batch.heads:
            self._unsure = decided
            if not await self._keep(connection, batch, known, decided.commit):
                self._unsure = None
                return False
            known.learn(batch)
        self._finish(decided)
        return True

    def _finish(self, decided: _Decided) -> None:
        """The commit is done: tell everybody."""
        self._unsure = None
        self._commits += 1
        self._jobs += len(decided.accepted) + len(decided.refused)
        for job, written in decided.accepted:
            job.accept(written)
        for job, reason in decided.refused:
            job.refuse(reason)
        if decided.heads:
            self._tell([(stream, head.version) for stream, head in decided.heads.items()])

    def _give_up(self, jobs: list[_Job], why: str) -> None:
        """The database stays away: say what is known."""
        sent = {job for job, _ in self._unsure.accepted} if self._unsure else set()
        self._unsure = None
        for job in jobs:
            if job in sent:
                job.refuse(Unsure(f"the database does not answer ({why}): whether the write was kept is not known"))
            else:
                job.refuse(StoreAway(f"the database does not answer ({why}): nothing was written"))

    # --- statements

    @staticmethod
    async def _came(connection: AsyncConnection, decided: _Decided) -> bool:
        """Whether a commit whose end was not seen was kept; raises while the database still works on it."""
        runs = await (await connection.execute(RUNS, [decided.server_pid])).fetchone()
        stream, line = decided.lines[0]
        came = await (await connection.execute(CAME, [stream, line.version, decided.commit])).fetchone()
        if came == (False,) and runs == (True,):  # it was asked first, so that no end falls between the two
            raise psycopg.OperationalError("the last commit has not ended")
        return came == (True,)

    @staticmethod
    async def _read(
        connection: AsyncConnection,
        known: _Known,
        writes: Sequence[Write],
        streams: set[str],
        accounts: set[tuple[str, str]],
    ) -> None:
        """Read what the writes need, as of one moment."""
        commands = [(write.stream, write.command) for write in writes if write.command]
        values = [list(streams), *_columns(list(accounts), 2), *_columns(commands, 2)]
        rows = await (await connection.execute(READ, values, binary=True)).fetchall()
        heads = {first: Written(number, value) for kind, first, _, number, _, value in rows if kind == "stream"}
        known.forget({stream for stream in streams if known.heads.get(stream) != heads.get(stream)})
        for stream in streams:
            known.heads[stream], known.fences[stream] = Written(0, GENESIS), 0
        known.begun -= streams
        known.balances |= dict.fromkeys(accounts)
        known.answers = {}
        for kind, first, second, number, fence, value in rows:
            if kind == "stream":
                known.heads[first], known.fences[first] = heads[first], fence
                known.begun.add(first)
            elif kind == "balance":
                known.balances[first, second] = number
            else:
                known.answers[first, second] = value

    @staticmethod
    async def _keep(connection: AsyncConnection, batch: Batch, known: _Known, commit: uuid.UUID) -> bool:
        """Write everything and commit, if all is still as it is known to be."""
        begun = [stream for stream in batch.heads if stream in known.begun]
        new = [stream for stream in batch.heads if stream not in known.begun]
        standing = [(stream, *known.heads[stream], known.fences[stream]) for stream in begun]
        # A row that is there is guarded, by its stream or by itself; one that somebody adds meanwhile collides.
        there = [key for key in batch.balances if known.balances[key] is not None]
        wallets = [(account, known.balances[owner, account]) for owner, account in there if owner == HOUSE]
        lines = [(stream, *line) for stream, line in batch.lines]
        values: list[Any] = [*_columns(standing, 4), *_columns(wallets, 2), len(standing), len(wallets), commit]
        values += [*_columns(lines, 4), *_columns([(stream, *batch.heads[stream]) for stream in begun], 3)]
        added = [key for key in batch.balances if known.balances[key] is None]
        parts: dict[str, Sequence[Sequence[Any]]] = {
            "begun": [(stream, *batch.heads[stream]) for stream in new],
            "answered": [(*key, *value) for key, value in batch.answers.items()],
            "posted": [(stream, version, *posting) for stream, version, posting in batch.rows],
            "changed": [(*key, batch.balances[key]) for key in there],
            "added": [(*key, batch.balances[key], never_negative(key[1])) for key in added],
            "snapshots": [(stream, *value) for stream, value in batch.snapshots.items()],
            "sealed": [(name, value) for name, value in batch.seals.items() if value is not None],
            "unsealed": [(name,) for name, value in batch.seals.items() if value is None],
        }
        held = tuple(name for name, rows in parts.items() if rows)
        for name in held:
            values += _columns(parts[name])
        row = await (await connection.execute(keep(held), values, prepare=True)).fetchone()
        return row == (True,)

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(psycopg.Error):
                await connection.close()


def _columns(rows: Sequence[Sequence[Any]], count: int = 0) -> list[list[Any]]:
    """Rows as columns, for ``unnest``; ``count`` empty ones where there are no rows."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(count)]


def _readable(write: Write) -> bool:
    """Whether the database can be asked about a write; what cannot be printed is refused without asking."""
    names = (write.stream, write.command, *(account for _, account in _accounts([write])))
    return all(name.isprintable() for name in names)


def _accounts(writes: Iterable[Write]) -> Iterator[tuple[str, str]]:
    """Every account that writes move, with the stream that moves it."""
    for write in writes:
        for postings in write.postings:
            for posting in postings:
                yield write.stream, posting.account
