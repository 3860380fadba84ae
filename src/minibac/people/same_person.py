"""Whether two people are the same by name and date of birth: surely, perhaps, or not.

Names are compared without case, accents and order, as people write them; what is only alike is for somebody to look at.

>>> likeness(NamedBirth("Zoë van  Müller", "1980-02-03"), NamedBirth("MULLER, Zoe Van", "1980-02-03"))
<Likeness.SAME: 'same'>
>>> likeness(NamedBirth("Ann Lee", "1980-02-03"), NamedBirth("Anne Lee", "1980-02-03"))
<Likeness.NEAR: 'near'>
>>> likeness(NamedBirth("Ann Lee", "1980-02-03"), NamedBirth("Ann Lee", "1991-07-30"))
<Likeness.OTHER: 'other'>
"""

import re
import unicodedata
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters of which no accent can be taken off."""
SILENT = re.compile(r"['’`´.]")
BETWEEN = re.compile(r"[\W_]+")
ALIKE = 0.8
"""From this share of common letters on, two names are alike."""


class Likeness(StrEnum):
    """How sure it is that two are one."""

    SAME = "same"
    NEAR = "near"
    OTHER = "other"


class NamedBirth(NamedTuple):
    """A person as a list or an account knows one; without a date of birth, perhaps with an age in years."""

    name: str
    born: str = ""
    ages: tuple[int, int] = (0, 0)
    """The years in which a person of that age can be born, where nobody has said the date."""


def parts_of(name: str) -> tuple[str, ...]:
    """The parts of a name as they are compared: without case, accents, marks and order.

    >>> parts_of("O'Brien-Łukasz,  SEÁN")
    ('lukasz', 'obrien', 'sean')
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold()).translate(LETTERS)
    bare = SILENT.sub("", "".join(sign for sign in plain if not unicodedata.combining(sign)))
    return tuple(sorted(filter(None, BETWEEN.split(bare))))


def likeness(one: NamedBirth, other: NamedBirth) -> Likeness:
    """How sure it is that two are the same person."""
    mine, theirs = parts_of(one.name), parts_of(other.name)
    if not mine or not theirs:
        return Likeness.OTHER
    known = bool(one.born and other.born)
    if mine == theirs:
        if known and one.born == other.born:
            return Likeness.SAME
        return Likeness.NEAR if (_slip(one.born, other.born) if known else _may_be(one, other)) else Likeness.OTHER
    return Likeness.NEAR if known and one.born == other.born and _alike(mine, theirs) else Likeness.OTHER


def _alike(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """A part left out or put in, or letters that differ."""
    if set(mine) <= set(theirs) or set(theirs) <= set(mine):
        return True
    return SequenceMatcher(None, " ".join(mine), " ".join(theirs)).ratio() >= ALIKE


def _slip(one: str, other: str) -> bool:
    """A date that differs by a slip: one digit, or day and month the other way round."""
    swapped = f"{other[:4]}-{other[8:]}-{other[5:7]}"
    return one == swapped or sum(a != b for a, b in zip(one, other, strict=False)) <= 1


def _may_be(one: NamedBirth, other: NamedBirth) -> bool:
    """Whether the years in which they were born can be the same, as far as anybody has said."""
    spans = [(int(each.born[:4]),) * 2 if each.born else each.ages for each in (one, other)]
    if not all(any(span) for span in spans):
        return True
    return max(low for low, _ in spans) <= min(high for _, high in spans)
