"""A thousand kills: a house is killed with SIGKILL at every kind of moment and opened again, and loses nothing.

    python3 go.py campaign crash [--kills 1000] [--seed 1] [--rulebook seneca] [--store sqlite] [--workers 2]

Nine guests play short shoes under each rulebook, on a SQLite file and on a real PostgreSQL server. The process dies
before a write, inside the commit, at any moment of it, between the write and the reply, or after the reply; while it
recovers from the last death; and, with PostgreSQL, while it takes over from another process that was killed a moment
before. Guests write down what they are told before the process can die, and send again, under the same id, what was not
answered. After each death the next process checks: every acknowledged wager is there once, none is there twice, chips
are conserved, the chain holds, and the state is the replay of the log. The first broken promise stops the campaign.
"""

import argparse
import contextlib
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.rules.rulebook import RULEBOOKS
from tests.house.kills import KINDS, run
from tests.postgres import serve

KILLS = 1_000
PART = 25
"""Kills in one store."""
STORES = ("sqlite", "postgres")

Part = tuple[str, str, str, int, int]


def play_part(part: Part) -> tuple[str, str, Counter[str], str]:
    """Kill a house in one store: where, what was counted, and the first thing wrong."""
    rulebook, store, place, kills, seed = part
    counted, wrong = run(rulebook, place, kills=kills, seed=seed)
    return rulebook, store, counted, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=KILLS, metavar="N", help="over all rulebooks and stores")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulebook", choices=RULEBOOKS)
    parser.add_argument("--store", choices=STORES)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    if given.kills < 1 or given.workers < 1:
        parser.error("kills and workers are whole numbers from 1 up")
    rulebooks = [given.rulebook] if given.rulebook else list(RULEBOOKS)
    stores = [given.store] if given.store else list(STORES)
    pairs = [(rulebook, store) for rulebook in rulebooks for store in stores]
    started = time.monotonic()
    totals: dict[tuple[str, str], Counter[str]] = {pair: Counter() for pair in pairs}
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="minibac-crash-"))
        server = stack.enter_context(serve()) if "postgres" in stores else None
        pool = stack.enter_context(multiprocessing.get_context("fork").Pool(given.workers))
        parts: list[Part] = []
        for index, (rulebook, store) in enumerate(pairs):
            left = given.kills // len(pairs) + (index < given.kills % len(pairs))
            while left:
                number = len(parts)
                if server is not None and store == "postgres":
                    place = stack.enter_context(server.database())
                else:
                    place = str(Path(folder) / f"{number}.sqlite")
                parts.append((rulebook, store, place, min(PART, left), given.seed * 1_000 + number))
                left -= min(PART, left)
        for rulebook, store, counted, wrong in pool.imap_unordered(play_part, parts):
            totals[rulebook, store] += counted
            if wrong:
                print(f"after {sum(t['kills'] for t in totals.values())} kills:\n{wrong}", file=sys.stderr)
                return 1
            if sys.stderr.isatty():
                print(f"{sum(t['kills'] for t in totals.values())} kills", end="\r", file=sys.stderr)
    for (rulebook, store), counted in totals.items():
        kinds = ", ".join(f"{kind} {counted[kind] + counted[kind + ' (takeover)']}" for kind in KINDS)
        takeovers = sum(count for name, count in counted.items() if name.endswith("(takeover)"))
        print(f"{rulebook} on {store}: {counted['kills']} kills ({kinds}; in a takeover {takeovers}), "
              f"{counted['wagers']} wagers, {counted['ms'] / max(1, counted['kills']):.0f} ms a life")  # fmt: skip
    kills = sum(counted["kills"] for counted in totals.values())
    print(f"{kills} kills in {time.monotonic() - started:.0f} s: nothing lost, nothing doubled, chips conserved")
    return 0


if __name__ == "__main__":
    sys.exit(main())
