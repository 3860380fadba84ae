"""Several processes on one store: one writer for each stream, followers that pass commands on, takeover."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable

import psycopg
import pytest
from msgspec.structs import replace

from minibac.cards.share import mixed, mixing_seed, share_hash
from minibac.house.hosted_table import HostedTable
from minibac.house.open_house import OpenHouse
from minibac.house.sealed_vault import seal_name
from minibac.house.settings import Settings
from minibac.house.times import wall_clock_ms
from minibac.houses.house import sample_house
from minibac.machine.roles import THE_HOUSE
from minibac.records.postgres import PostgresStore
from minibac.records.store import Conflict, Write
from minibac.table import commands as c
from minibac.table.state import Phase
from minibac.table.timing import ShareTimes, Timing
from tests.house.crash_play import Guests, audit, plan
from tests.house.hosting import KEY, QUICK, abandon, grant, guest, place, replayed, take_seat
from tests.records.damage import alter

HOUR_MS = 3_600_000
FAST = replace(
    QUICK,
    pace_ms=100,  # a round lasts long enough to die in
    procedure_pace_ms=0,
    lease_ms=3_000,  # an owner on a busy machine stays the owner
    renew_ms=300,
    timing=Timing(
        betting_ms=HOUR_MS, look_ms=20, cut_ms=20, turning_ms=HOUR_MS, offer_ms=20, house_money_ms=20, lost_ms=10**9
    ),
)
PATIENCE_S = 60
"""How long a busy machine may take; a test that passes never waits for it."""


class Clock:
    """The machine's clock, and how far a test has moved it: the time for wagers is over when the test says so."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return wall_clock_ms() + self.ahead


async def _until(wanted: Callable[[], bool], passing: "Process | None" = None) -> None:
    """Wait until something is so; ``passing``: the table of this process does not wait for its guests."""
    end = time.monotonic() + PATIENCE_S
    while not wanted():
        assert time.monotonic() < end, "it did not come to that"
        if passing is not None:
            passing.time_passes()
        await asyncio.sleep(0.005)


class Process:
    """One server process: a connection of its own to the database, and a house on it."""

    def __init__(self, address: str, name: str, store: PostgresStore, house: OpenHouse, clock: Clock) -> None:
        self.address, self.name = address, name
        self.store = store
        self.house = house
        self.clock = clock

    @property
    def table(self) -> HostedTable:
        return next(iter(self.house.tables.values()))

    def time_passes(self) -> None:
        """Whatever the table waits for is over."""
        due = next(iter(self.table.deadlines()), None)
        if due is not None and due.at > self.clock():
            self.clock.ahead += due.at - self.clock()
            self.table.wake()

    async def dies(self) -> None:
        """Without a word: nothing is finished, no lease is given back."""
        await abandon(self.house)
        await self.store.close()

    async def is_long_dead(self) -> None:
        """It died, and its leases have run out since."""
        await self.dies()
        self.leases_run_out()

    def leases_run_out(self) -> None:
        """By the clock of the database, as if the time had passed: a test need not sit it out."""
        with psycopg.connect(self.address, autocommit=True) as database:
            ended = database.execute(
                "UPDATE minibac.streams SET until = clock_timestamp() WHERE owner = %s", [self.name]
            )
            assert ended.rowcount > 0


@contextlib.asynccontextmanager
async def _processes(
    address: str, count: int, rulebook: str = "section-42", settings: Settings = FAST, *, share: bool = False
) -> AsyncIterator[list[Process]]:
    made: list[Process] = []
    sample = sample_house(rulebook)
    tables = {name: table._replace(guests_share=share) for name, table in sample.tables.items()}
    clock = Clock()
    for number in range(count):
        store, name = await PostgresStore.open(address), f"process {number + 1}"
        house = await OpenHouse.open(
            store, [sample._replace(tables=tables)], settings=settings, key=KEY, owner=name, clock=clock
        )
        made.append(Process(address, name, store, house, clock))
    try:
        yield made
    finally:
        for process in made:
            with contextlib.suppress(Exception):
                await process.house.close()
                await process.store.close()


async def _seat(process: Process, seat: int) -> None:
    await grant(process.store, f"guest-{seat}", 1_000_00)
    assert (await process.table.command(take_seat(seat), f"sit-{seat}")).ok
    buy = c.BuyIn(by=guest(seat), at=0, seat=seat, cents=1_000_00, transfer="")
    answer = await process.table.command(buy, f"buy-{seat}")
    assert answer.ok, answer.refusal


@pytest.mark.control("R22")
def test_a_command_that_comes_in_elsewhere_reaches_the_owner_and_is_answered(postgres_database):
    async def play() -> None:
        async with _processes(postgres_database, 2) as (one, two):
            assert (one.table.owned, two.table.owned) == (True, False)
            await _seat(two, 3)
            await _until(lambda: two.table.state.phase is Phase.BETTING)
            first = await two.table.command(place(3, "banker", 20_00), "w")
            again = await two.table.command(place(3, "banker", 20_00), "w")
            there = await one.table.command(place(3, "banker", 20_00), "w")
            assert first.ok
            assert first.version == again.version == there.version
            assert (again.repeated, there.repeated) == (True, True)
            refused = await two.table.command(place(3, "banker", 7), "odd")
            assert refused.refusal is not None
            assert refused.refusal.sentence
            assert one.table.state.wagers[3, "banker"].stake_cents == 20_00
            await _until(lambda: two.table.version == one.table.version)
            assert two.table.state == one.table.state

    asyncio.run(play())


def test_a_list_of_the_house_reaches_a_guest_whichever_process_deals(postgres_database):
    """The exclusion comes in at a process that does not own the table; the wager that lies there stands."""

    async def play() -> None:
        async with _processes(postgres_database, 2, "seminole") as (one, two):
            await _seat(one, 3)
            await _until(lambda: one.table.state.phase is Phase.BETTING)
            assert (await one.table.command(place(3, "banker", 20_00), "w")).ok
            await two.table.say_excluded("guest-3", "banned")
            refused = await one.table.command(place(3, "banker", 20_00), "more")
            assert refused.refusal is not None
            assert refused.refusal.clause == "sem/banned"
            assert one.table.state.wagers[3, "banker"].stake_cents == 20_00

    asyncio.run(play())


def test_a_follower_hears_the_same_news_and_can_show_a_guest_the_cards_in_hand(postgres_database):
    async def play() -> None:
        async with _processes(postgres_database, 2, "massachusetts") as (one, two):
            heard: list[object] = []
            two.house.listen(lambda news: heard.extend(news.events) if news.stream == two.table.stream else None)
            await _seat(one, 5)
            await _until(lambda: one.table.state.phase is Phase.BETTING)
            assert (await one.table.command(place(5, "player", 20_00), "w")).ok
            shown: dict[int, str] = {}

            def held() -> bool:
                shown.update(two.table.held_cards(guest(5)))
                return bool(shown)

            one.time_passes()  # no more bets
            await _until(held)
            await _until(lambda: one.table.state.coup_no == 2, passing=one)
            await _until(lambda: two.table.state.coup_no == 2)
            turned = one.table.state.shown
            assert all(turned[position] == card for position, card in shown.items())
            assert await replayed(two.table) == one.table.state or two.table.version != one.table.version
            kept = [event for event in heard if type(event).__name__ == "CardsTurned"]
            assert kept

    asyncio.run(play())


@pytest.mark.control("R19", "R17")
@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_when_the_owner_dies_in_a_round_another_process_plays_on_and_nothing_is_lost(rulebook, postgres_database):
    async def play() -> None:
        guests = Guests()
        async with _processes(postgres_database, 2, rulebook) as (one, two):
            await guests.arrive(one.store, one.table)
            await _until(lambda: one.table.state.phase is Phase.BETTING)
            for seat in range(1, 10):
                assert await guests.send(one.table, plan(1, seat))
            one.time_passes()  # no more bets
            await _until(lambda: one.table.state.phase in (Phase.DEALING, Phase.TURNING))
            before = one.table.state.wagers
            await one.is_long_dead()
            await _until(lambda: two.table.owned)
            assert two.table.state.wagers == before
            await _until(lambda: any("was interrupted" in str(said) for said in two.house.interrupted))
            await _until(lambda: two.table.state.coup_no >= 2, passing=two)
            await audit(two.store, two.table.stream, guests.answers)
            first = plan(1, 1)
            assert (await two.table.command(first.command, first.id)).repeated

    asyncio.run(play())


def test_a_share_that_was_given_to_one_process_is_shown_to_the_next(postgres_database, monkeypatch):
    """The owner dies when it has committed to its order: the guest shows the value to its successor."""
    monkeypatch.setattr("minibac.house.hosted_table.USUAL_SHARE", ShareTimes(HOUR_MS, HOUR_MS))

    async def play() -> None:
        value = "ab" * 32
        async with _processes(postgres_database, 2, share=True) as (one, two):
            await _seat(one, 3)
            await _until(lambda: two.table.state.phase is Phase.SHARES)
            sealed = share_hash(two.table.id, 1, 3, value)
            gives = c.CommitShare(by=guest(3), at=0, seat=3, hash=sealed)
            assert (await two.table.command(gives, "give")).ok
            await _until(lambda: one.table.state.phase is Phase.MIXING)
            order = one.table._vault._dealt
            await one.is_long_dead()
            await _until(lambda: two.table.owned)
            shows = c.RevealShare(by=guest(3), at=0, seat=3, value=value)
            assert (await two.table.command(shows, "show")).ok
            seed = mixing_seed(two.table.state.commitment, {3: value})
            assert two.table._vault._stack == mixed(order, seed)
            assert await replayed(two.table) == two.table.state

    asyncio.run(play())


def test_a_follower_knows_the_stack_that_the_owner_mixed(postgres_database, monkeypatch):
    monkeypatch.setattr("minibac.house.hosted_table.USUAL_SHARE", ShareTimes(HOUR_MS, HOUR_MS))

    async def play() -> None:
        async with _processes(postgres_database, 2, share=True) as (one, two):
            await _seat(one, 3)
            await _until(lambda: one.table.state.phase is Phase.SHARES)
            sealed = share_hash(one.table.id, 1, 3, "ab" * 32)
            assert (await one.table.command(c.CommitShare(by=guest(3), at=0, seat=3, hash=sealed), "give")).ok
            shows = c.RevealShare(by=guest(3), at=0, seat=3, value="ab" * 32)
            assert (await one.table.command(shows, "show")).ok
            await _until(lambda: bool(two.table.state.share_seed))
            await _until(lambda: two.table._vault._stack == one.table._vault._stack != ())

    asyncio.run(play())


def test_an_owner_that_was_only_slow_cannot_write_behind_its_successors_back(postgres_database):
    async def play() -> None:
        async with _processes(postgres_database, 2) as (one, two):
            await _seat(one, 1)
            fence = one.table.fence
            one.house._ownership._closing = True  # it stops renewing, as a process does that hangs
            one.house._ownership._look.set()
            one.leases_run_out()
            await _until(lambda: two.table.owned)
            assert two.table.fence > fence
            old = Write(stream=one.table.stream, after=two.table.version, events=(b'{"event":"x"}',), fence=fence)
            with pytest.raises(Conflict):
                await one.store.append(old)
            answer = await one.table.command(take_seat(2), "late")  # it learns that it is none, and passes it on
            assert answer.ok
            assert not one.table.owned
            assert 2 in two.table.state.seats
            await _until(lambda: two.table.state.phase is Phase.BETTING)  # where it waits for wagers
            head = (await two.store.version(two.table.stream)).version
            assert two.table.version == head

    asyncio.run(play())


def test_a_house_that_closes_gives_its_tables_to_the_next_at_once(postgres_database):
    async def play() -> None:
        async with _processes(postgres_database, 2) as (one, two):
            await _seat(one, 1)
            await one.house.close()
            await _until(lambda: two.table.owned)
            assert (await two.table.command(take_seat(2), "next")).ok

    asyncio.run(play())


def test_a_note_outlives_its_owner_and_the_next_owner_answers_it(postgres_database):
    """The command waits while nobody owns the table; it is carried out once."""

    async def play() -> None:
        async with _processes(postgres_database, 2) as (one, two):
            await _seat(one, 1)
            await one.dies()
            sent = asyncio.create_task(two.table.command(take_seat(2), "waits"))
            answer = await sent
            assert answer.ok
            assert two.table.owned
            assert (await two.table.command(take_seat(2), "waits")).repeated

    asyncio.run(play())


def test_a_copy_of_a_command_that_was_refused_is_not_carried_out_when_it_arrives_later(postgres_database):
    """A guest sent a wager, heard nothing, sent it again elsewhere and was refused; the first one was still on its way.
    One that nobody waits for any more is not carried out either, and an accepted one is answered as it was."""

    async def play() -> None:
        async with _processes(postgres_database, 2) as (one, two):
            await _seat(one, 3)
            given_at = one.clock()
            wager = replace(place(3, "banker", 20_00), at=given_at)
            refused = await one.table.command(wager, "w")
            assert refused.refusal is not None
            await _until(lambda: one.table.state.phase is Phase.BETTING)
            late = await two.table._elsewhere(wager, "w")
            assert late.refusal is not None
            one.clock.ahead += 60_000
            later = await two.table._elsewhere(wager, "nobody waits for it")
            assert later.refusal is not None
            assert not one.table.state.wagers
            accepted = await one.table.command(wager, "another")
            assert accepted.ok
            assert (await two.table._elsewhere(wager, "another")).version == accepted.version

    asyncio.run(play())


def test_a_follower_knows_nothing_that_it_has_not_told(postgres_database):
    """Whoever comes in at a process that reads on is welcomed with a view, and what is told next goes on from there."""

    async def play() -> None:
        async with _processes(postgres_database, 2) as (one, two):
            told, seal, seen = [0], two.store.seal, []
            two.house.listen(lambda news: told.append(news.version) if news.stream == two.table.stream else None)

            async def slow_seal(name: str) -> bytes | None:
                await asyncio.sleep(0.05)
                seen.append((two.table.version, told[-1]))
                return await seal(name)

            await _until(lambda: two.table.version == one.table.version)
            two.store.seal = slow_seal  # type: ignore[method-assign]
            await _seat(one, 1)
            await _until(lambda: bool(seen))
            assert [known for known, said in seen if said and known != said] == []

    asyncio.run(play())


def test_the_successor_opens_the_sealed_shoe(postgres_database):
    async def play() -> None:
        async with _processes(postgres_database, 2) as (one, two):
            await _seat(one, 1)
            await _until(lambda: one.table.state.phase is Phase.BETTING)
            dealt = one.table._vault._dealt
            assert await two.store.seal(seal_name(two.table.stream, 1)) is not None
            await one.is_long_dead()
            await _until(lambda: two.table.owned)
            assert two.table._vault._dealt == dealt
            await _until(lambda: not two.table.state.seats[1].connected)
            connected = c.SayConnection(by=THE_HOUSE, at=0, seat=1, connected=True)
            await two.table.command(connected, "")
            await _until(lambda: two.table.state.coup_no >= 2, passing=two)

    asyncio.run(play())


def test_a_cut_in_the_moment_of_a_takeover_is_a_cut_of_the_vault_too(postgres_database):
    """The successor opens the seals first and decides afterwards: a vault of before the cut would deal other cards."""

    async def play() -> None:
        patient = replace(FAST, timing=replace(FAST.timing, cut_ms=HOUR_MS))
        async with _processes(postgres_database, 2, settings=patient) as (one, two):
            await _seat(one, 1)
            await _until(lambda: one.table.state.phase is Phase.CUT_OFFER)
            assert (await one.table.command(c.AnswerCut(by=guest(1), at=0, accept=True), "takes it")).ok
            order = one.table._vault._dealt
            await _until(lambda: two.table._vault._dealt == order and two.table.version == one.table.version)
            opening, opened, seal = asyncio.Event(), asyncio.Event(), two.store.seal

            async def slow_seal(name: str) -> bytes | None:
                opening.set()
                await asyncio.sleep(0.3)
                try:
                    return await seal(name)
                finally:
                    opened.set()

            two.store.seal = slow_seal  # type: ignore[method-assign]
            await one.is_long_dead()
            await opening.wait()
            assert (await two.table.command(c.CutStack(by=guest(1), at=0, position=100), "cuts")).ok
            await _until(lambda: two.table.state.phase is Phase.BETTING)
            await opened.wait()
            await _until(lambda: bool(two.house.interrupted))  # the takeover is over
            assert two.table._vault._dealt == (*order[100:], *order[:100])

    asyncio.run(play())


def test_guests_of_a_process_that_dies_are_gone_at_the_tables_of_the_others_too(postgres_database):
    """Their seats are kept for a while, and not for ever; a guest who has a page elsewhere stays."""

    async def play() -> None:
        async with _processes(postgres_database, 2) as (one, two):
            await _seat(two, 3)
            await _seat(one, 5)
            one.house.present = lambda _, person: person == "guest-5"
            await _until(lambda: len(one.house._ownership._living) == 2)
            assert one.table.owned
            assert one.table.state.seats[3].connected
            await two.dies()
            await _until(lambda: not one.table.state.seats[3].connected)
            assert one.table.state.seats[5].connected

    asyncio.run(play())


def test_a_training_table_of_one_process_is_there_in_the_other_and_goes_with_it(postgres_database):
    async def play() -> None:
        async with _processes(postgres_database, 2) as (one, two):
            made = await two.house.add_training_table(
                "massachusetts", {"tie_odds": "9"}, name="T", by="x", timing=None, depth=None
            )
            assert isinstance(made, HostedTable)
            await _until(lambda: made.id in one.house.tables)
            assert one.house.tables[made.id].state == made.state
            assert (await one.house.tables[made.id].command(take_seat(4), "sit")).ok
            await _until(lambda: 4 in made.state.seats)
            await two.house.remove_table(made.id)
            await _until(lambda: made.id not in one.house.tables)

    asyncio.run(play())


def test_a_process_that_dies_before_it_has_opened_a_stream_keeps_nobody_waiting(postgres_database):
    """It held the leases and wrote nothing: the next one opens the house as soon as they have run out."""

    async def play() -> None:
        store = await PostgresStore.open(postgres_database)
        for stream in ("house", "pit/main", "table/s42-1"):
            assert await store.claim(stream, "a process that died", 700)
        await store.close()
        async with _processes(postgres_database, 1) as (one,):
            assert one.table.owned
            assert one.house.own.exists
            assert next(iter(one.house.pits.values())).exists

    asyncio.run(play())


@pytest.mark.control("R25")
def test_a_process_that_takes_a_table_over_deals_on_nothing_that_was_changed(postgres_database):
    async def play() -> None:
        async with _processes(postgres_database, 2) as processes:
            owner, other = sorted(processes, key=lambda process: not process.table.owned)
            await _seat(owner, 1)
            await owner.dies()
            alter(postgres_database, "UPDATE balances SET cents = cents + 100 WHERE account = 'seat/1/chips'")
            owner.leases_run_out()
            await _until(lambda: not other.house.tables)
            fault = other.house.broken["table/s42-1"]
            assert str(fault.said) == "the balance of seat/1/chips is $1,001.00 instead of $1,000.00"
            assert "table/s42-1" not in await other.store.leases()

    asyncio.run(play())
