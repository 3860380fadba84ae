"""A dealer works a table by keys alone: whole rounds, mistakes with their clauses, irregularities, the lock."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from minibac.house.company import BANKROLL_CENTS
from minibac.play.chips import worth
from minibac.rules.clauses import inventory
from tests.page.guests import BANKER_WINS, TABLES, next_cards, waiting_house
from tests.page.visits import WIDTHS, overflow, serious
from tests.page.workers import Dealer, at_console, guest_at, page_of
from tests.server.running import PASSWORD, RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MINUTES_6 = 360_000
PLAYER_WINS = "9h Ks Qd Kc"


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


@pytest.fixture
def own_table(server: RunningServer) -> Iterator[str]:
    """A table dealt face up that no other test sits at."""
    with server.guest("Owner") as owner:
        yield server.training(owner, "section-42", {"deal_mode": "face-up"}, clock=True)


@pytest.mark.parametrize("rulebook", TABLES)
def test_a_whole_round_by_keys_alone(server: RunningServer, browser: "Browser", rulebook: str) -> None:
    with server.guest("Ann") as ann, server.guest("Bea") as bea:
        table = server.training(ann, rulebook, {}, clock=True)
        first, second = guest_at(server, ann, table, 2), guest_at(server, bea, table, 5)
        with at_console(server, browser, table) as dealer:
            dealer.deal_until("betting")
            first.ok("PlaceWager", seat=2, wager="player", cents=12_500)
            second.ok("PlaceWager", seat=5, wager="banker", cents=37_500)
            dealer.deal_until("settling")
            rows = dealer.find("mb-payouts .payout")
            rows.first.wait_for()
            seats = [int(row.locator(".payout-seat").inner_text()) for row in rows.all()]
            assert seats
            assert dealer.find("mb-payouts .chips-of").count()
            dealer.deal_until("betting")
            assert dealer.hosted.state.coup_no == 2
            assert dealer.hosted.state.results
            events = server.call(dealer.hosted.lines())
            dealt = [line.bytes for line in events if line.bytes.startswith(b'{"event":"CardDealt"')]
            assert len(dealt) >= 4
            assert all(dealer.client.person["id"].encode() in line for line in dealt)
            dealer.press("o")
            dealer.find("body:not([data-duty])").wait_for()


@pytest.mark.parametrize("rulebook", TABLES)
def test_one_person_alone_learns_to_deal(server: RunningServer, browser: "Browser", rulebook: str) -> None:
    """The automatic floorperson verifies before anybody sits, and automatic guests buy in, cut and turn."""
    with server.guest("Owner") as owner, page_of(server, browser, owner) as page:
        empty = Dealer(server, page, owner, server.training(owner, rulebook, {}, dealer="me"))
        empty.take_over()
        waits = empty.find(".next-label").filter(has_text="A guest must sit first")
        mine = empty.find(".next-step[data-kind='mine']")
        while not waits.count():
            empty.drawn()
            if mine.count():
                empty.step()
            empty.until(lambda: mine.count() + waits.count() > 0, "the next step, or that a guest must sit")
        full = Dealer(server, page, owner, server.training(owner, rulebook, {}, dealer="me", guests=3))
        full.take_over()
        for phase in ("betting", "racking", "betting"):
            full.deal_until(phase)
        assert full.hosted.state.coup_no == 2
        assert full.hosted.state.balances["drop-box"] >= 3 * BANKROLL_CENTS
        assert full.find("mb-felt mb-seat[data-taken]").count() == 3


def test_whoever_learns_to_deal_is_told_how_many_cards_there_should_be(
    server: RunningServer, browser: "Browser"
) -> None:
    """The very first step asks for a number that a stranger does not know; it is told and never filled in."""
    with server.guest("Owner") as owner, page_of(server, browser, owner) as page:
        dealer = Dealer(server, page, owner, server.training(owner, "section-42", {}, dealer="me", guests=1))
        dealer.go(f"/dealer/{dealer.table}")
        dealer.find(".duty").click()
        dealer.find("body[data-duty]").wait_for()
        dealer.until(lambda: list(dealer.hosted.state.staff.values()).count(owner.person["id"]) > 1, "both duties")
        dealer.drawn()
        dealer.press("Space")  # the next step, though the button that was touched says "give it back" now
        form = dealer.find("dialog[open] form.sheet-form")
        form.get_by_text("It should be 416").wait_for()
        assert form.locator("input[name=cards_count]").input_value() == ""


def test_taking_and_paying_goes_by_the_order_of_the_rulebook(
    server: RunningServer, browser: "Browser", own_table: str
) -> None:
    with server.guest("Ann") as ann, server.guest("Bea") as bea:
        first, second = guest_at(server, ann, own_table, 2), guest_at(server, bea, own_table, 5)
        with at_console(server, browser, own_table) as dealer:
            dealer.deal_until("betting")
            for live, seat in ((first, 2), (second, 5)):
                live.ok("PlaceWager", seat=seat, wager="tie", cents=10_000)
                live.ok("PlaceWager", seat=seat, wager="player", cents=37_500)
            next_cards(dealer.hosted, PLAYER_WINS)  # ties are taken, and the Player is paid
            dealer.deal_until("settling")
            rows = dealer.find("mb-payouts .payout")
            rows.first.wait_for()
            assert int(rows.first.locator(".payout-seat").inner_text()) == 5
            assert rows.first.get_attribute("aria-current") == "step"
            sums = [row.locator(".chips-row").get_attribute("aria-label") or "" for row in rows.all()]
            assert all(" of $" in text for text in sums)
            for width, height in WIDTHS.items():
                dealer.page.set_viewport_size({"width": width, "height": height})
                assert overflow(dealer.page) == [], width
            assert serious(dealer.page) == []
            dealer.drawn()
            rows.first.locator(".payout-do").press("Enter")
            dealer.until(lambda: len(dealer.hosted.state.on_layout.moves) == 1, "one move by itself")
            rows.nth(1).locator(".payout-do:focus").wait_for()  # the next is under the finger
            dealer.press("a")
            dealer.until(lambda: dealer.phase == "racking")


def test_a_mistake_shows_the_clause(server: RunningServer, browser: "Browser", own_table: str) -> None:
    with server.guest("Ann") as ann:
        live = guest_at(server, ann, own_table, 3)
        with at_console(server, browser, own_table) as dealer:
            dealer.deal_until("betting")
            live.ok("PlaceWager", seat=3, wager="player", cents=10_000)
            dealer.press("b")
            assert dealer.find(".mistake .clause").first.inner_text() == "s42/g/2"
            dealer.press("n")
            dealer.until(lambda: dealer.phase == "dealing")
            dealer.until(lambda: not dealer.find(".mistake").inner_text())
            dealer.drawn()
            dealer.press("b")  # the first card is the Player's
            dealer.find(".mistake .clause").first.wait_for()
            assert dealer.hosted.state.coup is not None
            assert dealer.hosted.state.coup.player == ()
            href = dealer.find(".mistake .clause").first.get_attribute("href") or ""
            assert href.startswith(f"/rules/{own_table}#s42")
            # It is read where it stands, and so is the clause of the next step.
            clause = dealer.find(".mistake .clause").first.inner_text()
            dealer.find(".mistake .clause").first.click()
            here = dealer.find(".clause-here:popover-open .clause-says")
            here.wait_for()
            assert here.text_content() == inventory()[clause].says
            dealer.press("Escape")
            here.wait_for(state="hidden")
            following = dealer.find(".next-clauses .clause-says")
            assert following.text_content() == inventory()[dealer.find(".next-clauses .clause").first.inner_text()].says


def test_a_wrong_count_is_called_by_keys(server: RunningServer, browser: "Browser", own_table: str) -> None:
    with server.guest("Ann") as ann:
        live = guest_at(server, ann, own_table, 3)
        with at_console(server, browser, own_table) as dealer:
            dealer.deal_until("betting")
            live.ok("PlaceWager", seat=3, wager="player", cents=10_000)
            dealer.deal_until("turning")
            right = dealer.find("mb-felt mb-hand[side=player] .hand-total").inner_text()
            wrong = (int(right) + 1) % 10
            dealer.drawn()
            dealer.press("c", "p", str(wrong))
            dealer.find("mb-felt > .mistake .clause").first.wait_for()
            assert dealer.phase == "turning"
            assert dealer.find("dialog").count() == 0, "nothing lies over the cards"
            dealer.drawn()
            dealer.press("c", "p", right)
            dealer.until(lambda: dealer.hosted.state.coup is not None and "player" in dealer.hosted.state.coup.called)


def test_an_irregularity_ends_in_the_rulebooks_remedy(
    server: RunningServer, browser: "Browser", own_table: str
) -> None:
    with server.guest("Ann") as ann:
        guest_at(server, ann, own_table, 3)
        with at_console(server, browser, own_table) as dealer:
            dealer.deal_until("betting")
            left = dealer.hosted.state.cards_left
            dealer.press("i")
            dealer.find(".guide-choice").first.wait_for()
            assert serious(dealer.page) == []
            choice = dealer.find(".guide-choice").filter(has_text="A card was drawn in error")
            dealer.press(choice.get_attribute("data-key") or "")
            dealer.press("y")  # it was disclosed
            remedy = dealer.find(".guide-remedies li")
            remedy.wait_for()
            assert "discard rack" in remedy.inner_text()
            assert remedy.locator(".clause").inner_text() == "s42/k/2/disclosed"
            dealer.press("Enter")
            dealer.find("dialog").wait_for(state="detached")
            dealer.until(lambda: "Remedy" in dealer.find(".next-label").inner_text())
            assert "s42/k/2/disclosed" in dealer.find(".next-clauses").inner_text()
            dealer.press("Space")
            dealer.until(lambda: not dealer.hosted.state.strays)
            assert dealer.hosted.state.cards_left < left - 1


def test_the_marker_button_is_collected_from_the_console(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Owner") as owner, server.guest("Ann") as ann:
        options = {"deal_mode": "face-up", "vigorish_collection": "deferred"}
        table = server.training(owner, "section-42", options, clock=True)
        live = guest_at(server, ann, table, 4)
        with at_console(server, browser, table) as dealer:
            dealer.deal_until("betting")
            next_cards(dealer.hosted, BANKER_WINS)
            live.ok("PlaceWager", seat=4, wager="banker", cents=10_000)
            dealer.drawn()
            dealer.press("n")
            dealer.until(lambda: dealer.phase != "betting")
            dealer.deal_until("racking")
            dealer.press("d")
            dealer.until(lambda: dealer.phase != "racking")
            dealer.deal_until("betting")
            marker = dealer.find("mb-felt .marker[data-seat='4'][role=button]")
            marker.wait_for()
            assert "owes vigorish of $5" in (marker.get_attribute("aria-label") or "")
            marker.press("Enter")
            dealer.find("mb-felt .marker[data-seat='4']").wait_for(state="hidden")
            assert dealer.hosted.state.owed(4) == 0


@pytest.mark.control("R28")
def test_an_idle_console_is_locked_and_unlocked_again(browser: "Browser") -> None:
    with waiting_house(console_idle_minutes=5) as server, server.guest("Ann") as ann:
        table = server.training(ann, "section-42", {"deal_mode": "face-up"}, clock=True)  # there each step can be tried
        guest_at(server, ann, table, 3)
        with at_console(server, browser, table) as dealer:
            server.clock.ahead += MINUTES_6
            phase = dealer.phase
            dealer.press("b")  # a key that always asks the house, whatever the next step is
            lock = dealer.find("dialog.lock")
            lock.wait_for()
            assert "R28" in lock.inner_text()
            dealer.find("main").wait_for(state="hidden")
            dealer.press("Escape")
            assert lock.is_visible()
            lock.locator("input").fill("a wrong password")
            dealer.press("Enter")
            dealer.until(lambda: bool(lock.locator(".wrong").inner_text()))
            assert dealer.phase == phase
            lock.locator("input").fill(PASSWORD)
            dealer.press("Enter")
            lock.wait_for(state="detached")
            dealer.find("main").wait_for()
            dealer.drawn()
            dealer.press("b")  # the console answers again, with the clause of a step that is not due
            dealer.until(lambda: dealer.find(".mistake .clause").first.inner_text().startswith("s42/"))


def test_every_key_of_the_console_is_documented(server: RunningServer, browser: "Browser", own_table: str) -> None:
    with server.guest("Ann") as ann:
        guest_at(server, ann, own_table, 3)
        with at_console(server, browser, own_table) as dealer:
            keys = {one.get_attribute("aria-keyshortcuts") for one in dealer.find("main [aria-keyshortcuts]").all()}
            dealer.press("h")
            dealer.find("table.keys").wait_for()
            told = set(dealer.find("table.keys .kbd").all_inner_texts())
            assert {key for key in keys if key and not key.isdigit()} <= told | {"Space"}
            rows = dealer.find("table.keys td:last-child").all_inner_texts()
            assert all(row and "." not in row for row in rows)


def test_a_dealer_of_nothing_is_told_so(server: RunningServer, browser: "Browser") -> None:
    with server.staff("cage") as cage, page_of(server, browser, cage) as page:
        page.goto(f"{server.base}/dealer/s42-1")
        page.locator(".notice:not([hidden])").wait_for()
        assert "no duty" in page.locator(".notice").inner_text()


def test_the_cash_of_a_full_table_hides_no_step(server: RunningServer, browser: "Browser") -> None:
    """The first two seats have their buttons, the others wait behind a word."""
    with server.guest("Dee") as dee, page_of(server, browser, dee) as page:
        dealer = Dealer(server, page, dee, server.training(dee, "section-42", {}, dealer="me", guests=15))
        dealer.take_over()
        dealer.deal_until("betting")
        dealer.until(lambda: len(dealer.hosted.state.cash_unnamed) > 2, "guests bought chips")
        more = dealer.find(".more-cash summary")
        more.wait_for()
        assert dealer.find("[data-do=NameNotes]:visible").count() == 2
        more.click()
        assert dealer.find("[data-do=NameNotes]:visible").count() > 2


def test_the_dealer_is_asked_which_notes_came(server: RunningServer, browser: "Browser", own_table: str) -> None:
    with server.guest("Ann") as ann, at_console(server, browser, own_table) as dealer:
        live = guest_at(server, ann, own_table, 2)
        dealer.until(lambda: 2 in dealer.hosted.state.seats)
        before = dict(dealer.hosted.state.cash_unnamed.get(2, {}))
        live.ok("BuyIn", seat=2, cents=300_00, transfer="notes")
        ask = dealer.find("[data-do=NameNotes][data-seat='2']")
        ask.wait_for()
        ask.click()
        cents = worth(before) + 300_00
        for note in before | {100_00: 3}:
            dealer.find(f"dialog[open] input[name=chips-{note}]").fill("0")
        dealer.find("dialog[open] input[name=chips-2000]").fill("1")
        dealer.find("dialog[open] button[type=submit]").click()
        dealer.find("dialog[open] [role=alert]").wait_for()
        assert "were to come" in dealer.find("dialog[open]").inner_text()
        dealer.find("dialog[open] input[name=chips-2000]").fill(str(cents // 20_00))
        dealer.find("dialog[open] button[type=submit]").click()
        ask.wait_for(state="detached")
        assert dealer.hosted.state.cash_unnamed == {}
