"""Two guests and a dealer, each at a page of their own, play a short shoe to its reveal.

Face up and handed to the guests: under the two regulations. A round under each of the four is in test_guest.py and
test_dealer.py.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.page.guests import Guest, at_table, short_shoe, time_passes, waiting_house
from tests.page.workers import Dealer, at_console
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STEPS = 150


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def turn(guest: Guest) -> bool:
    """Turn what this guest holds, or pass on what is offered; whether there was anything."""
    guest.drawn()
    button = guest.find("mb-squeeze:not([hidden]) .button.gold, mb-asks:not([hidden]) .button.gold")
    if not button.count():
        return False
    before = guest.hosted.version
    button.first.click()
    guest.until(lambda: guest.hosted.version > before)
    return True


def go_on(dealer: Dealer, *guests: Guest) -> None:
    """Whoever has something to do does it: a guest with cards, then the dealer; at last the time runs out."""
    dealer.drawn()
    if any(turn(guest) for guest in guests):
        return
    before = dealer.hosted.version
    if dealer.find(".next-step").get_attribute("data-kind") == "mine":
        dealer.step()
    elif not dealer.hosted.state.coup or not dealer.hosted.state.coup.handed:
        time_passes(dealer.server, dealer.table)
    else:
        dealer.page.wait_for_timeout(20)  # a guest's page is about to show the cards
        return
    dealer.until(lambda: dealer.hosted.version > before, f"a step in {dealer.phase}")


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_a_short_shoe_to_its_reveal(server: RunningServer, browser: "Browser", rulebook: str) -> None:
    with server.guest("Owner") as owner:
        table = short_shoe(server, owner, rulebook)
    with at_table(server, browser, table) as ada, at_table(server, browser, table, "Bea") as bea:
        ada.sit(2)
        ada.until_phase("betting")
        bea.sit(5)
        with at_console(server, browser, table) as dealer:
            rounds = 0
            for _ in range(STEPS):
                if dealer.hosted.state.shoe_no > 1 or dealer.phase in ("shoe-over", "shuffle"):
                    break
                if dealer.phase == "betting" and not dealer.hosted.state.wagers:
                    rounds += 1
                    ada.put("player")
                    bea.put("banker")
                go_on(dealer, ada, bea)
            assert rounds >= 2
            for guest, wager in ((ada, "player"), (bea, "banker")):
                guest.find(f"mb-result h2:has-text('Round {rounds}')").wait_for()
                guest.drawn()
                assert guest.find("mb-result li").count() == 1
                assert guest.shown_balance == guest.chips_cents()
                story = guest.find(".told").text_content() or ""
                assert "No more bets" in story
                assert "Last hand" in story
                assert guest.spot(wager).locator(".spot-sum").inner_text() == ""
            dealer.press("o")  # the automatic dealer takes the shuffle over
            dealer.find("body:not([data-duty])").wait_for()
        ada.until_second_shoe()
        ada.find(".head-tools button").nth(1).click()
        panel = ada.find("dialog.sheet")
        panel.locator(".fair-shoe button").last.click()
        verdict = panel.locator(".fair-shoe .verdict[data-ok]").last
        verdict.wait_for()
        assert verdict.get_attribute("data-ok") == "true", verdict.inner_text()
