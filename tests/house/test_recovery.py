"""After a crash: play goes on where it stood, nothing acknowledged is lost and nothing counts twice (R17, R19)."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from minibac.house.open_house import OpenHouse
from minibac.house.premises import Premises
from minibac.houses.house import sample_house
from minibac.records.memory import MemoryStore
from minibac.records.store import StoreAway, StoreError, StoreFull, Write, Written
from minibac.rules.rulebook import RULEBOOKS
from minibac.table import commands as c
from minibac.table.phases import COUP_PHASES
from minibac.table.state import Phase
from minibac.table.timing import Timing
from tests.house.crash_play import Guests, audit
from tests.house.hosting import (
    KEY,
    QUICK,
    STORES,
    Hands,
    abandon,
    guest,
    hosting,
    open_store,
    place,
    replayed,
)

AT_ONCE = replace(
    QUICK,
    pace_ms=0,
    procedure_pace_ms=0,
    snapshot_events=50,
    timing=Timing(betting_ms=10, look_ms=1, cut_ms=1, turning_ms=1, offer_ms=1, house_money_ms=1, lost_ms=60_000),
)


class Mortal(MemoryStore):
    """A store whose process dies at one numbered append: before it, or after it and before anybody hears of it."""

    def __init__(self) -> None:
        super().__init__()
        self.appends = 0
        self.dies_at = 0
        self.keeps = False
        self.dead = asyncio.Event()

    async def append(self, write: Write) -> Written:
        self.appends += 1
        if self.appends == self.dies_at and not self.keeps:
            self.dead.set()
            await asyncio.Event().wait()
        written = await super().append(write)
        if self.appends == self.dies_at:
            self.dead.set()
            await asyncio.Event().wait()
        return written


async def _lives(store: Mortal, rulebook: str, guests: Guests, coups: int) -> bool:
    """One life of the house: until the coups are played, or until it dies."""
    houses: list[OpenHouse] = []

    async def live() -> None:
        house = OpenHouse(Premises(store, AT_ONCE, KEY))
        houses.append(house)
        await house.bring_up([sample_house(rulebook)])
        await guests.play(house, next(iter(house.tables.values())), coups)

    play = asyncio.create_task(live())
    dead = asyncio.create_task(store.dead.wait())
    await asyncio.wait([play, dead], return_when=asyncio.FIRST_COMPLETED)
    died = store.dead.is_set()  # perhaps at a write of the dealer, when the guests were done
    if died:
        play.cancel()
        await asyncio.wait([play])
        await abandon(houses[0])
        state = None
    else:
        dead.cancel()
        store.dies_at = 0  # it goes in peace
        play.result()
        await houses[0].close()
        state = next(iter(houses[0].tables.values())).state
    stream = f"table/{next(iter(sample_house(rulebook).tables))}"
    if (await store.version(stream)).version:
        await audit(store, stream, guests.answers, [sent.id for sent in guests.open], state)
    return not died


@pytest.mark.control("R19")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_whatever_write_the_house_dies_at_nothing_is_lost_or_doubled(rulebook):
    """Every append of a play of nine guests, before the write and between write and reply, one after the other."""

    async def play() -> None:
        store = Mortal()
        guests = Guests()
        await _lives(store, rulebook, guests, 1)
        total = store.appends
        assert total > 40
        for number in range(1, total + 1, 9 if rulebook != "section-42" else 3):
            for keeps in (False, True):
                store, guests = Mortal(), Guests()
                store.dies_at, store.keeps = number, keeps
                alive = await _lives(store, rulebook, guests, 1)
                store.dead = asyncio.Event()
                store.dies_at = 0
                assert alive or await _lives(store, rulebook, guests, 1)
                assert not guests.open

    asyncio.run(play())


@pytest.mark.control("R17")
@pytest.mark.parametrize("kind", STORES)
@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_an_interrupted_round_is_told_and_goes_on_where_it_stood(kind, rulebook, tmp_path, request):
    async def play() -> None:
        async with open_store(kind, tmp_path, request) as store:
            hands = Hands()
            async with hosting(store, hands=hands, rulebooks=[rulebook], crash=True, owner="one") as desk:
                table = desk.table(rulebook)
                await desk.seat(table, 2, 4)
                await desk.until(lambda: table.state.phase is Phase.BETTING)
                await desk.bet(table, 2, "banker")
                await desk.bet(table, 4, "player", 50_00)
                cards = table.state.cards_left
                await desk.until(lambda: table.state.phase is Phase.DEALING and table.state.cards_left < cards)
                before = table.state
            async with hosting(store, hands=hands, rulebooks=[rulebook], owner="one") as desk:
                table = desk.table(rulebook)
                assert any(
                    "round 1 of shoe 1 was interrupted (dealing), with 2 wagers of $150.00 in all held" in str(said)
                    for said in desk.house.interrupted
                )
                assert any("connection of seat 2 and 4 was lost" in str(said) for said in desk.house.interrupted)
                assert table.state.wagers == before.wagers
                assert table.state.phase in COUP_PHASES
                assert before.shown.items() <= table.state.shown.items()  # the very cards, and perhaps the next
                assert not any(seat.connected for seat in table.state.seats.values())
                refused = await desk.no(table, c.CallNoMoreBets(by=desk_dealer(), at=0))
                assert "no more bets is not possible now" in refused.sentence  # resolved before the next game
                await desk.until(lambda: table.state.coup_no == 2)
                assert await replayed(table) == table.state
                assert sum((await store.balances()).values()) == 0

    asyncio.run(play())


def desk_dealer() -> Any:
    from minibac.table.automatic import AUTOMATIC

    return AUTOMATIC.dealer


@pytest.mark.control("R17")
def test_wagers_of_an_interrupted_betting_are_held_and_told():
    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        async with hosting(store, hands=hands, crash=True) as desk:
            table = desk.table()
            await desk.seat(table, 9)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            await desk.bet(table, 9)
        async with hosting(store, hands=hands) as desk:
            table = desk.table()
            assert "with 1 wager of $100.00 in all held" in str(desk.house.interrupted[0])
            assert table.state.wagers[9, "banker"].stake_cents == 100_00
            await desk.until(lambda: table.state.phase in COUP_PHASES)
            await desk.until(lambda: table.state.coup_no == 2)

    asyncio.run(play())


def test_a_house_that_was_closed_in_peace_has_nothing_to_tell():
    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        async with hosting(store, hands=hands):
            pass
        async with hosting(store, hands=hands) as desk:
            assert desk.house.interrupted == ()

    asyncio.run(play())


class Narrow(MemoryStore):
    """A store whose disk can be full."""

    full = False
    trouble: StoreError = StoreFull("no room")

    async def append(self, write: Write) -> Written:
        if self.full:
            raise self.trouble
        return await super().append(write)

    async def put(self, kind: str, items: Any) -> None:
        if self.full:
            raise self.trouble
        await super().put(kind, items)


def test_a_full_disk_stops_new_coups_says_so_and_loses_nothing():
    async def play() -> None:
        store = Narrow()
        async with hosting(store) as desk:
            table = desk.table()
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            await desk.bet(table, 1)
            store.full = True
            before = table.state
            refused = await desk.no(table, place(1), id="again")
            assert "the disk is full" in refused.sentence
            assert "the disk is full" in desk.house.paused
            assert table.state is before
            await desk.pass_ms(600_000)
            assert table.state is before
            store.full = False
            await desk.pass_ms(5_000)
            assert desk.house.paused == ""
            await desk.yes(table, c.SayConnection(by=guest_house(), at=0, seat=1, connected=True))
            await desk.until(lambda: table.state.coup_no >= 2)
            assert await replayed(table) == table.state

    asyncio.run(play())


def test_a_disk_that_cannot_be_written_is_not_called_full_and_play_goes_on_when_it_can():
    async def play() -> None:
        store = Narrow()
        store.trouble = StoreAway("the disk cannot be written (disk I/O error): nothing was written")
        async with hosting(store) as desk:
            table = desk.table()
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            store.full = True
            refused = await desk.no(table, place(1), id="again")
            assert "disk I/O error" in refused.sentence
            assert "full" not in desk.house.paused
            store.full = False
            await desk.pass_ms(5_000)
            assert desk.house.paused == ""
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            await desk.bet(table, 1)

    asyncio.run(play())


def guest_house() -> Any:
    from minibac.machine.roles import THE_HOUSE

    return THE_HOUSE


def test_a_full_disk_in_the_middle_of_a_round_waits_and_goes_on():
    async def play() -> None:
        store = Narrow()
        async with hosting(store) as desk:
            table = desk.table()
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            await desk.bet(table, 1)
            await desk.until(lambda: table.state.phase is Phase.DEALING)
            store.full = True
            version = table.version
            await desk.pass_ms(60_000)
            assert table.version == version
            assert desk.house.paused
            store.full = False
            await desk.until(lambda: table.state.coup_no == 2)
            assert desk.house.paused == ""
            assert guest(1).seat in table.state.seats

    asyncio.run(play())
