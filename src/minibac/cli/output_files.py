"""Files a command is asked to write: looked at before the work, and never a reason to lose what it found."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from minibac.cli.common import REFUSED, fail
from minibac.rules.words import listed


def check_name(what: str, path: Path | None, *endings: str) -> None:
    """Refuse a name that promises another kind of file than what is written."""
    if path is not None and path.suffix.lower() not in endings:
        fail(f"{what} is written to a file that ends in {listed(endings)}, and {path} does not")


def check_writable(*paths: Path | None) -> None:
    """End before the work where a file could not be written after it."""
    faults = [fault for path in paths if path is not None and (fault := _why_not(path))]
    if faults:
        fail(faults, REFUSED)


def _why_not(path: Path) -> str | None:
    """Why this file cannot be written, as far as can be known without making it."""
    try:
        if not path.exists() and not path.parent.is_dir():
            return f"{path} cannot be written: there is no folder {path.parent}"
        may = os.access(path, os.W_OK) if path.exists() else os.access(path.parent, os.W_OK | os.X_OK)
    except OSError as error:
        return _sentence(path, error)
    return None if may else f"{path} cannot be written: permission denied"


def written(path: Path | None, content: Callable[[], str]) -> list[str]:
    """Write a file, if one is asked for, and give what went wrong: it is said after what was found is printed."""
    if path is None:
        return []
    try:
        path.write_text(content(), encoding="utf-8")
    except OSError as error:
        return [_sentence(path, error)]
    return []


def _sentence(path: Path, error: OSError) -> str:
    return f"{path} cannot be written: {(error.strerror or str(error)).lower()}"
