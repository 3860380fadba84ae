"""The tables of the embedded store.

The file says what it is: ``application_id`` that it is ours, ``user_version`` the number of its schema.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from minibac.records.store import StoreError, other_schema
from minibac.records.world import HERE

APPLICATION = 0x6D626163
"""``mbac``."""

MAGIC = b"SQLite format 3\0"
"""How every SQLite file begins."""

LEAST_SQLITE = (3, 37, 0)
"""The first SQLite with strict tables."""

FIRST = 3
"""The number of the tables below. What was written before them has a lower one, and is not read."""

TABLES = (
    """CREATE TABLE events (
        number INTEGER PRIMARY KEY,
        stream TEXT NOT NULL,
        version INTEGER NOT NULL CHECK (version > 0),
        line BLOB NOT NULL,
        head BLOB NOT NULL CHECK (length(head) = 32),
        UNIQUE (stream, version)
    ) STRICT""",
    """CREATE TABLE ledger (
        number INTEGER PRIMARY KEY,
        stream TEXT NOT NULL,
        version INTEGER NOT NULL,
        step TEXT NOT NULL,
        seat INTEGER NOT NULL,
        wager TEXT NOT NULL,
        account TEXT NOT NULL,
        amount_cents INTEGER NOT NULL,
        clause TEXT
    ) STRICT""",
    "CREATE INDEX ledger_by_event ON ledger (stream, version)",
    "CREATE INDEX ledger_of_guests ON ledger (account) WHERE account GLOB 'guest/*'",
    """CREATE TABLE balances (
        owner TEXT NOT NULL,
        account TEXT NOT NULL,
        cents INTEGER NOT NULL,
        never_negative INTEGER NOT NULL CHECK (never_negative IN (0, 1)),
        PRIMARY KEY (owner, account),
        CHECK (cents >= 0 OR never_negative = 0)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE answers (
        stream TEXT NOT NULL,
        command TEXT NOT NULL,
        version INTEGER NOT NULL,
        answer BLOB NOT NULL,
        PRIMARY KEY (stream, command)
    ) STRICT""",
    """CREATE TABLE snapshots (
        stream TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        snapshot BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE seals (
        name TEXT PRIMARY KEY,
        sealed BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE documents (
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        document BLOB NOT NULL,
        PRIMARY KEY (kind, name)
    ) STRICT""",
    "CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END",
    "CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never removed'); END",
    "CREATE TRIGGER ledger_stays BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is never changed'); END",
    "CREATE TRIGGER ledger_remains BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is never cut'); END",
)
"""A guest's wallet is an account of the house, kept under no stream. The database itself bars an account below zero
that must not be there."""

UPGRADES: tuple[tuple[str, ...], ...] = ((),)
"""What leads from a schema to the next: the first from :data:`FIRST`. A new file goes the same way, so there is one
statement of what it holds. Schema 4 is that of 0.2.0: the tables are the same, and hold events that no program before
it reads."""


def newest() -> int:
    """The number of the schema that this program writes."""
    return FIRST + len(UPGRADES)


def connect(path: str, *, writer: bool = False) -> sqlite3.Connection:
    """A connection as this store uses it: transactions are begun by hand, and a reader only reads."""
    db = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, cached_statements=256, factory=HERE.get().connection
    )
    db.execute("PRAGMA busy_timeout = 10000")
    if writer:
        # FULL: whoever was told that it is kept will find it after a power cut. Group commit makes up for the price.
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA journal_size_limit = 67108864")
    else:
        db.execute("PRAGMA query_only = 1")
    return db


def prepare(path: Path) -> sqlite3.Connection:
    """The writer's connection to a file that is ours, or a sentence why not."""
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        raise StoreError(f"minibac needs SQLite 3.37 or newer, and this is {sqlite3.sqlite_version}")
    check_header(path)
    db = connect(str(path), writer=True)
    try:
        recognise(db, str(path))
        db.execute("PRAGMA journal_mode = WAL")
        _bring_up_to_date(db, str(path))
    except sqlite3.DatabaseError as error:
        db.close()
        raise StoreError(f"{path} could not be opened: {error}") from error
    except BaseException:
        db.close()
        raise
    return db


def check_header(path: Path) -> None:
    """Refuse a file that is no database, before SQLite takes a short one for an empty database."""
    with path.open("rb") as file:
        start = file.read(len(MAGIC))
    if start not in (b"", MAGIC):
        raise StoreError(f"{path} is no data of minibac")


def recognise(db: sqlite3.Connection, path: str) -> int:
    """The schema of a file, 0 for an empty one; raises when it is somebody else's, or none that can be read here."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (schema,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION and (application or schema or tables):
        raise StoreError(f"{path} is no data of minibac")
    if schema and not FIRST <= schema <= newest():
        raise StoreError(other_schema(path, schema, newest()))
    return int(schema)


@contextlib.contextmanager
def as_newest(db: sqlite3.Connection, path: str) -> Iterator[sqlite3.Connection]:
    """What is in a file as the newest schema has it: the file itself, or a copy that is brought up to date."""
    if recognise(db, path) in (0, newest()):
        yield db
        return
    with contextlib.closing(sqlite3.connect("", isolation_level=None, check_same_thread=False)) as copy:
        db.backup(copy)  # into a file of SQLite's own, which is gone when it is closed
        _bring_up_to_date(copy, path)
        yield copy


def _bring_up_to_date(db: sqlite3.Connection, path: str) -> None:
    """Fill an empty file, or lead an older one to the newest schema: wholly or not at all, whatever happens."""
    if recognise(db, path) == newest():
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        schema = recognise(db, path)  # two programs may have come at once
        for statement in statements_from(schema):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {newest()}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def statements_from(schema: int) -> Iterator[str]:
    """What leads from a schema, or from nothing (0), to the newest."""
    if not schema:
        yield from TABLES
    for step in UPGRADES[max(schema - FIRST, 0) :]:
        yield from step
