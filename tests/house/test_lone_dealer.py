"""One person and automatic people: somebody who learns to deal, or who plays beside automatic guests."""

import asyncio
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from minibac.house.company import NAMES
from minibac.house.hosted_table import HostedTable
from minibac.machine.automatic_people import is_automatic
from minibac.machine.machine import Next
from minibac.machine.roles import THE_HOUSE, Duty, Role
from minibac.records.memory import MemoryStore
from minibac.rules.rulebook import RULEBOOKS
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.state import Phase
from minibac.table.steps import has_answered
from minibac.table.timing import NO_CLOCKS
from tests.house.hosting import Desk, guest, hosting, replayed, take_seat

DEE = "dee"
THINKING_MS = 5_000
MOST_STEPS = 3_000


async def open_table(desk: Desk, rulebook: str, guests: int, *, deals: bool = True) -> HostedTable:
    table = await desk.house.add_training_table(rulebook, {}, by=DEE, guests=guests, deals=deals)
    assert isinstance(table, HostedTable), table
    return table


async def on_duty(desk: Desk, table: HostedTable) -> None:
    for duty in (Duty.CALLING, Duty.WAGERS):
        await desk.yes(table, c.AssignStaff(by=THE_HOUSE, at=0, duty=duty, person=DEE))


async def deal(desk: Desk, table: HostedTable, enough: Callable[[], bool]) -> None:
    """The person does the next right step whenever it is the dealer's; the rest is for the house to do."""
    wanted: Next[c.Command] | None = None
    for _ in range(MOST_STEPS):
        await desk.quiet()
        if enough():
            return
        wanted = next_command(table.state, max(desk.hands.now, table.state.at))
        if wanted is not None and wanted.command.by.id == DEE:
            if isinstance(wanted.command, c.CallNoMoreBets):
                await desk.pass_ms(THINKING_MS)  # a dealer lets guests wager
            await desk.yes(table, wanted.command)
        else:
            await desk.pass_ms(100)
    raise AssertionError(f"{table.id} stands still at {table.state.phase}: {wanted}")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_floorperson_helps_a_dealer_before_any_guest_sits(rulebook):
    """Receive, inspect, verify: everything is done that needs no guest; then the table says that a guest must sit."""

    async def play() -> None:
        async with hosting(MemoryStore(), rulebooks=[rulebook]) as desk:
            table = await open_table(desk, rulebook, 0)
            await on_duty(desk, table)
            waits = lambda: next_command(table.state, table.state.at) is None and not table.state.seats  # noqa: E731
            await deal(desk, table, lambda: waits() and table.state.phase is not Phase.COMMIT)
            supervised = {name for step, name in table.state.done_by.items() if "floorperson" in name}
            assert supervised or rulebook != "section-42"

    asyncio.run(play())


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_automatic_guests_wager_cut_and_turn_for_a_dealer_alone(rulebook):
    async def play() -> None:
        async with hosting(MemoryStore(), rulebooks=[rulebook]) as desk:
            table = await open_table(desk, rulebook, 3)
            await desk.pass_ms(1_000)
            assert len(table.state.seats) == 3
            assert {sits.name for sits in table.state.seats.values()} <= set(NAMES)
            await on_duty(desk, table)
            await deal(desk, table, lambda: table.state.coup_no == 6 and table.state.phase is Phase.BETTING)
            assert await replayed(table) == table.state
            books = await desk.house.store.balances(table.stream)
            assert books["drop-box"] > 0 == sum(books.values())
            assert not any("automatic" in account for account in await desk.house.store.balances())

    asyncio.run(play())


def test_they_play_for_persons_only():
    """Nobody deals and nobody sits: nothing moves. When the dealer goes, the round is finished and no other begins."""

    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = await open_table(desk, "section-42", 2)
            await desk.pass_ms(60_000)
            assert table.state.phase is Phase.OPENING
            at = table.version
            await desk.pass_ms(3_600_000)
            assert table.version == at
            await on_duty(desk, table)
            await deal(desk, table, lambda: table.state.phase is Phase.DRAWING or table.state.phase is Phase.DEALING)
            for duty in (Duty.CALLING, Duty.WAGERS):
                person = "automatic dealer"
                await desk.yes(table, c.AssignStaff(by=THE_HOUSE, at=0, duty=duty, person=person))
            coup = table.state.coup_no
            await desk.pass_ms(3_600_000)
            assert (table.state.phase, table.state.coup_no) == (Phase.BETTING, coup + 1)
            assert not table.state.wagers
            assert not table.watched

    asyncio.run(play())


def test_a_seat_stays_free_for_an_owner_who_plays_and_none_for_one_who_deals():
    async def play() -> None:
        async with hosting(MemoryStore(), rulebooks=["seneca"]) as desk:
            plays = await open_table(desk, "seneca", 15, deals=False)
            deals = await open_table(desk, "seneca", 15)
            await desk.pass_ms(60_000)
            seats = plays.state.rules.seats
            assert (len(plays.state.seats), len(deals.state.seats)) == (seats - 1, seats)
            free = next(seat for seat in range(1, seats + 1) if seat not in plays.state.seats)
            await desk.seat(plays, free)
            await desk.until(lambda: plays.state.coup_no == 2)
            assert plays.state.results

    asyncio.run(play())


def test_they_are_there_again_after_a_restart():
    async def play() -> None:
        store = MemoryStore()
        async with hosting(store, crash=True) as desk:
            table = await open_table(desk, "section-42", 3)
            await on_duty(desk, table)
            await deal(desk, table, lambda: table.state.phase is Phase.DRAWING)
            before = dict(table.state.seats)
            hands = desk.hands
        async with hosting(store, hands=hands) as desk:
            table = desk.house.tables[table.id]
            assert dict(table.state.seats) == before
            assert all(sits.connected and is_automatic(sits.guest) for sits in before.values())
            coup = table.state.coup_no
            await deal(desk, table, lambda: table.state.coup_no == coup + 2)

    asyncio.run(play())


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_somebody_plays_beside_automatic_guests_without_a_clock(rulebook):
    """As the lobby opens such a table: what all guests are asked, automatic ones answer once the person has."""

    async def play() -> None:
        async with hosting(MemoryStore(), rulebooks=[rulebook]) as desk:
            table = await desk.house.add_training_table(rulebook, {}, by=DEE, guests=3, timing=NO_CLOCKS)
            assert isinstance(table, HostedTable), table
            await desk.pass_ms(1_000)
            seat = next(seat for seat in range(1, 8) if seat not in table.state.seats)
            me = guest(seat)
            await desk.grant(me.id, 1_000_00)
            await desk.yes(table, take_seat(seat))
            await desk.yes(table, c.BuyIn(by=me, at=0, seat=seat, cents=1_000_00, transfer="chips"))
            wanted: Next[c.Command] | None = None
            for _ in range(MOST_STEPS):
                await desk.pass_ms(1_000)
                if len(table.state.results) == 3:
                    return
                wanted = next_command(table.state, max(desk.hands.now, table.state.at))
                if wanted is None:
                    continue
                look = wanted.role is Role.GUEST and isinstance(wanted.command, c.DoStep)
                if look and not has_answered(table.state, seat):
                    assert table.state.answers == (), "an automatic guest answered first"
                    await desk.yes(table, replace(wanted.command, by=me))
                elif wanted.command.by.seat == seat:
                    await desk.yes(table, wanted.command)
                elif table.state.phase is Phase.BETTING and not table.state.ready:
                    await desk.yes(table, c.PlaceWager(by=me, at=0, seat=seat, wager="player", cents=20_00))
                    await desk.yes(table, c.SayReady(by=me, at=0, seat=seat))
            raise AssertionError(f"it stands still at {table.state.phase}: {wanted}")

    asyncio.run(play())
