"""The list of shoes: what the log says, and no more of the log read than is new."""

import asyncio
from collections.abc import AsyncIterator

from minibac.records.memory import MemoryStore
from minibac.records.store import Line, Write
from minibac.records.upcast import write_event
from minibac.shoes.shoe_list import KIND, ShoeList
from minibac.table import events as e
from minibac.table.state import Phase
from tests.table.helpers import Table

STREAM = "table/t"


class Counting(MemoryStore):
    """A store that counts the lines it gives out."""

    lines_read = 0

    async def read(self, stream: str, after: int = 0, until: int | None = None) -> AsyncIterator[Line]:
        async for line in super().read(stream, after, until):
            self.lines_read += 1
            yield line


def test_shoes_are_listed_without_reading_the_log_again() -> None:
    async def go() -> None:
        table = Table("section-42", cut_card_depth=300)
        table.to(lambda state: state.shoe_no == 3 and state.phase is Phase.BETTING)
        log = tuple(table.log)
        store = Counting()
        await store.append(Write(stream=STREAM, after=0, events=tuple(map(write_event, log))))
        first = await ShoeList(store, STREAM, "t").latest(len(log))
        committed = [event for event in log if isinstance(event, e.StackCommitted)]
        assert [shoe.shoe_no for shoe in first] == [1, 2, 3]
        assert [shoe.revealed for shoe in first] == [True, True, False]
        assert [shoe.commitment for shoe in first] == [event.commitment for event in committed]
        assert [log[shoe.version - 1] for shoe in first] == committed
        assert store.lines_read == len(log)

        later = ShoeList(store, STREAM, "t")  # another process, or the same after a restart
        assert await later.latest(len(log)) == first
        assert store.lines_read == len(log), "the list was complete"

        table.to(lambda state: state.shoe_no == 4)
        new = tuple(table.log)[len(log) :]
        await store.append(Write(stream=STREAM, after=len(log), events=tuple(map(write_event, new))))
        known = await later.latest(len(table.log))
        assert [(shoe.shoe_no, shoe.revealed) for shoe in known] == [(1, True), (2, True), (3, True), (4, False)]
        assert store.lines_read == len(log) + len(new)

        await store.put(KIND, [("t", b"nonsense")])  # an index and never the truth
        assert await ShoeList(store, STREAM, "t").latest(len(table.log)) == known

    asyncio.run(go())
