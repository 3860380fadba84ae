"""Old lines brought up to date: how events written by an earlier program are read by this one.

A stored line never changes, because the chain runs over its bytes. When an event gets another shape, the schema number
goes up by one and a step is added to :data:`STEPS` that rewrites the line of the schema before; a line passes through
every step from its own number on, and ``table.events.decode`` reads what comes out. A line without a number is of
schema 1, so there is nothing to write until a second schema exists.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from minibac.table import events as e
from minibac.voice.misread import UNREADABLE, in_our_words

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""From one schema to the next: the line as plain data in, and out."""

STEPS: Final[tuple[Upcast, ...]] = ()
"""The first leads from schema 1 to schema 2, and so on."""

NUMBER: Final = "schema"
"""The name under which a line states its schema."""


class UnreadableError(ValueError):
    """A line that this program cannot read. Its text is one readable sentence."""


class _Head(msgspec.Struct):
    """What is read of a line before anything else."""

    event: str
    schema: int = 1


_HEAD: Final = msgspec.json.Decoder(_Head)
_NAMES: Final = frozenset(kind.__name__ for kind in e.KINDS)


def write_event(event: e.Event, steps: Sequence[Upcast] = STEPS) -> bytes:
    """The line of an event as it is stored: with its schema number from schema 2 on."""
    line = e.encode(event)
    return line if not steps else b'%b,"%b":%d}' % (line[:-1], NUMBER.encode(), len(steps) + 1)


def read_event(line: bytes, steps: Sequence[Upcast] = STEPS) -> e.Event:
    """The event of a stored line, whatever schema it was written in; raises :class:`UnreadableError`.

    >>> read_event(b'{"event":"CutOffered","seat":7,"at":5,"by":"Ann","clauses":[]}').seat
    7
    >>> read_event(b'{"event":"CutOffered","seat":7,"schema":9}')
    Traceback (most recent call last):
    minibac.records.upcast.UnreadableError: the event CutOffered is of schema 9, and this program reads up to 1
    """
    newest = len(steps) + 1
    try:
        head = _HEAD.decode(line)
        facts: dict[str, Any] = msgspec.json.decode(line) if NUMBER.encode() in line or head.schema < newest else {}
    except RecursionError as error:
        raise UnreadableError(in_our_words(error)) from None
    except UNREADABLE:
        raise UnreadableError("the line is no event: a JSON object that names its event") from None
    if not 1 <= head.schema <= newest:
        raise UnreadableError(
            f"the event {head.event} is of schema {head.schema}, and this program reads up to {newest}"
        )
    if facts:
        facts.pop(NUMBER, None)
        for step in steps[head.schema - 1 :]:
            facts = step(facts)
        line = msgspec.json.encode(facts)
        head = _HEAD.decode(line)
    if head.event not in _NAMES:
        raise UnreadableError(f"there is no event {head.event!r}")
    try:
        return e.decode(line)
    except UNREADABLE as error:
        raise UnreadableError(f"the event {head.event} cannot be read: {in_our_words(error)}") from None
