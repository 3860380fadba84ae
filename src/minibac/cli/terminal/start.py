"""The first screen: which rulebook, who deals, where the cards come from."""

from collections.abc import Callable, Mapping

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from minibac.cli.terminal import faces
from minibac.cli.terminal.canvas import Canvas
from minibac.cli.terminal.felt import FELT, GOLD
from minibac.cli.terminal.setup import Setup
from minibac.cli.terminal.widgets import FAINT, PLAIN, WARN
from minibac.cli.text import refused, say
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.voice.said import Said, said

Make = Callable[..., Setup | tuple[Refusal, ...]]
"""Sets a table up: by a rulebook, who deals it, and whether cards are typed in."""

ABOUT = {
    "section-42": said("the fullest regulation"),
    "massachusetts": said("handed cards, EZ, House Money"),
    "seminole": said("a guide: vigorish is marked"),
    "seneca": said("a guide: seven seats"),
}
DEALERS = {
    "auto": (said("The automatic dealer"), said("you are a guest")),
    "me": (said("You"), said("every error is named")),
}
CARDS = {
    "shoe": (said("The shoe"), said("shuffled, committed, cut by you")),
    "typed": (said("Typed in"), said("to follow a real table")),
}
KEYS = (
    (" ↑↓", said("choose")),
    ("  Tab ←→", said("next list")),
    ("  Enter", said("sit down")),
    ("  q", said("table|leave")),
)
TITLE = ("█▀▄▀█ █ █▄ █ █ █▄▄ ▄▀█ █▀▀", "█ ▀ █ █ █ ▀█ █ █▄█ █▀█ █▄▄")


class Choices(Static, can_focus=True):
    """A list of which one is chosen; up and down change it."""

    class Changed(Message):
        """Another one was chosen."""

    def __init__(self, name: str, title: Said, items: Mapping[str, tuple[Said | str, Said]], chosen: str) -> None:
        super().__init__(id=name, classes="choices")
        self.items, self.value = dict(items), chosen
        self.border_title = say(title)

    def render(self) -> Text:
        text = Text()
        for number, (value, (label, about)) in enumerate(self.items.items()):
            if number:
                text.append("\n")
            chosen = value == self.value
            style = f"bold #10241b on {GOLD}" if chosen and self.has_focus else f"bold {GOLD}" if chosen else PLAIN
            text.append("● " if chosen else "○ ", GOLD if chosen else FAINT)
            text.append(say(label), style)
            text.append(f"\n  {say(about)}", FAINT)
        return text

    def move(self, step: int) -> None:
        values = list(self.items)
        self.choose(values[(values.index(self.value) + step) % len(values)])

    def choose(self, value: str) -> None:
        self.value = value
        self.refresh()
        self.post_message(self.Changed())

    def on_click(self, event: events.Click) -> None:
        row = event.y - self.gutter.top
        values = list(self.items)
        if 0 <= row // 2 < len(values):
            self.choose(values[row // 2])


class StartScreen(Screen[None]):
    """Choose a table and sit down."""

    def __init__(self, make: Make, *, you_deal: bool, typed: bool) -> None:
        super().__init__()
        self._make = make
        self._you_deal, self._typed = you_deal, typed

    def compose(self) -> ComposeResult:
        books = {name: (load(name).short, ABOUT[name]) for name in RULEBOOKS}
        with Vertical(id="start"):
            yield Static(_banner(), id="banner")
            with Horizontal(id="choose"):
                yield Choices("rulebook", said("Rulebook"), books, RULEBOOKS[0])
                with Vertical(id="choose-right"):
                    yield Choices("dealer", said("Who deals"), DEALERS, "me" if self._you_deal else "auto")
                    yield Choices("cards", said("Where cards come from"), CARDS, "typed" if self._typed else "shoe")
            yield Static(id="start-notice")
            parts = [part for key, does in KEYS for part in ((key, f"bold {GOLD}"), (f" {say(does)}", FAINT))]
            yield Static(Text.assemble(*parts), id="start-keys")

    def on_mount(self) -> None:
        self.query_one("#rulebook").focus()
        self._about()

    def on_choices_changed(self) -> None:
        self._about()

    def _about(self) -> None:
        book = load(self._value("rulebook"))
        self.query_one("#start-notice", Static).update(Text(say(book.title), f"italic {PLAIN}"))

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Choices).value

    def on_key(self, event: events.Key) -> None:
        lists = list(self.query(Choices))
        focused = next((index for index, choices in enumerate(lists) if choices.has_focus), 0)
        if event.key in ("up", "down"):
            lists[focused].move(-1 if event.key == "up" else 1)
        elif event.key in ("left", "right"):
            lists[(focused + (1 if event.key == "right" else -1)) % len(lists)].focus()
        elif event.key in ("enter", "space"):
            self._sit_down()
        elif event.key in ("q", "escape"):
            self.app.exit([])
        else:
            return
        event.stop()
        event.prevent_default()

    def _sit_down(self) -> None:
        you_deal, typed = self._value("dealer") == "me", self._value("cards") == "typed"
        made = self._make(self._value("rulebook"), you_deal=you_deal, typed=typed)
        if isinstance(made, Setup):
            self.post_message(self.Ready(made))
            return
        self.query_one("#start-notice", Static).update(Text("\n".join(map(refused, made)), WARN))

    class Ready(Message):
        """A table has been chosen."""

        def __init__(self, setup: Setup) -> None:
            super().__init__()
            self.setup = setup


def _banner() -> Text:
    canvas = Canvas(64, 7, f"on {FELT}")
    for index, card in enumerate(("9h", "Ks")):
        canvas.stamp(2 + index * 8, 1, faces.face(card))
    for row, line in enumerate(TITLE):
        canvas.put(20, 2 + row, line, f"bold {GOLD}")
    canvas.put(20, 4, say(said("mini-baccarat by the book")), "italic #dfe9e2")
    for index, card in enumerate(("7d", "As")):
        canvas.stamp(48 + index * 8, 1, faces.face(card))
    return canvas.text()
