"""The table on the screen: widgets around the felt, keys and clicks, and the pauses between the others' moves."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer

from minibac.cli.terminal.console import palette
from minibac.cli.terminal.game import Game
from minibac.cli.terminal.keys import KeyBar
from minibac.cli.terminal.leaving import leave
from minibac.cli.terminal.pace import NAMES, Pace
from minibac.cli.terminal.sheets import AskSheet, clause_sheet, help_sheet, roads_sheet, score_sheet
from minibac.cli.terminal.widgets import (
    Announcement,
    Bar,
    Felt,
    Log,
    NoticeBar,
    Palette,
    Plaque,
    Pressed,
    Scoreboards,
    Seats,
    Spot,
    Strip,
    TableWidget,
    Tray,
)
from minibac.cli.terminal.words import wager_keys
from minibac.table.steps import due
from minibac.voice.said import NOTHING, said

WIDE = 136
"""From this width on the scoreboards stand beside the felt."""


class TableScreen(Screen[None]):
    """One table and the person at it."""

    def __init__(self, game: Game, pace: Pace) -> None:
        super().__init__(classes="dealing" if game.you_deal else "")
        self.game, self.pace = game, pace
        self.keys_of = {key: wager for wager, key in wager_keys(game.rules).items() if key}
        self._spot = 0
        self._timer: Timer | None = None
        self._sheet_open = False
        self._refused: tuple[int, int] | None = None
        """The step that was refused last, while it is still the one that is lit."""

    def compose(self) -> ComposeResult:
        game = self.game
        yield Bar(game, "bar")
        with Horizontal(id="room"):
            with Vertical(id="main"):
                yield Strip(game, "strip")
                yield Felt(game, "felt")
                yield Announcement(game, "said")
                yield Seats(game, "seats")
                if game.you_deal:
                    yield Palette(game)
                else:
                    with Horizontal(id="spots"):
                        for wager in wager_keys(game.rules):
                            yield Spot(game, wager)
                    yield Tray(game, "tray")
                yield NoticeBar(game, "notice")
                yield Log(game, "log")
            with Vertical(id="side"):
                yield Scoreboards(game, "roads")
                yield Plaque(game, "plaque")
        yield KeyBar(game, "keys")

    def on_mount(self) -> None:
        self._mark_spot()
        self.proceed()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDE, "-wide")

    # ------------------------------------------------------------------------------------------------------- the pace

    def proceed(self) -> None:
        """Draw what is, ask what is to be asked, and let the others move after a pause."""
        self.redraw()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.game.left or self._sheet_open:
            return
        if self.game.finished is not None:
            score, self.game.finished = self.game.finished, None
            self._open(score_sheet(score, self.game.state.shoe_no, self.game.say))
            return
        if self.game.ask is not None:
            self._sheet_open = True
            refusal = self.game.refusal
            note = self.game.say(self.game.notice or (refusal.said if refusal else NOTHING))
            self.app.push_screen(AskSheet(self.game.ask, self.game.say, note), self._answered)
            return
        if self.pace.at_once:
            if self.game.run() or self.game.ask is not None:
                self.call_next(self.proceed)
            return
        self._timer = self.set_timer(self.pace.seconds(self.game.state), self._tick)

    def _tick(self) -> None:
        self._timer = None
        if self._sheet_open:
            return
        if self.game.tick() or self.game.ask is not None or self.game.finished is not None:
            self.proceed()
        else:
            self.redraw()

    def _answered(self, answer: str | None) -> None:
        self.game.answer(answer)
        self.put_away()

    def _open(self, sheet: "Screen[str | None]") -> None:
        self._sheet_open = True
        self.app.push_screen(sheet, self.put_away)

    def put_away(self, _: str | None = None) -> None:
        """Nothing lies over the table any more."""
        self._sheet_open = False
        self.call_next(self.proceed)

    def redraw(self) -> None:
        """Draw everything as it is now."""
        if self.game.you_deal:
            steps = self.query_one(Palette)
            steps.groups = palette(self.game)
            count = len(steps.groups[steps.group_index].actions)
            steps.action_index = max(0, min(steps.action_index, count - 1))
        for widget in self.query(TableWidget):
            widget.refresh()

    # ------------------------------------------------------------------------------------------------ keys and clicks

    def on_key(self, event: events.Key) -> None:
        key = event.character if event.character and event.character.isprintable() else event.key
        if self.press("space" if key == " " else key):
            event.stop()
            event.prevent_default()

    def on_pressed(self, message: Pressed) -> None:
        self.press(message.key)

    def press(self, key: str) -> bool:
        """A key, from the keyboard or a click on its name. True when it meant something here."""
        if self.game.left:
            return False
        known = self._anywhere(key) or (self._dealer_key(key) if self.game.you_deal else self._guest_key(key))
        if not known and len(key) == 1:
            others = "F1" if self.game.you_deal else "h"
            self.game.refusal = None
            self.game.notice = said(
                "The key {key} does nothing here; {others} shows those that do.", key=key, others=others
            )
            self.redraw()
        if known and not self._sheet_open:
            self.proceed()
        return known

    def _anywhere(self, key: str) -> bool:
        game = self.game
        if key in ("q", "Q"):
            self.app.exit(leave(game))
        elif key == "g":
            self._open(roads_sheet(game, self.size.width))
        elif key == "?":
            shown = game.refusal.clauses if game.refusal else game.hint_clauses
            if not shown and not game.you_deal:
                shown = due(game.state)[1]
            self._open(clause_sheet(game, shown or game.call.clauses))
        elif key == "f1" or (key == "h" and not game.you_deal):
            self._open(help_sheet(game))
        elif key == "s":
            self.pace.next()
            game.notice = said("Speed: {speed}.", speed=NAMES[self.pace.name])
        elif key == "escape":
            game.refusal, game.notice = None, NOTHING
        else:
            return False
        return True

    # --------------------------------------------------------------------------------------------------- as the guest

    def _guest_key(self, key: str) -> bool:
        game = self.game
        spots = list(self.query(Spot))
        moves = {
            "z": game.undo,
            "r": game.repeat,
            "x": game.double,
            "c": game.clear,
            "w": game.waive,
            "$": game.buy,
            "v": game.pay,
            "space": game.peel_more,
        }
        if key == "enter":
            game.go()
            game.tick()
        elif key in moves:
            game.notice = NOTHING
            moves[key]()
        elif key.isdecimal() and len(key) == 1:
            return game.stakes.choose(int(key) - 1)
        elif key.lower() in self.keys_of:
            self._put(self.keys_of[key.lower()])
        elif key in ("left", "right"):
            self._spot = (self._spot + (1 if key == "right" else -1)) % len(spots)
            self._mark_spot()
        elif key == "up":
            self._put(spots[self._spot].wager)
        elif key == "down":
            game.notice = NOTHING
            game.take(spots[self._spot].wager)
        else:
            return False
        return True

    def _put(self, wager: str) -> None:
        self.game.notice = NOTHING
        self.game.put(wager)
        for index, spot in enumerate(self.query(Spot)):
            if spot.wager == wager:
                self._spot = index
        self._mark_spot()

    def _mark_spot(self) -> None:
        for index, spot in enumerate(self.query(Spot)):
            spot.set_class(index == self._spot, "-lit")

    def on_spot_chosen(self, message: Spot.Chosen) -> None:
        if message.back:
            self.game.take(message.wager)
        else:
            self._put(message.wager)
        self.proceed()

    # -------------------------------------------------------------------------------------------------- as the dealer

    def _dealer_key(self, key: str) -> bool:
        steps = self.query_one(Palette)
        groups = steps.groups
        group = groups[steps.group_index]
        if key in ("enter", "space") and (steps.group_index, steps.action_index) == self._refused:
            # Enter is pressed again and again; a step already refused would count as one more error each time.
            label = group.actions[steps.action_index].label
            again = said(
                "“{step}” was just refused, so Enter does not try it again: choose another step, or h tells it.",
                step=label,
            )
            self.game.refusal, self.game.notice = None, again
            return True
        self._refused = None
        if key == "h":
            self.game.ask_hint()
        elif any(key == other.key for other in groups):
            steps.group_index = next(index for index, other in enumerate(groups) if other.key == key)
            steps.action_index = 0
        elif key in ("left", "right"):
            steps.group_index = (steps.group_index + (1 if key == "right" else -1)) % len(groups)
            steps.action_index = 0
        elif key in ("up", "down") and group.actions:
            steps.action_index = (steps.action_index + (1 if key == "down" else -1)) % len(group.actions)
        elif key in ("enter", "space") and group.actions:
            self._run(steps.action_index)
        elif any(key == action.key for action in group.actions):
            steps.action_index = next(index for index, action in enumerate(group.actions) if action.key == key)
            self._run(steps.action_index)
        else:
            return False
        return True

    def _run(self, index: int) -> None:
        steps = self.query_one(Palette)
        game = self.game
        game.refusal, game.notice = None, NOTHING
        following = steps.groups[steps.group_index].actions[index].run()
        game.ask = following or game.ask
        self._refused = (steps.group_index, index) if self.game.refusal is not None else None
