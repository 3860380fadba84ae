"""A mapping for a table that came without one: by the names of its columns, and by what stands in them.

A guess is about columns and never about a cell: the name says what it should be, most of its cells must read as that,
and each guess is told. Whose cards a column without a name has is not guessed at all.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from minibac.shoes.foreign_words import RowError, card_in, cards_in, hand_in, time_in, whole_in, winner_in, yes_in
from minibac.shoes.mapped_rows import MOST_COUNT, MOST_NUMBER, Cells, Row, told
from minibac.shoes.mapping import TELLING, ShoeMapping
from minibac.shoes.results_text import results_in
from minibac.voice.said import Said, many, said

HANDS: Final = ("player", "banker")
LOOKED_AT: Final = 200
"""Rows that a guess is made from."""

WHAT: Final = {
    "shoe": said("column|the shoe"),
    "coup": said("column|the number of the coup"),
    "at": said("column|the time"),
    "player": said("column|the Player's cards"),
    "banker": said("column|the Banker's cards"),
    "winner": said("column|the winner"),
    "player_count": said("column|the Player's Point Count"),
    "banker_count": said("column|the Banker's Point Count"),
    "player_pair": said("column|the Player's pair"),
    "banker_pair": said("column|the Banker's pair"),
    "table": said("column|the table"),
    "device": said("column|the device"),
    "dealer": said("column|the dealer"),
    "card": said("column|a card"),
    "hand": said("column|the hand it is of"),
    "results": said("column|all results of a shoe"),
}
NAMES: Final = {
    "shoe": "shoe shoeid shoeno shoenumber shoeindex shoename sabot schuh 靴 靴号 靴號",
    "table": "table tableid tableno tablenumber tablename tisch mesa 台号 桌号 台號 桌號",
    "device": "device deviceid deviceno deviceserial shoedevice 设备 設備",
    "dealer": "dealer dealerid dealerno dealername croupier 荷官 庄荷 莊荷",
    "coup": "coup coupno hand handid handno handnumber handindex round roundno roundid roundnumber game gameno "
    "gamenumber no number n runde ronda partie 局 局号 局號 铺 铺号 鋪號",
    "at": "at time timestamp date datetime createdat created playedat ts zeit hora heure 时间 時間 日期",
    "winner": "winner result outcome win winninghand handwinner res résultat resultat gagnant "
    "resultado ganador ergebnis gewinner 结果 結果 赢家 贏家",
    "player_count": "playertotal playerscore playercount playervalue playerpoints playersum playerhandvalue ptotal "
    "pscore pcount pvalue 闲点 閒點 闲家点数 閒家點數",
    "banker_count": "bankertotal bankerscore bankercount bankervalue bankerpoints bankersum bankerhandvalue btotal "
    "bscore bcount bvalue 庄点 莊點 庄家点数 莊家點數",
    "player": "player playercards playerhand pcards phand joueur jugador spieler 闲牌 閒牌 闲家牌 閒家牌",
    "banker": "banker bankercards bankerhand bcards bhand banque banca 庄牌 莊牌 庄家牌 莊家牌",
    "player_pair": "playerpair ppair pairplayer isplayerpair 闲对 閒對",
    "banker_pair": "bankerpair bpair pairbanker isbankerpair 庄对 莊對",
}
_BY_NAME: Final = {name: what for what, names in NAMES.items() for name in names.split()}
_CARD_NO = re.compile(
    "(?:p|player|playercard|playerhand|pcard|pc|joueur|jugador|spieler|[闲閒]家?牌?)([123])|"
    "(?:b|banker|bankercard|bankerhand|bcard|bc|bank|banque|banca|[庄莊]家?牌?)([123])"
)
_NO_RESULT = re.compile("bet|wager|predict|pick|guess|signal|advice|recommend|strateg|next|last|prev|投|预测")
"""In the name of a column that has winners in it and is not about who won."""
_SECONDS, _MILLISECONDS = re.compile(r"1[0-9]{9}(?:\.[0-9]+)?"), re.compile(r"1[0-9]{12}")


_ONE_CARD = re.compile("card|cardface|cardname|face|牌")
"""The name of a column in which every row has one card."""
_RANK_NAMES: Final = ("code", "rank", "face", "value")
MOST_NAMED: Final = 20
FEWEST_FALLS: Final = 3
FEWEST_RESULTS: Final = 5
"""Of a shoe in one cell: fewer may be pairs, or somebody's own letters."""
FEWEST_OF_ONE: Final = 3
"""Rows that repeat the number of the row before: fewer are slips."""


class Guess(NamedTuple):
    """A mapping that was guessed, and a word about each part of it."""

    mapping: ShoeMapping
    words: tuple[Said, ...]
    rows: int = 1
    """How many it was made from."""


def guessed(rows: Iterable[Row], mapping: ShoeMapping) -> Guess:
    """What the columns of these rows tell, beginning with what is known of the file already."""
    sample = [_flat(row.cells) for row in rows if not row.why][:LOOKED_AT]
    columns = list(dict.fromkeys(name for cells in sample for name in cells))
    cards = _card_places(value for cells in sample for value in cells.values())
    texts = {name: [text for cells in sample if (text := _text(cells, name, cards).strip())] for name in columns}
    places: dict[str, Any] = {}
    words: list[Said] = []
    if mapping.skip:
        words.append(said("{lines:line is|lines are} passed over before the table", lines=mapping.skip))
    if any("\ufffd" in name for name in columns):
        words.append(said("the names of its columns are not UTF-8: code in a mapping says what they are"))
    elif any("\ufffd" in text for told_there in texts.values() for text in told_there):
        words.append(said("what stands in it is not all UTF-8: code in a mapping says what it is"))
    not_so = said("column {column} is named as {what} and is not read as such: {why}")
    for what, names in _named(columns, texts).items():
        wrong = next((name for name in names if not _mostly(texts[name], what)), None)
        if wrong is None:
            places[what] = names if what in HANDS and len(names) > 1 else names[0]
        else:
            words.append(not_so.about(column=wrong, what=WHAT[what], why=_unlike(texts[wrong], what)))
    rows_of_one = _rows_of_one(sample, places)
    _by_content([name for name in columns if name not in rows_of_one.apart], texts, places)
    words += _together(rows_of_one, texts, places)
    _shoes_in_rows(columns, texts, places)
    if at := places.get("at"):
        patterns = {"s": _SECONDS, "ms": _MILLISECONDS}
        places["at_format"] = next((f for f, p in patterns.items() if all(map(p.fullmatch, texts[at]))), "")
    if "shoe" not in places:
        places.pop("table", None)  # whose shoe it is, where nobody says which
    told_so = said("column {column} is taken as {what}")
    for what in WHAT:
        taken = (places[what],) if isinstance(places.get(what), str) else places.get(what, ())
        words += [told_so.about(column=name, what=WHAT[what]) for name in taken]
    if cards and places.keys() & {*HANDS}:
        places |= {"card_rank": cards.rank, "card_suit": cards.suit}
        words.append(cards.said)
    known = {name: getattr(mapping, name) for name in ("skip", "delimiter", "header", "coups", "facts")}
    whole = ShoeMapping(**known, **places)
    if _falls(sample, whole):
        words.append(said("its rows go from the newest to the oldest"))
        whole = msgspec.structs.replace(whole, newest_first=True)
    taken = {*whole.places}
    if whole.tells and (others := [name for name in columns if name not in taken and texts[name]]):
        words.append(said("nothing is taken from {columns}", columns=many(others[:MOST_NAMED], "and")))
    return Guess(whole, tuple(words), len(sample))


class _CardPlaces(NamedTuple):
    """Where a card that is an object has its rank, and its suit, if it has one."""

    rank: str
    suit: str

    @property
    def said(self) -> Said:
        if not self.suit:
            return said("a card is an object, and {rank} is taken as what it is", rank=self.rank)
        both = said("a card is an object: {rank} is taken as its rank, {suit} as its suit", rank=self.rank)
        return both.about(suit=self.suit)


def _card_places(values: Iterable[object]) -> _CardPlaces | None:
    """Where cards that are objects say what they are; nothing where none does, or a number could be a Value alone."""
    lists = (value for value in values if isinstance(value, list))
    cards = [one for value in lists for one in value if isinstance(one, Mapping)]
    if not cards:
        return None

    def read(place: str, reader: Callable[[str], object]) -> bool:
        return sum(one.get(place) is not None and _fits(told(one, place), reader) for one in cards) > len(cards) / 2

    for rank in (name for name in cards[0] if name.lower() in _RANK_NAMES):
        faces = [told(one, rank).strip() for one in cards]
        if not read(rank, card_in) or (rank.lower() == "value" and all(map(str.isdecimal, faces))):
            continue
        suits = (name for name in cards[0] if name.lower() == "suit" and read(name, lambda text: card_in(f"A{text}")))
        return _CardPlaces(rank, "" if any(map(_suited, faces)) else next(suits, ""))
    return None


def _text(cells: Cells, name: str, cards: _CardPlaces | None) -> str:
    """What stands in a place; of cards that are objects each in one word."""
    value = cells.get(name)
    if cards and isinstance(value, list) and all(isinstance(one, Mapping) for one in value):
        return " ".join(f"{told(one, cards.rank)}{told(one, cards.suit)}" for one in value)
    return told(cells, name)


class RowsOfOne(NamedTuple):
    """Rows beside each other that have the number of one coup."""

    pairs: int
    apart: frozenset[str]
    """Columns in which they tell different things."""


def _rows_of_one(sample: Sequence[Cells], places: Mapping[str, Any]) -> RowsOfOne:
    pairs, apart = 0, set()
    whose = [places[what] for what in ("table", "shoe", "coup") if what in places]
    for one, other in pairwise(sample) if "coup" in places else ():
        of = [told(one, place).strip() for place in whose]
        if of[-1] and of == [told(other, place).strip() for place in whose]:
            pairs += 1
            apart |= {name for name in {**one, **other} if told(one, name) != told(other, name)}
    return RowsOfOne(pairs, frozenset(apart))


def _together(rows: RowsOfOne, texts: Mapping[str, list[str]], places: dict[str, Any]) -> list[Said]:
    """Rows that are parts of a coup: cards of it, or whatever else differs while all they tell of the coup is alike."""
    if rows.pairs < FEWEST_OF_ONE:
        return []
    taken = {name for place in places.values() for name in ([place] if isinstance(place, str) else place)}
    left = [name for name in sorted(rows.apart) if name not in taken and texts[name]]
    card = next((name for name in left if _ONE_CARD.fullmatch(name.lower()) and _all(texts[name], card_in)), "")
    hand = next((name for name in left if _all(texts[name], hand_in)), "")
    told_so = said("rows beside each other with the same number are taken as one coup")
    if card and hand and not places.keys() & set(HANDS):
        places |= {"card": card, "hand": hand}
        return [told_so]
    if not taken & rows.apart - {places.get("at")}:
        places["together"] = True
        return [told_so]
    return []


def _all(texts: Iterable[str], reader: Callable[[str], object]) -> bool:
    return all(_fits(text, reader) for text in texts)


def _falls(sample: Iterable[Cells], mapping: ShoeMapping) -> bool:
    """Whether the numbers of the coups of each shoe fall from row to row, or where there are none their times do."""
    place, reader = (mapping.coup, _number) if mapping.coup else (mapping.at, _instant)
    last: dict[tuple[str, str], Any] = {}
    ups = downs = 0
    for cells in sample if place else ():
        shoe = told(cells, mapping.table), told(cells, mapping.shoe)
        with suppress(RowError, TypeError):  # a time with a zone and one without cannot be compared
            value = reader(told(cells, place).strip())
            before, last[shoe] = last.get(shoe), value
            if before is not None and value is not None:
                ups, downs = ups + (value > before), downs + (value < before)
    return downs >= FEWEST_FALLS and not ups


def _named(columns: Iterable[str], texts: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """What columns tell by their names; of a hand, the columns of its first, second and third card."""
    named: dict[str, tuple[str, ...]] = {}
    numbered: dict[str, dict[int, str]] = {hand: {} for hand in HANDS}
    for name in columns:
        plain = re.sub(r"[^\w]|_", "", name.lower())
        what = _BY_NAME.get(plain)
        if card := _CARD_NO.fullmatch(plain):
            numbered["player" if card[1] else "banker"].setdefault(int(card[1] or card[2]), name)
        elif what and texts[name]:
            if what in HANDS and all(_fits(text, _count) for text in texts[name]) and "" in map(_rest, texts[name]):
                what = f"{what}_count"  # numbers, and one digit in some row: no hand has a single card
            named.setdefault(what, (name,))
    for hand, cards in numbered.items():
        if {1, 2} <= cards.keys():
            named[hand] = tuple(name for _, name in sorted(cards.items()))
    return named


def _flat(cells: Cells) -> dict[str, object]:
    """The places of a row: its cells, and of an object in JSON what is in it."""
    flat: dict[str, object] = {}
    for name, value in cells.items():
        inside = (
            {f"{name}.{inner}": one for inner, one in value.items()} if isinstance(value, Mapping) else {name: value}
        )
        flat |= inside
    return flat


def _by_content(columns: Sequence[str], texts: dict[str, list[str]], places: dict[str, Any]) -> None:
    """A winner that no name tells: the one column in which nothing but winners stand, and more than one of them."""
    if "winner" in places:
        return
    taken = {name for place in places.values() for name in ([place] if isinstance(place, str) else place)}
    alike = [
        name
        for name in columns
        if name not in taken
        and not _NO_RESULT.search(name.lower())
        and not _unlike(texts[name], "winner")
        and len({*texts[name]}) > 1
    ]
    if len(alike) == 1:
        places["winner"] = alike[0]


def _shoes_in_rows(columns: Sequence[str], texts: dict[str, list[str]], places: dict[str, Any]) -> None:
    """The one column in which whole shoes of results stand, where nothing else tells anything of a coup."""
    if places.keys() & {*TELLING}:
        return
    alike = [
        name
        for name in columns
        if not _NO_RESULT.search(name.lower())
        and texts[name]
        and sum(_whole_shoe(text) for text in texts[name]) > len(texts[name]) / 2
    ]
    if len(alike) != 1:
        return
    number = places.pop("coup", None)
    if number:
        places.setdefault("shoe", number)  # whose rows are shoes numbers no coups
    places.pop("at", None)
    places["results"] = alike[0]


def _whole_shoe(text: str) -> bool:
    """Whether a cell has the results of several coups."""
    try:
        return len(results_in(text)) >= FEWEST_RESULTS
    except RowError:
        return False


def names_columns(first: Sequence[str]) -> bool:
    """Whether a name that is known stands in a line, and no winner."""
    cells = [re.sub(r"[^\w]|_", "", cell.lower()) for cell in first]
    # no coup has both Player and Banker for a winner
    hands = {_BY_NAME.get(cell) for cell in cells}
    return {"player", "banker"} <= hands or any(cell in _BY_NAME and not _fits(cell, winner_in) for cell in cells)


def headed(first: Sequence[str]) -> bool:
    """Whether a first line names columns: by a name that is known and no winner, or because nothing in it is data."""
    return names_columns(first) or not any(
        cell.strip() and (_fits(cell, winner_in) or _fits(cell, _number) or _suited(cell) or _whole_shoe(cell))
        for cell in first
    )


def _unlike(texts: Iterable[str], what: str) -> str:
    """Why these cells do not tell this, or nothing."""
    for text in texts:
        try:
            READERS[what](text)
        except RowError as error:
            return str(error)
    return ""


def _instant(text: str) -> object:
    if _SECONDS.fullmatch(text) or _MILLISECONDS.fullmatch(text):
        return float(text)
    return datetime.fromisoformat(time_in(text, "")) if text else None


def _time(text: str) -> object:
    return text if _SECONDS.fullmatch(text) or _MILLISECONDS.fullmatch(text) else time_in(text, "")


def _rest(text: str) -> str:
    """What stands after the first sign."""
    return text[1:]


def _count(text: str) -> object:
    return whole_in(text, "Point Count", MOST_COUNT)


def _number(text: str) -> object:
    return whole_in(text, "number", MOST_NUMBER)


def _suited(text: str) -> bool:
    try:
        return any(len(face) > 1 for face in cards_in(text))
    except RowError:
        return False


def _fits(text: str, reader: Callable[[str], object]) -> bool:
    try:
        reader(text)
    except RowError:
        return False
    return True


def _mostly(texts: Sequence[str], what: str) -> bool:
    """Whether more than half of these cells tell this; the rows of the others will be set aside."""
    return not texts or sum(_fits(text, READERS[what]) for text in texts) > len(texts) / 2


READERS: Final[dict[str, Callable[[str], object]]] = {
    "shoe": str,
    "table": str,
    "device": str,
    "dealer": str,
    "coup": _number,
    "at": _time,
    "player": cards_in,
    "banker": cards_in,
    "winner": winner_in,
    "player_count": _count,
    "banker_count": _count,
    "player_pair": lambda text: yes_in(text, "a pair"),
    "banker_pair": lambda text: yes_in(text, "a pair"),
}
