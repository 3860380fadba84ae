"""What a table must be told of its tray, so that it is as the pit has counted, filled and credited it."""

from minibac.houses.calendar import day_after
from minibac.houses.types import Inventory
from minibac.machine.roles import THE_HOUSE
from minibac.pits.papers import TRANSFER_PAPERS, Count, Paper
from minibac.pits.pit_state import PitState
from minibac.table import commands as c
from minibac.table.apply_tray import Carried
from minibac.table.state import TableState


def tray_command(pit: PitState, sits: TableState) -> c.Command | None:
    """What a table must be told so that its tray is open or closed as the pit has counted it; ``None``: nothing.

    In a house that plays through, a table plays on for the next day as soon as two people have sealed its closer and
    the drop box is changed, whatever papers of the old day are still to be done."""
    opener = pit.attested(sits.table, Count.OPENER)
    if not sits.kept or opener is None:
        return None
    closer = next((slip for slip in pit.slips.values() if (slip.table, slip.kind) == (sits.table, Count.CLOSER)), None)
    if closer is not None:
        same = sits.tray_slip == closer.number
        if closer.attested_by and pit.inventory is Inventory.PLAYS_THROUGH and sits.table in pit.drops:
            opens = c.OpenTray(by=THE_HOUSE, at=0, day=day_after(pit.day), slip=closer.number, chips=closer.chips)
            return None if same and sits.tray_open else opens
        return None if same and not sits.tray_open else c.CloseTray(by=THE_HOUSE, at=0, slip=closer.number)
    if sits.tray_open:
        if opener.carries and sits.tray_slip == opener.carries:
            return c.OpenTray(by=THE_HOUSE, at=0, day=pit.day, slip=opener.number)
        return None
    chips = sits.tray if sits.tray_day == pit.day else opener.chips
    return c.OpenTray(by=THE_HOUSE, at=0, day=pit.day, slip=opener.number, chips=chips)


def transfer_commands(pit: PitState, sits: TableState) -> tuple[c.MoveChips, ...]:
    """Chips of fills and credits that are on their way: a credit is out of the tray from its request on. A fill is
    told again and again on its day: whoever hosts the table brings it once."""
    if not sits.kept:
        return ()
    done = [form for form in pit.of_day(*TRANSFER_PAPERS) if form.table == sits.table and form.completed]
    gone = {form.request for form in done}
    asked = [r for r in pit.requests.values() if (r.table, r.kind) == (sits.table, Paper.CREDIT)]
    moves = [
        *((Carried.FILL, form.request, form.chips) for form in done if form.kind == Paper.FILL),
        *((Carried.CREDIT, r.number, r.chips) for r in asked if r.number not in sits.aside),
        *((Carried.AWAY if n in gone else Carried.BACK, n, {}) for n in sits.aside if n not in pit.requests),
    ]
    return tuple(c.MoveChips(by=THE_HOUSE, at=0, kind=kind, request=n, chips=chips) for kind, n, chips in moves)
