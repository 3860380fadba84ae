"""A machine: who may give which command, its phases, its deciders and its appliers.

A table, a pit, the house and its school are four of these values. ``decide`` asks who may, whether it is the time for
it, and then the one decider of the command, which contains only what is its own; events are stored, and ``apply`` folds
them into the state. After a refusal whoever hosts the machine stores what ``trace`` gives, if anything.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from minibac.machine.fold import Fold
from minibac.machine.kinds import Command, Event
from minibac.machine.roles import Role
from minibac.machine.who import Clauses, Row, barred, cited
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Moment, said
from minibac.voice.times import NO_ZONE

S = TypeVar("S")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

Decision = tuple[E, ...] | Refusal
"""What a machine answers: events to be stored and applied, or a refusal."""


class Next(NamedTuple, Generic[C]):
    """What ``next_command`` of a machine that can run alone says: whose turn it is, and the right command."""

    role: Role
    command: C


class Traces(NamedTuple):
    """What refused attempts leave in a log: the event, and the refusals that are kept with how much they matter."""

    kind: type[Event]
    severity: Mapping[Code, str]
    facts: Callable[[Any, Any], dict[str, Any]] = lambda state, command: {}  # noqa: ARG005
    """What more the event says, of state and command."""


@dataclass(frozen=True)
class Machine(Generic[S, C, E]):
    """All that a stream needs in order to be decided, kept and read back."""

    fold: Fold[S, E]
    who: Mapping[type[C], Row]
    deciders: Mapping[type[C], Callable[[S, Any], Decision[E]]]
    read: Callable[[bytes | str], E]
    """An event back from its line."""
    read_command: Callable[[bytes | str], C]
    late: Clauses
    """The clauses cited to a command that comes from before the last event."""
    not_now: Callable[[S, C], Refusal] | None = None
    """What is said to a command of another phase; wanted where there are phases."""
    stopped: Callable[[S, C], Refusal | None] = lambda state, command: None  # noqa: ARG005
    """Why play stands still for this command, or ``None``."""
    held: Callable[[S, tuple[E, ...]], Refusal | None] = lambda state, events: None  # noqa: ARG005
    """What every decision is held against, whichever decider made it; ``None`` where nothing stands in its way."""
    traces: Traces | None = None

    def __post_init__(self) -> None:
        assert set(self.who) == set(self.deciders), f"a {self.fold.name} has a row of who may for each decider"

    def decide(self, state: S, command: C) -> Decision[E]:
        """Events, or a refusal that names the clause. Never an exception, never a change."""
        kind = type(command)
        if refusal := barred(self.who[kind], state, command):
            return refusal
        now: Any = state
        if command.at < now.at:
            return self._backwards(now, command)
        if refusal := self.stopped(state, command):
            return refusal
        if (phases := self.fold.phases) is not None:
            fits = phases.fits.get(kind)
            if fits is not None and now.phase not in fits:
                assert self.not_now is not None
                return self.not_now(state, command)
        decision = self.deciders[kind](state, command)
        if isinstance(decision, Refusal):
            return decision
        return self.held(state, decision) or decision

    def _backwards(self, state: Any, command: C) -> Refusal:
        zone = getattr(state, "time_zone", NO_ZONE)  # a table knows no clock but the log's
        sentence = said(
            "the command is from {at}, before the last event at {last}: time does not run backwards",
            at=Moment(command.at, zone),
            last=Moment(state.at, zone),
        )
        return refuse(Code.NOT_NOW, sentence, *cited(self.late, state, command))

    def trace(self, state: S, command: C, refusal: Refusal) -> tuple[E, ...]:
        """What a refused attempt leaves in the log: who tried what, and the clause that stood in the way."""
        traces = self.traces
        severity = traces.severity.get(refusal.code) if traces else None
        if traces is None or severity is None:
            return ()
        now: Any = state
        attempt: Any = traces.kind(
            at=max(command.at, now.at),
            by=command.by.id,
            clauses=refusal.clauses,
            command=type(command).__name__,
            role=command.by.role.value,
            code=refusal.code.value,
            said=refusal.said,
            severity=severity,
            **traces.facts(state, command),
        )  # type: ignore[call-arg]
        return (attempt,)

    # --- the fold

    def opened(self, event: E) -> S:
        """The first state."""
        return self.fold.opened(event)

    def apply(self, state: S, event: E) -> S:
        """The state after an event."""
        return self.fold.apply(state, event)

    def apply_all(self, state: S, events: Iterable[E]) -> S:
        """The state after events."""
        return self.fold.apply_all(state, events)

    def replay(self, events: Iterable[E]) -> S:
        """The state that a log leads to."""
        return self.fold.replay(events)
