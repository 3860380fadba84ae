"""Kinds of mistakes at an exam table: what each is about, how much it matters, how long it can be put right."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from minibac.school.record_events import Severity
from minibac.voice.said import Fact, vocabulary

SEVERITIES: tuple[Severity, ...] = ("critical", "major", "minor")
ABOUT = ("cards", "money", "order", "wagers", "calls", "steps", "people")
NAMES = vocabulary(
    "fault", "card in error", "card to wrong hand", "card omitted", "burn wrong", "burn left out",
    "dealt before call", "cards to wrong guest", "right passed over", "cards not racked", "remedy wrong",
    "remedy left out", "irregularity overlooked", "payment wrong", "loser paid", "loser not taken", "winner taken",
    "winner not paid", "push taken", "push paid", "paid without cause", "taking wrong", "vigorish wrong",
    "vigorish not taken", "marker button wrong", "marker button missing", "house money wrong", "order wrong",
    "late wager accepted", "bad wager accepted", "wager refused", "count wrong", "count missing", "result wrong",
    "result missing", "last hand missing", "call out of place", "step left out", "step wrong", "two person rule",
    "floor not called", "false alarm",
)  # fmt: skip


class FaultKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of ``fault_kinds.toml``."""

    about: Literal["cards", "money", "order", "wagers", "calls", "steps", "people"]
    stood: Severity
    noticed: Severity | None = None
    until: Literal["", "round", "shoe"] = ""
    """How long it can be put right; nothing: it cannot."""


@cache
def fault_kinds() -> dict[str, FaultKind]:
    """Every kind by its name."""
    text = files("minibac.school").joinpath("fault_kinds.toml").read_text(encoding="utf-8")
    kinds = msgspec.convert(tomllib.loads(text), dict[str, FaultKind])
    assert set(kinds) == set(NAMES), set(kinds) ^ set(NAMES)
    return kinds


def fault_name(kind: str) -> Fact:
    return NAMES[kind]
