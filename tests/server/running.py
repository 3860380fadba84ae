"""A real server for tests: a house in a thread of its own, on an ephemeral port, with a clock that can be moved.

with running() as server:
    with server.guest("Ann") as ann:
        table = ann.sit("s42-1", seat=3)
"""

import asyncio
import io
import itertools
import json
import queue
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, TypeVar

import httpx
from argon2 import PasswordHasher
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from minibac.house import logs
from minibac.house.hosted_table import HostedTable
from minibac.house.limits import Limits
from minibac.house.open_house import OpenHouse
from minibac.house.settings import Settings
from minibac.house.times import wall_clock_ms
from minibac.houses.house import sample_house
from minibac.houses.types import House
from minibac.machine.roles import THE_HOUSE
from minibac.people.passwords import Passwords
from minibac.people.sessions import COOKIE
from minibac.pits.house import gaming_day
from minibac.records.memory import MemoryStore
from minibac.records.sqlite import SqliteStore
from minibac.records.store import Store
from minibac.rules.rulebook import RULEBOOKS
from minibac.server.app import App, create_app
from minibac.server.front import Front, front_of
from minibac.server.serving import Server, bind, uvicorn_config
from minibac.server.wire import tell
from minibac.table import commands as c
from minibac.table.timing import Timing
from tests.server.schema_check import hold, hold_answer

T = TypeVar("T")

HOUR_MS = 3_600_000
KEY = bytes(range(32))
QUICK = Timing(betting_ms=60, look_ms=40, cut_ms=200, turning_ms=200, offer_ms=200, house_money_ms=200)
PATIENT = Timing(
    betting_ms=HOUR_MS, look_ms=HOUR_MS, cut_ms=HOUR_MS, turning_ms=HOUR_MS, offer_ms=HOUR_MS, house_money_ms=HOUR_MS
)
SETTINGS = Settings(
    host="127.0.0.1",
    port=0,
    pace_ms=0,
    procedure_pace_ms=0,
    timing=QUICK,
    messages_per_second=100_000,
    requests_per_minute=1_000_000,
    training_tables_per_guest=1_000,
    training_tables_per_address=1_000,
)
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "correct horse battery"
WAIT = 60.0
"""How long a busy machine may take; a test that passes never waits for it."""
PING = tell("ping")
_IDS = itertools.count(1)
"""No page uses an id twice, as no browser does."""


class MovableClock:
    """The machine's clock, and how far a test has moved it."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return wall_clock_ms() + self.ahead


class RunningServer:
    """A server in a thread."""

    def __init__(
        self,
        settings: Settings,
        folder: Path | None,
        heartbeat_seconds: float,
        key: bytes,
        houses: Sequence[House] | None = None,
    ) -> None:
        self.houses = houses or [sample_house(book) for book in RULEBOOKS]
        self._leavings = TemporaryDirectory(prefix="minibac-")
        """What a house in memory still writes: its backups."""
        self.settings = replace(settings, data=str(folder or self._leavings.name))
        self.folder, self.key = folder, key
        self.heartbeat_seconds = heartbeat_seconds
        self.clock = MovableClock()
        self.loop = asyncio.new_event_loop()
        self.house: OpenHouse
        self.app: App
        self.front: Front
        self.store: Store
        self._server: Server
        self._listening = bind(settings)
        self.port = self._listening.getsockname()[1]
        self._open = threading.Event()
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="server under test")

    @property
    def day(self) -> str:
        """The gaming day of the house, or the one that can be opened now."""
        return gaming_day(self.house.own.state, self.house.now())

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._thread.start()
        opened = self._open.wait(WAIT)
        if self._fault:
            raise self._fault
        assert opened, "the house did not open"

    def stop(self) -> None:
        if self._thread.is_alive():
            self.loop.call_soon_threadsafe(setattr, self._server, "should_exit", True)
        self._thread.join(WAIT)
        self._listening.close()
        self._leavings.cleanup()
        assert not self._thread.is_alive()
        if self._fault:
            raise self._fault

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_until_complete(self._serve())
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
        except BaseException as fault:
            self._fault = fault
        finally:
            self.loop.close()
            self._open.set()

    async def _serve(self) -> None:
        self.store = await self._opened()
        self.house = await OpenHouse.open(
            self.store, self.houses, settings=self.settings, key=self.key, clock=self.clock
        )
        app = create_app(
            self.house,
            self.settings,
            passwords=Passwords(CHEAP),
            heartbeat_seconds=self.heartbeat_seconds,
        )
        self.app, self.front = app, front_of(app)
        self.front.sign_ins = Limits(self.clock, 1000, 1000)
        self.front.guests = Limits(self.clock, 1000, 1000)
        self._server = Server(uvicorn_config(app, self.settings), self.front.goodbye)
        serving = asyncio.create_task(self._server.serve(sockets=[self._listening]))
        opened = asyncio.create_task(self._server.open.wait())
        await asyncio.wait((serving, opened), return_when=asyncio.FIRST_COMPLETED)
        opened.cancel()
        self._open.set()
        try:
            await serving
        finally:
            await self.house.close()
            await self.store.close()

    async def _opened(self) -> Store:
        if self.settings.database:
            from minibac.records.postgres import PostgresStore

            return await PostgresStore.open(self.settings.database)
        return await SqliteStore.open(self.folder / "minibac.sqlite") if self.folder else MemoryStore()

    # --- what a test asks of it

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something inside the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(WAIT)

    def do(self, function: Callable[[], T]) -> T:
        """Call a function inside the server's loop."""

        async def work() -> T:
            return function()

        return self.call(work())

    def open_trays(self) -> None:
        """Have the automatic people open the day and count the openers, as before the first buy-in."""
        for table in self.house.tables.values():
            self.call(_opened(table))

    def client(self) -> "Client":
        return Client(self)

    def guest(self, name: str = "Ann") -> "Client":
        """Somebody who came in as a guest."""
        client = self.client()
        client.signed(client.post("/api/guests", {"name": name, "of_age": True, "age": 30}, status=201))
        return client

    def staff(self, role: str, name: str = "", *, pit: str = "", table: str = "") -> "Client":
        """Somebody who took a link for a role."""
        client = self.client()
        token = self.call(self.front.people.invitations.make(role, "test", pit=pit, table=table))
        facts = {"name": name or f"{role} {token[:6]}", "password": PASSWORD, "of_age": True}
        client.signed(client.post(f"/api/invitations/{token}", facts, status=201))
        return client

    def training(self, client: "Client", rulebook: str, options: dict[str, Any] | None = None, **more: Any) -> str:
        """A training table; its id."""
        body = {"rulebook": rulebook, "options": options or {}, **more}
        return str(client.post("/api/tables", body, status=201)["table"])


async def _opened(table: HostedTable) -> None:
    assert table.opens is not None
    await table.opens(c.BuyIn(by=THE_HOUSE, at=0, seat=1, cents=1, transfer=""))


class Somewhere(Protocol):
    """A house that answers at an address: in a thread of this process, or in a process of its own."""

    @property
    def base(self) -> str: ...


class Client:
    """One person with a cookie."""

    def __init__(self, server: Somewhere) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.base, timeout=WAIT)
        self.csrf = ""
        self.person: dict[str, Any] = {}
        self._live: list[Live] = []

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.leave_tables()
        self.http.close()

    def leave_tables(self) -> None:
        """Close every page that is open at a table."""
        while self._live:
            self._live.pop().close()

    def signed(self, body: dict[str, Any]) -> None:
        self.csrf, self.person = body["csrf"], body["person"]

    def request(self, method: str, path: str, body: object = None, **more: Any) -> httpx.Response:
        headers = {"X-CSRF-Token": self.csrf} | more.pop("headers", {})
        return self.http.request(method, path, json=body, headers=headers, **more)

    def get(self, path: str, status: int = 200, **more: Any) -> Any:
        return self._checked(self.request("GET", path, **more), status)

    def post(self, path: str, body: object = None, status: int = 200, **more: Any) -> Any:
        return self._checked(self.request("POST", path, body, **more), status)

    def delete(self, path: str, status: int = 204, **more: Any) -> Any:
        return self._checked(self.request("DELETE", path, **more), status)

    def _checked(self, answer: httpx.Response, status: int) -> Any:
        assert answer.status_code == status, (answer.status_code, answer.text[:500])
        if answer.headers.get("content-type") != "application/json":
            return answer.text
        told, asked = answer.json(), answer.request
        hold_answer(asked.method, asked.url.path, status, told)
        return told

    def live(self, table: str, role: str = "", after: int | None = None, **more: str) -> "Live":
        """A connection to a table, after its welcome."""
        live = Live(self, table, role, after, more)
        self._live.append(live)
        live.until("welcome")
        return live


class Live:
    """A page at a table: what it was told, and the view it keeps.

    A thread of its own hears everything and answers the pings, as a browser does: however long a test looks elsewhere,
    the house never takes this page for lost.
    """

    def __init__(self, client: Client, table: str, role: str, after: int | None, more: dict[str, str]) -> None:
        query = {"csrf": client.csrf, **({"as": role} if role else {}), **more}
        if after is not None:
            query["after"] = str(after)
        cookie = client.http.cookies.get(COOKIE)
        url = httpx.URL(f"{client.server.base.replace('http', 'ws', 1)}/api/tables/{table}/live", params=query)
        headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
        self._stack = ExitStack()
        opened = connect(
            str(url),
            additional_headers=headers,
            max_size=None,
            max_queue=None,
            compression=None,
            open_timeout=WAIT,
            close_timeout=2,
            ping_interval=None,
        )
        self.socket: ClientConnection = self._stack.enter_context(opened)
        self.table = table
        self.told: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.view: dict[str, Any] = {}
        self.yours: dict[str, Any] | None = None
        self.version = 0
        self.welcome: dict[str, Any] = {}
        self.closed_with = 0
        self._heard: queue.SimpleQueue[str | ConnectionClosed] = queue.SimpleQueue()
        self._ear = threading.Thread(target=self._listen, name=f"a page at {table}", daemon=True)
        self._ear.start()

    def _listen(self) -> None:
        try:
            while True:
                text = self.socket.recv()
                assert isinstance(text, str)
                if text == PING:
                    with suppress(ConnectionClosed):
                        self.send({"do": "pong"})
                self._heard.put(text)
        except ConnectionClosed as closed:
            self._heard.put(closed)

    def close(self) -> None:
        self._stack.close()
        self._ear.join(WAIT)

    def read(self, timeout: float = WAIT) -> dict[str, Any]:
        """The next message, taken into the view."""
        try:
            text = self._heard.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError("nothing was told") from None
        if isinstance(text, ConnectionClosed):
            self._heard.put(text)  # for whoever asks again
            self.closed_with = text.rcvd.code if text.rcvd else 1006
            raise text
        self.texts.append(text)
        message: dict[str, Any] = json.loads(text)
        hold(message)
        self.told.append(message)
        if message["tell"] == "welcome":
            self.welcome, self.view, self.yours = message, dict(message["view"]), message["yours"]
            self.version = message["version"]
        elif message["tell"] == "news":
            assert message["version"] > self.version or not message["events"], "news comes in the order of the log"
            self.version = message["version"]
            self.view |= message["set"]
            self.yours = message.get("yours", self.yours)
        return message

    def until(self, tell: str, timeout: float = WAIT) -> dict[str, Any]:
        """Read on to the next message of a kind."""
        end = time.monotonic() + timeout
        while (message := self.read(timeout))["tell"] != tell:
            assert time.monotonic() < end, f"nothing was told of {tell}"
        return message

    def told_of(self, tell: str, **facts: Any) -> dict[str, Any]:
        """A message with these facts, among what was told or what comes."""
        end = time.monotonic() + WAIT
        seen = 0
        while time.monotonic() < end:
            for message in self.told[seen:]:
                if message["tell"] == tell and facts.items() <= message.items():
                    return message
            seen = len(self.told)
            self.read()
        raise TimeoutError(f"nothing was told of {tell} {facts}")

    def until_view(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        """Read on until the view is as wanted."""
        end = time.monotonic() + WAIT
        while not holds(self.view):
            assert time.monotonic() < end, "the view never came to that"
            self.read()

    def until_closed(self) -> int:
        """Read on to the end; the code it ended with."""
        while True:
            try:
                self.read()
            except ConnectionClosed:
                return self.closed_with

    def send(self, message: object) -> None:
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def post(self, kind: str, command_id: str = "", /, **facts: Any) -> str:
        """Send a command without waiting; its id."""
        command_id = command_id or f"t{next(_IDS)}"
        self.send({"do": "command", "id": command_id, "command": {"command": kind, **facts}})
        return command_id

    def give(self, kind: str, command_id: str = "", /, **facts: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        command_id = self.post(kind, command_id, **facts)
        while True:
            message = self.read()
            if message["tell"] == "answer" and message["id"] == command_id:
                return message
            if message["tell"] == "wrong":
                return message

    def ok(self, kind: str, /, **facts: Any) -> dict[str, Any]:
        """A command that is accepted."""
        answer = self.give(kind, **facts)
        assert answer.get("ok"), answer
        return answer

    def sit(self, seat: int, chips_cents: int = 100_000) -> None:
        self.ok("TakeSeat", seat=seat)
        self.ok("BuyIn", seat=seat, cents=chips_cents)


def stakes(view: dict[str, Any]) -> dict[tuple[int, str], int]:
    """What lies on the layout, by seat and wager."""
    return {(int(seat), wager): row[0] for seat, rows in view["wagers"].items() for wager, row in rows.items()}


def came_to(view: dict[str, Any]) -> dict[tuple[int, str], tuple[str, int, int]]:
    """What the wagers of the last round came to, by seat and wager: outcome, stake and net."""
    found = {}
    for seat, rows in view["last"]["wagers"].items():
        for wager, row in rows.items():
            outcome, stake, net = (*row, 0, 0)[:3]
            found[int(seat), wager] = outcome, stake, net
    return found


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for something that another thread brings about."""
    end = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.005)


@contextmanager
def running(
    folder: Path | None = None,
    *,
    heartbeat_seconds: float = 15.0,
    key: bytes = KEY,
    houses: Sequence[House] | None = None,
    at: int = 0,
    **settings: Any,
) -> Iterator[RunningServer]:
    """A server for the length of a test, with the sample house of each rulebook unless other ``houses`` are named.

    ``at``: the moment it opens, by its clock; now unless told.
    """
    logs.configure(folder / "logs" if folder else None, stream=io.StringIO())
    server = RunningServer(replace(SETTINGS, **settings), folder, heartbeat_seconds, key, houses)
    server.clock.ahead = at - wall_clock_ms() if at else 0
    server.start()
    try:
        yield server
    finally:
        server.stop()
        logs.close()
