"""Holds the hash chain of a stream against its lines."""

from collections.abc import Iterable

from minibac.records.chain import GENESIS, link
from minibac.records.store import Line


def check_chain(
    lines: Iterable[Line], head: bytes | None = None, previous: bytes = GENESIS, version: int = 0
) -> int | None:
    """The version of the first broken line of a stream, or ``None`` while the chain holds.

    ``head`` is a head that was kept elsewhere: with it a cut-off end is found too, at the first version that is
    missing. ``previous`` and ``version`` say where the lines start, when it is not at the beginning.
    """
    for line in lines:
        version += 1
        if line.version != version or line.head != link(previous, line.bytes):
            return version
        previous = line.head
    if head is not None and head != previous:
        return version + 1
    return None
