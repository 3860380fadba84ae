"""A sheet of a drill for whoever names it: the questions about a table, with their answers and why."""

from minibac.display.frames import Rows
from minibac.houses.house import sample_house
from minibac.rules.house_rules import HouseRules, rules_of
from minibac.school.drills import DRILLS, unknown_drill
from minibac.school.items import LEVELS, Item, Lesson
from minibac.school.practice import sheet
from minibac.voice.said import many, said


def lesson_of(rules: HouseRules) -> Lesson:
    """A table with these rules, and the chips of the sample house."""
    book = rules.rulebook.id
    table = sample_house(book).table_for(book)
    assert table is not None, "a sample house has a table of its rulebook"
    return Lesson(rules, table.chips_cents)


def drill_sheet(
    rules: HouseRules | str, drill: str, seed: int | str, count: int | None = None, level: int | None = None
) -> Rows[Item]:
    """The questions of a drill about a table, with their answers; the same seed asks the same questions.

    Without ``count`` it is the usual sheet of the drill. ``level`` is 1 to 3; without it a third of each is asked.
    """
    if drill not in DRILLS:
        raise LookupError(unknown_drill(drill))
    if level not in (None, *LEVELS):
        unknown = said("a drill has the levels {levels}, and not {level}", level=str(level))
        raise ValueError(unknown.about(levels=many(LEVELS, "and")))
    if count is not None and count < 1:
        raise ValueError(said("{count} questions are nothing to ask: ask for 1 or more", count=str(count)))
    return Rows(sheet(lesson_of(rules_of(rules)), [DRILLS[drill]], str(seed), count, level), Item)
