"""The day-end report: who, what, when, whether anything happened, and the same bytes each time (R43)."""

import asyncio
import csv
import io
import re

import pytest

from minibac.books.books import Books, read_books
from minibac.books.day_end import DAY_CSV_HEADS, day_csv, day_end, day_plain
from minibac.books.day_report import html_sheet, pdf_sheet
from minibac.books.day_sheet import dollars, sheet, sheet_plain
from minibac.books.gaming_days import Period
from minibac.books.table_book import Laid, Play
from minibac.books.variance import ALARM, variances
from minibac.cli.books import exact_prices
from minibac.odds.prices import prices
from minibac.records.memory import MemoryStore
from tests.books.days import DAY, GENERATED, day_with

ERRORS = ("walks-away", "lost-original", "miscount", "late-wager", "late-notice")


def report(books: Books | None = None, day: str = DAY):
    return day_end(books or day_with(*ERRORS), day, GENERATED, exact_prices)


@pytest.mark.control("R43")
def test_it_names_the_operator_its_title_the_interval_and_when_it_was_made():
    found = sheet(report())
    facts = dict(found.facts)
    assert found.title == "Day-end report"
    assert facts["Operator"] == "SAMPLE operator of the Grand SAMPLE House"
    assert facts["Gaming day"] == f"{DAY}, closed"
    assert facts["Interval"].startswith(f"{DAY} 06:00")
    assert " to " in facts["Interval"]
    assert (facts["Generated"], facts["Times"]) == ("2026-11-16 03:33:20", "UTC")
    assert re.match(
        "The ledger balances, and the counts do not agree with it: table [a-z0-9-]+: the closer", found.headline
    )
    assert sheet(day_end(day_with(), DAY, GENERATED, operator="Ann")).facts[0] == ("Operator", "Ann")


@pytest.mark.control("R43")
def test_the_commission_is_every_cent_of_vigorish_that_play_earned():
    books = day_with(*ERRORS)
    found = report(books)
    assert found.commission_cents == sum(win.vigorish_cents for win in found.wins) > 0
    assert found.comps_cents + found.uncollected_cents == sum(win.forms_cents for win in found.wins) > 0
    assert found.win_cents - found.ledger_cents == sum(d.cents for win in found.wins for d in win.differences)


@pytest.mark.control("R43")
def test_a_part_without_anything_says_no_activity():
    empty = asyncio.run(read_books(MemoryStore()))
    found = report(empty)
    assert not found.activity
    assert sheet(found).subtitle.endswith("No Activity")
    text = html_sheet(sheet_plain(found)).decode()
    assert text.count("<p>No Activity</p>") == len(sheet(found).sections)
    quiet = {section.title: section.rows for section in sheet(report(day_with())).sections}
    assert quiet["Exceptions"] == () == quiet["Count against ledger"]
    assert quiet["Table win"]


@pytest.mark.control("R43")
def test_actual_is_held_against_the_exact_price_of_each_wager():
    books = day_with(seed=21, coups=12)
    rows = variances(books, exact_prices, DAY)
    assert {row.table for row in rows} == set(books.tables)
    for row in rows:
        rules = books.tables[row.table].rules[0]
        price = prices(rules)[row.wager]
        assert row.returned_in_theory == pytest.approx(1 - float(price.edge))
        assert row.z == pytest.approx((row.won_cents - row.expected_cents) / row.deviation_cents)
        assert row.alarm is (abs(row.z) > ALARM)
    won = {table: sum(row.won_cents for row in rows if row.table == table) for table in books.tables}
    ledger = {win.table: win.ledger_cents for win in report(books).wins}
    assert won == ledger


@pytest.mark.control("R43")
@pytest.mark.parametrize(("won_cents", "alarm"), [(100_00, False), (20_000_00, True), (-20_000_00, True)])
def test_what_chance_does_not_explain_is_an_alarm(won_cents, alarm):
    """A hundred bets of $100 on Banker: one standard deviation is about $930."""
    books = Books()
    books.tables["s42-1"] = book = day_with().tables["s42-1"].__class__("s42-1", day_with().tables["s42-1"].days, ())
    book.rules = day_with().tables["s42-1"].rules
    laid = Laid()
    laid.bets_count, laid.stake_cents, laid.squares = 100, 100 * 100_00, 100 * 100_00**2
    laid.won_cents = won_cents
    play = book.play[Period(0, DAY)] = Play()
    play.laid[0, "banker"] = laid
    (row,) = variances(books, exact_prices)
    assert row.alarm is alarm
    assert row.deviation_cents == pytest.approx(92_700, rel=0.01)


def test_html_and_pdf_have_the_same_bytes_each_time_and_say_the_same():
    found = report()
    html, pdf = html_sheet(sheet_plain(found)), pdf_sheet(sheet_plain(found), GENERATED)
    assert html == html_sheet(sheet_plain(report()))
    assert pdf == pdf_sheet(sheet_plain(report()), GENERATED)
    assert pdf.startswith(b"%PDF")
    text = html.decode()
    for row in found.exceptions:
        assert row.kind in text
    for win in found.wins:
        assert f">{win.table}</td>" in text
    for _, _, head in found.heads:
        assert head in text
    assert "Play chips only" in text


def test_it_draws_drop_win_and_hold_of_each_table_and_says_them_for_those_who_do_not_see():
    found = report()
    told = sheet(found).bar_words[-1]
    for win in found.wins:
        assert win.drop_cents
        assert win.win_cents is not None
        share = f"{100 * win.win_cents / win.drop_cents:.2f} %"
        assert f"{win.table} {dollars(win.drop_cents)}, {dollars(win.win_cents)}, {share}" in told
    assert f'<figure role="img" aria-label="{told}"><svg' in html_sheet(sheet_plain(found)).decode()
    nobody = asyncio.run(read_books(MemoryStore()))
    assert b"<svg" not in html_sheet(sheet_plain(report(nobody))), "no table was counted"


def test_html_escapes_what_people_wrote():
    found = report()._replace(operator="<script>alert(1)</script>")
    assert b"<script>" not in html_sheet(sheet_plain(found))


@pytest.mark.control("R43")
def test_it_exports_csv_and_json():
    found = report()
    out = io.StringIO()
    csv.writer(out).writerows([DAY_CSV_HEADS, *day_csv(found)])
    rows = list(csv.DictReader(io.StringIO(out.getvalue())))
    assert [row["table"] for row in rows] == [win.table for win in found.wins]
    assert sum(int(row["win_cents"]) for row in rows) == found.win_cents
    plain = day_plain(found)
    assert plain["balanced"] is False
    assert {row["headline"] for row in rows} == {plain["headline"]} == {str(found.headline.said)}
    assert {row["verdict"] for row in rows} == {plain["verdict"]} == {"differ"}
    for row, bridge in zip(rows, plain["bridges"], strict=True):
        assert int(row["tray_expected_cents"]) == bridge["expected_cents"]
        assert int(row["tray_difference_cents"]) == bridge["difference_cents"]
    assert len(plain["exceptions"]) == len(found.exceptions)
    assert {head["stream"] for head in plain["heads"]} == set(day_with(*ERRORS).heads)
