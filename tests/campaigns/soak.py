"""An hour of play: the memory of the house is flat, and the last guests wait no longer than the first.

    python3 go.py campaign soak [--minutes 60] [--tables 8] [--seats 7] [--spectators 20] [--no-page]

A real house in a process of its own, in a folder that is thrown away, and the guests of ``minibac load``; others come
in, look at a table and go. After a warm-up the memory of the house is looked at every ten seconds. Its slope is a
least-squares line through the later part, with the error of that line; it is flat when the house does not gain more
than ``--most`` megabytes an hour beyond twice that error. The first quarter's waits stand beside those of the last.
A page in chromium looks on at one of the tables all the while, and is measured without its garbage, as often: between
the second quarter and the last neither its heap nor its nodes grow by a tenth.
It exits with 1 when memory is not flat, a connection was lost, or no coup was played.
"""

import argparse
import asyncio
import math
import sys
import tempfile
import threading
import time
from itertools import chain
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.cli.load_guests import Door
from minibac.cli.load_page import Page
from minibac.cli.load_run import Crowd
from minibac.cli.serve import loop_factory
from tests.browser import find_chromium, running_chromium
from tests.served import ServedHouse, pin, served

SETTINGS = {"pace_ms": "20", "procedure_pace_ms": "0", "timing": "{betting_ms = 500}"}
SAMPLE_S = 10.0
MOST_PAGE = 1.10
"""The last quarter of a page against its second."""
VISITORS = 5
"""With each sample."""
MOST_MB_AN_HOUR = 10.0
LATE = {"betting-closed", "not-now", "wrong-step"}
"""Refusals that a guest of a quick table may hear: the clocks are the house's."""


class Sample(NamedTuple):
    """The house at one moment."""

    at_s: float
    megabytes: float
    coups: int


class PageSample(NamedTuple):
    """A page at one moment, without its garbage."""

    heap_kb: float
    nodes: int


class Onlooker(threading.Thread):
    """A page in a browser that looks on at a table, measured again and again."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self._address, self._over = address, threading.Event()
        self.samples: list[PageSample] = []
        self.faults: list[str] = []

    def run(self) -> None:
        try:
            with running_chromium() as browser:
                page = browser.new_page()
                page.on("pageerror", lambda error: self.faults.append(str(error)))
                page.goto(self._address)
                page.locator("mb-felt[data-phase]").wait_for()
                session = page.context.new_cdp_session(page)
                session.send("Performance.enable")
                while not self._over.is_set():
                    page.wait_for_timeout(SAMPLE_S * 1000)
                    session.send("HeapProfiler.collectGarbage")
                    facts = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
                    self.samples.append(PageSample(facts["JSHeapUsedSize"] / 1000, int(facts["Nodes"])))
                if page.locator("body[data-link=open]").count() != 1:
                    self.faults.append("the page is not connected at the end")
        except Exception as error:
            self.faults.append(f"{type(error).__name__}: {error}")

    def end(self) -> None:
        self._over.set()
        self.join(60)

    def tell(self) -> bool:
        """Say how it went; whether it is well."""
        quarter = len(self.samples) // 4
        second, last = self.samples[quarter : 2 * quarter], self.samples[-quarter:]
        grown = [median(getattr(each, fact) for each in last) / median(getattr(each, fact) for each in second)
                 for fact in PageSample._fields] if quarter else []  # fmt: skip
        told = ", ".join(f"{fact} {number:.3f} times" for fact, number in zip(PageSample._fields, grown, strict=False))
        print(f"the page: {len(self.samples)} looks, the last quarter against the second: {told or 'too few to tell'}")
        for fault in self.faults[:5]:
            print(f"the page says: {fault}")
        return not self.faults and all(number <= MOST_PAGE for number in grown)


class Line(NamedTuple):
    """A straight line through samples: megabytes an hour, and the standard error of that."""

    slope: float
    error: float


def line(samples: list[Sample]) -> Line:
    """Least squares.

    >>> line([Sample(at_s=float(n), megabytes=100 + n / 3600, coups=0) for n in range(0, 3600, 600)]).slope
    1.0
    """
    count = len(samples)
    if count < 3:
        return Line(0.0, math.inf)
    hours = [sample.at_s / 3600 for sample in samples]
    middle = sum(hours) / count
    level = sum(sample.megabytes for sample in samples) / count
    spread = sum((hour - middle) ** 2 for hour in hours)
    pairs = list(zip(hours, samples, strict=True))
    slope = sum((hour - middle) * (sample.megabytes - level) for hour, sample in pairs) / spread
    rest = sum((sample.megabytes - level - slope * (hour - middle)) ** 2 for hour, sample in pairs)
    return Line(round(slope, 6), math.sqrt(rest / (count - 2) / spread))


def spread(values: list[float]) -> str:
    """The middle and the slowest hundredth, in milliseconds."""
    ordered = sorted(values)
    if not ordered:
        return "nothing"
    last = len(ordered) - 1
    return f"p50 {1000 * ordered[round(0.5 * last)]:.1f} ms, p99 {1000 * ordered[round(0.99 * last)]:.1f} ms"


async def visit(crowd: Crowd, number: int) -> None:
    """Somebody who comes in as a guest, sees a table, and goes without sitting down."""
    said, cookie = await crowd.door.ask("/api/guests", {"name": f"Visitor {number}", "of_age": True})
    seen = asyncio.Event()
    table = crowd.places[number % len(crowd.places)].table
    address = crowd.door.live(table, f"as=guest&csrf={quote(said['csrf'])}")
    page = await Page.open(address, lambda page, text: seen.set(), cookie)
    await asyncio.wait_for(seen.wait(), 30)
    page.leave()


async def soak(house: ServedHouse, given: argparse.Namespace) -> tuple[list[Sample], list[list[float]], Crowd]:
    """Play, and look at the house again and again; the waits of each sample stand apart."""
    crowd = Crowd(Door(house.base))
    await crowd.choose(given.tables, given.seats)
    await crowd.sit(given.seats)
    await crowd.watch(given.spectators)
    begun = time.monotonic()
    samples: list[Sample] = []
    waits: list[list[float]] = []
    found = crowd.measured
    found.begin()
    while (now := time.monotonic() - begun) < given.minutes * 60:
        await crowd.until(min(SAMPLE_S, given.minutes * 60 - now))
        samples.append(Sample(time.monotonic() - begun, house.resident_bytes / 1e6, len(found.coups)))
        waits.append(found.wager_seconds[:])
        found.wager_seconds.clear()
        found.news_ms.clear()
        if sys.stderr.isatty():
            print(
                f"{now / 60:.1f} min, {samples[-1].megabytes:.1f} MB, {len(found.coups)} coups",
                end="\r",
                file=sys.stderr,
            )
    await crowd.go()
    return samples, waits, crowd


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seats", type=int, default=7)
    parser.add_argument("--spectators", type=int, default=20)
    parser.add_argument("--most", type=float, default=MOST_MB_AN_HOUR, metavar="MB", help="an hour, beyond the noise")
    parser.add_argument("--no-page", action="store_true", help="no page in a browser beside them")
    given = parser.parse_args()
    if given.minutes <= 0 or not 1 <= given.seats <= 7 or given.tables < 1 or given.spectators < 0:
        parser.error("minutes and tables are more than 0, seats 1 to 7")
    pin(1)
    with (
        tempfile.TemporaryDirectory(prefix="minibac-soak-") as folder,
        served(Path(folder), SETTINGS, core=0) as house,
        asyncio.Runner(loop_factory=loop_factory()) as runner,
    ):
        onlooker = None if given.no_page or not find_chromium() else Onlooker(f"{house.base}/table/s42-1?as=spectator")
        if onlooker:
            onlooker.start()
        samples, waits, crowd = runner.run(soak(house, given))
        if onlooker:
            onlooker.end()
    warm = min(len(samples) // 4, 60)
    later = samples[warm:]
    through = line(later)
    flat = through.slope <= given.most + 2 * through.error
    quarter = max(1, len(waits) // 4)
    first, last = list(chain(*waits[:quarter])), list(chain(*waits[-quarter:]))
    found = crowd.measured
    refused = {code: number for code, number in found.refused.items() if code not in LATE}
    print(f"{given.minutes:g} minutes, {given.tables} tables with {given.seats} seats, {given.spectators} spectators: "
          f"{len(found.coups)} coups, {found.commands} commands, {found.messages} messages")  # fmt: skip
    print(f"memory: {samples[0].megabytes:.1f} MB at first, {later[0].megabytes:.1f} MB warm, "
          f"{later[-1].megabytes:.1f} MB at last, at most {max(s.megabytes for s in samples):.1f} MB; "
          f"{through.slope:+.1f} ± {through.error:.1f} MB an hour: {'flat' if flat else 'NOT flat'}")  # fmt: skip
    tenths = [samples[min(len(samples) - 1, len(samples) * tenth // 10)] for tenth in range(11)]
    print("memory by tenths of the time: " + " ".join(f"{sample.megabytes:.1f}" for sample in tenths))
    print(f"from wager to answer: first quarter {spread(first)}; last quarter {spread(last)}")
    well = onlooker is None or onlooker.tell()
    if found.refused:
        print(f"refused: {dict(found.refused)}")
    if found.lost:
        print(f"connections lost: {dict(found.lost)}")
    return int(not flat or not well or bool(found.lost) or bool(refused) or not found.coups)


if __name__ == "__main__":
    sys.exit(main())
