"""Files with shoes, item by item, each with the line it stands on; of a long file one line is held at a time."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from minibac.shoes.notation import read_notation
from minibac.shoes.noted import Item, Unread
from minibac.shoes.noted_record import noted
from minibac.shoes.record import RecordError, read_record
from minibac.shoes.results_text import read_results

KINDS: Final = {".shoe": "notation", ".jsonl": "record", ".txt": "results"}
"""What a file holds, by its ending."""


class Placed(NamedTuple):
    """An item and its line."""

    item: Item | Unread
    line: int


class _Counted:
    """Lines that are counted as they are taken: an item stands on the last line that was."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self.line_no = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.line_no += 1
            yield line


def placed(kind: str, lines: Iterable[str]) -> Iterator[Placed]:
    """The items of a notation, of rows of results, or of a shoe record of ours.

    A record is one shoe and is read whole; what makes it unreadable is one line set aside.
    """
    if kind == "record":
        try:
            yield from (Placed(item, 0) for item in noted(read_record("".join(lines).encode())))
        except RecordError as error:
            yield Placed(Unread(error.line_no, "", str(error)), error.line_no)
        return
    counted = _Counted(lines)
    read = read_results if kind == "results" else read_notation
    for item in read(counted):
        yield Placed(item, counted.line_no)
