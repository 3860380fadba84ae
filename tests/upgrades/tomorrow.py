"""The program as it may be in a later version: its tables, and the lines of its events, have another shape.

``python -m tests.upgrades.tomorrow serve …`` is that program's ``minibac``.
"""

from typing import Any

from minibac.records import postgres_schema, sqlite_schema, upcast

SQLITE_UPGRADE = (
    "CREATE INDEX ledger_of_wagers ON ledger (wager)",
    "CREATE TABLE marks (stream TEXT PRIMARY KEY, mark INTEGER NOT NULL) STRICT",
    "INSERT INTO marks SELECT stream, max(version) FROM events GROUP BY stream",
    "ALTER TABLE marks ADD COLUMN told TEXT NOT NULL DEFAULT ''",
)
POSTGRES_UPGRADE = (
    "CREATE INDEX ledger_of_wagers ON ledger (wager)",
    "CREATE TABLE marks (stream text PRIMARY KEY, mark bigint NOT NULL)",
    "INSERT INTO marks SELECT stream, max(version) FROM events GROUP BY stream",
    "ALTER TABLE marks ADD COLUMN told TEXT NOT NULL DEFAULT ''",
)


def step(facts: dict[str, Any]) -> dict[str, Any]:
    """From a line of today to one of tomorrow: the moment was called ``when`` for a day, and nobody minds."""
    if "when" in facts:
        facts["at"] = facts.pop("when")
    return facts


def of_tables() -> None:
    """Tables of tomorrow, in both stores."""
    sqlite_schema.UPGRADES = (*sqlite_schema.UPGRADES, SQLITE_UPGRADE)
    postgres_schema.UPGRADES = (*postgres_schema.UPGRADES, POSTGRES_UPGRADE)


def of_events() -> None:
    """Events of tomorrow, whose lines carry a number."""
    for function in (upcast.read_event, upcast.write_event):
        function.__defaults__ = ((*upcast.STEPS, step),)


if __name__ == "__main__":
    from minibac.cli import main

    of_tables()
    of_events()
    main()
