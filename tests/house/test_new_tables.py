"""A house file with another table in it, or with other choices, and what the running house does with it."""

import asyncio
from typing import Any

import pytest

from minibac.houses.house import House, read_house
from minibac.machine.roles import Actor, Role
from minibac.pits import pit_commands as pc
from minibac.records.memory import MemoryStore
from minibac.records.upcast import read_event
from minibac.rules.refusal import Code
from minibac.table import events as e
from minibac.table.timing import USUAL_SHARE
from tests.house.hosting import Hands, hosting
from tests.rules.houses import NOW, change, house
from tests.sightings import Sightings

BOSS, EYE = Actor("Bo", Role.PIT_BOSS), Actor("Eve", Role.SURVEILLANCE)
HALF_AN_HOUR_MS = 30 * 60_000


def read(document: dict[str, Any]) -> House:
    found = read_house(document, "house.toml", NOW)
    assert isinstance(found, House), found
    return found


def with_another() -> House:
    document = house("section-42")
    document["tables"]["s42-2"] = document["tables"]["s42-1"]
    return read(document)


@pytest.mark.clause("s42/j/3/ii")
def test_a_table_that_is_new_in_the_file_opens_when_surveillance_has_known_it_for_half_an_hour(saw: Sightings) -> None:
    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        async with hosting(store, houses=[read(house("section-42"))], hands=hands) as desk:
            pit = desk.house.pits["main"]
            order = {"settlement_order": pit.state.options["settlement_order"]}
            assert (await pit.command(pc.GiveNotice(by=BOSS, at=0, options=order, text="table s42-2"))).ok
            assert (await pit.command(pc.ReceiveNotice(by=EYE, at=0, notice=1))).ok
        hands.now += HALF_AN_HOUR_MS
        async with hosting(store, houses=[with_another()], hands=hands) as desk:
            assert sorted(desk.house.tables) == ["s42-1", "s42-2"]
            assert desk.house.not_taken == ()
            saw(desk.house.pits["main"].machine.read((await desk.house.pits["main"].lines())[-1].bytes))

    asyncio.run(play())


@pytest.mark.clause("s42/j/3/ii", breaks=True)
def test_a_table_that_surveillance_does_not_know_of_stays_closed(saw: Sightings) -> None:
    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        async with hosting(store, houses=[read(house("section-42"))], hands=hands) as desk:
            assert list(desk.house.tables) == ["s42-1"]
        async with hosting(store, houses=[with_another()], hands=hands) as desk:
            assert list(desk.house.tables) == list(desk.house.pits["main"].state.tables) == ["s42-1"]
            (refusal,) = desk.house.not_taken
            assert refusal.code is Code.NO_NOTICE
            assert "table s42-2 stays closed" in refusal.sentence
            assert await store.version("table/s42-2") == (0, await _genesis(store))
            saw(desk.house.not_taken)

    asyncio.run(play())


async def _genesis(store: MemoryStore) -> Any:
    return (await store.version("table/nobody")).head


@pytest.mark.clause("s42/c/5", "s42/j/3/ii", breaks=True)
def test_a_file_that_was_changed_changes_no_table_that_plays(saw: Sightings) -> None:
    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        low = change(house("section-42"), {"T.options.vigorish_rate": "4%"})
        async with hosting(store, houses=[read(low)], hands=hands):
            pass
        other = change(low, {"T.options.vigorish_rate": "5%", "pits.main.settlement_order": "i"})
        async with hosting(store, houses=[read(other)], hands=hands) as desk:
            options = desk.house.tables["s42-1"].state.rules.options
            assert (options["vigorish_rate"], options["settlement_order"]) == ("4%", "iv")
            (refusal,) = desk.house.not_taken
            assert "plays on as its log has it" in refusal.sentence
            saw(desk.house.not_taken)

    asyncio.run(play())


def test_what_a_file_has_otherwise_than_the_log_of_a_table_is_told() -> None:
    """Nobody believes that guests have to be older now, or that ties pay more, because the file says so."""

    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        first = change(house("section-42"), {"eligibility.minimum_age": 18, "T.limits.tie.maximum_cents": 50_000})
        async with hosting(store, houses=[read(first)], hands=hands):
            pass
        async with hosting(store, houses=[read(first)], hands=hands) as desk:
            assert desk.house.not_taken == ()
        other = change(house("section-42"), {"T.options.tie_odds": 9, "T.options.vigorish_rate": "4%"})
        async with hosting(store, houses=[read(other)], hands=hands) as desk:
            assert desk.table().state.rules.options["tie_odds"] == 8
            assert desk.table().state.minimum_age == 18
            (told,) = desk.house.not_taken
            assert told.clauses == ()
            assert "table s42-1 plays on as its log has it" in told.sentence
            for what in ("tie_odds", "vigorish_rate", "limits", "minimum_age"):
                assert what in told.sentence, told.sentence
        elsewhere = house("seneca")
        elsewhere["tables"] = {"s42-1": elsewhere["tables"].pop("sen-1")}
        async with hosting(store, houses=[read(elsewhere)], hands=hands) as desk:
            assert desk.house.tables["s42-1"].state.rules.rulebook.id == "section-42"
            assert any("has rulebook otherwise" in refusal.sentence for refusal in desk.house.not_taken)

    asyncio.run(play())


def test_a_house_gives_guests_a_share_in_the_shuffle_from_its_next_start_on_and_takes_it_back() -> None:
    """It says so in the log where that changes, and nowhere else."""

    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        for shared, said in (
            (False, []),
            (True, [True]),
            (True, [True]),
            (False, [True, False]),
            (False, [True, False]),
        ):
            document = house("section-42")
            document["tables"]["s42-1"] |= {"guests_share": shared}
            async with hosting(store, houses=[read(document)], hands=hands) as desk:
                table = desk.table()
                events = [read_event(line.bytes) for line in await table.lines()]
                stated = [event.times is not None for event in events if isinstance(event, e.ShareStated)]
                assert stated == said
                assert (table.state.share == USUAL_SHARE) == shared

    asyncio.run(play())


def two_pits() -> dict[str, Any]:
    """Two pits that settle by different procedures, each with a table, and a second table in the first pit."""
    document = house("section-42")
    document["pits"]["south"] = document["pits"]["main"] | {"name": "South", "settlement_order": "i"}
    first = document["tables"]["s42-1"]
    document["tables"] |= {"s42-2": first | {"pit": "south"}, "s42-3": dict(first)}
    return document


@pytest.mark.clause("s42/j/3/i", breaks=True)
def test_a_file_moves_no_table_into_a_pit_that_settles_otherwise(saw: Sightings) -> None:
    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        document = two_pits()
        async with hosting(store, houses=[read(document)], hands=hands) as desk:
            pit = desk.house.pits["south"]
            assert (await pit.command(pc.GiveNotice(by=BOSS, at=0, options={"settlement_order": "i"}, text="s42-3"))).ok
            assert (await pit.command(pc.ReceiveNotice(by=EYE, at=0, notice=1))).ok
        hands.now += HALF_AN_HOUR_MS
        document["tables"]["s42-3"]["pit"] = "south"
        async with hosting(store, houses=[read(document)], hands=hands) as desk:
            assert desk.house.tables["s42-3"].pit == "main"
            assert desk.house.tables["s42-3"].state.rules.options["settlement_order"] == "iv"
            assert list(desk.house.pits["south"].state.tables) == ["s42-2"]
            told = next(refusal for refusal in desk.house.not_taken if "in the pit main" in refusal.sentence)
            assert told.code is Code.DIFFERS_FROM_PIT
            saw(told)

    asyncio.run(play())


@pytest.mark.clause("s42/j/3/i", breaks=True)
def test_a_table_stays_closed_whose_pit_has_another_name_and_another_procedure_now(saw: Sightings) -> None:
    """A pit that is new in the file opens as the file says, and its tables play on as their logs have it."""

    async def play() -> None:
        store, hands = MemoryStore(), Hands()
        document = two_pits()
        async with hosting(store, houses=[read(document)], hands=hands):
            pass
        document["pits"]["hall"] = document["pits"].pop("main") | {"settlement_order": "i"}
        document["tables"]["s42-1"]["pit"] = document["tables"]["s42-3"]["pit"] = "hall"
        document["tables"]["s42-4"] = dict(document["tables"]["s42-1"])
        async with hosting(store, houses=[read(document)], hands=hands) as desk:
            assert sorted(desk.house.tables) == ["s42-2", "s42-4"]
            closed = [refusal for refusal in desk.house.not_taken if "stays closed" in refusal.sentence]
            assert [refusal.code for refusal in closed] == [Code.DIFFERS_FROM_PIT, Code.DIFFERS_FROM_PIT]
            saw(closed)
        document["pits"]["hall"]["settlement_order"] = "iv"
        async with hosting(store, houses=[read(document)], hands=hands) as desk:
            assert sorted(desk.house.tables) == ["s42-2", "s42-4"], "the pit has its procedure in its own log"

    asyncio.run(play())
