"""Printed numbers are there once in the house, though each pit has its own log and a process reads the others' late."""

import asyncio

import pytest

from minibac.house.news import Answer
from minibac.house.open_house import OpenHouse
from minibac.houses.house import sample_house
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.pits import house_commands as hc
from minibac.pits import pit_commands as pc
from minibac.records.memory import MemoryStore
from minibac.rules.rulebook import RULEBOOKS
from tests.house.hosting import KEY
from tests.house.processes import SETTINGS, several

BOOKS = Actor("books", Role.ACCOUNTING)
ROUNDS = 12


async def _accounting(house: OpenHouse) -> None:
    own = house.own
    for command in (
        hc.AdmitPerson(by=THE_HOUSE, at=0, person=BOOKS.id, name="Ada"),
        hc.GrantRole(by=THE_HOUSE, at=0, person=BOOKS.id, role=BOOKS.role),
        hc.StartProfile(by=THE_HOUSE, at=0, person=BOOKS.id, role=BOOKS.role),
    ):
        answer = await own.command(command)
        assert answer.ok, answer.refusal


async def _at_once(number: int, *houses: OpenHouse) -> list[Answer]:
    """The same numbers for every pit, asked for at the same moment at each of these processes in turn."""
    asked = []
    for place, pit in enumerate(houses[0].own.state.pits_with_days):
        command = pc.RegisterSeries(by=BOOKS, at=0, kind="fill", prefix=f"F{number}", first=1, last=50)
        asked.append(houses[place % len(houses)].pits[pit].command(command, f"{pit} {number}"))
    return await asyncio.gather(*asked)


def _once(answers: list[Answer]) -> None:
    assert len(answers) > 1
    assert sum(answer.ok for answer in answers) == 1, "one pit has them"
    for answer in answers:
        if answer.refusal:
            assert "each is printed once in the house" in answer.refusal.sentence
            assert answer.refusal.clause


@pytest.mark.control("R36")
def test_pits_that_ask_for_the_same_numbers_at_the_same_moment() -> None:
    async def play() -> None:
        houses = [sample_house(book) for book in RULEBOOKS]
        house = await OpenHouse.open(MemoryStore(), houses, settings=SETTINGS, key=KEY)
        await _accounting(house)
        for number in range(ROUNDS):
            _once(await _at_once(number, house))
        _once_entered(house)
        await house.close()

    asyncio.run(play())


def _once_entered(house: OpenHouse) -> None:
    entered = [each.prefix for pit in house.pits.values() if pit.exists for each in pit.state.series]
    assert sorted(entered) == sorted({f"F{number}" for number in range(ROUNDS)})


@pytest.mark.control("R36", "R22")
def test_pits_of_two_processes_that_ask_for_the_same_numbers(postgres_database: str) -> None:
    async def play() -> None:
        async with several(postgres_database) as made:
            one, two = await made.start("one"), await made.start("two")
            await _accounting(one)
            for number in range(ROUNDS):
                _once(await _at_once(number, one, two))
            for pit in one.pits.values():
                await pit.follow()
            _once_entered(one)
            again = pc.RegisterSeries(by=BOOKS, at=0, kind="credit", prefix=" f0 ", first=50, last=60)
            holds = next(pit.id for pit in one.pits.values() if any(s.prefix == "F0" for s in pit.state.series))
            other = next(pit for pit in two.own.state.pits_with_days if pit != holds)
            no = (await two.pits[other].command(again, "again")).refusal
            assert no is not None
            assert holds in no.sentence

    asyncio.run(play())
