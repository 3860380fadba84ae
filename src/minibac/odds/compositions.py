"""The cards left, as people write them down: counts, removed cards, and files with a composition on each line.

>>> parse_counts("32,32,32,32,32,32,32,32,32,32,32,32,31")[-1]
31
>>> left(8, removed="A, A, Kd")
(30, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 31)
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from minibac.cards.card import ALL_CARDS, RANKS, Card, CardError, Rank, parse_card, parse_rank
from minibac.cards.composition import (
    CARDS_OF_RANK,
    CLASSES,
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
    if len(counts) not in (len(RANKS), len(ALL_CARDS)):
        wrong = said("a composition has {ranks} counts, A to K, or {cards} by card, and this one has {counts}")
        wrong = wrong.about(ranks=len(RANKS), cards=len(ALL_CARDS), counts=str(len(counts)))
        raise CompositionError(wrong)
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
    """Compositions from CSV: counts by rank (13), colour (20), suit (40) or card (52), or named columns.

    Columns that are named otherwise lie beside them.
    """
    import csv  # most who ask for a price have no file to read

    rows = csv.reader(lines)
    heads: list[str] | None = None
    places: list[int] = []
    length = 0
    written = ([cell.strip() for cell in row] for row in rows)
    for number, cells in enumerate(filter(any, written)):
        if number == 0 and not all(cell.lstrip("+-").isdigit() for cell in cells):
            heads, places = _heading(cells)
            continue
        try:
            line = _line(cells, heads, places, number_of_decks)
            if length not in (0, len(line.composition)):
                others = said("this line has {counts} counts, and those before it have {others}", others=str(length))
                raise CompositionError(others.about(counts=str(len(line.composition))))
            length = len(line.composition)
            yield line
        except CompositionError as error:
            where = said("line {number}: {fault}", number=str(rows.line_num), fault=words_of(error))
            raise CompositionError(where) from None


def _heading(cells: list[str]) -> tuple[list[str], list[int]]:
    by_card = [cell[:-1].upper().replace("10", "T") + cell[-1:].lower() for cell in cells]
    if all(str(card) in by_card for card in ALL_CARDS):
        return cells, [by_card.index(str(card)) for card in ALL_CARDS]
    names = [cell.upper().replace("10", "T") for cell in cells]
    missing = [rank.value for rank in RANKS if rank.value not in names]
    if missing:
        heading = said("the heading has no column {missing}: ranks are {ranks}", missing=many(missing, "and"))
        raise CompositionError(heading.about(ranks=many(RANKS, "and")))
    return cells, [names.index(rank.value) for rank in RANKS]


def _line(cells: list[str], heads: list[str] | None, places: list[int], number_of_decks: int) -> Line:
    if heads is None:
        return Line(_left_of(list(map(_number, cells)), number_of_decks), {})
    if len(cells) != len(heads):
        under = said("there are {cells} columns under a heading of {heads}", cells=len(cells), heads=len(heads))
        raise CompositionError(under)
    composition = _left_of([_number(cells[place]) for place in places], number_of_decks)
    return Line(composition, {head: cells[i] for i, head in enumerate(heads) if i not in places})


def count_names(counts: Composition) -> list[str]:
    """What the counts of a line are counts of.

    >>> count_names((0,) * 20)[8:12]
    ['black 9', 'black T', 'red A', 'red 2']
    """
    if len(counts) == len(RANKS):
        return [rank.value for rank in RANKS]
    if len(counts) == len(ALL_CARDS):
        return list(map(str, ALL_CARDS))
    kinds = ("black", "red") if len(counts) == 20 else ("spades", "hearts", "diamonds", "clubs")
    return [f"{kind} {rank}" for kind in kinds for rank in "A23456789T"]


def _left_of(counts: list[int], number_of_decks: int) -> Composition:
    """Counts of one line, by rank, colour, suit or card, that so many decks can leave."""
    if len(counts) == len(ALL_CARDS):
        suited = check_suited(counts)
        _possible_by_card(suited, number_of_decks)
        return suited
    if len(counts) in CLASSES:
        for cards, count in zip(CLASSES[len(counts)], counts, strict=True):
            most = len(cards) * number_of_decks
            if not 0 <= count <= most:
                cannot = said("there cannot be {count} cards like {card}: {decks_hold} {most}", count=str(count))
                cannot = cannot.about(card=str(ALL_CARDS[cards[0]]), decks_hold=_hold(number_of_decks), most=str(most))
                raise CompositionError(cannot)
        return tuple(counts)
    if len(counts) != len(RANKS):
        wrong = said("a line has 13 counts by rank, 20 by colour, 40 by suit or 52 by card, and this one has {counts}")
        raise CompositionError(wrong.about(counts=str(len(counts))))
    return possible(check(counts), number_of_decks)
