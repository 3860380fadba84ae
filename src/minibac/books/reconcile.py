"""Reconciliation: the books held against themselves, and against what accounting has already found.

The pit compares its forms and reports its counts as they happen. Here everything is looked at once more from the logs
alone: copies against each other and against the register, counts and drop boxes against the ledger, comps, notices,
signatures, marker buttons, the ledger against the events. What the pit has said stands in the list of exceptions
already; this adds what it has not.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from minibac.books.books import PIT, TABLE, Books
from minibac.books.exceptional import Exceptional, of_form, of_marker
from minibac.books.form_register import form_register, printed_twice
from minibac.books.pit_book import PitBook, PitDay
from minibac.books.table_book import TableBook
from minibac.books.table_win import table_win
from minibac.houses.types import Inventory
from minibac.machine.names import role_name
from minibac.pits.copies import compare
from minibac.pits.forms import unsigned
from minibac.pits.papers import VIGORISH_PAPERS, Count, Paper, count_name
from minibac.pits.pit_checks import COUNTS, form_text, over_or_short
from minibac.pits.slips import drop_note
from minibac.pits.who import told_clauses
from minibac.records.store import Unsound
from minibac.rules.rulebook import load
from minibac.voice.said import Money, Said, many, said
from minibac.voice.times import moment

ZERO_OWED = "R35"
LEDGER = "R37"
FAULT = "ledger-fault"
"""A log or a ledger that is not as it was written: every day's exception."""


def reconcile(books: Books, day: str = "") -> tuple[Exceptional, ...]:
    """What is wrong for a gaming day, or for all of them, and what nobody has said yet."""
    rows: list[Exceptional] = []
    for pit in books.pits.values():
        for name, pit_day in pit.days.items():
            if not day or name == day:
                rows += _of_day(books, pit, pit_day)
        rows += (row for row in _notices(pit, books.time_zone) if not day or row.day == day)
    rows += (row for row in _twice(books) if not day or row.day == day)
    rows += (row for row in _trays(books) if not day or row.day == day)
    rows += (row for row in _outside(books) if not day or books.day_of(row.at) == day)
    rows += (row for row in _faults(books) if not day or row.day in ("", day))
    return tuple(rows)


def _of_day(books: Books, pit: PitBook, day: PitDay) -> Iterator[Exceptional]:
    yield from _forms(pit, day)
    yield from _comps(pit, day)
    for table in pit.tables:
        book = books.tables.get(table)
        if book is not None:
            yield from _counts(pit, day, book)
            yield from _cleared(pit, day, book)
            yield from _win(books, pit, day, table)


def _raised(pit: PitBook, day: str, kind: str, *, serial: str = "", table: str = "", cents: int | None = None) -> bool:
    """Whether the pit has raised this already."""
    return any(
        raised.kind == kind
        and raised.day == day
        and (not serial or raised.serial == serial)
        and (not table or raised.table == table)
        and (cents is None or raised.cents == cents)
        for _, raised in pit.raised
    )


# ---------------------------------------------------------------------------------------------------------------- forms


def _forms(pit: PitBook, day: PitDay) -> Iterator[Exceptional]:
    """Originals from the boxes against copies from the pit, and the signatures on what was dropped."""
    papers = [form for form in day.forms.values() if form.kind in VIGORISH_PAPERS]
    if day.compared is not None or day.closed_at is not None:
        boxes = [(table, copy) for table, drop in day.drops.items() for copy in drop.originals]
        _, wrong = compare(papers, boxes, day.duplicates)
        for finding in wrong:
            if not _raised(pit, day.day, finding.kind, serial=finding.serial):
                known = of_form(day.forms.get(finding.serial))
                where = {"table": finding.table, "serial": finding.serial}
                yield _form_row(pit, day, finding.kind, finding.note, form_text().compare, known | where)
    for form in papers:
        if form.dropped and (lacks := unsigned(form)):
            names = many(map(role_name, lacks), ",")
            note = said("form {serial} was dropped without the signature of {names}", serial=form.serial, names=names)
            yield _form_row(pit, day, "unsigned-form", note, form_text().signatures, of_form(form))
        elif form.dropped and len(set(form.signed.values())) < len(form.signed):
            note = said("one person signed form {serial} twice", serial=form.serial)
            yield _form_row(pit, day, "unsigned-form", note, form_text().signatures, of_form(form))


def _form_row(pit: PitBook, day: PitDay, kind: str, note: Said, clause: str, about: Mapping[str, Any]) -> Exceptional:
    at = day.closed_at or (day.compared.at if day.compared else day.opened_at)
    return _row(pit, day.day, at, kind, note, clause, form_text().account, **about)


def _row(pit: PitBook, day: str, at: int, kind: str, note: Said, *clauses: str, **about: Any) -> Exceptional:
    """Something wrong on a day of a pit."""
    about |= {"day": day, "pit": pit.pit, "stream": f"{PIT}{pit.pit}"}
    return Exceptional(at=at, kind=kind, severity="high", said=note, clauses=clauses, **about)


def _comps(pit: PitBook, day: PitDay) -> Iterator[Exceptional]:
    """What the house bore is recorded to the patron by the end of the day."""
    if day.closed_at is None:
        return
    for form in day.forms.values():
        if form.kind in (Paper.COMPLIMENTARY, Paper.UNCOLLECTED) and form.dropped and not form.void and not form.posted:
            note = said(
                "the comp of form {serial} to {name} was not recorded by the end of the day",
                serial=form.serial,
                name=form.name,
            )
            yield _form_row(pit, day, "comp-not-posted", note, form_text().complimentary, of_form(form))


def _cleared(pit: PitBook, day: PitDay, book: TableBook) -> Iterator[Exceptional]:
    """Marker buttons that left the layout, against the forms that let them go."""
    released = {
        (form.seat, form.cents, str(form.incident) if form.kind == Paper.UNCOLLECTED else form.serial): form
        for form in day.forms.values()
        if form.table == book.table and form.released
    }
    for cleared in book.cleared:
        if cleared.period.day != day.day:
            continue
        if released.pop((cleared.seat, cleared.cents, cleared.reference), None) is None:
            path = load(book.rulebook).fixed["uncollected_path"]
            words = said(
                "vigorish of seat {seat} was cleared with '{reference}', no form of it",
                seat=cleared.seat,
                reference=cleared.reference,
            )
            facts = {"said": words, "clauses": (path.clause, form_text().win)}
            yield of_marker(book, pit.pit, cleared, "cleared-without-form", "high", **facts)
    for form in released.values():
        note = said(
            "form {serial} let the marker button of seat {seat} go, and the table still shows it",
            serial=form.serial,
            seat=form.seat,
        )
        yield _form_row(pit, day, "released-not-cleared", note, form_text().drop, of_form(form))


# --------------------------------------------------------------------------------------------------------------- counts


def _counts(pit: PitBook, day: PitDay, book: TableBook) -> Iterator[Exceptional]:
    """Counts of the tray against the ledger; an opener may carry on the difference of the last closer."""
    for count in day.counts.values():
        stood = book.at_count.get(count.slip)
        if count.table != book.table or not count.attested_by or stood is None:
            continue
        staff = {"counted": count.by, "attested": count.attested_by}
        about = {"table": book.table, "staff": staff, "key": str(count.slip)}
        over = count.cents - count.tray_cents - stood.tray_cents
        carried = count.kind == Count.OPENER and count.expected_cents == count.cents
        if over and not carried and not _raised(pit, day.day, "count-discrepancy", table=book.table, cents=over):
            note = said(
                "{count} of table {table}: {what}",
                count=count_name(count.kind),
                table=book.table,
                what=over_or_short(over),
            )
            yield _row(pit, day.day, count.at, "count-discrepancy", note, COUNTS, cents=over, **about)
        if count.kind == Count.CLOSER and stood.owed_cents != count.owed_cents:
            note = said(
                "marker buttons of {sum} lay on the layout when table {table} closed",
                sum=Money(stood.owed_cents),
                table=book.table,
            )
            yield _row(pit, day.day, count.at, "owed-at-close", note, ZERO_OWED, cents=stood.owed_cents, **about)


def _win(books: Books, pit: PitBook, day: PitDay, table: str) -> Iterator[Exceptional]:
    """The win that accounting reported against the counts, the drop box and the ledger."""
    win = table_win(books, table, day.day)
    if win is None or win.win_cents is None:
        return
    drop = next((d.cents for d in win.differences if d.kind == "drop"), 0)
    wrong: list[tuple[str, Said, str, int]] = []
    other = {line.note_cents: line.over for line in win.cash if line.over}
    if (drop or other) and not _raised(pit, day.day, "drop-discrepancy", table=table, cents=drop):
        note = drop_note(table, drop, other)
        wrong.append(("drop-discrepancy", note, COUNTS, drop))
    if win.reported_cents is not None and win.reported_cents != win.win_cents:
        note = said(
            "the reported win is {reported}, and the counts give {counted}",
            reported=Money(win.reported_cents),
            counted=Money(win.win_cents),
        )
        wrong.append(("win-differs", note, form_text().win, win.reported_cents - win.win_cents))
    if win.unexplained_cents:
        note = said("{sum} between counts and ledger has no name", sum=Money(abs(win.unexplained_cents)))
        wrong.append(("unexplained", note, form_text().win, win.unexplained_cents))
    for kind, note, clause, cents in wrong:
        yield _row(pit, day.day, day.closed_at or day.opened_at, kind, note, clause, table=table, cents=cents)


def _trays(books: Books) -> Iterator[Exceptional]:
    """What tables did to their trays, against the slips of their pits; where nobody counts there is nothing to hold."""
    for pit in books.pits.values():
        if pit.state is None or pit.state.inventory is Inventory.NONE:
            continue
        for book in (books.tables[table] for table in pit.tables if table in books.tables):
            for unlike in pit.tray_papers.differences(book.table, book.tray_events):
                here = (f"{TABLE}{book.table}", unlike.table_version) if unlike.table_version else None
                stream, version = here or (f"{PIT}{pit.pit}", unlike.pit_version)
                yield Exceptional(
                    at=unlike.at,
                    kind="tray-differs",
                    severity="high",
                    said=unlike.said,
                    clauses=(unlike.clause, LEDGER),
                    day=unlike.day or book.days.at(unlike.at).day,
                    pit=pit.pit,
                    table=book.table,
                    staff=unlike.staff,
                    stream=stream,
                    version=version,
                )


# ------------------------------------------------------------------------------------------------- notices and the rest


def _notices(pit: PitBook, zone: str) -> Iterator[Exceptional]:
    for line in pit.notices.values():
        if line.late and line.effective_at is not None:
            note = said(
                "change {change} took effect at {moment}, known since {since}",
                change=line.change,
                moment=moment(line.effective_at, zone),
                since=moment(line.runs_from, zone) if line.runs_from is not None else said("never"),
            )
            day = pit.calendar.at(line.effective_at).day
            staff = {"given": line.given_by, "scheduled": line.scheduled_by}
            about = {"table": line.table, "staff": staff, "key": str(line.notice)}
            yield _row(pit, day, line.effective_at, "late-notice", note, *told_clauses(), **about)


def _twice(books: Books) -> Iterator[Exceptional]:
    """Numbers that two pits have: each is printed once in the house."""
    for one, other in printed_twice(form_register(books)):
        note = said("{first} to {last} are printed twice: in {pit} and in {other}", pit=one.pit, other=other.pit)
        note = note.about(first=other.first, last=other.last)
        yield Exceptional(
            at=books.last_at,
            kind="number-twice",
            severity="high",
            said=note,
            clauses=(form_text().serial, form_text().account),
            day=books.day_of(books.last_at) if books.days else "",
            pit=other.pit,
            serial=other.first,
            key=one.first,
        )


def _outside(books: Books) -> Iterator[Exceptional]:
    """What moved at the tables of a pit while no gaming day was open."""
    moved: dict[tuple[str, str, int], int] = {}
    for key, moved_sum in books.sums.items():
        if key.table and key.pit and not key.period.day:
            where = (key.pit, key.table, key.period.start)
            moved[where] = moved.get(where, 0) + moved_sum.count
    for (pit, table, start), count in moved.items():
        note = said(
            "{rows:row|rows} of the ledger written at table {table} while no gaming day was open",
            rows=count,
            table=table,
        )
        place: dict[str, Any] = {"pit": pit, "table": table, "clauses": (form_text().forward,), "key": str(start)}
        yield Exceptional(at=start, kind="outside-day", severity="medium", said=note, **place)


def _faults(books: Books) -> Iterator[Exceptional]:
    """The ledger against the logs."""
    faults = list(books.faults)
    if total := sum(moved_sum.cents for moved_sum in books.sums.values()):
        faults.append(Unsound("", 0, said("the sum of all accounts is {sum} instead of 0", sum=Money(total))))
    for fault in faults:
        where: dict[str, Any] = {"clauses": (LEDGER,), "stream": fault.stream, "version": fault.version}
        where |= {"key": str(fault.said)}
        yield Exceptional(at=books.last_at, kind=FAULT, severity="high", said=fault.said, **where)
