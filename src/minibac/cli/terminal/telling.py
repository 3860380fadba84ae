"""What the table tells you: the log, as :mod:`minibac.table.narrate` tells it, calls, and what your wagers came to."""

from typing import NamedTuple

from minibac.cli.terminal.words import gained, short_name
from minibac.machine.names import duty_name
from minibac.play.reasons import Reason
from minibac.table import events as e
from minibac.table.narrate import told
from minibac.voice.said import NOTHING, Money, Said, said

YOU = "you"
"""The person at the screen, as the table knows them."""


class LogLine(NamedTuple):
    """A line of the log."""

    said: Said
    clauses: tuple[str, ...]
    tone: str = ""


def line_of(event: e.Event, you: int = 0) -> LogLine:
    """The line of an event; ``you`` is the seat of the person at the screen."""
    if isinstance(event, e.SeatTaken) and event.seat == you:
        return LogLine(said("You sit down at seat {seat}.", seat=you), event.clauses)
    if isinstance(event, e.StaffAssigned) and event.person == YOU:
        return LogLine(said("You go on duty: {duty}.", duty=duty_name(event.duty)), event.clauses)
    return LogLine(told(event), event.clauses, "said" if getattr(event, "announcement", NOTHING) else "")


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
