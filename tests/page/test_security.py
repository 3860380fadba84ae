"""Security in the browser: the exclusion lists, and nothing else of the administrator's page."""

from typing import TYPE_CHECKING

from tests.page.guests import waiting_house
from tests.page.workers import at_work

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_security_puts_a_guest_on_a_list_and_takes_them_off(browser: "Browser") -> None:
    with waiting_house() as server, server.guest("Gil Guest") as gil, at_work(server, browser, "security") as security:
        security.go("/admin")
        security.find("#people select[name=who]").select_option("guests")
        row = security.find(f"[data-person='{gil.person['id']}']")
        row.wait_for()
        assert security.find("#people .rows > li").count() == 1, "of the staff nobody is listed"
        assert security.find("[data-do=grant], [data-do=disable], #invitations, #self-check, #backup").count() == 0
        for chosen, listed in (("self-excluded", True), ("none", False)):
            row.locator("[data-do=exclude]").click()
            security.find("dialog select[name=list]").select_option(chosen)
            security.find("dialog textarea").fill("asked for in person")
            security.find("dialog button[type=submit]").click()
            security.find("dialog").wait_for(state="detached")
            row.locator("[data-excluded=self-excluded]").wait_for(state="attached" if listed else "detached")
