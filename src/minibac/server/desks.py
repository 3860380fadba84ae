"""Who is at a dealer's desk: each process of the house says it of its own pages, and the owner of a table reads it.

A dealer may leave one process and come back at another, and a process may die with its pages. So a desk is nobody's
only when no process has said for a while that its dealer is there.
"""

from collections.abc import Iterable
from typing import Final

from minibac.house.times import Clock
from minibac.records.store import Store

KIND: Final = "desk"
DAY_MS: Final = 24 * 60 * 60 * 1000


class Desks:
    """The desks of a house, and when somebody was last seen at each."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def say(self, desks: Iterable[tuple[str, str]]) -> None:
        """These people (second) are at the desks of these tables (first) now."""
        stamp = str(self._clock()).encode()
        if items := [(f"{table}/{person}", stamp) for table, person in sorted(set(desks))]:
            await self._store.put(KIND, items)

    async def seen(self, table: str, person: str) -> int:
        """When somebody was last at a desk; 0 for never."""
        kept = await self._store.get(KIND, f"{table}/{person}")
        return int(kept) if kept else 0

    async def sweep(self) -> None:
        """Forget what is long over."""
        old = self._clock() - DAY_MS
        if gone := [key for key, kept in (await self._store.all(KIND)).items() if int(kept) < old]:
            await self._store.put(KIND, [(key, None) for key in gone])
