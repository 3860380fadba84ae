"""``minibac kit``: is an engine right? Vectors for any language, and a runner that puts them to it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from minibac.cli.common import REFUSED, Command, CommandLine, Group, WithJson, argument, asks, fail, option
from minibac.cli.output_files import cannot_be_written
from minibac.cli.text import say
from minibac.voice.said import said, vocabulary

if TYPE_CHECKING:
    from minibac.kit.runner import ChapterRun, KitRun

CHAPTERS = ("drawing", "settlement", "roads", "odds", "shoes", "remedies", "scripts")
COLUMNS = vocabulary("column", "chapter", "vectors", "asked", "right", "cannot", "wrong")
TOLD = 5
"""Wrong answers of a chapter that are told on a terminal; --json has all."""


class KitCommands(Group):
    """Commands of the conformance kit."""

    no_such = said("there is no command 'kit {name}'{did_you_mean}; minibac kit --help lists the commands")


@click.group(
    cls=KitCommands,
    short_help="Is an engine right? In any language.",
    examples=("minibac kit run -- python3 my_engine.py", "minibac kit vectors vectors/ --only drawing"),
)
def kit() -> None:
    """Hold any engine of the game against vectors with their clauses and reasons."""


class EngineCommand(Command):
    """A command whose words after the first belong to another program."""

    allow_interspersed_args = False


class WithChapters(CommandLine):
    """``--only``: some of the chapters."""

    only: tuple[str, ...] = option(
        type=click.Choice(CHAPTERS), multiple=True, help="Only this chapter; may be repeated."
    )


class Run(WithChapters, WithJson):
    """An engine, and what it is asked."""

    command: tuple[str, ...] = argument(nargs=-1, metavar="COMMAND…", required=True, type=click.UNPROCESSED)
    timeout: float = option(
        type=click.FloatRange(min=0.1),
        default=10.0,
        show_default=True,
        metavar="SECONDS",
        help="To wait for an answer.",
    )


@kit.command(
    cls=EngineCommand,
    short_help="Put the vectors to an engine.",
    examples=(
        "minibac kit run -- python3 my_engine.py",
        "minibac kit run --only drawing --timeout 60 -- ./engine --quiet",
        "minibac kit run --json -- minibac kit engine",
    ),
)
@asks(Run)
def run(ask: Run) -> None:
    """Start COMMAND, put the questions it says it answers to it in lines of JSON, and say what is wrong and why.

    docs/kit.md has the protocol, with an engine in twenty lines. The exit status is 1 when something is wrong.
    """
    from minibac.kit.runner import run_kit

    def tell(chapter: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"{chapter} …", err=True)

    outcome = run_kit(ask.command, ask.only or CHAPTERS, ask.timeout, tell)
    if outcome.chapters or ask.as_json:  # an engine that never introduced itself is told on standard error
        ask.tell(outcome.plain, lambda: _text(outcome))
    if outcome.stopped:
        fail(outcome.stopped, REFUSED)
    if not outcome.passed:
        raise click.exceptions.Exit(REFUSED)


def _text(outcome: KitRun) -> str:
    from minibac.cli import text as show

    name = " ".join(filter(None, (outcome.engine, outcome.version))) or say(said("an engine without a name"))
    lines = [show.bold(name), ""]
    rows = [
        (
            each.chapter,
            *(f"{number:,}" for number in (each.vectors, each.asked, each.right, each.cannot, len(each.wrong))),
        )
        for each in outcome.chapters
    ]
    if rows:
        lines += [show.table(rows, list(map(say, COLUMNS.values())), right=range(1, 6)), ""]
    for each in outcome.chapters:
        lines += _chapter(each)
    verdict = said("Everything that was asked is right.") if outcome.passed else said("Not everything is right.")
    if not any(each.asked for each in outcome.chapters):
        verdict = said("Nothing was asked: the engine answers none of these chapters.")
    return "\n".join([*lines, show.bold(say(verdict))])


def _chapter(each: ChapterRun) -> list[str]:
    from minibac.cli import text as show

    lines = []
    for misread in each.misread:
        reading = said("{chapter}: a misreading explains {wrong:wrong answer|wrong answers}: {reading}")
        reading = reading.about(chapter=each.chapter, wrong=misread.wrong, reading=misread.said)
        lines += [show.bold(show.wrapped(say(reading))), ""]
    for wrong in each.wrong[:TOLD]:
        lines.append("  " + wrong.vector.id + show.faint(f"  {wrong.vector.reason}"[:160]))
        lines += [show.wrapped(say(fault), "    ", "    ") for fault in wrong.faults[:TOLD]]
    if len(each.wrong) > TOLD:
        more = said("and {more:more wrong answer|more wrong answers}; --json tells them")
        lines.append(show.wrapped(say(more.about(more=len(each.wrong) - TOLD)), "  "))
    return [*lines, ""] if each.wrong else lines


class Vectors(WithChapters, WithJson):
    """Where the vectors go."""

    folder: Path = argument(type=click.Path(file_okay=False, path_type=Path), metavar="DIR")


@kit.command(
    cls=Command,
    short_help="Write the vectors as lines of JSON.",
    examples=("minibac kit vectors vectors/", "minibac kit vectors vectors/ --only drawing --json"),
)
@asks(Vectors)
def vectors(ask: Vectors) -> None:
    """Make the vectors and write a file for each chapter into DIR: the same to the byte, every time.

    Anybody may use them for anything (CC0 1.0).
    """
    from minibac.kit.vectors import digest, lines

    written = []
    for chapter in ask.only or CHAPTERS:
        path = ask.folder / f"{chapter}.jsonl"
        try:
            ask.folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"".join(lines(chapter)))
        except OSError as error:
            fail(cannot_be_written(path, error), REFUSED)
        written.append({"file": str(path), "bytes": path.stat().st_size, "sha256": digest(chapter)})
    ask.tell(lambda: written, lambda: "\n".join(f"{one['sha256']}  {one['file']}" for one in written))


@kit.command(cls=Command, short_help="Our own engine, as the runner asks it.", examples=("minibac kit engine",))
def engine() -> None:
    """Answer questions of the kit: a line of JSON on standard input, a line on standard output."""
    import msgspec

    from minibac.kit.engine import QuestionError, answer
    from minibac.voice.misread import in_our_words

    for line in sys.stdin:
        number = None
        try:
            question = msgspec.json.decode(line, type=dict)
            number = question.get("id")
            told = answer(question)
        except QuestionError as error:
            told = {"cannot": str(error)}
        except (msgspec.DecodeError, RecursionError) as error:
            told = {"cannot": in_our_words(error)}
        click.echo(msgspec.json.encode({"id": number, **told}).decode())
        sys.stdout.flush()
