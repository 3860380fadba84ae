"""Tables for the tests of ``minibac play``: seeded, with a clock that only counts."""

import itertools
from collections.abc import Callable
from random import Random
from typing import Any

from minibac.cli.play import set_up
from minibac.cli.terminal.app import TableApp, open_table
from minibac.cli.terminal.asks import Prompt
from minibac.cli.terminal.game import Game
from minibac.cli.terminal.pace import Pace
from minibac.cli.terminal.setup import Setup
from minibac.machine.roles import Role
from minibac.table.automatic import next_command
from minibac.table.state import Phase

OPTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "section-42": (),
    "section-42 handed": (("deal_mode", "handed"), ("vigorish_collection", "deferred")),
    "section-42 automatic": (("shuffler", "automatic"), ("deal_mode", "tucked"), ("vigorish_type", "tie-25")),
    "section-42 lace": (("finish", "lace"), ("settlement_order", "i")),
    "section-42 continuous": (("shuffler", "continuous"),),
    "massachusetts": (),
    "massachusetts ez": (("vigorish_type", "ez"), ("dragon_bonus", "on"), ("house_money", "on")),
    "seminole": (),
    "seneca": (),
}


def clock() -> Callable[[], int]:
    return itertools.count(1_000_000).__next__


def setup_of(name: str, **options: Any) -> Setup:
    setup = set_up(name.partition(" ")[0], OPTIONS[name], **{"age": 30} | options)
    assert isinstance(setup, Setup), setup
    return setup


def game_of(name: str, seed: int = 1, **options: Any) -> Game:
    return open_table(setup_of(name, **options), seed, clock())


def app_of(name: str, seed: int = 1, **options: Any) -> TableApp:
    return TableApp(setup_of(name, **options), seed=seed, pace=Pace(at_once=True), clock=clock())


def first_answer(ask: Prompt, text: str = "") -> str:
    """The first choice, or what the question gives as an example."""
    return ask.choices[0].value if ask.choices else text or ask.default


def play_rounds(game: Game, rounds: int, wager: Callable[[Game], None], chance: Random) -> None:
    """Be a guest for so many rounds: answer what is asked, turn what is held, wager when it is time."""
    last = game.rounds + rounds
    for _ in range(rounds * 40):
        game.run()
        if game.rounds >= last and game.state.phase is Phase.BETTING:
            return
        if game.ask is not None:
            game.answer(chance.choice(game.ask.choices).value if game.ask.choices else "")
        elif game.holding:
            chance.choice([game.peel_more, game.turn, game.waive])()
        else:
            assert game.state.phase is Phase.BETTING, (game.state.phase, game.refusal)
            wager(game)
            game.go()
    raise AssertionError(f"the table stands still at {game.state.phase}: {game.refusal}")


def right_step(game: Game) -> bool:
    """Take the right step as the person who deals; false while somebody else is to move."""
    game.run()
    wanted = next_command(game.state, game.now())
    if wanted is None or wanted.role is not Role.DEALER:
        return False
    command = wanted.command
    facts = {name: getattr(command, name) for name in command.__struct_fields__ if name not in ("by", "at", "cards")}
    game.deal(type(command), **facts)
    return True
