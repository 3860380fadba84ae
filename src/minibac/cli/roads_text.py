r"""The five roads drawn for a terminal.

Colour helps and is never needed: what is red on the felt is round or ``/`` here, what is blue is square or ``\``, and
the bead plate carries letters. Each road scrolls by whole columns, as the board over a table does, so that its newest
mark is in view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from minibac.cli.text import say, visible
from minibac.play.results import Winner
from minibac.play.roads import LETTERS, ROWS, Ask, Cell, Colour, DerivedRoad, Position, Roads
from minibac.voice.said import Said, said

Piece = tuple[str, str]
"""Some characters, and the name of their style in ``STYLES``, or no name."""

Line = list[Piece]

RED, BLUE, GREEN, FAINT, BOLD = "red", "blue", "green", "faint", "bold"

BEAD_STYLES = {Winner.BANKER: "on red", Winner.PLAYER: "on blue", Winner.TIE: "on green"}

STYLES: dict[str, dict[str, Any]] = {
    "": {},
    RED: {"fg": "red", "bold": True},
    BLUE: {"fg": "bright_blue", "bold": True},
    GREEN: {"fg": "green", "bold": True},
    FAINT: {"dim": True},
    BOLD: {"bold": True},
    "on red": {"fg": "white", "bg": "red", "bold": True},
    "on blue": {"fg": "white", "bg": "blue", "bold": True},
    "on green": {"fg": "white", "bg": "green", "bold": True},
}
"""The styles as click writes them; the table in the terminal has colours of its own for them."""
BIG_ROAD: dict[Winner | None, Piece] = {
    Winner.BANKER: ("○", RED),
    Winner.PLAYER: ("□", BLUE),
    None: ("T", GREEN),  # ties that wait for the first decision
}
DERIVED = {
    "big_eye_boy": (said("Big eye boy"), "○□"),
    "small_road": (said("Small road"), "●■"),
    "cockroach_pig": (said("Cockroach pig"), "/\\"),
}
"""The roads drawn from the big road: a title, and the signs of red and blue."""

COLUMNS_MIN = 8
"""A road that has hardly begun is still drawn as a grid."""

GAP = "   "


class Panel(NamedTuple):
    """One road: its title and its six rows, all lines equally wide."""

    lines: list[Line]
    width: int


def roads_text(roads: Roads, width: int = 80) -> str:
    """The five roads, the ask and a legend, no line wider than ``width`` (from twenty-four characters on)."""
    return click.unstyle(coloured(roads_lines(roads, width)))


def coloured(lines: Sequence[Line]) -> str:
    """What was drawn, with its colours, which ``click.echo`` drops where nobody would see them."""
    return "\n".join("".join(click.style(text, **STYLES[style]) for text, style in line) for line in lines)


def roads_lines(roads: Roads, width: int) -> list[Line]:
    """What ``roads_text`` says, with its styles."""
    lines = [
        *_flow([_bead_plate(roads, width), _big_road(roads, width)], width),
        *_flow(_derived(roads, width), width),
        *_wrapped(_ask(roads), width),
        [],
        *_wrapped(_legend(), width),
    ]
    return list(map(_stripped, lines))


def _stripped(line: Line) -> Line:
    """A line without the spaces at its end."""
    *rest, (text, style) = line or [("", "")]
    return [*rest, (text.rstrip(), style)] if text.strip() or not rest else _stripped(rest)


def roads_panel(roads: Roads, width: int = 48) -> list[Line]:
    """The five roads in two bands for a narrow place beside something else, with the ask and without the legend."""
    room = width - len(GAP)
    third = (width - 2 * len(GAP)) // 3
    return [
        *_side_by_side([_bead_plate(roads, room * 2 // 5), _big_road(roads, room - room * 2 // 5)]),
        [],
        *_side_by_side(_derived(roads, third)),
        *_wrapped(_ask(roads), width),
    ]


def _bead_plate(roads: Roads, width: int) -> Panel:
    cells = [(cell, _bead(cell)) for cell in roads.bead_plate]
    return _cells_panel(said("Bead plate"), cells, width)


def _bead(cell: Cell) -> Piece:
    assert cell.mark is not None, "every bead is a coup"
    return LETTERS[cell.mark], BEAD_STYLES[cell.mark]


def _big_road(roads: Roads, width: int) -> Panel:
    return _cells_panel(said("Big road"), [(cell, BIG_ROAD[cell.mark]) for cell in roads.big_road], width)


def _cells_panel(title: Said, cells: Sequence[tuple[Cell, Piece]], width: int) -> Panel:
    """A grid whose cells have room for pairs (Banker's top left, Player's bottom right) and ties once there are any."""
    left = int(any(cell.banker_pair for cell, _ in cells))
    right = int(any(cell.player_pair for cell, _ in cells))
    digits = max((len(str(cell.ties)) for cell, _ in cells if cell.ties), default=0)

    def drawn(cell: Cell, mark: Piece) -> Line:
        return [
            ("'" if cell.banker_pair else " " * left, RED),
            mark,
            ("." if cell.player_pair else " " * right, BLUE),
            (str(cell.ties or "").ljust(digits), GREEN),
        ]

    empty = [(" " * left + "·" + " " * (right + digits), FAINT)]
    grid = {(cell.column, cell.row): drawn(cell, mark) for cell, mark in cells}
    return _panel(title, grid, empty, width, gap="" if left else " ")


def _derived(roads: Roads, width: int) -> list[Panel]:
    panels = []
    for name, (title, signs) in DERIVED.items():
        road: DerivedRoad = getattr(roads, name)
        grid = {position: [_sign(signs, mark)] for position, mark in zip(road.cells, road.marks, strict=True)}
        panels.append(_panel(title, grid, [("·", FAINT)], width))
    return panels


def _sign(signs: str, mark: Colour | None) -> Piece:
    if mark is None:
        return "–", FAINT
    return (signs[0], RED) if mark is Colour.RED else (signs[1], BLUE)


def _panel(title: Said, grid: dict[Position, Line], empty: Line, width: int, gap: str = " ") -> Panel:
    """A titled window on the grid, whose last entry is the newest mark."""
    fitting = max(1, (width + len(gap)) // (_width(empty) + len(gap)))
    used = max((column for column, _ in grid), default=-1) + 1
    shown = min(fitting, max(used, COLUMNS_MIN))
    newest_column = next(reversed(grid), (0, 0))[0]
    # A dragon tail may reach far to the right of the newest mark, which then stays in the middle of the window.
    first = max(0, min(used - shown, newest_column - shown // 2))
    heading: Line = [(say(title), BOLD)]
    extent = said("  columns {first}–{last} of {count}", first=first + 1, last=first + shown, count=used)
    if used > shown and _width([*heading, (say(extent), FAINT)]) <= width:
        heading.append((say(extent), FAINT))
    columns = range(first, first + shown)
    lines = [heading, *(_spaced([grid.get((column, row), empty) for column in columns], gap) for row in range(ROWS))]
    panel_width = max(map(_width, lines))
    return Panel([[*line, (" " * (panel_width - _width(line)), "")] for line in lines], panel_width)


def _flow(panels: Sequence[Panel], width: int) -> list[Line]:
    """Panels side by side as far as they fit, then below one another; an empty line after each band."""
    bands: list[list[Panel]] = []
    for panel in panels:
        if bands and sum(other.width + len(GAP) for other in bands[-1]) + panel.width <= width:
            bands[-1].append(panel)
        else:
            bands.append([panel])
    return [line for band in bands for line in [*_side_by_side(band), []]]


def _side_by_side(band: Sequence[Panel]) -> list[Line]:
    return [_spaced(parts, GAP) for parts in zip(*(panel.lines for panel in band), strict=True)]


def _ask(roads: Roads) -> list[Line]:
    asked: list[tuple[Ask, str]] = [(getattr(roads.ask, name), signs) for name, (_, signs) in DERIVED.items()]
    return [
        [(say(said("roads|Ask")), BOLD)],
        _spaced([[(say(said("Banker next")), "")], *([_sign(signs, ask.banker)] for ask, signs in asked)]),
        _spaced([[(say(said("Player next")), "")], *([_sign(signs, ask.player)] for ask, signs in asked)]),
    ]


def _legend() -> list[Line]:
    return [
        [("B", BEAD_STYLES[Winner.BANKER]), (say(said(" ○ Banker")), FAINT)],
        [("P", BEAD_STYLES[Winner.PLAYER]), (say(said(" □ Player")), FAINT)],
        [("T", BEAD_STYLES[Winner.TIE]), (say(said(" tie")), FAINT)],
        [("2", GREEN), (say(said(" its ties")), FAINT)],
        [("'", RED), (say(said("B Banker pair")), FAINT)],
        [("P", FAINT), (".", BLUE), (say(said(" Player pair")), FAINT)],
        [("○ ● /", RED), (say(said(" red, regular")), FAINT)],
        [("□ ■ \\", BLUE), (say(said(" blue, irregular")), FAINT)],
    ]


def _wrapped(items: Sequence[Line], width: int) -> list[Line]:
    """Items one after another, broken between items where a line is full."""
    lines: list[list[Line]] = [[]]
    for item in items:
        if lines[-1] and _width(_spaced([*lines[-1], item], GAP)) > width:
            lines.append([])
        lines[-1].append(item)
    return [_spaced(line, GAP) for line in lines]


def _spaced(parts: Sequence[Line], gap: str = " ") -> Line:
    return [piece for index, part in enumerate(parts) for piece in ([(gap, "")] if index else []) + part]


def _width(line: Line) -> int:
    return sum(visible(text) for text, _ in line)
