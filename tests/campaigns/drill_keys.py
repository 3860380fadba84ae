"""Every drill in a real browser by its keys, as fast as they can be pressed: how many items a minute, and no key lost.

    python3 go.py campaign drill_keys [--rulebook NAME] [--phone] [--done FILE]

A sheet of each drill that a rulebook has is answered by somebody who knows it, one key after the other and nothing
waited for between them. A sheet that is not right from the first item to the last stops the campaign. With ``--done``
the sheets that are through are kept, and a campaign that was stopped goes on after them.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.rules.rulebook import RULEBOOKS
from tests.browser import find_chromium, running_chromium
from tests.campaigns._done import Done
from tests.page.drill_sheets import PHONE, address, begin, scored
from tests.page.guests import waiting_house
from tests.page.visits import opened
from tests.server.running import QUICK

ONE_KEY = ("key", "letter")
"""Forms of answers that are given by one key; the others are sent by Enter."""


def answered(page: Any, drill: str) -> tuple[int, float]:
    """How many items of a sheet were asked, and the seconds it took to press all their keys."""
    items = begin(page, drill)
    began = time.perf_counter()
    for item in items:
        page.keyboard.type(item["answers"][0])
        if item["form"]["kind"] not in ONE_KEY:
            page.keyboard.press("Enter")
    right, count = scored(page)
    if (right, count) != (len(items), len(items)):
        raise AssertionError(f"{drill}: {right} right of {count} answered, and {len(items)} were asked")
    return count, time.perf_counter() - began


def _items(done: Done) -> int:
    return sum(facts["items"] for facts in done.parts.values())


def main() -> int:
    parser = argparse.ArgumentParser(prog="drill_keys", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rulebook", choices=RULEBOOKS, help="this one alone")
    parser.add_argument("--phone", action="store_true", help="a narrow page")
    Done.asked(parser)
    given = parser.parse_args()
    done = Done.so_far(parser, given.done, rulebook=given.rulebook, phone=given.phone)
    chromium = find_chromium()
    if chromium is None:
        print("the browser is missing", file=sys.stderr)
        return 1
    with waiting_house(timing=QUICK, pace_ms=0) as server, running_chromium(chromium, "--no-sandbox") as browser:
        for rulebook in (given.rulebook,) if given.rulebook else RULEBOOKS:
            with server.client() as client:
                drills = [row["drill"] for row in client.get(f"/api/drills?rulebook={rulebook}")["drills"]]
            for drill in drills:
                if (part := f"{drill} under {rulebook}") in done.parts:
                    continue
                visit = address(drill, rulebook=rulebook, level="3")
                with opened(server, browser, visit, **(PHONE if given.phone else {})) as page:
                    try:
                        count, seconds = answered(page, drill)
                    except AssertionError as lost:
                        print(f"{rulebook}, {lost}", flush=True)
                        return 1
                done.add(part, {"items": count, "pace": 60 * count / seconds})
            print(f"{rulebook}: {_items(done):,} items so far", flush=True)
    pace, slowest = min((facts["pace"], part) for part, facts in done.parts.items())
    sheets = f"{_items(done):,} items of {len(done.parts)} sheets by keys, none lost"
    print(f"{sheets}; the slowest sheet ({slowest}) at {pace:.0f} items a minute")
    return 0


if __name__ == "__main__":
    sys.exit(main())
