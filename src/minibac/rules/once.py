"""What is worked out once for each object: rules, a rulebook, a coup on the layout never change, so it stays right."""

from collections.abc import Callable
from inspect import signature
from operator import is_
from typing import Any, Concatenate, ParamSpec, TypeVar

K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")

KEPT = 1024
"""Objects that are remembered for each thing to work out; the oldest goes first."""


def once(make: Callable[Concatenate[K, P], V]) -> Callable[Concatenate[K, P], V]:
    """Remember what was made of an object, known by being the very same one; other arguments make it anew.

    >>> @once
    ... def length(of: list[int]) -> int:
    ...     print("counting")
    ...     return len(of)
    >>> some = [1, 2]
    >>> length(some), length(some)
    counting
    (2, 2)
    """
    known: dict[int, tuple[K, tuple[object, ...], V]] = {}

    def look(of: K, /, *more: P.args, **_: P.kwargs) -> V:
        kept = known.get(id(of))
        if kept is None or (more and not all(map(is_, more, kept[1]))):
            if len(known) >= KEPT:
                known.pop(next(iter(known)), None)
            kept = known[id(of)] = (of, more, make(of, *more, **_))  # while it is kept, no other object has its id
        return kept[2]

    def look_alone(of: K, /) -> V:
        """The same with no other arguments, asked several times for every command: half the time."""
        kept = known.get(id(of))
        return kept[2] if kept is not None else look(of)  # type: ignore[call-arg]

    lean: Any = look_alone if len(signature(make).parameters) == 1 else look
    lean.__doc__, lean.__name__ = make.__doc__, make.__name__
    found: Callable[Concatenate[K, P], V] = lean
    return found
