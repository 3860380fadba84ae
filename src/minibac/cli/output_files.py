"""Files a command is asked to write: looked at before the work, and never a reason to lose what it found."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from minibac.cli.common import REFUSED, fail
from minibac.voice.extras import how_to_install
from minibac.voice.said import Said, many, said, words_of


def check_name(what: Said, path: Path | None, *endings: str) -> None:
    """Refuse a name that promises another kind of file than what is written."""
    if path is not None and path.suffix.lower() not in endings:
        ends = said("{what} is written to a file that ends in {endings}, and {path} does not", what=what)
        fail(ends.about(endings=many(endings), path=str(path)))


def check_writable(*paths: Path | None, read: Iterable[Path] = ()) -> None:
    """End before the work where a file could not be written after it, would be written twice, or is to be read."""
    named = [path for path in paths if path is not None]
    faults = [fault for path in named if (fault := _why_not(path))]
    if faults:
        fail(faults, REFUSED)
    places = [os.path.realpath(path) for path in named]
    for path, place in zip(named, places, strict=True):
        if places.count(place) > 1 and place != os.path.realpath(os.devnull):
            fail(said("{path} is named for two things: give each a file of its own", path=str(path)))
    sources = {os.path.realpath(path) for path in read}
    for path, place in zip(named, places, strict=True):
        if place in sources and place != os.path.realpath(os.devnull):
            fail(said("{path} is read, and nothing else can be written to it", path=str(path)))


def _why_not(path: Path) -> Said | None:
    """Why this file cannot be written, as far as can be known without making it."""
    try:
        if not path.exists() and not path.parent.is_dir():
            why = said("there is no folder {folder}", folder=str(path.parent))
            return said("{path} cannot be written: {why}", path=str(path), why=why)
        may = os.access(path, os.W_OK) if path.exists() else os.access(path.parent, os.W_OK | os.X_OK)
    except OSError as error:
        return cannot_be_written(path, error)
    return None if may else said("{path} cannot be written: {why}", path=str(path), why=said("permission denied"))


def written(path: Path | None, content: Callable[[], str]) -> list[Said]:
    """Write a file, if one is asked for, and give what went wrong: it is said after what was found is printed."""
    if path is None:
        return []
    try:
        path.write_text(content(), encoding="utf-8")
    except OSError as error:
        return [cannot_be_written(path, error)]
    return []


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """A folder for what is written now: refused where something lies in it, and gone again unless all is written."""
    is_new = not folder.exists()
    if not is_new and (not folder.is_dir() or any(folder.iterdir())):
        there = said("{folder} is there already: name a new folder, nothing in an old one is written over")
        fail(there.about(folder=str(folder)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        with suppress(OSError):
            for file in folder.iterdir():
                file.unlink()
            if is_new:
                folder.rmdir()
        raise


def no_report(missing: ImportError) -> Said:
    """What a report lacks, and how to get it."""
    needs = said("a report needs the extra report, and {module} is missing; {how}", module=str(missing.name))
    return needs.about(how=how_to_install("report"))


def cannot_be_written(path: Path, error: OSError) -> Said:
    """Why a file is not there after all, in the words of the system."""
    return said("{path} cannot be written: {why}", path=str(path), why=words_of(error))
