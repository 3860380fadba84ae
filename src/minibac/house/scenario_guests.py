"""The automatic guests of an exam: company that wagers this and that, each in a style that gives a dealer something to
do: odd amounts, too few chips, chips after the call, an objection, chips and cards that are waited for."""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from minibac.house.company import DEFAULT_UNIT_CENTS, UNITS, Company
from minibac.machine.kinds import Command
from minibac.machine.roles import Role
from minibac.play.wagers import MAIN
from minibac.rules.refusal import Refusal
from minibac.school import exam_commands as xc
from minibac.school.exam_state import ExamState
from minibac.school.scenario import StyledGuest
from minibac.table import commands as c
from minibac.table.automatic import guest, next_command
from minibac.table.dealing import mode
from minibac.table.machine import TABLE
from minibac.table.state import Phase, TableState

ODD_CENTS = (3700, 4500, 6300, 8500, 11500, 13700, 17500)
DELAY_MS = 20_000
"""How long a guest who delays takes over chips, and over cards beyond the time that the table has stated."""
MOST_UNITS = 2 * max(UNITS)
"""So much a guest who delays wagers where cards are handed out: more than the others, so as to be handed them."""


class ScenarioGuests(Company):
    """Automatic guests with styles. ``in_exam`` gives what one of them does now, if anything."""

    def __init__(self, guests: tuple[StyledGuest, ...], chance: Random, at: Callable[[], int]) -> None:
        super().__init__([one.seat for one in guests], chance, at)
        self.guests = {one.seat: one for one in guests}
        self.chance, self.now = chance, at
        self.round_no = 1
        self._late: set[tuple[int, int]] = set()
        self._objected: set[tuple[int, int]] = set()
        self._held: list[c.PlaceWager] = []
        """The chips of this round that are still in the hands of guests who delay."""

    def in_exam(self, state: ExamState) -> Command | None:
        """What one of them does now, or ``None``."""
        table = state.table
        self.round_no = state.coups + 1
        slow = self._too_late(table) or self._slowly(table)
        return slow or self._objects(state) or self.next_command(table) or self._answers(table)

    def _styled(self, style: str, round_no: int) -> list[StyledGuest]:
        return [one for one in self.guests.values() if one.style == style and one.shows(round_no)]

    def _too_late(self, table: TableState) -> Command | None:
        """Chips after the call, once the first card is out."""
        if not self._first_card_is_out(table):
            return None
        for one in self._styled("late", self.round_no):
            if (one.seat, self.round_no) not in self._late and one.seat in table.seats:
                self._late.add((one.seat, self.round_no))
                cents = table.minimum_cents.get("tie", 1000)
                by = guest(table, one.seat)
                return c.PlaceWager(by=by, at=self.now(), seat=one.seat, wager="tie", cents=cents)
        return None

    def _slowly(self, table: TableState) -> Command | None:
        """Chips of a guest who delays: after a while, or once the first card is out, which is too late."""
        waits = table.phase is Phase.BETTING and not table.strays and table.stopped is None
        comes = self._first_card_is_out(table) or (waits and self.now() >= table.since + DELAY_MS)
        return replace(self._held.pop(0), at=self.now()) if self._held and comes else None

    @staticmethod
    def _first_card_is_out(table: TableState) -> bool:
        coup = table.coup
        return table.phase is Phase.DEALING and coup is not None and not coup.simulated and bool(coup.player)

    def _objects(self, state: ExamState) -> Command | None:
        """An objection to the payment of the round before."""
        if state.table.phase is not Phase.BETTING or not state.coups or state.disputed:
            return None
        for one in self._styled("disputes", state.coups):
            if (one.seat, state.coups) not in self._objected and one.seat in state.table.seats:
                self._objected.add((one.seat, state.coups))
                return xc.DisputePayment(by=guest(state.table, one.seat), at=self.now(), seat=one.seat)
        return None

    def _answers(self, table: TableState) -> Command | None:
        """What the table waits for from a guest; one who delays takes long over it."""
        wanted = next_command(table, self.now())
        if wanted is None or wanted.role is not Role.GUEST or wanted.command.by.seat not in self.guests:
            return None
        slow = self.guests[wanted.command.by.seat] in self._styled("delays", self.round_no)
        late = table.since + table.timing.turning_ms + DELAY_MS
        if slow and isinstance(wanted.command, c.ReturnCards) and self.now() < late:
            return None
        return wanted.command

    def _plan(self, state: TableState, seat: int) -> list[c.Command]:
        plan = super()._plan(state, seat)
        one = self.guests[seat]
        if one.style == "plain" or not one.shows(self.round_no):
            return plan
        by, at = guest(state, seat), self.now()
        rest = [command for command in plan if not isinstance(command, c.PlaceWager)]
        wager = self.chance.choice(MAIN)
        if one.style == "delays":
            unit = state.minimum_cents.get(wager, DEFAULT_UNIT_CENTS)
            if mode(state) == "handed":
                cents = min(unit * MOST_UNITS, state.maximum_cents.get(wager, unit))
                return [*rest, c.PlaceWager(by=by, at=at, seat=seat, wager=wager, cents=cents)]
            others = [held for held in self._held if held.seat != seat]
            self._held = [*others, c.PlaceWager(by=by, at=at, seat=seat, wager=wager, cents=unit)]
            return rest
        if one.style == "odd":
            odd = c.PlaceWager(by=by, at=at, seat=seat, wager=wager, cents=self.chance.choice(ODD_CENTS))
            placed = [command for command in plan if isinstance(command, c.PlaceWager)]
            beside = [command for command in placed if command.wager not in MAIN]
            good = not isinstance(TABLE.decide(state, odd), Refusal)
            return [*rest, odd, *beside] if good else plan
        least = state.minimum_cents.get(wager, 0)
        if one.style == "short" and least > 1:
            return [*rest, c.PlaceWager(by=by, at=at, seat=seat, wager=wager, cents=least // 2)]
        return plan
