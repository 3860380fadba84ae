"""Automatic guests of a training table, so that somebody who learns to deal has somebody to deal to.

They take their seats when the table opens, and play while a person is there: on duty, or at another seat. Nobody plays
to an empty room. What they know of themselves is in the log of the table, so they are there again after a restart.
"""

from secrets import SystemRandom

from minibac.house.company import NAMES, OF_AGE, Company
from minibac.house.hosted_table import HostedTable
from minibac.machine.automatic_people import automatic_guest, is_automatic
from minibac.machine.roles import THE_HOUSE, Role
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.state import Phase
from minibac.table.steps import has_answered


class AutomaticGuests:
    """The guests that fill some seats of one table. ``next_command`` gives what one of them does now, if anything."""

    def __init__(self, table: HostedTable) -> None:
        self.table = table
        self._chance = SystemRandom()
        self._company = Company((), self._chance, self._at)

    def next_command(self) -> c.Command | None:
        """Sit down, wager, cut, turn the cards one holds; ``None`` while none of them has anything to do."""
        table, state = self.table, self.table.state
        mine = tuple(seat for seat, sits in state.seats.items() if is_automatic(sits.guest))
        if len(mine) < table.guests and state.phase is not Phase.CLOSED:
            free = [seat for seat in range(1, state.rules.seats + 1) if seat not in state.seats]
            if free:
                return self._sit(self._chance.choice(free))
        if not mine or not table.watched:
            return None
        self._company.seats = mine
        return self._company.next_command(state) or self._answer(mine)

    def _sit(self, seat: int) -> c.Command:
        name = NAMES[(seat - 1) % len(NAMES)]
        return c.TakeSeat(by=THE_HOUSE, at=self._at(), seat=seat, guest=automatic_guest(seat), name=name, **OF_AGE)

    def _answer(self, mine: tuple[int, ...]) -> c.Command | None:
        """What is asked of a guest by the rulebook; what all of them are asked, persons who sit there answer first."""
        state = self.table.state
        wanted = next_command(state, self._at())
        if wanted is None or wanted.role is not Role.GUEST or wanted.command.by.seat not in mine:
            return None
        persons = [seat for seat, sits in state.seats.items() if seat not in mine and not sits.arriving]
        first = isinstance(wanted.command, c.DoStep) and not all(has_answered(state, seat) for seat in persons)
        return None if first else wanted.command

    def _at(self) -> int:
        return max(self.table.premises.clock(), self.table.state.at)
