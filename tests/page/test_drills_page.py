"""The drills in the browser: by keys at fifty items a minute and faster, practice and tests, on a phone too."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from minibac.school.drills import DRILLS
from minibac.school.items import Item
from minibac.school.practice import sheet
from minibac.server.routes_drills import KIND, OpenTest, lesson_of
from tests.page.drill_sheets import PHONE, address, begin, scored
from tests.page.guests import waiting_house
from tests.page.languages import english_on
from tests.page.visits import Visit, opened, overflow, serious
from tests.page.workers import trainee_of
from tests.server.running import QUICK, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FIFTY_A_MINUTE = 50


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house(timing=QUICK, pace_ms=0) as found:
        yield found


def test_fifty_sums_and_every_key_arrives(server: RunningServer, browser: "Browser") -> None:
    """Far faster than fifty a minute: the keys of a whole sheet, with nothing waited for between them."""
    with opened(server, browser, address("sums")) as page:
        items = begin(page, "sums")
        assert len(items) == FIFTY_A_MINUTE
        for item in items:
            page.keyboard.type(item["answers"][0])
            page.keyboard.press("Enter")
        assert scored(page) == (FIFTY_A_MINUTE, FIFTY_A_MINUTE)


def test_one_key_is_an_answer_and_what_was_wrong_comes_back(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, address("tableau")) as page:
        items = begin(page, "tableau")
        keys = [item["answers"][0] for item in items]
        wrong = {"d": "s", "s": "d"}[keys[0]]
        page.keyboard.type(wrong)
        assert page.locator(".drill-last strong").inner_text().startswith(f"Not {wrong} (")
        page.keyboard.type("".join(keys[1:4]))
        assert page.locator(".drill-rightly").inner_text() == "once more"
        page.keyboard.type("".join([keys[0], *keys[4:11], keys[0], *keys[11:]]))
        assert scored(page) == (len(items) - 1, len(items))
        assert page.locator(".drill-wrong li").count() == 1


def test_an_answer_that_cannot_be_read_is_asked_for_again(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, address("vigorish")) as page:
        items = begin(page, "vigorish")
        page.keyboard.type("much")
        page.keyboard.press("Enter")
        assert "cannot be read" in page.locator("#drill-hint").inner_text()
        page.keyboard.type(f"${items[0]['answers'][0]}")
        page.keyboard.press("Enter")
        page.get_by_text("1 right").wait_for()
        page.keyboard.type("?")
        page.keyboard.press("Enter")
        assert page.locator(".drill-last strong").inner_text() == f"It is {items[1]['answers'][0]}."
        page.get_by_role("button", name="End").click()
        assert scored(page) == (1, 2)


def test_any_order_that_the_engine_takes_is_right(server: RunningServer, browser: "Browser") -> None:
    asked = sheet(lesson_of(server.front, "section-42"), [DRILLS["order"]], "7", level=2)
    other = {number: order for number, item in enumerate(asked) if (order := another_order(item))}
    assert other
    with opened(server, browser, address("order", level="2")) as page:
        seeded = '{"rulebook": "section-42", "level": 2, "seed": "7"}'
        page.route("**/api/drills/order", lambda route: route.continue_(post_data=seeded))
        begin(page, "order")
        for number, item in enumerate(asked):
            page.keyboard.type(other.get(number, item.shown).replace(" ", ""))
            page.keyboard.press("Enter")
        assert scored(page) == (len(asked), len(asked))


def another_order(item: Item) -> str:
    """An order that is as right as the one of the key, where there is one."""
    right = item.shown.split()
    swapped = (" ".join([*right[:i], right[i + 1], right[i], *right[i + 2 :]]) for i in range(len(right) - 1))
    return next((order for order in swapped if item.right(order)), "")


def test_a_test_on_a_phone_has_no_key_in_the_page_and_shows_it_at_the_end(
    server: RunningServer, browser: "Browser"
) -> None:
    with opened(server, browser, address("picture", way="test", level="3"), **PHONE) as page:
        with page.expect_response("**/api/drills/picture") as answer:
            page.get_by_role("button", name="Begin").tap()
        told = answer.value.json()
        assert {"seed", "answers", "why"} & {*told, *told["items"][0]} == set()
        page.locator(".picture mb-card").first.wait_for()
        assert overflow(page) == []
        assert serious(page) == []
        for _ in told["items"]:
            page.locator(".drill-key").last.tap()
        right, answered = scored(page)
        assert (answered, right < answered) == (len(told["items"]), True)
        assert page.locator(".drill-wrong li").count() == answered - right
        assert overflow(page) == []
        again = page.request.post(
            f"{server.base}/api/drills/picture/finish", data={"test": told["test"], "answers": []}
        ).status
        assert again == 409


def test_a_minute_ends_by_itself(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, address("naturals", length="minute")) as page:
        page.clock.install()
        items = begin(page, "naturals")
        assert len(items) > FIFTY_A_MINUTE
        page.keyboard.type("".join(item["answers"][0] for item in items[:3]))
        page.clock.run_for(61_000)
        assert scored(page) == (3, 3)


CHINESE = """localStorage.setItem("minibac.settings", JSON.stringify({tour: true, language: "zh"}))"""


def test_it_is_asked_in_chinese(server: RunningServer, browser: "Browser") -> None:
    with opened(server, browser, address("picture", level="2"), locale="zh-CN") as page:
        page.evaluate(CHINESE)
        page.reload()
        page.locator("body[data-ready]").wait_for()
        assert english_on(page) == []
        begin(page, "picture")
        page.keyboard.type("abcd")
        assert english_on(page) == []
        page.locator(".drill-bar button").click()
        assert scored(page)[1] == 4
        assert english_on(page) == []


SHEET = {"rulebook": "section-42", "count": 2, "seed": "1"}


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("", {"rulebook": "nothing"}, 404, "there is no such rulebook"),
        ("", {"rulebook": "section-42", "count": 0}, 400, "count"),
        ("", {"rulebook": "section-42", "count": 10_000}, 400, "count"),
        ("", {"rulebook": "section-42", "level": 4}, 400, "level"),
        ("/judge", {"sheet": SHEET, "number": 3, "answer": "1"}, 404, "the sheet has no item 3"),
        ("/finish", {"answers": []}, 400, "say which sheet was answered"),
        ("/finish", {"answers": [], "test": "nothing"}, 409, "this test has been finished"),
        ("/finish", {"answers": [None] * 200, "sheet": SHEET}, 400, "answers"),
    ],
)
def test_what_is_asked_in_vain(server: RunningServer, path: str, body: dict[str, Any], status: int, words: str) -> None:
    with server.client() as client:
        told = client.post(f"/api/drills/counts{path}", body, status=status)
    assert words in told["refusal"]["sentence"]


def test_a_drill_that_is_none_and_one_that_the_table_has_not(server: RunningServer) -> None:
    with server.client() as client:
        told = client.post("/api/drills/dancing", {"rulebook": "section-42"}, status=404)
        assert told["refusal"]["sentence"] == "there is no such drill"
        told = client.post("/api/drills/house-money", {"rulebook": "seneca"}, status=404)
        assert told["refusal"]["sentence"] == "this table can be asked nothing of that"
        listed = [row["drill"] for row in client.get("/api/drills?rulebook=seneca")["drills"]]
        assert listed == [name for name in DRILLS if name not in ("house-money", "match-play", "turning")]


def test_a_test_is_marked_by_the_house_on_its_own_clock(server: RunningServer) -> None:
    with server.client() as client:
        sheet_of_test = client.post("/api/drills/counts", {"rulebook": "section-42", "count": 3, "test": True})
        server.clock.ahead += 40_000
        answers = {"answers": ["1", "nonsense", None], "test": sheet_of_test["test"], "seconds": 1}
        told = client.post("/api/drills/counts/finish", answers)
        assert told["seconds"] >= 40
        assert (told["items"], told["answered"]) == (3, 2)
        asked = sheet(lesson_of(server.front, "section-42"), [DRILLS["counts"]], told["seed"], 3)
        assert [row["answers"] for row in told["attempts"]] == [list(item.answers) for item in asked[:2]]
        late = client.post("/api/drills/counts", {"rulebook": "section-42", "test": True})
        server.clock.ahead += 3 * 60 * 60 * 1000 + 1_000
        client.post("/api/drills/counts/finish", {"answers": [], "test": late["test"]}, status=409)


def test_a_trainees_test_is_in_the_record_and_the_course_shows_it(server: RunningServer, browser: "Browser") -> None:
    with trainee_of(server) as tom, opened(server, browser, Visit("course", "/course?rulebook=seneca"), tom) as page:
        step = page.locator("[data-step='burn']")
        assert step.get_attribute("data-passed") == "no"
        step.get_by_role("link", name="Take the test").click()
        begin(page, "burn")
        (kept,) = server.call(server.house.store.all(KIND)).values()
        wanted = msgspec.json.decode(kept, type=OpenTest).sheet
        items = sheet(
            lesson_of(server.front, "seneca"), [DRILLS["burn"]], wanted.seed or "", wanted.count, wanted.level
        )
        for item in items:
            page.keyboard.type(item.shown)
            page.keyboard.press("Enter")
        assert scored(page) == (len(items), len(items))
        page.get_by_text("The attempt is in your record.").wait_for()
        assert "13 of 13: this passes" in page.locator("[data-passes]").inner_text()
        (attempt,) = tom.get("/api/school/me")["attempts"]
        assert (attempt["way"], attempt["what"], attempt["right"]) == ("test", "burn", 13)
        page.goto(f"{server.base}/course")  # that of the class, unless told
        page.locator("[data-step='burn'][data-passed='yes']").wait_for()
        page.get_by_text("You have passed 1 of 27.").wait_for()
        assert page.locator("[data-step='first-rounds-seneca']", has_text="at most 0 critical").count() == 1
        assert page.url.endswith("/course?rulebook=seneca")
        page.get_by_role("link", name="My record").click()
        page.get_by_role("link", name="Drills").click()
        page.locator(".drill-choice").first.wait_for()
        assert page.locator("select[name=rulebook]").input_value() == "seneca"
        assert tom.get("/api/course?rulebook=seneca")["learns"]
        practised = {"answers": ["1", None], "sheet": {"rulebook": "seneca", "count": 9, "seed": "1"}, "seconds": 3}
        assert tom.post("/api/drills/counts/finish", practised)["noted"]
        assert tom.get("/api/school/me")["attempts"][-1]["asked"] == 1
    with server.client() as nobody:
        told = nobody.get("/api/course?rulebook=seneca")
        assert not told["learns"]
        assert {step["passed"] for stage in told["stages"] for step in stage["steps"]} == {0}
        assert not nobody.post("/api/drills/counts/finish", practised)["noted"]
        nobody.get("/api/course?rulebook=hoyle", status=404)
