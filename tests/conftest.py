"""What the tests have in common: the mechanism that proves clauses, a calm Hypothesis, PostgreSQL and a browser.

A test marked ``@pytest.mark.clause("ma/13/c/1")`` must *see* the program cite that clause: it hands what the program
made to the fixture ``saw``, which records the clauses cited there. With ``breaks=True`` the citation must stand in a
refusal, or in an incident or an exception that the program wrote down for it. A mark without a citation fails.
``proofs.json`` in the package lists what is proven; ``--write-proofs`` writes it anew, and the list of what is not
proven with it.
"""

import json
import signal
from collections.abc import Callable, Iterator
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings

from minibac.rules.clauses import inventory
from minibac.rules.proofs import Proof, coverage
from tests.browser import browser, chromium  # noqa: F401 (fixtures)
from tests.clause_marks import PROOFS, ROOT, UNPROVEN, clause_marks, marked_proofs
from tests.clause_page import write_clause_page
from tests.control_marks import (
    PASSED,
    check_control_marks,
    marked_controls,
    proven,
    remember,
    write_unproven,
)
from tests.entries import RETURNED, Watch
from tests.missing import pytest_terminal_summary  # noqa: F401 (a hook)
from tests.postgres import postgres, postgres_database  # noqa: F401 (fixtures)
from tests.sightings import Sightings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell makes what it runs in the background deaf to Ctrl-C, and with it the commands under test.
    signal.signal(signal.SIGINT, signal.default_int_handler)

MOST_IDS = 5
"""More clauses on one test would prove little about each; parametrise instead."""

TWICE = (ROOT / "tests/page", ROOT / "tests/server", ROOT / "tests/house")
"""Tests with a browser, with sockets and with killed processes: docs/decisions/0009-a-second-try.md."""

WAITING = ("page", "server", "house")
"""Folders of tests that wait for a browser, a socket or a process more than they compute."""
LONG = ("simulate", "play", "odds")
"""Folders of tests that compute for long."""

# The same examples in every run: what turns red is the change, not the dice. Campaigns look further with new seeds.
# A busy machine is slow, and that is no fault of a test.
settings.register_profile(
    "calm", deadline=None, print_blob=True, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("calm")


@pytest.fixture
def saw(request: pytest.FixtureRequest) -> Sightings:
    """Show the program's own words to the mechanism that counts citations."""
    sightings: Sightings = request.node.stash[SIGHTINGS]
    return sightings


SIGHTINGS = pytest.StashKey[Sightings]()
SEEN_AT = "seen at"
ENTRIES: dict[str, set[str]] = {}
"""The product entries at which each clause was seen in this run."""
CLAIMED: dict[str, Any] = {}
"""What the tests of a run on several processes claim: they are collected there, and reported here."""


@pytest.fixture(autouse=True)
def _marks_are_seen(request: pytest.FixtureRequest) -> Iterator[None]:
    """A clause mark whose citation the test never saw is a claim without a proof, and fails."""
    sightings = request.node.stash[SIGHTINGS] = Sightings()
    Watch.on = "saw" in request.fixturenames
    RETURNED.clear()
    yield
    Watch.on = False
    for clause_id, breaks in clause_marks(request.node):
        seen = sightings.breaks if breaks else sightings.keeps
        where = "in a refusal or an incident" if breaks else "fulfilled"
        if clause_id not in seen:
            pytest.fail(f"marked with {clause_id}, but the program was never seen to cite it {where}", pytrace=False)
        if inventory()[clause_id].held == "attested" and not breaks and clause_id not in sightings.attested:
            pytest.fail(f"{clause_id} is attested, but no event was seen that says who did and when", pytrace=False)
        request.node.user_properties.append((SEEN_AT, (clause_id, seen[clause_id])))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-proofs", action="store_true", help="write proofs.json after a run of all marked tests")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items[:] = side_by_side(items)
    check_control_marks(items)
    twice = {path for path in {item.path for item in items} if any(folder in path.parents for folder in TWICE)}
    for item in items:
        if item.path in twice:
            item.add_marker(pytest.mark.flaky(reruns=1))
        marks = clause_marks(item)
        for clause_id, _ in marks:
            if clause_id not in inventory():
                raise pytest.UsageError(f"{item.nodeid} is marked with {clause_id}, no clause of the inventory")
        if len({clause_id for clause_id, _ in marks}) > MOST_IDS:
            raise pytest.UsageError(f"{item.nodeid} claims more than {MOST_IDS} clauses: parametrise it one by one")


def side_by_side(items: list[pytest.Item]) -> list[pytest.Item]:
    """The order for several processes, file by file: one that waits, one that computes; the long ones come early.

    So neither core is idle while a page loads, and no long file is left for the end.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    waiting = [path for path in files if path.parent.name in WAITING]
    computing = sorted((path for path in files if path not in waiting), key=lambda path: path.parent.name not in LONG)
    turns = chain.from_iterable(zip_longest(waiting, computing))
    return [item for path in turns if path for item in files[path]]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember who has passed, and at which entries."""
    remember(report)
    if report.when == "teardown":
        for name, seen in report.user_properties:
            if name == SEEN_AT:
                clause_id, entry = cast(tuple[str, str], seen)
                ENTRIES.setdefault(clause_id, set()).add(entry)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """What the tests of one of several processes claim; each of them has collected all."""
    CLAIMED.update(getattr(node, "workeroutput", {}).get("claimed", {}))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """After a full passing run, write down what it proved."""
    if not session.config.getoption("--write-proofs") or exitstatus != pytest.ExitCode.OK:
        return
    claimed = CLAIMED or {"clauses": marked_proofs(session.items), "controls": marked_controls(session.items)}
    if hasattr(session.config, "workerinput"):
        cast(Any, session.config).workeroutput["claimed"] = claimed
        return
    proofs = {name: {**row, "entries": sorted(ENTRIES.get(name, ()))} for name, row in claimed["clauses"].items()}
    controls = proven(claimed["controls"], PASSED)
    PROOFS.write_text(json.dumps({"clauses": proofs, "controls": controls}, indent=1) + "\n", encoding="utf-8")
    write_unproven(controls)
    found = {name: Proof(tuple(row["keeps"]), tuple(row["breaks"])) for name, row in proofs.items()}
    UNPROVEN.write_text("".join(f"{clause_id}\n" for clause_id in coverage(found).missing), encoding="utf-8")
    write_clause_page()


@pytest.fixture
def collected_proofs(request: pytest.FixtureRequest) -> Callable[[], dict[str, Any]]:
    """What the collected tests claim, to compare with the file in the package."""
    return lambda: marked_proofs(request.session.items)
