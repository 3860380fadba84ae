"""Changes to what a store keeps, behind its back: what a disk, or somebody with the database, might do."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

GUARDS = ("events_stay", "events_remain", "ledger_stays", "ledger_remains")


def alter(address: str, statement: str, *values: Any) -> None:
    """Carry out a statement on the database at an address, a file or a PostgreSQL server's, which nobody has open."""
    if Path(address).exists():
        with contextlib.closing(sqlite3.connect(address, isolation_level=None)) as db:
            for guard in GUARDS:
                db.execute(f"DROP TRIGGER IF EXISTS {guard}")
            changed = db.execute(statement, values).rowcount
    else:
        import psycopg

        with psycopg.connect(address, autocommit=True) as postgres:
            postgres.execute("SET search_path TO minibac")
            for table in ("events", "ledger"):
                postgres.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            changed = postgres.execute(statement.replace("?", "%s"), values or None).rowcount
    assert changed > 0, statement
