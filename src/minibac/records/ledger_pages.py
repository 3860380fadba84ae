"""The questions that both databases are asked page after page: the ledger, and the lines of a stream.

SQLite and PostgreSQL differ in how a query names a value, and in the words that call on the index of the guests'
accounts. What is asked for, in which order, and where the next page begins is stated here.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from minibac.play.postings import Posting
from minibac.records.ledger import HOUSE_WIDE
from minibac.records.store import Line, Posted

PAGE = 500
"""How many rows are asked for at a time."""
LAST = 2**63 - 1
"""A number after every row."""


class Dialect(NamedTuple):
    """What the two databases say differently."""

    value: str
    """How a query names a value, with ``{}`` for its name."""
    guests: str
    """The words of the index of accounts that belong to the whole house."""


async def ledger_pages(
    rows_of: Callable[[str, Mapping[str, Any]], Awaitable[list[Any]]],
    dialect: Dialect,
    *,
    stream: str | None,
    account: str | None,
    after: int,
) -> AsyncIterator[Posted]:
    """Rows by stream and version, or of one account in the order in which they were kept."""
    query = ledger_query(dialect, stream=stream, account=account)
    values = {"after": after, "stream": stream, "account": account, "last": "", "version": 0, "number": 0}
    if stream is not None and account is None:
        values |= {"version": after, "number": LAST}
    while True:
        rows = await rows_of(query, values)
        for row in rows:
            yield Posted(row[0], row[1], Posting(*row[2:8]))
        if len(rows) < PAGE:
            return
        values |= {"last": rows[-1][0], "version": rows[-1][1], "number": rows[-1][8]}


async def line_pages(
    rows_of: Callable[[int, int], Awaitable[Sequence[Any]]], after: int, until: int | None
) -> AsyncIterator[Line]:
    """The lines of a stream, page after page: ``rows_of`` is asked for those after one version, up to another."""
    while True:
        rows = await rows_of(after, LAST if until is None else until)
        for row in rows:
            yield Line(*row)
        if len(rows) < PAGE:
            return
        after = rows[-1][0]


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
