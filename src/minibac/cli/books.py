"""``minibac books``: what a house's logs say about its money, its forms and its people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from minibac.cli.common import FILE, REFUSED, Command, CommandLine, Group, fail, print_json
from minibac.cli.output_files import cannot_be_written, check_name, new_folder, no_report
from minibac.cli.text import language, say, wrong
from minibac.rules.words import did_you_mean
from minibac.voice.extras import how_to_install
from minibac.voice.said import Said, in_full, many, said, words_of

if TYPE_CHECKING:
    from minibac.books.books import Books
    from minibac.books.variance import Priced
    from minibac.house.full_check import Report
    from minibac.house.settings import Settings
    from minibac.rules.house_rules import HouseRules

T = TypeVar("T")

EXAMPLE = "minibac books example grand-house"


class Subcommands(Group):
    """The books, with one sentence for a wrong word."""

    no_such = said("the books have no '{name}'{did_you_mean}; minibac books --help lists what they have")

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self.commands)


@click.group(
    "books",
    cls=Subcommands,
    short_help="Statements, forms, notices, reconciliation, exceptions, the day-end report.",
    examples=(
        EXAMPLE,
        "minibac books day --data grand-house",
        "minibac books statement --data grand-house --table s42-1 --day 2026-11-14",
        "minibac books forms --data grand-house --guest Ann",
        "minibac books exceptions --data grand-house --csv",
    ),
)
def books() -> None:
    """The books of a house: statements, forms, notices, reconciliation, exceptions, the day-end report.

    They are read from the logs of a house, also while it runs, and change nothing; review alone tells the house
    something. Play chips only.
    """


# ------------------------------------------------------------------------------------------------------- what all share


class Ask(CommandLine):
    """Where the logs of the house are, and in which form the books are told."""

    data: Path | None
    database: str | None
    as_json: bool
    as_csv: bool

    def read(self) -> Books:
        """Fold the logs; every trouble with them is one sentence."""
        from minibac.books.books import read_books

        return self.ask(read_books)

    def ask(self, question: Callable[[Any], Awaitable[T]]) -> T:
        """Put a question to what is kept, as it stands at one moment."""
        import asyncio

        from minibac.records.store import StoreError

        async def work() -> T:
            store = await self._store()
            try:
                return await question(store)
            finally:
                await store.close()

        try:
            return asyncio.run(work())
        except StoreError as error:
            fail(said("the books cannot be read: {why}", why=words_of(error)), REFUSED)

    @property
    def settings(self) -> Settings:
        """The settings of the house, where its key lies among them."""
        from minibac.cli.serve import house_settings

        return house_settings(self.data, database=self.database)

    async def _store(self) -> Any:
        from minibac.records.sqlite_reader import SqliteReader

        settings = self.settings
        if settings.database and (self.database or self.data is None):
            try:
                from minibac.records.postgres_reader import PostgresReader
            except ImportError as missing:
                needs = said("a database needs the extra postgres, and {module} is missing", module=str(missing.name))
                fail(needs, REFUSED)
            return await PostgresReader.open(settings.database)
        if not settings.sqlite_path.is_file():
            none = said("{folder} holds no data of a house; {example} writes some to look at", example=EXAMPLE)
            fail(none.about(folder=str(settings.data)))
        return await SqliteReader.open(settings.sqlite_path)

    def tell(
        self, plain: Callable[[], Any], csv: tuple[Sequence[str], Iterable[Sequence[object]]], text: Callable[[], str]
    ) -> None:
        """Print as JSON, as CSV (heads and rows), or for a person to read."""
        if self.as_json:
            print_json(plain())
        elif self.as_csv:
            from minibac.books.csv_text import csv_text

            click.echo(csv_text(*csv), nl=False)
        else:
            click.echo(text())


WHERE = (
    click.Option(
        ["--data"],
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="The data folder of the house, as minibac serve has.",
    ),
    click.Option(["--database"], metavar="ADDRESS", help="A PostgreSQL database in place of the data folder."),
)
FORMS = (
    click.Option(["--json", "as_json"], is_flag=True, help="Print JSON, documented and stable."),
    click.Option(["--csv", "as_csv"], is_flag=True, help="Print CSV with a head line; amounts in cents."),
)


class Page(Command):
    """A command of the books: where they are comes before its own options, and the form after them."""

    def __init__(self, *, callback: Callable[..., None], params: list[click.Parameter], **how: Any) -> None:
        def called(data: Path | None, database: str | None, as_json: bool, as_csv: bool, **own: Any) -> None:
            if as_json and as_csv:
                fail(said("choose --json or --csv, not both"))
            callback(Ask(data=data, database=database, as_json=as_json, as_csv=as_csv), **own)

        super().__init__(callback=called, params=[*WHERE, *params, *FORMS], **how)


day_option = click.option("--day", metavar="YYYY-MM-DD", help="One gaming day; all of them without it.")


def known_day(ledgers: Books, day: str | None) -> str:
    """A gaming day that the books know, or nothing for all of them."""
    if day and day not in ledgers.days:
        known = said("; there is none yet")
        if ledgers.days:
            known = said("; the last ones are {days}", days=many(ledgers.days[-3:], ","))
        fail(said("the books have no gaming day {day}{known}", day=day, known=known), REFUSED)
    return day or ""


def known_name(kind: Said, name: str, names: Iterable[str]) -> None:
    """End with a sentence unless the name is there."""
    names = tuple(names)
    if name and name not in names:
        unknown = said("the books know no {kind} '{name}'{did_you_mean}", kind=kind, name=name)
        fail(unknown.about(did_you_mean=did_you_mean(name, names)), REFUSED)


def exact_prices(rules: HouseRules) -> dict[str, Priced]:
    """The exact prices of a table's wagers, once for each set of rules."""
    from minibac.books.variance import Priced
    from minibac.odds.prices import prices

    key = (rules.rulebook.id, tuple(sorted(rules.options.items())))
    if key not in _PRICES:
        _PRICES[key] = {price.wager: Priced(price.edge, price.variance) for price in prices(rules)}
    return _PRICES[key]


_PRICES: dict[Any, dict[str, Priced]] = {}


# ----------------------------------------------------------------------------------------------------------- statements


@books.command(cls=Page, examples=("minibac books statement --table s42-1 --day 2026-11-14",))
@click.option("--table", default="", metavar="ID", help="A table.")
@click.option("--pit", default="", metavar="ID", help="A pit.")
@click.option("--guest", default="", metavar="ID", help="A guest, by id or by name.")
@day_option
def statement(ask: Ask, table: str, pit: str, guest: str, day: str | None) -> None:
    """What an account had, every movement by its cause, and what it has now.

    Of a table, a pit or a guest; of the whole house without any of them.
    """
    from minibac.books.statements import CSV_HEADS, statement_csv, statement_plain
    from minibac.books.statements import statement as made
    from minibac.cli.books_text import statement_text

    ledgers = ask.read()
    known_name(said("table"), table, ledgers.tables)
    known_name(said("pit"), pit, ledgers.pits)
    guest = guest_id(ledgers, guest)
    told = made(ledgers, table=table, pit=pit, guest=guest, day=known_day(ledgers, day))
    ask.tell(lambda: statement_plain(told), (CSV_HEADS, statement_csv(told)), lambda: statement_text(ledgers, told))


def guest_id(ledgers: Books, guest: str) -> str:
    """A guest by id, or by the name at a table."""
    if not guest or guest in ledgers.guests:
        return guest
    names = {
        who: name
        for book in ledgers.tables.values()
        for who, name in book.names.items()
        if name.casefold() == guest.casefold()
    }
    if not names:
        known = {name for book in ledgers.tables.values() for name in book.names.values()}
        unknown = said("the books know no {kind} '{name}'{did_you_mean}", kind=said("guest"), name=guest)
        fail(unknown.about(did_you_mean=did_you_mean(guest, (*ledgers.guests, *known))), REFUSED)
    if len(names) > 1:
        several = said("several guests are called '{name}': {guests}", name=guest, guests=many(sorted(names), ","))
        fail(several, REFUSED)
    return next(iter(names))


# ---------------------------------------------------------------------------------------------------- forms and notices


@books.command(cls=Page, examples=("minibac books forms --number 7", "minibac books forms --guest Ann --print"))
@click.option("--number", default="", metavar="TEXT", help="A number, or how it ends.")
@click.option("--guest", default="", metavar="TEXT", help="A guest, by id or a part of the name.")
@day_option
@click.option("--print", "in_full", is_flag=True, help="Print each form as it would be printed again, marked COPY.")
@click.option(
    "--register", is_flag=True, help="The register: each series of the house, and what became of its numbers."
)
def forms(ask: Ask, number: str, guest: str, day: str | None, in_full: bool, register: bool) -> None:
    """Forms and slips by number, guest or day: who signed, where each copy is."""
    from minibac.books.day_end import FORM_CSV_HEADS, form_csv, form_plain
    from minibac.cli.books_text import forms_text
    from minibac.pits.copies import forms_numbered, forms_of_guest, printed

    ledgers = ask.read()
    if register:
        _register(ask, ledgers, other=bool(number or guest or day or in_full))
        return
    names, day = ledgers.name_of, known_day(ledgers, day)
    rows = []
    for pit in ledgers.pits.values():
        if pit.state is None:
            continue
        chosen = list(pit.forms.values())
        if number:
            chosen = [form for form in forms_numbered(pit.state, number) if form in chosen]
        if guest:
            chosen = [form for form in forms_of_guest(pit.state, guest) if form in chosen]
        rows += [(pit.pit, form) for form in chosen if not day or form.day == day]

    def text() -> str:
        if in_full:
            return "\n\n".join(printed(form, reprint=True, names=names) for _, form in rows) or "No Activity"
        return forms_text(rows, names)

    ask.tell(
        lambda: {"forms": [{"pit": pit, **form_plain(form, names)} for pit, form in rows]},
        (FORM_CSV_HEADS, (form_csv(pit, form, names) for pit, form in rows)),
        text,
    )


def _register(ask: Ask, ledgers: Books, *, other: bool) -> None:
    """The register of printed numbers."""
    from minibac.books.form_register import CSV_HEADS, form_register, register_plain, series_csv
    from minibac.cli.books_text import register_text

    if other:
        fail(said("--register tells of every number of the house: leave out what chooses among them"))
    lines = form_register(ledgers)
    ask.tell(lambda: register_plain(lines), (CSV_HEADS, map(series_csv, lines)), lambda: register_text(lines))


@books.command(cls=Page, examples=("minibac books notices --data grand-house",))
def notices(ask: Ask) -> None:
    """Written notices: given, received, what changed and when; a late one says so."""
    from minibac.books.day_end import notice_plain
    from minibac.cli.books_text import notices_text
    from minibac.voice.times import exported, moment

    ledgers = ask.read()
    lines = [line for pit in ledgers.pits.values() for line in pit.notices.values()]
    heads = (
        "pit", "notice", "table", "options", "text", "given", "given_by", "received", "effective", "late",
        "time_zone", "given_utc", "received_utc", "effective_utc",
    )  # fmt: skip
    zone = ledgers.time_zone
    rows = (
        (
            line.pit,
            line.notice,
            line.table,
            " ".join(f"{name}={value}" for name, value in line.options.items()),
            line.text,
            exported(line.given_at, zone),
            in_full(line.given_by, ledgers.name_of),
            *("" if at is None else exported(at, zone) for at in (line.received_at, line.effective_at)),
            line.late,
            zone,
            *("" if at is None else moment(at) for at in (line.given_at, line.received_at, line.effective_at)),
        )
        for line in lines
    )
    ask.tell(
        lambda: {"time_zone": zone, "notices": [notice_plain(line, zone) for line in lines]},
        (heads, rows),
        lambda: notices_text(lines, zone),
    )


# ---------------------------------------------------------------------------------------- reconciliation and exceptions


@books.command(cls=Page, examples=("minibac books reconcile --day 2026-11-14",))
@day_option
def reconcile(ask: Ask, day: str | None) -> None:
    """Hold the books against themselves: forms, counts, drop boxes, comps, notices, the ledger, the win.

    The exit status is 1 when something does not agree.
    """
    from minibac.books.day_end import day_end, uncounted
    from minibac.books.exceptional import CSV_HEADS, exception_csv, exception_plain
    from minibac.books.exceptions import disagreements
    from minibac.books.headline import headline_plain
    from minibac.books.table_win import win_plain
    from minibac.cli.books_text import reconcile_text

    ledgers = ask.read()
    day = known_day(ledgers, day)
    wrong = disagreements(ledgers, day)
    ends = [day_end(ledgers, each, 0) for each in ((day,) if day else ledgers.days)]
    wins, told = [win for end in ends for win in end.wins], [(end.day, end.headline) for end in ends]
    headlines = [{"day": each, **headline_plain(headline)} for each, headline in told]
    bare = uncounted(ledgers)
    zone = ledgers.time_zone
    agrees = {
        "time_zone": zone,
        "agrees": not wrong,
        "day": day or None,
        "headlines": headlines,
        "uncounted_pits": list(bare),
    }
    ask.tell(
        lambda: agrees | {"tables": [*map(win_plain, wins)], "findings": [exception_plain(row, zone) for row in wrong]},
        (CSV_HEADS, (exception_csv(row, zone) for row in wrong)),
        lambda: reconcile_text(wins, wrong, told, bare, zone),
    )
    if wrong:
        raise click.exceptions.Exit(REFUSED)


@books.command(cls=Page, examples=("minibac books check --data grand-house", "minibac books check --heads day.html"))
@click.option(
    "--heads", type=FILE, metavar="FILE", help="Where logs stood once: a day-end report, a check, a log of the house."
)
@click.option(
    "--checkpoint",
    type=FILE,
    metavar="FILE",
    multiple=True,
    help="A checkpoint of the open log, as a witness, a page or somebody else has kept it; may be repeated.",
)
def check(ask: Ask, heads: Path | None, checkpoint: tuple[Path, ...]) -> None:
    """Hold everything that is kept against itself, also while the house runs: logs, ledger, answers, seals, accounts.

    With a checkpoint of the open log that was kept elsewhere, whatever was cut off, written anew or moved before it is
    found. The one that the house signed last lies beside its key, and is always asked. The exit status is 1 when
    something does not agree.
    """
    from minibac.cli.books_text import check_text
    from minibac.house.full_check import FINDING_CSV_HEADS, check_plain, finding_csv

    report = _checked(ask, heads, checkpoint)
    rows = map(finding_csv, report.findings)
    ask.tell(lambda: check_plain(report), (FINDING_CSV_HEADS, rows), lambda: check_text(report))
    if report.findings:
        raise click.exceptions.Exit(REFUSED)


def _checked(ask: Ask, heads: Path | None, checkpoints: Sequence[Path]) -> Report:
    """Check everything. What a live house just does in two steps is found once: what counts is found a second time."""
    from minibac.house.full_check import full_check, heads_in
    from minibac.house.keys import key_of
    from minibac.house.leaf_check import kept_in
    from minibac.people.account_check import check_accounts
    from minibac.rules.refusal import Refusal
    from minibac.tlog.notes import NoteError

    path, command = ask.settings.key_path, ask.settings.key_command
    key = key_of(path, command) if command or path.exists() else None
    if isinstance(key, Refusal):  # the rest is checked all the same
        click.echo(f"minibac: {wrong(key)}", err=True)
    text = _text(heads) if heads else ""
    outside = heads_in(text, said("{path}", path=str(heads)))
    if heads and not outside:
        fail(said("{path} names no log with its last event and its hash", path=str(heads)))

    beside = ask.settings.checkpoint_path
    kept = []
    for path in (*checkpoints, *([beside] if beside.exists() else [])):
        try:
            kept.append(kept_in(_text(path), said("{path}", path=str(path))))
        except NoteError as error:
            fail(said("{path}: {fault}", path=str(path), fault=error.said))

    async def look(store: Any) -> Report:
        report = await full_check(store, key if isinstance(key, bytes) else None, outside, kept)
        await check_accounts(store, report)
        return report

    first = ask.ask(look)
    if not first.findings:
        return first
    known = {(finding.stream, finding.said.template) for finding in first.findings}
    second = ask.ask(look)
    second.findings = [each for each in second.findings if (each.stream, each.said.template) in known]
    return second


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        fail(said("{path}: cannot be read ({why})", path=str(path), why=words_of(error)))


@books.command(cls=Page, examples=("minibac books exceptions --severity high --csv",))
@day_option
@click.option("--table", default="", metavar="ID", help="One table.")
@click.option("--severity", type=click.Choice(("low", "medium", "high")), help="This weight and above.")
@click.option(
    "--state",
    type=click.Choice(("open", "new", "assigned", "looked-at", "explained", "closed")),
    help="How far the house has got with them; open is everything that is not closed.",
)
def exceptions(ask: Ask, day: str | None, table: str, severity: str | None, state: str | None) -> None:
    """One list for surveillance and audit: clause, table, round, seat, staff, time, weight, and what happened."""
    from minibac.books.exceptional import CSV_HEADS, SEVERITIES, exception_csv, exception_plain
    from minibac.books.exceptions import exceptions as listed
    from minibac.books.exceptions import in_state
    from minibac.cli.books_text import exceptions_text

    ledgers = ask.read()
    zone = ledgers.time_zone
    known_name(said("table"), table, ledgers.tables)
    least = list(SEVERITIES).index(severity) if severity else 0
    rows = [
        row
        for row in in_state(listed(ledgers, known_day(ledgers, day)), state or "")
        if table in ("", row.table) and list(SEVERITIES).index(row.severity) >= least
    ]
    ask.tell(
        lambda: {"time_zone": zone, "exceptions": [exception_plain(row, zone) for row in rows]},
        (CSV_HEADS, (exception_csv(row, zone) for row in rows)),
        lambda: exceptions_text(rows, zone),
    )


@books.command("cage", cls=Page, examples=("minibac books cage --data grand-house --day 2026-11-14",))
@click.option("--day", metavar="YYYY-MM-DD", help="One gaming day; the last one without it.")
def cage(ask: Ask, day: str | None) -> None:
    """The cage: chips and cash from its opener to its closer, and by denomination."""
    from minibac.books.cage import CAGE_CSV_HEADS, cage_csv, cage_day, cage_plain
    from minibac.cli.books_text import cage_text

    ledgers = ask.read()
    if day is None and not ledgers.days:
        fail(said("the books have no gaming day yet"), REFUSED)
    chosen = known_day(ledgers, day) or ledgers.days[-1]
    held = cage_day(ledgers, chosen)
    if held is None:
        fail(said("nobody counted the cage on {day}", day=chosen), REFUSED)
    ask.tell(lambda: cage_plain(held), (CAGE_CSV_HEADS, cage_csv(held)), lambda: cage_text(held, ledgers.name_of))


# --------------------------------------------------------------------------------------------------- the day-end report


@books.command(
    "day",
    cls=Page,
    examples=("minibac books day --data grand-house", "minibac books day 2026-11-14 --html day.html --pdf day.pdf"),
)
@click.argument("day", required=False, metavar="[YYYY-MM-DD]")
@click.option("--html", type=FILE, metavar="FILE.html", help="Write it as HTML.")
@click.option("--pdf", type=FILE, metavar="FILE.pdf", help="Write it as PDF.")
@click.option("--operator", default="", metavar="NAME", help="Who runs the house; its own log says so otherwise.")
@click.option(
    "--generated", type=int, metavar="MS", help="The time to print, in milliseconds since 1970; now otherwise."
)
@click.option("--revision", type=click.IntRange(1), metavar="N", help="The report as it was signed, the Nth time.")
def day_report(
    ask: Ask,
    day: str | None,
    html: Path | None,
    pdf: Path | None,
    operator: str,
    generated: int | None,
    revision: int | None,
) -> None:
    """The report of a gaming day: wins, counts, forms, the ledger, theory against practice, exceptions.

    The last day there is, unless one is named. With --revision, as it was signed.
    """
    import time

    from minibac.books.day_end import DAY_CSV_HEADS, day_csv, day_end, day_plain
    from minibac.books.day_sheet import sheet_plain
    from minibac.cli.books_text import day_text

    check_name(said("{format}", format="HTML"), html, ".html", ".htm")
    check_name(said("a PDF"), pdf, ".pdf")
    ledgers = ask.read()
    if day is None and not ledgers.days:
        fail(said("the books have no gaming day yet"), REFUSED)
    day = known_day(ledgers, day) or ledgers.days[-1]
    if revision is not None:
        _kept(ask, ledgers, day, revision, html, pdf)
        return
    now = time.time_ns() // 1_000_000 if generated is None else generated
    report = day_end(ledgers, day, now, exact_prices, operator)
    if html or pdf:
        beside = ask.as_json or ask.as_csv
        _write(sheet_plain(report, language()), sheet_plain(report), now, html, pdf, beside=beside)
        if not beside:
            return
    ask.tell(
        lambda: day_plain(report),
        (DAY_CSV_HEADS, day_csv(report)),
        lambda: day_text(sheet_plain(report, language())),
    )


def _kept(ask: Ask, ledgers: Books, day: str, revision: int, html: Path | None, pdf: Path | None) -> None:
    """Tell a report as it was signed: the words and the figures that are kept, and who signed them."""
    from minibac.books.kept_reports import kept_plain, kept_sheet
    from minibac.books.signatures import SIGNATURE_CSV_HEADS, signature_csv, signature_words
    from minibac.cli.books_text import day_text

    revisions = ledgers.signatures.get(day, [])
    if revision > len(revisions):
        none = said("the report of {day} has no revision {revision}: {signed}", day=day, revision=str(revision))
        fail(none.about(signed=signature_words(revisions[-1] if revisions else None)), REFUSED)
    signature = revisions[revision - 1]
    sheet = kept_sheet(signature, language())
    if html or pdf:
        _write(sheet, sheet, signature.signed_at, html, pdf, beside=ask.as_json or ask.as_csv)
        if not ask.as_json and not ask.as_csv:
            return
    csv = SIGNATURE_CSV_HEADS, [signature_csv(signature)]
    ask.tell(lambda: kept_plain(signature), csv, lambda: day_text(sheet))


def _write(
    sheet: dict[str, Any], english: dict[str, Any], at: int, html: Path | None, pdf: Path | None, *, beside: bool
) -> None:
    """Write the report and say so, on standard error where standard output holds the report itself."""
    try:
        from minibac.books.day_report import html_sheet, pdf_sheet
    except ImportError as missing:
        fail(no_report(missing), REFUSED)
    for path, made in ((html, partial(html_sheet, sheet)), (pdf, partial(pdf_sheet, english, at))):
        if path is None:
            continue
        try:
            path.write_bytes(made())
        except ImportError as missing:
            needs = said("a PDF needs the extra report, and {module} is missing; {how}", module=str(missing.name))
            fail(needs.about(how=how_to_install("report")), REFUSED)
        except OSError as error:
            fail(cannot_be_written(path, error), REFUSED)
        click.echo(say(said("{path} is written", path=str(path))), err=beside)


# ---------------------------------------------------------------------------------------------------------- the example


@books.command(cls=Command, examples=(EXAMPLE, "minibac books example two-days --seed 7 --days 2"))
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same days.")
@click.option("--days", type=click.IntRange(1, 31), default=1, show_default=True, help="How many gaming days.")
@click.option("--coups", type=click.IntRange(3, 500), default=12, show_default=True, help="Rounds at each table a day.")
@click.option(
    "--errors", type=click.IntRange(0), default=6, show_default=True, help="How many errors go into each day."
)
def example(folder: Path, seed: int, days: int, coups: int, errors: int) -> None:
    """Write simulated gaming days of a larger sample house into a new folder, errors included, to try the books on."""
    import asyncio

    from minibac.books.books import read_books
    from minibac.books.day_end import day_end
    from minibac.records.sqlite import SqliteStore
    from minibac.records.store import StoreError
    from minibac.sample_day.day import GamingDays
    from minibac.sample_day.errors import choose_errors

    async def work() -> list[tuple[str, Any]]:
        store = await SqliteStore.open(folder / "minibac.sqlite")
        try:
            house = GamingDays(store, seed)
            await house.open()
            made = []
            for number in range(days):
                injected = await house.run_day(choose_errors(seed * 1_000 + number, errors), coups)
                made.append((house.day, injected))
            kept = await read_books(store)
            for day, _ in made:
                await house.sign(day_end(kept, day, house.at(), exact_prices))
            return made
        finally:
            await store.close()

    try:
        with new_folder(folder):
            made = asyncio.run(work())
    except (StoreError, OSError) as error:
        fail(said("the example could not be written: {why}", why=words_of(error)), REFUSED)
    for day, injected in made:
        written = said(
            "{day}: a gaming day of three pits and six tables is in {folder}; errors in it: {names}.", day=day
        )
        names = many((each.name for each in injected), ",") if injected else said("none")
        click.echo(say(written.about(folder=str(folder), names=names)))
    click.echo(say(said("Try: minibac books day --data {folder}", folder=str(folder))))


from minibac.cli import books_export, books_figures, books_review  # noqa: E402, F401 (their commands are of this group)
