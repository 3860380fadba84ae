"""What lies on the table of an exam as a page draws it from above, mistakes and all."""

from typing import Any

from minibac.school.exam_state import ExamState
from minibac.school.exam_view import seen, wagers
from minibac.table.table_view import PARTS

AS_IT_IS = ("phase", "cards_left", "cards_count", "cut_card_depth", "last_hand", "burned", "waiting", "set_aside")


def lying(state: ExamState) -> dict[str, Any]:
    """What lies on it now, under the names that the view of any table has."""
    table, there = state.table, seen(state)
    owed = {row["seat"]: row["cents"] for row in there["markers"]}
    coup = PARTS["coup"].make(table)
    return {
        **{name: PARTS[name].make(table) for name in AS_IT_IS},
        "coup": coup and coup | {hand: there[hand] for hand in ("player", "banker")},
        "seats": [row | {"owed_cents": owed.get(row["seat"], 0)} for row in PARTS["seats"].make(table)],
        "wagers": wagers(state),
        "clock": None,
        "strip": [],
    }
