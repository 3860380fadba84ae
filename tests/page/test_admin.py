"""The administrator in the browser: roles given and refused, lists, links that lead somewhere, the self-check."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.page.guests import WAIT_MS, waiting_house
from tests.page.visits import overflow, serious
from tests.page.workers import Worker, at_work, page_of
from tests.server.running import PASSWORD, Client, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def row_of(admin: Worker, person: Client) -> "Locator":
    return admin.find(f"[data-person='{person.person['id']}']")


def roles_of(server: RunningServer, person: Client) -> set[str]:
    return {str(held.role) for held in server.front.people.roster.held(person.person["id"])}


@pytest.mark.control("R30")
def test_duties_that_must_be_apart_are_refused_with_the_control(server: RunningServer, browser: "Browser") -> None:
    with server.staff("dealer", "Dora Dealer") as dora, at_work(server, browser, "admin") as admin:
        admin.go("/admin")
        row = row_of(admin, dora)
        row.locator("[data-do=grant]").click()
        admin.find("dialog select[name=role]").select_option("accounting")
        admin.find("dialog button[type=submit]").click()
        wrong = admin.find("dialog .wrong")
        wrong.locator(".clause").wait_for()
        assert wrong.locator(".clause").inner_text() == "R30"
        assert f"Dora Dealer ({dora.person['id']}) is dealer and cannot be accounting too" in wrong.inner_text()
        assert roles_of(server, dora) == {"dealer"}
        admin.find("dialog select[name=role]").select_option("floorperson")
        admin.find("dialog select[name=place]").select_option("pit seneca-main")
        admin.find("dialog button[type=submit]").click()
        row.locator("[data-role=floorperson]").wait_for()
        assert "seneca-main" in row.locator("[data-role=floorperson]").inner_text()
        row.locator("[data-role=dealer]").click()
        admin.find("dialog button[type=submit]").click()
        row.locator("[data-role=dealer]").wait_for(state="detached")
        assert roles_of(server, dora) == {"floorperson"}


@pytest.mark.control("R29")
def test_somebody_is_locked_out_and_let_in_again(server: RunningServer, browser: "Browser") -> None:
    with server.staff("cage", "Cora Cage") as cora, at_work(server, browser, "admin") as admin:
        admin.go("/admin")
        admin.find("#people input[type=search]").fill("cora")
        row = row_of(admin, cora)
        admin.until(lambda: admin.find("#people .rows > li").count() == 1)
        assert "prepare fills and credits" in row.inner_text()
        row.locator("[data-do=disable]").click()
        admin.find("dialog textarea").fill("on leave")
        admin.find("dialog button[type=submit]").click()
        row.locator(".tag.bad").wait_for()
        assert cora.http.get("/api/session").json() == {"person": None}
        row.locator("[data-do=enable]").click()
        row.locator(".tag.bad").wait_for(state="detached")
        href = admin.find("#people a").get_attribute("href") or ""
        assert "Cora Cage" in admin.client.http.get(href).text


def test_a_link_is_made_copied_and_taken(server: RunningServer, browser: "Browser") -> None:
    with at_work(server, browser, "admin") as admin:
        admin.go("/admin")
        admin.find("#invitations select[name=role]").select_option("dealer")
        admin.find("#invitations select[name=place]").select_option("table s42-1")
        admin.find("#invitations button[type=submit]").click()
        link = admin.find("#invitations .link-row input").input_value()
        assert link.startswith(f"{server.base}/join/")
        admin.find("#invitations .link-row button").click()
        admin.find("#invitations .link-row button").filter(has_text="Copied").wait_for()
        with browser.new_context(locale="en-US") as room:
            page = room.new_page()
            page.set_default_timeout(WAIT_MS)
            page.goto(link)
            page.locator("input[name=name]").fill("Dan New")
            page.locator("input[name=password]").fill(PASSWORD)
            page.keyboard.press("Enter")
            page.wait_for_url("**/dealer/s42-1")
        admin.page.reload()
        admin.find("#people .rows > li").filter(has_text="Dan New").wait_for()


@pytest.mark.control("R42")
@pytest.mark.control("R44")
def test_the_program_looks_at_itself_and_a_copy_is_made(server: RunningServer, browser: "Browser") -> None:
    with at_work(server, browser, "admin") as admin:
        admin.go("/admin")
        admin.find("#self-check .tag.good").wait_for()
        admin.find("[data-do=check]").click()
        admin.find("#self-check .tag.good").wait_for()
        assert len(admin.find("#self-check code").inner_text()) == 64
        admin.find("[data-do=backup]").click()
        admin.find("#backup [role=status]").filter(has_text="minibac-").wait_for()


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
def test_it_fits_and_axe_finds_nothing_serious(server: RunningServer, browser: "Browser", language: str) -> None:
    with server.staff("admin") as client, page_of(server, browser, client, locale=language) as page:
        admin = Worker(server, page, client)
        admin.go("/admin")
        admin.find("#invitations button[type=submit]").click()
        admin.find("#invitations .link-row").wait_for()
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert overflow(page) == [], width
            assert serious(page) == [], width


def test_an_administrator_lands_here_and_nobody_else(server: RunningServer, browser: "Browser") -> None:
    with at_work(server, browser, "admin") as admin:
        admin.go("/books")
        assert admin.find(".ways a").get_attribute("href") == "/admin"
    with at_work(server, browser, "dealer") as dealer:
        dealer.go("/admin")
        assert "no duty here" in dealer.find(".come-in").inner_text()
