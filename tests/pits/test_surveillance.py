"""Surveillance reads everything and changes nothing (R31): every table command in every situation, given by it.

Its commands in a pit and in the house are in ``test_every_pit_command.py`` and ``test_house.py``.
"""

import pytest

from minibac.rules.refusal import Refusal
from minibac.table import commands as c
from minibac.table.machine import decide
from tests.table.command_variants import HOUSES, variants
from tests.table.helpers import EYE
from tests.table.situations import SITUATIONS, exists

CASES = [
    pytest.param(situation, house, id=f"{situation} | {house}")
    for house, (rulebook, options) in HOUSES.items()
    for situation in SITUATIONS
    if exists(situation, options, rulebook)
]


@pytest.mark.exhaustive
@pytest.mark.control("R31")
@pytest.mark.parametrize(("situation", "house"), CASES)
def test_surveillance_changes_nothing_at_a_table(situation: str, house: str) -> None:
    rulebook, options = HOUSES[house]
    state = SITUATIONS[situation](rulebook, **options)
    for kind in c.KINDS:
        for facts in variants(kind):
            answer = decide(state, kind(by=EYE, at=state.at, **facts))
            assert isinstance(answer, Refusal) or not answer, f"{kind.__name__} {facts} from surveillance: {answer}"
