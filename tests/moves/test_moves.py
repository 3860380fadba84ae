"""A little of the campaign ``moves``: ownership moves in a house of two and of three processes while guests play."""

import asyncio

import pytest

from tests.moves.moving import play
from tests.postgres import Server


@pytest.mark.parametrize(("processes", "moves"), [(2, ("stop", "start", "restart-immediate")), (3, ("kill", "pause"))])
def test_after_a_move_of_ownership_balances_are_the_ledger_and_everybody_plays_on(
    processes: int, moves: tuple[str, ...], postgres: Server
) -> None:
    # A lease so long that an owner on a busy machine stays the owner.
    done = asyncio.run(play(postgres, processes, 1, moves, backup_every=2, lease_ms=5_000))
    assert done["backup"] == 1
    assert done["acknowledged"] > 0
