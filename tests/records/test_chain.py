"""The hash chain: what it finds, and the one thing it cannot (R25)."""

import asyncio
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.records.chain import GENESIS, link
from minibac.records.store import Line, Write
from tests.records.chain_check import check_chain
from tests.records.stores import Place

TABLE = "table/s42-1"


def chained(events: list[bytes]) -> list[Line]:
    lines, head = [], GENESIS
    for version, event in enumerate(events, 1):
        head = link(head, event)
        lines.append(Line(version, event, head))
    return lines


events = st.lists(st.binary(min_size=1, max_size=20), min_size=2, max_size=12)


@given(events)
def test_a_sound_chain_passes_whole_and_in_parts(lines_bytes: list[bytes]) -> None:
    lines = chained(lines_bytes)
    assert check_chain(lines) is None
    assert check_chain(lines, head=lines[-1].head) is None
    assert check_chain(lines[1:], previous=lines[0].head, version=1) is None
    assert check_chain([]) is None


@given(events, st.data())
def test_any_change_inside_is_found_at_its_version(lines_bytes: list[bytes], data: st.DataObject) -> None:
    lines = chained(lines_bytes)
    index = data.draw(st.integers(0, len(lines) - 1))
    line = lines[index]
    edited = data.draw(st.binary(min_size=1, max_size=20).filter(lambda other: other != line.bytes))
    assert check_chain([*lines[:index], line._replace(bytes=edited), *lines[index + 1 :]]) == index + 1
    other_head = data.draw(st.binary(min_size=32, max_size=32).filter(lambda head: head != line.head))
    assert check_chain([*lines[:index], line._replace(head=other_head), *lines[index + 1 :]]) == index + 1
    assert check_chain(lines, head=other_head) == (None if other_head == lines[-1].head else len(lines) + 1)


def test_a_cut_off_end_is_found_with_a_head_kept_elsewhere() -> None:
    lines = chained([b"one", b"two", b"three"])
    assert check_chain(lines[:2]) is None
    assert check_chain(lines[:2], head=lines[-1].head) == 3
    assert check_chain([], head=lines[-1].head) == 1


TAMPERED = {
    "an edit": ("UPDATE events SET line = 'other' WHERE version = 3", 3),
    "an insertion": (
        """UPDATE events SET version = version + 100 WHERE version > 3;
        UPDATE events SET version = version - 99 WHERE version > 100;
        INSERT INTO events (stream, version, line, head)
            SELECT stream, 4, x'0102', head FROM events WHERE version = 3""",
        4,
    ),
    "a removal": (
        """DELETE FROM events WHERE version = 3;
        UPDATE events SET version = version - 1 WHERE version = 4;
        UPDATE events SET version = version - 1 WHERE version = 5""",
        3,
    ),
    "a gap": ("DELETE FROM events WHERE version = 2", 2),
    "a swap": (
        """UPDATE events SET version = 99 WHERE version = 2;
        UPDATE events SET version = 2 WHERE version = 4;
        UPDATE events SET version = 4 WHERE version = 99""",
        2,
    ),
    "a swap of the lines alone": (
        """UPDATE events SET line = (SELECT line FROM events AS other WHERE other.version = 6 - events.version)
            WHERE version IN (2, 4)""",
        2,
    ),
}


@pytest.mark.control("R25")
@pytest.mark.parametrize("kind", TAMPERED)
def test_whoever_changes_the_file_by_hand_is_found(sqlite_place: Place, kind: str) -> None:
    script, version = TAMPERED[kind]
    address, kept = _tampered(sqlite_place, script)
    assert asyncio.run(_checked(sqlite_place, address, None)) == version
    assert asyncio.run(_checked(sqlite_place, address, kept)) == version


@pytest.mark.control("R25")
def test_a_file_cut_off_at_its_end_is_found_by_an_exported_head(sqlite_place: Place) -> None:
    address, kept = _tampered(sqlite_place, "DELETE FROM events WHERE version = 5")
    assert asyncio.run(_checked(sqlite_place, address, None)) is None
    assert asyncio.run(_checked(sqlite_place, address, kept)) == 5


@pytest.mark.control("R25")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET line = x'00'",
        "DELETE FROM events",
        "UPDATE ledger SET amount_cents = 0",
        "DELETE FROM ledger",
    ],
)
def test_the_database_itself_only_adds(sqlite_place: Place, statement: str) -> None:
    from tests.records.stores import buy_in, one

    async def go(address: str) -> None:
        async with sqlite_place.opened(address) as store:
            await store.append(one(TABLE, 0, *buy_in(1, 100)))

    address = sqlite_place.address()
    asyncio.run(go(address))
    db = sqlite3.connect(address)
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        db.execute(statement)
    db.close()


def _tampered(place: Place, script: str) -> tuple[str, bytes]:
    """The address of a store that somebody has changed behind its back, and the head it had before."""

    async def go(address: str) -> bytes:
        async with place.opened(address) as store:
            write = Write(stream=TABLE, after=0, events=(b"one", b"two", b"three", b"four", b"five"))
            return (await store.append(write)).head

    address = place.address()
    head = asyncio.run(go(address))
    db = sqlite3.connect(address)
    db.executescript("DROP TRIGGER events_stay; DROP TRIGGER events_remain;" + script.replace("'other'", "x'00'"))
    db.commit()
    db.close()
    return address, head


async def _checked(place: Place, address: str, head: bytes | None) -> int | None:
    async with place.opened(address) as store:
        return check_chain([line async for line in store.read(TABLE)], head=head)
