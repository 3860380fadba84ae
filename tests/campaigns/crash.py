"""Three thousand kills: a house is killed with SIGKILL at every kind of moment and opened again, and loses nothing.

    python3 go.py campaign crash [--kills 3000] [--rulebook seneca] [--store sqlite] [--workers 2] [--fresh]
    python3 go.py campaign crash --rulebook seneca --store sqlite --seed 7     one part once more, as after a failure

Nine guests play short shoes under each rulebook, on a SQLite file and on a real PostgreSQL server. The process dies
before a write, inside the commit, at any moment of it, between the write and the reply, or after the reply; while it
recovers from the last death; and, with PostgreSQL, while it takes over from another process that was killed a moment
before. On a file the power goes with every other death, where there is a compiler for C: of what no fsync had brought
to the disk all is lost, or what came late, or any of its sectors (``--no-power`` leaves that out). Guests write down
what they are told before the process can die, and send again, under the same id, what was not answered. After each
death the next process checks: every acknowledged wager is there once, none is there twice, chips are conserved, the
chain holds, and the state is the replay of the log. The first broken promise stops the campaign.

Kills come in parts of 25, each in a new store with a seed of its own. A part that passed is written to
build/crash.jsonl, and the next run goes on behind it, so that nights add up.
"""

import argparse
import contextlib
import json
import multiprocessing
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.rules.rulebook import RULEBOOKS
from tests.house.kills import KINDS, Power, run
from tests.postgres import serve
from tests.power.cut import library

KILLS = 3_000
PART = 25
"""Kills in one store."""
STORES = ("sqlite", "postgres")
RESULTS = Path(__file__).resolve().parents[2] / "build" / "crash.jsonl"
LOADED = "MINIBAC_CUT_LOADED"

Part = tuple[str, str, str, int, bool]


def play_part(part: Part) -> tuple[Part, Counter[str], str]:
    """Kill a house in one store: what was counted, and the first thing wrong."""
    rulebook, store, place, seed, power = part
    if store == "postgres":
        return part, *run(rulebook, place, kills=PART, seed=seed)
    with tempfile.TemporaryDirectory(prefix="minibac-crash-") as folder:
        house, journal = Path(folder) / "house", Path(folder) / "journal"
        house.mkdir()
        journal.mkdir()
        cuts = Power(house, journal) if power else None
        return part, *run(rulebook, str(house / "minibac.sqlite"), kills=PART, seed=seed, power=cuts)


def earlier(pairs: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """The parts that passed."""
    if not RESULTS.is_file():
        return []
    rows = [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if (row["rulebook"], row["store"]) in pairs]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=KILLS, metavar="N", help="in all, earlier runs included")
    parser.add_argument("--seed", type=int, help="one part of each pair, which is not counted")
    parser.add_argument("--rulebook", choices=RULEBOOKS)
    parser.add_argument("--store", choices=STORES)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--no-power", action="store_true", help="the power stays on")
    parser.add_argument("--fresh", action="store_true", help="forget earlier runs")
    given = parser.parse_args()
    if given.kills < 1 or given.workers < 1:
        parser.error("kills and workers are whole numbers from 1 up")
    power = not given.no_power and _below_the_disk()
    if given.fresh:
        RESULTS.unlink(missing_ok=True)
    rulebooks = [given.rulebook] if given.rulebook else list(RULEBOOKS)
    stores = [given.store] if given.store else list(STORES)
    pairs = [(rulebook, store) for rulebook in rulebooks for store in stores]
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(serve()) if "postgres" in stores else None
        pool = stack.enter_context(multiprocessing.get_context("fork").Pool(given.workers))
        parts: list[Part] = []
        for rulebook, store, seed in [(*pair, given.seed) for pair in pairs] if given.seed else due(pairs, given.kills):
            place = stack.enter_context(server.database()) if server is not None and store == "postgres" else ""
            parts.append((rulebook, store, place, seed, power))
        for (rulebook, store, _, seed, cuts), counted, wrong in pool.imap_unordered(play_part, parts):
            if wrong:
                again = f"--rulebook {rulebook} --store {store} --seed {seed}{'' if cuts else ' --no-power'}"
                print(f"{wrong}\nonce more: python3 go.py campaign crash {again}", file=sys.stderr)
                return 1
            if given.seed is not None:
                print(f"{rulebook} on {store}: {dict(counted)}")
            else:
                row = {"rulebook": rulebook, "store": store, "seed": seed, "kills": PART, "counted": counted}
                RESULTS.parent.mkdir(exist_ok=True)
                with RESULTS.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
                print(f"{sum(row['kills'] for row in earlier(pairs))} kills", file=sys.stderr)
    if given.seed is None:
        tell(pairs)
    return 0


def due(pairs: list[tuple[str, str]], kills: int) -> list[tuple[str, str, int]]:
    """The parts that are still to be played, each with its seed, pairs in turn."""
    done = {pair: [row["seed"] for row in earlier([pair])] for pair in pairs}
    left = []
    while sum(len(seeds) for seeds in done.values()) * PART < kills:
        pair = min(pairs, key=lambda each: len(done[each]))
        seed = max(done[pair], default=0) + 1
        done[pair].append(seed)
        left.append((*pair, seed))
    return left


def _below_the_disk() -> bool:
    """Begin this program again above the layer that notes down what is not synced, where that can be had."""
    if not os.environ.get(LOADED):
        layer = library()
        if layer is None:
            print("no compiler for C is here: the power stays on", file=sys.stderr)
            return False
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"LD_PRELOAD": str(layer), LOADED: "yes"})
    return True


def tell(pairs: list[tuple[str, str]]) -> None:
    """What all runs together have counted."""
    everything: Counter[str] = Counter()
    for pair in pairs:
        counted: Counter[str] = Counter()
        for row in earlier([pair]):
            counted.update(row["counted"])
        everything += counted
        if counted["kills"]:
            kinds = ", ".join(f"{kind} {counted[kind] + counted[kind + ' (takeover)']}" for kind in KINDS)
            takeovers = sum(count for name, count in counted.items() if name.endswith("(takeover)"))
            life_ms = counted["ms"] / counted["kills"]
            print(f"{pair[0]} on {pair[1]}: {counted['kills']} kills ({kinds}; in a takeover {takeovers}; power cuts "
                  f"{counted['power cuts']}), {counted['wagers']} wagers, {life_ms:.0f} ms a life")  # fmt: skip
    ways = ", ".join(f"{name[7:]} {count}" for name, count in sorted(everything.items()) if name.startswith("power: "))
    print(f"{everything['kills']} kills, {everything['power cuts']} of them with the power ({ways or 'none'} files): "
          "nothing lost, nothing doubled, chips conserved")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
