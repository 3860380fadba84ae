"""The cards left, as people write them down: counts, removed cards, and files with a composition on each line.

>>> parse_counts("32,32,32,32,32,32,32,32,32,32,32,32,31")[-1]
31
>>> left(8, removed="A, A, Kd")
(30, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 31)
"""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from minibac.cards.card import ALL_CARDS, RANKS, Card, CardError, Rank, parse_card, parse_rank
from minibac.cards.composition import (
    CARDS_OF_RANK,
    Composition,
    CompositionError,
    SuitedComposition,
    by_rank,
    check,
    check_suited,
    without,
)
from minibac.voice.said import Said, many, said, words_of


def parse_counts(text: str) -> Composition:
    """Thirteen counts, Ace to King, or 52 by card, with commas or blanks between."""
    counts = [_number(word) for word in text.replace(",", " ").split()]
    return check_suited(counts) if len(counts) == len(ALL_CARDS) else check(counts)


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise CompositionError(said("'{word}' is no count: a count is a whole number of cards", word=word)) from None


def parse_removed(text: str, number_of_decks: int) -> list[Rank | Card]:
    """Cards that have gone, written as ``A``, ``10`` or ``Td``; none goes more often than it is there."""
    gone: list[Rank | Card] = []
    suited: Counter[Card] = Counter()
    for word in text.replace(",", " ").split():
        rank = parse_rank(word)
        try:
            card = parse_card(word)
        except CardError:
            gone.append(rank)
            continue
        gone.append(card)
        suited[card] += 1
        if suited[card] > number_of_decks:
            cannot = said("{card} cannot be removed {times} times: {decks_hold} it less often", card=str(card))
            raise CompositionError(cannot.about(times=suited[card], decks_hold=_hold(number_of_decks)))
    return gone


def _hold(number_of_decks: int) -> Said:
    return said("{decks:deck holds|decks hold}", decks=number_of_decks)


def left(number_of_decks: int, *, counts: str | None = None, removed: str | None = None) -> Composition:
    """The cards left of so many decks: the counts given, or full decks, less the cards removed.

    By card, 52 numbers, as long as every suit is known: a removed card without a suit leaves thirteen.
    """
    gone = parse_removed(removed, number_of_decks) if removed is not None else []
    given = parse_counts(counts) if counts is not None else (number_of_decks,) * len(ALL_CARDS)
    if len(given) == len(ALL_CARDS):
        _possible_by_card(given, number_of_decks)
        without(by_rank(given), gone)  # says what is not there
        if all(isinstance(card, Card) for card in gone):
            return _without_cards(given, [card for card in gone if isinstance(card, Card)])
        given = by_rank(given)
    return without(possible(given, number_of_decks), gone)


def _possible_by_card(counts: SuitedComposition, number_of_decks: int) -> None:
    for card, count in zip(ALL_CARDS, counts, strict=True):
        if count > number_of_decks:
            cannot = said("there cannot be {count} cards {card}: {decks_hold} {most} of each", count=str(count))
            decks_hold, most = _hold(number_of_decks), str(number_of_decks)
            raise CompositionError(cannot.about(card=str(card), decks_hold=decks_hold, most=most))


def _without_cards(counts: SuitedComposition, gone: Iterable[Card]) -> SuitedComposition:
    taken = Counter(gone)
    for card, count in zip(ALL_CARDS, counts, strict=True):
        if taken[card] > count:
            cannot = said("{cards:card|cards} {card} cannot be removed: there are {have}", cards=taken[card])
            raise CompositionError(cannot.about(card=str(card), have=str(count)))
    return tuple(count - taken[card] for card, count in zip(ALL_CARDS, counts, strict=True))


def possible(composition: Composition, number_of_decks: int) -> Composition:
    """Refuse counts that so many decks cannot leave."""
    most = CARDS_OF_RANK * number_of_decks
    for rank, count in zip(RANKS, composition, strict=True):
        if count > most:
            cannot = said("there cannot be {count} cards of rank {rank}: {decks_hold} {most} of each rank", rank=rank)
            raise CompositionError(cannot.about(count=str(count), decks_hold=_hold(number_of_decks), most=str(most)))
    return composition


class Line(NamedTuple):
    """One composition of a file, with the other columns of its line."""

    composition: Composition
    kept: dict[str, str]


def read_lines(lines: Iterable[str], number_of_decks: int) -> Iterator[Line]:
    """Compositions from CSV: thirteen numbers a line, or columns named by rank, with others beside them."""
    rows = csv.reader(lines)
    heads: list[str] | None = None
    places: list[int] = []
    written = ([cell.strip() for cell in row] for row in rows)
    for number, cells in enumerate(filter(any, written)):
        if number == 0 and not all(cell.lstrip("+-").isdigit() for cell in cells):
            heads, places = _heading(cells)
            continue
        try:
            yield _line(cells, heads, places, number_of_decks)
        except CompositionError as error:
            line = said("line {number}: {fault}", number=str(rows.line_num), fault=words_of(error))
            raise CompositionError(line) from None


def _heading(cells: list[str]) -> tuple[list[str], list[int]]:
    names = [cell.upper().replace("10", "T") for cell in cells]
    missing = [rank.value for rank in RANKS if rank.value not in names]
    if missing:
        heading = said("the heading has no column {missing}: ranks are {ranks}", missing=many(missing, "and"))
        raise CompositionError(heading.about(ranks=many(RANKS, "and")))
    return cells, [names.index(rank.value) for rank in RANKS]


def _line(cells: list[str], heads: list[str] | None, places: list[int], number_of_decks: int) -> Line:
    if heads is None:
        return Line(possible(check(list(map(_number, cells))), number_of_decks), {})
    if len(cells) != len(heads):
        under = said("there are {cells} columns under a heading of {heads}", cells=len(cells), heads=len(heads))
        raise CompositionError(under)
    composition = possible(check([_number(cells[place]) for place in places]), number_of_decks)
    return Line(composition, {head: cells[i] for i, head in enumerate(heads) if i not in places})
