"""What the tests have in common: the mechanism that proves clauses, a calm Hypothesis, PostgreSQL and a browser.

A test marked ``@pytest.mark.clause("ma/13/c/1")`` must *see* the program cite that clause: it hands what the program
made to the fixture ``saw``, which records the clauses cited there. With ``breaks=True`` the citation must stand in a
refusal, or in an incident or an exception that the program wrote down for it. A mark without a citation fails.
``proofs.json`` in the package lists what is proven; ``--write-proofs`` writes it anew, and the list of what is not
proven with it.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from minibac.pits.events import AttemptRefused, ExceptionRaised
from minibac.rules.clauses import inventory
from minibac.rules.proofs import Proof, coverage
from minibac.rules.refusal import Refusal
from minibac.table.events import IncidentOpened
from tests.browser import browser, chromium  # noqa: F401 (fixtures)
from tests.control_marks import (
    PASSED,
    check_control_marks,
    marked_controls,
    pytest_runtest_logreport,  # noqa: F401 (a hook)
    write_unproven,
)
from tests.missing import pytest_terminal_summary  # noqa: F401 (a hook)
from tests.postgres import postgres, postgres_database  # noqa: F401 (fixtures)

ROOT = Path(__file__).parent.parent
PROOFS = ROOT / "src/minibac/rulebooks/proofs.json"
UNPROVEN = ROOT / "tests/data/unproven.txt"
"""The clauses that no test proves yet, one id a line in the order of the inventory."""
MOST_IDS = 5
"""More clauses on one test would prove little about each; parametrise instead."""

TWICE = (ROOT / "tests/page", ROOT / "tests/server", ROOT / "tests/house")
"""Tests with a browser, with sockets and with killed processes: docs/decisions/0009-a-second-try.md."""

# The same examples in every run: what turns red is the change, not the dice. Campaigns look further with new seeds.
# A busy machine is slow, and that is no fault of a test.
settings.register_profile(
    "calm", deadline=None, print_blob=True, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("calm")


class Sightings:
    """The clauses a test has seen the program cite: fulfilled, and in refusals."""

    def __init__(self) -> None:
        self.keeps: set[str] = set()
        self.breaks: set[str] = set()

    def __call__(self, *made: object) -> None:
        """Record the citations in things the program made: refusals, postings, explanations, settings, areas."""
        for thing in made:
            self._walk(thing)

    def _walk(self, thing: object) -> None:
        if isinstance(thing, Refusal | IncidentOpened | ExceptionRaised | AttemptRefused):
            self.breaks.update(thing.clauses)
            return
        if type(thing).__module__.startswith("minibac."):
            self.keeps.update(clause for clause in _cited(thing) if clause)
        if isinstance(thing, dict):
            for key, value in thing.items():
                self._walk(key)
                self._walk(value)
        elif isinstance(thing, tuple | list | set | frozenset):
            for item in thing:
                self._walk(item)


def _cited(thing: object) -> Iterator[str]:
    clauses = getattr(thing, "clauses", None)
    if isinstance(clauses, tuple) and all(isinstance(clause, str) for clause in clauses):
        yield from clauses
    clause = getattr(thing, "clause", None)
    if isinstance(clause, str):
        yield clause


@pytest.fixture
def saw(request: pytest.FixtureRequest) -> Sightings:
    """Show the program's own words to the mechanism that counts citations."""
    sightings = Sightings()
    request.node.stash[SIGHTINGS] = sightings
    return sightings


SIGHTINGS = pytest.StashKey[Sightings]()


@pytest.fixture(autouse=True)
def _marks_are_seen(request: pytest.FixtureRequest) -> Iterator[None]:
    """A clause mark whose citation the test never saw is a claim without a proof, and fails."""
    yield
    sightings = request.node.stash.get(SIGHTINGS, Sightings())
    for clause_id, breaks in clause_marks(request.node):
        seen = sightings.breaks if breaks else sightings.keeps
        where = "in a refusal or an incident" if breaks else "fulfilled"
        if clause_id not in seen:
            pytest.fail(f"marked with {clause_id}, but the program was never seen to cite it {where}", pytrace=False)


def clause_marks(item: pytest.Item) -> list[tuple[str, bool]]:
    """The clauses a test claims to prove, each with whether it is the violation."""
    return [
        (clause_id, bool(mark.kwargs.get("breaks", False)))
        for mark in item.iter_markers("clause")
        for clause_id in mark.args
    ]


def marked_proofs(items: list[pytest.Item]) -> dict[str, dict[str, list[str]]]:
    """What the tests at hand prove when they pass, by clause id; a parametrised test counts once."""
    found: dict[str, dict[str, set[str]]] = {}
    for item in items:
        name = item.nodeid.partition("[")[0]
        for clause_id, breaks in clause_marks(item):
            found.setdefault(clause_id, {"keeps": set(), "breaks": set()})["breaks" if breaks else "keeps"].add(name)
    order = {clause_id: number for number, clause_id in enumerate(inventory())}
    return {
        clause_id: {kind: sorted(names) for kind, names in found[clause_id].items()}
        for clause_id in sorted(found, key=lambda clause_id: order.get(clause_id, -1))
    }


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-proofs", action="store_true", help="write proofs.json after a passing full run")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    check_control_marks(items)
    for item in items:
        if any(folder in item.path.parents for folder in TWICE):
            item.add_marker(pytest.mark.flaky(reruns=1))
        marks = clause_marks(item)
        for clause_id, _ in marks:
            if clause_id not in inventory():
                raise pytest.UsageError(f"{item.nodeid} is marked with {clause_id}, no clause of the inventory")
        if len({clause_id for clause_id, _ in marks}) > MOST_IDS:
            raise pytest.UsageError(f"{item.nodeid} claims more than {MOST_IDS} clauses: parametrise it one by one")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """After a full passing run on one process, write down what it proved."""
    if session.config.getoption("--write-proofs") and exitstatus == pytest.ExitCode.OK:
        proofs = {"clauses": marked_proofs(session.items)}
        controls = marked_controls(session.items, PASSED)
        PROOFS.write_text(json.dumps({**proofs, "controls": controls}, indent=1) + "\n", encoding="utf-8")
        write_unproven(controls)
        found = {name: Proof(tuple(row["keeps"]), tuple(row["breaks"])) for name, row in proofs["clauses"].items()}
        UNPROVEN.write_text("".join(f"{clause_id}\n" for clause_id in coverage(found).missing), encoding="utf-8")


def collected_everything(session: pytest.Session) -> bool:
    """Whether this run holds all tests, so that what they claim is all there is."""
    chosen = session.config.getoption("keyword") or session.config.getoption("markexpr")
    return not chosen and any(Path(argument).resolve() == ROOT / "tests" for argument in session.config.args)


@pytest.fixture
def collected_proofs(request: pytest.FixtureRequest) -> Callable[[], dict[str, Any]]:
    """What the collected tests claim, to compare with the file in the package."""
    return lambda: marked_proofs(request.session.items)
