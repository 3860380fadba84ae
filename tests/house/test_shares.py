"""Several processes share the tables: who joins gets some, between two coups; who goes leaves all of them, at once."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from minibac.house.open_house import OpenHouse
from minibac.house.shares import processes, to_give
from minibac.records.upcast import read_event
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import crew
from minibac.table.phases import COUP_PHASES
from minibac.table.state import Phase
from tests.house.hosting import grant, guest, place, take_seat
from tests.house.processes import HOUR_MS, SETTINGS, several

PATIENCE_S = 60


async def until(wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not wanted():
        assert time.monotonic() < end, "it did not come to that"
        await asyncio.sleep(0.005)


def owned(house: OpenHouse) -> int:
    return sum(table.owned for table in house.tables.values())


async def sit(house: OpenHouse, table: str, seat: int) -> None:
    found = house.tables[table]
    await grant(house.store, f"guest-{seat}", 10_000_00)
    for command in (take_seat(seat), c.BuyIn(by=guest(seat), at=0, seat=seat, cents=10_000_00, transfer="")):
        answer = await found.command(command, f"{type(command).__name__}-{seat}")
        assert answer.ok, answer.refusal


@pytest.mark.control("R22")
def test_a_process_that_joins_gets_its_share_and_no_command_is_lost(postgres_database: str) -> None:
    """Guests wager and take back at both processes all the while; each command that was accepted is in the log once."""

    async def play() -> None:
        async with several(postgres_database) as made:
            one = await made.start("one")
            assert owned(one) == 4
            tables = tuple(one.tables)
            for number, table in enumerate(tables):
                await sit(one, table, number + 1)
            await until(lambda: all(table.state.phase is Phase.BETTING for table in one.tables.values()))
            sent: Counter[str] = Counter()
            houses = [one]
            enough = asyncio.Event()

            async def wager(table: str, seat: int) -> None:
                while not enough.is_set():
                    sent[table] += 1
                    house = houses[sent[table] % len(houses)]
                    takes = c.WithdrawWager(by=guest(seat), at=0, seat=seat, wager="banker", cents=20_00)
                    command = place(seat, "banker", 20_00) if sent[table] % 2 else takes
                    answer = await house.tables[table].command(command, f"w-{sent[table]}")
                    assert answer.ok, answer.refusal

            wagering = [asyncio.create_task(wager(table, number + 1)) for number, table in enumerate(tables)]
            two = await made.start("two")
            houses.append(two)
            await until(lambda: owned(one) == owned(two) == 2)
            more = sent.total() + 40
            await until(lambda: sent.total() >= more or any(task.done() for task in wagering))
            enough.set()
            await asyncio.gather(*wagering)
            for name in tables:
                events = [read_event(line.bytes) async for line in one.store.read(f"table/{name}")]
                assert sum(isinstance(event, e.WagerPlaced | e.WagerWithdrawn) for event in events) == sent[name]
                said = [event for event in events if isinstance(event, e.ConnectionSaid)]
                assert not said, "nobody lost a connection because a table changed hands"
            assert not two.interrupted
            three = await made.start("three")
            await until(lambda: sorted(map(owned, (one, two, three))) == [1, 1, 2])

    asyncio.run(play())


def test_a_round_does_not_change_hands(postgres_database: str) -> None:
    async def play() -> None:
        async with several(postgres_database) as made:
            one = await made.start("one", ("section-42", "massachusetts"))
            empty, played = one.tables.values()
            await sit(one, played.id, 3)
            await until(lambda: played.state.phase is Phase.BETTING)
            assert (await played.command(place(3, "player", 20_00), "w")).ok
            assert (await played.give(c.CallNoMoreBets(by=crew(played.state).caller, at=0))).ok
            await until(lambda: played.state.phase is Phase.TURNING)  # the guest has the cards, and an hour for them
            assert played.state.phase in COUP_PHASES
            two = await made.start("two", ("section-42", "massachusetts"))
            await until(lambda: two.tables[empty.id].owned)
            assert (played.owned, empty.owned) == (True, False)

    asyncio.run(play())


def test_a_process_that_goes_hands_its_tables_on_without_anybody_looking(postgres_database: str) -> None:
    """Nobody looks at the leases for an hour, so only what the process that goes says itself can bring this about."""

    async def play() -> None:
        slow = replace(SETTINGS, lease_ms=HOUR_MS, renew_ms=HOUR_MS)
        async with several(postgres_database, slow) as made:
            one, two = await made.start("one"), await made.start("two")
            await until(lambda: "two" in processes_seen(two))
            table = next(iter(one.tables))
            await sit(two, table, 5)
            await until(lambda: one.tables[table].state.phase is Phase.BETTING)
            await until(lambda: two.tables[table].state.phase is Phase.BETTING)
            await one.close()
            await until(lambda: owned(two) == 4)
            await until(lambda: two.own.owned and all(pit.owned for pit in two.pits.values()))
            assert (await two.tables[table].command(place(5, "banker", 20_00), "w")).ok
            assert two.tables[table].state.seats[5].connected
            assert not two.interrupted

    asyncio.run(play())


def processes_seen(house: OpenHouse) -> str:
    return house._ownership._place and house.premises.owner


def test_only_whoever_owns_most_gives_and_it_ends() -> None:
    """Whatever the shares are, giving ends with shares that differ by one at most."""
    names = ("a", "b", "c", "d")
    for counts in ((9, 0, 0, 0), (5, 5, 0, 0), (0, 1, 2, 30), (3, 3, 3, 3), (1, 0, 0, 0), (7, 6, 5, 0)):
        owners = {f"{name}{number}": name for name, count in zip(names, counts, strict=True) for number in range(count)}
        given: list[tuple[str, str]] = []
        for _ in range(50):
            given = [
                pair
                for me in names
                for pair in to_give(me, names, dict(owners), [table for table, owner in owners.items() if owner == me])
            ]
            if not given:
                break
            owners.update(given)
        assert not given
        shares = Counter(owners.values())
        assert max(shares.values()) - min(shares[name] for name in names) <= 1


def test_processes_are_known_by_their_leases() -> None:
    leases = {"table/1": "a", "process/2": "b", "process/1": "a", "lock/door": "c"}
    assert processes(leases) == ("a", "b")
