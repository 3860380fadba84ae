"""Which clauses the school asks for, and which it does not, each with the reason: the chapters on dealing, settlement
and irregularities.

What is asked is found by asking: sheets of every drill under the table of the sample house, and some under each other
option that the rulebook lists; what is dealt at exam tables, by dealing them (:mod:`minibac.house.rehearsal`).
``unasked.toml`` names the chapters, and why the rest is met by neither.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from minibac.houses.house import sample_house
from minibac.rules.clauses import inventory
from minibac.rules.options import allowed_words
from minibac.school.drills import DRILLS
from minibac.school.items import Lesson
from minibac.school.money import with_choices
from minibac.school.practice import sheet
from minibac.voice.said import NOTHING, Said, said

SEED = "clauses"
ITEMS, EVERY_CELL = 60, {"tableau": 300}
CHANGES = (
    "vigorish_type", "vigorish_collection", "dragon_bonus", "house_money", "deal_mode", "disclosed_third_card",
    "exposed_in_dealing", "no_commission", "pairs",
)  # fmt: skip
"""The options of a table under which a dealer does something else."""
WITH_OPTIONS = {"announcements": 24, "payments": 90, "remedies": 24, "steps": 24, "order": 12}
"""The drills that depend on the options of a table, and how many items show it."""


BECAUSE = {
    "table": said("done with the hands: who teaches sees it at a table, and no program does"),
    "house": said("a choice of the house, and no question to its dealer"),
    "office": said("a paper of the pit or of accounting: the house asks them for it"),
    "sign": said("posted or printed: there is nothing to do"),
    "door": said("who may play, which the door asks"),
}
"""Why a clause is met by no drill and in no scenario."""


class AskingPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chapters of each rulebook that the school is held against, and what of them is not met, by the reason."""

    chapters: dict[str, tuple[str, ...]]
    unasked: dict[str, tuple[str, ...]]


class Met(NamedTuple):
    """A clause, the drills that ask for it, the scenarios in which it is met, and why it is in none of them."""

    clause: str
    says: str
    drills: tuple[str, ...]
    scenarios: tuple[str, ...]
    because: Said


@cache
def plan() -> AskingPlan:
    """What ``unasked.toml`` says."""
    text = files("minibac.school").joinpath("unasked.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), AskingPlan)


def lessons(rulebook: str) -> Iterator[tuple[Lesson, dict[str, int]]]:
    """The tables that are asked about, and how many items of which drills."""
    table = sample_house(rulebook).table_for(rulebook)
    assert table is not None
    yield Lesson(table.rules, table.chips_cents), dict.fromkeys(DRILLS, ITEMS) | EVERY_CELL
    for option in table.rules.rulebook.option:
        for word in allowed_words(option):
            other = with_choices(table.rules, **{option.name: word}) if option.name in CHANGES else None
            if other is not None and other.options != table.rules.options:
                yield Lesson(other, table.chips_cents), WITH_OPTIONS


@cache
def asked(rulebook: str) -> dict[str, tuple[str, ...]]:
    """Every clause that an item of this rulebook cites, and the drills it is from."""
    found: dict[str, set[str]] = {}
    for lesson, drills in lessons(rulebook):
        for name, items_count in drills.items():
            for item in sheet(lesson, [DRILLS[name]], SEED, items_count):
                for clause in item.clauses:
                    found.setdefault(clause, set()).add(name)
    return {clause: tuple(name for name in DRILLS if name in names) for clause, names in found.items()}


def met(rulebook: str, dealt: Mapping[str, tuple[str, ...]]) -> tuple[Met, ...]:
    """The clauses of the chapters of a rulebook, each with the drills that ask for it and the scenarios in which it is
    ``dealt``, or the reason why it is in none."""
    drills = asked(rulebook)
    reasons = {clause: BECAUSE[why] for why, clauses in plan().unasked.items() for clause in clauses}
    chapters = plan().chapters[rulebook]
    rows = [clause for clause in inventory().values() if _inside(clause.id, chapters)]
    return tuple(
        Met(row.id, row.says, drills.get(row.id, ()), dealt.get(row.id, ()), reasons.get(row.id, NOTHING))
        for row in rows
    )


def _inside(clause: str, chapters: tuple[str, ...]) -> bool:
    return any(clause == chapter or clause.startswith(f"{chapter}/") for chapter in chapters)
