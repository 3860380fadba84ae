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
    """A password or a card that a function held when it failed is in no log, in the words of the error or in those of
    one that led to it; where it failed is in each of them."""

    def failing(word: str) -> None:
        try:
            int(word)
        except ValueError as error:
            error.add_note(word)
            raise KeyError(word) from error

    terminal, held = io.StringIO(), ["secret"]
    logs.configure(tmp_path, log_format=log_format, stream=terminal)
    try:
        try:
            failing(held[0])
        finally:
            raise ExceptionGroup(held[0], [OSError(held[0])])
    except ExceptionGroup as error:
        logs.log().exception("program error", kind="program error", exc_info=error)
        logging.getLogger("minibac.house").exception("a listener failed")
    for kept in (tmp_path / "house.jsonl").read_text(encoding="utf-8").splitlines():
        told = json.loads(kept)["exception"].splitlines()
        assert [line for line in told if line and not line.startswith((" ", "The above", "During", "In this"))] == [
            "Traceback (most recent call last):", "ValueError", "Traceback (most recent call last):", "KeyError",
            "Traceback (most recent call last):", "ExceptionGroup", "Traceback (most recent call last):", "OSError",
        ]  # fmt: skip
        assert "int(word)" in kept
    assert "int(word)" in terminal.getvalue()
    assert "secret" not in (tmp_path / "house.jsonl").read_text(encoding="utf-8") + terminal.getvalue()


def test_a_log_that_cannot_be_written_is_told_once_and_counted_when_it_can_be_again(
    tmp_path: Path, closed_after: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a full disk each request that is refused would tell of it, with the line that was not written."""
    file, terminal = tmp_path / "house.jsonl", io.StringIO()
    file.mkdir()
    logs.configure(tmp_path, stream=terminal)
    for _ in range(3):
        logs.log().info("request refused", path="/secret")
    told = capsys.readouterr().err
    assert told.startswith("minibac: the log cannot be written (")
    assert len(told.splitlines()) == 1
    file.rmdir()
    for _ in range(2):
        logs.log().info("request refused")
    events = [json.loads(line)["event"] for line in file.read_text(encoding="utf-8").splitlines()]
    missing = "the log could not be written for a while: of 3 lines some may be missing"
    assert events == ["request refused", missing, "request refused"]
    assert capsys.readouterr().err == terminal.getvalue() == ""
