"""What is said: a template in plain English, and the facts that fill it.

>>> told = said("seat {seat} puts {stake} on {wager}", seat=3, stake=Money(25_00), wager=said("Banker"))
>>> str(told)
'seat 3 puts $25.00 on Banker'

A template travels with its facts, never as a finished sentence, so that a page or a terminal can say it in another
language. After the name of a fact may stand how it is written. A number that counts something names one and many (a
language without that difference names the number alone). ``^`` begins with a capital letter, ``_`` with a small one,
and ``.`` leaves out the full stop at the end, so that a sentence can stand inside another.

>>> [str(said("{cards_count:card|cards} to burn", cards_count=count)) for count in (1, 9)]
['1 card to burn', '9 cards to burn']
>>> str(said("{who:^} cuts", who=said("the dealer")))
'The dealer cuts'
>>> str(said("not so: {step:_.}", step=said("The cards are stacked.")))
'not so: the cards are stacked'

Where one English word needs two translations, a context in small letters stands before it: ``said("hand|Player")`` is
"Player" in English, and another word than ``said("Player")`` in a catalogue.
"""

import errno
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Literal, TypeVar, Union

import msgspec

from minibac.voice.times import NO_ZONE, clock_time


class Money(msgspec.Struct, frozen=True, tag_field="is", tag="money"):
    """A sum in whole cents."""

    cents: int


class Cards(msgspec.Struct, frozen=True, tag_field="is", tag="cards"):
    """Cards in an order, each as ``Td``."""

    cards: tuple[str, ...]
    """Each as ``Td``."""


class Moment(msgspec.Struct, frozen=True, tag_field="is", tag="moment", omit_defaults=True):
    """A time in milliseconds since 1970, told as the time of day on the clock of the house.

    >>> str(said("until {at}", at=Moment(1_793_511_000_000, "America/New_York")))
    'until 01:30:00 UTC-04:00'
    """

    at: int
    zone: str = NO_ZONE


class Somebody(msgspec.Struct, frozen=True, tag_field="is", tag="person", omit_defaults=True):
    """A person, by the number for the record. Logs keep no names: whoever tells it at a door adds the name.

    >>> str(said("{who} cuts", who=Somebody("p-0012"))), str(said("{who} cuts", who=Somebody("p-0012", "Maria Lopez")))
    ('p-0012 cuts', 'Maria Lopez (p-0012) cuts')
    """

    id: str
    name: str = ""


Joined = Literal["or", "and", ";", ",", " "]
"""How things stand in a row: the last after ``or`` or ``and``, or all with the same sign between them."""


class Many(msgspec.Struct, frozen=True, tag_field="is", tag="many", omit_defaults=True):
    """Several things in a row."""

    items: tuple["Fact", ...]
    last: Joined = "or"
    """What stands before the last."""


class Said(msgspec.Struct, frozen=True, tag_field="is", tag="said", omit_defaults=True):
    """A template and its facts. As a string it is the English sentence."""

    template: str
    facts: Mapping[str, "Fact"] = {}

    def __str__(self) -> str:
        return written(self, ENGLISH, str)

    def __bool__(self) -> bool:
        return bool(self.template)

    def about(self, **facts: "Fact") -> "Said":
        """The same, with these facts: where one of several templates is said of the same things."""
        return Said(self.template, {**self.facts, **facts})

    def __hash__(self) -> int:
        return hash(self.template)


Fact = Union[str, int, float, Money, Cards, Moment, Somebody, Many, Said]  # noqa: UP007
"""A plain string is a name or somebody's own words: it is the same in every language."""

NOTHING = Said("")
"""What is left unsaid."""


ROWS = {"or": (", ", " or "), "and": (", ", " and "), ";": ("; ", "; "), ",": (", ", ", "), " ": (" ", " ")}


class Manner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language writes what is no word: the head of its catalogue. What is not stated is as in English."""

    name: str = "English"
    tag: str = "en"
    rows: Mapping[str, tuple[str, str]] = msgspec.field(default_factory=lambda: ROWS)
    """For each way to stand in a row: what goes between two things, and what goes before the last."""
    plural: tuple[tuple[int, int], ...] = ((1, 1),)
    """For each form of a counted noun but the last, the numbers (from, to) that it is for; none: there is one form."""
    counted: str = "{number} {noun}"
    money: str = "${sum}"
    cents: Literal["always", "if-any"] = "always"
    thousands: str = ","
    point: str = "."
    card: str = "{rank}{suit}"
    ranks: Mapping[str, str] = {}
    suits: Mapping[str, str] = {}
    clock: str = "{hours}:{minutes}:{seconds}"
    person: str = "{name} ({id})"


ENGLISH = Manner()


def said(template: str, /, **facts: Fact) -> Said:
    """What is said here, in English, with its facts."""
    return Said(template, facts)


def many(items: Iterable[Fact], last: Joined = "or") -> Many:
    """Several things, as in a sentence.

    >>> str(said("{ways}", ways=many(["A", "B", "C"])))
    'A, B or C'
    """
    return Many(tuple(items), last)


def vocabulary(context: str, *words: str) -> dict[str, Said]:
    """Words for ids, each under the context in which it is meant. An id is written small and with hyphens.

    >>> str(vocabulary("step", "turn down")["turn-down"])
    'turn down'
    """
    return {word.replace(" ", "-").lower(): Said(f"{context}|{word}") for word in words}


SYSTEM_SAYS: Mapping[int, Said] = {
    errno.EACCES: said("permission denied"),
    errno.ENOENT: said("no such file or directory"),
    errno.EISDIR: said("it is a folder"),
    errno.ENOTDIR: said("it is no folder"),
    errno.ENOSPC: said("no space left on device"),
    errno.ECONNREFUSED: said("connection refused"),
}
"""What the system says of the commonest errors, in every language; of the others its own words are repeated."""


def words_of(error: BaseException) -> Fact:
    """What an error says: a template with its facts, or the words of whoever raised it, with a small letter.

    >>> words_of(ValueError(said("no {thing}", thing="seed"))) == said("no {thing}", thing="seed")
    True
    >>> str(words_of(IsADirectoryError(errno.EISDIR, "Is a directory")))
    'it is a folder'
    """
    if isinstance(error, UnicodeDecodeError):
        return said("it is no text in UTF-8")
    if isinstance(within := getattr(error, "reason", None), OSError):  # of a socket, inside that of a request
        return words_of(within)
    if isinstance(error, OSError) and error.strerror:
        return SYSTEM_SAYS.get(error.errno or 0) or error.strerror[:1].lower() + error.strerror[1:]
    return error.args[0] if error.args and isinstance(error.args[0], Said) else str(error)


Names = Callable[[str], str]
"""What the person with a number is called; the number itself where nobody knows."""
AnyFact = TypeVar("AnyFact", bound=Fact)


def introduced(fact: AnyFact, names: Names) -> AnyFact:
    """What is said, with the name of everybody in it beside the number."""
    told: Fact = fact
    match fact:
        case Somebody(number):
            told = Somebody(number, names(number))
        case Many(items, last):
            told = Many(tuple(introduced(item, names) for item in items), last)
        case Said(template, facts) if facts:
            told = Said(template, {name: introduced(each, names) for name, each in facts.items()})
    return told  # type: ignore[return-value]


def in_full(person: str, names: Names) -> str:
    """A person on a paper: the name, and the number for the record.

    >>> in_full("p-0012", {"p-0012": "Maria Lopez"}.get), in_full("", str)
    ('Maria Lopez (p-0012)', '')
    """
    return str(Said("{who}", {"who": Somebody(person, names(person))})) if person else ""


FLAGS = "^_."
CONTEXT = re.compile(r"[a-z]+\|")


@lru_cache(maxsize=4096)
def parts(template: str) -> tuple[tuple[str, str, str], ...]:
    """A template taken apart: text, the name of the fact that follows it, and how that is written.

    >>> parts("hand|{n:card|cards} left")
    (('', 'n', 'card|cards'), (' left', '', ''))
    """
    context = CONTEXT.match(template)
    plain = template[context.end() :] if context else template
    try:
        return tuple((text, name or "", spec or "") for text, name, spec, _ in Formatter().parse(plain))
    except ValueError:  # a text of a house's own file with a brace in it
        return ((plain, "", ""),)


def written(told: Said, manner: Manner, translated: Callable[[str], str]) -> str:
    """What is said, its templates as ``translated`` gives them and its facts in the manner of the language."""
    words = []
    for text, name, spec in parts(translated(told.template)):
        words.append(text)
        if name:
            fact = told.facts.get(name)
            words.append(f"{{{name}}}" if fact is None else _fact(fact, spec, manner, translated))
    return "".join(words)


def _fact(fact: Fact, spec: str, manner: Manner, translated: Callable[[str], str]) -> str:
    match fact:
        case int() | float():
            text = _number(fact, manner)
            if spec.strip(FLAGS):
                return manner.counted.format(number=text, noun=_form(fact, spec.split("|"), manner))
        case Money(cents):
            text = _money(cents, manner)
        case Cards(cards):
            text = " ".join(_card(card, manner) for card in cards)
        case Moment(at, zone):
            shown, _, apart = clock_time(at, zone).partition(" ")
            hours, minutes, seconds = shown.split(":")
            text = " ".join(filter(None, (manner.clock.format(hours=hours, minutes=minutes, seconds=seconds), apart)))
        case Somebody(number, name):
            text = manner.person.format(name=name, id=number) if name not in ("", number) else translated(number)
        case Many(items, last):
            between, before = manner.rows[last]
            row = [_fact(item, "", manner, translated) for item in items]
            text = before.join(filter(None, (between.join(row[:-1]), *row[-1:])))
        case Said():
            text = written(fact, manner, translated)
        case _:
            text = fact
    if "." in spec:
        text = text.removesuffix(".").removesuffix("。")
    return text[:1].upper() + text[1:] if "^" in spec else text[:1].lower() + text[1:] if "_" in spec else text


def _form(number: float, forms: list[str], manner: Manner) -> str:
    places = (place for place, (low, high) in enumerate(manner.plural) if low <= number <= high)
    return forms[min(next(places, len(manner.plural)), len(forms) - 1)]


def _number(number: float, manner: Manner) -> str:
    text = f"{number:,}" if isinstance(number, int) else f"{number:,g}"
    return text.translate({ord(","): manner.thousands, ord("."): manner.point})


def _money(cents: int, manner: Manner) -> str:
    whole, part = divmod(abs(cents), 100)
    small = f"{manner.point}{part:02}" if part or manner.cents == "always" else ""
    return ("-" if cents < 0 else "") + manner.money.format(sum=f"{_number(whole, manner)}{small}")


def _card(card: str, manner: Manner) -> str:
    rank, suit = card[:1], card[1:]
    return manner.card.format(rank=manner.ranks.get(rank, rank), suit=manner.suits.get(suit, suit))
