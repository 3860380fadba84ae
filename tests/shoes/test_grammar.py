"""The grammar of the specification is that of the program: a reader made from the page takes the same lines."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.shoes.notation import LONGEST_LINE, NotationError, item_of, line_of, read_notation, written
from minibac.shoes.noted import Item, Unread
from tests.audit.planted import right_shoe
from tests.shoes.altered_lines import LINES, altered
from tests.shoes.noted_items import items

PAGE = Path(__file__).parents[2] / "docs" / "shoe-notation.md"
IN_WORDS = {
    "a small letter from a to z": "[a-z]",
    'any character of Unicode but a line feed, a backslash and "': r'[^\n\\"]',
    "any character of Unicode but a line feed, a backslash and }": r"[^\n\\}]",
    "any character of Unicode but a line feed": r"[^\n]",
    "U+0009": r"\t",
    "U+000A": r"\n",
    "U+000D": r"\r",
}
TOKEN = re.compile(r"""\s*(?:(?P<word>[a-z]+)|"(?P<one>[^"]+)"|'(?P<two>[^']+)'|\?(?P<said>[^?]+)\?|(?P<sign>.))""")
END_OF_NAME = "(?![a-z0-9._-])"


class Grammar:
    """The rules of a grammar in EBNF that calls none of them from within itself, each as a regular expression."""

    def __init__(self, text: str) -> None:
        rules = re.findall(r"(?ms)^([a-z]+)\s*=\s(.*?)\s;$", text)
        self._texts = dict(rules)
        assert len(self._texts) == len(rules), "a rule stands twice"
        self._made: dict[str, str] = {}

    def rule(self, name: str) -> str:
        if name not in self._made:
            tokens = [found for found in TOKEN.finditer(self._texts[name]) if found[0].strip()]
            made, left = self._either(tokens)
            assert not left, f"{name}: {[token[0] for token in left]}"
            self._made[name] = f"(?:{made})"
        return self._made[name]

    @property
    def unused(self) -> set[str]:
        return self._texts.keys() - self._made.keys()

    def _either(self, left: list[re.Match[str]]) -> tuple[str, list[re.Match[str]]]:
        made, left = self._sequence(left)
        while left and left[0]["sign"] == "|":
            more, left = self._sequence(left[1:])
            made = f"{made}|{more}"
        return made, left

    def _sequence(self, left: list[re.Match[str]]) -> tuple[str, list[re.Match[str]]]:
        made, left = self._except(left)
        while left and left[0]["sign"] == ",":
            more, left = self._except(left[1:])
            made += more
        return made, left

    def _except(self, left: list[re.Match[str]]) -> tuple[str, list[re.Match[str]]]:
        made, left = self._part(left)
        if left and left[0]["sign"] == "-":  # only of names here, which end where no sign of a name follows
            but, left = self._part(left[1:])
            made = f"(?!{but}{END_OF_NAME}){made}"
        return made, left

    def _part(self, left: list[re.Match[str]]) -> tuple[str, list[re.Match[str]]]:
        token, left = left[0], left[1:]
        if token["word"]:
            return self.rule(token["word"]), left
        if text := token["one"] or token["two"]:
            return re.escape(text), left
        if token["said"]:
            return IN_WORDS[token["said"].strip()], left
        if token["sign"].isdigit():
            times, sign = token["sign"], left[0]
            while sign["sign"].isdigit():
                times, left = times + sign["sign"], left[1:]
                sign = left[0]
            assert sign["sign"] == "*"
            made, left = self._part(left[1:])
            return f"(?:{made}){{{times}}}" if not made.endswith("?") else f"{made[:-1]}{{0,{times}}}", left
        made, left = self._either(left)
        closed, left = left[0]["sign"], left[1:]
        assert (token["sign"], closed) in (("(", ")"), ("[", "]"), ("{", "}")), (token[0], closed)
        return f"(?:{made}){ {'(': '', '[': '?', '{': '*'}[token['sign']] }", left


GRAMMAR = Grammar(re.findall(r"```ebnf\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0])
LINE, FILE = re.compile(GRAMMAR.rule("line")), re.compile(GRAMMAR.rule("file"))


def takes(line: str) -> bool:
    """Whether the program takes a line of a file."""
    return not any(isinstance(found, Unread) for found in read_notation(["shoe-notation 1", line]))


def test_every_rule_of_the_grammar_is_used() -> None:
    assert GRAMMAR.unused == set()


@given(st.lists(items, max_size=3))
def test_what_the_program_writes_is_of_the_grammar(found: list[Item]) -> None:
    text = "".join(written(found))
    assert FILE.fullmatch(text)
    assert FILE.fullmatch(text.replace("\n", "\r\n"))
    assert FILE.fullmatch(text.rstrip("\n"))


@pytest.mark.parametrize("line", LINES)
def test_altered_lines_are_of_both_or_of_neither(line: str) -> None:
    assert takes(line)
    assert LINE.fullmatch(line)
    rng, taken = random.Random(line), 0
    for _ in range(1_000):
        text = altered(line, rng)
        assert takes(text) == bool(LINE.fullmatch(text.rstrip("\r"))), text
        taken += takes(text)
    assert 25 < taken < 1_000


def test_a_shoe_of_every_line_is_of_the_grammar() -> None:
    text = "".join(written(right_shoe("massachusetts", 4).items()))
    assert FILE.fullmatch(text)
    assert all(takes(line) for line in text.splitlines()[1:])


@given(st.from_regex(LINE, fullmatch=True))
def test_whatever_the_grammar_makes_is_read_and_written_again(line: str) -> None:
    if not line.strip(" \t") or len(line) > LONGEST_LINE:
        return
    item = item_of(line)
    assert item_of(line_of(item)) == item


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('1. = P at="x" $1 player 5.00', "after fields and remarks"),
        ("1. {spilled} = P", "after fields and remarks"),
        ('1. = P {spilled}at="x"', "a blank stands before a field"),
        ("burn 7h {spilled}", "a remark stands on a line of its own"),
    ],
)
def test_what_the_grammar_has_no_place_for_is_set_aside_in_a_sentence(line: str, why: str) -> None:
    assert not LINE.fullmatch(line)
    with pytest.raises(NotationError, match=why):
        item_of(line)
