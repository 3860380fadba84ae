"""Guests who play a whole shoe over the wire, to its reveal."""

from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from minibac.table.state import Phase
from tests.server.running import HOUR_MS, QUICK, Live, RunningServer

DEEP = 340
"""The cutting card so deep that a shoe has a dozen rounds."""
STANDING: dict[str, Any] = {
    "timing": replace(QUICK, betting_ms=HOUR_MS),
    "guest_idle_minutes": 10**6,
    "console_idle_minutes": 10**6,
}
"""The time for wagers is over when a test says so: no guest of a busy machine is too late."""


def act(page: Live, seat: int, wager: str) -> None:
    """What a guest does about the latest news: answers, turns, and wagers once a round."""
    for ask in (page.yours or {}).get("asks", ()):
        key = f"{ask}-{page.version}"
        if ask == "cut":
            if page.view["phase"] == "cut-offer":
                page.post("AnswerCut", key, accept=True)
            else:
                page.post("CutStack", key, position=100)
        elif ask == "look":
            page.post("DoStep", key, step="look", ok=False)
        elif ask == "turn":
            page.post("ReturnCards", key, hand=page.view["coup"]["handed"])
    if page.view["phase"] == "betting":
        page.post("PlaceWager", f"wager-{page.view['coup_no']}", seat=seat, wager=wager, cents=2500)


def play_shoe(server: RunningServer, guests: list[tuple[Live, int, str]], others: list[Live]) -> None:
    """Play until the shoe is revealed; a betting ends when every guest's wager is answered; all pages read all."""
    table = server.house.tables[guests[0][0].table]
    answered: set[tuple[int, str]] = set()
    revealed, closed = False, 0
    while not revealed:
        for page, seat, wager in guests:
            with suppress(TimeoutError):
                while not revealed:
                    message = page.read(0.002)
                    if message["tell"] == "news":
                        act(page, seat, wager)
                        revealed = any(event["event"] == "ShoeRevealed" for event in message["events"])
                    elif message["tell"] == "answer":
                        answered.add((seat, message["id"]))
        state = table.state
        everybody = all((seat, f"wager-{state.coup_no}") in answered for _, seat, _ in guests)
        if state.phase is Phase.BETTING and state.coup_no > closed and everybody:
            closed = state.coup_no
            server.clock.ahead += HOUR_MS + 1_000
            server.do(table.wake)
    version = max(page.version for page, _, _ in guests)
    for page in (*(page for page, _, _ in guests), *others):
        while page.version < version:
            page.read()
