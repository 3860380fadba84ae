"""The log file of a day is kept, whoever puts it away and whatever the clock says (R43)."""

import io
import json
import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from minibac.house import logs
from minibac.house.logs import OwnersFile

DAY_S = 24 * 3_600


def of_a_process(folder: Path) -> OwnersFile:
    """The log as each process of a house on this machine has it."""
    return OwnersFile(folder / "house.jsonl", when="midnight", utc=True, backupCount=9, encoding="utf-8", delay=True)


def says(process: OwnersFile, words: str) -> None:
    process.handle(logging.LogRecord("minibac", logging.INFO, "", 0, words, None, None))


def lines(folder: Path) -> dict[str, list[str]]:
    return {file.name: file.read_text(encoding="utf-8").splitlines() for file in folder.iterdir()}


@pytest.mark.control("R43")
def test_two_processes_put_the_file_of_a_day_away_and_lose_nothing(tmp_path: Path) -> None:
    """Each of them comes to midnight by itself; the second one is not to write over what the first put away."""
    current, midnight = tmp_path / "house.jsonl", int(time.time()) // DAY_S * DAY_S
    before = midnight - 3_600
    day = time.strftime("%Y-%m-%d", time.gmtime(before))
    current.write_text("yesterday\n", encoding="utf-8")
    os.utime(current, (before, before))
    one, other = of_a_process(tmp_path), of_a_process(tmp_path)
    says(one, "1")
    says(other, "2")
    assert lines(tmp_path) == {"house.jsonl": ["1", "2"], f"house.jsonl.{day}": ["yesterday"]}
    for process in (one, other):  # midnight comes, by a clock that has been turned: the same day is over once more
        process.rolloverAt = midnight
    says(other, "3")
    says(one, "4")
    says(other, "5")
    one.close()
    other.close()
    assert lines(tmp_path) == {
        "house.jsonl": ["3", "4", "5"], f"house.jsonl.{day}": ["yesterday"], f"house.jsonl.{day}.2": ["1", "2"],
    }  # fmt: skip


@pytest.fixture
def closed_after() -> Iterator[None]:
    yield
    logs.close()


@pytest.mark.parametrize("log_format", ["lines", "json"])
def test_an_error_of_the_program_is_logged_with_its_places_and_without_what_was_there(
    tmp_path: Path, closed_after: None, log_format: str
) -> None:
    """A password or a card that a function held when it failed is in no log; where it failed is in each of them."""

    def failing(word: str) -> None:
        raise KeyError(len(word))

    terminal, held = io.StringIO(), ["secret"]
    logs.configure(tmp_path, log_format=log_format, stream=terminal)
    try:
        failing(held[0])
    except KeyError as error:
        logs.log().exception("program error", kind="program error", exc_info=error)
    (kept,) = (tmp_path / "house.jsonl").read_text(encoding="utf-8").splitlines()
    told = json.loads(kept)["exception"]
    assert told.startswith("Traceback")
    assert told.endswith("KeyError: 6")
    for words in (kept, terminal.getvalue()):
        assert "raise KeyError(len(word))" in words
        assert "secret" not in words
