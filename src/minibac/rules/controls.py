"""Controls: what regulators and test labs ask of a system like this one, and which tests prove that it is so.

A control is about behaviour, not about a citation: it is proven when a test marked ``@pytest.mark.control("R7")`` has
run and passed. ``proofs.json`` names those tests, so that an installed program can show them.

>>> controls()["R7"].source
'GLI-19 4.5.2b,c; NJ 1.28G(c)'
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from minibac.rules.proofs import written_proofs
from minibac.rules.rulebook import packaged


class Control(NamedTuple):
    """One requirement, in our words, and where it comes from."""

    id: str
    requirement: str
    source: str
    note: str = ""
    """How we read it."""
    out: str = ""
    """Why it does not apply, or nothing."""


class ControlCoverage(NamedTuple):
    """How many of the controls are proven."""

    controls: int
    proven: int
    out: int
    missing: tuple[str, ...]


@cache
def controls() -> dict[str, Control]:
    """Every control by id, R1 to R44."""
    return {row["id"]: Control(**row) for row in packaged("controls.toml")["control"]}


@cache
def control_proofs() -> dict[str, tuple[str, ...]]:
    """The tests that prove each control, as the last full test run wrote them down."""
    return {control_id: tuple(tests) for control_id, tests in written_proofs().get("controls", {}).items()}


def control_coverage(found: Mapping[str, tuple[str, ...]] | None = None) -> ControlCoverage:
    """Count the controls: proven, out, and the exact list of what is missing."""
    known = control_proofs() if found is None else found
    out = [entry.id for entry in controls().values() if entry.out]
    missing = tuple(entry.id for entry in controls().values() if not entry.out and not known.get(entry.id))
    return ControlCoverage(len(controls()), len(controls()) - len(out) - len(missing), len(out), missing)
