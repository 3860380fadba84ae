"""The questions that both databases are asked: the same words, and the same rows read back.

SQLite and PostgreSQL differ in how a query names a value, and in the words that call on the index of the guests'
accounts. What is asked for, in which order, and where the next page begins is stated here.
"""

from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from minibac.play.postings import Posting
from minibac.records.backup import COLUMNS, Row
from minibac.records.checksum import without_checksum
from minibac.records.ledger import HOUSE, HOUSE_WIDE
from minibac.records.store import Line, Posted, Unlike, Unsound, Written
from minibac.records.verify import BEGINNING, line_fault, unlike_fault
from minibac.voice.said import Money, said

PAGE = 500
"""How many rows are asked for at a time."""
MOST_BYTES = 2**27
"""A larger store opens without a look over the whole of it, which takes about a second for so much."""
LAST = 2**63 - 1
"""A number after every row."""

KEYS = {
    "balances": ("owner", "account"),
    "answers": ("stream", "command"),
    "seals": ("name",),
    "documents": ("kind", "name"),
}
"""By what the rows of a table are told apart."""


class Dialect(NamedTuple):
    """What the two databases say differently."""

    mark: str
    """What stands for a value without a name."""
    value: str
    """How a query names a value, with ``{}`` for its name."""
    guests: str
    """The words of the index of accounts that belong to the whole house."""


class Questions:
    """A store in a database, as it is read; ``?`` stands for a value in every query, whatever the database calls it."""

    dialect: Dialect

    async def _rows(self, query: str, values: Any) -> list[Any]:
        """The rows of a query in the database's own words."""
        raise NotImplementedError

    async def _asked(self, query: str, *values: object) -> list[Any]:
        return await self._rows(query.replace("?", self.dialect.mark), values)

    async def _only(self, query: str, *values: object) -> Any:
        """The value of a query that finds one or nothing."""
        rows = await self._asked(query, *values)
        return rows[0][0] if rows else None

    async def read(self, stream: str, after: int = 0, until: int | None = None) -> AsyncIterator[Line]:
        query = """SELECT version, line, head FROM events
            WHERE stream = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?"""
        while True:
            rows = await self._asked(query, stream, after, LAST if until is None else until, PAGE)
            for row in rows:
                yield Line(*row)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    async def answer(self, stream: str, command: str) -> bytes | None:
        query = "SELECT answer FROM answers WHERE stream = ? AND command = ?"
        found: bytes | None = await self._only(query, stream, command) if command.isprintable() else None
        return found

    async def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        query = """SELECT snapshots.version, coalesce(head, ?), snapshot
            FROM snapshots LEFT JOIN events USING (stream, version) WHERE snapshots.stream = ?"""
        for version, head, kept in await self._asked(query, b"", stream):
            return version, without_checksum(stream, Written(version, head), kept)
        return None

    async def seal(self, name: str) -> bytes | None:
        found: bytes | None = await self._only("SELECT sealed FROM seals WHERE name = ?", name)
        return found

    async def balances(self, stream: str | None = None) -> dict[str, int]:
        if stream is not None:
            return dict(await self._asked("SELECT account, cents FROM balances WHERE owner = ?", stream))
        rows = await self._asked("SELECT account, sum(cents) FROM balances GROUP BY account")
        return {account: int(cents) for account, cents in rows}

    async def balance(self, account: str) -> int:
        if account.startswith(HOUSE_WIDE):
            query = "SELECT cents FROM balances WHERE owner = ? AND account = ?"
            return await self._only(query, HOUSE, account) or 0
        return int(await self._only("SELECT sum(cents) FROM balances WHERE account = ?", account) or 0)

    async def ledger(
        self, *, stream: str | None = None, account: str | None = None, after: int = 0
    ) -> AsyncIterator[Posted]:
        query = ledger_query(self.dialect, stream=stream, account=account)
        values = {"after": after, "stream": stream, "account": account, "last": "", "version": 0, "number": 0}
        if stream is not None and account is None:
            values |= {"version": after, "number": LAST}
        while True:
            rows = await self._rows(query, values)
            for row in rows:
                yield Posted(row[0], row[1], Posting(*row[2:8]))
            if len(rows) < PAGE:
                return
            values |= {"last": rows[-1][0], "version": rows[-1][1], "number": rows[-1][8]}

    async def unlike_ledger(self) -> tuple[Unlike, ...]:
        query = f"""SELECT owner, account, sum(cents), sum(rows_cents) FROM (
                SELECT owner, account, cents, 0 AS rows_cents FROM balances
                UNION ALL SELECT CASE WHEN {self.dialect.guests} THEN ? ELSE stream END, account, 0, sum(amount_cents)
                    FROM ledger GROUP BY stream, account) AS kept
            GROUP BY owner, account HAVING sum(cents) <> sum(rows_cents) ORDER BY owner, account"""
        return tuple(
            Unlike(owner, account, int(cents), int(rows))
            for owner, account, cents, rows in await self._asked(query, HOUSE)
        )

    async def _bytes(self) -> int:
        """How large the logs and the ledger are."""
        raise NotImplementedError

    async def glance(self) -> tuple[Unsound, ...]:
        if await self._bytes() > MOST_BYTES:
            return ()
        faults = await self._broken_chains()
        kept = await self._only("SELECT sum(cents) FROM balances") or 0
        if kept or await self._only("SELECT sum(amount_cents) FROM ledger"):  # only then it is worth a long look
            total = Unsound("", 0, said("the sum of all accounts is {sum} instead of 0", sum=Money(int(kept))))
            unlike = [Unsound(unlike.owner, 0, unlike_fault(unlike)) for unlike in await self.unlike_ledger()]
            faults += unlike or [total]
        return tuple(faults)

    async def _broken_chains(self) -> list[Unsound]:
        """The first fault of each chain."""
        query = """SELECT stream, version, line, head FROM events
            WHERE (stream, version) > (?, ?) ORDER BY stream, version LIMIT ?"""
        faults: dict[str, Unsound] = {}
        last, before = "", BEGINNING
        while rows := await self._asked(query, last, before.version, PAGE):
            for stream, *row in rows:
                line = Line(*row)
                if stream != last:
                    last, before = stream, BEGINNING
                if fault := line_fault(before, line):
                    faults.setdefault(stream, Unsound(stream, line.version, fault))
                before = Written(line.version, line.head)
        return list(faults.values())

    async def rows(self, table: str) -> AsyncIterator[Row]:
        """Every row of a table, in the order of its key."""
        keys, columns = ", ".join(KEYS[table]), [*COLUMNS[table], *(["never_negative"] if table == "balances" else [])]
        query = f"""SELECT {", ".join(columns)} FROM {table}
            WHERE ({keys}) > ({", ".join("?" for _ in KEYS[table])}) ORDER BY {keys} LIMIT {PAGE}"""
        after = [""] * len(KEYS[table])
        while page := await self._asked(query, *after):
            for row in page:
                yield row
            after = [page[-1][columns.index(key)] for key in KEYS[table]]

    async def names(self) -> tuple[str, ...]:
        """Every stream that anything is kept of, by name: an event, a row, or how far it is said to be."""
        kept = await self._asked("SELECT stream FROM events UNION SELECT stream FROM ledger")
        return tuple(sorted({*(name for (name,) in kept), *await self.streams()}))

    async def streams(self) -> tuple[str, ...]:
        raise NotImplementedError

    async def get(self, kind: str, key: str) -> bytes | None:
        query = "SELECT document FROM documents WHERE kind = ? AND name = ?"
        found: bytes | None = await self._only(query, kind, key) if key.isprintable() else None
        return found

    async def all(self, kind: str) -> dict[str, bytes]:
        return dict(await self._asked("SELECT name, document FROM documents WHERE kind = ? ORDER BY name", kind))


def ledger_query(dialect: Dialect, *, stream: str | None, account: str | None) -> str:
    """One page: each begins where the last one ended, not at the beginning of the stream."""
    after, own, number = map(dialect.value.format, ("after", "stream", "number"))
    last, version = map(dialect.value.format, ("last", "version"))
    if account is not None:
        wanted = [f"version > {after}", *([f"stream = {own}"] if stream is not None else [])]
        wanted += [f"account = {dialect.value.format('account')}", f"number > {number}"]
        wanted += [dialect.guests] if account.startswith(HOUSE_WIDE) else []
        order = "number"
    elif stream is not None:
        wanted, order = [f"stream = {own}", f"(version, number) > ({version}, {number})"], "version, number"
    else:
        wanted = [f"version > {after}", f"(stream, version, number) > ({last}, {version}, {number})"]
        order = "stream, version, number"
    return f"""SELECT stream, version, {", ".join(Posting._fields)}, number FROM ledger
        WHERE {" AND ".join(wanted)} ORDER BY {order} LIMIT {PAGE}"""
