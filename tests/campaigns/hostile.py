"""Hostile load from outside: half-sent requests, endless heads, floods, pages that never read; do the others play on?

    python3 go.py campaign hostile [--seconds 15] [--files 1024] [--only NAME …] [--list]

For each attack a house opens in a process of its own, with its usual limits and so many files. Guests sit down at two
tables and put chips on Banker four times a second each; every second a newcomer asks for the house and opens a page at
a table. The attack comes from a third process, and from the same address as the guests and every second newcomer. All
three speak through bare sockets. A row tells, before the attack and during it, how many commands of the guests were
answered a second and how long an answer took; how many newcomers got in, were told why not, or heard nothing; and the
most memory that the house held. It exits with 1 when a guest lost the table, fewer than half of the commands were
answered, or a newcomer heard nothing.
"""

import argparse
import asyncio
import base64
import functools
import itertools
import json
import logging
import multiprocessing
import os
import re
import resource
import struct
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.served import ServedHouse, pin, served

SETTINGS = {
    "requests_per_minute": "600",
    "messages_per_second": "20",
    "training_tables_max": "50",
    "pace_ms": "100",
    "procedure_pace_ms": "0",
    "timing": "{betting_ms = 2000, look_ms = 100, cut_ms = 100, turning_ms = 100, offer_ms = 100}",
}
TABLES = ("s42-1", "sem-1")
SEATS = (1, 2, 3, 4)
EVERY_S = 0.25
"""How often a guest gives a command."""
BEFORE_S = 4.0
PATIENCE_S = 5.0
"""After which a newcomer has heard nothing."""
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"
"""Where attackers, guests and every second newcomer come from, and the other newcomers."""
UNDER_WAY_S = 20.0
"""After which an attack is measured although not all of its connections were made."""
HOST = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
PONG, TEXT, CLOSE, PING = 10, 1, 8, 9
FAULTS = (OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError)
IDS = itertools.count(1)

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


# ----------------------------------------------------------------------------------------- HTTP and WebSocket, by hand


def request(path: str, body: object = None, *, headers: str = "") -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    kind = "GET" if body is None else "POST"
    more = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if data else ""
    return f"{kind} {path} HTTP/1.1\r\nHost: localhost\r\n{more}{headers}\r\n".encode() + data


async def answer(reader: asyncio.StreamReader) -> tuple[int, str, bytes]:
    """Status, head and body of the next answer."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
    body = await reader.readexactly(int(length[1])) if length else b""
    return int(head.split()[1]), head, body


def frame(opcode: int, data: bytes = b"", *, final: bool = True) -> bytes:
    """A frame of a page, masked with nothing."""
    first = opcode | (0x80 if final else 0)
    if len(data) < 126:
        return struct.pack("!BB4x", first, 0x80 | len(data)) + data
    if len(data) < 65_536:
        return struct.pack("!BBH4x", first, 0xFE, len(data)) + data
    return struct.pack("!BBQ4x", first, 0xFF, len(data)) + data


async def next_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    first, length = await reader.readexactly(2)
    if length > 125:
        (length,) = struct.unpack("!H", await reader.readexactly(2)) if length == 126 else struct.unpack(
            "!Q", await reader.readexactly(8)
        )  # fmt: skip
    return first & 15, await reader.readexactly(length)


@asynccontextmanager
async def dialled(port: int, from_where: str = HERE) -> AsyncIterator[Line]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20, local_addr=(from_where, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def upgrade(line: Line, table: str, query: str = "", cookie: str = "") -> int:
    """Become a page; the status of the answer."""
    key = base64.b64encode(os.urandom(16)).decode()
    headers = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
    line[1].write(request(f"/api/tables/{table}/live?{query}", headers=headers + cookie))
    status, _, _ = await answer(line[0])
    return status


def command(kind: str, **facts: Any) -> tuple[str, bytes]:
    number = f"h{next(IDS)}"
    message = {"do": "command", "id": number, "command": {"command": kind, **facts}}
    return number, frame(TEXT, json.dumps(message).encode())


# --------------------------------------------------------------------------------------------------------- the guests


class Guest:
    """Somebody who sits at a table and plays; every answer is timed."""

    def __init__(self, port: int, table: str, seat: int) -> None:
        self.port, self.table, self.seat = port, table, seat
        self.asked: dict[str, float] = {}
        self.answered: list[tuple[float, float]] = []
        """When an answer came, and how long it took."""
        self.sent: list[float] = []
        self.sits = asyncio.Event()
        self.lost = ""

    async def play(self) -> None:
        try:
            async with dialled(self.port) as line, dialled(self.port) as door:
                door[1].write(request("/api/guests", {"name": f"Guest {self.seat}", "of_age": True, "age": 30}))
                _, head, body = await answer(door[0])
                cookie = re.search(r"set-cookie: ([^;]+)", head, re.IGNORECASE)
                assert cookie, head
                query = f"as=guest&csrf={json.loads(body)['csrf']}"
                assert await upgrade(line, self.table, query, f"Cookie: {cookie[1]}\r\n") == 101
                door[1].transport.abort()
                giving = asyncio.create_task(self._give(line[1]))
                try:
                    await self._hear(line)
                finally:
                    giving.cancel()
        except FAULTS as fault:
            self.lost = self.lost or f"{type(fault).__name__} {fault}"

    async def _give(self, writer: asyncio.StreamWriter) -> None:
        first: list[tuple[str, dict[str, Any]]] = [("TakeSeat", {}), ("BuyIn", {"cents": 500_000})]
        then = itertools.repeat(("PlaceWager", {"wager": "banker", "cents": 2_500}))
        for number, (kind, facts) in enumerate(itertools.chain(first, then)):
            name, data = command(kind, seat=self.seat, **facts)
            self.asked[name] = time.monotonic()
            self.sent.append(self.asked[name])
            writer.write(data)
            if number == 2:
                self.sits.set()
            await asyncio.sleep(EVERY_S)

    async def _hear(self, line: Line) -> None:
        while True:
            opcode, data = await next_frame(line[0])
            now = time.monotonic()
            if opcode == CLOSE:
                self.lost = f"closed: {data[2:].decode()}"
                return
            if opcode != TEXT:
                continue
            told = json.loads(data)
            if told["tell"] == "ping":
                line[1].write(frame(TEXT, b'{"do": "pong"}'))
            elif told["tell"] == "answer" and told["id"] in self.asked:
                self.answered.append((now, now - self.asked.pop(told["id"])))


async def newcomer(port: int, from_where: str) -> str:
    """Ask for the house and open a page: ``in``, what was told instead, or ``nothing``."""
    try:
        async with asyncio.timeout(PATIENCE_S), dialled(port, from_where) as line, dialled(port, from_where) as page:
            line[1].write(request("/api/house"))
            status, _, body = await answer(line[0])
            if status != 200:
                return f"told {status}" if json.loads(body)["refusal"]["sentence"] else "nothing"
            status = await upgrade(page, TABLES[0])
            if status != 101:
                return f"told {status}"
            while True:
                opcode, data = await next_frame(page[0])
                if opcode == CLOSE:
                    return f"told {struct.unpack('!H', data[:2])[0]}"
                if b'"welcome"' in data[:40]:
                    return "in"
    except (*FAULTS, ValueError):
        return "nothing"


# -------------------------------------------------------------------------------------------------------- the attacks


class Attack(NamedTuple):
    """So many connections, and what is done on each of them again and again."""

    words: str
    connections: int
    once: Callable[[Line], Awaitable[str]]

    async def run(self, port: int, did: Counter[str], under_way: Callable[[], None]) -> None:
        begun: set[int] = set()

        async def again(number: int) -> None:
            while True:
                how = "lost"
                with suppress(*FAULTS):
                    async with dialled(port) as line:
                        if number not in begun:
                            begun.add(number)
                            if len(begun) == self.connections:
                                under_way()
                        how = await self.once(line)
                did[how] += 1
                await asyncio.sleep(0.2)

        async with asyncio.TaskGroup() as crowd:
            for number in range(self.connections):
                crowd.create_task(again(number))
                if number % 50 == 49:
                    await asyncio.sleep(0.01)


async def told(line: Line) -> str:
    status, _, _ = await answer(line[0])
    return str(status)


async def until_closed(line: Line) -> str:
    while True:
        opcode, data = await next_frame(line[0])
        if opcode == CLOSE:
            return str(struct.unpack("!H", data[:2])[0])


async def hearing_while(
    line: Line, sending: Coroutine[Any, Any, None], hear: Callable[[Line], Awaitable[str]] = told
) -> str:
    """Send on, however long it takes, until an answer comes."""
    going = asyncio.create_task(sending)
    try:
        return await hear(line)
    finally:
        going.cancel()
        await asyncio.wait([going])


async def quiet(line: Line) -> str:
    await asyncio.sleep(3600)
    return ""


async def half_sent(line: Line) -> str:
    line[1].write(b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-")
    return await told(line)


async def by_the_byte(line: Line) -> str:
    line[1].write(b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n")

    async def sending() -> None:
        while True:
            line[1].write(b" ")
            await line[1].drain()
            await asyncio.sleep(0.1)

    return await hearing_while(line, sending())


def long(head: bytes, piece: bytes, times: int, tail: bytes = b"\r\n\r\n") -> Callable[[Line], Awaitable[str]]:
    async def send(line: Line) -> str:
        async def sending() -> None:
            line[1].write(head)
            for _ in range(times):
                line[1].write(piece)
                await line[1].drain()
            line[1].write(tail)

        return await hearing_while(line, sending())

    return send


def post(body: bytes) -> Callable[[Line], Awaitable[str]]:
    head = (
        f"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    )
    return long(f"{head}\r\n\r\n".encode(), body, 1, b"")


def as_page(send: Callable[[Line], Awaitable[str]]) -> Callable[[Line], Awaitable[str]]:
    async def once(line: Line) -> str:
        status = await upgrade(line, TABLES[0], "as=spectator")
        return await send(line) if status == 101 else str(status)

    return once


def frames(data: Callable[[], bytes], every_s: float) -> Callable[[Line], Awaitable[str]]:
    """Send frames of a page again and again, and read what comes."""

    async def send(line: Line) -> str:
        async def sending() -> None:
            while True:
                line[1].write(data())
                await line[1].drain()
                await asyncio.sleep(every_s)

        return await hearing_while(line, sending(), until_closed)

    return as_page(send)


def stop_reading(line: Line) -> None:
    line[1].transport.pause_reading()  # type: ignore[attr-defined]


async def never_read(line: Line) -> str:
    stop_reading(line)
    while True:  # a caller who reads nothing learns by writing that the other side is gone
        await asyncio.sleep(5)
        line[1].write(frame(PONG))
        await line[1].drain()


def floods(first: bytes, piece: bytes) -> Callable[[Line], Awaitable[str]]:
    """Send without pause, and read nothing."""

    async def send(line: Line) -> str:
        stop_reading(line)
        line[1].write(first)
        while True:
            line[1].write(piece)
            await line[1].drain()
            await asyncio.sleep(0)

    return as_page(send)


async def answers_never_read(line: Line) -> str:
    for _ in range(30):
        line[1].write(request("/static/voice/zh.json"))
        await asyncio.sleep(0.05)
    stop_reading(line)
    await asyncio.sleep(3600)
    return ""


async def ask_at_once(line: Line) -> str:
    """As many requests as an answer allows, each of which is refused."""
    while True:
        line[1].write(request("/api/session/unlock", {"password": "x"}))
        status, _, _ = await answer(line[0])
        if status == 200:
            return "200"


async def accounts(line: Line) -> str:
    """Four accounts, one after the other."""
    statuses = []
    for _ in range(4):
        line[1].write(request("/api/guests", {"name": f"Crowd {next(IDS)}", "of_age": True, "age": 30}))
        statuses.append(await told(line))
    return " ".join(statuses)


def deep(levels: int) -> bytes:
    return b'{"name":' + b"[" * levels + b"]" * levels + b"}"


@functools.cache
def wide(keys: int) -> bytes:
    return b"{" + b",".join(b'"k%d":0' % number for number in range(keys)) + b"}"


def refused() -> bytes:
    return command("PlaceWager", seat=1, wager="banker", cents=2_500)[1]


ATTACKS = {
    "nobody": Attack("no attack", 1, quiet),
    "half-1100": Attack("1,100 half-sent requests", 1_100, half_sent),
    "half-5000": Attack("5,000 half-sent requests", 5_000, half_sent),
    "bytes": Attack("500 bodies, a byte at a time", 500, by_the_byte),
    "header": Attack("a header of 64 MB, again and again", 1, long(b"GET / HTTP/1.1\r\nX: ", b"x" * 65_536, 1_024)),
    "headers": Attack(
        "100,000 headers, again and again", 1, long(HOST, b"X-Header: some value\r\n" * 100, 1_000, b"\r\n")
    ),
    "deep": Attack("JSON 30,000 deep, 8 at a time", 8, post(deep(30_000))),
    "wide": Attack("JSON with a million keys, 8 at a time", 8, post(wide(1_000_000))),
    "wide-page": Attack("the same to a table", 8, frames(lambda: frame(TEXT, wide(1_000_000)), 0.1)),
    "refused": Attack("50 pages, 18 refused commands a second each", 50, frames(refused, 1 / 18)),
    "refused-flood": Attack("20 pages, refused commands without pause", 20, frames(lambda: refused() * 100, 0.0)),
    "refused-requests": Attack("200 connections, refused requests without pause", 200, ask_at_once),
    "accounts": Attack("accounts from one address, 50 at a time", 50, accounts),
    "pings": Attack("20 pages, pings without pause, unread", 20, floods(b"", frame(PING, b"x" * 100) * 500)),
    "pieces": Attack(
        "20 pages, empty pieces of a message without pause",
        20,
        floods(frame(TEXT, b"{", final=False), frame(0, final=False) * 1_000),
    ),
    "unread": Attack("500 pages that never read", 500, as_page(never_read)),
    "unread-answers": Attack("200 callers who never read their answers", 200, answers_never_read),
}


def attacker(name: str, port: int, pipe: Connection) -> None:
    """The process of an attack, until it is told to stop; what came of its connections goes back."""
    pin(1)
    logging.disable()  # that a connection is gone is what an attack counts
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    did: Counter[str] = Counter()

    async def attack() -> None:
        stop = asyncio.Event()
        asyncio.get_running_loop().add_reader(pipe.fileno(), stop.set)
        attacking = asyncio.create_task(ATTACKS[name].run(port, did, lambda: pipe.send(None)))
        await stop.wait()
        asyncio.get_running_loop().remove_reader(pipe.fileno())
        attacking.cancel()
        with suppress(asyncio.CancelledError):
            await attacking

    asyncio.run(attack())
    pipe.send(did)


# ------------------------------------------------------------------------------------------------------ the measuring


class Spell(NamedTuple):
    """What the guests saw for a while."""

    sent: int
    waits_ms: list[float]
    seconds: float

    def __str__(self) -> str:
        ordered = sorted(self.waits_ms) or [0.0]
        last = len(ordered) - 1
        p50, p99 = ordered[round(0.5 * last)], ordered[round(0.99 * last)]
        return f"{len(self.waits_ms) / self.seconds:.1f} a second, p50 {p50:.0f} ms, p99 {p99:.0f} ms"


class Row(NamedTuple):
    """One attack."""

    before: Spell
    during: Spell
    newcomers: Counter[str]
    rss_mb: tuple[float, float]
    lost: list[str]
    did: Counter[str]

    @property
    def held(self) -> bool:
        """Whether the house stood it."""
        return (
            not self.lost
            and 2 * len(self.during.waits_ms) >= self.during.sent
            and "nothing" not in " ".join(self.newcomers)
        )


def spell(guests: list[Guest], begun: float, ended: float) -> Spell:
    sent = sum(begun <= at < ended for guest in guests for at in guest.sent)
    waits = [1000 * wait for guest in guests for at, wait in guest.answered if begun <= at < ended]
    return Spell(sent, waits, ended - begun)


async def measure(name: str, house: ServedHouse, seconds: float) -> Row:
    port = int(house.base.rpartition(":")[2])
    guests = [Guest(port, table, seat) for table in TABLES for seat in SEATS]
    playing = [asyncio.create_task(guest.play()) for guest in guests]
    await asyncio.wait_for(asyncio.gather(*(guest.sits.wait() for guest in guests)), 30)
    await asyncio.sleep(1)
    begun = time.monotonic()
    await asyncio.sleep(BEFORE_S)
    at_first = peak = house.resident_bytes / 1e6
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=attacker, args=(name, port, there), daemon=True)
    process.start()
    attacked = time.monotonic()
    under_way = attacked + UNDER_WAY_S
    coming: list[asyncio.Task[str]] = []
    while (now := time.monotonic()) < under_way + seconds:
        if here.poll():
            under_way, _ = now, here.recv()
        if now > under_way + len(coming):
            coming.append(asyncio.create_task(newcomer(port, (ELSEWHERE, HERE)[len(coming) % 2])))
        peak = max(peak, house.resident_bytes / 1e6)
        await asyncio.sleep(0.05)
    ended = time.monotonic()
    heard = await asyncio.gather(*coming)
    newcomers = Counter(f"{how}{'' if number % 2 else ' from elsewhere'}" for number, how in enumerate(heard))
    here.send("stop")
    did: Counter[str] | None = None
    while did is None and here.poll(20):
        did = here.recv()
    process.kill()
    lost = [f"{guest.table} seat {guest.seat}: {guest.lost}" for guest in guests if guest.lost]
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return Row(
        spell(guests, begun, attacked),
        spell(guests, attacked, ended),
        newcomers,
        (at_first, peak),
        lost,
        did or Counter(),
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=15.0, help="of each attack")
    parser.add_argument("--files", type=int, default=1024, help="that the house may open")
    parser.add_argument("--only", nargs="+", choices=tuple(ATTACKS), default=tuple(ATTACKS), metavar="NAME")
    parser.add_argument("--list", action="store_true", help="the attacks by name")
    given = parser.parse_args()
    if given.list:
        print("\n".join(f"{name:<18}{attack.words}" for name, attack in ATTACKS.items()))
        return 0
    pin(1)
    held = True
    for name in given.only:
        with (
            tempfile.TemporaryDirectory(prefix="minibac-hostile-") as folder,
            served(Path(folder), SETTINGS, core=0, files=given.files) as house,
        ):
            row = asyncio.run(measure(name, house, given.seconds))
        held = held and row.held
        came = ", ".join(f"{count} {how}" for how, count in sorted(row.newcomers.items()))
        print(f"{ATTACKS[name].words}\n  guests' commands: {row.before}; during it {row.during}\n"
              f"  newcomers: {came}\n  memory: {row.rss_mb[0]:.0f} MB, at most {row.rss_mb[1]:.0f} MB\n"
              f"  attackers heard: {dict(row.did)}{'' if row.held else '   NOT HELD'}", flush=True)  # fmt: skip
        for one in row.lost:
            print(f"  lost: {one}", flush=True)
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
