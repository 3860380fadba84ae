"""``minibac drill``: practise what a dealer has to know, by question and answer, in the terminal and on paper."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minibac.cli.common import (
    FILE,
    Command,
    OwnError,
    OwnWords,
    RulebookName,
    WithJson,
    WithRules,
    argument,
    asks,
    fail,
    option,
)
from minibac.rules.words import did_you_mean
from minibac.voice.said import many, said

if TYPE_CHECKING:
    from minibac.school.items import Item, Lesson

ALL = "all"
MOST_ITEMS = 10_000


class DrillName(OwnWords):
    """The name of a drill, or ``all``; a rulebook may stand behind the drills."""

    name = "drill"

    def convert(self, value: Any, _param: click.Parameter | None, ctx: click.Context | None) -> str:
        from minibac.rules.rulebook import RULEBOOKS

        known, word = tuple(self.words(ctx, "")), str(value).lower()
        if word not in known:
            unknown = said("there is no drill '{drill}'{did_you_mean}: {drills}", drill=str(value))
            drills = [name for name in known if name not in RULEBOOKS]
            raise OwnError(unknown.about(did_you_mean=did_you_mean(word, known), drills=many(drills)), ctx)
        return word

    def words(self, _ctx: click.Context | None, _incomplete: str) -> Iterable[str]:
        from minibac.rules.rulebook import RULEBOOKS
        from minibac.school.drills import DRILLS

        return (*DRILLS, ALL, *RULEBOOKS)


class Ask(WithRules, WithJson):
    """Which drills, under which rulebook, how many items and how hard, and whether on paper."""

    names: tuple[str, ...] = argument(type=DrillName(), nargs=-1, metavar="[DRILL]… [RULEBOOK]")
    rulebook: str | None = option(
        type=RulebookName(), help="The rulebook, here or behind the drills; section-42 unless told."
    )
    seed: str | None = option(help="Any word or number: the same seed asks the same. Shown at the end.")
    count: int | None = option(
        type=click.IntRange(1, MOST_ITEMS),
        help="How many items of each drill; each drill has its own number unless told.",
    )
    level: int | None = option(type=click.IntRange(1, 3), help="1 is easy, 3 is hard; a third of each unless told.")
    exam: bool = option(is_flag=True, help="Each item once, in a fixed order, and the answers at the end.")
    paper: Path | None = option(type=FILE, metavar="FILE.pdf", help="Write the sheet to a file instead of asking.")
    course: bool = option(is_flag=True, help="The path from the first sum to the audition, and when to go on.")
    clauses: bool = option(
        is_flag=True, help="Which drills ask for which clause, and what none asks for, with the reason."
    )
    key: Path | None = option(type=FILE, metavar="FILE.pdf", help="Write its answers, explained, to a file.")

    @property
    def asks_something(self) -> bool:
        """Whether there is an option that does nothing where nothing is asked."""
        return bool(self.paper or self.key or self.exam or self.count) or self.seed is not None


@click.command(
    cls=Command,
    short_help="Drills for dealers: asked, explained by clause, scored; on paper too.",
    examples=(
        "minibac drill",
        "minibac drill tableau massachusetts",
        "minibac drill vigorish payments --level 3 --count 10 --set vigorish_rounding=up-to-5c",
        "minibac drill all --exam --count 5 --seed spring",
        "minibac drill tableau --seed 7 --paper sheet.pdf --key key.pdf",
        "minibac drill --course --rulebook seminole",
        "minibac drill --clauses --rulebook massachusetts",
    ),
)
@asks(Ask)
def drill(ask: Ask) -> None:
    """List the drills, or practise some of them.

    An answer is one line; ? shows it and counts as wrong, q ends. In practice an item that was wrong comes back
    until it is right twice. With --json the dialogue is JSON lines: an item, for each answer a verdict, then a score.
    """
    from minibac.cli import drill_dialogue as dialogue
    from minibac.school.drills import DRILLS
    from minibac.school.practice import sheet

    rulebook, names = _rulebook(ask)
    if ask.clauses or ask.course:
        of_a_table = ask.sets or ask.house_file or ask.level
        if names or ask.asks_something or of_a_table or (ask.clauses and ask.course):
            alone = said("{option} is asked for by itself, with a rulebook: minibac drill {option} --rulebook seneca")
            fail(alone.about(option="--clauses" if ask.clauses else "--course"))
        (dialogue.list_clauses if ask.clauses else dialogue.list_course)(rulebook, as_json=ask.as_json)
        return
    lesson = _lesson(ask, rulebook)
    if not names:
        if ask.asks_something or ask.level:
            fail(said("name the drills, or all: {drills}", drills=many(DRILLS)))
        dialogue.list_drills(lesson, as_json=ask.as_json)
        return
    if ask.exam and (ask.paper or ask.key):
        fail(said("--exam is for answers at the terminal; a sheet on paper asks each item once anyway"))
    everything = ALL in names
    names = list(DRILLS) if everything else list(dict.fromkeys(names))
    seed = ask.seed if ask.seed is not None else _any_seed()
    if not seed.strip():
        fail(said("--seed is a word or a number, and here is none"))
    sheets = {name: sheet(lesson, [DRILLS[name]], seed, ask.count, ask.level) for name in names}
    empty = [name for name, items in sheets.items() if not items]
    if empty and not everything:
        nothing = said(
            "nothing of {drills} can be asked of this table under {rulebook}; see its options: minibac rules {id}"
        )
        book = lesson.rules.rulebook
        fail(nothing.about(drills=many(empty, "and"), rulebook=book.short, id=book.id))
    items = tuple(item for name in names for item in sheets[name])
    if ask.paper or ask.key:
        _write(ask, lesson, items, seed)
        return
    asked = dialogue.JsonLines(sys.stdin) if ask.as_json else dialogue.Terminal(sys.stdin)
    test = dialogue.Test(rulebook, ask.level, ask.count is None) if ask.exam else None
    dialogue.hold(items, asked, seed, test)


def _rulebook(ask: Ask) -> tuple[str, list[str]]:
    """The rulebook that is asked about, and the drills."""
    from minibac.rules.rulebook import RULEBOOKS

    books = dict.fromkeys((*(name for name in ask.names if name in RULEBOOKS), *filter(None, (ask.rulebook,))))
    if len(books) > 1:
        fail(said("drills are asked under one rulebook, and here are {rulebooks}", rulebooks=many(books, "and")))
    return next(iter(books), "section-42"), [name for name in ask.names if name not in RULEBOOKS]


def _lesson(ask: Ask, rulebook: str) -> Lesson:
    """The table that is asked about, and its chips."""
    from minibac.school.drill_sheet import lesson_of

    lesson = lesson_of(ask.house_rules(rulebook))
    if ask.house_file is not None:
        from datetime import UTC, datetime

        from minibac.houses.house import House, load_house

        own = load_house(ask.house_file, datetime.now(UTC))
        table = own.table_for(rulebook) if isinstance(own, House) else None
        lesson = lesson._replace(chips_cents=table.chips_cents) if table else lesson
    return lesson


def _any_seed() -> str:
    from secrets import randbelow

    return str(randbelow(1_000_000))


def _write(ask: Ask, lesson: Lesson, items: tuple[Item, ...], seed: str) -> None:
    from minibac.cli import text
    from minibac.cli.output_files import cannot_be_written, check_name, check_writable, no_report

    check_name(said("a sheet"), ask.paper, ".pdf")
    check_name(said("a key"), ask.key, ".pdf")
    if ask.paper and ask.key and ask.paper.absolute() == ask.key.absolute():
        fail(said("--paper and --key name the same file"))
    check_writable(ask.paper, ask.key)
    try:
        from minibac.school.paper import paper

        rules = lesson.rules
        for path, key in ((ask.paper, False), (ask.key, True)):
            if path is not None:
                made = paper(items, rules.rulebook.title, text.choices(rules), seed, key=key)
                try:
                    path.write_bytes(made)
                except OSError as error:
                    fail(cannot_be_written(path, error), 1)
    except ImportError as missing:
        fail(no_report(missing), 1)
    if ask.as_json:
        from minibac.cli.common import print_json

        told = [item.plain(with_answer=True) for item in items]
        print_json({"seed": seed, "rulebook": lesson.rules.rulebook.id, "items": told})
        return
    count = said("{count:item|items} from the seed {seed}", count=len(items), seed=seed)
    click.echo(text.say(count))
