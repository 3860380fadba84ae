"""A table for one coup after another: brought to its betting once for each set of rules, then dealt stated cards.

So a test of play can put any cards, wagers and mistakes before the machine itself, and hear what it answers.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.play.wagers import HOUSE_MONEY, Wager
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Refusal
from minibac.table import commands as c
from minibac.table.settling import pairs
from minibac.table.state import Phase, TableState
from tests.table.helpers import DEALER

START_MS = 1_800_000_000_000
RICH = 10**12

_READY: dict[int, tuple[HouseRules, TableState]] = {}


class Stated(PracticeVault):
    """After the burn the shoe deals these cards, whatever lay there; behind them comes the shuffled rest."""

    def __init__(self, first: int = 0, cards: Iterable[str] = ()) -> None:
        super().__init__(1)
        self.first, self.cards = first, tuple(cards)

    def card(self, position: int) -> str:
        index = position - self.first
        return self.cards[index] if 0 <= index < len(self.cards) else "Kd"


class Felt:
    """A live table at its betting, with a rich guest at every seat, and the cards that come."""

    def __init__(self, rules: HouseRules, cards: Sequence[object] = (), wagers: Iterable[Wager] = ()) -> None:
        self._ticks = count(START_MS, 1000)
        _, ready = _READY.get(id(rules)) or _READY.setdefault(id(rules), (rules, _betting(rules)))
        self.live = LiveTable("T1", rules, Stated(), self._now)
        self._ticks = count(ready.at, 1000)
        self.live.state = ready
        self.live.vault = Stated(ready.next_index, map(str, cards))
        for wager in wagers:
            facts = {"seat": wager.seat_no, "wager": wager.proposition, "cents": wager.stake_cents}
            coupon = wager.coupon
            if coupon:
                facts |= {"coupon_cents": coupon.face_cents, "coupon_serial": coupon.serial}
            self.yes(c.PlaceWager, by=self.guest(wager.seat_no), **facts)

    @property
    def state(self) -> TableState:
        return self.live.state

    def _now(self) -> int:
        return next(self._ticks)

    def guest(self, seat: int) -> Actor:
        return Actor(f"guest-{seat}", Role.GUEST, seat)

    def make(self, kind: type[c.Command], by: Actor = DEALER, **facts: Any) -> c.Command:
        return kind(by=by, at=self._now(), **facts)

    def do(self, kind: type[c.Command], by: Actor = DEALER, **facts: Any) -> Any:
        return self.live.handle(self.make(kind, by, **facts))

    def yes(self, kind: type[c.Command], by: Actor = DEALER, **facts: Any) -> tuple[Any, ...]:
        """A command that must be accepted; its events."""
        answer = self.do(kind, by, **facts)
        assert not isinstance(answer, Refusal), f"{kind.__name__} {facts}: {answer}"
        return tuple(answer)

    def no(self, kind: type[c.Command], by: Actor = DEALER, **facts: Any) -> Refusal:
        """A command that must be refused with the table as it was; the refusal."""
        before = self.state
        answer = self.do(kind, by, **facts)
        assert isinstance(answer, Refusal), f"{kind.__name__} {facts} was accepted: {answer}"
        assert self.state is before
        return answer

    def to(self, reached: Callable[[TableState], bool], additions: Mapping[int, str] | None = None) -> "Felt":
        """The automatic people go on until a condition holds; guests with House Money say where it goes."""
        for _ in range(500):
            if reached(self.state):
                return self
            if self.state.phase is Phase.HOUSE_MONEY:
                self.choose(additions or {})
                if reached(self.state):
                    return self
            assert self.live.step(), f"the table waits at {self.state.phase}"
        raise AssertionError(f"not reached; the table is at {self.state.phase}")

    def choose(self, additions: Mapping[int, str]) -> None:
        """Every guest who won House Money says where it goes; who lost it has nothing to say."""
        for seat, wager in list(self.state.wagers):
            if wager == HOUSE_MONEY and seat not in self.state.on_layout.choices and any(pairs(self.state)):
                choice = additions.get(seat, "take")
                self.yes(c.ChooseHouseMoney, by=self.guest(seat), seat=seat, choice=choice)

    def at(self, phase: Phase, additions: Mapping[int, str] | None = None) -> "Felt":
        return self.to(lambda state: state.phase is phase, additions)


def _betting(rules: HouseRules) -> TableState:
    ticks = count(START_MS, 1000)
    live = LiveTable("T1", rules, PracticeVault(1), lambda: next(ticks))
    for seat in range(1, rules.seats + 1):
        guest = Actor(f"guest-{seat}", Role.GUEST, seat)
        live.handle(
            c.TakeSeat(
                by=THE_HOUSE, at=next(ticks), seat=seat, guest=guest.id, name=guest.id, age=30, attested_by="Fay"
            )
        )
        live.handle(c.BuyIn(by=guest, at=next(ticks), seat=seat, cents=RICH, transfer=f"in-{seat}"))
    while live.state.phase is not Phase.BETTING:
        assert live.step(), f"the table waits at {live.state.phase}"
    return live.state
