"""The day-end report as headings and tables of words, ready to be printed, set in HTML or set in PDF."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, NamedTuple

from minibac.books.cage import CASH, CHIPS, LINES
from minibac.books.day_end import NO_ACTIVITY, TITLE, DayEnd, inventory_said
from minibac.books.exceptional import SEVERITIES, Exceptional, people
from minibac.books.form_register import form_status
from minibac.books.statements import ACCOUNTS
from minibac.books.table_win import CashLine
from minibac.houses.calendar import day_ends
from minibac.pits.papers import TRANSFER_PAPERS
from minibac.pits.pit_state import Form
from minibac.voice.languages import catalogue, render
from minibac.voice.said import Money, Said, Somebody, in_full, many, said, vocabulary
from minibac.voice.times import NO_ZONE, clock_time, distance, midnight, moment

Say = Callable[[Said], str]
HOUR_MS = 3_600_000
AMOUNTS = attrgetter(
    *(f"{what}_cents" for what in ("opener", "fills", "credits", "cash", "forms", "closer", "win", "vigorish"))
)
"""What is told of the win of a table."""

HEADS = vocabulary(
    "head", "Pit", "Table", "Opener", "Fills", "Credits", "Cash", "Forms", "Closer", "Win", "Vigorish", "Win by ledger",
    "Difference", "Notes", "Fell", "Pieces", "Expected", "Why", "Count", "Time", "Counted", "Over", "Counted by",
    "Attested by", "Number", "Form", "Seat",
    "Patron", "Amount", "Status", "Kept by", "Account", "Cause", "Times", "Wager", "Bets", "Staked",
    "Returned in theory", "Returned", "Deviations", "Weight", "Kind", "Clause", "Where", "Round", "Staff",
    "What happened", "Line", "Log", "Events", "Hash",
)  # fmt: skip


class Section(NamedTuple):
    """A part of the report. Without rows it says ``No Activity``."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    """Columns that are flush right."""
    note: str = ""


class DrawnTable(NamedTuple):
    """A table in the picture of the day."""

    key: str
    drop_cents: int
    win_cents: int
    hold: float | None
    name: str = ""


class DaySheet(NamedTuple):
    """The whole report."""

    title: str
    subtitle: str
    headline: str
    """Whether the books balance: it stands above everything else."""
    verdict: str
    signed: str
    """Who signed it, when, and as which revision."""
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    bars: tuple[DrawnTable, ...]
    """Drop, win and hold of each table, which HTML and PDF draw."""
    bar_words: tuple[str, ...]
    """What the picture is called, its drop, win and hold, and what it shows for those who do not see it."""


def dollars(cents: int | None) -> str:
    """An amount as accounting prints it.

    >>> dollars(123456), dollars(-5), dollars(None)
    ('1,234.56', '-0.05', '')
    """
    if cents is None:
        return ""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def sheet(report: DayEnd, language: str = "en") -> DaySheet:
    """Everything the report says, in a language."""

    def say(told: Said) -> str:
        return render(told, language)

    closed = [pit for pit in report.pits if pit.closed_at is not None]
    state = said("open") if report.pits else said("not opened")
    if report.pits and len(closed) == len(report.pits):
        state = said("closed")
    win, ledger = Money(report.win_cents), Money(report.ledger_cents)
    comps, uncollected = Money(report.comps_cents), Money(report.uncollected_cents)
    told = [
        (said("Operator"), said("{operator}", operator=report.operator or said("not stated in the house's log"))),
        (said("Gaming day"), said("{day}, {state}", day=report.day, state=state)),
        (said("Interval"), report.interval),
        (said("Generated"), said("{moment}", moment=moment(report.generated_at, report.time_zone))),
        (said("Times"), time_words(report)),
        (said("Inventory"), inventory_said(report.uncounted)),
        (said("Rounds played"), said("{count}", count=report.coups_count)),
        (said("Table win"), said("{win} by count, {ledger} by ledger", win=win, ledger=ledger)),
        (said("Drop"), said("{drop} (cash and forms)", drop=Money(report.drop_cents))),
        (said("Commission"), said("{sum} of vigorish earned", sum=Money(report.commission_cents))),
        (said("Complimentaries"), said("{comps} recorded, {left} uncollected", comps=comps, left=uncollected)),
    ]
    facts = [(say(name), say(words)) for name, words in told]
    parts = (
        _wins,
        _differences,
        _cash,
        _bridges,
        _cage,
        _cage_pieces,
        _counts,
        _forms,
        _statement,
        _variance,
        _exceptions,
        _logs,
    )
    subtitle = say(said("{house}, gaming day {day}", house=report.operator or said("House"), day=report.day))
    quiet = "" if report.activity else f": {say(NO_ACTIVITY)}"
    told_first, sections = report.headline, tuple(part(report, say) for part in parts)
    title, verdict = f"{subtitle}{quiet}", told_first.verdict
    top = (title, say(told_first.said), verdict, say(report.signed))
    return DaySheet(say(TITLE), *top, tuple(facts), sections, _bars(report), _bar_words(_bars(report), say))


def _bars(report: DayEnd) -> tuple[DrawnTable, ...]:
    """The tables that were counted."""
    counted = [(win.table, win.drop_cents, win.win_cents) for win in report.wins]
    return tuple(
        DrawnTable(table, drop, win, win / drop if drop else None)
        for table, drop, win in counted
        if drop is not None and win is not None
    )


def _bar_words(bars: tuple[DrawnTable, ...], say: Say) -> tuple[str, ...]:
    names = tuple(map(say, (said("Drop, win and hold"), said("Drop"), said("Win"), said("Hold"))))
    told = "; ".join(
        f"{bar.key} {dollars(bar.drop_cents)}, {dollars(bar.win_cents)}, {percent(bar.hold)}" for bar in bars
    )
    return (*names, f"{names[0]}: {told}")


def percent(hold: float | None) -> str:
    """The hold as a report prints it.

    >>> percent(0.125), percent(None)
    ('12.50 %', '-')
    """
    return "-" if hold is None else f"{100 * hold:.2f} %"


def time_words(report: DayEnd) -> Said:
    """By which clock the times of the report are; how long the day was where it was no day of 24 hours."""
    apart = distance(day_ends(report.day, report.time_zone) - 1, report.time_zone)
    words = said("{zone}, at the end of the day {apart}", zone=report.time_zone, apart=apart)
    if report.time_zone == NO_ZONE:
        words = said("{zone}", zone=NO_ZONE)
    hours = (day_ends(report.day, report.time_zone) - midnight(report.day, report.time_zone)) / HOUR_MS
    if hours == 24:
        return words
    return said("{words}; clocks were turned, and the day had {hours} hours", words=words, hours=hours)


def _wins(report: DayEnd, say: Say) -> Section:
    heads = _heads(say, "Pit", "Table", "Opener", "Fills", "Credits", "Cash", "Forms", "Closer", "Win", "Vigorish")
    rows = [(win.pit, win.table, *map(dollars, AMOUNTS(win))) for win in report.wins]
    note = say(said("Win is closer + credits + drop - opener - fills; the drop is cash and forms (s42/c/3/iii)."))
    return Section(say(said("Table win")), heads, tuple(rows), tuple(range(2, 10)), note)


def _differences(report: DayEnd, say: Say) -> Section:
    rows = [
        (win.table, dollars(win.ledger_cents), dollars(win.difference_cents), say(difference.said))
        for win in report.wins
        for difference in win.differences
    ]
    heads = _heads(say, "Table", "Win by ledger", "Difference", "Why")
    note = say(said("Every difference between the two, by name."))
    return Section(say(said("Count against ledger")), heads, tuple(rows), (1, 2), note)


def _cash(report: DayEnd, say: Say) -> Section:
    rows = [
        (win.table, dollars(line.note_cents), str(line.fell), *_counted(line))
        for win in report.wins
        for line in win.cash
    ]
    heads = _heads(say, "Table", "Notes", "Fell", "Counted", "Difference")
    note = say(said("The notes and coins that fell into each drop box, and those that were counted in it."))
    return Section(say(said("Cash by denomination")), heads, tuple(rows), (1, 2, 3, 4), note)


def _cage(report: DayEnd, say: Say) -> Section:
    lines = [(line.of, say(LINES[line.kind]), dollars(line.cents)) for line in report.cage.lines] if report.cage else []
    note = say(said("Two of the cage count its chips and its cash when the house opens its day and closes it."))
    if report.cage is None:
        note = say(said("Nobody counted the cage on this day."))
    words = {CHIPS: say(said("cage|chips")), CASH: say(said("cage|cash"))}
    rows = tuple((words[of], *rest) for of, *rest in lines)
    return Section(say(said("Cage")), _heads(say, "Account", "Line", "Amount"), rows, (2,), note)


def _cage_pieces(report: DayEnd, say: Say) -> Section:
    words = {CHIPS: say(said("cage|chips")), CASH: say(said("cage|cash"))}
    rows = [
        (words[p.of], dollars(p.cents), *("" if n is None else f"{n:,}" for n in (p.opened, p.expected, p.counted)))
        for p in (report.cage.pieces if report.cage else ())
    ]
    heads = _heads(say, "Account", "Pieces", "Opener", "Expected", "Counted")
    return Section(say(said("Cage by denomination")), heads, tuple(rows), (1, 2, 3, 4))


def _counted(line: CashLine) -> tuple[str, str]:
    return ("", "") if line.counted is None else (str(line.counted), f"{line.over:+d}" if line.over else "")


def _bridges(report: DayEnd, say: Say) -> Section:
    rows = [
        (made.table if number == 0 else "", say(words), dollars(cents))
        for made in report.bridges
        for number, (_, cents, words) in enumerate(made.rows)
    ]
    note = say(
        said("Opener, fills, credits, play and vigorish, as the ledger has them; the closer, as it was counted.")
    )
    return Section(say(said("From opener to closer")), _heads(say, "Table", "Line", "Amount"), tuple(rows), (2,), note)


def _counts(report: DayEnd, say: Say) -> Section:
    rows = [
        (
            count.table,
            count.kind,
            moment(count.at, report.time_zone),
            dollars(count.cents),
            dollars(count.over_cents) if count.over_cents else "",
            in_full(count.counted_by, report.names),
            in_full(count.attested_by, report.names),
        )
        for count in report.counts
    ]
    heads = _heads(say, "Table", "Count", "Time", "Counted", "Over", "Counted by", "Attested by")
    return Section(say(said("Counts and hand-over between shifts")), heads, tuple(rows), (3, 4))


def _forms(report: DayEnd, say: Say) -> Section:
    rows = [
        (
            form.serial,
            str(form.kind),
            form.table,
            str(form.seat or ""),
            form.name,
            dollars(form.cents),
            _form_stands(form, report, say),
            in_full(form.held_by, report.names) if form.kind not in TRANSFER_PAPERS else "",
        )
        for form in report.forms
    ]
    heads = _heads(say, "Number", "Form", "Table", "Seat", "Patron", "Amount", "Status", "Kept by")
    return Section(say(said("Forms and slips")), heads, tuple(rows), (5,))


def _form_stands(form: Form, report: DayEnd, say: Say) -> str:
    """How far a form has got; of a void one, who voided it and why."""
    if not form.void:
        return form_status(form)
    signers = many((Somebody(person, report.names(person)) for person in (form.void_signed_by, form.void_by)), "and")
    return say(said("void, by {people}: {reason}", people=signers, reason=form.void_reason))


def _statement(report: DayEnd, say: Say) -> Section:
    balances = {balance.account: balance for balance in report.statement.balances}
    rows = []
    for name, balance in balances.items():
        rows.append((name, say(said("opening")), "", dollars(balance.opening_cents)))
        rows += [("", x.cause, f"{x.times:,}", dollars(x.cents)) for x in report.statement.lines if x.account == name]
        rows.append(("", say(said("closing")), "", dollars(balance.closing_cents)))
    note = "; ".join(f"{name}: {say(words)}" for name, words in ACCOUNTS.items() if name in balances)
    heads = _heads(say, "Account", "Cause", "Times", "Amount")
    return Section(say(said("The ledger of the day")), heads, tuple(rows), (2, 3), note)


def _variance(report: DayEnd, say: Say) -> Section:
    rows = [
        (
            row.table,
            row.wager,
            f"{row.bets_count:,}",
            dollars(row.stake_cents),
            f"{100 * row.returned_in_theory:.2f} %",
            f"{100 * row.returned:.2f} %",
            f"{row.z:+.2f}",
            say(said("ALARM")) if row.alarm else "",
        )
        for row in report.variances
    ]
    heads = _heads(say, "Table", "Wager", "Bets", "Staked", "Returned in theory", "Returned", "Deviations", "")
    return Section(say(said("Theoretical against actual")), heads, tuple(rows), (2, 3, 4, 5, 6))


def _exceptions(report: DayEnd, say: Say) -> Section:
    rows = [
        (
            clock_time(row.at, report.time_zone),
            say(SEVERITIES[row.severity]),
            row.kind,
            ", ".join(row.clauses[:2]),
            row.table or row.pit,
            _place(row, say),
            people(row),
            say(row.said),
        )
        for row in report.exceptions
    ]
    heads = _heads(say, "Time", "Weight", "Kind", "Clause", "Where", "Round", "Staff", "What happened")
    return Section(say(said("Exceptions")), heads, tuple(rows))


def _place(row: Exceptional, say: Say) -> str:
    """The round and the seat of an exception, where it has them."""
    seat = say(said("seat {number}", number=row.seat)) if row.seat else ""
    return ", ".join(filter(None, (str(row.coup_no or ""), seat)))


def _logs(report: DayEnd, say: Say) -> Section:
    rows = [(stream, f"{version:,}", head) for stream, version, head in report.heads]
    told = said("Where each log stood, and the hash of its last line: a log that is cut off later has another one.")
    heads = _heads(say, "Log", "Events", "Hash")
    return Section(say(said("The logs this was read from")), heads, tuple(rows), (1,), say(told))


def _heads(say: Say, *words: str) -> tuple[str, ...]:
    return tuple(say(HEADS[word.replace(" ", "-").lower()]) if word else "" for word in words)


def sheet_plain(report: DayEnd, language: str = "en") -> dict[str, Any]:
    """The sheet as a template wants it."""
    made = sheet(report, language)
    return {
        **made._asdict(),
        "sections": [section._asdict() for section in made.sections],
        "bars": [bar._asdict() for bar in made.bars],
        "bar_words": [*made.bar_words],
        "empty": render(NO_ACTIVITY, language),
        "language": catalogue(language).manner.tag,
        "play_chips": render(said("Play chips only: nothing here moves real money."), language),
    }
