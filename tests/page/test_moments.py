"""What happens at a table now and then: the cut, House Money, marker buttons, spoken wagers, coupons."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import pytest

from minibac.cards.card import Card, parse_card
from minibac.house.vault import Vault
from minibac.table import commands as c
from minibac.table.automatic import AUTOMATIC
from tests.page.covered import lies_over
from tests.page.guests import (
    BANKER_WINS,
    Guest,
    at_table,
    hosted_at,
    short_shoe,
    stack,
    time_passes,
    turn_all,
    waiting_house,
)
from tests.page.visits import drawn_anew
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def at_training(server: RunningServer, rulebook: str, **options: object) -> str:
    with server.guest("Owner") as owner:
        return server.training(owner, rulebook, options, clock=True)


def decided(guest: Guest, coup: int) -> None:
    """The time for wagers is over, and the round is played to its end."""
    time_passes(guest.server, guest.table)
    turn_all(guest)
    guest.find(f"mb-result h2:has-text('Round {coup}')").wait_for()
    guest.drawn()


def test_the_cut_is_taken_with_slider_and_keys(server: RunningServer, browser: "Browser") -> None:
    table = at_training(server, "massachusetts")
    with at_table(server, browser, table) as guest, at_table(server, browser, table) as other:
        guest.sit(2)
        guest.until_phase("cut-offer")
        slider = guest.find("mb-asks input[type=range]")
        slider.wait_for()
        other.watch()  # whom everybody waits for has a name
        other.find("mb-felt > .caption").get_by_text(f"{guest.name} at seat 2 is offered the cut").wait_for()
        drawn_anew(guest.page)
        assert lies_over(guest.page, "mb-asks", "mb-deck-work, mb-card, .hand-total, mb-felt > mb-clock") == []
        slider.focus()
        guest.page.keyboard.press("Home")
        for _ in range(4):
            guest.page.keyboard.press("ArrowRight")
        assert guest.find("mb-asks output").inner_text() == "under 5 cards"
        cut = guest.find("mb-asks .button.gold")
        cut.focus()
        guest.page.keyboard.press("Enter")
        refusal = guest.find("mb-refusal:not([hidden])")
        refusal.wait_for()
        assert (refusal.locator("a").text_content() or "").startswith("ma/")
        guest.drawn()
        slider = guest.find("mb-asks input[type=range]")
        slider.fill("120")
        slider.focus()
        for _ in range(3):
            guest.page.keyboard.press("ArrowRight")
        guest.find("mb-asks .button.gold").focus()
        guest.page.keyboard.press("Enter")
        guest.find(".told li:has-text('Seat 2 cuts under 123 cards')").wait_for()
        guest.until_phase("betting")


def test_whoever_is_waited_for_is_named_on_the_other_pages(server: RunningServer, browser: "Browser") -> None:
    """Guests who are not ready yet, and the one who turns the cards or is offered them."""
    table = at_training(server, "massachusetts")
    with at_table(server, browser, table) as ada, at_table(server, browser, table, "Bea") as bea:
        ada.sit(2)
        ada.until_phase("betting")
        bea.sit(5)
        ada.put("player")
        bea.put("banker")
        rail, ready = ada.find("mb-felt > .caption"), ada.find(".tray-ready")
        ready.click()
        rail.filter(has_text="Waiting for Bea").wait_for()
        ready.click()  # not ready yet
        rail.filter(has_text="Place your wagers").wait_for()
        ready.click()
        bea.find(".tray-ready").click()
        bea.find("mb-felt > .caption").filter(has_text="Ada at seat 2 turns the Player’s cards").wait_for()
        ada.find("mb-squeeze:not([hidden]) .button.gold").click()
        rail.filter(has_text="Bea at seat 5 turns the Banker’s cards").wait_for()
        bea.find("mb-squeeze:not([hidden]) button").filter(has_text="The dealer turns mine").click()
        offered = bea.find("mb-felt > .caption").filter(has_text="Ada at seat 2 is offered the Banker’s cards")
        offered.wait_for()
        ada.find("mb-asks:not([hidden]) .button").last.click()
        offered.wait_for(state="detached")  # nobody is waited for any more


def test_the_tour_steps_aside_for_what_the_table_asks(server: RunningServer, browser: "Browser") -> None:
    with at_table(server, browser, at_training(server, "massachusetts")) as guest:
        guest.sit(2)
        guest.find("mb-asks:not([hidden]) .button").first.wait_for()
        guest.page.keyboard.press("h")
        guest.find("dialog .button:has-text('Show me around')").click()
        guest.find(".tour[hidden]").wait_for(state="attached")
        assert guest.find(".tour-ring").is_hidden()
        guest.find("mb-asks:not([hidden]) .button").last.click()  # nothing lies over it
        guest.until_phase("betting")
        guest.find(".tour:not([hidden]) .button.gold").click()
        assert "2 / " in guest.find(".tour").inner_text()
        ring = guest.find(".tour-ring").bounding_box()
        spots = [spot.bounding_box() for spot in guest.find("mb-spot").all()]
        assert ring
        for spot in spots:  # the own boxes lie within it, wherever the table puts them
            assert spot
            assert ring["x"] <= spot["x"]
            assert spot["x"] + spot["width"] <= ring["x"] + ring["width"]
            assert ring["y"] <= spot["y"]
            assert spot["y"] + spot["height"] <= ring["y"] + ring["height"]
        guest.page.keyboard.press("Escape")
        guest.find(".tour").wait_for(state="detached")


def test_house_money_is_added_to_a_wager(server: RunningServer, browser: "Browser") -> None:
    with at_table(server, browser, at_training(server, "massachusetts", house_money=True)) as guest:
        guest.sit(2)
        guest.until_phase("betting")
        stack(guest, "2h 3s 2d 4s 5c")  # a pair for the Player, who draws to nine; the Banker stands on seven
        guest.put("player")
        guest.put("house-money")
        stakes = guest.staked("player"), guest.staked("house-money")
        before = guest.chips_cents()
        time_passes(server, guest.table)
        add = guest.find("mb-asks:not([hidden]) .button:has-text('Add it to Player')")
        guest.turn_until(lambda: add.count() > 0)
        assert "wins" in guest.find("mb-asks h2").inner_text()
        add.focus()
        guest.page.keyboard.press("Enter")
        guest.find(".told li:has-text('adds the House Money to player')").wait_for()
        guest.find("mb-spot[data-area='player'] .spot-sum").filter(has_text="100").wait_for()
        turn_all(guest)
        guest.find("mb-result h2:has-text('Round 1')").wait_for()
        guest.drawn()
        added = 3 * stakes[1]
        assert guest.chips_cents() == before + 2 * (stakes[0] + added) + stakes[1]
        assert guest.shown_balance == guest.chips_cents()


def test_a_guest_asks_to_see_the_cards_until_the_first_one_is_out(server: RunningServer, browser: "Browser") -> None:
    with at_table(server, browser, at_training(server, "section-42", shuffler="automatic")) as guest:
        guest.sit(2)
        guest.until_phase("betting")
        hosted = hosted_at(server, guest.table)
        server.clock.ahead += hosted.timing.betting_ms  # nobody wagers
        answer = server.call(hosted.give(c.DeclareDead(by=AUTOMATIC.floor, at=0)))
        assert answer.ok, answer.refusal
        for question in ("The cards are spread.", "Fresh cards come from the shuffler."):
            guest.find(f"mb-asks h2:has-text('{question}')").wait_for()
            guest.find("mb-asks .button:has-text('No need')").click()
        guest.find("mb-asks h2:has-text('The cut is offered')").wait_for()
        guest.find("[data-wish=ask-spread]").click()
        guest.find("mb-asks h2:has-text('The cards are spread.')").wait_for()
        assert hosted.state.procedure == "released-batch"
        assert guest.faults == []


def arrange(monkeypatch: pytest.MonkeyPatch, cut: int, cards: str) -> None:
    """Shuffles from now on lay these cards where a cut there brings them to the front."""
    first = [parse_card(name) for name in cards.split()]

    def arranged(_vault: Vault, whole: Sequence[Card]) -> tuple[Card, ...]:
        rest = list(whole)
        for card in first:
            rest.remove(card)
        return (*rest[:cut], *first, *rest[cut:])

    monkeypatch.setattr(Vault, "_shuffled", arranged)


def test_marker_buttons_are_collected_at_the_end_of_the_shoe(
    server: RunningServer, browser: "Browser", monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.guest("Owner") as owner:
        table = short_shoe(server, owner, "section-42", vigorish_collection="deferred", deal_mode="face-up")
    with at_table(server, browser, table) as guest:
        arrange(monkeypatch, 200, f"As 2c {BANKER_WINS}")
        guest.sit(2)
        guest.until_phase("cut-offer")
        guest.find("mb-asks input[type=range]").fill("200")
        guest.find("mb-asks .button.gold").click()
        guest.find(".told li:has-text('Seat 2 cuts under 200 cards')").wait_for()  # before anything else is answered
        guest.until_phase("betting")
        marker = guest.find(".markers [data-seat='2']")
        assert marker.is_hidden()
        guest.find(".tray-chip[data-cents='10000']").click()
        guest.put("banker")
        decided(guest, 1)
        marker.wait_for()
        assert marker.inner_text() == "5"
        assert "$5" in (marker.get_attribute("aria-label") or "")
        assert "marked, to be collected later" in guest.find("mb-result").inner_text()
        before = guest.chips_cents()
        guest.until_second_shoe()
        guest.find(".told li:has-text('Seat 2 pays vigorish of $5.00')").wait_for()
        marker.wait_for(state="hidden")
        assert guest.chips_cents() == before - 500


def test_a_spoken_wager_counts_once_it_is_confirmed(server: RunningServer, browser: "Browser") -> None:
    with at_table(server, browser, at_training(server, "section-42", verbal_wagers=True)) as guest:
        guest.sit(2)
        guest.until_phase("betting")
        guest.find(".tray-other").click()
        guest.find("dialog select[name=wager]").select_option("banker")
        guest.find("dialog input[name=cents]").fill("30")
        assert guest.find("dialog input[name=cash]").input_value() == "30"
        guest.page.keyboard.press("Enter")
        guest.find("dialog").wait_for(state="detached")
        guest.find(".told li:has-text('Seat 2 says $30.00 on banker')").wait_for()
        guest.find(".told li:has-text('become chips, on banker')").wait_for()
        guest.lies("banker", 3000)


def test_a_coupon_lies_beside_chips(server: RunningServer, browser: "Browser") -> None:
    with at_table(server, browser, at_training(server, "section-42", match_play=True, verbal_wagers=True)) as guest:
        guest.sit(2)
        guest.until_phase("betting")

        def lay(serial: str) -> None:
            guest.find(".tray-other").click()
            guest.find("dialog .button:has-text('Coupon')").click()
            guest.find("dialog select[name=wager]").select_option("banker")
            guest.find("dialog input[name=face]").fill("10")
            guest.find("dialog input[name=serial]").fill(serial)
            guest.page.keyboard.press("Enter")

        lay("A17")  # alone it is no wager
        refusal = guest.find("mb-refusal:not([hidden])")
        refusal.wait_for()
        assert "coupon alone is no wager" in refusal.inner_text()
        guest.page.keyboard.press("Escape")
        guest.find("dialog").wait_for(state="detached")
        stack(guest, BANKER_WINS)
        guest.put("banker")
        lay("A17")
        guest.find("dialog").wait_for(state="detached")
        guest.find("mb-spot[data-area='banker'] .spot-least:has-text('+10 coupon')").wait_for()
        assert "A17" not in "".join(guest.frames)
        before, stake = guest.chips_cents(), guest.staked("banker")
        decided(guest, 1)
        won = stake + 1000
        assert guest.chips_cents() == before + stake + won - won // 20
        row = guest.find("mb-result li.win .result-line")
        row.wait_for()
        assert f"${stake // 100} + $10 coupon" in row.inner_text()
        assert guest.find(".told li:has-text('Seat 2 puts a coupon of $10.00, match play, on banker.')").count() == 1
