"""The fairness page: the seal before the cut, every shoe that is over checked in the browser, and a record one kept."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from minibac.records.leaves import Due
from minibac.records.store import Write
from minibac.shoes.notation import written
from minibac.shoes.noted_record import noted as noted_items
from minibac.shoes.record import read_record
from tests.page.guests import short_shoe, waiting_house
from tests.page.visits import Visit, opened
from tests.server.running import QUICK, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house(timing=QUICK) as found:
        yield found


@pytest.fixture(scope="module")
def table(server: RunningServer) -> Iterator[str]:
    """A table with two shoes that are over, and a third on its way."""
    with server.guest("Owner") as owner:
        found = short_shoe(server, owner, "seneca")
        live = owner.live(found)
        live.sit(2)
        live.until_view(lambda view: view["shoe_no"] >= 3 and view["commitment"] != "")
        live.ok("LeaveSeat", seat=2)  # and the table stands
        yield found


def test_all_shoes_are_verified_here(server: RunningServer, browser: "Browser", table: str) -> None:
    with opened(server, browser, Visit("fair", f"/fair/{table}")) as page:
        assert page.locator(".fair-shoe").count() >= 2
        page.get_by_role("button", name="Verify all").click()
        page.locator(".section > .verdict[data-ok='true']").wait_for()
        page.locator(".fair-shoe").last.get_by_role("button").click()
        page.locator(".fair-shoe .verdict[data-ok='true']").wait_for()


def test_a_record_that_was_kept_is_held_against_what_was_written_down(
    server: RunningServer, browser: "Browser", table: str, tmp_path: Path
) -> None:
    with opened(server, browser, Visit("fair", f"/fair/{table}")) as page:
        with page.expect_download() as getting:
            page.locator(".fair-shoe a[download]").last.click()
        kept = tmp_path / "kept.jsonl"
        getting.value.save_as(kept)
        with page.expect_download() as getting:
            page.get_by_role("link", name="Download verify_shoe.py").click()
        program = tmp_path / "verify_shoe.py"
        getting.value.save_as(program)
        seal = page.locator(".fair-shoe .hash").last.inner_text()
        page.locator("input[type=file]").set_input_files(kept)
        verdict = page.locator(".section > .verdict[data-ok]").last
        verdict.wait_for()
        assert verdict.get_attribute("data-ok") == "true"
        noted = page.get_by_label("The hash you wrote down")
        noted.fill("0" * 64)
        page.keyboard.press("Tab")
        page.locator(".section > .verdict[data-ok='false']").wait_for()
        assert "not the one that was sealed" in page.locator(".verdict[data-ok='false']").inner_text()
        noted.fill(seal)
        notation, altered = tmp_path / "kept.shoe", tmp_path / "altered.shoe"
        text = "".join(written(noted_items(read_record(kept.read_bytes()))))
        notation.write_text(text, encoding="utf-8")
        altered.write_text(text.replace("\n1. ", "\n1. As ", 1), encoding="utf-8")
        partly = tmp_path / "partly.shoe"
        partly.write_text(text.replace("\n2. ", "\ndiscarded 9s\n2. ", 1), encoding="utf-8")
        numbered = tmp_path / "numbered.shoe"
        numbered.write_text(re.sub(r"\n1\. (..) (..)", r"\n1. \1 \2@3", text, count=1), encoding="utf-8")
        assert numbered.read_bytes() != notation.read_bytes()
        bare, beside = tmp_path / "bare.shoe", tmp_path / "beside.shoe"
        bare.write_text(re.sub(r'\[(commitment|order|salt) ".*"\]\n', "", text), encoding="utf-8")
        beside.write_text(f'{text}[shoe "T1/99"]\n1. As Ah | Ad Ac = T\n', encoding="utf-8")
        for file, right, says in (
            (notation, "true", "that are noted came from it"),
            (numbered, "true", "that are noted came from it"),
            (partly, "true", "as far as it can be told"),
            (altered, "false", "not right"),
            (bare, "false", "not the one that was sealed"),
            (beside, "partly", "Of 1 more in this notation no order was sealed"),
        ):
            page.locator("input[type=file]").set_input_files(file)
            page.locator(f".section > .verdict[data-ok='{right}']", has_text=says).wait_for()
            checked = subprocess.run([sys.executable, program, file, seal], check=False, capture_output=True, text=True)
            assert (checked.returncode == 0) == (right != "false"), checked.stderr
        noted.fill("")
        page.locator("input[type=file]").set_input_files(bare)
        page.locator(".section > .verdict[data-ok='partly']", has_text="tells no sealed order").wait_for()
    checked = subprocess.run([sys.executable, program, kept, seal], check=False, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


LOG = ".open-log .verdict"


def test_the_browser_keeps_what_it_saw_of_the_log_and_says_when_a_later_one_does_not_extend_it(
    server: RunningServer, browser: "Browser", table: str, tmp_path: Path
) -> None:
    with opened(server, browser, Visit("fair", f"/fair/{table}")) as page:
        verdict = page.locator(LOG)
        page.locator(f"{LOG}[data-ok='true']").wait_for()
        assert "for the first time" in verdict.inner_text()
        assert "signature was checked here" in verdict.inner_text()
        assert "is entry" in page.locator(".open-log [data-ok='true']").last.inner_text()
        with page.expect_download() as getting:
            page.get_by_role("link", name="Keep this checkpoint").click()
        kept = tmp_path / "checkpoint.txt"
        getting.value.save_as(kept)
        assert kept.read_text(encoding="utf-8") == page.evaluate("JSON.parse(localStorage['minibac.log']).checkpoint")
        page.reload()
        page.locator(f"{LOG}[data-ok='true']").wait_for()
        assert "saw it last" in verdict.inner_text()

        # What it kept is a longer log than the one it is shown now: the house has lost leaves.
        longer = """() => {
            const kept = JSON.parse(localStorage['minibac.log']);
            const lines = kept.checkpoint.split('\\n');
            lines[1] = '100000';
            localStorage['minibac.log'] = JSON.stringify({ ...kept, checkpoint: lines.join('\\n') });
        }"""
        page.evaluate(longer)
        page.reload()
        page.locator(f"{LOG}[data-ok='false']").wait_for()
        assert "This browser saw 100,000 entries of the log" in verdict.inner_text()
        assert page.get_by_role("link", name="Keep what was shown, both times").is_visible()
        page.goto(f"{server.base}/table/{table}")
        wrong = page.locator(".notice.wrong")
        wrong.wait_for()
        assert "was cut off" in wrong.inner_text()
        assert page.locator(".tool[data-log='wrong']").count() == 1

        # A house that goes by a new name says why, and this browser goes on when it is told to.
        renamed = """() => {
            const kept = JSON.parse(localStorage['minibac.log']);
            const lines = kept.checkpoint.split('\\n');
            lines[0] = 'example.org/before';
            localStorage['minibac.log'] = JSON.stringify({ key: kept.key, at: 1, checkpoint: lines.join('\\n') });
        }"""
        page.evaluate(renamed)
        page.goto(f"{server.base}/fair/{table}")
        page.locator(f"{LOG}[data-ok='false']").wait_for()
        assert "goes by a new name" in verdict.inner_text()
        assert "The house says: the log was begun anew." in verdict.inner_text()
        page.get_by_role("button", name="Go on with the new log").click()
        page.locator(f"{LOG}[data-ok='true']").wait_for()
        page.goto(f"{server.base}/table/{table}")
        page.locator(".tool[data-log='right']").wait_for()
        assert not page.locator(".notice.wrong").is_visible()


def test_an_old_answer_is_told_and_the_browser_goes_on_with_one_that_extends_what_it_kept(
    server: RunningServer, browser: "Browser", table: str
) -> None:
    def grow() -> None:
        write = Write(stream=f"table/{uuid4().hex}", after=0, events=(b"{}",), leaves=(Due(1),))
        server.call(server.store.append(write))

    with server.client() as other:
        old = other.get("/api/log")
    grow()
    asked = {"**/api/log": (200, old), "**/api/log/inclusion*": (404, {}), "**/api/log/consistency*": (404, {})}

    def answer(page: "Page", path: str) -> None:
        status, json = asked[path]
        page.route(path, lambda route: route.fulfill(status=status, json=json))

    def shows(page: "Page", words: str) -> None:
        page.reload()
        page.locator(f"{LOG}[data-ok='false']", has_text=words).wait_for()
        page.get_by_role("link", name="Keep what was shown, both times").wait_for()

    with opened(server, browser, Visit("fair", f"/fair/{table}")) as page:
        page.locator(f"{LOG}[data-ok='true']").wait_for()
        page.get_by_role("link", name="Keep this checkpoint").wait_for()
        for path in asked:
            answer(page, path)
        for _ in range(2):
            shows(page, "or this is an old answer")
        page.unroute("**/api/log")
        page.unroute("**/api/log/inclusion*")
        grow()
        shows(page, "gives no proof")
        page.unroute("**/api/log/consistency*")
        page.reload()
        page.locator(f"{LOG}[data-ok='true']", has_text="has grown").wait_for()


def test_another_tab_that_saw_more_meanwhile_is_no_reason_to_accuse_the_house(
    server: RunningServer, browser: "Browser", table: str
) -> None:
    """An answer that was on its way is held against what was kept when it was asked for."""
    with opened(server, browser, Visit("fair", f"/fair/{table}")) as page:
        page.locator(f"{LOG}[data-ok='true']").wait_for()
        under_way: list[tuple[Any, Any]] = []
        page.route("**/api/log/inclusion*", lambda route: under_way.append((route, route.fetch())))
        page.reload()
        while not under_way:
            page.wait_for_timeout(20)
        server.call(
            server.store.append(Write(stream=f"table/{uuid4().hex}", after=0, events=(b"{}",), leaves=(Due(1),)))
        )
        with server.client() as other:
            newer = other.get("/log/checkpoint")
        page.evaluate(
            """text => {
                const kept = JSON.parse(localStorage['minibac.log']);
                localStorage['minibac.log'] = JSON.stringify({ ...kept, checkpoint: text });
            }""",
            newer,
        )
        (route, response), *_ = under_way
        route.fulfill(response=response)
        page.unroute("**/api/log/inclusion*")
        page.locator(f"{LOG}[data-ok='true']").wait_for()
        assert page.evaluate("JSON.parse(localStorage['minibac.log']).checkpoint") == newer
