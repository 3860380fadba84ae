"""What an Angel Eye shoe has told, as a noted shoe: hidden cards, revoked ones, overdraws and errors stay visible."""

from collections.abc import Iterable, Iterator

from minibac.shoes.angel_eye import Noise, PlacedCard, Signal
from minibac.shoes.noted import (
    BROKEN_OFF,
    FRAMES_LOST,
    HIDDEN,
    Fact,
    Fields,
    Item,
    NotedBurn,
    NotedCard,
    NotedCoup,
    Unread,
)

DEVICE = "Angel Eye"


class ToldBurn:
    """The burned cards as a device tells them: no place has a number of its own, so they lie in the order told."""

    def __init__(self) -> None:
        self.cards: list[NotedCard] = []
        self._drawn = False

    def take(self, what: str, face: str) -> None:
        """A card was drawn; or one that was drawn is shown, or told again."""
        self._drawn = self._drawn or what == "drawn"
        if what == "drawn" or not self._drawn:
            self.cards.append(NotedCard(face or HIDDEN))
            return
        hidden = (at for at, card in enumerate(self.cards) if card.face == HIDDEN)
        at = next(hidden, len(self.cards) - 1)
        self.cards[at] = _named(self.cards[at], face)


class NotedFrames:
    """The coup on the table, as far as the device has told it."""

    def __init__(self) -> None:
        self._shoe = 0
        self._burn = ToldBurn()
        self._number = 0
        self._clear()

    def _clear(self) -> None:
        self._hands: dict[str, dict[int, NotedCard]] = {"player": {}, "banker": {}}
        self._over: dict[tuple[str, int], NotedCard] = {}
        self._winner = ""
        self._fields: Fields = ()
        self._remarks: list[str] = []

    def take(self, signal: Signal | Noise) -> Iterator[Item | Unread]:
        """What a signal completes."""
        if isinstance(signal, Noise):
            if signal.lost:
                self._remarks.append(FRAMES_LOST)
            yield Unread(signal.number, "", f"frame {signal.number}: {signal.why}")
            return
        match signal.what:
            case "started":
                yield from self.done()
                self._shoe, self._number = self._shoe + 1, 0
                yield Fact("shoe", str(self._shoe))
            case "standing-by":
                yield from self.done()
            case "result":
                self._winner = signal.winner
                bits = (("pair-bits", str(signal.pair_bits)),) if signal.pair_bits else ()
                self._fields = bits + ((("result", signal.code),) if signal.code else ())
            case "error" | "cleared":
                self._remarks.append(f"{signal.what} {signal.code}")
            case _:
                assert signal.card is not None
                if self._winner and signal.what == "drawn":  # the next coup has begun, and no standing by was heard
                    yield from self.done()
                yield from self._card(signal.what, signal.card)

    def _card(self, what: str, card: PlacedCard) -> Iterator[Item]:
        if card.number == 0:
            self._burn.take(what, card.face)
            return
        yield from self._burned()
        if what.startswith("overdrawn"):
            place = card.hand, card.number
            self._over[place] = _named(self._over.get(place), card.face)
        else:
            hand = self._hands[card.hand]
            hand[card.number] = _named(hand.get(card.number), card.face)

    def _burned(self) -> Iterator[Item]:
        if self._burn.cards:
            yield NotedBurn(tuple(self._burn.cards))
            self._burn = ToldBurn()

    def done(self) -> Iterator[Item]:
        """The coup is over, or was broken off: what is known of it."""
        yield from self._burned()
        hands = [[card for _, card in sorted(hand.items())] for hand in self._hands.values()]
        if any(hands) or self._winner or self._over:
            self._number += 1
            yield NotedCoup(
                number=self._number,
                status="" if self._winner else BROKEN_OFF,
                player=tuple(hands[0]),
                banker=tuple(hands[1]),
                over=tuple(self._over.values()),
                winner=self._winner,
                fields=self._fields,
                remarks=tuple(self._remarks),
            )
            self._clear()


def _named(before: NotedCard | None, face: str) -> NotedCard:
    """A card that is shown, sent again, or taken for another: what it was read as before stays beside it."""
    if before is None:
        return NotedCard(face or HIDDEN)
    if not face:
        return before
    if before.face in (HIDDEN, face):
        return NotedCard(face, revoked=before.revoked)
    return NotedCard(face, revoked=(*before.revoked, before.face))


def read_angel_eye(told: Iterable[Signal | Noise]) -> Iterator[tuple[Item | Unread, int]]:
    """The items of a line, each with the number of the frame that completed it."""
    yield Fact("device", DEVICE), 1
    noted, number = NotedFrames(), 1
    for signal in told:
        number = signal.number if isinstance(signal, Noise) else signal.frame
        for item in noted.take(signal):
            yield item, number
    for item in noted.done():
        yield item, number
