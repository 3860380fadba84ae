"""Programs at a house: a client from the schemas alone, and ``minibac.client`` with the bot of its page."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from socketserver import BaseRequestHandler, TCPServer
from threading import Thread
from typing import Any, cast

import pytest

from minibac.client import Client, ConnectionOverError, HouseSaysNoError
from minibac.client.live import ClientTable
from minibac.tlog.notes import read_checkpoint
from tests.server.protocol_page import ROOT
from tests.server.running import WAIT, RunningServer, running

PLAYER = ROOT / "tests/server/schema_player.py"
MASSACHUSETTS = {"deal_mode": "handed", "house_money": True}


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running() as house:
        yield house


@pytest.mark.parametrize(("rulebook", "options"), [("massachusetts", MASSACHUSETTS), ("seminole", {})])
def test_a_client_made_from_the_schemas_plays_a_shoe(
    server: RunningServer, rulebook: str, options: dict[str, Any]
) -> None:
    words = (server.base, str(ROOT / "docs/schemas"), rulebook, json.dumps(options), "330")
    played = subprocess.run(
        [sys.executable, "-I", str(PLAYER), *words], capture_output=True, text=True, timeout=WAIT * 4, check=False
    )
    assert played.returncode == 0, played.stderr[-3000:]
    told = json.loads(played.stdout)
    assert told["coups"] > 5
    assert told["revealed"] == 1
    assert told["given"].keys() >= {"TakeSeat", "BuyIn", "PlaceWager", "SayReady", "AnswerCut", "CutStack"}
    if options:
        assert told["given"]["ReturnCards"]


def programs() -> list[str]:
    """The programs of the page about the client."""
    return re.findall(r"```python\n(.*?)```", (ROOT / "docs/client.md").read_text(encoding="utf-8"), re.DOTALL)


def of_page(name: str) -> Any:
    """A function of one of these programs."""
    (source,) = (source for source in programs() if f"async def {name}(" in source)
    names: dict[str, Any] = {}
    exec(source, names)
    return names[name]


def test_the_programs_of_the_page_are_short_and_typed(tmp_path: Path) -> None:
    assert len([line for line in programs()[0].splitlines() if line.strip()]) <= 25
    for number, source in enumerate(programs()):
        (tmp_path / f"program_{number}.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", *map(str, tmp_path.glob("*.py"))]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=WAIT * 4, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_bot_of_the_page_plays(server: RunningServer) -> None:
    chips_cents = asyncio.run(asyncio.wait_for(of_page("play")(server.base, 3), WAIT))
    assert chips_cents > 0
    assert chips_cents != 500_000


def test_the_shoe_of_the_page_is_counted(server: RunningServer, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(asyncio.wait_for(of_page("shoe")(server.base.removeprefix("http://"), 340), WAIT * 2))
    assert re.fullmatch(r"\d+ rounds brought \$[+-][\d,]+\.\d\d\n", capsys.readouterr().out)


def test_a_client_comes_back_and_misses_nothing(server: RunningServer) -> None:
    asyncio.run(asyncio.wait_for(_come_back(server), WAIT))


async def _come_back(server: RunningServer) -> None:
    async with Client(server.base) as client:
        await client.guest("Ann", age=40)
        table_id = await client.training_table("seneca")
        async with client.table(table_id) as table:
            await table.sit(2, chips_cents=100_000)
            assert await _welcomed(table) == []
            hub = server.front.hub(server.house.tables[table_id])

            def drop() -> None:
                for connection in tuple(hub.connections):
                    connection.end(4008, "too slow")

            # Both are sent into a connection that is ending: each is done once, whether it got through or not.
            server.do(drop)
            bought = await asyncio.gather(*(table.give("BuyIn", seat=2, cents=5_000) for _ in range(2)))
            assert [answer["ok"] for answer in bought] == [True, True]
            missed = await _welcomed(table)
            seated = table.seated
            assert seated is not None
            assert seated["chips_cents"] == 110_000
            assert [event["v"] for event in missed] == sorted({event["v"] for event in missed})


async def _welcomed(table: Any) -> list[dict[str, Any]]:
    """What the next welcome says was missed."""
    async for heard in table:
        if heard["tell"] == "welcome":
            events: list[dict[str, Any]] = heard["missed"]["events"]
            return events
    raise AssertionError


def test_the_wallet_is_known_once_chips_were_bought_or_taken_home(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the store takes its time to say what is in it."""
    wallet_cents = server.front.people.wallet_cents

    async def slowly(person: str) -> int:
        await asyncio.sleep(0.1)
        return await wallet_cents(person)

    monkeypatch.setattr(server.front.people, "wallet_cents", slowly)
    asyncio.run(asyncio.wait_for(_there_and_back(server), WAIT))


async def _there_and_back(server: RunningServer) -> None:
    async with Client(server.base) as client:
        await client.guest("Wim", age=40)
        async with client.table(await client.training_table("seneca")) as table:
            for bought in (100_000, 250_000):
                await table.sit(2, chips_cents=bought)
                seated = table.seated
                assert seated is not None
                assert table.you["wallet_cents"] == seated["wallet_cents"] == 1_000_000 - bought
                await table.leave()
                assert table.yours == {"seat": 0, "wallet_cents": 1_000_000}
                assert table.you["wallet_cents"] == 1_000_000


def test_what_cannot_be_is_said(server: RunningServer) -> None:
    asyncio.run(asyncio.wait_for(_refused(server), WAIT))


async def _refused(server: RunningServer) -> None:
    async with Client(server.base) as client:
        with pytest.raises(HouseSaysNoError, match="nobody is signed in") as no:
            await client.training_table("seneca")
        assert no.value.status == 401
        await client.guest("Cem", age=40)
        with pytest.raises(ConnectionOverError) as over:
            await client.table("nowhere").__aenter__()
        assert over.value.code == 4004
        row = next(row for row in await client.tables() if row["rulebook"] == "section-42")
        async with client.table(row["id"]) as table:
            with pytest.raises(HouseSaysNoError, match=r"wallet is \$5,000.00 short") as short:
                await table.sit(4, chips_cents=1_500_000)
            assert short.value.refusal["code"] == "not-enough-chips"
            assert table.yours == {"seat": 0, "wallet_cents": 1_000_000}
            with pytest.raises(ValueError, match="BuyIn: cents: a whole number is expected"):
                await table.sit(0, chips_cents=cast(Any, 25.5))
            assert table.yours == {"seat": 0, "wallet_cents": 1_000_000}
            await table.peel(0, 0.5)  # the cards have gone, or never came: nobody is told
            with pytest.raises(ValueError, match="a peel names a hand, a card from 0 to 2"):
                await table.peel(0, 0.5, edge="middle")
            answer = await table.give("PlaceWager", seat=1, wager="banker", cents=2500)
            assert (answer["ok"], answer["refusal"]["code"]) == (False, "not-yours")
            await table.sit(4, chips_cents=50_000)
            with pytest.raises(HouseSaysNoError, match="short of that"):
                await table.sit(4, chips_cents=1_500_000)
            assert table.seated
            assert table.seated["chips_cents"] == 50_000
            await table.leave()
            with pytest.raises(HouseSaysNoError, match=r"the guest at seat 1 may do that \(s42/b/3\)$"):
                await table.do("PlaceWager", seat=1, wager="banker", cents=2500)
            with pytest.raises(ValueError, match="there is no command"):
                await table.give("PlaceBet")
            with pytest.raises(ValueError, match="does not ask"):
                await table.answer("cut")
        with pytest.raises(HouseSaysNoError, match=r"there is no rulebook 'seneka' \(did you mean seneca\?\)"):
            await client.training_table("seneka")
        with pytest.raises(HouseSaysNoError, match="there is no option dept:"):
            await client.training_table("seneca", dept=20)
        guests = await client.training_table("seneca", name="Guests", guests=2, pace="fast")
        assert len((await client.get(f"/api/tables/{guests}"))["view"]["seats"]) == 2
        async with client.table(guests) as table:
            there = {sits["seat"]: sits for sits in table.view["seats"]}
            others = set(range(1, table.view["seats_count"] + 1)) - there.keys()
            table.view["seats"] = [{**there[min(there)], "seat": seat} for seat in others]  # all is wrong that one sees
            await table.sit(0, chips_cents=50_000)
            assert table.seated is not None
            assert table.seated["seat"] in others
            await table.sit(0, chips_cents=50_000)
            assert table.seated["chips_cents"] == 100_000
    unentered = Client(server.base).table("s42-1")
    for early in (unentered.sit(3, 50_000), unentered.sit(0, 50_000), unentered.ready()):
        with pytest.raises((RuntimeError, AttributeError), match="a table is entered first: async with"):
            await early
    for name in ("view", "you", "came_to"):
        with pytest.raises(AttributeError, match="a table is entered first: async with"):
            getattr(unentered, name)
    assert not hasattr(unentered, "views")
    assert (await Client(server.base).get("api/house"))["play_chips"] is True
    with pytest.raises(ValueError, match="not at ftp://house"):
        Client("ftp://house")
    with pytest.raises(ConnectionOverError, match=r"nobody answers at 127\.0\.0\.1:9: "):
        await Client("http://127.0.0.1:9").table("nowhere").__aenter__()
    with pytest.raises(ConnectionOverError, match="there is no such table"):
        await Client(server.base).table("s42-1?as=spectator#").__aenter__()


def test_a_proxy_with_nothing_behind_it_is_told_from_a_house() -> None:
    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(502)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    with HTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        with pytest.raises(ConnectionError, match="with 502 is no house"):
            asyncio.run(Client(f"127.0.0.1:{proxy.server_port}").tables())
        proxy.shutdown()


def test_a_proxy_that_asks_who_one_is_is_told_from_a_house() -> None:
    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(b"<form>Who are you?</form>")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    with HTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        with pytest.raises(ConnectionError, match="with a page is no house"):
            asyncio.run(Client(f"127.0.0.1:{proxy.server_port}").tables())
        proxy.shutdown()


def answering(status: str, kind: str, body: str) -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"", "nobody answers at"),
        (b"SSH-2.0-nothing\r\n", "is no house, or broke off"),
        (answering("200 OK", "application/json", "{}")[:-1], "is no house, or broke off"),
        (answering("200 OK", "application/json", "{"), "is no house"),
        (answering("200 OK", "application/json", "[]"), "is no house"),
        (answering("200 OK", "application/json", "{}"), "is no house"),
        (answering("200 OK", "text/plain", "hello"), "is no house"),
        (answering("404 Not Found", "application/json", '{"detail": "what?"}'), "is no house"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", "is no house"),
    ],
)
def test_what_is_no_house_is_told_from_one(answer: bytes, said: str) -> None:
    class Stranger(BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(65_536)
            self.request.sendall(answer)

    with TCPServer(("127.0.0.1", 0), Stranger) as strange:
        Thread(target=strange.serve_forever, daemon=True).start()
        client = Client(f"127.0.0.1:{strange.server_address[1]}")
        for asked in (client.tables(), client.guest("Bob"), client.training_table("seneca")):
            with pytest.raises(ConnectionError, match=said):
                asyncio.run(asked)
        strange.shutdown()
    with pytest.raises(ValueError, match="the port is a number up to 65535"):
        Client("localhost:nowhere")


def test_routes_that_answer_with_a_text_are_asked_too(server: RunningServer) -> None:
    async def asked() -> tuple[str, str]:
        async with Client(server.base) as client:
            return await client.get("/log/checkpoint"), await client.get("/metrics")

    checkpoint, figures = asyncio.run(asked())
    assert read_checkpoint(checkpoint)[0].size > 0
    assert "minibac_tables" in figures


@pytest.mark.parametrize("turns", range(5))
def test_a_message_that_comes_as_the_page_is_left_keeps_nobody_there(
    monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    """Between the arrival of a message and its reading the event loop turns a few times, and in each one may leave."""
    asyncio.run(_leave_while_heard(monkeypatch, turns))


async def _leave_while_heard(monkeypatch: pytest.MonkeyPatch, turns: int) -> None:
    socket = _Socket()
    monkeypatch.setattr("minibac.client.live.connect", lambda *_args, **_options: socket)
    async with asyncio.timeout(WAIT) as patience:
        async with ClientTable("ws://house", str):
            await socket.listened.wait()
            socket.coming.set_result('{"tell": "ping"}')
            for _ in range(turns):
                await asyncio.sleep(0)
    assert not patience.expired()


class _Socket:
    """A connection that says welcome, and then what is put into ``coming``."""

    def __init__(self) -> None:
        self.coming: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.listened = asyncio.Event()
        self._welcomed = False

    async def __aenter__(self) -> "_Socket":
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    async def recv(self) -> str:
        if not self._welcomed:
            self._welcomed = True
            return '{"tell": "welcome", "version": 1, "view": {}, "you": {}}'
        if self.coming.done():
            await asyncio.Event().wait()
        self.listened.set()
        return await self.coming

    async def send(self, text: str) -> None:
        pass
