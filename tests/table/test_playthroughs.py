"""Whole shoes and every branch of every irregularity as text, compared with golden files.

MINIBAC_WRITE_PLAYTHROUGHS=1 pytest tests/table/test_playthroughs.py        writes them anew, on purpose
"""

import os
from pathlib import Path

import pytest

from minibac.table import events as e
from minibac.table.narrate import SAYS
from tests.table.scenarios import SCENARIOS

GOLDEN = Path(__file__).parent / "playthroughs"
WRITE = bool(os.environ.get("MINIBAC_WRITE_PLAYTHROUGHS"))


@pytest.mark.parametrize("name", SCENARIOS)
def test_playthrough(name):
    text = SCENARIOS[name]().text()
    path = GOLDEN / f"{name}.txt"
    if WRITE:
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"{path.name} is not there: write it on purpose and review it"
    assert text == path.read_text(encoding="utf-8")


def test_every_golden_file_has_its_scenario():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SCENARIOS)


def test_every_event_has_a_sentence():
    assert set(SAYS) == set(e.KINDS)
