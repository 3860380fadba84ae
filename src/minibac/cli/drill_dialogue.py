"""The dialogue of a drill: an item, an answer, a verdict, and the score at the end; for people and for programs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import Any, NamedTuple, Protocol, TextIO

import click

from minibac.cli import text
from minibac.cli.common import print_json, typed_line
from minibac.school.answers import unread
from minibac.school.drills import DRILLS
from minibac.school.items import Item, Lesson
from minibac.school.practice import Attempt, Practice, examined, fresh, score
from minibac.voice.said import NOTHING, Fact, Said, said

ENDS, SHOWS = ("q", "quit"), "?"


class Asking(Protocol):
    """Who puts the questions and hears the answers."""

    def line(self) -> str | None: ...
    def ask(self, item: Item, number: int, of: int) -> None: ...
    def misread(self, item: Item, why: Said) -> None: ...
    def verdict(self, attempt: Attempt) -> None: ...
    def end(self, told: dict[str, Any], attempts: Sequence[Attempt], *, exam: bool) -> None: ...


class Test(NamedTuple):
    """What an exam is held against: a rulebook, and whether the sheet is the usual one, or at which level."""

    rulebook: str
    level: int | None
    usual: bool


def hold(items: Sequence[Item], asking: Asking, seed: str, test: Test | None) -> None:
    """Ask a sheet to its end, or until nobody answers any more; a ``test`` asks each item once."""
    exam = test is not None
    practice = Practice(tuple(items))
    attempts: list[Attempt] = []
    begun = time.monotonic()
    while item := practice.next:
        asking.ask(item, len(items) - len(practice.new) + 1, len(items))
        attempt = _attempt(item, asking)
        if attempt is None:
            break
        attempts.append(attempt)
        if not exam:
            asking.verdict(attempt)
        practice = practice.answered(attempt.right or exam)  # in an exam nothing comes back
    rows = score(items, attempts)
    told = {
        "seed": seed,
        "exam": exam,
        "items": len(items),
        "answered": sum(row["answered"] for row in rows),
        "right": sum(row["right"] for row in rows),
        "seconds": round(time.monotonic() - begun, 1),
        "drills": rows,
    }
    if test is not None:
        told |= _by_the_mark(test, items, attempts, told["seconds"])
    asking.end(told, attempts, exam=exam)


def _by_the_mark(test: Test, items: Sequence[Item], attempts: Sequence[Attempt], seconds: float) -> dict[str, Any]:
    """The mark that is proposed for a test of one drill, whether it is reached, and why not where it asks for another
    sheet or something weighs more than wrong; what was left out is wrong."""
    from minibac.school.marks import proposed
    from minibac.school.passing import meets, other_sheet, too_many
    from minibac.school.record_events import Performance

    drill, *others = dict.fromkeys(item.drill for item in items)
    mark = proposed().mark.get(drill)
    if others or mark is None:
        return {}
    level = test.level or (0 if test.usual else min(item.level for item in items))
    facts: dict[str, Any] = {"rulebook": test.rulebook, "seed": "-", "level": level, "held": test.usual}
    worse = Counter(attempt.worse for attempt in attempts)
    facts |= {"overpaid": worse["overpaid"], "false_alarms": worse["false_alarms"]}
    right = sum(attempt.right for attempt in attempts)
    tried = Performance(way="test", what=drill, asked=len(items), right=right, seconds=ceil(seconds), **facts)
    because = other_sheet(tried, mark) or too_many(tried, mark)
    return {"mark": mark.says, "passes": meets(tried, mark), "because": because}


def _attempt(item: Item, asking: Asking) -> Attempt | None:
    """The answer to an item, asked for until it can be read; ``None`` when nobody answers any more."""
    while True:
        line = asking.line()
        if line is None or line.strip().lower() in ENDS:
            return None
        if not line.strip():
            continue
        written = "" if line.strip() == SHOWS else item.form.read(line)
        if written is not None:
            return examined(item, written)
        asking.misread(item, unread(item.form, line))


class Terminal:
    """A person at a terminal: one line a question, one line an answer."""

    def __init__(self, source: TextIO) -> None:
        self.source = source
        self.hinted = NOTHING

    def line(self) -> str | None:
        return typed_line(self.source)

    def ask(self, item: Item, number: int, of: int) -> None:
        place = f"{min(number, of)}/{of}"
        click.echo(f"\n{text.faint(place)} {text.say(item.question)}")
        if item.figure:
            click.echo(text.wrapped(text.say(item.figure.told), "    "))
        for label, one in zip(item.labels, item.options, strict=True):
            click.echo(text.wrapped(text.say(one), f"    {label}  ", "       "))
        if item.form.hint != self.hinted:
            self.hinted = item.form.hint
            click.echo(text.faint(f"    {text.say(said('write {hint}', hint=item.form.hint))}"))

    def misread(self, _item: Item, why: Said) -> None:
        click.echo(f"  {text.say(why)}")

    def verdict(self, attempt: Attempt) -> None:
        if attempt.right:
            click.echo(click.style(f"  {text.say(said('drill|right'))}", fg="green"))
        else:
            click.echo(_explained(attempt))

    def end(self, told: dict[str, Any], attempts: Sequence[Attempt], *, exam: bool) -> None:
        click.echo()
        wrong = [attempt for attempt in attempts if not attempt.right]
        if exam:
            for attempt in wrong:
                click.echo(text.say(attempt.item.question))
                if attempt.item.figure:
                    click.echo(text.wrapped(text.say(attempt.item.figure.told), "  "))
                click.echo(_explained(attempt))
        if told["drills"]:
            heads = text.heads("drill", "level", "items", "answered", "right")
            rows = [
                [str(row[name]) for name in ("drill", "level", "items", "answered", "right")] for row in told["drills"]
            ]
            click.echo(text.table(rows, heads, right=(1, 2, 3, 4)))
        whole = said("{right} of {answered} right at the first attempt, in {seconds} s; seed {seed}")
        click.echo(
            "\n" + text.say(whole.about(**{name: told[name] for name in ("right", "answered", "seconds", "seed")}))
        )
        if "mark" in told:
            reached = (
                said("the mark is {mark}: this passes")
                if told["passes"]
                else said("the mark is {mark}: this does not pass")
            )
            click.echo("  " + text.say(reached.about(mark=told["mark"])))
        if told.get("because"):
            click.echo("  " + text.say(told["because"]))
        for row in told["drills"]:
            if row["right"] < row["answered"]:
                practise = said("practise: minibac drill {drill} --level {level}; look up {clauses}")
                if not row["look_up"]:
                    practise = said("practise: minibac drill {drill} --level {level}")
                facts = {"drill": row["drill"], "level": row["level"], "clauses": ", ".join(row["look_up"])}
                click.echo("  " + text.say(practise.about(**facts)))


def _explained(attempt: Attempt) -> str:
    item = attempt.item
    wrong = said("wrong: it is {answer}") if attempt.written else said("it is {answer}")
    told = said("{verdict}. {why:^} ({clauses})") if item.clauses else said("{verdict}. {why:^}")
    facts: dict[str, Fact] = {
        "verdict": wrong.about(answer=item.shown),
        "why": item.why,
        "clauses": ", ".join(item.clauses),
    }
    return text.wrapped(text.say(told.about(**facts)), "  ")


class JsonLines:
    """A program: a line of JSON for each item, verdict and score; answers are plain lines."""

    def __init__(self, source: TextIO) -> None:
        self.source = source

    def line(self) -> str | None:
        return self.source.readline() or None

    def ask(self, item: Item, number: int, of: int) -> None:
        print_json({"item": item.plain(with_answer=False), "number": min(number, of), "of": of})

    def misread(self, _item: Item, why: Said) -> None:
        print_json({"unread": str(why)})

    def verdict(self, attempt: Attempt) -> None:
        print_json({"verdict": _judged(attempt)})

    def end(self, told: dict[str, Any], attempts: Sequence[Attempt], *, exam: bool) -> None:
        if exam:
            told = told | {"attempts": [_judged(attempt) for attempt in attempts]}
            told |= {name: str(told[name]) for name in ("mark", "because") if told.get(name)}
        print_json({"score": told})


def _judged(attempt: Attempt) -> dict[str, Any]:
    return {"right": attempt.right, "answer": attempt.written, **attempt.item.key()}


def list_drills(lesson: Lesson, *, as_json: bool) -> None:
    """Every drill, what it asks at each level, and whether this table can be asked about it."""
    rows = []
    for drill in DRILLS.values():
        able = next(fresh(drill, lesson, "", 1), None) is not None
        levels = [*map(str, drill.levels)]
        rows.append(
            {"drill": drill.id, "about": str(drill.about), "levels": levels, "items": drill.items_count, "asked": able}
        )
    if as_json:
        print_json({"rulebook": lesson.rules.rulebook.id, "drills": rows})
        return
    told = [
        [drill.id, text.say(said("{about}: {levels}", about=drill.about, levels=_levels(drill.levels)))]
        for drill, row in zip(DRILLS.values(), rows, strict=True)
        if row["asked"]
    ]
    click.echo(text.table(told, text.heads("drill", "what it asks")))


def _levels(levels: Sequence[Said]) -> Said:
    one, two, three = levels
    return said("1 {one}, 2 {two}, 3 {three}", one=one, two=two, three=three)


def list_clauses(rulebook: str, *, as_json: bool) -> None:
    """The clauses on dealing, settlement and irregularities: the drills that ask for each and the scenarios in which it
    is met, or why there is neither."""
    from minibac.house.rehearsal import met_in_scenarios
    from minibac.school.coverage import met

    rows = met(rulebook, met_in_scenarios(rulebook))
    counts = {
        "clauses": len(rows),
        "asked": sum(1 for row in rows if row.drills),
        "dealt": sum(1 for row in rows if row.scenarios),
        "met": sum(1 for row in rows if row.drills or row.scenarios),
    }
    if as_json:
        told = [
            {
                "clause": row.clause,
                "drills": row.drills,
                "scenarios": row.scenarios,
                "because": str(row.because) or None,
            }
            for row in rows
        ]
        print_json({"rulebook": rulebook, **counts, "rows": told})
        return
    names = [[row.clause, ", ".join((*row.drills, *row.scenarios)) or text.say(row.because)] for row in rows]
    click.echo(text.table(names, text.heads("clause", "drill or scenario")))
    summary = said(
        "{met} of {clauses:clause|clauses} are met, {asked} of them by a drill and {dealt} in a scenario; of the "
        "others the reason stands there"
    )
    click.echo("\n" + text.say(summary.about(**counts)))


def list_course(rulebook: str, *, as_json: bool) -> None:
    """The course of a rulebook: stages, their drills and tables, and the marks of minibac's proposal."""
    from minibac.school.course import STAGES, course
    from minibac.school.marks import proposed

    stages = course(rulebook, proposed())
    if as_json:
        told = [
            {
                "stage": stage,
                "steps": [
                    {
                        "step": one.name,
                        "table": one.table,
                        "passes": str(one.passes) or None,
                        "level": one.dwell or None,
                    }
                    for one in steps
                ],
            }
            for stage, steps in stages
        ]
        print_json({"rulebook": rulebook, "stages": told})
        return
    for number, (stage, steps) in enumerate(stages, start=1):
        click.echo(f"{number}. {text.say(STAGES[stage])}")
        rows = [[one.name, text.say(one.passes), f"--level {one.dwell}" if one.dwell else ""] for one in steps]
        click.echo(text.table(rows, text.heads("step", "go on at", "take time")) + "\n")
