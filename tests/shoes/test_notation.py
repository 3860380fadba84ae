"""The shoe notation: what is written is read back the same, and a line that says nothing is named and set aside."""

import re
import string
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.shoes.notation import FIRST_LINE, LONGEST_LINE, NotationError, item_of, line_of, read_notation, written
from minibac.shoes.noted import (
    OUTCOMES,
    STATUSES,
    Comment,
    Fact,
    Item,
    NotedBurn,
    NotedCard,
    NotedCoup,
    NotedCut,
    NotedMoment,
    NotedWager,
    Unread,
)

SPECIFICATION = Path(__file__).parents[2] / "docs" / "shoe-notation.md"
WINNERS = ("P", "B", "T")
FACES = [rank + suit for rank in "A23456789TJQK" for suit in ("s", "h", "d", "c", "")]

names = st.from_regex("[a-z][a-z0-9._-]{0,12}", fullmatch=True)
texts = st.text(st.characters(codec="utf-8"), max_size=30)
percents = st.decimals(0, 99, places=2).map(lambda found: Decimal(str(found))) | st.sampled_from([None, Decimal(100)])
revoked = st.lists(st.sampled_from(FACES), max_size=2).map(tuple)
read_cards = st.builds(NotedCard, st.sampled_from(FACES), st.integers(0, 12), percents, revoked)
cards = read_cards | st.builds(NotedCard, st.sampled_from("?x"), st.integers(0, 12), st.none(), revoked)
hands = st.lists(cards, max_size=3).map(tuple)
fields = st.lists(st.tuples(names, texts), max_size=2).map(tuple)
cents = st.integers(0, 10**12)
wagers = st.builds(
    NotedWager,
    st.integers(1, 99),
    names,
    cents,
    st.sampled_from(("", *OUTCOMES)),
    st.none() | st.integers(-(10**12), 10**12),
    cents,
    cents,
    cents,
)


@st.composite
def coups(draw: st.DrawFn) -> NotedCoup:
    winner = draw(st.sampled_from(("", *WINNERS)))
    return NotedCoup(
        number=draw(st.integers(0, 10**8)),
        status=draw(st.sampled_from(("", *STATUSES))),
        player=draw(hands),
        banker=draw(hands),
        over=draw(hands),
        winner=winner,
        pairs=draw(st.sampled_from([None, "", "b", "p", "bp"])) if winner else None,
        counts=draw(st.none() | st.tuples(st.integers(0, 27), st.integers(0, 27))),
        wagers=draw(st.lists(wagers, max_size=2).map(tuple)),
        fields=draw(fields),
        remarks=draw(st.lists(texts, max_size=2).map(tuple)),
        comment=draw(texts),
    )


moments = st.builds(
    NotedMoment,
    names.filter(lambda name: name not in ("burn", "cut", *STATUSES, "x")),
    hands,
    fields,
    st.lists(texts, max_size=2).map(tuple),
    texts,
)
items = (
    coups()
    | moments
    | st.builds(Fact, names, texts)
    | st.builds(NotedBurn, hands, fields, texts)
    | st.builds(NotedCut, st.integers(0, 99_999), fields, texts)
    | st.builds(Comment, texts)
)


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
