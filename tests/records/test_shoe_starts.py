"""Where shoes begin: with a mark, without one, with a broken one, the record is the same; with one it is read alone."""

import asyncio
import zlib
from collections.abc import Iterable

import pytest

from minibac.records.memory import MemoryStore
from minibac.records.store import Line, Write
from minibac.records.upcast import read_event
from minibac.rules.rulebook import RULEBOOKS
from minibac.shoes.record import make_record
from minibac.shoes.starts import KIND, ended_by, lines_of, mark
from minibac.table import events as e
from minibac.table.machine import apply, opened
from minibac.table.state import TableState
from tests.records.shoes import played
from tests.records.shoes import stored as as_lines
from tests.table.scenarios import SCENARIOS

STREAM, TABLE, SHOES = "table/t", "t", 4


async def stored(lines: Iterable[Line]) -> MemoryStore:
    """A store with the log, and the marks that a house leaves."""
    store = MemoryStore()
    state: TableState | None = None
    for line in lines:
        await store.append(Write(stream=STREAM, after=line.version - 1, events=(line.bytes,)))
        event = read_event(line.bytes)
        if state is None:
            state = opened(event)  # type: ignore[arg-type]
            continue
        if ended_no := ended_by(state, [event]):
            await store.put(KIND, [mark(TABLE, ended_no, line.version - 1, state)])
        state = apply(state, event)
    return store


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_record_is_the_same_from_its_mark_and_takes_no_more_than_its_shoe(rulebook: str) -> None:
    lines = played(rulebook, SHOES)

    async def made(store: MemoryStore, shoe_no: int) -> tuple[bytes, int]:
        found, start = await lines_of(store, STREAM, TABLE, shoe_no)
        return b"".join(make_record(found, shoe_no, start)), len(found)

    async def check() -> None:
        store = await stored(lines)
        assert sorted(await store.all(KIND)) == [f"{TABLE}/{number}" for number in range(2, SHOES + 2)]
        whole = {number: b"".join(make_record(lines, number)) for number in range(1, SHOES + 1)}
        for number, record in whole.items():
            text, read = await made(store, number)
            assert text == record
            assert read <= record.count(b"\n") + 1
        await store.put(KIND, [(f"{TABLE}/3", None)])  # a house that died before it had kept it
        text, read = await made(store, 3)
        assert text == whole[3]
        assert read <= whole[2].count(b"\n") + whole[3].count(b"\n")
        await store.put(KIND, [(f"{TABLE}/2", bytes(8) + zlib.compress(b'{"shape":"another"}'))])
        text, read = await made(store, 3)
        assert (text, read) == (whole[3], sum(whole[number].count(b"\n") - 2 for number in (1, 2, 3)))

    asyncio.run(check())


def test_a_shoe_that_is_shown_late_does_not_move_the_mark_of_the_next() -> None:
    """A continuous device, and a card carried over: the shoe has ended before its order is shown (F10)."""
    lines = as_lines(SCENARIOS["continuous-carried-card"]().log)
    events = [read_event(line.bytes) for line in lines]
    held = [event.shoe_no for event in events if isinstance(event, e.ShoeEnded) and event.held_back]
    revealed = [event.shoe_no for event in events if isinstance(event, e.ShoeRevealed)]
    assert set(held) & set(revealed)

    async def check() -> None:
        store = await stored(lines)
        for number in revealed:
            found, start = await lines_of(store, STREAM, TABLE, number)
            assert b"".join(make_record(found, number, start)) == b"".join(make_record(lines, number))

    asyncio.run(check())
