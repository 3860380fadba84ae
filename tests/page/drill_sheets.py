"""A sheet of a drill in the browser: its address, how it begins, and what the house says of it."""

from typing import TYPE_CHECKING, Any

from tests.page.visits import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SCORE = ".drill-score"


def address(drill: str, **facts: str) -> Visit:
    query = {"rulebook": "section-42", "level": "1", "length": "sheet", "way": "practice", "drill": drill} | facts
    return Visit("drills", "/drills?" + "&".join(f"{name}={value}" for name, value in query.items()))


def begin(page: "Page", drill: str) -> list[dict[str, Any]]:
    """Press Enter, and give the items that came."""
    page.locator(".drill-ready .button.gold:focus").wait_for()
    with page.expect_response(f"**/api/drills/{drill}") as answer:
        page.keyboard.press("Enter")
    page.locator("mb-drill .drill-field").wait_for()
    items: list[dict[str, Any]] = answer.value.json()["items"]
    return items


def scored(page: "Page") -> tuple[int, int]:
    """How many were right, and how many answered, when the house has marked them."""
    found = page.locator(SCORE)
    found.wait_for()
    return int(found.get_attribute("data-right") or -1), int(found.get_attribute("data-answered") or -1)
