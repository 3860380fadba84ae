"""Five million hostile requests and messages, over all roles and routes: each is answered, and nothing breaks.

    python3 go.py campaign fuzz [--inputs 5000000] [--first 1] [--workers 2] [--fresh] [--dice]
    python3 go.py campaign fuzz --seed 7          one part once more, as after a failure

Requests of strangers, guests and every role of the staff go to every route, and messages of every part to tables in
play, half of them with sense except for one thing (``tests/hostile``). After each: an answer came, never a fault of the
program, and every refusal says why. After each part everything that is kept is checked like ``minibac books check``.

Where the package ``atheris`` is installed (pip install atheris), every other part is guided by the branches of the
program that an input reaches, and keeps what reached a new one in build/fuzz/corpus; the others, and all with --dice,
are by dice. A part has 25,000 inputs and a house of its own. One that passed is written to build/fuzz.jsonl, and the
next run goes on behind it, so that nights add up. The first broken promise ends the campaign with what broke it.
"""

import argparse
import asyncio
import importlib
import importlib.util
import itertools
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

INPUTS = 5_000_000
PART = 25_000
"""Inputs at one house."""
LONGEST = 400
"""Bytes that one input is made of."""
RESULTS = ROOT / "build" / "fuzz.jsonl"
CORPUS = ROOT / "build" / "fuzz" / "corpus"
LEAST_S = 3_600
"""How long a part may take on a machine with much other work."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=INPUTS, metavar="N", help="in all, earlier runs included")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="where parts before it ran elsewhere")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, help="one part, which is not counted")
    parser.add_argument("--dice", action="store_true", help="no guiding by branches")
    parser.add_argument("--fresh", action="store_true", help="forget earlier runs")
    parser.add_argument("--part", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--guided", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if min(given.inputs, given.first, given.workers) < 1:
        parser.error("inputs, the first part and workers are whole numbers from 1 up")
    guiding = importlib.util.find_spec("atheris") is not None and not given.dice
    if given.part is not None:
        return guided(given.part) if given.guided else by_dice(given.part)
    CORPUS.mkdir(parents=True, exist_ok=True)
    if given.seed is not None:
        return 0 if play(given.seed, guiding and given.seed % 2 == 0) else 1
    if given.fresh:
        RESULTS.unlink(missing_ok=True)
    with ThreadPoolExecutor(given.workers) as pool:
        parts = [pool.submit(play, seed, guiding and seed % 2 == 0) for seed in due(given.inputs, given.first)]
        for done in as_completed(parts):
            if (row := done.result()) is None:
                pool.shutdown(cancel_futures=True)
                return 1
            with RESULTS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print(f"{sum(row['inputs'] for row in earlier())} inputs", file=sys.stderr)
    tell()
    return 0


def earlier() -> list[dict[str, Any]]:
    """The parts that passed."""
    if not RESULTS.is_file():
        return []
    return [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]


def due(inputs: int, first: int) -> Iterator[int]:
    """The seeds of the parts that are still to be played."""
    done = {row["seed"] for row in earlier()}
    left = inputs - sum(row["inputs"] for row in earlier())
    for seed in itertools.count(first):
        if left <= 0:
            return
        if seed not in done:
            left -= PART
            yield seed


def play(seed: int, by_branches: bool) -> dict[str, Any] | None:
    """One part in a process of its own; what it counted, or nothing where it broke something."""
    command = [sys.executable, __file__, "--part", str(seed), *(["--guided"] if by_branches else [])]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=LEAST_S, check=False)
    last = done.stdout.rstrip().rpartition("\n")[2]
    if done.returncode or not last.startswith("{"):
        print(f"{done.stdout[-2000:]}{done.stderr[-6000:]}\nonce more: python3 go.py campaign fuzz --seed {seed}"
              f"{'' if by_branches else ' --dice'}", file=sys.stderr)  # fmt: skip
        return None
    row: dict[str, Any] = json.loads(last)
    return {"seed": seed, "guided": by_branches} | row


def by_dice(seed: int) -> int:
    """A part whose inputs are of dice."""
    from tests.hostile.trying import Trial

    async def part() -> None:
        trial, dice = Trial(), Random(seed)
        await trial.open()
        for _ in range(PART):
            await trial.take(dice.randbytes(dice.randrange(8, LONGEST)))
        await trial.whole()
        say(trial, seed)
        await trial.close()

    asyncio.run(part())
    return 0


def guided(seed: int) -> int:
    """A part whose inputs are chosen by the branches that earlier ones reached."""
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["minibac"]):
        from tests.hostile.trying import Trial
    loop, trial = asyncio.new_event_loop(), Trial()
    asyncio.set_event_loop(loop)
    loop.run_until_complete(trial.open())

    def one(data: bytes) -> None:
        loop.run_until_complete(trial.take(data))
        if trial.counted["inputs"] == PART:
            loop.run_until_complete(trial.whole())
            say(trial, seed)
            sys.stdout.flush()
            os._exit(0)  # its own way out would be counted as a fault

    options = [f"-seed={seed}", f"-max_len={LONGEST}", "-len_control=0", "-timeout=300", "-rss_limit_mb=0"]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={CORPUS.parent}/", str(CORPUS)], one)
    atheris.Fuzz()
    return 1


def say(trial: Any, seed: int) -> None:
    """The last line of a part: what it counted."""
    statuses = {f"status {status}": count for status, count in sorted(trial.statuses.items())}
    row = {"inputs": PART, "seconds": round(time.process_time(), 1), "counted": {**trial.counted, **statuses}}
    print(json.dumps(row))


def tell() -> None:
    """What all runs together have counted."""
    counted: Counter[str] = Counter()
    rows = earlier()
    for row in rows:
        counted.update(row["counted"])
    inputs, guided_by = sum(row["inputs"] for row in rows), sum(row["inputs"] for row in rows if row["guided"])
    kept = sum(1 for _ in CORPUS.iterdir())
    roles = ", ".join(f"{name[3:]} {count}" for name, count in sorted(counted.items()) if name.startswith("as "))
    statuses = ", ".join(f"{name[7:]} {count}" for name, count in sorted(counted.items()) if name.startswith("status"))
    print(f"{inputs} inputs ({guided_by} guided, {kept} kept): {counted['requests']} requests ({statuses}), "
          f"{counted['messages']} messages; by role: {roles}; {sum(row['seconds'] for row in rows):.0f} s of processor "
          "time: each answered, nothing broken")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
