"""The court of the mutation campaign: judges on equal copies of the tree, and the order in which tests are asked."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

from tests.campaigns._mutants import BOOKS, ROOT, RULEBOOKS, Made, Mutant, clauses_beside, document, texts, whole

CONTROL = ROOT / "build" / "mutation-control.json"

PLACES = (
    *("tests/rules", "tests/play", "tests/cards", "tests/table", "tests/naive", "tests/cli"),
    *("tests/pits", "tests/server/test_instructions.py"),
    *("tests/odds/test_prices.py", "tests/odds/test_house_money.py", "tests/odds/test_own_wagers.py"),
    *("src/minibac/rules", "src/minibac/cards", "src/minibac/play", "src/minibac/table"),
    "docs",
)
"""The tests that can see a rulebook. Engines, kernels, statistics and the server read what these have proven."""

UNFIT = re.compile(
    r"unknown_key_anywhere"  # alters the files itself, and takes its time over it
    r"|test_play_screen|test_any_words_at_all|shows_examples_that_work|test_roads"  # pictures, processes
    r"|docs/(simulate|study)"  # shoes by the million
    r"|test_against_naive\.py::test_random_coups|test_time_is_linear"
)

CARDS = ("test_values", "test_batches", "test_shoe", "test_shoe_life")
WAGERS = ("test_wagers", "test_wagers_side", "test_payouts", "test_vigorish", "test_house_money", "test_match_play")
SETTLEMENT = ("test_explained", "test_settlement", *WAGERS, "test_deal")
TABLE = ("test_procedures", "tests/table")
SCOPE: dict[str, tuple[str, ...]] = {
    # the tests that can tell, nearest first, by the heading under which a datum stands
    "drawing": ("test_explained", "test_drawing"),
    "values": ("test_values", "test_explained", "test_deal"),
    "equipment": ("test_batches", "test_shoe", "test_house"),
    "cut": ("test_shoe_clauses", *CARDS, "test_cut", "test_opening"),
    "option": ("test_options", "test_house", *SETTLEMENT),
    "fixed": ("test_options", "test_batches", "test_shoe", "test_house"),
    "layout": ("test_layout", "test_house"),
    "borrow": ("cli/test_rules", "test_rulebooks"),
    "borrow_options": ("test_options",),
    "wager": ("test_explained", *WAGERS, "test_layout", "test_settlement", "test_deal"),
    "wagers": ("test_explained", *WAGERS, "test_house", "test_deal"),
    "paytable": WAGERS,
    "vigorish": SETTLEMENT,
    "settlement": SETTLEMENT,
    "announcements": ("test_explained", "test_calls", "test_deal"),
    "result": ("test_explained", "test_deal", "test_calls"),
    "terms": ("test_names", "test_definitions"),
    "signs": ("test_layout",),
    "rulings": ("test_names", "test_rulebooks"),
}
"""What is not here, procedures and remedies above all, is walked by the table."""

ALWAYS = ("test_rulebooks", "test_names", "test_procedures", "test_explained", "test_shoe_clauses")
NEAR_S = 2.0
"""How many seconds of tests of its heading an alteration meets by itself."""
SLOW_S = 8.0
"""A test that takes longer with nothing altered takes no part."""
TOGETHER = 16
"""How many presumed survivors meet all the tests at once."""
SUSPECTS = 40
"""Of the tests that fail there, how many are run on each of them alone before all meet the rest again."""
LIMIT_S = 900


class Verdict(NamedTuple):
    """The first test that failed, with its first words, or none."""

    mutant: Mutant
    test: str | None
    why: str
    seconds: float


# --- judges ----------------------------------------------------------------------------------------------------------


class Test(NamedTuple):
    """A test that can judge, the clauses it proves, and how long it takes with nothing altered."""

    id: str
    clauses: frozenset[str]
    anew: bool
    seconds: float

    @property
    def file(self) -> str:
        return self.id.partition("::")[0]


class Judge:
    """A process that has collected the tests of its own copy of the tree, and runs them on what it is given."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        program = folder / "tests" / "campaigns" / "_mutation_judge.py"
        command = [sys.executable, "-B", str(program), str(folder), *PLACES]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.tests: list[dict[str, Any]] = []

    def collected(self) -> list[dict[str, Any]]:
        said = self.answer()
        if said["failed"]:
            raise SystemExit(f"cannot be collected: {said['failed']}")
        self.tests = [row for row in said["tests"] if not UNFIT.search(row["id"])]
        return self.tests

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the judge in {self.folder} stopped with status {self.process.wait()}")
        said: dict[str, Any] = json.loads(line)
        return said

    def ask(self, files: Mapping[str, str], tests: Iterable[Test], *, first_only: bool = True) -> dict[str, Any]:
        """Run tests on altered files, those that must be imported anew last."""
        chosen = list(dict.fromkeys(tests))  # pytest runs a test once
        request = {
            "files": {(RULEBOOKS / f"{book}.toml").as_posix(): text for book, text in files.items()},
            "tests": [test.id for test in chosen if not test.anew],
            "anew": list(dict.fromkeys(test.id for test in chosen if test.anew)),
            "first_only": first_only,
            "limit_s": LIMIT_S,
        }
        assert self.process.stdin
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self.answer()

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


class Court:
    """Judges on equal copies, the tests they have, and what is known about who fails on what."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.judges: SimpleQueue[Judge] = SimpleQueue()
        self.all: list[Judge] = []
        skip = shutil.ignore_patterns(".git", ".venv*", "build", "dist", "__pycache__", ".*_cache", "node_modules")
        for number in range(jobs):
            shutil.copytree(ROOT, folder / str(number), ignore=skip)
            self.all.append(Judge(folder / str(number)))
        rows = [judge.collected() for judge in self.all]
        for judge in self.all:
            self.judges.put(judge)
        self.killers: defaultdict[str, deque[str]] = defaultdict(lambda: deque(maxlen=5))
        self.tests = {test.id: test for test in self.control(rows[0])}

    def control(self, rows: Sequence[Mapping[str, Any]]) -> list[Test]:
        """The tests that pass with nothing altered, the files only written anew; the others can judge nothing."""
        digest = hashlib.sha256()
        for file in sorted(self.all[0].folder.rglob("*")):
            if (
                file.is_file()
                and "campaigns" not in file.parts
                and file.suffix in (".py", ".toml", ".md", ".json", ".txt")
            ):
                digest.update(file.read_bytes())
        known = json.loads(CONTROL.read_text(encoding="utf-8")) if CONTROL.is_file() else {}
        if known.get("digest") != digest.hexdigest():
            started = time.monotonic()
            tests = [Test(row["id"], frozenset(row["clauses"]), row["anew"], 0.0) for row in rows]
            files = {book: whole(document(book)) for book in BOOKS}
            with ThreadPoolExecutor(len(self.all)) as pool:
                parts = [tests[number :: len(self.all)] for number in range(len(self.all))]
                said = list(pool.map(lambda judge, part: judge.ask(files, part, first_only=False), self.all, parts))
            failed = []
            for name, why in (failure for answer in said for failure in answer["failed"]):
                print(f"fails with nothing altered, and judges nothing: {name}: {why.splitlines()[:1]}", flush=True)
                failed.append(name)
            seconds = {name: spent for answer in said for name, spent in answer["seconds"].items()}
            known = {"digest": digest.hexdigest(), "failed": failed, "seconds": seconds}
            CONTROL.parent.mkdir(exist_ok=True)
            CONTROL.write_text(json.dumps(known), encoding="utf-8")
            print(f"control: {len(tests)} tests, {len(failed)} failed, {time.monotonic() - started:.0f} s", flush=True)
        unfit = {*known["failed"]} | {name for name, seconds in known["seconds"].items() if seconds > SLOW_S}
        found = [
            Test(row["id"], frozenset(row["clauses"]), row["anew"], known["seconds"].get(row["id"], 0.0))
            for row in rows
            if row["id"] not in unfit
        ]
        return sorted(found, key=lambda test: (test.anew, test.seconds))

    def near(self, mutant: Mutant, beside: frozenset[str]) -> list[Test]:
        """The tests likeliest to fail, in this order: the neighbours', the clauses', the heading's."""
        names: list[str] = [name for kin in kinship(mutant) for name in self.killers[kin]]
        proving = [test for test in self.tests.values() if test.clauses & beside and test.seconds < 1]
        own = [test.id for test in proving if mutant.before in test.clauses]
        names += [*own[:20], *(test.id for test in proving[:40])]
        others = [book for book in BOOKS if book != mutant.book]
        for words in (SCOPE.get(re.split(r"[.:\[]", mutant.path)[0], TABLE), ALWAYS):
            spent = 0.0
            for test in (test for word in words for test in self.tests.values() if word in test.file):
                if spent < NEAR_S and not any(book in test.id for book in others):
                    names.append(test.id)
                    spent += test.seconds
        return [self.tests[name] for name in dict.fromkeys(names) if name in self.tests]

    def learn(self, mutant: Mutant, test: str) -> None:
        for kin in kinship(mutant):
            if test in self.killers[kin]:
                self.killers[kin].remove(test)
            self.killers[kin].appendleft(test)

    def meet(self, made: Sequence[Made], tests: Iterable[Test], *, first_only: bool = True) -> list[tuple[str, str]]:
        """The tests that fail on these alterations together, or the first of them, each with its first words."""
        judge = self.judges.get()
        try:
            said = judge.ask(texts(made), tests, first_only=first_only)
        finally:
            self.judges.put(judge)
        return [(name, why.partition("\n")[0]) for name, why in said["failed"]]

    def alone(self, made: Made) -> Verdict:
        """Whether the nearest tests tell one alteration."""
        mutant, _ = made
        verdict = self.verdict(made, self.near(mutant, clauses_beside(mutant)))
        if verdict.test:
            self.learn(mutant, verdict.test)
        return verdict

    def verdict(self, made: Made, tests: Iterable[Test]) -> Verdict:
        started, failed = time.monotonic(), self.meet([made], tests)
        test, why = failed[0] if failed else (None, "")
        return Verdict(made[0], test, why, round(time.monotonic() - started, 2))

    def together(self, group: Sequence[Made]) -> Iterator[Verdict]:
        """Whether any test tells any of these alterations; those that fail are then run on each of them alone."""
        left = list(group)
        while left:
            failed = self.meet(left, self.tests.values(), first_only=False)
            if not failed or len(left) == 1:
                test, why = failed[0] if failed else (None, "")
                yield from (Verdict(mutant, test, why, 0.0) for mutant, _ in left)
                return
            suspects = [self.tests[name] for name in dict.fromkeys(name for name, _ in failed) if name in self.tests]
            suspects = suspects[:SUSPECTS]
            verdicts = [self.verdict(made, suspects) for made in left]
            yield from (verdict for verdict in verdicts if verdict.test)
            still = [made for made, verdict in zip(left, verdicts, strict=True) if not verdict.test]
            if len(still) == len(left):  # only some of them together make a test fail
                half = len(left) // 2
                yield from self.together(left[:half])
                yield from self.together(left[half:])
                return
            left = still

    def close(self) -> None:
        for judge in self.all:
            judge.close()


def kinship(mutant: Mutant) -> list[str]:
    """A datum's neighbours, nearest first: the same table, the same place in other tables, the same heading."""
    plain = re.sub(r"\[\d+\]|:.*", "", mutant.path)
    parent = re.sub(r"(\.[^.]*|\[\d+\]|:.*)$", "", mutant.path)
    return [f"{mutant.book} {parent}", f"{mutant.book} {plain}", plain]


def groups(made: Sequence[Made], size: int) -> Iterator[list[Made]]:
    """Alterations that can stand together: of different data, mixed so that few of one heading meet."""
    left = sorted(made, key=lambda one: hashlib.sha256(one[0].key.encode()).digest())
    while left:
        group: dict[tuple[str, str], Made] = {}
        for one in left:
            place = (one[0].book, one[0].path.partition(":")[0])
            if len(group) < size and place not in group:
                group[place] = one
        yield list(group.values())
        left = [one for one in left if one not in group.values()]
