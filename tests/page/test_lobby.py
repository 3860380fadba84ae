"""The lobby's form for a training table: the options of each rulebook with their legal values."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from minibac.house.company import NAMES
from tests.page.guests import TABLES, WAIT_MS, hosted_at, waiting_house
from tests.page.visits import overflow, serious
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def test_a_training_table_with_options(server: RunningServer, browser: "Browser") -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}, locale="en-US") as context:
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.goto(server.base)
        page.locator("body[data-ready]").wait_for()
        page.locator(".training-options summary").focus()
        page.keyboard.press("Enter")
        with server.client() as client:
            for rulebook in TABLES:
                page.locator("select[name=rulebook]").select_option(rulebook)
                choices = client.get(f"/api/rules/{rulebook}")["choices"]
                asked = page.locator(f"mb-table-options[data-rulebook='{rulebook}'] [name]")
                asked.first.wait_for()
                names = {one.get_attribute("name") for one in asked.all()}
                assert names <= {choice["name"] for choice in choices}
                assert {"vigorish_type", "tie_odds"} & names or rulebook in ("seminole", "seneca")
        assert overflow(page) == []
        assert serious(page) == []
        page.locator("select[name=rulebook]").select_option("massachusetts")
        page.locator("mb-table-options[data-rulebook='massachusetts'] [name=house_money]").select_option("on")
        page.locator("mb-table-options [name=vigorish_type]").select_option("ez")
        page.locator("mb-table-options [name=tie_odds]").fill("9")
        page.locator(".training-form button[type=submit]").click()
        page.locator("dialog input[name=name]").fill("Ada")
        page.locator("dialog input[name=of_age]").check()
        page.locator("dialog button[type=submit]").click()
        page.wait_for_url("**/table/*")
        page.locator("mb-spot[data-area='house-money']").wait_for()
        page.locator("mb-spot[data-area='dragon-7']").wait_for()
        assert "9 to 1" in page.locator("mb-spot[data-area='tie']").inner_text()


def test_whoever_deals_has_automatic_guests_unless_none_are_wanted(server: RunningServer, browser: "Browser") -> None:
    with browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-US") as context:
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.goto(server.base)
        page.locator("body[data-ready]").wait_for()
        guests = page.locator("select[name=guests]")
        assert guests.input_value() == "0"
        drawn = page.locator(".table-card mb-felt[data-small]")
        drawn.nth(len(server.house.tables) - 1).wait_for()  # every table, in small; nothing in it is tapped
        assert drawn.first.locator("button").count() == 0
        page.locator("select[name=dealer]").select_option("me")
        assert guests.input_value() == "3"
        page.locator(".training-form button[type=submit]").click()
        page.locator("dialog input[name=name]").fill("Dee")
        page.locator("dialog input[name=of_age]").check()
        assert page.locator("dialog button[type=submit]").inner_text() == "Open the table", "a dealer sits nowhere"
        page.locator("dialog button[type=submit]").click()
        page.wait_for_url("**/dealer/*")
        hosted = hosted_at(server, page.url.rsplit("/", 1)[1])
        page.locator("mb-felt mb-seat[data-taken]").nth(2).wait_for()
        assert {sits.name for sits in hosted.state.seats.values()} <= set(NAMES)
