"""The one writer of the embedded store: a thread that commits whatever waits, together.

A durable commit costs one wait for the disk, however much is in it. So the writer takes everything that has come in
while the last commit ran, and makes it one transaction; each write in it is judged alone, and hears about itself only
after the commit. The writer is alone with the file, so it remembers heads and balances instead of asking for them.
"""

import asyncio
import contextlib
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

from minibac.play.postings import Posting
from minibac.records.batch import Batch
from minibac.records.chain import GENESIS
from minibac.records.leaves import OPEN_LOG
from minibac.records.ledger import never_negative
from minibac.records.store import Figures, StoreAway, StoreError, StoreFull, Write, Written
from minibac.records.witness import Seen, Witness
from minibac.records.world import HERE, Worker

MOST_JOBS = 2_000
"""In one transaction."""

MOST_REMEMBERED = 200_000
"""Balances; more are forgotten and asked for again."""

NO_DISK = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""What SQLite says when the disk cannot be written."""

Job = Write | Callable[[sqlite3.Connection], Any]
Told = Callable[[list[tuple[str, int]]], None]


class _Waiting(NamedTuple):
    job: Job
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


class _Refused(NamedTuple):
    error: BaseException


class Writer:
    """What the one thread does with what it is handed, and what it remembers."""

    def __init__(self, db: sqlite3.Connection, witness: Witness, fence: Callable[[str], int], tell: Told) -> None:
        self._db = db
        self._witness = witness
        self.fence = fence
        self._tell = tell
        self._heads: dict[str, Written] = {}
        self._held: dict[tuple[str, str], int] = {}
        self._closed = False
        self._commits = 0
        self._jobs = 0
        self._worker: Worker[_Waiting] = HERE.get().worker(self._take, self._end, MOST_JOBS, "minibac-writer")

    def submit(self, job: Job) -> "asyncio.Future[Any]":
        """Hand in a write, or a function that works inside the transaction; the future comes true after the commit."""
        if self._closed:
            raise StoreError("the store is closed")
        loop = asyncio.get_running_loop()
        waiting = _Waiting(job, loop, loop.create_future())
        self._worker.put(waiting)
        return waiting.future

    def figures(self) -> Figures:
        """What was done, and how many jobs wait for the next commit."""
        return Figures(self._commits, self._jobs, self._worker.waiting)

    def close(self) -> None:
        """Finish what waits and close the connection."""
        if not self._closed:
            self._closed = True
            self._worker.close()

    # --- how things stand, for a batch

    def head(self, stream: str) -> Written:
        if (known := self._heads.get(stream)) is None:
            query = "SELECT version, head FROM events WHERE stream = ? ORDER BY version DESC LIMIT 1"
            row = self._db.execute(query, (stream,)).fetchone()
            known = self._heads[stream] = Written(*row) if row else Written(0, GENESIS)
        return known

    def held(self, owner: str, account: str) -> int:
        key = owner, account
        if (known := self._held.get(key)) is None:
            row = self._db.execute("SELECT cents FROM balances WHERE owner = ? AND account = ?", key).fetchone()
            known = self._held[key] = row[0] if row else 0
        return known

    def answered(self, stream: str, command: str) -> bytes | None:
        query = "SELECT answer FROM answers WHERE stream = ? AND command = ?"
        row = self._db.execute(query, (stream, command)).fetchone()
        return row[0] if row else None

    # --- the thread

    def _take(self, jobs: list[_Waiting]) -> None:
        try:
            self._commit(jobs)
        except Exception as error:  # nobody waits for ever, whatever went wrong
            self._resolve(jobs, [_Refused(_translated(error)) for _ in jobs])

    def _end(self) -> None:
        self._db.close()
        self._witness.close()

    def _commit(self, jobs: list[_Waiting], *, trusting: bool = True) -> None:
        """One transaction for all of them.

        At first the writer trusts that no command in it was accepted before: the key of the answers would not take it
        twice. What the database refuses is looked at again with care, and at last one by one.
        """
        batch = Batch(self, trusting=trusting)
        outcomes: list[Any]
        try:
            self._db.execute("BEGIN IMMEDIATE")
            outcomes = [self._done(waiting.job, batch) for waiting in jobs]
            self._keep(batch)
            self._db.execute("COMMIT")
        except BaseException as error:
            self._undo()
            if isinstance(error, sqlite3.IntegrityError) and trusting:
                self._commit(jobs, trusting=False)
                return
            if isinstance(error, sqlite3.IntegrityError) and len(jobs) > 1:
                for waiting in jobs:
                    self._commit([waiting], trusting=False)
                return
            self._resolve(jobs, [_Refused(_translated(error)) for _ in jobs])
            return
        self._remember(batch)
        if last := next((named for named in reversed(batch.lines) if named[0] != OPEN_LOG), None):
            stream, line = last  # what the open log ends with is in the checkpoint that the house keeps beside its key
            self._witness.note(Seen(stream, line.version, line.head))
        self._commits += 1
        self._jobs += len(jobs)
        self._resolve(jobs, outcomes)
        if batch.heads:
            self._tell([(stream, head.version) for stream, head in batch.heads.items()])

    def _done(self, job: Job, batch: Batch) -> Any:
        """The outcome of one job; an error of its own is its outcome, an error of the disk is everybody's."""
        if isinstance(job, Write):
            try:
                return batch.take(job)
            except sqlite3.Error:
                raise
            except Exception as error:
                return _Refused(error)
        self._db.execute("SAVEPOINT job")
        try:
            outcome = job(self._db)
        except sqlite3.OperationalError:
            raise
        except Exception as error:
            self._db.execute("ROLLBACK TO job")
            outcome = _Refused(_translated(error))
        self._db.execute("RELEASE job")
        return outcome

    def _keep(self, batch: Batch) -> None:
        many = self._db.executemany
        if batch.lines:
            rows = [(stream, *line) for stream, line in batch.lines]
            many("INSERT INTO events (stream, version, line, head) VALUES (?, ?, ?, ?)", rows)
        if batch.rows:
            columns = ", ".join(("stream", "version", *Posting._fields))
            lines = [(stream, version, *posting) for stream, version, posting in batch.rows]
            many(f"INSERT INTO ledger ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", lines)
            changed = [(*key, cents, never_negative(key[1])) for key, cents in batch.balances.items()]
            many("INSERT OR REPLACE INTO balances VALUES (?, ?, ?, ?)", changed)
        if batch.answers:
            many("INSERT INTO answers VALUES (?, ?, ?, ?)", [(*key, *value) for key, value in batch.answers.items()])
        if batch.snapshots:
            states = [(stream, *value) for stream, value in batch.snapshots.items()]
            many("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", states)
        if batch.seals:
            gone = [(name,) for name, sealed in batch.seals.items() if sealed is None]
            many("DELETE FROM seals WHERE name = ?", gone)
            kept = [(name, sealed) for name, sealed in batch.seals.items() if sealed is not None]
            many("INSERT OR REPLACE INTO seals VALUES (?, ?)", kept)

    def _remember(self, batch: Batch) -> None:
        if len(self._held) > MOST_REMEMBERED:
            self._held.clear()
        self._heads |= batch.heads
        self._held |= batch.balances

    def _undo(self) -> None:
        """Nothing was kept: forget what was thought, and ask the file again."""
        self._heads.clear()
        self._held.clear()
        if self._db.in_transaction:
            with contextlib.suppress(sqlite3.Error):  # SQLite may have rolled back by itself
                self._db.execute("ROLLBACK")

    @staticmethod
    def _resolve(jobs: list[_Waiting], outcomes: list[Any]) -> None:
        """Tell each its outcome in its own event loop, one call for each loop."""
        by_loop: defaultdict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = defaultdict(list)
        for waiting, outcome in zip(jobs, outcomes, strict=True):
            by_loop[waiting.loop].append((waiting.future, outcome))
        for loop, pairs in by_loop.items():
            try:
                loop.call_soon_threadsafe(_settle, pairs)
            except RuntimeError:  # that event loop is closed: nobody waits there any more
                continue


class NoWriter:
    """In the place of a writer: it takes nothing."""

    async def submit(self, _work: object) -> None:
        raise StoreError("this look into the store reads and does not write")

    def figures(self) -> Figures:
        return Figures(0, 0, 0)

    def close(self) -> None:
        """There is nothing to finish."""


def _settle(pairs: "list[tuple[asyncio.Future[Any], Any]]") -> None:
    for future, outcome in pairs:
        if future.done():  # whoever asked has gone away; what was written stays written
            continue
        if isinstance(outcome, _Refused):
            future.set_exception(outcome.error)
        else:
            future.set_result(outcome)


def _translated(error: BaseException) -> BaseException:
    """An error of SQLite in our words."""
    if isinstance(error, StoreError) or not isinstance(error, sqlite3.Error):
        return error
    code = getattr(error, "sqlite_errorcode", 0)
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE):  # the second where its index has no room to grow
        return StoreFull(f"the disk takes no more ({error}): nothing was written, and nothing is lost")
    if code & 0xFF in NO_DISK:
        return StoreAway(f"the disk cannot be written ({error}): nothing was written, and nothing is lost")
    return StoreError(f"the store could not write: {error}")
