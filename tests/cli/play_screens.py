"""The terminal table on a screen, for tests: Textual's pilot presses the keys."""

import asyncio
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot

from minibac.cli.terminal.app import TableApp
from minibac.cli.terminal.game import Game
from minibac.cli.terminal.sheets import AskSheet, Sheet
from minibac.table.state import Phase

Script = Callable[[TableApp, Pilot[list[str]]], Awaitable[None]]


def on_screen(app: TableApp, script: Script, size: tuple[int, int] = (80, 24)) -> list[str] | None:
    """Run a script against the application and give what it says at the end."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run())
    return app.return_value


def game_in(app: TableApp) -> Game:
    assert app.game is not None
    return app.game


async def until_betting(app: TableApp, pilot: Pilot[list[str]]) -> None:
    """Answer what is asked and turn what is held, until the betting is open and the screen is free."""
    for _ in range(60):
        await pilot.pause()
        game = game_in(app)
        if isinstance(app.screen, AskSheet):
            await pilot.press("enter")
        elif isinstance(app.screen, Sheet):
            await pilot.press("escape")
        elif game.holding:
            await pilot.press("space")
        elif game.state.phase is Phase.BETTING and game.waits_for_you:
            return
    raise AssertionError(f"no betting: {game_in(app).state.phase}")


def screen_text(app: TableApp) -> list[str]:
    """The rows of the screen as plain text."""
    return ["".join(segment.text for segment in line) for line in app.screen._compositor.render_strips()]
