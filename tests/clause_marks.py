"""Clauses that tests claim to prove, ``@pytest.mark.clause("ma/13/c/1")``, and the lists of what is proven."""

from pathlib import Path

import pytest

from minibac.rules.clauses import inventory

ROOT = Path(__file__).parent.parent
PROOFS = ROOT / "src/minibac/rulebooks/proofs.json"
UNPROVEN = ROOT / "tests/data/unproven.txt"
"""The clauses that no test proves yet, one id a line in the order of the inventory."""


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


def collected_everything(session: pytest.Session) -> bool:
    """Whether this run holds all tests, so that what they claim is all there is."""
    chosen = session.config.getoption("keyword") or session.config.getoption("markexpr")
    return not chosen and any(Path(argument).resolve() == ROOT / "tests" for argument in session.config.args)
