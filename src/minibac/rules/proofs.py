"""Proofs: which tests have seen the program cite which clause.

``proofs.json`` is written by a passing test run and travels in the package, so that an installed program can show what
proves a clause. A clause is proven when a test marked with it saw a product entry cite it for the good case and, where
the inventory names a consequence, saw that entry refuse or remedy the violation. How a clause is held, enforced,
attested or shown, is counted apart.
"""

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from minibac.rules.clauses import HELD, Clause, inventory
from minibac.rules.rulebook import RULEBOOKS


class Proof(NamedTuple):
    """The tests that saw a clause fulfilled, and those that saw its violation refused."""

    keeps: tuple[str, ...] = ()
    breaks: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    """The product entries whose answers those tests saw."""

    def proves(self, clause: Clause) -> bool:
        return bool(self.keeps) and (bool(self.breaks) or not clause.names_a_consequence)


class Coverage(NamedTuple):
    """How much of the inventory is proven, and of that, how it is held."""

    clauses: int
    proven: int
    enforced: int
    attested: int
    shown: int
    out: int
    missing: tuple[str, ...]


@cache
def proofs() -> dict[str, Proof]:
    """What the last full test run has proven, by clause id."""
    rows = written_proofs().get("clauses", {})
    return {
        clause_id: Proof(tuple(row["keeps"]), tuple(row["breaks"]), tuple(row.get("entries", ())))
        for clause_id, row in rows.items()
    }


def written_proofs() -> dict[str, Any]:
    """The file as it is; nothing where no test run has written one."""
    path = files("minibac.rulebooks").joinpath("proofs.json")
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def coverage(found: dict[str, Proof] | None = None, document: str | None = None) -> Coverage:
    """Count the clauses of one document, or of all: proven, out, and the exact list of what is missing."""
    known = proofs() if found is None else found
    clauses = [clause for clause in inventory().values() if document in (None, clause.document)]
    out = [clause for clause in clauses if clause.is_out]
    wanted = [clause for clause in clauses if not clause.is_out]
    missing = tuple(clause.id for clause in wanted if not known.get(clause.id, Proof()).proves(clause))
    proven = Counter(clause.held for clause in wanted if clause.id not in missing)
    return Coverage(
        clauses=len(clauses),
        proven=proven.total(),
        **{held: proven[held] for held in HELD if held != "out"},
        out=len(out),
        missing=missing,
    )


def by_document(documents: Iterable[str] = RULEBOOKS) -> dict[str, Coverage]:
    """The coverage of each document."""
    return {document: coverage(document=document) for document in documents}
