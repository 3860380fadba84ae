"""Files of any length in constant memory: shoes are read, converted and audited, and the most memory used is measured.

    python3 go.py campaign long-shoes [--megabytes 64 256] [--at-once 1]

For each of two sizes a file of shoe records, a notation and a table (CSV) are written, and the program reads them as a
process of its own: records to a notation, a notation back to records (a tenth of the size: each shoe is dealt again), a
table to a notation (a thirty-second), a notation to its plain form (a quarter), and the audit of a notation of the
whole size. What a process held at most must not grow with the file, or the campaign fails. Sizes below 16 MB are
refused: the audit reads blocks of 4 MB and remembers 50,000 shoes, so that it holds more while the first of them come.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.naive import dealer as naive
from tests.records.shoes import record

MEGABYTE = 1 << 20
SMALLEST = 16
MOST_GROWTH_MB = 24
"""Chance and the allocator move the figure by some megabytes."""


class Measured(NamedTuple):
    seconds: float
    most_mb: float


def run(*words: str) -> Measured:
    """Run the command line; its processor time, and the most memory it held."""
    process = subprocess.Popen([sys.executable, "-m", "minibac", *words], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"minibac {' '.join(words)} ended with status {os.waitstatus_to_exitcode(status)}")
    return Measured(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def run_and_tell(what: str, words: tuple[str, ...]) -> Measured:
    """The same, and a line about it."""
    measured = run(*words)
    print(f"{what}: {measured.seconds:.1f} s, {measured.most_mb:.0f} MB held", flush=True)
    return measured


def records() -> Iterator[bytes]:
    """The same shoe of a dozen coups again and again."""
    shoe = record("seneca")
    while True:
        yield shoe


def shoe_of_coups(chance: random.Random) -> list[tuple[list[str], list[str]]]:
    """The hands of seventy coups of a whole shoe."""
    left = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"] * 8
    chance.shuffle(left)
    coups = []
    for _ in range(70):
        player, banker, left, _ = naive.deal_hands("seneca", left)
        coups.append((player, banker))
    return coups


def winner_of(player: list[str], banker: list[str]) -> str:
    counts = naive.point_count(player), naive.point_count(banker)
    return "Tie" if counts[0] == counts[1] else "Player" if counts[0] > counts[1] else "Banker"


def rows() -> Iterator[bytes]:
    """Shoes of seventy coups, as somebody's table."""
    chance = random.Random(1)
    for shoe in count(1):
        for coup, (player, banker) in enumerate(shoe_of_coups(chance), start=1):
            hands = [*player, *[""] * (3 - len(player)), *banker, *[""] * (3 - len(banker))]
            yield f"{shoe},{coup},{','.join(hands)},{winner_of(player, banker)}\n".encode()


def notation() -> Iterator[bytes]:
    """A hundred shoes again and again, the coups of each in another order: no two shoes are the same."""
    chance = random.Random(2)
    shoes = [
        [f"{' '.join(p)} | {' '.join(b)} = {winner_of(p, b)[0]}\n" for p, b in shoe_of_coups(chance)]
        for _ in range(100)
    ]
    for number in count(1):
        coups = shoes[number % len(shoes)]
        chance.shuffle(coups)
        yield f'[shoe "{number}"]\n{"".join(coups)}'.encode()


def write(path: Path, first: bytes, parts: Callable[[], Iterator[bytes]], size: int) -> None:
    with path.open("wb") as out:
        out.write(first)
        for part in parts():
            if out.tell() > size:
                return
            out.write(part)


def tasks(folder: str, size: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Write the files of one size, and say what is to be done with each."""
    place = Path(folder) / str(size)
    place.mkdir()

    def words(*words: str) -> tuple[str, ...]:
        return tuple(str(place / word) if "." in word else word for word in words)

    write(place / "c.shoe", b"shoe-notation 1\n", notation, size * MEGABYTE)
    yield "the audit of a notation", words("audit", "c.shoe", "--as", "seneca")
    write(place / "a.jsonl", b"", records, size * MEGABYTE)
    yield "records to a notation", words("shoes", "convert", "a.jsonl", "a.shoe")
    write(place / "b.csv", b"Shoe,Hand,P1,P2,P3,B1,B2,B3,Result\n", rows, size * MEGABYTE // 32)
    yield "a table of a thirty-second of the size to a notation", words("shoes", "import", "b.csv", "b.shoe")
    write(place / "part.jsonl", b"", records, size * MEGABYTE // 10)
    run(*words("shoes", "convert", "part.jsonl", "part.shoe"))
    yield "a notation of a tenth of them back to records", words("shoes", "convert", "part.shoe", "back.jsonl")
    write(place / "d.shoe", b"shoe-notation 1\n", notation, size * MEGABYTE // 4)
    yield "a notation of a quarter of the size to its plain form", words("shoes", "convert", "d.shoe", "e.shoe")


def main() -> int:
    parser = argparse.ArgumentParser(prog="long-shoes", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--megabytes", type=int, nargs=2, default=(64, 256), help="two sizes (%(default)s)")
    parser.add_argument("--at-once", type=int, default=1, help="how many of them at a time (%(default)s)")
    given = parser.parse_args()
    if given.at_once < 1:
        parser.error("one of them at a time, or several")
    if min(given.megabytes) < SMALLEST:
        parser.error(f"the smaller size is {SMALLEST} MB at least")
    table: dict[str, list[Measured]] = {}
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.at_once) as several:
        asked = [
            (what, several.submit(run_and_tell, f"{what}, {size} MB", words))
            for size in given.megabytes
            for what, words in tasks(folder, size)
        ]
        for what, measured in asked:
            table.setdefault(what, []).append(measured.result())
    print()
    failed = False
    for what, (small, large) in table.items():
        grown = large.most_mb - small.most_mb
        failed |= grown > MOST_GROWTH_MB
        told = [f"{one.seconds:.1f} s, {one.most_mb:.0f} MB held" for one in (small, large)]
        print(f"{what}: {told[0]}; {told[1]}{' GROWS' * (grown > MOST_GROWTH_MB)}")
    print(f"{time.monotonic() - started:.0f} s in all")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
