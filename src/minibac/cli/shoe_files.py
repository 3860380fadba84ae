"""Files with shoes on the command line: what they hold, by which mapping, and what was set aside."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from minibac.cli.common import CommandLine, fail, option
from minibac.cli.progress import progress_bar
from minibac.cli.text import say
from minibac.voice.said import Said, said, words_of

if TYPE_CHECKING:
    from minibac.shoes.guessing import Guess
    from minibac.shoes.mapping import ShoeMapping
    from minibac.shoes.noted import Unread
    from minibac.shoes.reading import Placed, ShoeFile

FILE_KINDS = ("angel-eye", "csv", "json", "notation", "record", "results")
STANDARD_INPUT = "-"
TOLD = 20
"""Lines that were set aside and are named; of the others the number is."""
MANY = 1_024
"""Lines between two looks at how far a file is read."""
KEPT = 1_000
"""Of so many the places are kept for JSON."""


class WithShoeFiles(CommandLine):
    """What the files hold, where their endings do not say."""

    kind: str | None = option(
        "--from",
        type=click.Choice(FILE_KINDS),
        help="What a file holds, where its ending does not say: .shoe a notation, .jsonl shoe records, .txt results, "
        ".csv and .tsv a table, .json a log, .frames an Angel Eye shoe.",
    )
    mapping: Path | None = option(
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Which column of a table, or which place in an object, tells what (docs/import.md).",
    )

    def read_mapping(self) -> ShoeMapping | None:
        """The mapping that was named, if one was."""
        from minibac.shoes.mapping import MappingError, read_mapping

        if self.mapping is None:
            return None
        try:
            return read_mapping(self.mapping.read_bytes())
        except OSError as error:
            fail(cannot_be_read(self.mapping, error))
        except MappingError as error:
            fail(said("{path}: {fault}", path=str(self.mapping), fault=str(error)))

    def shoes_in(
        self, file: Path, stack: ExitStack, mapping: ShoeMapping | None, *, to_file: bool
    ) -> tuple[str, ShoeFile]:
        """What a file holds, and its items; a guess is told at once, and how far it is where the terminal is free."""
        from minibac.shoes.reading import shoe_file

        kind = self.kind_of(file, mapping)
        raw = opened(file, stack)
        try:
            shoes = shoe_file(kind, raw, mapping, stack)
        except OSError as error:
            fail(cannot_be_read(file, error))
        if shoes.guess and (fault := tell_guess(file, shoes.guess)):
            fail(said("{path}: {fault}", path=str(file), fault=fault), 1)
        return kind, shoes._replace(items=watched(shoes.items, file, raw, stack)) if to_file else shoes

    def kind_of(self, file: Path, mapping: ShoeMapping | None) -> str:
        """What a file holds."""
        from minibac.shoes.reading import kind_of

        kind = self.kind or kind_of(file.name, mapping)
        if kind is None:
            with ExitStack() as stack:
                opened(file, stack)  # where there is no such file, that is what is wrong
            name = said("standard input") if str(file) == STANDARD_INPUT else str(file)
            fail(said("{path}: its ending does not say what it holds; --from says it", path=name))
        return kind


def opened(file: Path, stack: ExitStack) -> BinaryIO:
    """A file to read, or standard input."""
    if str(file) == STANDARD_INPUT:
        return sys.stdin.buffer
    try:
        return stack.enter_context(file.open("rb"))
    except OSError as error:
        fail(cannot_be_read(file, error))


def size_of(file: Path) -> int:
    """How long a file is; 0 of what has no end that is known."""
    return file.stat().st_size if file.is_file() else 0


def place_in(raw: BinaryIO) -> int:
    """How far a file has been read."""
    return raw.tell() if raw.seekable() else 0


def watched(items: Iterable[Placed], file: Path, raw: BinaryIO, stack: ExitStack) -> Iterator[Placed]:
    """The same, with a line on a terminal about how far the file is read, which goes away with ``stack``."""
    from minibac.shoes.noted import NotedCoup

    moved = stack.enter_context(progress_bar(size_of(file)))
    coups = 0
    for number, placed in enumerate(items, start=1):
        yield placed
        coups += isinstance(placed.item, NotedCoup)
        if not number % MANY:
            moved(place_in(raw), coups)


def check_readable(files: Iterable[Path]) -> None:
    """End before the work where a file is not there or may not be read: a wrong call, and nothing of it is done."""
    for file in files:
        try:
            if str(file) != STANDARD_INPUT:
                file.stat()
                if not os.access(file, os.R_OK):
                    fail(said("{path} cannot be read: {why}", path=str(file), why=said("permission denied")))
        except OSError as error:
            fail(cannot_be_read(file, error))


def cannot_be_read(file: Path, error: OSError) -> Said:
    return said("{path} cannot be read: {why}", path=str(file), why=words_of(error))


def tell_guess(file: Path, guess: Guess) -> Said | None:
    """A word about what was guessed, on standard error; or why there was nothing to guess from."""
    path = str(file)
    for word in guess.words:
        click.echo(say(said("{path}: {fault}", path=path, fault=word)), err=True)
    if not guess.rows:
        return said("it has no row that can be read")
    if not guess.mapping.tells:
        return said("no column tells anything of a coup by its name; --mapping says which does")
    click.echo(say(said("{path}: this was guessed; --mapping says it for certain", path=path)), err=True)
    return None


class Aside:
    """Lines that were set aside: counted, the first ones kept."""

    def __init__(self) -> None:
        self.count = 0
        self.kept: list[Unread] = []
        self.coups = 0
        """That were read."""

    @property
    def right(self) -> bool:
        """Whether coups were read, and everything that stood there."""
        return self.coups > 0 and not self.count

    def without(self, items: Iterable[Placed]) -> Iterator[Placed]:
        """What is left."""
        from minibac.shoes.noted import Unread

        for placed in self.counted(items):
            if isinstance(placed.item, Unread):
                self.add(placed.item)
            else:
                yield placed

    def counted(self, items: Iterable[Placed]) -> Iterator[Placed]:
        """The same, with the coups among them counted."""
        from minibac.shoes.noted import NotedCoup

        for placed in items:
            self.coups += isinstance(placed.item, NotedCoup)
            yield placed

    def add(self, line: Unread) -> None:
        """One more."""
        self.count += 1
        if len(self.kept) < KEPT:
            self.kept.append(line)

    def tell(self, file: Path) -> None:
        """Name the first lines on standard error, and end with their number; nothing where there are none.

        A file without a coup is no empty row of shoes: whoever wrote it meant something else.
        """
        if not self.count:
            if not self.coups:
                fail(said("{path}: {fault}", path=str(file), fault=said("no coup stands in it")), 1)
            return
        if self.count > 1 or not self.kept[0].line_no:
            for line in self.kept[:TOLD]:
                click.echo(say(self._named(file, line)), err=True)
            count = said("{lines:line was|lines were} set aside", lines=self.count)
            fail(said("{path}: {fault}", path=str(file), fault=count), 1)
        line, count = self.kept[0], said("{lines:line was|lines were} set aside", lines=1)
        fail(said("{told}; {count}", told=self._named(file, line), count=count), 1)

    def _named(self, file: Path, line: Unread) -> Said:
        return said("{path}, line {line}: {fault}", path=str(file), line=str(line.line_no), fault=line.why)
