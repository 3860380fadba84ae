"""What the books find by themselves, in logs that somebody else wrote, or wrote wrongly."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from minibac.books.books import Books, read_books
from minibac.books.exceptional import exception_csv
from minibac.books.exceptions import disagreements, exceptions, open_exceptions
from minibac.books.reconcile import reconcile
from minibac.books.statements import statement
from minibac.books.table_win import day_wins
from minibac.books.variance import variances
from minibac.cli.books import exact_prices
from minibac.machine.kinds import encode
from minibac.pits import house_events as h
from minibac.pits import pit_events as p
from minibac.records.ledger import postings_of
from minibac.records.memory import MemoryStore
from minibac.records.store import StoreError, Write
from minibac.records.upcast import read_event, write_event
from minibac.sample_day.day import GamingDays
from minibac.table import events as e
from tests.books.days import DAY, UNCOUNTED, day_with, write_day

READERS: dict[str, Any] = {"table": read_event, "pit": p.decode, "house": h.decode}
"""What reads the lines of a log, by how its name begins."""


async def rewritten(change: Any, *errors: str, seed: int = 5) -> Books:
    """The books of a day whose events go through ``change`` first: what it gives instead of each, or nothing."""
    store, other = MemoryStore(), MemoryStore()
    await write_day(store, *errors, seed=seed)
    for stream in await store.streams():
        version = 0
        rows: dict[int, list[Any]] = {}
        async for row in store.ledger(stream=stream):
            rows.setdefault(row.version, []).append(row)
        async for line in store.read(stream):
            decode = READERS.get(stream.partition("/")[0])
            event = decode(line.bytes) if decode else None
            made = change(event) if event is not None else None
            if made is ...:
                continue
            postings = tuple(row.posting for row in rows.get(line.version, []))
            data = line.bytes
            if made is not None:
                data = write_event(made) if isinstance(made, e.Event) else encode(made)
                (postings,) = postings_of([made])
            write = Write(stream=stream, after=version, events=(data,), postings=(postings,))
            version = (await other.append(write)).version
    return await read_books(other)


def kinds(rows: Iterable[Any]) -> list[str]:
    return sorted(row.kind for row in rows)


def test_nothing_is_added_to_what_the_pit_has_said():
    for errors in ((), ("lost-original", "miscount", "drop-short", "differing-copy", "unmatched-number")):
        assert reconcile(day_with(*errors)) == ()


def test_a_comparison_that_nobody_wrote_down_is_made_here():
    def silent(event: Any) -> Any:
        return ... if isinstance(event, p.ExceptionRaised) else None

    books = asyncio.run(rewritten(silent, "lost-original", "lost-duplicate", "miscount", "drop-short"))
    found = reconcile(books, DAY)
    assert kinds(found) == ["count-discrepancy", "drop-discrepancy", "missing-duplicate", "missing-original"]
    assert all(row.severity == "high" and row.clauses and row.sentence for row in found)
    assert kinds(disagreements(books, DAY)) == kinds(found)


def test_a_comp_that_was_never_recorded_is_named():
    def forget(event: Any) -> Any:
        return ... if isinstance(event, p.ComplimentaryPosted) else None

    found = reconcile(asyncio.run(rewritten(forget, "walks-away")), DAY)
    assert kinds(found) == ["comp-not-posted"]


def test_a_marker_button_that_went_without_a_form_is_named():
    def other(event: Any) -> Any:
        return replace(event, reference="a friend") if isinstance(event, e.VigorishCleared) else None

    found = reconcile(asyncio.run(rewritten(other, "walks-away")), DAY)
    assert "cleared-without-form" in kinds(found)
    assert "released-not-cleared" in kinds(found)


def test_a_form_that_was_dropped_without_a_signature_is_named():
    def unsigned(event: Any) -> Any:
        return ... if isinstance(event, p.FormSigned) and event.role == "pit-clerk" else None

    assert kinds(reconcile(asyncio.run(rewritten(unsigned, "walks-away")), DAY)) == ["unsigned-form"]

    def twice(event: Any) -> Any:
        mine = isinstance(event, p.FormSigned) and event.role == "pit-clerk"
        return replace(event, by="Bo of " + event.by.rpartition(" ")[2]) if mine else None

    assert kinds(reconcile(asyncio.run(rewritten(twice, "walks-away")), DAY)) == ["unsigned-form"]


@pytest.mark.control("R32")
def test_a_change_that_came_before_its_notice_had_run_is_named():
    def sooner(event: Any) -> Any:
        early = isinstance(event, p.ChangeScheduled)
        return replace(event, effective_at=event.effective_at - 20 * 60_000) if early else None

    found = reconcile(asyncio.run(rewritten(sooner)), DAY)
    assert kinds(found) == ["late-notice"]
    assert found[0].clauses


def test_a_reported_win_that_is_another_one_is_named():
    def more(event: Any) -> Any:
        return replace(event, win_cents=event.win_cents + 1) if isinstance(event, p.WinReported) else None

    found = reconcile(asyncio.run(rewritten(more)), DAY)
    assert kinds(found) == ["win-differs"] * 6
    assert {row.cents for row in found} == {1}


def test_chips_that_moved_while_no_day_was_open_are_named():
    async def work() -> Books:
        store = MemoryStore()
        house = await write_day(store, house_file=UNCOUNTED)
        table = house.tables["s42-1"]
        await house.sit_down(table, 2)  # the day is closed
        return await read_books(store)

    (row,) = reconcile(asyncio.run(work()))
    assert (row.kind, row.table, row.severity) == ("outside-day", "s42-1", "medium")


def test_a_house_where_nobody_opens_days_goes_by_the_calendar():
    async def work() -> Books:
        store = MemoryStore()
        house = GamingDays(store, 2, UNCOUNTED)
        await house.open()
        await house.sit_down(house.tables["s42-1"], 2)
        await house.play_coup(house.tables["s42-1"])
        return await read_books(store)

    books = asyncio.run(work())
    assert books.days == (DAY,)
    assert reconcile(books) == ()
    assert statement(books, day=DAY).sum_cents == 0
    assert statement(books, table="s42-1", day=DAY).activity
    (win,) = day_wins(books, DAY)
    assert (win.table, win.win_cents, win.differences) == ("s42-1", None, ())
    assert win.ledger_cents == sum(row.won_cents for row in variances(books, exact_prices, DAY))


@pytest.mark.control("R37")
def test_a_ledger_that_differs_from_the_events_is_a_fault():
    async def work() -> Books:
        store = MemoryStore()
        await write_day(store)
        number = next(n for n, row in enumerate(store._rows) if row.posting.account == "tray")
        row = store._rows[number]
        wrong = row.posting._replace(amount_cents=row.posting.amount_cents + 1)
        store._rows[number] = row._replace(posting=wrong)
        return await read_books(store)

    books = asyncio.run(work())
    found = kinds(reconcile(books, DAY))
    assert found.count("ledger-fault") == 3  # the row, the sum of its event, the sum of everything
    assert "ledger-fault" in kinds(exceptions(books))


def test_a_line_that_cannot_be_read_is_one_sentence():
    async def work(stream: str, line: bytes) -> None:
        store = MemoryStore()
        await store.append(Write(stream=stream, after=0, events=(line,)))
        await read_books(store)

    for stream in ("table/one", "pit/main", "house", "refused/one"):
        with pytest.raises(StoreError, match=f"{stream}, event 1"):
            asyncio.run(work(stream, b"nonsense"))


def test_a_log_that_cannot_have_happened_is_one_sentence():
    def unopened(event: Any) -> Any:
        return ... if isinstance(event, p.PitOpened) else None

    with pytest.raises(StoreError, match="SeriesRegistered cannot follow there"):
        asyncio.run(rewritten(unopened))

    def unissued(event: Any) -> Any:
        return ... if isinstance(event, p.FormPrepared) else None

    with pytest.raises(StoreError, match="FormSigned cannot follow there"):
        asyncio.run(rewritten(unissued, "walks-away"))

    def no_table(event: Any) -> Any:
        return ... if isinstance(event, e.TableOpened) else None

    with pytest.raises(StoreError, match="cannot follow there"):
        asyncio.run(rewritten(no_table))


@pytest.mark.control("R25")
def test_a_line_that_was_changed_breaks_the_chain_and_is_named():
    async def work() -> Books:
        store = MemoryStore()
        await write_day(store)
        lines = store._lines["table/s42-1"]
        number = next(n for n, line in enumerate(lines) if b'"WagerPlaced"' in line.bytes)
        lines[number] = lines[number]._replace(bytes=lines[number].bytes.replace(b'"by":"guest-', b'"by":"ghost-'))
        return await read_books(store)

    books = asyncio.run(work())
    (fault,) = books.faults
    assert (fault.stream, str(fault.said)[:23]) == ("table/s42-1", "the chain of hashes is ")
    assert kinds(reconcile(books, DAY)) == ["ledger-fault"]


@pytest.mark.control("R37")
def test_a_balance_that_is_not_the_sum_of_its_rows_is_named():
    async def work() -> Books:
        store = MemoryStore()
        await write_day(store)
        store._balances["table/s42-1", "tray"] += 100
        return await read_books(store)

    (row,) = reconcile(asyncio.run(work()))
    assert (row.kind, row.stream) == ("ledger-fault", "table/s42-1")
    assert "the balance of tray is " in row.sentence


def test_every_row_of_the_list_says_everything_a_reader_asks():
    books = day_with("late-wager", "card-in-error", "void-round", "payment-corrected", "two-duties", "walks-away")
    rows = exceptions(books)
    for row in rows:
        assert row.clauses
        assert row.sentence
        assert row.severity in ("low", "medium", "high")
        assert row.day == DAY
        assert any(row.staff.values())
        assert len(exception_csv(row, "UTC")) == 26
        assert row.state == "new"
    assert len({row.id for row in rows}) == len(rows)
    assert rows == open_exceptions(books), "nobody has closed any"
    late = next(row for row in rows if row.kind == "late-wager")
    assert late.seat
    assert late.coup_no
    assert late.table
    assert late.guest.startswith("guest-")
    assert next(row for row in rows if row.kind == "void-round").coup_no
    assert sorted(rows, key=lambda row: row.at) == list(rows)
