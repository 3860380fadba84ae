"""Controls that tests prove: ``@pytest.mark.control("R7")`` counts once the test has run and passed.

A control is about what the program does, so a mark needs no citation. It must not stand on a test that is told to be
skipped or to fail; and a test that was skipped after all, because something is missing on this machine, is not written
down as a proof. ``conftest.py`` brings this into the test run.
"""

from collections.abc import Collection
from pathlib import Path

import pytest

from minibac.rules.controls import control_coverage, controls

UNPROVEN_CONTROLS = Path(__file__).parent / "data/unproven_controls.txt"
"""The controls that no test proves yet, one id a line in their order."""

PASSED: set[str] = set()
"""The tests that have passed in this run, by name; a parametrised test counts once."""


def name_of(node_id: str) -> str:
    """The name under which a test is written down."""
    return node_id.partition("[")[0]


def control_marks(item: pytest.Item) -> list[str]:
    """The controls a test claims to prove."""
    return [control_id for mark in item.iter_markers("control") for control_id in mark.args]


def check_control_marks(items: Collection[pytest.Item]) -> None:
    """A mark names a control there is, and stands on a test that is meant to run and to pass."""
    for item in items:
        for control_id in control_marks(item):
            if control_id not in controls():
                raise pytest.UsageError(f"{item.nodeid} is marked with {control_id}, no control of controls.toml")
            if any(item.iter_markers("skip")) or any(item.iter_markers("xfail")):
                raise pytest.UsageError(
                    f"{item.nodeid} is marked with {control_id}, and does not run: it proves nothing"
                )


def marked_controls(items: Collection[pytest.Item]) -> dict[str, list[str]]:
    """What the tests at hand claim, by control, in the order of the controls."""
    found: dict[str, set[str]] = {}
    for item in items:
        for control_id in control_marks(item):
            found.setdefault(control_id, set()).add(name_of(item.nodeid))
    return {control_id: sorted(found[control_id]) for control_id in controls() if control_id in found}


def proven(claimed: dict[str, list[str]], passed: Collection[str]) -> dict[str, list[str]]:
    """What of it tests have proven that passed."""
    return {control_id: here for control_id, names in claimed.items() if (here := [n for n in names if n in passed])}


def remember(report: pytest.TestReport) -> None:
    """Remember who has passed."""
    if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
        PASSED.add(name_of(report.nodeid))


def write_unproven(proven: dict[str, list[str]]) -> None:
    """Write the list of what is missing anew."""
    missing = control_coverage({control_id: tuple(tests) for control_id, tests in proven.items()}).missing
    UNPROVEN_CONTROLS.write_text("".join(f"{control_id}\n" for control_id in missing), encoding="utf-8")
