"""Commands that wait at a table at the same moment: one commit, one piece of news, and each counts once."""

import asyncio
from typing import Any

import pytest

from minibac.house.news import News
from minibac.records.memory import MemoryStore
from minibac.records.store import Overdrawn, StoreError, Write, Written
from minibac.rules.refusal import Code
from minibac.table.state import Phase
from tests.house.hosting import STORES, Desk, hosting, open_store, place, replayed

SEATS = tuple(range(1, 10))


async def _at_once(desk: Desk, *commands: Any) -> list[Any]:
    table = desk.table()
    return await asyncio.gather(*(table.command(command, f"c{number}") for number, command in enumerate(commands)))


@pytest.mark.control("R22")
@pytest.mark.parametrize("kind", STORES)
def test_wagers_of_a_whole_table_are_told_together_and_each_has_its_answer(kind, tmp_path, request):
    async def play() -> None:
        async with open_store(kind, tmp_path, request) as store, hosting(store) as desk:
            table = desk.table()
            await desk.seat(table, *SEATS)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            before, news = table.version, len(desk.news)
            answers = await _at_once(desk, *(place(seat, "banker", 50_00) for seat in SEATS))
            assert [answer.version for answer in answers] == list(range(before + 1, before + 10))
            told = [found for found in desk.news[news:] if found.stream == table.stream]
            assert 1 <= len(told) < len(SEATS)
            assert [len(found.events) for found in told][-1] > 1
            assert sum(len(found.events) for found in told) == len(SEATS)
            assert told[-1].version == table.version
            again = await _at_once(desk, *(place(seat, "banker", 50_00) for seat in SEATS))
            assert [(answer.version, answer.repeated) for answer in again] == [(a.version, True) for a in answers]
            assert await replayed(table) == table.state
            assert len(table.state.wagers) == len(SEATS)

    asyncio.run(play())


def test_a_refusal_among_them_is_the_refusal_it_would_be_alone():
    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            await desk.seat(table, 1, 2, 3)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            commands = [place(1), place(2, "banker", 7), place(3), place(2), place(1, "banker", 10**9)]
            answers = await _at_once(desk, *commands)
            assert [answer.ok for answer in answers] == [True, False, True, True, False]
            assert answers[1].refusal.clause
            assert sorted(seat for seat, _ in table.state.wagers) == [1, 2, 3]
            assert await replayed(table) == table.state

    asyncio.run(play())


class Picky(MemoryStore):
    """A store that does not take one of the writes: the first time, or ever."""

    refused: StoreError | None = None
    at = ""
    once = True

    async def append(self, write: Write) -> Written:
        if self.refused is not None and write.command == self.at:
            error, self.refused = self.refused, None if self.once else self.refused
            raise error
        return await super().append(write)


@pytest.mark.control("R22")
@pytest.mark.parametrize("once", [True, False], ids=["the first time", "ever"])
def test_what_follows_a_write_that_was_not_kept_is_decided_again(once):
    """The state is never one that is not on disk: those after it are decided anew, and nobody is told what was not."""

    async def play() -> None:
        store = Picky()
        async with hosting(store) as desk:
            table = desk.table()
            await desk.seat(table, *SEATS)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            store.refused, store.at, store.once = Overdrawn("seat/4/chips", -1), "c3", once

            def told(news: News) -> None:
                assert len(store._lines[news.stream]) >= news.version

            desk.house.listen(told)
            before = table.version
            answers = await _at_once(desk, *(place(seat, "banker", 50_00) for seat in SEATS))
            assert [answer.ok for answer in answers] == [seat != 4 or once for seat in SEATS]
            kept = [answer.version for answer in answers if answer.ok]
            assert kept == list(range(before + 1, before + 1 + len(kept)))
            if not once:
                assert answers[3].refusal.code is Code.NOT_ENOUGH_CHIPS
            assert await replayed(table) == table.state
            assert sorted(seat for seat, _ in table.state.wagers) == [s for s in SEATS if s != 4 or once]

    asyncio.run(play())


def test_a_command_that_breaks_harms_none_of_the_others(caplog):
    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            await desk.seat(table, 1, 2, 3)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            commands = [place(1), place(2, "banker", None), place(3)]  # type: ignore[arg-type]
            table_answers = await asyncio.gather(
                *(table.command(command, f"c{number}") for number, command in enumerate(commands)),
                return_exceptions=True,
            )
            assert isinstance(table_answers[1], TypeError)
            assert sorted(seat for seat, _ in table.state.wagers) == [1, 3]
            assert await replayed(table) == table.state
            assert (await table.command(place(2), "again")).ok

    asyncio.run(play())
    assert "failed" in caplog.text
