"""Random play, small: the invariants of ``random_table`` after each command. The campaign plays a million."""

from collections import Counter

import pytest

from minibac.rules.rulebook import RULEBOOKS
from tests.table.random_table import play

COMMANDS = 2_500


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", ["morning", "evening"])
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_random_play_keeps_every_promise(rulebook, seed):
    answers: Counter[str] = Counter()
    for found in play(rulebook, COMMANDS, seed):
        answers += found
    assert answers["accepted"] > COMMANDS / 3
    assert answers["refused"] > COMMANDS / 20
    for event in ("WagerPlaced", "ActionsTaken", "CardStrayed", "IncidentOpened", "ShoeRevealed", "SeatLeft"):
        assert answers[event], f"the people at this table never came to {event}"
