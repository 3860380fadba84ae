"""Cards and scoreboards as pictures for a notebook."""

from collections.abc import Callable, Iterable, Iterator

from minibac.cards.card import Card, Suit
from minibac.display import svg
from minibac.play.results import Winner
from minibac.play.roads import LETTERS, ROWS, Ask, Cell, Colour, DerivedRoad, Position, Roads

SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
WIDE, HIGH, GAP = 34, 48, 6
COLOURS = {Winner.BANKER: svg.RED, Winner.PLAYER: svg.BLUE, Winner.TIE: svg.GREEN}

MARGIN, HEAD = 10, 20
BIG, SMALL = 20, 12
LEAST_COLUMNS = 12
"""A road that has hardly begun is still drawn as a grid."""
MOST_COLUMNS = 40
"""A road that is longer shows its end, as the board over a table does."""


def cards_svg(cards: Iterable[Card | None], of: str = "cards") -> str:
    """Cards side by side; ``None`` lies face down."""
    row = list(cards)
    told = " ".join("face down" if card is None else str(card) for card in row) or "none"
    parts = [part for place, card in enumerate(row) for part in _card(MARGIN / 2 + place * (WIDE + GAP), card)]
    return svg.picture(f"{of}: {told}", max(1, len(row)) * (WIDE + GAP) + MARGIN - GAP, HIGH + MARGIN, parts)


def _card(x: float, card: Card | None) -> Iterator[str]:
    y = MARGIN / 2
    yield svg.box(x, y, WIDE, HIGH, fill="white" if card else svg.LINE, stroke=svg.SOFT, round_by=4)
    if card is None:
        yield svg.box(x + 5, y + 5, WIDE - 10, HIGH - 10, stroke=svg.SOFT, round_by=2)
        return
    ink = svg.RED if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else svg.INK
    rank = "10" if card.rank == "T" else card.rank.value
    yield svg.text(x + WIDE / 2, y + 21, rank, anchor="middle", fill=ink, size=17, bold=True)
    yield svg.text(x + WIDE / 2, y + 40, SIGNS[card.suit], anchor="middle", fill=ink, size=17)


Sign = Callable[[Colour, float, float], str]
"""How a mark of a derived road is drawn in the middle of its cell."""


class Grid:
    """The window through which a road is seen: a grid of six rows, and its end where it is long."""

    def __init__(self, title: str, places: Iterable[Position], size: float) -> None:
        columns = [column for column, _ in places]
        used = max(columns, default=-1) + 1
        newest = columns[-1] if columns else 0
        self.title, self.size = title, size
        self.columns = min(MOST_COLUMNS, max(used, LEAST_COLUMNS))
        # A dragon tail may reach far to the right of the newest mark, which stays in view.
        self.first = max(0, min(used - self.columns, newest - self.columns // 2))
        self.width, self.height = self.columns * size, HEAD + ROWS * size

    def drawn(self, x: float, y: float) -> Iterator[str]:
        """The grid and its title."""
        top, size = y + HEAD, self.size
        more = f", columns {self.first + 1} to {self.first + self.columns}" if self.first else ""
        yield svg.text(x, y + 14, self.title + more, bold=True)
        across = "".join(f"M{x:g} {top + row * size:g}h{self.width:g}" for row in range(ROWS + 1))
        down = "".join(f"M{x + column * size:g} {top:g}v{ROWS * size:g}" for column in range(self.columns + 1))
        yield svg.line(across + down, svg.LINE)

    def middle(self, place: Position, x: float, y: float) -> tuple[float, float] | None:
        """The middle of a cell, where it is in view."""
        column, row = place
        if not self.first <= column < self.first + self.columns:
            return None
        return x + (column - self.first + 0.5) * self.size, y + HEAD + (row + 0.5) * self.size


def roads_svg(board: Roads) -> str:
    """The five scoreboards and what each derived road would add next."""
    bead = Grid("Bead plate", [(cell.column, cell.row) for cell in board.bead_plate], BIG)
    big = Grid("Big road", [(cell.column, cell.row) for cell in board.big_road], BIG)
    derived = [
        (Grid(title, road.cells, SMALL), road, ask, sign)
        for title, road, ask, sign in (
            ("Big eye boy", board.big_eye_boy, board.ask.big_eye_boy, ring),
            ("Small road", board.small_road, board.ask.small_road, filled),
            ("Cockroach pig", board.cockroach_pig, board.ask.cockroach_pig, stroke),
        )
    ]
    parts: list[str] = []
    y: float = MARGIN
    x: float = MARGIN
    width = max(bead.width + MARGIN + big.width if bead.width + big.width <= MOST_COLUMNS * BIG else 0, 640)
    for grid, cells, mark in ((bead, board.bead_plate, _bead), (big, board.big_road, _streak)):
        if x > MARGIN and x + grid.width > MARGIN + width:
            x, y = MARGIN, y + grid.height + MARGIN
        parts += grid.drawn(x, y)
        for cell in cells:
            if middle := grid.middle((cell.column, cell.row), x, y):
                parts += mark(cell, *middle)
        width = max(width, x + grid.width - MARGIN)
        x += grid.width + MARGIN
    x, y = MARGIN, y + big.height + MARGIN
    for small, road, ask, sign in derived:
        if x > MARGIN and x + small.width > MARGIN + width:
            x, y = MARGIN, y + small.height + HEAD + MARGIN
        parts += _derived(small, road, ask, sign, x, y)
        x += small.width + MARGIN
    last = derived[-1][0]
    return svg.picture(told(board), width + 2 * MARGIN, y + last.height + HEAD + MARGIN, parts)


def told(board: Roads) -> str:
    """What a scoreboard shows, in a line: its title."""
    letters = "".join(LETTERS[cell.mark] for cell in board.bead_plate if cell.mark)
    counts = ", ".join(f"{winner.value} {letters.count(letter)}" for winner, letter in LETTERS.items())
    return f"Scoreboards of {len(letters)} coups: {counts}. In order: {letters}" if letters else "Scoreboards, empty"


def _bead(cell: Cell, x: float, y: float) -> Iterator[str]:
    assert cell.mark is not None, "every bead is a coup"
    yield svg.disc(x, y, 8, fill=COLOURS[cell.mark])
    yield svg.text(x, y + 4, LETTERS[cell.mark], anchor="middle", fill="white", size=11, bold=True)
    yield from _pairs(cell, x, y)


def _streak(cell: Cell, x: float, y: float) -> Iterator[str]:
    """Banker is a ring and Player a square; a stroke through it with a number are its ties."""
    if cell.mark is Winner.BANKER:
        yield svg.disc(x, y, 7, stroke=svg.RED)
    elif cell.mark is Winner.PLAYER:
        yield svg.line(f"M{x - 6:g} {y - 6:g}h12v12h-12z", svg.BLUE, 2)
    if cell.ties:
        yield svg.line(f"M{x - 6:g} {y + 6:g}L{x + 6:g} {y - 6:g}", svg.GREEN, 1.6)
        yield svg.text(x, y + 3.5, str(cell.ties), anchor="middle", fill=svg.GREEN, size=9, bold=True)
    yield from _pairs(cell, x, y)


def _pairs(cell: Cell, x: float, y: float) -> Iterator[str]:
    if cell.banker_pair:
        yield svg.disc(x - 7, y - 7, 2.6, fill=svg.RED)
    if cell.player_pair:
        yield svg.disc(x + 7, y + 7, 2.6, fill=svg.BLUE)


def _derived(grid: Grid, road: DerivedRoad, ask: Ask, sign: Sign, x: float, y: float) -> Iterator[str]:
    """A derived road, and below it what it would add if Banker, or Player, won the next coup."""
    yield from grid.drawn(x, y)
    for place, colour in zip(road.cells, road.marks, strict=True):
        if middle := grid.middle(place, x, y):
            yield sign(colour, *middle)
    below = y + grid.height + 13
    for words, asked, at in (("next if B", ask.banker, x), ("if P", ask.player, x + 76)):
        yield svg.text(at, below, words, fill=svg.SOFT, size=11)
        beside = at + (58 if at == x else 30)
        yield svg.text(beside - 4, below, "–", fill=svg.SOFT) if asked is None else sign(asked, beside, below - 4)


def ring(colour: Colour, x: float, y: float) -> str:
    return svg.disc(x, y, 4, stroke=svg.RED) if colour is Colour.RED else _square(x, y, "none")


def filled(colour: Colour, x: float, y: float) -> str:
    return svg.disc(x, y, 4.5, fill=svg.RED) if colour is Colour.RED else _square(x, y, svg.BLUE)


def stroke(colour: Colour, x: float, y: float) -> str:
    if colour is Colour.RED:
        return svg.line(f"M{x - 4:g} {y + 4:g}L{x + 4:g} {y - 4:g}", svg.RED, 2)
    return svg.line(f"M{x - 4:g} {y - 4:g}L{x + 4:g} {y + 4:g}", svg.BLUE, 2)


def _square(x: float, y: float, fill: str) -> str:
    return svg.line(f"M{x - 4:g} {y - 4:g}h8v8h-8z", svg.BLUE, 1.6, fill=fill)
