"""The automatic dealer of one table: one task that does the next right thing, waits, and does it again.

It sleeps until a seat is taken or a person comes to deal, until a deadline, or until something happens; it never looks
at the clock in a circle.
Guests have their time before it goes on. Where a person is on duty it leaves that person's work alone.
"""

import asyncio

from msgspec.structs import replace

from minibac.house.automatic_guests import AutomaticGuests
from minibac.house.hosted_table import HostedTable
from minibac.house.premises import LOG
from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import Role
from minibac.records.store import StoreError
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.deadlines import awaited
from minibac.table.phases import COUP_PHASES, PROCEDURES
from minibac.table.state import Phase

RETRY_MS = 2_000
"""After a step that could not be kept, the dealer tries again so much later."""

RESULT_STEPS = 5
"""A result stands for so many steps at most, so that a dealer in a hurry is in a hurry here too."""

OPEN_ENDED = (c.CallNoMoreBets, c.CloseShares)
"""Steps that wait for their deadline, because until then guests may still act."""

OF_AN_INCIDENT = (c.Report, c.ConfirmUnfinishable, c.ResolveIncident)
"""Steps for which no guest is waited for: what the guest was asked for cannot happen any more."""


class AutomaticDealer:
    """The task behind one table."""

    def __init__(self, table: HostedTable) -> None:
        self.table = table
        self._look = asyncio.Event()
        self._not_before = 0
        self._closing = False
        self.idle = False
        """Whether it waits: for the time, or for something to happen."""
        self._task: asyncio.Task[None] | None = None
        self._guests = AutomaticGuests(table) if table.guests else None
        table.wake = self.wake

    def wake(self) -> None:
        """Something has happened: look again."""
        self._look.set()

    def start(self) -> None:
        """Begin to work, in the running event loop."""
        self._task = self.table.premises.spawn(self._run(), f"the dealer of {self.table.id}")

    async def close(self) -> None:
        """Finish the step that is under way, and stop."""
        self._closing = True
        self.wake()
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        premises = self.table.premises
        while not self._closing:
            self._look.clear()
            try:
                wait = await self.move()
            except StoreError as error:
                LOG.error("%s: %s", self.table.stream, error)
                wait = RETRY_MS
            if wait is not None and wait <= 0:
                await asyncio.sleep(0)
                continue
            cancel = premises.later(wait, self._look.set) if wait is not None else None
            self.idle = not self._look.is_set()
            await self._look.wait()
            self.idle = False
            if cancel:
                cancel()

    async def move(self) -> int | None:
        """Do at most one step. How many milliseconds until it is worth looking again; ``None``: when woken."""
        table = self.table
        if not table.owned or not table.exists:
            return None
        state, now = table.state, table.premises.clock()
        if self._guests:
            if now < self._not_before:
                return self._not_before - now
            if (played := self._guests.next_command()) is not None:
                return await self._play(played)
        if not table.visited and state.phase not in COUP_PHASES:
            return None  # nobody is there: no guest, and nobody who deals
        due = next((found for found in table.deadlines() if not self._held_up(found.command)), None)
        if due is not None and due.at <= now:
            return await self._do(replace(due.command, at=max(now, state.at)))
        until = None if due is None else due.at - now
        wanted = next_command(state, max(now, state.at))
        if wanted is None or not is_automatic(wanted.command.by.id) or wanted.role is Role.GUEST:
            return until
        guests_turn = awaited(state) is not None and not isinstance(wanted.command, OF_AN_INCIDENT)
        if isinstance(wanted.command, OPEN_ENDED) or guests_turn:
            return until
        if now < self._not_before:
            return self._not_before - now
        return await self._do(wanted.command)

    def _held_up(self, command: c.Command) -> bool:
        """While no new coup begins, or nobody is there to play it, the betting stays open."""
        if not isinstance(command, c.CallNoMoreBets):
            return False
        state = self.table.state
        return bool(self.table.premises.paused) or not (state.wagers or state.spoken or self.table.watched)

    async def _play(self, command: c.Command) -> int:
        """What an automatic guest does; one who is refused lets it be, as with too few chips for a wager."""
        answer = await self.table.give(command)
        settings = self.table.premises.settings
        quick = isinstance(command, c.TakeSeat | c.BuyIn | c.PlaceWager)
        usual = min(settings.procedure_pace_ms // 3, settings.pace_ms) if quick else settings.pace_ms
        wait = round(usual * self.table.pace)
        self._not_before = self.table.premises.clock() + (wait if answer.ok else RETRY_MS)
        return wait if answer.ok else RETRY_MS

    async def _do(self, command: c.Command) -> int | None:
        table = self.table
        answer = await (table.clear(command) if isinstance(command, c.ClearVigorish) else table.give(command))
        if not answer.ok:
            if answer.refusal is not None and answer.refusal.code is Code.TRAY_SHORT:
                return None  # the table has asked for a fill, and waits for it
            if table.owned:  # else another process has taken the table over, and has a dealer of its own
                LOG.warning("%s: the automatic dealer was refused: %s", table.id, answer.refusal)
            return RETRY_MS
        settings = table.premises.settings
        fast = table.state.phase in (*PROCEDURES, Phase.COMMIT)
        usual = min(settings.procedure_pace_ms, settings.pace_ms) if fast else settings.pace_ms
        wait = round(usual * table.pace)
        if table.state.phase is Phase.RACKING:
            wait = min(settings.result_pace_ms, RESULT_STEPS * settings.pace_ms)
        self._not_before = table.premises.clock() + wait
        return wait
