"""Events as everybody at the table may hear them: the facts, without the people behind them.

Who did something, what a supervisor wrote about an incident, the number on a coupon and the rows of the ledger stay
with the house. The sentence is made from what is left, so it cannot tell more than the facts do.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from minibac.machine.names import duty_name
from minibac.rules.names import wager_name
from minibac.table import events as e
from minibac.table.names import incident_name
from minibac.table.narrate import in_a_row, told
from minibac.voice.said import Fact, Money, Said, said

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


def _seat_taken(event: e.SeatTaken) -> Said:
    if event.name:
        return told(event)
    return said("A guest sits down at seat {seat}.", seat=event.seat)


def _staff(event: e.StaffAssigned) -> Said:
    return said("Another person is on duty now: {duty}.", duty=duty_name(event.duty))


def _opened(event: e.IncidentOpened) -> Said:
    return in_a_row(
        said("The floor is called: {kind}.", kind=incident_name(event.kind)),
        said("Play stands still until a supervisor has looked at it.") if event.stops_play else None,
    )


def _resolved(event: e.IncidentResolved) -> Said:
    return said("Incident {number} is resolved.", number=event.number)


def _placed(event: e.WagerPlaced) -> Said:
    if not event.coupon_serial:
        return told(event)
    facts: dict[str, Fact] = {
        "seat": event.seat,
        "wager": wager_name(event.wager),
        "coupon": Money(event.coupon_cents),
    }
    if not event.cents:
        return said("Seat {seat} puts a coupon of {coupon}, match play, on {wager}.", **facts)
    stake = Money(event.cents)
    return said("Seat {seat} puts {stake} on {wager} with a coupon of {coupon}, match play.", stake=stake, **facts)


def _cleared(event: e.VigorishCleared) -> Said:
    return said("Vigorish of {sum} at seat {seat} is cleared by the floor.", sum=Money(event.cents), seat=event.seat)


def _corrected(event: e.PaymentCorrected) -> Said:
    facts: dict[str, Fact] = {
        "seat": event.seat,
        "sum": Money(abs(event.cents)),
        "wager": wager_name(event.wager),
        "round": event.coup_no,
    }
    if event.cents > 0:
        return said("Seat {seat} receives {sum} on {wager} of round {round}: by the floor.", **facts)
    return said("Seat {seat} gives back {sum} on {wager} of round {round}: by the floor.", **facts)


SAYS: dict[type[e.Event], Callable[[Any], Said]] = {
    e.SeatTaken: _seat_taken,
    e.StaffAssigned: _staff,
    e.IncidentOpened: _opened,
    e.IncidentResolved: _resolved,
    e.WagerPlaced: _placed,
    e.StepDone: lambda event: told(replace(event, note="")),
    e.DecksRejected: lambda event: told(replace(event, note="a defect was found")),
    e.VigorishCleared: _cleared,
    e.PaymentCorrected: _corrected,
}
"""What is said of events that know more than they tell."""

_FIELDS: dict[type[e.Event], tuple[str, ...]] = {
    kind: tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name not in HIDDEN and field.name not in HIDDEN_OF.get(kind, ())
    )
    for kind in e.KINDS
}


def heard(event: e.Event) -> Said:
    """What everybody hears of an event."""
    tell = SAYS.get(type(event))
    return tell(event) if tell else told(event)


def public(event: e.Event, version: int) -> dict[str, Any]:
    """An event for guests and spectators.

    >>> event = public(e.SeatTaken(at=5, by="house", seat=3, guest="g-17", name="Ann"), 12)
    >>> event["says"], event["seat"], "guest" in event, "by" in event
    ('Ann sits down at seat 3.', 3, False, False)
    """
    says = heard(event)
    plain: dict[str, Any] = {
        "v": version,
        "event": type(event).__name__,
        "at": event.at,
        "clauses": event.clauses,
        "says": str(says),
        "said": says,
    }
    for name in _FIELDS[type(event)]:
        value = getattr(event, name)
        plain[name] = str(value) if isinstance(value, Said) else value
    return plain


def confidential(event: e.Event, version: int) -> dict[str, Any]:
    """An event for the floor and surveillance: who did it, and every note (R31)."""
    says = told(event)
    plain: dict[str, Any] = {"v": version, "says": str(says), "said": says} | msgspec.to_builtins(event)
    plain.pop("postings", None)
    return plain
