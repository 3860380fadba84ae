"""The crash campaign in small: real processes, killed with SIGKILL; ``python3 go.py campaign crash`` has thousands."""

import os

import pytest

from minibac.rules.rulebook import RULEBOOKS
from tests.house.kills import run

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a life is forked, and this system cannot")


@pytest.mark.control("R19")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_house_killed_on_a_file_loses_nothing(rulebook, tmp_path):
    counted, wrong = run(rulebook, str(tmp_path / "house.sqlite"), kills=5, seed=7, coups=3)
    assert not wrong, wrong
    assert counted["kills"] == 5
    assert counted["wagers"] > 0


@pytest.mark.control("R19")
def test_a_house_killed_on_postgresql_loses_nothing(postgres_database):
    counted, wrong = run("section-42", postgres_database, kills=9, seed=3, coups=3)
    assert not wrong, wrong
    assert counted["kills"] == 9
