"""What is said: a template in plain English, and the facts that fill it.

>>> told = said("seat {seat} puts {stake} on {wager}", seat=3, stake=Money(25_00), wager=said("Banker"))
>>> str(told)
'seat 3 puts $25.00 on Banker'

A template travels with its facts, never as a finished sentence, so that a page or a terminal can say it in another
language. A number that counts something names one and many; a language without that difference names the number alone.

>>> [str(said("{cards_count:card|cards} to burn", cards_count=count)) for count in (1, 9)]
['1 card to burn', '9 cards to burn']
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Literal, Union

import msgspec


class Money(msgspec.Struct, frozen=True, tag_field="is", tag="money"):
    """A sum in whole cents."""

    cents: int


class Cards(msgspec.Struct, frozen=True, tag_field="is", tag="cards"):
    """Cards in an order, each as ``Td``."""

    cards: tuple[str, ...]


class Moment(msgspec.Struct, frozen=True, tag_field="is", tag="moment"):
    """A time in milliseconds since 1970, told as the time of day."""

    at: int


class Many(msgspec.Struct, frozen=True, tag_field="is", tag="many"):
    """Several things in a row, the last of them after ``or`` or ``and``."""

    items: tuple["Fact", ...]
    last: Literal["or", "and"] = "or"


class Said(msgspec.Struct, frozen=True, tag_field="is", tag="said"):
    """A template and its facts. As a string it is the English sentence."""

    template: str
    facts: Mapping[str, "Fact"] = {}

    def __str__(self) -> str:
        return filled(self.template, self.facts)

    def __bool__(self) -> bool:
        return bool(self.template)


Fact = Union[str, int, float, Money, Cards, Moment, Many, Said]  # noqa: UP007
"""A plain string is a name or somebody's own words: it is the same in every language."""

NOTHING = Said("")
"""What is left unsaid."""


def said(template: str, /, **facts: Fact) -> Said:
    """What is said here, in English, with its facts."""
    return Said(template, facts)


def many(items: Iterable[Fact], last: Literal["or", "and"] = "or") -> Many:
    """Several things, as in a sentence.

    >>> str(said("{ways}", ways=many(["A", "B", "C"])))
    'A, B or C'
    """
    return Many(tuple(items), last)


@lru_cache(maxsize=4096)
def parts(template: str) -> tuple[tuple[str, str, str], ...]:
    """A template taken apart: text, the name of the fact that follows it, and what it counts (``one|many``)."""
    return tuple((text, name or "", spec or "") for text, name, spec, _ in Formatter().parse(template))


def filled(template: str, facts: Mapping[str, Fact]) -> str:
    """A template in English with its facts in their places."""
    return "".join(text + (_english(facts[name], spec) if name else "") for text, name, spec in parts(template))


def _english(fact: Fact, counts: str = "") -> str:
    match fact:
        case str():
            return fact
        case int() | float():
            number = f"{fact:,}" if isinstance(fact, int) else f"{fact:,g}"
            one, _, more = counts.partition("|")
            return f"{number} {one if fact == 1 else more}" if counts else number
        case Money(cents):
            return f"{'-' if cents < 0 else ''}${abs(cents) / 100:,.2f}"
        case Cards(cards):
            return " ".join(cards)
        case Moment(at):
            seconds = at // 1000 % 86_400
            return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        case Many(items, last):
            words = [_english(item) for item in items]
            return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"
    return str(fact)
