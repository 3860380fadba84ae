"""Tables in which a row is no coup: a card of one, a wager on one, or a whole shoe of results.

Rows beside each other that have the number of one coup are put together. What they tell of it must be the same; their
cards and their wagers follow each other. A coup that lacks a row of its cards would be another one, so it is set aside.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from minibac.shoes.by_table import RowOfShoe
from minibac.shoes.notation import NotationError, line_of
from minibac.shoes.noted import Fields, NotedCoup, Unread

MOST_ROWS: Final = 4_096
"""Of one coup."""
TOLD_ONCE: Final = {
    "status": "status", "winner": "winner", "pairs": "pairs", "counts": "Point Counts", "player": "Player's cards",
    "banker": "Banker's cards",
}  # fmt: skip
"""What all rows of a coup tell alike, or not at all, in words."""


def together(rows: Iterable[RowOfShoe], *, cards: bool, shoes: bool) -> Iterator[RowOfShoe]:
    """The coups of rows: each row is a card of one where ``cards`` says so; ``shoes`` says that shoes have names."""
    coup: _Coup | None = None
    before: tuple[str, str] | None = None
    dealt: set[int] = set()
    unread = False
    for row in rows:
        if isinstance(row.item, Unread) and not row.coup:
            yield row
            unread = True  # it may be of the coup before it, or of the one after
            if coup:
                coup.whole = False
            continue
        if coup and (row.table, row.shoe, row.coup) != coup.of:
            yield from coup.closed()
            coup = None
        if not row.coup:
            yield row
        else:
            if not coup:
                coup = _Coup(row, cards=cards, whole=not unread)
                if coup.of[:2] != before:
                    before, dealt = coup.of[:2], set()
                coup.apart = shoes and row.coup in dealt
                dealt.add(row.coup)
            yield from coup.take(row)
        unread = False
    if coup:
        yield from coup.closed()


class _Coup:
    """A coup that is being put together."""

    def __init__(self, row: RowOfShoe, *, cards: bool, whole: bool) -> None:
        self.of = row.table, row.shoe, row.coup
        self.first = row
        self.cards = cards
        self.whole = whole
        self.apart = False
        """Whether other rows of it stood elsewhere."""
        self._told: NotedCoup | None = None
        self._rows = 0

    def take(self, row: RowOfShoe) -> Iterator[RowOfShoe]:
        """One more row of it; what cannot be put to the others is set aside."""
        self._rows += 1
        item = row.item
        if isinstance(item, NotedCoup):
            put = item if self._told is None else self._put(self._told, item)
            if isinstance(put, NotedCoup):
                self._told = put
                return
            item = Unread(row.line_no, "", put)
        self.whole = False
        yield row._replace(item=item)

    def _put(self, coup: NotedCoup, more: NotedCoup) -> NotedCoup | str:
        """Both rows as one coup, or why they are not."""
        if self._rows > MOST_ROWS:
            return f"coup {coup.number} has more than {MOST_ROWS:,} rows"
        told = {}
        for name in TOLD_ONCE:
            one, other = getattr(coup, name), getattr(more, name)
            if self.cards and name in ("player", "banker"):
                told[name] = one + other
            elif one in ("", (), None) or other in ("", (), None, one):
                told[name] = one if other in ("", (), None) else other
            else:
                return f"it tells coup {coup.number} otherwise than line {self.first.line_no}: its {TOLD_ONCE[name]}"
        return replace(coup, **told, wagers=coup.wagers + more.wagers, fields=_agreed(coup.fields, more.fields))

    def closed(self) -> Iterator[RowOfShoe]:
        """The coup, or that it is set aside."""
        if self._told is None:
            return
        why = ""
        if self.apart:
            why = f"other rows of coup {self.of[2]} stand elsewhere"
        elif self.cards and not self.whole:
            why = f"not every row of coup {self.of[2]} can be read: the others are set aside with it"
        try:
            line_of(self._told)
        except NotationError as error:
            why = why or str(error)
        yield self.first._replace(item=Unread(self.first.line_no, "", why) if why else self._told)


def _agreed(fields: Fields, more: Fields) -> Fields:
    """What all rows of a coup have alike; and of their times the first."""
    other = dict(more)
    return tuple((name, value) for name, value in fields if name == "at" or other.get(name, value) == value)
