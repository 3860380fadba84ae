"""A stranger's first ten minutes on the other side of the table, in a real browser: every wait is for a visible thing.

    python3 go.py campaign first_ten_minutes [--coups 10]

Somebody opens a training table in the lobby and deals so many coups on the felt to automatic guests at every seat by
keys alone, then as many at another table by pointer alone; then a dealer and a floorperson, two people with a page
each, deal a shoe of about six coups to its end: a card is drawn in error and reported, the floor is called and looks,
the cutting card comes out, the last hand is called and the shoe is over. The guest's half is
``tests/page/test_first_minute.py``. It ends with a fault at the first thing that does not come.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.houses.house import House, read_house
from minibac.table.guest_view import floor_asked
from tests.browser import running_chromium
from tests.page.guests import waiting_house
from tests.page.on_felt import FeltDealer
from tests.page.workers import ASKED, Dealer, Worker, at_work, guest_at, page_of
from tests.rules.houses import NOW, change, sample
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

TABLE, PIT = "s42-1", "main"
SEATS = (2, 5, 8)
MOST = 5
"""So many of the nine have chips down when a round begins; now and then one sits it out."""
DEPTH = 380
"""Cards behind the cutting card of the shoe that two people deal together: it is out after about six coups."""
WRONG_AT = 3
"""The coup in which something goes wrong."""


class ByKeys(FeltDealer):
    """A dealer who touches no mouse."""

    def drag(self, what: "Locator", there: "Locator") -> None:
        raise AssertionError(f"{what} was carried to {there} by somebody who has keys alone")


class ByPointer(FeltDealer):
    """A dealer who touches no key."""

    def __init__(self, *facts: Any) -> None:
        super().__init__(*facts, by_keys=False)

    def press(self, *keys: str) -> None:
        raise AssertionError(f"{keys} were pressed by somebody who has a pointer alone")

    def take_over(self) -> None:
        self.go(f"/dealer/{self.table}")
        self.find(".duty").click()
        self.find("body[data-duty]").wait_for()
        self.until(lambda: list(self.hosted.state.staff.values()).count(self.client.person["id"]) > 1, "both duties")
        self.drawn()

    def step(self) -> None:
        """The next right step by its button; where something must be said with it, it is said as it should be."""
        self.find(".next-step").click()
        if self.page.evaluate(ASKED):
            self.answer()

    def say_count(self, form: "Locator", name: str, value: str) -> None:
        field = form.locator(".digits-field").filter(has=self.page.locator(f"input[name={name}]"))
        for digit in value:
            field.get_by_role("button", name=digit, exact=True).click()

    def send(self, button: "Locator") -> None:
        button.click()

    def at_hand(self, step: "Locator") -> None:
        step.click()


class WithFloor(Dealer):
    """A dealer by keys, and a floorperson who does on another page what waits for the floor."""

    floor: Worker

    def others_turn(self) -> None:
        if floor_asked(self.hosted.state) is None:
            super().others_turn()
            return
        self.floor.find("[data-do=asked]").click()
        form = self.floor.find("dialog[open] form.sheet-form")
        form.or_(self.floor.find("body:not(:has(dialog[open]))")).first.wait_for()
        if form.count():
            form.locator("button[name=ok][value=yes]").click()


def opened(server: RunningServer, page: "Page", *, keys: bool) -> str:
    """A training table that one deals oneself, with automatic guests at every seat: opened by the form of the lobby."""
    page.goto(server.base)
    page.locator("body[data-ready]").wait_for()
    for name, key, value in (("dealer", "ArrowDown", "me"), ("guests", "End", "15")):
        choice = page.locator(f"select[name={name}]")
        if keys:
            choice.focus()
            page.keyboard.press(key)
        else:
            choice.select_option(value)
        assert choice.input_value() == value
    button = page.locator(".training-form button[type=submit]")
    if keys:
        button.focus()
        page.keyboard.press("Enter")
    else:
        button.click()
    page.wait_for_url("**/dealer/*")
    return page.url.rsplit("/", 1)[1]


def alone(server: RunningServer, browser: "Browser", kind: type[FeltDealer], coups: int) -> None:
    """One person deals so many coups to a full table: cards, calls, and every chip that is taken and paid."""
    with server.guest("Dee") as dee, page_of(server, browser, dee) as page:
        dealer = kind(server, page, dee, opened(server, page, keys=kind is ByKeys))
        dealer.take_over()
        dealer.deal_until("betting")
        while (number := len(dealer.hosted.state.results)) < coups:
            dealer.wagers_lie(MOST)
            dealer.no_more_bets()
            dealer.deal_the_cards()
            dealer.settle()
            dealer.rack()
            print(f"{kind.__name__}: {number + 1} of {coups}", flush=True)
        assert len(dealer.hosted.state.seats) == dealer.hosted.state.rules.seats


def short_house() -> House:
    """The sample house of Section 42, which puts its cutting card deep."""
    read = read_house(change(sample("section-42"), {"T.options.cut_card_depth": DEPTH}), "house.toml", NOW)
    assert isinstance(read, House), read
    return read


def together(server: RunningServer, browser: "Browser") -> None:
    """A dealer and a floorperson deal a whole shoe; something goes wrong on the way, and both have a part in it."""
    with server.guest("Ann") as ann, server.guest("Bo") as bo, server.guest("Cy") as cy:
        guests = [guest_at(server, one, TABLE, seat) for one, seat in zip((ann, bo, cy), SEATS, strict=True)]
        with (
            at_work(server, browser, "floorperson") as floor,
            server.staff("dealer") as client,
            page_of(server, browser, client) as page,
        ):
            dealer = WithFloor(server, page, client, TABLE)
            dealer.floor = floor
            dealer.take_over()
            floor.go(f"/floor/{PIT}")
            floor.find(".take-floor").click()
            floor.find(".take-floor[aria-pressed=true]").wait_for()
            number = 0
            dealer.deal_until("betting")
            while dealer.hosted.state.shoe_no == 1:
                number = dealer.hosted.state.coup_no
                for live, seat, wager in zip(guests, SEATS, ("player", "banker", "tie"), strict=True):
                    live.give("PlaceWager", seat=seat, wager=wager, cents=2_500)
                if number == WRONG_AT:
                    went_wrong(dealer)
                    called(dealer, floor.page)
                dealer.deal_until("racking")
                print(f"together: coup {number}, {dealer.hosted.state.cards_left} cards left", flush=True)
                dealer.deal_until("betting")
                if dealer.hosted.state.last_hand_due:
                    dealer.find("mb-shoe[data-last]").wait_for()
            assert number > WRONG_AT, "the shoe was over before anything could go wrong"
            print("together: the shoe is over, and the next one is open", flush=True)


def went_wrong(dealer: Dealer) -> None:
    """A card is drawn in error and disclosed: reported by the guided choice, and put right by the rulebook's remedy."""
    dealer.drawn()
    dealer.press("i")
    choice = dealer.find(".guide-choice").filter(has_text="A card was drawn in error")
    choice.wait_for()
    dealer.press(choice.get_attribute("data-key") or "", "y")
    dealer.find(".guide-remedies li").wait_for()
    dealer.press("Enter")
    dealer.find("dialog").wait_for(state="detached")
    dealer.until(lambda: bool(dealer.hosted.state.strays), "the stray card")
    dealer.drawn()
    dealer.step()
    dealer.until(lambda: not dealer.hosted.state.strays, "the remedy")


def called(dealer: Dealer, floor: "Page") -> None:
    """The dealer calls the floor; play stands still until the floor has looked, on the floor's own page."""
    dealer.press("f")
    dealer.find("dialog textarea").fill("A guest disputes what was done with the card.")
    dealer.find("dialog button[type=submit]").click()
    incident = floor.locator("[data-incident]")
    incident.wait_for()
    incident.locator("[data-do=resolve]").click()
    floor.locator("dialog textarea").fill("The rack was looked at: it was right.")
    floor.locator("dialog button[type=submit]").click()
    incident.wait_for(state="detached")
    dealer.until(lambda: dealer.hosted.state.stopped is None, "play goes on")
    dealer.drawn()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coups", type=int, default=10)
    coups = parser.parse_args().coups
    with running_chromium() as browser, waiting_house() as server:
        for kind in (ByKeys, ByPointer):
            alone(server, browser, kind, coups)
    with running_chromium() as browser, waiting_house(houses=[short_house()]) as server:
        together(server, browser)
    print("everything came that was waited for")
    return 0


if __name__ == "__main__":
    sys.exit(main())
