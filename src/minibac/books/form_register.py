"""The register of printed numbers: every series of the house, and what became of each number that was used (R36, R39).

A number is there once in the house, whatever pit it lies in. The house refuses a series that overlaps another; what
two pits have all the same is found here, in the logs.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from minibac.books.books import Books
from minibac.pits.papers import serial_of
from minibac.pits.pit_state import Form, Series


def form_status(form: Form) -> str:
    """How far a form has got, in a word."""
    marks = ("void", "posted", "completed", "compared", "released", "dropped", "signed")
    mark = next((mark for mark in marks if getattr(form, mark)), "prepared")
    return "recorded" if mark == "posted" else mark


class SeriesLine(NamedTuple):
    """A series in the stock of a pit, with the forms that were taken from it."""

    pit: str
    series: Series
    forms: tuple[Form, ...]

    @property
    def first(self) -> str:
        return serial_of(self.series.prefix, self.series.first)

    @property
    def last(self) -> str:
        return serial_of(self.series.prefix, self.series.last)

    @property
    def void_count(self) -> int:
        return sum(form.void for form in self.forms)

    @property
    def used_count(self) -> int:
        """Those that were used and are not void."""
        return len(self.forms) - self.void_count

    @property
    def unused_count(self) -> int:
        return self.series.last - self.series.next + 1


def form_register(books: Books) -> tuple[SeriesLine, ...]:
    """Every series of the house, pit by pit, in the order in which they were registered."""
    lines = []
    for pit in books.pits.values():
        for series in pit.state.series if pit.state else ():
            numbers = (serial_of(series.prefix, number) for number in range(series.first, series.next))
            lines.append(SeriesLine(pit.pit, series, tuple(pit.forms[n] for n in numbers if n in pit.forms)))
    return tuple(lines)


def printed_twice(lines: tuple[SeriesLine, ...]) -> Iterator[tuple[SeriesLine, SeriesLine]]:
    """Series of two pits that have numbers in common."""
    for one, other in combinations(lines, 2):
        mine, theirs = one.series, other.series
        if mine.prefix == theirs.prefix and mine.first <= theirs.last and theirs.first <= mine.last:
            yield one, other


CSV_HEADS = ("pit", "kind", "first", "last", "used", "void", "unused")


def series_csv(line: SeriesLine) -> tuple[object, ...]:
    """A series for a spreadsheet."""
    counts = (line.used_count, line.void_count, line.unused_count)
    return (line.pit, str(line.series.kind), line.first, line.last, *counts)


def register_plain(lines: tuple[SeriesLine, ...]) -> dict[str, Any]:
    """The register as JSON has it, with each number that was used."""

    def numbers(line: SeriesLine) -> list[dict[str, str]]:
        return [{"serial": f.serial, "status": form_status(f), "day": f.day, "table": f.table} for f in line.forms]

    series = [dict(zip(CSV_HEADS, series_csv(line), strict=True)) | {"numbers": numbers(line)} for line in lines]
    twice = [
        {"first": [one.pit, one.first, one.last], "second": [other.pit, other.first, other.last]}
        for one, other in printed_twice(lines)
    ]
    return {"series": series, "twice": twice}
