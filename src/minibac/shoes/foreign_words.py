"""Cards, winners, amounts and times in the words of others. What can mean two things is not read at all.

>>> [card_in(text) for text in ("KH", "♥10", "ace of spades", "QUEEN_DIAMONDS", "13", "9")]
['Kh', 'Th', 'As', 'Qd', 'K', '9']
>>> cards_in("Kh, 10s 3♦"), cards_in("KQ9")
(['Kh', 'Ts', '3d'], ['K', 'Q', '9'])
>>> winner_in("Banker wins"), cents_in("$1,025.50")
('B', 102550)
>>> winner_in("PLAYER_WIN"), winner_in("Ties"), winner_in("庄赢")
('P', 'T', 'B')
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from minibac.rules.names import WAGERS
from minibac.shoes.noted import HIDDEN, STATUSES, UNREAD

RANKS: Final = {
    **{rank: rank for rank in "A23456789TJQK"},
    "1": "A", "10": "T", "11": "J", "12": "Q", "13": "K",
    "ACE": "A", "TWO": "2", "THREE": "3", "FOUR": "4", "FIVE": "5", "SIX": "6", "SEVEN": "7", "EIGHT": "8", "NINE": "9",
    "TEN": "T", "JACK": "J", "QUEEN": "Q", "KING": "K",
}  # fmt: skip
SUITS: Final = {
    "S": "s", "H": "h", "D": "d", "C": "c",
    "♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c",
    "SPADES": "s", "HEARTS": "h", "DIAMONDS": "d", "CLUBS": "c",
    "SPADE": "s", "HEART": "h", "DIAMOND": "d", "CLUB": "c",
    "黑桃": "s", "红桃": "h", "红心": "h", "方块": "d", "方片": "d", "梅花": "c", "紅心": "h", "方塊": "d",
}  # fmt: skip
TEN_VALUED: Final = "0"
"""A ten, jack, queen or king, and nobody says which: a card whose rank is not read."""
NO_CARD: Final = frozenset({"", "-", "--", "NULL", "NONE", "NAN", "N/A"})
WINNERS: Final = {
    **dict.fromkeys(("b", "banker", "bank", "banco", "banque", "banca", "庄", "庄家", "莊", "莊家"), "B"),
    **dict.fromkeys(("p", "player", "punto", "joueur", "jugador", "spieler", "闲", "闲家", "閒", "閒家"), "P"),
    **dict.fromkeys(
        ("t", "tie", "draw", "egalite", "égalité", "empate", "unentschieden", "standoff", "和", "和局"), "T"
    ),
}
MAIN_WAGERS: Final = {"P": "player", "B": "banker", "T": "tie"}
YES: Final = frozenset({"1", "true", "yes", "y", "x"})
NO: Final = frozenset({"0", "false", "no", "n"})

_WHOLE = re.compile(r"([0-9]{1,2})\.0+")
_BETWEEN = re.compile(r"[\s,;|/+_-]+")
_NUMBERS_APART = re.compile(r"[0-9][\s,;|/+_-]+[0-9]")
"""An ace and a deuce are no queen."""
_RANK_FIRST = re.compile(
    rf"({'|'.join(sorted(RANKS, key=len, reverse=True))})(?:OF)?({'|'.join(sorted(SUITS, key=len, reverse=True))})?"
)
_SUIT_FIRST = re.compile(
    rf"({'|'.join(sorted(SUITS, key=len, reverse=True))})({'|'.join(sorted(RANKS, key=len, reverse=True))})"
)
_JOINED = re.compile(r"(?:(?:10|[A2-9TJQK])(?:[SHDC♠♥♦♣♤♡♢♧])?)+")
_ONE_OF_JOINED = re.compile(r"(?:10|[A2-9TJQK])[SHDC♠♥♦♣♤♡♢♧]?")
_SUIT_APART = re.compile(r"(?:10|1?[1-9]|[ATJQK])[\s,;|/+_-]+[SHDC]|[SHDC][\s,;|/+_-]+(?:10|1?[1-9]|[ATJQK])")
"""A nine of diamonds or, as much of Europe writes it, a nine and a queen."""
_ONE_OR_TWO = re.compile("1[0-3]")
"""As a whole hand: a queen, or an ace and a deuce."""
_WINS = re.compile(r"(?<=.)(?:[ _-]?(?:win|won)s?|s|胜|勝|赢|贏)$")
"""What may stand after the hand that won: ``Banker wins``, ``闲赢``."""
LONGEST_AMOUNT: Final = 40
"""Signs; the notation has room for fewer, and Python makes no number of thousands of digits."""
_AMOUNT = re.compile(r"([-+]?)[$€£¥]?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]{1,2}))?")
_WITH_COMMA = re.compile(r"([-+]?)[$€£¥]?([0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+),([0-9]{2})")
"""As much of the world writes it. One or two digits after a point, and two after a comma, can mean nothing else."""


class RowError(ValueError):
    """What cannot be read in a row; the text is one sentence."""


def without_point(text: str) -> str:
    """A whole number that a table of measurements writes as 9.0; anything else as it is."""
    whole = _WHOLE.fullmatch(text.strip())
    return whole[1] if whole else text


def card_in(text: str, own: Mapping[str, str] = {}) -> str:
    """A card: rank and suit, a rank alone, ``?`` or ``x``; nothing where the cell is empty."""
    plain = text.strip()
    if plain in own:
        return own[plain]
    word = without_point(plain.upper().replace("\ufe0f", ""))
    if word in NO_CARD:
        return ""
    if plain in (UNREAD, HIDDEN):
        return plain
    if word == TEN_VALUED:
        return UNREAD
    packed = "" if _NUMBERS_APART.search(word) else _BETWEEN.sub("", word)
    if matched := _RANK_FIRST.fullmatch(packed):
        return RANKS[matched[1]] + (SUITS[matched[2]] if matched[2] else "")
    if matched := _SUIT_FIRST.fullmatch(packed):
        return RANKS[matched[2]] + SUITS[matched[1]]
    raise RowError(f"{plain[:40]!r} is no card")


def cards_in(text: str, own: Mapping[str, str] = {}) -> list[str]:
    """All cards of a cell: separated, or joined as ``KhQs3d`` and ``KQ3``."""
    plain = text.strip().strip("[](){}").replace('"', "").replace("'", "")
    joined = plain.upper().replace("\ufe0f", "")
    if joined in NO_CARD:
        return []
    words = re.split(r"[\s,;|/+-]+", plain)
    if own and len(words) > 1 and not own.keys().isdisjoint(words):
        return [card for word in words if (card := card_in(word, own))]
    if _JOINED.fullmatch(joined) and joined not in RANKS and plain not in own:
        return [card_in(one) for one in _ONE_OF_JOINED.findall(joined)]
    parts = [part.strip() for part in re.split("[,;|/]", joined)]
    if plain not in own and (_ONE_OR_TWO.fullmatch(joined) or any(map(_SUIT_APART.fullmatch, (joined, *parts)))):
        raise RowError(f"{plain[:40]!r} is one card or two, and a hand has two or three")
    try:  # each card may be several words, such as "ace of spades"
        return [card for part in re.split("[,;|/]", plain) if (card := card_in(part, own))]
    except RowError:
        return [card for word in words if (card := card_in(word, own))]


def winner_in(text: str, own: Mapping[str, str] = {}) -> str:
    """``P``, ``B`` or ``T``; nothing where the cell is empty."""
    plain = text.strip()
    if plain in own:
        return own[plain]
    if not plain:
        return ""
    word = _WINS.sub("", plain.lower())
    if word not in WINNERS:
        raise RowError(f"{plain[:40]!r} is no winner: B, P, T, or what [winners] of the mapping names")
    return WINNERS[word]


def hand_in(text: str, own: Mapping[str, str] = {}) -> str:
    """``P`` or ``B``: whose card it is."""
    plain = text.strip()
    hand = own.get(plain) or WINNERS.get(plain.lower(), "")
    if hand not in ("P", "B"):
        raise RowError(f"{plain[:40]!r} is no hand: P, B, or what [hands] of the mapping names")
    return hand


def wager_in(text: str, own: Mapping[str, str] = {}) -> str:
    """The id of a wager.

    >>> wager_in("Banker"), wager_in("PLAYER_PAIR"), wager_in("庄"), wager_in("Lucky", {"Lucky": "lucky-6"})
    ('banker', 'player-pair', 'banker', 'lucky-6')
    """
    plain = text.strip()
    word = re.sub("[ _-]+", "-", plain.lower())
    wager = own.get(plain) or (word if word in WAGERS else MAIN_WAGERS.get(WINNERS.get(word, "")))
    if not wager:
        raise RowError(f"{plain[:40]!r} is no wager: its id, as player-pair, or what [bets] of the mapping names")
    return wager


def status_in(text: str, own: Mapping[str, str] = {}) -> str:
    """``void``, ``simulated``, ``broken-off``, or nothing."""
    plain = text.strip()
    if plain in own:
        return own[plain]
    if plain and plain not in STATUSES:
        raise RowError(f"{plain[:40]!r} is no status: {', '.join(STATUSES)}, or what [statuses] of the mapping names")
    return plain


def whole_in(text: str, what: str, most: int) -> int | None:
    """A whole number; nothing where the cell is empty."""
    plain = text.strip()
    if not plain:
        return None
    if not re.fullmatch("[0-9]{1,9}(?:[.]0+)?", plain) or int(plain.partition(".")[0]) > most:
        raise RowError(f"{plain[:40]!r} is no {what}: a whole number up to {most:,}")
    return int(plain.partition(".")[0])


def yes_in(text: str, what: str) -> bool | None:
    """Whether a cell says yes or no; nothing where it is empty: whoever leaves it empty may mean either."""
    word = text.strip().lower()
    if not word:
        return None
    if word not in YES | NO:
        raise RowError(f"{text.strip()[:40]!r} says neither yes nor no about {what}")
    return word in YES


def cents_in(text: str, *, cents: bool = False) -> int | None:
    """An amount in dollars, or in whole cents, with its sign; nothing where the cell is empty."""
    plain = text.strip().replace(" ", "")
    if not plain:
        return None
    amount = _AMOUNT.fullmatch(plain) or _WITH_COMMA.fullmatch(plain)
    if amount is None or len(plain) > LONGEST_AMOUNT or (cents and amount[3]):
        raise RowError(f"{plain[:40]!r} is no amount, as {'2500' if cents else '25.00'}")
    whole = int(re.sub("[.,]", "", amount[2]))
    value = whole if cents else whole * 100 + int((amount[3] or "").ljust(2, "0"))
    return -value if amount[1] == "-" else value


def time_in(text: str, written: str) -> str:
    """A time as the notation has it: from ISO 8601, from seconds or milliseconds since 1970, or by a pattern."""
    plain = text.strip()
    if not plain:
        return ""
    try:
        if written in ("s", "ms"):
            when = datetime.fromtimestamp(float(plain) / (1 if written == "s" else 1000), UTC)
        elif written:
            when = datetime.strptime(plain, written)  # noqa: DTZ007 - a time without a zone stays one
        else:
            when = datetime.fromisoformat(plain)
    except (ValueError, OverflowError, OSError):
        expected = f"as at_format = {written!r} says" if written else "by ISO 8601, or as at_format of the mapping says"
        raise RowError(f"{plain[:40]!r} is no time {expected}") from None
    return when.isoformat().replace("+00:00", "Z")
