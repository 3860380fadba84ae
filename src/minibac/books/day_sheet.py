"""The day-end report as headings and tables of words, ready to be printed, set in HTML or set in PDF."""

from typing import Any, NamedTuple

from minibac.books.day_end import NO_ACTIVITY, TITLE, DayEnd, form_status
from minibac.books.exceptional import people
from minibac.books.gaming_days import moment
from minibac.books.statements import ACCOUNTS
from minibac.pits.papers import TRANSFER_PAPERS


class Section(NamedTuple):
    """A part of the report. Without rows it says ``No Activity``."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    """Columns that are flush right."""
    note: str = ""


class DaySheet(NamedTuple):
    """The whole report."""

    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]


def dollars(cents: int | None) -> str:
    """An amount as accounting prints it.

    >>> dollars(123456), dollars(-5), dollars(None)
    ('1,234.56', '-0.05', '')
    """
    if cents is None:
        return ""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def sheet(found: DayEnd) -> DaySheet:
    """Everything the report says."""
    closed = [pit for pit in found.pits if pit.closed_at is not None]
    state = "closed" if found.pits and len(closed) == len(found.pits) else "open" if found.pits else "not opened"
    facts = [
        ("Operator", found.operator or "not stated in the house's log"),
        ("Gaming day", f"{found.day}, {state}"),
        ("Interval", found.interval),
        ("Generated", moment(found.generated_at)),
        ("Rounds played", f"{found.coups_count:,}"),
        ("Table win", f"{dollars(found.win_cents)} by count, {dollars(found.ledger_cents)} by ledger"),
        ("Drop", f"{dollars(found.drop_cents)} (cash and forms)"),
        ("Commission", f"{dollars(found.commission_cents)} of vigorish earned"),
        ("Complimentaries", f"{dollars(found.comps_cents)} recorded, {dollars(found.uncollected_cents)} uncollected"),
        ("Books", "balance to the cent" if found.balanced else "DO NOT BALANCE"),
    ]
    sections = (_wins(found), _differences(found), _counts(found), _forms(found), _statement(found))
    more = (_variance(found), _exceptions(found), _heads(found))
    subtitle = f"{found.operator or 'House'}, gaming day {found.day}"
    return DaySheet(TITLE, subtitle if found.activity else f"{subtitle}: {NO_ACTIVITY}", tuple(facts), sections + more)


def _wins(found: DayEnd) -> Section:
    heads = ("Pit", "Table", "Opener", "Fills", "Credits", "Cash", "Forms", "Closer", "Win", "Vigorish")
    rows = [
        (
            win.pit,
            win.table,
            dollars(win.opener_cents),
            dollars(win.fills_cents),
            dollars(win.credits_cents),
            dollars(win.cash_cents),
            dollars(win.forms_cents),
            dollars(win.closer_cents),
            dollars(win.win_cents),
            dollars(win.vigorish_cents),
        )
        for win in found.wins
    ]
    note = "Win is closer + credits + drop - opener - fills; the drop is cash and forms (s42/c/3/iii)."
    return Section("Table win", heads, tuple(rows), tuple(range(2, 10)), note)


def _differences(found: DayEnd) -> Section:
    rows = [
        (win.table, dollars(win.ledger_cents), dollars(win.difference_cents), difference.sentence)
        for win in found.wins
        for difference in win.differences
    ]
    heads = ("Table", "Win by ledger", "Difference", "Why")
    return Section("Count against ledger", heads, tuple(rows), (1, 2), "Every difference between the two, by name.")


def _counts(found: DayEnd) -> Section:
    rows = [
        (
            count.table,
            count.kind,
            moment(count.at),
            dollars(count.cents),
            dollars(count.over_cents) if count.over_cents else "",
            count.counted_by,
            count.attested_by,
        )
        for count in found.counts
    ]
    heads = ("Table", "Count", "Time", "Counted", "Over", "Counted by", "Attested by")
    return Section("Counts and hand-over between shifts", heads, tuple(rows), (3, 4))


def _forms(found: DayEnd) -> Section:
    rows = [
        (
            form.serial,
            str(form.kind),
            form.table,
            str(form.seat or ""),
            form.name,
            dollars(form.cents),
            form_status(form),
            form.held_by if form.kind not in TRANSFER_PAPERS else "",
        )
        for form in found.forms
    ]
    heads = ("Number", "Form", "Table", "Seat", "Patron", "Amount", "Status", "Kept by")
    return Section("Forms and slips", heads, tuple(rows), (5,))


def _statement(found: DayEnd) -> Section:
    balances = {balance.account: balance for balance in found.statement.balances}
    rows = []
    for name, balance in balances.items():
        rows.append((name, "opening", "", dollars(balance.opening_cents)))
        rows += [("", x.cause, f"{x.times:,}", dollars(x.cents)) for x in found.statement.lines if x.account == name]
        rows.append(("", "closing", "", dollars(balance.closing_cents)))
    note = "; ".join(f"{name}: {words}" for name, words in ACCOUNTS.items() if name in balances)
    return Section("The ledger of the day", ("Account", "Cause", "Times", "Amount"), tuple(rows), (2, 3), note)


def _variance(found: DayEnd) -> Section:
    rows = [
        (
            row.table,
            row.wager,
            f"{row.bets_count:,}",
            dollars(row.stake_cents),
            f"{100 * row.returned_in_theory:.2f} %",
            f"{100 * row.returned:.2f} %",
            f"{row.z:+.2f}",
            "ALARM" if row.alarm else "",
        )
        for row in found.variances
    ]
    heads = ("Table", "Wager", "Bets", "Staked", "Returned in theory", "Returned", "Deviations", "")
    return Section("Theoretical against actual", heads, tuple(rows), (2, 3, 4, 5, 6))


def _exceptions(found: DayEnd) -> Section:
    rows = [
        (
            moment(row.at)[11:19],
            row.severity,
            row.kind,
            ", ".join(row.clauses[:2]),
            row.table or row.pit,
            ", ".join(filter(None, (f"{row.coup_no}" if row.coup_no else "", f"seat {row.seat}" if row.seat else ""))),
            people(row),
            row.sentence,
        )
        for row in found.exceptions
    ]
    heads = ("Time", "Weight", "Kind", "Clause", "Where", "Round", "Staff", "What happened")
    return Section("Exceptions", heads, tuple(rows))


def _heads(found: DayEnd) -> Section:
    rows = [(stream, f"{version:,}", head) for stream, version, head in found.heads]
    note = "Where each log stood, and the hash of its last line: a log that is cut off later has another one."
    return Section("The logs this was read from", ("Log", "Events", "Hash"), tuple(rows), (1,), note)


def sheet_plain(found: DaySheet) -> dict[str, Any]:
    """The sheet as a template wants it."""
    return {**found._asdict(), "sections": [section._asdict() for section in found.sections], "empty": NO_ACTIVITY}
