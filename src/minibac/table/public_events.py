"""Events as everybody at the table may hear them: the facts, without the people behind them.

Who did something, what a supervisor wrote about an incident, the number on a coupon and the rows of the ledger stay
with the house. The sentence is made from what is left, so it cannot tell more than the facts do.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from minibac.rules.names import wager_called
from minibac.rules.remedies import Mishap
from minibac.table import events as e
from minibac.table import narrate
from minibac.table.narrate import Either, Row, say, told
from minibac.voice.said import Fact, Money, Names, Said, Somebody, introduced, said

HIDDEN = frozenset({"by", "at", "clauses", "postings", "person", "guest", "note", "staff", "resolution", "references"})
"""Facts that no public event has; ``at`` and ``clauses`` are told beside them."""

HIDDEN_OF: dict[type[e.Event], frozenset[str]] = {
    e.ChipsBought: frozenset({"transfer", "notes", "unnamed"}),
    e.NotesNamed: frozenset({"before", "notes"}),
    e.CashConverted: frozenset({"notes"}),
    e.WagerPlaced: frozenset({"coupon_serial"}),
    e.VigorishCleared: frozenset({"reference"}),
    e.PaymentCorrected: frozenset({"reason"}),
    e.PartnersDeclared: frozenset({"guests"}),
    e.SeatTaken: frozenset({"least_age", "attested_by", "arriving"}),
    e.GuestExcluded: frozenset({"seat", "excluded"}),
    e.TableOpened: frozenset({"approved", "minimum_age"}),
    e.IncidentOpened: frozenset({"role"}),
    e.TrayOpened: frozenset({"chips"}),
    e.TrayClosed: frozenset({"guests_cents", "owed_cents"}),
}
"""Further facts that one kind of event keeps to itself."""


def _called(event: e.IncidentOpened) -> Said:
    plain = event.kind == Mishap.OTHER
    return said("The floor is called.") if plain else say(event, said("The floor is called: {kind}."))


def _placed(event: e.WagerPlaced) -> Said:
    facts: dict[str, Fact] = {
        "seat": event.seat,
        "wager": wager_called(event.wager),
        "coupon": Money(event.coupon_cents),
    }
    if not event.cents:
        return said("Seat {seat} puts a coupon of {coupon}, match play, on {wager}.", **facts)
    stake = Money(event.cents)
    return said("Seat {seat} puts {stake} on {wager} with a coupon of {coupon}, match play.", stake=stake, **facts)


def _corrected(event: e.PaymentCorrected) -> Said:
    if event.cents > 0:
        return say(event, said("Seat {seat} receives {sum} on {wager} of round {round}: by the floor."))
    return say(event, said("Seat {seat} gives back {sum} on {wager} of round {round}: by the floor."))


SAYS: dict[type[e.Event], Row] = narrate.SAYS | {
    e.SeatTaken: Either(
        "name", lambda event: told(replace(event, least_age=0)), said("A guest sits down at seat {seat}.")
    ),
    e.GuestExcluded: said("The house has looked at who may play."),
    e.StaffAssigned: said("Another person is on duty now: {duty}."),
    e.IncidentOpened: [
        _called,
        Either("stops_play", said("Play stands still until a supervisor has looked at it.")),
    ],
    e.IncidentResolved: said("Incident {number} is resolved."),
    e.WagerPlaced: Either("coupon_serial", _placed, narrate.SAYS[e.WagerPlaced]),
    e.StepDone: lambda event: told(replace(event, note="")),
    e.DecksRejected: lambda event: told(replace(event, note="a defect was found")),
    e.VigorishCleared: said("Vigorish of {sum} at seat {seat} is cleared by the floor."),
    e.PaymentCorrected: _corrected,
}
"""What is said of each event; of those that know more than they tell, something else."""

TOLD: dict[type[e.Event], tuple[str, ...]] = {
    kind: tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name not in HIDDEN and field.name not in HIDDEN_OF.get(kind, ())
    )
    for kind in e.KINDS
}


def heard(event: e.Event) -> Said:
    """What everybody hears of an event."""
    return say(event, SAYS[type(event)])


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
    for name in TOLD[type(event)]:
        value = getattr(event, name)
        plain[name] = str(value) if isinstance(value, Said) else value
    return plain


def confidential(event: e.Event, version: int, names: Names) -> dict[str, Any]:
    """An event for the floor and surveillance: who did it, by name, and every note (R31)."""
    says = introduced(told(event), names)
    who = said("{who}", who=Somebody(event.by, names(event.by)))
    plain: dict[str, Any] = {"v": version, "says": str(says), "said": says, "who": who} | msgspec.to_builtins(event)
    plain.pop("postings", None)
    return plain
