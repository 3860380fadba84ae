"""A trainee sits an exam by keys: one payment is wrong, one card is drawn wrongly, and the result names each once."""

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from minibac.house.exam_room import SatExam
from minibac.play.settlement import Action
from minibac.school.model_dealer import right_command
from minibac.table import commands as c
from tests.page.guests import waiting_house
from tests.page.languages import english_on
from tests.page.on_felt import FeltDealer
from tests.page.visits import overflow, serious
from tests.page.workers import page_of, trainee_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

TWO_ROUNDS = """format = "minibac-scenario/1"
name = "Two rounds"
rulebook = "section-42"
rounds = 2
seed = 5
cards = "Ac 5d 9h Ks Qd Kc 8h 7s Td Kd 2d"

[options]
deal_mode = "face-up"

[[guest]]
seat = 2

[[guest]]
seat = 5
"""
"""In both rounds the Player's Hand has a natural; in the first seat 2 loses and seat 5 wins, in the second both win."""


class ExamDealer(FeltDealer):
    """Whoever sits an exam, and has nothing but the felt and the keys."""

    @property
    def exam(self) -> SatExam:
        found = self.server.call(self.server.front.exams.find(self.table))
        assert found is not None
        return found

    @property
    def hosted(self) -> Any:
        table, steps = self.exam.audition.state.table, self.exam.kept.steps
        return SimpleNamespace(state=table, version=len(steps), house_table=self.exam.audition.scenario.table)

    def drawn(self) -> None:
        version = "document.body.dataset.version"
        self.until(lambda: self.page.evaluate(version) == str(self.hosted.version), "the page is up to date")

    def goes_by_the_book_until(self, kind: type[c.Command]) -> Any:
        """Right steps until the next one is of this kind, which is not made."""
        while True:
            sat = self.exam.audition
            command = right_command(sat.state, sat.now(), None)
            if isinstance(command, kind):
                return command
            self.done(lambda command=command: self._make(type(command).__name__, command))

    def _make(self, kind: str, command: Any) -> None:
        if kind == "CallNoMoreBets":
            self.press("n")
        elif kind == "RackCards":
            self.press("d")
        elif kind == "TakeActions":
            self.act(Action(*command.actions[0]))
        else:
            super()._make(kind, command)


def _an_instructor_stops_it_for_a_moment(page: "Page") -> None:
    """What an instructor says and that the exam waits is told with it, and no key does anything then."""

    def told(route: "Route") -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "note": "Look at seat 5", "paused": True})

    page.route("**/api/exams/*", told)
    page.reload()
    page.locator(".exam-note", has_text="Look at seat 5").wait_for()
    assert page.locator("body[data-duty]").count() == 0
    assert page.locator("[data-step=deal-player]").is_disabled()
    page.unroute("**/api/exams/*")
    page.reload()
    page.locator("body[data-ready][data-duty]").wait_for()
    assert not page.locator(".exam-note").is_visible()


def test_a_trainee_deals_an_exam_by_keys_and_the_result_names_each_mistake_once(browser: "Browser") -> None:
    with waiting_house() as server, trainee_of(server) as tom, page_of(server, browser, tom) as page:
        with server.staff("instructor", "Ida Kern") as ida:
            ida.post("/api/exams/scenarios", {"scenario": "two-rounds", "toml": TWO_ROUNDS})
        page.goto(f"{server.base}/exams")
        page.locator("[data-begin=two-rounds]").click()
        page.wait_for_url("**/exam/*")
        page.locator("body[data-ready][data-duty]").wait_for()
        assert "outside all books" in page.locator(".exam-banner").inner_text()
        _an_instructor_stops_it_for_a_moment(page)
        dealer = ExamDealer(server, page, tom, page.url.rpartition("/")[2], by_keys=True)

        dealer.goes_by_the_book_until(c.TakeActions)
        dealer.done(lambda: dealer.act(Action("collect", 2, "banker", 1000)))
        (pay,) = dealer.goes_by_the_book_until(c.TakeActions).actions
        assert pay == ("pay", 5, "player", 2000)
        dealer.done(lambda: dealer.act(Action("pay", 5, "player", 2500)))
        assert dealer.find("mb-felt > .mistake .wrong").count() == 0, "it has happened, and nobody says anything"
        dealer.goes_by_the_book_until(c.CallNoMoreBets)

        dealer.goes_by_the_book_until(c.CallResult)
        assert not any(one.is_visible() for one in dealer.find(".hand-total:not([data-none]), .pile-sum").all())
        dealer.done(lambda: dealer.deal("player"))
        assert dealer.find("mb-hand[side=player] mb-card").count() == 3, "it lies there as any other"
        assert not dealer.find(".aside mb-card").count()
        page.set_viewport_size({"width": 360, "height": 740})
        assert (overflow(page), serious(page)) == ([], [])
        assert "s42/" not in page.content(), "no clause and no mistake is told before the end"
        page.set_viewport_size({"width": 1280, "height": 900})
        dealer.done(lambda: dealer.call_result(8, 7, "player"))
        dealer.settle()
        dealer.press("d")

        page.locator("body[data-ended] .exam-result").wait_for()
        faults = [
            (one.get_attribute("data-fault"), one.get_attribute("data-clause"))
            for one in page.locator("[data-fault]").all()
        ]
        wanted = [(one.made.kind, one.made.clauses[0]) for one in dealer.exam.audition.state.faults]
        assert [kind for kind, _ in faults] == ["payment-wrong", "card-in-error"]
        assert faults == wanted
        assert page.locator("[data-fault='payment-wrong']").get_by_text("$5 too much lay there").count() == 1
        assert page.locator(".exam-result").get_attribute("data-passed") is None
        assert page.locator(".exam-result a[href='/school']").count() == 1
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert (overflow(page), serious(page)) == ([], [])
        (attempt,) = tom.get("/api/school/me")["attempts"]
        assert (attempt["way"], attempt["critical"] + attempt["major"]) == ("table", 2)

        with page_of(server, browser, tom, locale="zh-CN", viewport={"width": 360, "height": 740}) as chinese:
            chinese.goto(page.url)
            chinese.locator("body[data-ended] .exam-result").wait_for()
            assert [
                text for text in english_on(chinese) if "Two rounds" not in str(text) and "Tom" not in str(text)
            ] == []
