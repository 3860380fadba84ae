"""Cards dealt by hand: a table that follows a real one.

Nothing is shuffled and nothing is committed to, because the house does not know the order. Each card's identity is
asked for when a step turns it, and whoever watches the real table says what it is.
"""

from collections.abc import Iterable

from minibac.house.vault import Vault


class CardWantedError(LookupError):
    """A step turns a card that nobody has named yet. ``position`` is its place in the shoe."""

    def __init__(self, position: int) -> None:
        super().__init__(f"card {position + 1} of the shoe has not been named yet")
        self.position = position


class ByHand(Vault):
    """In the vault's place: it knows the cards that were named, and no others."""

    by_hand = True

    def __init__(self) -> None:
        super().__init__(lambda _: b"")
        self._named: dict[int, str] = {}
        self._waiting: list[str] = []

    def name(self, cards: Iterable[str]) -> None:
        """Name the cards that are turned next, in the order in which they are asked for."""
        self._waiting += cards

    def correct(self, position: int, card: str) -> None:
        """The card at a position was another than was named; names that wait for later cards are asked for again."""
        self._named[position] = card
        self._waiting = []

    def forget(self, shown: Iterable[int]) -> None:
        """Take back what was named and not turned: the step that asked for it was refused."""
        kept = set(shown)
        self._named = {position: card for position, card in self._named.items() if position in kept}
        self._waiting = []

    def draw(self, decks: int, on_top: tuple[int, ...] = ()) -> str:
        """A new shoe comes to the table. There is no order to commit to; cards left on the layout lie on top."""
        del decks
        waiting = {new: self._named[old] for new, old in enumerate(on_top) if old in self._named}
        self._named, self._waiting = waiting, []
        return ""

    def cut(self, position: int) -> None:
        """The real stack is cut; nothing is known about it before or after."""

    def card(self, position: int) -> str:
        """The card that was named for a position, or :class:`CardWantedError`."""
        if position not in self._named:
            if not self._waiting:
                raise CardWantedError(position)
            self._named[position] = self._waiting.pop(0)
        return self._named[position]

    def reveal(self) -> tuple[tuple[str, ...], str]:
        """Nothing was committed to, and nothing is revealed."""
        return (), ""
