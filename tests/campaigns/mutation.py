"""The campaign that alters each datum of the rulebook files in turn and names the test that fails.

    python3 go.py campaign mutation                 everything, two at a time; a stopped run goes on where it was
    python3 go.py campaign mutation --sample 40     as many of them, drawn by --seed
    python3 go.py campaign mutation --only option   the data under one heading, in all four files or in one (--book)
    python3 go.py campaign mutation --fresh         forget earlier results

A datum is an option's value, bound or default, odds, a cell of a paytable or of the tableau, a citation, a step, a
role, an announcement: every leaf of the four TOML files. Each mutant is a copy of the package with one file rewritten,
and a fast selection of the tests runs against it, nearest first, until one fails. What survives goes into
docs/mutation-survivors.md; an explanation written there by hand stays when the campaign is run again.
"""

import argparse
import json
import multiprocessing
import os
import random
import re
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "minibac"
RULEBOOKS = PACKAGE / "rulebooks"
RESULTS = ROOT / "build" / "mutation.jsonl"
REPORT = ROOT / "docs" / "mutation-survivors.md"
BOOKS = ("section-42", "massachusetts", "seminole", "seneca")

CARDS = ("test_values", "test_batches", "test_shoe", "test_shoe_life")
WAGERS = ("test_wagers", "test_wagers_side", "test_payouts", "test_vigorish", "test_house_money", "test_match_play")
SETTLEMENT = ("test_settlement", *WAGERS, "test_deal")
WALKED = ("test_procedures", "test_layout", "test_drawing", "test_shoe_life", "test_rules", "test_house", "table")
SCOPE: dict[str, tuple[str, ...]] = {
    # the tests that can tell, nearest first, by the heading under which a datum stands; a name may be a folder's
    "drawing": ("test_drawing",),
    "values": ("test_values", "test_deal"),
    "equipment": ("test_batches", "test_shoe", "test_house", "table"),
    "cut": (*CARDS, "table"),
    "option": ("test_options", "test_layout", "test_house", *SETTLEMENT),
    "fixed": ("test_options", "test_batches", "test_shoe", "test_house", "table"),
    "layout": ("test_layout", "test_house"),
    "borrow": ("test_rules",),
    "borrow_options": ("test_options",),
    "wager": (*WAGERS, "test_layout", "test_settlement", "test_deal"),
    "wagers": (*WAGERS, "test_house", "test_deal"),
    "paytable": WAGERS,
    "vigorish": SETTLEMENT,
    "settlement": SETTLEMENT,
    "announcements": ("test_procedures", "test_deal", "table"),
    "result": ("test_deal", "table"),
    "terms": ("test_definitions", "test_rules"),
    "signs": ("test_layout", "test_rules"),
}
"""What is not here, procedures and remedies above all, is walked by the table."""

ALWAYS = ("test_rulebooks", "test_procedures")
UNFIT = "test_an_unknown_key_anywhere_in_a_rulebook_file_is_an_error"
"""Alters the files itself, and takes its time over it."""

LIMIT_S = 120
"""A test that a mutant makes this slow counts as failed."""

WORDS = re.compile(r"(^|\.)(title|short|says|text|label|area|what)$")
TABLEAU = re.compile(r"^drawing\.(natural|player|banker\.\d)$")
NUMBER = re.compile(r"^-?\d+(/\d+)?%?$")

EXPLANATIONS = (
    (r"^drawing\.(player:8|player:9)|^drawing\.banker\.[89]", "unreachable: 8 and 9 are naturals (A18)"),
    (r"^drawing\.clauses\.rows\.[89]\.", "unreachable: a natural ends the drawing before rows 8 and 9 are read (A18)"),
    (r"^(title|short)$", "the name of the document; shown, not played"),
    (r"\.(says|what)$", "words that explain; no rule hangs on their wording"),
    (r"^rulings\[", "which entries of the rulings a rulebook lists; shown, not played"),
)


class Mutant(NamedTuple):
    """One datum of one file, altered."""

    book: str
    path: str
    before: str
    after: str

    @property
    def key(self) -> str:
        return f"{self.book} {self.path} {self.before} → {self.after}"


class Verdict(NamedTuple):
    """The first test that failed, or none."""

    mutant: Mutant
    test: str | None
    seconds: float


# --- reading and writing documents -----------------------------------------------------------------------------------


def document(book: str) -> dict[str, Any]:
    return tomllib.loads((RULEBOOKS / f"{book}.toml").read_text(encoding="utf-8"))


def written(value: object) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {written(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    raise TypeError(f"{value!r} is nothing a rulebook file holds")


def whole(data: Mapping[str, Any]) -> str:
    return "".join(f"{json.dumps(key)} = {written(value)}\n" for key, value in data.items())


def leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from leaves(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from leaves(item, f"{path}[{number}]")
    else:
        yield path, value


def steps(path: str) -> list[str | int]:
    """A path as keys and indices: ``option[3].values[0]``."""
    parts = re.findall(r"(\[)?([^.\[\]]+)\]?", path)
    return [int(part) if bracket else part for bracket, part in parts]


def altered(data: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The document with one leaf changed, in place."""
    *way, last = steps(path)
    table: Any = data
    for step in way:
        table = table[step]
    table[last] = value
    return data


# --- the mutants -----------------------------------------------------------------------------------------------------


def mutants(book: str, clauses: Sequence[str]) -> Iterator[tuple[Mutant, object]]:
    """Every mutant of a file, with the value that makes it."""
    data = document(book)
    for path, value in leaves(data):
        for where, changed in changes(path, value, data, clauses):
            if changed != value:
                yield Mutant(book, where, str(value), str(changed)), changed


def changes(path: str, value: object, data: dict[str, Any], clauses: Sequence[str]) -> Iterator[tuple[str, object]]:
    """The ways in which one leaf is altered; a row of the tableau is altered cell by cell."""
    if TABLEAU.match(path) and isinstance(value, str):
        for heading in "0123456789-" if ".banker." in path else "0123456789":
            flipped = value.replace(heading, "") if heading in value else value + heading
            yield f"{path}:{heading}", flipped
    elif isinstance(value, bool):
        yield path, not value
    elif isinstance(value, int):
        yield path, value + 1
    elif isinstance(value, str):
        yield path, other(path, value, data, clauses)


def other(path: str, value: str, data: dict[str, Any], clauses: Sequence[str]) -> str:
    if value in clauses:  # another clause of the same document
        family = [clause for clause in clauses if clause.partition("/")[0] == value.partition("/")[0]]
        return family[(family.index(value) + 7) % len(family)]
    if path.endswith(".default"):  # another legal value, where there is one
        option: Any = data["option"][int(re.findall(r"\[(\d+)\]", path)[0])]
        return next((item for item in option.get("values", []) if item != value), f"{value}-x")
    if NUMBER.match(value):
        head = re.match(r"-?\d+", value)
        assert head
        return str(int(head.group()) + 1) + value[head.end() :]
    return f"{value} x" if WORDS.search(path) else f"{value}-x"


# --- one mutant ------------------------------------------------------------------------------------------------------


class FirstFailure:
    """A pytest plugin that remembers what failed first, or everything that failed."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def copy_of_the_package(folder: Path, book: str, text: str) -> None:
    """The package as links to the real one, but for one rulebook file."""
    package, books = folder / "minibac", folder / "minibac" / "rulebooks"
    books.mkdir(parents=True)
    for place, into in ((PACKAGE, package), (RULEBOOKS, books)):
        for item in place.iterdir():
            if item.name not in ("rulebooks", "__pycache__", f"{book}.toml"):
                (into / item.name).symlink_to(item)
    (books / f"{book}.toml").write_text(text, encoding="utf-8")


def run_tests(folder: Path, tests: Sequence[str], *, first_only: bool, deselected: Sequence[str]) -> list[str]:
    """Run tests against the package in a folder, in this process, and name those that failed."""
    import pytest

    os.chdir(ROOT)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")
    os.environ["PYTHONPATH"] = str(folder)  # for the commands that a test starts
    sys.path[:0] = [str(folder), str(ROOT)]
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    plugin = FirstFailure()
    arguments = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "no:benchmark",
        "-o",
        "addopts=",
        "-o",
        "filterwarnings=",
    ]
    arguments += ["--import-mode=importlib", "--strict-markers", "--hypothesis-seed=0", f"--timeout={LIMIT_S}"]
    arguments += ["-x"] if first_only else []
    arguments += ["-k", f"not {UNFIT}", *(f"--deselect={name}" for name in deselected)]
    status = pytest.main([*arguments, *tests], plugins=[plugin])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and not plugin.failed:
        plugin.failed.append(f"(pytest stopped with status {int(status)})")
    return plugin.failed


def in_order(book_path: str) -> list[str]:
    """The files of the tests that can tell, those nearest to a datum first."""
    names = dict.fromkeys((*SCOPE.get(re.split(r"[.:\[]", book_path)[0], WALKED), *ALWAYS))
    found = []
    for name in names:
        folder = ROOT / "tests" / name
        files = sorted(folder.glob("test_*.py")) if folder.is_dir() else sorted((ROOT / "tests").rglob(f"{name}.py"))
        found += [file.relative_to(ROOT).as_posix() for file in files]
    return found


def try_mutant(task: tuple[Mutant, object, tuple[str, ...]]) -> Verdict:
    mutant, value, deselected = task
    started = time.monotonic()
    place = mutant.path.partition(":")[0]
    text = whole(altered(document(mutant.book), place, value))
    with tempfile.TemporaryDirectory(prefix="minibac-mutant-") as folder:
        copy_of_the_package(Path(folder), mutant.book, text)
        failed = run_tests(Path(folder), in_order(place), first_only=True, deselected=deselected)
    return Verdict(mutant, failed[0] if failed else None, round(time.monotonic() - started, 2))


def try_nothing(tests: Sequence[str]) -> list[str]:
    """The tests that fail with the files unaltered, only written anew; they can judge no mutant."""
    with tempfile.TemporaryDirectory(prefix="minibac-mutant-") as folder:
        copy_of_the_package(Path(folder), BOOKS[0], whole(document(BOOKS[0])))
        return run_tests(Path(folder), tests, first_only=False, deselected=())


# --- the campaign ----------------------------------------------------------------------------------------------------


def known_clauses() -> list[str]:
    found = []
    for book in BOOKS:
        text = (RULEBOOKS / "inventory" / f"{book}.toml").read_text(encoding="utf-8")
        found += [row["id"] for row in tomllib.loads(text)["clause"]]
    return found


def earlier() -> dict[str, Verdict]:
    if not RESULTS.is_file():
        return {}
    rows = [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    found = [Verdict(Mutant(*row["mutant"]), row["test"], row["seconds"]) for row in rows]
    return {verdict.mutant.key: verdict for verdict in found}


def remember(verdict: Verdict) -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    with RESULTS.open("a", encoding="utf-8") as file:
        row = {"mutant": list(verdict.mutant), "test": verdict.test, "seconds": verdict.seconds}
        file.write(json.dumps(row, ensure_ascii=False) + "\n")


def report(verdicts: Mapping[str, Verdict], total: int) -> None:
    """Write the survivors down, with the explanations that stand there already."""
    told = explanations()
    survivors = [verdict.mutant for verdict in verdicts.values() if verdict.test is None]
    killed = len(verdicts) - len(survivors)
    lines = [
        "# Data of the rulebook files that no test holds",
        "",
        "`python3 go.py campaign mutation` alters each datum of the four rulebook files in turn and runs a fast",
        f"selection of the tests. Of {total} alterations {len(verdicts)} were tried: {killed} made a test fail,",
        f"{len(survivors)} did not and are listed here. An explanation written in the last column stays when the",
        "campaign is run again.",
        "",
        "| rulebook | datum | altered | why it survives |",
        "| --- | --- | --- | --- |",
    ]
    for mutant in sorted(survivors):
        change = f"{mutant.before} → {mutant.after}".replace("|", "\\|")
        lines.append(f"| {mutant.book} | `{mutant.path}` | {change} | {explained(mutant, told)} |")
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def explanations() -> dict[tuple[str, str], str]:
    if not REPORT.is_file():
        return {}
    row = re.compile(r"^\| ([\w-]+) \| `([^`]+)` \| .* \| ([^|]*) \|$", re.MULTILINE)
    rows = row.findall(REPORT.read_text(encoding="utf-8"))
    return {(book, path): text for book, path, text in rows if text.strip()}


def explained(mutant: Mutant, told: Mapping[tuple[str, str], str]) -> str:
    if (mutant.book, mutant.path) in told:
        return told[mutant.book, mutant.path]
    return next((text for pattern, text in EXPLANATIONS if re.search(pattern, mutant.path)), "")


def main() -> int:
    parser = argparse.ArgumentParser(prog="go.py campaign mutation", description="Alter each datum of the rulebooks.")
    parser.add_argument("--book", choices=BOOKS, action="append", help="only this rulebook file")
    parser.add_argument("--only", default="", help="only data whose path starts with this")
    parser.add_argument("--sample", type=int, help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    parser.add_argument("--list", action="store_true", help="show the alterations and try none")
    wanted = parser.parse_args()

    clauses = known_clauses()
    everything = [made for book in BOOKS for made in mutants(book, clauses)]
    chosen = [
        made for made in everything if made[0].path.startswith(wanted.only) and made[0].book in (wanted.book or BOOKS)
    ]
    if wanted.sample is not None:
        chosen = random.Random(wanted.seed).sample(chosen, min(wanted.sample, len(chosen)))
    if wanted.list:
        print("\n".join(mutant.key for mutant, _ in chosen))
        return 0
    if wanted.fresh:
        RESULTS.unlink(missing_ok=True)

    import hypothesis  # noqa: F401  (imported once here, and not once for each mutant)
    import pytest  # noqa: F401

    done = earlier()
    alive = {mutant.key for mutant, _ in everything}
    verdicts = {key: verdict for key, verdict in done.items() if key in alive}
    todo = [made for made in chosen if made[0].key not in verdicts]
    print(f"{len(chosen)} alterations, {len(todo)} of them to try, {wanted.jobs} at a time", flush=True)
    fork = multiprocessing.get_context("fork")
    started = time.monotonic()
    with fork.Pool(wanted.jobs, maxtasksperchild=1) as pool:
        needed = dict.fromkeys(file for mutant, _ in todo for file in in_order(mutant.path))
        deselected = tuple(pool.apply(try_nothing, (list(needed),))) if needed else ()
        for name in deselected:
            print(f"fails with nothing altered, and judges nothing: {name}", flush=True)
        tasks = [(mutant, value, deselected) for mutant, value in todo]
        for number, verdict in enumerate(pool.imap_unordered(try_mutant, tasks), start=1):
            remember(verdict)
            verdicts[verdict.mutant.key] = verdict
            if verdict.test is None:
                print(f"survives: {verdict.mutant.key}", flush=True)
            if number % 50 == 0:
                print(f"{number} of {len(tasks)}, {time.monotonic() - started:.0f} s", flush=True)
    report(verdicts, len(everything))
    survivors = [verdict for verdict in verdicts.values() if verdict.test is None]
    by_test = Counter((verdict.test or "").partition("::")[0] for verdict in verdicts.values() if verdict.test)
    for file, number in by_test.most_common():
        print(f"{number:6} {file}")
    unexplained = [v.mutant for v in survivors if not explained(v.mutant, explanations())]
    print(
        f"{len(verdicts)} of {len(everything)} tried, {len(survivors)} survive, {len(unexplained)} unexplained; "
        f"{time.monotonic() - started:.0f} s; see {REPORT.relative_to(ROOT).as_posix()}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
