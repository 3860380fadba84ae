"""The guest's chips: choose one, put it down, take it back, the same again, twice as much.

The table accepts or refuses a wager as a whole. A chip below the table minimum waits on its area, pending, until there
are enough of them; what waits when the cards come goes back to the guest.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c

if TYPE_CHECKING:
    from minibac.cli.terminal.game import Game


class Stakes:
    """What one guest wants on the layout, chip by chip."""

    def __init__(self, game: "Game") -> None:
        self.game, self.seat, self.chips = game, game.you.seat, game.setup.chips_cents
        self.chip_index = min(1, len(self.chips) - 1)
        self.pending: dict[str, int] = {}
        self.refused: dict[str, Refusal] = {}
        self.last: dict[str, int] = {}
        self._history: list[dict[str, int]] = []

    @property
    def chip_cents(self) -> int:
        """The chip in the guest's fingers."""
        return self.chips[self.chip_index]

    def choose(self, index: int) -> bool:
        """Take another denomination from the tray."""
        if not 0 <= index < len(self.chips):
            return False
        self.chip_index = index
        return True

    def on_layout(self) -> dict[str, int]:
        """The guest's accepted stakes by area."""
        wagers = self.game.state.wagers.items()
        return {wager: found.stake_cents for (seat, wager), found in wagers if seat == self.seat}

    @property
    def total_cents(self) -> int:
        return sum(self.on_layout().values())

    def put(self, wager: str) -> Refusal | None:
        """One chip more on an area."""
        return self._add(wager, self.chip_cents)

    def take(self, wager: str) -> Refusal | None:
        """One chip less on an area."""
        return self._add(wager, -self.chip_cents) if self._wanted().get(wager) else None

    def undo(self) -> Refusal | None:
        """Back to what lay there before the last move."""
        return self._set_all(self._history.pop()) if self._history else None

    def clear(self) -> Refusal | None:
        """Everything back."""
        before = self._wanted()
        refusal = self._set_all({})
        if refusal is None and before:
            self._history.append(before)
        return refusal

    def repeat(self) -> Refusal | None:
        """The wagers of the last coup again."""
        return self._change(self.last) if self.last else None

    def double(self) -> Refusal | None:
        """Twice what lies there, or twice the last coup's."""
        return self._change({wager: 2 * cents for wager, cents in (self._wanted() or self.last).items()})

    def closed(self) -> None:
        """The betting is over: remember what stands, and take back what was only pending."""
        placed = self.on_layout()
        if placed:
            self.last = placed
        self.pending, self.refused, self._history = {}, {}, []

    def _add(self, wager: str, cents: int) -> Refusal | None:
        before = self._wanted()
        refusal = self._set(wager, max(0, before.get(wager, 0) + cents))
        if refusal is None:
            self._history.append(before)
        return refusal

    def _wanted(self) -> dict[str, int]:
        return {**self.on_layout(), **self.pending}

    def _change(self, wanted: Mapping[str, int]) -> Refusal | None:
        before = self._wanted()
        refusal = self._set_all(wanted)
        if self._wanted() != before:
            self._history.append(before)
        return refusal

    def _set_all(self, wanted: Mapping[str, int]) -> Refusal | None:
        """Bring every area to its amount, main wagers first; the first refusal is told, the rest goes on."""
        first = None
        for wager in [w for w in self._wanted() if w not in wanted]:
            first = self._set(wager, 0) or first
        for wager, cents in wanted.items():
            first = first or self._set(wager, cents)
        return first

    def _set(self, wager: str, cents: int) -> Refusal | None:
        """Bring one area to an amount; below the minimum it is only pending."""
        self.refused.pop(wager, None)
        lies = self.on_layout().get(wager, 0)
        refusal = None
        if cents > lies:
            refusal = self.game.send(c.PlaceWager, seat=self.seat, wager=wager, cents=cents - lies)
        elif cents < lies:
            part = lies - cents if cents else None
            refusal = self.game.send(c.WithdrawWager, seat=self.seat, wager=wager, cents=part)
            if refusal is not None and refusal.code is Code.BELOW_MINIMUM:
                refusal = self.game.send(c.WithdrawWager, seat=self.seat, wager=wager) or refusal
        if refusal is not None and refusal.code is Code.BELOW_MINIMUM and cents <= self.game.state.chips(self.seat):
            self.pending[wager] = cents
            return None
        if refusal is None:
            self.pending.pop(wager, None)
        else:
            self.refused[wager] = refusal
        return refusal
