"""``docs/clauses.md``, a row for each clause as ``minibac rules --proofs`` tells it, and the numbers in the README."""

import re
from typing import Any

from minibac.rules.plain import proofs_plain
from minibac.rules.proofs import coverage, proofs, written_proofs
from tests.clause_marks import ROOT

CLAUSE_PAGE, README = ROOT / "docs/clauses.md", ROOT / "README.md"
IN_README = re.compile(r"\d+ enforced, \d+ attested, \d+ shown, \d+ out")
HEAD = """# Every clause, how it is held and what proves it

Made by the test run from `minibac rules --proofs`. *Enforced*: the program stops or remedies the violation.
*Attested*: a named person on duty says so, and who and when is recorded. *Shown*: a text that somebody must read, at
its moment. *Out*: nothing for a program to do. Of several tests the first is named; `minibac rules CLAUSE` names all.

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
    rows = "".join(map(_row, proofs_plain()["clauses"]))
    return HEAD.format(counted=f"{coverage().clauses} clauses: {held_sentence()}") + rows


def _row(row: dict[str, Any]) -> str:
    cells = (f"`{row['id']}`", row["held"], ", ".join(row["entries"]), _first(row["keeps"]), _first(row["breaks"]))
    return "| " + " | ".join(cells) + " |\n"


def _first(tests: tuple[str, ...]) -> str:
    return f"`{tests[0].removeprefix('tests/')}`" if tests else ""


def write_clause_page() -> None:
    """Write the page and the sentence of the README anew, from the proofs that have just been written."""
    proofs.cache_clear()
    assert written_proofs()
    CLAUSE_PAGE.write_text(clause_page(), encoding="utf-8")
    README.write_text(IN_README.sub(held_sentence(), README.read_text(encoding="utf-8")), encoding="utf-8")
