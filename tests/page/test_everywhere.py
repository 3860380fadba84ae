"""What holds for every page of the site: axe finds nothing serious, nothing overflows, large text is usable."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import pytest

from minibac.server.routes_pages import PAGES
from tests.page.exams_sat import class_in_an_exam
from tests.page.guests import WAIT_MS, waiting_house
from tests.page.visits import (
    TABLE,
    VISITS,
    WIDTHS,
    Visit,
    anything,
    drawn_anew,
    each_letters,
    opened,
    overflow,
    play_a_shoe,
)
from tests.server.running import QUICK, Client, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LARGEST_FIRST_VIEW = 300_000
NAMES = [f"{visit.name} {visit.address}" for visit in VISITS]


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house(timing=QUICK, pace_ms=5) as found:
        play_a_shoe(found)
        yield found


@pytest.fixture(scope="module")
def people(server: RunningServer) -> Iterator[dict[str, Client]]:
    """Somebody for each role that a page asks for; the dealer has been on duty."""
    found = {role: server.staff(role) for role in sorted({visit.role for visit in VISITS} - {""})}
    console = found["dealer"].live(TABLE, "dealer")
    for relief in ({}, {"person": "automatic dealer"}):
        for duty in ("calling", "wagers"):
            console.give("AssignStaff", duty=duty, **relief)
    console.close()
    with class_in_an_exam(server, found["instructor"]):
        yield found
    for person in found.values():
        person.close()


def test_every_page_of_the_site_is_visited() -> None:
    assert {visit.name for visit in VISITS} == set(PAGES)


AN_ID = re.compile(r"\b(?:g-[0-9a-f]{16}|p-[0-9]{4,})\b")
RECORDS = ("books", "admin", "exclusions", "floor", "surveillance")
"""Where records are read, the number of a person stands beside the name."""


def people_have_names(page: "Page", name: str) -> None:
    """Nobody is a number: not in a log, a list, a line about a duty, nor in what is said to who cannot see."""
    if page.locator("mb-log").count():
        page.locator("mb-log li").first.wait_for()
    words = page.evaluate(
        """() => [document.body.innerText, ...[...document.querySelectorAll("[title], [aria-label]")]
            .flatMap((element) => [element.title, element.getAttribute("aria-label") ?? ""])].join("\\n")"""
    )
    if name in RECORDS:
        words = re.sub(rf"\w \({AN_ID.pattern}\)", "", words)
    assert AN_ID.findall(words) == []


def usable_at_twice_the_size(page: "Page") -> None:
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        drawn_anew(page)
        for letters in each_letters(page):
            assert overflow(page) == [], (letters, width)
    hidden = page.evaluate(
        """() => [...document.querySelectorAll("main button, main a, main input, main select")]
            .filter((element) => element.checkVisibility() && !element.closest(".unseen, .skip"))
            .filter((element) => element.getClientRects().length && element.getBoundingClientRect().width < 1)
            .map((element) => element.outerHTML.slice(0, 80))"""
    )
    assert hidden == []


@pytest.mark.parametrize("visit", VISITS, ids=NAMES)
def test_a_page_is_ours_and_fits_at_twice_the_size_too_and_axe_finds_nothing(
    server: RunningServer, browser: "Browser", people: dict[str, Client], visit: Visit
) -> None:
    dark = VISITS.index(visit) % 2
    facts = {"color_scheme": "dark" if dark else "light"}
    sent: list[tuple[str, int]] = []
    with opened(server, browser, visit, people.get(visit.role), sent, **facts) as page:
        if visit.address == f"/table/{TABLE}":
            sizes = [size for url, size in sent if not url.endswith(".woff2")]
            assert 20_000 < sum(sizes) < LARGEST_FIRST_VIEW
        people_have_names(page, visit.name)
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            drawn_anew(page)
            for letters in each_letters(page):
                assert overflow(page) == [], (letters, width)
            if width in (360, 1280):
                assert anything(page) == [], width
            page.emulate_media(color_scheme="light" if dark else "dark")
        usable_at_twice_the_size(page)
    assert [url for url, _ in sent if not url.startswith((server.base, "data:"))] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("address", ["/no-such-page", "/table/nope"])
def test_whoever_comes_to_nothing_sees_a_way_back(
    server: RunningServer, browser: "Browser", address: str, theme: Literal["light", "dark"]
) -> None:
    with browser.new_context(color_scheme=theme, reduced_motion="reduce", locale="en-US") as room:
        page = room.new_page()
        page.set_default_timeout(WAIT_MS)
        page.goto(server.base + address)
        back = page.locator("a[href='/']:visible").filter(has_text="lobby")
        back.first.wait_for()
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            assert overflow(page) == [], width
            place = back.first.bounding_box()
            assert place is not None
            assert place["x"] >= 12, "the way back sticks to the edge"
        assert anything(page) == []
