"""Where the shoes of a table begin, so that the record of one is made without reading the table's life before it.

When a shoe ends, the house keeps the state that the table had just before, under the number of the shoe that comes
next: :func:`minibac.shoes.record.make_record` goes on from there. This is an index and never the truth. A mark
that is missing, or of another shape of the program, costs time: the mark before it will do.
"""

import zlib
from collections.abc import Sequence
from typing import Final

from minibac.records.chain import GENESIS
from minibac.records.store import Line, Store
from minibac.records.upcast import read_event
from minibac.shoes.record import Start
from minibac.table import events as e
from minibac.table.snapshot import freeze, thaw
from minibac.table.state import TableState

KIND: Final = "shoe-start"
MOST_MISSING: Final = 50
"""So many marks are looked for before the log is read from its beginning."""
_VERSION_BYTES: Final = 8


def ended_by(before: TableState, events: Sequence[e.Event]) -> int:
    """The number of the shoe that these events end, or 0. One whose order was held back has ended before (F10)."""
    late = {shoe.shoe_no for shoe in before.held_back}
    for event in events:
        over = isinstance(event, e.ShoeRevealed) or (isinstance(event, e.ShoeEnded) and event.held_back)
        if over and event.shoe_no not in late:  # type: ignore[attr-defined]
            return int(event.shoe_no)  # type: ignore[attr-defined]
    return 0


def mark(table: str, ended_no: int, version: int, before: TableState) -> tuple[str, bytes]:
    """The mark for the shoe after the one that ends: its name, and the point just before that end."""
    return f"{table}/{ended_no + 1}", version.to_bytes(_VERSION_BYTES, "big") + zlib.compress(freeze(before))


def mark_at(kept: bytes) -> int:
    """The version that a mark is of."""
    return int.from_bytes(kept[:_VERSION_BYTES], "big")


def frozen(kept: bytes) -> bytes:
    """The state in a mark, as it was frozen; nothing where the mark is damaged."""
    try:
        return zlib.decompress(kept[_VERSION_BYTES:])
    except zlib.error:
        return b""


async def lines_of(store: Store, stream: str, table: str, shoe_no: int) -> tuple[list[Line], Start | None]:
    """The lines from which the record of a shoe is made, and where they start; as many as the shoe and no more."""
    start = await _start(store, stream, table, shoe_no)
    lines = []
    async for line in store.read(stream, start.version if start else 0):
        lines.append(line)
        if b'"ShoeRevealed"' in line.bytes[:40]:
            event = read_event(line.bytes)
            if isinstance(event, e.ShoeRevealed) and event.shoe_no == shoe_no:
                break
    return lines, start


async def _start(store: Store, stream: str, table: str, shoe_no: int) -> Start | None:
    for number in range(shoe_no, max(1, shoe_no - MOST_MISSING), -1):
        kept = await store.get(KIND, f"{table}/{number}")
        state = thaw(frozen(kept)) if kept else None
        if kept is None or state is None:
            continue
        version = mark_at(kept)
        head = GENESIS
        async for line in store.read(stream, version - 1, version):
            head = line.head
        return Start(version, head, state)
    return None
