"""What the print forbids is tried against a running house, and refused with the clause.

``docs/violations.md`` lists what was tried and what the house said; MINIBAC_WRITE_VIOLATIONS=1 writes it anew.
"""

import importlib
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from minibac.rules.clauses import inventory
from tests.page.guests import waiting_house
from tests.violations.trial import REMEDIED, VIOLATIONS, Refused, TriedHouse, Violation

for file in sorted(Path(__file__).parent.glob("*.py")):
    if file.stem not in ("__init__", "trial", Path(__file__).stem):
        importlib.import_module(f"tests.violations.{file.stem}")

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "violations.md"
WRITE = "MINIBAC_WRITE_VIOLATIONS"
NUMBERS = re.compile(r" \((?:p-\d+|g-[0-9a-f]+)\)")
"""What stands beside a person's name, and is another one each time."""
HOLDS = ("enforced", "attested")
"""What is shown can only be read; the rest is broken once at least."""
A_DAY = "2026-11-16"
"""Stands on the page for the day on which it was tried."""


@pytest.fixture(scope="module")
def house() -> Iterator[TriedHouse]:
    with waiting_house(training_tables_max=1000) as server, ExitStack() as people:
        yield TriedHouse(server, people)


def line(tried: Violation, answer: Refused) -> str:
    clause = f"`{tried.clause}`" if tried.clause else "ours"
    today = datetime.now(UTC).date().isoformat()
    sentence = NUMBERS.sub("", answer.sentence.replace(today, A_DAY))
    return f"| {clause} | {tried.tries} | {sentence} |"


def test_each_line_of_the_page_is_another_thing_tried() -> None:
    tries = [tried.tries for tried in VIOLATIONS]
    assert sorted(tries) == sorted(set(tries))


def test_every_clause_that_can_be_broken_has_been() -> None:
    broken = {tried.clause for tried in VIOLATIONS}
    assert not [clause.id for clause in inventory().values() if clause.held in HOLDS and clause.id not in broken]


@pytest.mark.parametrize("tried", VIOLATIONS, ids=[found.name for found in VIOLATIONS])
def test_it_is_refused_with_the_clause(house: TriedHouse, tried: Violation) -> None:
    try:
        answer = tried.play(house)
        assert answer.code == REMEDIED or not house.moved, "what was refused has changed something"
    finally:
        house.pages_close()
    if tried.clause:
        assert tried.clause in answer.clauses, answer
    else:
        assert not answer.clauses, f"a demand of our own cites no clause: {answer}"
    said = line(tried, answer)
    if os.environ.get(WRITE):
        rows = PAGE.read_text(encoding="utf-8").splitlines()
        place = next((number for number, row in enumerate(rows) if f"| {tried.tries} |" in row), len(rows))
        PAGE.write_text("\n".join([*rows[:place], said, *rows[place + 1 :]]) + "\n", encoding="utf-8")
    assert said in PAGE.read_text(encoding="utf-8").splitlines(), f"{WRITE}=1 writes docs/violations.md anew"
