"""The terminal table on a screen: keys, clicks, sheets, sizes. Textual's pilot presses the keys."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from rich.text import Text
from textual.pilot import Pilot
from textual.widget import Widget

from minibac.cli.play import set_up
from minibac.cli.terminal.app import TableApp
from minibac.cli.terminal.pace import Pace
from minibac.cli.terminal.screen import TableScreen
from minibac.cli.terminal.sheets import AskSheet, Sheet
from minibac.cli.terminal.start import StartScreen
from minibac.cli.terminal.widgets import Palette, TableWidget
from minibac.rules.rulebook import RULEBOOKS
from minibac.table.state import Phase
from tests.cli.play_screens import game_in, on_screen, screen_text, until_betting
from tests.cli.play_tables import app_of, clock


async def passed() -> None:
    """Let the messages of a key go through."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_guest_plays_a_few_rounds(rulebook):
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        await until_betting(app, pilot)
        await pilot.press("3", "b", "p", "z", "b", "enter")
        await until_betting(app, pilot)
        await pilot.press("r", "x", "enter")
        await until_betting(app, pilot)
        game = game_in(app)
        assert game.rounds == 2
        assert game.stakes.last == {"banker": 100_00}
        await pilot.press("right", "up", "left", "down", "c", "$", "w", "s", "q")

    said = on_screen(app_of(rulebook), script)
    assert said is not None
    assert "2 rounds played" in said[-1]


def test_handed_cards_are_peeled_with_the_space_bar():
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        await until_betting(app, pilot)
        await pilot.press("4", "p", "enter")
        await pilot.pause()
        game = game_in(app)
        assert game.holding
        await pilot.press("space")
        await pilot.pause()
        assert game.peel == 1
        assert "sides" in " ".join(screen_text(app)) or "frame" in " ".join(screen_text(app))
        await pilot.press("enter")
        await pilot.pause()
        coup = game.state.coup
        assert coup is None or "player" in coup.called
        await pilot.press("ctrl+c")

    assert on_screen(app_of("massachusetts", others=0), script)


def test_clicks_do_what_keys_do():
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        await until_betting(app, pilot)
        game = game_in(app)
        await pilot.press("4")
        await pilot.click("#spot-banker")
        await pilot.pause()
        assert game.stakes.on_layout() == {"banker": 100_00}
        await pilot.click("#spot-banker", button=3)
        await pilot.pause()
        assert game.stakes.on_layout() == {}
        await pilot.click("#tray", offset=(4, 0))
        await pilot.pause()
        assert game.stakes.chip_index == 0
        row = next(line for line in screen_text(app) if "leave" in line)
        await pilot.click("#keys", offset=(row.index("leave") + 1, 0))

    assert on_screen(app_of("section-42"), script)


def test_a_refusal_is_shown_in_place_and_its_rule_on_a_sheet():
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        await until_betting(app, pilot)
        await pilot.press("5", "t", "t", "t")
        await pilot.pause()
        shown = "\n".join(screen_text(app))
        assert "over the table maximum" in shown or "cannot put down more" in shown
        assert "refused" in shown or "●" in shown
        await pilot.press("?")
        await pilot.pause()
        assert isinstance(app.screen, Sheet)
        await pilot.press("escape", "h")
        await pilot.pause()
        assert "Play chips only" in "\n".join(screen_text(app)) or isinstance(app.screen, Sheet)
        await pilot.press("escape", "g")
        await pilot.pause()
        assert "Big road" in "\n".join(screen_text(app))
        for _ in range(3):
            app.simulate_key("escape")  # faster than the sheet can go
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q")

    assert on_screen(app_of("section-42", bankroll_cents=5000_00), script)


def test_the_cut_can_be_typed():
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        for _ in range(10):
            await pilot.pause()
            assert isinstance(app.screen, AskSheet)
            if not app.screen.ask.choices:
                break
            await pilot.press("y")
        await pilot.press("3", "enter")
        await pilot.pause()
        assert "s42/e/5" in "\n".join(screen_text(app))
        await pilot.press("9", "9", "enter")
        await pilot.pause()
        assert game_in(app).state.cut_position == 99
        await pilot.press("q")

    on_screen(app_of("section-42", others=0), script)


# ------------------------------------------------------------------------------------------------------- as the dealer


def test_a_dealer_with_mistakes():
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        game = game_in(app)
        await pilot.press("4", "b")
        await pilot.pause()
        assert game.refusal is not None
        assert game.refusal.clause
        assert "(s42/" in "\n".join(screen_text(app))
        shown = "\n".join(screen_text(app))
        assert game.state.phase is Phase.OPENING
        assert "receive" in shown
        await pilot.press("1", "a", "4", "1", "6", "enter")  # receive so many cards, and it is so
        await pilot.pause()
        await pilot.press("y", "b")
        await pilot.pause()
        await pilot.press("y")  # nothing is wrong with them; the floor verifies
        await pilot.pause()
        assert ("verify", "A") in game.state.done
        await pilot.press("h")
        await pilot.pause()
        assert "spread" in "\n".join(screen_text(app)).lower()
        await pilot.press("down", "right", "left", "up", "enter", "?")
        await pilot.pause()
        await pilot.press("escape", "8", "a")
        await pilot.pause()
        assert isinstance(app.screen, AskSheet)
        await pilot.press("escape", "5", "d")
        await pilot.pause()
        assert isinstance(app.screen, AskSheet)
        await pilot.press("6", "space", "8", "space", "b", "enter")
        await pilot.pause()
        assert sum(game.score.errors.values()) >= 2
        await pilot.press("f1")
        await pilot.pause()
        await pilot.press("escape", "q")

    said = on_screen(app_of("section-42", you_deal=True), script)
    assert said is not None
    assert "right the first time" in said[0]
    assert any("×" in line for line in said)


def test_a_question_shows_the_keys_that_work_and_q_leaves_from_it():
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        for _ in range(60):
            if isinstance(app.screen, AskSheet) and app.screen.ask.choices:
                break
            await pilot.press("escape")
            await pilot.pause()
        assert screen_text(app)[-1].split() == ["q", "leave"]
        await pilot.press("h")
        await pilot.pause()
        assert isinstance(app.screen, AskSheet)
        await pilot.press("q")

    said = on_screen(app_of("seneca"), script)
    assert said is not None
    assert "play chips" in said[0]


def test_a_step_too_soon_names_the_next_one_and_enter_does_not_try_it_again():
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        game = game_in(app)
        stack = next(a.key for g in app.screen.query_one(Palette).groups for a in g.actions if str(a.label) == "stack")
        await pilot.press("1", stack)
        await pilot.pause()
        assert game.refusal is not None
        assert ", and receive is next: " in game.refusal.sentence
        await pilot.press("enter", "enter", "space")
        await pilot.pause()
        assert sum(game.score.errors.values()) == 1
        assert "“stack” was just refused" in " ".join("\n".join(screen_text(app)).split())
        await pilot.press(stack)  # its letter says it once more, on purpose
        await pilot.pause()
        assert sum(game.score.errors.values()) == 2
        await pilot.press("a", "4", "1", "6", "enter")
        await pilot.pause()
        await pilot.press("y", "q")
        assert ("receive", "A") in game.state.done

    on_screen(app_of("section-42", you_deal=True), script)


@pytest.mark.parametrize(("dealing", "key", "others"), [(True, "~", "F1"), (False, "~", "h")])
def test_a_key_that_means_nothing_is_said(dealing, key, others):
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        if not dealing:
            await until_betting(app, pilot)
        await pilot.press(key)
        await pilot.pause()
        assert str(game_in(app).notice) == f"The key {key} does nothing here; {others} shows those that do."
        assert "does nothing here" in "\n".join(screen_text(app))
        await pilot.press("escape")
        await pilot.pause()
        assert "does nothing here" not in "\n".join(screen_text(app))

    on_screen(app_of("section-42", you_deal=dealing), script)


def test_a_dealt_shoe_ends_with_a_score():
    from tests.cli.play_tables import right_step

    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        game = game_in(app)
        while not game.scores:
            assert right_step(game)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.proceed()
        await pilot.pause()
        assert isinstance(app.screen, Sheet)
        assert "Not one error" in "\n".join(screen_text(app))
        await pilot.press("escape", "q")

    on_screen(app_of("seneca", you_deal=True), script)


def test_typed_cards():
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        game = game_in(app)
        words = iter(["As 2c", "7h", "9s 3c", "zz", "2d Kd", "5c"])
        for _ in range(30):
            await pilot.pause()
            if game.rounds:
                break
            if isinstance(app.screen, AskSheet) and app.screen.ask.choices:
                await pilot.press("y" if "are these the cards" in str(app.screen.ask.title) else "n")
            elif isinstance(app.screen, AskSheet):
                await pilot.press(*("space" if key == " " else key for key in next(words)), "enter")
            else:
                await pilot.press("4", "b", "enter")
        assert game.rounds == 1
        assert game.won_cents == 95_00
        await pilot.press("q")

    said = on_screen(app_of("section-42", typed=True, others=0), script)
    assert said == ["1 round played. You won $95 and leave with $1,095 in play chips."]


# --------------------------------------------------------------------------------------------- sizes, doors, odd keys


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (132, 34), (160, 50)])
@pytest.mark.parametrize(("name", "dealing"), [("massachusetts ez", False), ("section-42 handed", True)])
def test_nothing_runs_over_its_edge(size, name, dealing):
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        if not dealing:
            await until_betting(app, pilot)
            await pilot.press("4", "b", "p", "m", "enter")
            await pilot.pause()
        for widget in app.screen.walk_children(Widget):
            if not isinstance(widget, TableWidget) or not widget.display or not widget.size.width:
                continue
            if widget.parent is not None and isinstance(widget.parent, Widget) and not widget.parent.display:
                continue
            region = widget.region
            assert region.right <= size[0], widget
            assert region.bottom <= size[1], widget
            drawn = widget.render()
            assert isinstance(drawn, Text)
            if widget.id not in ("plaque", "roads"):
                assert drawn.plain.count("\n") < widget.size.height, widget
                assert max(map(len, drawn.plain.split("\n"))) <= widget.size.width, (widget, drawn.plain)
        rows = screen_text(app)
        assert len(rows) == size[1]
        assert "leave" in rows[-1]
        if not dealing:
            assert "PLAYER" in "\n".join(rows)
            assert "House $" in "\n".join(rows)
        else:
            assert "9 Floor" in "\n".join(rows)
            assert app.screen.query_one(Palette).display
        await pilot.press("q")

    on_screen(app_of(name, you_deal=dealing), script, size)


def test_the_first_screen_leads_to_a_table():
    def make(rulebook: str, you_deal: bool, typed: bool) -> object:
        return set_up(rulebook, (("seats", "7"),), you_deal=you_deal, typed=typed)

    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        assert isinstance(app.screen, StartScreen)
        await pilot.press("down", "down", "right", "down", "up", "right", "left", "tab", "up", "down", "enter")
        await pilot.pause()
        assert game_in(app).rules.rulebook.id == "seminole"
        assert not game_in(app).typed
        await pilot.press("ctrl+q")

    app = TableApp(None, make, seed=1, pace=Pace(at_once=True), clock=clock())  # type: ignore[arg-type]
    assert on_screen(app, script)


def test_the_first_screen_says_why_a_table_cannot_be():
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        assert "(s42/a/1)" in "\n".join(screen_text(app))
        await pilot.press("q")

    app = TableApp(None, lambda name, **_: set_up(name, (("decks", "5"),)), pace=Pace(at_once=True))
    assert on_screen(app, script) == []


def test_leaving_from_a_question_and_with_a_running_clock():
    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        await pilot.pause(0.5)
        await pilot.press("enter", "enter", "s", "enter")
        await pilot.press("ctrl+c")

    app = app_of("seneca")
    app._pace = Pace("fast")
    said = on_screen(app, script)
    assert said is not None
    assert said[-1].endswith("You broke even and leave with $1,000 in play chips."), "whatever was dealt meanwhile"


KEYS = (
    *"abcdefghijklmnoprstuvwxyz0123456789?!$%&/()=+-_.:,;<>|~^",
    *("enter", "space", "escape", "tab", "shift+tab", "up", "down", "left", "right", "home", "end", "pageup"),
    *("pagedown", "delete", "backspace", "insert", "f1", "f2", "f5", "f12", "ctrl+a", "ctrl+p", "ctrl+z", "alt+x", "ä"),
)


@pytest.mark.parametrize(("name", "options"), [("massachusetts ez", {}), ("section-42", {"you_deal": True})])
def test_odd_keys_do_no_harm(name, options):
    chance = Random(11)

    async def script(app: TableApp, pilot: Pilot[list[str]]) -> None:
        for _ in range(25):
            for key in chance.choices(KEYS, k=10):
                app.simulate_key(key)
                await passed()
            await pilot.pause()
            assert app.is_running
        assert sum(game_in(app).state.balances.values()) == 0
        await pilot.press("ctrl+c")

    assert on_screen(app_of(name, **options), script)


def test_pictures_for_the_documents_need_no_other_machine():
    from minibac.cli.terminal.pictures import PICTURES, take

    svg = asyncio.run(take(PICTURES["play-squeeze"]))
    assert svg.startswith("<svg")
    assert "font-face" not in svg
    assert "BANKER" in svg
    folder = Path(__file__).parents[2] / "docs" / "pictures"
    assert {file.stem for file in folder.glob("play-*.svg")} == set(PICTURES)
