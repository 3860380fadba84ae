"""The campaign that alters each datum of the rulebook files in turn and names the test that fails.

    python3 go.py campaign mutation                 everything, two at a time; a stopped run goes on where it was
    python3 go.py campaign mutation --sample 40     as many of them, drawn by --seed
    python3 go.py campaign mutation --only option   the data under one heading, in all four files or in one (--book)
    python3 go.py campaign mutation --again         try the earlier survivors again, after a test was added
    python3 go.py campaign mutation --check 20      judge so many kills once more, each in a process of its own
    python3 go.py campaign mutation --fresh         forget earlier results

A datum is an option's value, bound or default, odds, a cell of a paytable or of the tableau, a citation, a step, a
role, an announcement: every leaf of the four TOML files. The campaign works on copies of the tree as it is when it
starts. First each alteration meets the tests nearest to it (those that failed on its neighbours, those that prove the
clauses beside it, those of its heading) until one fails. What is left then meets all tests that can read a rulebook,
several alterations together, unless it is known why none can tell; when a test fails there, it is run on each of them
alone. What survives goes into docs/mutation-survivors.md; an explanation written there by hand stays when the campaign
is run again.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.campaigns._mutants import BOOKS, ROOT, RULEBOOKS, Made, Mutant, known_clauses, mutants, texts
from tests.campaigns._mutation_court import TOGETHER, Court, Verdict, groups

RESULTS = ROOT / "build" / "mutation.jsonl"
REPORT = ROOT / "docs" / "mutation-survivors.md"

EXPLANATIONS = (
    (r" drawing\.(player:8|player:9)| drawing\.banker\.[89]", "unreachable: 8 and 9 are naturals (A18)"),
    (r" drawing\.clauses\.rows\.[89]\.", "unreachable: a natural ends the drawing before rows 8 and 9 are read (A18)"),
    (r"^seneca handed\.", "unreachable: Seneca deals face up only"),
    (r" (title|short)$", "the name of the document; shown, not played"),
    (
        r" borrow\[\d+\]\.(clauses|entry)",
        "the list of what a guide borrows, shown only: held to paragraphs and own rulings",
    ),
    (r"\.(says|what)$| signs\[\d+\]\.text", "words that explain; no rule hangs on their wording"),
    (r" rulings\[", "which entries of the rulings a rulebook lists; shown, not played"),
    (
        r"^(massachusetts|seminole|seneca) vigorish\.win\.base",
        "equivalent: a Banker win pays 1 to 1 without coupons, so winnings and stake are one sum",
    ),
    (r" option\[\d+\]\.type", "equivalent: the legal values are listed one by one, and the type is not asked"),
    (
        r"^massachusetts option\[[23]\]\.at_most",
        "equivalent: in steps of two from 12 decks the bound reaches 16 and never 17",
    ),
)
"""By rulebook and path: what no test can tell. These meet the tests nearest to them and then no others."""

CITED_TWICE = (
    r"^(announcements|handed|procedure\.round)",
    "cited twice: another citation of the same clause joins it in the event",
)


def earlier() -> dict[str, Verdict]:
    if not RESULTS.is_file():
        return {}
    rows = [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    found = [Verdict(Mutant(*row["mutant"]), row["test"], row["why"], row["seconds"]) for row in rows]
    return {verdict.mutant.key: verdict for verdict in found}


def remember(verdict: Verdict) -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    with RESULTS.open("a", encoding="utf-8") as file:
        row = verdict._asdict() | {"mutant": list(verdict.mutant)}
        file.write(json.dumps(row, ensure_ascii=False) + "\n")


def report(verdicts: Mapping[str, Verdict], total: int) -> None:
    """Write the survivors down by reason, with the reasons that stand there already."""
    told = explanations()
    survivors = sorted(verdict.mutant for verdict in verdicts.values() if verdict.test is None)
    killed = len(verdicts) - len(survivors)
    rows: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for mutant in survivors:
        rows[explained(mutant, told), mutant.book].append(f"`{mutant.path}`")
    lines = [
        "# Data of the rulebook files that no test holds",
        "",
        "`python3 go.py campaign mutation` alters each datum of the four rulebook files in turn, runs the tests that",
        f"can see it and names the one that fails. Of {total} alterations {len(verdicts)} were tried: {killed} made a",
        f"test fail, {len(survivors)} did not and stand here. A reason written here stays when the campaign is run",
        "again; one without a reason is a gap in the tests.",
        "",
        "| why it survives | rulebook | data |",
        "| --- | --- | --- |",
    ]
    lines += [f"| {why} | {book} | {', '.join(paths)} |" for (why, book), paths in sorted(rows.items())]
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def explanations() -> dict[tuple[str, str], str]:
    if not REPORT.is_file():
        return {}
    row = re.compile(r"^\| ([^|]*) \| ([\w-]+) \| (`.*`) \|$", re.MULTILINE)
    rows = row.findall(REPORT.read_text(encoding="utf-8"))
    return {(book, path): why for why, book, paths in rows for path in re.findall(r"`([^`]+)`", paths) if why.strip()}


def explained(mutant: Mutant, told: Mapping[tuple[str, str], str]) -> str:
    if (mutant.book, mutant.path) in told:
        return told[mutant.book, mutant.path]
    return why_none_can_tell(mutant) or (CITED_TWICE[1] if re.search(CITED_TWICE[0], mutant.path) else "")


def why_none_can_tell(mutant: Mutant) -> str:
    """Why no test can tell an alteration, as it is known beforehand, or nothing."""
    place = f"{mutant.book} {mutant.path}"
    return next((text for pattern, text in EXPLANATIONS if re.search(pattern, place)), "")


def main() -> int:
    parser = argparse.ArgumentParser(prog="go.py campaign mutation", description="Alter each datum of the rulebooks.")
    parser.add_argument("--book", choices=BOOKS, action="append", help="only this rulebook file")
    parser.add_argument("--only", default="", help="only data whose path starts with this")
    parser.add_argument("--sample", type=int, help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--again", action="store_true", help="try earlier survivors again")
    parser.add_argument("--check", type=int, default=0, help="judge so many kills again, without fork or order")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    parser.add_argument("--list", action="store_true", help="show the alterations and try none")
    wanted = parser.parse_args()

    everything = [made for book in BOOKS for made in mutants(book, known_clauses())]
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
    alive = {mutant.key for mutant, _ in everything}
    verdicts = {key: verdict for key, verdict in earlier().items() if key in alive}
    if wanted.check:
        return check([verdicts[mutant.key] for mutant, _ in chosen if mutant.key in verdicts], wanted)

    todo = [
        made for made in chosen if made[0].key not in verdicts or (wanted.again and verdicts[made[0].key].test is None)
    ]
    print(f"{len(chosen)} alterations, {len(todo)} of them to try, {wanted.jobs} at a time", flush=True)
    started = time.monotonic()
    if todo:
        with tempfile.TemporaryDirectory(prefix="minibac-mutation-") as folder:
            for verdict in tried(Path(folder), todo, wanted.jobs, verdicts):
                remember(verdict)
                verdicts[verdict.mutant.key] = verdict
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


def tried(folder: Path, todo: Sequence[Made], jobs: int, known: Mapping[str, Verdict]) -> Iterator[Verdict]:
    """Every alteration by itself, then those that nothing near has told, together."""
    court, started, left = Court(folder, jobs), time.monotonic(), []
    for verdict in known.values():
        if verdict.test in court.tests:
            court.learn(verdict.mutant, verdict.test)
    made = {mutant.key: (mutant, value) for mutant, value in todo}
    with ThreadPoolExecutor(jobs) as pool:
        for number, verdict in enumerate(pool.map(court.alone, todo), start=1):
            if verdict.test is None:
                left.append(made[verdict.mutant.key])
            else:
                yield verdict
            if number % 50 == 0:
                spent = time.monotonic() - started
                print(f"{number} of {len(todo)}, {len(left)} left over, {spent:.0f} s", flush=True)
        for mutant, _ in [one for one in left if why_none_can_tell(one[0])]:
            yield Verdict(mutant, None, "", 0.0)
        left = [one for one in left if not why_none_can_tell(one[0])]
        asked = [pool.submit(lambda group: list(court.together(group)), group) for group in groups(left, TOGETHER)]
        for answered in as_completed(asked):
            for verdict in answered.result():
                if verdict.test is None:
                    print(f"survives: {verdict.mutant.key}", flush=True)
                yield verdict
    court.close()


def check(verdicts: Sequence[Verdict], wanted: argparse.Namespace) -> int:
    """Judge some kills once more in the plain way: a copy of the tree, a new process, the test that is said to fail."""
    killed = [verdict for verdict in verdicts if verdict.test and "::" in verdict.test]
    wrong = 0
    for mutant, test, _, _ in random.Random(wanted.seed).sample(killed, min(wanted.check, len(killed))):
        value = next(value for other, value in mutants(mutant.book, known_clauses()) if other == mutant)
        with tempfile.TemporaryDirectory(prefix="minibac-mutation-") as folder:
            shutil.copytree(ROOT / "src", Path(folder) / "src")
            shutil.copytree(ROOT / "tests", Path(folder) / "tests")
            shutil.copytree(ROOT / "docs", Path(folder) / "docs")
            shutil.copy(ROOT / "pyproject.toml", folder)
            for book, text in texts([(mutant, value)]).items():
                (Path(folder) / RULEBOOKS / f"{book}.toml").write_text(text, encoding="utf-8")
            command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(test)]
            environment = os.environ | {"PYTHONPATH": str(Path(folder) / "src")}
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        wrong += done.returncode != 1
        print(f"{'killed' if done.returncode == 1 else 'NOT KILLED'}: {mutant.key}: {test}", flush=True)
    print(f"{wrong} of {min(wanted.check, len(killed))} are not told by the test named")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
