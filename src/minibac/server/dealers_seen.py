"""Which dealers are at their tables: each process of the house says it of its pages, the owner of a table reads it.

A dealer may leave one process and come back at another, and a process may die with its pages. So a dealer
is gone only when no process has said for a while that the dealer is there.
"""

from collections.abc import Iterable
from typing import Final

from minibac.house.times import Clock
from minibac.records.store import Store, sweep

KIND: Final = "dealer-seen"
DAY_MS: Final = 24 * 60 * 60 * 1000


class DealersSeen:
    """The dealers of a house, and when each was last seen at a table."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def say(self, dealers: Iterable[tuple[str, str]]) -> None:
        """These people (second) deal at these tables (first) now."""
        stamp = str(self._clock()).encode()
        if items := [(f"{table}/{person}", stamp) for table, person in sorted(set(dealers))]:
            await self._store.put(KIND, items)

    async def seen(self, table: str, person: str) -> int:
        """When a dealer was last seen there; 0 for never."""
        kept = await self._store.get(KIND, f"{table}/{person}")
        return int(kept) if kept else 0

    async def sweep(self) -> None:
        """Forget what is long over."""
        old = self._clock() - DAY_MS
        await sweep(self._store, KIND, int, lambda seen: seen < old)
