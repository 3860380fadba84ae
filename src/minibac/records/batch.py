"""A batch: writes that go into one transaction, each judged as if it stood alone.

The rules of a write are stated here once, for every store: a command is accepted once, the version must be the one its
writer saw, the lease must be the writer's, the ledger balances by listed causes, and no account goes below zero that
must not. A write that is refused leaves no trace in the batch, so it cannot spoil the others.
"""

from typing import Protocol

from minibac.records.chain import link
from minibac.records.checksum import with_checksum
from minibac.records.leaves import OPEN_LOG, leaf_line
from minibac.records.ledger import MOST_CENTS, holder, never_negative, refusal
from minibac.records.store import Conflict, Line, Overdrawn, Posted, Repeated, StoreError, Write, Written


class Standing(Protocol):
    """How things stood before the batch, read in its own transaction."""

    def head(self, stream: str) -> Written:
        """Where a stream stands."""

    def held(self, owner: str, account: str) -> int:
        """The balance of an account of a stream, or of the house."""

    def answered(self, stream: str, command: str) -> bytes | None:
        """What was answered to a command that was accepted."""

    def fence(self, stream: str) -> int:
        """The number of the lease that somebody holds on a stream now, or 0."""


class Batch:
    """What the writes taken so far will change."""

    def __init__(self, standing: Standing, *, trusting: bool = False) -> None:
        """``trusting``: the database itself will not take a command twice, so only refusals ask whether it is one."""
        self._standing = standing
        self._trusting = trusting
        self.heads: dict[str, Written] = {}
        self.balances: dict[tuple[str, str], int] = {}
        self.answers: dict[tuple[str, str], tuple[int, bytes]] = {}
        self.seals: dict[str, bytes | None] = {}
        self.snapshots: dict[str, tuple[int, bytes]] = {}
        self.lines: list[tuple[str, Line]] = []
        self.rows: list[Posted] = []

    def take(self, write: Write) -> Written:
        """Add a write, or raise the reason why not; then the batch is as it was."""
        _well_formed(write)
        if write.command and not self._trusting:
            self._check_new(write)
        try:
            return self._taken(write)
        except StoreError:
            if write.command and self._trusting:
                self._check_new(write)  # to somebody who repeats a command nothing else is said
            raise

    def _check_new(self, write: Write) -> None:
        if known := self.answers.get((write.stream, write.command)):
            raise Repeated(known[1])
        answer = self._standing.answered(write.stream, write.command)
        if answer is not None:
            raise Repeated(answer)

    def _taken(self, write: Write) -> Written:
        stream, standing = write.stream, self._standing
        if (fence := standing.fence(stream)) != write.fence:
            whose = "under a lease that somebody else holds" if fence else "under a lease that has ended"
            raise Conflict(f"{stream} was to be written {whose}")
        head = self.heads.get(stream) or standing.head(stream)
        if head.version != write.after:
            raise Conflict(f"{stream} is at version {head.version}, not {write.after}")
        if write.command and (stream, write.command) in self.answers:
            raise Repeated(self.answers[stream, write.command][1])
        if write.postings:
            balances, rows = self._posted(write)
            self.balances |= balances
            self.rows += rows
        version, last = head
        heads = [last]
        for event in write.events:
            version, last = version + 1, link(last, event)
            self.lines.append((stream, Line(version, event, last)))
            heads.append(last)
        self.heads[stream] = written = Written(version, last)
        if write.command:
            self.answers[stream, write.command] = version, write.answer
        if write.snapshot:
            self.snapshots[stream] = version, with_checksum(stream, written, write.snapshot)
        self.seals.update(write.seals)
        for due in write.leaves:
            self._grow(leaf_line(due, stream, write.after + due.event, heads[due.event]))
        return written

    def _grow(self, leaf: bytes) -> None:
        """The open log gets a leaf, wherever it stands: its one order is that of the transactions."""
        version, last = self.heads.get(OPEN_LOG) or self._standing.head(OPEN_LOG)
        self.heads[OPEN_LOG] = grown = Written(version + 1, link(last, leaf))
        self.lines.append((OPEN_LOG, Line(grown.version, leaf, grown.head)))

    def _posted(self, write: Write) -> tuple[dict[tuple[str, str], int], list[Posted]]:
        """The balances after a write and its rows; an account below zero after any one event is overdrawn (R20)."""
        stream, first, held = write.stream, write.after + 1, self._standing.held
        changed: dict[tuple[str, str], int] = {}
        rows: list[Posted] = []
        for version, postings in enumerate(write.postings, first):
            touched: set[tuple[str, str]] = set()
            for posting in postings:
                key = holder(stream, posting.account), posting.account
                touched.add(key)
                if (before := changed.get(key)) is None and (before := self.balances.get(key)) is None:
                    before = held(*key)
                changed[key] = before + posting.amount_cents
                rows.append(Posted(stream, version, posting))
            _check_balances(changed, touched)
        return changed, rows


def _check_balances(balances: dict[tuple[str, str], int], touched: set[tuple[str, str]]) -> None:
    for key in touched:
        cents = balances[key]
        if cents < 0 and never_negative(key[1]):
            raise Overdrawn(key[1], cents)
        if not -MOST_CENTS <= cents <= MOST_CENTS:
            raise StoreError(f"the account {key[1]} would go to {cents} cents, more than the ledger can hold")


def _well_formed(write: Write) -> None:
    if not write.stream:
        raise StoreError("a write needs the name of its stream")
    for name in (write.stream, write.command, *(name for name, _ in write.seals)):
        check_name(name)
    if not (write.events or write.leaves) or not all(write.events):
        raise StoreError(f"a write to {write.stream} without an event, or with an empty one, is none")
    if write.postings and (sentence := refusal(write)):
        raise StoreError(sentence)


def check_name(name: str) -> None:
    """Refuse a name that a database could not keep, or that nobody could read in a report."""
    if not name.isprintable():
        raise StoreError(f"{name!r} is no name for anything in the store: it holds characters that cannot be printed")
