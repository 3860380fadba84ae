"""A hundred thousand right shoes and as many with a planted fault: none of the first is blamed, each fault is named.

    python3 go.py campaign audit [--shoes 100000] [--first 0] [--workers 2] [--done FILE]

Shoe number N is of rulebook N mod 4 and carries the kind of fault N / 4 modulo the number of kinds; where that kind
does not fit, the next one that does. Each shoe is audited right, with and without suits, and then with its fault. The
first shoe that is judged wrongly stops the campaign and is named, so that ``--first N --shoes 1`` shows it again.
``--done`` names a file that keeps the number of the next shoe: a campaign that was stopped goes on from there.
"""

import argparse
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.rules.rulebook import RULEBOOKS
from tests.audit.planted import KINDS, audited, rank_only, right_shoe

SHOES = 100_000
PART = 50
"""Shoes that a worker audits in one go."""


def judge(number: int) -> tuple[str, str]:
    """Audit one shoe three times: the kind of fault it carried, and what was judged wrongly, or nothing."""
    shoe = right_shoe(RULEBOOKS[number % 4], number)
    for right in (shoe, rank_only(shoe)):
        if findings := audited(right):
            return "", f"shoe {number} is right, and this was found: {findings[0]}"
    kinds = list(KINDS)
    for step in range(len(kinds)):
        kind = kinds[(number // 4 + step) % len(kinds)]
        case = KINDS[kind](random.Random(f"{kind}/{number}"), shoe)
        if case is None:
            continue
        shoes, code, coup = case
        findings = audited(*shoes)
        if (code, coup) not in [(finding.code, finding.coup) for finding in findings]:
            return kind, f"shoe {number}: {kind} in coup {coup} was not found as {code}, but {findings}"
        if {finding.coup for finding in findings} - {coup}:
            return kind, f"shoe {number}: {kind} in coup {coup}, and another coup was blamed too: {findings}"
        return kind, ""
    return "", f"shoe {number}: no kind of fault fits"


def judge_part(part: tuple[int, int]) -> tuple[int, Counter[str], str]:
    first, last = part
    kinds: Counter[str] = Counter()
    for number in range(first, last):
        kind, wrong = judge(number)
        if wrong:
            return last, kinds, wrong
        kinds[kind] += 1
    return last, kinds, ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="audit", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shoes", type=int, default=SHOES, help="how many shoes (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one (%(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    parser.add_argument("--done", type=Path, help="keeps how far the campaign has come, and goes on from there")
    given = parser.parse_args()
    if given.shoes < 1 or given.workers < 1 or given.first < 0:
        parser.error("shoes and workers are whole numbers from 1 up, and the first shoe is 0 or later")
    first, end = given.first, given.first + given.shoes
    if given.done and given.done.exists():
        first = max(first, int(given.done.read_text(encoding="utf-8")))
    parts = [(start, min(start + PART, end)) for start in range(first, end, PART)]
    kinds: Counter[str] = Counter()
    started = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        for last, planted, wrong in pool.imap(judge_part, parts):
            kinds += planted
            if wrong:
                print(wrong, flush=True)
                return 1
            if given.done:
                given.done.write_text(str(last), encoding="utf-8")
            if sys.stderr.isatty():
                print(f"\r{kinds.total():,} shoes ", end="", file=sys.stderr, flush=True)
    seconds = time.monotonic() - started
    fewest = min((kinds[kind] for kind in KINDS), default=0)
    print(
        f"{kinds.total():,} right shoes, with suits and without, blamed for nothing; as many planted faults of "
        f"{len(kinds)} kinds, each at least {fewest:,} times, found and named; {seconds:,.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
