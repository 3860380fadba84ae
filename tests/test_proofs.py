"""What is proven, and what is not: the package's list equals what the tests claim, to the letter.

After a passing run of everything, ``python3 go.py test --write-proofs`` writes ``proofs.json`` anew, and
``tests/data/unproven.txt`` with it: the clauses that no test proves yet, one id a line, in the order of the inventory.
"""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from minibac.rules.clauses import HELD, inventory
from minibac.rules.proofs import Coverage, Proof, by_document, coverage, proofs
from minibac.rules.rulebook import RULEBOOKS
from tests.clause_marks import PROOFS, UNPROVEN, collected_everything
from tests.clause_page import CLAUSE_PAGE, README, clause_page, held_sentence

RENEW = "run `python3 go.py test --write-proofs`"


@pytest.fixture
def written(request: pytest.FixtureRequest) -> dict[str, Any]:
    if request.config.getoption("--write-proofs"):
        pytest.skip("the lists are being written by this very run")
    assert PROOFS.is_file(), f"there is no proofs.json in the package: {RENEW}"
    clauses: dict[str, Any] = json.loads(PROOFS.read_text(encoding="utf-8"))["clauses"]
    return clauses


def test_the_package_says_what_the_tests_claim(
    request: pytest.FixtureRequest, written: dict[str, Any], collected_proofs: Callable[[], dict[str, Any]]
) -> None:
    """In a run of everything the lists are equal. In a run of a part, what its tests claim is in the list."""
    claimed = collected_proofs()
    if collected_everything(request.session):
        tests = {clause_id: {kind: row[kind] for kind in ("keeps", "breaks")} for clause_id, row in written.items()}
        assert tests == claimed, f"proofs.json is stale: {RENEW}"
        assert list(written) == list(claimed), f"proofs.json is out of order: {RENEW}"
        return
    for clause_id, kinds in claimed.items():
        for kind, names in kinds.items():
            known = written.get(clause_id, {}).get(kind, [])
            assert set(names) <= set(known), f"proofs.json does not know {clause_id} {kind}: {RENEW}"


def test_what_is_missing_is_written_down_exactly(written: dict[str, Any]) -> None:
    listed = UNPROVEN.read_text(encoding="utf-8").split() if UNPROVEN.is_file() else []
    order = {clause_id: number for number, clause_id in enumerate(inventory())}
    assert listed == sorted(listed, key=lambda clause_id: order[clause_id]), "one id a line, in the order of the print"
    assert listed == list(coverage().missing), f"tests/data/unproven.txt is stale: {RENEW}"


def test_every_test_named_as_a_proof_exists(request: pytest.FixtureRequest, written: dict[str, Any]) -> None:
    """In a run of everything; a renamed test is a stale proof."""
    if not collected_everything(request.session):
        pytest.skip("needs the whole suite")
    known = {item.nodeid.partition("[")[0] for item in request.session.items}
    named = {name for row in written.values() for kind in ("keeps", "breaks") for name in row[kind]}
    assert sorted(named - known) == []


def test_a_clause_is_proven_by_both_cases_where_a_consequence_is_named() -> None:
    clauses = inventory()
    assert clauses["s42/i/3/b4"].names_a_consequence
    assert not clauses["ma/1"].names_a_consequence
    both, one = Proof(("a",), ("b",)), Proof(("a",))
    assert both.proves(clauses["s42/i/3/b4"])
    assert not one.proves(clauses["s42/i/3/b4"])
    assert not Proof((), ("b",)).proves(clauses["s42/i/3/b4"])
    assert one.proves(clauses["ma/1"])


def test_coverage_counts_every_clause_once() -> None:
    nothing = coverage(found={})
    how = Counter(clause.held for clause in inventory().values())
    assert set(how) == set(HELD)
    out = how["out"]
    assert nothing == Coverage(546, 0, 0, 0, 0, out, tuple(c.id for c in inventory().values() if not c.is_out))
    everything = coverage(found={clause_id: Proof(("a",), ("b",)) for clause_id in inventory()})
    assert everything == Coverage(546, 546 - out, how["enforced"], how["attested"], how["shown"], out, ())
    whole, parts = coverage(), by_document()
    assert list(parts) == list(RULEBOOKS)
    assert whole.clauses == sum(part.clauses for part in parts.values())
    assert whole.proven == sum(part.proven for part in parts.values())
    assert whole.missing == tuple(clause for part in parts.values() for clause in part.missing)


def test_the_proofs_of_the_package_are_read_as_they_are_written(written: dict[str, Any]) -> None:
    assert {clause_id: [list(p.keeps), list(p.breaks), list(p.entries)] for clause_id, p in proofs().items()} == {
        clause_id: [row["keeps"], row["breaks"], row["entries"]] for clause_id, row in written.items()
    }
    assert set(proofs()) <= set(inventory())


def test_the_page_of_the_clauses_and_the_readme_say_what_the_package_says(written: dict[str, Any]) -> None:
    assert written
    assert CLAUSE_PAGE.read_text(encoding="utf-8") == clause_page(), f"docs/clauses.md is stale: {RENEW}"
    assert held_sentence() in README.read_text(encoding="utf-8"), f"README.md is stale: {RENEW}"
