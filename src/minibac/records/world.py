"""The world beneath a house: chance, time, a thread that writes, and files.

What a house has of the machine it runs on it has from here, or as an argument (``clock``, ``entropy``, ``later``), or
from the event loop it runs in. So a test can put one scheduler with one seed in the place of all of them, and the same
code runs in it (``tests/simulation``). Outside of tests there is one world, the machine.
"""

import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, Generic, Protocol, TypeVar

T = TypeVar("T")
In_contra = TypeVar("In_contra", contravariant=True)


class Worker(Protocol[In_contra]):
    """Somebody who takes whatever waits, together, one batch after the other."""

    def put(self, item: In_contra) -> None:
        """Hand something in."""

    @property
    def waiting(self) -> int:
        """How many things wait."""

    def close(self) -> None:
        """Wait until everything that was handed in is done."""


class World:
    """The machine."""

    connection: type[sqlite3.Connection] = sqlite3.Connection
    """How a file is opened as a database."""

    def random_bytes(self, count: int) -> bytes:
        """What nobody can guess."""
        return os.urandom(count)

    def calendar_ms(self) -> int:
        """What the calendar says, in milliseconds since 1970; somebody may set it."""
        return time.time_ns() // 1_000_000

    def running_ms(self) -> int:
        """What only ever runs on, whoever sets the calendar."""
        return time.monotonic_ns() // 1_000_000

    def worker(self, take: Callable[[list[T]], None], over: Callable[[], None], most: int, name: str) -> Worker[T]:
        """A thread that is given what waits, so many things at most at a time; ``over`` is the last it does."""
        return _Thread(take, over, most, name)


class _Thread(Generic[T]):
    """A worker that is a thread."""

    def __init__(self, take: Callable[[list[T]], None], over: Callable[[], None], most: int, name: str) -> None:
        self._take, self._over, self._most = take, over, most
        self._queue: queue.SimpleQueue[T | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def put(self, item: T) -> None:
        self._queue.put(item)

    @property
    def waiting(self) -> int:
        return self._queue.qsize()

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            items: list[T] = []
            item = self._queue.get()
            while item is not None:
                items.append(item)
                if len(items) >= self._most or self._queue.empty():
                    break
                item = self._queue.get()
            going = item is not None
            if items:
                self._take(items)
        self._over()


MACHINE: Final = World()
HERE: Final[ContextVar[World]] = ContextVar("world", default=MACHINE)
"""Where this runs."""


def random_bytes(count: int) -> bytes:
    """What nobody can guess, from the world where this runs."""
    return HERE.get().random_bytes(count)
