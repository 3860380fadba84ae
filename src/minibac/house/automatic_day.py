"""The gaming day of a house in which nobody keeps the books: automatic people open it and count the trays, by the book.

Where somebody has accounting, days are opened and closed by people alone. Where a person deals, that person counts.
"""

from collections.abc import Mapping

from minibac.houses.types import HouseTable
from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import Actor, Duty, Role
from minibac.pits import pit_commands as pc
from minibac.pits.forms import DEALER, SUPERVISOR, unsigned
from minibac.pits.house_state import HouseState
from minibac.pits.papers import Count, Paper
from minibac.pits.pit_state import PitState, Slip
from minibac.pits.series import next_serial
from minibac.rules.refusal import Refusal
from minibac.table.automatic import AUTOMATIC
from minibac.table.state import TableState

ACCOUNTING = Actor("automatic accounting", Role.ACCOUNTING)
CAGE = Actor("automatic cage", Role.CAGE)
CLERK = Actor("automatic pit clerk", Role.PIT_CLERK)
SECURITY = Actor("automatic security", Role.SECURITY)
"""The automatic people of a pit, for a house in which nobody is there."""
SERIES_COUNT = 1_000
COINS_CENTS = (1, 5, 25)
"""What lies in a tray beside its chips, so that every whole cent can be paid."""
PIECES = 400
"""How many of each denomination automatic people bring to a tray at least."""
WINNERS = 50
"""The chips of the largest denomination are enough for so many wagers at the highest limit."""


def keeps_books(house: HouseState) -> bool:
    """Whether somebody has accounting in this house."""
    people = house.people.values()
    return any(Role.ACCOUNTING in person.roles and not person.removed and not person.disabled for person in people)


def first_tray(table: HouseTable) -> dict[int, int]:
    """The chips that automatic people bring to a table when it opens for the first time."""
    chips = dict.fromkeys((*COINS_CENTS, *table.chips_cents), PIECES)
    largest, highest = max(chips), max(limit.maximum_cents for limit in table.limits.values())
    return chips | {largest: max(PIECES, -(-WINNERS * highest // largest))}


def next_opener_step(pit: PitState, table: HouseTable, sits: TableState) -> pc.PitCommand | None:
    """What the automatic dealer and the automatic floorperson do next for the opener of a table; ``None`` when it is
    done, or while a person is there whose it is."""
    waits = next((slip for slip in pit.slips.values() if slip.table == table.id and not slip.attested_by), None)
    if not pit.day or pit.attested(table.id, Count.OPENER) or (waits and waits.kind != Count.OPENER):
        return None
    if waits is None:
        dealer = Actor(sits.staff[Duty.CALLING], Role.DEALER)
        chips = pit.closers.get(table.id) or first_tray(table)
        counts = pc.CountInventory(by=dealer, at=0, table=table.id, kind=Count.OPENER.value, chips=chips)
        return counts if is_automatic(dealer.id) else None
    return attests(waits, sits.staff)


def attests(slip: Slip, staff: Mapping[str, str]) -> pc.AttestCount | None:
    """The automatic supervisor finds what the automatic dealer has counted."""
    supervisor = next((by for by in (AUTOMATIC.floor, AUTOMATIC.boss) if by.id in staff.values()), None)
    if supervisor is None or not is_automatic(slip.counted_by):
        return None
    return pc.AttestCount(by=supervisor, at=0, slip=slip.number, chips=slip.chips)


def next_fill_step(pit: PitState, sits: TableState) -> pc.PitCommand | None:
    """What automatic people do next for the fill that a table has asked for; ``None`` when it is on the table, or while
    a person is there whose signature it wants."""
    asked = next((r for r in pit.requests.values() if (r.table, r.kind) == (sits.table, Paper.FILL)), None)
    floor = Actor(sits.staff[Duty.FLOOR], Role.FLOORPERSON)
    step: pc.PitCommand
    if asked is None:
        step = pc.RequestTransfer(by=floor, at=0, kind=Paper.FILL.value, table=sits.table, chips=sits.fill_asked)
        return step if sits.fill_asked and is_automatic(floor.id) else None
    if not asked.serial:
        return new_series(pit, Paper.FILL) or pc.PrepareSlip(by=CAGE, at=0, request=asked.number)
    people = {DEALER: Actor(sits.staff[Duty.CALLING], Role.DEALER), SUPERVISOR: floor, Role.SECURITY.value: SECURITY}
    signs = next(iter(unsigned(pit.forms[asked.serial])))
    step = pc.SignForm(by=people.get(signs, CAGE), at=0, serial=asked.serial)
    return step if is_automatic(step.by.id) else None


def new_series(pit: PitState, kind: str) -> pc.RegisterSeries | None:
    """Printed numbers that the automatic accounting enters when there are none left; each pit has its own."""
    if not isinstance(next_serial(pit, kind, ""), Refusal):
        return None
    prefix = f"AUTO-{pit.pit}".upper()
    first = max((series.last for series in pit.series if series.prefix == prefix), default=0) + 1
    last = first + SERIES_COUNT - 1
    return pc.RegisterSeries(by=ACCOUNTING, at=0, kind=kind, prefix=prefix, first=first, last=last)
