"""Results alone, as people write them down: ``BPTB``, with a lower-case letter for each pair. One line is one shoe."""

import re
from collections.abc import Iterable, Iterator, Mapping

from minibac.play.roads import Mark, parse_marks
from minibac.shoes.foreign_words import WINNERS, RowError, winner_in
from minibac.shoes.notation import LONGEST_LINE
from minibac.shoes.noted import Comment, Fact, Item, NotedCoup, Unread

_BETWEEN = re.compile(r"[\s,;|/-]+")


def read_results(lines: Iterable[str]) -> Iterator[Item | Unread]:
    """The coups of each line; a line with anything else in it is set aside. Blank lines and # lines are passed on."""
    shoe = 0
    for line_no, line in enumerate(lines, start=1):
        text = line.strip()
        if text.startswith("#"):
            yield Comment(text[1:].strip())
            continue
        try:
            if len(text) > LONGEST_LINE:
                raise ValueError(f"a line is at most {LONGEST_LINE:,} characters long")
            marks = parse_marks(text)
        except ValueError as error:
            yield Unread(line_no, text[:200], str(error))
            continue
        if marks:
            shoe += 1
            yield Fact("shoe", str(shoe))
        for number, mark in enumerate(marks, start=1):
            yield NotedCoup(number=number, winner=_letter(mark), pairs=_pairs(mark))


def results_in(text: str, own: Mapping[str, str] = {}) -> list[tuple[str, str | None]]:
    """The winners of a row of results, in letters or in words, and the pairs of each where they are noted.

    >>> results_in("BPp"), results_in("Banker, tie"), results_in("庄")
    ([('B', None), ('P', 'p')], [('B', None), ('T', None)], [('B', None)])
    """
    results: list[tuple[str, str | None]] = []
    for word in _BETWEEN.split(text):
        if word in own or word.lower() in WINNERS:
            results.append((winner_in(word, own), None))
            continue
        try:
            results += ((_letter(mark), _pairs(mark)) for mark in parse_marks(word))
        except ValueError as error:
            raise RowError(str(error)) from None
    return results


def _letter(mark: Mark) -> str:
    return mark.winner.value[0].upper()


def _pairs(mark: Mark) -> str | None:
    """Whoever writes no letter may have kept no pairs: nothing is told then."""
    return "b" * mark.banker_pair + "p" * mark.player_pair or None
