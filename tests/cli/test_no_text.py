"""Bytes that are no text: on standard input, as a terminal of another language sends them, and in names of files."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from minibac.records.sqlite import SqliteStore
from minibac.records.sqlite_reader import SqliteReader

LINE = b'{"a": "\xff"}\n'


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("kit engine", '"cannot":"this engine is not asked'),
        ("audition first-rounds-seneca", '{"a": "�"}'),
        ("audition first-rounds-seneca --json", "the line is no command: command is missing"),
        ("drill sums --count 1 --json", "is no answer here; write a whole number"),
        ("roads -", "'{' at position 1 cannot be read"),
        ("odds massachusetts --compositions -", "the heading has no column A"),
    ],
)
def test_a_byte_that_is_no_letter_ends_nothing(words: str, told: str, errors: str) -> None:
    """However the surroundings would have Python read it: with the locale C, it makes half of a pair of it."""
    environ = {**os.environ, "PYTHONIOENCODING": f"utf-8:{errors}"}
    command = [sys.executable, "-m", "minibac", *words.split()]
    ran = subprocess.run(command, input=LINE, env=environ, capture_output=True, timeout=60, check=False)
    said = (ran.stdout + ran.stderr).decode()
    assert told in said
    assert "fault of minibac" not in said


@pytest.mark.parametrize("words", ["kit engine", "audition first-rounds-seneca --json"])
def test_a_thousand_objects_in_one_another_end_nothing(words: str) -> None:
    line = '{"a":' * 5_000 + "1" + "}" * 5_000
    command = [sys.executable, "-m", "minibac", *words.split()]
    ran = subprocess.run(command, input=line.encode(), capture_output=True, timeout=60, check=False)
    assert b"this is nested too deeply" in ran.stdout, ran.stderr


def test_a_folder_with_an_odd_name_is_read_as_any(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"\xff?#%41")
    try:
        folder.mkdir()
    except OSError:  # not on every system
        pytest.skip("this disk takes no such name")

    async def go() -> tuple[str, ...]:
        store = await SqliteStore.open(folder / "house.sqlite")
        await store.close()
        reader = await SqliteReader.open(folder / "house.sqlite")
        try:
            return await reader.streams()
        finally:
            await reader.close()

    assert asyncio.run(go()) == ()
