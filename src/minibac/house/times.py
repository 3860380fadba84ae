"""The one clock of a house, and how it waits. Both are arguments everywhere, so that a test can turn the hands."""

import asyncio
from collections.abc import Callable

from minibac.records.world import HERE

Clock = Callable[[], int]
"""Milliseconds since 1970."""

Later = Callable[[float, Callable[[], None]], Callable[[], None]]
"""Call a function after so many milliseconds; the returned function calls it off."""

JUMP_MS = 2_000
"""A difference between the calendar and the house's time that is no adjustment any more."""

TRUSTED_MS = 60_000
"""How long a calendar that has jumped ahead must stay there before the house believes it."""

SLOWER = 10
"""While the calendar is behind, the house's time goes slower by one part in so many, until they meet."""


def wall_clock_ms() -> int:
    """The calendar of the machine."""
    return HERE.get().calendar_ms()


def monotonic_ms() -> int:
    """What only ever runs on, whoever sets the calendar."""
    return HERE.get().running_ms()


class SteadyClock:
    """The time of a house, which stamps everything (R24): it never runs back, and somebody who sets the machine's
    calendar moves no deadline and locks nobody out.

    It runs with the machine and follows the calendar as long as they agree. A calendar that jumps ahead is believed
    when it stays there; one that falls behind is waited for, while the house's time goes a little slower. Either is
    told once. A house whose log is ahead of the calendar starts from its log.
    """

    def __init__(self, wall: Clock = wall_clock_ms, running: Clock = monotonic_ms) -> None:
        self._wall, self._running = wall, running
        self._now, self._tick = wall(), running()
        self._apart_since: int | None = None
        self._held_back = 0
        self.told: Callable[[int, int], None] = lambda _, __: None
        """Hears of a calendar that was turned: the house's time, and what the calendar says."""

    def __call__(self) -> int:
        tick, calendar = self._running(), self._wall()
        elapsed, self._tick = tick - self._tick, tick
        apart = calendar - (self._now + elapsed)
        if abs(apart) <= JUMP_MS:
            self._apart_since = None
            self._now = max(self._now, calendar)
            return self._now
        if self._apart_since is None:
            self._apart_since = tick
            self.told(self._now + elapsed, calendar)
        if apart > 0 and tick - self._apart_since >= TRUSTED_MS:
            self._now = calendar
        else:
            self._held_back += elapsed if apart < 0 else 0  # asked every millisecond, a part of one must not be lost
            back, self._held_back = divmod(self._held_back, SLOWER)
            self._now += elapsed - back
        return self._now

    def not_before(self, last: int) -> None:
        """The log is this far: the hands go on from there, after the time since they were last looked at."""
        self._now = max(self(), last)


def loop_later(ms: float, then: Callable[[], None]) -> Callable[[], None]:
    """Wait in the running event loop."""
    return asyncio.get_running_loop().call_later(max(0.0, ms) / 1000, then).cancel
