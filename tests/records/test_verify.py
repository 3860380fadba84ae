"""A store held against itself: what is found of lines, rows and balances that were changed behind its back."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from minibac.records.store import Line, Store, Write, Written
from minibac.records.verify import rows_fault, steps
from tests.records.damage import alter
from tests.records.stores import Place, buy_in, grant, place_of, wager

TABLE = "table/a"


@pytest.fixture(params=("sqlite", "postgres"))
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    yield from place_of(request.param, tmp_path, request)


class Said:
    """An event, as far as the ledger asks it."""

    def __init__(self, line: Line) -> None:
        self.postings = POSTINGS[line.version - 1]


POSTINGS = (grant("ann", 900), (), buy_in(3, 500), wager(3, 100), wager(3, 50))


async def filled(store: Store) -> None:
    events = tuple(f"event {number}".encode() for number in range(1, 6))
    await store.append(Write(stream=TABLE, after=0, events=events, postings=POSTINGS))
    await store.append(Write(stream="table/b", after=0, events=events[:3], postings=POSTINGS[:3]))


async def faults(store: Store, after: int = 0) -> list[str]:
    """Everything that is wrong with the table, and with the balances."""
    found: list[str] = []
    before = [line async for line in store.read(TABLE, after - 1, after)] if after else []
    start = Written(after, before[0].head) if before else Written(0, bytes(32))

    def tell(_: str, version: int, said: object) -> None:
        found.append(f"{version}: {said}")

    async for step in steps(store, TABLE, tell, start):
        if fault := rows_fault(Said(step.line), step.rows):
            tell(TABLE, step.line.version, fault)
    return found + [f"{unlike.owner} {unlike.account}" for unlike in await store.unlike_ledger()]


@pytest.mark.control("R25")
@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE events SET line = head WHERE stream = 'table/a' AND version = 3", ["3: the chain of hashes"]),
        ("DELETE FROM events WHERE stream = 'table/a' AND version = 2", ["3: event 2 is missing"]),
        (
            "UPDATE ledger SET amount_cents = 501 WHERE stream = 'table/a' AND version = 3 AND account = 'drop-box'",
            ["3: the rows of one event sum to $0.01 instead of 0", "table/a drop-box"],
        ),
        (
            "UPDATE ledger SET account = 'seat/4/chips' WHERE stream = 'table/a' AND account = 'seat/3/chips'",
            [
                *(f"{number}: the ledger says something" for number in (3, 4, 5)),
                *(f"table/a seat/{n}/chips" for n in (3, 4)),
            ],
        ),
        (
            "UPDATE ledger SET version = version + 4 WHERE stream = 'table/a' AND version = 4",
            ["4: the ledger says something", "8: the ledger has rows that belong to no event"],
        ),
        ("UPDATE balances SET cents = 1800 WHERE account = 'cage' AND owner = 'table/a'", ["table/a cage"]),
        ("UPDATE balances SET cents = 1801 WHERE owner = ''", [" guest/ann/wallet"]),
        ("DELETE FROM balances WHERE owner = 'table/b' AND account = 'mint'", ["table/b mint"]),
    ],
)
def test_what_was_changed_behind_the_store_s_back_is_found(place: Place, statement: str, words: list[str]) -> None:
    async def go() -> None:
        address = place.address()
        async with place.opened(address) as store:
            await filled(store)
            assert await faults(store) == await faults(store, after=3) == []
        alter(address, statement)
        async with place.opened(address) as store:
            found = await faults(store)
            assert len(found) == len(words), found
            assert all(one.startswith(told) for one, told in zip(found, words, strict=True)), found

    asyncio.run(go())
