"""What a test has seen the program cite: handed to the fixture ``saw``, held against the marks by ``conftest.py``."""

from collections.abc import Iterator

from minibac.pits.events import AttemptRefused, ExceptionRaised
from minibac.rules.refusal import Refusal
from minibac.table.events import IncidentOpened


class Sightings:
    """The clauses a test has seen the program cite: fulfilled, and in refusals."""

    def __init__(self) -> None:
        self.keeps: set[str] = set()
        self.breaks: set[str] = set()

    def __call__(self, *made: object) -> None:
        """Record the citations in things the program made: refusals, postings, explanations, settings, areas."""
        for thing in made:
            self._walk(thing)

    def _walk(self, thing: object) -> None:
        if isinstance(thing, Refusal | IncidentOpened | ExceptionRaised | AttemptRefused):
            self.breaks.update(thing.clauses)
            return
        if type(thing).__module__.startswith("minibac."):
            self.keeps.update(clause for clause in _cited(thing) if clause)
        if isinstance(thing, dict):
            for key, value in thing.items():
                self._walk(key)
                self._walk(value)
        elif isinstance(thing, tuple | list | set | frozenset):
            for item in thing:
                self._walk(item)


def _cited(thing: object) -> Iterator[str]:
    clauses = getattr(thing, "clauses", None)
    if isinstance(clauses, tuple) and all(isinstance(clause, str) for clause in clauses):
        yield from clauses
    clause = getattr(thing, "clause", None)
    if isinstance(clause, str):
        yield clause
