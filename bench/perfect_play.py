"""How much of the batch engine's speed is left to perfect play, which must also deal the shoes and judge the coups.

    python bench/perfect_play.py [--rounds 5] [--threads 2] [--gpu]

Both price the same coups of the same eight-deck shoes for the same wagers, on the same threads, and take turns; of each
the best turn counts. The batch engine is handed all compositions at once. ``--gpu`` measures the GPU in place of this.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np

from minibac.odds.batch import expectations
from minibac.odds.prices import Odds
from minibac.rules.house_rules import house_rules
from minibac.simulate.known import burn_is_seen
from minibac.simulate.plan import plan
from minibac.simulate.pricing import Pricing
from minibac.simulate.study import Shoes, perfect_study
from minibac.simulate.trace import trace

GOAL = 0.7
GPU_GOAL = 20e6
WAGERS = ("banker", "player", "tie", "dragon-7", "panda-8")
SHOES = 8192


def best_of(rounds: int, turns: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Coups a second of each, the best of so many rounds."""
    rates = dict.fromkeys(turns, 0.0)
    for turn in turns.values():
        turn()  # what is compiled is compiled
    for _ in range(rounds):
        for name, turn in turns.items():
            start = time.perf_counter()
            coups = turn()
            rates[name] = max(rates[name], coups / (time.perf_counter() - start))
    return rates


def measure_cpu(rounds: int, threads: int) -> None:
    rules = house_rules("massachusetts", vigorish_type="ez")
    shoes = plan(rules)
    pays = Pricing.over(Odds(rules), WAGERS).point_pays
    known = trace(shoes, 1, 0, SHOES, burn_seen=burn_is_seen(rules)).compositions
    rates = best_of(
        rounds,
        {
            "batch engine": lambda: len(expectations(known, shoes.drawing, pays, threads)),
            "perfect play": lambda: perfect_study(rules, WAGERS, Shoes(SHOES, threads=threads))[0].coups,
        },
    )
    for name, rate in rates.items():
        print(f"{name:<16}{rate / 1e6:>8.3f} M coups/s on {threads} threads")
    ratio = rates["perfect play"] / rates["batch engine"]
    print(f"{'ratio':<16}{ratio:>8.3f} (goal {GOAL}){'' if ratio >= GOAL else '   BELOW THE GOAL'}")


def measure_gpu(rounds: int) -> None:
    from minibac.simulate import gpu_exact

    rules = house_rules("massachusetts", vigorish_type="ez")
    shoes = plan(rules)
    pays = Pricing.over(Odds(rules), WAGERS).point_pays
    few = trace(shoes, 1, 0, 64, burn_seen=False).compositions
    worst = np.abs(gpu_exact.expectations(few, shoes.drawing, pays) - expectations(few, shoes.drawing, pays)).max()
    count = 1 << 19
    rates = best_of(rounds, {"perfect play": lambda: perfect_study(rules, WAGERS, Shoes(count), "gpu")[0].coups})
    rate = rates["perfect play"]
    below = "" if rate >= GPU_GOAL else "   BELOW THE GOAL"
    print(f"GPU, shoes dealt, priced and judged: {rate / 1e6:.1f} M exact compositions/s{below}")
    print(f"worst difference from the processor: {worst:.1e}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--gpu", action="store_true")
    asked = parser.parse_args()
    if asked.gpu:
        measure_gpu(asked.rounds)
    else:
        measure_cpu(asked.rounds, asked.threads)


if __name__ == "__main__":
    main()
