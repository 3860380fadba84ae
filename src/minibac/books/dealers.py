"""Variances by dealer: what counts of the tray were over or short, and payments that had to be corrected.

A count is its dealer's who made it: what is counted differs from the ledger, less what the count before differed, since
a difference is carried on until somebody corrects it. How far from zero a sum is says ``t``, its mean divided by the
standard error of the mean: chance alone goes beyond 2 once in twenty times where there are many counts, and more often
where there are few. Corrections are held against the rate of all dealers together: ``z`` says by how many standard
deviations of a Poisson count there are more or fewer. Neither says why.
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from minibac.books.books import Books
from minibac.books.stretches import Dealt
from minibac.books.table_book import Position, TableBook
from minibac.voice.said import in_full

FEW = 10
"""Fewer counts than this say little, whatever ``t`` is."""


class DealerVariance(NamedTuple):
    """One dealer, in the tables and days that were asked for."""

    dealer: str
    coups_count: int
    counts_count: int
    off_count: int
    """Counts that were over or short."""
    over_cents: int
    """What they came to together; below zero is short."""
    mean_cents: float | None
    error_cents: float | None
    """The standard error of the mean."""
    t: float | None
    few: bool
    """Whether there are too few counts to say much."""
    corrections_count: int
    expected_count: float
    """How many corrections as many coups have at the rate of all dealers together."""
    corrected_cents: int
    """What corrections came to for the guests; below zero what guests gave back."""
    z: float | None
    name: str = ""
    """What the dealer is called, with the number for the record."""


def dealer_variances(books: Books, *, start: str = "", end: str = "", table: str = "") -> tuple[DealerVariance, ...]:
    """Every dealer who dealt or counted between two days, by name."""

    def wanted(day: str) -> bool:
        return bool(day) and (not start or day >= start) and (not end or day <= end)

    dealt: dict[str, Dealt] = {}
    over: dict[str, list[int]] = {}
    for book in books.house_tables:
        if table not in ("", book.table):
            continue
        for stretch, each in book.stretches.dealt.items():
            if wanted(stretch.day) and (each.coups_count or each.corrections_count):
                total = dealt.setdefault(stretch.dealer, Dealt())
                total.coups_count += each.coups_count
                total.corrections_count += each.corrections_count
                total.corrected_cents += each.corrected_cents
        for day, dealer, cents in _counted(books, book):
            if wanted(day):
                over.setdefault(dealer, []).append(cents)
    coups = sum(each.coups_count for each in dealt.values())
    rate = sum(each.corrections_count for each in dealt.values()) / coups if coups else 0.0
    rows = (
        _variance(dealer, dealt.get(dealer, Dealt()), over.get(dealer, []), rate) for dealer in sorted({*dealt, *over})
    )
    return tuple(row._replace(name=in_full(row.dealer, books.name_of)) for row in rows)


def _counted(books: Books, book: TableBook) -> Iterator[tuple[str, str, int]]:
    """Each attested count of a table: its day, its dealer, and what it differs more than the one before."""
    pit = books.pits.get(books.pit_of(book.table))
    days = pit.days.values() if pit else ()
    counts = [(day.day, count) for day in days for count in day.counts.values() if count.table == book.table]
    before = 0
    for day, count in sorted(counts, key=lambda each: each[1].at):
        if count.attested_by:
            off = count.cents - count.tray_cents - book.at_count.get(count.slip, Position()).tray_cents
            yield day, count.by, off - before
            before = off


def _variance(dealer: str, dealt: Dealt, over: list[int], rate: float) -> DealerVariance:
    count = len(over)
    mean = sum(over) / count if count else None
    error = None
    if count > 1 and mean is not None:
        error = math.sqrt(sum((cents - mean) ** 2 for cents in over) / (count - 1) / count)
    expected = rate * dealt.coups_count
    return DealerVariance(
        dealer,
        dealt.coups_count,
        count,
        sum(1 for cents in over if cents),
        sum(over),
        mean,
        error,
        mean / error if mean is not None and error else None,
        count < FEW,
        dealt.corrections_count,
        expected,
        dealt.corrected_cents,
        (dealt.corrections_count - expected) / math.sqrt(expected) if expected else None,
    )


CSV_HEADS = (
    "dealer", "coups", "counts", "off", "over_cents", "mean_cents", "error_cents", "t", "few", "corrections",
    "expected", "corrected_cents", "z", "name",
)  # fmt: skip


def dealer_csv(row: DealerVariance) -> tuple[object, ...]:
    """A dealer for a spreadsheet."""
    return tuple(round(cell, 3) if isinstance(cell, float) else cell for cell in row)


def dealer_plain(row: DealerVariance) -> dict[str, Any]:
    """A dealer as JSON has it."""
    return dict(zip(CSV_HEADS, dealer_csv(row), strict=True))
