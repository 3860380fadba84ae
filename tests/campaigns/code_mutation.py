"""The campaign that plants faults in the code and lets the proof of each enforced clause find them.

    python3 go.py campaign code-mutation               at most three for each clause; a stopped run goes on where it was
    python3 go.py campaign code-mutation --clauses s42/i    those whose id begins so
    python3 go.py campaign code-mutation --sample 40   so many clauses, drawn by --seed
    python3 go.py campaign code-mutation --again       earlier survivors, and clauses that no fault touched, once more
    python3 go.py campaign code-mutation --fresh       forget earlier results

First every test that proves a clause is run once, and the lines are noted that the program went through in the answer
that the test showed as proof. A fault (a comparison turned, a check skipped, a guard negated, a step dropped, a role
widened) is planted on a line that few other clauses go through, in the running process, and only the tests that are
listed as the proof of that clause are run. A fault that changes none of the answers they show does not touch the clause
there, and the next one is tried. A fault that changes one and that they do not notice is a weak proof; it goes into
docs/code-survivors.md, where an explanation written by hand stays.
"""

import argparse
import json
import random
import re
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pytest
from _pytest.runner import runtestprotocol
from msgspec.structs import replace

import tests.entries as doors
from minibac.machine.kinds import Event
from minibac.machine.machine import Machine
from minibac.machine.roles import Role
from minibac.machine.who import Who
from minibac.rules.clauses import inventory
from minibac.rules.refusal import Code, Refusal
from tests.campaigns._code_faults import ROOT, Fault, Planted, faults, files
from tests.clause_marks import clause_marks
from tests.sightings import BROKEN, Sightings

RESULTS = ROOT / "build" / "code-mutation.jsonl"
REPORT = ROOT / "docs" / "code-survivors.md"
EACH, TRIES, PATIENT, MOST_OTHERS = 3, 12, 120, 150
"""So many faults that touch a clause, found among so many; among more where none of those touches it."""
PROVING = tuple(f"tests/{folder}" for folder in ("cards", "play", "rules", "table", "pits", "books"))
PATIENCE_S = 20
APART = ("tests/server", "tests/page", "tests/house", "tests/campaigns")
"""Tests that run in other threads and processes: their faults would be planted elsewhere."""
CACHES = (
    ("tests.play.tables", "_SETTLING"), ("tests.play.felt", "_READY"), ("tests.play.tables", "_built"),
    ("tests.play.test_drawing", "house"), ("tests.cards.test_values", "house_of"),
)  # fmt: skip
"""What the tests keep from one to the next: it was made without the fault."""
WIDENED = "a role widened"

Line = tuple[str, int]
Shown = list[tuple[frozenset[str], object]]
"""What a test showed: the clauses, and what the answer comes to."""
Origin = tuple[frozenset[Line], tuple[Machine[Any, Any, Any], type] | None]


class Trail:
    """The lines behind each citation that a test showed."""

    def __init__(self) -> None:
        self.lines: dict[str, set[Line]] = defaultdict(set)
        self.of_test: dict[tuple[str, str], set[Line]] = defaultdict(set)
        """By clause and test."""
        self.test = ""
        self.widened: dict[str, set[tuple[str, str]]] = defaultdict(set)
        self.machines: dict[str, Machine[Any, Any, Any]] = {}
        self._origin: dict[int, Origin] = {}
        self._watched = {str(file): file.relative_to(ROOT).as_posix() for file in files()}
        self._pass, self._walk = doors.passing, Sightings._walk

    def __enter__(self) -> "Trail":
        trail = self

        def passing(door: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            seen: set[Line] = set()
            before = sys.gettrace()
            sys.settrace(trail._tracer(seen))
            try:
                thing = trail._pass(door, args, kwargs)
            finally:
                sys.settrace(before)
            asked = (args[0], type(args[2])) if door == "decide" else None
            origin: Origin = (frozenset(seen), asked)
            for one in doors.citing(thing):
                trail._origin[id(one)] = origin
            return thing

        def walk(sightings: Sightings, thing: object) -> None:
            trail._walk(sightings, thing)
            for clause in doors.cited(thing):
                lines, asked = trail._origin.get(id(thing), (frozenset(), None))
                trail.lines[clause] |= lines
                trail.of_test[clause, trail.test] |= lines
                if asked and isinstance(thing, Refusal) and thing.code is Code.NOT_YOURS and isinstance(thing, BROKEN):
                    machine, kind = asked
                    trail.machines[machine.fold.name] = machine
                    trail.widened[clause].add((machine.fold.name, kind.__name__))

        doors.passing = passing
        Sightings._walk = walk  # type: ignore[method-assign,assignment]
        return self

    def __exit__(self, *_: object) -> None:
        doors.passing, Sightings._walk = self._pass, self._walk  # type: ignore[method-assign]
        self._origin.clear()

    def _tracer(self, seen: set[Line]) -> Any:
        def local(frame: Any, event: str, _: object) -> Any:
            if event == "line":
                seen.add((self._watched[frame.f_code.co_filename], frame.f_lineno))
            return local

        def call(frame: Any, event: str, arg: object) -> Any:
            del event, arg
            return local if frame.f_code.co_filename in self._watched else None

        return call


class Widened:
    """Everybody may give a command while the block lasts."""

    def __init__(self, machine: Machine[Any, Any, Any], kind: str) -> None:
        self._who: Any = machine.who
        self._kind = next(command for command in self._who if command.__name__ == kind)

    def __enter__(self) -> bool:
        self._right = self._who[self._kind]
        self._who[self._kind] = Who(tuple(Role))
        return True

    def __exit__(self, *_: object) -> None:
        self._who[self._kind] = self._right


def candidates(trail: Trail, through: Counter[Line], clause: str, proof: Iterable[str], seed: int) -> list[Fault]:
    """The faults for a clause in the order in which they are tried: a role first where it is about one, then lines that
    few other clauses go through, drawn by the seed; where none of those touches it, lines of its proof alone."""
    found, draw = widened(trail, clause)[:1], random.Random(f"{seed} {clause}")
    could = on_lines(trail.lines[clause])
    could.sort(key=lambda fault: (through[fault.file, fault.line] * draw.uniform(1, 2), fault))
    first = (found + could)[:TRIES]
    own = set().union(*(trail.of_test[clause, test] for test in proof))
    return first + [fault for fault in could if (fault.file, fault.line) in own and fault not in first][:PATIENT]


def widened(trail: Trail, clause: str) -> list[Fault]:
    """The commands that others were refused with the clause, given to everybody."""
    return [Fault(machine, 0, WIDENED, 0, kind) for machine, kind in sorted(trail.widened[clause])]


def on_lines(lines: Collection[Line]) -> list[Fault]:
    return [fault for file in files() for fault in faults(file) if (fault.file, fault.line) in lines]


def every_fault(trail: Trail, clause: str) -> list[Fault]:
    """Whatever could be planted for a clause."""
    return widened(trail, clause) + on_lines(trail.lines[clause])


class TooLongError(Exception):
    """A fault that never ends is noticed."""


class Court:
    """The tests of this process, run as often as there are faults."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.right: dict[str, Shown] = {}
        self.shown: Shown = []
        self.proofs: dict[str, list[pytest.Item]] = defaultdict(list)
        self.results: list[dict[str, Any]] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = [item for item in session.items if not item.nodeid.startswith(APART)]
        proofs = self.proofs
        for item in items:
            for clause, breaks in clause_marks(item):
                if inventory()[clause].held == "enforced":
                    proofs[clause].insert(0, item) if breaks else proofs[clause].append(item)
        wanted = [clause for clause in inventory() if clause in proofs and clause.startswith(self.options.clauses)]
        known = {} if self.options.fresh else _known()
        again = {key: row["clause"] for key, row in known.items() if _survives(row)} if self.options.again else {}
        if self.options.again:
            touched_ones = {row["clause"] for row in known.values() if row["touches"]}
            wanted = [clause for clause in wanted if clause in again.values() or clause not in touched_ones]
        if self.options.sample:
            wanted = random.Random(self.options.seed).sample(wanted, min(self.options.sample, len(wanted)))
        with Trail() as trail:
            sound = {}
            for item in dict.fromkeys(item for clause in wanted for item in proofs[clause]):
                _forget()  # what one test made and kept would be missing on the way of the next
                trail.test = item.nodeid
                sound[item] = self._passes(item)
                self.right[item.nodeid] = self.shown
        print(
            f"{len(wanted)} clauses, {len(sound)} tests, {sum(not ok for ok in sound.values())} of them fail as it is"
        )
        through: Counter[Line] = Counter()
        for lines in trail.lines.values():
            through.update(lines)
        for number, clause in enumerate(wanted, start=1):
            touched = 0
            proof = [item.nodeid for item in proofs[clause]]
            mine = [fault for fault in every_fault(trail, clause) if again.get(_key(clause, fault)) == clause]
            for tried, fault in enumerate(mine or candidates(trail, through, clause, proof, self.options.seed)):
                if tried >= TRIES and touched:
                    break
                key = _key(clause, fault)
                place = (fault.file, fault.line)
                tests = [
                    i
                    for i in proofs[clause]
                    if sound[i] and (not fault.line or place in trail.of_test[clause, i.nodeid])
                ]
                row = (None if key in again else known.get(key)) or self._judge(trail, clause, fault, tests)
                if row is not known.get(key):
                    known[key] = row
                    with RESULTS.open("a", encoding="utf-8") as out:
                        out.write(json.dumps(row) + "\n")
                if row["touches"]:
                    self.results.append(row)
                    touched += 1
                if touched == EACH and not mine:
                    break
            if number % 50 == 0:
                print(f"{number} clauses, {len(self.results)} faults", flush=True)
        if self.options.again:
            self.results = [row for row in known.values() if row["touches"]]
        return True

    def _judge(self, trail: Trail, clause: str, fault: Fault, tests: list[pytest.Item]) -> dict[str, Any]:
        _forget()
        widened = fault.kind == WIDENED
        planted = Widened(trail.machines[fault.file], fault.function) if widened else Planted(fault)
        by, touches = "", False
        with planted as stands:
            for item in tests if stands else ():
                if not self._passes(item):
                    by, touches = item.nodeid, True
                    break
                touches = touches or _of(clause, self.shown) != _of(clause, self.right[item.nodeid])
            elsewhere = ""
            if touches and not by:  # then it is for the proof of another clause that goes through the same place
                found = (item for item in self._others(trail, clause, fault) if not self._passes(item))
                elsewhere = next((item.nodeid for item in found), "")
        _forget()
        answer = {"by": by, "elsewhere": elsewhere, "touches": touches}
        return {"clause": clause, **fault._asdict(), "key": _key(clause, fault), **answer}

    def _others(self, trail: Trail, clause: str, fault: Fault) -> list[pytest.Item]:
        """Tests of other clauses whose proof goes through this place."""
        place, asked = (fault.file, fault.line), (fault.file, fault.function)
        return [
            item
            for other, items in self.proofs.items()
            if other != clause and (place in trail.lines[other] or asked in trail.widened[other])
            for item in items
            if not fault.line or place in trail.of_test[other, item.nodeid]
        ][:MOST_OTHERS]

    def _passes(self, item: pytest.Item) -> bool:
        def late(*_: object) -> None:
            raise TooLongError

        def walk(sightings: Sightings, thing: object) -> None:
            before(sightings, thing)
            if clauses := doors.cited(thing):
                self.shown.append((frozenset(clauses), fingerprint(thing)))

        before, self.shown = Sightings._walk, []
        Sightings._walk = walk  # type: ignore[method-assign,assignment]
        signal.signal(signal.SIGALRM, late)
        signal.alarm(PATIENCE_S)
        try:
            item._initrequest()  # type: ignore[attr-defined]
            reports = runtestprotocol(item, nextitem=None, log=False)
            if self.options.tell:
                print(*(f"{item.nodeid}: {report.longrepr}" for report in reports if not report.passed), sep="\n")
            return all(report.passed for report in reports)
        except TooLongError:
            return False
        finally:
            signal.alarm(0)
            Sightings._walk = before  # type: ignore[method-assign]


def fingerprint(thing: Any) -> object:
    """What an answer comes to, whatever else it cites. Refused is refused: another check may stand behind the first."""
    if isinstance(thing, Refusal):
        return "refused"
    if isinstance(thing, Event):
        return repr(replace(thing, clauses=()))
    return repr(thing._replace(clauses=()) if "clauses" in getattr(thing, "_fields", ()) else thing)


def _of(clause: str, shown: Shown) -> list[object]:
    """What was shown of one clause."""
    return [answer for clauses, answer in shown if clause in clauses]


def _forget() -> None:
    for module, name in CACHES:
        cache = getattr(sys.modules.get(module), name, None)
        if cache is not None:
            cache.clear() if isinstance(cache, dict) else cache.cache_clear()


def _key(clause: str, fault: Fault) -> str:
    """A fault by what stands on its line, so that it is known again when other lines move."""
    if fault.kind == WIDENED:
        return f"{clause} {fault.file} {fault.function} {fault.kind}"
    text = (ROOT / fault.file).read_text(encoding="utf-8").splitlines()[fault.line - 1].strip()
    return f"{clause} {fault.file} {fault.function} {fault.kind}: {text}"


def _survives(row: dict[str, Any]) -> bool:
    return bool(row["touches"]) and not row["by"] and not row["elsewhere"]


def _known() -> dict[str, dict[str, Any]]:
    if not RESULTS.is_file():
        return {}
    return {row["key"]: row for row in map(json.loads, RESULTS.read_text(encoding="utf-8").splitlines())}


# ---------------------------------------------------------------------------------------------------------- the report

ROW = re.compile(r"^\| (?P<why>[^|]*) \| `(?P<clause>[^`]+)` \| (?P<fault>[^|]+) \| (?P<where>[^|]+) \|$", re.MULTILINE)
HEAD = """# Faults in code that a proof does not notice

`python3 go.py campaign code-mutation` plants at most three faults for each enforced clause, on lines that its proof
goes through, and runs the tests that are listed as its proof. Of {tried} faults that touch {clauses} clauses {killed}
were noticed by that proof and {other} by the proof of another clause that they touch; {left} were not, {open} of them
without a reason. A reason written here stays when the campaign is run again; one without a reason is a weak proof.

| why it survives | clause | fault | where |
| --- | --- | --- | --- |
"""


def report(results: list[dict[str, Any]]) -> str:
    """The survivors, with the reasons that were written down before."""
    before = REPORT.read_text(encoding="utf-8") if REPORT.is_file() else ""
    reasons = {(m["clause"], m["fault"], m["where"]): m["why"].strip() for m in ROW.finditer(before)}
    left = [row for row in results if _survives(row)]
    other = sum(1 for row in results if row["elsewhere"])
    rows = [(reasons.get(_place(row), ""), *_place(row)) for row in left]
    lines = "".join(f"| {why} | `{clause}` | {fault} | {where} |\n" for why, clause, fault, where in sorted(set(rows)))
    counts = {"tried": len(results), "clauses": len({row["clause"] for row in results}), "left": len(left)}
    return (
        HEAD.format(
            **counts, killed=len(results) - len(left) - other, other=other, open=sum(not row[0] for row in rows)
        )
        + lines
    )


def _place(row: dict[str, Any]) -> tuple[str, str, str]:
    text = row["key"].partition(f"{row['kind']}: ")[2].replace("|", "¦")
    return row["clause"], row["kind"], f"{row['file']} {row['function']}: {text}" if text else row["key"].split()[2]


def judged(options: argparse.Namespace, tests: tuple[str, ...] = PROVING) -> list[dict[str, Any]]:
    """Plant the faults, and say what became of each."""
    RESULTS.parent.mkdir(exist_ok=True)
    if options.fresh:
        RESULTS.unlink(missing_ok=True)
    court = Court(options)
    words = [
        "-qq",
        "-n",
        "0",
        "-s",
        "-o",
        "addopts=--import-mode=importlib",
        "-p",
        "no:cacheprovider",
        "-o",
        "timeout=0",
        *tests,
    ]
    # Told by Python itself: planted code has places without a line, which pytest cannot show.
    pytest.main([*words, "--tb=native", "--rootdir", str(ROOT)], plugins=[court])
    return court.results


def options(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Faults in code against the proofs of clauses.")
    parser.add_argument("--clauses", default="")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="earlier survivors, and what no fault touched, once more")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--tell", action="store_true", help="show how tests fail")
    return parser.parse_args(words)


def main() -> int:
    began, asked = time.monotonic(), options()
    results = judged(asked)
    left = [row for row in results if _survives(row)]
    for row in left:
        print(f"{row['clause']}: {row['file']}:{row['line']} {row['kind']} ({row['function']})")
    print(
        f"{len(results)} faults, {len(results) - len(left)} noticed, {len(left)} not; {time.monotonic() - began:.0f} s"
    )
    if not asked.clauses and not asked.sample:
        REPORT.write_text(report(results), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
