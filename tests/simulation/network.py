"""The network between the pages and the house: requests and connections that are late, cut, or never arrive.

A connection brings what it carries in order and once, as TCP does, until it is cut; then what was on its way is lost,
in either direction, and neither end knows how much. What a page sends twice, or over two connections, comes twice or
the other way round.
"""

import asyncio
import random
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol
from urllib.parse import quote

import msgspec

from tests.simulation.scheduler import KilledError, Loop, Scheduler

HOST = b"localhost"
SILENCE_S = 15.0
"""After so long without an answer to a request, a page believes its connection lost."""
NEXT_S = 1e-6
"""One message after the other: timers of the same moment come in any order."""


class Weather(msgspec.Struct, kw_only=True):
    """How the network is, for the whole of a simulation; calm is all zeros."""

    latency_ms: float = 2.0
    doubled: float = 0.0
    """How often a page sends a command twice."""
    cut: float = 0.0
    """How often a connection is cut when something is sent over it."""
    swapped: float = 0.0
    """How often two commands of a page arrive the other way round, as from two pages."""
    slow: float = 0.0
    """How often a page is slow to take a message."""
    notices_lost: float = 0.0
    """How often what the database tells another process is lost, late, or told twice."""

    def calm(self) -> None:
        for name in ("doubled", "cut", "swapped", "slow", "notices_lost"):
            setattr(self, name, 0.0)


class Host(Protocol):
    """A process that can be called."""

    name: str
    loop: Loop
    app: Any
    wires: dict["Wire", None]

    @property
    def open(self) -> bool: ...


class LostError(Exception):
    """The connection is gone, or nobody answers."""


class SilenceError(LostError):
    """Nothing was said for a while; the connection may be there still."""


class Answered(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> Any:
        return msgspec.json.decode(self.body)


Sees = Callable[["Wire", str], None]


class Wire:
    """One connection of a page: what goes to the house, and what comes from it."""

    def __init__(self, network: "Network", host: Host, sees: Sees) -> None:
        self.network, self.host = network, host
        self.role = self.person = self.table = ""
        self.sent_view: dict[str, bytes] = {}
        self.sent_yours: Any = None
        self.sent_version = 0
        self.over = False
        self.closed: tuple[int, str] = (0, "")
        """With which code and reason the house ended it."""
        self.welcome = False
        self._sees = sees
        self._to_house: deque[Any] = deque()
        self._waits: asyncio.Future[None] | None = None
        self._to_page: asyncio.Queue[str | None] = asyncio.Queue()
        self._house_at = self._page_at = 0.0
        host.wires[self] = None

    # --- the page's end

    def send(self, text: str) -> None:
        """Send something to the house."""
        net = self.network
        if self.over:
            raise LostError("the connection is closed")
        if net.dice.random() < net.weather.cut:
            self.cut()
            return
        self._house_at = max(self._house_at + NEXT_S, net.scheduler.now_s + net.late_s())
        self._arrives_at_house({"type": "websocket.receive", "text": text})

    async def hear(self, within_s: float) -> str:
        """The next message of the house."""
        try:
            async with asyncio.timeout(within_s):
                text = await self._to_page.get()
        except TimeoutError:
            raise SilenceError("nothing was said") from None
        if text is None:
            raise LostError("the connection was closed")
        return text

    def close(self) -> None:
        """The page goes away, and the house hears of it."""
        if not self.over:
            self.over = True
            self._house_at = max(self._house_at + NEXT_S, self.network.scheduler.now_s + self.network.late_s())
            self._arrives_at_house({"type": "websocket.disconnect", "code": 1001})
            self.host.wires.pop(self, None)

    # --- in between

    def cut(self) -> None:
        """Whatever is on its way is lost."""
        if not self.over:
            self.over = True
            self.host.wires.pop(self, None)
            self._to_house.clear()
            if not self.host.loop.dead:
                self._house_at = self.network.scheduler.now_s + self.network.late_s()
                self._arrives_at_house({"type": "websocket.disconnect", "code": 1006})
            self._page_gets(None)

    def _arrives_at_house(self, event: Any) -> None:
        if not self.host.loop.dead:
            self.host.loop.call_at(self._house_at, self._takes, event)

    def _takes(self, event: Any) -> None:
        if self.over and event["type"] == "websocket.receive":
            return
        self._to_house.append(event)
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)

    def _page_gets(self, text: str | None) -> None:
        net = self.network
        self._page_at = max(self._page_at + NEXT_S, net.scheduler.now_s + net.late_s())
        net.loop.call_at(self._page_at, self._page_takes, text)

    def _page_takes(self, text: str | None) -> None:
        if text is None or not self.over:
            self._to_page.put_nowait(text)

    # --- the house's end

    async def receive(self) -> Any:
        while not self._to_house:
            self._waits = self.host.loop.create_future()
            await self._waits
        return self._to_house.popleft()

    async def from_house(self, event: Any) -> None:
        if self.host.loop.dead:
            raise KilledError
        if event["type"] == "websocket.send":
            if self.over:
                raise OSError("the page is gone")
            text: str = event["text"]
            self._sees(self, text)
            self._page_gets(text)
            net = self.network
            if net.weather.slow and net.dice.random() < net.weather.slow:
                await asyncio.sleep(net.dice.choice((0.01, 0.2, 3.0)))
        elif event["type"] == "websocket.close":
            self.host.wires.pop(self, None)
            self.closed = event.get("code", 0), event.get("reason", "")
            self._page_gets(None)

    def ends(self) -> None:
        """The house has nothing more to do with it."""
        self.host.wires.pop(self, None)
        if not self.over:
            self._page_gets(None)


class Network:
    """Every way from the pages to the processes."""

    def __init__(self, scheduler: Scheduler, seed: str, weather: Weather, loop: Loop) -> None:
        self.scheduler, self.weather, self.loop = scheduler, weather, loop
        self.dice = random.Random(f"network {seed}")

    def late_s(self) -> float:
        return self.dice.random() * self.weather.latency_ms / 1000

    async def connect(self, host: Host, table: str, role: str, cookie: str, csrf: str, sees: Sees, after: int) -> Wire:
        """Open a page at a table; it hears its welcome, or is lost."""
        await asyncio.sleep(self.late_s())
        if not host.open:
            raise LostError(f"{host.name} does not answer")
        wire = Wire(self, host, sees)
        wire.role, wire.table = role, table
        query = f"as={role}&csrf={quote(csrf)}" + (f"&after={after}" if after else "")
        scope = _scope("websocket", f"/api/tables/{table}/live", query, cookie) | {"scheme": "ws", "subprotocols": []}
        wire._to_house.append({"type": "websocket.connect"})
        host.loop.call_soon(_start, host.loop, host.app(scope, wire.receive, wire.from_house), wire.ends)
        return wire

    async def ask(
        self, host: Host, method: str, path: str, body: object = None, cookie: str = "", csrf: str = "", query: str = ""
    ) -> Answered:
        """A request and its answer; lost on the way there or back as often as a connection is cut."""
        if not host.open or self.dice.random() < self.weather.cut:
            raise LostError(f"{host.name} does not answer")
        await asyncio.sleep(self.late_s())
        if not host.open:
            raise LostError(f"{host.name} does not answer")
        content = b"" if body is None else msgspec.json.encode(body)
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(content))]
        headers += [(b"x-csrf-token", csrf.encode())] if csrf else []
        scope = _scope("http", path, query, cookie, headers) | {"method": method, "scheme": "http"}
        answer: asyncio.Future[Answered] = self.loop.create_future()
        parts: list[Any] = []
        given = False

        async def receive() -> Any:
            nonlocal given
            if given:
                await asyncio.sleep(3600)
                return {"type": "http.disconnect"}
            given = True
            return {"type": "http.request", "body": content, "more_body": False}

        async def send(event: Any) -> None:
            if host.loop.dead:
                raise KilledError
            parts.append(event)
            if event["type"] == "http.response.body" and not event.get("more_body"):
                told = {name.decode().lower(): value.decode() for name, value in parts[0]["headers"]}
                whole = Answered(parts[0]["status"], told, b"".join(part.get("body", b"") for part in parts[1:]))
                self.loop.call_later(self.late_s(), _settle, answer, whole)

        host.loop.call_soon(_start, host.loop, host.app(scope, receive, send))
        try:
            async with asyncio.timeout(SILENCE_S):
                got = await answer
        except TimeoutError:
            raise LostError(f"{host.name} does not answer") from None
        if self.dice.random() < self.weather.cut:
            raise LostError("the answer was lost")
        return got


def _start(loop: Loop, work: Any, then: Callable[[], None] = lambda: None) -> None:
    task = loop.create_task(work)
    task.add_done_callback(_over)
    task.add_done_callback(lambda _: then())


def _settle(answer: "asyncio.Future[Answered]", whole: Answered) -> None:
    if not answer.done():
        answer.set_result(whole)


def _over(task: "asyncio.Task[Any]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        loop = task.get_loop()
        if not isinstance(error, KilledError | OSError):
            loop.call_exception_handler({"message": "a request failed", "exception": error})


def _scope(kind: str, path: str, query: str, cookie: str, headers: list[tuple[bytes, bytes]] | None = None) -> Any:
    cookies = [(b"cookie", cookie.encode())] if cookie else []
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", HOST), *cookies, *(headers or [])],
        "client": ("10.0.0.1", 50_000),
        "server": ("localhost", 80),
        "state": {},
    }
