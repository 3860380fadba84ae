"""A trainee sits an exam by keys: one payment is wrong, one card is drawn wrongly, and the result names each once."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from minibac.house.exam_room import SatExam
from minibac.play.chips import in_chips
from minibac.play.settlement import Action
from minibac.school.model_dealer import right_command
from minibac.server.exam_felt import exam_part
from minibac.table import commands as c
from tests.page.guests import waiting_house
from tests.page.languages import english_on
from tests.page.on_felt import TUBES, FeltDealer
from tests.page.visits import overflow, serious
from tests.page.workers import page_of, trainee_of
from tests.server.running import RunningServer

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


PRESSED = {
    "CallNoMoreBets": ("n", "[data-call=no-more-bets]"),
    "TuckBanker": ("t", "[data-step=tuck]"),
    "RackCards": ("d", "[data-step=rack]"),
    "CallFloor": ("f", "[data-do=floor]"),
}
"""What is done by one key, and by one button."""


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

    @property
    def right(self) -> Any:
        """What whoever makes no mistake would do now."""
        sat = self.exam.audition
        return right_command(sat.state, sat.now(), sat.first_card())

    def goes_by_the_book_until(self, kind: type[c.Command]) -> Any:
        """Right steps until the next one is of this kind, which is not made."""
        while not isinstance(command := self.right, kind):
            self.done(lambda command=command: self._make(type(command).__name__, command))
        return command

    def _make(self, kind: str, command: Any) -> None:
        if kind in PRESSED:
            key, button = PRESSED[kind]
            if self.keys:
                self.press(key)
            else:
                self.find(button).click()
        if kind == "CallFloor":
            self.fill(about=command.about, seat=command.seat)
        elif kind == "HandCards":
            self.press("g" if command.hand == "player" else "j")
            self.fill(seat=command.seat)
        elif kind == "CarryOut":
            self.press("a")
            self.fill(remedy=command.do.value)
        elif kind == "Report":
            self.report_the_card()
        elif kind == "TakeActions":
            self.act(Action(*command.actions[0]))
        elif kind in ("DoStep", "CutStack", "CompleteCut", "LoadShoe", "BurnCards"):
            self.at_hand_now(kind, command)
        elif kind not in PRESSED:
            super()._make(kind, command)

    def report_the_card(self) -> None:
        """A card lies face up in the shoe, before everybody's eyes."""
        assert "face up in the shoe" in self.find(".exam-seen").inner_text()
        assert serious(self.page) == []
        self.press("i")
        self.find(".guide-choice").filter(has_text="face up in the shoe").click()
        self.press("1")
        self.find("dialog .button.gold").press("Enter")

    def call_count(self, hand: str, count: int) -> None:
        if not self.keys:
            self.find(".call-which[data-which=count]").click()
        super().call_count(hand, count)

    def call_result(self, player: int, banker: int, result: str) -> None:
        if not self.keys:
            self.find(".call-which[data-which=result]").click()
        super().call_result(player, banker, result)

    def at_hand_now(self, kind: str, command: Any) -> None:
        """A step of a procedure, and what has to be said with it."""
        rows = exam_part(self.exam.audition)["at_hand"]
        step = getattr(command, "step", None)
        here = [row["command"]["command"] == kind and row["command"].get("step") == step for row in rows].index(True)
        self.find(".at-hand").nth(here).click()
        if asks := rows[here].get("asks"):
            self.fill(**{name: getattr(command, name) for name in asks})

    def fill(self, **values: Any) -> None:
        """Say what the open sheet asks for."""
        form = self.find("dialog[open] form.sheet-form").last
        said = values.pop("ok", True)
        for name, value in values.items():
            place = form.locator(f"[name={name}]")
            if place.evaluate("(place) => place.tagName") == "SELECT":
                place.select_option("yes" if value is True else str(value))
            else:
                place.fill(str(value))
        form.locator(f"button[type=submit]:not([value={'no' if said else 'yes'}])").press("Enter")


class TouchingDealer(ExamDealer):
    """Whoever sits an exam on a phone, and has neither keys nor a pointer: a touch of one thing, then of another."""

    def deal(self, hand: str) -> None:
        self.find("mb-felt mb-shoe > svg").tap()
        self.hand(hand).tap()

    def turn(self, hand: str) -> None:
        self.hand(hand).tap()

    def lay(self, seat: int, wager: str, cents: int) -> None:
        for chip, number in in_chips(cents, tuple(self.page.evaluate(TUBES))).items():
            for _ in range(number):
                self.find(f".tube-of[data-cents='{chip}']").tap()

    def act(self, action: Action) -> None:
        step, seat, wager, cents = action
        self.box(seat, wager).tap()
        if step not in ("collect", "return"):
            self.lay(seat, wager, cents)
        self.find(f".felt-move[data-move={step}]").tap()


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


@pytest.fixture
def server() -> Iterator[RunningServer]:
    with waiting_house() as running:
        yield running


def test_a_trainee_deals_an_exam_by_keys_and_the_result_names_each_mistake_once(
    server: RunningServer, browser: "Browser"
) -> None:
    with trainee_of(server) as tom, page_of(server, browser, tom) as page:
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
        assert "$" not in dealer.find(".story").inner_text(), "chips are read from the felt"
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
            (one.get_attribute("data-kind"), one.get_attribute("data-clause"))
            for one in page.locator("[data-fault]").all()
        ]
        wanted = [(one.made.kind, one.made.clauses[0]) for one in dealer.exam.audition.state.faults]
        assert [kind for kind, _ in faults] == ["payment-wrong", "card-in-error"]
        assert faults == wanted
        assert page.locator("[data-kind='payment-wrong']").get_by_text("$5 too much lay there").count() == 1
        assert page.locator(".exam-result").get_attribute("data-passed") is None
        assert page.locator(".exam-result a[href='/school']").count() == 1
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert (overflow(page), serious(page)) == ([], [])
        (attempt,) = tom.get("/api/school/me")["attempts"]
        assert (attempt["way"], attempt["critical"] + attempt["major"]) == ("table", 2)

        with page_of(server, browser, tom, locale="zh-CN", viewport={"width": 360, "height": 740}) as chinese:
            for address, there in (
                (page.url, "body[data-ended] .exam-result"),
                (f"{server.base}/exams", "[data-begin]"),
            ):
                chinese.goto(address)
                chinese.locator(there).first.wait_for()
                _in_chinese(chinese)
            chinese.locator("[data-begin=opening-massachusetts]").click()
            chinese.locator("body[data-duty] .at-hand").first.wait_for()
            _in_chinese(chinese)


def _in_chinese(page: "Page") -> None:
    names = ("Two rounds", "Tom", "Bo", "Cleo")
    assert [text for text in english_on(page) if not any(name in text for name in names)] == []


def test_an_instructor_keeps_a_scenario_that_deals_the_same_to_everybody(
    server: RunningServer, browser: "Browser"
) -> None:
    with server.staff("instructor") as ida, page_of(server, browser, ida) as page, trainee_of(server) as tom:
        page.goto(f"{server.base}/exams")
        late: list[Route] = []

        def hold(route: "Route") -> None:
            late.append(route)

        page.route("**/api/exams/scenarios/audition-*", hold)
        page.locator("[data-do=keep]").click()
        form = page.locator("dialog[open] form")
        form.locator("[name=from]").select_option("first-rounds-seneca")
        toml = form.locator("[name=toml]:not([readonly])")
        toml.fill(toml.input_value().replace("rounds = 8", "rounds = 0"))
        (first,) = late
        with page.expect_event("requestfinished", lambda one: one == first.request):
            first.continue_()  # the file of the scenario that stood there first comes last
        page.unroute("**/api/exams/scenarios/audition-*")
        assert "rounds = 0" in toml.input_value(), "what was typed stands"
        form.locator("[name=scenario]").fill("monday")
        form.locator("[type=submit]").click()
        form.locator("[role=alert]", has_text="rounds").wait_for()
        toml.fill(toml.input_value().replace("rounds = 0", "rounds = 2").replace("First rounds, Seneca", "Monday"))
        form.locator("[type=submit]").click()
        page.locator("[data-own=monday]").wait_for()
        assert (overflow(page), serious(page)) == ([], [])
        one, other = (who.post("/api/exams", {"scenario": "monday"}, status=201) for who in (tom, ida))
        assert one["table"] == other["table"]
        page.locator("[data-own=monday] [data-do=change]").click()
        form.locator("[name=toml]").fill(toml.input_value().replace("Monday", "Tuesday"))
        form.locator("[type=submit]").click()
        page.locator("[data-own=monday]", has_text="Tuesday").wait_for()
        page.locator("[data-own=monday] [data-do=remove]").click()
        page.locator("dialog[open] [type=submit]").click()
        page.locator("[data-own=monday]").wait_for(state="detached")
        with page_of(server, browser, tom) as toms:
            toms.goto(f"{server.base}/exams")
            toms.locator("[data-begin]").first.wait_for()
            assert toms.locator("[data-do=keep]").count() == 0


@pytest.mark.parametrize(
    ("rulebook", "opening", "by_keys"),
    [
        ("massachusetts", "true", True),
        ("section-42", "false", True),
        ("seminole", "false", True),
        ("seneca", "false", False),
    ],
)
def test_a_round_is_dealt_on_the_page_and_a_payment_put_right(
    server: RunningServer, browser: "Browser", rulebook: str, opening: str, *, by_keys: bool
) -> None:
    own = TWO_ROUNDS.partition("cards =")[0].replace("section-42", rulebook).replace("rounds = 2", "rounds = 1")
    with server.staff("instructor") as ida, page_of(server, browser, ida) as page:
        toml = f"{own}opening = {opening}\n[[guest]]\nseat = 2\n[[guest]]\nseat = 5\n"
        if rulebook == "section-42":
            toml += '[[mishap]]\nkind = "face-up-in-shoe"\nround = 1\n'
        ida.post("/api/exams/scenarios", {"scenario": f"one-{rulebook}", "toml": toml})
        exam = ida.post("/api/exams", {"scenario": f"one-{rulebook}", "seed": "3"}, status=201)["id"]
        dealer = ExamDealer(server, page, ida, exam, by_keys=by_keys)
        dealer.go(f"/exam/{exam}")
        while (settles := dealer.goes_by_the_book_until(c.TakeActions).actions[0])[0] != "pay":
            dealer.done(lambda move=settles: dealer.act(Action(*move)))
        _, seat, wager, cents = settles
        dealer.done(lambda: dealer.act(Action("pay", seat, wager, cents + 500)))
        dealer.press("Escape", "m")
        dealer.done(lambda: dealer.fill(seat=seat, wager=wager, way="take", cents=5))
        dealer.goes_by_the_book_until(c.RackCards)
        dealer.press("d")
        page.locator("body[data-ended] .exam-result").wait_for()
        (fault,) = dealer.exam.audition.state.faults
        assert (fault.made.kind, fault.put_right_by) == ("payment-wrong", ida.person["id"])
        assert page.locator("[data-fault]").count() == 1
        assert "put right" in page.locator("[data-fault]").inner_text()


def test_a_table_is_opened_and_a_round_dealt_by_touch_on_a_phone(server: RunningServer, browser: "Browser") -> None:
    """Where guests turn the cards, from the decks that are received to the rack."""
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    own = TWO_ROUNDS.partition("cards =")[0].replace("section-42", "massachusetts").replace("rounds = 2", "rounds = 1")
    with trainee_of(server) as tom, page_of(server, browser, tom, **phone) as page:
        with server.staff("instructor", "Ida Kern") as ida:
            toml = f"{own}opening = true\n[[guest]]\nseat = 2\n[[guest]]\nseat = 5\n"
            ida.post("/api/exams/scenarios", {"scenario": "by-touch", "toml": toml})
        exam = tom.post("/api/exams", {"scenario": "by-touch"}, status=201)["id"]
        dealer = TouchingDealer(server, page, tom, exam, by_keys=False)
        dealer.go(f"/exam/{exam}")
        dealer.goes_by_the_book_until(c.RackCards)
        assert overflow(page) == []
        dealer.find("[data-step=rack]").tap()
        page.locator("body[data-ended] .exam-result[data-passed]").wait_for()
        assert dealer.exam.audition.state.faults == ()


def test_a_marker_button_is_laid_and_collected_and_an_exam_is_given_up(
    server: RunningServer, browser: "Browser"
) -> None:
    cards = '"Ac 5d Kh 9s Qd Ks"\n[[guest]]\nseat = 2\n[[guest]]\nseat = 5\n'
    own = TWO_ROUNDS.replace("section-42", "seminole").replace("seed = 5", "seed = 3").partition("cards = ")
    with server.staff("instructor") as ida, page_of(server, browser, ida) as page:
        ida.post("/api/exams/scenarios", {"scenario": "marked", "toml": own[0] + own[1] + cards})
        exam = ida.post("/api/exams", {"scenario": "marked"}, status=201)["id"]
        dealer = ExamDealer(server, page, ida, exam, by_keys=True)
        dealer.go(f"/exam/{exam}")
        dealer.goes_by_the_book_until(c.RackCards)
        dealer.done(lambda: dealer.press("d"))
        marker = page.locator(".marker[role=button]")
        assert marker.inner_text() == "1", "what was marked stands on it"
        marker.press("Enter")
        dealer.done(lambda: dealer.fill(cents=1))
        assert not marker.count()
        page.locator("[data-do=end]").click()
        dealer.fill()
        page.locator("body[data-ended] .exam-reasons", has_text="it was not dealt to its end").wait_for()
        assert dealer.exam.audition.state.faults == ()
