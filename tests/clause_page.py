"""``docs/clauses.md``, a row for each clause as ``minibac rules --proofs`` tells it, and the numbers in the README."""

import re
from collections import Counter
from typing import Any

from minibac.rules.plain import proofs_plain
from minibac.rules.proofs import coverage, proofs, written_proofs
from tests.clause_marks import ROOT

CLAUSE_PAGE, README = ROOT / "docs/clauses.md", ROOT / "README.md"
IN_README = re.compile(r"\d+ enforced, \d+ attested, \d+ shown, \d+ out")
FEW = 5
"""As many clauses as may stand on one test."""
HEAD = """# Every clause, how it is held and what proves it

Made by the test run from `minibac rules --proofs`. *Enforced*: the program stops or remedies the violation.
*Attested*: a named person on duty says so, and who and when is recorded. *Shown*: a text that somebody must read, at
its moment. *Out*: nothing for a program to do. Of several tests one is named that is about few other clauses;
`minibac rules CLAUSE` names all.

{counted}.

| clause | held | entry | good case | violation |
| --- | --- | --- | --- | --- |
"""


def held_sentence() -> str:
    """How the clauses are held, in numbers."""
    counted = coverage()
    return f"{counted.enforced} enforced, {counted.attested} attested, {counted.shown} shown, {counted.out} out"


def clause_page() -> str:
    """The page."""
    clauses = proofs_plain()["clauses"]
    shares = Counter(test for row in clauses for test in {*row["keeps"], *row["breaks"]})
    rows = "".join(_row(row, shares) for row in clauses)
    return HEAD.format(counted=f"{coverage().clauses} clauses: {held_sentence()}") + rows


def _row(row: dict[str, Any], shares: Counter[str]) -> str:
    named = (_about_it(row[proof], shares) for proof in ("keeps", "breaks"))
    return "| " + " | ".join((f"`{row['id']}`", row["held"], ", ".join(row["entries"]), *named)) + " |\n"


def _about_it(tests: tuple[str, ...], shares: Counter[str]) -> str:
    """The first test of a clause that is about few clauses: a refused house file says as much of a hundred others."""
    few = next((test for test in tests if shares[test] <= FEW), "")
    found = few or min(tests, key=lambda test: shares[test], default="")
    return f"`{found.removeprefix('tests/')}`" if found else ""


def write_clause_page() -> None:
    """Write the page and the sentence of the README anew, from the proofs that have just been written."""
    proofs.cache_clear()
    assert written_proofs()
    CLAUSE_PAGE.write_text(clause_page(), encoding="utf-8")
    README.write_text(IN_README.sub(held_sentence(), README.read_text(encoding="utf-8")), encoding="utf-8")
