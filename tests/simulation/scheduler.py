"""One scheduler in the place of the machine: whose turn it is, what time it is, and what chance brings.

Each process of the house, and the world of its guests, is an event loop of its own; callbacks of one loop run in the
order in which asyncio promises them, and whose callback is next among the loops the seed decides. Time stands still
while anything can be done, and then goes to the next moment somebody waits for. A process that is killed never runs
again, whatever it was about to do; one that is paused goes on later, as if nothing had been.
"""

import asyncio
import contextvars
import heapq
import random
import traceback
from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from minibac.records.world import HERE, World

T = TypeVar("T")

START_MS = 1_800_000_000_000


class KilledError(BaseException):
    """The process dies here; nothing catches it that may go on."""


class Loop(asyncio.BaseEventLoop):
    """The event loop of one process, stepped by the scheduler."""

    _ready: deque[Any]
    _scheduled: list[Any]

    def __init__(self, scheduler: "Scheduler", name: str, world: World) -> None:
        self.scheduler, self.name = scheduler, name
        super().__init__()
        self.dead = False
        self.paused_until = 0.0
        self.tasks: list[Any] = []
        """Of a process that died, so that nothing of it is tidied up as if it had ended."""
        self.here = contextvars.copy_context()
        self.here.run(HERE.set, world)
        self.set_exception_handler(scheduler.fault)
        self.set_task_factory(None)
        scheduler.loops.append(self)

    def time(self) -> float:
        return self.scheduler.now_s

    def is_running(self) -> bool:
        return self.scheduler.running is self

    def _process_events(self, event_list: Any) -> None:
        raise NotImplementedError

    def _write_to_self(self) -> None:
        """Nobody sleeps."""

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:  # type: ignore[override]
        if self.dead:
            raise RuntimeError("Event loop is closed")
        if context is None and self.scheduler.running is not self:
            context = self.here
        return super().call_soon(callback, *args, context=context)

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:  # type: ignore[override]
        return self.call_soon(callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        if context is None and self.scheduler.running is not self:
            context = self.here
        return super().call_at(when, callback, *args, context=context)

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """What a thread would do happens at one moment, a little later."""
        del executor
        future = self.create_future()

        def work() -> None:
            if future.cancelled():
                return
            try:
                result = func(*args)
            except KilledError:
                raise
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self.call_later(self.scheduler.thread_s(), work)
        return future

    @property
    def waits_until(self) -> float | None:
        """When the next timer is due."""
        scheduled = self._scheduled
        while scheduled and scheduled[0].cancelled():
            heapq.heappop(scheduled)._scheduled = False
        return max(scheduled[0].when(), self.paused_until) if scheduled else None

    def begin_due(self) -> None:
        """Whatever has waited for this moment is ready."""
        scheduled = self._scheduled
        while scheduled and scheduled[0].when() <= self.scheduler.now_s + 1e-9:
            handle = heapq.heappop(scheduled)
            handle._scheduled = False
            if not handle.cancelled():
                self._ready.append(handle)

    def kill(self) -> None:
        """The process is gone, in the middle of things."""
        self.dead = True
        self.tasks = [self._ready, self._scheduled, *asyncio.all_tasks(self)]
        self._ready, self._scheduled = deque(), []


class Scheduler:
    """Everybody's turn, from one seed."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(f"turns {seed}")
        self.now_s = 0.0
        self.steps = 0
        self.loops: list[Loop] = []
        self.running: Loop | None = None
        self.faults: list[str] = []
        self.slow_s = 0.0
        """How much longer a thread takes now: a slow disk."""

    @property
    def now_ms(self) -> int:
        return round(self.now_s * 1000)

    def thread_s(self) -> float:
        return self.chance.choice((0.0, 0.0, 0.0005, 0.002)) + self.slow_s

    def fault(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """An exception that nobody caught: a broken promise, if its process lives."""
        if isinstance(loop, Loop) and not loop.dead:
            error = context.get("exception")
            told = "".join(traceback.format_exception(error)) if error else ""
            self.faults.append(f"{loop.name}: {context.get('message')} {told}")

    def at_once(self, loop: Loop, function: Callable[[], T]) -> T:
        """Call a function as that process, now."""
        before, self.running = self.running, loop
        previous = asyncio._get_running_loop()
        asyncio._set_running_loop(loop)
        try:
            return contextvars.copy_context().run(loop.here.copy().run, function)
        finally:
            asyncio._set_running_loop(previous)
            self.running = before

    def step(self) -> bool:
        """One callback of one process; false where nobody has anything to do, ever."""
        ready = [loop for loop in self.loops if loop._ready and loop.paused_until <= self.now_s]
        if not ready:
            due = [until for loop in self.loops if (until := self._next(loop)) is not None]
            if not due:
                return False
            self.now_s = max(self.now_s, min(due))
            for loop in self.loops:
                if loop.paused_until <= self.now_s:
                    loop.begin_due()
            return True
        loop = ready[0] if len(ready) == 1 else self.chance.choice(ready)
        handle = loop._ready.popleft()
        if handle._cancelled:
            return True
        self.steps += 1
        self.running = loop
        asyncio._set_running_loop(loop)
        try:
            handle._run()
        finally:
            asyncio._set_running_loop(None)
            self.running = None
        return True

    def _next(self, loop: Loop) -> float | None:
        if loop.dead:
            return None
        if loop._ready:
            return loop.paused_until
        return loop.waits_until

    def bury(self, loop: Loop) -> None:
        self.loops.remove(loop)


class SimulatedWorld(World):
    """The machine under one process: its chance, its clocks, its thread that writes."""

    def __init__(self, scheduler: Scheduler, seed: str) -> None:
        self._scheduler = scheduler
        self._chance = random.Random(f"world {seed}")
        self.calendar_off_ms = 0
        """How far somebody has turned the calendar of this machine."""
        self.writing: list[SimulatedWorker[Any]] = []

    def random_bytes(self, count: int) -> bytes:
        return self._chance.randbytes(count)

    def calendar_ms(self) -> int:
        return START_MS + self._scheduler.now_ms + self.calendar_off_ms

    def running_ms(self) -> int:
        return self._scheduler.now_ms

    def worker(
        self, take: Callable[[list[T]], None], over: Callable[[], None], most: int, name: str
    ) -> "SimulatedWorker[T]":
        del name
        made = SimulatedWorker(self._scheduler, take, over, most)
        self.writing.append(made)
        return made


class SimulatedWorker(Generic[T]):
    """A thread that the scheduler drives: what was handed in is taken at a moment that the seed decides."""

    def __init__(
        self, scheduler: Scheduler, take: Callable[[list[T]], None], over: Callable[[], None], most: int
    ) -> None:
        self._scheduler, self._take, self._over, self._most = scheduler, take, over, most
        self._items: deque[T] = deque()
        self._due = False

    def put(self, item: T) -> None:
        self._items.append(item)
        if not self._due:
            self._due = True
            loop = self._scheduler.running
            assert loop is not None
            loop.call_later(self._scheduler.thread_s(), self._work)

    @property
    def waiting(self) -> int:
        return len(self._items)

    def _work(self) -> None:
        self._due = False
        while self._items:
            count = min(self._most, len(self._items))
            self._take([self._items.popleft() for _ in range(count)])

    def close(self) -> None:
        self._work()
        self._over()
