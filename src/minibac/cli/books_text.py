"""How the books look on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from minibac.cli import text as show
from minibac.cli.text import say
from minibac.voice.said import NOTHING, Names, in_full, many, said

if TYPE_CHECKING:
    from minibac.books.books import Books
    from minibac.books.cage import CageDay
    from minibac.books.exceptional import Exceptional
    from minibac.books.form_register import SeriesLine
    from minibac.books.headline import Headline
    from minibac.books.pit_book import NoticeLine
    from minibac.books.statements import Statement
    from minibac.books.table_win import TableWin
    from minibac.house.full_check import Report
    from minibac.pits.pit_state import Form

NO_ACTIVITY = "No Activity"


SCOPES = {"table": said("table"), "pit": said("pit"), "guest": said("guest")}


def statement_text(books: Books, statement: Statement) -> str:
    """A statement, account by account."""
    from minibac.books.statements import ACCOUNTS

    names = {guest: name for book in books.tables.values() for guest, name in book.names.items()}
    who = statement.of
    if statement.scope == "guest" and who in names:
        who = in_full(who, names.__getitem__)
    if statement.scope == "house":
        of = said("{name}", name=who or said("the house"))
    else:
        of = said("{scope} {name}", scope=SCOPES[statement.scope], name=who)
    days = said("gaming day {day}", day=statement.day) if statement.day else said("all gaming days")
    title = say(said("Statement of {of}, {days}", of=of, days=days))
    rows = []
    for balance in statement.balances:
        rows.append((show.bold(balance.account), say(said("opening")), "", show.money(balance.opening_cents)))
        rows += [
            ("", line.cause, f"{line.times:,}", show.money(line.cents, sign=True))
            for line in statement.lines
            if line.account == balance.account
        ]
        rows.append(("", say(said("closing")), "", show.bold(show.money(balance.closing_cents))))
    if not rows:
        return f"{show.heading(title)}\n\n{say(NO_ACTIVITY)}"
    table = show.table(rows, show.heads("Account", "Cause", "Times", "Amount"), right=(2, 3))
    words = [(b.account, say(ACCOUNTS.get(b.account, ""))) for b in statement.balances]
    parts = [show.heading(title), table, show.sheet(words)]
    if statement.bridge:
        lines = [(say(told), "-" if cents is None else show.money(cents)) for _, cents, told in statement.bridge.rows]
        bridge = show.table(lines, show.heads("Line", "Amount"), (1,))
        parts += [show.bold(say(said("From opener to closer"))), bridge]
    return "\n\n".join(parts)


def forms_text(rows: Sequence[tuple[str, Form]], names: Names) -> str:
    """Forms, one to a line."""
    from minibac.books.form_register import form_status

    cells = [
        (
            form.serial,
            str(form.kind),
            form.day,
            form.table,
            str(form.seat or ""),
            form.name,
            show.money(form.cents),
            form_status(form),
            ", ".join(f"{role} {in_full(person, names)}" for role, person in form.signed.items()),
        )
        for _, form in rows
    ]
    heads = show.heads("Number", "Form", "Day", "Table", "Seat", "Patron", "Amount", "Status", "Signed")
    return _table(cells, heads, right=(6,))


def register_text(lines: tuple[SeriesLine, ...]) -> str:
    """The register of printed numbers, one series to a line, with what is void and what is there twice."""
    from minibac.books.form_register import printed_twice, series_csv

    cells = [[str(cell) for cell in series_csv(line)] for line in lines]
    heads = show.heads("Pit", "Form", "First", "Last", "Used", "Void", "Unused")
    void = [form.serial for line in lines for form in line.forms if form.void]
    told = [say(said("void: {serials}", serials=many(void, ",")))] if void else []
    for one, other in printed_twice(lines):
        twice = said("{first} to {last} are printed twice: in {pit} and in {other}", first=other.first, last=other.last)
        told.append(say(twice.about(pit=one.pit, other=other.pit)))
    return "\n\n".join((_table(cells, heads, right=(4, 5, 6)), *told))


def notices_text(lines: Sequence[NoticeLine], zone: str) -> str:
    """Notices, one to a line."""
    from minibac.voice.times import moment

    cells = [
        (
            line.pit,
            str(line.notice),
            say(said("posted at {table}", table=line.table) if line.table else said("to surveillance")),
            " ".join(f"{name}={value}" for name, value in line.options.items()),
            moment(line.given_at, zone),
            moment(line.received_at, zone) if line.received_at is not None else "-",
            moment(line.effective_at, zone) if line.effective_at is not None else "-",
            _remark(line),
        )
        for line in lines
    ]
    table = _table(cells, show.heads("Pit", "No.", "Kind", "Options", "Given", "Received", "Effective", "Remark"))
    return f"{times_of(zone)}\n\n{table}" if lines else table


def times_of(zone: str) -> str:
    """By which clock the times that follow are; it is said once."""
    return show.faint(say(said("Times are by the clock of the house: {zone}.", zone=zone)))


def _remark(line: NoticeLine) -> str:
    if line.late:
        return say(said("LATE"))
    return say(said("called off: {why}", why=line.cancelled)) if line.cancelled else line.text


def exceptions_text(rows: Sequence[Exceptional], zone: str) -> str:
    """Exceptions, each with its facts and its sentence."""
    from minibac.books.exceptional import SEVERITIES, called, people
    from minibac.pits.reviews import STATES
    from minibac.voice.times import moment

    if not rows:
        return say(NO_ACTIVITY)
    blocks = [times_of(zone)]
    for row in rows:
        where = [
            said("table {table}", table=row.table) if row.table else said("pit {pit}", pit=row.pit),
            said("round {number}", number=row.coup_no) if row.coup_no else NOTHING,
            said("seat {number}", number=row.seat) if row.seat else NOTHING,
            said("form {serial}", serial=row.serial) if row.serial else NOTHING,
        ]
        places = ", ".join(say(place) for place in where if place and (row.table or row.pit or place is not where[0]))
        head = f"{moment(row.at, zone)}  {show.bold(say(SEVERITIES[row.severity]))}  {row.kind}  {places}"
        review = row.review
        lines = [f"{head} {show.clauses(row.clauses[:3])}".rstrip(), show.wrapped(say(row.said), "    ")]
        if staff := people(row):
            lines.append(show.faint(show.wrapped(staff, "    ")))
        if row.resolved:
            lines.append(show.wrapped(say(said("resolved: {how}", how=row.resolved)), "    "))
        stands = said("exception {id}: {state}", id=row.id, state=STATES[row.state])
        if review.explained_by:
            why = said(
                "{stands}; {who} explains: {what}", who=called(row, review.explained_by), what=review.explanation
            )
            stands = why.about(stands=stands)
        lines.append(show.faint(show.wrapped(say(stands), "    ")))
        blocks.append("\n".join(lines))
    return "\n".join((*blocks, "", say(said("{count:exception|exceptions}", count=len(rows)))))


def reconcile_text(
    wins: Sequence[TableWin],
    wrong: Sequence[Exceptional],
    told: Sequence[tuple[str, Headline]],
    uncounted: tuple[str, ...],
    zone: str,
) -> str:
    """Count against ledger for each table, everything that does not agree, and the headline of each day."""
    cells = [
        (
            win.day,
            win.table,
            show.money(win.win_cents) if win.win_cents is not None else say(said("not counted")),
            show.money(win.ledger_cents),
            show.money(win.difference_cents or 0, sign=True),
            "; ".join(say(difference.said) for difference in win.differences),
        )
        for win in wins
    ]
    heads = show.heads("Day", "Table", "Win by count", "Win by ledger", "Difference", "Why")
    table = _table(cells, heads, right=(2, 3, 4))
    lines = [show.bold(show.wrapped(f"{day}  {say(headline.said)}")) for day, headline in told]
    from minibac.books.day_end import inventory_said

    kept = show.wrapped(say(said("Inventory: {inventory}.", inventory=inventory_said(uncounted))))
    return "\n\n".join((*lines, kept, table, *([exceptions_text(wrong, zone)] if wrong else ())))


def check_text(report: Report) -> str:
    """What a check has looked at, and each thing that does not agree."""
    looked = said(
        "{logs:log|logs} with {events:event|events}, {rows:row|rows} of the ledger and {answers:answer|answers} were "
        "checked."
    )
    counts = {"events": report.events_count, "rows": report.rows_count, "answers": report.answers_count}
    lines = [show.wrapped(say(looked.about(logs=len(report.folded), **counts)))]
    if not report.opened:
        lines.append(show.wrapped(say(said("The key of the vault is not here: sealed orders were not opened."))))
    for stream, version, what in report.findings:
        where = said("{stream}, event {version}", version=str(version)) if version else said("{stream}")
        place = say(where.about(stream=stream or said("the house")))
        lines += [show.bold(place), show.wrapped(say(what), "    ")]
    verdict = said("{count:thing does|things do} not agree.", count=len(report.findings))
    return "\n".join((*lines, say(verdict if report.findings else said("Everything agrees."))))


def day_text(sheet: dict[str, Any]) -> str:
    """The sheet of a day-end report, today's or as it was signed."""
    parts = [f"{show.heading(sheet['title'])}  {sheet['subtitle']}", show.bold(show.wrapped(sheet["headline"]))]
    parts += [show.wrapped(sheet["signed"]), show.sheet([(name, words) for name, words in sheet["facts"]])]
    for section in sheet["sections"]:
        rows = [[*row] for row in section["rows"]]
        table = _table(rows, section["heads"], section["numbers"])
        parts += [show.bold(section["title"]), table if rows else f"  {table}"]
    return "\n\n".join(parts)


def _table(rows: Sequence[Sequence[str]], heads: Sequence[str], right: Sequence[int] = ()) -> str:
    return show.table(rows, heads, right) if rows else say(NO_ACTIVITY)


def cage_text(cage: CageDay, names: Names) -> str:
    """The cage from its opener to its closer, and by denomination."""
    from minibac.books.cage import CHIPS, LINES

    def of(kind: str) -> str:
        return say(said("cage|chips") if kind == CHIPS else said("cage|cash"))

    def number(count: int | None) -> str:
        return "-" if count is None else f"{count:,}"

    title = say(said("Cage, gaming day {day}", day=cage.day))
    lines = [(of(line.of), say(LINES[line.kind]), show.money(line.cents)) for line in cage.lines]
    pieces = [
        (of(p.of), show.money(p.cents), number(p.opened), number(p.expected), number(p.counted)) for p in cage.pieces
    ]
    people = [(cage.opened_by, said("opened by {who}")), (cage.closed_by, said("closed by {who}"))]
    signed = [say(told.about(who=many((in_full(w, names) for w in who), "and"))) for who, told in people if who]
    return "\n\n".join(
        (
            show.heading(title),
            "\n".join(signed),
            show.table(lines, show.heads("Account", "Line", "Amount"), right=(2,)),
            show.table(pieces, show.heads("Account", "Pieces", "Opener", "Expected", "Counted"), right=(1, 2, 3, 4)),
        )
    )
