"""The phases of a machine as a table: phase and event, and the phase that follows.

Where an event may lead to several phases, one named pure choice beside the table says to which. The table is what
``apply`` moves the phase by, what the diagram is drawn from and what the tests walk.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from minibac.machine.kinds import Command, Event

P = TypeVar("P")


class Choice(NamedTuple, Generic[P]):
    """Several phases may follow: ``choose`` says which, by the state after the event's applier and the event."""

    name: str
    leads: tuple[P, ...]
    choose: Callable[[Any, Any], P]


@dataclass(frozen=True)
class Phases(Generic[P]):
    """The whole life of a machine."""

    rows: Mapping[tuple[P, type[Event]], P | Choice[P]]
    anywhere: frozenset[type[Event]] = frozenset()
    """Events that leave every phase as it is."""
    anew: frozenset[type[Event]] = frozenset()
    """Events after which the machine waits for somebody else, although its phase may be the same."""
    fits: Mapping[type[Command], frozenset[P]] = field(default_factory=dict)
    """The phases a command belongs to; one that is not here may come in any."""

    def after(self, state: Any, event: Event, before: P) -> P:
        """The phase that follows; ``state`` is as the event's applier left it. Raises where nothing follows."""
        kind = type(event)
        if kind in self.anywhere:
            return before
        row = self.rows[before, kind]
        return row.choose(state, event) if isinstance(row, Choice) else row

    def where(self, *kinds: type[Event]) -> frozenset[P]:
        """The phases in which one of these events can happen."""
        return frozenset(phase for phase, kind in self.rows if kind in kinds)

    def leads(self, phase: P, kind: type[Event]) -> tuple[P, ...]:
        """The phases to which an event may lead from here; none where it cannot happen."""
        if kind in self.anywhere:
            return (phase,)
        row = self.rows.get((phase, kind))
        if row is None:
            return ()
        return row.leads if isinstance(row, Choice) else (row,)
