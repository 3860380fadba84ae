"""A dealer works on the felt: rounds for nine automatic guests by keys alone and by pointer alone, with a payment that
is refused beside the hand before the right one is made; and a table without help shows no next step."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from minibac.table.state import Phase
from tests.page.guests import next_cards, time_passes_until, waiting_house
from tests.page.on_felt import FeltDealer
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
