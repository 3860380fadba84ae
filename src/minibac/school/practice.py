"""A sheet of items from a seed, practice in which what was wrong comes back, and the score.

An exam asks a sheet in its order, once. Practice asks the same sheet; an item that was answered wrongly comes back
after a few others, and once more after some time, until it is right both times.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import islice
from operator import gt
from random import Random
from typing import Any, NamedTuple

from minibac.school.items import LEVELS, Drill, Item, Lesson, Worse

COMES_BACK_AFTER = (3, 7)
"""After how many answers a wrong item is asked again, and then once more."""
MOST_REPEATS = 60
"""So many items in a row that were there before, and a drill has nothing new to ask."""
MOST_CLAUSES = 5


def fresh(drill: Drill, lesson: Lesson, seed: str, level: int) -> Iterator[Item]:
    """The items of a drill at a level, each question once, until there is nothing new to ask."""
    chance, seen = Random(f"{seed}/{drill.id}/{level}"), set[Any]()
    repeats = 0
    for item in drill.items(lesson, chance, level):
        made = item._replace(drill=drill.id, level=level, worse=drill.worse)
        repeats = repeats + 1 if made.same_as in seen else 0
        if repeats > MOST_REPEATS:
            return
        if not repeats:
            seen.add(made.same_as)
            yield made


def sheet(
    lesson: Lesson, drills: Iterable[Drill], seed: str, count: int | None = None, level: int | None = None
) -> tuple[Item, ...]:
    """So many items of each drill, as far as it has them; without a level a third of each, the easy ones first.

    The usual sheet of a drill asks every question once, at most as many as the drill says; with a count, a drill that
    has asked everything begins again.
    """
    return tuple(item for drill in drills for item in _of(drill, lesson, seed, count, level))


def _of(drill: Drill, lesson: Lesson, seed: str, count: int | None, level: int | None) -> Iterator[Item]:
    chosen = level or (drill.level if count is None else None)
    levels = LEVELS if chosen is None else (chosen,)
    whole = count or drill.items_count
    for place, one in enumerate(levels):
        wanted = whole * (place + 1) // len(levels) - whole * place // len(levels)
        for time in range(wanted if count else 1):
            items = list(islice(fresh(drill, lesson, f"{seed}/{time}", one), wanted))
            yield from items
            wanted -= len(items)
            if not wanted or not items:
                break


class Returning(NamedTuple):
    """An item that was wrong, when it comes back, and how often it has been right since."""

    due: int
    item: Item
    right_since: int


class Practice(NamedTuple):
    """What is still to be asked."""

    new: tuple[Item, ...]
    back: tuple[Returning, ...] = ()
    answers_count: int = 0

    @property
    def next(self) -> Item | None:
        """The item that is asked now: one that is due again, the next new one, or what is left."""
        first = min(self.back, default=None, key=lambda one: one.due)
        if first and (first.due <= self.answers_count or not self.new):
            return first.item
        return self.new[0] if self.new else None

    def answered(self, right: bool) -> "Practice":
        """What is still to be asked after this answer to the item that was asked."""
        item, count = self.next, self.answers_count + 1
        if item is None:
            return self
        again = next((one for one in self.back if one.item is item), None)
        others = tuple(one for one in self.back if one.item is not item)
        since = again.right_since + 1 if again and right else 0
        comes = (again or not right) and since < len(COMES_BACK_AFTER)
        back = (Returning(count + COMES_BACK_AFTER[since], item, since),) if comes else ()
        return Practice(self.new[0 if again else 1 :], (*others, *back), count)


class Attempt(NamedTuple):
    """One answer to one item."""

    item: Item
    written: str
    right: bool

    @property
    def worse(self) -> Worse:
        """What a wrong answer is besides wrong, where its drill tells that apart: for any seat more than is due, or
        an error where there is none, which is the last thing to choose."""
        kind = self.item.worse if self.written and not self.right else ""
        if kind == "overpaid":
            paid, due = (map(Decimal, words.split()) for words in (self.written, self.item.shown))
            return kind if any(map(gt, paid, due)) else ""
        return "" if kind and self.item.shown != self.item.labels[-1] else kind


def examined(item: Item, written: str) -> Attempt:
    """An answer in its written form, judged; an empty one is none."""
    return Attempt(item, written, bool(written) and item.right(written))


def score(asked: Sequence[Item], attempts: Sequence[Attempt]) -> list[dict[str, Any]]:
    """By drill and level: items, those answered, those right at the first attempt, and the clauses to look up."""
    first: dict[int, Attempt] = {}
    for attempt in attempts:
        first.setdefault(id(attempt.item), attempt)
    rows = []
    for drill, level in dict.fromkeys((item.drill, item.level) for item in asked):
        mine = [item for item in asked if (item.drill, item.level) == (drill, level)]
        tried = [first[id(item)] for item in mine if id(item) in first]
        wrong = [attempt.item for attempt in tried if not attempt.right]
        clauses = dict.fromkeys(clause for item in wrong for clause in islice(item.clauses, 1))
        rows.append(
            {
                "drill": drill,
                "level": level,
                "items": len(mine),
                "answered": len(tried),
                "right": len(tried) - len(wrong),
                "look_up": list(clauses)[:MOST_CLAUSES],
            }
        )
    return rows
