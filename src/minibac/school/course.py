"""The course of a rulebook: stages from the first sum to the audition, each with its drills, its tables, their marks.

``course.toml`` states the path; the marks say when to go on, and of which competency a step is.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from minibac.houses.house import sample_house
from minibac.school.drills import DRILLS
from minibac.school.fault_kinds import SEVERITIES
from minibac.school.items import Lesson
from minibac.school.marks import Marks, PassMark
from minibac.school.noting import common_name
from minibac.school.practice import fresh
from minibac.school.scenario import Scenario, load_scenario
from minibac.voice.said import NOTHING, Said, said

STAGES = {
    "counting": said("Counting: sums in the head, Point Counts, naturals"),
    "drawing": said("Drawing: the tableau, who takes the next card, and the calls"),
    "paying": said("Paying: what a wager brings, vigorish, chips and cash"),
    "settling": said("Settling: a whole layout, and the order of taking and paying"),
    "procedure": said("Procedure: opening, shuffle, cut, burn, round, last hand"),
    "people": said("People: what takes two, who relieves whom, the count of a tray"),
    "irregularities": said("Irregularities: what is done when something went wrong, and to see that it did"),
    "audition": said("The audition"),
}
TABLES = {
    "first-rounds": said("the first rounds, at a table without help"),
    "opening": said("a table from its opening to the burn, without help"),
    "audition": said("the audition, at a table without help"),
}
"""What the exam tables of the course are; each rulebook has its own scenario of each."""


class CourseStage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some drills, and the tables that follow them."""

    id: str
    drills: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


class CoursePath(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``course.toml`` says."""

    stage: tuple[CourseStage, ...]
    dwell: dict[str, dict[str, int]]


class CourseStep(NamedTuple):
    """One drill, or one exam table, of a stage."""

    name: str
    """The drill, or the scenario."""
    table: bool
    about: Said
    mark: PassMark | None
    competency: str
    title: str
    dwell: int
    """The level at which this rulebook wants more time, 0: none."""

    @property
    def passes(self) -> Said:
        """When to go on."""
        return self.mark.says if self.mark else NOTHING


@cache
def path() -> CoursePath:
    text = files("minibac.school").joinpath("course.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), CoursePath)


@cache
def _asked(rulebook: str) -> tuple[str, ...]:
    """The drills that a table under this rulebook can be asked about."""
    table = sample_house(rulebook).table_for(rulebook)
    assert table is not None
    lesson = Lesson(table.rules, table.chips_cents)
    return tuple(drill.id for drill in DRILLS.values() if next(fresh(drill, lesson, "", 1), None) is not None)


def _of_table(scenario: str, mark: PassMark | None) -> PassMark:
    """What passes an exam table: the marks of its scenario, and those of the school where they name it."""
    read = load_scenario(scenario)
    assert isinstance(read, Scenario), read
    own = PassMark(**msgspec.structs.asdict(read.marks))
    if mark is None:
        return own
    faults = {name: min(getattr(own, name), getattr(mark, name)) for name in SEVERITIES}
    return replace(mark, coups_an_hour=max(own.coups_an_hour, mark.coups_an_hour), **faults)


def course(rulebook: str, marks: Marks) -> tuple[tuple[str, tuple[CourseStep, ...]], ...]:
    """The stages of a rulebook's course, each with its steps."""
    of = {what: (name, row.title) for name, row in marks.competency.items() for what in row.needs}
    dwell = path().dwell.get(rulebook, {})

    def step(name: str, *, table: bool) -> CourseStep:
        competency, title = of.get(name, ("", ""))
        about = TABLES[name] if table else DRILLS[name].about
        what = f"{name}-{rulebook}" if table else name
        mark = marks.mark.get(name)
        passes = _of_table(what, mark) if table else mark
        return CourseStep(what, table, about, passes, competency, title, dwell.get(name, 0))

    return tuple(
        (
            stage.id,
            (
                *(step(name, table=False) for name in stage.drills if name in _asked(rulebook)),
                *(step(name, table=True) for name in stage.tables),
            ),
        )
        for stage in path().stage
    )


def course_plain(rulebook: str, marks: Marks, passed: dict[str, int]) -> list[dict[str, Any]]:
    """The course for a page; ``passed`` has what a trainee has passed, by the number of the attempt."""
    return [
        {
            "stage": stage,
            "title": STAGES[stage],
            "steps": [
                {
                    "name": one.name,
                    "table": one.table,
                    "about": one.about,
                    "passes": one.passes,
                    "competency": one.title,
                    "dwell": one.dwell,
                    "passed": passed.get(common_name(one.name, rulebook) if one.table else one.name, 0),
                }
                for one in steps
            ],
        }
        for stage, steps in course(rulebook, marks)
    ]
