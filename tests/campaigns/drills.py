"""Ten thousand items of each drill under each rulebook: every key is what the naive dealer says.

    python3 go.py campaign drills [--items 10000] [--seed campaign]

The first key that differs stops the campaign and is shown; the same seed shows it again.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.houses.house import sample_house
from minibac.rules.rulebook import RULEBOOKS
from minibac.school.drills import DRILLS
from minibac.school.items import Lesson
from minibac.school.practice import sheet
from minibac.table.steps import book_of
from tests.school.second_opinion import disagreement

ITEMS = 10_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="drills", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--items", type=int, default=ITEMS, help="how many items of each drill (%(default)s)")
    parser.add_argument("--seed", default="campaign", help="where they come from (%(default)s)")
    given = parser.parse_args()
    if given.items < 1:
        parser.error("items are a whole number from 1 up")
    started, items_count = time.monotonic(), 0
    for rulebook in RULEBOOKS:
        table = sample_house(rulebook).table_for(rulebook)
        assert table is not None
        lesson = Lesson(table.rules, table.chips_cents)
        steps = {key: step.says for key, step in book_of(table.rules).steps.items()}
        for drill in DRILLS.values():
            for item in sheet(lesson, [drill], given.seed, given.items):
                items_count += 1
                if wrong := disagreement(rulebook, item, steps):
                    print(f"{rulebook}, {drill.id}, level {item.level}: {wrong}", flush=True)
                    return 1
    seconds = time.monotonic() - started
    drills = f"{len(DRILLS)} drills under {len(RULEBOOKS)} rulebooks"
    print(f"{items_count:,} items of {drills}, every key right ({seconds:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
