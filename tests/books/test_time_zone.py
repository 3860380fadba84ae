"""The clock of a house: days turn by it, reports show it, and an hour that comes twice is told apart; logs keep UTC."""

import asyncio
from datetime import datetime
from typing import Any

import pytest

from minibac.books.books import Books, read_books
from minibac.books.day_end import DAY_CSV_HEADS, day_csv, day_end, day_plain
from minibac.books.day_sheet import sheet
from minibac.books.exceptional import CSV_HEADS, exception_csv
from minibac.books.exceptions import exceptions
from minibac.books.export import write_export
from minibac.cli.books_text import exceptions_text
from minibac.houses.house import House, read_house, sample_house
from minibac.records.memory import MemoryStore
from minibac.sample_day import day as sample_day
from minibac.voice.times import exported, midnight, moment
from tests.books.days import write_day
from tests.house.hosting import hosting
from tests.rules.houses import NOW, change, sample

ZONE = "America/New_York"
LONG_DAY = "2026-11-01"


def file_with(zone: str, **changes: object) -> Any:
    document = change(sample("section-42"), {"house.time_zone": zone, **changes})
    return read_house(document, "corner.toml", NOW)


def test_a_house_file_names_the_zone_and_its_own_times_are_of_it():
    here, there = (file_with(zone) for zone in ("UTC", ZONE))
    assert isinstance(here, House)
    assert isinstance(there, House)
    assert (here.time_zone, there.time_zone) == ("UTC", ZONE)
    told = [house.pits["main"].notice_given for house in (here, there)]
    assert [each.isoformat() for each in told if each] == ["2026-01-01T09:00:00+00:00", "2026-01-01T14:00:00+00:00"]


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("America/New_Yrok", ZONE), ("new york", ZONE), ("Los_Angeles", "America/Los_Angeles"), ("utc", "UTC")],
)
def test_a_zone_that_is_none_is_refused_with_the_one_that_may_be_meant(wrong: str, meant: str):
    (refusal,) = file_with(wrong)
    assert str(refusal).startswith(f'corner.toml: house.time_zone: "{wrong}" is no time zone (did you mean {meant}?);')


def test_nobody_guesses_at_a_zone_that_is_like_none():
    (refusal,) = file_with("../../etc/passwd")
    assert "is no time zone; write a name of the IANA database" in str(refusal)


@pytest.fixture(scope="module")
def long_day() -> tuple[MemoryStore, Books]:
    """A day of 25 hours that opens at one o'clock and closes in the next hour, which is one o'clock again."""

    async def work() -> tuple[MemoryStore, Books]:
        store = MemoryStore()
        house = sample_day.grand_house()._replace(time_zone=ZONE)
        await write_day(store, "miscount", house_file=house, first_day=LONG_DAY)
        return store, await read_books(store)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sample_day, "OPENS_HOUR", 1)
        return asyncio.run(work())


def test_a_day_of_25_hours_closes_by_the_book_and_its_hour_that_comes_twice_is_told_apart(long_day: Any):
    _, books = long_day
    report = day_end(books, LONG_DAY, midnight("2026-11-02", ZONE))
    assert report.closed
    assert report.headline.verdict == "differ", "the miscount that was put in, and nothing else"
    made = sheet(report)
    facts = dict(made.facts)
    assert facts["Times"] == f"{ZONE}, at the end of the day UTC-05:00; clocks were turned, and the day had 25 hours"
    assert facts["Generated"] == "2026-11-02 00:00:00", "the zone is said once"
    (counts,) = (part for part in made.sections if part.title.startswith("Counts"))
    printed = [row[2] for row in counts.rows]
    assert len(set(printed)) == len(printed), "no two times are alike on paper"
    for shown, count in zip(printed, report.counts, strict=True):
        assert datetime.strptime(shown, "%Y-%m-%d %H:%M:%S UTC%z").timestamp() == count.at // 1000
    assert {shown[-6:] for shown in printed} == {"-04:00", "-05:00"}
    assert all(shown[11:13] == "01" for shown in printed)


def test_what_is_exported_names_both_clocks(long_day: Any, tmp_path: Any):
    store, books = long_day
    (row,) = exceptions(books, LONG_DAY)
    here, utc = exported(row.at, ZONE), moment(row.at)
    assert (here[-6:], here[:13], utc[:13]) == ("-05:00", "2026-11-01 01", "2026-11-01 06")
    sheet_row = dict(zip(CSV_HEADS, exception_csv(row, ZONE), strict=True))
    assert (sheet_row["time"], sheet_row["time_zone"], sheet_row["time_utc"]) == (here, ZONE, utc)
    report = day_end(books, LONG_DAY, row.at)
    plain = day_plain(report)
    assert (plain["time_zone"], plain["generated"], plain["generated_at"]) == (ZONE, here, row.at)
    assert [each["time"] for each in plain["exceptions"]] == [here]
    day_row: dict[str, Any] = dict(zip(DAY_CSV_HEADS, day_csv(report)[0], strict=True))
    assert (day_row["time_zone"], day_row["opened"][-6:], day_row["closed"][-6:]) == (ZONE, "-04:00", "-05:00")
    assert day_row["opened_utc"] < day_row["closed_utc"], "and by the clock of the house it closed before it opened"
    text = exceptions_text([row], ZONE)
    assert text.count(ZONE) == 1
    assert "2026-11-01 01:10:45 UTC-05:00" in text
    asyncio.run(write_export(store, tmp_path, "csv"))
    heads, first, *_ = (
        line.split(",") for line in (tmp_path / "postings.csv").read_text(encoding="utf-8").splitlines()
    )
    posting = dict(zip(heads, first, strict=False))
    assert posting["time"] == exported(int(posting["at"]), ZONE)
    assert f"it is in {ZONE}" in (tmp_path / "columns.csv").read_text(encoding="utf-8")


def test_a_house_keeps_the_zone_it_opened_with():
    async def work() -> None:
        store = MemoryStore()
        house = sample_house("seneca")
        async with hosting(store, houses=[house._replace(time_zone=ZONE)]) as desk:
            assert desk.house.time_zone == ZONE
            assert not desk.house.not_taken
        async with hosting(store, houses=[house]) as desk:
            (told,) = desk.house.not_taken
            assert str(told).startswith(f"the house goes by {ZONE}, as its log has it: the time zone is stated once")
            assert desk.house.time_zone == ZONE

    asyncio.run(work())
