"""The vault of a stored table: what it knows goes to the database encrypted, in the same write as the commitment.

ChaCha20-Poly1305, a fresh nonce for each shoe, the stream and the number of the shoe as associated data: a sealed order
that is copied to another table or another shoe does not open. The key is not in the database. When the shoe is
revealed its seal is removed, in the same write. There is no command, no view and no role that reads an undealt card,
and the class has no method for it (R10).
"""

from collections.abc import Sequence

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from minibac.cards.shuffle import Entropy
from minibac.house.vault import Vault, commitment
from minibac.records.world import random_bytes
from minibac.table import events as e
from minibac.table.state import TableState

NONCE_BYTES = 12
Seal = tuple[str, bytes | None]


class Order(msgspec.Struct, frozen=True):
    """What is sealed: the stack before the cut, and the salt."""

    order: tuple[str, ...]
    salt: bytes


def seal_name(stream: str, shoe_no: int) -> str:
    """The name under which a shoe is sealed; it is the associated data too."""
    return f"{stream}/shoe/{shoe_no}"


def close(key: bytes, name: str, order: Sequence[str], salt: bytes) -> bytes:
    """Seal an order under its name."""
    nonce = random_bytes(NONCE_BYTES)
    secret = msgspec.msgpack.encode(Order(tuple(order), salt))
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, secret, name.encode())


def break_open(key: bytes, name: str, sealed: bytes | None) -> Order | None:
    """What was sealed under that name, or ``None``: the key is another one, the seal is gone or was altered."""
    if sealed is None or len(sealed) <= NONCE_BYTES:
        return None
    try:
        secret = ChaCha20Poly1305(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], name.encode())
        return msgspec.msgpack.decode(secret, type=Order)
    except (InvalidTag, msgspec.DecodeError):  # another key, or something else was sealed with this one
        return None


class SealedVault(Vault):
    """A vault that can be closed over a crash: it seals what it draws, and is restored from the seals."""

    def __init__(self, entropy: Entropy, key: bytes, stream: str) -> None:
        super().__init__(entropy)
        self._key = key
        self._stream = stream

    def __repr__(self) -> str:
        return f"<the vault of {self._stream}>"

    def seals(self, events: Sequence[e.Event]) -> tuple[Seal, ...]:
        """What a write must seal and remove with these events."""
        found: list[Seal] = []
        drawn = [event.shoe_no for event in events if isinstance(event, e.StackCommitted) and event.commitment]
        for shoe_no, (order, salt) in zip(reversed(drawn), reversed(self._kept), strict=False):
            name = seal_name(self._stream, shoe_no)
            found.append((name, close(self._key, name, order, salt)))
        gone = (event.shoe_no for event in events if isinstance(event, e.ShoeRevealed))
        found += [(seal_name(self._stream, shoe_no), None) for shoe_no in gone]
        return tuple(found)

    def restore(self, state: TableState, sealed: Sequence[bytes | None]) -> tuple[int, ...]:
        """Take up the shoes of a table from their seals, in the order of :func:`shoes_kept`; the numbers of those lost.

        An order that is not the one committed to is lost too, whoever sealed it. A table whose shoe in play is lost
        plays no card of it: whatever was restored before is forgotten.
        """
        commitments = shoes_kept(state)
        numbers = tuple(commitments)
        opened = [
            order if order and commitment(order.order, order.salt) == committed else None
            for (number, committed), seal in zip(commitments.items(), sealed, strict=True)
            for order in [break_open(self._key, seal_name(self._stream, number), seal)]
        ]
        lost = tuple(number for number, order in zip(numbers, opened, strict=True) if order is None)
        self._kept = tuple((found.order, found.salt) if found else ((), b"") for found in opened)
        self._stack = self._dealt = ()
        if opened and opened[-1] is not None and numbers[-1] == state.shoe_no:
            self._stack = opened[-1].order
            if state.share_seed:
                self.mix(state.share_seed)
            self.cut(state.cut_position)
        return lost


def shoes_kept(state: TableState) -> dict[int, str]:
    """The shoes whose order is still secret, those held back and the one on the table, with their commitments."""
    kept = {shoe.shoe_no: shoe.commitment for shoe in state.held_back}
    if state.commitment:
        kept.setdefault(state.shoe_no, state.commitment)
    return kept
