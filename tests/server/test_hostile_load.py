"""Callers who mean harm: half a request, a head without end, a page that never reads. The others play on."""

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from minibac.house.limits import Limits
from minibac.server.doorway import FULL, MADE_ROOM, TOO_MANY_OF_ONE
from tests.served import served
from tests.server.running import PATIENT, WAIT, RunningServer, running, wait_until

HALF = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\nContent-"
WHOLE = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
PROXY = ("127.0.0.1",)
"""Whoever asks for many: a proxy's connections are not one caller's."""


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running(patience_seconds=2, messages_per_second=20) as opened:
        yield opened


@contextmanager
def dialled(port: int, sends: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), WAIT) as line:
        line.sendall(sends)
        yield line


def heard(line: socket.socket) -> bytes:
    """Everything that comes until the other side ends it."""
    said = b""
    try:
        while more := line.recv(65_536):
            said += more
    except ConnectionResetError:
        pass
    return said


def refusal(said: bytes) -> tuple[int, str]:
    """The status of an answer, and its sentence."""
    head, _, body = said.partition(b"\r\n\r\n")
    assert b"Content-Security-Policy" in head
    return int(head.split()[1]), json.loads(body)["refusal"]["sentence"]


@pytest.mark.parametrize(
    ("sends", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 1_000_000, 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 10_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(1_000)), 431),
        (b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"y" * 5_000) for n in range(5)) + b"\r\n", 431),
        (b"GET /" + b"x" * 10_000, 414),
        (b"GET /api/tables/s42-1/live?" + b"x" * 10_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"\x16\x03\x01 this is no HTTP\r\n\r\n", 400),
        (HALF, 408),
        (b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n\r\n{", 408),
    ],
)
def test_a_request_too_large_or_too_late_is_told_why(server: RunningServer, sends: bytes, status: int) -> None:
    with dialled(server.port, sends) as line:
        found, sentence = refusal(heard(line))
    assert found == status
    assert sentence


def test_a_body_without_end_is_cut_off(server: RunningServer) -> None:
    """In pieces of a byte, and each with a word of its own beside it, it would take ten times its size."""
    head = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with dialled(server.port, head) as line, pytest.raises((ConnectionResetError, BrokenPipeError)):
        line.sendall((b"1;" + b"x" * 4_000 + b"\r\n{\r\n") * 10_000)


def test_a_connection_that_asks_for_nothing_is_let_go(server: RunningServer) -> None:
    with dialled(server.port) as line:
        assert heard(line) == b""


def test_requests_sent_ahead_of_their_answers_are_few(server: RunningServer) -> None:
    with dialled(server.port, WHOLE * 1_000) as line:
        assert heard(line).count(b"HTTP/1.1 200") < 100


def test_a_body_that_never_came_is_no_fault_of_the_program(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        with dialled(server.port, b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"):
            wait_until(lambda: bool(server.do(lambda: server._server.server_state.tasks)))
        wait_until(lambda: not server.do(lambda: server._server.server_state.tasks))
        assert "program error" not in (tmp_path / "logs" / "house.jsonl").read_text(encoding="utf-8")


@contextmanager
def half_sent(server: RunningServer) -> Iterator[socket.socket]:
    """Half a request that has arrived: a whole one which came later is answered."""
    with dialled(server.port, HALF) as line, server.client() as client:
        assert client.get("/health") == {"ok": True}
        client.close()
        yield line


def test_half_sent_requests_make_room() -> None:
    """The oldest of them first: whoever plays goes on, and a newcomer gets in."""
    with running(connections_max=8, trusted_proxies=PROXY, timing=PATIENT) as server, ExitStack() as lines:
        ann = lines.enter_context(server.guest("Ann")).live("s42-1")
        ann.sit(3)
        oldest = lines.enter_context(half_sent(server))
        for _ in range(20):
            lines.enter_context(dialled(server.port, HALF))
        ann.ok("BuyIn", seat=3, cents=2_500)
        assert lines.enter_context(server.client()).get("/api/house")["name"]
        assert refusal(heard(oldest)) == (503, str(MADE_ROOM))


def test_one_address_makes_room_for_itself() -> None:
    with running(connections_max=100, connections_per_address=4, timing=PATIENT) as server, ExitStack() as lines:
        oldest = lines.enter_context(half_sent(server))
        for _ in range(4):
            lines.enter_context(dialled(server.port, HALF))
        assert refusal(heard(oldest)) == (503, str(MADE_ROOM))
        pages = [lines.enter_context(server.client()).live("s42-1") for _ in range(4)]
        with dialled(server.port, WHOLE) as line:
            assert refusal(heard(line)) == (503, str(TOO_MANY_OF_ONE))
        assert pages[0].told


def page_from(address: str, server: RunningServer, lines: ExitStack) -> str:
    """Open a page through a proxy; the first that it is told."""
    url = f"ws://127.0.0.1:{server.port}/api/tables/s42-1/live"
    page = lines.enter_context(connect(url, additional_headers={"X-Forwarded-For": address}))
    try:
        return str(json.loads(page.recv(WAIT))["tell"])
    except ConnectionClosed as closed:
        return f"{closed.rcvd.code} {closed.rcvd.reason}" if closed.rcvd else ""


def test_a_house_full_of_pages_says_so() -> None:
    with running(connections_max=4, trusted_proxies=PROXY, timing=PATIENT) as server, ExitStack() as lines:
        for host in range(4):
            assert page_from(f"10.0.0.{host}", server, lines) == "welcome"
        with dialled(server.port, WHOLE) as line:
            assert refusal(heard(line)) == (503, str(FULL))
        lines.close()
        wait_until(lambda: len(server.front.doorway) == 0)
        with server.client() as client:
            assert client.get("/health") == {"ok": True}


def test_behind_a_proxy_pages_are_counted_by_the_address_it_names() -> None:
    with running(connections_per_address=2, trusted_proxies=PROXY) as server, ExitStack() as lines:
        assert [page_from("10.0.0.9", server, lines) for _ in range(2)] == ["welcome"] * 2
        assert page_from("10.0.0.9", server, lines) == "4029 too many connections from one address"
        assert page_from("10.0.0.10", server, lines) == "welcome"


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """A short frame of a page, masked with nothing."""
    return struct.pack("!BB4x", opcode | (0x80 if final else 0), 0x80 | len(payload)) + payload


UPGRADE = (
    b"GET /api/tables/s42-1/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


@pytest.mark.parametrize(
    "flood",
    [frame(9, b"ping") * 1_000, frame(10) * 1_000, frame(1, b"{", final=False) + frame(0, final=False) * 1_000],
    ids=["pings", "pongs", "pieces of nothing"],
)
def test_a_flood_of_frames_ends_a_page(server: RunningServer, flood: bytes) -> None:
    with dialled(server.port, UPGRADE) as line:
        said = b""
        while b'"welcome"' not in said:
            said += line.recv(65_536)
        line.sendall(flood)
        assert struct.pack("!H", 4029) + b"too many messages" in said + heard(line)


def test_a_page_that_never_reads_is_let_go() -> None:
    with running(patience_seconds=1, timing=PATIENT) as server, ExitStack() as lines:
        lines.enter_context(dialled(server.port, UPGRADE))
        wait_until(lambda: bool(server.front.hubs) and bool(server.front.hubs["s42-1"].connections))
        (page,) = server.front.hubs["s42-1"].connections
        while not page.closing:
            server.do(lambda: page.put("x" * 100_000))
        wait_until(lambda: not server.do(lambda: server._server.server_state.connections))


def test_files_are_kept_for_the_house_itself(tmp_path: Path) -> None:
    """Of a hundred files that a process may open, sixty-four are for the database, the log and the like."""
    with served(tmp_path, {}, files=100) as house, ExitStack() as lines:
        port = int(house.base.rpartition(":")[2])
        for _ in range(150):
            lines.enter_context(dialled(port, HALF))
        with dialled(port, b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n") as line:
            body = json.dumps({"name": "Ann", "of_age": True}).encode()
            line.sendall(b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
            assert heard(line).startswith(b"HTTP/1.1 201")


def test_files_of_the_pages_have_a_pace_too() -> None:
    with running() as server, server.client() as client:
        server.front.files = Limits(server.clock, 0.001, 5)
        statuses = [client.request("GET", "/static/favicon.svg").status_code for _ in range(6)]
        assert statuses == [200] * 5 + [429]
