"""Turns: of the requests that come together a few begin between two looks at the network.

A request takes a millisecond of the one thread that tables have too. Two hundred at once would hold up every page for
a fifth of a second; like this they wait for one another, and a page for a few of them.
"""

import asyncio
from collections import deque
from typing import Final

AT_ONCE: Final = 4


class Turns:
    """Who may begin now, and who waits."""

    def __init__(self) -> None:
        self._left = AT_ONCE
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def turn(self) -> None:
        """Wait for a turn."""
        if self._left == AT_ONCE:
            asyncio.get_running_loop().call_soon(self._look)
        if self._left:
            self._left -= 1
            return
        waits = asyncio.get_running_loop().create_future()
        self._waiting.append(waits)
        await waits

    def _look(self) -> None:
        self._left = AT_ONCE
        while self._waiting and self._left:
            waits = self._waiting.popleft()
            if not waits.done():  # somebody who gave up has had none
                waits.set_result(None)
                self._left -= 1
        if self._left < AT_ONCE:
            asyncio.get_running_loop().call_soon(self._look)
