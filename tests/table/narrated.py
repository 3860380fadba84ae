"""A log as text a floorperson could read, one line an event."""

from minibac.rules.refusal import Refusal
from minibac.table import events as e
from minibac.table.narrate import told
from minibac.voice.said import Moment, said


def line(event: e.Event) -> str:
    """Time, person, sentence and clauses, in columns."""
    clauses = f"  [{' '.join(event.clauses)}]" if event.clauses else ""
    return f"{clock(event.at)}  {event.by:<22} {told(event)!s}{clauses}"


def refused_line(refusal: Refusal, at: int, by: str) -> str:
    """A refused command beside the events: what was wrong, and the clauses it would have broken."""
    return f"{clock(at)}  {by:<22} REFUSED: {refusal.sentence}.  [{' '.join(refusal.clauses)}]"


def clock(ms: int) -> str:
    """The time of day, in the zone in which the log was written (UTC).

    >>> clock(1_800_000_000_000)
    '08:00:00'
    """
    return str(said("{at}", at=Moment(ms)))
