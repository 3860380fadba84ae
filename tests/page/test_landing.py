"""Where somebody of the staff comes to after taking a link, or signing in: the page of their own work."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.page.guests import NO_TOUR, WAIT_MS, waiting_house
from tests.server.running import PASSWORD, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


@pytest.mark.parametrize(
    ("role", "place", "path"),
    [
        ("dealer", {}, "/dealer/choose"),
        ("dealer", {"table": "s42-1"}, "/dealer/s42-1"),
        ("floorperson", {"pit": "seneca-main"}, "/floor/seneca-main"),
        ("pit-clerk", {}, "/floor/choose"),
        ("surveillance", {}, "/surveillance"),
        ("accounting", {}, "/books"),
        ("admin", {}, "/admin"),
    ],
)
def test_a_link_leads_to_the_work(
    server: RunningServer, browser: "Browser", role: str, place: dict[str, str], path: str
) -> None:
    token = server.call(server.front.people.invitations.make(role, "test", **place))
    with browser.new_context(locale="en-US", reduced_motion="reduce") as room:
        room.add_init_script(NO_TOUR)
        page = room.new_page()
        page.set_default_timeout(WAIT_MS)
        page.goto(f"{server.base}/join/{token}")
        page.locator("input[name=name]").fill(f"{role} {token[:6]}")
        page.locator("input[name=password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{path}*")
        page.locator("body[data-ready]").wait_for()
        if path.endswith("/choose"):
            page.locator(".choose-card").nth(3).wait_for()
            assert page.locator(".choose-card").count() == 4
            page.locator(".choose-card").first.click()
            page.wait_for_url(f"**{path.removesuffix('choose')}s*")
            page.locator("body[data-ready]").wait_for()


def test_a_stranger_is_shown_where_to_sign_in(server: RunningServer, browser: "Browser") -> None:
    with browser.new_context(locale="zh-CN") as room:
        page = room.new_page()
        page.set_default_timeout(WAIT_MS)
        page.goto(f"{server.base}/surveillance")
        page.locator("body[data-ready]").wait_for()
        assert "登录" in page.locator(".come-in").inner_text()
        assert page.locator(".come-in a").first.get_attribute("href") == "/sign-in?next=%2Fsurveillance"
