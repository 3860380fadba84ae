"""A thousand moves of ownership: a house of two and of three processes on PostgreSQL, under play, after each one whole.

    python3 go.py campaign moves [--moves 1000] [--processes 2] [--fresh]
    python3 go.py campaign moves --processes 3 --seed 7     one part once more, as after a failure

Processes are started, stopped, killed and paused for longer than their lease; their connections are dropped, cut and
held; the database ends connections, is restarted in the fast and in the immediate way, and is away for longer than a
lease and than a write waits for it; and two of these at once. Four guests with chairs at two tables each play all the
while, at every process, with a client of their own. After each move every table is served, every guest wagers, leaves
and sits down again, every process answers; `balances` is the sum of the ledger, every acknowledged command is there
once, and chips and wallets are those of a second count. After every tenth a copy is made, restored and reconciled.

Moves come in parts of 25, each in a new house with a seed of its own. A part that passed is written to
build/moves.jsonl, and the next run goes on behind it, so that nights add up. The first broken promise ends the
campaign with the seed that shows it: what is done is the same again, when it meets what is not.
"""

import argparse
import asyncio
import json
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.moves.moving import play
from tests.postgres import serve

RESULTS = Path(__file__).resolve().parents[2] / "build" / "moves.jsonl"
MOVES = 1_000
PART = 25
"""Moves in one house."""
BACKUP_EVERY = 10
LEASE_MS = 1_500
"""Shorter than a house has it, so that moves are quick; an owner on a busy machine may lose a table without cause."""


def earlier() -> list[dict[str, Any]]:
    """The parts that passed."""
    if not RESULTS.is_file():
        return []
    return [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--moves", type=int, default=MOVES, metavar="N", help="in all, earlier runs included")
    parser.add_argument("--processes", type=int, choices=(2, 3), help="of the house; both unless told")
    parser.add_argument("--seed", type=int, help="one part, which is not counted")
    parser.add_argument("--fresh", action="store_true", help="forget earlier runs")
    given = parser.parse_args()
    if given.moves < 1:
        parser.error("moves is a whole number from 1 up")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # no process is left behind
    if given.fresh:
        RESULTS.unlink(missing_ok=True)
    counts = (given.processes,) if given.processes else (2, 3)
    with serve() as server:
        if given.seed is not None:
            print({count: dict(asyncio.run(part(server, count, given.seed))) for count in counts})
            return 0
        while (done := sum(row["moves"] for row in earlier() if row["processes"] in counts)) < given.moves:
            number = {count: [row["seed"] for row in earlier() if row["processes"] == count] for count in counts}
            count = min(counts, key=lambda each: len(number[each]))
            seed = max(number[count], default=0) + 1
            begun = time.monotonic()
            counted = asyncio.run(part(server, count, seed))
            row = {"processes": count, "seed": seed, "moves": PART, "seconds": round(time.monotonic() - begun)}
            RESULTS.parent.mkdir(exist_ok=True)
            with RESULTS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row | {"counted": counted}) + "\n")
            print(f"{done + PART} moves", file=sys.stderr)
    for count in counts:
        tell(count)
    return 0


async def part(server: Any, count: int, seed: int) -> Counter[str]:
    try:
        return await play(server, count, seed, [""] * PART, BACKUP_EVERY, LEASE_MS, told)
    except Exception:
        print(f"once more: python3 go.py campaign moves --processes {count} --seed {seed}", file=sys.stderr)
        raise


def told(words: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {words}", file=sys.stderr)


def tell(count: int) -> None:
    rows = [row for row in earlier() if row["processes"] == count]
    counted: Counter[str] = Counter()
    for row in rows:
        counted.update(row["counted"])
    moves, seconds = sum(row["moves"] for row in rows), sum(row["seconds"] for row in rows)
    acknowledged, copies = counted.pop("acknowledged", 0), counted.pop("backup", 0)
    kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(counted.items()))
    print(f"{count} processes: {moves} moves in {seconds} s ({kinds}), {acknowledged} commands acknowledged, "
          f"{copies} copies restored: balances are the ledger, everybody plays and leaves")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
