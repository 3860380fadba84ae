"""Getting up in the browser: what is owed is paid with a button, after the round where one is on, or not at all."""

from typing import TYPE_CHECKING

from minibac.table.phases import COUP_PHASES
from minibac.table.state import TableState
from tests.page.guests import BANKER_WINS, at_table, next_cards, time_passes_until, waiting_house

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SEAT = 3


def test_a_guest_who_owes_pays_or_goes_from_the_own_page(browser: "Browser") -> None:
    with waiting_house() as server, server.guest("Owner") as owner:
        table = server.training(owner, "seminole", {}, clock=True)
        with at_table(server, browser, table, "Ann") as guest:
            guest.sit(SEAT)
            guest.until_phase("betting")

            def state() -> TableState:
                return guest.hosted.state

            pay, leave = guest.find("[data-do=pay]"), guest.find("[data-do=leave]")
            assert leave.inner_text() == "Leave the seat"
            assert pay.count() == 0
            next_cards(guest.hosted, BANKER_WINS)
            guest.put("banker")
            time_passes_until(server, table, lambda: not state().wagers and state().phase == "betting")
            owed = state().owed(SEAT)
            assert owed > 0
            sum_owed = f"${owed / 100:,.2f}".replace(".00", "")
            guest.until(lambda: pay.count() == 1)
            assert pay.inner_text() == f"Pay the vigorish owed: {sum_owed}"
            assert leave.inner_text() == f"Pay {sum_owed} and leave the seat"
            chips = state().chips(SEAT)
            pay.click()
            guest.until(lambda: pay.count() == 0)
            assert (state().owed(SEAT), state().chips(SEAT)) == (0, chips - owed)

            # With a wager on the layout: after the round, with the debt of that round paid first.
            next_cards(guest.hosted, BANKER_WINS)
            guest.put("banker")
            guest.until(lambda: leave.inner_text() == "Leave after this round")
            leave.click()
            guest.until(lambda: leave.inner_text() == "You leave after this round")
            time_passes_until(server, table, lambda: not state().wagers and state().phase not in COUP_PHASES)
            guest.until(lambda: SEAT not in state().seats)
            assert state().owing == ()
            assert sum(state().balances.values()) == 0
            guest.find("body:not([data-seated])").wait_for()
            assert not guest.find(".seat-tools").is_visible()
