"""The page gives its guest's share of the shuffle by itself, says what became of it, and finds it in the record."""

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from minibac.table import events as e
from minibac.table.phases import PROCEDURES
from minibac.table.state import Phase
from tests.page.guests import at_table, time_passes_until, waiting_house
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def told_otherwise(guest: Any, passed_on: Callable[[str], str]) -> None:
    """What the house tells this guest's page is put in other words."""
    guest.page.route_web_socket(
        lambda url: "/live" in url,
        lambda socket: socket.connect_to_server().on_message(lambda told: socket.send(passed_on(str(told)))),
    )


def test_two_pages_give_their_shares_and_check_the_record(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Owner") as owner:
        table = server.training(owner, "seneca", depth=399, clock=True, guests_share=True)
        with at_table(server, browser, table) as ann, at_table(server, browser, table, name="Bob") as bob:
            ann.sit(2)
            bob.sit(5)
            time_passes_until(server, table, lambda: ann.hosted.state.phase not in PROCEDURES)
            ann.until(lambda: ann.hosted.state.phase is Phase.CUT_OFFER)  # and no time passes for it
            shown = ann.find("p[data-share=in]")
            shown.wait_for()
            assert shown.inner_text() == "Your share of the shuffle is in."
            bob.find("p[data-share=in]").wait_for()
            log = server.do(lambda: sorted(ann.hosted.state.shares))
            assert log == [2, 5]
            ann.until_second_shoe()
            fair = ann.context.new_page()
            fair.goto(f"{server.base}/fair/{table}")
            fair.locator("body[data-ready]").wait_for()
            assert "Guests may have a share in the shuffle here" in fair.locator("ol.steps").inner_text()
            fair.locator(".fair-shoe button").last.click()
            verdict = fair.locator(".fair-shoe .verdict[data-ok]").last
            verdict.wait_for()
            assert verdict.get_attribute("data-ok") == "true", verdict.inner_text()
            assert "The stack was mixed by the shares of seats 2, 5." in verdict.inner_text()
            found = fair.evaluate(
                """async ([address, table]) => {
                    const { checkShoe, holdingMine } = await import("/static/js/shoe-check.js");
                    const { standing, own } = await import("/static/js/share.js");
                    const text = await (await fetch(address)).text();
                    const report = await checkShoe(text);
                    const told = [];
                    const given = report.shares.given.slice("2:".length + 64 + " ".length);
                    for (const change of [{}, { hashes: [] }, { values: [] }, { given }]) {
                        const faults = [...report.faults];
                        const shares = { ...report.shares, ...change };
                        const held = holdingMine({ ...report, faults, shares }, table, 1);
                        told.push(held.faults.map(({ what }) => what));
                    }
                    const resealed = { ...report, faults: [...report.faults], commitment: "0".repeat(64) };
                    told.push(holdingMine(resealed, table, 1).faults.map(({ what }) => what));
                    const [mine] = own(table, 1, report.commitment);
                    const view = { table, shoe_no: 1, commitment: report.commitment };
                    const all = mine.given.split(" ").map((one) => one.split(":"));
                    const shares = (state) => all.map(([at, hash]) => ({ seat: Number(at), hash, state }));
                    const seat = (state) => ({ mixed: true, given: shares(state) });
                    const grown = [...seat("shown").given, { seat: 7, hash: "ab".repeat(32), state: "shown" }];
                    const left = [seat("shown"), seat("withheld"), { mixed: true, given: [] }];
                    left.push({ mixed: true, given: grown }, { mixed: false, given: grown });
                    const stands = left.map((share) => standing({ ...view, share }));
                    const elsewhere = standing({ ...view, commitment: "0".repeat(64), share: left[2] });
                    return { told, stands, elsewhere };
                }""",
                [f"/api/tables/{table}/shoes/1/record", table],
            )
            wrong = [["mine"], ["mine"], ["others"], ["resealed"]]
            assert found["told"] == [[], *wrong], "what the house leaves out of it is found, and another seal over it"
            assert found["stands"] == ["in", "lost", "lost", "changed", "changed"]
            assert found["elsewhere"] == "", "a shoe of that number in another house"
            assert e.StackMixed.__name__ in owner.http.get(f"/api/tables/{table}/shoes/1/record").text
            fair.close()


def test_a_share_that_was_left_out_is_said_above_the_table(server: RunningServer, browser: "Browser") -> None:
    """The house takes the hash and is sent the value, and mixes the stack without it."""
    with server.guest("Owner") as owner:
        table = server.training(owner, "seneca", clock=True, guests_share=True)
        with at_table(server, browser, table) as ann:
            told_otherwise(ann, lambda told: told.replace('"state":"shown"', '"state":"withheld"'))
            ann.sit(2)
            ann.until_phase("cut-offer")
            ann.find("p[data-share=lost]").wait_for()
            assert ann.find(".notice.wrong:visible").inner_text().startswith("Your share of the shuffle was left out")


def test_an_order_that_is_sealed_when_the_value_is_known_is_said_above_the_table(
    server: RunningServer, browser: "Browser"
) -> None:
    """The house shows one commitment, hears the value, and then shows another."""
    with server.guest("Owner") as owner:
        table = server.training(owner, "seneca", clock=True, guests_share=True)
        with at_table(server, browser, table) as ann:

            def passed_on(told: str) -> str:
                state = ann.hosted.state
                if not state.share_seed:
                    return told.replace(state.commitment or "nothing yet", "0" * 64)
                news = json.loads(told)
                if news["tell"] == "news":
                    news["set"]["commitment"] = state.commitment
                return json.dumps(news)

            told_otherwise(ann, passed_on)
            ann.sit(2)
            ann.until_phase("cut-offer")
            wrong = ann.find(".notice.wrong:visible")
            wrong.wait_for()
            assert wrong.inner_text().startswith(
                "The house has sealed another order for this shoe than it showed before."
            )


def test_a_share_that_is_made_up_when_the_value_is_known_is_said_above_the_table(
    server: RunningServer, browser: "Browser"
) -> None:
    """The house hears the value, and says that another seat had given something before."""
    with server.guest("Owner") as owner:
        table = server.training(owner, "seneca", clock=True, guests_share=True)
        with at_table(server, browser, table) as ann:

            def passed_on(told: str) -> str:
                news = json.loads(told)
                if news["tell"] == "news" and news["set"].get("share") and ann.hosted.state.share_seed:
                    news["set"]["share"]["given"] += [{"seat": 9, "hash": "ab" * 32, "state": "shown"}]
                return json.dumps(news)

            told_otherwise(ann, passed_on)
            ann.sit(2)
            ann.until_phase("cut-offer")
            ann.find("p[data-share=changed]").wait_for()
            assert ann.find(".notice.wrong:visible").inner_text().startswith("The shares of other seats are not those")
