"""How fast the result tables come, as ratios of one run against a brute force in C.

    python bench/odds_engines.py

The yardstick is ``brute_force.c``, compiled by the system's ``cc -O3`` on the spot. Where code and arrays happen to lie
in memory moves it by half, and the batch engine by a tenth, so both are timed in fresh processes, in turns, and the
median process of each counts, not the luckiest. Within a process, a time is the best of many short runs, which is what
a quiet machine would show.
"""

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from minibac.odds.exact import joint_table, result_table
from minibac.rules.drawing import parse_drawing

HERE = Path(__file__).parent
ROWS = dict.fromkeys("012", "-0123456789") | {"3": "-012345679", "4": "-234567", "5": "-4567", "6": "67"}
TABLEAU = parse_drawing(natural="89", player="012345", banker=ROWS)
SHOE = [32] * 13

COLD = """
import time, numpy
from minibac.odds import batch
from odds_engines import SHOE, TABLEAU
start = time.perf_counter()
batch.result_tables([SHOE], TABLEAU)
print(time.perf_counter() - start)
"""

BATCH = """
import numpy as np
from minibac.odds import batch
from odds_engines import TABLEAU, best_seconds
shoes = np.random.default_rng(1).integers(0, 33, (1024, 13))
out = batch.result_tables(shoes, TABLEAU)
print(best_seconds(lambda: batch.result_tables(shoes, TABLEAU, out=out), 300) / len(shoes))
"""


def best_seconds(work: Callable[[], object], runs: int) -> float:
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def brute_force_seconds(library: str) -> float:
    """The time of one 8-deck table in C; its total proves that it did the work."""
    compiled = ctypes.CDLL(library)
    by_value = (ctypes.c_int64 * 10)(sum(SHOE[9:]), *SHOE[:9])
    natural = (ctypes.c_uint8 * 10)(*TABLEAU.natural)
    player_draws = (ctypes.c_uint8 * 10)(*TABLEAU.player_draws)
    banker_draws = (ctypes.c_uint8 * 110)(*(cell for row in TABLEAU.banker_draws for cell in row))
    by_code = (ctypes.c_int64 * 400)()
    seconds = best_seconds(lambda: compiled.result_table(by_value, natural, player_draws, banker_draws, by_code), 500)
    assert tuple(by_code) == result_table(SHOE, TABLEAU).by_code
    return seconds


def in_fresh_process(code: str, **environment: str) -> float:
    environment["PYTHONPATH"] = os.pathsep.join(str(Path(folder).resolve()) for folder in sys.path if folder)
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return float(done.stdout)


def spread(times: list[float]) -> str:
    return f"{times[0] * 1e6:,.2f} to {times[-1] * 1e6:,.2f} µs"


def line(what: str, seconds: float, ratio: str = "") -> None:
    print(f"{what:<58}{seconds * 1e6:>14,.2f} µs   {ratio}", flush=True)


def main() -> None:
    import numpy as np

    from minibac.odds import batch

    with tempfile.TemporaryDirectory() as folder:
        library = str(Path(folder) / "brute_force.so")
        subprocess.run(["cc", "-O3", "-shared", "-fPIC", "-o", library, HERE / "brute_force.c"], check=True)
        timing = f"from odds_engines import *; print(brute_force_seconds({library!r}))"
        cache = {"NUMBA_CACHE_DIR": str(Path(folder) / "cache")}
        cold, cached = in_fresh_process(COLD, **cache), in_fresh_process(COLD, **cache)
        line("batch, first call, cold compile", cold, "(goal: under 15 s)")
        line("batch, first call, compiled code from disk", cached, "(goal: well under 1 s)")

        turns = [(in_fresh_process(timing), in_fresh_process(BATCH, **cache)) for _ in range(9)]
        in_c, one_thread = map(sorted, zip(*turns, strict=True))
        brute, each = median(in_c), median(one_thread)
        line("C brute force, 8 decks, median of 9 processes", brute, spread(in_c))
        line("batch, one thread, each composition, likewise", each, spread(one_thread))
        print(f"  {brute / each:,.0f} × C (goal: 400); fastest of each {in_c[0] / one_thread[0]:,.0f} ×", flush=True)

        pure = best_seconds(lambda: result_table(SHOE, TABLEAU), 300)
        line("pure Python, result table", pure, f"{pure / brute:.2f} × C (goal: at most 8)")
        joint = best_seconds(lambda: joint_table(SHOE, TABLEAU), 10)
        line("pure Python, joint table with pairs", joint, "(goal: under 100 ms)")

        shoes = np.random.default_rng(1).integers(0, 33, (8192, 13))
        payoffs = np.random.default_rng(2).integers(-1, 40, (400, 8)).astype(float)
        out = batch.result_tables(shoes, TABLEAU)
        batch.expectations(shoes, TABLEAU, payoffs)
        block = shoes[:1024]
        here = best_seconds(lambda: batch.result_tables(block, TABLEAU, out=out[:1024]), 300) / len(block)
        priced = best_seconds(lambda: batch.expectations(block, TABLEAU, payoffs), 300) / len(block)
        line(
            "batch, expectations of 8 wagers, each composition",
            priced,
            f"{here / priced:.2f} × the speed of tables (goal: 0.7)",
        )
        one, two = (
            best_seconds(lambda: batch.result_tables(shoes, TABLEAU, threads=threads, out=out), 40) / len(shoes)  # noqa: B023
            for threads in (1, 2)
        )
        line("batch, two threads, each composition", two, f"{one / two:.2f} × one thread (goal: 1.8)")


if __name__ == "__main__":
    main()
