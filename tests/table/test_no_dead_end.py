"""With a person in every role, somebody's page has the next step: nobody waits for a button that is nowhere.

Here for every situation under every rulebook; random play asks the same after each of its commands.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from minibac.machine.roles import Actor, Duty, Role
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.dealer_view import OF_ALL, dealer_part
from minibac.table.guest_view import guest_part
from minibac.table.state import AUTOMATIC_STAFF, Phase
from tests.table.helpers import FLOOR, Table
from tests.table.situations import SITUATIONS, exists
from tests.table.whose_turn import PEOPLE, on_whose_page

OPTIONS: dict[str, dict[str, Any]] = {
    "section-42": {"verbal_wagers": True},
    "massachusetts": {"house_money": True, "vigorish_collection": "deferred"},
    "seminole": {},
    "seneca": {},
}
OF_EVERYBODY = {kind.__name__ for kind in OF_ALL}
CASES = [
    pytest.param(rulebook, name, id=f"{name} | {rulebook}")
    for rulebook, options in OPTIONS.items()
    for name in SITUATIONS
    if exists(name, options, rulebook)
]


@pytest.mark.parametrize(("rulebook", "name"), CASES)
def test_somebody_has_the_next_step(rulebook: str, name: str) -> None:
    state = replace(SITUATIONS[name](rulebook, **OPTIONS[rulebook]), staff=PEOPLE)
    assert on_whose_page(state), f"{name}: {next_command(state, state.at)}"


@pytest.mark.parametrize(("rulebook", "name"), CASES)
def test_a_guest_who_is_waited_for_has_a_name_and_a_table_without_a_next_step_says_why(
    rulebook: str, name: str
) -> None:
    state = SITUATIONS[name](rulebook, **OPTIONS[rulebook])
    desk = dealer_part(state, state.at, Actor(PEOPLE[Duty.CALLING], Role.DEALER), ())
    wanted = desk["next"]
    assert ("waits" in desk) is (wanted is None)
    if wanted and wanted["role"] == Role.GUEST and wanted["command"]["command"] not in OF_EVERYBODY:
        assert wanted["name"] == state.seats[wanted["seat"]].name
        assert guest_part(state, wanted["seat"], {})["asks"]


def test_what_a_person_on_the_floor_left_open_waits_for_a_person() -> None:
    table = Table("section-42", seats=(3,))
    table.to(Phase.BETTING)
    table.yes(c.AssignStaff, by=FLOOR, duty="floor", person="Fay")
    table.yes(c.Report, by=Actor("Fay", Role.FLOORPERSON), kind="other", note="a guest disputes a payment")
    table.yes(c.AssignStaff, by=Actor("Fay", Role.FLOORPERSON), duty="floor", person=AUTOMATIC_STAFF[Duty.FLOOR])
    wanted = next_command(table.state, table.state.at)
    assert wanted is None or not isinstance(wanted.command, c.ResolveIncident), "nobody automatic ends it"
    assert table.state.incidents
    desk = dealer_part(table.state, table.state.at, Actor("Dee", Role.DEALER), ())
    assert "floor must look into" in str(desk["waits"]), "the dealer is told who is missing"
    automatic = Table("section-42", seats=(3,))
    automatic.to(Phase.BETTING)
    automatic.report("other", note="a guest disputes a payment")
    found = next_command(automatic.state, automatic.state.at)
    assert found is not None
    assert isinstance(found.command, c.ResolveIncident), (
        "where nobody was on the floor, the automatic one looks into it"
    )
