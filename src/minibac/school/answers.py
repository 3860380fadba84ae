"""The forms an answer may have, and how what was typed is read: one written form for each answer.

>>> MONEY.read("$1,250.5"), MONEY.read("much")
('1250.50', None)
>>> WORDS.read("Player’s hand   WINS.") == WORDS.read("player's Hand wins")
True
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import NamedTuple

from minibac.cards.card import CardError, parse_cards
from minibac.voice.said import Fact, Said, many, said

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_DIGITS = 12
AMOUNT = re.compile(rf"([+-]?)\$?([0-9]{{1,{MOST_DIGITS}}}(?:\.[0-9]{{1,2}})?|\.[0-9]{{1,2}})")
HEAP = re.compile(r"([0-9]{1,6})[x*×]\$?([0-9]{1,6}(?:\.[0-9]{1,2})?|\.[0-9]{1,2})", re.IGNORECASE)
NO_LETTERS = re.compile(r"[^\w]+")


class AnswerForm(NamedTuple):
    """How a question wants its answer."""

    hint: Said
    read: Callable[[str], str | None]
    """The one written form of what was typed, or ``None`` where it is no answer of this form."""
    kind: str
    """What it is called where a page reads the answer itself."""
    lettered: bool = False
    """Whether the things to choose from have letters; otherwise they have numbers."""
    parts: int = 1
    """How many words it has, or how many there are to choose from."""
    keys: Mapping[str, Said] = {}
    """The keys there are, and what each stands for."""


def unread(form: AnswerForm, typed: str) -> Said:
    """Why what was typed is no answer at all."""
    return said("'{typed}' is no answer here; write {hint}", typed=typed.strip(), hint=form.hint)


def dollars(cents: int) -> str:
    """An amount as the key has it.

    >>> dollars(525), dollars(-5000)
    ('5.25', '-50.00')
    """
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def heap(chips: Mapping[int, int]) -> str:
    """Chips by denomination, the largest first.

    >>> heap({25: 3, 10000: 1})
    '1x100 3x0.25'
    """
    rows = sorted(((value, number) for value, number in chips.items() if number), reverse=True)
    return " ".join(f"{number}x{dollars(value).removesuffix('.00')}" for value, number in rows)


def unheaped(written: str) -> dict[int, int]:
    """Chips by denomination from how they are written.

    >>> unheaped("1x100 3x0.25")
    {10000: 1, 25: 3}
    """
    chips: dict[int, int] = {}
    for word in written.split():
        read = HEAP.fullmatch(word)
        if read is None:
            return {}
        value = int(Decimal(read[2]) * 100)
        chips[value] = chips.get(value, 0) + int(read[1])
    return chips


def _number(text: str) -> str | None:
    word = text.strip()
    return str(int(word)) if word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS else None


def cents_of(word: str) -> int | None:
    read = AMOUNT.fullmatch(word.replace(",", ""))
    return int(Decimal(read[2]) * 100) * (-1 if read[1] == "-" else 1) if read else None


def _money(text: str) -> str | None:
    cents = cents_of(text.strip())
    return None if cents is None else dollars(cents)


def _each(read: Callable[[str], str | None], number: int) -> Callable[[str], str | None]:
    def row(text: str) -> str | None:
        words = [read(word) for word in text.replace(";", " ").split()]
        return " ".join(filter(None, words)) if len(words) == number and all(words) else None

    return row


def _heap(text: str) -> str | None:
    return heap(unheaped(text.replace(",", " "))) or None


def _words(text: str) -> str | None:
    plain = text.replace("’", "'").replace("'", "").casefold()
    return " ".join(NO_LETTERS.sub(" ", plain).split()) or None


def _cards(text: str) -> str | None:
    try:
        return " ".join(map(str, parse_cards(text))) or None
    except CardError:
        return None


NUMBER = AnswerForm(said("a whole number, as 7"), _number, "number")
MONEY = AnswerForm(said("an amount in dollars, as 5.25; below zero as -25"), _money, "money")
CHIPS = AnswerForm(said("how many of each chip, as 2x100 1x25 3x0.25"), _heap, "chips")
WORDS = AnswerForm(said("the words, as they are called"), _words, "words")
CARDS = AnswerForm(said("cards in their order, as 7h Td"), _cards, "cards")


def numbers(count: int) -> AnswerForm:
    """Several whole numbers in a row."""
    hint = said("{count:number|numbers} with a blank between them", count=count)
    return AnswerForm(hint, _each(_number, count), "number", parts=count)


def amounts(count: int) -> AnswerForm:
    """Several amounts in a row."""
    hint = said("{count:amount|amounts} in dollars with a blank between them, below zero as -25", count=count)
    return AnswerForm(hint, _each(_money, count), "money", parts=count)


def words_for(**choices: Said) -> AnswerForm:
    """One of a few keys, each standing for something: ``d`` for draw.

    >>> form = words_for(d=said("drill|draw"), s=said("drill|stand"))
    >>> form.read("D"), form.read("stand"), form.read("x"), str(form.hint)
    ('d', 's', None, 'd (draw) or s (stand)')
    """
    known = {key: key for key in choices} | {str(word): key for key, word in choices.items()}
    named: list[Fact] = [said("{key} ({word})", key=key, word=word) for key, word in choices.items()]
    hint = said("{choices}", choices=many(named))
    return AnswerForm(hint, lambda text: known.get(" ".join(text.lower().split())), "key", keys=choices)


def one_of(count: int) -> AnswerForm:
    """The letter of one of the things that are listed under the question."""
    last = LETTERS[count - 1]
    hint = said("a letter from a to {last}", last=last)
    letters = LETTERS[:count]

    def read(text: str) -> str | None:
        word = text.strip().lower()
        return word if len(word) == 1 and word in letters else None

    return AnswerForm(hint, read, "letter", lettered=True, parts=count)


def order_of(count: int) -> AnswerForm:
    """The numbers of all the things that are listed under the question, in their right order."""

    def read(text: str) -> str | None:
        words = text.replace(",", " ").split()
        return " ".join(words) if sorted(words) == sorted(map(str, range(1, count + 1))) else None

    hint = said("the numbers 1 to {count} in the right order, as 2 1 3", count=count)
    return AnswerForm(hint, read, "order", parts=count)
