"""A sheet as a page asks it: items with what is said in them as templates, so that each page says it in its language.

In practice the key travels with the items, and no key that somebody presses waits for the network; in a test it stays
with the house.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from minibac.school.answers import AnswerForm
from minibac.school.drills import DRILLS
from minibac.school.items import Drill, Item, Lesson
from minibac.school.practice import COMES_BACK_AFTER, Attempt, examined, fresh, score

MOST_ITEMS = 120
"""Of one sheet on a page: more than anybody answers in a minute."""
MOST_CLAUSES = 4


def drills_plain(lesson: Lesson) -> list[dict[str, Any]]:
    """The drills that a table can be asked about, in the order in which they are learned."""
    return [_drill(drill) for drill in DRILLS.values() if next(fresh(drill, lesson, "", 1), None) is not None]


def _drill(drill: Drill) -> dict[str, Any]:
    told = {"drill": drill.id, "about": drill.about, "levels": drill.levels, "items": drill.items_count}
    return told | ({"worse": drill.worse} if drill.worse else {})


def sheet_plain(items: Sequence[Item], *, with_answers: bool) -> dict[str, Any]:
    """A sheet for a page."""
    told = [_item(number, item, with_answer=with_answers) for number, item in enumerate(items, start=1)]
    return {"items": told, "comes_back_after": COMES_BACK_AFTER}


def _item(number: int, item: Item, *, with_answer: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "number": number,
        "level": item.level,
        "question": item.question,
        "options": [{"key": key, "says": option} for key, option in zip(item.labels, item.options, strict=True)],
        "form": _form(item.form),
        "figure": item.figure.plain() if item.figure else None,
    }
    return told | (_key(item) | {"judged": item.judge is not None} if with_answer else {})


def _form(form: AnswerForm) -> dict[str, Any]:
    return {"kind": form.kind, "count": form.parts, "keys": form.keys, "hint": form.hint}


def _key(item: Item) -> dict[str, Any]:
    return {"answers": item.answers, "why": item.why, "clauses": list(islice(item.clauses, MOST_CLAUSES))}


def answered(item: Item, typed: str) -> Attempt:
    """An answer as it was typed, judged; one that cannot be read is wrong."""
    return examined(item, item.form.read(typed) or "")


def marked(items: Sequence[Item], typed: Sequence[str | None]) -> dict[str, Any]:
    """What a sheet came to: the first answers in the order of the items, ``None`` where there is none."""
    attempts = [answered(item, text) for item, text in zip(items, typed, strict=False) if text is not None]
    rows = score(items, attempts)
    numbers = [number for number, text in enumerate(typed[: len(items)], start=1) if text is not None]
    told = [
        {"number": number, "answer": attempt.written, "right": attempt.right, **_key(attempt.item)}
        for number, attempt in zip(numbers, attempts, strict=True)
    ]
    sums = {name: sum(row[name] for row in rows) for name in ("answered", "right")}
    return {"items": len(items), **sums, "attempts": told}
