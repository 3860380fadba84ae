"""Every command that a page shows is one that there is, with options that it has."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from minibac.cli import cli

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "examples").rglob("*.md")))
BLOCK = re.compile(r"^(?:    |\$ |    \$ )(?:[A-Z_]+=\S+ )*(minibac [^\n]*)$", re.MULTILINE)
INLINE = re.compile(r"`(minibac [^`\n]+)`")
REST = re.compile(r"\s+#|\s*\\?[|<>&]|\s+&&| is open at ")
"""Where something else begins: a remark, another program, a choice (``a|b``), what is printed."""
ALWAYS = {"-h", "--help", "--version", "--"}


def shown(page: str) -> Iterator[str]:
    """The commands of a page, in blocks and in sentences.

    >>> list(shown("    minibac a \\\\\\n        --b 3   # why\\n\\nSay `minibac c`.\\n"))
    ['minibac a --b 3', 'minibac c']
    """
    text = re.sub(r"\\\n\s*", "", page)
    for found in (*BLOCK.findall(text), *INLINE.findall(text)):
        yield REST.split(found)[0].replace("…", "").strip()


def wrong(line: str) -> Iterator[str]:
    """What of a command there is not."""
    command: click.Command = cli
    context, words = click.Context(cli, info_name="minibac"), shlex.split(line)[1:]
    while isinstance(command, click.Group) and words and not words[0].startswith(("-", "[")):
        found = command.get_command(context, words[0])
        if found is None:
            if not words[0].isupper():  # COMMAND stands for any of them
                yield words[0]
            return
        command, context = found, click.Context(found, context, info_name=words.pop(0))
    options = {word for each in command.get_params(context) for word in (*each.opts, *each.secondary_opts)} | ALWAYS
    for word in words:
        if word == "--":  # what follows is for another program
            return
        if re.match(r"--|-[a-zA-Z]$", word.strip("[]")) and word.strip("[]").partition("=")[0] not in options:
            yield word


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_commands_of_a_page_are_there(page: Path) -> None:
    commands = list(shown(page.read_text(encoding="utf-8")))
    assert {line: found for line in commands if (found := list(wrong(line)))} == {}


def test_they_are_found_and_a_stale_one_is_named() -> None:
    assert sum(len(list(shown(page.read_text(encoding="utf-8")))) for page in PAGES) > 200
    assert list(wrong("minibac simulate section-42 --wager tie")) == ["--wager"]
    assert list(wrong("minibac bokos day")) == ["bokos"]
    assert list(wrong("minibac books dya --data day")) == ["dya"]
