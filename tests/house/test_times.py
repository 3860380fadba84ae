"""The time of a house: it runs on, whoever sets the calendar of the machine."""

import asyncio

import pytest

from minibac.house.times import JUMP_MS, TRUSTED_MS, SteadyClock
from minibac.records.memory import MemoryStore
from minibac.records.upcast import read_event
from minibac.table.state import Phase
from tests.house.hosting import START_MS, Desk, Hands, hosting

HOUR_MS = 3_600_000


class Machine:
    """A calendar that somebody sets, and what runs whatever happens."""

    def __init__(self) -> None:
        self.calendar, self.running = 1_800_000_000_000, 50
        self.heard: list[tuple[int, int]] = []
        self.clock = SteadyClock(lambda: self.calendar, lambda: self.running)
        self.clock.told = lambda house, calendar: self.heard.append((house, calendar))
        self.start = self.clock()

    def after(self, ms: int, step: int = 500) -> int:
        """What the house's clock says after this time, looked at all the while."""
        for _ in range(0, ms, step):
            self.running += step
            self.calendar += step
            self.now = self.clock()
        return self.now - self.start


def test_it_follows_a_calendar_that_is_adjusted() -> None:
    machine = Machine()
    machine.calendar += JUMP_MS // 2
    assert machine.after(1_000) == JUMP_MS // 2 + 1_000
    machine.calendar -= JUMP_MS // 2
    assert machine.after(1_000) == JUMP_MS // 2 + 1_000  # it never goes back
    assert machine.after(5_000) == 7_000
    assert machine.heard == []


def test_an_hour_ahead_for_three_seconds_moves_nothing() -> None:
    machine = Machine()
    machine.calendar += HOUR_MS
    assert machine.after(3_000) == 3_000
    machine.calendar -= HOUR_MS
    assert machine.after(60_000) == 63_000
    assert machine.heard == [(machine.start + 500, machine.start + HOUR_MS + 500)]


def test_a_log_that_others_write_moves_the_hands_of_a_quiet_process_no_further_than_the_calendar() -> None:
    """Nobody has looked at them for a while: that time has passed before the log is read, and not after it again."""
    machine = Machine()
    machine.running += 10_000
    machine.calendar += 10_000
    machine.clock.not_before(machine.calendar)
    assert machine.clock() == machine.calendar
    assert machine.heard == []


def test_a_calendar_that_stays_ahead_is_believed() -> None:
    """As after a night in which the machine slept."""
    machine = Machine()
    machine.calendar += 8 * HOUR_MS
    assert machine.after(TRUSTED_MS) == TRUSTED_MS
    assert machine.after(1_000) == 8 * HOUR_MS + TRUSTED_MS + 1_000
    assert len(machine.heard) == 1


@pytest.mark.parametrize("step", [1, 7, 500])
def test_a_calendar_that_falls_behind_is_waited_for_and_time_goes_on(step: int) -> None:
    """However often the clock is looked at."""
    machine = Machine()
    machine.after(1_000)
    machine.calendar -= HOUR_MS
    passed = -(-60_000 // step) * step
    assert machine.after(60_000, step) == 1_000 + passed - passed // 10
    assert machine.heard == [(machine.start + 1_000 + step, machine.start + 1_000 + step - HOUR_MS)]
    machine.after(10 * HOUR_MS, step=60_000)
    assert machine.now - machine.calendar <= JUMP_MS


def test_a_log_that_is_ahead_is_gone_on_with() -> None:
    machine = Machine()
    machine.clock.not_before(machine.start + HOUR_MS)
    assert machine.after(10_000) == HOUR_MS + 9_000


class SetCalendar(Hands):
    """Hands of a machine whose calendar somebody sets, under the steady clock of a house."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead_ms = 0
        self.clock = SteadyClock(lambda: self.now + self.ahead_ms, lambda: self.now)  # type: ignore[method-assign]


async def a_coup(desk: Desk) -> int:
    """Play one with a wager; how long it took."""
    table, began = desk.table(), desk.hands.now
    await desk.until(lambda: table.state.phase is Phase.BETTING)
    await desk.bet(table, 1)
    coups = table.state.coup_no
    await desk.until(lambda: table.state.coup_no > coups)
    return desk.hands.now - began


@pytest.mark.control("R24")
def test_a_house_lives_through_a_clock_that_is_an_hour_ahead_for_three_seconds() -> None:
    async def play() -> None:
        hands = SetCalendar()
        async with hosting(MemoryStore(), hands=hands) as desk:
            await desk.seat(desk.table(), 1)
            usual = await a_coup(desk)
            hands.ahead_ms = HOUR_MS
            await desk.pass_ms(3_000)
            hands.ahead_ms = 0
            assert await a_coup(desk) <= 2 * usual
            assert len(desk.house.premises.clock_changes) == 1
            stamps = [read_event(line.bytes).at for line in await desk.table().lines()]
            assert stamps == sorted(stamps)
            assert stamps[-1] <= hands.now

    asyncio.run(play())


def test_a_house_whose_log_is_ahead_of_the_calendar_plays_on() -> None:
    """A log that was written while the clock was wrong, and a start after it was put right."""

    async def play() -> None:
        store = MemoryStore()
        async with hosting(store, hands=Hands(START_MS + HOUR_MS)) as desk:
            await desk.seat(desk.table(), 1)
            usual = await a_coup(desk)
        async with hosting(store, hands=SetCalendar()) as desk:
            assert await a_coup(desk) <= 4 * usual

    asyncio.run(play())
