"""How fast shoes are dealt, as ratios of one run: minibac against a plain C simulator and a vectorised NumPy one.

    python bench/simulate.py [--rounds 7] [--gpu]

All deal the same faithful shoes (eight decks, burn, cutting card at 14, last hand), exactly uniformly, and count result
codes; all but the last line on one thread. They take turns, and of each the best turn counts, which is what a quiet
machine would show. ``--gpu`` measures the GPU in place of all this.
"""

import argparse
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import load
from minibac.simulate.histogram import Histogram
from minibac.simulate.plan import By, Plan, plan
from minibac.simulate.runs import back_end, run

HERE = Path(__file__).parent
DEPTH = 14
GOALS = {"by points, to NumPy": 20.0, "by points, to C": 2.0, "by ranks, to C": 1.0, "two threads, to one": 1.8}

Timed = Callable[[], tuple[int, float]]
"""Deals some shoes and says how many coups, in how many seconds."""


def shoes_for(by: By) -> Plan:
    rules = build(load("section-42"))
    assert isinstance(rules, HouseRules)
    return plan(rules, by)


def c_simulator(folder: str) -> Callable[[bool], Timed]:
    """``shoes.c`` compiled by the system's C compiler for this machine."""
    program = str(Path(folder) / "shoes")
    subprocess.run(["cc", "-O3", "-march=native", "-o", program, str(HERE / "shoes.c")], check=True)

    def version(pairs: bool) -> Timed:
        def turn() -> tuple[int, float]:
            told = subprocess.run([program, "100000", "1", str(int(pairs))], capture_output=True, text=True, check=True)
            coups, seconds, *_ = told.stdout.split()
            return int(coups), float(seconds)

        return turn

    return version


def numpy_turn() -> tuple[int, float]:
    start = time.perf_counter()
    counts = numpy_shoes(np.random.default_rng(1), 4000)
    return int(counts.sum()), time.perf_counter() - start


def numpy_shoes(rng: np.random.Generator, shoes: int) -> np.ndarray:
    """The simulator one would write in NumPy: all shoes shuffled at once, then coup after coup for all of them."""
    points = np.array([0] * 16 + [value for value in range(1, 10) for _ in range(4)], np.int8)
    natural = np.arange(10) >= 8
    player_draws = np.arange(10) <= 5
    banker_draws = np.array(shoes_for(By.POINTS).drawing.banker_draws)
    order = rng.permuted(np.tile(np.tile(points, 8), (shoes, 1)), axis=1)
    counts = np.zeros(400, np.int64)
    shoe = np.arange(shoes)
    at = 1 + np.where(order[:, 0] > 0, order[:, 0], 10).astype(np.int64)
    stage = np.zeros(shoes, np.int8)
    while len(shoe):
        cards = order[shoe[:, None], np.minimum(at[:, None] + np.arange(6), order.shape[1] - 1)]
        player, banker = (cards[:, 0] + cards[:, 2]) % 10, (cards[:, 1] + cards[:, 3]) % 10
        live = ~(natural[player] | natural[banker])
        third = live & player_draws[player]
        fourth = live & banker_draws[banker, np.where(third, cards[:, 4], 10)]
        player = (player + np.where(third, cards[:, 4], 0)) % 10
        banker = (banker + np.where(fourth, np.where(third, cards[:, 5], cards[:, 4]), 0)) % 10
        codes = (player.astype(np.int64) * 10 + banker) * 4 + third * 2 + fourth
        counts += np.bincount(codes, minlength=400)
        at += 4 + third + fourth
        stage += at > order.shape[1] - DEPTH
        playing = stage < 2
        shoe, at, stage = shoe[playing], at[playing], stage[playing]
    return counts


def ours(by: By, threads: int, shoes: int) -> Timed:
    """minibac through its ordinary run: chunks, threads, and the adding up."""
    cpu, kind = back_end("cpu"), shoes_for(by)

    def turn() -> tuple[int, float]:
        start = time.perf_counter()
        coups = sum(step.histogram.coups for step in run(kind, 1, [(0, shoes)], cpu, threads))
        return coups, time.perf_counter() - start

    return turn


def best_rates(turns: dict[str, Timed], rounds: int) -> dict[str, float]:
    """Coups per second of each, the best of so many rounds."""
    for turn in turns.values():
        turn()  # what is compiled is compiled
    rates = dict.fromkeys(turns, 0.0)
    for _ in range(rounds):
        for name, turn in turns.items():
            coups, seconds = turn()
            rates[name] = max(rates[name], coups / seconds)
    return rates


def measure_cpu(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        in_c = c_simulator(folder)
        rates = best_rates(
            {
                "NumPy, by points": numpy_turn,
                "C, by points": in_c(False),
                "C, by ranks": in_c(True),
                "minibac, by points": ours(By.POINTS, 1, 1 << 18),
                "minibac, by ranks": ours(By.RANKS, 1, 1 << 18),
                "minibac, by points, two threads": ours(By.POINTS, 2, 1 << 19),
            },
            rounds,
        )
    for name, rate in rates.items():
        print(f"{name:<36}{rate / 1e6:>10.1f} M coups/s")
    points, ranks = rates["minibac, by points"], rates["minibac, by ranks"]
    ratios = {
        "by points, to NumPy": points / rates["NumPy, by points"],
        "by points, to C": points / rates["C, by points"],
        "by ranks, to C": ranks / rates["C, by ranks"],
        "two threads, to one": rates["minibac, by points, two threads"] / points,
    }
    print()
    for name, ratio in ratios.items():
        reached = "" if ratio >= GOALS[name] else "   BELOW THE GOAL"
        print(f"{name:<36}{ratio:>10.2f} times (goal {GOALS[name]}){reached}")
    print(f"{'the same by processor time':<36}{2 * efficiency(rounds):>10.2f} times")


def efficiency(rounds: int) -> float:
    """Coups for a second of processor time with two threads, to those with one.

    Two threads deal this times two, as long as the machine has two cores to spare, which a shared one may not.
    """
    rates = []
    for threads in (1, 2):
        turn = ours(By.POINTS, threads, 1 << 19)
        best = 0.0
        for _ in range(rounds):
            start = time.process_time()
            coups, _seconds = turn()
            best = max(best, coups / (time.process_time() - start))
        rates.append(best)
    return rates[1] / rates[0]


def measure_gpu(rounds: int) -> None:
    gpu, cpu = back_end("gpu"), back_end("cpu")
    for by in By:
        kind = shoes_for(by)
        same = gpu.deal(kind, 1, 0, 100_000) == cpu.deal(kind, 1, 0, 100_000)
        best = 0.0
        shoes = 1 << 26
        for _ in range(rounds):
            start = time.perf_counter()
            counted: Histogram = gpu.deal(kind, 1, 0, shoes)
            best = max(best, counted.coups / (time.perf_counter() - start))
        print(f"GPU, by {by.value:<8}{best / 1e9:>8.2f} G coups/s; the same as the processor: {same}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--gpu", action="store_true")
    asked = parser.parse_args()
    if asked.gpu:
        measure_gpu(asked.rounds)
    else:
        measure_cpu(asked.rounds)


if __name__ == "__main__":
    main()
