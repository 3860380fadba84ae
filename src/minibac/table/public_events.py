"""Events as everybody at the table may hear them: the facts, without the people behind them.

Who did something, what a supervisor wrote about an incident, the number on a coupon and the rows of the ledger stay
with the house. The sentence is made from what is left, so it cannot tell more than the facts do.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from minibac.table import events as e
from minibac.table.narrate import sentence

HIDDEN = frozenset({"by", "at", "clauses", "postings", "person", "guest", "note", "staff", "resolution", "references"})
"""Facts that no public event has; ``at`` and ``clauses`` are told beside them."""

HIDDEN_OF: dict[type[e.Event], frozenset[str]] = {
    e.ChipsBought: frozenset({"transfer"}),
    e.WagerPlaced: frozenset({"coupon_serial"}),
    e.VigorishCleared: frozenset({"reference"}),
    e.PaymentCorrected: frozenset({"reason"}),
    e.TableOpened: frozenset({"approved", "minimum_age"}),
}
"""Further facts that one kind of event keeps to itself."""

NOTE = "for the floor"


def _seat_taken(event: e.SeatTaken) -> str:
    return sentence(replace(event, guest="", name=event.name or "A guest"))


def _staff(event: e.StaffAssigned) -> str:
    return f"Another person is on duty now: {event.duty}."


def _opened(event: e.IncidentOpened) -> str:
    stops = " Play stands still until a supervisor has looked at it." if event.stops_play else ""
    return f"The floor is called: {event.kind.replace('-', ' ')}.{stops}"


def _resolved(event: e.IncidentResolved) -> str:
    return f"Incident {event.number} is resolved."


def _placed(event: e.WagerPlaced) -> str:
    return sentence(replace(event, coupon_serial="match play" if event.coupon_serial else ""))


SAYS: dict[type[e.Event], Callable[[Any], str]] = {
    e.SeatTaken: _seat_taken,
    e.StaffAssigned: _staff,
    e.IncidentOpened: _opened,
    e.IncidentResolved: _resolved,
    e.WagerPlaced: _placed,
    e.StepDone: lambda event: sentence(replace(event, note="")),
    e.DecksRejected: lambda event: sentence(replace(event, note="a defect was found")),
    e.VigorishCleared: lambda event: sentence(replace(event, reference="the floor")),
    e.PaymentCorrected: lambda event: sentence(replace(event, reason="by the floor")),
}
"""The sentences of events that know more than they tell."""

_FIELDS: dict[type[e.Event], tuple[str, ...]] = {
    kind: tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name not in HIDDEN and field.name not in HIDDEN_OF.get(kind, ())
    )
    for kind in e.KINDS
}


def said(event: e.Event) -> str:
    """The sentence of an event for everybody."""
    tell = SAYS.get(type(event))
    return tell(event) if tell else sentence(event)


def public(event: e.Event, version: int) -> dict[str, Any]:
    """An event for guests and spectators.

    >>> told = public(e.SeatTaken(at=5, by="house", seat=3, guest="g-17", name="Ann"), 12)
    >>> told["says"], told["seat"], "guest" in told, "by" in told
    ('Ann sits down at seat 3.', 3, False, False)
    """
    told: dict[str, Any] = {
        "v": version,
        "event": type(event).__name__,
        "at": event.at,
        "clauses": event.clauses,
        "says": said(event),
    }
    for name in _FIELDS[type(event)]:
        told[name] = getattr(event, name)
    return told


def confidential(event: e.Event, version: int) -> dict[str, Any]:
    """An event for the floor and surveillance: who did it, and every note (R31)."""
    told: dict[str, Any] = {"v": version, "says": sentence(event)} | msgspec.to_builtins(event)
    told.pop("postings", None)
    return told
