"""The books over HTTP: statements, forms, exceptions, the day. For those who answer for them, and a guest's own.

The logs are folded once for everybody who asks within a moment; nothing is kept that is not in them.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from minibac.books.blind import (
    OF_FORMS,
    blind_day,
    blind_exceptions,
    blind_plain,
    blind_statement,
    unread_forms,
)
from minibac.books.books import Books, read_books
from minibac.books.csv_text import csv_text
from minibac.books.day_end import DAY_CSV_HEADS, FORM_CSV_HEADS, day_csv, day_end, form_csv, form_plain
from minibac.books.dealers import CSV_HEADS as DEALER_HEADS
from minibac.books.dealers import dealer_csv, dealer_plain, dealer_variances
from minibac.books.exceptional import CSV_HEADS as EXCEPTION_HEADS
from minibac.books.exceptional import exception_csv, exception_plain
from minibac.books.exceptions import exceptions, in_state, open_exceptions
from minibac.books.figures import CSV_HEADS as FIGURE_HEADS
from minibac.books.figures import figure_csv, figure_plain, figures
from minibac.books.form_register import CSV_HEADS as REGISTER_HEADS
from minibac.books.form_register import form_register, register_plain, series_csv
from minibac.books.kept_reports import kept_plain, report_text
from minibac.books.signatures import Signature
from minibac.books.signed_figures import figures_hash
from minibac.books.statements import CSV_HEADS as STATEMENT_HEADS
from minibac.books.statements import statement, statement_csv, statement_plain
from minibac.books.variance import Priced
from minibac.machine.roles import Actor, Role
from minibac.odds.prices import prices
from minibac.people.people import SignedIn
from minibac.pits import house_commands as pc
from minibac.pits import signing
from minibac.pits.reviews import REVIEWERS
from minibac.rules.house_rules import HouseRules
from minibac.rules.once import once
from minibac.server.answers import Asked, Asking, CsvToo, Format, entitled, granted, in_json, must, no, says
from minibac.server.front import Front, front_of
from minibac.server.http_types import BooksContents, CheckTold, CommandTaken
from minibac.server.offers import house_offers, of_exception, of_report
from minibac.server.wire import no_id
from minibac.voice.said import said

Name = Annotated[str, QueryParameter(max_length=200)]
State = Annotated[
    Literal["", "open", "new", "assigned", "looked-at", "explained", "closed"], QueryParameter(name="state")
]
By = Annotated[Literal["table", "pit", "shift", "dealer", "day", "week", "month"], QueryParameter()]
A_DAY = r"^(\d{4}-\d\d-\d\d)?$"
Start = Annotated[str, QueryParameter(name="from", pattern=A_DAY)]
End = Annotated[str, QueryParameter(name="to", pattern=A_DAY)]
Day = Annotated[str, QueryParameter(pattern=A_DAY)]

READERS = (Role.SURVEILLANCE, Role.ACCOUNTING, Role.SHIFT_MANAGER)
"""Who reads the books; surveillance reads everything (R31)."""
FORM_READERS = (*READERS, Role.PIT_BOSS, Role.PIT_CLERK)
CHECKERS = HOUSE_READERS = (*READERS, Role.ADMIN)
"""Who has everything checked, and who reads the house's own log."""
READS = {
    **dict.fromkeys(("report", "statements", "register", "exceptions", "corrections", "figures"), READERS),
    "forms": FORM_READERS,
    "house-day": HOUSE_READERS,
}
"""What there is in the books, and who reads it."""
FRESH_MS = 2_000
"""How old a reading of the logs may be."""

_PRICES: dict[Any, Mapping[str, Priced]] = {}


class _Reading:
    """The last reading of the logs of a house."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.at = -FRESH_MS
        self.books: Books | None = None


@once
def _reading(_: Front) -> _Reading:
    return _Reading()


async def books_of(front: Front) -> Books:
    """The books of the house, read a moment ago at most."""
    reading = _reading(front)
    async with reading.lock:
        now = front.house.now()
        if reading.books is None or not 0 <= now - reading.at < FRESH_MS:
            reading.books = await read_books(front.house.store)
            reading.at = now
        return reading.books


def forget_books(front: Front) -> None:
    """Read the books anew when they are asked for next: somebody has just written what they tell."""
    _reading(front).books = None


def exact_prices(rules: HouseRules) -> Mapping[str, Priced]:
    """The exact prices of a table's wagers, once for each set of rules."""
    key = (rules.rulebook.id, tuple(sorted(rules.options.items())), tuple(a.wager.id for a in rules.approved))
    if key not in _PRICES:
        _PRICES[key] = {price.wager: Priced(price.edge, price.variance) for price in prices(rules)}
    return _PRICES[key]


def _csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Response[Any]:
    return Response(csv_text(heads, rows), media_type="text/csv", headers={"Cache-Control": "no-store"})


def _reader(request: Asked, asking: SignedIn | None, roles: tuple[Role, ...] = READERS) -> Front:
    whose = said("the books are for accounting, surveillance and the shift manager")
    return entitled(request, asking, *roles, whose=whose, clauses=("R31",))[0]


def _sealed_to(front: Front, asking: SignedIn | None, books: Books) -> frozenset[str]:
    """The forms of which this person is told nothing: whoever types the copies has still to read them."""
    return unread_forms(books) if front.people.has(must(asking).account, Role.ACCOUNTING) else frozenset()


def roles_at(front: Front, asking: SignedIn, pit: str) -> tuple[Role, ...]:
    """The roles a person has in a pit, or at a table of it."""
    if not asking.account.staff:
        return (Role.GUEST,)
    tables = [table.id for table in front.house.tables.values() if table.pit == pit] or [""]
    return tuple(held.role for held in front.people.roles(asking.account) if any(held.covers(t, pit) for t in tables))


def acts_as(front: Front, asking: SignedIn) -> list[Actor]:
    """Somebody in each role that this person has in the house."""
    return [Actor(asking.account.id, held.role) for held in front.people.roles(asking.account)]


@get("/api/books", responses=says(401, 423))
async def contents(request: Asked, asking: Asking) -> BooksContents:
    """What somebody may read of the books, in which pits there is work for that person, and the days there are."""
    front, reader = front_of(request.app), must(asking)
    reads = [name for name, roles in READS.items() if front.people.has(reader.account, *roles)]
    known = front.house.own.state.pits_with_days if reader.account.staff else ()
    pits = [pit for pit in known if roles_at(front, reader, pit)]
    return {"reads": reads, "pits": pits, "days": list((await books_of(front)).days) if "report" in reads else []}


@get("/api/books/statements", responses=says(401, 404, 423), operation_class=CsvToo)
async def statements(
    request: Asked,
    asking: Asking,
    table: Name = "",
    pit: Name = "",
    guest: Name = "",
    day: Day = "",
    form: Format = "json",
) -> Response[Any]:
    """The statement of a table, a pit, a guest or the house. A guest may ask for the guest's own."""
    front, found = front_of(request.app), must(asking)
    if not guest or guest != found.account.id or table or pit:
        _reader(request, asking)
    books = await books_of(front)
    if table and table not in books.tables:
        raise no(404, said("the books know no such table"))
    if pit and pit not in books.pits:
        raise no(404, said("the books know no such pit"))
    told = statement(books, table=table, pit=pit, guest=guest, day=day)
    if _sealed_to(front, asking, books):
        if form == "json":
            return in_json(blind_statement(statement_plain(told)))
        told = told._replace(
            lines=tuple(line for line in told.lines if line.account not in OF_FORMS),
            balances=tuple(balance for balance in told.balances if balance.account not in OF_FORMS),
        )
    return in_json(statement_plain(told)) if form == "json" else _csv(STATEMENT_HEADS, statement_csv(told))


@get("/api/books/exceptions", responses=says(401, 423), operation_class=CsvToo)
async def exception_list(
    request: Asked, asking: Asking, day: Day = "", reached: State = "", form: Format = "json"
) -> Response[Any]:
    """One list for surveillance and audit; ``state`` is how far the house has got with them, ``open`` is not closed."""
    front = _reader(request, asking)
    books = await books_of(front)
    rows = blind_exceptions(in_state(exceptions(books, day), reached), _sealed_to(front, asking, books))
    if form == "json":
        people, own, me = reviewers(front), front.house.own, acts_as(front, must(asking))
        may = [house_offers(own, me, of_exception(row.id, row.staff.values(), people)) for row in rows]
        shown = [exception_plain(row, books.time_zone) | {"may": each} for row, each in zip(rows, may, strict=True)]
        about = {"open_count": len(open_exceptions(books, day)), "time_zone": books.time_zone, "reviewers": people}
        return in_json({"exceptions": shown, **about})
    return _csv(EXCEPTION_HEADS, (exception_csv(row, books.time_zone) for row in rows))


def reviewers(front: Front) -> dict[str, str]:
    """The people who may look into an exception, by id, with their names."""
    people = front.house.own.state.people.items()
    return {id_: person.name for id_, person in people if set(person.roles) & set(REVIEWERS) and not person.disabled}


@get("/api/books/forms", responses=says(401, 423), operation_class=CsvToo)
async def forms(
    request: Asked, asking: Asking, number: Name = "", guest: Name = "", day: Day = "", form: Format = "json"
) -> Response[Any]:
    """Forms and slips by number, guest or day; what accounting has still to read off a copy is sealed to accounting."""
    from minibac.pits.copies import SEALED, forms_numbered, forms_of_guest, printed

    front = _reader(request, asking, FORM_READERS)
    books = await books_of(front)
    rows, unread = [], _sealed_to(front, asking, books)
    for pit in books.pits.values():
        if pit.state is None:
            continue
        chosen = dict(pit.forms)
        if number:
            chosen = {each.serial: each for each in forms_numbered(pit.state, number)}
        if guest:
            mine = {each.serial for each in forms_of_guest(pit.state, guest)}
            chosen = {serial: each for serial, each in chosen.items() if serial in mine}
        rows += [(pit.pit, each) for each in chosen.values() if not day or each.day == day]
    if form == "json":
        names = books.name_of
        shown = [
            {"pit": pit, **form_plain(each, names), "reprint": printed(each, reprint=True, names=names)}
            for pit, each in rows
        ]
        sealed = {**SEALED, "text": "", "reprint": ""}
        return in_json({"forms": [row | (sealed if row["serial"] in unread else {}) for row in shown]})
    return _csv(FORM_CSV_HEADS, (form_csv(pit, each, books.name_of) for pit, each in rows if each.serial not in unread))


@get("/api/books/register", responses=says(401, 423), operation_class=CsvToo)
async def register(request: Asked, asking: Asking, form: Format = "json") -> Response[Any]:
    """The register of printed numbers: every series of the house, and what became of each number that was used."""
    lines = form_register(await books_of(_reader(request, asking)))
    if form == "json":
        return in_json(register_plain(lines))
    return _csv(REGISTER_HEADS, map(series_csv, lines))


@get("/api/books/day/{day:str}", responses=says(401, 404, 423), operation_class=CsvToo)
async def day_report(request: Asked, day: FromPath[str], asking: Asking, form: Format = "json") -> Response[Any]:
    """The day-end report of a gaming day; ``last`` is the last there is."""
    front = _reader(request, asking)
    books = await books_of(front)
    if day == "last" and books.days:
        day = books.days[-1]
    if day not in books.days:
        raise no(404, said("the books have no such gaming day"))
    report, sealed = day_end(books, day, front.house.now(), exact_prices), _sealed_to(front, asking, books)
    if form == "csv":
        return _csv(DAY_CSV_HEADS, day_csv(blind_day(report, sealed)))
    may = house_offers(front.house.own, acts_as(front, must(asking)), of_report(day))
    return in_json(blind_plain(report, sealed) | {"may": may})


@get("/api/books/day/{day:str}/signed/{revision:int}", responses=says(401, 404, 423))
async def signed_report(request: Asked, day: FromPath[str], revision: FromPath[int], asking: Asking) -> Response[Any]:
    """A day-end report as it was signed: its words, its figures, who signed it and when."""
    return in_json(kept_plain(await _revision(request, asking, day, revision)))


async def _revision(request: Asked, asking: SignedIn | None, day: str, revision: int) -> Signature:
    books = await books_of(_reader(request, asking))
    revisions = {signature.revision: signature for signature in books.signatures.get(day, ())}
    if revision not in revisions:
        raise no(404, said("the report of that day has no such revision"))
    return revisions[revision]


@get(
    "/api/books/day/{day:str}/signed/{revision:int}/report",
    responses=says(401, 404, 423),
    media_type=MediaType.JSON,
)
async def signed_file(request: Asked, day: FromPath[str], revision: FromPath[int], asking: Asking) -> Response[bytes]:
    """The very words that were signed, as a file: its SHA-256 is the one that stands beside the signature."""
    words = (await _revision(request, asking, day, revision)).report.encode()
    headers = {"Content-Disposition": f'attachment; filename="day-end-{day}-revision-{revision}.json"'}
    return Response(words, media_type="application/json", headers=headers | {"Cache-Control": "no-store"})


class Signing(msgspec.Struct, forbid_unknown_fields=True):
    """A signature, with an id of the page's own and the hash of the figures that were read."""

    id: str
    figures: str


@post("/api/books/day/{day:str}/sign", status_code=200, responses=says(401, 404, 409, 423))
async def sign_day(request: Asked, day: FromPath[str], data: JSONBody[Signing], asking: Asking) -> CommandTaken:
    """Accounting signs the report of a closed day: the one that was read, and no other."""
    whose = said("the day-end report is signed by accounting")
    front, found = entitled(request, asking, Role.ACCOUNTING, whose=whose, clauses=signing.CLAUSES)
    if wrong := no_id(data.id):
        raise no(400, wrong)
    person, role = found.account.id, Role.ACCOUNTING
    granted(await front.people.roster.work_as(person, role, elsewhere=front.works_elsewhere(person, role)))
    forget_books(front)
    books = await books_of(front)
    if day not in books.days:
        raise no(404, said("the books have no such gaming day"))
    report = day_end(books, day, front.house.now(), exact_prices)
    told = {"report": report_text(report), "figures": figures_hash(report), "verdict": report.headline.verdict}
    if data.figures != told["figures"]:
        raise no(409, said("the books give other figures for {day} than were read: read the report again", day=day))
    command = pc.SignReport(by=Actor(person, role), at=0, day=day, **told)
    answer = await front.house.own.command(command, f"{person}:{data.id}")
    granted(answer.refusal)
    forget_books(front)
    return {"ok": True, "version": answer.version}


@get("/api/books/check", responses=says(401, 423))
async def last_check(request: Asked, asking: Asking) -> CheckTold:
    """When everything that is kept was last held against itself, and what did not agree (R25)."""
    return _check_plain(_reader(request, asking, CHECKERS))


@post("/api/books/check", status_code=202, responses=says(401, 409, 423))
async def begin_check(request: Asked, asking: Asking) -> CheckTold:
    """Hold everything that is kept against itself, in the background."""
    front = _reader(request, asking, CHECKERS)
    if not front.book_checks.begin():
        raise no(409, said("this house is kept in memory: there is nothing to check"))
    return _check_plain(front)


def _check_plain(front: Front) -> CheckTold:
    state = front.house.own.state
    return {
        "at": state.checked_at,
        "looking": front.book_checks.looking,
        "found_count": state.found_count,
        "found": [str(each) for each in state.found],
    }


# ------------------------------------------------------------------------------------------------------- for an analyst


@get("/api/books/figures", responses=says(401, 404, 423), operation_class=CsvToo)
async def figure_list(
    request: Asked,
    asking: Asking,
    by: By = "day",
    start: Start = "",
    end: End = "",
    table: Name = "",
    pit: Name = "",
    form: Format = "json",
) -> Response[Any]:
    """Drop, win, hold and coups an hour, by table, pit, shift, dealer or period; the sum of all rows comes last."""
    books = await books_of(_reader(request, asking))
    if table and table not in books.tables:
        raise no(404, said("the books know no such table"))
    if pit and pit not in books.pits:
        raise no(404, said("the books know no such pit"))
    rows = figures(books, by, start=start, end=end, table=table, pit=pit)
    if form == "csv":
        return _csv(FIGURE_HEADS, map(figure_csv, rows))
    return in_json({"by": by, "from": start or None, "to": end or None, "figures": [*map(figure_plain, rows)]})


@get("/api/books/dealers", responses=says(401, 404, 423), operation_class=CsvToo)
async def dealer_list(
    request: Asked, asking: Asking, start: Start = "", end: End = "", table: Name = "", form: Format = "json"
) -> Response[Any]:
    """Variances by dealer: counts that were over or short, payments that were corrected, and how far from chance."""
    books = await books_of(_reader(request, asking))
    if table and table not in books.tables:
        raise no(404, said("the books know no such table"))
    rows = dealer_variances(books, start=start, end=end, table=table)
    if form == "csv":
        return _csv(DEALER_HEADS, map(dealer_csv, rows))
    return in_json({"dealers": [*map(dealer_plain, rows)]})


ROUTES = [
    contents,
    sign_day,
    signed_report,
    signed_file,
    statements,
    exception_list,
    forms,
    day_report,
    register,
    last_check,
    begin_check,
    figure_list,
    dealer_list,
]
