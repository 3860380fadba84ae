"""Marks: what passes a drill or an exam table, and which of them make up a competency.

``marks.toml`` beside this file is a proposal, with the source of what is published; a school's own file replaces it
whole. A file is checked whole, with a sentence for every fault.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import RULEBOOKS
from minibac.rules.words import did_you_mean
from minibac.school.drills import DRILLS
from minibac.voice.said import Fact, Said, many, said, words_of

FORMAT = "minibac-marks/1"
MOST = 100_000
LONGEST = 200
WORSE = frozenset({"overpaid", "false_alarms"})
"""Marks of the drills that tell apart what is wrong."""


class PassMark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What passes one drill (``right`` of ``items``, in ``seconds``) or one exam table (the faults it may have)."""

    items: int = 0
    right: int = 0
    seconds: int = 0
    """At most so long for ``items``; 0: as long as it takes."""
    level: int = 1
    """The easiest level that counts; the usual sheet of a drill always does."""
    overpaid: int | None = None
    false_alarms: int | None = None
    """Of the wrong ones at most so many may pay more than is due, or see an error where there is none."""
    minutes: int = 0
    """At least so long at a table."""
    coups_an_hour: int = 0
    critical: int = 0
    major: int = 0
    minor: int = 0
    """At most so many faults of each severity at a table."""
    only: tuple[str, ...] = ()
    """The rulebooks under which it is asked for; none: under all."""
    source: str = ""
    """Where it is published; nothing: our proposal, or the school's own."""

    @property
    def of_table(self) -> bool:
        return not self.items

    @property
    def says(self) -> Said:
        """What passes, in words."""
        if self.of_table:
            most = said("at most {critical} critical, {major} major and {minor} minor faults")
            told = [most.about(critical=self.critical, major=self.major, minor=self.minor)]
            if self.minutes:
                told.append(said("{minutes} minutes or more", minutes=self.minutes))
            if self.coups_an_hour:
                told.append(said("{coups} rounds an hour or more", coups=self.coups_an_hour))
            return said("{parts}", parts=many(told, ","))
        passes = said("{right} of {items}", right=self.right, items=self.items)
        if self.seconds:
            timed = said("{right} of {items} in {seconds} s", seconds=self.seconds)
            passes = timed.about(right=self.right, items=self.items)
        if self.overpaid is not None:
            most = said("{passes}, {most} overpaid at most", most=self.overpaid)
            passes = (most if self.overpaid else said("{passes}, nothing overpaid")).about(passes=passes)
        if self.false_alarms is not None:
            most = said("{passes}, {alarms:false alarm|false alarms} at most", alarms=self.false_alarms)
            passes = most.about(passes=passes)
        return passes


class Competency(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something a dealer can do: shown by passing each of these."""

    title: str
    needs: tuple[str, ...]


class Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All marks of a school."""

    name: str
    """Whose they are."""
    competency: Mapping[str, Competency]
    mark: Mapping[str, PassMark]

    def called(self, competency: str) -> Fact:
        """The title of a competency: one that comes with the program, in each language, or the school's own words."""
        title = self.competency[competency].title
        return Said(title) if title in {row.title for row in proposed().competency.values()} else title

    def competency_of(self, what: str) -> str:
        """The competency that a drill or a table belongs to, or nothing."""
        return next((name for name, row in self.competency.items() if what in row.needs), "")


@cache
def proposed() -> Marks:
    """The marks that come with the program."""
    text = files("minibac.school").joinpath("marks.toml").read_text(encoding="utf-8")
    marks = read_marks(text)
    assert isinstance(marks, Marks), [str(refusal) for refusal in marks]
    return marks


def read_marks(text: str) -> Marks | tuple[Refusal, ...]:
    """The marks in a file, or everything that is wrong with it."""
    try:
        content: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (refuse(Code.ILLEGAL_VALUE, said("the file is no TOML: {why}", why=str(error))),)
    faults = tuple(refuse(Code.ILLEGAL_VALUE, why) for why in faults_in(content))
    if faults:
        return faults
    return msgspec.convert({name: content[name] for name in Marks.__struct_fields__}, Marks)


def load_marks(path: str | Path) -> Marks | tuple[Refusal, ...]:
    """The marks in a file, or everything that is wrong with it, with its name."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        told = said("{path}: cannot be read ({reason})", path=str(path), reason=words_of(error))
        return (refuse(Code.ILLEGAL_VALUE, told),)
    read = read_marks(text)
    if isinstance(read, Marks):
        return read
    name = Path(path).name
    return tuple(fault._replace(said=said("{what}: {why}", what=name, why=fault.said)) for fault in read)


def as_content(marks: Marks) -> dict[str, Any]:
    """Marks as their file has them."""
    return {"format": FORMAT, **msgspec.to_builtins(marks)}


def faults_in(content: dict[str, Any]) -> Iterator[Said]:
    """Everything that is wrong with the content of a file of marks."""
    allowed = ("format", *Marks.__struct_fields__)
    for name in content.keys() - set(allowed):
        yield said("there is no '{name}' in marks: {allowed}", name=name, allowed=many(allowed))
    if content.get("format") != FORMAT:
        yield said("format is '{format}'", format=FORMAT)
    if not _is_title(content.get("name")):
        yield said("{of}: {field} is a text of 1 to {most} characters", of="marks", field="name", most=LONGEST)
    marks, rows = content.get("mark"), content.get("competency")
    for name, table in (("mark", marks), ("competency", rows)):
        if not isinstance(table, dict) or not table:
            yield said("marks have tables [{name}.…], at least one", name=name)
    marks, rows = (table if isinstance(table, dict) else {} for table in (marks, rows))
    for name, row in marks.items():
        yield from _mark_faults(name, row if isinstance(row, dict) else {})
    owner: dict[str, str] = {}
    for name, row in rows.items():
        yield from _competency_faults(name, row if isinstance(row, dict) else {}, marks, owner)
    for name in marks.keys() - owner.keys():
        yield said("no competency needs [mark.{name}]: add it to one, or leave it out", name=name)


def _mark_faults(name: str, row: dict[str, Any]) -> Iterator[Said]:
    of = f"mark.{name}"
    for field in row.keys() - set(PassMark.__struct_fields__):
        hint = did_you_mean(field, PassMark.__struct_fields__)
        yield said("{of}: there is no '{field}'{did_you_mean}", of=of, field=field, did_you_mean=hint)
    for field in PassMark.__struct_fields__:
        value = row.get(field, 0)
        if field not in ("only", "source") and (type(value) is not int or not 0 <= value <= MOST):
            yield said("{of}: {field} is a whole number from 0 to {most}", of=of, field=field, most=MOST)
            return
    only, source = row.get("only", []), row.get("source", "")
    if not isinstance(only, list | tuple) or any(book not in RULEBOOKS for book in only):
        yield said("{of}: only is a list of rulebooks: {rulebooks}", of=of, rulebooks=many(RULEBOOKS))
    if source and not _is_title(source):
        yield said("{of}: {field} is a text of 1 to {most} characters", of=of, field="source", most=LONGEST)
    if name in DRILLS:
        if not 1 <= row.get("right", 0) <= row.get("items", 0):
            yield said("{of}: a drill has items, and right is 1 to items", of=of)
        if not 1 <= row.get("level", 1) <= 3:
            yield said("{of}: level is 1, 2 or 3", of=of)
        tells = DRILLS[name].worse
        wrong: tuple[str, ...] = ("minutes", "coups_an_hour", "critical", "major", "minor", *(WORSE - {tells}))
    elif "items" in row:
        yield said("{of}: there is no such drill{did_you_mean}", of=of, did_you_mean=did_you_mean(name, DRILLS))
        return
    else:
        wrong = ("right", "seconds", "level", *WORSE)
    for field in wrong:
        if field in row:
            yield said("{of}: {field} is not for {thing}", of=of, field=field, thing=_thing(name))


def _thing(name: str) -> Said:
    return said("this drill") if name in DRILLS else said("a table")


def _competency_faults(name: str, row: dict[str, Any], marks: dict[str, Any], owner: dict[str, str]) -> Iterator[Said]:
    of, needs = f"competency.{name}", row.get("needs")
    for field in row.keys() - set(Competency.__struct_fields__):
        yield said("{of}: there is no '{field}'{did_you_mean}", of=of, field=field, did_you_mean="")
    if not _is_title(row.get("title")):
        yield said("{of}: {field} is a text of 1 to {most} characters", of=of, field="title", most=LONGEST)
    if not isinstance(needs, list | tuple) or not needs or not all(isinstance(each, str) for each in needs):
        yield said("{of}: needs is a list of drills and tables, at least one", of=of)
        return
    for each in needs:
        if each not in marks:
            yield said("{of}: it needs '{what}', which has no [mark.{what}]", of=of, what=each)
        elif owner.setdefault(each, name) != name:
            yield said("{of}: '{what}' belongs to {other} already", of=of, what=each, other=f"competency.{owner[each]}")


def _is_title(text: object) -> bool:
    return isinstance(text, str) and 1 <= len(text.strip()) <= LONGEST and text.isprintable()
