"""A simulated Angel Eye shoe: deals a real shoe by the naive dealer and sends its frames over a bad line.

Each frame is sent three times; the line drops bytes and garbles them. Now and then a card is taken for another and told
again, and a card is drawn that no rule gives.
"""

import random
from collections.abc import Iterator

from tests.naive import dealer as naive

SUITS = {"d": 1, "c": 2, "s": 3, "h": 4}
RANKS = "?A23456789TJQK"
CARDS = [rank + suit for rank in RANKS[1:] for suit in "shdc"]
RESULTS = {"P": 0x90, "T": 0xA0, "B": 0xC0}
BURNS = {"A": 1, **{str(number): number for number in range(2, 10)}, **dict.fromkeys("TJQK", 10)}
BURN_PLACE = 0xC0


def frame(seq: int, kind: str, data: bytes = b"") -> bytes:
    body = bytes([ord("0") + seq]) + kind.encode() + data + b"\x03"
    total = 0
    for byte in body:
        total ^= byte
    return b"\x05" + body + b"%02X" % total


def card_byte(card: str) -> int:
    return 0x80 | SUITS[card[1]] << 4 | RANKS.index(card[0]) if card else 0x80


def place_byte(hand: str, number: int) -> int:
    return 0x80 | (0x10 if hand == "banker" else 0) | number


class Device:
    """One device at one table; ``shoe`` gives the bytes of a whole shoe, coup by coup."""

    def __init__(
        self,
        rulebook: str,
        seed: int,
        *,
        bad: float = 0.0,
        misread: float = 0.0,
        overdraw: float = 0.0,
        burn: str = "drawn",
    ) -> None:
        self.rulebook, self.chance = rulebook, random.Random(seed)
        self.bad, self.misread, self.overdraw = bad, misread, overdraw
        self.burn_told = burn
        """``drawn`` with its face, drawn and then ``shown``, or ``first``: the others stay hidden."""
        self.seq = 0
        self.coups: list[tuple[list[str], list[str]]] = []
        """What was really dealt, as the table should come to know it."""
        self.overdrawn: list[int] = []

    def send(self, kind: str, *data: int) -> bytes:
        """A frame, three times over a bad line."""
        told = frame(self.seq, kind, bytes(data))
        self.seq = self.seq % 9 + 1
        return b"".join(self._garbled(told) for _ in range(3))

    def _garbled(self, told: bytes) -> bytes:
        if self.chance.random() >= self.bad:
            return told
        place = self.chance.randrange(len(told))
        if self.chance.random() < 0.5:
            return told[:place] + told[place + 1 :]
        return told[:place] + bytes([told[place] ^ 1 << self.chance.randrange(8)]) + told[place + 1 :]

    def start(self) -> Iterator[bytes]:
        """A fresh shoe: its start and its burn."""
        self.left = CARDS * 8
        self.chance.shuffle(self.left)
        self.seq = 0
        yield self.send("S")
        burned = self.left[: 1 + BURNS[self.left[0][0]]]
        del self.left[: len(burned)]
        self.burned = burned
        for number, card in enumerate(burned):
            yield from self._burn(card, hidden=number > 0)

    def burn(self, count: int) -> Iterator[bytes]:
        """So many cards more are burned: the remedy for a card that was drawn in error and seen."""
        for _ in range(count):
            yield from self._burn(self.left.pop(0), hidden=False)

    def _burn(self, card: str, *, hidden: bool) -> Iterator[bytes]:
        if self.burn_told == "drawn":
            yield self.send("D", BURN_PLACE, card_byte(card))
            return
        yield self.send("D", BURN_PLACE, card_byte(""))
        if self.burn_told == "shown" or not hidden:
            yield self.send("I", BURN_PLACE, card_byte(card))

    def coup(self) -> Iterator[bytes]:
        """The frames of one coup."""
        yield self.send("P")
        player, banker, self.left, _ = naive.deal_hands(self.rulebook, self.left)
        order = [("player", 1), ("banker", 1), ("player", 2), ("banker", 2)]
        order += [("player", 3)] * (len(player) > 2) + [("banker", 3)] * (len(banker) > 2)
        for hand, number in order:
            card = (player if hand == "player" else banker)[number - 1]
            yield self.send("D", place_byte(hand, number), 0x80)
            if self.chance.random() < self.misread:
                wrong = self.chance.choice([other for other in CARDS if other != card])
                yield self.send("I", place_byte(hand, number), card_byte(wrong))
                yield self.send("R", place_byte(hand, number), card_byte(card))
            else:
                yield self.send("I", place_byte(hand, number), card_byte(card))
        counts = naive.point_count(player), naive.point_count(banker)
        winner = "T" if counts[0] == counts[1] else "P" if counts[0] > counts[1] else "B"
        if self.chance.random() < self.overdraw and len(player) == 2:
            card = self.left.pop(0)
            self.overdrawn.append(len(self.coups))
            yield self.send("E", 0x82)
            yield self.send("d", place_byte("player", 3), card_byte(card))
            yield from self.burn(BURNS[card[0]])
            yield self.send("e", 0x82)
        yield self.send("G", RESULTS[winner])
        self.coups.append((player, banker))
