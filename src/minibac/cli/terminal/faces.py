"""Cards and totals as characters: faces, backs, a third card that lies sideways, and a card that is being peeled.

Every face is five rows high. A card in the hand of a guest is peeled from its long edge: first the pips along that edge
("sides"), then all pips, last the rank in the corner.

>>> for (row, _), in face("7h"):
...     print(f"|{row}|")
| 7     |
| ♥     |
|   ♥   |
|     ♥ |
|     7 |
"""

from minibac.cards.card import parse_card
from minibac.cli.terminal.canvas import Piece
from minibac.cli.text import SUITS
from minibac.voice.said import Said, said

Lines = list[list[Piece]]

WHITE = "#fbf7ec"
RED = f"bold #c3142d on {WHITE}"
BLACK = f"bold #14181c on {WHITE}"
BACK = "#9a3a46 on #741c28"
COVERED = "#a84a55 on #822531"

WIDTH, HEIGHT = 7, 5
SIDE_WIDTH, SIDE_HEIGHT = 9, 3
"""A third card lies across."""

PEELED = 3
"""How often a card is peeled until all of it shows."""

LEFT, MIDDLE, RIGHT = 1, 3, 5
PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "A": ((2, MIDDLE),),
    "2": ((0, MIDDLE), (4, MIDDLE)),
    "3": ((0, MIDDLE), (2, MIDDLE), (4, MIDDLE)),
    "4": tuple((row, column) for row in (0, 4) for column in (LEFT, RIGHT)),
    "5": (*((row, column) for row in (0, 4) for column in (LEFT, RIGHT)), (2, MIDDLE)),
    "6": tuple((row, column) for row in (0, 2, 4) for column in (LEFT, RIGHT)),
    "7": (*((row, column) for row in (0, 2, 4) for column in (LEFT, RIGHT)), (1, MIDDLE)),
    "8": (*((row, column) for row in (0, 2, 4) for column in (LEFT, RIGHT)), (1, MIDDLE), (3, MIDDLE)),
    "9": (*((row, column) for row in (0, 1, 3, 4) for column in (LEFT, RIGHT)), (2, MIDDLE)),
    "T": (*((row, column) for row in (0, 1, 3, 4) for column in (LEFT, RIGHT)), (1, MIDDLE), (3, MIDDLE)),
}
"""Where the pips of a card stand, as (row, column)."""

SIDES = {
    0: said("no side: ace, 2 or 3"),
    2: said("two sides: 4 or 5"),
    3: said("three sides: 6, 7 or 8"),
    4: said("four sides: 9 or 10"),
}
PICTURE = said("a frame: a picture, worth nothing")

DIGITS = {
    0: ("█▀█", "█ █", "▀▀▀"),
    1: ("▄█ ", " █ ", "▀▀▀"),
    2: ("▀▀█", "█▀▀", "▀▀▀"),
    3: ("▀▀█", " ▀█", "▀▀▀"),
    4: ("█ █", "▀▀█", "  ▀"),
    5: ("█▀▀", "▀▀█", "▀▀▀"),
    6: ("█▀▀", "█▀█", "▀▀▀"),
    7: ("▀▀█", "  █", "  ▀"),
    8: ("█▀█", "█▀█", "▀▀▀"),
    9: ("█▀█", "▀▀█", "▀▀▀"),
}


LARGE_WIDTH, LARGE_HEIGHT = 11, 7
LARGE_SIDE_WIDTH, LARGE_SIDE_HEIGHT = 13, 5
FIGURES = {"J": "♞", "Q": "♛", "K": "♚"}


def large_face(card: str) -> Lines:
    """A card face up where there is room: pips and pictures."""
    rank, suit, style = name(card)[:-1], SUITS[card[-1]], ink(card)
    rows = [[" "] * LARGE_WIDTH for _ in range(LARGE_HEIGHT)]
    for row, column in PIPS.get(card[0], ()):
        rows[row + 1][column + 2] = suit
    if card[0] in FIGURES:
        for row in range(1, LARGE_HEIGHT - 1):
            rows[row][2:9] = "│     │" if 1 < row < LARGE_HEIGHT - 2 else ("┌─────┐" if row == 1 else "└─────┘")
        rows[2][3], rows[3][5], rows[4][7] = suit, FIGURES[card[0]], suit
    for offset, character in enumerate(rank):
        rows[0][offset + 1] = character
        rows[-1][LARGE_WIDTH - 1 - len(rank) + offset] = character
    return [[("".join(row), style)] for row in rows]


def enlarged(lines: Lines) -> Lines:
    """A small drawing in the middle of a large card: a back, or a card that is being peeled."""
    first, last = lines[0][0][1], lines[0][-1][1]
    fill, end = ("▞" if lines[0][0][0][:1] == "▞" else " "), ("▞" if lines[0][-1][0][:1] == "▞" else " ")
    side = (LARGE_WIDTH - WIDTH) // 2
    wide = [[(fill * side, first), *line, (end * side, last)] for line in lines]
    half = sum(len(text) for text, style in lines[0] if style == first) + side
    edge_row: list[Piece] = [(fill * min(half, LARGE_WIDTH), first), (end * max(0, LARGE_WIDTH - half), last)]
    return [edge_row, *wide, edge_row]


def ink(card: str) -> str:
    """Red or black, on the white of the card."""
    return RED if card[-1] in "hd" else BLACK


def name(card: str) -> str:
    """A card as on its face.

    >>> name("Td"), name("As")
    ('10♦', 'A♠')
    """
    found = parse_card(card)
    return f"{'10' if found.rank == 'T' else found.rank}{SUITS[found.suit]}"


def face(card: str) -> Lines:
    """A card face up."""
    rank, suit, style = name(card)[:-1], SUITS[card[-1]], ink(card)
    upper = [f" {word:<{WIDTH - 1}}" for word in (rank, suit)]
    lower = [f"{word:>{WIDTH - 1}} " for word in (suit, rank)]
    return [[(row, style)] for row in (*upper, f"{suit:^{WIDTH}}", *lower)]


def sideways(card: str | None, *, large: bool = False) -> Lines:
    """A third card, which lies across the hand; where there is room it has a picture and more white."""
    width, height = (LARGE_SIDE_WIDTH, LARGE_SIDE_HEIGHT) if large else (SIDE_WIDTH, SIDE_HEIGHT)
    if card is None:
        return [[("▞" * width, BACK)]] * height
    corner, suit, white = name(card), SUITS[card[-1]], [""] if large else []
    middle = FIGURES.get(card[0], suit) if large else suit
    rows = [f" {corner}", *white, f"{middle:^{width}}", *white, f"{corner:>{width - 1}}"]
    return [[(f"{row:<{width}}", ink(card))] for row in rows]


def back() -> Lines:
    """A card face down."""
    return [[("▞" * WIDTH, BACK)]] * HEIGHT


def peeled(card: str, times: int) -> Lines:
    """A card in the guest's hand: its edge first, then its pips, last its corner."""
    if times <= 0:
        return back()
    if times >= PEELED:
        return face(card)
    rank, suit, style = card[0], SUITS[card[-1]], ink(card)
    lines: Lines = []
    for row in range(HEIGHT):
        cells = [" "] * WIDTH
        if rank in PIPS:
            for pip_row, column in PIPS[rank]:
                if pip_row == row:
                    cells[column] = suit
        else:
            cells[LEFT], cells[RIGHT] = "│", "│"
        open_cells = MIDDLE if times == 1 else WIDTH
        line: list[Piece] = [("".join(cells[:open_cells]), style)]
        if open_cells < WIDTH:
            line.append(("▞" * (WIDTH - open_cells), COVERED))
        lines.append(line)
    return lines


def edge(card: str) -> Said:
    """What the peeled edge tells: how many pips stand along it.

    >>> str(edge("8s")), str(edge("Kd"))
    ('three sides: 6, 7 or 8', 'a frame: a picture, worth nothing')
    """
    if card[0] not in PIPS:
        return PICTURE
    return SIDES[sum(1 for _, column in PIPS[card[0]] if column == LEFT)]


def digit(number: int, style: str) -> Lines:
    """A total, three rows high."""
    return [[(row, style)] for row in DIGITS[number % 10]]
