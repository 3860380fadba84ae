"""Ten thousand items of each drill under each rulebook: every key is what the naive dealer says.

    python3 go.py campaign drills [--items 10000] [--seed campaign] [--done FILE]

The first key that differs stops the campaign and is shown; the same seed shows it again. With ``--done`` the drills
that are through are kept, and a campaign that was stopped goes on after them.
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
from tests.campaigns._done import Done
from tests.school.second_opinion import disagreement

ITEMS = 10_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="drills", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--items", type=int, default=ITEMS, help="how many items of each drill (%(default)s)")
    parser.add_argument("--seed", default="campaign", help="where they come from (%(default)s)")
    Done.asked(parser)
    given = parser.parse_args()
    if given.items < 1:
        parser.error("items are a whole number from 1 up")
    done = Done.so_far(parser, given.done, items=given.items, seed=given.seed)
    for rulebook in RULEBOOKS:
        table = sample_house(rulebook).table_for(rulebook)
        assert table is not None
        lesson = Lesson(table.rules, table.chips_cents)
        steps = {key: step.says for key, step in book_of(table.rules).steps.items()}
        for drill in DRILLS.values():
            if (part := f"{rulebook} {drill.id}") in done.parts:
                continue
            started, items = time.process_time(), sheet(lesson, [drill], given.seed, given.items)
            for item in items:
                if wrong := disagreement(rulebook, item, steps):
                    print(f"{rulebook}, {drill.id}, level {item.level}: {wrong}", flush=True)
                    return 1
            done.add(part, {"items": len(items), "seconds": time.process_time() - started})
    asked = [facts for facts in done.parts.values() if facts["items"]]
    items_count, seconds = (sum(facts[name] for facts in asked) for name in ("items", "seconds"))
    drills = f"{len(asked)} sheets, of {len(DRILLS)} drills under {len(RULEBOOKS)} rulebooks"
    print(f"{items_count:,} items on {drills}, every key right ({seconds:.0f} s of the processor)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
