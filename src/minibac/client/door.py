"""The door of a house over HTTP: who one is there, and what is asked once."""

import asyncio
import json
import urllib.error
import urllib.request
from http.client import HTTPException
from http.cookiejar import CookieJar
from types import TracebackType
from typing import Any, Final, Literal, Self
from urllib.parse import quote, urlencode, urlsplit

from minibac.client.live import ClientTable, HouseSaysNoError
from minibac.table.view_types import LobbyRow

SECONDS: Final = 30.0
"""How long an answer may take."""


class Client:
    """One person at one house. Several may be there side by side, each with a client of their own."""

    def __init__(self, address: str) -> None:
        self.address = (address if "://" in address else f"http://{address}").rstrip("/")
        if not self.address.startswith(("http://", "https://")):
            raise ValueError(f"a house is at http://… or https://…, not at {address}")
        try:
            _ = urlsplit(self.address).port
        except ValueError:
            raise ValueError(f"{address} is no address: the port is a number up to 65535") from None
        self._jar = CookieJar()
        self._csrf = ""
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))
        self._tables: list[ClientTable] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for table in self._tables:
            await table.close()

    async def guest(self, name: str, *, age: int | None = None) -> None:
        """Come in as a guest of age, with a wallet of play chips; some rulebooks ask for the age in years."""
        body = {"name": name, "of_age": True} | ({} if age is None else {"age": age})
        self._csrf = self._part(await self.post("/api/guests", body), "csrf")

    async def sign_in(self, name: str, password: str) -> None:
        """Come in as somebody who has an account."""
        self._csrf = self._part(await self.post("/api/session", {"name": name, "password": password}), "csrf")

    async def tables(self) -> list[LobbyRow]:
        """The tables of the house, as its lobby shows them."""
        rows: list[LobbyRow] = self._part(await self.get("/api/house"), "tables")
        return rows

    async def training_table(
        self,
        rulebook: str,
        *,
        name: str = "",
        dealer: Literal["automatic", "me"] = "automatic",
        guests: int = 0,
        clock: bool = False,
        pace: Literal["slow", "usual", "fast"] = "usual",
        depth: int | None = None,
        help: bool = True,  # noqa: A002 - what the house calls it
        odds: bool = True,
        guests_share: bool = False,
        **options: str | int | bool,
    ) -> str:
        """Open a table of one's own under these options, without clocks unless asked for; its id."""
        stated = {"rulebook": rulebook, "name": name, "dealer": dealer, "guests": guests, "clock": clock, "pace": pace}
        rest = {"depth": depth, "help": help, "odds": odds, "guests_share": guests_share, "options": options}
        return str(self._part(await self.post("/api/tables", stated | rest), "table"))

    def table(self, table: str, role: str = "") -> ClientTable:
        """A table, to be entered with ``async with``; as a guest, or in a role that one holds there."""
        live = ClientTable(self._live_address(table, role), self._cookies)
        self._tables.append(live)
        return live

    async def get(self, path: str, **query: str | int) -> Any:
        """Ask a route; what it answers, or :class:`HouseSaysNoError`: JSON as it is read, text, or bytes."""
        return await asyncio.to_thread(self._ask, "GET", f"{path}?{urlencode(query)}" if query else path, None)

    async def post(self, path: str, body: object = None) -> Any:
        """Have a route do something; what it answers, or :class:`HouseSaysNoError`."""
        return await asyncio.to_thread(self._ask, "POST", path, body)

    def _ask(self, method: str, path: str, body: object) -> Any:
        headers = {"X-CSRF-Token": self._csrf, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        path = f"/{path.lstrip('/')}"
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                kind, told = answer.headers.get_content_type(), answer.read()
        except urllib.error.HTTPError as error:
            with error:
                told = error.read()
            if error.headers.get_content_type() != "application/json":  # a proxy before the house, or none at all
                raise self._no_house(f"with {error.code} ") from None
            raise HouseSaysNoError(error.code, self._part(self._read("application/json", told), "refusal")) from None
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            raise ConnectionError(f"nobody answers at {self.address}: start a house with minibac serve") from None
        except HTTPException:  # it speaks something else, or broke off
            raise ConnectionError(f"what answers at {self.address} is no house, or broke off") from None
        if kind == "text/html" and path.startswith("/api/"):  # somebody between asks who one is
            raise self._no_house("with a page ")
        return self._read(kind, told)

    def _read(self, kind: str, told: bytes) -> Any:
        """What an answer of a kind tells: a shoe record is lines of JSON, and so text; a certificate is bytes."""
        if not told:
            return None
        try:
            if kind == "application/json":
                return json.loads(told)
            return told.decode() if kind.startswith("text/") or kind == "application/jsonl" else told
        except (ValueError, RecursionError):
            raise self._no_house() from None

    def _part(self, told: Any, name: str) -> Any:
        """A part of an answer that every house gives."""
        if not isinstance(told, dict) or name not in told:
            raise self._no_house()
        return told[name]

    def _no_house(self, how: str = "") -> ConnectionError:
        return ConnectionError(f"what answers at {self.address} {how}is no house")

    def _live_address(self, table: str, role: str) -> str:
        query = {"csrf": self._csrf} | ({"as": role} if role else {})
        return f"{self.address.replace('http', 'ws', 1)}/api/tables/{quote(table, safe='')}/live?{urlencode(query)}"

    def _cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)
