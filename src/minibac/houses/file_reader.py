"""Reading a TOML file key by key: every fault is kept, with the place it stands at, and reading goes on.

Nothing here knows what a house is. A :class:`Place` is one table of a file; asking it for a key gives the value, or
``None`` after it has written down why there is none.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import TypeGuard, TypeVar, cast

from minibac.rules.house_rules import Reference
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.words import did_you_mean, listed
from minibac.voice.said import NOTHING, Said, many, said
from minibac.voice.times import NO_ZONE, in_zone

T = TypeVar("T")

LARGEST = 10**12
"""No setting of a house is larger; a longer number is a slip of the hand."""

LONGEST_SHOWN = 60
BARE_KEY = re.compile(r"[A-Za-z0-9_-]{1,60}")


def shown(value: object) -> str:
    """A value the way a TOML file shows it, short enough for a sentence.

    >>> shown(True), shown("tie-25"), shown([5, 25])
    ('true', '"tie-25"', '[5, 25]')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) <= LARGEST else "a number of too many digits"
    if isinstance(value, str):
        text = f'"{_clean(value)}"'
    elif isinstance(value, list):
        text = f"[{', '.join(shown(item) for item in value[:10])}{', …' if len(value) > 10 else ''}]"
    elif isinstance(value, Mapping):
        text = f"a table with {listed((key_word(str(key)) for key in list(value)[:5]), 'and') or 'nothing in it'}"
    else:
        text = str(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def key_word(key: str) -> str:
    """A key of the file, in quotes where TOML would want them."""
    return key if BARE_KEY.fullmatch(key) else f'"{_clean(key)[:LONGEST_SHOWN]}"'


def _clean(text: str) -> str:
    """One line of printable characters, however the file was written."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def is_whole(value: object) -> TypeGuard[int]:
    """A whole number of a size that people write. TOML's ``true`` is no number."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST


class Place:
    """One table of the file: its values, where it stands, and the list that collects the faults of the whole file."""

    def __init__(
        self,
        faults: list[Refusal],
        file: str,
        path: tuple[str, ...],
        values: Mapping[str, object],
        zone: str = NO_ZONE,
    ) -> None:
        self.faults = faults
        self.file = file
        self.path = path
        self.values = values
        self.zone = zone
        """The time zone of the house."""
        self.known: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def where(self, *keys: str) -> str:
        """``house.toml: tables.ma-1.limits``: how a sentence begins."""
        dotted = ".".join(map(key_word, (*self.path, *keys)))
        return f"{self.file}: {dotted}" if dotted else self.file

    def fault(
        self, key: str, sentence: Said, *clauses: str, code: Code = Code.HOUSE_FILE, allowed: tuple[str, ...] = ()
    ) -> None:
        """Write down what is wrong with a key, or with the table itself when ``key`` is empty."""
        self.add(key, [refuse(code, sentence, *clauses, allowed=allowed)])

    def add(self, key: str, refusals: Iterable[Refusal]) -> None:
        """Take over refusals that know nothing of the file, with the place put in front."""
        place = self.where(key) if key else self.where()
        self.faults += [
            refusal._replace(said=said("{place}: {sentence}", place=place, sentence=refusal.said))
            for refusal in refusals
        ]

    def missing(self, key: str, what: Said) -> None:
        """A key that the house has to state and does not."""
        self.fault(key, said("is not stated; {what}", what=what), code=Code.MISSING_CHOICE)

    def text(self, key: str, must: Said | None = None) -> str | None:
        """Words that say something. ``must`` says what they are for, where the file has to state them."""
        value = self._one(str, key, must, said("words in quotes"))
        if value is None:
            return None
        if must and not value.strip():
            self.fault(key, said("is empty; {what}", what=must), code=Code.MISSING_CHOICE)
        return value.strip() or None

    def choice(self, key: str, words: Iterable[str], must: Said | None = None) -> str | None:
        """One of certain words."""
        words = tuple(words)
        value = self._take(key, must)
        if value is None:
            return None
        if isinstance(value, str) and value in words:
            return value
        hint = did_you_mean(value, words) if isinstance(value, str) else NOTHING
        sentence = said("{value} is not known{did_you_mean}; write {words}", value=shown(value), did_you_mean=hint)
        self.fault(key, sentence.about(words=many(words)), allowed=words)
        return None

    def whole(self, key: str, must: Said | None = None, at_least: int = 0) -> int | None:
        """A whole number."""
        value = self._take(key, must)
        if value is None:
            return None
        if not is_whole(value) or value < at_least:
            self._wrong(key, value, said("a whole number of {least} or more", least=at_least))
            return None
        return value

    def wholes(self, key: str, must: Said | None = None, at_least: int = 0) -> tuple[int, ...] | None:
        """A list of whole numbers, one at least."""
        value = self._take(key, must)
        if value is None:
            return None
        if isinstance(value, list) and value and all(is_whole(item) and item >= at_least for item in value):
            return tuple(value)
        self._wrong(key, value, said("a list of whole numbers of {least} or more", least=at_least))
        return None

    def switch(self, key: str, must: Said | None = None) -> bool | None:
        """``true`` or ``false``."""
        return self._one(bool, key, must, said("true or false"))

    def words(self, key: str, must: Said | None = None) -> tuple[str, ...] | None:
        """A list of words, each of them once."""
        value = self._take(key, must)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self._wrong(key, value, said("a list of words in quotes"))
            return None
        return tuple(value)

    def moment(self, key: str, must: Said | None = None) -> datetime | None:
        """A date with a time of day; one that says no zone is by the clock of the house."""
        read = self._one(datetime, key, must, said("a date with a time, such as 2026-01-01T09:00:00"))
        return None if read is None else in_zone(read, self.zone).astimezone(UTC)

    def table(self, key: str, must: Said | None = None) -> "Place | None":
        """A table inside this one."""
        value = self._take(key, must)
        if value is None:
            return None
        if not isinstance(value, Mapping):
            self._wrong(key, value, said("a table, as [{path}]", path=".".join((*self.path, key))))
            return None
        return self._inside(value, key)

    def tables(self, key: str, must: Said | None = None) -> dict[str, "Place"]:
        """A table whose keys are names and whose values are tables, in the order of the file."""
        outer = self.table(key, must)
        if outer is None:
            return {}
        if must and not outer.values:
            outer.missing("", must)
        names = list(outer.values)
        return {name: place for name in names if (place := outer.table(name)) is not None}

    def rows(self, key: str, must: Said | None = None) -> "list[Place] | None":
        """A list of tables; of one that holds something else too the tables are read all the same."""
        value = self._take(key, must)
        if value is None:
            return None
        items = value if isinstance(value, list) else []
        tables = [(number, item) for number, item in enumerate(items, start=1) if isinstance(item, Mapping)]
        if not isinstance(value, list) or len(tables) < len(items):
            self._wrong(key, value, said("a list of tables, as [[{path}]]", path=".".join((*self.path, key))))
            if not tables:
                return None
        return [self._inside(item, f"{key}[{number}]") for number, item in tables]

    def date(self, key: str) -> str | None:
        """A date, written as TOML writes it or in quotes."""
        value = self._take(key, None)
        if isinstance(value, date):
            return value.date().isoformat() if isinstance(value, datetime) else value.isoformat()
        if value is None or (isinstance(value, str) and not value.strip()):
            return None
        try:
            return date.fromisoformat(cast(str, value).strip()).isoformat()
        except (AttributeError, TypeError, ValueError):
            self._wrong(key, value, said("a date such as 2026-01-01"))
            return None

    def reference(self) -> Reference:
        """This table as a paper the house holds."""
        reference = Reference(self.text("authority") or "", self.text("reference") or "", self.date("date") or "")
        self.unknown()
        return reference

    def unknown(self) -> None:
        """Write down every key nobody has asked for, with the nearest right word."""
        for key in self.values:
            if key not in self.known:
                sentence = said("there is no such key{did_you_mean}; here are {keys}", keys=many(self.known, "and"))
                sentence = sentence.about(did_you_mean=did_you_mean(key, self.known))
                self.fault(key, sentence, allowed=tuple(self.known))

    def _one(self, kind: type[T], key: str, must: Said | None, right: Said) -> T | None:
        """A value of one kind."""
        value = self._take(key, must)
        if value is None or isinstance(value, kind):
            return value
        self._wrong(key, value, right)
        return None

    def _take(self, key: str, must: Said | None) -> object | None:
        if key not in self.known:
            self.known.append(key)
        if must and key not in self.values:
            self.missing(key, must)
        return self.values.get(key)

    def _wrong(self, key: str, value: object, right: Said) -> None:
        self.fault(key, said("{value} is not {right}", value=shown(value), right=right), allowed=(str(right),))

    def _inside(self, values: Mapping[str, object], *keys: str) -> "Place":
        return Place(self.faults, self.file, (*self.path, *keys), values, self.zone)
