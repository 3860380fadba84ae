"""What is said at the terminal table, and what your wagers came to."""

from typing import NamedTuple

from minibac.cli.terminal.words import dollars, gained, short_name


class Said(NamedTuple):
    """An announcement, in the rulebook's words, with the clauses that ask for it."""

    text: str
    clauses: tuple[str, ...] = ()


class WagerResult(NamedTuple):
    """What one of your wagers came to."""

    wager: str
    stake_cents: int
    outcome: str
    net_cents: int
    vigorish_cents: int
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        verb = {"win": "wins", "lose": "loses", "push": "is returned"}[self.outcome]
        charge = f", vigorish {dollars(self.vigorish_cents)}" if self.vigorish_cents else ""
        cited = f" ({self.clauses[0]})" if self.clauses else ""
        net = f" {gained(self.net_cents)}" if self.net_cents and self.outcome != "lose" else ""
        return f"{short_name(self.wager)} {dollars(self.stake_cents)} {verb}{net}{charge}{cited}"
