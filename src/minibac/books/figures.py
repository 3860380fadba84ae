"""The analyst's figures: drop, win, hold and coups an hour, by table, pit, shift, dealer and period.

Hold is win divided by drop. A table-day that was counted shows the win of its counts, closer + credits + drop − opener
− fills; one that was not, the ledger's; a row says which. A shift and a dealer have no drop box of their own: theirs is
the ledger's, for the coups and the cash while that dealer was on duty. The ledger's win stands beside every row.
"""

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, NamedTuple

from minibac.books.books import Books
from minibac.books.stretches import Dealt
from minibac.books.table_book import TableBook
from minibac.books.table_win import table_win
from minibac.rules.words import named
from minibac.voice.said import in_full, said, vocabulary

HOUR_MS = 3_600_000
SHOWN_BY = vocabulary("figures", "table", "pit", "shift", "dealer", "day", "week", "month")
"""What figures can be asked for by."""
COUNTED, LEDGER, BOTH = "count", "ledger", "count and ledger"
WIN_BY = {COUNTED: said("by count"), LEDGER: said("by ledger"), BOTH: said("by count, where counted")}


class Figure(NamedTuple):
    """One row."""

    key: str
    """The table, the pit, the dealer, the day …; empty for everything together."""
    table_days_count: int
    open_ms: int
    coups_count: int
    void_count: int
    staked_cents: int
    drop_cents: int
    win_cents: int
    win_by: str
    """``count``, ``ledger``, or both where only some of it was counted."""
    ledger_cents: int
    """The win by the ledger."""
    name: str = ""
    """What a dealer is called, with the number for the record."""

    @property
    def hold(self) -> float | None:
        """Win divided by drop."""
        return self.win_cents / self.drop_cents if self.drop_cents > 0 else None

    @property
    def coups_per_hour(self) -> float | None:
        """Coups for each hour the table was open, void ones among them."""
        return (self.coups_count + self.void_count) * HOUR_MS / self.open_ms if self.open_ms else None


class _Part(NamedTuple):
    """What one stretch, or one day of a table, brings to a row."""

    table: str
    day: str
    dealt: Dealt
    drop_cents: int
    win_cents: int
    counted: bool


def figures(
    books: Books, by: str = "day", *, start: str = "", end: str = "", table: str = "", pit: str = ""
) -> tuple[Figure, ...]:
    """A row for each table, pit, shift, dealer, day, week or month between two days, in their order; the sum last."""
    rows: dict[str, list[_Part]] = {}
    for book in books.house_tables:
        if table not in ("", book.table) or pit not in ("", books.pit_of(book.table)):
            continue
        for key, part in _parts(books, book, by):
            if part.day and (not start or part.day >= start) and (not end or part.day <= end):
                rows.setdefault(key, []).append(part)
    made = [_figure(key, rows[key]) for key in sorted(rows)]
    if by == "dealer":
        made = [row._replace(name=in_full(row.key, books.name_of)) for row in made]
    return (*made, _figure("", [part for parts in rows.values() for part in parts])) if made else ()


def _parts(books: Books, book: TableBook, by: str) -> Iterable[tuple[str, _Part]]:
    dealt = book.stretches.dealt
    if by in ("shift", "dealer"):
        for stretch, each in dealt.items():
            key = stretch.dealer if by == "dealer" else f"{stretch.day} {stretch.shift_no}"
            yield key, _Part(book.table, stretch.day, each, each.cash_cents, each.won_cents, False)
        return
    key_of: Callable[[str], str] = {
        "table": lambda _: book.table,
        "pit": lambda _: books.pit_of(book.table),
        "day": lambda day: day,
        "week": week,
        "month": lambda day: day[:7],
    }[by]
    days: dict[str, list[Dealt]] = {}
    for stretch, each in dealt.items():
        days.setdefault(stretch.day, []).append(each)
    for day in sorted(filter(None, days)):
        whole = _sum(days[day])
        win = table_win(books, book.table, day)
        if win is not None and win.win_cents is not None and win.drop_cents is not None:
            yield key_of(day), _Part(book.table, day, whole, win.drop_cents, win.win_cents, True)
        else:
            yield key_of(day), _Part(book.table, day, whole, whole.cash_cents, whole.won_cents, False)


def week(day: str) -> str:
    """The ISO week of a day.

    >>> week("2026-11-15"), week("2026-11-16")
    ('2026-W46', '2026-W47')
    """
    year, number, _ = date.fromisoformat(day).isocalendar()
    return f"{year}-W{number:02d}"


def _sum(parts: Iterable[Dealt]) -> Dealt:
    total = Dealt()
    for each in parts:
        for name in Dealt.__struct_fields__:
            setattr(total, name, getattr(total, name) + getattr(each, name))
    return total


def _figure(key: str, parts: list[_Part]) -> Figure:
    total = _sum(part.dealt for part in parts)
    counted = {part.counted for part in parts}
    return Figure(
        key,
        len({(part.table, part.day) for part in parts}),
        **named(total, "open_ms", "coups_count", "void_count", "staked_cents"),
        drop_cents=sum(part.drop_cents for part in parts),
        win_cents=sum(part.win_cents for part in parts),
        win_by=BOTH if len(counted) > 1 else COUNTED if True in counted else LEDGER,
        ledger_cents=total.won_cents,
    )


CSV_HEADS = (
    "key", "name", "table_days", "open_ms", "coups", "void", "coups_per_hour", "staked_cents", "drop_cents",
    "win_cents", "win_by", "hold", "ledger_cents",
)  # fmt: skip


def figure_plain(row: Figure) -> dict[str, Any]:
    """A row as JSON has it."""
    return dict(zip(CSV_HEADS, figure_csv(row), strict=True))


def figure_csv(row: Figure) -> tuple[object, ...]:
    """A row for a spreadsheet; hold is a share, an hour has 3,600,000 ms."""
    hold = None if row.hold is None else round(row.hold, 6)
    pace = None if row.coups_per_hour is None else round(row.coups_per_hour, 2)
    counts = (row.table_days_count, row.open_ms, row.coups_count, row.void_count)
    return (
        row.key, row.name, *counts, pace, row.staked_cents, row.drop_cents,
        row.win_cents, row.win_by, hold, row.ledger_cents,
    )  # fmt: skip
