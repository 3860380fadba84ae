"""The school in the browser: a class from the invitation to the signed transcript."""

from typing import TYPE_CHECKING

from minibac.machine.roles import THE_HOUSE
from minibac.school import record_commands as sc
from minibac.school.record_events import Performance
from minibac.school.school_paper import check_paper, sealed_in
from tests.page.guests import WAIT_MS, waiting_house
from tests.page.visits import overflow, serious
from tests.page.workers import at_work
from tests.server.running import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_an_instructor_and_three_trainees_from_the_sheet_to_the_signed_transcript(browser: "Browser") -> None:
    with waiting_house() as server, at_work(server, browser, "instructor", name="Ina Frost") as ina:
        ina.go("/school")
        ina.find("[data-do=open-class]").click()
        ina.find("dialog input[name=title]").fill("Spring")
        ina.find("dialog select[name=rulebook]").select_option("seneca")
        ina.find("dialog button[type=submit]").click()
        ina.find("[data-class=c-1] [data-do=links]").click()
        ina.find("dialog textarea").fill("Tom Lee, Tia Marin, Tao Ono")
        ina.find("dialog button[type=submit]").click()
        ina.find(".invitation-sheet li").nth(2).wait_for()
        links = [text.rpartition("/")[2] for text in ina.find(".invitation-sheet .address").all_inner_texts()]
        assert "Tia Marin" in ina.find(".invitation-sheet").inner_text()
        ina.page.keyboard.press("Escape")

        with browser.new_context(viewport={"width": 360, "height": 740}, locale="en-US") as newcomer:
            page = newcomer.new_page()
            page.set_default_timeout(WAIT_MS)
            page.goto(f"{server.base}/join/{links[0]}")
            page.locator("input[name=name]").fill("Tom Lee")
            page.locator("input[name=password]").fill(PASSWORD)
            page.locator("button[type=submit]").click()
            page.wait_for_url("**/school")
            page.locator("[data-rulebook=seneca] [data-competency=calls]").wait_for()
            assert (overflow(page), serious(page)) == ([], [])
            for token, name in zip(links[1:], ("Tia Marin", "Tao Ono"), strict=True):
                with server.client() as other:
                    other.post(f"/api/invitations/{token}", {"name": name, "password": PASSWORD}, status=201)
            facts = {"way": "test", "what": "announcements", "rulebook": "seneca", "seed": "7", "asked": 20}
            tried = Performance(**facts, right=20, seconds=70)  # type: ignore[arg-type]
            note = sc.NoteAttempt(by=THE_HOUSE, at=0, trainee="t-0001", tried=tried)
            assert server.call(server.house.school.command(note)).ok
            page.reload()
            page.locator("[data-attempt='1']").wait_for()
            assert "Tia" not in page.content()

        ina.go("/school")
        row = ina.find("[data-trainee=t-0001]")
        row.locator("[data-do=sign]").click()
        ina.find("dialog input[name=password]").fill("not this one")
        ina.find("dialog button[type=submit]").click()
        ina.find("dialog [role=alert]").wait_for()
        ina.find("dialog input[name=password]").fill(PASSWORD)
        ina.find("dialog button[type=submit]").click()
        row.locator("[data-competency=calls][data-signed]").wait_for()
        assert ina.find("[data-trainee]").count() == 3
        assert (overflow(ina.page), serious(ina.page)) == ([], [])
        with ina.page.expect_download() as download:
            row.locator("a[download^=transcript]").click()
        sealed = sealed_in(download.value.path().read_bytes())
        assert sealed is not None
        checked = check_paper(sealed, ina.find(".hash").inner_text())
        assert checked.paper is not None
        assert (checked.faults, checked.paper.name, set(checked.paper.signed)) == ((), "Tom Lee", {"calls"})
