"""The strip above the table: whatever step is done now, what is said of it and its clauses can be read whole."""

from typing import TYPE_CHECKING, Any

import pytest

from minibac.table.strip import strip
from tests.page.guests import waiting_house
from tests.page.languages import is_english
from tests.page.visits import drawn_anew
from tests.page.workers import page_of
from tests.table.situations import SITUATIONS, exists

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OPTIONS: dict[str, dict[str, Any]] = {
    "section-42": {},
    "massachusetts": {"house_money": True},
    "seminole": {},
    "seneca": {},
}
CUT = """async (strips) => {
    const element = document.querySelector("mb-strip");
    const found = [];
    for (const steps of strips) {
        element.draw([], "section-42");
        element.draw(steps, "section-42");
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        for (const item of element.querySelectorAll("li")) {
            const [, name, label, clause] = item.children;
            const now = item.dataset.state === "now";
            if (now && label.scrollHeight > label.clientHeight + 2) found.push(label.textContent);
            for (const one of [name, clause]) {
                if (one.clientWidth && one.scrollWidth > one.clientWidth + 1) found.push(one.textContent);
            }
        }
    }
    return found;
}"""
"""Draws each strip, and says which sentence, name or clause of it is cut off."""
OUT_OF_SIGHT = """() => {
    const list = document.querySelector("mb-strip ol").getBoundingClientRect();
    const now = document.querySelector("mb-strip [data-state=now]").getBoundingClientRect();
    return now.left < list.left - 1 || now.right > list.right + 1 ? [document.title] : [];
}"""
"""Whether the step that is done now is out of sight."""


def strips() -> list[list[Any]]:
    """Every strip there is, from every situation of a table under each rulebook."""
    found = {}
    for rulebook, options in OPTIONS.items():
        for name, make in SITUATIONS.items():
            if exists(name, options, rulebook):
                steps = strip(make(rulebook, **options))
                found[str(steps)] = steps
    return list(found.values())


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_nothing_of_a_strip_is_cut_off(browser: "Browser", locale: str) -> None:
    every = strips()
    assert len(every) > 40
    found: list[str] = []
    with waiting_house() as server, server.guest("Dee") as dee:
        table = server.training(dee, "section-42", {}, dealer="me")
        with page_of(server, browser, dee, locale=locale) as page:
            for path in (f"/table/{table}?as=spectator", f"/dealer/{table}"):
                page.goto(server.base + path)
                page.locator("body[data-ready]").wait_for()
                for width, height in ((1280, 800), (1440, 900), (1920, 1080)):
                    page.set_viewport_size({"width": width, "height": height})
                    drawn_anew(page)
                    found += [f"{path}, {width}: {words}" for words in page.evaluate(CUT, every)]
                    said = page.locator("mb-strip [data-state=now] .strip-label").last.inner_text()
                    assert is_english(said) is (locale == "en-US"), said
                page.set_viewport_size({"width": 390, "height": 844})  # a page that is turned
                drawn_anew(page)
                assert page.evaluate(OUT_OF_SIGHT) == [], path
    assert found == []
