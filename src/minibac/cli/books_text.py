"""How the books look on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from minibac.cli import text as show

if TYPE_CHECKING:
    from minibac.books.books import Books
    from minibac.books.day_end import DayEnd
    from minibac.books.exceptional import Exceptional
    from minibac.books.pit_book import NoticeLine
    from minibac.books.statements import Statement
    from minibac.books.table_win import TableWin
    from minibac.pits.pit_state import Form

NOTHING = "No Activity"


def statement_text(books: Books, found: Statement) -> str:
    """A statement, account by account."""
    from minibac.books.statements import ACCOUNTS

    names = {guest: name for book in books.tables.values() for guest, name in book.names.items()}
    who = f"{found.of} ({names[found.of]})" if found.scope == "guest" and found.of in names else found.of
    head = f"{found.scope} {who}".strip() if found.scope != "house" else who or "the house"
    title = f"Statement of {head}, " + (f"gaming day {found.day}" if found.day else "all gaming days")
    rows = []
    for balance in found.balances:
        rows.append((show.bold(balance.account), "opening", "", show.money(balance.opening_cents)))
        rows += [
            ("", line.cause, f"{line.times:,}", show.money(line.cents, sign=True))
            for line in found.lines
            if line.account == balance.account
        ]
        rows.append(("", "closing", "", show.bold(show.money(balance.closing_cents))))
    if not rows:
        return f"{show.heading(title)}\n\n{NOTHING}"
    table = show.table(rows, ("account", "cause", "times", "amount"), right=(2, 3))
    words = [(b.account, ACCOUNTS.get(b.account, "")) for b in found.balances]
    return f"{show.heading(title)}\n\n{table}\n\n{show.sheet(words)}"


def forms_text(rows: Sequence[tuple[str, Form]]) -> str:
    """Forms, one to a line."""
    from minibac.books.day_end import form_status

    if not rows:
        return NOTHING
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
            ", ".join(f"{role} {person}" for role, person in form.signed.items()),
        )
        for _, form in rows
    ]
    heads = ("number", "form", "day", "table", "seat", "patron", "amount", "status", "signed")
    return show.table(cells, heads, right=(6,))


def notices_text(lines: Sequence[NoticeLine]) -> str:
    """Notices, one to a line."""
    from minibac.books.gaming_days import moment

    if not lines:
        return NOTHING
    cells = [
        (
            line.pit,
            str(line.notice),
            f"posted at {line.table}" if line.table else "to surveillance",
            " ".join(f"{name}={value}" for name, value in line.options.items()),
            moment(line.given_at),
            moment(line.received_at) if line.received_at is not None else "-",
            moment(line.effective_at) if line.effective_at is not None else "-",
            "LATE" if line.late else f"called off: {line.cancelled}" if line.cancelled else line.text,
        )
        for line in lines
    ]
    return show.table(cells, ("pit", "no.", "kind", "options", "given", "received", "effective", "remark"))


def exceptions_text(rows: Sequence[Exceptional]) -> str:
    """Exceptions, each with its facts and its sentence."""
    from minibac.books.exceptional import people
    from minibac.books.gaming_days import moment

    if not rows:
        return NOTHING
    blocks = []
    for row in rows:
        where = [
            f"table {row.table}" if row.table else f"pit {row.pit}" if row.pit else "",
            f"round {row.coup_no}" if row.coup_no else "",
            f"seat {row.seat}" if row.seat else "",
            f"form {row.serial}" if row.serial else "",
        ]
        head = f"{moment(row.at)}  {show.bold(row.severity)}  {row.kind}  {', '.join(filter(None, where))}"
        lines = [f"{head} {show.clauses(row.clauses[:3])}".rstrip(), show.wrapped(row.sentence, "    ")]
        if staff := people(row):
            lines.append(show.faint(show.wrapped(staff, "    ")))
        if row.resolved:
            lines.append(show.wrapped(f"resolved: {row.resolved}", "    "))
        blocks.append("\n".join(lines))
    return "\n".join((*blocks, "", f"{len(rows)} exception{'s' if len(rows) != 1 else ''}"))


def reconcile_text(wins: Sequence[TableWin], wrong: Sequence[Exceptional]) -> str:
    """Count against ledger for each table, and everything that does not agree."""
    cells = [
        (
            win.day,
            win.table,
            show.money(win.win_cents) if win.win_cents is not None else "not counted",
            show.money(win.ledger_cents),
            show.money(win.difference_cents or 0, sign=True),
            "; ".join(difference.sentence for difference in win.differences),
        )
        for win in wins
    ]
    heads = ("day", "table", "win by count", "win by ledger", "difference", "why")
    table = show.table(cells, heads, right=(2, 3, 4)) if cells else NOTHING
    verdict = exceptions_text(wrong) if wrong else "Everything agrees."
    return f"{table}\n\n{verdict}"


def day_text(report: DayEnd) -> str:
    """The day-end report."""
    from minibac.books.day_sheet import sheet

    found = sheet(report)
    parts = [f"{show.heading(found.title)}  {found.subtitle}", show.sheet(found.facts)]
    for section in found.sections:
        parts.append(show.bold(section.title))
        parts.append(_table(section.rows, section.heads, section.numbers))
    return "\n\n".join(parts)


def _table(rows: Iterable[Sequence[str]], heads: Sequence[str], right: Sequence[int]) -> str:
    cells = [[*row] for row in rows]
    return show.table(cells, heads, right) if cells else f"  {NOTHING}"
