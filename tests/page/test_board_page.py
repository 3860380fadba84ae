"""The instructor's board in the browser: a class at a glance, over a shoulder, interventions, a mistake told again."""

from typing import TYPE_CHECKING

from tests.page.exams_sat import class_in_an_exam
from tests.page.guests import waiting_house
from tests.page.languages import english_on
from tests.page.visits import Visit, opened, overflow, serious
from tests.page.workers import at_work

if TYPE_CHECKING:
    from playwright.sync_api import Browser


OWN = ("Tom Lee", "Spring", "Ina Frost", ": Bo")
"""Names: of people and of the class."""


def test_an_instructor_looks_over_a_shoulder_and_intervenes_and_the_class_sees_the_mistake_again(
    browser: "Browser",
) -> None:
    with (
        waiting_house() as server,
        at_work(server, browser, "instructor", name="Ina Frost") as ina,
        class_in_an_exam(server, ina.client) as (tom, exam),
    ):
        ina.go("/school")
        ina.find("[data-do=board]").click()
        ina.page.wait_for_url("**/board/c-1")
        ina.find("#shoulder mb-felt .hands mb-card").first.wait_for()
        card = ina.find(f"[data-trainee='{tom.person['id']}']")
        assert "1 critical" in card.inner_text()
        ina.find("[data-do=pause]").click()
        ina.find("[data-do=resume]").wait_for()
        assert tom.get(f"/api/exams/{exam}")["paused"]
        ina.find("[data-do=whisper]").click()
        ina.find("dialog textarea").fill("The call comes first.")
        ina.find("dialog button[type=submit]").click()
        ina.find(".board-note:visible").wait_for()
        assert tom.get(f"/api/exams/{exam}")["note"] == "The call comes first."
        ina.find("[data-do=resume]").click()
        ina.find("[data-do=pause]").wait_for()
        ina.find("[data-do=inject]").click()
        ina.find("dialog select[name=kind]").select_option("disputed-payment")
        ina.find("dialog button[type=submit]").click()
        ina.find("dialog [role=alert]").wait_for()
        ina.find("dialog select[name=kind]").select_option("late-wager")
        ina.find("dialog button[type=submit]").click()
        ina.find("[data-deed=irregularity]").wait_for()
        ina.find("[data-do=cards]").click()
        ina.find("dialog input[name=cards]").fill("9c")
        ina.find("dialog button[type=submit]").click()
        ina.find("[data-deed=cards]").wait_for()
        assert tom.post(f"/api/exams/{exam}/steps", {"step": "deal b"})["table"]["banker"] == ["9c"]
        ina.look_again()
        ina.find("[data-fault='2']").wait_for()
        ina.page.set_viewport_size({"width": 360, "height": 740})
        assert (overflow(ina.page), serious(ina.page)) == ([], [])

        ina.find("[data-fault='1'] a[href^='/mistake/']").click()
        ina.find("body[data-ready] .replay-steps").wait_for()
        ina.find("[data-do=mistake]").click()
        ina.find(".replay-says[data-mistake]").wait_for()
        ina.find("[data-do=last]").click()
        ina.find("mb-felt .hands mb-card").first.wait_for()
        assert (overflow(ina.page), serious(ina.page)) == ([], [])
        for name, address in (("board", "/board/c-1"), ("mistake", f"/mistake/{exam}/1")):
            with opened(server, browser, Visit(name, address), ina.client, locale="zh-CN") as page:
                page.wait_for_load_state("networkidle")
                left = [words for words in english_on(page) if not any(own in words for own in OWN)]
                assert left == [], name
