"""Pictures of the terminal table for the documents: ``python -m minibac.cli.terminal.pictures docs/pictures``.

Each picture is a short seeded game, so that the same version draws the same picture.
"""

import asyncio
import itertools
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from textual.pilot import Pilot

from minibac.cli.play import set_up
from minibac.cli.terminal.app import TableApp
from minibac.cli.terminal.game import Game
from minibac.cli.terminal.pace import Pace
from minibac.cli.terminal.screen import TableScreen
from minibac.cli.terminal.setup import Setup
from minibac.machine.roles import Role
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.state import Phase

Scene = Callable[[TableApp, Pilot[list[str]]], Awaitable[None]]

NARROW, WIDE = (80, 24), (146, 42)
ROUNDS = 34


class Picture(NamedTuple):
    """A table, a size, and what happens before the picture is taken."""

    rulebook: str
    size: tuple[int, int]
    scene: Scene
    seed: int = 7
    you_deal: bool = False
    typed: bool = False
    sets: tuple[tuple[str, str], ...] = ()


def _game(app: TableApp) -> Game:
    assert app.game is not None
    return app.game


def _answer_all(game: Game) -> None:
    """Cut, look, turn: whatever is asked before the betting opens."""
    for _ in range(100):
        game.run()
        if game.ask is not None:
            game.answer(game.ask.choices[0].value if game.ask.choices else "208")
        elif game.holding:
            game.turn()
        else:
            return


def _rounds(game: Game, count: int) -> None:
    """Some rounds with a chip on one hand or the other."""
    while game.rounds < count:
        _answer_all(game)
        game.stakes.choose(2)
        game.put("banker" if game.rounds % 3 else "player")
        game.go()
    _answer_all(game)


def _show(app: TableApp) -> None:
    screen = app.screen
    assert isinstance(screen, TableScreen)
    screen.redraw()


async def _clear(app: TableApp, pilot: Pilot[list[str]]) -> None:
    """Put the first question away by answering all of them at once."""
    _answer_all(_game(app))
    while not isinstance(app.screen, TableScreen):
        app.pop_screen()
        await pilot.pause()
    app.screen.put_away()
    await pilot.pause()


async def first_screen(_: TableApp, pilot: Pilot[list[str]]) -> None:
    await pilot.press("down")


async def guest(app: TableApp, pilot: Pilot[list[str]]) -> None:
    await _clear(app, pilot)
    game = _game(app)
    _rounds(game, ROUNDS)
    game.stakes.choose(3)
    game.put("banker")
    game.put("tie")
    game.go()
    while game.state.phase is not Phase.RACKING:
        game.tick()
    _show(app)


async def squeeze(app: TableApp, pilot: Pilot[list[str]]) -> None:
    await _clear(app, pilot)
    game = _game(app)
    game.stakes.choose(3)
    for wager in ("player", "player", "dragon-7", "house-money"):
        game.put(wager)
    game.go()
    game.run()
    game.peel_more()
    _show(app)


async def dealer(app: TableApp, pilot: Pilot[list[str]]) -> None:
    game = _game(app)
    while game.state.phase is not Phase.SETTLING or game.rounds < ROUNDS:
        game.run()
        wanted = next_command(game.state, game.now())
        assert wanted is not None
        assert wanted.role is Role.DEALER
        names = [name for name in wanted.command.__struct_fields__ if name not in ("by", "at", "cards")]
        game.deal(type(wanted.command), **{name: getattr(wanted.command, name) for name in names})
    lies = game.state.wagered[0]
    await pilot.press("6")
    game.deal(c.TakeActions, actions=(("pay", lies.seat_no, lies.proposition, lies.stake_cents + 5_00),))
    _show(app)


async def typed(app: TableApp, pilot: Pilot[list[str]]) -> None:
    game = _game(app)
    for _ in range(40):
        await pilot.pause()
        if game.ask is None:
            await pilot.press("4", "b", "enter")
        elif game.ask.choices:
            await pilot.press("n")
        elif "Banker" in str(game.ask.title):
            break
        else:
            keys = ("A", "s", "space", "9", "h", "space", "7", "d") if "the card" in str(game.ask.title) else ("7", "h")
            await pilot.press(*keys, "enter")
    await pilot.press("K", "d")


PICTURES = {
    "play-start": Picture("", NARROW, first_screen),
    "play-guest": Picture("section-42", WIDE, guest),
    "play-squeeze": Picture(
        "massachusetts", NARROW, squeeze, sets=(("vigorish_type", "ez"), ("dragon_bonus", "on"), ("house_money", "on"))
    ),
    "play-dealer": Picture("seminole", WIDE, dealer, you_deal=True),
    "play-typed": Picture("seneca", NARROW, typed, typed=True),
}


def self_contained(svg: str) -> str:
    """A picture that asks no other machine for its letters."""
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


async def take(picture: Picture) -> str:
    """Play a scene and give its picture."""
    setup = None
    if picture.rulebook:
        made = set_up(picture.rulebook, picture.sets, you_deal=picture.you_deal, typed=picture.typed)
        assert isinstance(made, Setup), made
        setup = made
    app = TableApp(setup, set_up, seed=picture.seed, pace=Pace(at_once=True), clock=itertools.count(1_000_000).__next__)
    async with app.run_test(size=picture.size) as pilot:
        await pilot.pause()
        await picture.scene(app, pilot)
        await pilot.pause()
        svg = app.export_screenshot(title="minibac play")
        app.exit([])
    return self_contained(svg)


def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in PICTURES.items():
        (folder / f"{name}.svg").write_text(asyncio.run(take(picture)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures"))
