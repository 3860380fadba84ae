"""The store: what a house keeps, behind one protocol.

A house keeps *streams*, one for each table (``table/s42-1``), each pit (``pit/main``) and the house itself (``house``).
A stream is an append-only list of lines, exactly the bytes that were written, chained by hash. One accepted command is
one :class:`Write`: its events, its rows of the ledger, its answer and what the vault seals, in one transaction or not
at all. Whoever awaits :meth:`Store.append` knows that it is on disk.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from minibac.play.postings import Posting
from minibac.records.leaves import Due
from minibac.voice.said import Said

T = TypeVar("T")
Bytes = bytes
"""``bytes`` where an attribute has that name."""


class Write(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one accepted command leaves behind."""

    stream: str
    after: int
    """The version the stream has before: 0 for its first write."""
    events: tuple[bytes, ...]
    postings: tuple[tuple[Posting, ...], ...] = ()
    """The lines of the ledger that each event makes; empty where none makes any."""
    command: str = ""
    """The id its sender gave the command; one id is accepted once in a stream."""
    answer: bytes = b""
    """What the sender was told, for the same command sent again."""
    seals: tuple[tuple[str, bytes | None], ...] = ()
    """Named secrets, encrypted already; ``None`` removes one."""
    snapshot: bytes = b""
    """The state after these events, where one is kept; empty for none."""
    fence: int = 0
    """The number of the lease under which this is written; 0 where nobody leases."""
    leaves: tuple[Due, ...] = ()
    """What the open log gets in the same transaction; a write of leaves alone has no event."""


class Written(NamedTuple):
    """What a write became."""

    version: int
    """The version of the stream now: how many events it has."""
    head: bytes
    """The hash of its last line."""


class Line(NamedTuple):
    """One stored event."""

    version: int
    """1 for the first event of a stream."""
    bytes: Bytes
    head: Bytes
    """``SHA-256(previous head ‖ bytes)``; the first follows 32 zero bytes."""


class Posted(NamedTuple):
    """A line of the ledger, and the event it belongs to."""

    stream: str
    version: int
    posting: Posting


class Unlike(NamedTuple):
    """A balance that is not the sum of its rows."""

    owner: str
    """The stream whose account it is, or nothing: the house."""
    account: str
    cents: int
    """What is kept."""
    rows_cents: int
    """What the rows come to."""


class Unsound(NamedTuple):
    """Something that is not as it was written."""

    stream: str
    """Nothing: it is about the whole store."""
    version: int
    """The event, or 0."""
    said: Said


class StoreError(Exception):
    """The store could not do what was asked. Its text is one readable sentence; nothing was written."""


def other_schema(what: str, schema: int, ours: int) -> str:
    """Why data of another schema is not opened."""
    if schema > ours:
        return (
            f"{what} was written by a newer minibac (its schema is {schema}, this one reads up to {ours}): nothing was "
            "changed; open it with the newer program, or restore a backup of this one"
        )
    return f"{what} was written by a minibac before 0.2.0, whose formats were not kept (its schema is {schema})"


def not_up_to_date(what: str, schema: int, ours: int) -> str:
    """Why data of an older schema is not read as it is."""
    return (
        f"{what} was written by an older minibac (its schema is {schema}, this one's {ours}): it is brought up to date "
        "when the house is opened; open it once"
    )


class Conflict(StoreError):  # noqa: N818
    """Somebody else has written to the stream meanwhile, or holds its lease."""


class Repeated(StoreError):  # noqa: N818
    """The command was accepted before; ``answer`` is what its sender was told."""

    def __init__(self, answer: bytes) -> None:
        super().__init__("the command was accepted before")
        self.answer = answer


class Overdrawn(StoreError):  # noqa: N818
    """An account that must not go negative would."""

    def __init__(self, account: str, balance: int) -> None:
        super().__init__(f"the account {account} would go to {balance} cents")
        self.account = account
        self.balance = balance


class StoreFull(StoreError):  # noqa: N818
    """The disk takes no more: new coups stop until there is room."""


class StoreAway(StoreError):  # noqa: N818
    """Nothing can be written now, and not for want of room: an I/O error, or a database that does not answer."""


class Unsure(StoreAway):
    """The database went away during a commit and did not come back: the write may have been kept. Ask for its command
    once the database answers again. No store in one file ever says this."""


class Broken(StoreError):  # noqa: N818
    """A log is not as it was written: nothing is dealt on it."""

    def __init__(self, fault: Unsound) -> None:
        super().__init__(f"{fault.stream}, event {fault.version}: {fault.said}")
        self.fault = fault


class Figures(NamedTuple):
    """What a store has done since it was opened, for those who watch it."""

    commits: int
    jobs: int
    """Writes and documents in these commits."""
    waiting: int
    """How many wait for the next commit now."""


LONGEST_WORD = 2_000
"""Bytes of what one process says to the others in passing; longer ones are not said at all."""

NEVER_NEGATIVE = ("chips", "wallet")
"""Last words of the accounts that never go below zero (R20). Areas of the layout (``layout/…``) never do either."""


async def sweep(store: "Store", kind: str, of: type[T], over: Callable[[T], bool]) -> list[str]:
    """Take away the documents of a kind that are over: their keys."""
    kept = await store.all(kind)
    gone = [key for key, document in kept.items() if over(msgspec.json.decode(document, type=of))]
    if gone:
        await store.put(kind, [(key, None) for key in gone])
    return gone


def add_listener(listeners: dict[object, T], listener: T) -> Callable[[], None]:
    """Let somebody listen until the returned function is called."""
    key = object()
    listeners[key] = listener

    def stop() -> None:
        listeners.pop(key, None)

    return stop


class Readable(Protocol):
    """What somebody needs who reads the logs and the ledger, as the books do."""

    async def version(self, stream: str) -> Written:
        """Where a stream stands: version 0 and 32 zero bytes for one that does not exist."""

    def read(self, stream: str, after: int = 0, until: int | None = None) -> AsyncIterator[Line]:
        """The lines of a stream after a version, in order."""

    async def streams(self) -> tuple[str, ...]:
        """Every stream, by name."""

    def ledger(self, *, stream: str | None = None, account: str | None = None, after: int = 0) -> AsyncIterator[Posted]:
        """Rows of the ledger by stream and version, or of one account in the order in which they were kept."""

    async def unlike_ledger(self) -> tuple[Unlike, ...]:
        """The balances that are not the sums of their rows."""


class Whole(Readable, Protocol):
    """What somebody needs who holds everything that is kept against itself, at one moment."""

    async def names(self) -> tuple[str, ...]:
        """Every stream that anything is kept of, by name."""

    def rows(self, table: str) -> AsyncIterator[tuple[Any, ...]]:
        """Every row of a table but those of events and the ledger, in the order of its key."""

    async def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        """The newest snapshot of a stream and its version."""

    async def get(self, kind: str, key: str) -> bytes | None:
        """A document."""

    async def traces(self) -> tuple[Said, ...]:
        """What somebody has left behind who changed rows by hand."""


class Store(Readable, Protocol):
    """What every store can do. One contract test suite runs over all of them."""

    async def append(self, write: Write) -> Written:
        """Keep a write. Returns when it is durable; raises :class:`StoreError` when nothing was kept."""

    async def glance(self) -> tuple[Unsound, ...]:
        """What a quick look over everything finds wrong before a house opens on it; a large one opens unseen."""

    async def answer(self, stream: str, command: str) -> bytes | None:
        """What the sender of an accepted command was told, or ``None``."""

    async def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        """The newest snapshot of a stream: its version and its bytes, none where they are not what was kept there."""

    async def seal(self, name: str) -> bytes | None:
        """A named secret as it was sealed."""

    async def balances(self, stream: str | None = None) -> dict[str, int]:
        """The balances of a stream's own accounts; with ``""`` those of the house, which are the guests' wallets; with
        ``None`` the sums by account over all of them."""

    async def balance(self, account: str) -> int:
        """The balance of one account over all streams: a guest's wallet."""

    async def put(self, kind: str, items: Sequence[tuple[str, bytes | None]]) -> None:
        """Keep small documents that have no history: sessions, credentials, invitations. ``None`` removes one."""

    async def get(self, kind: str, key: str) -> bytes | None:
        """One such document."""

    async def all(self, kind: str) -> dict[str, bytes]:
        """Every document of a kind."""

    async def claim(self, stream: str, owner: str, ms: int) -> int | None:
        """Take or renew the lease of a stream for that long: its fence, or ``None`` while somebody else holds it."""

    async def release(self, stream: str, owner: str) -> None:
        """Give a lease back."""

    async def pass_on(self, stream: str, owner: str, to: str, ms: int) -> int | None:
        """Hand a lease on to another owner, for that long: its new fence, or ``None`` where it is not this owner's."""

    async def leases(self) -> dict[str, str]:
        """Who holds each lease now, by the name of its stream."""

    async def send(self, stream: str, note: bytes) -> int:
        """Leave a note for the owner of a stream (a command that came in elsewhere): its number."""

    async def notes(self, stream: str) -> tuple[tuple[int, bytes], ...]:
        """The notes that wait, oldest first."""

    async def reply(self, number: int, reply: bytes) -> None:
        """Answer a note and take it away."""

    async def replied(self, number: int) -> bytes | None:
        """The reply to a note, once; ``None`` while there is none."""

    def listen(self, told: Callable[[str, int], None]) -> Callable[[], None]:
        """Hear ``(stream, version)`` after each commit of any process, ``("note/STREAM", n)`` for a note,
        ``("reply", n)`` for a reply and ``("lease/STREAM", fence)`` for a lease that was handed on; called in the
        event loop. The returned function stops it."""

    def say(self, word: str) -> None:
        """Say something to the other processes that nobody keeps: each hears it once, or not at all."""

    def overhear(self, told: Callable[[str], None]) -> Callable[[], None]:
        """Hear what the other processes say, in the event loop. The returned function stops it."""

    async def backup(self, target: str) -> None:
        """A consistent copy while the house runs: a file for SQLite, a folder of JSON Lines for PostgreSQL."""

    async def load(self, rows: Callable[[str], Iterable[tuple[Any, ...]]]) -> None:
        """Fill this store, which must be empty, with the rows of a backup (:func:`minibac.records.backup.restore`)."""

    def figures(self) -> Figures:
        """Commits, what was in them, and what waits now."""

    async def close(self) -> None:
        """Finish what was begun and let go."""
