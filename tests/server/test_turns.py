"""Requests that come together begin by turns, so that the network is looked at in between."""

import asyncio

from minibac.server.turns import AT_ONCE, Turns


def test_no_more_than_a_few_begin_at_once() -> None:
    async def run() -> None:
        turns, begun = Turns(), []

        async def request(number: int) -> None:
            await turns.turn()
            begun.append(number)

        crowd = [asyncio.create_task(request(number)) for number in range(50)]
        await asyncio.sleep(0)
        crowd[20].cancel()
        before = len(begun)
        while not all(task.done() for task in crowd):
            await asyncio.sleep(0)
            assert len(begun) - before <= AT_ONCE
            before = len(begun)
        assert begun == [number for number in range(50) if number != 20]
        await turns.turn()  # nobody waits, and nobody is made to

    asyncio.run(run())
