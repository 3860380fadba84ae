"""Records are kept: whatever the house forgets by itself, and whoever leaves it, five years of them are there (R43)."""

import logging
import logging.handlers
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from minibac.house.logs import NAME
from tests.server.running import PATIENT, RunningServer, running

DAY_MS = 24 * 3_600_000
FIVE_YEARS_MS = 5 * 365 * DAY_MS


def _records(server: RunningServer) -> dict[str, list[Any]]:
    """Every event and every row of the ledger."""

    async def read() -> dict[str, list[Any]]:
        store = server.front.house.store
        found: dict[str, list[Any]] = {
            stream: [line.bytes async for line in store.read(stream)] for stream in await store.streams()
        }
        return found | {"the ledger": [row async for row in store.ledger()]}

    return server.call(read())


@pytest.mark.control("R43")
def test_nothing_deletes_records_that_are_younger_than_five_years(tmp_path: Path) -> None:
    with running(tmp_path, timing=PATIENT) as server:
        with server.guest("Ann") as ann:
            page = ann.live("s42-1")
            page.sit(3)
            assert not page.give("PlaceWager", seat=3, wager="banker", cents=7)["ok"]
            page.ok("LeaveSeat", seat=3)
            table = server.training(ann, "massachusetts")
            own = ann.live(table)
            own.ok("TakeSeat", seat=2)
            own.ok("LeaveSeat", seat=2)
            own.close()
            page.close()
            ann.delete("/api/me", status=204)
        before = _records(server)
        assert {"house", "table/s42-1", f"table/{table}", "the ledger"} <= before.keys()
        assert all(before.values())

        server.clock.ahead = FIVE_YEARS_MS - DAY_MS
        front = server.front
        for work in (front.people.sweep, front.dealers_seen.sweep, front.sweep_tables):
            server.call(work())
        assert table not in front.house.tables, "nobody was there for an hour: it is gone, and its log is not"
        after = _records(server)
        for stream, lines in before.items():
            assert after[stream][: len(lines)] == lines if stream != "the ledger" else set(lines) <= set(after[stream])

        files = [
            handler
            for handler in logging.getLogger(NAME).handlers
            if isinstance(handler, logging.handlers.TimedRotatingFileHandler)
        ]
        assert [handler.backupCount * DAY_MS >= FIVE_YEARS_MS for handler in files] == [True]
    with closing(sqlite3.connect(tmp_path / "minibac.sqlite")) as database:
        for name in ("events", "ledger"):  # not even somebody at the file itself, by mistake
            with pytest.raises(sqlite3.IntegrityError, match="never"):
                database.execute(f"DELETE FROM {name}")
