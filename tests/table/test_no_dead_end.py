"""With a person in every role, somebody's page has the next step: nobody waits for a button that is nowhere."""

from typing import Any

import pytest
from msgspec.structs import replace

from minibac.machine.roles import Actor, Duty, Role
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.dealer_view import dealer_part
from minibac.table.guest_view import ELSEWHERE, floor_part, guest_part
from minibac.table.phases import OF_NOBODY
from minibac.table.state import AUTOMATIC_STAFF, Phase, TableState
from tests.table.helpers import FLOOR, Table
from tests.table.situations import SITUATIONS, exists

PEOPLE = {Duty.CALLING: "Dee", Duty.WAGERS: "Dee", Duty.FLOOR: "Fay", Duty.PIT: "Pat", Duty.SHIFT: "Sam"}
OPTIONS: dict[str, dict[str, Any]] = {
    "section-42": {"verbal_wagers": True},
    "massachusetts": {"house_money": True, "vigorish_collection": "deferred"},
    "seminole": {},
    "seneca": {},
}
CASES = [
    pytest.param(rulebook, name, id=f"{name} | {rulebook}")
    for rulebook, options in OPTIONS.items()
    for name in SITUATIONS
    if exists(name, options, rulebook)
]


def on_whose_page(state: TableState) -> str:
    """The page on which the next step is, with everybody a person; empty where it is on none."""
    if state.phase in OF_NOBODY:
        return "the house itself"
    incidents = floor_part(state)["incidents"]
    wanted = next_command(state, state.at)
    if wanted is None:
        waiting = [seat for seat in state.occupied if guest_part(state, seat, {})["asks"]]
        if waiting or not state.seats:
            return f"guest {waiting[0]}" if waiting else "the door"
        return "the floor's incidents" if incidents else ""
    command = type(wanted.command).__name__
    if wanted.role is Role.GUEST:
        seat = wanted.command.by.seat
        if guest_part(state, seat, {})["share"]:
            return f"the program of guest {seat}"
        return f"guest {seat}" if guest_part(state, seat, {})["asks"] else ""
    if wanted.role is Role.FLOORPERSON:
        asked = floor_part(state)["asked"]
        if command in ELSEWHERE:
            return "the floor's incidents" if incidents else ""
        return "the floor" if asked and asked["command"]["command"] == command else ""
    if wanted.role is Role.DEALER:
        made = dealer_part(state, state.at, Actor(PEOPLE[Duty.CALLING], Role.DEALER), ())["next"]
        return "the dealer" if made and made["command"]["command"] == command else ""
    return "the house itself"


@pytest.mark.parametrize(("rulebook", "name"), CASES)
def test_somebody_has_the_next_step(rulebook: str, name: str) -> None:
    state = replace(SITUATIONS[name](rulebook, **OPTIONS[rulebook]), staff=PEOPLE)
    assert on_whose_page(state), f"{name}: {next_command(state, state.at)}"


def test_what_a_person_on_the_floor_left_open_waits_for_a_person() -> None:
    table = Table("section-42", seats=(3,))
    table.to(Phase.BETTING)
    table.yes(c.AssignStaff, by=FLOOR, duty="floor", person="Fay")
    table.yes(c.Report, by=Actor("Fay", Role.FLOORPERSON), kind="other", note="a guest disputes a payment")
    table.yes(c.AssignStaff, by=Actor("Fay", Role.FLOORPERSON), duty="floor", person=AUTOMATIC_STAFF[Duty.FLOOR])
    wanted = next_command(table.state, table.state.at)
    assert wanted is None or not isinstance(wanted.command, c.ResolveIncident), "nobody automatic ends it"
    assert table.state.incidents
    automatic = Table("section-42", seats=(3,))
    automatic.to(Phase.BETTING)
    automatic.report("other", note="a guest disputes a payment")
    found = next_command(automatic.state, automatic.state.at)
    assert found is not None
    assert isinstance(found.command, c.ResolveIncident), (
        "where nobody was on the floor, the automatic one looks into it"
    )
