"""What is kept, held against itself: the one statement of it, for a start, a full check, a backup and the books.

Each line follows the one before, by number and by hash; the rows of the ledger belong to events, sum to zero for each
of them and say what the event itself says. Whoever holds a stream against itself is told of every fault and decides
what it means: the books list it, a house does not deal on it.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import aclosing
from typing import NamedTuple

from minibac.records.chain import GENESIS, link
from minibac.records.ledger import holder
from minibac.records.store import Line, Posted, Readable, Unlike, Written
from minibac.table.accounts import KINDS, kind
from minibac.voice.said import Money, Said, said

Found = Callable[[str, int, Said], None]
"""Takes a fault: the stream, the version and the sentence."""

BEGINNING = Written(0, GENESIS)
"""Where every stream begins."""

CHANGED = said("the chain of hashes is broken here: a line was changed")
DIFFER = said("the ledger says something else than the event does")
OF_NO_EVENT = said("the ledger has rows that belong to no event")

BESIDE = {"wallet", "cage"}
"""The kinds of accounts that the house moves beside what an event of a table says."""


class StoredStep(NamedTuple):
    """A stored event and the rows of the ledger that belong to it."""

    line: Line
    rows: tuple[Posted, ...]


def line_fault(before: Written, line: Line) -> Said | None:
    """What is wrong with a line that is said to follow there, or ``None``."""
    if line.version != before.version + 1:
        return said("event {version} is missing", version=str(before.version + 1))
    return None if link(before.head, line.bytes) == line.head else CHANGED


def rows_fault(event: object, rows: tuple[Posted, ...]) -> Said | None:
    """What is wrong with the rows of an event, or ``None``; wallets are the house's, beside what the event says."""
    kept = [row.posting for row in rows]
    if total := sum(posting.amount_cents for posting in kept):
        return said("the rows of one event sum to {sum} instead of 0", sum=Money(total))
    told = list(getattr(event, "postings", ()))
    beside = {kind(posting.account) for posting in kept[len(told) :]}
    return DIFFER if kept[: len(told)] != told or not beside <= BESIDE else None


def unlike_ledger(rows: Iterable[tuple[str, str, int]], kept: Mapping[tuple[str, str], int]) -> tuple[Unlike, ...]:
    """The balances that are not the sums of their rows (stream, account, cents), by owner and account."""
    sums: Counter[tuple[str, str]] = Counter()
    for stream, account, cents in rows:
        sums[holder(stream, account), account] += cents
    found = (Unlike(*key, kept.get(key, 0), sums[key]) for key in sorted({*sums, *kept}))
    return tuple(unlike for unlike in found if unlike.cents != unlike.rows_cents)


def unlike_fault(unlike: Unlike) -> Said:
    """A balance that is not the sum of its rows, in a sentence: either may be wrong."""
    sums = {"kept": Money(unlike.cents), "sum": Money(unlike.rows_cents)}
    return said("the balance of {account} is {kept}, and its rows come to {sum}", account=unlike.account, **sums)


def balances_fault(stream: str, kept: Mapping[str, int], folded: Mapping[str, int]) -> Said | None:
    """What is wrong with the balances of a stream, held against the state that its log leads to, or ``None``.

    Of the house's own accounts beside a table no state knows.
    """
    for account in sorted({*kept, *folded}):
        known = kind(account) in KINDS and kind(account) not in BESIDE and holder(stream, account) == stream
        if known and (cents := kept.get(account, 0)) != (sums := folded.get(account, 0)):
            wrong = said("the balance of {account} is {kept} instead of {sum}", account=account)
            return wrong.about(kept=Money(cents), sum=Money(sums))
    return None


async def steps(
    store: Readable, stream: str, found: Found, after: Written = BEGINNING, until: int | None = None
) -> AsyncIterator[StoredStep]:
    """Events with their rows, in one pass over both, the chain held; a fault at one line says nothing of the next.

    ``until`` is for a stream that is being written: what lies behind it is not looked at. Without it rows behind the
    last event are a fault.
    """
    async with aclosing(store.ledger(stream=stream, after=after.version)) as ledger:  # type: ignore[type-var]
        waiting = await anext(ledger, None)
        async for line in store.read(stream, after.version, until):
            if fault := line_fault(after, line):
                found(stream, line.version, fault)
            after = Written(line.version, line.head)
            rows: list[Posted] = []
            while waiting is not None and waiting.version <= line.version:
                rows.append(waiting)
                waiting = await anext(ledger, None)
            if any(row.version != line.version for row in rows):
                found(stream, line.version, OF_NO_EVENT)
            yield StoredStep(line, tuple(rows))
        if until is None and waiting is not None:
            found(stream, waiting.version, OF_NO_EVENT)
