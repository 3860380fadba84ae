"""The win of a table for a gaming day, by count and by ledger, and every reason why the two differ.

closer + credits + drop − opener − fills, where the drop is cash and the forms for vigorish that was not collected
(s42/c/3/iii): each of them counts with its number. The ledger knows the same from the other side, coup by coup. What is
between them has a name: a count that was over or short, a drop box that was, a form that is not there, a marker button
that still shows something. Nothing is left over.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from minibac.books.books import Books
from minibac.books.pit_book import PitDay, TrayCount
from minibac.books.table_book import Position, TableBook
from minibac.pits.papers import Count, Paper
from minibac.pits.pit_checks import over_or_short
from minibac.play.chips import other_heap
from minibac.rules.words import named
from minibac.voice.said import Said, said

BORNE = (Paper.COMPLIMENTARY, Paper.UNCOLLECTED)


class Difference(NamedTuple):
    """One reason why count and ledger differ."""

    kind: str
    cents: int
    said: Said

    @property
    def sentence(self) -> str:
        """Why, in English."""
        return str(self.said)


class FormLine(NamedTuple):
    """A form that counts in the win."""

    serial: str
    cents: int


class CashLine(NamedTuple):
    """One denomination of the cash of a table on a day: how many fell into the drop box, and how many were counted."""

    note_cents: int
    fell: int
    counted: int | None

    @property
    def over(self) -> int:
        """How many more were counted than fell."""
        return 0 if self.counted is None else self.counted - self.fell


class TableWin(NamedTuple):
    """The win of a table; amounts that nobody has counted yet are ``None``."""

    pit: str
    table: str
    day: str
    opener_cents: int | None
    fills_cents: int
    credits_cents: int
    cash_cents: int | None
    forms: tuple[FormLine, ...] | None
    """``None`` for somebody who has still to read them."""
    closer_cents: int | None
    vigorish_cents: int
    """The vigorish in the ledger's win: earned by play, whether collected, owed or borne by the house."""
    ledger_cents: int
    reported_cents: int | None
    differences: tuple[Difference, ...]
    cash: tuple[CashLine, ...] = ()
    """The cash by denomination, the highest first."""
    corrected_cents: int = 0
    """What corrections wrote into the tray after its closer."""
    clauses: tuple[str, ...] = ("s42/c/3/iii",)

    @property
    def forms_cents(self) -> int | None:
        return None if self.forms is None else sum(form.cents for form in self.forms)

    @property
    def drop_cents(self) -> int | None:
        """Cash and forms."""
        return None if self.cash_cents is None or self.forms_cents is None else self.cash_cents + self.forms_cents

    @property
    def win_cents(self) -> int | None:
        """closer + credits + drop − opener − fills, once everything has been counted."""
        if self.opener_cents is None or self.closer_cents is None or self.drop_cents is None:
            return None
        return self.closer_cents + self.credits_cents + self.drop_cents - self.opener_cents - self.fills_cents

    @property
    def difference_cents(self) -> int | None:
        """How much more the counts say than the ledger."""
        return None if self.win_cents is None else self.win_cents - self.ledger_cents

    @property
    def unexplained_cents(self) -> int:
        """What the named differences do not account for: nothing, ever."""
        return 0 if self.difference_cents is None else self.difference_cents - sum(d.cents for d in self.differences)


def table_win(books: Books, table: str, day: str) -> TableWin | None:
    """The win of a table on a day, or ``None`` where the day knows nothing of the table."""
    pit = books.pit_of(table)
    pit_day = books.pits[pit].days.get(day) if pit else None
    book = books.tables.get(table)
    if book is None:
        return None
    if pit_day is None:
        return _uncounted(books, pit, table, day)
    opener, closer = pit_day.count(table, Count.OPENER), pit_day.count(table, Count.CLOSER)
    drop = pit_day.drops.get(table)
    moved = [t for t in pit_day.transfers if t.table == table]
    borne = [f for f in pit_day.forms.values() if f.table == table and f.kind in BORNE and f.dropped and not f.void]
    if opener is None and not moved and not borne and drop is None:
        return None
    first = _at(book, opener)
    last = _at(book, closer) if closer else book.position
    reported = pit_day.wins.get(table)
    fills = sum(t.cents for t in moved if t.kind == Paper.FILL)
    credits_ = sum(t.cents for t in moved if t.kind == Paper.CREDIT)
    forms = tuple(FormLine(form.serial, form.cents) for form in borne)
    return TableWin(
        pit=pit,
        table=table,
        day=day,
        opener_cents=opener.cents if opener else None,
        fills_cents=fills,
        credits_cents=credits_,
        cash_cents=drop.cash_cents if drop else None,
        forms=forms,
        closer_cents=closer.cents if closer else None,
        vigorish_cents=_vigorish(books, table, day),
        ledger_cents=last.won_cents - first.won_cents,
        reported_cents=reported.win_cents if reported else None,
        differences=tuple(_differences(book, pit_day, opener, closer, fills - credits_, sum(f.cents for f in forms))),
        cash=_cash(other_heap(last.cash, first.cash), drop.notes if drop else None),
        corrected_cents=pit_day.corrected.get(table, 0),
    )


def _cash(fell: Mapping[int, int], counted: Mapping[int, int] | None) -> tuple[CashLine, ...]:
    """What fell into a drop box beside what was found in it."""
    return tuple(
        CashLine(note, fell.get(note, 0), None if counted is None else counted.get(note, 0))
        for note in sorted({*fell, *(counted or {})}, reverse=True)
    )


def _uncounted(books: Books, pit: str, table: str, day: str) -> TableWin | None:
    """The win of a table on a day that nobody opened, and on which nobody counted: the ledger's alone."""
    sums = [(k.account, s.cents) for k, s in books.sums.items() if k.table == table and k.period.day == day]
    if not sums:
        return None
    won = sum(cents for account, cents in sums if account in ("tray", "vigorish", "drop-box"))
    earned = _vigorish(books, table, day)
    return TableWin(pit, table, day, None, 0, 0, None, (), None, earned, won, None, ())


def _at(book: TableBook, count: TrayCount | None) -> Position:
    return book.at_count.get(count.slip, Position()) if count else Position()


def _vigorish(books: Books, table: str, day: str) -> int:
    return sum(
        each.cents
        for key, each in books.sums.items()
        if key.table == table and key.period.day == day and key.account == "vigorish"
    )


def _differences(
    book: TableBook,
    day: PitDay,
    opener: TrayCount | None,
    closer: TrayCount | None,
    transfers_cents: int,
    forms_cents: int,
) -> list[Difference]:
    """closer − opener, the cash and the forms, each held against the ledger."""
    drop = day.drops.get(book.table)
    if opener is None or closer is None or drop is None:
        return []
    first, last = _at(book, opener), _at(book, closer)
    corrected = closer.tray_cents - opener.tray_cents - transfers_cents
    cleared = sum(c.cents for c in book.cleared if opener.at < c.at <= closer.at)
    opened = -(opener.cents - opener.tray_cents - first.tray_cents)
    closed = closer.cents - closer.tray_cents - last.tray_cents
    cash = drop.cash_cents - (last.drop_cents - first.drop_cents)
    forms = forms_cents - cleared
    owed = -(last.owed_cents - first.owed_cents)
    off = over_or_short
    named = [
        ("opener", opened, said("the opener was counted {what} against the ledger", what=off(-opened))),
        ("closer", closed, said("the closer was counted {what} against the ledger", what=off(closed))),
        ("drop", cash, said("the drop box held {what} against the ledger", what=off(cash))),
        ("forms", forms, said("the forms come to {what} against the vigorish that was cleared", what=off(forms))),
        ("owed", owed, said("marker buttons that are still on the layout make it {what}", what=off(owed))),
        ("correction", corrected, said("corrections of the tray make it {what}", what=off(corrected))),
    ]
    return [Difference(kind, cents, why) for kind, cents, why in named if cents]


def day_wins(books: Books, day: str) -> tuple[TableWin, ...]:
    """The win of every table of the day."""
    tables = [table for book in books.pits.values() for table in book.tables]
    tables += [book.table for book in books.house_tables if not books.pit_of(book.table)]
    wins = (table_win(books, table, day) for table in tables)
    return tuple(win for win in wins if win is not None)


def win_plain(win: TableWin) -> dict[str, Any]:
    """A win as JSON has it."""
    return {
        **named(win, "pit", "table", "day"),
        **named(win, "opener_cents", "fills_cents", "credits_cents", "cash_cents", "forms_cents"),
        "forms": [form._asdict() for form in win.forms or ()],
        **named(win, "drop_cents", "closer_cents", "win_cents", "vigorish_cents"),
        **named(win, "ledger_cents", "reported_cents", "difference_cents", "corrected_cents"),
        "differences": [d._asdict() | {"sentence": d.sentence} for d in win.differences],
        "cash": [line._asdict() | {"over": line.over} for line in win.cash],
        **named(win, "unexplained_cents", "clauses"),
    }
