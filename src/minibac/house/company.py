"""The other guests: automatic people who wager this and that, cut now and then, and keep the table company."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from minibac.play.propositions import priced
from minibac.play.wagers import MAIN
from minibac.table import commands as c
from minibac.table.automatic import AUTOMATIC, guest
from minibac.table.settling import TAKE, additions, choice_due
from minibac.table.state import Phase, TableState

NAMES = ("Ada", "Bo", "Cleo", "Dev", "Edna", "Finn", "Gus", "Hana", "Ivo", "June", "Kim", "Lou")
OF_AGE: dict[str, Any] = {"age": 30, "attested_by": AUTOMATIC.floor.id}
"""Automatic guests are made old enough for every table."""
BANKROLL_CENTS = 5_000_00
SITS_OUT, SIDE_WAGER, CUTS, TURNS = 0.12, 0.18, 0.4, 0.6
UNITS = (1, 1, 2, 2, 3, 5, 10)
DEFAULT_UNIT_CENTS = 10_00

T = TypeVar("T")


class Chance(Protocol):
    """What decides for them: the operating system's randomness in a house, a seed where play is to repeat."""

    def random(self) -> float: ...
    def randint(self, a: int, b: int, /) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...


class Company:
    """Automatic guests at some seats. ``next_command`` gives what they want to do, if anything."""

    def __init__(self, seats: Sequence[int], chance: Chance, at: Callable[[], int]) -> None:
        self.seats = tuple(seats)
        self._chance, self._at = chance, at
        self._wagered: dict[int, tuple[int, int]] = {}
        self._plans: list[c.Command] = []

    def name(self, seat: int) -> str:
        """How the guest at a seat is called."""
        return NAMES[self.seats.index(seat) % len(NAMES)]

    def next_command(self, state: TableState) -> c.Command | None:
        """What one of them does now, or ``None``."""
        if state.phase is Phase.BETTING and not state.strays and state.stopped is None:
            return self._wager(state)
        self._plans = []
        if state.phase is Phase.CUT_OFFER and state.cut_seat in self.seats:
            accept = self._chance.random() < CUTS
            return c.AnswerCut(by=guest(state, state.cut_seat), at=self._at(), accept=accept)
        if state.phase is Phase.CUT and state.cut_seat in self.seats:
            near = state.rules.rulebook.cut.cards_from_either_end
            position = self._chance.randint(near, state.cards_count - near)
            return c.CutStack(by=guest(state, state.cut_seat), at=self._at(), position=position)
        coup = state.coup
        if coup is not None and coup.offering and coup.offered in self.seats:
            accept = self._chance.random() < TURNS
            by = guest(state, coup.offered)
            return c.AnswerRight(by=by, at=self._at(), hand=coup.offering, accept=accept)
        if state.phase is Phase.HOUSE_MONEY and (seat := choice_due(state)) in self.seats:
            choice = self._chance.choice([TAKE, *additions(state, seat)])
            return c.ChooseHouseMoney(by=guest(state, seat), at=self._at(), seat=seat, choice=choice)
        return None

    def _wager(self, state: TableState) -> c.Command | None:
        now = state.shoe_no, state.coup_no
        for seat in self.seats:
            if not self._plans and seat in state.seats and self._wagered.get(seat) != now:
                self._wagered[seat] = now
                self._plans = self._plan(state, seat)
        return self._plans.pop(0) if self._plans else None

    def _plan(self, state: TableState, seat: int) -> list[c.Command]:
        """Chips for one seat: one of the two hands as a rule, now and then a tie or a side wager beside it."""
        by, at = guest(state, seat), self._at()
        found: list[c.Command] = []
        if state.chips(seat) - state.owed(seat) < BANKROLL_CENTS // 5:
            transfer = f"{seat}-{state.shoe_no}-{state.coup_no}"
            found.append(c.BuyIn(by=by, at=at, seat=seat, cents=BANKROLL_CENTS, transfer=transfer))
        if self._chance.random() < SITS_OUT:
            return found
        main = self._chance.choice(MAIN)
        offered = [main, *(w for w in priced(state.rules) if w not in MAIN and self._chance.random() < SIDE_WAGER)]
        for wager in offered:
            unit = state.minimum_cents.get(wager, DEFAULT_UNIT_CENTS)
            cents = unit * (self._chance.choice(UNITS) if wager == main else 1)
            cents = min(cents, state.maximum_cents.get(wager, cents))
            found.append(c.PlaceWager(by=by, at=at, seat=seat, wager=wager, cents=cents))
        return found
