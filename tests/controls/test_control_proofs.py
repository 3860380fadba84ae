"""Which controls are proven, and which are not: the package's list equals what the tests claim, to the letter.

``python3 go.py test --write-proofs`` writes ``proofs.json`` anew, and ``tests/data/unproven_controls.txt`` with it.
"""

import json
from typing import Any

import pytest

from minibac.rules.controls import (
    ControlCoverage,
    control_coverage,
    control_proofs,
    controls,
)
from tests.clause_marks import PROOFS, collected_everything
from tests.control_marks import UNPROVEN_CONTROLS, check_control_marks, marked_controls, name_of, proven

RENEW = "run `python3 go.py test --write-proofs`"


@pytest.fixture
def written(request: pytest.FixtureRequest) -> dict[str, list[str]]:
    if request.config.getoption("--write-proofs"):
        pytest.skip("the lists are being written by this very run")
    found: dict[str, list[str]] = json.loads(PROOFS.read_text(encoding="utf-8")).get("controls", {})
    return found


def test_the_package_says_what_the_tests_claim(request, written):
    """In a run of everything the lists are equal. In a run of a part, what its tests claim is in the list."""
    claimed = marked_controls(request.session.items)
    if collected_everything(request.session):
        assert list(written.items()) == list(claimed.items()), f"the controls of proofs.json are stale: {RENEW}"
        return
    for control_id, names in claimed.items():
        assert set(names) <= set(written.get(control_id, ())), f"proofs.json does not know {control_id}: {RENEW}"


def test_what_is_missing_is_written_down_exactly(written):
    listed = UNPROVEN_CONTROLS.read_text(encoding="utf-8").split()
    assert listed == list(control_coverage().missing), f"tests/data/unproven_controls.txt is stale: {RENEW}"


def test_every_test_named_as_a_proof_exists(request, written):
    if not collected_everything(request.session):
        pytest.skip("needs the whole suite")
    known = {name_of(item.nodeid) for item in request.session.items}
    assert sorted({name for names in written.values() for name in names} - known) == []


def test_there_are_forty_four_controls_with_a_requirement_and_a_source():
    assert list(controls()) == [f"R{number}" for number in range(1, 45)]
    assert all(entry.requirement and entry.source for entry in controls().values())
    assert controls()["R25"].note


def test_coverage_counts_every_control_once():
    out = sum(bool(entry.out) for entry in controls().values())
    wanted = tuple(entry.id for entry in controls().values() if not entry.out)
    assert control_coverage({}) == ControlCoverage(44, 0, out, wanted)
    assert control_coverage(dict.fromkeys(controls(), ("a test",))) == ControlCoverage(44, 44 - out, out, ())
    assert control_coverage({"R1": ()}).proven == 0
    assert set(control_proofs()) <= set(controls())


class Marked:
    """A test with marks, as far as the machinery looks."""

    nodeid = "tests/x.py::test_x[1]"

    def __init__(self, *marks: pytest.MarkDecorator) -> None:
        self.marks = marks

    def iter_markers(self, name):
        return (mark.mark for mark in self.marks if mark.name == name)


def marked(*marks: pytest.MarkDecorator) -> Any:
    return Marked(*marks)


def test_a_mark_must_name_a_control_and_stand_on_a_test_that_runs():
    good = marked(pytest.mark.control("R2", "R1"))
    check_control_marks([good])
    assert marked_controls([good, good]) == {"R1": ["tests/x.py::test_x"], "R2": ["tests/x.py::test_x"]}
    assert proven(marked_controls([good]), set()) == {}, "a test that was skipped after all proves nothing"
    for marks, sentence in (
        ((pytest.mark.control("R45"),), "no control"),
        ((pytest.mark.control("R1"), pytest.mark.skip(reason="x")), "does not run"),
        ((pytest.mark.control("R1"), pytest.mark.xfail), "does not run"),
    ):
        with pytest.raises(pytest.UsageError, match=sentence):
            check_control_marks([marked(*marks)])
