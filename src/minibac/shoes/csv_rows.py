"""Tables of text, row by row: any delimiter, with a header or without; a broken line costs no other."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from minibac.shoes.mapped_rows import Row

DELIMITERS: Final = ",;\t|"
MOST_LINES: Final = 20
"""A cell in quotes may have line breaks in it; a quote that is not closed after so many lines is a broken line."""


def delimiter_of(line: str) -> str:
    """The delimiter that a line has most of; a comma where it has none.

    >>> delimiter_of("Shoe;Hand;Result"), delimiter_of("Result")
    (';', ',')
    """
    return max(DELIMITERS, key=line.count)


def csv_rows(
    lines: Iterable[str], delimiter: str = "", *, header: bool = True, skip: int = 0, needed: Iterable[str] = ()
) -> Iterator[Row]:
    """The rows of a table, each by the names of its columns; ``skip`` lines stand before it.

    A row with nothing in it is passed over as a blank line is. Of a table that lacks a column that is ``needed`` no row
    is read: what stands in it would be taken for all that is known.
    """
    names: Sequence[str] = ()
    for line_no, text in _records(lines, skip):
        if not text.strip():
            continue
        delimiter = delimiter or delimiter_of(text)
        try:
            cells = next(csv.reader([text], delimiter=delimiter, strict=True))
        except (csv.Error, StopIteration) as error:
            yield Row(line_no, {"": text[:200]}, f"this is no line of a table: {error}")
            continue
        if not any(map(str.strip, cells)):
            continue
        if not names:
            names = _named([cell.strip() for cell in cells]) if header else list(map(str, range(1, len(cells) + 1)))
            if lacking := [f"{name!r}" for name in dict.fromkeys(needed) if name and name not in names]:
                columns = ", ".join(f"{name!r}" for name in names)
                yield Row(line_no, {}, f"the table has no column {', '.join(lacking)}; its columns are {columns[:500]}")
                return
            if header:
                continue
        named = dict(zip(names, cells, strict=False))
        wrong = "" if len(cells) == len(names) else f"{len(cells)} cells, where the first line has {len(names)}"
        yield Row(line_no, named, wrong)


def _named(cells: Sequence[str]) -> list[str]:
    """The names of columns; one without a name, or with that of another, is called by its number."""
    names: list[str] = []
    for number, cell in enumerate(cells, start=1):
        names.append(str(number) if not cell or cell in names else cell)
    return names


def _records(lines: Iterable[str], skip: int) -> Iterator[tuple[int, str]]:
    """Lines, joined where a cell in quotes goes on; the first line without its mark of UTF-8."""
    waiting: list[str] = []
    start = 0
    for line_no, line in enumerate(lines, start=1):
        if line_no <= skip:
            continue
        text = line.removeprefix("\ufeff") if line_no == 1 else line
        start = start if waiting else line_no
        waiting.append(text)
        if sum(one.count('"') for one in waiting) % 2 == 0:
            yield start, "".join(waiting).rstrip("\r\n")
            waiting = []
        elif len(waiting) == MOST_LINES:
            yield from _alone(waiting, start)
            waiting = []
    yield from _alone(waiting, start)


def _alone(lines: Iterable[str], start: int) -> Iterator[tuple[int, str]]:
    """The quote was never closed: each line stands for itself."""
    for number, line in enumerate(lines):
        yield start + number, line.rstrip("\r\n")
