"""The first minute at a table: a seat, chips and one round to watch before any clock; and ten rounds after it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from minibac.table import commands as c
from minibac.table.automatic import guest as guest_at
from tests.page.covered import lies_over
from tests.page.guests import BANKER_WINS, Guest, at_table, hosted_at, stack, time_passes, waiting_house
from tests.page.visits import drawn_anew, overflow, serious
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZES = {1280: 800, 1440: 900, 1920: 1080, 390: 844}
ROUNDS = 10
LOW_SEATS = (1, 3, 5, 8)
MARKS = """() => [...document.querySelectorAll(".ask mb-road")].map((road) => {
    const mark = road.querySelector(".mark")?.getBoundingClientRect();
    const window = road.querySelector(".road-window").getBoundingClientRect();
    const sides = (a, b) => [a.left - b.left, a.top - b.top, b.right - a.right, b.bottom - a.bottom];
    return mark ? sides(mark, window) : null;
})"""
"""How far inside its window each mark of the row "if Banker, if Player" lies, on all four sides."""
ABOVE = """(what) => {
    const panel = document.querySelector(what);
    const { left, top, width, height } = panel.getBoundingClientRect();
    const at = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y]));
    return at.every(([x, y]) => panel.contains(document.elementFromPoint(x, y)));
}"""
"""Whether nothing lies over a panel."""
HELD = """() => {
    const squeeze = document.querySelector("mb-squeeze");
    squeeze.hold("player", ["7h", "Kd"], [null, null]);
    squeeze.beside("banker", ["4s", "Td"], 4);
}"""


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def come_in(eve: Guest, start: str) -> None:
    """From the lobby to a seat: what is pressed, the name, the word about the age, chips."""
    eve.page.goto(eve.server.base)
    eve.find("body[data-ready]").wait_for()
    eve.find(start).click()
    eve.find("dialog input[name=name]").fill(eve.name)
    assert "I am " in eve.find("dialog .check").inner_text()
    eve.find("dialog input[name=of_age]").check()
    eve.find("dialog button[type=submit]").click()
    eve.page.wait_for_url("**/table/*")
    eve.table = eve.page.url.rsplit("/", 1)[1].partition("?")[0]
    eve.find("mb-seat[data-yours]").wait_for()
    eve.find("dialog[open] button[type=submit]").click()


def test_a_strangers_first_ten_minutes(server: RunningServer, browser: "Browser") -> None:
    """A training table by the lobby's defaults: nothing runs out while one round is watched, then ten are played."""
    with browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US", reduced_motion="reduce") as room:
        eve = Guest(server, room, "", "Eve")
        come_in(eve, ".training-form button[type=submit]")
        lesson = eve.find("dialog.lesson")
        lesson.wait_for()
        assert [sits.arriving for sits in eve.hosted.state.seats.values()] == [True]
        assert serious(eve.page) == []
        steps, says = [], []
        while lesson.locator("[data-do=tour]").is_hidden():
            steps.append(lesson.get_attribute("data-step"))
            says.append(lesson.locator(".lesson-says").inner_text())
            lesson.locator("[data-do=next]").click()
        told = ["wagers", "no-more-bets", "four-cards", "announce-counts", "third-cards", "third-cards"]
        assert steps == [*told, "announce-result", "settle"]
        assert "Player's Hand has 5 and draws" in says[4]
        assert "2♥, 3♣ and 6♦ make 11, so 1" in says[4], "nobody has to know what 2h is"
        assert lesson.locator(".lesson-says .clause").first.get_attribute("href")
        lesson.locator("[data-do=back]").click()
        assert lesson.get_attribute("data-step") == "settle"
        lesson.locator(".lesson-sound button").nth(1).click()  # chips and cards
        voice = eve.find(".head-tools [aria-pressed]")
        assert voice.get_attribute("aria-pressed") == "false", "the voice is off until somebody asks for it"
        lesson.locator("[data-do=next]").click()
        lesson.locator("[data-do=next]").click()
        lesson.wait_for(state="detached")
        voice.click()
        assert voice.get_attribute("aria-pressed") == "true"
        for number in range(1, ROUNDS + 1):
            eve.until_phase("betting")
            assert eve.find("mb-strip [data-state=now] .strip-name").inner_text() == "Wagers"
            eve.page.keyboard.press("p" if number % 2 else "b")
            eve.find("mb-chip-tray .wagered").get_by_text("$25").wait_for()
            assert eve.find(".tray-ready").inner_text() == "Deal", "nobody else is waited for"
            assert eve.find("mb-clock[data-on]").count() == 0, "no clock runs"
            if number % 3:
                eve.find(".tray-ready").click()
            else:
                eve.page.keyboard.press("d")
            eve.find(f"mb-result h2:has-text('Round {number}')").wait_for()
        eve.drawn()
        assert eve.find(".board.bead svg .mark").count() == ROUNDS
        eve.find(".brand").click()
        eve.page.wait_for_url(f"{server.base}/")
        back = eve.find(".lobby-seats a")
        back.wait_for()
        assert eve.find(".table-card[data-yours='5'] .card-sit").inner_text() == "Back to seat 5"
        back.click()
        eve.find("mb-seat[data-yours]").wait_for()
        assert eve.find("dialog.lesson").count() == 0, "once is enough"
        assert eve.faults == []


def test_no_clock_runs_before_the_guest_has_chips_and_has_seen_a_round(
    server: RunningServer, browser: "Browser"
) -> None:
    """At a table with clocks, on a phone; skipping is arriving, and a lone guest then waits for nobody."""
    with browser.new_context(viewport={"width": 390, "height": 844}, locale="zh-CN", reduced_motion="reduce") as room:
        with server.guest("Owner") as owner:
            table = server.training(owner, "section-42", {}, clock=True)
        eve = Guest(server, room, table, "Eve")
        eve.watch()
        eve.find("mb-seat[data-seat='5'] .seat-sit").click()
        eve.find("dialog input[name=name]").fill("Eve")
        eve.find("dialog input[name=of_age]").check()
        eve.find("dialog button[type=submit]").click()
        eve.find("mb-seat[data-yours]").wait_for()
        eve.find("dialog[open] button[type=submit]").click()
        eve.find("dialog.lesson").wait_for()
        assert eve.hosted.deadlines() == ()
        assert eve.find("mb-asks").is_hidden()
        assert overflow(eve.page) == []
        eve.find("dialog.lesson [data-do=skip]").click()
        eve.find("mb-asks:not([hidden])").wait_for()
        assert [due.command.step for due in eve.hosted.deadlines() if isinstance(due.command, c.DoStep)] == ["look"]
        eve.until_phase("betting")
        eve.find("mb-felt > mb-clock[data-on]").wait_for()
        eve.put("player")
        eve.find(".tray-ready").click()  # ten minutes are on the clock
        eve.find("mb-result .result-head h2").wait_for()
        eve.until(lambda: len(eve.hosted.state.results) == 1)
        eve.page.keyboard.press("h")
        eve.find("dialog .worth").last.wait_for()
        assert eve.find("dialog .worth figcaption").all_inner_texts() == [*"1234567890"]
        rules = eve.hosted.state.rules.drawing
        draws = sum(map(sum, rules.banker_draws))
        assert eve.find("dialog .tableau-small .draws").count() == draws
        assert serious(eve.page) == []
        assert eve.faults == []


def test_nothing_covers_a_card_a_count_or_an_own_box(server: RunningServer, browser: "Browser") -> None:
    """The refusal of a late wager, cards in a guest's hands at any seat, the marks of what the next round would add."""
    with server.guest("Owner") as owner:
        table = server.training(owner, "section-42", {"deal_mode": "handed"}, clock=True)
    with at_table(server, browser, table) as me:
        me.sit(5)
        me.until_phase("betting")
        hosted = hosted_at(server, table)
        me.put("player")
        stack(me, BANKER_WINS)
        time_passes(server, table)
        me.find("mb-squeeze:not([hidden])").wait_for()
        for width, height in SIZES.items():
            me.page.set_viewport_size({"width": width, "height": height})
            drawn_anew(me.page)
            me.page.keyboard.press("b")
            me.find("mb-refusal:not([hidden])").wait_for()
            drawn_anew(me.page)
            looked_at = "mb-card, mb-held, .hand-total, mb-clock[data-on]"
            assert lies_over(me.page, "mb-refusal", looked_at) == [], width
            me.find("mb-refusal button").click()
            assert me.page.evaluate(ABOVE, "mb-squeeze"), width
        for seat in LOW_SEATS:
            if seat != me.seat:
                by = guest_at(hosted.state, me.seat)
                answer = server.call(hosted.give(c.ChangeSeat(by=by, at=0, seat=me.seat, to=seat)))
                assert not answer.ok, "cards are in that guest's hands"
        me.turn_until(lambda: hosted.state.phase.value == "betting")
        for seat in LOW_SEATS:
            if seat != me.seat:
                by = guest_at(hosted.state, me.seat)
                server.call(hosted.give(c.ChangeSeat(by=by, at=0, seat=me.seat, to=seat)))
            me.find(f"mb-seat[data-seat='{seat}'][data-yours]").wait_for()
            for width, height in SIZES.items():
                me.page.set_viewport_size({"width": width, "height": height})
                me.page.evaluate(HELD)
                drawn_anew(me.page)
                assert lies_over(me.page, "mb-squeeze", "mb-spot") == [], (seat, width)
                if width > min(SIZES):
                    assert me.find(".squeeze-other").inner_text().split()[-1] == "4"
                    assert me.find(".squeeze-other mb-card[card]").count() == len(("4s", "Td"))
        me.page.evaluate("document.querySelector('mb-roads').draw({ask: {big_eye_boy: {B: 'R', P: 'B'}}})")
        for width, height in SIZES.items():
            me.page.set_viewport_size({"width": width, "height": height})
            drawn_anew(me.page)
            marks = [mark for mark in me.page.evaluate(MARKS) if mark]
            assert len(marks) == len(("B", "P"))
            assert all(min(sides) >= -0.5 for sides in marks), (width, marks)
