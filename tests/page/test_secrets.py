"""No face-down card and no order of a shoe is in a page before its time: not in its memory, not in what it was sent.

A heap snapshot holds every string that the page's scripts can reach. It is compared with the vault, which only the test
may read: the cards that were turned may be there, and the cards in the guest's own hands; every other card may not.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import minibac.web
from minibac.cards.card import ALL_CARDS
from tests.page.guests import Guest, at_table, time_passes, waiting_house
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CODE = re.compile(r"(?<![A-Za-z0-9])(?:[A2-9TJQK])[shdc](?![A-Za-z0-9])")
CODES = frozenset(map(str, ALL_CARDS))
WORDS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
RANKS = dict(zip("A23456789TJQK", WORDS, strict=True))
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
NAMES = {f"{RANKS[code[0]]} of {SUITS[code[1]]}": code for code in CODES}
"""As a card is read out."""
NAME = re.compile(rf"(?:{'|'.join(RANKS.values())}) of (?:{'|'.join(SUITS.values())})")

DRIVER = "InjectedScript"
"""What the test's own driver puts into a page."""


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


@cache
def printed() -> str:
    """Everything that is in the files of the page: what stands there says nothing about a shoe."""
    folder = Path(minibac.web.__file__).parent
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.js")))


def strings(page: "Page") -> set[str]:
    """Every string in the memory of a page."""
    chunks: list[str] = []
    session = page.context.new_cdp_session(page)
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda facts: chunks.append(facts["chunk"]))
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    return set(json.loads("".join(chunks))["strings"])


def memory(guest: Guest, browsers_own: set[str]) -> set[str]:
    """The cards that are named in the memory of a page, but for what stands in its files or is in any page at all."""
    found = [text for text in strings(guest.page) - browsers_own if (CODE.search(text) or NAME.search(text))]
    return told(text for text in found if len(text) == 2 or not (DRIVER in text or text in printed()))


def told(texts: Iterable[str]) -> set[str]:
    """The cards that these texts name, in whatever way."""
    whole = "\n".join(texts)
    return set(CODE.findall(whole)) | {NAMES[name] for name in NAME.findall(whole)}


def shown(guest: Guest) -> set[str]:
    """The cards of the shoe that everybody at the table has seen."""
    with guest.server.client() as client:
        view = client.get(f"/api/tables/{guest.table}")["view"]
    coup = view["coup"] or {"player": [], "banker": []}
    return {card for card in (*view["burned"], *coup["player"], *coup["banker"]) if card}


def test_a_page_knows_no_card_before_its_time(server: RunningServer, browser: "Browser") -> None:
    with server.guest("Owner") as owner:
        table = server.training(owner, "massachusetts", {}, clock=True)
    with (
        at_table(server, browser, table) as holder,
        at_table(server, browser, table, "Bea") as neighbour,
        at_table(server, browser, table, "Cy") as watcher,
    ):
        nothing = holder.context.new_page()
        blank = strings(nothing) - CODES
        nothing.close()
        holder.sit(2)
        holder.until_phase("betting")
        neighbour.sit(3)
        watcher.watch()
        holder.put("player")
        neighbour.put("banker")
        time_passes(server, table)
        holder.find("mb-squeeze:not([hidden])").wait_for()
        state = holder.hosted.state
        assert state.coup is not None
        vault = holder.hosted._vault
        dealt = [vault.card(position) for position in (*state.coup.player, *state.coup.banker)]
        assert len(dealt) == 4
        open_cards = shown(holder)
        own = {vault.card(position) for position in state.coup.player}
        secret = CODES - open_cards - own
        assert len(secret) > 40
        kept = memory(holder, blank)
        assert own <= kept, "a snapshot shows what is there"
        assert kept <= open_cards | own
        assert told(holder.frames) <= open_cards | own
        for page in (neighbour, watcher):
            assert told(page.frames) <= open_cards, page.name
        assert memory(watcher, blank) <= open_cards
        holder.find("mb-held").first.focus()
        holder.page.keyboard.press("ArrowUp")
        neighbour.find("mb-hand[side='player'] mb-card .flap").first.wait_for()
        assert memory(neighbour, blank) <= open_cards, "peeling tells nobody else"
        holder.page.keyboard.press("Enter")
        neighbour.find("mb-squeeze:not([hidden])").wait_for()
        now = shown(holder)
        assert own <= now
        theirs = {vault.card(position) for position in state.coup.banker}
        assert told(neighbour.frames) <= now | theirs
        assert told(watcher.frames) <= now
        assert memory(holder, blank) <= now
