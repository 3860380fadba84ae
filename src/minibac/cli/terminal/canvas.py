"""A small canvas of character cells: cards, digits and felt are drawn on it and become one text for a widget."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from rich.cells import cell_len, set_cell_size
from rich.text import Text

Piece = tuple[str, str]
"""Some characters and their style."""


class Canvas:
    """Cells of a character and a style, drawn row by row. What falls outside is cut off."""

    def __init__(self, width: int, height: int, style: str) -> None:
        self.width, self.height, self.style = max(width, 0), max(height, 0), style
        self._cells = [[(" ", style)] * self.width for _ in range(self.height)]

    def put(self, column: int, row: int, text: str, style: str | None = None) -> None:
        """Write a line of text; a style without a background keeps the one below it."""
        if not 0 <= row < self.height:
            return
        at = column
        for character in text:
            wide = cell_len(character)
            if at >= 0 and at + wide <= self.width:
                over = self._over(self._cells[row][at][1], style)
                self._cells[row][at : at + wide] = [(character, over), ("", over)][:wide]
            at += wide

    def stamp(self, column: int, row: int, lines: Sequence[Sequence[Piece]]) -> None:
        """Draw lines of pieces from a corner down."""
        for number, line in enumerate(lines):
            at = column
            for text, style in line:
                self.put(at, row + number, text, style)
                at += cell_len(text)

    def text(self) -> Text:
        """Everything drawn, as lines of equal width."""
        drawn = Text(no_wrap=True, end="")
        for number, row in enumerate(self._cells):
            if number:
                drawn.append("\n")
            for style, cells in groupby(row, key=itemgetter(1)):
                drawn.append("".join(character for character, _ in cells), style)
        return drawn

    @staticmethod
    def _over(below: str, style: str | None) -> str:
        if style is None:
            return below
        background = below.partition(" on ")[2] or below.removeprefix("on ")
        return style if " on " in style or style.startswith("on ") else f"{style} on {background}"


def clipped(text: str, width: int) -> str:
    """A line within a width, with a sign that something was left out.

    >>> clipped("the cutting card", 10), clipped("short", 10)
    ('the cutti…', 'short')
    """
    return text if cell_len(text) <= width else set_cell_size(text, max(width - 1, 0)) + "…" * (width > 0)
