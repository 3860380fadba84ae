"""The settlement at an exam table: each move as it was made, the right one it stands for, and the difference."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from minibac.play.settlement import CHARGES, Action, Settlement, check_actions, move_words
from minibac.rules.house_rules import HouseRules
from minibac.voice.said import Said, said

Move = tuple[str, int, str, int]
NOT_MADE = {
    "collect": "loser-not-taken",
    "pay": "winner-not-paid",
    "add": "winner-not-paid",
    "vigorish": "vigorish-not-taken",
    "mark": "marker-button-missing",
}
"""What a move is called that was due and was not made. A wager that is only returned lies at its seat anyway."""
INSTEAD = {
    ("collect", "pay"): "loser-paid",
    ("collect", "return"): "loser-not-taken",
    ("pay", "collect"): "winner-taken",
    ("pay", "return"): "winner-not-paid",
    ("return", "collect"): "push-taken",
    ("return", "pay"): "push-paid",
    ("collect", "collect"): "taking-wrong",
    ("pay", "pay"): "payment-wrong",
    ("vigorish", "vigorish"): "vigorish-wrong",
    ("vigorish", "mark"): "vigorish-wrong",
    ("mark", "mark"): "marker-button-wrong",
    ("mark", "vigorish"): "marker-button-wrong",
}
"""What was right, what was done, and what that is called."""
WORTH = {"pay": 1, "add": 1, "collect": -1, "vigorish": -1, "mark": -1, "return": 0}
"""What a move means to the guest."""


class JudgedMove(NamedTuple):
    """A move: the right one it stands for, and the mistake it was, if any."""

    stands_for: Action | None
    kind: str = ""
    right: Said = Said("")
    clauses: tuple[str, ...] = ()
    cents: int = 0
    """What the guest has too much of by it."""
    early: Move | None = None
    """The move that came before its turn."""


def plain(action: Action) -> Move:
    """A move as a command and an event have it."""
    return action.step, action.seat, action.wager, action.amount_cents


def worth(action: Action) -> int:
    """What a move brings the guest, in cents."""
    return WORTH.get(action.step, 0) * action.amount_cents


def judge(
    rules: HouseRules, right: Settlement, done: Sequence[Action], move: Action, blamed: Collection[Move] = ()
) -> JudgedMove:
    """What a move is, after those that stand for the moves in ``done``.

    A move that comes too late shows that another one came too early; ``blamed`` are those that have been blamed for it.
    """
    left = tuple(action for action in right.actions if action not in done)
    if move in left:
        later = right.actions[right.actions.index(move) + 1 :]
        pairs = ((each, check_actions(rules, right._replace(actions=(move, each)), (each,))) for each in done)
        early = {each: why for each, why in pairs if why and each in later}
        if not early or any(tuple(each) in blamed for each in early):
            return JudgedMove(move)
        (first, refusal), *_ = early.items()
        return JudgedMove(
            move,
            "order-wrong",
            refusal.said,
            refusal.clauses,
            early=plain(first),
        )
    no = check_actions(rules, right._replace(actions=left), (move,))
    assert no is not None, "only a move that is left is right"
    mine = [due for due in left if (due.seat, due.wager) == (move.seat, move.wager)]
    same = [due for due in mine if due.step == move.step]
    group = [due for due in mine if (due.step in CHARGES) == (move.step in CHARGES)]
    due = next(iter([*same, *group]), None)
    kind = INSTEAD.get((due.step, move.step)) if due else None
    if due is None or kind is None:
        made = [action for action in right.actions if (action.seat, action.wager) == (move.seat, move.wager)]
        clauses = [clause for action in made for clause in right.grounds[action].amount]
        words = said("{move} is not due: it has been done", move=move_words(move)) if made else no.said
        return JudgedMove(None, "paid-without-cause", words, tuple(clauses) or no.clauses, worth(move))
    cited = tuple(dict.fromkeys((*no.clauses, *right.grounds[due].amount)))
    return JudgedMove(due, kind, move_words(due), cited, worth(move) - worth(due))


def missing(right: Settlement, done: Sequence[Action]) -> list[JudgedMove]:
    """The mistakes in what was left undone."""
    return [
        JudgedMove(due, NOT_MADE[due.step], move_words(due), tuple(right.grounds[due].amount), -worth(due))
        for due in right.actions
        if due not in done and due.step in NOT_MADE
    ]
