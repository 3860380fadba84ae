"""How fast the page of a table is: its first view, and the work of its main thread while cards are dealt.

    python3 go.py bench page [--views 5] [--coups 6]

The distribution's chromium at a real server, a desktop window, motion as usual. The first view is timed from the
request to the table standing there, each in a browser context that has nothing kept, and its bytes are those that came
over the wire. While coups are dealt every task of the page's main thread is traced, with the processor time it took:
on a busy machine the wall time of a task is mostly the waiting for others. It exits with 1 when a first view is too
large or too slow, or when a task takes more than a frame.
"""

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser import FLAGS, find_chromium
from tests.page.guests import Guest, at_table, time_passes, waiting_house

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Request, ViewportSize

    from tests.server.running import RunningServer

FRAME_MS = 16.0
MOST_BYTES = 300_000
MOST_SECONDS = 1.0
WINDOW: "ViewportSize" = {"width": 1440, "height": 900}
DRAWN = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))"
"""When the next frame stands there, in ms since the request."""
OPTIONS = {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True}
PACE_MS = 150
"""A card every so often, as an automatic dealer in a hurry deals."""


def kept(sent: list["Request"], request: "Request") -> None:
    sent.append(request)


def first_views(server: "RunningServer", browser: "Browser", table: str, views: int) -> bool:
    """The first view of a table for a spectator, again and again."""
    times: list[float] = []
    sizes: list[int] = []
    counts: list[int] = []
    for _ in range(views):
        with browser.new_context(viewport=WINDOW, locale="en-US") as context:
            page = context.new_page()
            sent: list[Request] = []
            page.on("requestfinished", partial(kept, sent))
            page.goto(f"{server.base}/table/{table}")
            page.locator("body[data-ready]").wait_for()
            times.append(page.evaluate(DRAWN))
            page.wait_for_load_state("networkidle")
            sizes.append(sum(request.sizes()["responseBodySize"] for request in sent))
            counts.append(len(sent))
    print(
        f"first view: {max(sizes):,} bytes in {max(counts)} requests; "
        f"{median(times):.0f} ms until the table is drawn (best {min(times):.0f}, worst {max(times):.0f})"
    )
    return max(sizes) < MOST_BYTES and median(times) < MOST_SECONDS * 1000


class Trace:
    """What the main thread of a page did."""

    def __init__(self, session: "CDPSession") -> None:
        self.session = session
        self.events: list[dict[str, Any]] = []
        self.done = False
        session.on("Tracing.dataCollected", lambda facts: self.events.extend(facts["value"]))
        session.on("Tracing.tracingComplete", lambda _facts: setattr(self, "done", True))

    def start(self) -> None:
        categories = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"]
        config = {"includedCategories": categories, "excludedCategories": ["*"], "recordMode": "recordAsMuchAsPossible"}
        self.session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})

    def stop(self, guest: Guest) -> None:
        self.session.send("Tracing.end")
        guest.until(lambda: self.done)

    def tasks(self) -> list[tuple[float, float, dict[str, float]]]:
        """Wall and processor time of each task of the page's main thread, in ms, and what it consisted of."""
        renderers = {
            (e["pid"], e["tid"])
            for e in self.events
            if e.get("name") == "thread_name" and e["args"]["name"] == "CrRendererMain"
        }
        mine = defaultdict(list)
        for event in self.events:
            if event.get("ph") == "X" and (event["pid"], event["tid"]) in renderers:
                mine[event["pid"], event["tid"]].append(event)
        # The page that is dealt to is the renderer with the most scripts.
        scripts = {key: sum(e["name"] == "FunctionCall" for e in found) for key, found in mine.items()}
        if not scripts:
            return []
        found = mine[max(scripts, key=lambda key: scripts[key])]
        tops = [e for e in found if e["name"] == "RunTask"]
        parts = sorted((e for e in found if e["name"] in PARTS), key=lambda e: e["ts"])
        tasks = []
        for top in tops:
            inside: dict[str, float] = defaultdict(float)
            if top.get("tdur", top.get("dur", 0)) > FRAME_MS * 500:
                end = top["ts"] + top["dur"]
                for part in parts:
                    if top["ts"] <= part["ts"] < end:
                        inside[named(part)] += part.get("tdur", part.get("dur", 0)) / 1000
            tasks.append((top.get("dur", 0) / 1000, top.get("tdur", top.get("dur", 0)) / 1000, dict(inside)))
        return tasks


def named(part: dict[str, Any]) -> str:
    """What a part of a task is called; a script with where it is written."""
    data = part.get("args", {}).get("data", {})
    if part["name"] != "FunctionCall" or "url" not in data:
        return str(part["name"])
    return f"{data['url'].rpartition('/')[2] or 'test'}:{data.get('lineNumber', 0)} {data.get('functionName', '')}".strip()


PARTS = (
    "FunctionCall",
    "UpdateLayoutTree",
    "Layout",
    "PrePaint",
    "Paint",
    "Layerize",
    "Commit",
    "MinorGC",
    "MajorGC",
    "ParseHTML",
)


def dealing(server: "RunningServer", browser: "Browser", table: str, coups: int) -> bool:
    """Trace whole coups, wagers and all."""
    with at_table(server, browser, table, viewport=WINDOW, reduced_motion="no-preference") as guest:
        guest.sit(2)
        guest.until_phase("betting")
        spots = [spot.get_attribute("data-area") or "" for spot in guest.find("mb-spot").all()]
        for wager in spots:
            guest.put(wager)
        trace = Trace(guest.context.new_cdp_session(guest.page))
        guest.page.wait_for_timeout(500)
        trace.start()
        for number in range(coups):
            coup = guest.hosted.state.coup_no
            time_passes(server, table)
            end = time.monotonic() + 60
            while guest.hosted.state.coup_no == coup and time.monotonic() < end:
                guest.page.wait_for_timeout(100)
                asked = guest.find("mb-squeeze:not([hidden]) .button.gold, mb-asks:not([hidden]) .button.gold")
                if asked.count():
                    asked.first.click()
            guest.until_phase("betting")
            if number < coups - 1:
                guest.page.keyboard.press("r")
                guest.until(lambda: bool(guest.hosted.state.wagers))
        trace.stop(guest)
    tasks = trace.tasks()
    if not tasks:
        print("no task was traced")
        return False
    cpu = sorted((used for _, used, _ in tasks), reverse=True)
    wall = sorted((took for took, _, _ in tasks), reverse=True)
    over = [task for task in tasks if task[1] > FRAME_MS]
    print(
        f"dealing {coups} coups: {len(tasks):,} tasks; processor time at most {cpu[0]:.1f} ms, "
        f"then {', '.join(f'{one:.1f}' for one in cpu[1:6])}; {len(over)} over {FRAME_MS:.0f} ms; "
        f"wall time at most {wall[0]:.1f} ms"
    )
    for took, used, inside in sorted(tasks, key=lambda task: -task[1])[:6]:
        print(f"  {used:6.1f} ms of {took:6.1f}: {json.dumps({k: round(v, 1) for k, v in inside.items()})}")
    return not over


def main() -> int:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--views", type=int, default=5)
    parser.add_argument("--coups", type=int, default=6)
    facts = parser.parse_args()
    with waiting_house(pace_ms=PACE_MS) as server, server.guest("Owner") as owner, sync_playwright() as playwright:
        table = server.training(owner, "massachusetts", OPTIONS, clock=True)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        good = first_views(server, browser, table, facts.views)
        good = dealing(server, browser, table, facts.coups) and good
        browser.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
