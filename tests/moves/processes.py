"""The processes of one house on one PostgreSQL server, each with a wire of its own that can be cut or held."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.postgres import Server
from tests.rules.houses import sample_text
from tests.served import OPEN, UNLIMITED

PATIENCE_S = 180.0
"""Only a broken house reaches it."""
LINK = re.compile(r"^  admin +\S+/join/(\w+)$", re.MULTILINE)
SETTINGS = {
    **UNLIMITED,
    "pace_ms": "30",
    "procedure_pace_ms": "0",
    "timing": "{betting_ms=600, look_ms=30, cut_ms=30, turning_ms=30, offer_ms=30, house_money_ms=30, "
    "lost_ms=100000000}",  # nobody is shown out: whoever leaves has said so
    "guest_wallet_cents": "10000000",
    "console_idle_minutes": "1000",
    "guest_idle_minutes": "1000",
}


class BrokenPromiseError(Exception):
    """Something that a house promises is not so."""


async def until(holds: Callable[[], object], what: Callable[[], str] | str, patience_s: float = PATIENCE_S) -> None:
    """Wait until something is so; ``what`` is told where it never is."""
    end = time.monotonic() + patience_s
    while not holds():
        if time.monotonic() > end:
            raise BrokenPromiseError(what if isinstance(what, str) else what())
        await asyncio.sleep(0.02)


class Wire:
    """The way from one process to the database: a port here, the server's socket at the other end."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._ends: set[asyncio.BaseTransport] = set()
        self._whole = True
        self._flows = asyncio.Event()
        self._flows.set()
        self._listening: asyncio.Server | None = None

    async def lay(self) -> int:
        """Its port."""
        self._listening = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        port: int = self._listening.sockets[0].getsockname()[1]
        return port

    def cut(self) -> None:
        """Every connection is gone, and none can be made."""
        self._whole = False
        self.drop()

    def drop(self) -> None:
        """Every connection is gone; new ones can be made."""
        for end in tuple(self._ends):
            end.abort()  # type: ignore[attr-defined]

    def mend(self) -> None:
        self._whole = True
        self._flows.set()

    def hold(self) -> None:
        """Everything stays connected, and nothing arrives; what was sent comes when it is mended."""
        self._flows.clear()

    def take_up(self) -> None:
        """No more."""
        self.cut()
        if self._listening is not None:
            self._listening.close()

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = [writer.transport]
        self._ends.update(ends)
        try:
            if self._whole:
                there, to = await asyncio.open_unix_connection(str(self._socket))
                ends.append(to.transport)
                self._ends.update(ends)
                ways = [asyncio.ensure_future(way) for way in (self._carry(reader, to), self._carry(there, writer))]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
        except (OSError, asyncio.CancelledError):  # the database is away, or the campaign over
            pass
        finally:
            for end in ends:
                end.abort()
                self._ends.discard(end)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()


class Process:
    """One ``minibac serve``, that is started and ended again and again."""

    def __init__(self, name: str, folder: Path, wire: Wire, settings: dict[str, str]) -> None:
        self.name, self.folder, self.wire = name, folder, wire
        self._environ = environ({**settings, "port": "0", "data": str(folder)})
        self._process: subprocess.Popen[bytes] | None = None
        self._said_from = 0
        self.base = ""
        self.open = False
        """Whether guests may come in here; one that is held up is still open."""
        self.answered = 0
        """How many commands were acknowledged here."""
        folder.mkdir(parents=True)

    @property
    def pid(self) -> int:
        return self._process.pid if self._process is not None else 0

    @property
    def said(self) -> str:
        """All that it printed."""
        file = self.folder / "said.txt"
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""

    @property
    def host(self) -> str:
        return urlsplit(self.base).netloc

    def check(self) -> None:
        """It runs on unless it was ended."""
        if self.open and self._process is not None and self._process.poll() is not None:
            raise BrokenPromiseError(f"process {self.name} has ended: {self.said[-2000:]}")

    async def start(self) -> None:
        """Open; one that finds no database says so and ends, and is started again, as a supervisor would."""
        end = time.monotonic() + PATIENCE_S
        while True:
            said_from = len(self.said)
            self._process = process = self._spawned()
            while process.poll() is None and time.monotonic() < end:
                if found := OPEN.search(self.said, said_from):
                    self.base, self.open = found[1].replace("localhost", "127.0.0.1"), True
                    return
                await asyncio.sleep(0.05)
            if process.poll() is None or "database" not in self.said[said_from:]:
                raise BrokenPromiseError(f"process {self.name} did not open: {self.said[said_from:][-2000:]}")

    def _spawned(self) -> "subprocess.Popen[bytes]":
        with (self.folder / "said.txt").open("ab") as out:
            command = [sys.executable, "-m", "minibac", "serve"]
            return subprocess.Popen(command, env=self._environ, stdout=out, stderr=subprocess.STDOUT)

    async def end(self, how: signal.Signals) -> None:
        """Stop it in good order, or kill it."""
        self.open = False
        process = self._process
        assert process is not None
        process.send_signal(how)
        await until(lambda: process.poll() is not None, f"process {self.name} did not end by {how.name}")
        if how is signal.SIGTERM and process.returncode:
            raise BrokenPromiseError(f"process {self.name} ended with {process.returncode}: {self.said[-2000:]}")

    def signal(self, what: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(what)

    def dispose(self) -> None:
        """Whatever state it is in."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self.wire.take_up()


class Processes:
    """A house of several processes."""

    def __init__(self, server: Server, address: str, folder: Path, all_of_them: Sequence[Process]) -> None:
        self.server, self.address, self.folder = server, address, folder
        self.all = all_of_them

    @property
    def open(self) -> list[Process]:
        return [process for process in self.all if process.open]

    def check(self) -> None:
        """Every process runs that should, none has failed, and none has taken the others' time for another one."""
        for process in self.all:
            process.check()
            log = process.folder / "logs" / "house.jsonl"
            for place in (process.said, log.read_text(encoding="utf-8") if log.exists() else ""):
                if found := re.search("Traceback|machine's clock was turned", place):
                    words = place[max(0, found.start() - 200) :][:3000]
                    raise BrokenPromiseError(f"process {process.name}: {words}")

    def ask(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Ask the database directly."""
        with psycopg.connect(self.address, options="-c search_path=minibac", connect_timeout=10) as database:
            return database.execute(query.encode(), values).fetchall()

    async def owners(self) -> dict[str, int]:
        """Who holds which table now: stream and process id."""
        query = "SELECT stream, owner FROM streams WHERE until > clock_timestamp() AND stream LIKE 'table/%%'"
        rows = await asyncio.to_thread(self.ask, query)
        return {str(stream): int(str(owner).partition("-")[0]) for stream, owner in rows}

    async def until_owned(self, tables: int, holds: Callable[[set[int]], bool], what: str) -> None:
        """Wait until every table has an owner, and the owners are as wanted."""
        end = time.monotonic() + PATIENCE_S
        while True:
            with contextlib.suppress(psycopg.Error):  # the database may be away just now
                owners = await self.owners()
                if len(owners) == tables and holds(set(owners.values())):
                    return
            if time.monotonic() > end:
                raise BrokenPromiseError(f"{what}: {owners}")
            await asyncio.sleep(0.05)


def environ(settings: dict[str, str]) -> dict[str, str]:
    """The environment of a process with these settings and no others: no key of a house in the home lies there."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("MINIBAC_")}
    own["XDG_DATA_HOME"] = os.devnull
    return own | {f"MINIBAC_{name.upper()}": value for name, value in settings.items()}


def short_shoes(folder: Path) -> list[str]:
    """The sample houses, with shoes of a few rounds: much of the time somebody shuffles, commits and cuts."""
    files = []
    for rulebook in ("section-42", "massachusetts", "seminole", "seneca"):
        text, count = re.subn(r"\b(cut_card_depth *= *)14\b", r"\g<1>350", sample_text(rulebook))
        assert count == 1, rulebook
        files.append(folder / f"{rulebook}.toml")
        files[-1].write_text(text, encoding="utf-8")
    return list(map(str, files))


@contextlib.asynccontextmanager
async def processes(server: Server, address: str, folder: Path, count: int, lease_ms: int) -> AsyncIterator[Processes]:
    """So many processes of one house, all of them open."""
    database = psycopg.conninfo.conninfo_to_dict(address)["dbname"]
    leases = {"lease_ms": str(lease_ms), "renew_ms": str(lease_ms // 5)}
    settings = {**SETTINGS, **leases, "key_file": str(folder / "vault.key"), "houses": ",".join(short_shoes(folder))}
    made: list[Process] = []
    for number in range(1, count + 1):
        wire = Wire(server.folder / ".s.PGSQL.5432")
        through = f"postgresql://postgres@127.0.0.1:{await wire.lay()}/{database}?sslmode=disable&gssencmode=disable"
        made.append(Process(str(number), folder / str(number), wire, {**settings, "database": through}))
    try:
        await made[0].start()  # it makes the key, which the others read
        await asyncio.gather(*(process.start() for process in made[1:]))
        yield Processes(server, address, folder, made)
    finally:
        for process in made:
            process.dispose()
