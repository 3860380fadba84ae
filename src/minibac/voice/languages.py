"""The languages things are said in: each is one file of ``catalogues/``.

A catalogue is ``{"manner": {…}, "templates": {English template: template in this language}}``. The manner is what
`Manner` says: the name of the language, its html tag, how rows, counted nouns, money, cards and the clock are written.
English has a manner and no templates: there each template stands for itself, and so it does where an entry is missing.
A further language is a further file: the tests in ``tests/voice`` say what it lacks, and a script there sorts it.

>>> from minibac.voice.said import Money, said
>>> languages()
('en', 'zh')
>>> render(said("Seat {seat} buys chips for {sum}.", seat=3, sum=Money(50_00)), "zh")
'3 号位买入 $50。'
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from unicodedata import east_asian_width

import msgspec

from minibac.voice.said import Manner, Said, written

CATALOGUES = files("minibac.voice") / "catalogues"


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language: its manner, and each English template in it."""

    manner: Manner
    templates: Mapping[str, str] = {}


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages there are, each by the name of its file."""
    return tuple(
        sorted(file.name.removesuffix(".json") for file in CATALOGUES.iterdir() if file.name.endswith(".json"))
    )


def source(language: str) -> bytes:
    """The file of a language, for whoever renders elsewhere: the page does."""
    return (CATALOGUES / f"{language}.json").read_bytes()


@cache
def catalogue(language: str) -> Catalogue:
    """A language, read once."""
    return msgspec.json.decode(source(language), type=Catalogue)


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: a Chinese character takes two.

    >>> columns("Tie"), columns("和局")
    (3, 4)
    """
    return len(text) if text.isascii() else sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def render(told: Said, language: str) -> str:
    """What is said, in a language."""
    chosen = catalogue(language)
    return written(told, chosen.manner, lambda template: chosen.templates.get(template, template))
