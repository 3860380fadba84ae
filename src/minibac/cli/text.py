"""How things look on a terminal: money, cards, tables. Colour is dropped by click where nobody would see it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from minibac.cards.card import Card
    from minibac.rules.house_rules import HouseRules
    from minibac.rules.rulebook import Value

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
RED_SUITS = "hd"

WIDTH_MIN, WIDTH_MAX = 40, 110


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


def typed(value: Value) -> str:
    """A value of an option the way a person types it."""
    from minibac.rules.options import typed as as_typed

    return as_typed(value)


def choices(rules: HouseRules) -> str:
    """What the house chose otherwise than the rulebook's default, as it would be typed."""
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
    return len(click.unstyle(text))


def wrapped(text: str, indent: str = "", hanging: str | None = None) -> str:
    """A paragraph within the width of the terminal."""
    later = indent if hanging is None else hanging
    return textwrap.fill(
        text, width(), initial_indent=indent, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )


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
        parts = [last] if visible(last) <= room or room < 20 else textwrap.wrap(click.unstyle(last), room)
        lines.append((start + parts[0]).rstrip())
        lines += [" " * visible(start) + part for part in parts[1:]]
    return "\n".join(lines)


def sheet(rows: Iterable[tuple[str, str]]) -> str:
    """Names and what they are, one under the other; empty ones are left out and a repeated name is said once."""
    rows = [(name, value) for name, value in rows if value]
    columns = max(len(name) for name, _ in rows) + 2
    lines = []
    previous = None
    for name, value in rows:
        label = "" if name == previous else name
        start = f"  {label:<{columns}}"
        lines.append(wrapped(value, start, " " * len(start)).replace(start, "  " + faint(f"{label:<{columns}}"), 1))
        previous = name
    return "\n".join(lines)


def _padded(text: str, columns: int, *, right: bool) -> str:
    space = " " * (columns - visible(text))
    return space + text if right else text + space
