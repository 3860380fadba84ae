"""Guests that play against a running house through its own door, and measure what they wait for.

Each guest is a WebSocket of its own that knows no more than a page: it sits down, buys chips, wagers when betting
opens, and answers what the table asks of its seat. Times are taken here alone, from sending to reading the answer.
"""

import asyncio
import contextlib
import itertools
import secrets
import time
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import msgspec

from minibac.cards.share import VALUE_BYTES, share_hash
from minibac.cli.load_page import HouseAnswerError, Page, no_house
from minibac.voice.said import Said, said, words_of

BUY_IN_CENTS = 500_000
HAND_WORDS = ("player", "banker")
PONG = b'{"do":"pong"}'
PING_HEAD, NEWS_HEAD = b'{"tell":"ping"', b'{"tell":"news"'
_ENCODE = msgspec.json.Encoder().encode
_DECODE: msgspec.json.Decoder[Any] = msgspec.json.Decoder()


@dataclass
class Measured:
    """What the guests saw, together."""

    wager_seconds: list[float] = field(default_factory=list)
    news_ms: list[int] = field(default_factory=list)
    """From the house's stamp on a piece of news to its arrival, in whole milliseconds of one machine's clock."""
    commands: int = 0
    coups: set[tuple[str, int, int]] = field(default_factory=set)
    """Table, shoe and coup of those in which a wager was taken."""
    messages: int = 0
    received_bytes: int = 0
    largest_view_bytes: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    """Connections that the house ended, by code."""
    seconds: float = 0.0

    def begin(self) -> None:
        """Everybody sits: what the crowd at the door waited does not count."""
        self.wager_seconds.clear()
        self.news_ms.clear()
        self.coups.clear()
        self.commands = self.messages = self.received_bytes = 0


@dataclass(frozen=True)
class Door:
    """Where the house is, and how to ask it something once."""

    base: str

    async def ask(
        self, path: str, body: object = None, cookie: str = "", csrf: str = "", method: str | None = None
    ) -> tuple[Any, str]:
        """The answer, which may be nothing, and the cookie that came with it."""
        return await asyncio.to_thread(self._ask, path, body, cookie, csrf, method)

    def _ask(self, path: str, body: object, cookie: str, csrf: str, method: str | None) -> tuple[Any, str]:
        data = None if body is None else _ENCODE(body)
        headers = {"Content-Type": "application/json", "Cookie": cookie, "X-CSRF-Token": csrf}
        sent = {name: value for name, value in headers.items() if value}
        request = urllib.request.Request(self.base + path, data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                text, made = answer.read(), answer.headers.get("Set-Cookie", "")
        except urllib.error.HTTPError as error:
            with error:
                raise HouseAnswerError(_why(error)) from None
        except OSError as error:
            none = said("no house answers at {address}: {why}", address=self.base, why=words_of(error))
            raise HouseAnswerError(none) from None
        try:
            return _DECODE.decode(text) if text else None, made.partition(";")[0]
        except msgspec.DecodeError:
            raise no_house(self.base) from None

    def live(self, table: str, query: str) -> str:
        return f"{self.base}/api/tables/{quote(table)}/live?{query}"


def _why(error: urllib.error.HTTPError) -> Said:
    if error.code == 429:
        return said(
            "the house takes no more guests from one address so quickly: raise its settings requests_per_minute and "
            "messages_per_second for a load (MINIBAC_REQUESTS_PER_MINUTE=100000)"
        )
    with contextlib.suppress(msgspec.DecodeError, KeyError, TypeError):
        return said("the house refused: {why}", why=str(_DECODE.decode(error.read())["refusal"]["sentence"]))
    return said("the house answered with status {status}", status=str(error.code))


class Guest:
    """One guest at one table."""

    def __init__(self, door: Door, table: str, number: int, measured: Measured) -> None:
        self.door, self.table, self.number, self.measured = door, table, number, measured
        self.seat = 0
        self.ready = asyncio.Event()
        """Set when the guest sits with chips, or cannot."""
        self._wanted_seat = 0
        self._ids = itertools.count(1)
        self._waiting: dict[str, tuple[float, str]] = {}
        self._wagered = (0, 0)
        self._answered: tuple[object, ...] = ()
        self._shared: tuple[object, ...] = ()
        self._value = ""
        self._view: dict[str, Any] = {}
        self._yours: dict[str, Any] = {}

    async def play(self, wanted_seat: int) -> None:
        """Come in, sit down and play until cancelled."""
        self._wanted_seat = wanted_seat
        heard, cookie = await self.door.ask("/api/guests", {"name": f"Load {self.number}", "of_age": True, "age": 30})
        address = self.door.live(self.table, f"as=guest&csrf={quote(heard['csrf'])}")
        page = await Page.open(address, self._heard, cookie)
        try:
            self._send(page, {"command": "TakeSeat", "seat": wanted_seat, "guest": ""})
            self.measured.lost[str(await page.ended)] += 1
        finally:
            self.ready.set()
            page.leave()

    def _send(self, page: Page, command: dict[str, Any]) -> None:
        name = f"{self.number}-{next(self._ids)}"
        self._waiting[name] = (time.perf_counter(), command["command"])
        self.measured.commands += 1
        page.send(_ENCODE({"do": "command", "id": name, "command": command}))

    def _heard(self, page: Page, text: bytes) -> None:
        arrived = time.perf_counter()
        measured = self.measured
        measured.messages += 1
        measured.received_bytes += len(text)
        heard = _DECODE.decode(text)
        match heard["tell"]:
            case "ping":
                page.send(PONG)
            case "answer":
                self._answer(page, heard, arrived)
            case "welcome":
                self._view = heard["view"]
                measured.largest_view_bytes = max(measured.largest_view_bytes, len(_ENCODE(heard["view"])))
                self._told(page, heard)
            case "news":
                self._view.update(heard["set"])
                measured.news_ms.append(int(time.time() * 1000) - heard["now"])
                self._told(page, heard)

    def _answer(self, page: Page, heard: dict[str, Any], arrived: float) -> None:
        sent, command = self._waiting.pop(heard["id"], (arrived, ""))
        if command == "PlaceWager":
            self.measured.wager_seconds.append(arrived - sent)
        if not heard["ok"]:
            self.measured.refused[heard["refusal"]["code"]] += 1
            self.ready.set()
        elif command == "PlaceWager":
            self.measured.coups.add((self.table, *self._wagered))
        elif command == "TakeSeat":
            self.seat = self._wanted_seat
            self._buy(page, BUY_IN_CENTS)
        elif command == "BuyIn":
            self.ready.set()

    def _told(self, page: Page, heard: dict[str, Any]) -> None:
        self._yours = heard.get("yours") or self._yours
        if not self.seat:
            return
        view = self._view
        coup = (view["shoe_no"], view["coup_no"])
        if view["phase"] == "betting" and coup != self._wagered and "chips_cents" in self._yours:
            self._wager(page, coup)
        for ask in self._yours.get("asks", ()):
            self._reply(page, ask, coup)
        if (share := self._yours.get("share")) is not None:
            self._share(page, share)

    def _wager(self, page: Page, coup: tuple[int, int]) -> None:
        """One wager in each round; a guest without chips buys more, as far as the wallet goes."""
        wager = HAND_WORDS[self.number % 2]
        cents = next(area["minimum_cents"] for area in self._view["areas"] if area["id"] == wager)
        if self._yours["chips_cents"] < cents:
            wallet = self._yours.get("wallet_cents", 0)
            if wallet >= cents and not self._waiting:
                self._buy(page, min(BUY_IN_CENTS, wallet))
            return
        self._wagered = coup
        self._send(page, {"command": "PlaceWager", "seat": self.seat, "wager": wager, "cents": cents})

    def _share(self, page: Page, ask: dict[str, Any]) -> None:
        """A share in the shuffle, where the table asks for it: the hash of a value, then the value."""
        asked = ask["asks"], ask["shoe_no"]
        if asked == self._shared:
            return
        self._shared = asked
        if ask["asks"] == "hash":
            self._value = secrets.token_hex(VALUE_BYTES)
            sealed = share_hash(self.table, ask["shoe_no"], ask["seat"], self._value)
            self._send(page, {"command": "CommitShare", "seat": ask["seat"], "hash": sealed})
        else:
            self._send(page, {"command": "RevealShare", "seat": self.seat, "value": self._value})

    def _buy(self, page: Page, cents: int) -> None:
        self._send(page, {"command": "BuyIn", "seat": self.seat, "cents": cents, "transfer": ""})

    def _reply(self, page: Page, ask: str, coup: tuple[int, int]) -> None:
        """Answer what the table asks of this seat, once for each time it is asked."""
        now = self._view.get("coup") or {}
        offered = (now.get("offered") or {}).get("hand")
        step = next((step["id"] for step in self._view["strip"] if step["state"] == "now"), "")
        asked = (*coup, self._view["phase"], ask, now.get("handed"), offered, step)
        if asked == self._answered:
            return
        self._answered = asked
        declines = ask in ("cut", "look", "spread") or (ask == "right" and self.seat % 2 == 0)
        self._send(page, self._yours["answers"][ask][-1 if declines else 0])


async def spectate(door: Door, table: str, measured: Measured) -> None:
    """Hear everything and say nothing but to be there, until cancelled."""

    def heard(page: Page, text: bytes) -> None:
        measured.messages += 1
        measured.received_bytes += len(text)
        if text.startswith(NEWS_HEAD):
            measured.news_ms.append(int(time.time() * 1000) - stamp_of(text))
        elif text.startswith(PING_HEAD):
            page.send(PONG)

    page = await Page.open(door.live(table, "as=spectator"), heard)
    try:
        measured.lost[str(await page.ended)] += 1
    finally:
        page.leave()


def stamp_of(news: bytes) -> int:
    """The house's stamp on a piece of news, without reading the rest of it.

    >>> stamp_of(b'{"tell":"news","version":12,"now":1800000000000,"events":[]}')
    1800000000000
    """
    begin = news.index(b'"now":') + 6
    return int(news[begin : news.index(b",", begin)])
