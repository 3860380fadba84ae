"""People of the staff in a real browser: a dealer who has nothing but keys, a floorperson, whoever else signs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from minibac.house.hosted_table import HostedTable
from minibac.people.sessions import COOKIE
from tests.page.guests import WAIT_MS, hosted_at, time_passes
from tests.server.running import PASSWORD, Client, Live, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

STEPS = 200
ASKED = "document.querySelector('dialog[open] form.sheet-form') !== null"


class Worker:
    """Somebody with a duty, and the page they work on."""

    def __init__(self, server: RunningServer, page: "Page", client: Client) -> None:
        self.server, self.page, self.client = server, page, client

    def find(self, selector: str) -> "Locator":
        return self.page.locator(selector)

    def go(self, path: str) -> None:
        self.page.goto(self.server.base + path)
        self.find("body[data-ready]").wait_for()

    def look_again(self) -> None:
        """Come back to the page: it asks the house at once what is new."""
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def until(self, holds: Callable[[], bool], what: str = "") -> None:
        """Give the page and the house time until something holds."""
        for _ in range(WAIT_MS // 20):
            if holds():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"it never came to that: {what}")


class Dealer(Worker):
    """A dealer at a console, who touches no mouse."""

    def __init__(self, server: RunningServer, page: "Page", client: Client, table: str) -> None:
        super().__init__(server, page, client)
        self.table = table

    @property
    def hosted(self) -> HostedTable:
        return hosted_at(self.server, self.table)

    @property
    def phase(self) -> str:
        return self.hosted.state.phase.value

    def take_over(self) -> None:
        self.go(f"/dealer/{self.table}")
        self.press("o")
        self.find("body[data-duty]").wait_for()
        self.until(lambda: self.client.person["id"] in self.hosted.state.staff.values())
        self.drawn()  # both duties are taken: until then a key does nothing

    def step(self) -> None:
        """The next right step by its key; where something must be said with it, it is said as it should be."""
        self.press("Space")
        if self.page.evaluate(ASKED):  # a sheet that was closed may still lie in the page, and asks nothing
            self.answer()

    def answer(self) -> None:
        """Say what the open sheet asks for, as it should be."""
        state, form = self.hosted.state, self.find("dialog[open] form.sheet-form").last
        cards = state.rules.cards_in_shoe
        right = {
            "batch": state.in_play,
            "rack_batch": "none",
            "cutting_cards": "2",
            "cards_count": f"{cards}",
        }
        for name, value in right.items():
            if form.locator(f"select[name={name}]").count():
                form.locator(f"select[name={name}]").select_option(value)
            elif form.locator(f"input[name={name}]").count():
                self.say_count(form, name, value)
        self.send(form.locator("button[type=submit]:not([value=no])"))
        self.until(lambda: not self.page.evaluate(ASKED), "the sheet is closed")

    def say_count(self, form: "Locator", name: str, value: str) -> None:
        form.locator(f"input[name={name}]").fill(value)

    def send(self, button: "Locator") -> None:
        button.press("Enter")

    def deal_until(self, phase: str) -> None:
        """The next right step, again and again; what waits for a guest is left to the guest's time."""
        for _ in range(STEPS):
            self.drawn()
            if self.phase == phase:
                return
            version = self.hosted.version
            back = self.find(".at-hand").filter(has_text="cards back")
            if self.find(".next-step").get_attribute("data-kind") == "mine":
                self.step()
            else:
                self.others_turn()
                if back.count():
                    self.at_hand(back.first)
            self.until(partial(self._on, version), f"a step in {self.phase}")
        raise AssertionError(f"the table never came to {phase}; it is at {self.phase}")

    def others_turn(self) -> None:
        """It is somebody else's to act: their time is over."""
        time_passes(self.server, self.table)

    def at_hand(self, step: "Locator") -> None:
        """A step that is at hand, by its number."""
        self.press(step.get_attribute("aria-keyshortcuts") or "1")

    def _on(self, version: int) -> bool:
        return self.hosted.version > version

    def drawn(self) -> None:
        """Wait until the page has drawn the last thing that happened, and has its answer."""
        shown = "[document.body.dataset.version, document.querySelector('.next-step').hasAttribute('data-busy')]"
        self.until(lambda: self.page.evaluate(shown) == [str(self.hosted.version), False], "the page is up to date")


def trainee_of(server: RunningServer) -> Client:
    """Somebody who has joined a class."""
    with server.staff("instructor", "Ina Frost") as ina:
        spring = ina.post("/api/school/classes", {"title": "Spring", "rulebook": "seneca"}, status=201)["class"]
        code = ina.post(f"/api/school/classes/{spring}/invitations", {}, status=201)["code"]
    client = server.client()
    client.signed(client.post(f"/api/invitations/{code}", {"name": "Tom Keller", "password": PASSWORD}, status=201))
    return client


@contextmanager
def page_of(server: RunningServer, browser: "Browser", client: Client, **context: Any) -> Iterator["Page"]:
    """A browser of one's own, signed in; a fault in the page fails the test."""
    facts = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", "locale": "en-US"} | context
    with browser.new_context(**facts) as room:
        room.add_cookies([{"name": COOKIE, "value": client.http.cookies[COOKIE], "url": server.base}])
        page = room.new_page()
        page.set_default_timeout(WAIT_MS)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page
        assert faults == []


@contextmanager
def at_work(server: RunningServer, browser: "Browser", role: str, **facts: Any) -> Iterator[Worker]:
    """Somebody with a role and a page."""
    with server.staff(role, **facts) as client, page_of(server, browser, client) as page:
        yield Worker(server, page, client)


@contextmanager
def at_console(server: RunningServer, browser: "Browser", table: str, **context: Any) -> Iterator[Dealer]:
    """A dealer on duty at a table."""
    with server.staff("dealer") as client, page_of(server, browser, client, **context) as page:
        dealer = Dealer(server, page, client, table)
        dealer.take_over()
        yield dealer


def on_duty(dealer: Client, table: str) -> None:
    """A dealer goes on duty at a table, and a page stays open there."""
    desk = dealer.live(table, "dealer")
    for duty in ("calling", "wagers"):
        desk.ok("AssignStaff", duty=duty)


def guest_at(server: RunningServer, client: Client, table: str, seat: int, chips_cents: int = 500_000) -> Live:
    """A guest with chips at a seat."""
    del server
    live = client.live(table)
    live.sit(seat, chips_cents)
    return live
