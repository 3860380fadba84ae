"""A hundred thousand random alterations of a house's logs, by an operator who computes every hash anew.

    python3 go.py campaign tampering [--count 100000] [--seed 1] [--state FILE] [--folder DIR]

A house is played once and one checkpoint of its open log is kept outside. Each alteration (of bytes, order, ends, whole
logs, the open log itself) must be found by the checker that has the checkpoint; how many it finds without one is told
too. One in five hundred goes through ``minibac books check``, and through the program that shares no code with us. The
run is kept in FILE and goes on where it was stopped.
"""

import argparse
import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.house.kept_house import CHECKPOINT, make_kept_house
from tests.house.log_tampering import Logs, altered, checkpoint, findings, logs_of, put_to_the_test

ROOT = Path(__file__).resolve().parents[2]
PART = 500
PROGRAM = ROOT / "src/minibac/web/static/verify_log.py"


def stored(logs: Logs, folder: Path, copy: Path) -> None:
    """A copy of a data folder with these logs."""
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("logs", "*.lock", CHECKPOINT))
    with closing(sqlite3.connect(copy / "minibac.sqlite", isolation_level=None)) as db:
        guards = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("BEGIN")
        db.execute("DELETE FROM events")
        db.execute("DELETE FROM documents WHERE kind GLOB 'log-*'")
        for stream, lines in sorted(logs.items()):
            for version, (line, head) in enumerate(lines, 1):
                row = (stream, version, line, head)
                db.execute("INSERT INTO events (stream, version, line, head) VALUES (?, ?, ?, ?)", row)
        db.execute("COMMIT")
        for _, sql in guards:
            db.execute(sql)


def by_command(logs: Logs, folder: Path) -> tuple[bool, bool]:
    """Whether the command finds an alteration, and whether the small program does."""
    with tempfile.TemporaryDirectory() as scratch:
        copy, kept = Path(scratch) / "house", str(folder / CHECKPOINT)
        stored(logs, folder, copy)
        command = [sys.executable, "-m", "minibac", "books", "check", "--data", str(copy), "--checkpoint", kept]
        program = [sys.executable, "-I", str(PROGRAM), "data", str(copy / "minibac.sqlite"), kept]
        done = [subprocess.run(words, capture_output=True, check=False).returncode for words in (command, program)]
        return done[0] == 1, done[1] == 1


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=100_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=Path, default=Path(tempfile.gettempdir()) / "minibac-tampering.json")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "minibac-tampering-house")
    given = parser.parse_args()
    if given.count < 1:
        parser.error("--count is a whole number from 1 up")
    if not (given.folder / CHECKPOINT).exists():
        given.state.unlink(missing_ok=True)
        shutil.rmtree(given.folder, ignore_errors=True)
        make_kept_house(given.folder)
    logs = asyncio.run(logs_of(given.folder))
    kept = checkpoint((given.folder / CHECKPOINT).read_text(encoding="utf-8"))
    assert findings(logs, kept) == []
    before = json.loads(given.state.read_text(encoding="utf-8")) if given.state.exists() else {}
    state = before if before.get("seed") == given.seed else {"seed": given.seed, "done": 0, "counts": {}, "seconds": 0}
    counts: Counter[str] = Counter(state["counts"])
    while state["done"] < given.count:
        started = time.monotonic()
        first = state["done"]
        last = min(first + PART, given.count)
        found, missed = put_to_the_test(logs, kept, given.seed, first, last)
        counts += found
        told, small = by_command(altered(logs, first, given.seed)[0], given.folder)
        counts += Counter({"by the command": 1, "found by the command": told, "found by the small program": small})
        if missed or not told or not small:
            print("\n".join(missed) or f"alteration {first} was missed: command {told}, small program {small}")
            return 1
        state |= {"done": last, "counts": dict(counts), "seconds": state["seconds"] + time.monotonic() - started}
        given.state.write_text(json.dumps(state), encoding="utf-8")
        if last % 10_000 == 0:
            print(f"{last:,} alterations, {state['seconds']:,.0f} s", flush=True)
    for name, count in counts.items():
        print(f"{name}: {count:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
