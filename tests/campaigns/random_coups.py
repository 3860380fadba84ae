"""A million random coups for each rulebook, the engine against the naive dealer, to the cent.

    python3 go.py campaign random_coups [--coups 1000000] [--seed 1] [--rulebook seneca] [--workers 2]

Each coup is dealt twice, under options, cards, wagers, coupons and House Money choices drawn at random, and compared in
everything: hands, result, every wager, the balance of each account, the order of settlement. The first difference stops
the campaign and prints the coup that shows it. The same seed gives the same coups on any number of workers.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.rules.rulebook import RULEBOOKS
from tests.play.against_naive import random_coups

COUPS = 1_000_000
PART = 5_000
"""Coups that a worker compares in one go."""

Part = tuple[str, int, str]
Found = tuple[str, Counter[str], str | None]


def compare_part(part: Part) -> Found:
    """Compare some coups: how they came out, and the first one that differs."""
    rulebook, coups_count, seed = part
    outcomes: Counter[str] = Counter()
    try:
        for coup in random_coups(rulebook, coups_count, seed):
            outcomes[coup.outcome] += 1
    except Exception as error:  # a difference, or a crash of either: both end the campaign with its coup
        return rulebook, outcomes, f"seed {seed!r}, coup {outcomes.total() + 1}: {type(error).__name__}: {error}"
    return rulebook, outcomes, None


def parts(rulebook: str, coups_count: int, seed: int) -> list[Part]:
    starts = range(0, coups_count, PART)
    return [(rulebook, min(PART, coups_count - start), f"{seed}/{rulebook}/{start}") for start in starts]


def progress(rulebook: str, done: int, wanted: int, rate: float) -> None:
    """One line on a terminal, nothing in a pipe."""
    if sys.stderr.isatty():
        print(f"\r{rulebook}: {done:,} of {wanted:,} coups, {rate:,.0f} a second ", end="", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="random_coups", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--coups", type=int, default=COUPS, help="coups for each rulebook (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other coups (%(default)s)")
    parser.add_argument("--rulebook", choices=RULEBOOKS, help="one rulebook only")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    given = parser.parse_args()
    if given.coups < 1 or given.workers < 1:
        parser.error("coups and workers are whole numbers from 1 up")
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        for rulebook in [given.rulebook] if given.rulebook else RULEBOOKS:
            outcomes: Counter[str] = Counter()
            started = time.monotonic()
            for _, found, difference in pool.imap_unordered(compare_part, parts(rulebook, given.coups, given.seed)):
                outcomes += found
                if difference:
                    print(f"{rulebook}: the engine and the naive dealer differ\n{difference}", flush=True)
                    return 1
                done = outcomes.total()
                progress(rulebook, done, given.coups, done / (time.monotonic() - started))
            seconds = time.monotonic() - started
            if sys.stderr.isatty():
                print("\r\x1b[K", end="", file=sys.stderr)
            told = ", ".join(f"{name} {outcomes[name]:,}" for name in ("banker", "player", "tie", "void"))
            rate = given.coups / seconds
            print(
                f"{rulebook}: {given.coups:,} coups agree ({told}); {seconds:,.0f} s, {rate:,.0f} a second", flush=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
