"""A run: choose a device, hand it chunk after chunk of shoes, and add up what comes back.

Results are taken in the order of the shoes, whichever chunk is done first, so what has been counted at any moment is
one unbroken range of shoes. That is what a checkpoint writes down.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, Protocol, TypeVar

from minibac.odds.prices import Odds, Own
from minibac.rules.house_rules import HouseRules, rules_of
from minibac.rules.names import wager_name
from minibac.rules.words import did_you_mean
from minibac.simulate.histogram import NOTHING, Histogram, Worth, empty
from minibac.simulate.philox import SEEDS
from minibac.simulate.plan import By, Plan, SimulationError, WrongRequestError, plan
from minibac.simulate.sights import sights_of
from minibac.voice.extras import how_to_install
from minibac.voice.said import many, said

DEVICES = ("auto", "pure", "cpu", "gpu")

MOST_SHOES = 1 << 62

Range = tuple[int, int]
"""The first shoe and how many."""

TRIAL_SECONDS = 0.2


class BackEnd(Protocol):
    """A module that deals shoes."""

    @property
    def NAME(self) -> str: ...  # noqa: N802

    @property
    def CHUNK_SHOES(self) -> int: ...  # noqa: N802

    def deal(self, plan: Plan, seed: int, first_shoe: int, shoes: int, worth: Worth = NOTHING) -> Histogram: ...


class Chunk(NamedTuple):
    """Some shoes that have been dealt."""

    first_shoe: int
    shoes: int
    histogram: Histogram


Progress = Callable[[Chunk], None]


def simulate(
    rules: HouseRules | str,
    shoes: int,
    seed: int = 1,
    device: str = "auto",
    first_shoe: int = 0,
    by: By | str = By.POINTS,
    threads: int | None = None,
    progress: Progress | None = None,
    decks: int | None = None,
    own: Own = (),
) -> Histogram:
    """Deal shoes by these house rules and count their coups by result code.

    The shoes have the numbers ``first_shoe``, ``first_shoe + 1``, … of this seed. ``by="ranks"`` also tells pairs
    apart, and ``own`` are wagers of one's own, of which those on cards have their ends counted
    (``histogram.by_end``). ``progress`` is called after every chunk. The histogram is the same on any device and with
    any number of threads.
    """
    rules = rules_of(rules)
    odds = Odds(rules, own=own, decks_in_shoe=decks)
    shoe_plan = plan(rules, by, decks, sights_of(odds))
    counted = empty(shoe_plan.codes, ends=shoe_plan.ends)
    for step in run(shoe_plan, seed, [(first_shoe, shoes)], back_end_for(shoe_plan, device), threads):
        counted += step.histogram
        if progress is not None:
            progress(step)
    return counted


def run(
    plan: Plan,
    seed: int,
    ranges: Iterable[Range],
    device: BackEnd,
    threads: int | None = None,
    worth: Worth = NOTHING,
    chunk_shoes: int | None = None,
) -> Iterator[Chunk]:
    """Deal ranges of shoes, chunk by chunk, and give each chunk in the order of the shoes."""
    ranges = list(ranges)
    check(seed, ranges)
    workers = threads_for(device, threads)
    size = chunk_shoes or chunk_for(device, sum(shoes for _, shoes in ranges), workers)

    def dealt(piece: Range) -> Chunk:
        return Chunk(*piece, device.deal(plan, seed, *piece, worth))

    yield from in_order(dealt, chunks(ranges, size), workers)


Piece = TypeVar("Piece")
Result = TypeVar("Result")


def in_order(work: Callable[[Piece], Result], pieces: Iterable[Piece], threads: int) -> Iterator[Result]:
    """Work on pieces on some threads and give what comes of them in their order, never far ahead of who takes it."""
    with ThreadPoolExecutor(threads, thread_name_prefix="shoes") as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for piece in pieces:
                waiting.append(pool.submit(work, piece))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def check(seed: int, ranges: Iterable[Range]) -> None:
    """Refuse a run that means nothing."""
    if not 0 <= seed < SEEDS:
        no_seed = said("{seed} is no seed: a seed is a whole number from 0 to {last}", seed=str(seed))
        raise WrongRequestError(no_seed.about(last=str(SEEDS - 1)))
    for first, shoes in ranges:
        if shoes < 1:
            raise WrongRequestError(said("{shoes} shoes are nothing to deal: ask for 1 or more", shoes=str(shoes)))
        if not 0 <= first < MOST_SHOES:
            no_shoe = said("there is no shoe {shoe}: shoes are numbered from 0 to {last}", shoe=str(first))
            raise WrongRequestError(no_shoe.about(last=str(MOST_SHOES - 1)))
        if first + shoes > MOST_SHOES:
            more = said("{shoes} shoes from shoe {first} on are more than there are: the last one is {last}")
            raise WrongRequestError(more.about(shoes=str(shoes), first=str(first), last=str(MOST_SHOES - 1)))


def chunks(ranges: Iterable[Range], size: int) -> Iterator[Range]:
    """Cut ranges into pieces.

    >>> list(chunks([(0, 5), (9, 2)], 2))
    [(0, 2), (2, 2), (4, 1), (9, 2)]
    """
    for first, shoes in ranges:
        for start in range(0, shoes, size):
            yield first + start, min(size, shoes - start)


def chunk_for(device: BackEnd, shoes: int, workers: int) -> int:
    """As large as the device likes, but some for every worker."""
    return max(1, min(device.CHUNK_SHOES, -(-shoes // (2 * workers))))


def threads_for(device: BackEnd, threads: int | None) -> int:
    """How many threads deal: on the processor one for each core, unless told otherwise; elsewhere one."""
    if threads is not None and threads < 1:
        raise WrongRequestError(said("{threads} threads deal nothing: ask for 1 or more", threads=str(threads)))
    if device.NAME != "cpu":
        return 1
    if threads is not None:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def back_end(device: str = "auto") -> BackEnd:
    """The module that deals on this device; of what is installed, ``auto`` takes the fastest."""
    if device == "auto":
        if find_spec("numba_cuda") and (found := _gpu()) is not None:
            return found
        return back_end("cpu" if find_spec("numba") else "pure")
    if device not in DEVICES:
        unknown = said("there is no device '{device}'{did_you_mean}: {devices}", device=device, devices=many(DEVICES))
        raise WrongRequestError(unknown.about(did_you_mean=did_you_mean(device, DEVICES)))
    if device == "gpu":
        if not find_spec("numba_cuda") and not find_spec("numba"):
            raise SimulationError(said("the device gpu needs the extra gpu; {how}", how=how_to_install("gpu")))
        if (found := _gpu()) is None:
            raise SimulationError(
                said("there is no GPU on this machine that CUDA can use: leave --device out, or choose cpu")
            )
        return found
    if device == "cpu" and not find_spec("numba"):
        needs = said("the device cpu needs the extra fast, or choose pure; {how}", how=how_to_install("fast"))
        raise SimulationError(needs)
    found_module: BackEnd = import_module(f"minibac.simulate.{device}")
    return found_module


def back_end_for(plan: Plan, device: str = "auto", worth: Worth = NOTHING) -> BackEnd:
    """The same for these shoes: cards, and results of single shoes, are followed on the processor."""
    if device == "auto" and (plan.sights or worth):
        return back_end("cpu" if find_spec("numba") else "pure")
    if device == "gpu":
        check_for_gpu(plan, worth)  # said before it is asked whether there is one
    return back_end(device)


def check_for_gpu(plan: Plan, worth: Worth) -> None:
    """Say what a GPU does not deal."""
    if worth:
        raise WrongRequestError(
            said("results of single shoes are followed on the processor: choose the device cpu or pure")
        )
    if plan.sights:
        on_cards = said(
            "{wager} asks for cards, and the GPU deals by points and by ranks: choose the device cpu or pure"
        )
        raise WrongRequestError(on_cards.about(wager=wager_name(plan.sights[0].wager)))


def _gpu() -> BackEnd | None:
    """The GPU back end where it can be imported and finds a GPU."""
    try:
        from minibac.simulate import gpu
    except ImportError:
        return None
    return gpu if gpu.is_there() else None


def coups_per_second(plan: Plan, device: BackEnd, threads: int | None = None) -> float:
    """About how fast shoes like these will be dealt, from a trial that leaves no trace."""
    device.deal(plan, 0, 0, 1)  # compiles, where there is something to compile
    shoes = 16
    while True:
        start = time.perf_counter()
        coups = device.deal(plan, 0, 0, shoes).coups
        seconds = time.perf_counter() - start
        if seconds > TRIAL_SECONDS or shoes >= device.CHUNK_SHOES:
            return coups / seconds * threads_for(device, threads)
        shoes = min(device.CHUNK_SHOES, shoes * 8)
