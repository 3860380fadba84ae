"""``minibac shoes``: shoes in the shoe notation, from whatever they were written in, and back into records of ours."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from minibac.cli.common import REFUSED, Command, Group, WithJson, argument, asks, fail, option
from minibac.cli.output_files import cannot_be_written, check_name, check_writable
from minibac.cli.shoe_files import Aside, WithShoeFiles
from minibac.cli.shoes_follow import follow
from minibac.cli.text import say
from minibac.voice.said import many, said

if TYPE_CHECKING:
    from minibac.shoes.guessing import Guess
    from minibac.shoes.noted import Item
    from minibac.shoes.reading import Placed

STANDARD_OUTPUT = "-"
RECORDS = ".jsonl"


class ShoeCommands(Group):
    """Commands about shoes."""

    no_such = said("there is no command 'shoes {name}'{did_you_mean}; minibac shoes --help lists the commands")


@click.group(
    cls=ShoeCommands,
    short_help="Shoes in a notation that people and programs read.",
    examples=(
        "minibac shoes convert shoe-3.jsonl shoe-3.shoe",
        "minibac shoes import strangers.csv strangers.shoe --mapping strangers.toml",
        "minibac shoes follow frames.bin section-42 --out evening.shoe",
    ),
)
def shoes() -> None:
    """Write shoes in the shoe notation: one line a coup, as chess has for games."""


shoes.add_command(follow)


class Convert(WithShoeFiles):
    """A file with shoes, and where they go."""

    file: Path = argument(type=click.Path(path_type=Path), metavar="IN")
    out: Path = argument(type=click.Path(path_type=Path), metavar="OUT", required=False, default=Path(STANDARD_OUTPUT))


@shoes.command(
    cls=Command,
    short_help="Between shoe records and the notation, both ways.",
    examples=(
        "minibac shoes convert shoe-3.jsonl shoe-3.shoe",
        "minibac shoes convert shoe-3.shoe shoe-3.jsonl",
        "minibac shoes convert scorecards.txt scorecards.shoe",
        "echo BPPTBb | minibac shoes convert --from results -",
    ),
)
@asks(Convert)
def convert(ask: Convert) -> None:
    """Read shoes from IN and write them to OUT: in the shoe notation, or as shoe records where OUT ends in .jsonl.

    IN is a notation, shoe records of ours, results, or whatever minibac shoes import reads. A notation becomes records
    by being dealt again: what the rulebook gives must be what is noted, or the shoe is set aside. A line that cannot be
    read is named, set aside and never guessed; the exit status is 1 then.
    """
    from minibac.shoes.notation import ENDING, written

    to_file = None if str(ask.out) == STANDARD_OUTPUT else ask.out
    check_name(said("the shoe notation"), to_file, ENDING, RECORDS)
    check_writable(to_file)
    mapping, aside = ask.read_mapping(), Aside()
    left_out: Counter[str] = Counter()
    with ExitStack() as stack:
        _, shoe_file = ask.shoes_in(ask.file, stack, mapping, to_file=to_file is not None)
        if to_file and to_file.suffix.lower() == RECORDS:
            lines = _records(aside.counted(shoe_file.items), aside, left_out)
        else:
            lines = written(placed.item for placed in aside.without(shoe_file.items))  # type: ignore[misc]
        _put(to_file, lines, aside)
    if left_out:
        named = many(tuple(f"{name} ({count:,})" for name, count in sorted(left_out.items())), "and")
        without = said("{path}: a shoe record has no place for these, and they are left out: {names}", names=named)
        click.echo(say(without.about(path=str(ask.file))), err=True)
    aside.tell(ask.file)


def _records(items: Iterable[Placed], aside: Aside, left_out: Counter[str]) -> Iterator[str]:
    """The lines of the records; shoes that become none are set aside."""
    from minibac.house.recorded import RecordLines, recorded

    for record in recorded(items):
        if isinstance(record, RecordLines):
            left_out.update(record.left_out)
            for line in record.lines:
                yield line.decode()
        else:
            aside.add(record)


class Import(WithShoeFiles, WithJson):
    """A file of somebody's, by which mapping it is read, and where its shoes go."""

    file: Path = argument(type=click.Path(path_type=Path), metavar="IN")
    out: Path = argument(type=click.Path(path_type=Path), metavar="OUT", required=False, default=Path(STANDARD_OUTPUT))
    write_mapping: Path | None = option(
        type=click.Path(path_type=Path), metavar="FILE", help="Write the mapping that was guessed, to be corrected."
    )


@shoes.command(
    "import",
    cls=Command,
    short_help="From anybody's tables and logs to the notation.",
    examples=(
        "minibac shoes import strangers.csv strangers.shoe",
        "minibac shoes import strangers.csv strangers.shoe --write-mapping strangers.toml",
        "minibac shoes import log.json log.shoe --mapping log.toml --json",
    ),
)
@asks(Import)
def import_shoes(ask: Import) -> None:
    """Read shoes as others write them, and write them in the shoe notation to OUT, or to standard output.

    IN is a table (CSV) of any shape, a log of JSON objects (a list, or one a line), results (B, P, T), shoe records of
    ours or a notation. --mapping says which column or place tells what (docs/import.md); without it the names of the
    columns are guessed, and every guess is told. A row that cannot be read is named, set aside and never guessed; the
    exit status is 1 then.
    """
    from minibac.shoes.mapping import mapping_text
    from minibac.shoes.notation import ENDING, written

    to_file = None if str(ask.out) == STANDARD_OUTPUT else ask.out
    if ask.as_json and to_file is None:
        fail(said("--json tells what was read, and OUT says where the notation goes: name a file"))
    check_name(said("the shoe notation"), to_file, ENDING)
    check_name(said("a mapping"), ask.write_mapping, ".toml")
    check_writable(to_file, ask.write_mapping)
    mapping, aside, counts = ask.read_mapping(), Aside(), Counter[str]()
    with ExitStack() as stack:
        kind, shoe_file = ask.shoes_in(ask.file, stack, mapping, to_file=to_file is not None)
        if ask.write_mapping and shoe_file.guess:
            _put(ask.write_mapping, [mapping_text(shoe_file.guess.mapping)])
        _put(to_file, written(_counted(aside.without(shoe_file.items), counts)), aside)
    if ask.as_json:
        ask.tell(lambda: _told(ask, kind, shoe_file.guess, aside, counts), str)
        if not aside.right:
            raise click.exceptions.Exit(REFUSED)
        return
    if to_file:
        click.echo(
            say(said("{shoes:shoe|shoes}, {coups:coup|coups} read", shoes=counts["shoes"], coups=counts["coups"]))
        )
    aside.tell(ask.file)


def _counted(items: Iterable[Placed], counts: Counter[str]) -> Iterator[Item]:
    """What is written, counted on its way; coups before the first name of a shoe are those of one without a name."""
    from minibac.shoes.noted import Fact, NotedCoup

    for item, _ in items:
        named = isinstance(item, Fact) and item.name == "shoe"
        counts["shoes"] += named or (isinstance(item, NotedCoup) and not counts["shoes"])
        counts["coups"] += isinstance(item, NotedCoup)
        yield item  # type: ignore[misc]


def _told(ask: Import, kind: str, guess: Guess | None, aside: Aside, counts: Counter[str]) -> dict[str, object]:
    import msgspec

    return {
        "file": str(ask.file),
        "from": kind,
        "out": str(ask.out),
        "shoes": counts["shoes"],
        "coups": counts["coups"],
        "set_aside": aside.count,
        "lines_set_aside": [{"line": one.line_no, "text": one.text, "sentence": one.why} for one in aside.kept],
        "guessed": [str(word) for word in guess.words] if guess else [],
        "mapping": msgspec.to_builtins(guess.mapping) if guess else None,
    }


def _put(path: Path | None, lines: Iterable[str], aside: Aside | None = None) -> None:
    """The whole file or none of it: what is being read may be the very file that is written.

    Where no coup was read, or all were set aside, there is nothing to write.
    """
    if path is None:
        sys.stdout.writelines(lines)
        return
    part = path.with_name(f"{path.name}.part")
    try:
        count = 0
        with part.open("w", encoding="utf-8", newline="\n") as out:
            for line in lines:
                count += 1
                out.write(line)
        if aside is None or (aside.coups and count > 1):
            part.replace(path)
    except OSError as error:
        fail(cannot_be_written(path, error), REFUSED)
    finally:
        part.unlink(missing_ok=True)
