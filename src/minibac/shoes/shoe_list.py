"""The shoes of a table with their commitments: the latest, kept as a list beside the log.

The list says up to which line of the log it is complete, and whoever asks reads on from there: it is an index and never
the truth. A list that is missing or old costs time, once.
"""

import asyncio
from typing import Final

import msgspec

from minibac.records.store import Store
from minibac.records.upcast import read_event
from minibac.table import events as e

KIND: Final = "shoes"
KEPT: Final = 100
"""So many shoes are listed."""
TOLD_BY: Final = (e.StackCommitted, e.ShoeRevealed)
"""The events that change the list."""
_NAMES: Final = tuple(f'"{kind.__name__}"'.encode() for kind in TOLD_BY)
_HEAD_BYTES: Final = 40
"""Within so many bytes a stored event says what it is."""


class Shoe(msgspec.Struct, frozen=True):
    """One shoe: what was committed to, when, in which line of the log, and whether its order has been shown."""

    shoe_no: int
    commitment: str
    cards_count: int
    at: int
    revealed: bool
    version: int


class ListedShoes(msgspec.Struct):
    """The latest shoes of a table, and how far the log was looked through for them."""

    until: int = 0
    """The last line of the log that was looked at."""
    shoes: list[Shoe] = []


class ShoeList:
    """The shoes of one table."""

    def __init__(self, store: Store, stream: str, table: str) -> None:
        self._store, self._stream, self._table = store, stream, table
        self._known: ListedShoes | None = None
        self._one = asyncio.Lock()

    async def latest(self, version: int) -> tuple[Shoe, ...]:
        """The latest shoes, up to this version of the log."""
        async with self._one:
            known = self._known or await self._kept()
            before = tuple(known.shoes)
            async for line in self._store.read(self._stream, known.until, version):
                if any(name in line.bytes[:_HEAD_BYTES] for name in _NAMES):
                    take_shoe(known, line.version, read_event(line.bytes))
            known.until = max(known.until, version)
            self._known = known
            if tuple(known.shoes) != before:
                await self._store.put(KIND, [(self._table, msgspec.json.encode(known))])
            return tuple(known.shoes)

    async def _kept(self) -> ListedShoes:
        kept = await self._store.get(KIND, self._table)
        try:
            return msgspec.json.decode(kept, type=ListedShoes) if kept else ListedShoes()
        except msgspec.DecodeError:
            return ListedShoes()


def take_shoe(known: ListedShoes, version: int, event: e.Event) -> None:
    """Write down what an event says about the shoes."""
    if isinstance(event, e.StackCommitted):
        facts = {"shoe_no": event.shoe_no, "commitment": event.commitment, "cards_count": event.cards_count}
        known.shoes = [shoe for shoe in known.shoes if shoe.shoe_no != event.shoe_no]
        known.shoes.append(Shoe(**facts, at=event.at, revealed=False, version=version))  # type: ignore[arg-type]
        del known.shoes[:-KEPT]
    elif isinstance(event, e.ShoeRevealed):
        known.shoes = [
            msgspec.structs.replace(shoe, revealed=True) if shoe.shoe_no == event.shoe_no else shoe
            for shoe in known.shoes
        ]
