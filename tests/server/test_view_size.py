"""The view of the fullest table is small: every seat taken, every wager made, the longest shoe behind it."""

import msgspec
import pytest

from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.records.recall import Recall
from minibac.rules.house import sample_house
from minibac.rules.house_rules import HouseRules
from minibac.rules.house_types import HouseTable
from minibac.server.view import TableView
from minibac.server.wire import ENCODER
from minibac.table import commands as c
from minibac.table.deadlines import USUAL, Timing
from minibac.table.desk_view import desk
from minibac.table.guest_view import floor_part
from minibac.table.roles import THE_HOUSE, Actor, Role
from minibac.table.state import Phase, TableState

LIMIT = 16_000
OPTIONS = {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True}


class Shown:
    """A table in memory that says of itself what a hosted one says."""

    training = odds_allowed = staffed = False
    pit = "main"

    def __init__(self, live: LiveTable, house_table: HouseTable) -> None:
        self.live, self.house_table = live, house_table
        self.id, self.name = house_table.id, house_table.name
        self.timing: Timing = USUAL

    @property
    def state(self) -> TableState:
        return self.live.state

    @property
    def version(self) -> int:
        return len(self.live.log)


class FullTable:
    """Nine guests who bet on what they can, round after round."""

    def __init__(self, options: dict[str, object], most: int) -> None:
        self.most = most
        house = sample_house("massachusetts")
        rules = house.rules_with("massachusetts", options)
        assert isinstance(rules, HouseRules)
        table = house.table_for("massachusetts")
        assert table is not None
        self.at = 1_800_000_000_000
        self.recall = Recall()
        self.version = 0
        self.live = LiveTable("ma-1", rules, PracticeVault(7), self.clock)
        self.shown = Shown(self.live, table)
        for seat in range(1, rules.seats + 1):
            name = f"Guest number {seat}"
            self.give(c.TakeSeat(by=THE_HOUSE, at=self.at, seat=seat, guest=f"g-{seat:016x}", name=name, age=30))
            by = Actor(f"g-{seat:016x}", Role.GUEST, seat)
            self.give(c.BuyIn(by=by, at=self.at, seat=seat, cents=100_000_000, transfer=""))

    def clock(self) -> int:
        self.at += 1
        return self.at

    def give(self, command: c.Command) -> None:
        self.live.handle(command)

    def play(self, rounds: int) -> None:
        placed = -1
        while len(self.live.state.results) < rounds:
            state = self.live.state
            if state.phase is Phase.BETTING and placed != state.coup_no:
                placed = state.coup_no
                for seat in state.occupied:
                    by = Actor(state.seats[seat].guest, Role.GUEST, seat)
                    for proposition in state.rules.propositions[-self.most :]:
                        wager = proposition.id
                        self.give(c.PlaceWager(by=by, at=self.clock(), seat=seat, wager=wager, cents=123_400))
            before = len(state.results)
            if not self.live.step():
                break
            if state.shoe_is_over or (before and not self.live.state.results):
                break
        for number, event in enumerate(self.live.log, start=1):
            self.recall.feed(number, event)


@pytest.mark.parametrize(
    ("options", "rounds", "most", "limit"),
    [
        ({}, 1_000, 3, LIMIT),
        (OPTIONS, 1_000, 4, LIMIT),
        (OPTIONS, 1_000, 9, LIMIT * 3 // 2),
        ({"shuffler": "continuous"}, 199, 3, LIMIT),
    ],
    ids=["as the sample house", "four wagers a seat", "every wager", "a continuous device"],
)
def test_the_fullest_view_is_small(options: dict[str, object], rounds: int, most: int, limit: int) -> None:
    table = FullTable(options, most)
    table.play(rounds)
    view = TableView(table.shown)
    view.update(table.recall.last)
    sizes = {name: len(bytes(part)) for name, part in view.whole.items()}
    assert len(table.live.state.results) > 50 or rounds < 100
    assert sum(sizes.values()) + 20 * len(sizes) < limit, sorted(sizes.items(), key=lambda item: -item[1])[:6]
    assert len(ENCODER.encode(floor_part(table.live.state))) < LIMIT
    dealer = Actor("automatic dealer", Role.DEALER)
    at_desk = desk(table.live.state, table.clock(), dealer, table.shown.house_table.chips_cents)
    assert len(ENCODER.encode(at_desk)) < LIMIT
    assert msgspec.json.decode(ENCODER.encode(view.whole))["last"]["wagers"]
