"""Files with shoes, item by item, each with the line it stands on.

Of a long file one line is held at a time, or one object, or one shoe: a gigabyte needs no more memory than a page.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, islice
from typing import BinaryIO, Final, NamedTuple, TextIO

from minibac.shoes.angel_eye import frame_bytes, signals
from minibac.shoes.angel_eye_noted import read_angel_eye
from minibac.shoes.csv_rows import DELIMITERS, csv_rows, delimiter_of
from minibac.shoes.guessing import LOOKED_AT, Guess, guessed, headed, names_columns
from minibac.shoes.json_rows import json_rows
from minibac.shoes.mapped_rows import Row, items_of
from minibac.shoes.mapping import ShoeMapping
from minibac.shoes.notation import LONGEST_LINE, read_notation
from minibac.shoes.noted import Item, Unread
from minibac.shoes.noted_record import noted_lines
from minibac.shoes.record import FIRST_BYTES, RecordError, read_record, stretches
from minibac.shoes.results_text import read_results
from minibac.shoes.unpacked import Unpacked, ending_of, text_of, unpacked

NOTATION, RECORD, RESULTS, CSV, JSON, FRAMES = "notation", "record", "results", "csv", "json", "angel-eye"
KINDS: Final = {
    ".shoe": NOTATION,
    ".jsonl": RECORD,
    ".txt": RESULTS,
    ".csv": CSV,
    ".tsv": CSV,
    ".json": JSON,
    ".frames": FRAMES,
}
"""What a file holds, by its ending."""
MAPPED: Final = (CSV, JSON)
"""What is read by a mapping, or by a guess."""
LONGEST_OF_A_RECORD: Final = 64 << 20
PIECE: Final = 1 << 16


class Placed(NamedTuple):
    """An item and its line."""

    item: Item | Unread
    line: int


class ShoeFile(NamedTuple):
    """A file that is being read, and what was guessed about it."""

    items: Iterator[Placed]
    guess: Guess | None = None


def kind_of(name: str, mapping: ShoeMapping | None) -> str | None:
    """What a file of this name holds; lines of JSON are somebody's log where a mapping is given.

    >>> kind_of("scores.csv.gz", None), kind_of("shoe-3.jsonl", None), kind_of("README", None)
    ('csv', 'record', None)
    """
    kind = KINDS.get(ending_of(name))
    return JSON if kind == RECORD and mapping else kind


def shoe_file(kind: str, stream: BinaryIO, mapping: ShoeMapping | None, stack: ExitStack) -> ShoeFile:
    """The items of a file of any kind, packed by gzip or not; whoever opened the stream closes it."""
    return unpacked_file(kind, *unpacked(stream), mapping, stack)


def unpacked_file(
    kind: str, inside: BinaryIO, packed: Unpacked | None, mapping: ShoeMapping | None, stack: ExitStack
) -> ShoeFile:
    """The items of a file that was looked into already."""
    if kind == FRAMES:
        read = read_frames(inside)
    else:
        text = text_of(inside, kind, mapping.code if mapping and kind in MAPPED else "")
        stack.callback(text.detach)
        read = read_shoes(kind, text, mapping)
    return read._replace(items=_to_the_break(read.items, packed)) if packed else read


def broken_off(line: int) -> Unread:
    """That a packed file breaks off after this line."""
    return Unread(line, "", "the packed file breaks off here")


def _to_the_break(items: Iterator[Placed], packed: Unpacked) -> Iterator[Placed]:
    line = 0
    for item, line in items:
        yield Placed(item, line)
    if packed.broken:
        yield Placed(broken_off(max(line, 1)), line)


def read_shoes(kind: str, text: TextIO, mapping: ShoeMapping | None = None) -> ShoeFile:
    """The items of a file of any kind. A table that comes without a mapping is guessed, and the guess is told."""
    if kind not in MAPPED:
        return ShoeFile(placed(kind, _lines(text, LONGEST_LINE if kind != RECORD else LONGEST_OF_A_RECORD)))
    if kind == JSON:
        coups = mapping.coups if mapping else ""
        return _mapped(_pieces(text), mapping, lambda lines, known: json_rows(lines, coups or known.coups))
    return _mapped(
        _lines(text, PIECE * 4),
        mapping,
        lambda lines, known: csv_rows(
            lines, known.delimiter, header=known.header, skip=known.skip, needed=mapping.places if mapping else ()
        ),
        _table,
    )


def read_frames(stream: BinaryIO) -> ShoeFile:
    """The items of what an Angel Eye shoe has sent; a place in it is the number of a frame."""
    chunks = iter(lambda: stream.read(PIECE), b"")
    return ShoeFile(_placed(read_angel_eye(signals(frame_bytes(chunks)))))


NOTHING: Final = f"{DELIMITERS} \r\n\ufeff"
"""A line of these alone has cells and nothing in them."""
SPREADSHEETS = re.compile("sep=(.)", re.IGNORECASE)
"""A first line by which spreadsheets tell each other the delimiter."""
MOST_PREAMBLE = 20
"""Lines that may stand before a table: a title, the name of a house, the date of a report."""


def _table(first: Sequence[str]) -> ShoeMapping:
    """What the first lines of a table say about its shape: where it begins, its delimiter, whether it has a header."""
    if told := SPREADSHEETS.fullmatch(first[0].strip()) if first else None:
        return _shaped(first, 1, told[1])
    begins = next((at for at, line in enumerate(first) if line.strip(NOTHING)), len(first))
    if begins == len(first) or names_columns(_cells(first[begins], delimiter_of(first[begins]))):
        return _shaped(first, begins, "")
    widths = Counter((sign, line.count(sign)) for line in first for sign in DELIMITERS if sign in line)
    if widths:
        (delimiter, width), times = widths.most_common(1)[0]
        table = next(at for at, line in enumerate(first) if line.count(delimiter) == width)
        if times > 1 and begins < table <= MOST_PREAMBLE:
            return _shaped(first, table, delimiter)
    return _shaped(first, begins, "")


def _shaped(first: Sequence[str], begins: int, delimiter: str) -> ShoeMapping:
    """The shape of a table whose first line this is; blank lines before it need no word."""
    line = next((line for line in first[begins:] if line.strip()), "")
    delimiter = delimiter or delimiter_of(line)
    skip = begins if any(line.strip() for line in first[:begins]) else 0
    return ShoeMapping(skip=skip, delimiter=delimiter, header=headed(_cells(line, delimiter)))


def _cells(line: str, delimiter: str) -> list[str]:
    return [str(cell) for cell in next(iter(csv_rows([line], delimiter, header=False)), Row(1, {})).cells.values()]


def _mapped(
    lines: Iterator[str],
    mapping: ShoeMapping | None,
    rows: Callable[[Iterable[str], ShoeMapping], Iterator[Row]],
    shape: Callable[[Sequence[str]], ShoeMapping] = lambda _: ShoeMapping(),
) -> ShoeFile:
    if mapping:
        return ShoeFile(_placed(items_of(rows(lines, mapping), mapping)))
    first = list(islice(lines, LOOKED_AT))
    known = shape(first)
    guess = guessed(rows(first, known), known)
    return ShoeFile(_placed(items_of(rows(chain(first, lines), guess.mapping), guess.mapping)), guess)


def _placed(items: Iterable[tuple[Item | Unread, int]]) -> Iterator[Placed]:
    return (Placed(*one) for one in items)


def placed(kind: str, lines: Iterable[str]) -> Iterator[Placed]:
    """The items of a notation, of rows of results, or of shoe records of ours."""
    if kind == RECORD:
        yield from _records(lines)
        return
    counted = _Counted(lines)
    read = read_results if kind == RESULTS else read_notation
    for item in read(counted):
        yield Placed(item, counted.line_no)


class _Counted:
    """Lines that are counted as they are taken: an item stands on the last line that was."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self.line_no = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.line_no += 1
            yield line


def _records(lines: Iterable[str]) -> Iterator[Placed]:
    """Records one after the other; what makes one of them unreadable is one line set aside, and the next is read."""
    for start, data in stretches(line.encode() for line in lines):
        try:
            for item, line_no in noted_lines(read_record(data)):
                yield Placed(item, start + line_no - 1)
        except RecordError as error:
            line_no = start + max(error.line_no, 1) - 1
            why = str(error) if data.startswith(FIRST_BYTES) else f"{error}; --from json reads a log of somebody's own"
            yield Placed(Unread(line_no, "", why), line_no)


def _lines(text: TextIO, most: int) -> Iterator[str]:
    """Lines; of one that is longer than any may be, as much as shows that it is, and no more is held."""
    while line := text.readline(most + 2):
        if len(line) == most + 2 and not line.endswith("\n"):
            while (rest := text.readline(PIECE)) and not rest.endswith("\n"):
                pass
        yield line


def _pieces(text: TextIO) -> Iterator[str]:
    """Lines in pieces that are never long; none ends in a backslash, which belongs to what follows it."""
    while piece := text.readline(PIECE):
        while piece.endswith("\\") and (more := text.readline(1)):
            piece += more
        yield piece
