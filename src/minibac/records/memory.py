"""The store in memory: for lessons, tests and tables nobody needs tomorrow. It is also the plainest statement of what
the others do."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence

from minibac.play.postings import Posting
from minibac.records.backup import COLUMNS, FolderWriter, Row, Rows, new_place
from minibac.records.batch import Batch, check_name
from minibac.records.chain import GENESIS
from minibac.records.checksum import without_checksum
from minibac.records.one_process import OneProcess
from minibac.records.store import Figures, Line, Posted, StoreError, Unlike, Unsound, Write, Written
from minibac.records.verify import unlike_ledger


class MemoryStore(OneProcess):
    """Everything in dictionaries."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: dict[str, list[Line]] = {}
        self._rows: list[Posted] = []
        self._balances: dict[tuple[str, str], int] = {}
        self._answers: dict[tuple[str, str], tuple[int, bytes]] = {}
        self._snapshots: dict[str, tuple[int, bytes]] = {}
        self._seals: dict[str, bytes] = {}
        self._docs: defaultdict[str, dict[str, bytes]] = defaultdict(dict)
        self._commits = 0
        self._closed = False

    # --- how things stand, for a batch

    def head(self, stream: str) -> Written:
        lines = self._lines.get(stream)
        return Written(lines[-1].version, lines[-1].head) if lines else Written(0, GENESIS)

    def held(self, owner: str, account: str) -> int:
        return self._balances.get((owner, account), 0)

    def answered(self, stream: str, command: str) -> bytes | None:
        known = self._answers.get((stream, command))
        return known[1] if known else None

    # --- the store

    async def append(self, write: Write) -> Written:
        self._open()
        batch = Batch(self)
        written = batch.take(write)
        for stream, line in batch.lines:
            self._lines.setdefault(stream, []).append(line)
        self._rows += batch.rows
        self._balances |= batch.balances
        self._answers |= batch.answers
        self._snapshots |= batch.snapshots
        for name, sealed in batch.seals.items():
            _keep(self._seals, name, sealed)
        self._commits += 1
        self._tell([(stream, head.version) for stream, head in batch.heads.items()])
        await asyncio.sleep(0)  # like a disk, it lets others go on meanwhile
        return written

    async def version(self, stream: str) -> Written:
        self._open()
        return self.head(stream)

    async def read(self, stream: str, after: int = 0, until: int | None = None) -> AsyncIterator[Line]:
        self._open()
        for line in self._lines.get(stream, [])[max(after, 0) : until if until is None else max(until, 0)]:
            yield line

    async def streams(self) -> tuple[str, ...]:
        self._open()
        return tuple(sorted(self._lines))

    async def answer(self, stream: str, command: str) -> bytes | None:
        self._open()
        return self.answered(stream, command)

    async def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        self._open()
        if (found := self._snapshots.get(stream)) is None:
            return None
        version, kept = found
        return version, without_checksum(stream, Written(version, self._lines[stream][version - 1].head), kept)

    async def seal(self, name: str) -> bytes | None:
        self._open()
        return self._seals.get(name)

    async def balances(self, stream: str | None = None) -> dict[str, int]:
        self._open()
        found: defaultdict[str, int] = defaultdict(int)
        for (owner, account), cents in self._balances.items():
            if stream is None or owner == stream:
                found[account] += cents
        return dict(found)

    async def balance(self, account: str) -> int:
        self._open()
        return sum(cents for (_, name), cents in self._balances.items() if name == account)

    async def ledger(
        self, *, stream: str | None = None, account: str | None = None, after: int = 0
    ) -> AsyncIterator[Posted]:
        self._open()
        found = [
            row
            for row in self._rows
            if stream in (None, row.stream) and account in (None, row.posting.account) and row.version > after
        ]
        if account is None:
            found.sort(key=lambda row: (row.stream, row.version))
        for row in found:
            yield row

    async def unlike_ledger(self) -> tuple[Unlike, ...]:
        self._open()
        rows = ((stream, posting.account, posting.amount_cents) for stream, _, posting in self._rows)
        return unlike_ledger(rows, self._balances)

    async def glance(self) -> tuple[Unsound, ...]:
        return ()  # it is as old as the program that reads it

    async def put(self, kind: str, items: Sequence[tuple[str, bytes | None]]) -> None:
        self._open()
        for name in (kind, *(key for key, _ in items)):
            check_name(name)
        for key, document in items:
            _keep(self._docs[kind], key, document)

    async def get(self, kind: str, key: str) -> bytes | None:
        self._open()
        return self._docs[kind].get(key)

    async def all(self, kind: str) -> dict[str, bytes]:
        self._open()
        return dict(sorted(self._docs[kind].items()))

    async def backup(self, target: str) -> None:
        """A folder of JSON Lines."""
        self._open()
        with new_place(target) as place:
            folder = FolderWriter(place)
            for table in COLUMNS:
                folder.add(table, self._table(table))
            folder.finish()

    async def load(self, rows: Rows) -> None:
        self._open()
        if any(next(iter(self._table(table)), None) for table in COLUMNS):
            raise StoreError("the store is not empty: a backup is restored into an empty store only")
        tables = {table: list(rows(table)) for table in COLUMNS}
        for stream, version, line, head in tables["events"]:
            self._lines.setdefault(stream, []).append(Line(version, line, head))
        self._rows = [Posted(row[0], row[1], Posting(*row[2:])) for row in tables["ledger"]]
        self._balances = {(owner, account): cents for owner, account, cents in tables["balances"]}
        self._answers = {(stream, command): (version, text) for stream, command, version, text in tables["answers"]}
        self._snapshots = {stream: (version, text) for stream, version, text in tables["snapshots"]}
        self._seals = dict(tables["seals"])
        for kind, key, document in tables["documents"]:
            self._docs[kind][key] = document

    def _table(self, table: str) -> Iterable[Row]:
        """The rows of a table, as the databases have them."""
        tables: dict[str, Iterable[Row]] = {
            "events": ((stream, *line) for stream in sorted(self._lines) for line in self._lines[stream]),
            "ledger": [(row.stream, row.version, *row.posting) for row in self._rows],
            "balances": ((*key, cents) for key, cents in sorted(self._balances.items())),
            "answers": ((*key, *known) for key, known in sorted(self._answers.items())),
            "snapshots": ((stream, *kept) for stream, kept in sorted(self._snapshots.items())),
            "seals": sorted(self._seals.items()),
            "documents": ((kind, *kept) for kind, docs in sorted(self._docs.items()) for kept in sorted(docs.items())),
        }
        return tables[table]

    def figures(self) -> Figures:
        return Figures(self._commits, self._commits, 0)

    async def close(self) -> None:
        self._closed = True

    def _open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed")


def _keep(where: dict[str, bytes], key: str, value: bytes | None) -> None:
    if value is None:
        where.pop(key, None)
    else:
        where[key] = value
