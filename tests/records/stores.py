"""Stores for the tests: the three kinds there are, opened fresh, and small writes to put into them."""

import contextlib
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from minibac.play.postings import Posting
from minibac.records.memory import MemoryStore
from minibac.records.sqlite import SqliteStore
from minibac.records.store import Store, Write
from tests.postings import line as posting

KINDS = ("memory", "sqlite", "postgres")


class Place:
    """Where a store of one kind can be opened. Every call of :meth:`fresh` is another, empty store."""

    def __init__(self, kind: str, folder: Path, database: Callable[[], str] | None = None) -> None:
        self.kind = kind
        self.folder = folder
        self._database = database
        self._numbers = itertools.count(1)

    @contextlib.asynccontextmanager
    async def fresh(self) -> AsyncIterator[Store]:
        """A new store; closed afterwards."""
        async with self.opened(self.address()) as store:
            yield store

    def address(self) -> str:
        """The address of a store that does not exist yet."""
        if self._database is not None:
            return self._database()
        return str(self.folder / f"store-{next(self._numbers)}.db")

    @contextlib.asynccontextmanager
    async def opened(self, address: str) -> AsyncIterator[Store]:
        """The store at an address; closed afterwards."""
        store = await self._open(address)
        try:
            yield store
        finally:
            await store.close()

    def _open(self, address: str) -> Awaitable[Store]:
        if self.kind == "postgres":
            from minibac.records.postgres import PostgresStore

            return PostgresStore.open(address)
        return SqliteStore.open(address) if self.kind == "sqlite" else _memory()


async def _memory() -> Store:
    return MemoryStore()


def place_of(kind: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[Place]:
    """A place for a kind of store; a PostgreSQL server is started only for those who need it."""
    if kind != "postgres":
        yield Place(kind, folder)
        return
    with contextlib.ExitStack() as stack:
        server = request.getfixturevalue("postgres")
        yield Place(kind, folder, lambda: stack.enter_context(server.database()))


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Where stores of a kind can be opened: each kind in turn."""
    yield from place_of(request.param, tmp_path, request)


def buy_in(seat: int, cents: int) -> tuple[Posting, ...]:
    """A guest buys chips."""
    return (
        posting("tray", -cents, "buy-in", "s42/b/2"),
        posting(f"seat/{seat}/chips", cents, "buy-in", "s42/b/2"),
        posting("cage", -cents, "buy-in", None),
        posting("drop-box", cents, "buy-in", None),
    )


def wager(seat: int, cents: int) -> tuple[Posting, ...]:
    """A guest puts chips on the layout."""
    return (
        posting(f"seat/{seat}/chips", -cents, "wager", "s42/b/2"),
        posting(f"layout/{seat}/banker", cents, "wager", "s42/b/2"),
    )


def grant(guest: str, cents: int) -> tuple[Posting, ...]:
    """A guest gets play chips, or gives them back."""
    return (
        posting("mint", -cents, "grant"),
        posting(f"guest/{guest}/wallet", cents, "grant"),
    )


def one(stream: str, after: int, *postings: Posting, line: bytes = b"", command: str = "", fence: int = 0) -> Write:
    """A write of one event."""
    return Write(
        stream=stream,
        after=after,
        events=(line or f"{stream} {after + 1}".encode(),),
        postings=(postings,) if postings else (),
        command=command,
        answer=f"answer {command}".encode(errors="replace") if command else b"",
        fence=fence,
    )
