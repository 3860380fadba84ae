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


BY_ID = {"options", "outcomes", "removal", "effects", "by_card", "counts", "tags", "quantiles", "add", "targets"}
"""What these hold is named by options, wagers, ranks, cards and the like."""
MATRICES = {"covariances", "correlations"}

TAGS = ("--tags", "0,0,0,-1,-1,-1,-1,2,2,0", "--trigger", "4")
SUITED = ("--own", "perfect-pair", "--wager", "perfect-pair")
LAB_CALLS: list[tuple[str, ...]] = [
    ("odds", "section-42", "--own", "quik", "--effects", "--covariances"),
    ("odds", "section-42", *SUITED, "--effects", "--decks", "5"),
    ("odds", "massachusetts", "--set", "house_money=on", "--house-money"),
    ("odds", "massachusetts", "--set", "vigorish_rounding=up-to-25c", "--stake", "500-1000:500"),
    ("odds", "section-42", "--catalogue", "perfect-pair"),
    ("odds", "section-42", "--own", "quik", "--all"),
    ("odds", "section-42", "--compare", "decks=6"),
    ("study", "count", "section-42", "--wager", "tie", *TAGS, "--shoes", "2"),
    ("study", "perfect", "section-42", "--wager", "tie", "--shoes", "2", "--device", "cpu"),
    ("study", "depth", "section-42", "--wager", "tie", "--depths", "13,14", "--shoes", "2", "--device", "cpu"),
    ("study", "bankroll", "section-42", "--wager", "tie", "--shoes", "2", "--paths", "2"),
]


def names_in(found: object) -> Iterator[str]:
    """Every name of an answer but those that are ids."""
    if isinstance(found, list):
        for each in found:
            yield from names_in(each)
    elif isinstance(found, dict):
        for name, value in found.items():
            yield name
            inside = value.values() if name in BY_ID and isinstance(value, dict) else [value]
            for each in inside if name not in MATRICES else ():
                yield from names_in(each)


@pytest.mark.parametrize("call", LAB_CALLS, ids=" ".join)
def test_every_name_of_prices_and_studies_is_on_their_pages(call: tuple[str, ...]) -> None:
    done = calling(call[0])(*call[1:], "--json")
    assert done.exit_code == 0, done.stderr
    pages = "".join((PAGE.parent / name).read_text(encoding="utf-8") for name in ("json.md", "odds.md", "study.md"))
    assert set(names_in(json.loads(done.stdout))) - set(re.findall(r"`(\w+)`", pages)) == set()


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
