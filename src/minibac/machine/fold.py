"""A state is the fold of its events: what each event does, the phase it leads to, the money it moves."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from minibac.machine.kinds import Event
from minibac.machine.layers import layered
from minibac.machine.phases import Phases
from minibac.play.postings import Posting

K = TypeVar("K")
R = TypeVar("R")
S = TypeVar("S")
E = TypeVar("E", bound=Event)


class Register(Generic[S, R]):
    """One function of state and kind for each kind, collected by a decorator as the modules of a machine are read."""

    def __init__(self) -> None:
        self.functions: dict[Any, Callable[[S, Any], R]] = {}

    def __call__(self, *kinds: type[K]) -> Callable[[Callable[[S, K], R]], Callable[[S, K], R]]:
        """Register the one function for these kinds."""

        def register(function: Callable[[S, K], R]) -> Callable[[S, K], R]:
            for kind in kinds:
                assert kind not in self.functions, f"{kind.__name__} has two functions"
                self.functions[kind] = function
            return function

        return register


@dataclass(frozen=True)
class Fold(Generic[S, E]):
    """What a log leads to. Events are facts: applying one never asks whether it was right."""

    name: str
    opening: type[E]
    """The kind of the first event."""
    opened: Callable[[Any], S]
    """The state after it."""
    appliers: Mapping[type[E], Callable[[S, Any], S]]
    phases: Phases[Any] | None = None
    account: Callable[[str], str] | None = None
    """The name under which an account of a posting is kept here, where it is another."""

    besides: Callable[[Any, Any, tuple[Posting, ...]], dict[str, Any]] | None = None
    """What the postings of an event change beside the balances, in the state after it."""

    def apply(self, state: S, event: E) -> S:
        """The state after an event. Raises only when a promise was broken: an event that cannot follow.

        An applier changes what is its own; time, phase and balances move here, for every event.
        """
        before: Any = state
        kind = type(event)
        after: Any = self.appliers[kind](state, event)
        changed: dict[str, Any] = {}
        if event.at > before.at:
            changed["at"] = event.at
        if postings := getattr(event, "postings", ()):
            changed["balances"] = posted(after.balances, postings, self.account)
            if self.besides is not None:
                changed |= self.besides(after, event, postings)
        if (phases := self.phases) is not None and kind not in phases.anywhere:
            phase = phases.after(after, event, before.phase)
            if phase is not before.phase or kind in phases.anew:
                changed["phase"] = phase
                changed["since"] = event.at
        moved: S = replace(after, **changed) if changed else after
        return moved

    def fold(self, state: S | None, event: E) -> S:
        """The state after an event, which may be the first of all."""
        if state is not None:
            return self.apply(state, event)
        if not isinstance(event, self.opening):
            raise ValueError(self._begins_with(f"and this one with {type(event).__name__}"))
        return self.opened(event)

    def _begins_with(self, what: str) -> str:
        return f"the log of a {self.name} starts with {self.opening.__name__}, {what}"

    def apply_all(self, state: S, events: Iterable[E]) -> S:
        """Fold events into a state."""
        for event in events:
            state = self.apply(state, event)
        return state

    def replay(self, events: Iterable[E]) -> S:
        """The state that a log leads to; a ``ValueError`` where it has no beginning."""
        log = iter(events)
        if (first := next(log, None)) is None:
            raise ValueError(self._begins_with("and this one is empty"))
        return self.apply_all(self.fold(None, first), log)


def posted(
    balances: Mapping[str, int], postings: Iterable[Posting], account: Callable[[str], str] | None = None
) -> Mapping[str, int]:
    """Balances after postings; an account at zero is left out. Layers share what they keep, a dictionary is copied."""
    if isinstance(balances, dict):
        sums: dict[str, int] = dict(balances)
        for _, _, _, name, cents, _ in postings:
            kept = account(name) if account else name
            if balance := sums.get(kept, 0) + cents:
                sums[kept] = balance
            else:
                sums.pop(kept, None)
        return sums
    layers = layered(balances)
    for _, _, _, name, cents, _ in postings:
        kept = account(name) if account else name
        balance = layers.get(kept, 0) + cents
        layers = layers.put(kept, balance) if balance else layers.without(kept)
    return layers
