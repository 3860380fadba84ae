"""The table of an exam as a page draws it from above: what is printed on it, and what lies there, mistakes and all."""

from typing import Any

from minibac.houses.types import HouseTable
from minibac.school.exam_state import ExamState
from minibac.school.exam_view import seen, wagers
from minibac.table.table_view import PARTS, areas, printed, sign

AS_IT_IS = ("phase", "cards_left", "cards_count", "cut_card_depth", "last_hand", "burned", "waiting", "set_aside")


def print_of(state: ExamState, house: HouseTable) -> dict[str, Any]:
    """What does not change while an exam is sat."""
    table, rules = state.table, state.table.rules
    return {
        "rulebook": rules.rulebook.id,
        "rulebook_name": rules.rulebook.short,
        "options": rules.options,
        "seats_count": rules.seats,
        "areas": areas(rules, dict(table.minimum_cents), dict(table.maximum_cents)),
        "layout": printed(rules),
        "sign": sign(rules),
        "chips_cents": list(house.chips_cents),
    }


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
