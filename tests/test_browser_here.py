"""A browser is really here: what the tests of the page stand on."""

import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_it_draws_the_suits(browser: "Browser") -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content("".join(f"<span>{sign}</span> " for sign in "♠♥♦♣A9"))
        pictures = [span.screenshot() for span in page.locator("span").all()]
    assert len(set(pictures)) == 6  # signs that no font has are boxes, and look all the same


@pytest.mark.skipif(sys.platform != "linux", reason="fonts are chosen where there is fontconfig")
def test_it_writes_with_the_fonts_of_the_tests_alone(browser: "Browser") -> None:
    with browser.new_context() as context:
        page = context.new_page()
        families = ("serif", "sans-serif", "monospace", "Arial", "system-ui", "Noto Sans CJK SC")
        page.set_content("".join(f"<p style='font-family: {family}'>Player 閒家 庄家</p>" for family in families))
        session = context.new_cdp_session(page)
        session.send("DOM.enable")
        session.send("CSS.enable")
        root = session.send("DOM.getDocument")["root"]["nodeId"]
        nodes = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "p"})["nodeIds"]
        answers = [session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in nodes]
    assert {font["familyName"] for fonts in answers for font in fonts} <= {
        "DejaVu Serif",
        "DejaVu Sans",
        "DejaVu Sans Mono",
        "WenQuanYi Zen Hei",
    }
    assert all(len(fonts) == 2 for fonts in answers), "one face for Latin, one for Chinese"


def test_axe_finds_what_is_wrong_and_only_that(browser: "Browser") -> None:
    from axe_playwright_python.sync_playwright import Axe

    with browser.new_context() as context:
        page = context.new_page()
        page.set_content("<html lang=en><title>Table</title><main><h1>Table 1</h1><img src='data:,'></main></html>")
        found = Axe().run(page).response["violations"]
    assert [violation["id"] for violation in found] == ["image-alt"]


def test_it_reaches_this_machine_alone(browser: "Browser") -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto("about:blank")
        answer = page.evaluate("fetch('http://minibac.invalid/').then(() => 'reached', error => error.name)")
    assert answer == "TypeError"
