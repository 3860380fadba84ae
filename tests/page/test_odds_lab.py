"""The odds lab in the browser: exact prices, cards that go by a tap, two sets of options, one address for it all."""

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from minibac.odds.prices import prices
from tests.page.guests import waiting_house
from tests.page.visits import Visit, opened
from tests.server.running import QUICK, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LAB = Visit("odds", "/odds?rulebook=massachusetts")
EZ = "/odds?rulebook=massachusetts&set=vigorish_type=ez&set=house_money=on"


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house(timing=QUICK, pace_ms=0) as found:
        yield found


def exact(page: "Page", wager: str) -> str:
    return page.locator(f".price[data-wager='{wager}'] > p .exact").inner_text().replace("−", "-")


def until_exact(page: "Page", wager: str, fraction: str) -> None:
    """Wait until the page shows this price."""
    page.wait_for_function(
        """([wager, fraction]) => {
            const found = document.querySelector(`.price[data-wager='${wager}'] > p .exact`);
            return found && found.textContent.replace("−", "-") === fraction;
        }""",
        arg=[wager, fraction],
    )


def written(page: "Page") -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def test_the_prices_are_the_exact_ones(server: RunningServer, browser: "Browser") -> None:
    odds = prices("massachusetts", vigorish_type="ez", house_money="on")
    with opened(server, browser, Visit("odds", EZ)) as page:
        shown = page.locator(".price").evaluate_all("all => all.map(each => each.dataset.wager)")
        assert shown == list(odds.by_wager)
        for price in odds:
            assert exact(page, price.wager) == str(price.edge)
        banker = page.locator(".price[data-wager='banker']")
        assert "1.0183 %" in banker.locator(".price-figures").inner_text()
        banker.locator("summary").click()
        rows = banker.locator(".ways tbody tr")
        assert [row.locator("th").inner_text() for row in rows.all()] == ["1/1", "0", "−1"]
        assert str(odds["banker"].outcomes[0].probability) in rows.first.inner_text().replace("\n", "")
        assert str(odds["banker"].variance) in banker.locator(".price-facts").inner_text()


def test_a_tap_takes_a_card_away_and_undo_brings_it_back(server: RunningServer, browser: "Browser") -> None:
    full = str(prices("massachusetts")["banker"].edge)
    without = str(prices("massachusetts", [32, 32, 32, 31, *[32] * 8, 30])["banker"].edge)
    with opened(server, browser, LAB) as page:
        page.locator("[data-rank='4'] .rank-card").click()
        page.locator("[data-rank='K'] .rank-count").fill("30")
        page.keyboard.press("Tab")
        until_exact(page, "banker", without)
        assert page.locator(".sum").inner_text() == "413 cards left of 416"
        assert written(page)["counts"] == ["32,32,32,31,32,32,32,32,32,32,32,32,30"]
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Undo").click()
        until_exact(page, "banker", full)
        assert "counts" not in written(page)


def test_a_price_that_comes_while_one_types_takes_nothing_away(server: RunningServer, browser: "Browser") -> None:
    one_less = str(prices("massachusetts", [*[32] * 3, 31, *[32] * 9])["banker"].edge)
    with opened(server, browser, LAB) as page:
        page.locator("[data-rank='4'] .rank-card").click()
        page.locator("[data-rank='K'] .rank-count").fill("30")
        until_exact(page, "banker", one_less)
        page.keyboard.press("Tab")
        page.locator(".sum").filter(has_text="413 cards left of 416").wait_for()


def test_cards_can_be_typed_and_a_slip_is_explained(server: RunningServer, browser: "Browser") -> None:
    gone = [31, *[32] * 7, 30, 31, 32, 32, 32]
    with opened(server, browser, LAB) as page:
        page.locator("input[name=gone]").fill("9 9s 10 A")
        page.keyboard.press("Enter")
        until_exact(page, "tie", str(prices("massachusetts", gone)["tie"].edge))
        page.locator("input[name=gone]").fill("X")
        page.keyboard.press("Enter")
        assert "There is no card X" in page.locator(".wrong-words").inner_text()
        page.get_by_role("button", name="Full shoe").click()
        until_exact(page, "tie", str(prices("massachusetts")["tie"].edge))


def test_options_follow_one_another_and_the_rulebook_has_the_last_word(
    server: RunningServer, browser: "Browser"
) -> None:
    with opened(server, browser, Visit("odds", "/odds?rulebook=section-42")) as page:
        page.locator("select[name=vigorish_rate]").select_option("4%")
        until_exact(page, "banker", str(prices("section-42", vigorish_rate="4%")["banker"].edge))
        page.locator("select[name=vigorish_type]").select_option("tie-25")
        until_exact(page, "banker", str(prices("section-42", vigorish_type="tie-25")["banker"].edge))
        assert page.locator("[name=vigorish_rate]").count() == 0, "it has no meaning now"
        page.locator("input[name=tie_odds]").fill("7")
        page.keyboard.press("Tab")
        page.locator(".failure").wait_for()
        assert "Tie_odds=7 is not allowed under Section 42" in page.locator(".failure").inner_text()
        assert page.locator(".failure a").get_attribute("href") == "/rules#s42%2Fc%2F2"
        page.locator("input[name=tie_odds]").fill("17/2")
        page.keyboard.press("Tab")
        until_exact(page, "tie", str(prices("section-42", tie_odds="17/2")["tie"].edge))
        assert page.locator(".failure").count() == 0
        page.locator("select[name=rulebook]").first.select_option("seminole")
        until_exact(page, "player-pair", "43/415")


def test_two_sets_of_options_are_compared_and_the_link_brings_them_back(
    server: RunningServer, browser: "Browser"
) -> None:
    with opened(server, browser, LAB) as page:
        page.get_by_role("button", name="Compare with other options").click()
        page.locator(".other-side select[name=vigorish_type]").select_option("ez")
        row = page.locator(".compared tr[data-wager='banker']")
        row.get_by_text("1.0183 %").wait_for()
        assert "1.0579 %" in row.inner_text()
        assert "−0.0396 %" in row.inner_text()
        assert "not offered" in page.locator(".compared tr[data-wager='dragon-7']").inner_text()
        assert page.locator(".edge-bar.side-1").count() == 5
        address = urlsplit(page.url)
        assert written(page)["other-set"] == ["vigorish_type=ez"]
    with opened(server, browser, Visit("odds", f"{address.path}?{address.query}")) as page:
        page.locator(".compared tr[data-wager='panda-8']").wait_for()
        assert page.locator(".other-side select[name=vigorish_type]").input_value() == "ez"


def test_the_charts_say_their_numbers(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, LAB) as page:
        wins = page.locator("mb-chart svg").first.get_attribute("aria-label") or ""
        assert "Banker 45.86 %, Player 44.62 %, Tie 9.52 %" in wins
        page.locator("select[name=effects-of]").select_option("tie")
        effects = page.locator("mb-chart svg[aria-label*='on Tie']")
        effects.wait_for()
        assert effects.locator("rect").count() == 13
        page.set_viewport_size({"width": 360, "height": 740})
        page.wait_for_function(
            "[...document.querySelectorAll('mb-chart')].every(c => c.firstChild.width.baseVal.value <= c.clientWidth)"
        )


def test_a_rounded_vigorish_is_priced_at_the_stake(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, LAB) as page:
        assert not page.locator("input[name=stake]").is_visible()
        page.locator("select[name=vigorish_rounding]").select_option("up-to-25c")
        page.locator("input[name=stake]").fill("33")
        page.keyboard.press("Tab")
        rounded = prices("massachusetts", vigorish_rounding="up-to-25c", stake_cents=3300)
        until_exact(page, "banker", str(rounded["banker"].edge))


@pytest.mark.control("R13")
def test_a_training_table_shows_its_odds_and_a_live_one_refuses(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Owner") as owner:
        table = server.training(owner, "seminole", {}, odds=True, clock=True)
        live = owner.live(table)
        live.sit(2)
        live.until_view(lambda view: view["phase"] == "betting" and view["last"] is not None)
        live.ok("LeaveSeat", seat=2)  # and the table stands
        with opened(server, browser, Visit("odds", f"/odds?table={table}")) as page:
            assert "shoe 1" in page.locator("h1").inner_text()
            left = int(page.locator(".sum").inner_text().split()[0])
            assert left < 416
            assert page.locator(".rank-card:not([disabled])").count() == 0
            page.locator("mb-chart svg").nth(2).wait_for()
            assert page.locator("mb-chart svg").count() == 3
            page.get_by_role("link", name="Take these cards to the lab").click()
            page.wait_for_url("**/odds?rulebook=seminole**")
            page.locator("body[data-ready]").wait_for()
            assert int(page.locator(".sum").inner_text().split()[0]) < 416
    with opened(server, browser, Visit("odds", "/odds?table=sem-1")) as page:
        assert "it is no training table" in page.locator(".failure").inner_text()
        assert not page.locator(".lab-side").is_visible()
