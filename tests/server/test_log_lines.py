"""What the log of a running house tells, and what it never does: nobody gets in with what it holds."""

import asyncio
import errno
import json
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from minibac.house.limits import Limits
from minibac.people.sessions import COOKIE
from minibac.records.store import StoreError, StoreFull
from minibac.server import book_checks
from minibac.server.hub import Hub
from tests.server.running import PASSWORD, PATIENT, WAIT, RunningServer, running, wait_until


def lines(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "logs" / "house.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def program_errors(folder: Path) -> list[dict[str, Any]]:
    return [line for line in lines(folder) if line.get("kind") == "program error"]


def test_a_link_that_was_refused_is_not_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It still lets somebody in, so whoever reads the log could take it."""
    with running(tmp_path, timing=PATIENT) as server, server.staff("admin", "Ada") as ada, server.client() as anybody:
        token = server.call(server.front.people.invitations.make("admin", "test"))
        invitation, foreign = f"/api/invitations/{token}", {"Host": "evil.example"}
        for path in (f"/join/{token}", invitation):
            assert httpx.get(f"{server.base}{path}", headers=foreign).status_code == 403
        anybody.post(invitation, {"name": "Ada", "password": PASSWORD, "of_age": True}, status=409)
        anybody.post(f"{invitation}/join", status=401)
        ada.post("/api/session/lock")
        ada.post(f"{invitation}/join", status=423)

        def fails(error: Exception) -> None:
            async def offered(_token: str) -> None:
                raise error

            monkeypatch.setattr(server.front.people, "offered", offered)

        fails(StoreError("the database does not answer"))
        anybody.get(invitation, status=503)
        fails(KeyError(token))
        anybody.get(invitation, status=500)
        server.front.requests = Limits(server.clock, 0, 0)
        anybody.post(invitation, status=429)
    told = lines(tmp_path)
    assert {line["status"] for line in told if line["event"] == "request refused"} == {401, 403, 409, 423, 429}
    assert {"outage", "program error"} <= {line.get("kind") for line in told}
    paths = {line["path"] for line in told if "path" in line}
    assert paths == {"/join/...", "/api/invitations/...", "/api/invitations/.../join"}
    assert token not in json.dumps(told)


def test_what_uvicorn_and_asyncio_catch_is_in_the_log_without_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path, timing=PATIENT) as server, server.guest() as ann:
        cookie = ann.http.cookies[COOKIE]

        async def turn() -> None:
            raise KeyError(cookie)

        async def beside() -> None:
            raise KeyError(cookie)

        async def nobody_waits() -> None:
            server.loop.call_soon(int, cookie)
            asyncio.create_task(beside())  # noqa: RUF006 - nobody holds it
            await asyncio.sleep(0)

        monkeypatch.setattr(server.front.turns, "turn", turn)
        assert ann.request("GET", "/api/session").status_code == 500
        monkeypatch.undo()
        server.call(nobody_waits())
        wait_until(lambda: len(program_errors(tmp_path)) == 3)
    told = program_errors(tmp_path)
    assert {(line["logger"], line["event"], line["exception"].rpartition("\n")[2]) for line in told} == {
        ("uvicorn.error", "Exception in ASGI application", "KeyError"),
        ("asyncio", "Exception in callback int", "ValueError"),
        ("asyncio", "Task exception was never retrieved", "KeyError"),
    }
    assert cookie not in json.dumps(lines(tmp_path))
    assert "Traceback" not in capfd.readouterr().err


def test_a_fault_in_reading_a_request_is_logged_and_what_a_caller_does_wrong_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """uvicorn takes both for a request that is no HTTP."""

    def asks(server: RunningServer, line: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", server.port), timeout=WAIT) as caller:
            caller.sendall(line + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return caller.recv(100)

    def works(_caller: object) -> None:
        raise KeyError("works")

    with running(tmp_path, timing=PATIENT) as server:
        for line in (b"NO", b"GET http://[", b"GET /\xff", b"GET :::", b"GET /" + b"x" * 9_000):
            assert asks(server, line).startswith(b"HTTP/1.1 4"), line
        assert not program_errors(tmp_path)
        monkeypatch.setattr(server.front.doorway, "works", works)
        assert asks(server, b"GET /").startswith(b"HTTP/1.1 400")
        monkeypatch.undo()
    (told,) = program_errors(tmp_path)
    assert told["exception"].endswith("KeyError")


def test_a_check_of_the_books_that_failed_unforeseen_is_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("nobody foresaw it")

    monkeypatch.setattr(book_checks, "run_beside", fails)
    with running(tmp_path, timing=PATIENT) as server:
        assert server.do(server.front.book_checks.begin)
        wait_until(lambda: bool(program_errors(tmp_path)))
    assert program_errors(tmp_path)[0]["task"] == "the check of the books"


def test_a_check_that_finds_no_memory_for_a_process_is_told_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cannot(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    with running(tmp_path, timing=PATIENT) as server:
        monkeypatch.setattr(asyncio, "create_subprocess_exec", cannot)
        assert server.do(server.front.book_checks.begin)
        wait_until(lambda: any("Cannot allocate memory" in line.get("sentence", "") for line in lines(tmp_path)))
        assert server.front.book_checks.looking


def test_what_the_house_does_again_and_again_outlives_a_fault_which_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the pages that are open none is pinged any more otherwise, and none locked (R28)."""
    with running(tmp_path, timing=PATIENT, heartbeat_seconds=0.05) as server, server.guest() as ann:
        page = ann.live("s42-1")
        pinged, card = Hub.ping, "the ace of spades"

        async def looks() -> None:
            raise RuntimeError(card)

        def pings(_hub: Hub) -> None:
            monkeypatch.setattr(Hub, "ping", pinged)
            raise RuntimeError(card)

        monkeypatch.setattr(server.front, "_look_around", looks)
        monkeypatch.setattr(Hub, "ping", pings)
        wait_until(lambda: len(program_errors(tmp_path)) > 3)
        page.told.clear()
        page.until("ping")
    told = program_errors(tmp_path)
    assert any("in pings" in line["exception"] for line in told)
    assert all("RuntimeError" in line["exception"] for line in told)
    assert "the ace of" not in json.dumps(told)


def paused(server: RunningServer) -> str:
    with server.client() as anybody:
        return str(json.loads(anybody.request("GET", "/ready").text)["paused"])


def test_a_disk_that_takes_no_guest_is_full_for_the_whole_house(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though no table has written meanwhile; and it passes by itself."""
    with running(timing=PATIENT, renew_ms=50) as server, server.client() as anybody:

        async def put(*_: object) -> None:
            raise StoreFull("the disk takes no more: nothing was written")

        assert not paused(server)
        monkeypatch.setattr(server.store, "put", put)
        anybody.post("/api/guests", {"name": "Ann", "of_age": True, "age": 30}, status=503)
        wait_until(lambda: "the disk is full" in paused(server))
        monkeypatch.undo()
        wait_until(lambda: not paused(server))
