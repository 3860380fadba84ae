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
from minibac.rules.words import counted, listed


def parse_counts(text: str) -> Composition:
    """Thirteen counts, Ace to King, with commas or blanks between."""
    words = text.replace(",", " ").split()
    return check([_number(word) for word in words])


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise CompositionError(f"{word!r} is no count: a count is a whole number of cards") from None


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
            raise CompositionError(
                f"{card} cannot be removed {suited[card]} times: {_hold(number_of_decks)} it less often"
            )
    return gone


def _hold(number_of_decks: int) -> str:
    return f"{counted(number_of_decks, 'deck')} hold{'s' if number_of_decks == 1 else ''}"


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
            raise CompositionError(
                f"there cannot be {count} cards of rank {rank}: {_hold(number_of_decks)} {most} of each rank"
            )
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
            raise CompositionError(f"line {rows.line_num}: {error}") from None


def _heading(cells: list[str]) -> tuple[list[str], list[int]]:
    names = [cell.upper().replace("10", "T") for cell in cells]
    missing = [rank.value for rank in RANKS if rank.value not in names]
    if missing:
        raise CompositionError(f"the heading has no column {listed(missing, 'and')}: ranks are {listed(RANKS, 'and')}")
    return cells, [names.index(rank.value) for rank in RANKS]


def _line(cells: list[str], heads: list[str] | None, places: list[int], number_of_decks: int) -> Line:
    if heads is None:
        return Line(possible(check(list(map(_number, cells))), number_of_decks), {})
    if len(cells) != len(heads):
        raise CompositionError(f"there are {len(cells)} columns under a heading of {len(heads)}")
    composition = possible(check([_number(cells[place]) for place in places]), number_of_decks)
    return Line(composition, {head: cells[i] for i, head in enumerate(heads) if i not in places})
