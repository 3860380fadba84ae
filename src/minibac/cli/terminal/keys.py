"""The keys that mean something now, along the foot of the screen."""

from rich.text import Text

from minibac.cli.terminal.felt import GOLD
from minibac.cli.terminal.widgets import FAINT, TableWidget, pressing
from minibac.table.guests import to_pay
from minibac.table.state import Phase
from minibac.voice.said import Fact, Money, Said, said

BETTING = (
    ("enter", "⏎", said("deal")),
    ("z", "z", said("undo")),
    ("r", "r", said("rebet")),
    ("x", "x", said("double")),
    ("c", "c", said("clear")),
)
HOLDING = (("space", said("space"), said("peel")), ("enter", "⏎", said("turn")), ("w", "w", said("give on")))
WATCHING = (("enter", "⏎", said("hurry")), ("s", "s", said("speed")))
LEAVING = (("q", "q", said("leave")),)
TYPING = (("enter", "⏎", said("take what is typed")), ("ctrl+c", "Ctrl-C", said("leave")))
ALWAYS = (("g", "g", said("roads")), ("?", "?", said("rule")), ("h", "h", said("help")), *LEAVING)
DEALING = (
    ("enter", "⏎", said("key|take it")),
    ("h", "h", said("hint")),
    ("?", "?", said("rule")),
    ("g", "g", said("roads")),
    ("f1", "F1", said("help")),
    ("q", "q", said("table|leave")),
)


class KeyBar(TableWidget):
    """Keys of this moment; each can be clicked."""

    def render(self) -> Text:
        keys = self._keys()
        line = Text()
        for gap, bare in ((2, 0), (1, 0), (1, 2)):
            line = Text(" ", no_wrap=True)
            for index, (key, shown, words) in enumerate(keys):
                line.append_text(pressing(self.game.say(shown), f"bold {GOLD}", key))
                if index >= bare:
                    line.append_text(pressing(f" {self.game.say(words)}", FAINT, key))
                line.append(" " * gap)
            line.rstrip()
            if line.cell_len <= self.room:
                break
        line.truncate(self.room)
        return line

    def _keys(self) -> tuple[tuple[str, Fact, Said], ...]:
        game = self.game
        if game.ask is not None:  # the question lies over the table, and takes the other keys
            return LEAVING if game.ask.choices else TYPING
        if game.you_deal:
            return (("1", "1–9", said("group")), ("a", "a–z", said("step")), *DEALING)
        cents = to_pay(game.state, game.you.seat)
        pay: tuple[tuple[str, Fact, Said], ...] = (("v", "v", said("pay {sum}", sum=Money(cents))),) if cents else ()
        return (*pay, *self._of_a_guest())

    def _of_a_guest(self) -> tuple[tuple[str, Fact, Said], ...]:
        game = self.game
        if game.holding:
            return (*HOLDING, *ALWAYS)
        if game.state.phase is Phase.BETTING and game.waits_for_you:
            chips = f"1–{len(game.stakes.chips)}"
            return (("1", chips, said("chip")), ("up", "p b t", said("wager")), *BETTING, *ALWAYS)
        return (*WATCHING, *ALWAYS)
