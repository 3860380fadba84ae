"""What is called at the terminal table, and what your wagers came to."""

from typing import NamedTuple

from minibac.cli.terminal.words import gained, short_name
from minibac.play.reasons import Reason
from minibac.voice.said import NOTHING, Money, Said, said


class Call(NamedTuple):
    """An announcement, in the rulebook's words, with the clauses that ask for it."""

    said: Said = NOTHING
    clauses: tuple[str, ...] = ()


class WagerResult(NamedTuple):
    """What one of your wagers came to, and why."""

    wager: str
    stake_cents: int
    outcome: str
    net_cents: int
    why: Reason

    @property
    def said(self) -> Said:
        """The wager, what it came to, the line of the rulebook that decided, and its clause."""
        return said(
            "{wager} {stake} {net}: {why:_}{clause}",
            wager=short_name(self.wager),
            stake=Money(self.stake_cents),
            net=gained(self.net_cents) if self.net_cents else said("push"),
            why=self.why.said,
            clause=f" ({self.why.decides})" if self.why.decides else "",
        )
