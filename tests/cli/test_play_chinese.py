"""The terminal table in Simplified Chinese: what is drawn, asked and answered has no English word in it."""

import re
from collections.abc import Iterator

import click
import pytest
from textual.pilot import Pilot

from minibac.cli.play import play, set_up
from minibac.cli.terminal.app import TableApp
from minibac.cli.terminal.asks import Prompt
from minibac.cli.terminal.console import palette
from minibac.cli.terminal.game import Game
from minibac.cli.terminal.pace import Pace
from minibac.cli.terminal.sheets import AskSheet, help_sheet
from minibac.cli.text import LANGUAGE
from minibac.house.company import NAMES as PEOPLE
from minibac.rules.rulebook import RULEBOOKS
from minibac.table.state import Phase
from tests.cli.play_screens import on_screen, screen_text, until_betting
from tests.cli.play_tables import app_of, clock, game_of, right_step

NAMES = ("minibac", "SAMPLE", "terminal", "House", "Money")
ALLOWED = re.compile(
    "|".join(
        (
            *(rf"(?<![A-Za-z]){name}(?![a-z])" for name in (*PEOPLE, *NAMES)),
            *(rf"(?<![A-Za-z]){key}(?![a-z])" for key in ("Enter", "Tab", "Esc", "Ctrl")),
            r"\b(?:s42|ma|sem|sen)/[\w/-]+",  # clauses
            r"\b\w+=[\w-]+",  # an option as it is typed
            r"\b12 3s 4d / 3h 4c\b",  # a rebuilt round as it is typed
            r"\b[0-9a-f]{12,64}\b",  # a commitment
            r"1\.888\.ADMIT\.IT",
        )
    )
)
WIDE = (140, 36)
"""With room for the scoreboards and the sign beside the felt."""


@pytest.fixture(autouse=True)
def chinese() -> Iterator[None]:
    with click.Context(play) as context:
        context.meta[LANGUAGE] = "zh"
        yield


def english(*lines: str) -> list[str]:
    """The lines with a word in Latin letters that should have been said in Chinese."""
    return [line.strip() for line in lines if re.search("[A-Za-z]{3,}", ALLOWED.sub("", line))]


async def seen(app: TableApp, pilot: Pilot[list[str]], *keys: str) -> None:
    """Press keys, then find no English on the screen."""
    await pilot.press(*keys)
    await pilot.pause()
    assert english(*screen_text(app)) == [], keys


def test_from_the_first_screen_to_leaving() -> None:
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        for keys in ([], ["down"], ["down"], ["down"], ["up", "up", "enter"]):
            await seen(app, pilot, *keys)
        await until_betting(app, pilot)
        for keys in ([*"4bpm1t"], ["enter"], ["space"], ["space"]):
            await seen(app, pilot, *keys)
        await until_betting(app, pilot)
        for keys in (["r"], [*"5ttt"], ["~"], ["s"], ["w"], ["$"], ["h"], ["escape", "g"]):
            await seen(app, pilot, *keys)
        await pilot.press("escape", "q")

    options = (("vigorish_type", "ez"), ("dragon_bonus", "on"), ("house_money", "on"))
    app = TableApp(
        None,
        lambda name, **chosen: set_up(name, options if name == "massachusetts" else (), **chosen),
        seed=1,
        pace=Pace(at_once=True),
        clock=clock(),
    )
    farewell = on_screen(app, script, WIDE)
    assert farewell
    assert english(*farewell) == []


def test_the_console_of_a_dealer() -> None:
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        for keys in (*"123456789", "1j", ["enter"], "h", ["f1"], ["escape", *"8a"], ["escape", *"5d"]):
            await seen(app, pilot, *keys)
        assert isinstance(app.screen, AskSheet)
        await seen(app, pilot, "x", "enter")
        await pilot.press("q")

    farewell = on_screen(app_of("section-42 handed", you_deal=True), script, (80, 24))
    assert farewell
    assert english(*farewell) == []


@pytest.mark.parametrize("phase", [Phase.OPENING, Phase.LOADED, Phase.SETTLING])
@pytest.mark.parametrize("name", ["section-42 handed", "section-42 lace", "massachusetts ez"])
def test_every_step_of_the_console_and_what_it_asks(name: str, phase: Phase) -> None:
    game = game_of(name, you_deal=True)
    while game.state.phase is not phase:
        assert right_step(game)
    for group in palette(game):
        for step in group.actions:
            assert english(game.say(step.label)) == []
            ask_on(game, step.run())
    assert english(*(game.say(line.said) for line in game.log)) == []


def ask_on(game: Game, prompt: Prompt | None) -> None:
    """What a question says, what is said to an answer nobody can read, and what each choice leads to."""
    if prompt is not None:
        words = (prompt.title, prompt.note, prompt.example, *(choice.label for choice in prompt.choices))
        assert english(*map(game.say, words)) == []
        for answer in [choice.value for choice in prompt.choices] or ["?", "p ?"]:
            ask_on(game, prompt.answer(answer))
    told = (game.notice, *([game.refusal.said] if game.refusal else []))
    assert english(*map(game.say, told)) == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("dealing", [True, False])
def test_the_help_of_every_table(rulebook: str, dealing: bool) -> None:
    sheet = help_sheet(game_of(rulebook, you_deal=dealing))
    assert english(*sheet._body.plain.split("\n")) == []


def test_cards_that_are_typed_in() -> None:
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        for keys in (["n"], ["z", "z", "enter"], ["A", "s", "space", "2", "c", "enter"], ["4", "b", "enter"]):
            await seen(app, pilot, *keys)
        await pilot.press("ctrl+c")

    farewell = on_screen(app_of("section-42", typed=True, others=0), script)
    assert farewell
    assert english(*farewell) == []
