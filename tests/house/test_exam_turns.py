"""One exam at two processes: whoever sits it at one, an instructor at the other, one step after the other."""

import asyncio

from minibac.house.exam_room import END, ExamRoom, Happening
from minibac.house.premises import Premises
from minibac.house.settings import Settings
from minibac.records.postgres import PostgresStore
from minibac.rules.refusal import Refusal

TRAINEE, TEACHER = "t-0001", "p-0001"
FLOOR, WHISPER = "floor", '{"command": "WhisperNote", "text": "slowly"}'
TURNS = 6


async def sit_together(address: str) -> None:
    stores = [await PostgresStore.open(address) for _ in range(2)]
    one, two = (
        ExamRoom(Premises(store, Settings(), bytes(32), owner=f"{number}-exam"), lambda: 1_000)
        for number, store in enumerate(stores, start=1)
    )
    exam = await one.open("first-rounds-seneca", TRAINEE)
    assert not isinstance(exam, Refusal)
    steps = [one.step(exam.id, FLOOR) for _ in range(TURNS)]
    steps += [two.step(exam.id, WHISPER, TEACHER) for _ in range(TURNS)]
    answers = await asyncio.gather(*steps, *(two.step(exam.id, FLOOR) for _ in range(TURNS)))
    assert all(isinstance(answer, Happening) and answer.refusal is None for answer in answers)
    seen = [await room.find(exam.id) for room in (one, two)]
    for sat in seen:
        assert sat is not None
        assert len(sat.kept.steps) == 3 * TURNS, "none is lost and none taken twice"
        assert [fault.made.number for fault in sat.audition.state.faults] == list(range(1, 2 * TURNS + 1))
        assert len(sat.audition.state.interventions) == TURNS
    first, second = (list(sat.audition.log) for sat in seen if sat)
    assert first == second, "both processes have the same exam"
    ends = await asyncio.gather(*(room.step(exam.id, END) for room in (one, two)))
    assert sorted(isinstance(answer, Refusal) for answer in ends) == [False, True], "it ends once"
    for store in stores:
        await store.close()


def test_steps_of_one_exam_at_two_processes_take_turns(postgres_database: str) -> None:
    asyncio.run(sit_together(postgres_database))
