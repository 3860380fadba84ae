"""Tables for a notebook: plain HTML that takes the colours of the page around it, so it reads in light and in dark.

Everything that stands in a cell is escaped. A picture among the cells says so itself, by being :class:`Markup`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

LEFT = "text-align:left"
RIGHT = "text-align:right"
ROOM = "padding:2px 8px"


class Markup(NamedTuple):
    """HTML that is finished: a picture of ours."""

    html: str


Cell = str | Markup


def shown(cell: Cell) -> str:
    return cell.html if isinstance(cell, Markup) else escape(cell)


def table_html(
    heads: Sequence[str], rows: Iterable[Sequence[Cell]], caption: str = "", words: int | Collection[int] = 1
) -> str:
    """A table whose first columns (``words`` of them, or those numbers) are words and whose others are numbers."""
    left = range(words) if isinstance(words, int) else words
    sides = [f"{ROOM};{LEFT if index in left else RIGHT}" for index in range(len(heads))]
    head = "".join(
        f'<th scope="col" style="{side}">{escape(text)}</th>' for text, side in zip(heads, sides, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(f'<td style="{side}">{shown(cell)}</td>' for cell, side in zip(row, sides, strict=True))
        + "</tr>"
        for row in rows
    )
    title = f'<caption style="{LEFT}"><b>{escape(caption)}</b></caption>' if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def facts_html(facts: Mapping[str, Cell], caption: str = "") -> str:
    """What is known of one thing, a line for each fact."""
    lines = "".join(
        f'<tr><th scope="row" style="{ROOM};{LEFT}">{escape(name)}</th>'
        f'<td style="{ROOM};{LEFT}">{shown(cell)}</td></tr>'
        for name, cell in facts.items()
    )
    title = f'<caption style="{LEFT}"><b>{escape(caption)}</b></caption>' if caption else ""
    return f"<table>{title}<tbody>{lines}</tbody></table>"


def together(*parts: str) -> str:
    """Several tables and pictures, one below another."""
    return f"<div>{''.join(parts)}</div>"


def dollars(cents: int) -> str:
    """A sum as people write it.

    >>> dollars(1234_50), dollars(-500)
    ('$1,234.50', '−$5.00')
    """
    return f"{'−' if cents < 0 else ''}${abs(cents) / 100:,.2f}"
