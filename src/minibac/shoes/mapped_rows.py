"""Rows of somebody's table, or objects of somebody's log, as coups: by a mapping, cell by cell, never by a guess."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from minibac.rules.once import once
from minibac.shoes.by_table import RowOfShoe, in_order
from minibac.shoes.foreign_words import (
    TEN_VALUED,
    RowError,
    card_in,
    cards_in,
    cents_in,
    hand_in,
    status_in,
    time_in,
    wager_in,
    whole_in,
    winner_in,
    without_point,
    yes_in,
)
from minibac.shoes.mapping import TELLING, Places, ShoeMapping, WagerPlaces
from minibac.shoes.notation import NotationError, line_of
from minibac.shoes.noted import OUTCOMES, Fact, Fields, Item, NotedCard, NotedCoup, NotedMoment, NotedWager, Unread
from minibac.shoes.results_text import results_in
from minibac.shoes.rows_of_a_coup import together

COUNTS: Final = ("player-count", "banker-count")
MOST_COUNT: Final = 27
MOST_SEAT: Final = 99
MOST_DRAWN: Final = 99
MOST_NUMBER: Final = 99_999_999
LONGEST_VALUE: Final = 1_000
MOST_QUOTED: Final = 200
_NOT_IN_A_NAME = re.compile(r"[^a-z0-9._]+")

Cells = Mapping[str, object]
"""What a row says in each place: texts, numbers, switches, and in JSON lists and objects."""


class Row(NamedTuple):
    """One row with the line it begins on; or why it cannot be read."""

    line_no: int
    cells: Cells
    why: str = ""


def items_of(rows: Iterable[Row], mapping: ShoeMapping) -> Iterator[tuple[Item | Unread, int]]:
    """The items of rows. A row with anything in it that cannot be read is set aside whole, and the next is read."""
    for name, value in mapping.facts.items():
        yield Fact(name, value), 1
    read: Iterator[RowOfShoe] = (_read(row, mapping) for row in rows)
    if mapping.results:
        read = (one for number, row in enumerate(rows, start=1) for one in _shoe_in_a_row(row, mapping, number))
    if mapping.table or mapping.newest_first:
        read = in_order(read, newest_first=mapping.newest_first)
    if mapping.many_rows:
        read = together(read, cards=bool(mapping.card), shoes=bool(mapping.shoe))
    shoe = device = ""
    for line_no, table, number, made_by, item, _ in read:
        if isinstance(item, Unread):
            yield item, line_no
            continue
        name = f"{table}/{number}" if table else number
        if name != shoe:
            yield Fact("shoe", name), line_no
            shoe = name
        if made_by != device:
            yield Fact("device", made_by), line_no
            device = made_by
        if item:
            yield item, line_no


def _read(row: Row, mapping: ShoeMapping) -> RowOfShoe:
    """What one row says."""
    table, shoe, device = _whose(row, mapping)
    try:
        _check_row(row, mapping)
        coup = _coup(row.cells, mapping)
        line_of(coup)
        nothing = coup == NotedCoup(fields=coup.fields)
        if mapping.many_rows and not coup.number and not nothing:
            raise RowError(f"{mapping.coup} is empty: which coup it is of is not told")
        if nothing and not mapping.shoe and not mapping.many_rows:
            raise RowError(f"it tells nothing of a coup: nothing stands in {_telling(mapping)}")
    except (RowError, NotationError) as error:
        return RowOfShoe(
            row.line_no, table, shoe, device, Unread(row.line_no, _short(row.cells), str(error)), _number(row, mapping)
        )
    item: NotedCoup | NotedMoment | None = coup
    if mapping.shoe and nothing:
        # The row says that a shoe begins or ends: it is no coup of it.
        item = NotedMoment("noted", fields=coup.fields) if coup.fields else None
    return RowOfShoe(row.line_no, table, shoe, device, item, coup.number)


def _telling(mapping: ShoeMapping) -> str:
    """The places in which a coup is told, as a mapping names them."""
    named = (getattr(mapping, name) for name in TELLING)
    places = (one for told in named for one in ((told,) if isinstance(told, str) else told) if one)
    return ", ".join(dict.fromkeys(places))[:MOST_QUOTED]


def _whose(row: Row, mapping: ShoeMapping) -> tuple[str, str, str]:
    """The table, the shoe and the device of a row."""
    table, shoe, device = (told(row.cells, place).strip() for place in (mapping.table, mapping.shoe, mapping.device))
    return table, shoe, device


def _check_row(row: Row, mapping: ShoeMapping) -> None:
    """A row must be one, and say of which shoe where the others do."""
    if row.why:
        raise RowError(row.why)
    for place in (mapping.shoe, mapping.table):
        if place and not told(row.cells, place).strip():
            raise RowError(f"{place} is empty: which shoe it is of is not told")


def _number(row: Row, mapping: ShoeMapping) -> int:
    """Of a row that cannot be read whole the number of its coup, as far as that can be."""
    with suppress(RowError):
        return (not row.why and whole_in(told(row.cells, mapping.coup), "number of a coup", MOST_NUMBER)) or 0
    return 0


def _shoe_in_a_row(row: Row, mapping: ShoeMapping, number: int) -> Iterator[RowOfShoe]:
    """The coups of a row that is a shoe; one without a name is called by the number of its row."""
    table, shoe, device = _whose(row, mapping)
    try:
        _check_row(row, mapping)
        coups = list(_results(row.cells, mapping))
    except RowError as error:
        yield RowOfShoe(row.line_no, table, shoe, device, Unread(row.line_no, _short(row.cells), str(error)))
        return
    fields = _kept(row.cells, mapping)
    if fields and coups:
        yield RowOfShoe(row.line_no, table, shoe or str(number), device, NotedMoment("noted", fields=fields))
    for coup in coups:
        yield RowOfShoe(row.line_no, table, shoe or str(number), device, coup, coup.number)


def _results(cells: Cells, mapping: ShoeMapping) -> Iterator[NotedCoup]:
    """The coups of a row of results, each in a place of its own or all in one."""
    dealer = told(cells, mapping.dealer).strip()[:LONGEST_VALUE]
    fields = (("dealer", dealer),) if dealer else ()
    places = (mapping.results,) if isinstance(mapping.results, str) else mapping.results
    number, gap = 0, ""
    for place in places:
        text = told(cells, place).strip()
        if text and gap:
            raise RowError(f"{place} has a result, and {gap} before it has none")
        gap = gap if text else place
        for winner, pairs in results_in(text, mapping.winners):
            number += 1
            yield NotedCoup(number=number, winner=winner, pairs=pairs, fields=fields)


def told(cells: Cells, place: str) -> str:
    """What stands in a place, as text; nothing where it is not told."""
    if not place:
        return ""
    value = _value(cells, place)
    return value if isinstance(value, str) else "" if value is None else _plain(value)


def _value(cells: Cells, place: str) -> object:
    """A cell by its name, or by a path through objects and lists."""
    if place in cells:
        return cells[place]
    value: object = cells
    for step in place.split("."):
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(_plain, value))
    return json.dumps(value, ensure_ascii=False) if isinstance(value, Mapping) else str(value)


def _coup(cells: Cells, mapping: ShoeMapping) -> NotedCoup:
    winner = winner_in(told(cells, mapping.winner), mapping.winners)
    counts = [
        whole_in(told(cells, place), "Point Count", MOST_COUNT)
        for place in (mapping.player_count, mapping.banker_count)
    ]
    pairs, pair_fields = _pairs(cells, mapping, told_with=winner)
    at = time_in(told(cells, mapping.at), mapping.at_format)
    dealer = told(cells, mapping.dealer).strip()[:LONGEST_VALUE]
    player, banker = _hands(cells, mapping)
    values = [
        (name, hand.values) for name, hand in (("player-values", player), ("banker-values", banker)) if hand.values
    ]
    if None in counts:  # one alone is kept as it was written
        values += [(name, str(count)) for name, count in zip(COUNTS, counts, strict=True) if count is not None]
    return NotedCoup(
        number=whole_in(told(cells, mapping.coup), "number of a coup", MOST_NUMBER) or 0,
        status=status_in(told(cells, mapping.status), mapping.statuses),
        player=player.cards,
        banker=banker.cards,
        winner=winner,
        pairs=pairs,
        counts=None if counts[0] is None or counts[1] is None else (counts[0], counts[1]),
        wagers=tuple(_wagers(cells, mapping)),
        fields=(
            *((("at", at),) if at else ()),
            *((("dealer", dealer),) if dealer else ()),
            *values,
            *pair_fields,
            *_kept(cells, mapping),
        ),
    )


class _Hand(NamedTuple):
    cards: tuple[NotedCard, ...]
    values: str
    """What was written, where a card is told by its value alone."""


def _hands(cells: Cells, mapping: ShoeMapping) -> tuple[_Hand, _Hand]:
    """The cards of both hands; of a row that is one card that card."""
    if not mapping.card:
        return _hand(cells, mapping.player, mapping), _hand(cells, mapping.banker, mapping)
    none = _Hand((), "")
    face = card_in(_card_text(_value(cells, mapping.card), mapping), mapping.cards)
    if not face:
        return none, none
    drawn = whole_in(told(cells, mapping.drawn), "number of a card", MOST_DRAWN) or 0
    one = _Hand((NotedCard(face, drawn),), "")
    return (one, none) if hand_in(told(cells, mapping.hand), mapping.hands) == "P" else (none, one)


def _hand(cells: Cells, places: Places, mapping: ShoeMapping) -> _Hand:
    faces: list[str] = []
    written: list[str] = []
    if isinstance(places, str):
        value = _value(cells, places) if places else None
        if isinstance(value, list):
            written = [_card_text(one, mapping) for one in value]
            faces = [face for text in written if (face := card_in(text, mapping.cards))]
        else:
            written = [told(cells, places)]
            faces = cards_in(written[0], mapping.cards)
            written = written[0].split()
    else:
        gap = False
        for place in places:
            text = _card_text(_value(cells, place), mapping)
            face = card_in(text, mapping.cards)
            if face and gap:
                raise RowError(f"{place} has a card, and the place before it has none")
            gap = not face
            faces += [face] if face else []
            written.append(text)
    values = " ".join(written) if TEN_VALUED in map(without_point, written) and TEN_VALUED not in mapping.cards else ""
    return _Hand(tuple(map(NotedCard, faces)), values)


def _card_text(value: object, mapping: ShoeMapping) -> str:
    """A card as text; one that is an object by its rank and its suit."""
    if isinstance(value, Mapping):
        if not mapping.card_rank:
            raise RowError("a card is an object: card_rank, and card_suit where there is one, say where it is told")
        return f"{told(value, mapping.card_rank)} {told(value, mapping.card_suit)}".strip()
    return "" if value is None else _plain(value)


def _pairs(cells: Cells, mapping: ShoeMapping, *, told_with: str) -> tuple[str | None, Fields]:
    """Both pairs, where both are told and a winner is; one alone is kept as it was written."""
    said = {
        name: yes_in(told(cells, place), name.replace("-", " "))
        for name, place in (("banker-pair", mapping.banker_pair), ("player-pair", mapping.player_pair))
        if place
    }
    known = {name: yes for name, yes in said.items() if yes is not None}
    if len(known) == 2 and told_with:
        return "b" * known["banker-pair"] + "p" * known["player-pair"], ()
    return None, tuple((name, "yes" if yes else "no") for name, yes in known.items())


def _wagers(cells: Cells, mapping: ShoeMapping) -> Iterator[NotedWager]:
    for places in mapping.wagers:
        for where in _each(cells, places.each):
            yield from _wager(where, places, mapping)


def _each(cells: Cells, each: str) -> Sequence[Cells]:
    """Where wagers are told: in the row, or in the objects of a list in it."""
    if not each:
        return [cells]
    value = _value(cells, each)
    wagers = [] if value is None else value
    if not isinstance(wagers, list) or not all(isinstance(one, Mapping) for one in wagers):
        raise RowError(f"{each} is no list of objects, each a wager")
    return wagers


def _wager(cells: Cells, places: WagerPlaces, mapping: ShoeMapping) -> Iterator[NotedWager]:
    """A wager, where something is staked."""
    in_cents = mapping.amounts == "cents"
    stake = cents_in(told(cells, places.stake), cents=in_cents)
    if not stake:
        return
    seat = places.seat if isinstance(places.seat, int) else whole_in(told(cells, places.seat), "seat", MOST_SEAT)
    outcome = told(cells, places.outcome).strip().lower()
    if outcome and outcome not in OUTCOMES:
        raise RowError(f"{outcome[:40]!r} is no outcome: {', '.join(OUTCOMES)}")
    if not seat or stake < 0:
        raise RowError("a wager has a seat and a stake above nothing")
    yield NotedWager(
        seat,
        places.wager or wager_in(told(cells, places.wager_in), mapping.bets),
        stake,
        outcome,
        cents_in(told(cells, places.net), cents=in_cents),
        cents_in(told(cells, places.vigorish), cents=in_cents) or 0,
    )


def _kept(cells: Cells, mapping: ShoeMapping) -> Fields:
    """Everything else that is told, under its own name."""
    if not mapping.keep:
        return ()
    read = _named_places(mapping)
    fields = []
    for number, (name, value) in enumerate(cells.items(), start=1):
        text = "" if value is None or isinstance(value, Mapping) else _plain(value).strip()
        if name not in read and text:
            field = _field_name(name, number)
            fields.append((f"{field}-there" if field == "dealer" and mapping.dealer else field, text[:LONGEST_VALUE]))
    return tuple(fields)


@once
def _named_places(mapping: ShoeMapping) -> frozenset[str]:
    """The places that a mapping reads, and where a path begins."""
    return frozenset(part for place in mapping.places for part in (place, place.partition(".")[0]))


def _field_name(name: str, number: int) -> str:
    """A name of the notation for somebody's column: ``Table No`` is ``table-no``, ``Équipe`` is ``equipe``.

    A name that cannot be written so, as ``备注``, is the column's number: two such names must not become one.
    """
    bare = "".join(sign for sign in normalize("NFKD", name.strip().lower()) if not combining(sign))
    plain = _NOT_IN_A_NAME.sub("-", bare).strip("-._")[:60]
    if plain == "at":
        return "at-there"
    if not plain[:1].isalpha() or any(sign.isalnum() and not sign.isascii() for sign in bare):
        return f"column-{plain if plain and plain == bare else number}"
    return plain


def _short(cells: Cells) -> str:
    return ",".join(_plain(value) for value in cells.values() if value is not None)[:200]
