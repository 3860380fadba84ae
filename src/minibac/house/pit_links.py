"""What a pit decides reaches its tables as commands, and nothing else does.

A change that is due goes to each table of the pit again and again, until the table is at a moment at which it may take
it; then the pit is told. A form whose original is in the drop box releases its marker button, and the vigorish is
cleared at the table with the number of the form. Without such a form a table whose rulebook has one clears nothing.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from minibac.house.automatic_closing import may_close, next_closing_step
from minibac.house.automatic_day import ACCOUNTING, CLERK, keeps_books, new_series, next_fill_step, next_opener_step
from minibac.house.hosted_pit import HostedHouseLog, HostedPit
from minibac.house.hosted_table import HostedTable
from minibac.house.news import Answer
from minibac.house.premises import LOG, Premises
from minibac.house.trays import transfer_commands, tray_command
from minibac.houses.calendar import calendar_day, day_ends
from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import THE_HOUSE, Actor, Duty, Role
from minibac.pits import house_commands as hc
from minibac.pits import pit_commands as pc
from minibac.pits import pit_events as pe
from minibac.pits.forms import DEALER, PATRON, WITNESSES, clear_command, unfinished, unsigned
from minibac.pits.house import gaming_day
from minibac.pits.notices import change_for, due_at, waiting_change
from minibac.pits.papers import Paper
from minibac.pits.pit_checks import FORMS, form_text
from minibac.pits.pit_state import Form, PitState
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table.automatic import AUTOMATIC
from minibac.table.persons import EVERY_ONE
from minibac.table.state import TableState
from minibac.voice.said import Money, said

BORNE = (Paper.COMPLIMENTARY, Paper.UNCOLLECTED)
"""Papers for vigorish that the house pays."""
TRANSFERS = (pe.TransferRequested, pe.RequestCancelled, pe.FormVoided, pe.TransferCompleted)
"""What happens to a fill or a credit."""
LATER = (Code.NOT_NOW, Code.INCIDENT_OPEN)
"""What a table says to something that it may take at another moment."""
MOST_STEPS = 20
LOOK_AGAIN_MS = 5_000
"""So much later the automatic people try again to close a day that could not be closed."""


class PitLinks:
    """The wires between the pits and the tables of one house."""

    def __init__(
        self,
        premises: Premises,
        own: HostedHouseLog,
        pits: Mapping[str, HostedPit],
        tables: Mapping[str, HostedTable],
    ) -> None:
        self._premises = premises
        self._own = own
        self._pits = pits
        self._tables = tables
        self._cancel: dict[str, Callable[[], None]] = {}
        self._trying: set[str] = set()
        self._filling: set[str] = set()
        self._turning = asyncio.Lock()
        self._turn_at = 0
        """Before then it is not tried again to close a day that is over."""
        self._opening: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._waiting: dict[str, pe.MarkerReleased] = {}
        """Marker buttons that forms let go in the middle of a round; they leave the layout after it."""

    def connect(self, pit: HostedPit) -> None:
        """Hear what a pit decides; take up what it had decided before the house was opened."""
        pit.heard = lambda events: self._heard(pit, events)
        self.resume(pit)

    def resume(self, pit: HostedPit) -> None:
        """Everything that was due when the house went down, or another process did."""
        if not pit.exists or not pit.owned:
            return
        self._watch(pit)
        for table in pit.state.tables:
            self.try_change(table)
            self._bring_count(pit, table)
        self._carry(pit)
        for form in pit.state.forms.values():
            if form.released and form.day == pit.state.day and not form.void:
                self._clears(_released(form))
        self._end_day(pit, pit.state.closed_at)

    def close(self) -> None:
        """Stop waiting."""
        for cancel in self._cancel.values():
            cancel()

    # --- changes

    def _heard(self, pit: HostedPit, events: tuple[Any, ...]) -> None:
        if not pit.owned:
            return
        for event in events:
            if isinstance(event, pe.ChangeDue):
                for table in event.tables:
                    self.try_change(table)
            elif isinstance(event, pe.DayClosed):
                self._end_day(pit, event.at)
            elif isinstance(event, pe.InventoryCounted | pe.CountsDiffered | pe.DropBoxRemoved):
                self._bring_count(pit, event.table)
            elif isinstance(event, pe.CountAttested):
                self._bring_count(pit, pit.state.slips[event.slip].table)
            elif isinstance(event, TRANSFERS):
                self._carry(pit)
            elif isinstance(event, pe.MarkerReleased):
                self._clears(event)
        if any(isinstance(event, pe.ChangeScheduled | pe.ChangeCancelled | pe.ChangeDue) for event in events):
            self._watch(pit)

    def _watch(self, pit: HostedPit) -> None:
        """Tell the pit the time when its next change is due."""
        self._cancel.pop(pit.id, lambda: None)()
        at = due_at(pit.state)
        if at is not None:
            wait = max(0, at - self._premises.clock())
            self._cancel[pit.id] = self._premises.later(wait, lambda: self._tell_time(pit))

    def _tell_time(self, pit: HostedPit) -> None:
        if pit.owned:
            self._premises.spawn(pit.carry_out(pc.TellTime(by=THE_HOUSE, at=0)), f"the time for {pit.id}")

    def something_happened(self, table_id: str) -> None:
        """Bring a table what waits for it: a change of the pit, a marker button that a form let go, a fill."""
        self.try_change(table_id)
        for released in list(self._waiting.values()):
            if released.table == table_id:
                self._clears(released)
        if (table := self._tables.get(table_id)) is not None and table.exists and table.state.kept:
            if table.state.fill_asked:
                self.try_fill(table)
            if self._day_is_over() and not self._turning.locked():
                self._premises.spawn(self._turn_day(), "the change of days")

    def try_change(self, table_id: str) -> None:
        """Bring a table the change that waits for it, if one does."""
        table = self._tables.get(table_id)
        pit = self._pits.get(table.pit) if table else None
        if table is None or pit is None or not pit.exists or not pit.owned or table_id in self._trying:
            return
        if waiting_change(pit.state, table_id):
            self._trying.add(table_id)
            self._premises.spawn(self._change(pit, table), f"a change at {table_id}")

    async def _change(self, pit: HostedPit, table: HostedTable) -> None:
        try:
            command = change_for(pit.state, table.id, self._premises.clock())
            number = waiting_change(pit.state, table.id)
            if command is not None and (await table.carry_out(command)).ok:
                await pit.carry_out(pc.ConfirmChange(by=THE_HOUSE, at=0, change=number, table=table.id))
        finally:
            self._trying.discard(table.id)

    def _end_day(self, pit: HostedPit, at: int) -> None:
        for table_id in pit.state.tables:
            self._premises.spawn(self._end_partnerships(table_id, at), f"partners at {table_id}")

    async def _end_partnerships(self, table_id: str, at: int) -> None:
        """With the gaming day every partnership of the pit's tables is over (D09)."""
        table = self._tables.get(table_id)
        if table is not None and table.exists and any(each.at <= at for each in table.state.partnerships):
            await table.carry_out(c.DissolvePartners(by=THE_HOUSE, at=0, number=EVERY_ONE, until=at))

    # --- trays

    def _bring_count(self, pit: HostedPit, table_id: str) -> None:
        """Bring a table what was counted of its tray, if it does not know."""
        table = self._tables.get(table_id)
        if table is not None and table.exists and tray_command(pit.state, table.state) is not None:
            self._premises.spawn(self._counted(pit, table), f"the tray of {table_id}")

    async def _counted(self, pit: HostedPit, table: HostedTable) -> None:
        command = tray_command(pit.state, table.state)
        if command is not None and not (answer := await table.carry_out(command)).ok:
            LOG.warning("%s: a count did not reach its tray: %s", table.id, answer.refusal)

    def _carry(self, pit: HostedPit) -> None:
        """Bring the chips of fills and credits on their way; each goes it once."""
        for table_id in pit.state.tables:
            table = self._tables.get(table_id)
            if table is None or not table.exists:
                continue
            for command in transfer_commands(pit.state, table.state):
                name = _carrying(pit, command)
                self._premises.spawn(self._carried(table, command, name), name)

    async def _carried(self, table: HostedTable, command: c.MoveChips, name: str) -> None:
        if not (answer := await table.carry_out(command, name)).ok:
            LOG.warning("%s: chips did not move: %s", table.id, answer.refusal)

    async def open_tray(self, table: HostedTable, command: c.Command) -> None:
        """Before somebody plays or deals at a table whose tray is closed, automatic people open it, as far as they may:
        the day where nobody has accounting, the opener where nobody deals."""
        pit = self._pits.get(table.pit)
        alone = not keeps_books(self._own.state)
        if pit is None or not pit.exists or (isinstance(command, c.AssignStaff) and not alone):
            return
        if alone:
            await self._turn_day()
        async with self._opening[pit.id]:
            if not pit.state.day and alone:
                await self._open_day(pit)
            for _ in range(MOST_STEPS):
                step = next_opener_step(pit.state, table.house_table, table.state)
                if step is None or not (await pit.carry_out(step)).ok:
                    break
        await self._counted(pit, table)

    def try_fill(self, table: HostedTable) -> None:
        """Bring a table the fill it has asked for, where nobody has accounting and automatic people keep the house."""
        pit = self._pits.get(table.pit)
        if not table.exists or not table.state.fill_asked or pit is None or not pit.exists or table.id in self._filling:
            return
        if not keeps_books(self._own.state):
            self._filling.add(table.id)
            self._premises.spawn(self._fill(pit, table), f"a fill for {table.id}")

    async def _fill(self, pit: HostedPit, table: HostedTable) -> None:
        """The fill by the book, from the request to the tray: each step once, until a person is waited for."""
        try:
            for _ in range(MOST_STEPS):
                step = next_fill_step(pit.state, table.state)
                if step is None:
                    return
                if not (answer := await pit.carry_out(step)).ok:
                    LOG.warning("%s: no fill came: %s", table.id, answer.refusal)
                    return
                for command in transfer_commands(pit.state, table.state):
                    await self._carried(table, command, _carrying(pit, command))
        finally:
            self._filling.discard(table.id)

    def _day_is_over(self) -> bool:
        """Whether the calendar is past the open day of the house, and nobody keeps its books."""
        own = self._own
        if not own.exists or not own.state.day or self._premises.clock() < self._turn_at:
            return False
        return self._premises.clock() >= day_ends(own.state.day, own.state.time_zone) and not keeps_books(own.state)

    async def _turn_day(self) -> None:
        """When a day is over the automatic people close it in every pit, between two rounds, and open the next where
        play went on. Where something waits for a person the day stays open, and they look again later."""
        async with self._turning, self._premises.alone("day"):
            if not self._day_is_over():
                return
            own, day = self._own, self._own.state.day
            pits = [pit for name, pit in self._pits.items() if pit.exists and name in own.state.pits_with_days]
            if not all(pit.state.day in ("", day) and may_close(pit.state, self._sits(pit)) for pit in pits):
                return  # a round is dealt: after it
            for pit in pits:
                if not await self._close_day(pit, day):
                    self._turn_at = self._premises.clock() + LOOK_AGAIN_MS
                    return
            await own.carry_out(hc.CloseHouseDay(by=ACCOUNTING, at=0, day=day))
            for pit in pits:
                if pit.state.carried:
                    await self._open_day(pit)
                    for table in (self._tables[name] for name in pit.state.carried):
                        await self._counted(pit, table)

    async def _close_day(self, pit: HostedPit, day: str) -> bool:
        """Close the day of one pit, step by step; a pit that had none has an empty one. Whether it is closed."""
        if not pit.state.day and pit.state.last_day != day:
            await self._open_day(pit)
        for _ in range(MOST_STEPS * (1 + len(pit.state.tables))):
            if not pit.state.day:
                told = hc.TellPitDay(by=THE_HOUSE, at=0, pit=pit.id, day=day, closed=True)
                return (await self._own.carry_out(told)).ok
            step = next_closing_step(pit.state, self._sits(pit))
            if step is None or not (answer := await pit.carry_out(step)).ok:
                LOG.warning("%s: the day %s stays open: %s", pit.id, day, answer.refusal if step else "")
                return False
            for name in pit.state.tables:
                if (table := self._tables.get(name)) is not None and table.exists:
                    await self._counted(pit, table)
        return False

    def _sits(self, pit: HostedPit) -> dict[str, TableState]:
        """The tables of a pit, as they are."""
        tables = ((name, self._tables.get(name)) for name in pit.state.tables)
        return {name: table.state for name, table in tables if table is not None and table.exists}

    async def _open_day(self, pit: HostedPit) -> None:
        """The automatic accounting opens the day of a pit, and that of the house before."""
        own = self._own
        day = gaming_day(own.state, self._premises.clock())
        if not own.state.day:
            await own.carry_out(hc.OpenHouseDay(by=ACCOUNTING, at=0, day=day))
            await own.open_cage()
        if (await pit.carry_out(pc.OpenDay(by=ACCOUNTING, at=0, day=day))).ok:
            await own.carry_out(hc.TellPitDay(by=THE_HOUSE, at=0, pit=pit.id, day=day, closed=False))

    # --- forms

    def _clears(self, released: pe.MarkerReleased) -> None:
        """Clear at the table what a form stands for, now or at the next moment at which the table may."""
        self._waiting.pop(released.serial, None)
        self._premises.spawn(self._clear(released), f"form {released.serial}")

    async def _clear(self, released: pe.MarkerReleased) -> None:
        """The number of the form makes it happen once. What the table refuses for good, people of the pit are told."""
        table = self._tables.get(released.table)
        if table is None or not table.exists or not table.state.owed(released.seat):
            return
        refusal = (await self._cleared(table, released)).refusal
        if refusal is None:
            return
        if refusal.code in LATER:
            self._waiting[released.serial] = released
            return
        LOG.warning("form %s: %s", released.serial, refusal)
        pit = self._pits[table.pit]
        await pit.carry_out(pc.TellUncleared(by=THE_HOUSE, at=0, serial=released.serial, refusal=refusal))

    async def _cleared(self, table: HostedTable, released: pe.MarkerReleased) -> Answer:
        """In the name of the pit boss who signed: on duty in the pit, and so for its tables."""
        if table.state.staff[Duty.PIT] != released.supervisor:
            comes = c.AssignStaff(by=THE_HOUSE, at=0, duty=Duty.PIT, person=released.supervisor)
            await table.carry_out(comes, f"form-{released.serial}-boss")
        return await table.carry_out(clear_command(released, 0), f"form-{released.serial}")

    def guard(self, table: HostedTable, command: c.Command) -> Refusal | None:
        """Why the pit stands in the way of a command at a table, or ``None``."""
        if not isinstance(command, c.ClearVigorish) or (
            table.training and (is_automatic(command.by.id) or not command.by.is_supervisor)
        ):
            return None
        pit = self._pits.get(table.pit)
        if not table.training and (pit is None or not pit.exists):
            return None
        form = _form_for(pit.state, table.state, command) if pit else None  # no papers come to a training table
        if form is not None and form.released and (form.table, form.seat) == (table.id, command.seat):
            if form.cents == command.cents:
                return None
            sentence = said(
                "form {serial} is for {sum}, and not {wrong}",
                serial=form.serial,
                sum=Money(form.cents),
                wrong=Money(command.cents),
            )
            return refuse(Code.WRONG_PAYMENT, sentence, form_text().amount, form_text().drop)
        sentence = said(
            "no form '{reference}' for seat {seat} lies in the drop box: vigorish is not cleared",
            reference=command.reference,
            seat=command.seat,
        )
        stays = table.state.rules.rulebook.owed.stays
        clauses = (form_text().drop, form_text().prepare) if wants_form(table.state) else (*stays, FORMS)
        return refuse(Code.VIGORISH_OWED, sentence, *clauses)

    async def clear_by_form(self, table: HostedTable, command: c.ClearVigorish) -> Answer:
        """The automatic people fill in the form, sign it and drop it; then the marker button goes."""
        pit = self._pits.get(table.pit)
        if pit is None or not pit.exists or table.training:
            return await table.carry_out(command)
        answer = Answer(True, table.version)
        for _ in range(MOST_STEPS):
            if not table.state.owed(command.seat):
                break
            step = next_form_step(pit.state, table.id, command, table.state, self._premises.clock())
            if step is None:  # released, and the clearing is on its way; or a person has still to sign
                form = _form_of(pit.state, table.id, command.seat)
                return await self._cleared(table, _released(form)) if form and form.released else answer
            answer = await pit.carry_out(step)
            if not answer.ok:
                break
        return answer


def _carrying(pit: HostedPit, command: c.MoveChips) -> str:
    """The name under which chips are moved, so that each goes its way once."""
    return f"{command.kind}-{pit.id}-{command.request}"


def wants_form(state: TableState) -> bool:
    """Whether the rulebook of a table clears vigorish by a form, and by nothing else (A07)."""
    return state.rules.rulebook.fixed["uncollected_path"].value == "form"


def _form_for(state: PitState, sits: TableState, command: c.ClearVigorish) -> Form | None:
    """The form that a clearing rests on: its number, or where the rulebook has no form, that of the incident (B37)."""
    if wants_form(sits):
        return state.forms.get(command.reference)
    return next(
        (
            form
            for form in reversed(list(state.forms.values()))
            if form.kind == Paper.UNCOLLECTED and not form.void and str(form.incident) == command.reference
        ),
        None,
    )


def next_form_step(
    state: PitState, table: str, command: c.ClearVigorish, sits: TableState, at: int
) -> pc.PitCommand | None:
    """The next right command of the automatic people for the vigorish of a seat that cannot be collected; ``None`` when
    the form is released, or while a person who is on duty has still to sign, to be there or to drop it."""
    seat, by_form = command.seat, wants_form(sits)
    kind = (Paper.COMPLIMENTARY if by_form else Paper.UNCOLLECTED).value
    if not state.day:
        return pc.OpenDay(by=ACCOUNTING, at=0, day=calendar_day(at, state.last_day, state.time_zone))
    form = _form_of(state, table, seat)
    if form is None or (form.released and form.cents != sits.owed(seat)):
        if (series := new_series(state, kind)) is not None:
            return series
        guest = sits.seats.get(seat) or sits.left_owing[seat]
        return pc.PrepareForm(
            by=CLERK,
            at=0,
            kind=kind,
            table=table,
            seat=seat,
            guest=guest.guest,
            name=guest.name or guest.guest,
            cents=sits.owed(seat),
            incident=0 if by_form else int(command.reference),
        )
    dealer = Actor(sits.staff[Duty.CALLING], Role.DEALER)
    signers = {DEALER: dealer, Role.PIT_BOSS.value: AUTOMATIC.boss, Role.PIT_CLERK.value: CLERK}
    lacks = unsigned(form)
    step: pc.PitCommand | None
    if lacks and lacks != (PATRON,):
        step = pc.SignForm(by=signers[next(role for role in lacks if role != PATRON)], at=0, serial=form.serial)
    elif lacks:
        seats = sits.seats_of((form.guest,))
        there = not is_automatic(form.guest) and any(sits.seats[seat].connected for seat in seats)
        if there and at < form.signed_at + sits.timing.offer_ms:
            return None  # the form lies before the patron
        reason = "the guest has no chips to pay with, and is not there"
        if there:
            reason = "the guest has no chips to pay with, and did not sign when asked"
        step = pc.StateReason(by=_signer(form, DEALER), at=0, serial=form.serial, reason=reason, refused=there)
    elif not form.dropped and (away := next((role for role in WITNESSES if role not in form.present), None)):
        step = pc.ConfirmPresence(by=_signer(form, away), at=0, serial=form.serial)
    elif not form.dropped:
        step = pc.DropOriginal(by=_signer(form, DEALER), at=0, serial=form.serial)
    else:
        step = None if form.released else pc.ReleaseMarker(by=THE_HOUSE, at=0, serial=form.serial)
    return step if step and is_automatic(step.by.id) else None


def _signer(form: Form, role: str) -> Actor:
    return Actor(form.signed[role], Role(role))


def _form_of(state: PitState, table: str, seat: int) -> Form | None:
    """The newest form for a seat that is under way, or has just been released."""
    found = [
        form
        for form in state.forms.values()
        if (form.table, form.seat) == (table, seat) and form.kind in BORNE and not form.void
    ]
    under_way = [form for form in found if unfinished(form)]
    return next(reversed(under_way or found), None)


def _released(form: Form) -> pe.MarkerReleased:
    return pe.MarkerReleased(
        serial=form.serial,
        table=form.table,
        seat=form.seat,
        cents=form.cents,
        reference=str(form.incident) if form.kind == Paper.UNCOLLECTED else form.serial,
        supervisor=form.signed.get(WITNESSES[0], AUTOMATIC.boss.id),
    )
