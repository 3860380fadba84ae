"""Every command that a page shows is one: its words, its options and the values that it is given."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from minibac.cli import cli

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", *sorted((ROOT / "examples").rglob("*.md"))]
TYPED = re.compile(r"^(?: {4,}(?:\$ )?|\$ )(?:[A-Z_]+=\S+ +)*(?P<line>minibac (?:.*\\\n)*.*)$", re.MULTILINE)
"""A line of its own, to be typed as it stands."""
NAMED = re.compile(r"`(?P<line>minibac [^`]+)`")
"""A command in a sentence: it may say ``DAY`` for a day, put into brackets what can be left out, and stop anywhere."""
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
PARTED = re.compile(r"\s(?:&&|\||>|<)\s|\s&$", re.MULTILINE)
PRINTED = ("minibac is open at ",)
"""What a command prints, and nobody types."""


class Shown(NamedTuple):
    """A command of a page."""

    page: str
    command: str
    whole: bool
    """It is there to be typed, with everything that it needs."""


def shown() -> Iterator[Shown]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for found in (*TYPED.finditer(text), *NAMED.finditer(text)):
            for part in PARTED.split(re.sub(r"\\?\n", " ", found["line"])):
                if part.startswith("minibac ") and not part.startswith(PRINTED):
                    whole = found.re is TYPED and "…" not in part
                    yield Shown(str(page.relative_to(ROOT)), part.strip(), whole)


SHOWN = sorted(set(shown()))


def reached(words: list[str]) -> tuple[click.Command, click.Context, list[str]]:
    """The command that these words lead to, and what they say to it."""
    command: click.Command = cli
    context, name = click.Context(cli, info_name="minibac"), "minibac"
    while isinstance(command, click.Group) and words and (words[0][0] != "-"):
        context = click.Context(command, parent=context, info_name=name)
        found, next_command, words = command.resolve_command(context, words)
        assert next_command is not None
        assert found is not None
        command, name = next_command, found
    return command, context, words


def trouble(said: Shown) -> str:
    """What is wrong with it, in the words of the command line; nothing where it would be taken."""
    words = shlex.split(said.command, comments=True)[1:]
    try:
        command, context, rest = reached(words)
        ours = {name for each in command.get_params(context) for name in (*each.opts, *each.secondary_opts)}
        if unknown := [option for option in OPTION.findall(said.command) if option not in ours]:
            return f"{command.name} has no {', '.join(unknown)}"
        if said.whole:
            command.make_context(command.name, list(rest), parent=context)
    except click.exceptions.Exit:  # help, version
        return ""
    except click.ClickException as error:
        sentence = error.format_message()
        return "" if "does not exist" in sentence else sentence  # the reader's own file
    return ""


def test_every_command_that_a_page_shows_is_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(SHOWN) > 150
    assert [(said.page, said.command, why) for said in SHOWN if (why := trouble(said))] == []


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("minibac ods section-42", "there is no command 'ods'"),
        ("minibac odds section-42 --jsn", "odds has no --jsn"),
        ("minibac odds section-24", "there is no rulebook 'section-24'"),
        ("minibac books days", "the books have no 'days'"),
    ],
)
def test_a_command_that_is_none_is_noticed(command: str, why: str) -> None:
    assert why in trouble(Shown("a page", command, whole=True))


def test_every_word_of_go_that_a_page_shows_is_one() -> None:
    told = subprocess.run([sys.executable, ROOT / "go.py", "--help"], capture_output=True, text=True, check=True).stdout
    words = set(re.findall(r"^    python3 go\.py (\w+)", told, re.MULTILINE))
    folders = {"campaign": ROOT / "tests" / "campaigns", "bench": ROOT / "bench"}
    assert words > folders.keys()
    wrong = []
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]:
        text = page.read_text(encoding="utf-8")
        for word, name in re.findall(r"python3 go\.py (\w+)(?: ([\w-]+))?", text):
            script = folders[word] / f"{name.replace('-', '_')}.py" if name and word in folders else None
            if word not in words or (script and not script.is_file()):
                wrong.append((page.name, word, name))
    assert wrong == []
