"""The analyst's figures: each recomputed from the events, by count and by ledger, and the variances of dealers."""

import asyncio

import pytest

from minibac.books.books import read_books
from minibac.books.dealers import dealer_variances
from minibac.books.exceptions import exceptions
from minibac.books.figures import SHOWN_BY, figures
from minibac.books.table_win import day_wins
from minibac.pits.pit_events import InventoryCounted
from minibac.pits.pit_events import decode as read_pit_event
from minibac.records.memory import MemoryStore
from minibac.records.upcast import read_event
from minibac.table import events as e
from tests.books.days import DAY, day_with, write_day

BOOKS = day_with("miscount", "drop-short", "void-round")


def test_every_way_to_sum_comes_to_the_same():
    for by in SHOWN_BY:
        *rows, total = figures(BOOKS, by)
        assert total.key == ""
        assert [row.key for row in rows] == sorted(row.key for row in rows)
        for name in ("open_ms", "coups_count", "void_count", "staked_cents", "drop_cents", "win_cents", "ledger_cents"):
            assert sum(getattr(row, name) for row in rows) == getattr(total, name), (by, name)
        assert total.win_by == ("ledger" if by in ("shift", "dealer") else "count")
        assert total.void_count == 1
    assert figures(BOOKS, "day", start="2026-11-15") == figures(BOOKS, "day", end="2026-11-13") == ()


def test_the_win_of_a_table_is_its_counts_and_the_hold_is_win_divided_by_drop():
    wins = {win.table: win for win in day_wins(BOOKS, DAY)}
    *rows, _ = figures(BOOKS, "table", start=DAY, end=DAY)
    assert {row.key for row in rows} == set(wins)
    for row in rows:
        win = wins[row.key]
        assert (row.win_cents, row.drop_cents, row.ledger_cents) == (win.win_cents, win.drop_cents, win.ledger_cents)
        assert row.hold == row.win_cents / row.drop_cents
    off = {row.key for row in rows if row.win_cents != row.ledger_cents}
    assert off == {row.table for row in exceptions(BOOKS) if row.kind in ("count-discrepancy", "drop-discrepancy")}


def test_a_dealers_share_and_the_open_hours_are_those_of_the_log():
    """Recomputed from the stored lines: who was on duty at each coup, and the time from opener to closer."""

    async def lines():
        store = MemoryStore()
        await write_day(store)
        table = [read_event(line.bytes) async for line in store.read("table/ma-1")]
        pit = [read_pit_event(line.bytes) async for line in store.read("pit/east")]
        return table, pit, await read_books(store)

    table, pit, books = asyncio.run(lines())
    counts = {event.kind: event.at for event in pit if isinstance(event, InventoryCounted) and event.table == "ma-1"}
    won: dict[str, int] = {}
    coups: dict[str, int] = {}
    dealer = "automatic dealer"
    for event in table:
        if isinstance(event, e.StaffAssigned) and event.duty == "calling":
            dealer = event.person
        coups[dealer] = coups.get(dealer, 0) + isinstance(event, e.CoupSettled)
        for posting in getattr(event, "postings", ()):
            if posting.account in ("tray", "vigorish", "drop-box"):
                won[dealer] = won.get(dealer, 0) + posting.amount_cents
    *rows, total = figures(books, "dealer", table="ma-1")
    assert {row.key: (row.coups_count, row.win_cents) for row in rows} == {
        name: (coups[name], won[name]) for name in won
    }
    assert len(rows) == 2, "one dealer relieved the other"
    assert total.open_ms == counts["closer"] - counts["opener"]
    assert total.coups_per_hour == pytest.approx(total.coups_count * 3_600_000 / total.open_ms)


def test_variances_of_dealers_say_how_far_from_zero_they_are():
    rows = {row.dealer: row for row in dealer_variances(BOOKS)}
    miscount = next(row for row in exceptions(BOOKS) if row.kind == "count-discrepancy")
    short = rows[f"Dora of {miscount.table}"]
    assert (short.off_count, short.over_cents, short.few) == (1, miscount.cents, True)
    assert short.t is None, "one count has no spread"
    assert sum(row.coups_count for row in rows.values()) == figures(BOOKS, "day")[-1].coups_count
    assert all(row.over_cents == 0 for name, row in rows.items() if name != short.dealer)
    assert dealer_variances(BOOKS, end="2026-11-13") == ()


def test_figures_on_the_command_line(minibac, told, data, tmp_path):
    where = ("--data", str(data))
    found = told("books", "figures", *where, "--by", "pit", "--from", DAY)
    assert [row["key"] for row in found["figures"]] == ["east", "north", "south", ""]
    files = [tmp_path / name for name in ("one.svg", "two.svg", "one.html")]
    for svg in files[:2]:
        drawn = minibac("books", "figures", *where, "--svg", str(svg), "--html", str(files[2]), "--csv")
        assert drawn.stdout.startswith("key,name,table_days,open_ms,")
    assert files[0].read_bytes() == files[1].read_bytes(), "the same figures give the same picture"
    page = files[2].read_text(encoding="utf-8")
    assert 'role="img"' in page
    assert "<td>together</td>" in page
    assert "by ledger" in minibac("books", "figures", *where, "--by", "shift").stdout
    assert "荷官" in minibac("--language", "zh", "books", "figures", *where, "--by", "dealer").stdout
    assert {row["few"] for row in told("books", "dealers", *where)["dealers"]} == {True}
    assert "standard error" in minibac("books", "dealers", *where).stdout
    for day in ("2026-13-01", "soon", "20261101"):
        told_so = minibac("books", "figures", *where, "--from", day)
        assert told_so.exit_code == 2
        assert told_so.stderr == f"minibac: '{day}' is no day; write it as 2026-11-15\n"
    wrong = minibac("books", "figures", *where, "--from", "2026-11-15", "--to", DAY)
    assert (wrong.exit_code, wrong.stderr.count("\n")) == (2, 1)
    assert "comes after the last" in wrong.stderr
    assert minibac("books", "figures", *where, "--by", "moon").exit_code == 2
    assert minibac("books", "figures", *where, "--from", "2030-01-01").stdout == "No Activity\n"
