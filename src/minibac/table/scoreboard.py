"""The scoreboards of a table in a short form: five roads, the ask and the counts, from the results of the shoe."""

from collections.abc import Sequence
from functools import cache

from minibac.play.results import Result, Winner
from minibac.play.roads import LETTERS, Ask, Cell, DerivedRoad, Mark, format_marks, roads
from minibac.table.view_types import AskPart, BigCell, DerivedCell, RoadsPart


def marks(results: Sequence[int]) -> tuple[Mark, ...]:
    """What the roads keep of result codes."""
    return tuple(map(_mark, results))


@cache
def _mark(code: int) -> Mark:
    """The mark of one code: there are not many codes, and a board asks for all of a shoe after every coup."""
    result = Result.from_code(code)
    return Mark(result.winner, result.player_pair, result.banker_pair)


def scoreboard(results: Sequence[int]) -> RoadsPart:
    """Every road of a shoe: cells are ``[column, row, mark]``, on the big road with the ties that lie on them.

    A bead is its letter, with ``b`` and ``p`` for pairs, in the order of the coups.

    >>> board = scoreboard([Result(3, 7, 2, 2).code, Result(4, 4, 2, 2).code])
    >>> board["bead"], board["big"], board["counts"]
    (['B', 'T'], [(0, 0, 'B', 1)], {'banker': 1, 'player': 0, 'tie': 1, 'player_pair': 0, 'banker_pair': 0})
    """
    coups = marks(results)
    board = roads(coups)
    return {
        "bead": [format_marks((mark,)) for mark in coups],
        "big": [_cell(cell) for cell in board.big_road],
        "big_eye_boy": _derived(board.big_eye_boy),
        "small_road": _derived(board.small_road),
        "cockroach_pig": _derived(board.cockroach_pig),
        "ask": {
            "big_eye_boy": _ask(board.ask.big_eye_boy),
            "small_road": _ask(board.ask.small_road),
            "cockroach_pig": _ask(board.ask.cockroach_pig),
        },
        "counts": {
            "banker": sum(mark.winner is Winner.BANKER for mark in coups),
            "player": sum(mark.winner is Winner.PLAYER for mark in coups),
            "tie": sum(mark.winner is Winner.TIE for mark in coups),
            "player_pair": sum(mark.player_pair for mark in coups),
            "banker_pair": sum(mark.banker_pair for mark in coups),
        },
    }


MOST_DERIVED = 120
"""How many marks of a derived road a board has room for."""


def big_road(results: Sequence[int]) -> list[BigCell]:
    """The big road alone, for the lobby."""
    from minibac.play.roads import big_road as drawn

    return [_cell(cell) for cell in drawn(marks(results))]


def _cell(cell: Cell) -> BigCell:
    return cell.column, cell.row, None if cell.mark is None else LETTERS[cell.mark], cell.ties


def _ask(answer: Ask) -> AskPart:
    return {"B": answer.banker, "P": answer.player}


def _derived(road: DerivedRoad) -> list[DerivedCell]:
    """The latest marks; only a continuous device plays long enough for older ones to fall off at the left."""
    cells = road.cells[-MOST_DERIVED:]
    left = min((column for column, _ in cells), default=0) if len(road.cells) > MOST_DERIVED else 0
    marks = road.marks[-MOST_DERIVED:]
    return [(column - left, row, colour.value) for colour, (column, row) in zip(marks, cells, strict=True)]
