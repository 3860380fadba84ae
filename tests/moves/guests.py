"""Guests of a house of several processes, who share no code with it: they follow docs/protocol.md and keep accounts.

A guest has chairs at two tables and one wallet. At each chair the guest comes in at the process that has had least to
do, sits down, buys chips, wagers, leaves, and comes in again elsewhere. A connection that is lost or silent is made
anew at any process, and what was not answered is sent again under its id until the house says yes or no.
"""

import asyncio
import json
import random
import ssl
import time
from collections import Counter, deque
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.moves.processes import SETTINGS, BrokenPromiseError, Process, Processes

SILENCE_S = 4.0
"""After that a guest tries another process."""
STAKE_CENTS = 20_00
BUY_IN_CENTS = 100_00
TABLES = {"s42-1": "player banker tie", "ma-1": "player banker tie", "sem-1": "player tie", "sen-1": "player tie"}
"""The tables, and what is wagered there: vigorish is taken at once, or there is none."""
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Made once: nobody speaks TLS here, and each client would read all the certificates of the system."""
KINDS = ("TakeSeat", "BuyIn", "PlaceWager", "LeaveSeat")
LOST = (OSError, WebSocketException, TimeoutError, httpx.HTTPError)


class Given:
    """A command, and what became of it."""

    def __init__(self, id: str, kind: str, facts: dict[str, Any], chips_cents: int) -> None:  # noqa: A002
        self.id, self.kind, self.facts = id, kind, facts
        self.chips_cents = chips_cents
        """What lay before the seat when it was given."""
        self.answer = ""
        """``ok``, the code of a refusal, or nothing yet."""
        self.version = 0

    def __str__(self) -> str:
        return f"{self.id} {self.kind} {self.facts} → {self.answer or 'no answer'} {self.version}"


class Guest:
    """A person with a cookie, and what is left in the wallet by what was acknowledged."""

    def __init__(self, name: str, signed: dict[str, Any], cookie: str) -> None:
        self.name, self.id, self.csrf, self.cookie = name, signed["person"]["id"], signed["csrf"], cookie
        self.wallet_cents = int(SETTINGS["guest_wallet_cents"])
        self.under_way = 0
        """Commands that move the wallet and are not answered."""
        self.moves = 0


class Page:
    """An open page of a table: the view, what is the guest's own, and up to where it is told."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.view: dict[str, Any] = {}
        self.yours: dict[str, Any] = {}
        self.version = 0

    async def read(self) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(SILENCE_S):
            message: dict[str, Any] = json.loads(await self._socket.recv())
        if message["tell"] == "welcome":
            self.view, self.yours, self.version = message["view"], message["yours"], message["version"]
        elif message["tell"] == "news":
            self.view |= message["set"]
            self.yours = message.get("yours", self.yours)
            self.version = message["version"]
        elif message["tell"] == "ping":
            await self.send({"do": "pong"})
        elif message["tell"] == "wrong":
            raise BrokenPromiseError(f"not understood: {message}")
        return message

    async def send(self, message: dict[str, Any]) -> None:
        await self._socket.send(json.dumps(message))


class Chair:
    """A guest at one table."""

    def __init__(self, guest: Guest, table: str, seat: int, house: Processes, seed: str) -> None:
        self.guest, self.table, self.seat = guest, table, seat
        self.given: list[Given] = []
        self.done: Counter[str] = Counter()
        self.seen: list[tuple[int, int]] = []
        """What the page said lies before the seat: version and cents."""
        self.trouble: deque[str] = deque(maxlen=6)
        self._house = house
        self._random = random.Random(seed)
        self._pending: Given | None = None
        self._wagers_left = 1
        self._wagered_at = (0, 0)
        self._version = 0
        """Of the last command that was acknowledged."""

    def __str__(self) -> str:
        last = "\n    ".join([*map(str, self.given[-4:]), *self.trouble])
        return f"{self.guest.name} ({self.guest.id}) at seat {self.seat} of {self.table}:\n    {last}"

    async def play(self) -> None:
        """For ever."""
        while True:
            if not (processes := self._house.open):
                await asyncio.sleep(0.05)
                continue
            process = min(processes, key=lambda each: (each.answered, self._random.random()))
            address = f"ws://{process.host}/api/tables/{self.table}/live?as=guest&csrf={quote(self.guest.csrf)}"
            try:
                async with connect(
                    address,
                    additional_headers={"Cookie": self.guest.cookie},
                    open_timeout=SILENCE_S,
                    close_timeout=0.1,
                    ping_interval=None,
                    compression=None,
                ) as socket:
                    await self._attend(Page(socket), process)
            except LOST as error:
                self.trouble.append(f"{time.monotonic():.1f} process {process.name}: {type(error).__name__} {error}")
                await asyncio.sleep(0.05)

    async def _attend(self, page: Page, process: Process) -> None:
        """Until it is time to come in elsewhere."""
        while (
            not page.view or page.version < self._version
        ):  # who was told of it elsewhere waits until it is known here
            await page.read()
        while True:
            self._look(page)
            given = self._pending or self._next(page)
            if given is None:
                await page.read()
                continue
            await self._give(given, page, process)
            if given.answer == "ok":
                process.answered += 1
                while page.version < self._version:
                    await page.read()
                if given.kind == "LeaveSeat":
                    await self._look_into_wallet(process)
                    return
                if self._random.random() < 0.3:
                    return
            elif given.answer != "betting-closed":
                await asyncio.sleep(0.1)

    def _look(self, page: Page) -> None:
        if page.yours["seat"] and (page.version, page.yours["chips_cents"]) not in self.seen[-1:]:
            self.seen.append((page.version, page.yours["chips_cents"]))

    def _next(self, page: Page) -> Given | None:
        """What the guest wants to do now."""
        view, seat = page.view, page.yours["seat"]
        if not seat:
            return self._new("TakeSeat", 0)
        chips = page.yours["chips_cents"]
        round_no = (view["shoe_no"], view["coup_no"])
        if self._wagers_left:
            if chips < STAKE_CENTS:
                return self._new("BuyIn", chips, cents=BUY_IN_CENTS)
            if view["phase"] == "betting" and round_no != self._wagered_at:
                self._wagered_at = round_no
                wager = self._random.choice(TABLES[self.table].split())
                return self._new("PlaceWager", chips, wager=wager, cents=STAKE_CENTS)
        elif str(seat) not in view["wagers"]:
            return self._new("LeaveSeat", chips)
        return None

    def _new(self, kind: str, chips_cents: int, **facts: Any) -> Given:
        given = Given(f"{self.table}-{len(self.given)}", kind, {"seat": self.seat, **facts}, chips_cents)
        self.given.append(given)
        self._pending = given
        if kind in ("BuyIn", "LeaveSeat"):
            self.guest.under_way += 1
        return given

    async def _give(self, given: Given, page: Page, process: Process) -> None:
        """Send a command and wait for its answer; one that was not carried out now is sent again, later."""
        await page.send({"do": "command", "id": given.id, "command": {"command": given.kind, **given.facts}})
        while (message := await page.read())["tell"] != "answer" or message["id"] != given.id:
            self._look(page)
        code = "ok" if message["ok"] else message["refusal"]["code"]
        if code != "ok":
            self.trouble.append(f"{time.monotonic():.1f} process {process.name}: {message['refusal']['sentence']}")
            if code == "not-now":
                return
        self._pending = None
        given.answer, given.version = code, message["version"]
        guest = self.guest
        if given.kind in ("BuyIn", "LeaveSeat"):
            guest.under_way -= 1
            guest.moves += 1
        if code == "ok":
            self._version = given.version
            self.done[given.kind] += 1
            if given.kind == "BuyIn":
                guest.wallet_cents -= given.facts["cents"]
            elif given.kind == "PlaceWager":
                self._wagers_left -= 1
            elif given.kind == "LeaveSeat":
                guest.wallet_cents += given.chips_cents
                self._wagers_left = self._random.choice((1, 1, 2))

    async def _look_into_wallet(self, process: Process) -> None:
        """What the house says is in the wallet is what was acknowledged, where nothing is under way."""
        guest = self.guest
        moves, quiet = guest.moves, not guest.under_way
        cookie = {"Cookie": guest.cookie}
        async with httpx.AsyncClient(timeout=SILENCE_S, headers=cookie, verify=PLAIN) as client:
            answer = await client.get(f"{process.base}/api/session")
        if quiet and (moves, 0) == (guest.moves, guest.under_way) and answer.status_code == 200:
            person = answer.json()["person"]
            if person is None or person["wallet_cents"] != guest.wallet_cents:
                raise BrokenPromiseError(
                    f"{guest.name} has {guest.wallet_cents} in the wallet, and not {person}\n{self}"
                )


async def come_in(house: Processes, names: Sequence[str]) -> list[Guest]:
    """New guests, each at the next process."""
    made = []
    async with httpx.AsyncClient(timeout=60) as client:
        for number, name in enumerate(names):
            process = house.open[number % len(house.open)]
            answer = await client.post(f"{process.base}/api/guests", json={"name": name, "of_age": True, "age": 30})
            answer.raise_for_status()
            cookie = answer.headers["set-cookie"].partition(";")[0]
            client.cookies.clear()
            made.append(Guest(name, answer.json(), cookie))
    return made
