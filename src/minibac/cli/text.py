"""How things look on a terminal: money, cards, tables. Colour is dropped by click where nobody would see it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from minibac.voice.said import Said

if TYPE_CHECKING:
    from minibac.cards.card import Card
    from minibac.rules.house_rules import HouseRules
    from minibac.rules.refusal import Refusal

LANGUAGE = "minibac.language"
"""Where click keeps the language of a command line."""

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
RED_SUITS = "hd"

WIDTH_MIN, WIDTH_MAX = 40, 110


def language(context: click.Context | None = None) -> str:
    """The language of this command line: English unless ``--language`` or ``MINIBAC_LANGUAGE`` asks for another."""
    context = context or click.get_current_context(silent=True)
    return str(context.meta.get(LANGUAGE, "en")) if context else "en"


OBEYED = re.compile(r"\x1b(?!\[(?:[0124]|3[12])m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What a terminal obeys and does not show: facts may come from anybody's file. The colours of this module stay."""


def say(told: Said | str) -> str:
    """What is said, in the language of the command line; a text of a rulebook is its own template."""
    from minibac.voice.languages import catalogue, render

    if isinstance(told, str):
        return catalogue(language()).templates.get(told, told)
    return OBEYED.sub("�", render(told, language()))


def wager(name: str) -> str:
    """A wager as it is called in the language of the command line."""
    from minibac.rules.names import wager_said

    return say(wager_said(name))


def heads(*words: str) -> list[str]:
    """The heads of a table."""
    return [say(word) for word in words]


def refused(refusal: Refusal) -> str:
    """A refusal with every clause it cites."""
    return f"{say(refusal.said)} ({', '.join(refusal.clauses)})" if refusal.clauses else say(refusal.said)


def wrong(told: Said | Refusal | Exception) -> str:
    """What is wrong, in the language of the command line."""
    from minibac.rules.refusal import Refusal

    cause = told.args[0] if isinstance(told, Exception) and told.args else told
    if isinstance(cause, Refusal):
        return refused(cause)
    return say(cause) if isinstance(cause, Said) else str(told)


def width() -> int:
    """How wide text may run."""
    import shutil

    return max(WIDTH_MIN, min(WIDTH_MAX, shutil.get_terminal_size((100, 24)).columns))


def money(cents: int, *, sign: bool = False) -> str:
    """Cents as dollars.

    >>> money(9500), money(-1234567), money(5, sign=True), money(0, sign=True)
    ('$95.00', '-$12,345.67', '+$0.05', '$0.00')
    """
    dollars = f"${abs(cents) // 100:,}.{abs(cents) % 100:02d}"
    if cents < 0:
        return f"-{dollars}"
    return f"+{dollars}" if sign and cents else dollars


def gain(cents: int) -> str:
    """What somebody won or lost, with its sign and colour."""
    shown = money(cents, sign=True)
    return click.style(shown, fg="green" if cents > 0 else "red") if cents else shown


def card(shown: Card) -> str:
    """A card as on its face: ``K♦``."""
    rank = "10" if shown.rank == "T" else str(shown.rank)
    return click.style(f"{rank}{SUITS[shown.suit]}", fg="red" if shown.suit in RED_SUITS else None, bold=True)


def cards(shown: Iterable[Card]) -> str:
    """Cards side by side."""
    return "  ".join(map(card, shown))


def choices(rules: HouseRules) -> str:
    """What the house chose otherwise than the rulebook's default, as it would be typed."""
    from minibac.rules.options import typed

    defaults = {(option.name, option.default) for option in rules.rulebook.option}
    chosen = [setting for setting in rules.settings if (setting.name, setting.value) not in defaults]
    return ", ".join(f"{setting.name}={typed(setting.value)}" for setting in chosen)


def faint(text: str) -> str:
    return click.style(text, dim=True)


def bold(text: str) -> str:
    return click.style(text, bold=True)


def clauses(ids: Iterable[str | None]) -> str:
    """Citations at the end of a line."""
    cited = ", ".join(clause for clause in ids if clause)
    return faint(f"({cited})") if cited else ""


def heading(text: str) -> str:
    return click.style(text, bold=True, underline=True)


def visible(text: str) -> int:
    """How many columns a text takes, its colours left out."""
    from minibac.voice.languages import columns

    return columns(click.unstyle(text))


def lines_of(text: str, room: int) -> list[str]:
    """A text in lines of so many columns; one that has no spaces breaks wherever it must."""
    if visible(text) == len(text):
        return textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False)
    lines = [""]
    for sign in text:
        if visible(lines[-1] + sign) > room:
            lines.append("")
        lines[-1] += sign
    return [line.strip() for line in lines]


def wrapped(text: str, indent: str = "", hanging: str | None = None) -> str:
    """A paragraph within the width of the terminal."""
    later = indent if hanging is None else hanging
    if visible(text) == len(text):
        whole = textwrap.TextWrapper(width(), indent, later, break_long_words=False, break_on_hyphens=False)
        return whole.fill(text)
    first, *rest = lines_of(text, width() - visible(later))
    return "\n".join([indent + first, *(later + line for line in rest)])


def table(rows: Sequence[Sequence[str]], heads: Sequence[str], right: Sequence[int] = (), indent: str = "  ") -> str:
    """Rows under their headings; columns in ``right`` are flush right, as money is. The last column wraps."""
    cells = [[*row] for row in rows]
    widths = [max(map(visible, column)) for column in zip(heads, *cells, strict=True)]
    room = width() - len(indent) - sum(widths[:-1]) - 2 * (len(widths) - 1)
    lines = []
    for row in [[faint(head) for head in heads], *cells]:
        head, last = row[:-1], row[-1]
        start = indent + "".join(
            _padded(cell, widths[index], right=index in right) + "  " for index, cell in enumerate(head)
        )
        if len(widths) - 1 in right:
            lines.append(start + _padded(last, widths[-1], right=True))
            continue
        parts = [last] if visible(last) <= room or room < 20 else lines_of(click.unstyle(last), room)
        lines.append((start + parts[0]).rstrip())
        lines += [" " * visible(start) + part for part in parts[1:]]
    return "\n".join(lines)


def sheet(rows: Iterable[tuple[str, str]]) -> str:
    """Names and what they are, one under the other; empty ones are left out and a repeated name is said once."""
    rows = [(name, value) for name, value in rows if value]
    columns = max(visible(name) for name, _ in rows) + 2
    lines = []
    previous = None
    for name, value in rows:
        label = "" if name == previous else name
        start = "  " + _padded(label, columns, right=False)
        lines.append(wrapped(value, start, " " * (columns + 2)).replace(start, faint(start), 1))
        previous = name
    return "\n".join(lines)


def _padded(text: str, columns: int, *, right: bool) -> str:
    space = " " * (columns - visible(text))
    return space + text if right else text + space
