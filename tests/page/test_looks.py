"""How the guest's pages stand: nothing overflows, axe finds nothing serious, the first view is small.

What holds for every page, the lobby with them, is in test_everywhere.py.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

import minibac.web
from tests.page.covered import FILL, covered
from tests.page.guests import Guest, at_table, waiting_house
from tests.page.visits import drawn_anew, each_letters
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = {360: 740, 768: 1024, 1280: 800, 1920: 1080}
FIRST_VIEW_BYTES = 130_000
"""As it travels, compressed."""
FACES_BYTES = 40_000
"""Counted apart: kept for ever, and the page can be read without them."""
SERIOUS = ("serious", "critical")
SCHEMES: dict[Literal["dark", "light"], int] = {"dark": 360, "light": 1280}
TAP = 44
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?"(\.[^"]+)";', re.MULTILINE)
PRELOAD = re.compile(r'rel="modulepreload" href="/static/__BUILD__/([^"]+)"')


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


@pytest.fixture
def full_table(server: RunningServer) -> Iterator[str]:
    """A table with every wager that a rulebook has."""
    options = {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True}
    with server.guest("Owner") as owner:
        yield server.training(owner, "massachusetts", options, clock=True)


def overflow(page: "Page") -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def serious(page: "Page") -> list[tuple[str, Any]]:
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in found if v["impact"] in SERIOUS]


def seated(guest: Guest) -> None:
    guest.sit(2)
    guest.until_phase("betting")
    guest.put("player")
    guest.put("dragon-7")


def test_the_table_fits_and_axe_is_content(server: RunningServer, browser: "Browser", full_table: str) -> None:
    with at_table(server, browser, full_table, color_scheme="light") as guest:
        guest.watch()
        for look in ("watched", "seated"):
            if look == "seated":
                seated(guest)
            for width, height in WIDTHS.items():
                guest.page.set_viewport_size({"width": width, "height": height})
                drawn_anew(guest.page)
                assert overflow(guest.page) <= 0, (look, width)
        for scheme, width in SCHEMES.items():
            guest.page.emulate_media(color_scheme=scheme)
            guest.page.set_viewport_size({"width": width, "height": WIDTHS[width]})
            drawn_anew(guest.page)
            assert serious(guest.page) == [], (scheme, width)
            for button in guest.find("mb-spot button, .tray-do, .tray-chip, .head-tools button").all():
                box = button.bounding_box()
                assert box is not None
                assert box["height"] >= TAP or box["width"] >= TAP, button.inner_text()


@pytest.mark.parametrize("table", ["sem-1", "full"])
@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_nothing_covers_a_word(
    server: RunningServer, browser: "Browser", full_table: str, locale: str, table: str
) -> None:
    """Plaque, cards, names, odds, chips, sums and marker buttons: each has a place of its own on the fullest felt."""
    chosen = full_table if table == "full" else table
    with at_table(server, browser, chosen, locale=locale) as guest:
        guest.watch()
        for filled in (False, True):
            if filled:
                guest.page.evaluate(FILL)
            for width, height in WIDTHS.items():
                guest.page.set_viewport_size({"width": width, "height": height})
                for letters in each_letters(guest.page):
                    assert covered(guest.page) == [], (letters, width)
                    assert overflow(guest.page) <= 0, (letters, width)


IN_ONE_LINE = """(elements) => new Set(elements.filter((e) => e.checkVisibility()).map((e) => {
    const box = e.getBoundingClientRect();
    return Math.round(box.top + box.height / 2);
})).size"""


def test_head_and_tray_stand_in_one_line(server: RunningServer, browser: "Browser", full_table: str) -> None:
    """Also at a training table with a long name, and with a result beside the chips."""
    with at_table(server, browser, full_table) as guest:
        guest.sit(2)
        guest.until_phase("betting")
        guest.page.evaluate(
            """() => document.querySelector("mb-chip-tray").set(
                { balance: 123_456_50, wagered: 5_000_00, seated: true, can: {}, last: -1_234_50 })"""
        )
        hand = """(ready) => {
            const tray = document.querySelector("mb-chip-tray");
            tray.set({ balance: 90_000, wagered: 0, seated: true, can: {}, last: -5_000, ready });
            return Math.round(document.querySelector(".tray-chip").getBoundingClientRect().left);
        }"""
        chips = [guest.page.evaluate(hand, ready) for ready in ({"said": False, "others": 0}, None)]
        assert chips[0] == chips[1], "a chip stays where it is when the button that deals goes"
        for width, height in WIDTHS.items():
            guest.page.set_viewport_size({"width": width, "height": height})
            for letters in each_letters(guest.page):
                here = (letters, width)
                for line in (".brand, .where, .head-tools", ".tray-do", ".tray-chip[aria-checked=false]"):
                    assert guest.find(line).evaluate_all(IN_ONE_LINE) == 1, (line, *here)
                for words in guest.find(".tray-do span").all():
                    assert words.evaluate("(e) => e.getClientRects().length") == 1, here
                assert overflow(guest.page) <= 0, here


def test_the_buttons_of_a_table_stand_in_one_line(server: RunningServer, browser: "Browser") -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(server.base)
        page.locator("body[data-ready]").wait_for()
        assert page.locator(".table-card").count() >= 4
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            for letters in each_letters(page):
                for card in page.locator(".table-card").all():
                    assert card.locator(".buttons > *").evaluate_all(IN_ONE_LINE) == 1, (letters, width)


@pytest.mark.parametrize("width", [360, 1280])
def test_text_of_twice_the_size_is_usable(
    server: RunningServer, browser: "Browser", full_table: str, width: int
) -> None:
    with at_table(server, browser, full_table, viewport={"width": width, "height": 800}) as guest:
        seated(guest)
        guest.page.evaluate("document.documentElement.style.fontSize = '200%'")
        for letters in each_letters(guest.page):
            assert overflow(guest.page) <= 0, letters
        for spot in guest.find("mb-spot").all():
            assert spot.is_visible()
        guest.put("banker")


def test_the_first_view_is_small_and_all_our_own(server: RunningServer, browser: "Browser", full_table: str) -> None:
    with at_table(server, browser, full_table) as guest:
        sent: list[tuple[str, int]] = []
        guest.page.on("requestfinished", lambda r: sent.append((r.url, r.sizes()["responseBodySize"])))
        guest.watch()
        guest.page.wait_for_load_state("networkidle")
        assert all(url.startswith(server.base) for url, _ in sent)
        faces = [size for url, size in sent if url.endswith(".woff2")]
        assert sum(faces) <= FACES_BYTES
        assert sum(size for _, size in sent) - sum(faces) < FIRST_VIEW_BYTES


def imported(file: Path) -> set[Path]:
    """The modules that a module needs before it can start, and theirs."""
    found: set[Path] = set()
    to_read = [file]
    while to_read:
        module = to_read.pop()
        if module not in found:
            found.add(module)
            to_read += [(module.parent / name).resolve() for name in IMPORT.findall(module.read_text(encoding="utf-8"))]
    return found - {file}


@pytest.mark.parametrize("name", ["table", "lobby"])
def test_a_page_asks_for_all_its_modules_at_once(name: str) -> None:
    folder = Path(minibac.web.__file__).resolve().parent
    asked = PRELOAD.findall((folder / "pages" / f"{name}.html").read_text(encoding="utf-8"))
    needed = imported(folder / "static" / "js" / "pages" / f"{name}.js")
    assert sorted(asked) == sorted(file.relative_to(folder / "static").as_posix() for file in needed)


def test_nothing_moves_where_motion_is_reduced(server: RunningServer, browser: "Browser", full_table: str) -> None:
    with at_table(server, browser, full_table) as guest:
        guest.watch()
        tempo = "getComputedStyle(document.documentElement).getPropertyValue('--tempo').trim()"
        assert guest.page.evaluate(tempo) == "0"
