"""What a table must be told of its tray, so that it is as the pit has counted, filled and credited it."""

from minibac.machine.roles import THE_HOUSE
from minibac.pits.papers import TRANSFER_PAPERS, Count, Paper
from minibac.pits.pit_state import PitState
from minibac.table import commands as c
from minibac.table.apply_tray import Carried
from minibac.table.state import TableState


def tray_command(pit: PitState, sits: TableState) -> c.Command | None:
    """What a table must be told so that its tray is open or closed as the pit has counted it; ``None``: nothing."""
    opener = pit.attested(sits.table, Count.OPENER)
    if not sits.kept or opener is None:
        return None
    closer = next((slip for slip in pit.slips.values() if (slip.table, slip.kind) == (sits.table, Count.CLOSER)), None)
    if closer is not None:
        same = not sits.tray_open and sits.tray_slip == closer.number
        return None if same else c.CloseTray(by=THE_HOUSE, at=0, slip=closer.number)
    if sits.tray_open:
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
