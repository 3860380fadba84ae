"""Roads: the five scoreboards over a table, each computed from the settled coups of one shoe, in order.

The bead plate shows every coup, the big road the streaks of Banker and Player. The three derived roads (big eye boy,
small road, cockroach pig) say how regular the big road is: red is regular, blue irregular, whoever won. Void coups do
not count and a new shoe starts empty. A grid is never patched or read back: it follows from the list of coups.

>>> board = roads("BBPPPPBTBPPBBBP")
>>> "".join(board.big_eye_boy.marks), "".join(board.small_road.marks), "".join(board.cockroach_pig.marks)
('RBRBRBRRRBB', 'RRRBRBB', 'RRRRB')

The dragon tail: nine Bankers fill a column and turn right along its foot, so ten Players find the sixth cell of theirs
taken. They turn one row higher, and come down again where the Bankers' tail ends.

>>> [(cell.column, cell.row) for cell in big_road(parse_marks("B" * 9 + "P" * 10))][-6:]
[(1, 4), (2, 4), (3, 4), (4, 4), (4, 5), (5, 5)]

Coordinates are ``(column, row)``, both from zero.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Literal, NamedTuple

from minibac.play.results import Winner
from minibac.voice.said import Said, said

ROWS = 6
"""Every road is six rows deep."""

Position = tuple[int, int]
"""A column and a row."""

LETTERS = {Winner.BANKER: "B", Winner.PLAYER: "P", Winner.TIE: "T"}
WINNERS = {letter: winner for winner, letter in LETTERS.items()}


class Mark(NamedTuple):
    """What the scoreboards keep of a settled coup: who won it, and the pairs among the first two cards."""

    winner: Winner
    player_pair: bool = False
    banker_pair: bool = False


class Tail(StrEnum):
    """What a streak does after it has turned right: try down again at every step, or keep to its row."""

    DOWN = "down"
    STICKY = "sticky"


class Colour(StrEnum):
    """A mark of a derived road: red when the big road is regular there, blue when it is not."""

    RED = "R"
    BLUE = "B"


class Cell(NamedTuple):
    """A cell of the bead plate or the big road. Its mark is ``None`` while ties wait for the first decision."""

    column: int
    row: int
    mark: Winner | None
    ties: int = 0
    player_pair: bool = False
    banker_pair: bool = False


class DerivedRoad(NamedTuple):
    """The marks of a derived road in order, and the cell where each is drawn."""

    marks: tuple[Colour, ...] = ()
    cells: tuple[Position, ...] = ()


class Ask(NamedTuple):
    """The next mark of one derived road if Banker wins, and if Player wins; ``None`` while it would have none."""

    banker: Colour | None = None
    player: Colour | None = None


class Asks(NamedTuple):
    """The ask of each derived road."""

    big_eye_boy: Ask = Ask()
    small_road: Ask = Ask()
    cockroach_pig: Ask = Ask()


class Roads(NamedTuple):
    """The whole scoreboard of one shoe."""

    bead_plate: tuple[Cell, ...] = ()
    big_road: tuple[Cell, ...] = ()
    big_eye_boy: DerivedRoad = DerivedRoad()
    small_road: DerivedRoad = DerivedRoad()
    cockroach_pig: DerivedRoad = DerivedRoad()
    ask: Asks = Asks()

    def __repr__(self) -> str:
        marks = (Mark(each.mark, each.player_pair, each.banker_pair) for each in self.bead_plate if each.mark)
        return f"<Roads {format_marks(marks) or 'of no coup'}>"

    def _repr_svg_(self) -> str:
        from minibac.play.pictures import roads_svg

        return roads_svg(self)

    def _repr_html_(self) -> str:
        return self._repr_svg_()


def roads(marks: Sequence[Mark] | str, tail: Tail = Tail.DOWN) -> Roads:
    """The five scoreboards and the ask after these coups, which are all the settled coups of the shoe.

    >>> roads(()) == roads("") == Roads()
    True
    """
    marks = parse_marks(marks) if isinstance(marks, str) else marks
    return Roads(
        bead_plate=bead_plate(marks),
        big_road=big_road(marks, tail),
        big_eye_boy=big_eye_boy(marks, tail),
        small_road=small_road(marks, tail),
        cockroach_pig=cockroach_pig(marks, tail),
        ask=ask(marks),
    )


def bead_plate(marks: Sequence[Mark]) -> tuple[Cell, ...]:
    """Every coup in order, ties included, down one column after another. A tie is a bead here, so ``ties`` is 0.

    >>> [(cell.column, cell.row, cell.mark.value) for cell in bead_plate(parse_marks("BPTBPTB"))][-2:]
    [(0, 5, 'tie'), (1, 0, 'banker')]
    """
    return tuple(
        Cell(*divmod(index, ROWS), mark.winner, player_pair=mark.player_pair, banker_pair=mark.banker_pair)
        for index, mark in enumerate(marks)
    )


def big_road(marks: Sequence[Mark], tail: Tail = Tail.DOWN) -> tuple[Cell, ...]:
    """The streaks of Banker and Player; a tie counts up on the cell before it and takes none of its own.

    Ties before the first decision wait at ``(0, 0)``, in a cell whose mark is ``None``, and join the first cell when
    it comes. The pairs of a tied coup show on the bead plate only.

    >>> big_road(parse_marks("TT"))
    (Cell(column=0, row=0, mark=None, ties=2, player_pair=False, banker_pair=False),)
    >>> [(cell.column, cell.row, LETTERS[cell.mark], cell.ties) for cell in big_road(parse_marks("TTBBTP"))]
    [(0, 0, 'B', 2), (0, 1, 'B', 1), (1, 0, 'P', 0)]
    """
    decisions: list[Mark] = []
    ties = [0]
    for mark in marks:
        if mark.winner == Winner.TIE:
            ties[-1] += 1
        else:
            if decisions:
                ties.append(0)
            decisions.append(mark)
    if not decisions:
        return (Cell(0, 0, None, ties[0]),) if ties[0] else ()
    positions = place([mark.winner for mark in decisions], tail)
    return tuple(
        Cell(column, row, mark.winner, tie_count, mark.player_pair, mark.banker_pair)
        for (column, row), mark, tie_count in zip(positions, decisions, ties, strict=True)
    )


def big_eye_boy(marks: Sequence[Mark], tail: Tail = Tail.DOWN) -> DerivedRoad:
    """The derived road that looks one streak back.

    >>> "".join(big_eye_boy(parse_marks("BPPPB")).marks)
    'BRB'
    """
    return _drawn(derived(marks, 1), tail)


def small_road(marks: Sequence[Mark], tail: Tail = Tail.DOWN) -> DerivedRoad:
    """The derived road that looks two streaks back.

    >>> "".join(small_road(parse_marks("BPBPBPBPB")).marks)
    'RRRRRR'
    """
    return _drawn(derived(marks, 2), tail)


def cockroach_pig(marks: Sequence[Mark], tail: Tail = Tail.DOWN) -> DerivedRoad:
    """The derived road that looks three streaks back.

    >>> "".join(cockroach_pig(parse_marks("BPBPBPBPB")).marks)
    'RRRRR'
    """
    return _drawn(derived(marks, 3), tail)


def derived(marks: Sequence[Mark], k: Literal[1, 2, 3]) -> tuple[Colour, ...]:
    """The marks of the derived road that compares each streak with the one ``k`` before it, ties left out.

    >>> "".join(derived(parse_marks("BPBPBPBPB"), 1))
    'RRRRRRR'
    """
    colours: list[Colour] = []
    lengths: list[int] = []
    previous: Winner | None = None
    for winner in _decided(marks):
        same = winner == previous
        colour = next_colour(lengths, k, same=same)
        if colour is not None:
            colours.append(colour)
        if same:
            lengths[-1] += 1
        else:
            lengths.append(1)
        previous = winner
    return tuple(colours)


def ask(marks: Sequence[Mark]) -> Asks:
    """What each derived road would add if Banker, or Player, won the next coup.

    >>> ask(parse_marks("BP")).big_eye_boy
    Ask(banker=<Colour.RED: 'R'>, player=<Colour.BLUE: 'B'>)
    >>> ask(parse_marks("BP")).small_road
    Ask(banker=None, player=None)
    """
    streaks = [(winner, len(list(coups))) for winner, coups in groupby(_decided(marks))]
    lengths = [length for _, length in streaks]
    previous = streaks[-1][0] if streaks else None

    def of(k: int) -> Ask:
        return Ask(
            banker=next_colour(lengths, k, same=previous == Winner.BANKER),
            player=next_colour(lengths, k, same=previous == Winner.PLAYER),
        )

    return Asks(big_eye_boy=of(1), small_road=of(2), cockroach_pig=of(3))


def place(marks: Iterable[Winner | Colour], tail: Tail = Tail.DOWN) -> tuple[Position, ...]:
    """Where each mark stands: a streak runs down its column and turns right where it can go no further down.

    The next streak starts beside the *first* column of the one before, not beside its tail.

    >>> place([Colour.RED] * 8 + [Colour.BLUE])
    ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5), (1, 0))
    """
    positions: list[Position] = []
    taken: set[Position] = set()
    start = -1
    column = row = 0
    previous: Winner | Colour | None = None
    may_descend = True
    for mark in marks:
        if mark != previous:
            start += 1
            while (start, 0) in taken:
                start += 1
            column, row, may_descend = start, 0, True
        elif may_descend and row + 1 < ROWS and (column, row + 1) not in taken:
            row += 1
        else:
            # The cell on the right is always free. A streak stands above every earlier one in each column they share,
            # and an earlier one reaches the next column only at its own lowest row here, or below.
            column += 1
            may_descend = tail == Tail.DOWN
        taken.add((column, row))
        positions.append((column, row))
        previous = mark
    return tuple(positions)


def _drawn(colours: tuple[Colour, ...], tail: Tail) -> DerivedRoad:
    return DerivedRoad(colours, place(colours, tail))


def _decided(marks: Iterable[Mark]) -> Iterable[Winner]:
    return (mark.winner for mark in marks if mark.winner != Winner.TIE)


def next_colour(lengths: Sequence[int], k: int, *, same: bool) -> Colour | None:
    """The mark of the next decision, which prolongs the last of the streaks so far (``same``) or ends it.

    Streaks of one length are regular: ending the last at the length of the one ``k`` before it is red, growing past
    that length is blue, and at any other length it is the other way round.
    """
    if len(lengths) <= k:
        return None
    level = lengths[-1] == lengths[-1 - k]
    return Colour.RED if level != same else Colour.BLUE


_NOTATION = said("a coup is B, P or T, with b for a Banker pair or p for a Player pair right after it")


def parse_marks(text: str) -> tuple[Mark, ...]:
    """Coups as written down: ``BPTB``, a pair as a lower-case letter right after its coup, spaces and commas as wanted.

    >>> parse_marks("Pbp, T")[0]
    Mark(winner=<Winner.PLAYER: 'player'>, player_pair=True, banker_pair=True)
    >>> parse_marks("BPX")
    Traceback (most recent call last):
    ValueError: 'X' at position 3 cannot be read: a coup is B, P or T, with b for a Banker pair or p for a Player pair \
right after it
    """
    marks: list[Mark] = []
    after_coup = False
    for position, character in enumerate(text, start=1):
        if character in WINNERS:
            marks.append(Mark(WINNERS[character]))
            after_coup = True
        elif character in ("b", "p"):
            if not after_coup:
                raise _misread(said("{sign} at position {place} follows no coup: {notation}"), character, position)
            mark = marks[-1]
            if mark.banker_pair if character == "b" else mark.player_pair:
                repeats = said("{sign} at position {place} repeats a pair of its coup: {notation}")
                raise _misread(repeats, character, position)
            marks[-1] = mark._replace(banker_pair=True) if character == "b" else mark._replace(player_pair=True)
        elif character == "," or character.isspace():
            after_coup = False
        else:
            raise _misread(said("{sign} at position {place} cannot be read: {notation}"), character, position)
    return tuple(marks)


def _misread(fault: Said, sign: str, place: int) -> ValueError:
    return ValueError(fault.about(sign=repr(sign), place=str(place), notation=_NOTATION))


def format_marks(marks: Iterable[Mark]) -> str:
    """Coups in the notation that :func:`parse_marks` reads, without spaces, a Banker pair before a Player pair.

    >>> format_marks(parse_marks("Bb, Ppb T"))
    'BbPbpT'
    """
    return "".join(LETTERS[mark.winner] + "b" * mark.banker_pair + "p" * mark.player_pair for mark in marks)


def roads_json(board: Roads) -> dict[str, object]:
    """The scoreboard as plain lists, strings and numbers, the way ``minibac roads --json`` prints it.

    >>> plain = roads_json(roads("BPPPB"))
    >>> plain["big_eye_boy"]
    {'marks': 'BRB', 'cells': [[0, 0], [1, 0], [2, 0]]}
    >>> plain["ask"]["small_road"], plain["ask"]["cockroach_pig"]
    ({'B': 'B', 'P': 'R'}, {'B': None, 'P': None})
    """
    return {
        "bead_plate": [_cell_json(cell) for cell in board.bead_plate],
        "big_road": [_cell_json(cell) for cell in board.big_road],
        "big_eye_boy": _derived_json(board.big_eye_boy),
        "small_road": _derived_json(board.small_road),
        "cockroach_pig": _derived_json(board.cockroach_pig),
        "ask": {
            name: {"B": answer.banker and answer.banker.value, "P": answer.player and answer.player.value}
            for name, answer in board.ask._asdict().items()
        },
    }


def _cell_json(cell: Cell) -> dict[str, object]:
    return cell._asdict() | {"mark": None if cell.mark is None else LETTERS[cell.mark]}


def _derived_json(road: DerivedRoad) -> dict[str, object]:
    return {"marks": "".join(road.marks), "cells": [list(position) for position in road.cells]}
