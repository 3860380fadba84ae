"""What can be noted of a shoe, by whoever saw it and however much that was.

A shoe is a row of items: facts about it, the burn, the cut, coups, and whatever else was seen. A card is known whole,
by its rank alone, was drawn and not read, or was never turned; a coup may be known by its result alone. The notation
(``notation.py``) writes each item as one line.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import count, filterfalse
from operator import itemgetter
from typing import Final, TypeVar

import msgspec

from minibac.display.frames import Columns

UNREAD: Final = "?"
"""A card that was drawn and not read."""
HIDDEN: Final = "x"
"""A card that nobody turned."""
VOID: Final = "void"
SIMULATED: Final = "simulated"
BROKEN_OFF: Final = "broken-off"
STATUSES: Final = (VOID, SIMULATED, BROKEN_OFF)
FRAMES_LOST: Final = "frames lost"
"""The remark on a coup in which something that an electronic shoe sent never came."""
OUTCOMES: Final = ("win", "lose", "push", "void")

Fields = tuple[tuple[str, str], ...]
"""What a producer adds under names of its own, in its order."""


class NotedCard(msgspec.Struct, frozen=True):
    """A card as somebody saw it."""

    face: str
    """``Kh``, ``K``, ``?`` or ``x``."""
    drawn: int = 0
    """Which card of the coup it was as it left the shoe, from 1; 0 where the usual order says it."""
    sure: Decimal | None = None
    """How sure the reader was, in percent."""
    revoked: tuple[str, ...] = ()
    """What it was read as before, and taken back."""

    @property
    def rank(self) -> str:
        """The rank, or nothing where it is not known."""
        return "" if self.face in (UNREAD, HIDDEN) else self.face[0]


class NotedWager(msgspec.Struct, frozen=True):
    """A wager and what became of it, as far as it is known."""

    seat: int
    wager: str
    stake_cents: int
    outcome: str = ""
    net_cents: int | None = None
    vigorish_cents: int = 0
    added_cents: int = 0
    """Of a House Money payout."""
    coupon_cents: int = 0


def _pair_of(hand: tuple[NotedCard, ...]) -> bool | None:
    """Whether the first two cards of a hand are a pair; ``None`` where one of them is not known."""
    ranks = [card.rank for card in hand[:2]]
    return ranks[0] == ranks[1] if len(ranks) == 2 and all(ranks) else None


class NotedCoup(msgspec.Struct, frozen=True, kw_only=True):
    """One round, as far as it is known."""

    number: int = 0
    """0 where it has none."""
    status: str = ""
    player: tuple[NotedCard, ...] = ()
    banker: tuple[NotedCard, ...] = ()
    over: tuple[NotedCard, ...] = ()
    """Cards that left the shoe in this round and belong to neither hand."""
    winner: str = ""
    pairs: str | None = None
    """``p``, ``b``, ``bp``, nothing where it is told that there was none, ``None`` where it is not told."""
    counts: tuple[int, int] | None = None
    """Player's, then Banker's."""
    wagers: tuple[NotedWager, ...] = ()
    fields: Fields = ()
    remarks: tuple[str, ...] = ()
    """Irregularities and whatever else was seen."""
    comment: str = ""

    @staticmethod
    def columns() -> Columns:
        """What of a coup stands in a row; a count, or a pair, of which nothing is told is empty."""
        return {
            "number": int, "status": str, "winner": str, "player": str, "banker": str, "player_total": int,
            "banker_total": int, "player_pair": bool, "banker_pair": bool, "wagers": int, "staked_cents": int,
            "net_cents": int, "remarks": str,
        }  # fmt: skip

    def lines(self) -> Iterator[tuple[object, ...]]:
        """The row."""
        faces = [" ".join(card.face for card in hand) for hand in (self.player, self.banker)]
        pairs: tuple[bool | None, bool | None] = _pair_of(self.player), _pair_of(self.banker)
        if self.pairs is not None:
            pairs = "p" in self.pairs, "b" in self.pairs
        nets = [wager.net_cents for wager in self.wagers if wager.net_cents is not None]
        net = sum(nets) if len(nets) == len(self.wagers) else None
        staked = sum(wager.stake_cents + wager.added_cents for wager in self.wagers)
        counts, remarks = self.counts or (None, None), "; ".join(self.remarks)
        status = self.status or "settled"
        yield (self.number, status, self.winner, *faces, *counts, *pairs, len(self.wagers), staked, net, remarks)


class Fact(msgspec.Struct, frozen=True):
    """Something about the shoe or the file: rulebook, source, device, time; ``shoe`` begins another shoe."""

    name: str
    value: str


class NotedBurn(msgspec.Struct, frozen=True):
    """The burn, its first card first."""

    cards: tuple[NotedCard, ...]
    fields: Fields = ()
    comment: str = ""


class NotedCut(msgspec.Struct, frozen=True):
    """Where the stack was cut: so many cards from the top went to the bottom."""

    position: int
    fields: Fields = ()
    comment: str = ""


class NotedMoment(msgspec.Struct, frozen=True):
    """Something that happened between or in coups: ``cutting-card``, ``last-hand``, ``shuffle`` …"""

    what: str
    cards: tuple[NotedCard, ...] = ()
    fields: Fields = ()
    remarks: tuple[str, ...] = ()
    comment: str = ""


class Comment(msgspec.Struct, frozen=True):
    """A line for readers."""

    text: str


class Unread(msgspec.Struct, frozen=True):
    """A line that says nothing in this notation: set aside, never guessed."""

    line_no: int
    text: str
    why: str


Of = TypeVar("Of")
Item = Fact | NotedBurn | NotedCut | NotedCoup | NotedMoment | Comment


def in_usual_order(player: Sequence[Of], banker: Sequence[Of]) -> list[Of]:
    """What stands for the cards of both hands, as they leave a shoe: Player, Banker, Player, Banker, third cards."""
    first = [card for two in zip(player[:2], banker[:2], strict=False) for card in two]
    late = [*player[len(banker[:2]) : 2], *banker[len(player[:2]) : 2]]
    return [*first, *late, *player[2:], *banker[2:]]


def in_order_of(coup: NotedCoup, player: Sequence[Of], banker: Sequence[Of]) -> list[Of]:
    """What stands for the cards of both hands, as they left the shoe.

    Where only some cards say which they were, the others have the places that are left, in the usual order.
    """
    usual = in_usual_order(player, banker)
    said = {card.drawn for card in (*coup.player, *coup.banker, *coup.over)}
    if said <= {0}:
        return usual
    free = filterfalse(said.__contains__, count(1))
    numbers = [card.drawn or next(free) for card in in_usual_order(coup.player, coup.banker)]
    return [each for _, each in sorted(zip(numbers, usual, strict=True), key=itemgetter(0))]


def in_order(coup: NotedCoup) -> list[NotedCard]:
    """The cards of both hands as they left the shoe.

    Those of neither hand are noted again where they go, to the next coup or to the rack: they are not counted here.
    """
    return in_order_of(coup, coup.player, coup.banker)
