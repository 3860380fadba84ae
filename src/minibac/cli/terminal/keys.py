"""The keys that mean something now, along the foot of the screen."""

from rich.text import Text

from minibac.cli.terminal.felt import GOLD
from minibac.cli.terminal.widgets import FAINT, TableWidget, pressing
from minibac.table.state import Phase

BETTING = (
    ("enter", "⏎", "deal"),
    ("z", "z", "undo"),
    ("r", "r", "rebet"),
    ("x", "x", "double"),
    ("c", "c", "clear"),
)
HOLDING = (("space", "space", "peel"), ("enter", "⏎", "turn"), ("w", "w", "give on"))
WATCHING = (("enter", "⏎", "hurry"), ("s", "s", "speed"))
ALWAYS = (("g", "g", "roads"), ("?", "?", "rule"), ("h", "h", "help"), ("q", "q", "leave"))
DEALING = (
    ("enter", "⏎", "take it"),
    ("h", "h", "hint"),
    ("?", "?", "rule"),
    ("g", "g", "roads"),
    ("f1", "F1", "help"),
    ("q", "q", "leave"),
)


class KeyBar(TableWidget):
    """Keys of this moment; each can be clicked."""

    def render(self) -> Text:
        keys = self._keys()
        line = Text()
        for gap, bare in ((2, 0), (1, 0), (1, 2)):
            line = Text(" ", no_wrap=True)
            for index, (key, shown, words) in enumerate(keys):
                line.append_text(pressing(shown, f"bold {GOLD}", key))
                if index >= bare:
                    line.append_text(pressing(f" {words}", FAINT, key))
                line.append(" " * gap)
            line.rstrip()
            if len(line) <= self.room:
                break
        line.truncate(self.room)
        return line

    def _keys(self) -> tuple[tuple[str, str, str], ...]:
        game = self.game
        if game.you_deal:
            return (("1", "1–9", "group"), ("a", "a–z", "step"), *DEALING)
        if game.holding:
            return (*HOLDING, *ALWAYS)
        if game.state.phase is Phase.BETTING and game.waits_for_you:
            chips = f"1–{len(game.stakes.chips)}"
            return (("1", chips, "chip"), ("up", "p b t", "wager"), *BETTING, *ALWAYS)
        return (*WATCHING, *ALWAYS)
