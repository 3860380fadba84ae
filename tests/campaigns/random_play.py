"""A million random commands for each rulebook, good and bad, with everything checked after each.

    python3 go.py campaign random_play [--commands 1000000] [--seed 1] [--rulebook seneca] [--workers 2]

Options, people, wagers, irregularities, orders of the floor and nonsense are drawn at random. After each command every
card lies in exactly one place, the chips of every account are those of a second count, and a refusal has changed
nothing; at the end of each table the log replays to the same state and the automatic dealer finds its way to the end of
the shoe. The first broken promise stops the campaign and prints the seed that shows it.
"""

import argparse
import multiprocessing
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.rules.rulebook import RULEBOOKS
from tests.table.random_table import play

COMMANDS = 1_000_000
PART = 10_000
"""Commands that a worker gives in one go."""

TOLD = ("CardsRacked", "WagerPlaced", "CardStrayed", "SimulatedRoundStarted", "CoupVoided", "ShoeRevealed")

Part = tuple[str, int, str]


def play_part(part: Part) -> tuple[Counter[str], str]:
    """Play some tables: what happened, and the first broken promise."""
    rulebook, commands_count, seed = part
    happened: Counter[str] = Counter()
    try:
        for answers in play(rulebook, commands_count, seed):
            happened += answers
    except Exception:  # a broken promise or a crash: both end the campaign with the seed that shows it
        return happened, f"{rulebook}, {commands_count} commands, seed {seed!r}\n{traceback.format_exc()}"
    return happened, ""


def parts(rulebook: str, commands_count: int, seed: int) -> Iterator[Part]:
    for number, start in enumerate(range(0, commands_count, PART)):
        yield rulebook, min(PART, commands_count - start), f"{seed} {number}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--commands", type=int, default=COMMANDS, metavar="N", help="commands for each rulebook")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulebook", choices=RULEBOOKS)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if given.commands < 1 or given.workers < 1:
        parser.error("commands and workers are whole numbers from 1 up")
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        for rulebook in [given.rulebook] if given.rulebook else RULEBOOKS:
            happened: Counter[str] = Counter()
            started = time.monotonic()
            for found, broken in pool.imap_unordered(play_part, parts(rulebook, given.commands, given.seed)):
                happened += found
                if broken:
                    print(broken, flush=True)
                    return 1
                if sys.stderr.isatty():
                    print(f"\r{rulebook}: {happened['accepted'] + happened['refused']:,}", end="", file=sys.stderr)
            seconds = time.monotonic() - started
            if sys.stderr.isatty():
                print("\r\x1b[K", end="", file=sys.stderr)
            told = ", ".join(f"{name} {happened[name]:,}" for name in TOLD)
            print(
                f"{rulebook}: {happened['accepted']:,} commands accepted and {happened['refused']:,} refused, every "
                f"promise kept ({told}); {seconds:,.0f} s",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
