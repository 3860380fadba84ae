"""Guests play over the wire: a whole shoe to its reveal, with what each page may see and nothing more."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.running import Live, RunningServer, running
from tests.server.whole_shoes import DEEP, STANDING, play_shoe

CARD = re.compile(r"[A2-9TJQK][shdc]")
MODES = {
    "face-up": ("section-42", {"deal_mode": "face-up"}),
    "tucked": ("section-42", {"deal_mode": "tucked"}),
    "handed": ("massachusetts", {}),
}


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running(**STANDING) as found:
        yield found


def walk(value: Any) -> Iterator[str]:
    """Every text that is a card."""
    if isinstance(value, str):
        if CARD.fullmatch(value):
            yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from walk(key)
            yield from walk(item)
    elif isinstance(value, list):
        for item in value:
            yield from walk(item)


def turned_by(event: dict[str, Any]) -> dict[int, str]:
    """The cards an event turns, by position."""
    cards = event.get("cards")
    found = {**event.get("shown", {}), **(cards if isinstance(cards, dict) else {})}
    if event.get("card"):
        found[event["position"]] = event["card"]
    return {int(position): card for position, card in found.items()}


def check_capture(page: Live, order: tuple[str, ...], holder: int) -> int:
    """No message holds a card before it is turned, or handed to this very seat. How many cards were looked at."""
    turned: dict[int, str] = {}
    hands: dict[str, list[int]] = {"player": [], "banker": []}
    held: set[int] = set()
    looked_at = 0
    for message in page.told:
        if message["tell"] not in ("welcome", "news"):
            assert not list(walk(message)), message
            continue
        over = False
        for event in message.get("events", ()):
            over |= event["event"] == "ShoeRevealed"
            new = turned_by(event)
            assert all(order[position] == card for position, card in new.items())
            turned |= new
            if event["event"] == "BettingClosed":
                hands, held = {"player": [], "banker": []}, set()
            if event["event"] == "CardDealt":
                hands[event["hand"]].append(event["position"])
            if event["event"] == "CardsHanded" and event["seat"] == holder:
                held |= set(hands[event["hand"]])
        if over:
            break  # from here on the order is public
        coup = message.get("set", message.get("view", {})).get("coup")
        for hand in ("player", "banker") if coup else ():
            shown = coup[hand]
            assert shown == [turned.get(position) for position in hands[hand]], (message["version"], coup)
            looked_at += len(shown)
        yours = message.get("yours") or {}
        for hand, cards in (yours.get("cards") or {}).items():
            assert cards == [order[position] for position in hands[hand]]
            assert set(hands[hand]) - turned.keys() <= held, "only the cards in one's own hands"
            looked_at += len(cards)
        known = set(turned.values()) | {order[position] for position in held}
        assert set(walk(message)) <= known, (set(walk(message)) - known, message)
    return looked_at


@pytest.mark.control("R11")
@pytest.mark.parametrize("mode", MODES)
def test_no_page_holds_a_card_before_it_is_turned_or_handed_to_that_seat(server: RunningServer, mode: str) -> None:
    rulebook, options = MODES[mode]
    with server.guest("Ann") as ann, server.guest("Bob") as bob, server.client() as nobody:
        table = server.training(ann, rulebook, options, depth=DEEP)
        eye, dealer = server.staff("surveillance"), server.staff("dealer")
        with eye, dealer:
            pages = [ann.live(table), bob.live(table)]
            others = [nobody.live(table, "spectator"), eye.live(table, "surveillance"), dealer.live(table, "dealer")]
            pages[0].sit(3)
            pages[1].sit(5)
            play_shoe(server, [(pages[0], 3, "player"), (pages[1], 5, "banker")], others)
            record = ann.get(f"/api/tables/{table}/shoes/1/record")
            lines = [json.loads(line) for line in record.splitlines()]
            order = lines[-1]["reveal"]["order"]
            cut = next(line["position"] for line in lines if line.get("event") == "StackCut")
            dealt = (*order[cut:], *order[:cut])
            looked = [
                check_capture(page, dealt, seat) for page, seat in zip((*pages, *others), (3, 5, 0, 0, 0), strict=True)
            ]
            assert min(looked) > 40
            handed = [m for m in pages[0].told if (m.get("yours") or {}).get("cards")]
            assert bool(handed) == (mode == "handed")
            assert pages[0].view["last"]["status"] == "settled"


def test_views_stay_small_and_whole(server: RunningServer) -> None:
    """News keeps a view equal to the one that is asked for, part by part."""
    with server.guest() as ann:
        table = server.training(ann, "seminole", depth=DEEP)
        page = ann.live(table)
        page.sit(1)
        play_shoe(server, [(page, 1, "banker")], [])
        page.until_view(lambda view: view["phase"] == "betting")
        asked = ann.get(f"/api/tables/{table}")
        while page.version < asked["version"]:
            page.read()
        if page.version == asked["version"]:
            assert {k: v for k, v in page.view.items() if k != "clock"} == {
                k: v for k, v in asked["view"].items() if k != "clock"
            }
        assert all(len(text) < 16_000 for text in page.texts)
