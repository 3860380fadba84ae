"""The gaming day of a pit: opened and closed by accounting, with the win of each table, corrections and exceptions."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from minibac.houses.calendar import is_day
from minibac.machine.kinds import noted
from minibac.machine.who import same_person
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.forms import account_of, unfinished
from minibac.pits.papers import TRANSFER_PAPERS, VIGORISH_PAPERS, Count, Paper, count_name, paper_name
from minibac.pits.pit_checks import (
    APART,
    COUNTS,
    FORMS,
    SLIPS,
    TRACES,
    Decision,
    cites,
    day_open,
    decides,
    form_text,
    known_table,
    reasoned,
)
from minibac.pits.pit_state import PitState
from minibac.pits.series import register
from minibac.pits.slips import carried_openers
from minibac.play.postings import moved
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import load
from minibac.rules.words import did_you_mean
from minibac.table.accounts import KINDS, LAYOUT, account_name, kind
from minibac.voice.said import Money, Said, many, said

Facts = Mapping[str, str | int]


class Open(NamedTuple):
    """Something that keeps the day from being closed: a sentence of the house, and the facts to tell it again."""

    what: Said
    clauses: tuple[str, ...]
    kind: str
    facts: Facts


def open_items(state: PitState) -> tuple[Open, ...]:
    """Every form, comp and count of the day that is still open, by name."""
    return tuple(_open_items(state))


def _open_items(state: PitState) -> Iterator[Open]:
    for form in state.of_day():
        facts: Facts = {"serial": form.serial, "name": form.name}
        if lack := unfinished(form):
            what = said("form {serial}: {lacks}", serial=form.serial, lacks=lack[0])
            yield Open(what, cites(form.kind, lack[1]), "form", facts)
        elif form.kind in VIGORISH_PAPERS and not form.forwarded:
            clauses = cites(form.kind, "forward", *(("retain",) if form.void else ()))
            what = said("form {serial}: its duplicate has not been forwarded", serial=form.serial)
            yield Open(what, clauses, "forward", facts)
        borne = form.kind in (Paper.COMPLIMENTARY, Paper.UNCOLLECTED)
        if borne and form.dropped and not form.void and not form.posted:
            what = said("comp of form {serial} to {guest}", serial=form.serial, guest=form.name)
            yield Open(what, cites(form.kind, "complimentary"), "comp", facts)
    if state.of_day(*VIGORISH_PAPERS) and not state.compared:
        yield Open(said("the comparison of the forms"), (form_text().compare,), "compare", {})
    for request in state.requests.values():
        facts = {"paper": request.kind, "number": request.number, "table": request.table}
        what = said("{paper} of request {number} at table {table}", **facts).about(paper=paper_name(request.kind))
        yield Open(what, (SLIPS,), "request", facts)
    for slip in state.slips.values():
        if not slip.attested_by:
            count, number, table = count_name(slip.kind), slip.number, slip.table
            what = said("count {number} ({count} of table {table})", number=number, count=count, table=table)
            yield Open(what, (COUNTS,), "count", {"count": slip.kind, "number": number, "table": table})
    for table in state.tables:
        yield from _table_items(state, table)
    for correction in state.corrections.values():
        facts = {"number": correction.number, "account": correction.account}
        what = said("correction {number} of {account}", **facts).about(account=account_name(correction.account))
        yield Open(what, (TRACES,), "correction", facts)


def _table_items(state: PitState, table: str) -> Iterator[Open]:
    facts: Facts = {"table": table}
    opened = state.attested(table, Count.OPENER)
    dropped = any(form.dropped for form in state.of_day(*VIGORISH_PAPERS) if form.table == table)
    if opened and not state.attested(table, Count.CLOSER):
        yield Open(said("closer of table {table}", **facts), (COUNTS,), "closer", facts)
    drop = state.drops.get(table)
    if (opened or dropped or drop) and (drop is None or not drop.counted_by):
        yield Open(said("drop box of table {table}", **facts), (form_text().compare, COUNTS), "drop-box", facts)
    if opened and table not in state.wins:
        yield Open(said("win of table {table}", **facts), (_win_clause(state, table),), "win", facts)


@decides(c.OpenDay)
def open_day(state: PitState, command: c.OpenDay) -> Decision:
    clauses = (form_text().forward, APART)
    if state.day:
        return refuse(Code.NOT_NOW, said("the gaming day {day} is open", day=state.day), *clauses, allowed=(state.day,))
    if not is_day(command.day):
        return refuse(Code.NOT_FOUND, said("'{day}' is no day; write it as 2026-11-15", day=command.day), *clauses)
    if refusal := not_the_house_day(command.day, command.house_day, *clauses):
        return refusal
    if command.day <= state.last_day:
        sentence = said(
            "{day} is not after {last_day}, which is closed; two people can open the last day again, with a reason",
            day=command.day,
            last_day=state.last_day,
        )
        return refuse(Code.NOT_NOW, sentence, *clauses)
    return (noted(e.DayOpened, command, clauses), *carried_openers(state, command))


def not_the_house_day(day: str, house_day: str | None, *clauses: str) -> Refusal | None:
    """Why a day is none of a pit: it is not the house's, or ``None``."""
    if house_day is None or day == house_day:
        return None
    sentence = said("the gaming day of the house is {day}, and not {wrong}", day=house_day, wrong=day)
    return refuse(Code.NOT_NOW, sentence, *clauses, allowed=(house_day,))


@decides(c.CloseDay)
def close_day(state: PitState, command: c.CloseDay) -> Decision:
    """Close the day; whatever is open is named, each by itself. Exceptions do not keep it open, and are named too."""
    clauses = (form_text().forward, form_text().complimentary)
    if refusal := day_open(state, *clauses):
        return refusal
    if command.day != state.day:
        sentence = said("{day} is the open day, not {wrong}", day=state.day, wrong=command.day)
        return refuse(Code.NOT_FOUND, sentence, *clauses, allowed=(state.day,))
    if items := open_items(state):
        sentence = said(
            "the day {day} cannot be closed: {items}", day=state.day, items=many((item.what for item in items), "and")
        )
        needed = dict.fromkeys(clause for item in items for clause in item.clauses)
        return refuse(Code.STILL_OPEN, sentence, *needed, allowed=tuple(str(item.what) for item in items))
    counts = {}
    for paper in dict.fromkeys(series.kind for series in state.series):
        book = register(state, paper)
        counts[paper] = (len(book.unused), len(book.used), len(book.void))
    cited = (*clauses, form_text().compare, form_text().account)
    facts = {"open_exceptions": tuple(state.exceptions), "wins": dict(state.wins), "serials": counts}
    return (noted(e.DayClosed, command, cited, **facts),)


# ------------------------------------------------------------------------------------------------------------- the win


class Win(NamedTuple):
    """The win of a table: closer + credits + drop − opener − fills, where the drop is cash and forms."""

    opener_cents: int
    closer_cents: int
    fills_cents: int
    credits_cents: int
    cash_cents: int
    forms_cents: int
    forms: tuple[str, ...]

    @property
    def win_cents(self) -> int:
        drop = self.cash_cents + self.forms_cents
        return self.closer_cents + self.credits_cents + drop - self.opener_cents - self.fills_cents


def table_win(state: PitState, table: str) -> Win | None:
    """The win of a table on the open day, or ``None`` while a count of it is missing."""
    opener, closer = state.attested(table, Count.OPENER), state.attested(table, Count.CLOSER)
    drop = state.drops.get(table)
    if opener is None or closer is None or drop is None or not drop.counted_by:
        return None
    moved = [form for form in state.of_day(*TRANSFER_PAPERS) if form.table == table and form.completed]
    papers = state.of_day(Paper.COMPLIMENTARY, Paper.UNCOLLECTED)
    borne = [f for f in papers if f.table == table and f.dropped and not f.void]
    return Win(
        opener.cents,
        closer.cents,
        sum(form.cents for form in moved if form.kind == Paper.FILL),
        sum(form.cents for form in moved if form.kind == Paper.CREDIT),
        drop.cash_cents,
        sum(form.cents for form in borne),
        tuple(form.serial for form in borne),
    )


def _win_clause(state: PitState, table: str) -> str:
    """What says that uncollected vigorish counts in the win: the rulebook with its form, or the control (B37)."""
    return form_text().win if load(state.tables[table].rulebook).fixed["uncollected_path"].value == "form" else FORMS


@decides(c.ReportWin)
def report_win(state: PitState, command: c.ReportWin) -> Decision:
    """Accounting's win of a table must count every form, by its number; a report that omits one does not balance."""
    if refusal := day_open(state, form_text().win) or known_table(state, command.table, form_text().win):
        return refusal
    clause = _win_clause(state, command.table)
    win = table_win(state, command.table)
    if win is None:
        sentence = said("table {table} lacks an opener, a closer or the count of its drop box", table=command.table)
        return refuse(Code.STILL_OPEN, sentence, COUNTS, clause)
    if command.table in state.wins:
        return refuse(Code.NOT_NOW, said("the win of table {table} has been reported", table=command.table), clause)
    if sorted(command.forms) != sorted(win.forms):
        left = [serial for serial in win.forms if serial not in command.forms]
        sentence = said("the win does not balance: it counts a form that is not of this table and day")
        if left:
            sentence = said("the win does not balance: it omits {forms}", forms=many(left, "and"))
        return refuse(Code.STILL_OPEN, sentence, clause, allowed=win.forms)
    if command.cents != win.win_cents:
        sentence = said(
            "the win does not balance: {right}, not {wrong}", right=Money(win.win_cents), wrong=Money(command.cents)
        )
        return refuse(Code.WRONG_PAYMENT, sentence, clause, allowed=(str(win.win_cents),))
    facts = win._asdict() | {"win_cents": win.win_cents}
    return (noted(e.WinReported, command, (clause,), day=state.day, **facts),)


# ------------------------------------------------------------------------------------------- corrections and exceptions


OF_GUESTS = ("wallet", "chips", "owed", LAYOUT)
"""What is a guest's own: a payment is corrected at its table, against the rebuilt round, and a marker button goes when
its vigorish is collected (F06, B37)."""
CORRECTED = tuple(name for name in KINDS if name not in ("corrections", *OF_GUESTS))
"""What can be corrected: what is the house's, but for the other side of the corrections themselves."""


OF_TABLES = ("tray", "drop-box")
"""What lies at one table, and is named with it."""


def correctable(state: PitState) -> tuple[str, ...]:
    """The accounts of a pit that a page offers for a correction: the cage, what lies at its tables, what its forms are
    about."""
    tables = [f"table/{table}/{name}" for table in state.tables for name in OF_TABLES]
    forms = [account_of(form) for form in state.forms.values() if form.posted]
    return tuple(dict.fromkeys(("cage", "comps", *tables, *forms)))


@decides(c.ProposeCorrection)
def propose_correction(state: PitState, command: c.ProposeCorrection) -> Decision:
    """A correction is asked for with reason and after; before is the ledger's. Nothing is written over."""
    if refusal := day_open(state, TRACES) or reasoned(command.reason, TRACES):
        return refusal
    before = _says(state, command.account, command.before_cents)
    if not command.account.strip() or before == command.after_cents:
        sentence = said("a correction names an account and changes it; the ledger says {before}", before=Money(before))
        return refuse(Code.WRONG_PAYMENT, sentence, TRACES)
    if kind(command.account) in OF_GUESTS:
        sentence = said("'{account}' is a guest's own: no correction of the books reaches it", account=command.account)
        return refuse(Code.WRONG_PAYMENT, sentence, TRACES, allowed=CORRECTED)
    if kind(command.account) not in CORRECTED:
        hint = did_you_mean(command.account, CORRECTED)
        sentence = said(
            "there is no account '{account}'{did_you_mean}; an account is one of {accounts}",
            account=command.account,
            did_you_mean=hint,
            accounts=many(CORRECTED, "or"),
        )
        return refuse(Code.NOT_FOUND, sentence, TRACES, allowed=CORRECTED)
    if refusal := _whose(state, command.account):
        return refusal
    facts = {"before_cents": before, "difference_cents": command.after_cents - before}
    return (noted(e.CorrectionProposed, command, (TRACES,), correction=state.correction_no + 1, **facts),)


def _says(state: PitState, account: str, told: int | None) -> int:
    """What the ledger says: of the whole house where it has told, or else what this log has moved."""
    return state.balances.get(account, 0) if told is None else told


def _whose(state: PitState, account: str) -> Refusal | None:
    """Why an account of a table is none of this pit, or ``None``: a tray and a drop box are a table's."""
    first, _, rest = account.partition("/")
    if first == "table":
        return known_table(state, rest.partition("/")[0], TRACES)
    if kind(account) not in OF_TABLES:
        return None
    theirs = tuple(f"table/{table}/{kind(account)}" for table in state.tables)
    sentence = said("whose '{account}'? name it as one of {accounts}", account=account, accounts=many(theirs, "or"))
    return refuse(Code.NOT_FOUND, sentence, TRACES, allowed=theirs)


@decides(c.ApproveCorrection)
def approve_correction(state: PitState, command: c.ApproveCorrection) -> Decision:
    """A second person lets it through; the other side stands in ``corrections``."""
    waits = state.corrections.get(command.correction)
    if waits is None:
        return refuse(Code.NOT_FOUND, said("no correction {correction} waits", correction=command.correction), TRACES)
    if refusal := same_person(command.by, (waits.proposed_by,), TRACES, APART, code=Code.WRONG_SIGNATURE):
        return refusal
    before, cents = _says(state, waits.account, command.before_cents), waits.difference_cents
    postings = moved("correction", cents, "corrections", waits.account, TRACES)
    facts = {"before_cents": before, "after_cents": before + cents, "difference_cents": cents}
    return (noted(e.CorrectionApproved, command, (TRACES,), waits, **facts, postings=postings),)


@decides(c.ResolveException)
def resolve_exception(state: PitState, command: c.ResolveException) -> Decision:
    if command.number not in state.exceptions:
        known = tuple(map(str, state.exceptions))
        sentence = said("no exception {number} is open", number=command.number)
        return refuse(Code.NOT_FOUND, sentence, TRACES, allowed=known)
    if refusal := reasoned(command.resolution, TRACES):
        return refusal
    return (noted(e.ExceptionResolved, command, (TRACES,)),)
