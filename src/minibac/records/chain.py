"""The hash chain of a stream: each line carries the hash of everything before it (R25).

``h = SHA-256(previous ‖ stored bytes)``, never re-encoded. The chain finds an edit, an insertion, a removal and a swap
inside a log. A log whose end was cut off is a shorter log with a sound chain: only a head that was written down
elsewhere, in a shoe record or a report, tells the two apart.
"""

import hashlib
from collections.abc import Iterable

from minibac.records.store import Line

GENESIS = bytes(32)
"""What the first line of a stream follows."""


def link(previous: bytes, line: bytes) -> bytes:
    """The head of a chain after one more line.

    >>> link(GENESIS, b"{}").hex()[:16]
    'fb1634c4e6cd4b1f'
    """
    return hashlib.sha256(previous + line).digest()


def check(lines: Iterable[Line], head: bytes | None = None, previous: bytes = GENESIS, version: int = 0) -> int | None:
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
