"""The page in Simplified Chinese: what happens is told in Chinese, what the rulebooks and refusals say too; it fits."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.page.guests import at_table, stack, time_passes, turn_all, waiting_house
from tests.page.languages import english_on, is_english
from tests.page.visits import WIDTHS, overflow
from tests.page.workers import at_console, guest_at
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def test_a_round_is_told_in_chinese(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Owner") as owner:
        options = {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True}
        table = server.training(owner, "massachusetts", options, clock=True)
    with at_table(server, browser, table, "林", locale="zh-CN") as guest:
        guest.sit(2)
        guest.until_phase("betting")
        stack(guest, "Kh 2s Qd Ks 2c 5d")  # the Banker's three cards count seven, the Player's two: Dragon 7
        spots = [spot.get_attribute("data-area") or "" for spot in guest.find("mb-spot").all()]
        for wager in spots:
            guest.put(wager)
        for width, height in WIDTHS.items():
            guest.page.set_viewport_size({"width": width, "height": height})
            assert overflow(guest.page) == [], width
        assert english_on(guest.page) == []
        time_passes(server, table)
        turn_all(guest)
        guest.find("mb-result h2:has-text('第 1 局')").wait_for()
        assert "闲 2 点，庄 7 点，庄赢，龙7" in guest.find("mb-result").inner_text()
        lines = guest.find(".told li > span:first-child").all_inner_texts()
        assert [line for line in lines if is_english(line)] == []
        assert "停止投注。" in "".join(lines)
        reasons = guest.find("mb-result li > span:last-child").all_inner_texts()
        assert len(reasons) == len(spots)
        assert [text for text in reasons if is_english(text)] == []
        assert guest.spot("dragon-7").locator(".spot-label").inner_text() == "龙7"
        assert english_on(guest.page) == []


def test_a_dealer_deals_in_chinese(server: RunningServer, browser: "Browser") -> None:
    """From the shuffle to the payments, and what can be reported."""
    with server.guest("林") as client, at_console(server, browser, "sen-1", locale="zh-CN") as dealer:
        guest = guest_at(server, client, "sen-1", 3)
        for phase in ("shuffle", "betting"):
            dealer.deal_until(phase)
            dealer.drawn()
            assert english_on(dealer.page) == [], phase
        guest.give("PlaceWager", seat=3, wager="banker", cents=2_500)
        for phase in ("dealing", "settling"):
            dealer.deal_until(phase)
            dealer.drawn()
            assert english_on(dealer.page) == [], phase
        dealer.press("i")
        dealer.find("dialog .guide-choice").first.wait_for()
        assert english_on(dealer.page) == []
