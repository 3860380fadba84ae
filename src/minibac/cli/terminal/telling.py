"""The log: what has happened, as :mod:`minibac.table.narrate` tells it."""

from typing import NamedTuple

from minibac.table import events as e
from minibac.table.narrate import told
from minibac.voice.said import NOTHING, Said, said


class LogLine(NamedTuple):
    """A line of the log."""

    said: Said
    clauses: tuple[str, ...]
    tone: str = ""


def line_of(event: e.Event, you: int = 0) -> LogLine:
    """The line of an event; ``you`` is the seat of the person at the screen."""
    if isinstance(event, e.SeatTaken) and event.seat == you:
        return LogLine(said("You sit down at seat {seat}.", seat=you), event.clauses)
    return LogLine(told(event), event.clauses, "said" if getattr(event, "announcement", NOTHING) else "")
