"""How fast the page of a table is: its first view, and the work of its main thread while cards are dealt.

    python3 go.py bench page [--views 5] [--coups 6] [--pace 150] [--rest 20] [--why] [--beside CHECKOUT]

The distribution's chromium at a real server, a desktop window, motion as usual. The first view is timed from the
request to the table standing there, each in a browser context that has nothing kept, and its bytes are those that came
over the wire. With --beside the house of another checkout (an earlier version) is opened next to this one's, and both
are looked at in turn: on a busy machine only times of the same minute can be held against each other.

Coups are dealt to nine guests who have chips on every area, and every task of the page's main thread is traced with the
processor time it took: on a busy machine the wall time of a task is mostly the waiting for others. While nothing moves
but the clock, the processor time of all processes of the browser is counted. It exits with 1 when a first view is too
large or too slow, when a task takes more than a frame, or when a page at rest takes more than its share. With --why the
longest tasks come with their reasons: the message, every layout that a script forced and from where, and what had to be
styled, laid out and painted again. To look is not free: judge the times without it.
"""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from minibac.table import commands as c
from minibac.table.automatic import guest as guest_at
from minibac.table.state import Phase
from tests.browser import running_chromium
from tests.page.guests import Guest, at_table, time_passes, waiting_house

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Request, ViewportSize

    from tests.server.running import Live, RunningServer

ROOT = Path(__file__).resolve().parents[1]
FRAME_MS = 16.0
MOST_BYTES = 130_000
MOST_FACES_BYTES = 40_000
MOST_SECONDS = 1.0
MOST_AT_REST = 0.02
MOST_OF_BEFORE = 1.1
"""Times of one run that differ by less are the same: views of one version differ by more among themselves."""
TABLE = "sem-1"
"""A table of the sample houses, of every version."""
MINE = 2
SEATS = 9
CHIPS_CENTS = 400_000
ASKED = """() => {
    const asked = "mb-squeeze:not([hidden]) .button.gold, mb-asks:not([hidden]) .button.gold";
    const button = document.querySelector(asked);
    button?.click();
    return Boolean(button);
}"""
"""Does what the table asks of the guest who is traced, in one go; nothing where it asks nothing."""
PATIENCE = 5
"""Tenths of a second in which nothing is asked before the clock of another guest runs out."""
WINDOW: "ViewportSize" = {"width": 1440, "height": 900}
DRAWN = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))"
"""When the next frame stands there, in ms since the request."""
OPTIONS = {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True}
PACE_MS = 150
"""A card every so often, as an automatic dealer in a hurry deals. Where the machine is so busy that the page gets no
frame in that time, several cards fall into one: a slower pace shows what one of them costs."""


def kept(sent: list["Request"], request: "Request") -> None:
    sent.append(request)


def is_face(request: "Request") -> bool:
    """Letters are counted apart."""
    return request.url.endswith(".woff2")


def first_views(server: "RunningServer", browser: "Browser", table: str, views: int) -> bool:
    """The first view of a table for a spectator, again and again."""
    times: list[float] = []
    sizes: list[int] = []
    faces: list[int] = []
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
            faces.append(sum(request.sizes()["responseBodySize"] for request in sent if is_face(request)))
            sizes.append(sum(request.sizes()["responseBodySize"] for request in sent if not is_face(request)))
            counts.append(len(sent))
    print(
        f"first view: {max(sizes):,} bytes and {max(faces):,} of faces in {max(counts)} requests; "
        f"{median(times):.0f} ms until the table is drawn (best {min(times):.0f}, worst {max(times):.0f})"
    )
    return max(sizes) < MOST_BYTES and max(faces) <= MOST_FACES_BYTES and median(times) < MOST_SECONDS * 1000


MESSAGES = """
const listen = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (name, heard, ...more) {
    const marked = (event) => {
        const { tell, version = "", set = {}, yours, events = [] } = JSON.parse(event.data);
        const keys = [...Object.keys(set), ...(yours ? ["yours"] : [])];
        performance.mark(`message ${tell} ${version} ${keys} ${events.map((one) => one.event)}`);
        heard(event);
    };
    return listen.call(this, name, name === "message" ? marked : heard, ...more);
};
"""
"""Puts each message of the table into the trace before the page hears it."""
CATEGORIES = ("toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata")
REASONS = (
    "blink.user_timing",
    "disabled-by-default-devtools.timeline.stack",
    "disabled-by-default-devtools.timeline.invalidationTracking",
)
AGAIN = {
    "StyleRecalcInvalidationTracking": "styled",
    "LayoutInvalidationTracking": "laid out",
    "PaintInvalidationTracking": "painted",
}
SCRIPT = ("FunctionCall", "FireAnimationFrame", "TimerFire", "EventDispatch", "MinorGC", "MajorGC", "ParseHTML")
DRAWING = ("UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "HitTest")
PARTS = frozenset((*SCRIPT, *DRAWING))


@dataclass(frozen=True)
class Task:
    """One task of the page's main thread: its times in ms, what it consisted of without what was nested in that."""

    wall: float
    cpu: float
    parts: dict[str, float]
    reasons: list[str]


class Trace:
    """What the main thread of a page did."""

    def __init__(self, session: "CDPSession", why: bool) -> None:
        self.session = session
        self.why = why
        self.events: list[dict[str, Any]] = []
        self.done = False
        session.on("Tracing.dataCollected", lambda facts: self.events.extend(facts["value"]))
        session.on("Tracing.tracingComplete", lambda _facts: setattr(self, "done", True))

    def start(self) -> None:
        categories = [*CATEGORIES, *(REASONS if self.why else ())]
        config = {"includedCategories": categories, "excludedCategories": ["*"], "recordMode": "recordAsMuchAsPossible"}
        self.session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})

    def stop(self, guest: Guest) -> None:
        self.session.send("Tracing.end")
        guest.until(lambda: self.done)

    def main_thread(self) -> list[dict[str, Any]]:
        """The events of the page that is dealt to, in order: of all renderers it has the most scripts."""
        renderers = {
            (e["pid"], e["tid"])
            for e in self.events
            if e.get("name") == "thread_name" and e["args"]["name"] == "CrRendererMain"
        }
        threads = defaultdict(list)
        for event in self.events:
            if "ts" in event and (event["pid"], event["tid"]) in renderers:
                threads[event["pid"], event["tid"]].append(event)
        found = max(threads.values(), key=lambda events: sum(e["name"] == "FunctionCall" for e in events), default=[])
        return sorted(found, key=lambda e: (e["ts"], -e.get("dur", 0)))

    def tasks(self) -> list[Task]:
        """Every task; the longest with their parts."""
        events = self.main_thread()
        starts = [e["ts"] for e in events]
        tasks = []
        for top in events:
            if top["name"] != "RunTask" or top["ph"] != "X":
                continue
            inside: list[dict[str, Any]] = []
            if used(top) > FRAME_MS * 1000 / 4:
                inside = events[bisect_left(starts, top["ts"]) : bisect_left(starts, top["ts"] + top["dur"])]
            parts = alone([e for e in inside if e["ph"] == "X" and e["name"] in PARTS])
            tasks.append(Task(top.get("dur", 0) / 1000, used(top) / 1000, parts, reasons(inside) if self.why else []))
        return tasks


def used(event: dict[str, Any]) -> float:
    """Processor time of an event in us."""
    return float(event.get("tdur", event.get("dur", 0)))


def alone(events: list[dict[str, Any]]) -> dict[str, float]:
    """The time of each kind of work in ms, without the work that was nested in it."""
    times: dict[str, float] = defaultdict(float)
    around: list[tuple[float, str]] = []
    for event in events:
        while around and around[-1][0] <= event["ts"]:
            around.pop()
        if around:
            times[around[-1][1]] -= used(event) / 1000
        times[named(event)] += used(event) / 1000
        around.append((event["ts"] + event["dur"], named(event)))
    return dict(times)


def named(part: dict[str, Any]) -> str:
    """What a part of a task is called; a script with where it is written."""
    data = part.get("args", {}).get("data", {})
    if part["name"] != "FunctionCall" or "url" not in data:
        return str(part["name"])
    return (
        f"{data['url'].rpartition('/')[2] or 'test'}:{data.get('lineNumber', 0)} {data.get('functionName', '')}".strip()
    )


def reasons(events: list[dict[str, Any]]) -> list[str]:
    """Why a task had so much to do."""
    found: list[str] = []
    again: Counter[str] = Counter()
    for event in events:
        data = event.get("args", {}).get("data") or event.get("args", {}).get("beginData") or {}
        stack = data.get("stackTrace", [])
        if event["name"].startswith("message "):
            found.append(event["name"])
        elif event["name"] in ("UpdateLayoutTree", "Layout") and stack:
            where = " < ".join(f"{row['url'].rpartition('/')[2]}:{row['lineNumber']}" for row in stack[:4])
            found.append(f"{event['name']} of {used(event) / 1000:.1f} ms forced by {where}")
        elif event["name"] in AGAIN:
            again[f"{AGAIN[event['name']]} {data.get('nodeName', '')} ({data.get('reason', '').lower()})"] += 1
    return [*found, *(f"{count} x {what}" for what, count in again.most_common(20))]


@contextmanager
def served(checkout: Path) -> Iterator[str]:
    """The sample houses of a checkout, opened by its own command; the address."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        command = [sys.executable, "-m", "minibac", "serve", "--port", str(port), "--data", folder]
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as house:
            try:
                for _ in range(600):
                    with socket.socket() as door:
                        if not door.connect_ex(("127.0.0.1", port)):
                            break
                    time.sleep(0.1)
                yield f"http://127.0.0.1:{port}"
            finally:
                house.terminate()


def beside(browser: "Browser", other: Path, views: int) -> bool:
    """First views of this version and of another, in turn."""
    times: dict[str, list[float]] = {"before": [], "now": []}
    with served(other) as before, served(ROOT) as now:
        for _ in range(views + 1):
            for name, base in (("before", before), ("now", now)):
                with browser.new_context(viewport=WINDOW, locale="en-US") as context:
                    page = context.new_page()
                    page.goto(f"{base}/table/{TABLE}")
                    page.locator("body[data-ready]").wait_for()
                    times[name].append(page.evaluate(DRAWN))
    told = {name: found[1:] for name, found in times.items()}  # the first of each finds a cold house
    for name, found in told.items():
        print(f"first view, {name}: {median(found):.0f} ms (best {min(found):.0f}, worst {max(found):.0f})")
    return median(told["now"]) <= MOST_OF_BEFORE * median(told["before"])


def wagered(people: "dict[int, Live]", areas: Sequence[str]) -> None:
    """Every other seat has the least on every area; the most lies before the page that is traced."""
    for seat, live in people.items():
        least = {area["id"]: area["minimum_cents"] for area in live.view["areas"]}
        for wager in areas:
            live.give("PlaceWager", seat=seat, wager=wager, cents=least[wager])


def over_again(guest: Guest, decided: int) -> bool:
    """Whether one more round is decided and wagers are taken again."""
    state = guest.hosted.state
    return len(state.results) > decided and state.phase is Phase.BETTING


def dealing(server: "RunningServer", browser: "Browser", table: str, coups: int, why: bool) -> bool:
    """Trace whole coups: nine guests, chips of all of them on every area."""
    with ExitStack() as stack:
        guest = stack.enter_context(at_table(server, browser, table, viewport=WINDOW, reduced_motion="no-preference"))
        if why:
            guest.context.add_init_script(MESSAGES)
        guest.sit(MINE)
        guest.until_phase("betting")
        spots = [spot.get_attribute("data-area") or "" for spot in guest.find("mb-spot").all()]
        people: dict[int, Live] = {}
        for seat in range(1, SEATS + 1):
            if seat != MINE:
                people[seat] = stack.enter_context(server.guest(f"Guest {seat}")).live(table)
                people[seat].sit(seat, chips_cents=CHIPS_CENTS)
        mine = guest_at(guest.hosted.state, MINE)
        more = c.BuyIn(by=mine, at=0, seat=MINE, cents=CHIPS_CENTS, transfer="bench")
        assert server.call(guest.hosted.give(more)).ok
        for wager in spots:
            guest.put(wager)
        wagered(people, spots)
        guest.until(lambda: len(guest.hosted.state.wagers) == SEATS * len(spots))
        trace = Trace(guest.context.new_cdp_session(guest.page), why)
        guest.page.wait_for_timeout(500)
        trace.start()
        for number in range(coups):
            decided = len(guest.hosted.state.results)
            time_passes(server, table)
            end, quiet = time.monotonic() + 60, 0
            while not over_again(guest, decided) and time.monotonic() < end:
                guest.page.wait_for_timeout(100)
                if guest.page.evaluate(ASKED):
                    quiet = 0
                elif (quiet := quiet + 1) > PATIENCE and not over_again(guest, decided) and guest.hosted.deadlines():
                    time_passes(server, table)  # the clock of somebody else
                    quiet = 0
            guest.until_phase("betting")
            if number < coups - 1:
                guest.page.keyboard.press("r")
                wagered(people, spots)
                guest.until(lambda: len(guest.hosted.state.wagers) == SEATS * len(spots))
        trace.stop(guest)
    tasks = trace.tasks()
    if not tasks:
        print("no task was traced")
        return False
    tasks.sort(key=lambda task: -task.cpu)
    over = [task for task in tasks if task.cpu > FRAME_MS]
    print(
        f"dealing {coups} coups with {SEATS * len(spots)} wagers: {len(tasks):,} tasks, "
        f"{sum(task.cpu for task in tasks) / coups:.0f} ms a coup; "
        f"processor time at most {tasks[0].cpu:.1f} ms, then {', '.join(f'{task.cpu:.1f}' for task in tasks[1:6])}; "
        f"{len(over)} over {FRAME_MS:.0f} ms; wall time at most {max(task.wall for task in tasks):.1f} ms"
    )
    for task in tasks[:6]:
        parts = sorted(task.parts.items(), key=lambda part: -part[1])
        told = ", ".join(f"{name} {ms:.1f}" for name, ms in parts if ms >= 0.1)
        print(f"  {task.cpu:6.1f} ms of {task.wall:6.1f}: {told}")
        for reason in task.reasons:
            print(f"          {reason}")
    return not over


def resting(server: "RunningServer", browser: "Browser", table: str, seconds: int) -> bool:
    """The processor time of the whole browser while betting is open and only its clock runs."""
    watch = browser.new_browser_cdp_session()

    def spent() -> float:
        return float(sum(process["cpuTime"] for process in watch.send("SystemInfo.getProcessInfo")["processInfo"]))

    with at_table(server, browser, table, "Rae", viewport=WINDOW, reduced_motion="no-preference") as guest:
        guest.sit(5)
        guest.until_phase("betting")
        guest.find("mb-clock[data-on]").first.wait_for()
        guest.page.wait_for_timeout(3_000)
        before = spent()
        guest.page.wait_for_timeout(seconds * 1_000)
        share = (spent() - before) / seconds
    print(f"at rest, with a clock: {share:.1%} of a core, the whole browser, rendered in software")
    return share < MOST_AT_REST


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--views", type=int, default=5)
    parser.add_argument("--coups", type=int, default=6)
    parser.add_argument("--pace", type=int, default=PACE_MS, help="ms from card to card")
    parser.add_argument("--why", action="store_true", help="say what the longest tasks had to do, and why")
    parser.add_argument("--rest", type=int, default=20, help="seconds at rest; 0: not measured")
    parser.add_argument("--beside", type=Path, help="another checkout, whose first view is timed in turn with this one")
    facts = parser.parse_args()
    with waiting_house(pace_ms=facts.pace) as server, server.guest("Owner") as owner, running_chromium() as browser:
        table = server.training(owner, "massachusetts", OPTIONS, clock=True)
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        good = first_views(server, browser, table, facts.views)
        if facts.beside:
            good = beside(browser, facts.beside, facts.views) and good
        if facts.coups:
            good = dealing(server, browser, table, facts.coups, facts.why) and good
        if facts.rest:
            alone = server.training(owner, "massachusetts", OPTIONS, clock=True)
            good = resting(server, browser, alone, facts.rest) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
