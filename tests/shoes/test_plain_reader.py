"""A second reader, made from the specification alone, finds the same in every file, to the last sign."""

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.rules.rulebook import RULEBOOKS
from minibac.shoes.notation import read_notation, written
from minibac.shoes.noted import Item, NotedCard, NotedWager, Unread
from tests.audit.planted import right_shoe
from tests.shoes.altered_lines import LINES, altered
from tests.shoes.noted_items import items
from tests.shoes.plain_reader import Read, read

PAGE = Path(__file__).parents[2] / "docs" / "shoe-notation.md"
KINDS = {"NotedCoup": "coup", "NotedMoment": "moment", "NotedBurn": "burn", "NotedCut": "cut"}


def plain(value: Any) -> Any:
    """A card or a wager as the other reader gives it, and anything else as it is."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    return msgspec.structs.astuple(value) if isinstance(value, NotedCard | NotedWager) else value


def ours(text: str) -> list[Read]:
    told: list[Read] = []
    for item in read_notation(text.split("\n")):
        if isinstance(item, Unread):
            told.append(("unread", item.line_no))
        else:
            kind = KINDS.get(type(item).__name__, type(item).__name__.lower())
            told.append((kind, *map(plain, msgspec.structs.astuple(item))))
    return told


def test_the_example_of_the_specification() -> None:
    (example,) = re.findall(
        r"^```\n(shoe-notation 1\n.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert list(read(example)) == ours(example)
    assert [one[0] for one in read(example)] == [
        "fact", "fact", "fact", "fact", "comment", "cut", "burn", "coup", "coup", "coup", "coup", "moment", "coup",
    ]  # fmt: skip


@given(st.lists(items, max_size=4), st.sampled_from(["\n", "\r\n", "\r\r\n"]))
def test_whatever_can_be_noted(found: list[Item], end: str) -> None:
    text = "".join(written(found)).replace("\n", end)
    assert list(read(text)) == ours(text)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_whole_shoes(rulebook: str) -> None:
    text = "".join(written(right_shoe(rulebook, 4).items()))
    assert list(read(text)) == ours(text)


@pytest.mark.parametrize("line", LINES)
def test_altered_lines(line: str) -> None:
    rng = random.Random(line[::-1])
    text = "\n".join(["shoe-notation 1", *(altered(line, rng) for _ in range(1_500))])
    told = ours(text)
    assert list(read(text)) == told
    unread = sum(one[0] == "unread" for one in told)
    assert 100 < unread < len(told) - 50
