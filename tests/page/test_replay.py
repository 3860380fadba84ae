"""The replay of a round by a link: marked as one all the way, step by step, and no card before its step."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from minibac.table.state import Phase
from tests.page.guests import hosted_at, time_passes_until, waiting_house
from tests.page.visits import Visit, opened
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TABLE = "s42-1"


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found, found.guest("Ann") as ann:
        live, hosted = ann.live(TABLE), hosted_at(found, TABLE)
        live.sit(3, 500_000)
        time_passes_until(found, TABLE, lambda: hosted.state.phase is Phase.BETTING)
        live.ok("PlaceWager", seat=3, wager="banker", cents=10_000)
        time_passes_until(found, TABLE, lambda: hosted.state.coup_no > 1 and hosted.state.phase is Phase.BETTING)
        live.ok("LeaveSeat", seat=3)  # and the table stands
        yield found


@pytest.mark.control("R16")
def test_a_round_is_replayed_step_by_step(server: RunningServer, browser: "Browser") -> None:
    with server.client() as anybody:
        told = anybody.get(f"/api/tables/{TABLE}/coups/1/1")
    with opened(server, browser, Visit("replay", f"/replay/{TABLE}/1/1")) as page:
        assert "This is a replay" in page.locator(".replay-mark").inner_text()
        steps = page.locator(".replay-steps li")
        shown: list[int] = []
        for number in range(1, steps.count() + 1):
            page.locator("output").filter(has_text=f"Step {number} of {steps.count()}").wait_for()
            shown.append(page.locator("mb-card[card]").count())
            page.keyboard.press("ArrowRight")
        assert shown[0] == 0
        assert shown == sorted(shown)
        coup = told["coup"]
        assert shown[-1] == len(coup["player"]) + len(coup["banker"])
        lying = page.locator("mb-felt mb-seat[data-seat='3'] [data-area=banker]")
        assert lying.get_attribute("data-cents") == "10000"  # on the table as it is drawn
        assert page.locator("mb-hand[side=player] .hand-total").inner_text() == str(coup["player_total"])
        assert page.locator("#outcome tr").count() == len(coup["wagers"])
        page.keyboard.press("Home")
        assert page.locator("mb-card[card]").count() == 0
        assert page.locator(".replay-bar .clause").count() >= 1


def test_a_round_that_is_none_is_told_so(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, Visit("replay", f"/replay/{TABLE}/1/9999")) as page:
        assert "no such round" in page.locator("main").inner_text()
