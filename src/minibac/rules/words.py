"""Small helps with words: the nearest right word for a typo, and lists as people write them."""

from collections.abc import Iterable
from typing import Any

from minibac.voice.said import NOTHING, Said, said


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that ``word`` was most likely meant to be; the dashes of an option make no two of them alike.

    >>> nearest("sectoin-42", ["section-42", "seneca"]), nearest("--json", ["--version"])
    ('section-42', None)
    """
    from difflib import get_close_matches  # only a typo needs it

    bare = {each.lstrip("-"): each for each in known}
    found = get_close_matches(word.lower().lstrip("-"), bare, n=1, cutoff=0.6)
    return bare[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> Said:
    """A clause for the end of a sentence: `` (did you mean …?)``, or nothing."""
    near = nearest(word, known)
    return said(" (did you mean {word}?)", word=near) if near else NOTHING


def one_or_more(words: Iterable[str]) -> tuple[str, ...]:
    """Words that were asked for; a single one may come as it is.

    >>> one_or_more("banker"), one_or_more(["tie"])
    (('banker',), ('tie',))
    """
    return (words,) if isinstance(words, str) else tuple(words)


def counted(number: int | float, noun: str) -> str:
    """A number and what it counts, which is one or many.

    >>> counted(1, "deck"), counted(1234, "shoe"), counted(1.0, "unit"), counted(0.5, "unit")
    ('1 deck', '1,234 shoes', '1 unit', '0.5 units')
    """
    shown = f"{number:g}" if isinstance(number, float) else f"{number:,}"
    return f"{shown} {noun}{'' if number == 1 else 's'}"


def named(thing: object, *names: str) -> dict[str, Any]:
    """What something says under some of its own names.

    >>> named(1j, "real", "imag")
    {'real': 0.0, 'imag': 1.0}
    """
    return {name: getattr(thing, name) for name in names}


def listed(words: Iterable[object], last: str = "or") -> str:
    """Join words as in a sentence.

    >>> listed(["A", "B", "C"])
    'A, B or C'
    """
    items = [str(word) for word in words]
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
