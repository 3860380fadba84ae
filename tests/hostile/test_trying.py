"""Hostile requests and messages in small; ``python3 go.py campaign fuzz`` has five million."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from minibac.server import live, routes_pits
from tests.hostile.trying import BrokenError, Trial


async def tried(inputs: int, seed: int, then: Callable[[], None] = lambda: None) -> Trial:
    """``then`` is done when the house is open."""
    trial, dice = Trial(), Random(seed)
    await trial.open()
    then()
    try:
        for _ in range(inputs):
            await trial.take(dice.randbytes(dice.randrange(8, 400)))
        await trial.whole()
    finally:
        await trial.close()
    return trial


def test_every_role_tries_hostile_things_and_is_answered():
    trial = asyncio.run(tried(1_500, seed=0))
    assert trial.counted["requests"] + trial.counted["messages"] > 1_450
    assert sum(name.startswith("as ") for name in trial.counted) >= 18
    assert {200, 400, 401, 403, 404, 405, 409} <= trial.statuses.keys()


@pytest.mark.parametrize(("where", "name", "told"), [(live, "read_command", "1011"), (routes_pits, "_read", "500")])
def test_a_fault_of_the_program_ends_the_trial(monkeypatch, where, name, told):
    """Nobody outside hears more of it than that it is the house's; the log has all of it."""

    def broken(*_: object) -> None:
        raise KeyError("a mistake of ours")

    with pytest.raises(BrokenError, match=told):
        asyncio.run(tried(4_000, 1, lambda: monkeypatch.setattr(where, name, broken)))
