"""One at a time, in the whole house: a name is given to one person, though two ask at two processes at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from minibac.house.premises import Premises

LEASE_MS = 10_000
"""A process that dies inside keeps the others out for so long."""
AGAIN_S = 0.02


class OneAtATime:
    """A lock for every process of a house; on a store of one process it is a plain one."""

    def __init__(self, premises: Premises, name: str) -> None:
        self._premises = premises
        self._name = f"lock/{name}"
        self._here = asyncio.Lock()

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Wait until nobody else is inside."""
        store, owner = self._premises.store, self._premises.owner
        async with self._here:
            if not self._premises.shared:
                yield
                return
            while await store.claim(self._name, owner, LEASE_MS) is None:  # noqa: ASYNC110
                await asyncio.sleep(AGAIN_S)
            try:
                yield
            finally:
                await store.release(self._name, owner)
