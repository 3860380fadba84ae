"""The vault: the only place that knows the order of undealt cards.

It draws one uniform order from the operating system's randomness when the last step of a shuffle is done, commits to
it, gives out a card's identity when a step turns it, and reveals everything when the shoe is over.
"""

import copy
import hashlib
from collections.abc import Sequence
from typing import Self

from minibac.cards.card import ALL_CARDS, Card, parse_card
from minibac.cards.share import mixed
from minibac.cards.shuffle import Entropy, SeededBytes, shuffle_live, shuffle_seeded

SALT_BYTES = 32


class Vault:
    """One table's undealt cards, in an order that nobody can repeat: pass ``os.urandom``."""

    by_hand = False
    """Whether the cards come from a real shoe and are named as they are turned."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._dealt: tuple[str, ...] = ()
        self._kept: tuple[tuple[tuple[str, ...], bytes], ...] = ()
        self._stack: tuple[str, ...] = ()

    def fork(self) -> Self:
        """A vault in the same state: a step is tried on it, and it takes this one's place once the step is kept."""
        return copy.copy(self)

    def draw(self, decks: int, on_top: tuple[int, ...] = ()) -> str:
        """Shuffle that many decks and say the commitment: SHA-256 of salt and order, top first, before the cut.

        ``on_top``: positions of the shoe before whose cards still lie face down on the layout; the others are shuffled.
        """
        # Nobody knows a card whose order was lost: it is drawn with the others.
        waiting = tuple(self._dealt[position] for position in on_top) if self._dealt else ()
        order = waiting + tuple(map(str, self._shuffled(_without(ALL_CARDS * decks, waiting))))
        salt = self._entropy(SALT_BYTES)
        self._kept = (*self._kept, (order, salt))
        self._stack = self._dealt = order
        return commitment(order, salt)

    def _shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return shuffle_live(cards, self._entropy).cards

    def mix(self, seed: str) -> None:
        """Permute the stack by the guests' shares in the shuffle; what was committed to stays as it is."""
        self._stack = self._dealt = mixed(self._stack, seed)

    def cut(self, position: int) -> None:
        """Bring the front to the back."""
        self._dealt = (*self._stack[position:], *self._stack[:position])

    def card(self, position: int) -> str:
        """The card at a position of the shoe, for a step that turns it."""
        return self._dealt[position]

    def reveal(self) -> tuple[tuple[str, ...], str]:
        """Order and salt of the oldest shoe that has not been shown."""
        (order, salt), *rest = self._kept
        self._kept = tuple(rest)
        return order, salt.hex()


def _without(cards: Sequence[Card], taken: Sequence[str]) -> tuple[Card, ...]:
    left = list(cards)
    for name in taken:
        left.remove(parse_card(name))
    return tuple(left)


class PracticeVault(Vault):
    """Shoes that a seed gives again, for tests, lessons and replays; never for a live shoe."""

    def __init__(self, seed: int) -> None:
        super().__init__(SeededBytes(seed))
        self._seed = seed
        self._shoes = 0

    def _shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        self._shoes += 1
        return shuffle_seeded(cards, self._seed * 1_000_003 + self._shoes).cards


def commitment(order: tuple[str, ...], salt: bytes) -> str:
    """``SHA-256(salt ‖ comma-joined order)``, in hexadecimal.

    >>> commitment(("As", "Kd"), bytes(32))[:16]
    '5932eb912f2a9ab0'
    """
    return hashlib.sha256(salt + ",".join(order).encode()).hexdigest()
