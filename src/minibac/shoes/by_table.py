"""Rows of several tables by turns, or from the newest to the oldest, put into the order in which a shoe was dealt.

Of each table the shoe that is being read is held, until the table has another one; of no file more than that.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from minibac.shoes.noted import NotedCoup, NotedMoment, Unread

MOST_TABLES: Final = 1_000
MOST_ROWS: Final = 16_384
"""Of a shoe that are held; a shoe has some eighty. What is longer is read in pieces."""


class RowOfShoe(NamedTuple):
    """What one row says, and of which shoe; nothing where it says no more than that."""

    line_no: int
    table: str
    shoe: str
    device: str
    item: NotedCoup | NotedMoment | Unread | None
    coup: int = 0
    """The number of the coup, also of a row that cannot be read whole."""


def in_order(rows: Iterable[RowOfShoe], *, newest_first: bool) -> Iterator[RowOfShoe]:
    """The rows of each shoe together, the first coup first."""
    held: dict[str, list[RowOfShoe]] = {}
    table = ""
    for row in rows:
        # of a row that was set aside its table may not be known: it lies beside the row before
        table = row.table or (table if isinstance(row.item, Unread) else "")
        of_table = held.pop(table, [])
        before = next((one.shoe for one in of_table if not isinstance(one.item, Unread)), row.shoe)
        if (row.shoe != before and not isinstance(row.item, Unread)) or len(of_table) == MOST_ROWS:
            yield from _dealt(of_table, newest_first=newest_first)
            of_table = []
        of_table.append(row)
        held[table] = of_table
        if len(held) > MOST_TABLES:
            yield from _dealt(held.pop(next(iter(held))), newest_first=newest_first)  # the one not heard of longest
    for of_table in held.values():
        yield from _dealt(of_table, newest_first=newest_first)


def _dealt(rows: list[RowOfShoe], *, newest_first: bool) -> Iterable[RowOfShoe]:
    return reversed(rows) if newest_first else rows
