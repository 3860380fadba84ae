"""``minibac shoes``: shoes in the shoe notation, from whatever they were written in."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from minibac.cli.common import REFUSED, Command, CommandLine, Group, argument, asks, fail, option
from minibac.cli.output_files import cannot_be_written, check_name, check_writable
from minibac.cli.text import say
from minibac.voice.said import Said, said, words_of

if TYPE_CHECKING:
    from minibac.shoes.noted import Item, Unread

KINDS = {".shoe": "notation", ".jsonl": "record", ".txt": "results"}
"""What a file holds, by its ending."""
TOLD = 20
"""Lines that were set aside and are named; of the others the number is."""


class ShoeCommands(Group):
    """Commands about shoes."""

    no_such = said("there is no command 'shoes {name}'{did_you_mean}; minibac shoes --help lists the commands")


@click.group(
    cls=ShoeCommands,
    short_help="Shoes in a notation that people and programs read.",
    examples=("minibac shoes convert shoe-3.jsonl shoe-3.shoe",),
)
def shoes() -> None:
    """Write shoes in the shoe notation: one line a coup, as chess has for games."""


class Ask(CommandLine):
    """A file with shoes, and where they go."""

    file: Path = argument(type=click.Path(path_type=Path), metavar="IN")
    out: Path = argument(type=click.Path(path_type=Path), metavar="OUT", required=False, default=Path("-"))
    kind: str | None = option(
        "--from",
        type=click.Choice(sorted(KINDS.values())),
        help="What IN holds, where its ending does not say: .shoe a notation, .jsonl a shoe record, .txt results.",
    )


@shoes.command(
    cls=Command,
    short_help="From a shoe record, results or a notation to the notation.",
    examples=(
        "minibac shoes convert shoe-3.jsonl shoe-3.shoe",
        "minibac shoes convert scorecards.txt scorecards.shoe",
        "echo BPPTBb | minibac shoes convert --from results -",
    ),
)
@asks(Ask)
def convert(ask: Ask) -> None:
    """Read shoes from IN and write them in the shoe notation to OUT, or to standard output.

    IN is a shoe record of ours, a file of results (B, P and T, with b and p for the pairs, a line for each shoe), or a
    notation, which is written again in its plain form. A line that cannot be read is named, set aside and never
    guessed; the exit status is 1 then.
    """
    from minibac.shoes.notation import ENDING, written
    from minibac.shoes.noted import Unread
    from minibac.shoes.record import RecordError

    to_file = None if str(ask.out) == "-" else ask.out
    check_name(said("the shoe notation"), to_file, ENDING)
    check_writable(to_file)
    kind = ask.kind or KINDS.get(ask.file.suffix.lower())
    if kind is None:
        fail(said("{path}: its ending does not say what it holds; --from says it", path=str(ask.file)))
    aside: list[Unread] = []

    def kept(items: Iterable[Item | Unread]) -> Iterator[Item]:
        for item in items:
            if isinstance(item, Unread):
                aside.append(item)
            else:
                yield item

    try:
        with ExitStack() as stack:
            lines = written(kept(_items(kind, _opened(ask.file, stack))))
            if to_file is None:
                sys.stdout.writelines(lines)
            else:
                _write(to_file, lines)
    except RecordError as error:
        fail(said("{path}: {fault}", path=str(ask.file), fault=words_of(error)), REFUSED)
    for line in aside[:TOLD]:
        click.echo(say(_told(ask.file, line)), err=True)
    if aside:
        count = said("{lines:line was|lines were} set aside", lines=len(aside))
        fail(said("{path}: {fault}", path=str(ask.file), fault=count), REFUSED)


def _write(path: Path, lines: Iterable[str]) -> None:
    """The whole file or none of it: what is being read may be the very file that is written."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(lines)
        part.replace(path)
    except OSError as error:
        fail(cannot_be_written(path, error), REFUSED)
    finally:
        part.unlink(missing_ok=True)


def _told(file: Path, line: Unread) -> Said:
    return said("{path}, line {line}: {fault}", path=str(file), line=str(line.line_no), fault=line.why)


def _opened(file: Path, stack: ExitStack) -> TextIO:
    if str(file) == "-":
        return sys.stdin
    try:
        return stack.enter_context(file.open(encoding="utf-8", errors="replace", newline="\n"))
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        fail(said("{path} cannot be read: {why}", path=str(file), why=why))


def _items(kind: str, lines: TextIO) -> Iterator[Item | Unread]:
    if kind == "notation":
        from minibac.shoes.notation import read_notation

        yield from read_notation(lines)
    elif kind == "results":
        from minibac.shoes.results_text import read_results

        yield from read_results(lines)
    else:
        from minibac.shoes.noted_record import noted
        from minibac.shoes.record import read_record

        yield from noted(read_record(lines.read().encode()))
