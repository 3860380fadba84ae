"""A house keeps so many exams: a class of any size begins the next one, and nobody else fills the room for it."""

import asyncio
from itertools import count

import pytest

from minibac.house import exam_room
from minibac.house.exam_room import END, ExamRoom, KeptExam, KeptStep, SatExam, performance
from minibac.house.premises import Premises
from minibac.house.settings import Settings
from minibac.records.memory import MemoryStore
from minibac.rules.refusal import Refusal
from minibac.school.record import DAY_S
from minibac.school.scenario import Scenario, load_scenario, read_scenario

SCENARIO = "first-rounds-seneca"


class Room:
    """A room whose clock is ahead by a minute with each exam."""

    def __init__(self) -> None:
        times = count(1_000, 60_000)
        self.exams = ExamRoom(Premises(MemoryStore(), Settings(), bytes(32)), lambda: next(times))

    async def begins(self, who: str, *, learns: bool = True, over: bool = False) -> str:
        async def noted(exam: KeptExam, rulebook: str) -> int:
            del exam, rulebook
            return 1

        begun = await self.exams.open(SCENARIO, who, "7", noted if learns else None)
        if isinstance(begun, Refusal):
            return begun.sentence
        if over:
            await self.exams.step(begun.id, END)
        return begun.id

    async def kept(self) -> set[str]:
        return {one.id for one in await self.exams.every()}


@pytest.fixture(autouse=True)
def small_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exam_room, "MOST", 4)
    monkeypatch.setattr(exam_room, "MOST_OF_OTHERS", 2)


def test_in_a_full_room_the_oldest_exam_that_is_over_goes() -> None:
    async def check() -> None:
        room = Room()
        going_on = await room.begins("t-0001")
        over = [await room.begins(f"t-000{number}", over=True) for number in (2, 3, 4)]
        begun = await room.begins("t-0005")
        assert await room.kept() == {going_on, *over[1:], begun}

    asyncio.run(check())


def test_who_is_no_trainee_keeps_no_trainee_out() -> None:
    async def check() -> None:
        room = Room()
        guests = [await room.begins(f"g-{number}", learns=False) for number in (1, 2)]
        assert "too many exams" in await room.begins("g-3", learns=False)
        learning = [await room.begins(f"t-000{number}") for number in (1, 2)]
        assert await room.kept() == {*guests, *learning}
        learning.append(await room.begins("t-0003"))
        assert await room.kept() == {guests[1], *learning}, "the oldest of who is none goes, dealt to its end or not"
        learning.append(await room.begins("t-0004"))
        assert await room.kept() == set(learning)
        assert "too many exams" in await room.begins("t-0005"), "no exam of a trainee that goes on is taken away"
        assert await room.kept() == set(learning)

    asyncio.run(check())


def test_an_exam_that_was_left_lying_is_noted_with_a_day() -> None:
    scenario = load_scenario(SCENARIO)
    assert isinstance(scenario, Scenario)
    steps = (KeptStep(2_000, "deal p"), KeptStep(3_000 * DAY_S, END))
    sat = SatExam(KeptExam("e", SCENARIO, "7", "t-0001", 1_000, steps=steps), scenario)
    result = sat.audition.result()
    assert result.seconds > DAY_S
    tried = performance(result)
    assert (tried.seconds, len(tried.faults)) == (DAY_S, 1), "its mistakes are not left out of the record"


def test_who_lets_the_time_pass_has_dealt_nothing() -> None:
    waited = read_scenario(
        'format = "minibac-scenario/1"\nname = "n"\nrulebook = "seneca"\nminutes = 1\n[[guest]]\nseat = 2\n', "n.toml"
    )
    assert isinstance(waited, Scenario)
    steps = (KeptStep(70_000, "wait"),)
    result = SatExam(KeptExam("e", "n", "7", "t-0001", 1_000, steps=steps), waited).audition.result()
    assert (result.finished, result.coups, result.faults) == (True, 0, ())
    assert [str(why) for why in result.failed_for] == ["no round was dealt"]
