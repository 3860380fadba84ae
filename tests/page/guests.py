"""Guests in a real browser at a real server: a house that waits for nobody's time, and pages that sit, wager and read.

The clock of the house stands until a test moves it, so that no test races against a betting clock.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from minibac.house.hosted_table import HostedTable
from minibac.table.state import Phase
from minibac.table.timing import Timing
from tests.server.running import Client, RunningServer, running, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

MINUTES_10 = 600_000
SLOW = Timing(
    betting_ms=MINUTES_10,
    look_ms=MINUTES_10,
    cut_ms=MINUTES_10,
    turning_ms=MINUTES_10,
    offer_ms=MINUTES_10,
    house_money_ms=MINUTES_10,
    lost_ms=1000 * MINUTES_10,
)
WAIT_MS = 60_000
"""How long a busy machine may take; a test that passes never waits for it."""
NO_TOUR = "localStorage.getItem('minibac.settings') ?? localStorage.setItem('minibac.settings', '{\"tour\": true}')"
"""Somebody who has been here before."""
BANKER_WINS = "Kh 9s Qd Ks"
"""A natural nine against nothing."""
TABLES = {"section-42": "s42-1", "massachusetts": "ma-1", "seminole": "sem-1", "seneca": "sen-1"}


@contextmanager
def waiting_house(**settings: Any) -> Iterator[RunningServer]:
    """A server whose clocks run out only when a test says so."""
    facts: dict[str, Any] = {"timing": SLOW, "guest_idle_minutes": 10**6, "console_idle_minutes": 10**6} | settings
    with running(**facts) as server:
        yield server


def hosted_at(server: RunningServer, table: str) -> HostedTable:
    """The table itself."""
    found = server.front.table(table)
    assert found is not None
    return found


def time_passes(server: RunningServer, table: str) -> None:
    """The clock at this table runs out, and the house has done what it does then."""
    hosted = hosted_at(server, table)
    before, due = hosted.version, next(iter(hosted.deadlines()), None)
    server.clock.ahead += MINUTES_10 + 1_000
    server.do(hosted.wake)
    if due is not None and due.at <= server.clock():
        wait_until(lambda: hosted.version > before)


def time_passes_until(server: RunningServer, table: str, holds: Callable[[], bool]) -> None:
    """Whenever the house waits for somebody at this table the time is over, until something holds, and no further."""
    hosted = hosted_at(server, table)

    def look() -> bool:
        """Inside the server's loop: the house does nothing between the look and the step."""
        if holds():
            return True
        due = next(iter(hosted.deadlines()), None)
        if due is not None and due.at > server.clock():
            server.clock.ahead += due.at - server.clock() + 1_000
            hosted.wake()
        return False

    wait_until(lambda: server.do(look))


ANSWER = """(phase) => {
    if (document.querySelector("mb-felt")?.dataset.phase === phase) return true;
    [...document.querySelectorAll("mb-asks:not([hidden]) .button:not([disabled])")].at(-1)?.click();
    return false;
}"""
"""In one go, so that no news comes between the look and the click; a question that is answered has no open button. The
last button says no: to accept a cut is two steps, and the second would be asked while the page takes it by itself."""
DRAWN = "(version) => (document.body.dataset.version ?? version) === version"


class Guest:
    """A person at a page of a table."""

    def __init__(self, server: RunningServer, context: "BrowserContext", table: str, name: str) -> None:
        self.server, self.context, self.table, self.name = server, context, table, name
        self.page: Page = context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.faults: list[str] = []
        self.frames: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def _frame(self, payload: Any) -> None:
        self.frames.append(payload if isinstance(payload, str) else payload.decode())

    @property
    def address(self) -> str:
        return f"{self.server.base}/table/{self.table}"

    def find(self, selector: str) -> "Locator":
        return self.page.locator(selector)

    def watch(self) -> None:
        """Look at the table without a seat."""
        self.page.goto(self.address)
        self.find("body[data-ready]").wait_for()

    def sit(self, seat: int) -> None:
        """Come in with a name, take a seat and buy chips."""
        self.watch()
        self.find(f"mb-seat[data-seat='{seat}'] .seat-sit").click()
        self.find("dialog input[name=name]").fill(self.name)
        self.find("dialog input[name=of_age]").check()
        if (age := self.find("dialog input[name=age]")).count():  # where the rulebook states one
            age.fill("30")
        self.find("dialog button[type=submit]").click()
        self.find(f"mb-seat[data-seat='{seat}'][data-yours]").wait_for()
        self.find("dialog[open] button[type=submit]").click()  # the first sheet may still lie in the page, closed
        self.find("dialog").wait_for(state="detached")
        self.until(lambda: not self.hosted.state.seats[seat].arriving)

    def until_phase(self, phase: str) -> None:
        """Answer what is asked on the way: no look and no cut."""
        self.until(lambda: self.page.evaluate(ANSWER, phase))
        self.drawn()

    def until_second_shoe(self) -> None:
        """Let the time run out whenever the house waits for it, until the first shoe is over and the next is sealed."""
        time_passes_until(self.server, self.table, lambda: self.hosted.state.shoe_no > 1)

    def drawn(self) -> None:
        """Wait until the page shows everything that has happened in the house."""
        self.until(lambda: self.page.evaluate(DRAWN, str(self.hosted.version)))

    def turn_until(self, holds: Callable[[], bool]) -> None:
        """Turn whatever is handed to this seat until something holds, looked at on a page that is up to date."""
        button = self.find("mb-squeeze:not([hidden]) .button.gold")

        def step() -> bool:
            self.drawn()
            if holds():
                return True
            if button.count():
                before = self.hosted.version
                button.click()
                self.until(lambda: self.hosted.version > before)
            return False

        self.until(step)

    def spot(self, wager: str) -> "Locator":
        return self.find(f"mb-spot[data-area='{wager}']")

    def put(self, wager: str) -> None:
        """A chip on a spot, and the house's word that it lies there."""
        before = self.staked(wager)
        self.spot(wager).locator("button").click()
        self.until(lambda: self.staked(wager) > before)
        self.lies(wager, self.staked(wager))

    def staked(self, wager: str) -> int:
        """What lies on a spot for this guest, as the house has it."""
        seat = self.seat
        return sum(w.stake_cents for (no, name), w in self.hosted.state.wagers.items() if (no, name) == (seat, wager))

    def lies(self, wager: str, cents: int) -> None:
        """Wait until so much lies on a spot, in the house and on the page."""
        shown = f"{cents // 100:,}" if cents else ""
        self.until(lambda: self.staked(wager) == cents)
        self.until(lambda: self.spot(wager).locator(".spot-sum").text_content() == shown)
        self.until(lambda: self.spot(wager).get_attribute("data-pending") is None)

    @property
    def hosted(self) -> HostedTable:
        return hosted_at(self.server, self.table)

    @property
    def shown_balance(self) -> int:
        """The chips as the page shows them, in cents."""
        text = self.find(".balance").inner_text()
        return round(float(text.removeprefix("$").replace(",", "")) * 100)

    @property
    def seat(self) -> int:
        return int(self.find("mb-seat[data-yours]").get_attribute("data-seat") or 0)

    def until(self, holds: Callable[[], bool]) -> None:
        """Give the page and the house time until something holds."""
        for _ in range(WAIT_MS // 25):
            if holds():
                return
            self.page.wait_for_timeout(25)
        raise AssertionError("it never came to that")

    def chips_cents(self) -> int:
        return self.hosted.state.chips(self.seat)


@contextmanager
def at_table(
    server: RunningServer, browser: "Browser", table: str, name: str = "Ada", **context: Any
) -> Iterator[Guest]:
    """A guest with a browser of their own; a fault in the page fails the test."""
    facts: dict[str, Any] = {
        "viewport": {"width": 1280, "height": 900},
        "reduced_motion": "reduce",
        "locale": "en-US",
    } | context
    with browser.new_context(**facts) as opened:
        opened.add_init_script(NO_TOUR)
        guest = Guest(server, opened, table, name)
        yield guest
        assert guest.faults == []


def stack(guest: Guest, cards: str) -> None:
    """Put these cards next in the shoe, so that a test gets the round it is about; such a shoe is not verified."""
    next_cards(guest.hosted, cards)


def next_cards(hosted: HostedTable, cards: str) -> None:
    """The same for a table that no page looks at."""
    vault = hosted._vault
    at = hosted.state.next_index
    chosen = cards.split()
    vault._dealt = (*vault._dealt[:at], *chosen, *vault._dealt[at + len(chosen) :])


def cut_off(server: RunningServer, table: str, code: int) -> None:
    """End every connection of a table with a code."""
    hub = server.front.hub(hosted_at(server, table))

    def end() -> None:
        for connection in tuple(hub.connections):
            connection.end(code, "for a test")

    server.do(end)


def short_shoe(server: RunningServer, owner: Client, rulebook: str, **options: Any) -> str:
    """A training table whose shoe is over after a round or two."""
    return server.training(owner, rulebook, options, depth=399, clock=True)


def turn_all(guest: Guest) -> None:
    """Turn whatever is handed to this seat, until the round is decided and the next is open."""
    guest.turn_until(lambda: guest.hosted.state.phase is Phase.BETTING)
