"""The examples that others build on: each runs as its README says, and shows what it shows there."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.display.notebooks import executed
from tests.server.running import RunningServer, running

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
NOTEBOOK = EXAMPLES / "notebook" / "baccarat.ipynb"
WRITE = "MINIBAC_WRITE_LIBRARY"
"""With this set the outputs of the notebook are written anew; look at the difference."""


def test_the_outputs_of_the_notebook_are_those_of_its_cells() -> None:
    stored, fresh = executed(NOTEBOOK)
    if os.environ.get(WRITE):
        NOTEBOOK.write_text(json.dumps(fresh, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return
    for before, after in zip(stored["cells"], fresh["cells"], strict=True):
        assert before.get("outputs") == after.get("outputs"), f"cell {before['id']}: {WRITE}=1 writes it anew"


def test_the_notebook_is_whole_and_names_no_machine() -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    book = json.loads(text)
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in book["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[\w-]{1,64}", name) for name in ids)
    assert all(cell["outputs"] for cell in book["cells"] if cell["cell_type"] == "code")
    assert text.count("<svg") >= 3
    assert not re.search(r"/home/|/root/|/tmp/|/work/|site-packages|0x[0-9a-f]{6,}", text)


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running() as house:
        yield house


def test_a_bot_plays_a_handed_table(server: RunningServer) -> None:
    command = [sys.executable, str(EXAMPLES / "bot" / "bot.py"), server.base, "4"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout.splitlines()
    assert len([line for line in told if line.startswith("round ")]) == 4
    assert any(re.fullmatch(r"in my hands:( [A2-9TJQK][shdc]){2,3}", line) for line in told)
    assert re.fullmatch(r"left: \$[\d,]+\.\d\d", told[-1])


def test_where_nobody_answers_the_bot_says_so() -> None:
    command = [sys.executable, str(EXAMPLES / "bot" / "bot.py"), "http://localhost:9", "1"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert ended.stderr == "nobody answers at http://localhost:9: start a house with minibac serve\n"


def race(words: str, seed: int) -> list[str]:
    command = [sys.executable, str(EXAMPLES / "own_game" / "race.py"), str(seed)]
    done = subprocess.run(command, input=words, capture_output=True, text=True, timeout=60, check=True)
    assert not done.stderr
    return done.stdout.splitlines()


def test_a_race_is_run_to_its_end() -> None:
    told = race("b\n" * 200, 7)
    assert told[-1] == "Your rival won."
    assert sum(line.startswith(("Round", "p, b or t? Round")) for line in told) > 5
    assert race("b\n" * 200, 7) == told
    assert race("b\np\n", 7)[-1] == "The race is off."


def test_the_manual_shows_the_race_as_it_is() -> None:
    page = (EXAMPLES.parent / "docs" / "own-game.md").read_text(encoding="utf-8")
    program = (EXAMPLES / "own_game" / "race.py").read_text(encoding="utf-8")
    assert f"```python\n{program}```\n" in page
    rows = [
        line for line in (EXAMPLES / "own_game" / "README.md").read_text(encoding="utf-8").splitlines() if "|" in line
    ]
    assert [row for row in rows if row.replace("../../docs/", "") not in page] == []


@pytest.mark.parametrize("folder", ["bot", "own_game", "notebook"])
def test_an_example_has_a_readme_that_names_its_files(folder: str) -> None:
    text = (EXAMPLES / folder / "README.md").read_text(encoding="utf-8")
    for file in (EXAMPLES / folder).iterdir():
        if file.name != "README.md" and file.is_file():
            assert file.name in text


def test_an_example_is_built_on_what_is_promised() -> None:
    """Nothing but ``import minibac as mb`` and ``minibac.client``."""
    for file in [EXAMPLES / "bot" / "bot.py", EXAMPLES / "own_game" / "race.py"]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("minibac"):
                assert node.module == "minibac.client"
    book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    sources = "".join("".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code")
    assert not re.search(r"minibac\.\w|\._\w", sources)
