"""What a test has seen the program cite: handed to the fixture ``saw``, held against the marks by ``conftest.py``.

Only what came out of a product entry counts (``tests/entries.py``). Anything else that carries a citation, made by a
helper or read from a rulebook, fails the test that shows it.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from click.testing import Result
from httpx import Response

from minibac.machine.kinds import Event
from minibac.machine.roles import THE_HOUSE
from minibac.pits.pit_events import AttemptRefused, ExceptionRaised
from minibac.rules.clauses import inventory
from minibac.rules.refusal import Refusal
from minibac.table.events import IncidentOpened
from tests.entries import BUILT, NEW, RETURNED, cited, citing

BROKEN = (Refusal, IncidentOpened, ExceptionRaised, AttemptRefused)
"""How the program answers a violation: it refuses, or writes down what has happened and what must follow."""
OF_RULES, OF_A_TABLE = ("minibac rules",), ("options", "layout", "signs", "terms")
"""Whoever shows a rulebook shows what is printed in it, which proves nothing, and what it makes of one table."""
BEHIND_A_SENTENCE = re.compile(r"\(([a-z0-9]+/[\w/-]+(?:, [a-z0-9]+/[\w/-]+)*)\)")


_BUILT: dict[int, str] = {}
"""What ``build`` has given since the tests began, by identity."""


class Sightings:
    """The clauses a test has seen the program cite: fulfilled, and in answers to a violation; with the entry."""

    def __init__(self) -> None:
        self.keeps: dict[str, str] = {}
        self.breaks: dict[str, str] = {}
        self.attested: set[str] = set()
        """What an event cites that says who did it and when: a person, not the house itself."""
        self._known: dict[int, str] = {}
        self._read = 0

    def __call__(self, *made: object) -> None:
        """Record the citations in things that a product entry returned: refusals, events, postings, settings."""
        self._look()
        for thing in made:
            self._walk(thing)

    def _look(self) -> None:
        """Learn what has come out of the doors since the last look."""
        for thing, entry in RETURNED[self._read :]:
            self._known.update((id(one), entry) for one in citing(thing))
        self._read = len(RETURNED)
        while NEW:
            BUILT.append(NEW.pop())
            _BUILT.update((id(one), BUILT[-1].entry) for one in citing(BUILT[-1].thing))

    def _read_back(self, thing: object) -> str | None:
        """The entry of an event that was stored and read again."""
        if not isinstance(thing, Event):
            return None
        same = (entry for made, entry in RETURNED if isinstance(made, tuple) and thing in made)
        return next(same, None)

    def _walk(self, thing: object) -> None:
        if isinstance(thing, Result | Response):
            self._told(thing)
        elif isinstance(thing, dict) and (named := set(_named(thing))):
            entry = next((entry for made, entry in RETURNED if isinstance(made, str) and _within(thing, made)), None)
            assert entry, f"no page was told this: {thing}"
            self.keeps.update(dict.fromkeys(named, entry))
            return
        elif clauses := cited(thing):
            entry = self._known.get(id(thing)) or _BUILT.get(id(thing)) or self._read_back(thing)
            assert entry, f"no product entry returned this {type(thing).__name__}, so it proves nothing: {thing}"
            (self.breaks if isinstance(thing, BROKEN) else self.keeps).update(dict.fromkeys(clauses, entry))
            if isinstance(thing, BROKEN):
                return
            if isinstance(thing, Event) and thing.at and _who(thing) not in ("", THE_HOUSE.id):
                self.attested.update(clauses)
        if isinstance(thing, dict):
            for key, value in thing.items():
                self._walk(key)
                self._walk(value)
        elif isinstance(thing, tuple | list | set | frozenset):
            for item in thing:
                self._walk(item)

    def _told(self, thing: Result | Response) -> None:
        """What the command line printed or a route answered: its JSON, or the sentences of a refusal."""
        entry = self._known.get(id(thing))
        assert entry, f"this {type(thing).__name__} came from somewhere else"
        if isinstance(thing, Result):
            good, text = thing.exit_code == 0, thing.output
        else:
            good, text = thing.is_success, thing.text
        try:
            told = json.loads(text)
            found = set(_named({key: told[key] for key in OF_A_TABLE} if entry in OF_RULES else told))
        except ValueError:
            found = (
                set()
                if good
                else {clause for all_of in BEHIND_A_SENTENCE.findall(text) for clause in all_of.split(", ")}
            )
        (self.keeps if good else self.breaks).update(dict.fromkeys(found & set(inventory()), entry))


def _who(event: Event) -> str:
    """Whose word an event rests on."""
    return str(getattr(event, "attested_by", "") or event.by)


def _within(part: dict[str, Any], message: str) -> bool:
    """Whether this part stands in a message that a page was told."""
    left: list[Any] = [json.loads(message)]
    while left:
        one = left.pop()
        if one == part:
            return True
        left += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    return False


def _named(told: Any) -> Iterator[str]:
    """The clauses that JSON cites."""
    if isinstance(told, dict):
        for key, value in told.items():
            if key == "clause" and isinstance(value, str):
                yield value
            elif key == "clauses" and isinstance(value, list) and all(isinstance(item, str) for item in value):
                yield from value
            else:
                yield from _named(value)
    elif isinstance(told, list):
        for item in told:
            yield from _named(item)
