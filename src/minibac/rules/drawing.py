"""The drawing rules of a rulebook: naturals, the Player's rule, the Banker's table.

This is the one statement of the tableau that the table, the odds, the kernels, the audit and the help page read. It
is printed in each rulebook file the way a regulation prints it, a row for each Banker total:

>>> rows = {str(total): "-0123456789" for total in range(3)}
>>> rows |= {"3": "-012345679", "4": "-234567", "5": "-4567", "6": "67"}
>>> rules = parse_drawing(natural="89", player="012345", banker=rows)
>>> rules.banker_draws[5][4], rules.banker_draws[5][3], rules.banker_draws[5][STOOD]
(True, False, True)
"""

from collections.abc import Mapping
from typing import NamedTuple

TOTALS = 10
"""A Point Count is one digit, so is the Value of a card."""

STOOD = 10
"""The column of the Banker's table for a Player's Hand that took no third card, printed as ``-``."""

THIRD_CARDS = "0123456789-"
"""The headings of the Banker's table, by index: the Value of the Player's third card, then none."""


class DrawingRules(NamedTuple):
    """Who must draw a third card, as truth tables indexed by Point Count and card Value."""

    natural: tuple[bool, ...]
    """Two-card totals that end the drawing for both hands."""
    player_draws: tuple[bool, ...]
    """Two-card totals on which the Player's Hand takes a third card."""
    banker_draws: tuple[tuple[bool, ...], ...]
    """``[Banker's two-card total][Value of the Player's third card, or STOOD]``."""


def parse_drawing(*, natural: str, player: str, banker: Mapping[str, str]) -> DrawingRules:
    """Read a tableau as printed: each string lists the totals, or third cards, that draw."""
    for total in banker:
        if len(total) != 1 or total not in "0123456789":
            raise ValueError(f"the tableau has no Banker row {total!r}: rows are 0 to 9")
    return DrawingRules(
        natural=_marks(natural, THIRD_CARDS[:TOTALS], "naturals"),
        player_draws=_marks(player, THIRD_CARDS[:TOTALS], "Player totals"),
        banker_draws=tuple(
            _marks(banker.get(str(total), ""), THIRD_CARDS, f"Banker row {total}") for total in range(TOTALS)
        ),
    )


def _marks(printed: str, headings: str, what: str) -> tuple[bool, ...]:
    if set(printed) - set(headings) or len(set(printed)) != len(printed):
        raise ValueError(f"{what} {printed!r} must name each of {headings} at most once")
    return tuple(heading in printed for heading in headings)
