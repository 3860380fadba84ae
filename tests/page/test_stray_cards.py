"""Cards that no hand is due lie on the drawn table where they lie, for everybody who looks: burned ones and strays."""

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from minibac.people.sessions import COOKIE
from tests.page.guests import NO_TOUR, WAIT_MS, waiting_house
from tests.page.phases import MINE, SHORT, Dealt, one_too_many
from tests.page.visits import drawn_anew
from tests.page.workers import page_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

WHERE = """() => {
    const box = (found) => [...document.querySelectorAll(found)].map((one) => one.getBoundingClientRect());
    const [stray] = box("mb-felt[data-arc] .aside > mb-card[card='7d'][data-where=player]");
    const hand = box("mb-felt[data-arc] mb-hand[side=player] .hand-cards mb-card");
    const apart = (one) => one.right <= stray.left + 2 || stray.right <= one.left + 2;
    const right = hand.every((one) => one.left < stray.left);
    return { right, apart: hand.every(apart), cards: hand.length };
}"""

BEFORE = """(felt) => {
    const shoe = felt.querySelector("mb-shoe > svg");
    const [own, cut] = [shoe, shoe.querySelector(".shoe-cut")].map((one) => one.getBoundingClientRect());
    const shown = getComputedStyle(shoe).overflow === "visible" && cut.width > 1;
    return shown ? { left: cut.right <= own.left + 1, right: cut.left >= own.right - 1 } : null;
}"""
"""On which side of the shoe the cutting card lies that has come out; nothing where it is not seen."""


def lies(page: "Page", there: dict[str, Any]) -> None:
    """Wait until the card lies where it belongs: it comes from the shoe."""
    for _ in range(WAIT_MS // 50):
        if page.evaluate(WHERE) == there:
            return
        page.wait_for_timeout(50)
    raise AssertionError(page.evaluate(WHERE))


def test_a_third_card_in_error_lies_beside_the_hand_from_every_side(browser: Any) -> None:
    with waiting_house() as server, ExitStack() as stack:
        table = Dealt(server, stack, {MINE: "Dana"})
        table.until(lambda: table.phase == "betting")
        with browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce") as room:
            room.add_init_script(NO_TOUR)
            page: Page = room.new_page()

            def look(client: Any, path: str) -> None:
                room.clear_cookies()
                room.add_cookies([{"name": COOKIE, "value": client.http.cookies[COOKIE], "url": server.base}])
                page.goto(server.base + path)
                page.locator("body[data-ready]").wait_for()

            look(table.me, f"/table/{table.table}")
            burned = page.locator("mb-rack .rack-top")
            burned.wait_for()  # the first card of the shoe is shown, and lies on those that were burned with it
            assert burned.get_attribute("card") == next(filter(None, table.live.view["burned"]))
            one_too_many(table)
            page.locator(".aside > mb-card").wait_for()
            assert not burned.is_visible()  # the cards of a round lie on it
            lies(page, {"right": False, "apart": True, "cards": 2})
            look(table.dealer, f"/dealer/{table.table}")
            page.locator(".aside > mb-card").wait_for()
            lies(page, {"right": True, "apart": True, "cards": 2})
            look(stack.enter_context(server.staff("surveillance")), "/surveillance")
            page.locator("select[name=table]").select_option(table.table)
            page.locator("#from-above .aside > mb-card").wait_for()
            assert page.locator("#from-above .aside > mb-card").get_attribute("card") == "7d"
            table.until(lambda: not table.live.view["set_aside"])
            page.locator("#from-above .aside > mb-card").wait_for(state="detached")


def test_the_cutting_card_lies_before_the_shoe_once_it_is_out(browser: Any) -> None:
    """Cards leave the shoe towards the hands, and so does the card that ends it."""
    with waiting_house() as server, ExitStack() as stack:
        table = Dealt(server, stack, {MINE: "Dana"}, depth=SHORT)
        table.until(lambda: table.live.view["last_hand"])
        for client, path, where in ((table.me, "table", "left"), (table.dealer, "dealer", "right")):
            with page_of(server, browser, client) as page:
                page.add_init_script(NO_TOUR)
                for width, height in ((1280, 800), (390, 844)):
                    page.set_viewport_size({"width": width, "height": height})
                    page.goto(f"{server.base}/{path}/{table.table}")
                    page.locator("body[data-ready] mb-shoe[data-last]").wait_for()
                    drawn_anew(page)
                    assert page.locator("mb-felt").evaluate(BEFORE) == {"left": False, "right": False, where: True}
