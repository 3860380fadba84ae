"""The page in Simplified Chinese: what happens at the table is told in Chinese, and it fits."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from minibac.table import events as e
from tests.page.guests import at_table, stack, time_passes, waiting_house
from tests.page.test_guest import turn_all
from tests.page.visits import WIDTHS, overflow
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ENGLISH = re.compile(r"(?!House Money)\b[A-Za-z]{2,}\b(?<!House)(?<!Money)")
"""Words that should have been told in Chinese; the name of a wager that has none stays."""


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
        time_passes(server, table)
        turn_all(guest)
        guest.find("mb-result h2:has-text('第 1 局')").wait_for()
        assert "闲 2 点，庄 7 点，庄赢，龙7。" in guest.find("mb-result").inner_text()
        lines = guest.find(".told li > span:first-child").all_inner_texts()
        assert [line for line in lines if ENGLISH.search(line)] == []
        assert "停止投注。" in "".join(lines)
        reasons = guest.find("mb-result li > span:last-child").all_inner_texts()
        assert len(reasons) == len(spots)
        assert [text for text in reasons if ENGLISH.search(re.sub(r"ma/\S+", "", text))] == []
        assert guest.spot("dragon-7").locator(".spot-label").inner_text() == "龙7"


def test_every_event_is_told_in_chinese(server: RunningServer, browser: "Browser") -> None:
    with at_table(server, browser, "ma-1", locale="zh-CN") as guest:
        guest.watch()
        untold = guest.page.evaluate(
            """async (names) => {
                const { tell } = await import("/static/js/i18n/zh-told.js");
                const facts = { seats: [], positions: [], player: [], banker: [], actions: [], shown: {}, cards: {},
                    code: 0, player_cards: [], banker_cards: [], step: "wash", order: [] };
                return names.filter((event) => !tell({ event, ...facts }));
            }""",
            [kind.__name__ for kind in e.KINDS],
        )
        assert untold == []
