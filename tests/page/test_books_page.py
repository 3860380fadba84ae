"""Accounting in the browser: a gaming day is opened, kept open by what is missing, closed; statements and forms."""

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.page.guests import waiting_house
from tests.page.workers import at_work, guest_at, on_duty
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PIT = "section-42-main"
CHIPS = {"2500": 40}


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def test_a_day_is_opened_and_closed_once_nothing_is_open(server: RunningServer, browser: "Browser") -> None:
    with server.staff("dealer") as dealer, at_work(server, browser, "accounting") as books:
        books.go("/books")
        pit = books.find(f"[data-pit='{PIT}']")
        pit.locator("[data-do=OpenDay]").click()
        books.find("dialog button[type=submit]").click()
        pit.locator(".tag.good").wait_for()
        on_duty(dealer, "s42-1")
        count = {"command": "CountInventory", "table": "s42-1", "kind": "opener", "chips": CHIPS}
        dealer.post(f"/api/pits/{PIT}/commands", {"id": "count", "command": count})
        item = pit.locator(".rows li").filter(has_text="opener of table s42-1")
        item.wait_for()
        assert item.locator(".clause").inner_text() == "R38"
        assert pit.locator("[data-do=CloseDay]").count() == 0, "what would be refused is not offered"
        order = {"id": "close", "command": {"command": "CloseDay", "day": server.day}}
        no = books.client.post(f"/api/pits/{PIT}/commands", order, status=409)["refusal"]
        assert "cannot be closed" in no["sentence"]
        assert server.house.pits[PIT].state.day == server.day


@pytest.mark.control("R25")
def test_an_empty_day_is_closed_and_two_people_open_it_again(server: RunningServer, browser: "Browser") -> None:
    name, day = "seneca-main", server.day
    with at_work(server, browser, "accounting") as books, server.staff("shift-manager") as manager:
        books.go("/books")
        pit = books.find(f"[data-pit='{name}']")
        pit.locator("[data-do=OpenDay]").click()
        books.find("dialog button[type=submit]").click()
        pit.locator("[data-do=CloseDay]").click()
        books.find("dialog button[type=submit]").click()
        pit.locator("[data-do=AskReopening]").click()
        assert server.house.pits[name].state.last_day == day
        assert not pit.locator("[data-do=OpenDay]").count(), "the house has no other day"
        books.find("dialog textarea").fill("closed an hour early")
        books.find("dialog button[type=submit]").click()
        pit.locator(f"[data-asked='{day}']").wait_for()
        assert "closed an hour early" in pit.locator("[data-asked]").inner_text()
        again = {"id": "again", "command": {"command": "ReopenDay", "day": day}}
        assert not pit.locator("[data-do=ReopenDay]").count(), "not offered to the one who asked"
        books.client.post(f"/api/pits/{name}/commands", again, status=409)
        assert server.house.own.state.pit_days[name] == (day, True)
        manager.post(f"/api/pits/{name}/commands", again)
        books.look_again()
        pit.locator(".tag.good").wait_for()
        assert server.house.own.state.pit_days[name] == (day, False)


def test_statements_forms_and_exceptions_by_keys(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Ann") as ann, at_work(server, browser, "accounting") as books:
        order = {"id": "day", "command": {"command": "OpenDay", "day": server.day}}
        books.client.post("/api/pits/seminole-main/commands", order)  # else no chips are sold
        guest_at(server, ann, "sem-1", 3, 200_000)
        row = books.find("tbody tr").filter(has_text="chips")
        for _ in range(20):  # the house folds its books anew every two seconds at most
            server.clock.ahead += 3_000
            books.go("/books")
            books.find("#tab-day").focus()
            books.press("ArrowRight")
            books.find("#tab-statements[aria-selected=true]").wait_for()
            with suppress(PlaywrightTimeout):
                row.first.wait_for(timeout=3_000)
                break
        assert "$2,000" in books.find("#books-panel").inner_text()
        assert "Sum $0" in books.find("#books-panel").inner_text()
        books.press("ArrowRight")
        books.find("#tab-forms[aria-selected=true]").wait_for()
        books.find("#books-panel form").first.wait_for()
        books.find("#books-panel section[aria-label='Register of numbers']").wait_for()
        books.press("ArrowRight")
        books.find("#tab-exceptions[aria-selected=true]").wait_for()
        href = books.find("#books-panel a").filter(has_text="CSV").get_attribute("href") or ""
        assert href.startswith("/api/books/exceptions")


def test_the_books_are_not_for_guests(server: RunningServer, browser: "Browser") -> None:
    with at_work(server, browser, "dealer") as dealer:
        dealer.go("/books")
        assert "no duty here" in dealer.find(".come-in").inner_text()


def test_an_exception_is_followed_up_and_figures_are_drawn(server: RunningServer, browser: "Browser") -> None:
    """Who explains an exception is not offered to close it; the chart has its table beside it."""
    change = {"command": "ChangeParameter", "name": "n", "before": "a", "after": "b", "reason": "r"}
    with server.staff("dealer") as dealer, server.staff("surveillance") as eye, server.guest("Ben") as ben:
        guest_at(server, ben, "sem-1", 5, 100_000)
        dealer.post("/api/house/commands", {"id": "c", "command": change}, status=403)
        rows = eye.get("/api/books/exceptions")["exceptions"]
        (wanted,) = (row["id"] for row in rows if row["staff"].get("by") == dealer.person["id"])
        with at_work(server, browser, "accounting") as books:
            books.go("/books#exceptions")
            row = books.find(f"[data-exception='{wanted}']")
            row.locator("[data-do=AssignException]").wait_for()
            assert row.locator("[data-do=CloseException]").count() == 0
            row.locator("[data-do=ExplainException]").click()
            books.find("dialog textarea").fill("a wrong button")
            books.find("dialog button[type=submit]").click()
            books.find(f"[data-exception='{wanted}'][data-state=explained]").wait_for()
            assert row.locator("[data-do=CloseException]").count() == 0, "another person closes it"
            about = {"command": "ExplainException", "exception": wanted, "explanation": "the same, seen on tape"}
            eye.post("/api/house/commands", {"id": "e", "command": about})
            books.find("#books-panel form button[type=submit]").click()
            books.find(f"[data-exception='{wanted}'] [data-do=CloseException]").click()
            books.find("dialog button[type=submit]").click()
            row.wait_for(state="detached")
            books.find("select[name=state]").select_option("closed")
            books.find("#books-panel form button[type=submit]").click()
            books.find(f"[data-exception='{wanted}'][data-state=closed]").wait_for()
            books.find("#tab-figures").click()
            books.find("svg.chart").wait_for()
            assert "together" in books.find("#books-panel table").first.inner_text()
