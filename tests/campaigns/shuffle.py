"""A million shoes out of the live vault: the statistics of its shuffle at a collective 99 %, and no shoe twice.

    python3 go.py campaign shuffle [--shoes 1000000] [--decks 8] [--workers 2] [--export FILE]

Each shoe is drawn as a live table draws it, by ``Vault`` from ``os.urandom``. Card by position, equal neighbours,
serial products, runs, the shoe before and the coupon collector are held against their exact expectations (R6); orders
and salts are compared with all others (R2). ``--export`` writes the raw shuffles for outside tests: one byte for a card
(its number in ``ALL_CARDS``, 0 to 51), one shoe after the other, without anything between.

Honest shoes fail once in a hundred campaigns. Run it again before you believe it; a fault fails every time.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from minibac.cards.card import ALL_CARDS
from minibac.house.vault import Vault
from tests.controls.shuffle_statistics import TOGETHER, Tally, as_bytes, passed, tally, verdicts

SHOES = 1_000_000
PART = 2_000
"""Shoes that a worker draws in one go."""


class Part(NamedTuple):
    """What a worker has drawn."""

    tally: Tally
    marks: bytes
    """A short hash of each order, 16 bytes."""
    salts: bytes
    raw: bytes


def draw_part(shoes_count: int, decks: int, export: bool) -> Part:
    """Draw shoes one after the other from a live vault and count them."""
    vault = Vault(os.urandom)
    drawn, salts = [], []
    for _ in range(shoes_count):
        vault.draw(decks)
        order, salt = vault.reveal()
        drawn.append(as_bytes(order))
        salts.append(bytes.fromhex(salt))
    raw = b"".join(drawn)
    shoes = np.frombuffer(raw, dtype=np.uint8).reshape(shoes_count, decks * len(ALL_CARDS))
    marks = b"".join(sha256(shoe).digest()[:16] for shoe in drawn)
    return Part(tally(shoes), marks, b"".join(salt[:16] for salt in salts), raw if export else b"")


def parts(shoes_count: int) -> Iterator[int]:
    for start in range(0, shoes_count, PART):
        yield min(PART, shoes_count - start)


def repeated(marks: bytes) -> int:
    """How many of these 16-byte marks have been there before."""
    found = np.frombuffer(marks, dtype="V16")
    return len(found) - len(np.unique(found))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--shoes", type=int, default=SHOES, metavar="N")
    parser.add_argument("--decks", type=int, default=8, choices=range(6, 9))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--export", type=Path, metavar="FILE", help="write the raw shuffles, one byte for a card")
    given = parser.parse_args()
    if given.shoes < 2 * PART or given.workers < 1:
        parser.error(f"at least {2 * PART} shoes and one worker")
    started = time.monotonic()
    total: Tally | None = None
    marks, salts = bytearray(), bytearray()
    with ExitStack() as stack:
        try:
            export = stack.enter_context(given.export.open("wb")) if given.export else None
        except OSError as error:
            parser.error(f"{given.export} cannot be written: {error.strerror}")
        pool = stack.enter_context(multiprocessing.Pool(given.workers))
        work = partial(draw_part, decks=given.decks, export=export is not None)
        for part in pool.imap(work, parts(given.shoes)):
            total = part.tally if total is None else total + part.tally
            marks += part.marks
            salts += part.salts
            if export:
                export.write(part.raw)
            if sys.stderr.isatty():
                print(f"\r{total.shoes_count:,} shoes", end="", file=sys.stderr)
    assert total is not None
    seconds = time.monotonic() - started
    tests = verdicts(total)
    level = TOGETHER / len(tests)
    print(
        f"\r{total.shoes_count:,} shoes of {given.decks} decks in {seconds:.0f} s, {total.shoes_count / seconds:.0f}/s"
    )
    for test in tests:
        print(f"{'ok' if test.p >= level else 'ODD':>4}  {test.name:<32} {test.statistic:>14.3f}  p = {test.p:.5f}")
    twice, salted_twice = repeated(bytes(marks)), repeated(bytes(salts))
    print(f"{'ok' if not twice else 'ODD':>4}  orders that came twice: {twice}")
    print(f"{'ok' if not salted_twice else 'ODD':>4}  salts that came twice: {salted_twice}")
    good = passed(tests) and not twice and not salted_twice
    print(f"{len(tests)} tests together at {1 - TOGETHER:.0%}: {'passed' if good else 'FAILED'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
