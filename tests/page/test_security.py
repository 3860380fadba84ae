"""Security, compliance and the cage in the browser: who may not play, who tried to, and the chips of such a guest."""

from contextlib import ExitStack
from typing import TYPE_CHECKING

from tests.page.guests import at_table, hosted_at, time_passes_until, waiting_house
from tests.page.visits import overflow, serious
from tests.page.workers import at_work

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SEAT = 3


def test_security_keeps_somebody_out_who_then_redeems_the_chips_at_the_cage(browser: "Browser") -> None:
    with waiting_house() as server, ExitStack() as stack:
        server.open_trays()
        security, cage = (stack.enter_context(at_work(server, browser, role)) for role in ("security", "cage"))
        guest = stack.enter_context(at_table(server, browser, "sem-1", "Gil Guest"))
        guest.sit(SEAT)
        guest.until_phase("betting")
        guest.put("player")
        person = guest.hosted.state.seats[SEAT].guest

        # The guests of /admin lead to the list; of the staff nobody is listed there, and nothing else is offered.
        security.go("/admin")
        row = security.find(f"[data-person='{person}']")
        row.wait_for()
        assert security.find("#people .rows > li").count() == 1
        assert security.find("[data-do=grant], [data-do=disable], #invitations, #self-check, #backup").count() == 0
        row.locator("[data-do=exclude]").click()
        security.find("dialog select[name=kind]").select_option("self-excluded")
        security.find("dialog textarea").fill("asked for in person")
        security.find("dialog button[type=submit]").click()
        security.find("dialog").wait_for(state="detached")
        entry = security.find("#entries [data-entry]")
        entry.wait_for()
        assert "asked for in person" in entry.inner_text()
        assert "has an account" in security.find("#alerts").inner_text()
        assert (overflow(security.page), serious(security.page)) == ([], [])

        # The wager is settled, the seat is left, and the guest's page says where the chips are.
        state = hosted_at(server, "sem-1")
        time_passes_until(server, "sem-1", lambda: SEAT not in state.state.seats)
        words = guest.find("dialog [role=status]")
        guest.until(lambda: words.count() == 1 and "at the cage" in words.inner_text())
        number = next(word for word in words.inner_text().split() if word.isdecimal() and len(word) == 10)
        assert "self-excluded" not in guest.page.content()

        cage.go(f"/floor/{state.pit}")
        cage.find("#redemption input[name=number]").fill(number)
        cage.find("#redemption button[type=submit]").click()
        cage.find("#redemption [data-do=redeem]").click()
        cage.find("#redemption [role=status]:has-text('redeemed')").wait_for()
        assert "Gil" not in cage.find("#redemption").inner_text()
        assert server.call(server.front.people.wallet_cents(person)) == 0

        entry.locator("[data-do=end]").click()
        security.find("dialog textarea").fill("the time is over")
        security.find("dialog button[type=submit]").click()
        entry.locator("[data-do=delete]").click()
        security.find("dialog button[type=submit]").click()
        entry.wait_for(state="detached")
