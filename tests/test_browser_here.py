"""A browser is really here: what the tests of the page stand on."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_it_draws_the_suits(browser: "Browser") -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content("".join(f"<span>{sign}</span> " for sign in "♠♥♦♣A9"))
        pictures = [span.screenshot() for span in page.locator("span").all()]
    assert len(set(pictures)) == 6  # signs that no font has are boxes, and look all the same


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
