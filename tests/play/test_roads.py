"""The roads, against fifty shoes worked out elsewhere, against a second formulation, and against their invariants.

``tests/data/roads.json`` was written by the project's own reference implementation, apart from this package (six rows;
tails try down first unless a list is called sticky). It keeps leading ties apart, so its first cell does not
count them; it holds no bead plate and no pairs, and names the derived roads ``big_eye``, ``small`` and ``cockroach``.
"""

import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import click
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from minibac.cli.roads_text import STYLES, coloured, roads_lines, roads_text
from minibac.cli.text import visible
from minibac.play.results import Winner
from minibac.play.roads import (
    LETTERS,
    ROWS,
    Ask,
    Cell,
    Colour,
    DerivedRoad,
    Mark,
    Roads,
    Tail,
    ask,
    bead_plate,
    big_eye_boy,
    big_road,
    cockroach_pig,
    derived,
    format_marks,
    parse_marks,
    place,
    roads,
    roads_json,
    small_road,
)

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "roads.json").read_text(encoding="utf-8")
)["vectors"]
REFERENCE_NAMES = {"big_eye_boy": "big_eye", "small_road": "small", "cockroach_pig": "cockroach"}
K: dict[str, Literal[1, 2, 3]] = {"big_eye_boy": 1, "small_road": 2, "cockroach_pig": 3}
OTHER_HAND = {Winner.BANKER: Winner.PLAYER, Winner.PLAYER: Winner.BANKER, Winner.TIE: Winner.TIE}

coups = st.builds(Mark, st.sampled_from(Winner), st.booleans(), st.booleans())
streaks = st.builds(lambda mark, length: [mark] * length, coups, st.integers(1, 16))
shoes = st.one_of(
    st.lists(coups, max_size=100),
    # Real shoes hardly show dragon tails that meet; long streaks do.
    st.lists(streaks, max_size=25).map(lambda runs: [mark for run in runs for mark in run]),
)
tails = st.sampled_from(Tail)


def positions(cells: tuple[Cell, ...]) -> list[tuple[int, int]]:
    return [(cell.column, cell.row) for cell in cells]


def letters(road: DerivedRoad) -> str:
    return "".join(road.marks)


def derived_roads(board: Roads) -> dict[str, DerivedRoad]:
    return {
        "big_eye_boy": board.big_eye_boy,
        "small_road": board.small_road,
        "cockroach_pig": board.cockroach_pig,
    }


# The fifty shoes


def test_there_are_fifty_shoes() -> None:
    assert len(VECTORS) == 50


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['outcomes'][:12] or 'empty'}")
def test_a_shoe_worked_out_elsewhere(vector: dict[str, Any]) -> None:
    marks = parse_marks(vector["outcomes"])
    board = roads(marks)

    expected = [Cell(column, row, parse_marks(mark)[0].winner, ties) for column, row, mark, ties in vector["big_road"]]
    leading_ties = vector["leading_ties"]
    if expected:
        expected[0] = expected[0]._replace(ties=expected[0].ties + leading_ties)
    elif leading_ties:
        expected = [Cell(0, 0, None, leading_ties)]
    assert list(board.big_road) == expected

    for name, road in derived_roads(board).items():
        reference_name = REFERENCE_NAMES[name]
        assert letters(road) == vector["derived"][reference_name]
        assert [list(position) for position in road.cells] == vector["derived_cells"][reference_name]
        assert getattr(board.ask, name) == Ask(*(vector["ask"][reference_name][side] for side in "BP"))

    assert [len(list(run)) for _, run in groupby(vector["outcomes"].replace("T", ""))] == vector["runs"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['outcomes'][:12] or 'empty'}")
def test_a_shoe_worked_out_elsewhere_with_sticky_tails(vector: dict[str, Any]) -> None:
    board = roads(parse_marks(vector["outcomes"]), Tail.STICKY)
    cells = [cell for cell in board.big_road if cell.mark is not None]
    assert [[cell.column, cell.row] for cell in cells] == vector["big_road_sticky"]
    for name, road in derived_roads(board).items():
        assert letters(road) == vector["derived"][REFERENCE_NAMES[name]], "a tail moves cells and changes no mark"


# Worked examples


def test_worked_five_coups() -> None:
    assert letters(big_eye_boy(parse_marks("BPPPB"))) == "BRB"


def test_worked_fifteen_coups() -> None:
    marks = parse_marks("BBPPPPBTBPPBBBP")
    assert letters(big_eye_boy(marks)) == "RBRBRBRRRBB"
    assert letters(small_road(marks)) == "RRRBRBB"
    assert letters(cockroach_pig(marks)) == "RRRRB"


def test_worked_ping_pong_is_all_red() -> None:
    marks = parse_marks("BPBPBPBPB")
    assert letters(big_eye_boy(marks)) == "R" * 7
    assert letters(small_road(marks)) == "R" * 6
    assert letters(cockroach_pig(marks)) == "R" * 5


def test_worked_dragon_tails() -> None:
    nine_then_ten = parse_marks("B" * 9 + "P" * 10)
    down = positions(big_road(nine_then_ten))
    assert down[:9] == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5), (3, 5)]
    assert down[9:] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4), (4, 4), (4, 5), (5, 5)]
    sticky = positions(big_road(nine_then_ten, Tail.STICKY))
    assert sticky[:17] == down[:17]
    assert sticky[17:] == [(5, 4), (6, 4)]


def test_sticky_tails_apply_to_the_drawing_of_derived_roads() -> None:
    # Ping-pong and then a long streak: nine reds, a blue, ten reds.
    marks = parse_marks("BPBPBPBPBP" + "B" * 12)
    down, sticky = big_eye_boy(marks), big_eye_boy(marks, Tail.STICKY)
    assert letters(down) == letters(sticky) == "R" * 9 + "B" + "R" * 10
    assert down.cells[:17] == sticky.cells[:17]
    assert down.cells[17:] == ((4, 5), (5, 5), (6, 5))
    assert sticky.cells[17:] == ((5, 4), (6, 4), (7, 4))


def test_a_streak_that_finds_its_first_cell_under_a_tail_starts_beyond_it() -> None:
    # Six streaks of fifteen lay six tails over one another; the sixth runs along the top row.
    board = big_road(parse_marks(("B" * 15 + "P" * 15) * 3 + "B"))
    tail_of_the_sixth = positions(board)[75:90]
    assert tail_of_the_sixth[0] == (5, 0)
    assert board[-1].row == 0
    assert board[-1].column == max(column for column, row in tail_of_the_sixth if row == 0) + 1


# Ties, pairs and the bead plate


def test_ties_wait_for_the_first_decision_and_join_it() -> None:
    assert big_road(()) == ()
    assert big_road(parse_marks("TTT")) == (Cell(0, 0, None, ties=3),)
    assert big_road(parse_marks("TTTPTB")) == (Cell(0, 0, Winner.PLAYER, ties=4), Cell(1, 0, Winner.BANKER))


def test_the_pairs_of_a_tied_coup_show_on_the_bead_plate_only() -> None:
    marks = parse_marks("TbBpTbp")
    assert big_road(marks) == (Cell(0, 0, Winner.BANKER, ties=2, player_pair=True),)
    assert [(cell.banker_pair, cell.player_pair) for cell in bead_plate(marks)] == [
        (True, False),
        (False, True),
        (True, True),
    ]
    assert big_road(parse_marks("Tbp")) == (Cell(0, 0, None, ties=1),)


@given(shoes)
def test_the_bead_plate_holds_every_coup_column_after_column(marks: list[Mark]) -> None:
    plate = bead_plate(marks)
    assert positions(plate) == [(index // 6, index % 6) for index in range(len(marks))]
    assert [Mark(cell.mark or Winner.TIE, cell.player_pair, cell.banker_pair) for cell in plate] == marks
    assert all(cell.mark is not None and cell.ties == 0 for cell in plate)


@given(shoes, tails)
def test_the_big_road_counts_every_coup_once(marks: list[Mark], tail: Tail) -> None:
    road = big_road(marks, tail)
    decisions = [mark for mark in marks if mark.winner != Winner.TIE]
    assert [Mark(cell.mark, cell.player_pair, cell.banker_pair) for cell in road if cell.mark] == decisions
    assert sum(cell.ties for cell in road) == len(marks) - len(decisions)


# Invariants


@given(shoes, tails)
def test_ties_change_no_derived_road(marks: list[Mark], tail: Tail) -> None:
    board = roads(marks, tail)
    without_ties = roads([mark for mark in marks if mark.winner != Winner.TIE], tail)
    assert derived_roads(board) == derived_roads(without_ties)
    assert board.ask == without_ties.ask


@given(shoes, tails)
def test_swapping_the_hands_changes_no_derived_road(marks: list[Mark], tail: Tail) -> None:
    board = roads(marks, tail)
    swapped = roads([mark._replace(winner=OTHER_HAND[mark.winner]) for mark in marks], tail)
    assert derived_roads(board) == derived_roads(swapped)
    assert positions(board.big_road) == positions(swapped.big_road)
    assert [Ask(answer.player, answer.banker) for answer in board.ask] == list(swapped.ask)


@given(shoes)
def test_both_asks_are_nothing_or_opposite(marks: list[Mark]) -> None:
    for answer in ask(marks):
        assert answer == Ask(None, None) or {answer.banker, answer.player} == {Colour.RED, Colour.BLUE}


@given(shoes)
def test_an_ask_is_what_then_happens(marks: list[Mark]) -> None:
    asks = ask(marks)
    for name, k in K.items():
        answer = getattr(asks, name)
        before = derived(marks, k)
        for winner, told in ((Winner.BANKER, answer.banker), (Winner.PLAYER, answer.player)):
            assert derived([*marks, Mark(winner)], k) == before + ((told,) if told else ())
        assert derived([*marks, Mark(Winner.TIE)], k) == before


@given(shoes, coups, tails)
def test_adding_a_coup_never_moves_a_cell(marks: list[Mark], coup: Mark, tail: Tail) -> None:
    before, after = roads(marks, tail), roads([*marks, coup], tail)
    assert after.bead_plate[:-1] == before.bead_plate
    assert positions(after.big_road)[: len(before.big_road)] == positions(before.big_road)
    for old, new in zip(before.big_road, after.big_road, strict=False):
        assert old.mark in (None, new.mark)
    for name, road in derived_roads(before).items():
        longer = derived_roads(after)[name]
        assert longer.marks[: len(road.marks)] == road.marks
        assert longer.cells[: len(road.cells)] == road.cells


@given(shoes, tails)
def test_no_two_marks_share_a_cell(marks: list[Mark], tail: Tail) -> None:
    board = roads(marks, tail)
    grids = [positions(board.bead_plate), positions(board.big_road)]
    grids += [list(road.cells) for road in derived_roads(board).values()]
    for grid in grids:
        assert len(set(grid)) == len(grid)
        assert all(column >= 0 and 0 <= row < ROWS for column, row in grid)


# A second formulation of everything


def literal_placing(marks: tuple[Any, ...], *, sticky: bool) -> tuple[tuple[int, int], ...]:
    """The placing rule word for word, with the search to the right that our own placing shows to be needless."""
    board: dict[tuple[int, int], Any] = {}
    start = -1
    for streak_mark, streak in groupby(marks):
        start += 1
        while (start, 0) in board:
            start += 1
        column, row = start, 0
        turned = False
        board[column, row] = streak_mark
        for mark in list(streak)[1:]:
            if row < 5 and (column, row + 1) not in board and not (sticky and turned):
                row += 1
            else:
                turned = True
                column += 1
                while (column, row) in board:
                    column += 1
            board[column, row] = mark
    return tuple(board)


@given(shoes, tails)
@example([Mark(Winner.BANKER)] * 40 + [Mark(Winner.PLAYER)] * 40 + [Mark(Winner.BANKER)] * 40, Tail.DOWN)
def test_placing_agrees_with_the_rule_word_for_word(marks: list[Mark], tail: Tail) -> None:
    winners = tuple(mark.winner for mark in marks if mark.winner != Winner.TIE)
    assert place(winners, tail) == literal_placing(winners, sticky=tail == Tail.STICKY)
    for k in K.values():
        colours = derived(marks, k)
        assert place(colours, tail) == literal_placing(colours, sticky=tail == Tail.STICKY)


def derived_by_cells(outcomes: str, k: int) -> str:
    """A derived road as a dealer reads it off a big road without tails, one column for each streak however long.

    A mark at the head of a column compares the depth of the column before with the one ``k`` before that. Any other
    mark looks ``k`` columns left along its row: a mark there is red; a blank is blue when the cell over it is marked,
    and red when that one is blank too. The road begins with the second mark of column ``k``, or else the first of the
    column after it.
    """
    columns = [len(list(streak)) for _, streak in groupby(outcomes.replace("T", ""))]
    marked = {(column, row) for column, depth in enumerate(columns) for row in range(depth)}
    colours = ""
    for column, depth in enumerate(columns):
        for row in range(depth):
            if (column, row) < (k, 1):
                continue
            if row == 0:
                # Equally deep: each has a mark in every row where the other has one.
                left = {r for c, r in marked if c == column - 1}
                further_left = {r for c, r in marked if c == column - 1 - k}
                regular = left == further_left
            else:
                regular = ((column - k, row) in marked) == ((column - k, row - 1) in marked)
            colours += "R" if regular else "B"
    return colours


@given(shoes, st.sampled_from([1, 2, 3]))
def test_derived_roads_agree_with_the_comparison_of_cells(marks: list[Mark], k: Literal[1, 2, 3]) -> None:
    outcomes = "".join(LETTERS[mark.winner] for mark in marks)
    assert "".join(derived(marks, k)) == derived_by_cells(outcomes, k)


@given(st.text("BP", max_size=90), st.sampled_from([1, 2, 3]))
def test_the_comparison_of_cells_agrees_on_ordinary_shoes_too(outcomes: str, k: Literal[1, 2, 3]) -> None:
    assert "".join(derived(parse_marks(outcomes), k)) == derived_by_cells(outcomes, k)


def test_all_short_shoes_agree_with_the_comparison_of_cells() -> None:
    for length in range(12):
        for number in range(2**length):
            outcomes = f"{number:0{length}b}".replace("0", "B").replace("1", "P") if length else ""
            for k in K.values():
                assert "".join(derived(parse_marks(outcomes), k)) == derived_by_cells(outcomes, k), outcomes


@pytest.mark.exhaustive
def test_time_is_linear_in_the_coups() -> None:
    """Quadratic work on shoes this long would run into the time limit of a test."""
    coups_count = 60_000
    tail_then_ping_pong = "B" * (coups_count // 2) + "PB" * (coups_count // 4)
    tails_upon_tails = ("B" * 5_000 + "P" * 5_000) * (coups_count // 10_000)
    for outcomes in (tail_then_ping_pong, tails_upon_tails):
        board = roads(parse_marks(outcomes))
        assert len(board.big_road) == coups_count


# Notation


@given(shoes)
def test_parse_undoes_format(marks: list[Mark]) -> None:
    assert parse_marks(format_marks(marks)) == tuple(marks)


@given(shoes, st.sampled_from([" ", ",", ", ", "\n", "\t "]))
def test_coups_may_be_set_apart(marks: list[Mark], separator: str) -> None:
    assert parse_marks(separator.join(format_marks([mark]) for mark in marks)) == tuple(marks)


def test_notation() -> None:
    assert parse_marks("") == ()
    assert parse_marks("BbPbpT") == (
        Mark(Winner.BANKER, banker_pair=True),
        Mark(Winner.PLAYER, player_pair=True, banker_pair=True),
        Mark(Winner.TIE),
    )
    assert parse_marks("Ppb") == parse_marks("Pbp")
    assert format_marks(parse_marks(" Ppb ,, T\nBp ")) == "PbpTBp"


ALLOWED = "a coup is B, P or T, with b for a Banker pair or p for a Player pair right after it"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("BPXB", "'X' at position 3 cannot be read"),
        ("BPt", "'t' at position 3 cannot be read"),
        ("B;P", "';' at position 2 cannot be read"),
        ("BP\0", "'\\x00' at position 3 cannot be read"),
        ("В", "'В' at position 1 cannot be read"),  # a Cyrillic letter
        ("bptb", "'b' at position 1 follows no coup"),
        ("B, p", "'p' at position 4 follows no coup"),
        ("B b", "'b' at position 3 follows no coup"),
        ("PBbb", "'b' at position 4 repeats a pair of its coup"),
        ("Tpbp", "'p' at position 4 repeats a pair of its coup"),
    ],
)
def test_what_cannot_be_read_is_named_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(f'{sentence}: {ALLOWED}')}$"):
        parse_marks(text)


# JSON


def test_json_of_a_short_shoe() -> None:
    def cell(column: int, row: int, mark: str, ties: int = 0) -> dict[str, object]:
        pairs = {"player_pair": False, "banker_pair": False}
        return {"column": column, "row": row, "mark": mark, "ties": ties, **pairs}

    assert roads_json(roads(parse_marks("BPPPBT"))) == {
        "bead_plate": [cell(0, row, mark) for row, mark in enumerate("BPPPBT")],
        "big_road": [cell(0, 0, "B"), cell(1, 0, "P"), cell(1, 1, "P"), cell(1, 2, "P"), cell(2, 0, "B", 1)],
        "big_eye_boy": {"marks": "BRB", "cells": [[0, 0], [1, 0], [2, 0]]},
        "small_road": {"marks": "", "cells": []},
        "cockroach_pig": {"marks": "", "cells": []},
        "ask": {
            "big_eye_boy": {"B": "R", "P": "B"},
            "small_road": {"B": "B", "P": "R"},
            "cockroach_pig": {"B": None, "P": None},
        },
    }


def test_json_of_waiting_ties_and_pairs() -> None:
    plain: Any = roads_json(roads(parse_marks("Tb")))
    assert plain["big_road"] == [
        {"column": 0, "row": 0, "mark": None, "ties": 1, "player_pair": False, "banker_pair": False}
    ]
    assert plain["bead_plate"] == [
        {"column": 0, "row": 0, "mark": "T", "ties": 0, "player_pair": False, "banker_pair": True}
    ]


@given(shoes, tails)
def test_json_survives_a_round_trip(marks: list[Mark], tail: Tail) -> None:
    plain = roads_json(roads(marks, tail))
    assert json.loads(json.dumps(plain)) == plain


# The drawing


def test_a_drawing_without_colour() -> None:
    drawn = roads_text(roads(parse_marks("TBbPPPpBTTBP")), width=80).splitlines()
    assert drawn[:16] == [
        "Bead plate                 Big road",
        " T  T  ·  ·  ·  ·  ·  ·    '○ 1 □   ○ 2 □   ·   ·   ·   ·",
        "'B  T  ·  ·  ·  ·  ·  ·     ·   □   ○   ·   ·   ·   ·   ·",
        " P  B  ·  ·  ·  ·  ·  ·     ·   □.  ·   ·   ·   ·   ·   ·",
        " P  P  ·  ·  ·  ·  ·  ·     ·   ·   ·   ·   ·   ·   ·   ·",
        " P. ·  ·  ·  ·  ·  ·  ·     ·   ·   ·   ·   ·   ·   ·   ·",
        " B  ·  ·  ·  ·  ·  ·  ·     ·   ·   ·   ·   ·   ·   ·   ·",
        "",
        "Big eye boy       Small road        Cockroach pig",
        "□ ○ □ ○ □ · · ·   ■ · · · · · · ·   · · · · · · · ·",
        "· · · · · · · ·   ■ · · · · · · ·   · · · · · · · ·",
        "· · · · · · · ·   · · · · · · · ·   · · · · · · · ·",
        "· · · · · · · ·   · · · · · · · ·   · · · · · · · ·",
        "· · · · · · · ·   · · · · · · · ·   · · · · · · · ·",
        "· · · · · · · ·   · · · · · · · ·   · · · · · · · ·",
        "",
    ]
    assert drawn[16] == "Ask   Banker next □ ■ /   Player next ○ ● \\"
    assert drawn[18].startswith("B ○ Banker   P □ Player   T tie")


def test_the_newest_mark_stays_in_view_left_of_a_long_tail() -> None:
    drawn = roads_text(roads(parse_marks("B" * 70 + "PBP" + "T" * 9)), width=40).splitlines()
    top_row = drawn[drawn.index(next(line for line in drawn if line.startswith("Big road"))) + 1]
    assert "□9" in top_row


def test_a_road_wider_than_the_terminal_scrolls_by_whole_columns() -> None:
    drawn = roads_text(roads(parse_marks("BP" * 30)), width=40).splitlines()
    assert "Big road  columns 41–60 of 60" in drawn
    assert drawn[drawn.index("Big road  columns 41–60 of 60") + 1] == " ".join("○□" * 10)


@pytest.mark.exhaustive
@settings(deadline=None)
@given(shoes, tails, st.integers(24, 200))
def test_a_drawing_fits_its_width(marks: list[Mark], tail: Tail, width: int) -> None:
    drawn = roads_text(roads(marks, tail), width)
    lines = drawn.split("\n")
    assert all(visible(line) <= width for line in lines)
    assert lines == [line.rstrip() for line in lines]


def test_a_scrolled_window_changes_no_mark() -> None:
    """Roads come from the whole shoe: a wide drawing ends with what a narrow one shows."""
    board = roads(parse_marks("BBPBPPPBTBPBPBBBPPBP" * 4))
    narrow, wide = (roads_text(board, width).splitlines() for width in (60, 600))
    (narrow_index,) = [index for index, line in enumerate(narrow) if line.startswith("Big road")]
    (wide_index,) = [index for index, line in enumerate(wide) if "Big road" in line]
    assert "columns" in narrow[narrow_index]
    for row in range(1, ROWS + 1):
        assert wide[wide_index + row].endswith(narrow[narrow_index + row])


def test_colours_are_added_and_nothing_else() -> None:
    board = roads(parse_marks("TBbPpTBPBPPPBBPBP"))
    lines = roads_lines(board, 80)
    assert {style for line in lines for _, style in line} == set(STYLES)
    shown = coloured(lines)
    assert "\x1b[37m\x1b[41m\x1b[1m" + "B" in shown
    assert click.unstyle(shown) == roads_text(board, 80)
