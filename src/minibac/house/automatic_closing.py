"""The end of a gaming day in a house in which nobody keeps the books: automatic people count, compare and close it.

Every step is a command that people would give in the same order, each by somebody else where the controls want it so.
What a person has begun or holds is left to that person, and the day stays open.
"""

from collections.abc import Iterator, Mapping

from minibac.house.automatic_day import ACCOUNTING, CLERK, SECURITY, attests
from minibac.houses.types import Inventory
from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import Actor, Duty, Role
from minibac.pits import pit_commands as pc
from minibac.pits.days import table_win
from minibac.pits.forms import unfinished
from minibac.pits.papers import VIGORISH_PAPERS, Copy, Count, Paper
from minibac.pits.pit_state import Form, PitState
from minibac.table.phases import COUP_PHASES
from minibac.table.state import TableState

COUNTERS = (Actor("automatic count team", Role.COUNT_TEAM), Actor("automatic second counter", Role.COUNT_TEAM))

Tables = Mapping[str, TableState]


def may_close(pit: PitState, tables: Tables) -> bool:
    """Whether the automatic people can close the day of a pit now: no round is dealt, nothing waits for a person."""
    if pit.requests or pit.corrections or any(unfinished(form) for form in pit.of_day()):
        return False
    for sits in (tables[table] for table in _opened(pit, tables)):
        guests = bool(sits.occupied or sits.owing)
        by_people = not (is_automatic(sits.staff[Duty.CALLING]) and is_automatic(sits.staff[Duty.FLOOR]))
        if sits.phase in COUP_PHASES or by_people or (guests and pit.inventory is not Inventory.PLAYS_THROUGH):
            return False
    return all(is_automatic(form.held_by) or form.forwarded for form in pit.of_day(*VIGORISH_PAPERS))


def next_closing_step(pit: PitState, tables: Tables) -> pc.PitCommand | None:
    """The next command on the way to the end of the day; ``None`` where a person is waited for."""
    return next(_steps(pit, tables), None)


def _opened(pit: PitState, tables: Tables) -> list[str]:
    return [table for table in pit.tables if table in tables and pit.attested(table, Count.OPENER)]


def _steps(pit: PitState, tables: Tables) -> Iterator[pc.PitCommand]:
    """What is still to be done, the next of it first: each is decided before the one after it is asked for."""
    opened, forms = _opened(pit, tables), pit.of_day(*VIGORISH_PAPERS)
    for table in opened:
        if not pit.attested(table, Count.CLOSER):
            yield from _closer(pit, tables[table])
            return
    for table in dict.fromkeys((*opened, *(form.table for form in forms if form.dropped))):
        drop = pit.drops.get(table)
        if drop is None:
            yield pc.RemoveDropBox(by=SECURITY, at=0, table=table, box=f"box {table}")
        elif not drop.counted_by:
            notes = drop.expected_notes or {}
            originals = tuple(_copy(form) for form in forms if form.table == table and form.dropped)
            by = COUNTERS[1 if drop.sealed_by == COUNTERS[0].id else 0]
            yield pc.CountDrop(by=by, at=0, table=table, notes=notes, originals=originals)
    if any(not form.forwarded for form in forms):
        yield pc.ForwardDuplicates(by=CLERK, at=0)
    if forms and not pit.duplicates:
        copies = (_copy(form, name) for form in forms for name in (form.copies if form.void else form.copies[1:]))
        yield pc.ReceiveDuplicates(by=ACCOUNTING, at=0, copies=tuple(copies))
    if forms and not pit.compared:
        yield pc.CompareForms(by=ACCOUNTING, at=0)
    for form in pit.of_day(Paper.COMPLIMENTARY, Paper.UNCOLLECTED):
        if form.released and not form.posted:
            yield pc.PostComplimentary(by=ACCOUNTING, at=0, serial=form.serial)
    for table in opened:
        if table not in pit.wins and (win := table_win(pit, table)) is not None:
            yield pc.ReportWin(by=ACCOUNTING, at=0, table=table, cents=win.win_cents, forms=win.forms)
    yield pc.CloseDay(by=ACCOUNTING, at=0, day=pit.day)


def _closer(pit: PitState, sits: TableState) -> Iterator[pc.PitCommand]:
    waits = next((slip for slip in pit.slips.values() if slip.table == sits.table and not slip.attested_by), None)
    if waits is None or sits.tray_open:  # what was counted while a round began is counted again
        dealer = Actor(sits.staff[Duty.CALLING], Role.DEALER)
        yield pc.CountInventory(by=dealer, at=0, table=sits.table, kind=Count.CLOSER.value, chips=sits.tray)
    elif waits.kind == Count.CLOSER and (step := attests(waits, sits.staff)) is not None:
        yield step


def _copy(form: Form, name: str = "original") -> Copy:
    """A copy of a form as it is read off."""
    return Copy(form.serial, name, form.kind, form.table, form.seat, form.guest, form.cents, form.void)
