"""Compositions: how many cards of each rank are left.

A composition is thirteen whole numbers, Ace to King. It is all that the odds of the next coup depend on.

>>> without(decks(8), [Rank.ACE, Rank.KING])
(31, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 31)
"""

from collections.abc import Iterable, Sequence

from minibac.cards.card import ALL_CARDS, RANK_INDEX, RANKS, Card, Rank
from minibac.voice.said import said

Composition = tuple[int, ...]

SuitedComposition = tuple[int, ...]
"""The same by card, 52 whole numbers as ``ALL_CARDS``: spades, hearts, diamonds, clubs, each Ace to King."""

CARDS_OF_RANK = 4

OF_VALUE = (*((rank,) for rank in range(9)), (9, 10, 11, 12))
"""The Values in the order of counts: Ace to nine, then tens and faces; for each its places among the ranks."""

CLASSES: dict[int, tuple[tuple[int, ...], ...]] = {
    len(OF_VALUE) * len(alike): tuple(
        tuple(len(RANKS) * suit + rank for suit in suits for rank in ranks) for suits in alike for ranks in OF_VALUE
    )
    for alike in (((0, 3), (1, 2)), ((0,), (1,), (2,), (3,)))  # suits in the order of cards: black and red, or each
}
"""Coarser counts by card: 20 by colour and Value, black ones first, and 40 by suit and Value; for each, its cards."""


class CompositionError(ValueError):
    """Cards that cannot be: a negative count, a card that is not there. The message is a sentence."""


def decks(number: int) -> Composition:
    """Whole decks: four cards of each rank for each."""
    return (CARDS_OF_RANK * number,) * len(RANKS)


def count(cards: Iterable[Card | Rank]) -> Composition:
    """The composition of some cards."""
    counts = [0] * len(RANKS)
    for card in cards:
        counts[RANK_INDEX[card.rank if isinstance(card, Card) else card]] += 1
    return tuple(counts)


def without(composition: Composition, removed: Iterable[Card | Rank]) -> Composition:
    """What is left when cards have gone; taking a card that is not there is an error."""
    gone = count(removed)
    left = tuple(have - take for have, take in zip(composition, gone, strict=True))
    for rank, have, take in zip(RANKS, composition, gone, strict=True):
        if take > have:
            cannot = said("{cards:card|cards} of rank {rank} cannot be removed: there are {have}", cards=take)
            raise CompositionError(cannot.about(rank=rank, have=str(have)))
    return left


def check(counts: Sequence[int]) -> Composition:
    """Accept thirteen counts, Ace to King, or say what is wrong with them."""
    if len(counts) != len(RANKS):
        many_counts = said("a composition has {ranks} counts, A to K, and this one has {counts}", ranks=len(RANKS))
        raise CompositionError(many_counts.about(counts=str(len(counts))))
    for rank, number in zip(RANKS, counts, strict=True):
        if number < 0:
            negative = said("the count of rank {rank} is {number}: a count cannot be negative", rank=rank)
            raise CompositionError(negative.about(number=str(number)))
    return tuple(counts)


def check_suited(counts: Sequence[int]) -> SuitedComposition:
    """Accept 52 counts, or say what is wrong with them."""
    for card, number in zip(ALL_CARDS, counts, strict=True):
        if number < 0:
            negative = said("the count of {card} is {number}: a count cannot be negative", card=str(card))
            raise CompositionError(negative.about(number=str(number)))
    return tuple(counts)


def spread(counts: Sequence[int]) -> SuitedComposition:
    """Counts by colour or by suit as counts by card: all cards of a class lie on its first.

    >>> spread((0,) * 19 + (5,))[22]
    5
    """
    left = [0] * len(ALL_CARDS)
    for cards, number in zip(CLASSES[len(counts)], counts, strict=True):
        left[cards[0]] = number
    return check_suited(left)


def by_rank(suited: SuitedComposition) -> Composition:
    """The cards left of each rank, whatever their suits.

    >>> by_rank((8,) * 52) == decks(8)
    True
    """
    return tuple(sum(suited[rank :: len(RANKS)]) for rank in range(len(RANKS)))


def points_counts(composition: Composition) -> tuple[int, ...]:
    """The same cards by Value, 0 to 9: tens and faces together.

    >>> points_counts(decks(1))
    (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)
    """
    return (sum(composition[9:]), *composition[:9])
