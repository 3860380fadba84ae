"""Cards: ranks, suits, what they are worth, and how they are written.

>>> card = parse_card("Td")
>>> card.rank, card.suit, str(card), card.points, burn_count(card.rank)
(<Rank.TEN: 'T'>, <Suit.DIAMONDS: 'd'>, 'Td', 0, 10)
>>> total([parse_card("9s"), parse_card("5h")])
4
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from minibac.voice.said import Said, many, said


class Rank(StrEnum):
    """The thirteen ranks, in the order of every composition in this program."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Suit(StrEnum):
    """The four suits. They never matter to a Point Count, nor to a pair."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"


RANKS = tuple(Rank)
RANK_INDEX = {rank: index for index, rank in enumerate(RANKS)}

POINTS = {rank: index + 1 if index < 9 else 0 for index, rank in enumerate(RANKS)}
"""The Value of each rank: an Ace one, 2 to 9 their face, tens and faces nothing (s42/a/2, ma/6/a)."""

BURN_COUNTS = {rank: points or 10 for rank, points in POINTS.items()}
"""How many cards the first card burns: its Value, but ten for tens and faces (s42/e/6/burn-count, ma/5/f/count)."""


class Card(NamedTuple):
    """One playing card."""

    rank: Rank
    suit: Suit

    @property
    def points(self) -> int:
        """The Value of the card."""
        return POINTS[self.rank]

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"<Card {self}>"


ALL_CARDS = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)
"""One deck, suit by suit and in sequence, as it is spread for inspection (s42/d/2/suit-sequence)."""

_BY_NAME = {str(card): card for card in ALL_CARDS}


class CardError(ValueError):
    """A card that does not exist. The message is a sentence for the person who wrote it."""

    def __init__(self, message: Said) -> None:
        super().__init__(message)
        self.said = message


def parse_card(text: str) -> Card:
    """Read a card written rank then suit, as ``Td``; ``10d`` and ``tD`` are understood too."""
    word = text.strip()
    name = (word[:-1].upper().replace("10", "T") + word[-1:].lower()) if word else ""
    card = _BY_NAME.get(name)
    if card is None:
        raise CardError(
            said(
                "there is no card {text}: a card is a rank ({ranks}) and a suit ({suits}), as Td",
                text=repr(text.strip()),
                ranks=" ".join(RANKS),
                suits=" ".join(Suit),
            )
        )
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by commas or blanks.

    >>> [str(card) for card in parse_cards("7h,9s 3c")]
    ['7h', '9s', '3c']
    """
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def cards_of(cards: Iterable[Card | str] | str) -> tuple[Card, ...]:
    """Cards as a program has them: written in one text, or one by one as cards or words.

    >>> cards_of("7h 9s") == cards_of(["7h", parse_card("9s")])
    True
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    return tuple([parse_card(card) if isinstance(card, str) else card for card in cards])


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards so that :func:`parse_cards` reads them back."""
    return ",".join(map(str, cards))


def parse_rank(text: str) -> Rank:
    """Read a bare rank, or the rank of a card where the suit does not matter."""
    word = text.strip().upper().replace("10", "T")
    if word in RANKS:
        return Rank(word)
    try:
        return parse_card(text).rank
    except CardError:
        ranks = many(map(str, RANKS), "and")
        raise CardError(
            said("there is no rank {text}: ranks are {ranks}", text=repr(text.strip()), ranks=ranks)
        ) from None


def points(rank: Rank) -> int:
    """The Value of a rank; the only source of Values in the program."""
    return POINTS[rank]


def burn_count(rank: Rank) -> int:
    """How many further cards a first card of this rank burns."""
    return BURN_COUNTS[rank]


def total(cards: Iterable[Card]) -> int:
    """The Point Count of a hand: the sum of its Values, of which only the right digit counts."""
    return sum(POINTS[card.rank] for card in cards) % 10
