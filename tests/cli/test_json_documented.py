"""What commands print as JSON has the names that docs/json.md says."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from minibac.cli import cli
from minibac.cli.load import summary
from minibac.cli.load_guests import Measured
from tests.command_line import calling

PAGE = Path(__file__).parents[2] / "docs" / "json.md"

CALLS: dict[str, list[tuple[str, ...]]] = {
    "deal": [("section-42", "--cards", "Ks,9h,4d,2c,7s,3h", "--wager", "3:player=1000", "--explain")],
    "rules": [(), ("section-42",)],
    "roads": [("BPTBbPp",)],
    "simulate": [
        ("section-42", "--shoes", "2", "--per-shoe", "tie", "--device", "pure"),
        ("section-42", "--shoes", "1", "--decks", "10", "--device", "pure"),
        ("section-42", "--set", "shuffler=continuous", "--shoes", "1", "--device", "pure"),
        ("section-42", "--show-shoe", "3"),
    ],
}


def names_on_the_page(command: str) -> set[str]:
    section = PAGE.read_text(encoding="utf-8").partition(f"## `{command}`")[2].partition("\n## ")[0]
    return set(re.findall(r"`(\w+)`", section))


@pytest.mark.parametrize("command", CALLS)
def test_every_name_is_on_the_page(command: str) -> None:
    names: set[str] = set()
    for call in CALLS[command]:
        done = calling(command)(*call, "--json")
        assert done.exit_code == 0, done.stderr
        found = json.loads(done.stdout)
        names |= found.keys()
        for rows in (found.get("wagers"), found.get("postings"), found.get("per_shoe")):
            if rows and command != "rules":
                names |= rows[0].keys()
    assert names - names_on_the_page(command) == set()


def test_every_command_that_prints_json_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    table = page.partition("| command | described |")[2].partition("## ")[0]
    described = {*re.findall(r"`(\w+)[` ]", table), *re.findall(r"^## `(\w+)`", page, re.MULTILINE)}
    context = click.Context(cli)
    words = {word for word in cli.list_commands(context) if any(_prints_json(cli.get_command(context, word)))}
    assert {"odds", "witness", "audition", "load"} <= words
    assert words - described == set()


def _prints_json(command: click.Command | None) -> Iterator[bool]:
    assert command is not None
    yield any("--json" in each.opts for each in command.params)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for word in command.list_commands(context):
            yield from _prints_json(command.get_command(context, word))


def test_every_name_of_a_load_is_on_the_page() -> None:
    names = summary(Measured(), tables=1, seats=1, spectators=0).keys()
    assert names == names_on_the_page("load") - {"p50", "p90", "p99", "max"}
