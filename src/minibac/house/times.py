"""The one clock of a house, and how it waits. Both are arguments everywhere, so that a test can turn the hands."""

import asyncio
import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Milliseconds since 1970."""

Later = Callable[[float, Callable[[], None]], Callable[[], None]]
"""Call a function after so many milliseconds; the returned function calls it off."""


def wall_clock_ms() -> int:
    """The time of the machine, which stamps everything (R24)."""
    return time.time_ns() // 1_000_000


def loop_later(ms: float, then: Callable[[], None]) -> Callable[[], None]:
    """Wait in the running event loop."""
    return asyncio.get_running_loop().call_later(max(0.0, ms) / 1000, then).cancel
