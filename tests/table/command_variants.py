"""Houses with all kinds of options, and every command with everything it could say."""

from collections.abc import Iterator
from typing import Any

from minibac.table import commands as c
from minibac.table.irregular import KINDS
from tests.table.nonsense import WORDS

NARROW = ("seat", "hand", "kind", "wager", "accept", "choice", "do", "step", "duty")
"""Fields that are combined with every role; the others are varied for those who may give the command."""
HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    "section-42": ("section-42", {}),
    "section-42 handed": (
        "section-42",
        {
            "deal_mode": "handed",
            "vigorish_collection": "deferred",
            "finish": "lace",
            "recut_by": "same",
            "match_play": True,
            "verbal_wagers": True,
        },
    ),
    "section-42 device": ("section-42", {"shuffler": "continuous", "vigorish_type": "tie-25"}),
    "massachusetts": (
        "massachusetts",
        {"house_money": True, "dragon_bonus": True, "verbal_wagers": True, "vigorish_collection": "deferred"},
    ),
    "massachusetts ez": (
        "massachusetts",
        {
            "vigorish_type": "ez",
            "house_money": True,
            "shuffler": "automatic",
            "disclosed_third_card": 2,
            "wagers_before_simulated": "may-withdraw",
        },
    ),
    "seminole": ("seminole", {}),
    "seneca": ("seneca", {}),
}


def variants(kind: type[c.Command]) -> Iterator[dict[str, Any]]:
    """The command with sensible facts, then with each fact in turn as everything it could be."""
    fields = [name for name in kind.__struct_fields__ if name not in ("by", "at")]
    usual = {name: WORDS[name][0] for name in fields}
    yield usual
    for name in fields:
        for value in WORDS[name][1:]:
            yield {**usual, name: value}
    pairs = [name for name in fields if name in NARROW]
    if kind is c.Report:  # every irregularity, disclosed and with every hand
        for report in KINDS:
            for hand in ("player", "banker"):
                for disclosed in (False, True):
                    yield {**usual, "kind": report, "hand": hand, "disclosed": disclosed, "seat": 3}
    elif len(pairs) > 1:
        for first in WORDS[pairs[0]]:
            for second in WORDS[pairs[1]]:
                yield {**usual, pairs[0]: first, pairs[1]: second}
