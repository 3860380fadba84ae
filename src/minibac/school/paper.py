"""A sheet of a drill on paper, and its key (extra ``report``): the same seed gives the same bytes."""

from collections.abc import Sequence
from importlib.resources import files
from itertools import groupby
from typing import Any

from minibac.school.drills import DRILLS
from minibac.school.items import Item
from minibac.voice.documents import pdf

TEMPLATES = files("minibac.school").joinpath("templates")
TIMESTAMP = 946684800
"""Every sheet claims the first second of 2000, so that the day of printing leaves no trace."""

BRACKETS = "what stands in brackets in any order"


def paper(items: Sequence[Item], rulebook: str, choices: str, seed: str, *, key: bool) -> bytes:
    """The sheet, or its key, as PDF in English: the fonts that come with Typst have no Chinese signs."""
    groups, number = [], 0
    for name, rows in groupby(items, lambda item: (item.drill, item.level)):
        told = []
        for item in rows:
            number += 1
            told.append(_row(number, item))
        drill = DRILLS[name[0]]
        about = f"level {name[1]}: {drill.levels[name[1] - 1]}"
        hints = {row["write"] for row in told}
        groups.append({"title": str(drill.about), "about": "; write ".join((about, *_only(hints))), "items": told})
    facts = [["Rulebook", rulebook], ["Options", choices or "as printed"], ["Seed", seed], ["Items", str(number)]]
    data = {"title": "Key" if key else "Drill", "facts": facts, "key": key, "groups": groups}
    return pdf(TEMPLATES, "drill", data, TIMESTAMP)


def _only(hints: set[str]) -> set[str]:
    """How answers are written, where all of a group are written alike."""
    return hints if len(hints) == 1 else set()


def _row(number: int, item: Item) -> dict[str, Any]:
    options = [[label, str(option)] for label, option in zip(item.labels, item.options, strict=True)]
    told: dict[str, Any] = {"number": number, "question": str(item.question), "options": options}
    told |= {"write": str(item.form.hint), "figure": item.figure.plain() if item.figure else None}
    answer, why = item.in_brackets, str(item.why)
    if answer != item.shown:
        why = f"{BRACKETS}. {why}"
    return told | {"answer": answer, "why": why, "clauses": ", ".join(item.clauses)}
