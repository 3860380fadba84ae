"""A locked console in the browser: everything is covered, nothing is asked for ever, and all of it comes back."""

from typing import TYPE_CHECKING

import pytest

from tests.page.guests import waiting_house
from tests.page.workers import at_work, page_of
from tests.server.running import PASSWORD, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("by", ["hand", "another page"])
def test_surveillance_is_cut_off_from_every_table_and_comes_back_to_all_of_them(browser: "Browser", by: str) -> None:
    with waiting_house() as server, at_work(server, browser, "surveillance") as watch:
        watching = server.front._pages
        watch.go("/surveillance")
        wait_until(lambda: len(watching()) == 4)
        if by == "hand":
            watch.page.get_by_role("button", name="Lock").click()
        else:
            watch.client.post("/api/session/lock")
        lock = watch.find("dialog.lock")
        lock.wait_for()
        wait_until(lambda: not watching())
        watch.page.reload()
        lock.wait_for()
        assert not watching()
        assert not watch.find(".live-table").count(), "nothing is read under a lock"
        lock.locator("input").fill(PASSWORD)
        watch.press("Enter")
        wait_until(lambda: len(watching()) == 4)
        watch.client.post("/api/session/lock")
        lock.wait_for()
        lock.locator("input").fill(PASSWORD)
        watch.press("Enter")
        wait_until(lambda: len(watching()) == 4)


def test_a_guest_with_a_password_says_it_again_and_one_without_begins_anew(browser: "Browser") -> None:
    with waiting_house(guest_idle_minutes=30) as server:
        for comes in (lambda: server.staff("guest"), server.guest):
            with comes() as guest, page_of(server, browser, guest) as page:
                page.goto(f"{server.base}/table/s42-1")
                page.locator("body[data-link=open]").wait_for()
                server.clock.ahead += 31 * 60_000
                server.call(server.front._look_around())
                if guest.person["has_password"]:
                    lock = page.locator("dialog.lock")
                    lock.wait_for()
                    lock.locator("input").fill(PASSWORD)
                    page.keyboard.press("Enter")
                    page.locator("body[data-link=open]").wait_for()
                else:
                    page.locator("body[data-link=refused]").wait_for()
                    assert "not signed in any more" in page.locator(".notice[role=status]").inner_text()
