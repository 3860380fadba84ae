"""The table of an exam as a page draws it from above: what is printed on it, and what lies there, mistakes and all."""

from typing import Any

from minibac.houses.types import HouseTable
from minibac.school.exam_state import ExamState
from minibac.school.exam_view import seen
from minibac.table.table_view import PARTS, areas, printed, sign, without_zeros

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
        "wagers": _wagers(state),
        "clock": None,
        "strip": [],
    }


def _wagers(state: ExamState) -> dict[str, dict[str, list[int]]]:
    """Chips by seat and wager as the trainee's own moves have left them, and those that the table does not take."""
    moved = {(step, seat, wager): cents for step, seat, wager, cents in state.moves}
    chips_of: dict[str, dict[str, list[int]]] = {}
    for wager in state.table.wagered:
        place = wager.seat_no, wager.proposition
        taken, paid = moved.get(("collect", *place), 0), moved.get(("pay", *place), 0)
        if ("return", *place) not in moved and taken < wager.chips_cents:
            amounts = [wager.stake_cents - taken, wager.added_cents, wager.coupon_cents, paid]
            chips_of.setdefault(str(wager.seat_no), {})[wager.proposition] = without_zeros(amounts)
    for chips in (*state.laid, *state.accepted):
        row = chips_of.setdefault(str(chips.seat), {}).setdefault(chips.wager, [0])
        row[0] += chips.cents
    return chips_of
