"""Changes to what a store keeps, behind its back: what a disk, or somebody with the database, might do."""

import contextlib
import sqlite3
from pathlib import Path

GUARDS = "DROP TRIGGER events_stay; DROP TRIGGER events_remain; DROP TRIGGER ledger_stays; DROP TRIGGER ledger_remains;"
NO_GUARDS = "ALTER TABLE events DISABLE TRIGGER USER; ALTER TABLE ledger DISABLE TRIGGER USER;"


def alter(address: str, *statements: str) -> None:
    """Carry out statements on the database at an address, a file or a PostgreSQL server's, which nobody has open."""
    if Path(address).exists():
        with contextlib.closing(sqlite3.connect(address, isolation_level=None)) as db:
            db.executescript(GUARDS)
            for statement in statements:
                assert db.execute(statement).rowcount > 0, statement
        return
    import psycopg

    with psycopg.connect(address, autocommit=True) as postgres:
        postgres.execute("SET search_path TO minibac")
        for guard in NO_GUARDS.split(";")[:-1]:
            postgres.execute(guard)
        for statement in statements:
            assert postgres.execute(statement).rowcount > 0, statement
