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

from minibac.cards.card import RANKS, Card, CardError, Rank, parse_card, parse_rank
from minibac.cards.composition import CARDS_OF_RANK, Composition, CompositionError, check, decks, without
from minibac.voice.said import Said, many, said, words_of


def parse_counts(text: str) -> Composition:
    """Thirteen counts, Ace to King, with commas or blanks between."""
    words = text.replace(",", " ").split()
    return check([_number(word) for word in words])


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise CompositionError(said("'{word}' is no count: a count is a whole number of cards", word=word)) from None


def parse_removed(text: str, number_of_decks: int) -> list[Rank]:
    """The ranks of cards that have gone, written as ``A``, ``10`` or ``Td``; none goes more often than it is there."""
    gone: list[Rank] = []
    suited: Counter[Card] = Counter()
    for word in text.replace(",", " ").split():
        rank = parse_rank(word)
        gone.append(rank)
        try:
            card = parse_card(word)
        except CardError:
            continue
        suited[card] += 1
        if suited[card] > number_of_decks:
            cannot = said("{card} cannot be removed {times} times: {decks_hold} it less often", card=str(card))
            raise CompositionError(cannot.about(times=suited[card], decks_hold=_hold(number_of_decks)))
    return gone


def _hold(number_of_decks: int) -> Said:
    return said("{decks:deck holds|decks hold}", decks=number_of_decks)


def left(number_of_decks: int, *, counts: str | None = None, removed: str | None = None) -> Composition:
    """The cards left of so many decks: the counts given, or full decks, less the cards removed."""
    composition = decks(number_of_decks)
    if counts is not None:
        composition = possible(parse_counts(counts), number_of_decks)
    if removed is not None:
        composition = without(composition, parse_removed(removed, number_of_decks))
    return composition


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
