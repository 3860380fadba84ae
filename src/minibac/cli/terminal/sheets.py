"""Sheets over the table: a question, the scoreboards, help, the clause behind what is shown, a dealer's score."""

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from minibac.cli.roads_text import roads_lines
from minibac.cli.terminal.asks import Prompt
from minibac.cli.terminal.felt import GOLD
from minibac.cli.terminal.game import Game
from minibac.cli.terminal.score import Score
from minibac.cli.terminal.widgets import CLAUSE, FAINT, PLAIN, PRESS, WARN, cited, pressing, recoloured
from minibac.cli.terminal.words import Say, printed, short_name
from minibac.rules.clauses import UnknownClauseError, find_clause
from minibac.rules.layout import layout
from minibac.rules.options import typed as as_typed
from minibac.rules.wager_words import odds_text
from minibac.voice.said import NOTHING, Money, said

GUEST_KEYS = (
    ("1–6", said("choose a chip")),
    ("p b t …", said("put it on an area; its letter stands there")),
    ("← → ↑ ↓", said("walk over the areas; up puts a chip, down takes one")),
    (said("mouse"), said("click an area to add, right click to take back")),
    ("z r x c", said("undo, same again, twice as much, all back")),
    ("Enter", said("deal; turn the cards you hold; hurry")),
    (said("space"), said("peel the cards you hold: edge, pips, corner")),
    ("w", said("give on the right to turn; later, have it done for you")),
    ("g", said("the five scoreboards")),
    ("s", said("slow, normal or fast")),
    ("$", said("buy more play chips")),
    ("v", said("pay the vigorish that you owe")),
    ("?", said("the clauses behind what is shown")),
    ("q", said("settle and leave, as Ctrl-C does")),
)
DEALER_KEYS = (
    ("1–9", said("choose a group of steps, as left and right do")),
    ("a b c …", said("take the step with that letter, or click it")),
    ("↑ ↓ Enter", said("walk through the steps and take one")),
    ("h", said("a hint: the next right step, and it is counted")),
    ("g", said("the five scoreboards")),
    ("s", said("slow, normal or fast guests")),
    ("?", said("the clauses behind what is shown")),
    ("F1", said("this page")),
    ("q", said("leave with your score, as Ctrl-C does")),
)
PLACES = {"layout": said("layout: "), "sign": said("sign: ")}
"""Where words are written at a table."""


class Over(ModalScreen[str | None]):
    """Something that lies over the table until it is put away, once."""

    def put_away(self, answer: str | None) -> None:
        """Give the answer back and uncover the table; a second key in a hurry does nothing."""
        if self.is_current:
            self.dismiss(answer)


class Sheet(Over):
    """A sheet that any of its keys puts away."""

    def __init__(self, title: str, body: Text) -> None:
        super().__init__()
        self._title, self._body = title, body

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="sheet") as box:
            box.border_title = self._title
            box.border_subtitle = "Esc"
            yield Static(self._body)

    def on_key(self, event: events.Key) -> None:
        if event.key in ("up", "down", "pageup", "pagedown", "home", "end"):
            return
        event.stop()
        self.put_away(None)

    def on_click(self) -> None:
        self.put_away(None)


class AskSheet(Over):
    """A question at the foot of the table: keys for its choices, or a line to type on."""

    def __init__(self, ask: Prompt, say: Say, notice: str = "") -> None:
        super().__init__()
        self.ask, self._say, self._notice = ask, say, notice
        self._index = 0

    def compose(self) -> ComposeResult:
        with Vertical(id="ask") as box:
            box.border_title = self._say(said("Your turn"))
            box.border_subtitle = "Esc"
            yield Static(self._head(), id="ask-head")
            if self.ask.choices:
                yield Static(self._choices(), id="ask-choices")
            else:
                yield Input(
                    value=self.ask.default,
                    placeholder=self._say(self.ask.example),
                    id="ask-line",
                    select_on_focus=False,
                )

    def _head(self) -> Text:
        text = Text(self._say(self.ask.title), f"bold {GOLD}")
        text.append(cited(self.ask.clauses), CLAUSE)
        if self.ask.note:
            text.append(f"\n{self._say(self.ask.note)}", PLAIN)
        if self._notice:
            text.append(f"\n{self._notice}", WARN)
        return text

    def _choices(self) -> Text:
        text = Text()
        labels = [self._say(choice.label) for choice in self.ask.choices]
        short = sum(cell_len(label) + 6 for label in labels) < self.app.size.width - 8
        for index, choice in enumerate(self.ask.choices):
            if index:
                text.append("   " if short else "\n")
            lit = index == self._index
            text.append_text(pressing(f" {choice.key} ", f"bold {GOLD}", choice.key))
            text.append_text(pressing(f"{labels[index]} ", "bold #ffffff on #17533c" if lit else PLAIN, choice.key))
        return text

    async def _press(self, key: str) -> None:
        """A choice by its key, from the keyboard or the mouse; getting up is one that there always is."""
        for choice in self.ask.choices:
            if choice.key == key:
                self.put_away(choice.value)
                return
        if key == "q":
            await self.app.run_action("leave_table")

    async def on_click(self, event: events.Click) -> None:
        if key := event.style.meta.get(PRESS):
            await self._press(str(key))

    async def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.put_away(None)
            return
        if not self.ask.choices:
            return
        event.stop()
        if event.key in ("down", "right", "up", "left", "tab"):
            step = -1 if event.key in ("up", "left") else 1
            self._index = (self._index + step) % len(self.ask.choices)
            self.query_one("#ask-choices", Static).update(self._choices())
        elif event.key in ("enter", "space"):
            self.put_away(self.ask.choices[self._index].value)
        elif event.character:
            await self._press(event.character.lower())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.put_away(event.value or self.ask.default)


# --------------------------------------------------------------------------------------------------- what they say


def roads_sheet(game: Game, width: int) -> Sheet:
    """The five scoreboards over the table."""
    columns = max(24, min(width * 9 // 10, 110) - 8)
    return Sheet(game.say(said("Scoreboards")), recoloured(roads_lines(game.board(), columns), columns))


def clause_sheet(game: Game, clauses: tuple[str, ...]) -> Sheet:
    """The rules behind what is shown, in the words of our inventory."""
    text = Text()
    for number, clause_id in enumerate(clauses):
        try:
            clause = find_clause(clause_id)
        except UnknownClauseError:
            continue
        if number:
            text.append("\n\n")
        text.append(f"{clause.id}", f"bold {GOLD}")
        text.append(f"  {clause.document}\n", FAINT)
        text.append(clause.says, PLAIN)
    if not text.plain:
        text = Text(game.say(said("No clause stands behind what is shown.")), FAINT)
    title = said("The rule · {book}", book=printed(game.rules.rulebook.short))
    return Sheet(game.say(title), text)


def help_sheet(game: Game) -> Sheet:
    """The keys, and what this table plays."""
    text = Text()
    for key, words in DEALER_KEYS if game.you_deal else GUEST_KEYS:
        shown = game.say(key)
        text.append(f"{' ' * (9 - cell_len(shown))}{shown}  ", f"bold {GOLD}")
        text.append(f"{game.say(words)}\n", PLAIN)
    text.append(f"\n{game.say(printed(game.rules.rulebook.title))}\n", f"bold {GOLD}")
    if any(paper.is_sample for paper in game.rules.references.values()):
        text.append(f"{game.say(said('SAMPLE house: its papers and notices are made up'))}\n", FAINT)
    for proposition in game.rules.propositions:
        low, high = game.state.minimum_cents.get(proposition.id), game.state.maximum_cents.get(proposition.id)
        limits = said(", {least} to {most}", least=Money(low), most=Money(high)) if low and high else NOTHING
        text.append("  " + set_cell_size(game.say(short_name(proposition.id)), 10), PLAIN)
        text.append(f"{game.say(odds_text(game.rules, proposition.id))}{game.say(limits)}", FAINT)
        text.append(f"{cited(proposition.clauses)}\n", CLAUSE)
    for line in layout(game.rules).inscriptions:
        text.append(f"  {game.say(PLACES[line.where])}", FAINT)
        text.append(game.say(printed(line.text)), f"italic {PLAIN}")
        text.append(f"{cited(line.clauses)}\n", CLAUSE)
    text.append("\n")
    for setting in game.rules.settings:
        text.append(f"  {setting.name}=", FAINT)
        text.append(as_typed(setting.value), PLAIN)
        text.append(f" ({setting.clause})\n", CLAUSE)
    if game.typed:
        told = said("Cards are dealt by hand: nothing is shuffled here and nothing is committed to.")
        text.append(f"\n{game.say(told)}\n", WARN)
    elif game.state.commitment:
        told = said("This shoe was committed to before the cut: {hash}", hash=game.state.commitment)
        text.append(f"\n{game.say(told)}\n", FAINT)
    text.append(f"\n{game.say(said('Play chips only: nothing here moves real money.'))}", FAINT)
    return Sheet(game.say(said("Help")), text)


def score_sheet(score: Score, shoe_no: int, say: Say) -> Sheet:
    """How the shoe was dealt."""
    text = Text("\n".join(map(say, score.lines())) + "\n", f"bold {PLAIN}")
    for clause, count in score.errors.most_common():
        text.append(f"\n{count:>3} × ", f"bold {WARN}")
        text.append(clause, f"bold {GOLD}")
        text.append(f"\n      {say(score.examples[clause])}", PLAIN)
    if not score.errors:
        text.append(f"\n{say(said('Not one error.'))}", "bold #6fdc9a")
    return Sheet(say(said("Shoe {number}", number=shoe_no)), text)
