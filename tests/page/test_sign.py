"""The sign of a table as a guest reads it: the vigorish as it is, and the change that the pit has posted."""

from typing import TYPE_CHECKING

import pytest

from tests.page.guests import at_table, waiting_house
from tests.page.visits import overflow

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOUR_MS = 3_600_000
CHANGE = {
    "en-US": ("Vigorish: 5%", "Vigorish: 4% of a winning wager"),
    "zh-CN": ("5%", "4%"),
}


@pytest.mark.parametrize("locale", CHANGE)
def test_a_change_of_vigorish_is_read_with_its_time(browser: "Browser", locale: str) -> None:
    table, pit = "s42-1", "section-42-main"
    now, then = CHANGE[locale]
    with waiting_house() as server, server.staff("pit-boss") as boss:
        change = {"options": {"vigorish_rate": "4%"}, "tables": [table], "effective_at": server.clock() + HOUR_MS}
        order = {"id": "four", "command": {"command": "ScheduleChange", **change}}
        boss.post(f"/api/pits/{pit}/commands", order)
        with at_table(server, browser, table, locale=locale) as guest:
            guest.watch()
            plaque = guest.find(".plaque-change")
            plaque.wait_for()
            assert then in plaque.inner_text()
            assert now in guest.find(".plaque").inner_text()
            assert overflow(guest.page) == []
            guest.page.get_by_role("button", name={"en-US": "Limits and odds", "zh-CN": "限额和赔率"}[locale]).click()
            posted = guest.find("dialog .sign-change")
            posted.wait_for()
            assert then in posted.inner_text()
            assert now in guest.find("dialog").inner_text()
