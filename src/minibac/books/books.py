"""The house's books: everything its logs and its ledger say, folded once, in the order in which it was written.

:func:`read_books` reads each stream of a store one time, line by line, with the rows of the ledger beside the events
they belong to. Rows are summed by gaming day, pit, table, guest, account and cause; papers, counts, incidents and
refused attempts are kept as they are. Statements, the win of a table, the exceptions and the day-end report are
questions to what is kept here. Nothing is read twice, and nothing is written.
"""

from collections.abc import AsyncIterator, Callable
from typing import NamedTuple, TypeVar

import msgspec

from minibac.books.gaming_days import CalendarDays, Days, Period, PitDays
from minibac.books.pit_book import PitBook
from minibac.books.refused import REFUSED, RefusedAttempt, read_refused
from minibac.books.signatures import Signature, countersigned, signed
from minibac.books.table_book import TableBook
from minibac.machine.kinds import Event
from minibac.pits import house_events as h
from minibac.pits import pit_events as p
from minibac.pits.house_state import TRAINING_TABLE, Review
from minibac.pits.reviews import ReviewEvent, reviewed
from minibac.play.chips import worth
from minibac.records.store import Posted, Readable, StoreError, Unsound, Written
from minibac.records.upcast import UnreadableError, read_event
from minibac.records.verify import StoredStep, rows_fault, steps, unlike_fault
from minibac.table.accounts import kind
from minibac.voice.misread import in_our_words
from minibac.voice.said import Said
from minibac.voice.times import NO_ZONE

TABLE, PIT, HOUSE_LOG = "table/", "pit/", "house"
"""How the names of streams begin."""

E = TypeVar("E", bound=Event)

Place = tuple[Period, str, str]
"""When and where something moved: the period, the pit and the table."""


class Key(NamedTuple):
    """What a sum of the books is about. ``account`` is a kind: the chips of all seats are ``chips``."""

    period: Period
    pit: str
    table: str
    guest: str
    account: str
    cause: str


class Sum(msgspec.Struct):
    """How often something moved, and what it came to."""

    count: int = 0
    cents: int = 0


class Books:
    """What the logs of a house say."""

    def __init__(self) -> None:
        self.name = ""
        """The house, as its own log names it."""
        self.operator = ""
        self.time_zone = NO_ZONE
        """Who runs it, as its file says."""
        self.pits: dict[str, PitBook] = {}
        self.tables: dict[str, TableBook] = {}
        self.sums: dict[Key, Sum] = {}
        self.heads: dict[str, Written] = {}
        """Where each stream stood when it was read, with the hash of its last line (R25)."""
        self.refused: list[tuple[int, RefusedAttempt]] = []
        """Each with its number in the stream beside its table."""
        self.reviews: dict[str, Review] = {}
        """How far the house has got with each exception, by its id."""
        self.attempts: list[tuple[int, h.HouseAttemptRefused]] = []
        self.reopenings: list[tuple[int, h.HouseDayReopened]] = []
        self.cage: list[tuple[int, h.CageCounted | h.CageCountsDiffered]] = []
        """The counts of the cage."""
        self.cage_paid: dict[str, int] = {}
        """What the cage paid for redeemed chips, by day."""
        self.signatures: dict[str, list[Signature]] = {}
        """The reports of each day as they were signed, a revision after the other."""
        self.people: dict[str, str] = {}
        self.faults: list[Unsound] = []
        self.last_at = 0
        """The time of the last event."""

    # --- folding

    def fault(self, stream: str, version: int, what: Said) -> None:
        """Something is wrong in the logs themselves."""
        self.faults.append(Unsound(stream, version, what))

    def take(self, event: Event, rows: tuple[Posted, ...], place: Place, guest_of: Callable[[str], str]) -> None:
        """Sum the rows of the ledger that belong to an event."""
        for posting in (row.posting for row in rows):
            key = Key(*place, guest_of(posting.account), account_kind(posting.account), posting.step)
            moved = self.sums.setdefault(key, Sum())
            moved.count += 1
            moved.cents += posting.amount_cents
        self.last_at = max(self.last_at, event.at)

    # --- questions

    @property
    def days(self) -> tuple[str, ...]:
        """Every gaming day there is, the oldest first."""
        opened = {day for pit in self.pits.values() for day in pit.days}
        if opened:
            return tuple(sorted(opened))
        moved = {key.period.day for key in self.sums} | {p.day for t in self.tables.values() for p in t.play}
        return tuple(sorted(moved - {""}))

    def day_of(self, ms: int) -> str:
        """The gaming day that answers for a moment at which none was open: the next one, or else the last."""
        closed = ((day, [p.days[day].closed_at for p in self.pits.values() if day in p.days]) for day in self.days)
        return next((day for day, ends in closed if any(end is None or ms <= end for end in ends)), *self.days[-1:])

    def is_training(self, table: str) -> bool:
        """Whether a table is somebody's own, for practice: its play is no business of the house, its errors lessons."""
        return table.startswith(TRAINING_TABLE)

    @property
    def house_tables(self) -> tuple[TableBook, ...]:
        """The tables the house answers for. What counts rounds, wins, odds or exceptions asks these and no others."""
        return tuple(book for name, book in self.tables.items() if not self.is_training(name))

    def pit_of(self, table: str) -> str:
        """The pit of a table, or nothing."""
        return next((pit.pit for pit in self.pits.values() if table in pit.tables), "")

    def name_of(self, person: str) -> str:
        """What a person is called: one of the staff as the house's log has it, a guest as at the table they sat at."""
        if person in self.people:
            return self.people[person]
        return next((book.names[person] for book in self.tables.values() if person in book.names), person)

    @property
    def guests(self) -> tuple[str, ...]:
        """Every guest whose account has moved."""
        return tuple(sorted({key.guest for key in self.sums} - {""}))


def account_kind(account: str) -> str:
    """The line of a statement an account stands in.

    >>> [account_kind(a) for a in ("seat/3/chips", "layout/3/tie", "table/s42-1/tray", "guest/ann/comps", "cage")]
    ['chips', 'layout', 'tray', 'guest-comps', 'cage']
    """
    found = kind(account)
    return f"guest-{found}" if account.startswith("guest/") and found != "wallet" else found


async def read_books(store: Readable) -> Books:
    """Fold every stream of a store. Pits come first: they say which day a moment at a table belongs to."""
    books = Books()
    streams = await store.streams()
    for stream in streams:
        books.heads[stream] = await store.version(stream)
    for stream in sorted(streams, key=_reading_order):
        if stream.startswith(TABLE):
            await _read_table(store, books, stream)
        elif stream.startswith(PIT):
            await _read_pit(store, books, stream)
        elif stream == HOUSE_LOG:
            await _read_house(store, books, stream)
        elif stream.startswith(REFUSED):
            await _read_refused(store, books, stream)
    for unlike in await store.unlike_ledger():
        books.fault(unlike.owner, 0, unlike_fault(unlike))
    return books


def _reading_order(stream: str) -> tuple[int, str]:
    return (0 if stream.startswith(PIT) else 1 if stream == HOUSE_LOG else 2, stream)


# --------------------------------------------------------------------------------------------------- events and rows


def _steps(store: Readable, books: Books, stream: str) -> AsyncIterator[StoredStep]:
    """What is written meanwhile is left for the next reading: the head was asked for before."""
    return steps(store, stream, books.fault, until=books.heads[stream].version)


def _check(books: Books, stream: str, event: object, step: StoredStep) -> None:
    if fault := rows_fault(event, step.rows):
        books.fault(stream, step.line.version, fault)


# ------------------------------------------------------------------------------------------------------- each stream


async def _read_pit(store: Readable, books: Books, stream: str) -> None:
    book = books.pits[stream.removeprefix(PIT)] = PitBook(stream.removeprefix(PIT))
    async for step in _steps(store, books, stream):
        event = _event(stream, step, p.decode)
        _check(books, stream, event, step)
        before = book.calendar.now
        try:
            book.take(step.line.version, event, step.rows)
        except (AssertionError, KeyError, ValueError) as error:
            raise StoreError(
                f"{stream}, event {step.line.version}: {type(event).__name__} cannot follow there"
            ) from error
        period = before if isinstance(event, p.DayClosed) else book.calendar.now
        books.take(event, step.rows, (period, book.pit, book.table_of(event)), guest_account)
    book.finish()


async def _read_house(store: Readable, books: Books, stream: str) -> None:
    calendar, days = CalendarDays(), PitDays()
    async for step in _steps(store, books, stream):
        event = _event(stream, step, h.decode)
        _check(books, stream, event, step)
        before = days.now
        if isinstance(event, h.HouseOpened):
            books.name, books.operator, books.time_zone = event.name, event.operator, event.time_zone
            calendar = CalendarDays(event.time_zone)
        elif isinstance(event, h.ReportSigned):
            books.signatures.setdefault(event.day, []).append(signed(event, books.people, books.time_zone))
        elif isinstance(event, h.ReportCountersigned):
            revisions = books.signatures[event.day]
            revisions[-1] = countersigned(revisions[-1], event, books.people)
        elif isinstance(event, h.HouseDayReopened):
            books.reopenings.append((step.line.version, event))
            if event.day in books.signatures:
                revisions = books.signatures[event.day]
                revisions[-1] = revisions[-1]._replace(reopened_since=event.reason)
            days.open(event.day, event.at)
        elif isinstance(event, h.HouseDayOpened):
            days.open(event.day, event.at)
        elif isinstance(event, h.HouseDayClosed):
            days.close(event.at)
        elif isinstance(event, h.CageCounted | h.CageCountsDiffered):
            books.cage.append((step.line.version, event))
        elif isinstance(event, h.ChipsRedeemed):
            books.cage_paid[days.now.day] = books.cage_paid.get(days.now.day, 0) + worth(event.notes)
        elif isinstance(event, h.HouseAttemptRefused):
            books.attempts.append((step.line.version, event))
        elif isinstance(event, h.PersonAdmitted):
            books.people[event.person] = event.name
        elif isinstance(event, ReviewEvent):
            books.reviews[event.exception] = reviewed(books.reviews.get(event.exception, Review()), event)
        period = before if isinstance(event, h.HouseDayClosed) else days.now
        dated = period if any(pit.days for pit in books.pits.values()) else calendar.at(event.at)
        books.take(event, step.rows, (dated, "", ""), guest_account)


async def _read_table(store: Readable, books: Books, stream: str) -> None:
    table = stream.removeprefix(TABLE)
    pit = books.pit_of(table)
    days: Days = books.pits[pit].days_of(table) if pit and books.pits[pit].days else CalendarDays(books.time_zone)
    of_pit = books.pits[pit].days.values() if pit else ()
    counts = [count for day in of_pit for count in day.counts.values() if count.table == table]
    book = books.tables[table] = TableBook(table, days, counts)
    async for step in _steps(store, books, stream):
        try:
            event = read_event(step.line.bytes)
        except UnreadableError as error:
            raise StoreError(f"{stream}, event {step.line.version}: {error}") from error
        _check(books, stream, event, step)
        book.before(event.at)
        book.sit(event)
        try:
            period = book.take(step.line.version, event, step.rows)
        except (AssertionError, IndexError, ValueError) as error:
            raise StoreError(
                f"{stream}, event {step.line.version}: {type(event).__name__} cannot follow there"
            ) from error
        books.take(event, step.rows, (period, pit, table), book.guest_of)
        book.stand(event)
    book.finish()


async def _read_refused(store: Readable, books: Books, stream: str) -> None:
    async for step in _steps(store, books, stream):
        _check(books, stream, None, step)
        try:
            books.refused.append((step.line.version, read_refused(step.line.bytes)))
        except msgspec.DecodeError as error:
            raise StoreError(f"{stream}, event {step.line.version} cannot be read: {in_our_words(error)}") from error


def _event(stream: str, step: StoredStep, read: Callable[[bytes], E]) -> E:
    try:
        return read(step.line.bytes)
    except msgspec.DecodeError as error:
        raise StoreError(f"{stream}, event {step.line.version} cannot be read: {in_our_words(error)}") from error


def guest_account(account: str) -> str:
    """Whose account it is, where it is a guest's own.

    >>> guest_account("guest/ann/wallet"), guest_account("cage")
    ('ann', '')
    """
    return account.removeprefix("guest/").rpartition("/")[0] if account.startswith("guest/") else ""
