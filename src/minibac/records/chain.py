"""The hash chain of a stream: each line carries the hash of everything before it (R25).

``h = SHA-256(previous ‖ stored bytes)``, never re-encoded. The chain finds an edit, an insertion, a removal and a swap
inside a log. A log whose end was cut off is a shorter log with a sound chain: only a head that was written down
elsewhere, in a shoe record or a report, tells the two apart.
"""

import hashlib

GENESIS = bytes(32)
"""What the first line of a stream follows."""


def link(previous: bytes, line: bytes) -> bytes:
    """The head of a chain after one more line.

    >>> link(GENESIS, b"{}").hex()[:16]
    'fb1634c4e6cd4b1f'
    """
    return hashlib.sha256(previous + line).digest()
