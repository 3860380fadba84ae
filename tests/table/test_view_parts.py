"""A part of a view is made again when what it is made from has changed: what it depends on says all of it.

A page that was away comes back in another shoe, and nobody has looked at the states in between.
"""

import msgspec
import pytest

from minibac.table.state import TableState
from minibac.table.table_view import PARTS
from tests.table.random_table import RandomTable

STATES = 60


def states_of(rulebook: str) -> list[TableState]:
    """States far apart, of several shoes."""
    table = RandomTable(rulebook, "parts")
    found: list[TableState] = []
    for number in range(STATES * 25):
        table.give(table.command())
        if number % 25 == 0:
            found.append(table.state)
    return found


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts", "seneca", "seminole"])
def test_what_a_part_depends_on_says_all_that_it_shows(rulebook: str) -> None:
    states = states_of(rulebook)
    for name, part in PARTS.items():
        known: list[tuple[object, bytes]] = []
        for state in states:
            depends, text = part.depends(state), msgspec.json.encode(part.make(state))
            same = next((before for made_from, before in known if made_from == depends), text)
            assert text == same, f"{name} shows something else, and depends on the same"
            known.append((depends, text))


def test_the_burned_cards_of_another_shoe_are_other_cards() -> None:
    """As many as before, and so at the same places."""
    table = RandomTable("section-42", "burned")
    while not (table.state.burned and table.state.shown):
        table.give(table.command())
    state = table.state
    other = dict.fromkeys(state.shown, "As")
    again = msgspec.structs.replace(state, shown=other)
    assert PARTS["burned"].make(again) != PARTS["burned"].make(state)
    assert PARTS["burned"].depends(again) != PARTS["burned"].depends(state)
