"""A house whose doors are called without a network: what a server would hand to the app, handed to it here.

Requests and messages go through the whole app, its limits of pace apart, and answers come back as they would travel.
Every role has a person with a session, and pages at tables.
"""

import asyncio
import io
import json
from collections import Counter
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from msgspec.structs import replace

from minibac.house import logs
from minibac.house.full_check import full_check
from minibac.house.limits import Limits
from minibac.house.open_house import OpenHouse
from minibac.house.settings import Settings
from minibac.houses.house import sample_house
from minibac.people.passwords import Passwords
from minibac.people.roster import AT_TABLES
from minibac.people.sessions import COOKIE
from minibac.records.sqlite import SqliteStore
from minibac.records.sqlite_reader import SqliteReader
from minibac.rules.rulebook import RULEBOOKS
from minibac.server.app import create_app
from minibac.server.front import front_of
from minibac.table.timing import Timing

KEY = bytes(range(32))
TIMING = Timing(betting_ms=400, look_ms=20, cut_ms=20, turning_ms=100, offer_ms=100, house_money_ms=100)
HOUR_MS = 3_600_000
PATIENT = Timing(
    betting_ms=HOUR_MS, look_ms=HOUR_MS, cut_ms=HOUR_MS, turning_ms=HOUR_MS, offer_ms=HOUR_MS, house_money_ms=HOUR_MS
)
"""Clocks by which nobody is late."""
SETTINGS = Settings(
    pace_ms=0,
    procedure_pace_ms=0,
    timing=TIMING,
    messages_per_second=100_000_000,
    requests_per_minute=100_000_000,
    training_tables_per_guest=40,
    training_tables_per_address=40,
)
MORE_ROLES = ("admin", "security", "compliance", "instructor", "assessor", "cage", "count-team", "trainee")
PASSWORD = "correct horse battery"
TABLES = ("s42-1", "ma-1", "sem-1", "sen-1")
MOST_TURNS = 100_000
"""Of the loop, before an answer that was put into a connection must have come."""
PATIENCE_S = 60.0
"""How long a busy machine may take for an answer."""

Headers = tuple[tuple[bytes, bytes], ...]


class Person(NamedTuple):
    """Somebody with a session, or a stranger without one."""

    role: str
    cookie: str
    csrf: str
    id: str


class Answer(NamedTuple):
    """What a route said."""

    status: int
    kind: str
    body: bytes


class Page:
    """A WebSocket at a table, from the page's side."""

    def __init__(self, doors: "Doors", person: Person, table: str) -> None:
        self.person, self.table = person, table
        self.heard: Counter[str] = Counter()
        self._answers: dict[str, dict[str, Any]] = {}
        self._ended = 0
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._taken = asyncio.Event()
        query = f"as={person.role}&csrf={person.csrf}" if person.cookie else ""
        path = f"/api/tables/{table}/live"
        scope: dict[str, Any] = {
            "type": "websocket",
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
        }
        scope |= doors.scope(person, query.encode()) | {"subprotocols": []}
        self._sent.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(doors.app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if self._sent.empty():
            self._taken.set()
        return await self._sent.get()

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self._ended = message.get("code", 1000)
        elif message["type"] == "websocket.send":
            told = json.loads(message["text"])
            self.heard[told["tell"]] += 1
            if told["tell"] in ("answer", "wrong"):
                self._answers[told.get("id", "")] = told

    def ended_with(self) -> int:
        """The code with which the house ended it, or 0."""
        return self._ended

    async def ready(self) -> None:
        """Until the house has taken everything that was sent and waits for more, or has ended the connection."""
        waits = asyncio.ensure_future(self._taken.wait())
        await asyncio.wait((waits, self.task), timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
        waits.cancel()
        assert self._taken.is_set() or self.task.done(), "the house does not answer"

    async def send(self, text: str | bytes) -> int:
        """Send a message; how many answers came for it."""
        before = self.heard["answer"] + self.heard["wrong"]
        self._taken.clear()
        kind = "text" if isinstance(text, str) else "bytes"
        self._sent.put_nowait({"type": "websocket.receive", kind: text})
        await self.ready()
        for _ in range(20):  # what was put into the connection is on its way
            if self.heard["answer"] + self.heard["wrong"] > before:
                break
            await asyncio.sleep(0)
        return self.heard["answer"] + self.heard["wrong"] - before

    async def answer(self, command_id: str) -> dict[str, Any]:
        """What the house said to a command, or that it did not understand it."""
        for _ in range(MOST_TURNS):
            if found := self._answers.pop(command_id, None) or self._answers.pop("", None):
                return found
            await asyncio.sleep(0)
        raise TimeoutError(f"no answer to {command_id}")

    async def leave(self) -> None:
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait((self.task,), timeout=PATIENCE_S)


class Doors:
    """The house, its app, and a person for each role."""

    def __init__(self, **settings: Any) -> None:
        self._settings = replace(SETTINGS, **settings)
        self.log = io.StringIO()
        self.faults: list[str] = []
        self.people = {role: Person(role, "", "", "") for role in ("", "spectator")}
        self._folder = TemporaryDirectory(prefix="minibac-")
        self.pages: dict[tuple[str, str], Page] = {}

    async def open(self) -> None:
        logs.configure(None, stream=self.log)
        asyncio.get_running_loop().set_exception_handler(lambda _, said: self.faults.append(str(said)))
        self.store = await SqliteStore.open(f"{self._folder.name}/minibac.sqlite")
        houses = [sample_house(book) for book in RULEBOOKS]
        settings = replace(self._settings, data=self._folder.name)
        self.house = await OpenHouse.open(self.store, houses, settings=settings, key=KEY)
        cheap = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        self.app = create_app(self.house, settings, passwords=cheap, heartbeat_seconds=3600)
        self._lifespan = self.app.lifespan()
        await self._lifespan.__aenter__()
        self.front = front_of(self.app)
        self.front.most_wrong = 10**9
        for name in ("sign_ins", "guests"):
            setattr(self.front, name, Limits(self.house.now, 10**9, 10**9))
        await self._invite("guest")
        for role in (*AT_TABLES, *MORE_ROLES):
            await self._invite(str(role))

    async def _invite(self, role: str) -> None:
        facts = {"name": f"{role} one", "password": PASSWORD, "of_age": True}
        if role == "guest":
            answer = await self.ask(self.people[""], "POST", "/api/guests", {"name": "Ann", "of_age": True, "age": 30})
        else:
            school = ""
            if role == "trainee":
                title = {"title": "Spring", "rulebook": "seneca"}
                opened = await self.ask(self.people["instructor"], "POST", "/api/school/classes", title)
                school = self.school_class = json.loads(opened.body)["class"]
            token = await self.front.people.invitations.make(role, "hostile", class_id=school)
            answer = await self.ask(self.people[""], "POST", f"/api/invitations/{token}", facts)
        assert answer.status == 201, (role, answer)
        told = json.loads(answer.body)
        self.people[role] = Person(role, self._cookie, told["csrf"], told["person"]["id"])

    def scope(
        self, person: Person, query: bytes = b"", headers: tuple[tuple[bytes, bytes], ...] = ()
    ) -> dict[str, Any]:
        known = [(b"host", b"localhost"), *headers]
        if person.cookie:
            known.append((b"cookie", f"{COOKIE}={person.cookie}".encode()))
        return {
            "asgi": {"version": "3.0"},
            "query_string": query,
            "root_path": "",
            "headers": known,
            "client": ("127.0.0.1", 50_000),
            "server": ("127.0.0.1", 8042),
            "state": {},
            "extensions": {},
        }

    async def ask(
        self,
        person: Person,
        method: str,
        target: str,
        body: object = None,
        headers: Headers = (),
        *,
        signed: bool = True,
    ) -> Answer:
        """A request of somebody; ``signed`` with the token of the session, as a page does."""
        path, _, query = target.partition("?")
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        more = [*headers, (b"content-length", str(len(data)).encode())]
        if data:
            more.append((b"content-type", b"application/json"))
        if signed and person.csrf:
            more.append((b"x-csrf-token", person.csrf.encode()))
        scope: dict[str, Any] = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
        }
        scope |= {"raw_path": path.encode("utf-8", "replace")}
        scope |= self.scope(person, query.encode("utf-8", "replace"), tuple(more))
        pieces = [{"type": "http.request", "body": data, "more_body": False}]
        status, kind, told = 0, "", b""
        over = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if not pieces:
                await over.wait()
                return {"type": "http.disconnect"}
            return pieces.pop()

        async def send(message: dict[str, Any]) -> None:
            nonlocal status, kind, told
            if message["type"] == "http.response.start":
                status = message["status"]
                for name, value in message["headers"]:
                    if name == b"content-type":
                        kind = value.decode()
                    elif name == b"set-cookie" and value.startswith(f"{COOKIE}=".encode()):
                        self._cookie = value.decode().partition("=")[2].partition(";")[0]
            else:
                told += message.get("body", b"")
                if not message.get("more_body"):
                    over.set()

        await asyncio.wait_for(self.app(scope, receive, send), PATIENCE_S)
        return Answer(status, kind, told)

    async def page(self, role: str, table: str) -> Page:
        """The page of a role at a table; opened anew where it was ended."""
        page = self.pages.get((role, table))
        if page is None or page.task.done():
            page = self.pages[role, table] = Page(self, self.people[role], table)
            await page.ready()
        return page

    async def day(self, does: str) -> None:
        """Accounting opens or closes the day of the house and of every pit."""
        person = self.people["accounting"]
        told = json.loads((await self.ask(person, "GET", "/api/house/day")).body)
        day = told["day"] or told["opens"]
        pits = [(f"/api/pits/{pit}", "") for pit in self.house.pits]
        house = [("/api/house", "House")]
        for path, whose in (*house, *pits) if does == "Open" else (*pits, *house):
            order = {"id": f"{does} {path}", "command": {"command": f"{does}{whose}Day", "day": day}}
            answer = await self.ask(person, "POST", f"{path}/commands", order)
            assert answer.status == 200, answer

    async def whole(self) -> list[str]:
        """What is wrong with everything that is kept, and what the program itself says went wrong in it."""
        look = await SqliteReader.open(f"{self._folder.name}/minibac.sqlite")
        report = await full_check(look, KEY)
        await look.close()
        found = [f"{each.stream} {each.version}: {each.said}" for each in report.findings]
        told = [line for line in self.log.getvalue().splitlines() if '"program error"' in line]
        self.log.seek(0)
        self.log.truncate()
        return found + told + self.faults

    async def close(self) -> None:
        for page in self.pages.values():
            await page.leave()
        await self._lifespan.__aexit__(None, None, None)
        await self.house.close()
        await self.store.close()
        self._folder.cleanup()
        logs.close()
