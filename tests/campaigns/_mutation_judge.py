"""A judge of the mutation campaign: it collects the tests once, and forks a child for each alteration.

The judge works on a copy of the tree that belongs to it alone. A request, one line of JSON, says what the rulebook
files shall hold and which tests to run in which order; the judge writes the files, forks, and the child forgets all
that had been read from the files before it runs the tests. So every reader sees the altered file, on the disk as well,
and a verdict takes milliseconds once the tests that are likeliest to fail come first.

A test module that reads a rulebook while it is imported would show the child what stood there before. The judge
notices such modules by itself; they are imported anew in the child, with the whole package.
"""

import json
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import Phase, settings

OPTIONS = (
    *(
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
    ),
    *("--import-mode=importlib", "--strict-markers", "--hypothesis-seed=0", "--timeout=120"),
    *("--doctest-modules", "--doctest-glob=*.md"),
)
CONSTANTS = ("src/minibac/houses/checks.py",)
"""Modules of the package that keep a datum read while they are imported: an alteration of it is judged anew."""


class Failures:
    """A pytest plugin that remembers what failed, why, and how long each test took."""

    def __init__(self) -> None:
        self.failed: list[tuple[str, str]] = []
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            self.failed.append((report.nodeid, str(crash.message if crash else report.longrepr)[:300]))

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.failed.append((report.nodeid, "cannot be collected"))


class Judge(Failures):
    """The plugin that takes the place of the run: it answers requests until there are no more."""

    def __init__(self, root: Path, requests: IO[str], answers: IO[str]) -> None:
        super().__init__()
        self.root, self.requests, self.answers = root, requests, answers
        self.early: set[str] = set()
        """The files that read a rulebook while they were imported."""
        self.forget: list[Callable[[], None]] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        """Each module is collected with nothing remembered, so that its own reading is noticed."""
        if isinstance(collector, pytest.Module):
            forget_everything()
        return (yield)

    def reading(self) -> None:
        """Called when a rulebook is read; whoever is being imported then keeps what it reads."""
        for frame in reversed(traceback.extract_stack()):
            if frame.name == "<module>" and Path(frame.filename).is_relative_to(self.root):
                self.early.add(Path(frame.filename).relative_to(self.root).as_posix())
                return

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        strangers = {name for name in self.early if not name.rpartition("/")[2].startswith("test_")} - {*CONSTANTS}
        if strangers:
            raise pytest.UsageError(f"read a rulebook while they are imported: {', '.join(sorted(strangers))}")
        items = {item.nodeid: item for item in session.items}
        tests = [
            {
                "id": item.nodeid,
                "clauses": [clause for mark in item.iter_markers("clause") for clause in mark.args],
                "anew": item.nodeid.partition("::")[0] in self.early,
            }
            for item in session.items
        ]
        settings.register_profile("judge", settings.get_profile("calm"), phases=(Phase.explicit, Phase.generate))
        settings.load_profile("judge")  # that a test fails is enough; the smallest example is not looked for
        self.answer({"tests": tests, "failed": self.failed})
        for line in self.requests:
            request = json.loads(line)
            kept = {name: (self.root / name).read_bytes() for name in request["files"]}
            for name, text in request["files"].items():
                (self.root / name).write_text(text, encoding="utf-8")
            try:
                self.answer(self.judged(session, items, request))
            finally:
                for name, content in kept.items():
                    (self.root / name).write_bytes(content)
        return True

    def answer(self, made: object) -> None:
        self.answers.write(json.dumps(made) + "\n")
        self.answers.flush()

    def judged(self, session: pytest.Session, items: dict[str, pytest.Item], request: dict[str, Any]) -> dict[str, Any]:
        """What a child finds; one that does not answer in time has found something too."""
        started, (inlet, outlet) = time.monotonic(), os.pipe()
        child = os.fork()
        if not child:
            os.close(inlet)
            os.setsid()
            try:
                made = self.in_child(session, [items[name] for name in request["tests"]], request)
                with os.fdopen(outlet, "w", encoding="utf-8") as pipe:
                    pipe.write(json.dumps(made))
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)
        os.close(outlet)
        said = b""
        while select.select([inlet], [], [], max(0.0, started + request["limit_s"] - time.monotonic()))[0]:
            more = os.read(inlet, 1 << 16)
            if not more:
                break
            said += more
        else:
            os.killpg(child, signal.SIGKILL)
        os.close(inlet)
        os.waitpid(child, 0)
        silence = {"failed": [["(no answer)", f"in {request['limit_s']} s"]], "seconds": {}}
        found: dict[str, Any] = json.loads(said) if said else silence
        return found | {"wall_s": round(time.monotonic() - started, 3)}

    def in_child(self, session: pytest.Session, items: Sequence[pytest.Item], request: dict[str, Any]) -> object:
        self.failed, self.seconds = [], {}
        forget_everything()
        for item, following in pairwise([*items, None]):
            assert item
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed and request["first_only"]:
                break
        if request["anew"] and not (self.failed and request["first_only"]):
            found = self.anew(request["anew"], first_only=request["first_only"])
            self.failed += found.failed
            self.seconds |= found.seconds
        return {"failed": self.failed, "seconds": self.seconds if not request["first_only"] else {}}

    def anew(self, tests: Sequence[str], *, first_only: bool) -> Failures:
        """Run tests with everything of this tree imported anew."""
        for name in list(sys.modules):
            if name.partition(".")[0] in ("minibac", "tests"):
                del sys.modules[name]
        found = Failures()
        stop = ["-x"] if first_only else []
        status = pytest.main([*OPTIONS, *stop, *tests], plugins=[found])
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and not found.failed:
            found.failed.append((f"(pytest stopped with status {int(status)})", ""))
        return found


def forget_everything() -> None:
    """Empty every cache of the package and of the tests."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("minibac", "tests"):
            for thing in list(vars(module).values()):
                clear = getattr(thing, "cache_clear", None)
                if callable(clear) and callable(thing):
                    clear()


def main(root: Path, places: list[str]) -> int:
    os.chdir(root)
    sys.path[:0] = [str(root / "src"), str(root)]
    os.environ["PYTHONPATH"] = str(root / "src")  # for the commands that a test starts
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(root / "hypothesis")
    sys.dont_write_bytecode = True
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    silence = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(silence, number)
    from minibac.rules import rulebook

    assert Path(rulebook.__file__).is_relative_to(root), "the package is not this tree's"
    judge, parse = Judge(root, requests, answers), rulebook.parse

    def seen(document: Any) -> rulebook.Rulebook:
        judge.reading()
        return parse(document)

    rulebook.parse = seen
    return int(pytest.main([*OPTIONS, *places], plugins=[judge]))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2:]))
