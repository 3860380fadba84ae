"""Lockout: three wrong passwords close a name for a while, whether anybody has that name or not (R27)."""

import hashlib
from typing import Final

import msgspec

from minibac.house.times import Clock
from minibac.records.store import Store, sweep

KIND: Final = "failures"


class Failures(msgspec.Struct, frozen=True):
    """Wrong passwords for one name, and until when it is closed."""

    count: int = 0
    until: int = 0
    last: int = 0


class Lockout:
    """Who has failed how often."""

    def __init__(self, store: Store, clock: Clock, *, most: int, lock_ms: int) -> None:
        self._store, self._clock = store, clock
        self._most, self._lock_ms = most, lock_ms

    async def closed_for(self, name: str) -> int:
        """How many milliseconds the name is still closed; 0 for open."""
        return max(0, (await self._read(name)).until - self._clock())

    async def failed(self, name: str) -> bool:
        """Note a failure; whether it closed the name."""
        now, known = self._clock(), await self._read(name)
        count = 1 if now - known.last > self._lock_ms or known.until else known.count + 1
        closes = count >= self._most
        after = Failures(0 if closes else count, now + self._lock_ms if closes else 0, now)
        await self._store.put(KIND, [(_key(name), msgspec.json.encode(after))])
        return closes

    async def passed(self, name: str) -> None:
        """The right password ends the count."""
        if await self._store.get(KIND, _key(name)) is not None:
            await self._store.put(KIND, [(_key(name), None)])

    async def sweep(self) -> None:
        """Forget what is long over."""
        old = self._clock() - 2 * self._lock_ms
        await sweep(self._store, KIND, Failures, lambda failures: failures.last < old)

    async def _read(self, name: str) -> Failures:
        kept = await self._store.get(KIND, _key(name))
        found = msgspec.json.decode(kept, type=Failures) if kept else Failures()
        return Failures() if found.until and found.until <= self._clock() else found


def _key(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()
