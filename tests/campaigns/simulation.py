"""Whole houses from seeds: stores, processes, pages, clocks, disks and network in one process, and what must hold.

    python3 go.py campaign simulation [--seeds 10000] [--first 1] [--workers 1] [--minutes M] [--fresh]
    python3 go.py campaign simulation --share                                guests have a share in the shuffle
    python3 go.py campaign simulation --seed 17 [--coups 30] [--minimise]    one seed once more, as after a failure
    python3 go.py campaign simulation --faults                               plants each fault; its seed must find it
    python3 go.py campaign simulation --coverage 40                          which lines of the house these seeds run

A seed decides what a house keeps things in (memory, SQLite with a disk that lies and tears, a database of several
processes), who comes, how the network is, and what goes wrong when: processes killed and paused between any two steps,
connections cut, messages late, doubled and the other way round, disks full, failing and slow, power cuts, clocks that
jump, databases that go away, leases that run out. After each commit and before each message everything that the house
promises is held against a second count (docs/simulation.md). The same seed plays the same bytes.

A seed that passed is written to build/simulation.jsonl, and the next run goes on behind it, so that nights add up.
The first broken promise is told with its seed and the campaign goes on; it ends with an error where there was any.
"""

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

RESULTS = ROOT / "build" / "simulation.jsonl"
SEEDS = 10_000
COUPS = 30
"""Rounds of a seed; it may be a few more until everybody has been answered."""
SEEDS_OF_A_PROCESS = 100
"""What is killed in a simulated house is never tidied up; the memory that it leaves goes with the process."""
PACKAGES = ("house", "records", "server")


def one(seed: str) -> dict[str, Any]:
    """Play a seed: what goes into the results."""
    from tests.simulation.simulation import simulate

    begun = time.process_time()
    result = simulate(seed, COUPS)
    return {
        "seed": seed,
        "kind": result.kind,
        "coups": result.coups,
        "steps": result.steps,
        "commits": result.commits,
        "messages": result.messages,
        "simulated_s": round(result.simulated_s),
        "cpu_s": round(time.process_time() - begun, 2),
        "shuffles": result.shuffles,
        "withheld": result.withheld,
        "happened": result.happened,
        "digest": result.digest,
        "broken": result.broken,
    }


def earlier() -> dict[str, dict[str, Any]]:
    """The seeds that were played, the last word on each."""
    if not RESULTS.is_file():
        return {}
    rows = (json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines())
    return {row["seed"]: row for row in rows}


def due(first: int, seeds: int, series: str) -> Iterator[str]:
    """The seeds that have not passed yet."""
    known = earlier()
    names = (f"{series}{number}" for number in range(first, seeds + 1))
    return (seed for seed in names if seed not in known or known[seed]["broken"])


def campaign(first: int, seeds: int, workers: int, minutes: float, series: str) -> int:
    until = time.monotonic() + minutes * 60 if minutes else float("inf")
    RESULTS.parent.mkdir(exist_ok=True)
    with RESULTS.open("a", encoding="utf-8") as file:

        def note(row: dict[str, Any]) -> bool:
            file.write(json.dumps(row) + "\n")
            file.flush()
            if row["broken"]:
                print(f"seed {row['seed']}: {row['broken']}", file=sys.stderr)
                print(f'once more: python3 go.py campaign simulation --seed "{row["seed"]}"', file=sys.stderr)
            return time.monotonic() < until

        seeds_due = list(due(first, seeds, series))
        with multiprocessing.get_context("spawn").Pool(workers, maxtasksperchild=SEEDS_OF_A_PROCESS) as pool:
            for row in pool.imap_unordered(one, seeds_due):
                if not note(row):
                    break
    return tell()


def tell() -> int:
    """What came of all seeds so far."""
    rows = list(earlier().values())
    broken = [row["seed"] for row in rows if row["broken"]]
    happened: Counter[str] = Counter()
    for row in rows:
        happened.update(row["happened"])
    for kind in sorted({row["kind"] for row in rows}):
        of_kind = [row for row in rows if row["kind"] == kind]
        total = {name: sum(row[name] for row in of_kind) for name in ("coups", "commits", "messages", "simulated_s")}
        print(f"{kind}: {len(of_kind)} seeds, {total['coups']} coups, {total['commits']} commits, "
              f"{total['messages']} messages, {total['simulated_s'] / 3600:.1f} simulated hours")  # fmt: skip
    coups, cpu_s = sum(row["coups"] for row in rows), sum(row["cpu_s"] for row in rows)
    print(f"{len(rows)} seeds, {coups} coups in {cpu_s:.0f} s of one core "
          f"({', '.join(f'{name} {count}' for name, count in sorted(happened.items()))})")  # fmt: skip
    shuffles, withheld = (sum(row.get(name, 0) for row in rows) for name in ("shuffles", "withheld"))
    if shuffles:
        print(f"{shuffles} shuffles with a share of guests, {withheld} values withheld")
    print(f"broken: {', '.join(broken) or 'none'}")
    return 1 if broken else 0


def again(seed: str, coups: int, *, minimise: bool) -> int:
    """One seed, which is not counted; made smaller where it is broken."""
    from tests.simulation.minimise import as_test, smaller
    from tests.simulation.simulation import plan_of, play

    plan = plan_of(seed, coups)
    result = play(plan)
    print(f"seed {seed}: {result.kind}, {result.coups} coups, {result.steps} steps, digest {result.digest}")
    print(f"happened: {result.happened}")
    print(result.broken or "every promise kept")
    if result.broken and minimise:
        small, found = smaller(plan, told=lambda words: print(words, file=sys.stderr))
        print(f"the smallest plan that breaks it:\n\n{as_test(small)}\n\n{found.broken}")
    return 1 if result.broken else 0


def faults() -> int:
    """Each planted fault is found by a seed, which finds nothing without it."""
    from tests.simulation.faults import FAULTS
    from tests.simulation.simulation import simulate

    missed = 0
    for fault in FAULTS.values():
        with fault.plant():
            seed = fault.found()
        with fault.plant():  # anew: some of them count
            planted = simulate(seed, fault.coups).broken if seed else "NOT FOUND"
        clean = not seed or not simulate(seed, fault.coups).broken
        missed += not seed or not clean
        known = "" if seed == fault.seed else f" (and not {fault.seed})"
        wrong = "" if clean else " (AND WITHOUT IT)"
        print(f"{fault.name}: seed {seed}{known}, {planted.partition(chr(10))[0][:110]}{wrong}", flush=True)
    print(f"{len(FAULTS) - missed} of {len(FAULTS)} found")
    return 1 if missed else 0


def coverage(seeds: int) -> int:
    """Which lines of ``house``, ``records`` and ``server`` the first seeds run."""
    folders = tuple(f"{ROOT / 'src' / 'minibac' / package}{os.sep}" for package in PACKAGES)
    ran: defaultdict[str, set[int]] = defaultdict(set)
    left: dict[CodeType, set[int]] = {}

    def line(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            ran[frame.f_code.co_filename].add(frame.f_lineno)
            left[frame.f_code].discard(frame.f_lineno)
        return line

    def call(frame: FrameType, _event: str, _arg: object) -> Any:
        """A function is watched until all of it has been seen."""
        code = frame.f_code
        if code not in left:
            ours = code.co_filename.startswith(folders)
            left[code] = {number for _, _, number in code.co_lines() if ours and number} - {code.co_firstlineno}
        return line if left[code] else None

    one("1")  # what is imported and made once is no merit of a seed
    sys.settrace(call)
    for seed in range(1, seeds + 1):
        one(str(seed))
    sys.settrace(None)
    for folder in folders:
        total, seen = 0, 0
        for file in sorted(Path(folder).glob("*.py")):
            there = lines_of(compile(file.read_text(encoding="utf-8"), str(file), "exec"))
            total, seen = total + len(there), seen + len(there & ran[str(file)])
            if there:
                print(f"  {file.parent.name}/{file.name}: {len(there & ran[str(file)])} of {len(there)}")
        print(f"{Path(folder).name}: {seen} of {total} lines of functions, {100 * seen / total:.0f} %")
    return 0


def lines_of(code: CodeType, *, within: bool = False) -> set[int]:
    """The lines of the functions in a module; what runs as it is imported is left out."""
    found = {line for _, _, line in code.co_lines() if line and line != code.co_firstlineno} if within else set()
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            is_class = "__module__" in inner.co_names and not within
            found |= lines_of(inner, within=not is_class)
    return found


def main() -> int:
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is part of a seed
        return subprocess.call([sys.executable, *sys.argv], env={**os.environ, "PYTHONHASHSEED": "0"})
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=SEEDS, metavar="N", help="in all, earlier runs included")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="where seeds before it ran elsewhere")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long; the rest on another night")
    parser.add_argument("--fresh", action="store_true", help="forget earlier runs")
    parser.add_argument("--tell", action="store_true", help="only say what came of earlier runs")
    parser.add_argument("--share", action="store_true", help="houses whose guests have a share in the shuffle")
    parser.add_argument("--seed", help="one seed, which is not counted")
    parser.add_argument("--coups", type=int, default=COUPS, metavar="N", help="rounds of that seed")
    parser.add_argument("--minimise", action="store_true", help="make that seed smaller where it is broken")
    parser.add_argument("--faults", action="store_true", help="plant each fault")
    parser.add_argument("--coverage", type=int, metavar="SEEDS", help="measure which lines so many seeds run")
    given = parser.parse_args()
    if min(given.first, given.seeds, given.workers, given.coups) < 1:
        parser.error("seeds, workers and coups are whole numbers from 1 up")
    if given.seed is not None:
        return again(given.seed, given.coups, minimise=given.minimise)
    if given.faults:
        return faults()
    if given.coverage:
        return coverage(given.coverage)
    if given.tell:
        return tell()
    if given.fresh:
        RESULTS.unlink(missing_ok=True)
    from tests.simulation.simulation import SHARE

    return campaign(given.first, given.seeds, given.workers, given.minutes, SHARE if given.share else "")


if __name__ == "__main__":
    sys.exit(main())
