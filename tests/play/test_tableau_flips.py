"""Every datum of the tableau matters: flipped one at a time, it moves the perft numbers, or no coup ever reads it."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from minibac.cards.composition import decks, points_counts
from minibac.play.coup import START, Coup, take
from minibac.rules.drawing import STOOD, THIRD_CARDS, DrawingRules
from minibac.rules.rulebook import load
from tests.play.perft_counts import BY_VALUE, GOLDEN

RULES = load("section-42").tableau

NO_COLUMN = -1
"""Naturals and the Player's rule have a total and no column."""

Cell = tuple[str, int, int]

CELLS: list[Cell] = [
    *(("natural", total, NO_COLUMN) for total in range(10)),
    *(("player", total, NO_COLUMN) for total in range(10)),
    *(("banker", total, column) for total in range(10) for column in range(11)),
]

UNREACHABLE: list[Cell] = [
    # a natural ends the drawing before the Player's rule or the Banker's table is read
    *(("player", total, NO_COLUMN) for total in (8, 9)),
    *(("banker", total, column) for total in (8, 9) for column in range(11)),
]
"""Printed in some documents (Player 8 and 9 stay, Banker 8 and 9 stay), and read by no coup (A18)."""


def flipped(cell: Cell) -> DrawingRules:
    table, total, column = cell
    if table == "natural":
        return RULES._replace(natural=flip(RULES.natural, total))
    if table == "player":
        return RULES._replace(player_draws=flip(RULES.player_draws, total))
    rows = list(RULES.banker_draws)
    rows[total] = flip(rows[total], column)
    return RULES._replace(banker_draws=tuple(rows))


def flip(row: tuple[bool, ...], index: int) -> tuple[bool, ...]:
    return (*row[:index], not row[index], *row[index + 1 :])


def name(cell: Cell) -> str:
    table, total, column = cell
    return f"{table}-{total}" + (f"-against-{THIRD_CARDS[column]}" if column >= 0 else "")


@cache
def two_card_hands() -> dict[tuple[int, int, int, int], int]:
    """Ordered first four cards of one deck by the two totals, and the third cards left to come: (p, b, x, y) ways."""
    counts = list(points_counts(decks(1)))
    ways: dict[tuple[int, int, int, int], int] = {}
    for order in product(range(10), repeat=4):
        number = 1
        for value in order:
            number *= counts[value]
            counts[value] -= 1
        if number > 0:
            a, b, c, d = order
            for x in range(10):
                with_x = number * max(counts[x], 0)
                counts[x] -= 1
                for y in range(10):
                    key = ((a + c) % 10, (b + d) % 10, x, y)
                    ways[key] = ways.get(key, 0) + with_x * max(counts[y], 0)
                counts[x] += 1
        for value in order:
            counts[value] += 1
    return ways


def coups(rules: DrawingRules) -> Iterator[tuple[tuple[int, int, int, int], Coup]]:
    """Each pair of totals with each ``x`` and ``y`` to come, and the coup the engine deals; a card is dealt once."""
    for player, banker in product(range(10), repeat=2):
        four = START
        for value in (0, 0, player, banker):
            four = take(four, BY_VALUE[value], rules)
        for x in range(10):
            five = four if four.over else take(four, BY_VALUE[x], rules)
            for y in range(10):
                yield (player, banker, x, y), five if five.over else take(five, BY_VALUE[y], rules)


def perft(rules: DrawingRules) -> dict[tuple[int, int, int, int], int]:
    """One deck, every ordered draw of six cards, counted by totals and numbers of cards."""
    found: dict[tuple[int, int, int, int], int] = {}
    ways = two_card_hands()
    for key, coup in coups(rules):
        seen = coup.player_total, coup.banker_total, len(coup.player), len(coup.banker)
        found[seen] = found.get(seen, 0) + ways.get(key, 0)
    return found


def winners(found: dict[tuple[int, int, int, int], int]) -> tuple[int, int, int]:
    """Banker, Player, Tie."""
    return (
        sum(ways for (player, banker, *_), ways in found.items() if banker > player),
        sum(ways for (player, banker, *_), ways in found.items() if player > banker),
        sum(ways for (player, banker, *_), ways in found.items() if player == banker),
    )


def test_the_short_perft_is_the_long_one() -> None:
    assert winners(perft(RULES)) == GOLDEN[1]


@pytest.mark.exhaustive
@pytest.mark.parametrize("cell", [cell for cell in CELLS if cell not in UNREACHABLE], ids=name)
def test_a_flipped_cell_moves_the_perft_numbers(cell: Cell) -> None:
    assert winners(perft(flipped(cell))) != GOLDEN[1]


@pytest.mark.parametrize("cell", UNREACHABLE, ids=name)
def test_an_unreachable_cell_is_read_by_no_coup(cell: Cell) -> None:
    """Flipped, it changes no coup at all: every pair of totals with every pair of third cards falls as before."""
    assert list(coups(flipped(cell))) == list(coups(RULES))


class Reading(tuple[bool, ...]):
    """A row of the tableau that writes down which of its cells are read."""

    read: set[int]

    def __getitem__(self, index: object) -> bool:  # type: ignore[override]
        assert isinstance(index, int)
        self.read.add(index)
        return super().__getitem__(index)


def reading(row: tuple[bool, ...]) -> Reading:
    made = Reading(row)
    made.read = set()
    return made


def test_exactly_the_other_cells_are_read() -> None:
    """Dealing everything, the engine reads each reachable cell and none of the unreachable ones."""
    natural, player = reading(RULES.natural), reading(RULES.player_draws)
    banker = tuple(reading(row) for row in RULES.banker_draws)
    rules = DrawingRules(natural, player, banker)
    assert len(list(coups(rules))) == 10_000
    read = {("natural", total, NO_COLUMN) for total in natural.read}
    read |= {("player", total, NO_COLUMN) for total in player.read}
    read |= {("banker", total, column) for total, row in enumerate(banker) for column in row.read}
    assert read == set(CELLS) - set(UNREACHABLE)
    assert len(UNREACHABLE) == 2 + 2 * 11
    assert STOOD == 10
