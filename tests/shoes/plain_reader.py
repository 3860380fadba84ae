"""A reader of the shoe notation written from docs/shoe-notation.md alone, sign by sign; it shares nothing with ours.

What it gives are plain tuples, so that somebody who has another program may hold that against the same files.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

Read = tuple[Any, ...]
"""A kind, and what a line of that kind says."""

STATUSES = ("void", "simulated", "broken-off")
OUTCOMES = ("win", "lose", "push", "void")
PLAIN = {"n": "\n", "r": "\r", "t": "\t"}
NAME = r"[a-z][a-z0-9._-]{0,63}"
FACE = r"[A2-9TJQK][shdc]?"
LONGEST = 65_536


class NoLineError(ValueError):
    """A line that is not of the notation."""


def need(text: str | None, pattern: str) -> re.Match[str]:
    """This text, which must be of this pattern from end to end."""
    found = re.fullmatch(pattern, text or "", re.DOTALL)
    if found is None:
        raise NoLineError(f"{text!r} is not {pattern}")
    return found


def text_of(text: str) -> str:
    """A text without its escapes."""
    told, at = "", 0
    while at < len(text):
        escaped = text[at] == "\\" and at + 1 < len(text)
        told += PLAIN.get(text[at + 1], text[at + 1]) if escaped else text[at]
        at += 1 + escaped
    return told


def until(text: str, at: int, end: str) -> tuple[str, int]:
    """A text that ends at this sign, and where it goes on."""
    start = at
    while at < len(text) and text[at] != end:
        at += 1 + (text[at] == "\\")
    if at >= len(text):
        raise NoLineError(f"{end} is missing")
    return text_of(text[start:at]), at + 1


def card(word: str) -> Read:
    """A card: its face, its place in the coup, its confidence, and what was revoked."""
    revoked, left = [], word
    while left.startswith("("):
        name, _, left = left[1:].partition(")")
        revoked.append(need(name, FACE)[0])
    told = need(left, rf"({FACE}|[?x])(?:@([1-9][0-9]?))?(?:~(100|[0-9]{{1,2}}(?:\.[0-9]{{1,4}})?))?")
    if told[1] in "?x" and told[3]:
        raise NoLineError(f"{word!r} was not read")
    return told[1], int(told[2] or 0), Decimal(told[3]) if told[3] else None, tuple(revoked)


def cents(word: str | None) -> int:
    """An amount."""
    return int("".join(need(word, r"([0-9]{1,13})\.([0-9]{2})").groups()))


def parts(text: str) -> tuple[list[str], Read, Read, str]:
    """The words of a line, its fields, its remarks and its comment."""
    words: list[str] = []
    fields: list[tuple[str, str]] = []
    remarks: list[str] = []
    at = 0
    while True:
        start = at
        while text[at : at + 1] in (" ", "\t"):
            at += 1
        left = text[at:]
        if not left:
            return words, tuple(fields), tuple(remarks), ""
        if left[0] == ";":
            return words, tuple(fields), tuple(remarks), text_of(left[1:].removeprefix(" "))
        if left[0] == "{":
            remark, at = until(text, at + 1, "}")
            remarks.append(remark)
        elif field := re.match(rf'({NAME})="', left):
            if start == at:
                raise NoLineError("a field has a blank before it")
            value, at = until(text, at + field.end(), '"')
            fields.append((field[1], value))
        else:
            word = re.match(r'[^ \t;{}"]+', left)
            if word is None or fields or remarks:
                raise NoLineError(left)
            words.append(word[0])
            at += word.end()


def wager(left: list[str]) -> Read:
    """A wager, taken off the words that are left."""
    seat, name, stake = (left.pop(0) if left else None for _ in range(3))
    outcome = left.pop(0) if left and left[0] in OUTCOMES else ""
    net = None
    if left and left[0][0] in "+-":
        sign, amount = need(left.pop(0), r"([+-])(.*)").groups()
        net = cents(amount) * (-1 if sign == "-" else 1)
    more = []
    for more_of in ("vigorish", "added", "coupon"):
        said = bool(left) and left[0] == more_of
        more.append(cents((left.pop(0), left.pop(0) if left else None)[1]) if said else 0)
    return int(need(seat, r"\$([1-9][0-9]?)")[1]), need(name, NAME)[0], cents(stake), outcome, net, *more


def coup(number: int, left: list[str]) -> Read:
    """A coup: number, status, Player, Banker, neither, winner, pairs, counts and wagers."""
    status = left.pop(0) if left and left[0] in STATUSES else ""
    hands: list[list[Read]] = [[], [], []]
    at = 0
    while left and left[0] != "=" and left[0][0] != "$":
        word = left.pop(0)
        if (word, at) in (("|", 0), ("+", 1)):
            at += 1
        else:
            hands[at].append(card(word))
    winner, pairs, counts = "", None, None
    if left and left[0] == "=":
        left.pop(0)
        if left and (told := re.fullmatch("([PBT])(-|bp|b|p)?", left[0])):
            winner, pairs = told[1], told[2] and told[2].strip("-")
            left.pop(0)
        if left and (told := re.fullmatch("([0-9]{1,2}):([0-9]{1,2})", left[0])):
            counts = int(told[1]), int(told[2])
            left.pop(0)
        if not winner and counts is None:
            raise NoLineError("after = stands a result")
    wagers = []
    while left:
        wagers.append(wager(left))
    return "coup", number, status, *map(tuple, hands), winner, pairs, counts, tuple(wagers)


def line(text: str) -> Read | None:
    """What one line says; nothing where it is blank."""
    if not text.strip(" \t"):
        return None
    if len(text) > LONGEST:
        raise NoLineError("it is too long")
    if text[0] == "#":
        return "comment", text_of(text[1:].removeprefix(" "))
    if text[0] == "[":
        name = need(text.partition(" ")[0], rf"\[({NAME})")[1]
        need(text[len(name) + 2 : len(name) + 3], '"')
        value, at = until(text, len(name) + 3, '"')
        need(text[at:], r"\][ \t]*")
        return "fact", name, value
    words, fields, remarks, comment = parts(text)
    first, *others = words or [""]
    if number := re.fullmatch(r"([1-9][0-9]{0,8})\.", first):
        return *coup(int(number[1]), others), fields, remarks, comment
    if first in ("=", "|", *STATUSES) or first[:1] in (*"(A23456789TJQK?",) or re.match("x(?![a-z0-9._-])", first):
        return *coup(0, words), fields, remarks, comment
    if first == "cut" and not remarks:
        return "cut", int(need(" ".join(others), "[0-9]{1,5}")[0]), fields, comment
    if first == "burn" and not remarks:
        return "burn", tuple(map(card, others)), fields, comment
    if need(first, NAME)[0] in ("burn", "cut"):
        raise NoLineError("it has no remarks")
    return "moment", first, tuple(map(card, others)), fields, remarks, comment


def read(text: str) -> Iterator[Read]:
    """A file, line by line; of one that is not of the notation its number."""
    first, *lines = (one.rstrip("\r") for one in text.split("\n"))
    if first.removeprefix("\ufeff").rstrip() != "shoe-notation 1":
        yield "unread", 1
    for number, one in enumerate(lines, start=2):
        try:
            found = line(one)
        except NoLineError:
            found = "unread", number
        if found is not None:
            yield found
