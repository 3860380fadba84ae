"""The day-end report as it was signed: kept word for word, a revision after the other, and held against the books."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from minibac.books.books import Books, read_books
from minibac.books.day_end import DayEnd, day_csv, day_end, day_plain
from minibac.books.day_sheet import sheet_plain
from minibac.books.kept_reports import kept_sheet, report_text
from minibac.books.signed_figures import changed, figures_hash
from minibac.pits import house_commands as p
from minibac.records.memory import MemoryStore
from minibac.records.sqlite import SqliteStore
from minibac.records.store import Store
from minibac.sample_day.day import ACCOUNTANT, SECOND_ACCOUNTANT, GamingDays
from minibac.sample_day.errors import ERRORS
from tests.books.days import DAY, GENERATED


async def end_of(store: Store) -> DayEnd:
    return day_end(await read_books(store), DAY, GENERATED)


async def sign(house: GamingDays, store: Store) -> DayEnd:
    """Accounting signs the report of the first day, as the door has it signed."""
    report = await end_of(store)
    told = {"report": report_text(report), "figures": figures_hash(report), "verdict": report.headline.verdict}
    await house.log.must(p.SignReport(by=ACCOUNTANT, at=house.at(), day=DAY, **told))
    return report


async def again(house: GamingDays) -> None:
    """Two people open the day of the house again, and close it."""
    asked = p.AskHouseReopening(by=ACCOUNTANT, at=house.at(), day=DAY, reason="a form was found")
    await house.log.must(asked)
    await house.log.must(p.ReopenHouseDay(by=SECOND_ACCOUNTANT, at=house.at(), day=DAY))
    await house.log.must(p.CloseHouseDay(by=ACCOUNTANT, at=house.at(), day=DAY))


async def two_revisions(store: Store) -> tuple[list[DayEnd], Books]:
    house = GamingDays(store, 5)
    await house.open()
    await house.run_day([ERRORS["miscount"]], 3)
    seen = [await end_of(store)]
    await sign(house, store)
    seen.append(await end_of(store))
    await house.log.must(p.CountersignReport(by=SECOND_ACCOUNTANT, at=house.at(), day=DAY))
    seen.append(await end_of(store))
    await again(house)
    seen.append(await end_of(store))
    await sign(house, store)
    await house.run_day([], 3)
    seen.append(await end_of(store))
    return seen, await read_books(store)


@pytest.fixture(scope="module")
def signings() -> tuple[list[DayEnd], Books]:
    return asyncio.run(two_revisions(MemoryStore()))


@pytest.mark.control("R43")
def test_it_says_who_signed_it_and_when_and_that_another_day_changes_nothing(signings: Any):
    (before, signed, second, opened, revised), _ = signings
    assert str(before.signed) == "not signed"
    assert str(signed.signed).startswith("signed by Ada at 2026-11-14 ")
    assert str(signed.signed).endswith(", revision 1; a second signature is wanted")
    assert "; and by " in str(second.signed)
    assert "since then the day was opened again: a form was found" in str(opened.signed)
    assert ", revision 2 after " in str(revised.signed)
    assert "opened again: a form was found" in str(revised.signed)
    for report in (before, signed, second, opened, revised):
        assert changed(report) is None
        assert day_plain(report)["signed"] == str(report.signed)
        assert {row[-2] for row in day_csv(report)} == {str(report.signed)}
    first, last = revised.signatures
    assert (last.revision, last.previous, last.reopened) == (2, first.sha256, "a form was found")


@pytest.mark.control("R25")
def test_what_was_signed_is_kept_word_for_word(signings: Any):
    reports, books = signings
    signature = books.signatures[DAY][0]
    kept, then = kept_sheet(signature), sheet_plain(reports[0])
    assert kept["signed"].startswith("signed by")
    assert kept | {"signed": ""} == {**then, "signed": "", **{k: kept[k] for k in ("facts", "sections")}}
    assert [list(fact) for fact in then["facts"]] == kept["facts"]
    assert [section["title"] for section in then["sections"]] == [section["title"] for section in kept["sections"]]


def test_what_is_kept_knows_people_by_their_numbers_alone(signings: Any):
    """A name that stands in a chain of hashes could never go again."""
    report = signings[0][0]._replace(names=lambda person: f"Maria of {person}")
    rows = tuple(replace(row, names=dict.fromkeys(row.staff.values(), "Maria")) for row in report.exceptions)
    named = report._replace(exceptions=rows)
    assert "Maria" in str(sheet_plain(named))
    assert "Maria" not in report_text(named)


@pytest.mark.control("R25")
def test_other_figures_than_were_signed_are_said_above_everything(signings: Any):
    (_, signed, *_), _ = signings
    wrong = signed._replace(wins=(signed.wins[0]._replace(fills_cents=5), *signed.wins[1:]), bridges=signed.bridges[1:])
    headline = wrong.headline
    assert (headline.verdict, headline.balances) == ("broken", False)
    only = signed._replace(counts=signed.counts[1:])
    assert str(only.headline.said).startswith(
        "THIS IS NOT WHAT WAS SIGNED: since revision 1 was signed, other figures: counts; "
    )
    (signature,) = signed.signatures
    forged = signed._replace(signatures=(signature._replace(report=signature.report + " "),))
    assert "other figures: report" in str(forged.headline.said)
    reviewed = signed._replace(exceptions=tuple(replace(row, resolved="seen") for row in signed.exceptions))
    assert changed(reviewed) is None, "what becomes of an exception later is no figure of the day"


def test_the_command_line_shows_a_revision_as_it_was_signed(minibac, tmp_path: Path):
    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "minibac.sqlite")
        house = GamingDays(store, 5)
        await house.open()
        await house.run_day([], 3)
        await sign(house, store)
        await store.close()

    asyncio.run(work())
    where = ("--data", str(tmp_path))
    assert "signed by Ada at" in minibac("books", "day", DAY, *where).stdout
    text = minibac("books", "day", DAY, *where, "--revision", "1").stdout
    assert "The books balance" in text
    assert ", revision 1" in text
    page = tmp_path / "signed.html"
    assert minibac("books", "day", DAY, *where, "--revision", "1", "--html", str(page)).exit_code == 0
    assert ", revision 1" in page.read_text(encoding="utf-8")
    assert '"figures":{"balances":' in minibac("books", "day", DAY, *where, "--revision", "1", "--json").stdout
    none = minibac("books", "day", DAY, *where, "--revision", "2")
    assert (none.exit_code, none.stderr.count("\n")) == (1, 1)
    assert f"the report of {DAY} has no revision 2: signed by Ada" in none.stderr
