"""Shoes on many machines: Ray hands out ranges of shoes, and counts come home.

A piece of work is a seed and a range of shoes, so it does not matter who does it, nor how often: a worker that is
killed in the middle has its range dealt again by another, and the histogram is the same to the last coup. Machines
with a GPU deal on it.
"""

import logging
import socket
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from minibac.simulate.histogram import NOTHING, Histogram, Worth
from minibac.simulate.plan import Plan, SimulationError, WrongRequestError
from minibac.simulate.runs import Chunk, Range, back_end, check, chunks
from minibac.voice.extras import how_to_install
from minibac.voice.said import Fact, Said, said, words_of

NAME = "cluster"
ANSWER_SECONDS = 10
RETRIES = 8
"""How often the same range is handed out again before the run gives up."""

CPU_TASK_SHOES = 1 << 18
GPU_TASK_SHOES = 1 << 26
"""Shoes of one task: a second or so of work."""


def connect(address: str) -> Any:
    """Join a cluster: ``auto`` for the one this machine belongs to, or its address, as ``10.0.0.1:6379``."""
    try:
        import ray
    except ImportError:
        needs = said("a cluster needs the extra cluster; {how}", how=how_to_install("cluster"))
        raise SimulationError(needs) from None
    if address != "auto" and "://" not in address:
        _knock(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, ignore_reinit_error=True)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        reason = " ".join(str(error).split()).partition(". ")[0]
        raise SimulationError(_no_answer(address, reason)) from error
    return ray


def _knock(address: str) -> None:
    """Ray waits long for an address where nobody lives; ask first."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit():
        wrong = said("{address} is no address of a cluster: write auto, or HOST:PORT as 10.0.0.1:6379")
        raise WrongRequestError(wrong.about(address=address))
    try:
        socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise SimulationError(_no_answer(address, words_of(error))) from error


def _no_answer(address: str, why: Fact) -> Said:
    return said("the cluster {address} does not answer: {why}", address=address, why=why)


def run(
    plan: Plan,
    seed: int,
    ranges: Iterable[Range],
    address: str = "auto",
    worth: Worth = NOTHING,
    task_shoes: int | None = None,
) -> Iterator[Chunk]:
    """Deal ranges of shoes on a cluster, and give each piece in the order of the shoes."""
    ranges = list(ranges)
    check(seed, ranges)
    ray = connect(address)
    resources = ray.cluster_resources()
    gpus = 0 if worth or plan.sights else int(resources.get("GPU", 0))
    workers = gpus or max(1, int(resources.get("CPU", 1)))
    device = "gpu" if gpus else "auto"
    # Ray itself starts a task again whose worker has died; a machine that is lost with its results comes back to us.
    wants: dict[str, Any] = {"num_gpus": 1} if gpus else {"num_cpus": 1}
    task = ray.remote(max_retries=RETRIES, **wants)(deal_range)
    total = sum(shoes for _, shoes in ranges)
    size = task_shoes or max(1, min(GPU_TASK_SHOES if gpus else CPU_TASK_SHOES, -(-total // (4 * workers))))
    waiting: deque[tuple[Range, Any]] = deque()
    for first, shoes in chunks(ranges, size):
        waiting.append(((first, shoes), task.remote(plan, seed, first, shoes, worth, device)))
        if len(waiting) > 4 * workers:
            yield _first(ray, task, waiting, plan, seed, worth, device)
    while waiting:
        yield _first(ray, task, waiting, plan, seed, worth, device)


def _first(
    ray: Any, task: Any, waiting: deque[tuple[Range, Any]], plan: Plan, seed: int, worth: Worth, device: str
) -> Chunk:
    (first, shoes), answer = waiting.popleft()
    for _ in range(RETRIES):
        try:
            return Chunk(first, shoes, ray.get(answer))
        except ray.exceptions.RayTaskError as error:
            raise SimulationError(said("a worker of the cluster failed: {why}", why=str(error.cause))) from error
        except ray.exceptions.RayError:
            answer = task.remote(plan, seed, first, shoes, worth, device)
    lost = said("the cluster lost the workers for shoes {first} to {last} {times} times", times=RETRIES)
    raise SimulationError(lost.about(first=str(first), last=str(first + shoes - 1)))


def deal_range(plan: Plan, seed: int, first_shoe: int, shoes: int, worth: Worth, device: str) -> Histogram:
    """What a worker does: one range of shoes on one core, or on its GPU."""
    return back_end(device).deal(plan, seed, first_shoe, shoes, worth)
