"""The doorway: who is connected, for whom the house waits, and who makes room when it is full.

The house works for a connection while it has a whole request of it, and for a page at a table as long as it reads.
For every other one it waits: for the rest of a request, for the next one, for an answer to be taken. It waits so long
and no longer; and when the house is full, the connection that it has waited for longest makes room for a newcomer. So
whoever sends half a request, or never reads, shuts nobody out.
"""

import sys
import time
from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from itertools import takewhile
from typing import Final, Protocol

from minibac.house.limits import one_address
from minibac.house.logs import log
from minibac.house.settings import Settings
from minibac.server.security import is_proxy
from minibac.voice.said import Said, said

LEAST_RESERVE: Final = 64
RESERVED: Final = 8
"""One file in so many, and no fewer than the least, is kept for the database, logs and what else a house opens."""
MOST_LEAVING: Final = 32
"""So many may still hear why they are let go, at a time; it comes out of the reserve."""
FULL: Final = said("the house is full; come back in a moment")
TOO_MANY_OF_ONE: Final = said("too many connections come from one address; close some, and come back in a moment")
MADE_ROOM: Final = said("the house is full and your request was not whole; send it again in a moment")
LATE: Final = said("the request did not arrive whole in time")


class Caller(Hashable, Protocol):
    """A connection, as the doorway knows it."""

    @property
    def address(self) -> str: ...

    def is_closing(self) -> bool:
        """Whether it ends already, once what is left to send is sent."""

    def turn_away(self, status: int, sentence: Said) -> None:
        """Let it go, with a sentence where it can hear one."""

    def cut(self) -> None:
        """Let it go at once."""


class Doorway:
    """Everybody who is connected to one process."""

    def __init__(self, settings: Settings) -> None:
        files = files_for(settings.connections_max)
        self.most = max(1, min(settings.connections_max, files - _reserve(files)))
        self.most_of_one = min(settings.connections_per_address, max(1, self.most // 2))
        self.backlog = min(2048, _reserve(files) // 2)
        """So many may come between two looks at who is here."""
        self._patience = settings.patience_seconds
        self._proxies = settings.trusted_proxies
        self._present: dict[Caller, str] = {}
        self._of: Counter[str] = Counter()
        self._waiting: dict[Caller, float] = {}
        """For whom the house waits, and since when; the longest wait first."""
        self._leaving: dict[Caller, float] = {}
        self._let_go: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._present)

    def came(self, newcomer: Caller) -> Said | None:
        """Somebody connects, and another makes room where the house is full; if nobody can, why it is to go again."""
        self.joined(newcomer)
        self.waits(newcomer)
        place = self._present[newcomer]
        if self._of[place] > self.most_of_one and not is_proxy(newcomer.address, self._proxies):
            return self._make_room(newcomer, place, TOO_MANY_OF_ONE)
        return self._make_room(newcomer, "", FULL) if len(self._present) > self.most else None

    def _make_room(self, newcomer: Caller, place: str, why: Said) -> Said | None:
        for caller in self._waiting:
            if caller is not newcomer and place in ("", self._present[caller]):
                self._let_go["made_room"] += 1
                caller.turn_away(503, MADE_ROOM)
                return None
        self._let_go["found_it_full"] += 1
        self.leaves(newcomer)
        return why

    def joined(self, caller: Caller) -> None:
        """Somebody is here."""
        self._present[caller] = place = one_address(caller.address)
        self._of[place] += 1

    def waits(self, caller: Caller) -> None:
        """The house waits for somebody from now on."""
        if caller in self._present:
            self._waiting.pop(caller, None)
            self._waiting[caller] = time.monotonic()

    def works(self, caller: Caller) -> None:
        """The house has all that it needs from somebody."""
        self._waiting.pop(caller, None)

    def leaves(self, caller: Caller) -> None:
        """Somebody was told to go, and has a while to hear it."""
        self.went(caller)
        self._leaving[caller] = time.monotonic()
        if len(self._leaving) > MOST_LEAVING:
            self._cut(next(iter(self._leaving)))

    def went(self, caller: Caller) -> None:
        """Somebody is gone."""
        place = self._present.pop(caller, None)
        if place is not None:
            self._of[place] -= 1
            if not self._of[place]:
                del self._of[place]
        self._waiting.pop(caller, None)
        self._leaving.pop(caller, None)

    def sweep(self) -> None:
        """Let go of everybody for whom the house has waited long enough; the log is told how many, not of each."""
        now = time.monotonic()
        for caller in self._present:
            if caller.is_closing():  # but does not take what is left to send
                self._waiting.setdefault(caller, now)
        for caller in self._expired(self._waiting, now):
            self._let_go["late"] += 1
            caller.turn_away(408, LATE)
        for caller in self._expired(self._leaving, now):
            self._cut(caller)
        if self._let_go:
            log().warning("connections let go", kind="crowd", here=len(self._present), **self._let_go)
            self._let_go.clear()

    def _expired(self, since: dict[Caller, float], now: float) -> list[Caller]:
        return list(takewhile(lambda caller: now - since[caller] >= self._patience, since))

    def _cut(self, caller: Caller) -> None:
        del self._leaving[caller]
        caller.cut()


def _reserve(files: int) -> int:
    return max(LEAST_RESERVE, files // RESERVED)


def files_for(connections: int) -> int:
    """How many files this process may have open; where the system lets it, enough for so many connections."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return sys.maxsize
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + max(LEAST_RESERVE, connections // (RESERVED - 1) + 1)
    if soft not in (resource.RLIM_INFINITY, hard) and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft
