"""Row by row: postings, wagers, coups, cash, the cage and incidents of a house as files, for DuckDB or a notebook.

The logs are read line by line and written as they are read; what is kept in memory does not grow with them. Parquet is
made from the same rows by DuckDB (extra ``data``). Amounts are whole cents, times milliseconds since 1970, UTC;
``time`` is the same by the clock of the house, with its distance from UTC.
"""

import csv
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from minibac.books.books import HOUSE_LOG, PIT, TABLE, Books, account_kind, guest_account, read_books
from minibac.books.cage import cage_day
from minibac.books.csv_text import plain_cell
from minibac.books.exceptional import people
from minibac.books.exceptions import exceptions
from minibac.books.gaming_days import CalendarDays, Days, PitDays
from minibac.books.recall import CoupFacts, Recall
from minibac.books.table_win import day_wins
from minibac.machine.roles import Duty
from minibac.pits import house_events as h
from minibac.pits import pit_events as p
from minibac.records.store import Readable
from minibac.records.upcast import read_event
from minibac.records.verify import StoredStep, steps
from minibac.rules.words import named
from minibac.table import events as e
from minibac.table.state import AUTOMATIC_STAFF
from minibac.voice.times import exported


class Column(NamedTuple):
    """A column of a file: its name, its type in DuckDB, and what stands in it."""

    name: str
    type: str
    says: str


_TIME = Column("time", "VARCHAR", "the same by the clock of the house, as 2026-11-15 06:30:00-05:00")
_WHERE = (
    Column("day", "VARCHAR", "the gaming day; empty outside of all days"),
    Column("pit", "VARCHAR", "the pit of the table"),
    Column("table", "VARCHAR", "the table"),
)
_COUP = (
    *_WHERE,
    Column("shoe_no", "INTEGER", "the shoe, from 1"),
    Column("coup_no", "INTEGER", "the round, numbered through the life of the table"),
    Column("status", "VARCHAR", "settled, void, or simulated"),
    Column("ended_at", "BIGINT", "when it was settled or voided"),
    _TIME,
)
FILES: Mapping[str, tuple[Column, ...]] = {
    "postings": (
        Column("stream", "VARCHAR", "the log: table/ID, pit/ID or house"),
        Column("version", "INTEGER", "the event in it; the rows of one event sum to zero"),
        Column("line", "INTEGER", "the row of the event, from 1"),
        Column("at", "BIGINT", "when it happened"),
        _TIME,
        *_WHERE,
        Column("training", "BOOLEAN", "whether it moved at a training table"),
        Column("account", "VARCHAR", "the account, as seat/3/chips"),
        Column("kind", "VARCHAR", "the line of a statement it stands in, as chips"),
        Column("guest", "VARCHAR", "whose account it is"),
        Column("cause", "VARCHAR", "what moved it"),
        Column("seat", "INTEGER", "the seat, 0 for none"),
        Column("wager", "VARCHAR", "the wager it was about"),
        Column("cents", "BIGINT", "what the account gained"),
        Column("clause", "VARCHAR", "the clause it was moved under"),
    ),
    "coups": (
        *_COUP,
        Column("rulebook", "VARCHAR", "the rulebook of the table"),
        Column("opened_at", "BIGINT", "when betting opened"),
        Column("closed_at", "BIGINT", "no more bets"),
        Column("dealer", "VARCHAR", "who called the game when it ended"),
        Column("player", "VARCHAR", "the cards of the Player's Hand, as 7s Td"),
        Column("banker", "VARCHAR", "those of the Banker's Hand"),
        Column("player_total", "INTEGER", "the Point Count of the Player's Hand"),
        Column("banker_total", "INTEGER", "that of the Banker's Hand"),
        Column("result", "VARCHAR", "player, banker or tie; empty for a void round"),
        Column("wagers_count", "INTEGER", "how many wagers it had"),
        Column("staked_cents", "BIGINT", "what lay on them, House Money that was added among it"),
        Column("won_cents", "BIGINT", "what the house won, below zero where it lost; before later corrections"),
        Column("first_version", "INTEGER", "the event with which betting opened"),
        Column("last_version", "INTEGER", "the event with which its cards were racked"),
    ),
    "wagers": (
        *_COUP,
        Column("dealer", "VARCHAR", "who called the game when it ended"),
        Column("seat", "INTEGER", "the seat"),
        Column("guest", "VARCHAR", "the guest"),
        Column("wager", "VARCHAR", "the wager, as banker"),
        Column("stake_cents", "BIGINT", "the stake"),
        Column("added_cents", "BIGINT", "House Money that was added"),
        Column("coupon_cents", "BIGINT", "the part of the stake that is a coupon"),
        Column("outcome", "VARCHAR", "win, lose or push"),
        Column("winnings_cents", "BIGINT", "what it won, without the stake"),
        Column("vigorish_cents", "BIGINT", "the vigorish on it"),
        Column("net_cents", "BIGINT", "what it came to for the guest"),
        Column("marked", "BOOLEAN", "whether the vigorish is owed, as a marker button"),
    ),
    "cash": (
        *_WHERE,
        Column("note_cents", "BIGINT", "the note or coin"),
        Column("fell_count", "INTEGER", "how many fell into the drop box"),
        Column("counted_count", "INTEGER", "how many were counted in it; empty before the count"),
        Column("over_count", "INTEGER", "how many more were counted than fell, below zero fewer"),
    ),
    "cage": (
        Column("day", "VARCHAR", "the gaming day"),
        Column("of", "VARCHAR", "chips or cash"),
        Column("denomination_cents", "BIGINT", "the chip, note or coin"),
        Column("opened_count", "INTEGER", "how many the cage opened with"),
        Column("expected_count", "INTEGER", "how many had to be there when it closed; empty before the closer"),
        Column("counted_count", "INTEGER", "how many two people counted then"),
        Column("over_count", "INTEGER", "how many more were counted, below zero fewer"),
    ),
    "incidents": (
        Column("id", "VARCHAR", "the name of the exception, for good"),
        Column("state", "VARCHAR", "new, assigned, looked-at, explained or closed"),
        Column("at", "BIGINT", "when it happened"),
        _TIME,
        *_WHERE,
        Column("kind", "VARCHAR", "what it is, as count-discrepancy"),
        Column("severity", "VARCHAR", "low, medium or high"),
        Column("shoe_no", "INTEGER", "the shoe, 0 for none"),
        Column("coup_no", "INTEGER", "the round, 0 for none"),
        Column("seat", "INTEGER", "the seat, 0 for none"),
        Column("guest", "VARCHAR", "the guest"),
        Column("cents", "BIGINT", "the amount it is about"),
        Column("serial", "VARCHAR", "the number of the form"),
        Column("staff", "VARCHAR", "the people concerned, role: person; …"),
        Column("clauses", "VARCHAR", "the clauses, with spaces between"),
        Column("sentence", "VARCHAR", "what happened"),
        Column("resolved", "VARCHAR", "what was found at the table or in the pit"),
        Column("explained_by", "VARCHAR", "who explained it"),
        Column("explanation", "VARCHAR", "how it came about"),
        Column("closed_by", "VARCHAR", "who closed it"),
        Column("stream", "VARCHAR", "the log it was found in"),
        Column("version", "INTEGER", "the event there, 0 where no single event tells it"),
    ),
}
"""Every file, and its columns in order."""
Put = Callable[[str, Mapping[str, Any]], None]


async def write_export(store: Readable, folder: Path, form: str) -> dict[str, int]:
    """Write every file into a folder, as ``csv`` or ``parquet``; how many rows each has. It is about one moment."""
    counts = dict.fromkeys(FILES, 0)
    books = await read_books(store)
    safe = plain_cell if form == "csv" else _whole
    with ExitStack() as stack:
        drafts = {name: folder / f"{name}.csv" for name in FILES}
        writers = {}
        for name, draft in drafts.items():
            file = stack.enter_context(draft.open("w", encoding="utf-8", newline=""))
            writers[name] = csv.writer(file, lineterminator="\n")
            writers[name].writerow([column.name for column in FILES[name]])

        def put(name: str, facts: Mapping[str, Any]) -> None:
            counts[name] += 1
            if (moment := facts.get("at", facts.get("ended_at"))) is not None:  # notes and chips are of a whole day
                facts = {**facts, "time": exported(moment, books.time_zone)}
            writers[name].writerow([safe(facts.get(column.name)) for column in FILES[name]])

        for stream, read in _streams(books):
            await read(store, books, stream, put)
        for win in (win for day in books.days for win in day_wins(books, day)):
            for line in win.cash:
                counts_of = {"fell_count": line.fell, "counted_count": line.counted, "over_count": line.over}
                put("cash", {**named(win, "day", "pit", "table"), "note_cents": line.note_cents, **counts_of})
        for cage in (found for day in books.days if (found := cage_day(books, day)) is not None):
            for piece in cage.pieces:
                counts_of = {
                    f"{name}_count": getattr(piece, name) for name in ("opened", "expected", "counted", "over")
                }
                put("cage", {"day": cage.day, "of": piece.of, "denomination_cents": piece.cents, **counts_of})
        for row in exceptions(books):
            told = {"staff": people(row)}
            said = named(row.review, "explained_by", "explanation", "closed_by")
            plain = {name: getattr(row, name, "") for name in row.__struct_fields__}
            put("incidents", {**plain, **told, **said, **named(row, "id", "state", "sentence")} | _joined(row.clauses))
    if form == "parquet":
        _to_parquet(drafts)
    with (folder / "columns.csv").open("w", encoding="utf-8", newline="") as file:
        listed = csv.writer(file, lineterminator="\n")
        listed.writerow(("file", "column", "type", "meaning"))
        zoned = _TIME._replace(says=f"{_TIME.says}; it is in {books.time_zone}")
        columns = {name: [zoned if column is _TIME else column for column in FILES[name]] for name in FILES}
        listed.writerows((name, *column) for name in columns for column in columns[name])
    return counts


def _whole(cell: object) -> object:
    return "" if cell is None else cell


def _joined(clauses: tuple[str, ...]) -> dict[str, str]:
    return {"clauses": " ".join(clauses)}


def _to_parquet(drafts: Mapping[str, Path]) -> None:
    """DuckDB reads each file by its columns and writes it again; it works through them piece by piece."""
    import duckdb

    with duckdb.connect() as database:
        database.execute("SET memory_limit = '512MB'")
        for name, draft in drafts.items():
            columns = ", ".join(f"'{column.name}': '{column.type}'" for column in FILES[name])
            read = f"read_csv(?, header = true, columns = {{{columns}}}, delim = ',', quote = '\"', escape = '\"')"
            target = str(draft.with_suffix(".parquet")).replace("'", "''")
            database.execute(f"COPY (SELECT * FROM {read}) TO '{target}' (FORMAT parquet)", [str(draft)])
            draft.unlink()


# ------------------------------------------------------------------------------------------------------- each stream

Reader = Callable[[Readable, Books, str, Put], Awaitable[None]]


def _streams(books: Books) -> list[tuple[str, Reader]]:
    """The logs with rows of the ledger, and what reads each."""
    readers: dict[str, Reader] = {TABLE: _table, PIT: _pit, HOUSE_LOG: _house}
    return [(stream, read) for stream in books.heads for first, read in readers.items() if stream.startswith(first)]


def _steps(store: Readable, books: Books, stream: str) -> AsyncIterator[StoredStep]:
    return steps(store, stream, lambda *_: None, until=books.heads[stream].version)


async def _table(store: Readable, books: Books, stream: str, put: Put) -> None:
    table = stream.removeprefix(TABLE)
    training, days, recall = books.is_training(table), books.tables[table].days, Recall()
    where = {"pit": books.pit_of(table), "table": table, "training": training}
    seats: dict[int, str] = {}
    dealer = AUTOMATIC_STAFF[Duty.CALLING]
    async for step in _steps(store, books, stream):
        event = read_event(step.line.bytes)
        match event:
            case e.SeatTaken():
                seats[event.seat] = event.guest
            case e.SeatChanged() if event.seat in seats:
                seats[event.to] = seats[event.seat]
            case e.StaffAssigned() if event.duty == Duty.CALLING:
                dealer = event.person
        _postings(step, {**where, "at": event.at, "day": days.at(event.at).day}, seats, put)
        coup = recall.feed(step.line.version, event)
        if coup is not None and not training:
            _coup(coup, {**where, "day": days.at(coup.ended_at).day, "dealer": dealer}, put)


async def _pit(store: Readable, books: Books, stream: str, put: Put) -> None:
    book = books.pits[stream.removeprefix(PIT)]
    async for step in _steps(store, books, stream):
        if not step.rows:
            continue
        event = p.decode(step.line.bytes)
        facts = {"pit": book.pit, "table": book.table_of(event), "at": event.at, "training": False}
        _postings(step, facts | {"day": book.calendar.at(event.at).day}, {}, put)


async def _house(store: Readable, books: Books, stream: str, put: Put) -> None:
    days = PitDays()
    kept: Days = days if any(pit.days for pit in books.pits.values()) else CalendarDays(books.time_zone)
    async for step in _steps(store, books, stream):
        event = h.decode(step.line.bytes)
        if isinstance(event, h.HouseDayOpened):
            days.open(event.day, event.at)
        elif isinstance(event, h.HouseDayClosed):
            days.close(event.at)
        _postings(step, {"at": event.at, "day": kept.at(event.at).day, "training": False}, {}, put)


def _postings(step: StoredStep, facts: Mapping[str, Any], seats: Mapping[int, str], put: Put) -> None:
    for line, (stream, version, posting) in enumerate(step.rows, start=1):
        first, _, rest = posting.account.partition("/")
        seat = int(rest.partition("/")[0]) if first in ("seat", "layout") else 0
        about = {"stream": stream, "version": version, "line": line, "kind": account_kind(posting.account)}
        moved = {"cause": posting.step, "cents": posting.amount_cents, "guest": guest_account(posting.account)}
        moved["guest"] = moved["guest"] or seats.get(seat, "")
        put("postings", {**facts, **about, **named(posting, "account", "seat", "wager", "clause"), **moved})


def _coup(coup: CoupFacts, facts: Mapping[str, Any], put: Put) -> None:
    shared = {**facts, **named(coup, "shoe_no", "coup_no", "status", "ended_at")}
    player, banker = coup.totals
    put(
        "coups",
        {
            **shared,
            **named(coup, "rulebook", "opened_at", "closed_at", "first_version", "last_version"),
            "player": " ".join(coup.player),
            "banker": " ".join(coup.banker),
            "player_total": player,
            "banker_total": banker,
            "result": coup.result.winner.value if coup.result is not None else "",
            "wagers_count": len(coup.wagers),
            "staked_cents": sum(wager.stake_cents + wager.added_cents for wager in coup.wagers),
            "won_cents": -sum(wager.net_cents for wager in coup.wagers),
        },
    )
    guests = {seat.seat: seat.guest for seat in coup.seats}
    for wager in coup.wagers:
        put("wagers", {**shared, **wager._asdict(), "guest": guests.get(wager.seat, "")})
