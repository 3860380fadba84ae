"""Who should own which tables: as many each as fairly as they can be dealt out, with as few moves as that takes.

Every process reads the same leases and comes to its own conclusion; only the one that owns most gives, so two of them
never give to the same third one at once.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

PROCESS: Final = "process/"
"""How the names of the leases begin by which processes know of each other; then comes a number."""


def processes(leases: Mapping[str, str]) -> tuple[str, ...]:
    """The processes of the house that take part, by name."""
    return tuple(sorted({owner for stream, owner in leases.items() if stream.startswith(PROCESS)}))


def to_give(
    me: str, living: Sequence[str], owners: Mapping[str, str], mine: Iterable[str]
) -> tuple[tuple[str, str], ...]:
    """Which of my streams go to whom now: ``(stream, process)``.

    ``owners`` says who holds each stream that is to be shared; ``mine`` are my own in the order in which they are given
    away.

    >>> to_give("a", ("a", "b"), {"1": "a", "2": "a", "3": "a"}, "123")
    (('1', 'b'),)
    >>> to_give("a", ("a", "b", "c"), {"1": "a", "2": "a", "3": "a", "4": "b"}, "123")
    (('1', 'c'),)
    >>> to_give("b", ("a", "b"), {"1": "a", "2": "a", "3": "b"}, "3")
    ()
    """
    held = Counter(owners.values())
    counts = {name: held[name] for name in living}
    if me not in counts or max(counts, key=lambda name: (counts[name], name)) != me:
        return ()
    given = []
    for stream in mine:
        poorest = min(counts, key=lambda name: (counts[name], name))
        if counts[me] - counts[poorest] < 2:
            break
        counts[me] -= 1
        counts[poorest] += 1
        given.append((stream, poorest))
    return tuple(given)


def dealt_out(streams: Sequence[str], living: Sequence[str], owners: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Whom each stream of a process that goes is given to: always whoever has least.

    >>> dealt_out(["1", "2", "3"], ("b", "c"), {"1": "a", "2": "a", "3": "a", "4": "b"})
    (('1', 'c'), ('2', 'b'), ('3', 'c'))
    """
    held = Counter(owners.values())
    counts = {name: held[name] for name in living}
    given = []
    for stream in streams if counts else ():
        poorest = min(counts, key=lambda name: (counts[name], name))
        counts[poorest] += 1
        given.append((stream, poorest))
    return tuple(given)
