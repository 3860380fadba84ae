"""What a coup can have come to when only some of it is known: never guessed, but what cannot be is said.

The results are those that the engine reaches under the rulebook's tableau, from every two-card total with and without
a pair and every third card.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple, cast

from minibac.cards.card import POINTS, RANKS, Card, Rank, Suit
from minibac.play.coup import Coup, Stage, play
from minibac.play.results import Result
from minibac.rules.drawing import TOTALS, DrawingRules
from minibac.shoes.noted import NotedCard, NotedCoup

NO_SUIT = cast(Suit, "")
"""The suit of a card of which the rank alone is known: suits matter to no Point Count, no draw and no pair."""

OF_EACH_VALUE = tuple(next(rank for rank in RANKS if POINTS[rank] == value) for value in range(TOTALS))
"""A rank for each Value."""

MOST_UNREAD = 2
"""With more cards unread than this nearly any coup could be right."""


def seen(card: NotedCard) -> Card | None:
    """A card as the engine takes it, or nothing where it was not read."""
    return _seen(card.face)


@lru_cache(256)
def _seen(face: str) -> Card | None:
    if face in "?x":
        return None
    return Card(Rank(face[0]), Suit(face[1]) if len(face) > 1 else NO_SUIT)


class NotedResult(NamedTuple):
    """What is noted of a result; ``None`` or nothing where it is not."""

    winner: str = ""
    pairs: str | None = None
    counts: tuple[int, int] | None = None
    sizes: tuple[int, int] | None = None


def fits(result: Result, known: NotedResult) -> bool:
    """Whether this result is one that was noted so."""
    return (
        known.winner in ("", result.winner.value[0].upper())
        and known.pairs in (None, "b" * result.banker_pair + "p" * result.player_pair)
        and known.counts in (None, (result.player_total, result.banker_total))
        and known.sizes in (None, (result.player_cards, result.banker_cards))
    )


@lru_cache(1024)
def results(rules: DrawingRules, known: NotedResult) -> tuple[Result, ...]:
    """The results of complete coups that fit what is known."""
    return tuple(result for result in reachable(rules) if fits(result, known))


@lru_cache(16)
def reachable(rules: DrawingRules) -> tuple[Result, ...]:
    """Every result that a complete coup can have under this tableau, with and without pairs."""
    results = set()
    for player, banker in product(_two_cards(), repeat=2):
        todo: list[tuple[Rank, ...]] = [(player[0], banker[0], player[1], banker[1])]
        while todo:
            ranks = todo.pop()
            coup = play([Card(rank, NO_SUIT) for rank in ranks], rules)
            if coup.stage is Stage.COMPLETE:
                results.add(coup.result)
            else:
                todo += [(*ranks, rank) for rank in OF_EACH_VALUE]
    return tuple(sorted(results))


def _two_cards() -> Iterator[tuple[Rank, Rank]]:
    """Two ranks for each total that is no pair, and for each that is one."""
    kinds: dict[tuple[int, bool], tuple[Rank, Rank]] = {}
    for one, other in product(RANKS, RANKS):
        kinds.setdefault(((POINTS[one] + POINTS[other]) % TOTALS, one == other), (one, other))
    return iter(kinds.values())


def coups(coup: NotedCoup, rules: DrawingRules) -> list[Coup] | None:
    """The right coups that this one can have been, whatever the cards were that nobody read.

    ``None`` where too many were not read to say anything.
    """
    hands = (*coup.player[:2], *coup.banker[:2], *coup.player[2:], *coup.banker[2:])
    unread = sum(seen(card) is None for card in hands)
    if unread > MOST_UNREAD:
        return None
    right, known = [], NotedResult(coup.winner, None, coup.counts, (len(coup.player), len(coup.banker)))
    for ranks in product(OF_EACH_VALUE, repeat=unread):
        filled = iter(ranks)
        whole = [seen(card) or Card(next(filled), NO_SUIT) for card in hands]
        player, banker = whole[:2], whole[2:4]
        played = play([player[0], banker[0], player[1], banker[1], *whole[4:]], rules)
        sizes = len(played.player), len(played.banker)
        if played.stage is Stage.COMPLETE and sizes == known.sizes and fits(played.result, known):
            right.append(played)
    return right
