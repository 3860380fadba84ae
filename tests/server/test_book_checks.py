"""A house that runs checks what it keeps: when asked and by itself, in the background, and ``/ready`` knows."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from minibac.house import logs
from minibac.house.settings import Settings
from minibac.server.own_command import Ended, run_beside
from tests.server.running import Client, RunningServer, running, wait_until


def checked(server: RunningServer, eye: Client) -> dict[str, Any]:
    """Ask for a check, and wait for what it says."""
    before = eye.get("/api/books/check")["at"]
    server.clock.ahead += 1
    assert eye.post("/api/books/check", status=202)["looking"] is True
    wait_until(lambda: eye.get("/api/books/check")["at"] > before)
    found: dict[str, Any] = eye.get("/api/books/check")
    return found


def altered(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "minibac.sqlite", isolation_level=None, timeout=30)) as db:
        for statement in statements:
            assert db.execute(statement).rowcount == 1, statement


@pytest.mark.control("R25")
def test_what_somebody_alters_in_a_live_house_is_found_and_ready_says_it(tmp_path: Path) -> None:
    logs.configure(tmp_path / "logs")
    with running(tmp_path) as server, server.staff("surveillance") as eye, server.guest("Ann") as ann:
        page = ann.live("s42-1")
        page.sit(3)
        wallet = f"account = 'guest/{ann.person['id']}/wallet'"
        ann.post("/api/books/check", status=403)
        assert eye.get("/ready") == {"ok": True, "paused": "", "found": [], "tables": 4}
        assert checked(server, eye)["found"] == []

        altered(tmp_path, f"UPDATE balances SET never_negative = 0 WHERE {wallet}")
        found = checked(server, eye)
        assert found["found_count"] == 1
        assert found["found"][0].startswith(f"the account guest/{ann.person['id']}/wallet is not marked")
        assert eye.get("/ready") == {"ok": False, "paused": "", "found": found["found"], "tables": 4}
        assert "minibac_faults 1.0" in eye.get("/metrics")
        page.ok("LeaveSeat", seat=3)  # what to do about it is for people to say: play goes on

    with running(tmp_path) as server, server.staff("surveillance") as eye:
        assert eye.get("/ready")["ok"] is False, "the house's log remembers"
        altered(tmp_path, f"UPDATE balances SET never_negative = 1 WHERE {wallet}")
        assert checked(server, eye)["found"] == []
        assert eye.get("/ready")["ok"] is True
    logs.close()
    lines = [json.loads(line) for line in (tmp_path / "logs" / "house.jsonl").read_text(encoding="utf-8").splitlines()]
    heads = [line["heads"] for line in lines if line.get("kind") == "check" and "heads" in line]
    assert {head["stream"] for head in heads[0]} >= {"house", "table/s42-1"}


def test_the_house_looks_by_itself(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.staff("accounting") as eye:

        async def look() -> asyncio.Task[None]:
            return asyncio.create_task(server.front.book_checks.keep_looking(0))

        task = server.call(look())
        wait_until(lambda: eye.get("/api/books/check")["at"] > 0)
        assert eye.get("/api/books/check")["looking"] is False
        server.do(task.cancel)


def test_a_house_in_memory_has_nothing_to_check() -> None:
    with running() as server, server.staff("admin") as admin:
        admin.post("/api/books/check", status=409)


def test_a_database_that_is_away_for_a_moment_is_no_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minibac.server.book_checks.AGAIN_S", (0.0, 0.0))
    with running(tmp_path) as server, server.staff("surveillance") as eye:
        away = [b"minibac: the database went away"] * 2

        async def run_in_vain(settings: Settings, *words: str) -> Ended:
            return Ended(1, b"", away.pop()) if away else await run_beside(settings, *words)

        monkeypatch.setattr("minibac.server.book_checks.run_beside", run_in_vain)
        assert checked(server, eye)["found"] == []
        assert eye.get("/ready")["ok"] is True
        assert away == []


def test_a_check_that_cannot_read_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged page, and whatever else keeps the command from its end."""
    monkeypatch.setattr("minibac.server.book_checks.AGAIN_S", ())
    with running(tmp_path) as server, server.staff("shift-manager") as manager:
        with closing(sqlite3.connect(tmp_path / "minibac.sqlite", isolation_level=None)) as db:
            db.execute("PRAGMA user_version = 99")
        found = checked(server, manager)
        assert found["found_count"] == 1
        assert "what is kept could not be checked: the books cannot be read: " in found["found"][0]
