"""Accounting's rarer papers in the browser: corrections by two people, the day of the house, a form printed again."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from minibac.books.day_end import day_end
from minibac.books.day_report import html_sheet
from minibac.books.day_sheet import sheet_plain
from tests.books.days import DAY, GENERATED, day_with
from tests.page.guests import waiting_house
from tests.page.visits import overflow, serious
from tests.page.workers import Worker, at_work, on_duty
from tests.server.running import Client, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHIPS = {"2500": 40}


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


@pytest.mark.control("R43", "R25")
def test_the_day_of_the_house_waits_for_every_pit_and_its_report_is_signed(
    server: RunningServer, browser: "Browser"
) -> None:
    day = server.day
    with at_work(server, browser, "accounting") as books, server.staff("shift-manager") as manager:
        books.go("/books")
        house = books.find("#house-day")
        house.locator("[data-do=OpenHouseDay]").click()
        books.find("dialog input[type=date]").fill("2026-02-01")
        books.find("dialog button[type=submit]").click()
        assert f"it is {day}" in books.find("dialog .wrong").inner_text()
        books.find("dialog input[type=date]").fill(day)
        books.find("dialog button[type=submit]").click()
        house.locator("[data-state=behind]").nth(3).wait_for()
        assert house.locator("[data-do=CloseHouseDay]").count() == 0, "not before every pit"
        order = {"id": "early", "command": {"command": "CloseHouseDay", "day": day}}
        no = books.client.post("/api/house/commands", order, status=409)["refusal"]
        assert "is not closed in" in no["sentence"]
        assert no["clause"]
        assert server.house.own.state.day == day
        for pit in server.house.own.state.pits_with_days:
            for command in ("OpenDay", "CloseDay"):
                order = {"id": f"{pit} {command}", "command": {"command": command, "day": day}}
                books.client.post(f"/api/pits/{pit}/commands", order)
        books.look_again()
        house.locator("[data-state=closed]").nth(3).wait_for()
        house.locator("[data-do=CloseHouseDay]").click()
        books.find("dialog button[type=submit]").click()
        house.locator("[data-do=OpenHouseDay]").wait_for()
        assert server.house.own.state.last_day == day
        signed_and_revised(server, books, manager, day)


def signed_and_revised(server: RunningServer, books: Worker, manager: Client, day: str) -> None:
    """The report is signed by two, the day is opened and closed again, and the next report is a revision."""
    order = "/api/house/commands"
    forged = {
        "id": "f",
        "command": {"command": "SignReport", "day": day, "report": "x", "figures": "", "verdict": ""},
    }
    assert "/sign" in books.client.post(order, forged, status=400)["refusal"]["sentence"]
    manager.post(f"/api/books/day/{day}/sign", {"id": "m", "figures": ""}, status=403)
    other = books.client.post(f"/api/books/day/{day}/sign", {"id": "o", "figures": "0f"}, status=409)
    assert "read the report again" in other["refusal"]["sentence"]
    server.clock.ahead += 3_000  # the books that were read a moment ago are read anew
    books.go("/books")
    report = books.find("#report")
    assert "The books balance" not in report.locator(".headline").inner_text()
    report.locator("[data-do=SignReport]").click()
    books.find("dialog button[type=submit]").click()
    report.locator("[data-revision='1']").wait_for()
    assert "a second signature is wanted" in report.locator("#signature").inner_text()
    second = {"id": "c", "command": {"command": "CountersignReport", "day": day}}
    assert not report.locator("[data-do=CountersignReport]").count(), "not offered to the same person"
    books.client.post(order, second, status=409)
    manager.post(order, second)
    books.find("[data-do=AskHouseReopening]").click()
    books.find("dialog textarea").fill("a form was found")
    books.find("dialog button[type=submit]").click()
    books.find(f"#house-day [data-asked='{day}']").wait_for()
    manager.post(order, {"id": "r", "command": {"command": "ReopenHouseDay", "day": day}})
    books.client.post(order, {"id": "s", "command": {"command": "CloseHouseDay", "day": day}})
    found = books.client.get(f"/api/books/day/{day}")
    assert "; since then the day was opened again: a form was found" in found["signed"]
    signed = {"id": "again", "figures": found["figures"]}
    books.client.post(f"/api/books/day/{day}/sign", signed)
    first = books.client.get(f"/api/books/day/{day}/signed/1")
    second = books.client.get(f"/api/books/day/{day}/signed/2")
    assert (second["revision"], second["previous"], second["reopened"]) == (2, first["sha256"], "a form was found")
    assert first["sheet"]["title"] == "Day-end report"
    books.client.get(f"/api/books/day/{day}/signed/3", status=404)
    log = books.client.get("/api/house/log?limit=1000")["events"]
    assert {"ReportSigned", "ReportCountersigned", "HouseDayReopened"} <= {event["event"] for event in log}
    assert not any("report" in event for event in log)


@pytest.mark.control("R25")
def test_a_correction_needs_a_second_person(server: RunningServer, browser: "Browser") -> None:
    pit = "seminole-main"
    with at_work(server, browser, "accounting") as books, server.staff("shift-manager") as manager:
        order = {"id": "open", "command": {"command": "OpenDay", "day": server.day}}
        books.client.post(f"/api/pits/{pit}/commands", order)
        books.go("/books#corrections")
        panel = books.find(f"[data-pit='{pit}']")
        panel.locator("[data-do=ProposeCorrection]").click()
        books.find("dialog select[name=account]").select_option("table/sem-1/tray")
        for name, value in {"after_cents": "125.50", "entry": "count 2"}.items():
            books.find(f"dialog input[name={name}]").fill(value)
        books.find("dialog textarea").fill("a stack was overlooked")
        books.find("dialog button[type=submit]").click()
        row = panel.locator("[data-correction='1']")
        row.wait_for()
        for fact in ("Before $0", "After $125.50", "Difference $125.50", "a stack was overlooked", "asked for by"):
            assert fact in row.inner_text()
        assert serious(books.page) == []
        assert overflow(books.page) == []
        assert row.locator("[data-do=ApproveCorrection]").count() == 0, "it takes another person"
        order = {"id": "no", "command": {"command": "ApproveCorrection", "correction": 1}}
        no = books.client.post(f"/api/pits/{pit}/commands", order, status=409)["refusal"]
        assert "another person" in no["sentence"]
        order = {"id": "yes", "command": {"command": "ApproveCorrection", "correction": 1}}
        manager.post(f"/api/pits/{pit}/commands", order)
        books.look_again()
        row.wait_for(state="detached")
        done = books.find("tbody tr").filter(has_text="a stack was overlooked")
        done.wait_for()


def test_a_form_is_printed_again_as_a_copy(server: RunningServer, browser: "Browser") -> None:
    pit, at = "massachusetts-main", {"table": "ma-1", "chips": CHIPS}
    with (
        server.staff("cage") as cage,
        server.staff("floorperson") as floor,
        server.staff("dealer") as dealer,
        at_work(server, browser, "accounting") as books,
    ):
        on_duty(dealer, "ma-1")
        steps: tuple[tuple[Client, dict[str, Any]], ...] = (
            (books.client, {"command": "OpenDay", "day": server.day}),
            (books.client, {"command": "RegisterSeries", "kind": "fill", "prefix": "F", "first": 1, "last": 9}),
            (dealer, {"command": "CountInventory", "kind": "opener", **at}),
            (floor, {"command": "AttestCount", "slip": 1, "chips": CHIPS}),
            (floor, {"command": "RequestTransfer", "kind": "fill", **at}),
            (cage, {"command": "PrepareSlip", "request": 1}),
        )
        for number, (who, command) in enumerate(steps):
            who.post(f"/api/pits/{pit}/commands", {"id": f"s{number}", "command": command})
        server.clock.ahead += 3_000  # the books that were read a moment ago are read anew
        books.go("/books#forms")
        books.find("[data-do=ReprintForm]").click()
        books.find("dialog .paper").wait_for()
        assert "Fill slip" in books.find("dialog .paper").inner_text()
        assert "COPY" in books.find("dialog .paper").inner_text()
        (form,) = server.house.pits[pit].state.forms.values()
        assert form.reprints == 1


SPLIT = """() => [...document.querySelectorAll("td")].flatMap((cell) => {
    const text = cell.firstChild;
    if (!text || cell.matches(".long")) return [];
    return [...text.data.matchAll(/[^\\s\\-\\/]+/g)].filter((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size > 1;
    }).map((word) => word[0]);
})"""
"""Words that stand on more than one line."""


@pytest.mark.parametrize("width", [390, 1280])
def test_no_word_of_the_day_end_report_is_split(browser: "Browser", width: int) -> None:
    errors = ("walks-away", "lost-original", "miscount", "late-wager")
    with ThreadPoolExecutor(1) as apart:  # the day needs an event loop of its own, and the browser has one here
        report = html_sheet(sheet_plain(day_end(apart.submit(day_with, *errors).result(), DAY, GENERATED)))
    with browser.new_context(viewport={"width": width, "height": 900}) as room:
        page = room.new_page()
        page.set_content(report.decode())
        assert page.locator("td").count() > 100
        assert page.evaluate(SPLIT) == []
        assert overflow(page) == []


@pytest.mark.control("R38")
def test_two_of_the_cage_count_it_on_the_page_each_for_oneself(server: RunningServer, browser: "Browser") -> None:
    own = server.house.own
    with at_work(server, browser, "cage") as first, server.staff("cage") as second, server.staff("accounting") as books:
        if not own.state.day:
            opened = {"command": "OpenHouseDay", "day": server.day}
            books.post("/api/house/commands", {"id": "cage day", "command": opened})
        first.go("/books")
        first.find("#cage [data-do=CountCage]").click()
        fields = first.find("dialog[open] fieldset.chips-field")
        fields.nth(0).locator("input[name=chips-500]").fill("9000")
        fields.nth(1).locator("input[name=chips-10000]").fill("20")
        assert not serious(first.page)
        first.find("dialog[open] button[type=submit]").click()
        first.find("#cage .tag").filter(has_text="sealed until the second count").wait_for()
        assert first.find("#cage [data-do=CountCage]").count() == 0, "the second is another person"
        heaps = {"kind": "opener", "chips": {"500": 9000}, "cash": {"10000": 20}}
        second.post("/api/house/commands", {"id": "cage 2", "command": {"command": "CountCage", **heaps}})
        first.look_again()
        first.find("#cage [data-cage=opener]").wait_for()
        assert own.state.cage is not None
        assert own.state.cage.chips == {500: 9000}
        assert first.find("#cage table").count() == 0, "whoever counts is not told what must be there"
