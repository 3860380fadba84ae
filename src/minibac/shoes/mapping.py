"""The mapping file: which column, or which place in an object, tells what of a coup.

    shoe = "Shoe"
    winner = "Result"
    player = ["P1", "P2", "P3"]

It is TOML. A place in JSON is a path, ``hands.player.cards``; a column of a table without a header is its number.
"""

import tomllib
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from minibac.shoes.noted import STATUSES
from minibac.voice.misread import in_our_words

Places = str | tuple[str, ...]


class MappingError(ValueError):
    """A mapping file that is none; the text is one sentence."""


class WagerPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a wager and what became of it are told."""

    wager: str = ""
    """Its id, as ``banker``."""
    wager_in: str = ""
    """Where it is told which wager it is: in a table a row is a wager then."""
    each: str = ""
    """In JSON, where a coup has its list of wagers; what else is told lies in each of its objects."""
    stake: str
    seat: int | str = 1
    """The number of the seat, or where it is told."""
    outcome: str = ""
    net: str = ""
    vigorish: str = ""


class ShoeMapping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Where everything is told. What is left empty is not told."""

    code: str = ""
    """How its signs are written, where it is neither UTF-8 nor the UTF-16 of a spreadsheet: ``windows-1252``."""
    delimiter: str = ""
    """Between the columns of a table; what its first line has where this is empty."""
    skip: int = 0
    """Lines that stand before a table: a title, a date."""
    header: bool = True
    """Whether the first line of a table names its columns; otherwise they are numbers from 1 on."""
    coups: str = ""
    """In JSON, where an object has its list of coups; empty where each object is a coup."""
    shoe: str = ""
    table: str = ""
    """Which table the shoe is of: rows of several tables may stand by turns, and each has shoes of its own."""
    device: str = ""
    dealer: str = ""
    newest_first: bool = False
    """Whether the last coup stands first."""
    coup: str = ""
    together: bool = False
    """Whether rows beside each other with the same number are one coup."""
    card: str = ""
    """In a table in which a row is a card."""
    hand: str = ""
    """Whose card it is."""
    drawn: str = ""
    """Which card of the coup it was as it left the shoe."""
    results: Places = ()
    """In a table in which a row is a shoe: one place with all results, or a place for each."""
    at: str = ""
    at_format: str = ""
    status: str = ""
    player: Places = ()
    """One place with all cards, or a place for each."""
    banker: Places = ()
    card_rank: str = ""
    """In JSON, where a card that is an object has its rank and its suit."""
    card_suit: str = ""
    winner: str = ""
    player_count: str = ""
    banker_count: str = ""
    player_pair: str = ""
    banker_pair: str = ""
    amounts: str = "dollars"
    keep: bool = True
    """Whether everything else is kept, under its own name."""
    wagers: tuple[WagerPlaces, ...] = ()
    facts: dict[str, str] = {}
    cards: dict[str, str] = {}
    winners: dict[str, str] = {}
    hands: dict[str, str] = {}
    bets: dict[str, str] = {}
    statuses: dict[str, str] = {}

    @property
    def tells(self) -> bool:
        """Whether it tells anything of a coup but its number, its time and its shoe."""
        return any(getattr(self, name) for name in TELLING)

    @property
    def many_rows(self) -> bool:
        """Whether several rows may tell one coup."""
        return self.together or bool(self.card) or any(wager.wager_in and not wager.each for wager in self.wagers)

    @property
    def places(self) -> Iterator[str]:
        """Every place that is named."""
        for name in PLACES:
            told = getattr(self, name)
            yield from (told,) if isinstance(told, str) else told
        for wager in self.wagers:
            if wager.each:
                yield wager.each
                continue
            yield from (wager.wager_in, wager.stake, wager.outcome, wager.net, wager.vigorish)
            yield wager.seat if isinstance(wager.seat, str) else ""


CODES: Final = (
    "utf-8", "utf-16", "windows-1250", "windows-1251", "windows-1252", "latin-1", "gb18030", "big5", "shift-jis",
    "euc-kr", "mac-roman",
)  # fmt: skip
"""Codes of text that tables come in."""
PLACES: Final = (
    "shoe", "table", "device", "dealer", "coup", "at", "status", "player", "banker", "winner", "player_count",
    "banker_count", "player_pair", "banker_pair", "card", "hand", "drawn", "results",
)  # fmt: skip
TELLING: Final = (
    "player", "banker", "winner", "player_count", "banker_count", "player_pair", "banker_pair", "status", "card",
    "results",
)  # fmt: skip
"""Without one of these a mapping tells nothing of a coup."""


def read_mapping(data: bytes) -> ShoeMapping:
    """A mapping out of the bytes of its file; raises :class:`MappingError`."""
    try:
        read: Any = tomllib.loads(data.decode())
        mapping = msgspec.convert(read, ShoeMapping)
    except tomllib.TOMLDecodeError as error:
        raise MappingError(f"this is no TOML: {error}") from None
    except (msgspec.ValidationError, UnicodeDecodeError) as error:
        raise MappingError(in_our_words(error)) from None
    if not mapping.tells:
        raise MappingError(f"it tells nothing of a coup: one of {', '.join(TELLING)} does")
    if mapping.table and not mapping.shoe:
        raise MappingError("table says whose shoe it is, and shoe which one: there is no shoe")
    _check_shape(mapping)
    if mapping.amounts not in ("dollars", "cents"):
        raise MappingError(f"amounts are dollars or cents, not {mapping.amounts!r}")
    if mapping.code and mapping.code.lower() not in CODES:
        raise MappingError(f"code is one of {', '.join(CODES)}, not {mapping.code!r}")
    if mapping.skip < 0:
        raise MappingError(f"skip is a number of lines, not {mapping.skip}")
    if len(mapping.delimiter) > 1:
        raise MappingError(f"a delimiter is one character, and {mapping.delimiter!r} is not")
    meanings = (("winners", ("P", "B", "T")), ("hands", ("P", "B")), ("statuses", ("", *STATUSES)))
    for name, means in meanings:
        for word, meaning in getattr(mapping, name).items():
            if meaning not in means:
                raise MappingError(f"{name}: {word!r} means one of {', '.join(filter(None, means))}, not {meaning!r}")
    return mapping


def _check_shape(mapping: ShoeMapping) -> None:
    """What a row is: a coup, or a part of one, or a shoe."""
    if mapping.many_rows and not mapping.coup:
        raise MappingError("rows of one coup are put together by its number: coup says where it is told")
    if bool(mapping.card) != bool(mapping.hand) or (mapping.drawn and not mapping.card):
        raise MappingError("card says which card a row is, and hand whose: one needs the other")
    if mapping.card and (mapping.player or mapping.banker):
        raise MappingError("a row is one card, or has the cards of a hand: card and hand, or player and banker")
    of_a_coup = [name for name in OF_A_COUP if getattr(mapping, name)]
    if mapping.results and of_a_coup:
        raise MappingError(f"a row of results is a whole shoe: {', '.join(of_a_coup)} cannot be told of it")
    for wager in mapping.wagers:
        if bool(wager.wager) == bool(wager.wager_in):
            raise MappingError("a wager has its id, as wager = 'banker', or wager_in says where it is told")


OF_A_COUP: Final = (
    "newest_first", "coup", "together", "at", "status", "card", "player", "banker", "winner", "player_count",
    "banker_count", "player_pair", "banker_pair", "wagers",
)  # fmt: skip
"""What is told of one coup, and not of a shoe in a row."""


def mapping_text(mapping: ShoeMapping) -> str:
    """A mapping as its file; what is usual is left out."""
    plain = msgspec.to_builtins(mapping)
    lines = [
        f"{name} = {_toml(value)}" for name, value in plain.items() if not isinstance(value, dict) and name != "wagers"
    ]
    for name, value in plain.items():
        if isinstance(value, dict):
            lines += ["", f"[{name}]", *(f"{_toml(key)} = {_toml(one)}" for key, one in value.items())]
    for wager in plain.get("wagers", ()):
        lines += ["", "[[wagers]]", *(f"{name} = {_toml(value)}" for name, value in wager.items() if value != "")]
    return "\n".join([*lines, ""])


def _toml(value: object) -> str:
    """A text, a number, a switch or a list of them; TOML writes all of these as JSON does."""
    return msgspec.json.encode(value).decode()
