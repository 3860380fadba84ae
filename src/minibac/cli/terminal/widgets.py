"""The parts of the table screen around the felt. Each draws itself from the game, at the size it is given."""

from functools import cache

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from minibac.cli.roads_text import BLUE, BOLD, GREEN, RED, Line, roads_panel
from minibac.cli.roads_text import FAINT as ROAD_FAINT
from minibac.cli.terminal.canvas import clipped
from minibac.cli.terminal.console import Group
from minibac.cli.terminal.faces import edge
from minibac.cli.terminal.felt import COLOURS, GOLD, TIE, draw
from minibac.cli.terminal.game import Game
from minibac.cli.terminal.words import dollars, gained, initials, printed, short_name, wager_keys
from minibac.rules.layout import layout
from minibac.rules.names import procedure_name, step_name
from minibac.rules.wager_words import odds_text, vigorish_sign
from minibac.table.names import phase_name
from minibac.table.phases import CUT_PHASES, PROCEDURES
from minibac.table.state import NOBODY, TableState
from minibac.table.steps import due, instruction
from minibac.table.strip import ROUND_STEPS, strip
from minibac.voice.said import NOTHING, Fact, Money, Said, many, said

FAINT = "#7f978b"
PLAIN = "#dfe9e2"
WARN = "#ffb86b"
CLAUSE = "#8fb8c9"
NO_LIMITS = said("no limits stated")
PRESS = "press"
"""Where the style of clickable words keeps their key."""


def pressing(text: str, style: str, key: str) -> Text:
    """Words that can be clicked instead of pressing a key."""
    return Text(text, style=Style.parse(style) + Style(meta={PRESS: key}))


def cited(clauses: tuple[str, ...], most: int = 1) -> str:
    """The leading clauses in brackets."""
    return f" ({', '.join(clauses[:most])})" if clauses else ""


class Pressed(Message):
    """Words were clicked that stand for a key."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


class TableWidget(Widget):
    """Something that draws itself from the game."""

    def __init__(self, game: Game, name: str, classes: str = "") -> None:
        super().__init__(id=name, classes=classes)
        self.game = game

    @property
    def room(self) -> int:
        """The columns that can be written on."""
        return self.content_size.width

    @property
    def rows(self) -> int:
        return self.content_size.height

    def on_click(self, event: events.Click) -> None:
        if key := event.style.meta.get(PRESS):
            self.post_message(Pressed(str(key)))


class Felt(TableWidget):
    """Cards on green."""

    DEFAULT_CSS = """
    Felt { height: 1fr; min-height: 8; }
    """

    def render(self) -> Text:
        return draw(self.game, self.size.width, self.size.height)


class Bar(TableWidget):
    """One line above all: the rulebook, the shoe, the round, the cards left."""

    def render(self) -> Text:
        game, state = self.game, self.game.state
        parts = [
            said("shoe {number}", number=max(state.shoe_no, 1)),
            said("round {number}", number=state.coup_no) if state.coup_no else NOTHING,
        ]
        if state.cards_count:
            racked = sum(len(r.player) + len(r.banker) for r in state.rack) + len(state.burned)
            parts += [said("{count} left", count=state.cards_left), said("rack {count}", count=racked)]
        if state.last_hand_called:
            parts.append(said("LAST HAND"))
        elif state.cut_card_seen:
            parts.append(said("cutting card out"))
        elif state.depth:
            parts.append(said("cut at {count}", count=state.depth))
        if game.typed:
            parts.append(said("table|by hand"))
        left = Text.assemble(
            (" ♠♥ minibac ", f"bold #10241b on {GOLD}"), (f" {game.say(printed(game.rules.rulebook.short))} ", "bold")
        )
        middle = " · ".join(game.say(part) for part in parts if part)
        right = game.say(said("you deal") if game.you_deal else said("seat {number}", number=game.you.seat))
        room = self.room - left.cell_len - cell_len(right) - 3
        left.append(f" {set_cell_size(clipped(middle, room), max(room, 0))} ", FAINT)
        left.append(f"{right} ", f"bold {GOLD}")
        return left


class Strip(TableWidget):
    """The procedure as a strip of steps, the current one lit, and what its clause wants."""

    def render(self) -> Text:
        game = self.game
        title = game.say(said("{procedure:^}", procedure=procedure(game.state)))
        line = Text(no_wrap=True)
        line.append(f" {title} ", f"bold {GOLD}")
        hidden = game.you_deal and not game.hint
        every = [(game.say(step_name(step["id"])), step["state"]) for step in strip(game.state)]
        steps = list(dict.fromkeys(every))
        dropped = False
        wide = cell_len(title) + 2 + sum(cell_len(word) + 3 for word, _ in steps)
        while len(steps) > 1 and steps[0][1] == "done" and wide > self.room:
            wide -= cell_len(steps.pop(0)[0]) + 3
            dropped = True
        for index, (word, state) in enumerate(steps):
            line.append("›" if index or dropped else " ", FAINT)
            style = {"now": f"bold #10241b on {GOLD}", "done": "#5fa882", "next": FAINT}["next" if hidden else state]
            line.append(f" {word} ", style)
        line.truncate(self.room, overflow="ellipsis")
        if hidden:
            second = Text(f" {game.say(said('Every step is yours. 1–9 choose a group, h gives a hint.'))}", FAINT)
        else:
            says, clauses = due(game.state)
            clause = cited(game.hint_clauses or clauses)
            words = clipped(game.say(game.hint or says), self.room - len(clause) - 2)
            second = Text.assemble((f" {words}", PLAIN), (clause, CLAUSE))
        how = instruction(game.state) if game.you_deal else None
        if how and not game.hint:  # nobody can see whether it is done: the one who deals reads it
            clause = cited(how.clauses)
            words = clipped(game.say(Said(how.says)), self.room - len(clause) - 2)
            second = Text.assemble((f" {words}", PLAIN), (clause, CLAUSE))
        return Text("\n").join([line, second])


def procedure(state: TableState) -> Fact:
    """What is going on: the opening, the shuffle, the cut, the round."""
    if state.phase in PROCEDURES:
        return procedure_name(state.procedure)
    if state.phase in CUT_PHASES:
        return procedure_name("cut")
    return said("round") if state.phase in ROUND_STEPS else phase_name(state.phase.value)


class Announcement(TableWidget):
    """What was announced last, in the rulebook's words, with a caption."""

    def render(self) -> Text:
        game = self.game
        if not game.call.said:
            return Text("")
        text = Text(no_wrap=True)
        text.append(f" {game.say(said('“{call}.”', call=game.call.said))}", f"bold {GOLD}")
        text.append(cited(game.call.clauses), CLAUSE)
        if game.caption:
            text.append(f"  {game.say(game.caption)}", "italic " + PLAIN)
        text.truncate(self.room, overflow="ellipsis")
        return text


class Seats(TableWidget):
    """Everybody at the table: name, chips, wagers, marker buttons, who cuts."""

    def render(self) -> Text:
        state, game = self.game.state, self.game
        chunks = []
        for seat in state.occupied:
            you = seat == game.you.seat and not game.you_deal
            chunk = Text(f"{seat} ", FAINT)
            chunk.append(state.seats[seat].name, f"bold {GOLD}" if you else PLAIN)
            if not you:
                chunk.append(f" {dollars(state.chips(seat) // 100 * 100)}", FAINT)
            for (no, wager), lies in state.wagers.items():
                if no == seat and not you:
                    colour = COLOURS.get(wager, TIE)
                    chunk.append(f" {game.say(initials(wager))}·{lies.chips_cents // 100}", f"bold {colour}")
            if state.owed(seat):
                chunk.append(f" ◉{dollars(state.owed(seat))}", f"bold {WARN}")
            if state.cut_seat == seat and state.phase.value.startswith("cut") and state.cut_seat != NOBODY:
                chunk.append(" ✂", GOLD)
            chunks.append(chunk)
        return _flowed(chunks, self.room, max(self.rows, 1))


def _flowed(chunks: list[Text], width: int, rows: int) -> Text:
    """Chunks side by side, on as many rows as there are."""
    lines: list[Text] = []
    for chunk in chunks:
        if lines and lines[-1].cell_len + chunk.cell_len + 3 <= width:
            lines[-1].append(" │ ", "#2f5a47").append_text(chunk)
        else:
            lines.append(Text(" ", no_wrap=True).append_text(chunk))
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return Text("\n").join(lines[:rows])


class Spot(TableWidget):
    """An area of the layout: its odds, your chips on it, the others' sum, and why it was refused."""

    class Chosen(Message):
        """A chip is put on an area, or taken back."""

        def __init__(self, wager: str, back: bool) -> None:
            super().__init__()
            self.wager, self.back = wager, back

    def __init__(self, game: Game, wager: str) -> None:
        super().__init__(game, f"spot-{wager}", f"spot {wager}")
        self.wager, self.key = wager, wager_keys(game.rules)[wager]

    def render(self) -> Text:
        room, say = self.room, self.game.say
        name = Text(clipped(say(short_name(self.wager)), room), f"bold {COLOURS.get(self.wager, PLAIN)}")
        odds = Text(f"{self.key} ", f"bold {GOLD}") if self.key else Text("")
        pays, left = odds_text(self.game.rules, self.wager), max(room - len(odds), 0)
        best = pays.facts.get("odds")
        if cell_len(say(pays)) > left and isinstance(best, Said):
            pays = best  # without "up to" and "less", where they do not fit
        odds.append(clipped(say(pays), left), FAINT)
        return Text("\n").join([name, odds, self._yours(room), self._others(room)])

    def _yours(self, room: int) -> Text:
        """Your chips here: pending, accepted, refused; after the round, what they came to."""
        game, wager = self.game, self.wager
        lies = game.state.wagers.get((game.you.seat, wager))
        result = next((r for r in game.results if r.wager == wager), None)
        if wager in game.stakes.pending:
            return Text(clipped(f"◌{dollars(game.stakes.pending[wager])}", room), "italic #c9b681")
        if lies:
            added = f"+{dollars(lies.added_cents)}" if lies.added_cents else ""
            return Text(clipped(f"●{dollars(lies.stake_cents)}{added}", room), "bold #ffffff")
        if wager in game.stakes.refused:
            return Text(clipped(f"✗ {game.say(said('refused'))}", room), WARN)
        if result is not None and game.shown_coup is not None:
            style = "bold #6fdc9a" if result.net_cents > 0 else "bold #ff8585" if result.net_cents < 0 else PLAIN
            return Text(clipped(gained(result.net_cents) if result.net_cents else game.say(said("push")), room), style)
        return Text("")

    def _others(self, room: int) -> Text:
        """What the others have here, or else the limits."""
        state = self.game.state
        others = sum(
            lies.chips_cents
            for (seat, wager), lies in state.wagers.items()
            if wager == self.wager and seat != self.game.you.seat
        )
        if others:
            return Text(clipped(f"+ {dollars(others)}", room), "#5fa882")
        low, high = state.minimum_cents.get(self.wager), state.maximum_cents.get(self.wager)
        return Text(clipped(f"{dollars(low)}–{_thousands(high)}", room) if low and high else "", "#5b8a74")

    def on_click(self, event: events.Click) -> None:
        self.post_message(self.Chosen(self.wager, back=event.button != 1))


def _thousands(cents: int) -> str:
    """A limit in few letters."""
    return f"{cents // 1000_00}k" if cents >= 1000_00 and cents % 1000_00 == 0 else str(cents // 100)


CHIP_COLOURS = ("#f2efe6", "#e25c5c", "#58c27d", "#2b2b2b", "#b07fe0", "#e8a34a")
CHIP_INK = ("#222222", "#ffffff", "#08240f", "#ffffff", "#1b0830", "#2b1800")


class Tray(TableWidget):
    """Your chips: the denominations, the one in your fingers, the balance, what is wagered, what is owed."""

    def render(self) -> Text:
        game, stakes = self.game, self.game.stakes
        line = Text(" ", no_wrap=True)
        for index, cents in enumerate(stakes.chips):
            chosen = index == stakes.chip_index
            colour, ink = CHIP_COLOURS[index % 6], CHIP_INK[index % 6]
            line.append(f"{index + 1}", f"bold {GOLD}" if chosen else FAINT)
            label = f"[{dollars(cents)}]" if chosen else f" {dollars(cents)} "
            line.append_text(pressing(label, f"bold {ink} on {colour}", str(index + 1)))
            line.append(" ")
        owed = game.state.owed(game.you.seat)
        tail = Text.assemble(
            (f" {game.say(said('chips'))} ", FAINT),
            (dollars(game.chips_cents), "bold #ffffff"),
            (f"  {game.say(said('chips|on'))} ", FAINT),
            (dollars(stakes.total_cents), "bold #ffffff"),
            (f"  {game.say(said('won'))} ", FAINT),
            (gained(game.won_cents), "bold #6fdc9a" if game.won_cents >= 0 else "bold #ff8585"),
            " ",
        )
        if owed:
            tail.append("  ◉", f"bold {WARN}")
            tail.append(dollars(owed), f"bold {WARN}")
        space = self.room - line.cell_len - tail.cell_len
        line.append(" " * max(space, 0)).append_text(tail)
        line.truncate(self.room, overflow="ellipsis")
        return line


class Palette(TableWidget):
    """Every step of the dealer in groups, right or wrong."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "palette")
        self.groups: tuple[Group, ...] = ()
        self.group_index = 0
        self.action_index = 0

    def render(self) -> Text:
        tabs = Text(no_wrap=True)
        for index, group in enumerate(self.groups):
            style = f"bold #10241b on {GOLD}" if index == self.group_index else PLAIN
            tabs.append_text(pressing(f" {group.key} {self.game.say(group.name)} ", style, group.key))
        tabs.truncate(self.room)
        lines = [tabs]
        actions = self.groups[self.group_index].actions if self.groups else ()
        rows = max(self.rows - 1, 1)
        columns = max(1, -(-len(actions) // rows))
        columns = max(columns, min(3, self.room // 26, max(1, -(-len(actions) // 2))))
        width = max(self.room // columns, 8)
        per_column = -(-len(actions) // columns)
        for row in range(min(per_column, rows)):
            line = Text(no_wrap=True)
            for column in range(columns):
                index = column * per_column + row
                if index < len(actions):
                    action = actions[index]
                    lit = index == self.action_index
                    line.append_text(pressing(f" {action.key} ", f"bold {GOLD}", action.key))
                    label = set_cell_size(clipped(self.game.say(action.label), width - 5), width - 4)
                    line.append_text(pressing(label, "bold #ffffff on #17533c" if lit else PLAIN, action.key))
                    line.append(" ")
            line.truncate(self.room)
            lines.append(line)
        return Text("\n").join(lines)


class NoticeBar(TableWidget):
    """What the table tells you now: a refusal with its clause, what you won and why, or what it waits for."""

    def render(self) -> Text:
        game = self.game
        if game.refusal is not None:
            text = Text.assemble(("✗ ", f"bold {WARN}"), (game.say(game.refusal.said), WARN))
            text.append(cited(game.refusal.clauses, 2), CLAUSE)
            text.append(f"  {game.say(said('? shows it'))}", FAINT)
        elif game.notice:
            text = Text(game.say(game.notice), PLAIN)
        elif game.results and not game.you_deal and game.state.phase.value not in ("dealing", "turning", "drawing"):
            total = sum(result.net_cents for result in game.results)
            colour = "#6fdc9a" if total > 0 else "#ff8585" if total < 0 else PLAIN
            text = Text.assemble((f"{gained(total)}  ", f"bold {colour}"))
            text.append(game.say(many((result.said for result in game.results), ";")), PLAIN)
        else:
            text = Text(game.say(waiting_words(game)), FAINT)
        return _lines(text, self.room - 2, max(self.rows, 1))


def waiting_words(game: Game) -> Said:
    """What the table waits for, if it waits for you."""
    if game.paused:
        return said("The table waits for a card to be named: Enter.")
    if game.holding:
        seen = [edge(card) for card in game.held().values()] if game.peel == 1 else []
        hint = said("You see {edges}.", edges=many(seen, ";")) if seen else said("Peeling changes only the suspense.")
        return said("You hold the cards: space peels, Enter turns them, w gives the right on. {hint}", hint=hint)
    if game.you_deal:
        score = game.score
        return said(
            "You deal: {first_time} of {steps} right the first time, {errors} wrong, {hints:hint|hints}.",
            first_time=score.first_time,
            steps=score.steps,
            errors=sum(score.errors.values()),
            hints=score.hints,
        )
    if game.state.phase.value == "betting" and game.waits_for_you:
        least = game.state.minimum_cents
        lacking = [
            said("{wager} needs {sum}", wager=short_name(w), sum=Money(least.get(w, 0))) for w in game.stakes.pending
        ]
        if lacking:
            return said("{lacking}", lacking=many(lacking, ","))
        return said("Choose a chip and an area, then Enter. Without a wager you watch the round.")
    return NOTHING


def _lines(text: Text, width: int, rows: int) -> Text:
    """Words on a few lines, the last of which says when there is more."""
    if width <= 0:
        return Text("")
    words = text.wrap(_console(), width, no_wrap=False)
    kept = list(words)[:rows]
    if len(words) > rows:
        kept[-1].truncate(max(width - 1, 1))
        kept[-1].rstrip()
        kept[-1].append("…", FAINT)
    return Text("\n").join(Text(" ").append_text(line) for line in kept)


@cache
def _console() -> Console:
    """Rich wants a console to wrap words; nothing is printed on it."""
    return Console(width=200, color_system=None)


class Log(TableWidget):
    """The last events, newest below, each with its clause."""

    can_focus = False

    def render(self) -> Text:
        width, rows = self.room, self.rows
        kept: list[Text] = []
        for line in reversed(self.game.log):
            text = Text.assemble((self.game.say(line.said), f"bold {GOLD}" if line.tone == "said" else "#a9bdb2"))
            text.append(cited(line.clauses), CLAUSE)
            wrapped = list(text.wrap(_console(), max(width - 2, 10)))
            kept = [*wrapped, *kept]
            if len(kept) >= rows:
                break
        shown = kept[-rows:] if rows else []
        return Text("\n").join([Text(" ").append_text(line) for line in shown])


class Scoreboards(TableWidget):
    """The five roads."""

    def render(self) -> Text:
        width = max(self.room, 24)
        return recoloured(roads_panel(self.game.board(), width), width)


ROAD_COLOURS = {
    "on red": "bold #ffffff on #b3272d",
    "on blue": "bold #ffffff on #2f6fb8",
    "on green": "bold #ffffff on #2f8f5b",
    RED: "bold #ff8585",
    BLUE: "bold #7db8ff",
    GREEN: "bold #6fdc9a",
    ROAD_FAINT: "#4f7a67",
    BOLD: f"bold {GOLD}",
    "": "",
}
"""The colours of the felt in place of the terminal's own."""


def recoloured(lines: list[Line], width: int) -> Text:
    """Roads in the colours of this table, no line wider than there is room."""
    drawn = [Text.assemble(*((text, ROAD_COLOURS[style]) for text, style in line)) for line in lines]
    for line_text in drawn:
        line_text.truncate(width)
    return Text("\n").join(drawn)


class Plaque(TableWidget):
    """The sign at the table: limits, odds, marker buttons, what is written on the felt, the commitment."""

    def render(self) -> Text:
        game, state = self.game, self.game.state
        text = Text()
        text.append(f"{game.say(said('Limits and odds'))}\n", f"bold {GOLD}")
        for proposition in game.rules.propositions:
            low, high = state.minimum_cents.get(proposition.id), state.maximum_cents.get(proposition.id)
            limits = said("{least} to {most}", least=Money(low), most=Money(high)) if low and high else NO_LIMITS
            text.append(set_cell_size(game.say(short_name(proposition.id)), 10), PLAIN)
            pays = many((odds_text(game.rules, proposition.id), limits), ",")
            text.append(f"{game.say(pays)}\n", FAINT)
        owing = [seat for seat in state.occupied if state.owed(seat)]
        if owing:
            text.append(f"{game.say(said('Marker buttons'))}\n", f"bold {GOLD}")
            text.append("  ".join(f"{seat} ◉{dollars(state.owed(seat))}" for seat in owing) + "\n", WARN)
        for line in layout(game.rules).inscriptions:
            text.append(game.say(printed(line.text)), f"italic {PLAIN}")
            text.append(f"{cited(line.clauses)}\n", CLAUSE)
        text.append(f"{game.say(vigorish_sign(game.rules))}\n", f"italic {PLAIN}")
        if game.typed:
            text.append(f"{game.say(said('Dealt by hand: no order is known or committed to.'))}\n", WARN)
        elif state.commitment:
            told = said("Committed before the cut: {hash}…", hash=state.commitment[:16])
            text.append(f"{game.say(told)}\n", FAINT)
        return text
