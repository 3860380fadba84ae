"""On whose page the next step stands, with its button, at a table where every role is held by a person."""

from minibac.machine.roles import Actor, Duty, Role
from minibac.table.automatic import next_command
from minibac.table.dealer_view import dealer_part
from minibac.table.guest_view import ELSEWHERE, floor_part, guest_part
from minibac.table.phases import OF_NOBODY
from minibac.table.state import TableState

PEOPLE = {Duty.CALLING: "Dee", Duty.WAGERS: "Dee", Duty.FLOOR: "Fay", Duty.PIT: "Pat", Duty.SHIFT: "Sam"}


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
