"""What the live house costs: a command with its broadcast, 100 tables, 1,000 spectators, and a long night.

    python bench/live.py [--only command,tables,spectators,night] [--seconds 10] [--rounds 3] [--coups 4000]

The house runs in a process of its own on one core, the guests of ``minibac load`` on another. In one run:

* ``command``: the CPU of the house for an accepted command with its broadcast to the pages at its table, against a
  durable transaction of the very same writes in the same store plus a broadcast of the same texts to as many pages in
  the same framework, each alone on the same core and at the moments at which they came in the house, so that as many
  writes share a commit and the processor is as warm. At most 3 times their sum. What the bare ones cost at full speed
  is told too.
* ``tables``: 100 tables with 7 seats, at the usual pace of a house and five times as fast; p99 from wager to answer
  under 100 ms.
* ``spectators``: from the house's stamp to the last of 1,000 pages, against the bare broadcast of the same texts.
* ``night``: one table in this process with a clock that runs as fast as it can: the coups at the end of a long night
  cost what the first ones did, and no view comes to 16 KB.

It exits with 1 when one of the goals is missed; times depend on the machine being quiet, and the load is printed.
"""

import argparse
import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from _bare import Telling, Writes
from _night import Night

from minibac.cli.load_guests import PING_HEAD, PONG, Door, Measured, stamp_of
from minibac.cli.load_page import Page
from minibac.cli.load_run import Crowd
from minibac.cli.serve import loop_factory
from minibac.play.postings import Posting
from minibac.records.store import Write
from tests.served import many_tables, pin, served

BARE = str(Path(__file__).with_name("_bare.py"))
HOUSE_CORE, GUEST_CORE = 0, 1
MOST_TIMES = 3.0
MOST_WAGER_MS = 100.0
MOST_VIEW_BYTES = 16_000
COUPS_OF_A_SHOE = 80
FAST = {"pace_ms": "0", "procedure_pace_ms": "0", "timing": "{betting_ms = 400}"}
PACES = {
    "the usual pace": {"procedure_pace_ms": "0"},
    "a brisk pace": {"procedure_pace_ms": "0", "pace_ms": "150", "timing": "{betting_ms = 4000}"},
}
WATCHED = {"pace_ms": "150", "procedure_pace_ms": "0", "timing": "{betting_ms = 1000}"}


class Recorder:
    """A spectator that writes down every piece of news: its table, its version, how many events, the text."""

    def __init__(self) -> None:
        self.texts: list[tuple[float, int, bytes]] = []
        self.pages: list[Page] = []

    async def watch(self, door: Door, number: int, table: str) -> None:
        def heard(page: Page, text: bytes) -> None:
            if text.startswith(b'{"tell":"news"'):
                self.texts.append((time.perf_counter(), number, text))
            elif text.startswith(PING_HEAD):
                page.send(PONG)

        self.pages.append(await Page.open(door.live(table, "as=spectator"), heard))

    def leave(self) -> None:
        for page in self.pages:
            page.leave()


# ------------------------------------------------------------------------------------------- a command, and its parts


class Costs(NamedTuple):
    """Microseconds of CPU, on one core in one run."""

    command: float
    transaction: float
    broadcast: float
    in_a_commit: float

    @property
    def times(self) -> float:
        return self.command / (self.transaction + self.broadcast)

    def __str__(self) -> str:
        return (
            f"{self.times:.2f} times a bare transaction ({self.transaction:.0f} µs, {self.in_a_commit:.1f} in a commit)"
            f" plus a bare broadcast ({self.broadcast:.0f} µs)"
        )


async def command_costs(folder: Path, tables: int, seats: int, seconds: float) -> Costs:
    """Play on the real house, then do its writes and its broadcasts again, bare."""
    house_file = many_tables(folder / "house.toml", tables)
    with served(folder / "data", FAST, core=HOUSE_CORE, houses=(house_file,)) as house:
        crowd, recorder = Crowd(Door(house.base)), Recorder()
        await crowd.choose(tables, seats)
        for number, place in enumerate(crowd.places):
            await recorder.watch(crowd.door, number, place.table)
        await crowd.sit(seats)
        await crowd.until(3)  # past the shuffles
        begun, spent, before = len(recorder.texts), house.cpu_s, store_figures(house.base)
        crowd.measured.begin()
        await crowd.until(seconds)
        spent = house.cpu_s - spent
        commits, jobs = (now - then for now, then in zip(store_figures(house.base), before, strict=True))
        told = recorder.texts[begun:]
        await crowd.go()
        recorder.leave()
    streams = [f"table/{place.table}" for place in crowd.places]
    writes = rewritten(folder / "data" / "minibac.sqlite", streams, recorder.texts, begun, len(told))
    count = sum(map(len, writes.streams))
    start = told[0][0]
    telling = Telling([(at - start, number, text.decode()) for at, number, text in told], seats + 1, tables)
    costs = []
    for paced in (True, False):
        writes.paced = telling.paced = paced
        in_store, in_air = bare("store", folder, writes), await bare_broadcast(folder, telling)
        in_air_us = in_air["cpu_us"] * len(told) / count  # news of several commands is told once
        costs.append(Costs(spent / count * 1e6, in_store["cpu_us"], in_air_us, in_store["per_commit"]))
    size = sum(len(text) for _, _, text in told) / len(told)
    print(
        f"  {count} commands in {seconds:.0f} s ({count / seconds:.0f} /s, {spent / seconds:.0%} of a core), each told "
        f"to {seats + 1} pages in {size:.0f} bytes, {jobs / commits:.1f} in a commit: {costs[0].command:.0f} µs of "
        f"CPU\n    {costs[0]} when they come at the same moments\n    {costs[1]} when they come as fast as they go",
        flush=True,
    )
    return costs[0]


def store_figures(base: str) -> tuple[float, float]:
    """Commits of the house's store until now, and the writes in them."""
    with urllib.request.urlopen(f"{base}/metrics") as answer:
        lines = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if line[:1] != "#")
    return float(lines["minibac_store_commits"]), float(lines["minibac_store_writes"])


def rewritten(
    database: Path, streams: list[str], texts: list[tuple[float, int, bytes]], begun: int, count: int
) -> Writes:
    """The writes of a run, from its database. News tells the events of one write, or of several that were carried out
    together; there an answer says where each ends."""
    db = sqlite3.connect(database)
    lines: dict[str, dict[int, bytes]] = defaultdict(dict)
    postings: dict[tuple[str, int], list[Posting]] = defaultdict(list)
    answers: dict[tuple[str, int], tuple[str, bytes]] = {}
    for stream, version, line in db.execute("SELECT stream, version, line FROM events"):
        lines[stream][version] = line
    for stream, version, *row in db.execute(
        "SELECT stream, version, step, seat, wager, account, amount_cents, clause FROM ledger"
    ):
        postings[stream, version].append(Posting(*row))
    for stream, command, version, answer in db.execute("SELECT stream, command, version, answer FROM answers"):
        answers[stream, version] = command, answer
    db.close()

    def write(stream: str, first: int, last: int) -> Write:
        command, answer = answers.get((stream, last), ("", b""))
        return Write(
            stream=stream,
            after=first - 1,
            events=tuple(lines[stream][version] for version in range(first, last + 1)),
            postings=tuple(tuple(postings[stream, version]) for version in range(first, last + 1)),
            command=command,
            answer=answer,
        )

    before = [write("house", version, version) for version in sorted(lines["house"])]
    measured: list[list[tuple[float, Write]]] = [[] for _ in streams]
    start = texts[begun][0]
    known = dict.fromkeys(streams, 0)
    for index, (at, number, text) in enumerate(texts[: begun + count]):
        said = msgspec.json.decode(text)
        stream, last = streams[number], said["version"]
        if not said["events"]:
            continue
        first = said["events"][0]["v"]
        if first > known[stream] + 1:  # before anybody watched
            before += [write(stream, version, version) for version in range(known[stream] + 1, first)]
        known[stream] = last
        ends = sorted({last, *(version for version in range(first, last) if (stream, version) in answers)})
        for begins, end in zip([first, *(end + 1 for end in ends)], ends, strict=False):
            made = write(stream, begins, end)
            if index < begun:
                before.append(made)
            else:
                measured[number].append((at - start, made))
    return Writes(before, measured)


def bare(kind: str, folder: Path, what: Any) -> dict[str, Any]:
    """Run one of the bare programs to its end; what it said last."""
    file = folder / f"{kind}.msgpack"
    file.write_bytes(msgspec.msgpack.encode(what))
    program = [sys.executable, BARE, kind, str(file), str(HOUSE_CORE)]
    done = subprocess.run(program, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def deaf(page: Page, text: bytes) -> None:
    del page, text


async def bare_broadcast(folder: Path, telling: Telling, heard: Any = None) -> dict[str, Any]:
    """The bare server on the house's core, its pages here."""
    file = folder / "broadcast.msgpack"
    file.write_bytes(msgspec.msgpack.encode(telling))
    program = [sys.executable, BARE, "broadcast", str(file), str(HOUSE_CORE)]
    process = await asyncio.create_subprocess_exec(*program, stdout=subprocess.PIPE)
    assert process.stdout is not None
    port = json.loads(await process.stdout.readline())["port"]
    for table in range(telling.tables):
        for _ in range(telling.pages):
            await Page.open(f"http://127.0.0.1:{port}/live/{table}?", heard or deaf)
    found: dict[str, Any] = json.loads(await process.stdout.readline())
    await process.wait()
    return found


# --------------------------------------------------------------------------------------------------- a hundred tables


async def hundred_tables(folder: Path, tables: int, seats: int, seconds: float, pace: str) -> Measured:
    """Everybody plays, and wagers as soon as betting is open."""
    house_file = many_tables(folder / "house.toml", tables)
    with served(folder / "data", PACES[pace], core=HOUSE_CORE, houses=(house_file,)) as house:
        crowd = Crowd(Door(house.base))
        await crowd.choose(tables, seats)
        await crowd.sit(seats)
        await crowd.until(5)  # the last tables shuffle
        crowd.measured.begin()
        spent = house.cpu_s
        await crowd.until(seconds)
        spent = house.cpu_s - spent
        await crowd.go()
    found = crowd.measured
    wager = spread([1000 * value for value in found.wager_seconds])
    news = spread([float(value) for value in found.news_ms])
    print(
        f"{tables} tables with {seats} seats, {pace}, {found.seconds:.0f} s: {len(found.coups)} coups, "
        f"{found.commands} commands of guests, {found.messages} messages, {spent / found.seconds:.0%} of a core; "
        f"from wager to answer {told(wager)}; from stamp to page {told(news)}"
        + (f"; refused {dict(found.refused)}" if found.refused else "")
        + (f"; lost {dict(found.lost)}" if found.lost else ""),
        flush=True,
    )
    return found


def spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values) or [0.0]
    last = len(ordered) - 1
    return {"p50": ordered[round(0.5 * last)], "p99": ordered[round(0.99 * last)], "max": ordered[-1]}


def told(found: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.1f} ms" for name, value in found.items())


# ------------------------------------------------------------------------------------------------ a thousand spectators


class Arrivals:
    """When the last page heard each version."""

    def __init__(self) -> None:
        self.stamps: dict[int, int] = {}
        self.last: dict[int, float] = {}
        self.count: dict[int, int] = defaultdict(int)

    def heard(self, page: Page, text: bytes) -> None:
        now = time.time()
        if not text.startswith(b'{"tell":"news"'):
            if text.startswith(PING_HEAD):
                page.send(PONG)
            return
        version = int(text[25 : text.index(b",", 25)])
        if version not in self.stamps:
            self.stamps[version] = stamp_of(text)
        self.last[version] = now
        self.count[version] += 1

    def milliseconds(self, pages: int) -> list[float]:
        """From the stamp to the last page, for what every page heard. The stamp has whole milliseconds."""
        return [1000 * self.last[v] - self.stamps[v] for v, count in self.count.items() if count == pages]


async def spectators(folder: Path, pages: int, seconds: float) -> tuple[dict[str, float], dict[str, float]]:
    """The same news to so many pages: by the house, and bare."""
    house_file = many_tables(folder / "house.toml", 1)
    arrivals, recorder = Arrivals(), Recorder()
    with served(folder / "data", WATCHED, core=HOUSE_CORE, houses=(house_file,)) as house:
        crowd = Crowd(Door(house.base))
        await crowd.choose(1, 1)
        table = crowd.places[0].table
        await recorder.watch(crowd.door, 0, table)
        begun, spent = time.perf_counter(), house.cpu_s
        seen = [await Page.open(crowd.door.live(table, "as=spectator"), arrivals.heard) for _ in range(pages)]
        opening = f"{pages} pages opened in {time.perf_counter() - begun:.1f} s ({house.cpu_s - spent:.1f} s of CPU)"
        await crowd.sit(1)  # one guest: each piece of news is over before the next, as in the bare broadcast
        await crowd.until(2)
        arrivals.count.clear()
        del recorder.texts[:]
        await crowd.until(seconds)
        await crowd.go()
        texts = [text for _, _, text in recorder.texts]
        lost = sum(page.ended.done() for page in seen)
        for page in (*seen, *recorder.pages):
            page.leave()
    by_house = spread(arrivals.milliseconds(pages))
    rest = [(0.1 * number, 0, text.decode().split(",", 3)[3]) for number, text in enumerate(texts[:60])]
    plain = Arrivals()
    telling = Telling(rest, pages=pages, tables=1, stamped=True)
    await bare_broadcast(folder, telling, plain.heard)
    by_hand = spread(plain.milliseconds(pages))
    print(
        f"{pages} spectators ({opening}, {lost} lost): from the stamp to the last page {told(by_house)} "
        f"({len(arrivals.milliseconds(pages))} pieces of news); the bare broadcast of the same {told(by_hand)}",
        flush=True,
    )
    return by_house, by_hand


# -------------------------------------------------------------------------------------------------------- a long night


async def night(coups: int) -> tuple[float, float, int]:
    """Milliseconds of CPU a coup at the beginning and at the end, and the largest view."""
    table = await Night.open()
    part = max(1, min(2 * COUPS_OF_A_SHOE, coups // 4))
    await table.play(part // 4)  # what is looked up once
    parts = [await table.play(part) for _ in range(max(2, coups // part))]
    print(
        f"coups 1 to {table.coup_no} at one table with nine seats: {parts[0]:.2f} ms of CPU a coup in the first "
        f"{part}, {parts[-1]:.2f} ms in the last (least {min(parts):.2f}, most {max(parts):.2f}); largest view "
        f"{table.largest_view:,} bytes, largest part of a single page {table.largest_yours:,}",
        flush=True,
    )
    await table.close()
    return parts[0], parts[-1], max(table.largest_view, table.largest_yours)


# ---------------------------------------------------------------------------------------------------------------- main


async def run(given: argparse.Namespace) -> list[str]:
    missed = []
    only = given.only.split(",")
    with tempfile.TemporaryDirectory(prefix="minibac-live-") as name:
        folder = Path(name)

        def place(kind: str) -> Path:
            made = folder / kind
            made.mkdir()
            return made

        if "command" in only:
            print(f"a command with its broadcast, {given.tables_busy} tables with {given.seats} seats:")
            found = [
                await command_costs(place(f"command-{turn}"), given.tables_busy, given.seats, given.seconds)
                for turn in range(given.rounds)
            ]
            times = median(costs.times for costs in found)
            print(
                f"  median {times:.2f} times a bare transaction plus a bare broadcast (goal {MOST_TIMES})", flush=True
            )
            missed += ["command"] if times > MOST_TIMES else []
        if "tables" in only:
            for pace in PACES:
                played = await hundred_tables(place(pace), given.tables, given.seats, 3 * given.seconds, pace)
                wagers = spread([1000 * value for value in played.wager_seconds])
                missed += [pace] if wagers["p99"] > MOST_WAGER_MS or played.lost or not played.coups else []
        if "spectators" in only:
            await spectators(place("spectators"), given.spectators, given.seconds)
        if "night" in only:
            first, last, largest = await night(given.coups)
            missed += ["night"] if last > 1.25 * first or largest > MOST_VIEW_BYTES else []
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="command,tables,spectators,night", metavar="NAMES", help="parts, by commas")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="of command; the median counts")
    parser.add_argument("--tables-busy", type=int, default=8, metavar="N", help="tables of command")
    parser.add_argument("--tables", type=int, default=100, metavar="N", help="tables of tables")
    parser.add_argument("--seats", type=int, default=7, metavar="N")
    parser.add_argument("--spectators", type=int, default=1000, metavar="N")
    parser.add_argument("--coups", type=int, default=4000, metavar="N", help="of night")
    given = parser.parse_args()
    alone = pin(GUEST_CORE)
    print(f"load average {' '.join(f'{value:.1f}' for value in os.getloadavg())}, {os.cpu_count()} cores"
          + ("" if alone else "; there is no core to spare, and the numbers say little"))  # fmt: skip
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        missed = runner.run(run(given))
    if missed:
        print("missed: " + ", ".join(missed), file=sys.stderr)
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
