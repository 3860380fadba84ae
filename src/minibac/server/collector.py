"""When the collector looks through everything: at a quiet moment, not while guests wait.

Python counts references, so almost nothing is left for its collector; but a full collection looks at every object there
is, which takes a tenth of a second in a house of 700 guests, and would begin whenever enough new ones have come: in the
middle of a burst of wagers. So the full ones are held here, now and then, when no page has sent a command for a moment.
The short ones, which look at what is new, come by themselves as always.
"""

import asyncio
import gc
import time
from collections.abc import Callable

from minibac.house.logs import log_fault

EVERY_S = 300.0
QUIET_S = 0.25
"""So long no command has come when a full collection begins."""
LOOK_S = 0.1
LONGEST_WAIT_S = 30.0
"""In a house that is never quiet it begins all the same."""
NEVER = 1_000_000
"""So many collections of the middle generation before a full one begins by itself."""


def collect_in_quiet(heard_at: Callable[[], float]) -> "asyncio.Task[None]":
    """Hold full collections at quiet moments from now on, until the task is cancelled; ``heard_at``: the last command.

    Rulebooks, routes and modules stay for good, and need not be looked through again.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(before[0], before[1], NEVER)
    task = asyncio.create_task(_collect(heard_at), name="the collector")
    task.add_done_callback(lambda _: gc.set_threshold(*before))
    task.add_done_callback(log_fault)
    return task


async def _collect(heard_at: Callable[[], float]) -> None:
    while True:
        await asyncio.sleep(EVERY_S)
        latest = time.perf_counter() + LONGEST_WAIT_S
        while (now := time.perf_counter()) < latest and now - heard_at() < QUIET_S:  # noqa: ASYNC110
            await asyncio.sleep(LOOK_S)
        gc.collect()
