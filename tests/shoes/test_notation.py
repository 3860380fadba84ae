"""The shoe notation: what is written is read back the same, and a line that says nothing is named and set aside."""

import re
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.shoes.notation import FIRST_LINE, LONGEST_LINE, NotationError, item_of, line_of, read_notation, written
from minibac.shoes.noted import Fact, Item, NotedBurn, NotedCard, NotedCoup, NotedCut, Unread
from tests.shoes.noted_items import items

SPECIFICATION = Path(__file__).parents[2] / "docs" / "shoe-notation.md"


@given(st.lists(items, max_size=4))
def test_what_is_written_is_read_back_the_same(found: list[Item]) -> None:
    text = "".join(written(found))
    assert list(read_notation(text.split("\n"))) == found
    assert list(read_notation(text.replace("\n", "\r\n").split("\n"))) == found


@given(st.text(st.sampled_from(string.printable), max_size=40) | st.from_regex(r"\A[0-9]{1,3}\. [^\n]{0,40}\Z"))
def test_any_line_is_an_item_that_is_written_again_or_set_aside_in_a_sentence(text: str) -> None:
    line = text.replace("\n", " ")
    for found in read_notation([FIRST_LINE, line]):
        if isinstance(found, Unread):
            assert (found.line_no, found.text) == (2, line.rstrip("\r\n")[:200])
            assert len(found.why) > 10
        else:
            assert item_of(line_of(found)) == found


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1. Kh 1s | Qd", "'1s' is no card"),
        ("1. Kh 2s | Qd | 5c", "'|' is no card"),
        ("1. Kh 2s | Qd 5c = X", "after = stands P, B or T"),
        ("1. = P 5:5 $3 banker", "after the result stand wagers"),
        ("1. = P $3 banker 25", "'25' is no amount: 25.00"),
        ("1. = P $3 BANKER 25.00", "'BANKER' is no name of a wager"),
        ("1. = P 20.00", "after the result stand wagers"),
        ("1. ?~90 | Kh", "was not read with confidence"),
        ("cut", "cut 208"),
        ("cut many", "cut 208"),
        ('[Shoe "1"]', '[name "value"]'),
        ("Hello, world", "'Hello,' begins no line"),
        ('1. = P at="now', "is neither a word"),
        ("; nothing else", "a line begins with"),
        ("x" * (LONGEST_LINE + 1), "at most 65,536"),
    ],
)
def test_a_broken_line_is_named_and_the_others_are_kept(line: str, why: str) -> None:
    first, broken, last = read_notation([FIRST_LINE, "1. = P", line, "2. = B"])
    assert isinstance(broken, Unread)
    assert broken.line_no == 3
    assert why in broken.why
    assert [first, last] == [NotedCoup(number=1, winner="P"), NotedCoup(number=2, winner="B")]


def test_a_file_of_something_else_is_told_at_its_first_line() -> None:
    (found,) = read_notation(["player,banker"])
    assert isinstance(found, Unread)
    assert FIRST_LINE in found.why


def test_what_cannot_be_noted_is_not_written() -> None:
    for item in (Fact("Big", "x"), NotedCoup(winner="X"), NotedCut(-1), NotedBurn((NotedCard("Zz"),))):
        with pytest.raises(NotationError, match=r"cannot be noted|is no card|cut 208|begins no line|stands P|name"):
            line_of(item)


def test_the_example_of_the_specification_is_read_whole() -> None:
    example = re.findall(
        r"^```\n(shoe-notation 1\n.*?)^```", SPECIFICATION.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )[0]
    found = list(read_notation(example.splitlines()))
    assert not [item for item in found if isinstance(item, Unread)]
    assert "".join(written(item for item in found if not isinstance(item, Unread))) == example
