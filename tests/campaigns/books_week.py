"""Weeks of full gaming days, three pits and six tables: the books against a second bookkeeper, to the cent.

    python3 go.py campaign books_week [--weeks 10] [--coups 300] [--seed 1] [--done books-week.json]

Each week is played twice: without an error, and with every kind of error that the sample day knows. Every day is closed
by the book; its report must have the figures that `tests/books/recount.py` finds in the stored lines, and its list of
exceptions every error once, with its person, and nothing else. The first difference stops the campaign. Weeks that are
through stand in the file of --done: the same words go on after them.
"""

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.books.books import read_books
from minibac.books.day_end import day_end, day_plain
from minibac.records.memory import MemoryStore
from tests.books.all_found import check
from tests.books.week import disagreements, play_week, recounted, unnamed

WEEKS, COUPS = 10, 300


async def week(seed: int, coups: int, planted: bool) -> list[str]:
    """Play a week; what the books and the second bookkeeper do not agree about."""
    store = MemoryStore()
    injected = await play_week(store, seed, coups, planted)
    books, second = await read_books(store), await recounted(store)
    check(books, injected)
    ends = [day_plain(day_end(books, day, 0)) for day in books.days]
    wrong = [each for end in ends for each in disagreements(end, second)]
    return wrong + [f"nobody is named: {each}" for end in ends for each in unnamed(end["exceptions"], second)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="books_week", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--weeks", type=int, default=WEEKS, help="how many weeks (%(default)s)")
    parser.add_argument("--coups", type=int, default=COUPS, help="rounds at each table a day (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first week (%(default)s)")
    parser.add_argument("--done", type=Path, help="a file with the weeks that are through")
    given = parser.parse_args()
    if given.weeks < 1 or given.coups < 3:
        parser.error("weeks are a whole number from 1 up, and coups from 3 up")
    known = json.loads(given.done.read_text(encoding="utf-8")) if given.done and given.done.exists() else []
    through = {tuple(each) for each in known}
    for seed in range(given.seed, given.seed + given.weeks):
        for planted in (False, True):
            if (seed, given.coups, planted) in through:
                continue
            started = time.monotonic()
            if wrong := asyncio.run(week(seed, given.coups, planted)):
                print(f"BROKEN: seed {seed}, {given.coups} coups, errors {planted}", *wrong, sep="\n", flush=True)
                return 1
            through.add((seed, given.coups, planted))
            if given.done:
                given.done.write_text(json.dumps(sorted(through)), encoding="utf-8")
            spent = time.monotonic() - started
            print(f"week {seed}, {'with' if planted else 'without'} errors: agrees ({spent:.0f} s)", flush=True)
    print(f"books_week: {given.weeks} weeks, {given.coups} coups a table and day: every figure agrees to the cent")
    return 0


if __name__ == "__main__":
    sys.exit(main())
