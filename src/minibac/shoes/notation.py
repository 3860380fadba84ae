r"""The shoe notation: a file of lines that a person reads and a program reads back, one line a coup.

    shoe-notation 1
    [shoe "s42-1/3"]
    [rulebook "section-42"]
    cut 208
    burn 7h x x x x x x x
    1. Kh 2s 3d | Qd 5c = T- 5:5 $3 banker 25.00 push +0.00
    2. void 9s | ? ; spilled
    3. = Bb

``docs/shoe-notation.md`` is the specification. Reading never guesses: a line that is not of the notation comes back as
:class:`Unread` with the reason, and the reading goes on.

>>> found = list(read_notation(["shoe-notation 1", "1. Kh 2s 3d | Qd 5c = T-"]))
>>> found[0].number, found[0].winner, [card.face for card in found[0].player]
(1, 'T', ['Kh', '2s', '3d'])
>>> line_of(found[0])
'1. Kh 2s 3d | Qd 5c = T-'
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final

from minibac.shoes.noted import (
    HIDDEN,
    OUTCOMES,
    STATUSES,
    UNREAD,
    Comment,
    Fact,
    Fields,
    Item,
    NotedBurn,
    NotedCard,
    NotedCoup,
    NotedCut,
    NotedMoment,
    NotedWager,
    Unread,
)

FIRST_LINE: Final = "shoe-notation 1"
ENDING: Final = ".shoe"
LONGEST_LINE: Final = 65_536
"""Longer lines are set aside: a shoe's order with its names is a tenth of it."""

BLANK: Final = " \t"
_FACE = "[A2-9TJQK][shdc]?"
_CARD = re.compile(
    rf"(?P<revoked>(?:\({_FACE}\))*)(?P<face>{_FACE}|[?x])(?:@(?P<drawn>[1-9][0-9]?))?"
    r"(?:~(?P<sure>100|[0-9]{1,2}(?:\.[0-9]{1,4})?))?"
)
_NAME = "[a-z][a-z0-9._-]{0,63}"
_TOKEN = re.compile(
    r"[ \t]*(?:"
    rf'(?P<field>{_NAME})="(?P<value>(?:[^"\\]|\\.)*)"'
    r"|\{(?P<remark>(?:[^}\\]|\\.)*)\}"
    r"|;(?P<comment>.*)"
    r"|(?P<word>[^ \t;{}\"]+)"
    r")"
)
_WORD = re.compile(r"[^ \t]+")
_MORE = re.compile('[;{}"]')
_FACT = re.compile(rf'\[({_NAME}) "((?:[^"\\]|\\.)*)"\][ \t]*')
_NUMBER = re.compile(r"([1-9][0-9]{0,8})\.")
_RESULT = re.compile(r"([PBT])(-|bp|b|p)?")
_COUNTS = re.compile(r"([0-9]{1,2}):([0-9]{1,2})")
_MONEY = re.compile(r"([0-9]{1,13})\.([0-9]{2})")
_SEAT = re.compile(r"\$([1-9][0-9]?)")
_ESCAPED = re.compile(r"\\(.)")
_PLAIN = {"n": "\n", "r": "\r", "t": "\t"}


class NotationError(ValueError):
    """A line that is not of the notation, or something that cannot be written in it; the text is one sentence."""


# ------------------------------------------------------------------------------------------------------------ reading


def read_notation(lines: Iterable[str]) -> Iterator[Item | Unread]:
    """The items of a file, line by line: however long it is, one line is held at a time."""
    for line_no, line in enumerate(lines, start=1):
        item = read_line(line, line_no)
        if item is not None:
            yield item


def read_line(line: str, line_no: int) -> Item | Unread | None:
    """What one line of a file says; nothing where it is blank, or the first line as it should be."""
    text = line.rstrip("\r\n")
    if line_no == 1:
        if text.removeprefix("\ufeff").rstrip() != FIRST_LINE:
            return Unread(1, text[:200], f"the first line of a shoe notation is {FIRST_LINE!r}")
        return None
    if not text.strip(BLANK):
        return None
    try:
        return item_of(text)
    except NotationError as error:
        return Unread(line_no, text[:200], str(error))


def item_of(text: str) -> Item:
    """What one line says; raises :class:`NotationError`."""
    if len(text) > LONGEST_LINE:
        raise NotationError(f"a line is at most {LONGEST_LINE:,} characters long")
    if text.startswith("#"):
        return Comment(_unescaped(text[1:].removeprefix(" ")))
    if text.startswith("["):
        if not (fact := _FACT.fullmatch(text)):
            raise NotationError('a fact is written [name "value"]')
        return Fact(fact[1], _unescaped(fact[2]))
    line = _Line(text)
    if line.words and (numbered := _NUMBER.fullmatch(line.words[0])):
        return _coup(int(numbered[1]), line, line.words[1:])
    if line.words and (line.words[0] in ("=", "|", *STATUSES) or _CARD.fullmatch(line.words[0])):
        return _coup(0, line, line.words)
    return _between(line)


class _Line:
    """A line in its parts: words, fields, remarks, and the comment at its end."""

    def __init__(self, text: str) -> None:
        self.words: list[str] = []
        self.comment = ""
        self.fields: Fields = ()
        self.remarks: tuple[str, ...] = ()
        if not _MORE.search(text):
            self.words = _WORD.findall(text)
            return
        fields, remarks = [], []
        at, end = 0, len(text.rstrip(BLANK))
        while at < end:
            token = _TOKEN.match(text, at)
            if token is None:
                raise NotationError(
                    f"{text[at : at + 20].strip()!r} is neither a word, a field, a remark nor a comment"
                )
            blank, at = text[at] in BLANK, token.end()
            if token["field"] is not None:
                if not blank:
                    raise NotationError(f"a blank stands before a field: {token['field']}")
                fields.append((token["field"], _unescaped(token["value"])))
            elif token["remark"] is not None:
                remarks.append(_unescaped(token["remark"]))
            elif token["comment"] is not None:
                self.comment = _unescaped(token["comment"].removeprefix(" "))
            elif fields or remarks:
                raise NotationError(f"{token['word']!r}: after fields and remarks stands a comment or nothing")
            else:
                self.words.append(token["word"])
        self.fields, self.remarks = tuple(fields), tuple(remarks)


def _between(line: _Line) -> Item:
    if not line.words:
        raise NotationError("a line begins with a coup, a fact, or a word such as burn")
    what, *rest = line.words
    if what == "burn" and not line.remarks:
        return NotedBurn(_cards(rest), line.fields, line.comment)
    if what == "cut" and not line.remarks:
        if len(rest) != 1 or not re.fullmatch("[0-9]{1,5}", rest[0]):
            raise NotationError("a cut says how many cards went to the bottom: cut 208")
        return NotedCut(int(rest[0]), line.fields, line.comment)
    if not re.fullmatch(_NAME, what):
        raise NotationError(f"{what!r} begins no line: a coup begins with its number, a moment with a small word")
    if what in ("burn", "cut"):
        raise NotationError(f"a remark stands on a line of its own, or in a coup; {what} has none")
    return NotedMoment(what, _cards(rest), line.fields, line.remarks, line.comment)


def _coup(number: int, line: _Line, words: Sequence[str]) -> NotedCoup:
    left = list(words)
    status = left.pop(0) if left and left[0] in STATUSES else ""
    hands: dict[str, list[str]] = {"player": [], "banker": [], "over": []}
    here = "player"
    while left and left[0] != "=" and not left[0].startswith("$"):
        word = left.pop(0)
        if word == "|" and here == "player":
            here = "banker"
        elif word == "+" and here == "banker":
            here = "over"
        else:
            hands[here].append(word)
    winner, pairs, counts = _result(left)
    return NotedCoup(
        number=number,
        status=status,
        player=_cards(hands["player"]),
        banker=_cards(hands["banker"]),
        over=_cards(hands["over"]),
        winner=winner,
        pairs=pairs,
        counts=counts,
        wagers=_wagers(left),
        fields=line.fields,
        remarks=line.remarks,
        comment=line.comment,
    )


def _result(left: list[str]) -> tuple[str, str | None, tuple[int, int] | None]:
    """The result at the head of what is left, which it takes off."""
    if not left or left[0] != "=":
        return "", None, None
    left.pop(0)
    winner, pairs = "", None
    if left and (result := _RESULT.fullmatch(left[0])):
        winner, pairs = result[1], None if result[2] is None else result[2].removeprefix("-")
        left.pop(0)
    counts = None
    if left and (found := _COUNTS.fullmatch(left[0])):
        counts = int(found[1]), int(found[2])
        left.pop(0)
    if not winner and counts is None:
        raise NotationError("after = stands P, B or T, with pairs such as Bb or P-, or the counts 5:6, or both")
    return winner, pairs, counts


def _wagers(left: list[str]) -> tuple[NotedWager, ...]:
    found = []
    while left:
        seat = _SEAT.fullmatch(left.pop(0))
        if seat is None or len(left) < 2:
            raise NotationError("after the result stand wagers: $3 banker 25.00 win +23.75 vigorish 1.25")
        wager, stake = left.pop(0), _cents(left.pop(0))
        if not re.fullmatch(_NAME, wager):
            raise NotationError(f"{wager!r} is no name of a wager")
        outcome = left.pop(0) if left and left[0] in OUTCOMES else ""
        net = None
        if left and left[0][:1] in ("+", "-") and len(left[0]) > 1:
            text = left.pop(0)
            net = _cents(text[1:]) * (1 if text[0] == "+" else -1)
        more = {}
        for name in ("vigorish", "added", "coupon"):
            if len(left) > 1 and left[0] == name:
                left.pop(0)
                more[f"{name}_cents"] = _cents(left.pop(0))
        found.append(NotedWager(int(seat[1]), wager, stake, outcome, net, **more))
    return tuple(found)


def _cards(words: Iterable[str]) -> tuple[NotedCard, ...]:
    return tuple(map(card_of, words))


@lru_cache(4096)
def card_of(word: str) -> NotedCard:
    """A card as it is noted: ``Kh``, ``K``, ``?``, ``x``, ``Kh@3``, ``Kh~93.5``, ``(Qh)Qd``."""
    told = _CARD.fullmatch(word)
    if told is None:
        raise NotationError(f"{word!r} is no card: Kh, K where the suit is not known, ? not read, x never turned")
    if told["face"] in (UNREAD, HIDDEN) and told["sure"]:
        raise NotationError(f"{word!r}: what was not read was not read with confidence either")
    revoked = tuple(told["revoked"][1:-1].split(")(")) if told["revoked"] else ()
    sure = Decimal(told["sure"]) if told["sure"] else None
    return NotedCard(told["face"], int(told["drawn"] or 0), sure, revoked)


def _cents(text: str) -> int:
    told = _MONEY.fullmatch(text)
    if told is None:
        raise NotationError(f"{text!r} is no amount: 25.00")
    return int(told[1]) * 100 + int(told[2])


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: _PLAIN.get(found[1], found[1]), text)


# ------------------------------------------------------------------------------------------------------------ writing


def written(items: Iterable[Item]) -> Iterator[str]:
    """The lines of a file, each with its line break."""
    yield FIRST_LINE + "\n"
    for item in items:
        yield line_of(item) + "\n"


def line_of(item: Item) -> str:
    """One item as one line; raises :class:`NotationError` where it cannot be read back."""
    if isinstance(item, Comment):
        line = f"# {_escaped(item.text, '')}"
    elif isinstance(item, Fact):
        line = f'[{item.name} "{_escaped(item.value, chr(34))}"]'
    else:
        line = " ".join(_words(item))
    if item_of(line) != item:
        raise NotationError(f"this cannot be noted: {item}")
    return line


def _words(item: NotedBurn | NotedCut | NotedMoment | NotedCoup) -> Iterator[str]:
    if isinstance(item, NotedCoup):
        yield from _coup_words(item)
    elif isinstance(item, NotedCut):
        yield f"cut {item.position}"
    else:
        yield "burn" if isinstance(item, NotedBurn) else item.what
        yield from map(card_word, item.cards)
    for name, value in item.fields:
        yield f'{name}="{_escaped(value, chr(34))}"'
    if isinstance(item, NotedMoment | NotedCoup):
        for remark in item.remarks:
            yield f"{{{_escaped(remark, '}')}}}"
    if item.comment:
        yield f"; {_escaped(item.comment, '')}"


def _coup_words(coup: NotedCoup) -> Iterator[str]:
    if coup.number:
        yield f"{coup.number}."
    if coup.status:
        yield coup.status
    yield from map(card_word, coup.player)
    if coup.banker or coup.over or (coup.player and not coup.number) or not (coup.winner or coup.counts or coup.number):
        yield "|"
    yield from map(card_word, coup.banker)
    if coup.over:
        yield "+"
        yield from map(card_word, coup.over)
    if coup.winner or coup.counts:
        yield "="
    if coup.winner:
        yield coup.winner + ("" if coup.pairs is None else coup.pairs or "-")
    if coup.counts:
        yield "{}:{}".format(*coup.counts)
    for wager in coup.wagers:
        yield from wager_words(wager)


def wager_words(wager: NotedWager) -> Iterator[str]:
    """A wager as it stands behind its coup."""
    yield f"${wager.seat} {wager.wager} {_money(wager.stake_cents)}"
    if wager.outcome:
        yield wager.outcome
    if wager.net_cents is not None:
        yield ("-" if wager.net_cents < 0 else "+") + _money(abs(wager.net_cents))
    for name in ("vigorish", "added", "coupon"):
        if cents := getattr(wager, f"{name}_cents"):
            yield f"{name} {_money(cents)}"


def card_word(card: NotedCard) -> str:
    """A card as it stands in its hand."""
    revoked = "".join(f"({face})" for face in card.revoked)
    drawn = f"@{card.drawn}" if card.drawn else ""
    sure = "" if card.sure is None else f"~{card.sure}"
    return f"{revoked}{card.face}{drawn}{sure}"


def _money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def _escaped(text: str, also: str) -> str:
    kept = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    if also:
        return kept.replace(also, f"\\{also}")
    return f"{kept[:-1]}\\ " if kept.endswith(" ") else kept  # a blank at the end of a line would not be seen
