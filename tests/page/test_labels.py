"""What is written on the drawn table can be read, from the seat, from the dealer's side and from above, wide or not."""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from tests.page.guests import NO_TOUR, TABLES, next_cards, waiting_house
from tests.page.labels import COVERED, badly_written
from tests.page.phases import NATURAL, THIRD_CARDS, Dealt, look_at
from tests.page.visits import drawn_anew, settled
from tests.page.workers import page_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES = {"wide": (1280, 800), "slim": (1120, 700), "narrow": (390, 844)}
OPTIONS = {"dragon_bonus": True, "vigorish_collection": "deferred"}
ODD_CENTS = 412_375
TALL_CENTS = 4_500
"""A stack of five chips."""


def moments(table: Dealt) -> Iterator[str]:
    """The table is dealt on, and stands still where much lies on it."""
    table.until(lambda: table.step == "burn")
    yield "before the burn"
    table.until(lambda: table.phase == "betting")
    table.wager(cents=TALL_CENTS)
    next_cards(table.hosted, THIRD_CARDS)
    table.until(lambda: table.live.view["coup"] and table.live.view["coup"]["handed"] == "player")
    yield "cards in a guest's hands"
    table.until(lambda: table.phase == "settling")
    yield "six cards"
    table.until(lambda: table.phase == "betting")
    table.wager(cents=TALL_CENTS)
    next_cards(table.hosted, NATURAL)
    table.until(lambda: table.phase == "result")
    table.live.ok("Report", kind="third-card-to-player", disclosed=True, cards=[], count=1)
    yield "marker buttons, and a card set aside"


def test_no_word_lies_on_another_and_none_is_cut_off(browser: "Browser") -> None:
    """Nine guests with cents in their chips, who wager on every area and owe vigorish."""
    with waiting_house() as server, ExitStack() as stack:
        table = Dealt(server, stack, options=OPTIONS, chips_cents=ODD_CENTS)
        eye = stack.enter_context(server.staff("surveillance", "Argus"))
        people = {"guest": table.me, "dealer": table.dealer, "above": eye}
        addresses = {"guest": f"/table/{table.table}", "dealer": f"/dealer/{table.table}", "above": "/surveillance"}
        felts = {"guest": "mb-felt", "dealer": "mb-felt", "above": "#from-above mb-felt"}
        pages: dict[str, Page] = {}
        for side, person in people.items():
            pages[side] = stack.enter_context(page_of(server, browser, person))
            pages[side].add_init_script(NO_TOUR)
            pages[side].goto(server.base + addresses[side])
            pages[side].locator("body[data-ready]").wait_for()
        look_at(pages["above"], table.table)
        found = []
        for moment in moments(table):
            version = table.hosted.version
            for side, page in pages.items():
                page.locator(f"[data-version='{version}'], [data-shown='{table.table} {version}']").wait_for()
                for size, (width, height) in SIZES.items():
                    page.set_viewport_size({"width": width, "height": height})
                    drawn_anew(page)
                    faults = settled(page, partial(badly_written, page, felts[side]))
                    found += [f"{moment}, {side}, {size}: {fault}" for fault in faults]
        assert found == []


def test_the_shoe_and_the_rack_lie_on_no_box(browser: "Browser") -> None:
    """From the seat and from the dealer's side, with the boxes of every rulebook."""
    with waiting_house() as server, server.staff("dealer") as dealer, page_of(server, browser, dealer) as page:
        found = []
        for table in TABLES.values():
            for address in (f"/table/{table}?as=spectator", f"/dealer/{table}"):
                page.goto(server.base + address)
                page.locator("body[data-ready]").wait_for()
                for size in (SIZES["wide"], SIZES["slim"], (1920, 1080)):
                    page.set_viewport_size({"width": size[0], "height": size[1]})
                    page.locator("mb-felt[data-arc] .sector").first.wait_for()
                    drawn_anew(page)
                    faults = settled(page, partial(page.evaluate, COVERED))
                    found += [f"{address}, {size}: {fault}" for fault in faults]
        assert found == []
