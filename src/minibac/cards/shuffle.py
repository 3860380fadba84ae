"""The shuffle: every order of the cards equally likely, drawn from randomness that comes from outside.

Two shuffles that cannot be mistaken for one another. :func:`shuffle_live` makes the stack of a real shoe out of the
operating system's randomness. :func:`shuffle_seeded` makes the same stack again from the same seed, for work that must
be reproducible. They give different types, and the vault of a live table takes only the first.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from minibac.cards.card import Card

Entropy = Callable[[int], bytes]
"""Where random bytes come from: ``os.urandom`` for a live shoe."""


class LiveStack(NamedTuple):
    """A shuffled stack, top first, whose order nobody can repeat."""

    cards: tuple[Card, ...]


class SeededStack(NamedTuple):
    """A shuffled stack, top first, that its seed gives again; never good for a live shoe."""

    cards: tuple[Card, ...]
    seed: int


def below(bound: int, entropy: Entropy) -> int:
    """A whole number under ``bound``, each equally likely.

    Random bits that fall outside are thrown away and drawn again, never folded back: that would favour small numbers.
    """
    bits = (bound - 1).bit_length()
    octets = (bits + 7) // 8
    mask = (1 << bits) - 1
    while True:
        number = int.from_bytes(entropy(octets), "big") & mask
        if number < bound:
            return number


def draw_order(length: int, entropy: Entropy) -> tuple[int, ...]:
    """One of the ``length!`` orders of that many cards, each equally likely (Fisher and Yates)."""
    order = list(range(length))
    for last in range(length - 1, 0, -1):
        other = below(last + 1, entropy)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def shuffle_live(cards: Sequence[Card], entropy: Entropy) -> LiveStack:
    """Shuffle a live shoe. ``entropy`` is the operating system's: pass ``os.urandom``."""
    if isinstance(entropy, SeededBytes):
        raise TypeError("a live stack is never drawn from a seed: pass os.urandom, or use shuffle_seeded")
    return LiveStack(tuple(cards[index] for index in draw_order(len(cards), entropy)))


def shuffle_seeded(cards: Sequence[Card], seed: int) -> SeededStack:
    """Shuffle so that the same seed gives the same stack, on any machine and any version.

    >>> from minibac.cards.card import ALL_CARDS, format_cards
    >>> format_cards(shuffle_seeded(ALL_CARDS, seed=1).cards[:5])
    '2s,9d,8h,Kc,2c'
    """
    return SeededStack(tuple(cards[index] for index in draw_order(len(cards), SeededBytes(seed))), seed)


class SeededBytes:
    """An endless stream of bytes that only depends on the seed: SHA-256 of the seed and a counter."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._blocks = 0
        self._left = b""

    def __call__(self, octets: int) -> bytes:
        while len(self._left) < octets:
            self._left += hashlib.sha256(f"minibac/{self._seed}/{self._blocks}".encode()).digest()
            self._blocks += 1
        taken, self._left = self._left[:octets], self._left[octets:]
        return taken
