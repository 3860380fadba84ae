"""A dealer works on the felt: rounds for nine automatic guests by keys alone and by pointer alone, with a payment that
is refused beside the hand before the right one is made; and a table without help shows no next step."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from minibac.play.settlement import Action
from minibac.table.state import Phase
from tests.page.guests import next_cards, time_passes_until, waiting_house
from tests.page.on_felt import FeltDealer
from tests.page.phases import THIRD_CARDS as BOTH_DRAW
from tests.page.phases import Dealt
from tests.page.visits import WIDTHS, overflow, serious
from tests.page.workers import guest_at, page_of
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NINE, MOST = 9, 5
PLAYER_WINS = "9h Ks Qd Kc"
THIRD_CARDS = "2h Ks Qd Kc 5d 6s"


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def test_rounds_for_nine_guests_by_keys_alone_and_by_pointer_alone(server: RunningServer, browser: "Browser") -> None:
    options = {"deal_mode": "face-up"}
    with server.guest("Owner") as owner, page_of(server, browser, owner) as page:
        table = server.training(owner, "section-42", options, dealer="me", guests=NINE, clock=True)
        dealer = FeltDealer(server, page, owner, table)
        dealer.take_over()
        dealer.deal_until("loaded")
        dealer.done(lambda: dealer.drag(dealer.find("mb-felt mb-shoe > svg"), dealer.find("mb-felt mb-rack > svg")))
        assert dealer.hosted.state.burned, "a card drawn to the rack is burned"
        for by_keys, cards in ((True, PLAYER_WINS), (False, THIRD_CARDS)):
            dealer.keys = by_keys
            before = len(dealer.hosted.state.results)
            dealer.wagers_lie(MOST)
            next_cards(dealer.hosted, cards)
            dealer.no_more_bets()
            dealer.deal_the_cards()
            assert dealer.phase == "settling"
            dealer.pay_wrongly()
            dealer.settle()
            assert dealer.find("mb-felt > .mistake").inner_text() == "", "a refusal goes when the right step is made"
            dealer.rack()
            assert len(dealer.hosted.state.results) == before + 1
            assert dealer.find("dialog").count() == 0


def test_a_final_count_is_filled_in_once_its_last_card_is_turned(server: RunningServer, browser: "Browser") -> None:
    """As a help, also for the hand whose third card a guest has turned: the winner can be called at once."""
    with ExitStack() as stack:
        table = Dealt(server, stack, {1: "Ada", 4: "Dana"})
        page = stack.enter_context(page_of(server, browser, table.dealer))
        page.goto(f"{server.base}/dealer/{table.table}")
        page.locator("body[data-ready]").wait_for()
        table.until(lambda: table.phase == "betting")
        table.wager()
        next_cards(table.hosted, BOTH_DRAW)
        table.until(lambda: table.phase == "result")
        for hand, count in (("player", "Player 4"), ("banker", "Banker 7")):
            page.locator(f".call-hand[data-hand={hand}]").filter(has_text=count).wait_for()
        page.locator(".call-winner[data-result=banker]:not([disabled])").click()
        page.locator(".felt-bar:not([hidden])").wait_for()
        assert table.hosted.state.phase is Phase.SETTLING


def test_without_help_the_page_shows_no_next_step(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Dee") as dee, server.guest("Ann") as ann, page_of(server, browser, dee) as page:
        options = {"deal_mode": "face-up"}
        table = server.training(dee, "section-42", options, dealer="me", clock=True, help=False)
        live = guest_at(server, ann, table, 3)
        dealer = FeltDealer(server, page, dee, table, by_keys=True)
        time_passes_until(server, table, lambda: dealer.hosted.state.phase is Phase.BETTING)
        dealer.take_over()
        live.ok("PlaceWager", seat=3, wager="player", cents=75_00)
        next_cards(dealer.hosted, PLAYER_WINS)
        dealer.no_more_bets()
        for hand in ("player", "banker", "player", "banker"):
            dealer.done(lambda hand=hand: dealer.deal(hand))
        for helps in (".next-panel", "mb-strip", "mb-payouts", ".hand-total:not([data-none])", ".pile-sum"):
            assert not any(one.is_visible() for one in dealer.find(helps).all()), helps
        assert dealer.box(3, "player").get_attribute("aria-label") == "Seat 3, Player: 3 of 25"
        dealer.call_count("player", 8)
        dealer.refused()
        for hand, count in (("player", 9), ("banker", 0)):
            dealer.done(lambda hand=hand, count=count: dealer.call_count(hand, count))
        assert dealer.find("mb-hand[side=player] .hand-total").inner_text() == "9", "it has been called"
        assert dealer.find(".call-winner:not([disabled])").count() == 0, "the final counts are the dealer's to choose"
        dealer.done(lambda: dealer.call_result(9, 0, "player"))
        assert not any(one.is_visible() for one in dealer.find(".pile-sum, .laid-sum:not(:empty)").all())
        dealer.take_in_view(3, "player")
        dealer.press("Escape")
        assert dealer.find(".seat-box[aria-pressed=true], .felt-move:not([disabled])").count() == 0
        dealer.pay_wrongly()
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            assert overflow(page) == [], width
        page.set_viewport_size({"width": 1280, "height": 900})
        assert serious(page) == []
        dealer.settle()
        dealer.rack()
        assert len(dealer.hosted.state.results) == 1


PAIR = "2h 3s 2d 4s 5c"
"""A pair for the Player, who draws to nine; the Banker stands on seven."""


def test_the_payout_of_house_money_is_laid_in_chips_and_paid_or_added(
    server: RunningServer, browser: "Browser"
) -> None:
    """Seat 2 takes three to one, paid by keys; seat 5 has it added to the Player, where the chips are carried to."""
    with server.guest("Dee") as dee, server.guest("Ann") as ann, server.guest("Bo") as bo:
        options = {"house_money": True}
        with page_of(server, browser, dee) as page:
            table = server.training(dee, "massachusetts", options, dealer="me", clock=True)
            guests = {2: guest_at(server, ann, table, 2), 5: guest_at(server, bo, table, 5)}
            dealer = FeltDealer(server, page, dee, table, by_keys=True)
            given: list[str] = []
            page.on("websocket", lambda socket: socket.on("framesent", lambda frame: given.append(str(frame))))
            time_passes_until(server, table, lambda: dealer.hosted.state.phase is Phase.BETTING)
            dealer.take_over()
            for seat, live in guests.items():
                live.ok("PlaceWager", seat=seat, wager="player", cents=50_00)
                live.ok("PlaceWager", seat=seat, wager="house-money", cents=25_00)
            next_cards(dealer.hosted, PAIR)
            dealer.deal_until("house-money")
            for seat, choice in ((2, "take"), (5, "player")):
                guests[seat].ok("ChooseHouseMoney", seat=seat, choice=choice)
            dealer.drawn()
            dealer.act(Action("pay", 2, "house-money", 100_00))
            assert "is wrong: it is $75.00" in dealer.refused().inner_text()
            dealer.press(*["Backspace"] * 9)
            dealer.done(lambda: dealer.act(Action("pay", 2, "house-money", 75_00)))
            dealer.keys = False
            dealer.take_in_view(5, "house-money")
            dealer.lay(5, "house-money", 75_00)
            dealer.done(lambda: dealer.drag(dealer.find(".laid[data-live]"), dealer.box(5, "player")))
            assert dealer.hosted.state.wagers[5, "player"].added_cents == 75_00
            settled = [frame for frame in given if "SettleHouseMoney" in frame]
            assert len(settled) == len(("too much", "paid", "added"))
            assert all('"chips":{"2500":' in frame or '"chips":{"10000":' in frame for frame in settled)
