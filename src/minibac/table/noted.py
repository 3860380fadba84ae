"""An event that says what its command said: a field that both declare is not stated a third time between them."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from msgspec import Struct

from minibac.machine.kinds import E_, Command, Event, signed


def noted(kind: type[E_], command: Command, clauses: Iterable[str] = (), /, *of: Struct, **facts: Any) -> E_:
    """An event that names who caused it, when, and the clauses it fulfils.

    A fact that is not given is the one of that name in ``of``, such as the paper it is about, or else in the command.
    What every round does many times over states its facts itself, which is quicker.
    """
    for source in (*of, command):
        for name in _shared(kind, type(source)):
            facts.setdefault(name, getattr(source, name))
    return signed(kind, command, clauses, **facts)


@cache
def _shared(kind: type[Struct], source: type[Struct]) -> tuple[str, ...]:
    """The facts of an event that its command, or a paper, has under the same name."""
    return tuple(set(kind.__struct_fields__) & set(source.__struct_fields__) - set(Event.__struct_fields__))
