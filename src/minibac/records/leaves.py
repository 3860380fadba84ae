"""Leaves: what the open log of a house says of its other logs, for everybody, in the transaction that it tells of.

The open log is a stream like every other one; each of its lines is a leaf of the tree that outsiders hold the house to
(:mod:`minibac.tlog`). A leaf names a log, an event of it by number and the hash of the chain there; beside it stand at
most the commitment of a shoe or a day. There are no names in it, no cards and no words of anybody.

The head of a log about people is *sealed*: the leaf has its hash with a salt, so that nobody tries out what an event
may have said. The salt stands behind the leaf in the stored line, and is told to nobody.
"""

from hashlib import sha256
from typing import Final

import msgspec

from minibac.records.world import random_bytes

OPEN_LOG: Final = "log"
"""The name of the stream."""
RESTORED: Final = "log-restored"
"""The kind of the document that marks a store as filled from a backup, until a house opens on it."""
SALT_BYTES: Final = 16
TABLES: Final = "table/"
"""The logs whose heads are told as they are: whoever has the record of a shoe computes them."""


class Leaf(msgspec.Struct, frozen=True, omit_defaults=True, tag="head", tag_field="leaf"):
    """Where a log stands."""

    log: str
    version: int
    head: str = ""
    """The hash of the chain after that event; nothing where it is sealed."""
    sealed: str = ""
    """SHA-256(salt ‖ head)."""
    shoe: int = 0
    commitment: str = ""
    """That of the shoe, where the event is the house's commitment."""
    day: str = ""
    """The gaming day that the event ends, or whose report it signs."""
    report: str = ""
    """The SHA-256 of that report."""


class Epoch(msgspec.Struct, frozen=True, omit_defaults=True, tag="epoch", tag_field="leaf"):
    """From here on the open log goes by this name: it begins, or something of it was lost and it goes on openly."""

    origin: str
    key: str
    """The public key that signs from now on."""
    at: int
    why: str = "begun"
    """``begun``, ``restored`` (from a backup), ``rolled-back`` (leaves that were signed are gone) or ``key``."""
    lost_size: int = 0
    """How large the tree was that was signed last and is not there any more, as far as the house knows."""
    lost_root: str = ""


class Due(msgspec.Struct, frozen=True):
    """A leaf that a write leaves behind."""

    event: int
    """After which of its events the log stands there: 1 for the first, 0 for where it stood before."""
    shoe: int = 0
    commitment: str = ""
    day: str = ""
    report: str = ""
    salt: bytes = b""
    """Of a head that is sealed."""


def salt_for(stream: str) -> bytes:
    """What seals a leaf of this log: nothing for a table's."""
    return b"" if stream.startswith(TABLES) else random_bytes(SALT_BYTES)


def leaf_line(due: Due, stream: str, version: int, head: bytes) -> bytes:
    """A leaf as it is stored.

    >>> leaf_line(Due(1), "table/s42-1", 7, bytes(32))[:48]
    b'{"leaf":"head","log":"table/s42-1","version":7,"'
    """
    sealed = sha256(due.salt + head).hexdigest() if due.salt else ""
    told = "" if due.salt else head.hex()
    leaf = Leaf(stream, version, told, sealed, due.shoe, due.commitment, due.day, due.report)
    return line_of(leaf) + (_behind(due.salt) if due.salt else b"")


def _behind(salt: bytes) -> bytes:
    return b"\n" + salt.hex().encode()


def line_of(leaf: Leaf | Epoch) -> bytes:
    return msgspec.json.encode(leaf)


def entry_of(line: bytes) -> bytes:
    """What everybody may see of a stored line, and what is hashed into the tree."""
    return line.partition(b"\n")[0]


def read_leaf(line: bytes) -> Leaf | Epoch:
    """A leaf, from a stored line or an entry; raises ``msgspec.DecodeError`` where it is none."""
    return _READ.decode(entry_of(line))


_READ: Final[msgspec.json.Decoder[Leaf | Epoch]] = msgspec.json.Decoder(Leaf | Epoch)


def salt_behind(leaf: Leaf | Epoch, line: bytes) -> bytes:
    """What must stand behind a leaf in its line, in the one spelling there is: its salt where it is sealed."""
    if isinstance(leaf, Epoch) or not leaf.sealed:
        return b""
    return _behind(_salt(line))


def _salt(line: bytes) -> bytes:
    try:
        return bytes.fromhex(line.partition(b"\n")[2].decode())
    except ValueError:
        return b""


def stands(leaf: Leaf, line: bytes, head: bytes) -> bool:
    """Whether a leaf is of this head; ``line`` is the leaf as it is stored, with its salt."""
    salt = _salt(line)
    if leaf.sealed:
        return bool(salt) and sha256(salt + head).hexdigest() == leaf.sealed
    return leaf.head == head.hex()
