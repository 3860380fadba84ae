"""The view of the fullest table is small: every seat taken, every wager made, the longest shoe behind it."""

from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from minibac.books.recall import Recall
from minibac.house.hosted_table import HostedTable
from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.houses.house import sample_house
from minibac.houses.types import HouseTable
from minibac.machine.roles import THE_HOUSE, Actor, Duty, Role
from minibac.rules.house_rules import HouseRules
from minibac.rules.options import allowed_words
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import RULEBOOKS
from minibac.server.view import TableView
from minibac.server.wire import ENCODER
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.dealer_view import dealer_part
from minibac.table.guest_view import floor_part, guest_part
from minibac.table.state import Phase, TableState
from minibac.table.unaided import unaided_part

LIMIT = 16 * 1024
DEALER = Actor("automatic dealer", Role.DEALER)
LONGEST_NAME = "A guest with the longest of all names "
STAKE = 4_999_00
"""With a commission that is no round sum, so that no amount is short."""


class Shown:
    """A table in memory that says of itself what a hosted one says."""

    training = odds_allowed = staffed = False
    pit = "main"

    def __init__(self, live: LiveTable, house_table: HouseTable) -> None:
        self.live, self.house_table = live, house_table
        self.id, self.name = house_table.id, house_table.name

    @property
    def state(self) -> TableState:
        return self.live.state

    @property
    def version(self) -> int:
        return len(self.live.log)


def richest(rulebook: str) -> HouseRules:
    """The legal options of a rulebook under which most wagers are offered, found one option after another."""
    house = sample_house(rulebook)
    chosen: dict[str, object] = {}
    best = house.rules_with(rulebook, {})
    assert isinstance(best, HouseRules)
    for _ in range(2):  # what one option switches on may be chosen in the next round
        for option in best.rulebook.option:
            for value in allowed_words(option):
                found = house.rules_with(rulebook, {**chosen, option.name: value})
                if isinstance(found, HouseRules) and len(found.propositions) > len(best.propositions):
                    best, chosen = found, {**chosen, option.name: value}
    return best


class FullTable:
    """A guest at every seat who bets on everything, round after round."""

    def __init__(self, rules: HouseRules) -> None:
        rulebook = rules.rulebook.id
        table = sample_house(rulebook).table_for(rulebook)
        assert table is not None
        self.at = 1_800_000_000_000
        self.recall, self.fed = Recall(), 0
        self.live = LiveTable(table.id, rules, PracticeVault(7), self.clock)
        self.shown = cast(HostedTable, Shown(self.live, table))
        for seat in range(1, rules.seats + 1):
            name = f"{LONGEST_NAME}{seat:02}"
            self.give(
                c.TakeSeat(
                    by=THE_HOUSE, at=self.at, seat=seat, guest=f"g-{seat:016x}", name=name, age=30, attested_by="Fay"
                )
            )
            by = Actor(f"g-{seat:016x}", Role.GUEST, seat)
            self.give(c.BuyIn(by=by, at=self.at, seat=seat, cents=99_000_000_00, transfer=""))

    def clock(self) -> int:
        self.at += 1
        return self.at

    def give(self, command: c.Command) -> None:
        self.live.handle(command)

    def wager(self) -> None:
        """Put every wager down at every seat."""
        state = self.live.state
        for seat in state.occupied:
            by = Actor(state.seats[seat].guest, Role.GUEST, seat)
            for proposition in state.rules.propositions:
                self.give(c.PlaceWager(by=by, at=self.clock(), seat=seat, wager=proposition.id, cents=STAKE))

    def play(self, rounds: int) -> None:
        """Play a shoe to its end, or so many rounds of it; then everything lies on the layout once more."""
        placed = -1
        while len(self.live.state.results) < rounds:
            state = self.live.state
            if state.phase is Phase.BETTING and placed != state.coup_no:
                placed = state.coup_no
                self.wager()
            before = len(state.results)
            if state.shoe_is_over or not self.live.step() or (before and not self.live.state.results):
                break
        self.feed()

    def step(self) -> bool:
        """One step of the automatic dealer; where it would settle in one go, one move at a time, as a person does."""
        wanted = next_command(self.live.state, self.clock())
        if wanted is None or not isinstance(wanted.command, c.TakeActions):
            return self.live.step()
        answer = self.live.handle(replace(wanted.command, actions=wanted.command.actions[:1]))
        assert not isinstance(answer, Refusal), answer
        return True

    def yours(self) -> dict[str, int]:
        """How many bytes each role's own part of a message has, the largest where there are several of a role."""
        state = self.live.state
        at_desk = dealer_part(state, self.clock(), DEALER, self.shown.house_table.chips_cents) | {
            "on_duty": [Duty.CALLING, Duty.WAGERS]
        }
        guests = [guest_part(state, seat, {}) | {"wallet_cents": 99_000_000_00} for seat in state.occupied]
        return {
            "dealer": len(ENCODER.encode(at_desk)),
            "dealer without help": len(ENCODER.encode(unaided_part(state, self.clock(), DEALER))),
            "the floor and surveillance": len(ENCODER.encode(floor_part(state))),
            "guest": max(len(ENCODER.encode(part)) for part in guests),
        }

    def feed(self) -> None:
        for event in self.live.log[self.fed :]:
            self.fed += 1
            self.recall.feed(self.fed, event)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_fullest_view_of_every_rulebook_is_small(rulebook: str) -> None:
    """Every wager the rulebook knows at every seat, at each moment of the last rounds of a shoe; the view, and what
    each role has beside it, while the moves of the settlement are made one by one."""
    rules = richest(rulebook)
    table = FullTable(rules)
    table.play(50)
    view, largest, desks = TableView(table.shown), 0, 0
    for _ in range(600):
        state = table.live.state
        if state.phase is Phase.BETTING and not state.wagers:
            table.wager()
        if not table.step() or state.shoe_is_over:
            break
        table.feed()
        view.update(table.recall.last)
        sizes = {name: len(bytes(part)) + len(name) + 4 for name, part in view.whole.items()}
        largest = max(largest, sum(sizes.values()))
        assert sum(sizes.values()) < LIMIT, sorted(sizes.items(), key=lambda item: -item[1])[:6]
        for role, bytes_count in table.yours().items():
            assert bytes_count < LIMIT, role
            desks = max(desks, bytes_count)
    whole = msgspec.json.decode(ENCODER.encode(view.whole))
    assert len(whole["last"]["wagers"]) == rules.seats
    assert all(len(row) >= len(rules.propositions) - 1 for row in whole["last"]["wagers"].values()), whole["last"]
    fullest = f"{len(rules.propositions)} wagers at {rules.seats} seats"
    print(f"{rulebook}: {fullest}, {largest} bytes, the largest part of one page {desks}")


@pytest.mark.parametrize("options", [{}, {"shuffler": "continuous"}], ids=["a whole shoe", "a continuous device"])
def test_the_view_does_not_grow_with_the_shoe(options: dict[str, object]) -> None:
    rules = sample_house("massachusetts").rules_with("massachusetts", options)
    assert isinstance(rules, HouseRules)
    table = FullTable(rules)
    table.play(199 if options else 1_000)
    view = TableView(table.shown)
    view.update(table.recall.last)
    assert len(table.live.state.results) > 50
    assert len(ENCODER.encode(view.whole)) < LIMIT
    at_desk = dealer_part(table.live.state, table.clock(), DEALER, table.shown.house_table.chips_cents)
    assert len(ENCODER.encode(at_desk)) < LIMIT
