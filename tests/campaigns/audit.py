"""A hundred thousand right shoes and as many with a planted fault: none of the first is blamed, each fault is named.

    python3 go.py campaign audit [--shoes 100000] [--first 0] [--workers 2] [--done FILE]

Shoe number N is of rulebook N mod 4 and carries the kind of fault N / 4 modulo the number of kinds; where that kind
does not fit, the next one that does. Each shoe is audited with its fault, by itself, every eighth as a file that is
read and the others as the items that would be read from it. Before, the right shoes of a
group, the same with suits and without, are audited together for each rulebook, as the file of a house with two devices
and three tables: no finding may come of them, and the statistics of that audit, all tests corrected together, may call
something remarkable in one of a hundred such audits at most.

The first shoe that is judged wrongly stops the campaign and is named, so that ``--first N --shoes 1`` shows it again.
``--done`` names a file that keeps what was counted so far: a campaign that was stopped goes on from there.
"""

import argparse
import json
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from math import comb
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.audit.auditor import Auditor
from minibac.audit.report import Report
from minibac.audit.statistics import REMARKABLE
from minibac.rules.rulebook import RULEBOOKS
from minibac.shoes.notation import written
from minibac.shoes.reading import Placed, placed
from tests.audit.planted import KINDS, Shoe, audited, rank_only, right_shoe

SHOES = 100_000
GROUP = 600
"""Shoes that a worker audits in one go: 150 of each rulebook, some 2,700 coups."""
FEWEST_OF_AN_AUDIT = 120
"""Shoes of a rulebook under which the statistics of their audit are not counted: the last group may be small."""
UNLIKELY = 1e-4
"""So rarely would an honest auditor fail the campaign by its statistics."""


@dataclass
class Counted:
    """What has been judged: the next shoe, faults by kind, and what the statistics of the right shoes said."""

    next_shoe: int
    shoes: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    audits: int = 0
    remarkable: int = 0
    tests: Counter[str] = field(default_factory=Counter)
    under_one_percent: Counter[str] = field(default_factory=Counter)
    wrong: str = ""

    def add(self, more: "Counted") -> None:
        self.next_shoe, self.wrong = more.next_shoe, more.wrong
        self.shoes += more.shoes
        self.kinds += more.kinds
        self.audits += more.audits
        self.remarkable += more.remarkable
        self.tests += more.tests
        self.under_one_percent += more.under_one_percent

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(self.__dict__), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> "Counted":
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        counters = {name: Counter(value) for name, value in kept.items() if isinstance(value, dict)}
        return cls(**(kept | counters))


def judge_group(part: tuple[int, int]) -> Counted:
    first, last = part
    counted = Counted(last)
    for number, rulebook in enumerate(RULEBOOKS):
        seeds = [seed for seed in range(first, last) if seed % len(RULEBOOKS) == number]
        shoes = [shoe_of(rulebook, seed) for seed in seeds]
        for right in (shoes, list(map(rank_only, shoes))):
            report = audited_together(right, as_text=right is shoes)
            if report.wrong:
                finding = report.wrong[0].first
                counted.wrong = f"shoe {finding.shoe} is right, and this was found: {finding}"
                return counted
            if right is shoes and len(shoes) >= FEWEST_OF_AN_AUDIT:
                count_tests(report, counted)
        for seed, shoe in zip(seeds, shoes, strict=True):
            kind, counted.wrong = judge_planted(seed, shoe)
            if counted.wrong:
                return counted
            counted.kinds[kind] += 1
    counted.shoes = last - first
    return counted


def shoe_of(rulebook: str, seed: int) -> Shoe:
    """A right shoe of one of two devices, at one of three tables."""
    number = seed // len(RULEBOOKS)
    return replace(
        right_shoe(rulebook, seed), name=f"T{number % 3}/{seed}", facts=(("device", f"device {number // 3 % 2}"),)
    )


def audited_together(shoes: list[Shoe], *, as_text: bool) -> Report:
    """All these shoes as one file, or as the items that would be read from it."""
    auditor = Auditor()
    items = (item for shoe in shoes for item in shoe.items())
    read = placed("notation", written(items)) if as_text else (Placed(item, at) for at, item in enumerate(items, 2))
    auditor.audit("right.shoe", read)
    return auditor.done()


def count_tests(report: Report, counted: Counted) -> None:
    counted.audits += 1
    counted.remarkable += any(test.remarkable for test in report.tested)
    for test in report.tested:
        counted.tests[test.id] += 1
        counted.under_one_percent[test.id] += test.chance < REMARKABLE


def judge_planted(number: int, shoe: Shoe) -> tuple[str, str]:
    """Audit one shoe with its fault: the kind of fault, and what was judged wrongly, or nothing."""
    kinds = list(KINDS)
    for step in range(len(kinds)):
        kind = kinds[(number // 4 + step) % len(kinds)]
        case = KINDS[kind](random.Random(f"{kind}/{number}"), shoe)
        if case is None:
            continue
        shoes, code, coup = case
        findings = audited(*shoes, as_text=number % 8 == 0)
        if (code, coup) not in [(finding.code, finding.coup) for finding in findings]:
            return kind, f"shoe {number}: {kind} in coup {coup} was not found as {code}, but {findings}"
        if {finding.coup for finding in findings} - {coup}:
            return kind, f"shoe {number}: {kind} in coup {coup}, and another coup was blamed too: {findings}"
        return kind, ""
    return "", f"shoe {number}: no kind of fault fits"


def at_least(seen: int, times: int, chance: float) -> float:
    """How likely something of this chance is seen so often or more."""
    return 1 - sum(comb(times, one) * chance**one * (1 - chance) ** (times - one) for one in range(seen))


def too_often(counted: Counted) -> list[str]:
    """What the statistics called remarkable more often than stated, beyond chance."""
    found = []
    if at_least(counted.remarkable, counted.audits, REMARKABLE) < UNLIKELY:
        found.append(f"{counted.remarkable} of {counted.audits} audits of right shoes had something remarkable")
    for name, times in counted.tests.items():
        seen = counted.under_one_percent[name]
        if at_least(seen, times, REMARKABLE) < UNLIKELY / len(counted.tests):
            found.append(f"the test {name} was under one percent in {seen} of {times} audits of right shoes")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="audit", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shoes", type=int, default=SHOES, help="how many shoes (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one (%(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    parser.add_argument("--done", type=Path, help="keeps how far the campaign has come, and goes on from there")
    given = parser.parse_args()
    if given.shoes < 1 or given.workers < 1 or given.first < 0:
        parser.error("shoes and workers are whole numbers from 1 up, and the first shoe is 0 or later")
    end = given.first + given.shoes
    counted = Counted.load(given.done) if given.done and given.done.exists() else Counted(given.first)
    parts = [(start, min(start + GROUP, end)) for start in range(counted.next_shoe, end, GROUP)]
    started = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        for judged in pool.imap(judge_group, parts):
            if judged.wrong:
                print(judged.wrong, flush=True)
                return 1
            counted.add(judged)
            if given.done:
                counted.save(given.done)
            if sys.stderr.isatty():
                print(f"\r{counted.shoes:,} shoes ", end="", file=sys.stderr, flush=True)
    print(
        f"{counted.shoes:,} right shoes, with suits and without, blamed for nothing; as many planted faults of "
        f"{len(counted.kinds)} kinds, each at least {min(counted.kinds[kind] for kind in KINDS):,} times, found and "
        f"named; {counted.remarkable} of {counted.audits:,} audits of right shoes had something remarkable; "
        f"{time.monotonic() - started:,.0f} s"
    )
    for name, times in sorted(counted.tests.items()):
        print(f"  {name}: under one percent in {counted.under_one_percent[name]} of {times:,}")
    wrong = too_often(counted)
    for sentence in wrong:
        print(sentence)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
