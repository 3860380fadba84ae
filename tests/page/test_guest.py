"""A guest at the table, under each rulebook, through the real server: sits, wagers, is paid and reads why."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.page.guests import TABLES, Guest, at_table, cut_off, time_passes, turn_all, waiting_house
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIGNS = str.maketrans(dict(zip("Tshdc", ("10", *"♠♥♦♣"), strict=True)))


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


@pytest.fixture
def own_table(server: RunningServer) -> Iterator[str]:
    """A table that no other test sits at."""
    with server.guest("Owner") as owner:
        yield server.training(owner, "massachusetts", {}, clock=True)


@pytest.mark.parametrize("rulebook", TABLES)
def test_a_round_under_each_rulebook(server: RunningServer, browser: "Browser", rulebook: str) -> None:
    with server.guest("Owner") as owner:
        table = server.training(owner, rulebook, {}, clock=True)
    with at_table(server, browser, table) as guest:
        guest.sit(5)
        guest.until_phase("betting")
        with server.client() as client:
            view = client.get(f"/api/tables/{table}")["view"]
        shown = [spot.get_attribute("data-area") or "" for spot in guest.find("mb-spot").all()]
        assert sorted(shown) == sorted(area["id"] for area in view["areas"])
        for area in view["areas"]:
            words = guest.spot(area["id"]).inner_text()
            assert area["label"] in words
            assert area["odds"] in words
        before = guest.chips_cents()
        for wager in shown:
            guest.put(wager)
        assert guest.chips_cents() == before - sum(guest.staked(wager) for wager in shown)
        coup_no = view["coup_no"]
        time_passes(server, table)
        turn_all(guest)
        guest.find(f"mb-result h2:has-text('Round {coup_no}')").wait_for()
        with server.client() as client:
            last = client.get(f"/api/tables/{table}")["view"]["last"]
        guest.drawn()
        rows = guest.find("mb-result li").all()
        assert len(rows) == len(shown)
        text = guest.find("mb-result").inner_text()
        for reason in last["why"].values():
            assert reason["why"] in text
            link = guest.find(f"mb-result a:text-is('{reason['clause']}')").first
            assert link.get_attribute("href") == f"/rules/{table}#{reason['clause'].replace('/', '%2F')}"
        assert guest.find(".balance").inner_text() == f"${guest.chips_cents() / 100:,.2f}".replace(".00", "")
        bead = guest.find(".board.bead svg .mark")
        guest.until(lambda: bead.count() == coup_no)


def test_a_late_wager_is_refused_in_place_with_its_clause(
    server: RunningServer, browser: "Browser", own_table: str
) -> None:
    with at_table(server, browser, own_table) as guest:
        guest.sit(2)
        guest.until_phase("betting")
        guest.put("banker")
        time_passes(server, own_table)
        guest.find("mb-squeeze:not([hidden])").wait_for()
        guest.page.keyboard.press("p")
        refusal = guest.find("mb-refusal:not([hidden])")
        refusal.wait_for()
        assert "too late" in refusal.inner_text()
        assert (refusal.locator("a").get_attribute("href") or "").startswith(f"/rules/{own_table}#ma")
        assert guest.staked("player") == 0


def test_chips_below_the_minimum_wait_and_then_count(server: RunningServer, browser: "Browser", own_table: str) -> None:
    with at_table(server, browser, own_table) as guest:
        guest.sit(2)
        guest.until_phase("betting")
        guest.find(".tray-chip[data-cents='500']").click()
        guest.spot("player").locator("button").click()
        least, shown = (guest.spot("player").locator(f".spot-{part}") for part in ("least", "sum"))
        least.filter(has_text="min $10").wait_for()
        assert guest.staked("player") == 0
        guest.page.keyboard.press("2")  # a dollar
        guest.page.keyboard.press("p")
        shown.filter(has_text="6").wait_for()
        guest.page.keyboard.press("z")  # the last chip, not all that wait
        shown.filter(has_text="5").wait_for()
        guest.page.keyboard.press("t")
        guest.page.keyboard.press("z")  # wherever it lies
        guest.spot("tie").locator(".spot-least:empty").wait_for(state="attached")
        assert shown.inner_text() == "5"
        guest.page.keyboard.press("c")
        guest.until(lambda: shown.text_content() == "")
        guest.page.keyboard.press("3")
        guest.page.keyboard.press("p")
        least.filter(has_text="min $10").wait_for()
        guest.put("player")
        assert guest.staked("player") == 1000
        assert guest.spot("player").locator(".spot-sum").inner_text() == "10"


def test_undo_double_clear_and_rebet_by_keys(server: RunningServer, browser: "Browser", own_table: str) -> None:
    with at_table(server, browser, own_table) as guest:
        guest.sit(2)
        guest.until_phase("betting")
        press = guest.page.keyboard.press
        press("4")
        press("b")
        guest.lies("banker", 2500)
        press("b")
        guest.lies("banker", 5000)
        press("z")
        guest.lies("banker", 2500)
        for _ in range(3):  # a key that is held doubles once
            guest.page.keyboard.down("x")
        guest.page.keyboard.up("x")
        guest.lies("banker", 5000)
        guest.drawn()
        assert guest.staked("banker") == 5000
        press("c")
        guest.lies("banker", 0)
        press("t")
        guest.lies("tie", 2500)
        time_passes(server, own_table)
        turn_all(guest)
        guest.lies("tie", 0)
        guest.until_phase("betting")
        press("r")
        guest.lies("tie", 2500)


def test_a_chip_is_carried_to_a_spot_and_taken_back(server: RunningServer, browser: "Browser", own_table: str) -> None:
    with at_table(server, browser, own_table) as guest:
        guest.sit(2)
        guest.until_phase("betting")
        guest.find(".tray-chip[data-cents='10000']").drag_to(guest.spot("player"))
        guest.lies("player", 10000)
        guest.spot("player").locator("button").click(button="right")
        guest.lies("player", 0)


def told_as(cards: list[str]) -> str:
    """Cards with the signs of their suits, as the log of a table has them."""
    return " ".join(cards).translate(SIGNS)


def peeled(guest: Guest, card: int) -> float:
    return float(guest.find("mb-held").nth(card).get_attribute("aria-valuenow") or 0)


def test_a_squeeze_by_mouse_and_by_keys_while_the_others_see_a_back(
    server: RunningServer, browser: "Browser", own_table: str
) -> None:
    with at_table(server, browser, own_table) as guest, at_table(server, browser, own_table, "Bea") as other:
        guest.sit(2)
        guest.until_phase("betting")
        other.sit(3)
        guest.put("player")
        time_passes(server, own_table)
        guest.find("mb-squeeze:not([hidden])").wait_for()
        handed = '"cards":{"player":["'
        guest.until(lambda: any(handed in frame for frame in guest.frames))
        secret = json.loads(next(frame for frame in reversed(guest.frames) if handed in frame))["yours"]["cards"]
        assert len(secret["player"]) == 2
        guest.drawn()
        other.drawn()
        assert not any(handed in frame for frame in other.frames)
        box = guest.find("mb-held").first.bounding_box()
        assert box is not None
        guest.page.mouse.move(box["x"] + box["width"] - 6, box["y"] + box["height"] - 6)
        guest.page.mouse.down()
        guest.page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.6, steps=6)
        guest.until(lambda: 20 < peeled(guest, 0) < 80)
        other.find("mb-hand[side='player'] mb-card .flap").first.wait_for()
        corner = '"edge":"bottom-right"'  # a corner is seen as a corner
        guest.until(lambda: any(corner in frame for frame in other.frames))
        assert other.find("mb-hand[side='player'] mb-card[card]").count() == 0
        assert other.find("mb-hand[side='player'] .face").count() == 0
        guest.page.mouse.up()
        guest.until(lambda: peeled(guest, 0) == 0)
        guest.find("mb-held").nth(1).focus()
        for _ in range(4):
            guest.page.keyboard.press("ArrowUp")
        guest.until(lambda: peeled(guest, 1) == 32)
        guest.page.keyboard.press("Enter")
        for page in (guest, other):
            page.find(f'.told li:has-text("Seat 2 turns the Player\'s cards: {told_as(secret["player"])}")').wait_for()


def test_a_lost_connection_comes_back_with_the_wagers_and_says_so(
    server: RunningServer, browser: "Browser", own_table: str
) -> None:
    with at_table(server, browser, own_table) as guest:
        guest.sit(2)
        guest.until_phase("betting")
        guest.put("banker")
        time_passes(server, own_table)
        guest.find("mb-squeeze:not([hidden])").wait_for()
        cut_off(server, own_table, 4008)
        guest.find(".notice:not([hidden]):has-text('You are back')").wait_for()
        guest.find("body[data-link='open']").wait_for()
        guest.lies("banker", 2500)
        guest.find("mb-squeeze:not([hidden])").wait_for()
        turn_all(guest)
        guest.find("mb-result h2:has-text('Round 1')").wait_for()


def test_a_spectator_watches_and_is_asked_for_a_name_before_sitting(
    server: RunningServer, browser: "Browser", own_table: str
) -> None:
    with at_table(server, browser, own_table) as guest:
        guest.watch()
        assert guest.find(".invite").inner_text().startswith("You are watching.")
        assert guest.find("mb-chip-tray").is_hidden()
        assert guest.find(".tag.chips").inner_text() == "Play chips only"
        guest.spot("player").locator("button").click()
        guest.find("mb-refusal:not([hidden])").filter(has_text="Take a seat first").wait_for()


def test_an_outdated_page_says_so(server: RunningServer, browser: "Browser", own_table: str) -> None:
    with at_table(server, browser, own_table) as guest:
        guest.watch()
        cut_off(server, own_table, 4009)
        guest.find(".notice:has-text('newer page') button").wait_for()


def test_simplified_chinese(server: RunningServer, browser: "Browser", own_table: str) -> None:
    with at_table(server, browser, own_table, locale="zh-CN") as guest:
        guest.watch()
        assert guest.find("html").get_attribute("lang") == "zh-Hans"
        assert guest.find(".tag.chips").inner_text() == "仅限游戏筹码"
        assert guest.find("mb-hand[side='banker'] h2").text_content() == "庄"  # a procedure may cover it
