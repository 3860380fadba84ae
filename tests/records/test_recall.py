"""Recall: rounds folded from a log are the rounds that were played, to the cent, from any point of the log."""

import asyncio
from collections.abc import AsyncIterator
from functools import cache

import pytest

from minibac.books.recall import CoupFacts, Read, Recall, find_coup, latest, recalled
from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.play.results import Result
from minibac.play.settlement import SettledWager
from minibac.records.store import Line
from minibac.records.upcast import read_event
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.settling import right_settlement
from minibac.table.state import Phase
from minibac.voice.said import said

OPTIONS: dict[str, dict[str, object]] = {
    "massachusetts": {"house_money": True, "dragon_bonus": True},
    "seminole": {"vigorish_type": "win"},
}
ROUNDS = 60


class Played:
    """A table on which some rounds were played, with what the table itself said of each."""

    def __init__(self, rulebook: str, rounds_count: int) -> None:
        rules = build(load(rulebook), OPTIONS.get(rulebook, {}))
        assert isinstance(rules, HouseRules)
        self.at = 1_800_000_000_000
        self.live = LiveTable("t-1", rules, PracticeVault(11), self.clock)
        self.settled: dict[int, dict[tuple[int, str], tuple[str, int, int, int]]] = {}
        self.states = [self.live.state]
        for seat in (2, 5):
            self.give(
                c.TakeSeat(
                    by=THE_HOUSE,
                    at=self.at,
                    seat=seat,
                    guest=f"g{seat}",
                    name=f"Guest {seat}",
                    age=40,
                    attested_by="Fay",
                )
            )
            self.give(c.BuyIn(by=self.guest(seat), at=self.at, seat=seat, cents=10_000_000, transfer=""))
        placed = -1
        while self.live.state.coup_no < rounds_count:
            state = self.live.state
            if state.phase is Phase.BETTING and placed != state.coup_no:
                placed = state.coup_no
                for seat, wagers in ((2, ("player", "tie", "house-money")), (5, ("banker", "dragon-bonus-banker"))):
                    for wager in wagers:
                        self.give(
                            c.PlaceWager(by=self.guest(seat), at=self.clock(), seat=seat, wager=wager, cents=2_000)
                        )
            if state.phase is Phase.SETTLING and state.coup is not None:
                self.settled[state.coup.no] = {
                    (w.seat, w.wager): (w.outcome, w.winnings_cents, w.vigorish_cents, w.net_cents)
                    for w in right_settlement(state).wagers
                }
            assert self.live.step()

    def clock(self) -> int:
        self.at += 7
        return self.at

    def guest(self, seat: int) -> Actor:
        return Actor(f"g{seat}", Role.GUEST, seat)

    def give(self, command: c.Command) -> None:
        self.live.handle(command)

    @property
    def read(self) -> Read:
        return reader(self.live.log)


def reader(log: list[e.Event]) -> Read:
    async def read(after: int, until: int | None) -> AsyncIterator[Line]:
        for version, event in enumerate(log[after:until], start=after + 1):
            yield Line(version, e.encode(event), b"")

    return read


@cache
def played(rulebook: str) -> Played:
    return Played(rulebook, ROUNDS)


async def every(read: Read) -> list[CoupFacts]:
    fold = Recall()
    fed = [fold.feed(line.version, read_event(line.bytes)) async for line in read(0, None)]
    return [facts for facts in fed if facts is not None]


@pytest.mark.control("R15")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_round_is_what_the_table_settled(rulebook: str) -> None:
    """Time, outcome, balances before and after, wagered, won, vigorish, choices, status, ids and rulebook."""
    table = played(rulebook)
    facts = asyncio.run(every(table.read))
    assert [each.coup_no for each in facts] == list(range(1, ROUNDS))
    for each in facts:
        assert each.rulebook == rulebook
        assert each.table == "t-1"
        assert each.status == "settled"
        assert each.opened_at < each.closed_at <= each.ended_at
        assert isinstance(each.result, Result)
        assert each.totals == (each.result.player_total, each.result.banker_total)
        right = table.settled.get(each.coup_no, {})
        for wager in each.wagers:
            if wager.wager == "house-money":
                continue  # settled before the third cards, and looked at below
            found = (wager.outcome, wager.winnings_cents, wager.vigorish_cents, wager.net_cents)
            assert found == right[wager.seat, wager.wager]
        for seat in each.seats:
            mine = [wager for wager in each.wagers if wager.seat == seat.seat]
            owed = sum(wager.vigorish_cents for wager in mine if wager.marked)
            added = sum(wager.added_cents for wager in mine)
            assert added == 0, "nobody chose to add House Money here"
            assert seat.after_cents - seat.before_cents == sum(wager.net_cents for wager in mine) + owed
            assert seat.guest == f"g{seat.seat}"
            assert seat.wagered_cents == sum(wager.stake_cents for wager in mine)


@pytest.mark.control("R16")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_fold_begins_anywhere(rulebook: str) -> None:
    """From the middle of a log it gives the same rounds, balances and names, worked out backwards from the end."""
    table = played(rulebook)
    log = table.live.log
    whole = asyncio.run(every(table.read))
    for start in range(len(log) // 3, len(log), 97):
        events = list(enumerate(log[start:], start=start + 1))
        fold = recalled(table.live.state, events)
        found = [facts for version, event in events if (facts := fold.feed(version, event))]
        first = next((number for number, each in enumerate(whole) if each.first_version > start), len(whole))
        assert [each for each in found if each.first_version > start] == whole[first:]


def test_the_latest_rounds_are_read_from_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minibac.books.recall.CHUNK", 64)
    table = played("section-42")
    log, asked = table.live.log, []

    def counting(after: int, until: int | None) -> AsyncIterator[Line]:
        asked.append((until or len(log)) - after)
        return table.read(after, until)

    found, fold = asyncio.run(latest(counting, table.live.state, len(log), coups=5))
    whole = asyncio.run(every(table.read))
    assert list(found)[-5:] == whole[-5:]
    shoe = [facts for facts in whole if facts.shoe_no == table.live.state.shoe_no]
    assert list(found)[-len(shoe) :] == shoe, "the whole current shoe is there"
    assert sum(asked) <= 4 * len(log), "the pieces double, so that the work stays in proportion"
    assert isinstance(fold, Recall)
    assert fold.last == whole[-1]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_round_is_found_by_its_number(rulebook: str) -> None:
    table = played(rulebook)
    log = table.live.log
    for facts in asyncio.run(every(table.read)):
        assert asyncio.run(find_coup(table.read, len(log), facts.coup_no)) == (facts.first_version, facts.last_version)
    for number in (0, ROUNDS + 1, 10_000):
        assert asyncio.run(find_coup(table.read, len(log), number)) is None


BACK = SettledWager(3, "player", 500, "push", 0, 0, 0, 0, 0, False, ())


def test_a_void_round_and_one_without_wagers_are_told_as_such() -> None:
    fold = Recall("t-1", "section-42")
    events: tuple[e.Event, ...] = (
        e.StackCommitted(shoe_no=1, cards_count=416, commitment="0" * 64),
        e.BettingOpened(at=1, coup_no=1),
        e.WagerPlaced(at=2, seat=3, wager="player", cents=500),
        e.BettingClosed(at=3, player_holder=0, banker_holder=0, announcement=said("No more bets")),
        e.CoupVoided(at=4, coup_no=1, wagers=(BACK,), reason="too few cards"),
        e.CardsRacked(at=5, coup_no=1, player=(), banker=(), voided=True),
        e.BettingOpened(at=6, coup_no=2),
    )
    found = [facts for version, event in enumerate(events, start=1) if (facts := fold.feed(version, event))]
    assert [(facts.status, facts.reason) for facts in found] == [("void", "too few cards")]
    assert found[0].wagers[0].outcome == "push"
    assert found[0].wagers[0].net_cents == 0
    assert found[0].shoe_no == 1
