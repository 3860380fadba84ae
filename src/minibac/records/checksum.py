"""The checksum of a snapshot, over its bytes, its stream and the head of the log at which it was taken.

A byte that changed, a snapshot of another stream or version, and one that was taken from another log are all the same
to whoever opens it: there is no snapshot, and the log is read instead.
"""

import hashlib

from minibac.records.store import Written

LENGTH = 32


def with_checksum(stream: str, at: Written, state: bytes) -> bytes:
    """A state as it is kept."""
    return _checksum(stream, at, state) + state


def without_checksum(stream: str, at: Written, kept: bytes) -> bytes:
    """The state that was kept there, or nothing.

    >>> at = Written(3, bytes(32))
    >>> kept = with_checksum("table/a", at, b"state")
    >>> without_checksum("table/a", at, kept), without_checksum("table/b", at, kept)
    (b'state', b'')
    """
    state = kept[LENGTH:]
    return state if kept[:LENGTH] == _checksum(stream, at, state) else b""


def _checksum(stream: str, at: Written, state: bytes) -> bytes:
    return hashlib.sha256(b"%b %d %b %b" % (stream.encode(), at.version, at.head, state)).digest()
