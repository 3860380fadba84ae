"""What goes into a machine and what comes out: commands and events, how they are signed, written and read."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar, Union

import msgspec

from minibac.machine.roles import Actor

K = TypeVar("K")


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="command", forbid_unknown_fields=True):
    """Something somebody wants to do, with the person and the time in milliseconds since 1970."""

    by: Actor
    at: int


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="event", forbid_unknown_fields=True):
    """Something that has happened, when, by whom, under which clauses."""

    at: int = 0
    by: str = ""
    clauses: tuple[str, ...] = ()


E_ = TypeVar("E_", bound=Event)


def signed(kind: type[E_], command: Command, clauses: Iterable[str] = (), /, **facts: Any) -> E_:
    """An event that names who caused it, when, and the clauses it fulfils."""
    return kind(at=command.at, by=command.by.id, clauses=tuple(dict.fromkeys(clauses)), **facts)


def noted(kind: type[E_], command: Command, clauses: Iterable[str] = (), /, *of: msgspec.Struct, **facts: Any) -> E_:
    """:func:`signed`, where a fact that is not given is the one of that name in ``of``, such as the paper it is about,
    or else in the command. What every round does many times over states its facts itself, which is quicker.
    """
    for source in (*of, command):
        for name in _shared(kind, type(source)):
            facts.setdefault(name, getattr(source, name))
    return signed(kind, command, clauses, **facts)


@cache
def _shared(kind: type[msgspec.Struct], source: type[msgspec.Struct]) -> tuple[str, ...]:
    """The facts of an event that its command, or a paper, has under the same name."""
    return tuple(set(kind.__struct_fields__) & set(source.__struct_fields__) - set(Event.__struct_fields__))


def kinds_of(base: type[K]) -> tuple[type[K], ...]:
    """Every kind of command, or of event, that a machine knows, in the order in which they stand in its file."""
    return tuple(base.__subclasses__())


encode: Callable[[Event], bytes] = msgspec.json.Encoder().encode
"""An event as one line of JSON: ``{"event":"CutOffered","seat":7,"at":5,"by":"Ann","clauses":[]}``."""


def reader(kinds: Iterable[type[K]]) -> Callable[[bytes | str], K]:
    """What reads these kinds back from JSON."""
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[tuple(kinds)])  # noqa: UP007
    return decoder.decode
