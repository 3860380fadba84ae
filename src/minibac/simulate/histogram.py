"""What a simulation brings home: whole numbers, which add up exactly, whoever counted them."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from minibac.display.frames import Columns, Frame
from minibac.odds.exact import ResultTable
from minibac.play.results import POINT_CODES, Result

OF_A_RESULT: Columns = {
    "winner": str, "player_total": int, "banker_total": int, "player_cards": int, "banker_cards": int,
    "player_pair": bool, "banker_pair": bool, "coups": int,
}  # fmt: skip
"""What a result is told by in a row."""


class Histogram(NamedTuple):
    """Coups by result code, and the length of shoes. Two histograms of different shoes may be added.

    >>> one = Histogram((1, 0, 2), shoes=1, coups_squared=9)
    >>> one + one
    <Histogram 2 shoes, 6 coups>
    """

    by_code: tuple[int, ...]
    shoes: int
    coups_squared: int
    """The number of coups of each shoe, squared, added up."""
    results: tuple[Counter[int], ...] = ()
    """For each wager followed through the shoes: how many shoes came to each result, in its smallest units."""
    by_end: tuple[tuple[int, ...], ...] = ()
    """For each wager on cards: how many coups came to each of its ends."""

    @property
    def coups(self) -> int:
        """All coups that were counted."""
        return sum(self.by_code)

    def __add__(self, other: object) -> "Histogram":
        if not isinstance(other, Histogram):
            return NotImplemented
        return Histogram(
            _added(self.by_code, other.by_code),
            self.shoes + other.shoes,
            self.coups_squared + other.coups_squared,
            tuple(mine + theirs for mine, theirs in zip(self.results, other.results, strict=True)),
            tuple(_added(mine, theirs) for mine, theirs in zip(self.by_end, other.by_end, strict=True)),
        )

    @property
    def by_points(self) -> "Histogram":
        """The same coups with the pair layers laid together."""
        layers = [self.by_code[at : at + POINT_CODES] for at in range(0, len(self.by_code), POINT_CODES)]
        return self._replace(by_code=tuple(map(sum, zip(*layers, strict=True))))

    @property
    def table(self) -> ResultTable:
        """The histogram as a result table, for prices to be laid over it. A shoe is never dealt to its last card."""
        return ResultTable(self.coups, self.by_code, void=0)

    @property
    def frame(self) -> Frame:
        """How often each result came; where the coups were counted by points, nothing is known of pairs."""
        knows_pairs = len(self.by_code) > POINT_CODES
        rows = []
        for code, coups in enumerate(self.by_code):
            if coups:
                result = Result.from_code(code)
                pairs = result[4:] if knows_pairs else (None, None)
                rows.append((result.winner, *result[:4], *pairs, coups))
        return Frame(OF_A_RESULT, rows)

    def to_arrow(self) -> Any:
        """How often each result came, as a ``pyarrow.Table`` (extra ``data``)."""
        return self.frame.to_arrow()

    def __repr__(self) -> str:
        return f"<Histogram {self.shoes:,} shoe{'s' * (self.shoes != 1)}, {self.coups:,} coups>"

    def _repr_html_(self) -> str:
        from minibac.simulate.pictures import histogram_html

        return histogram_html(self)

    @property
    def coups_per_shoe(self) -> float:
        """Coups of a shoe, on the average."""
        return self.coups / self.shoes

    @property
    def coups_per_shoe_error(self) -> float:
        """The standard error of the mean number of coups in a shoe."""
        if self.shoes < 2:
            return 0.0
        spread = self.coups_squared * self.shoes - self.coups**2
        return float((spread / (self.shoes - 1)) ** 0.5 / self.shoes)


def _added(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(mine, theirs, strict=True)))


def empty(codes: int, followed: int = 0, ends: Iterable[int] = ()) -> Histogram:
    """Nothing counted yet. ``ends`` says in how many ways each wager on cards can end."""
    return Histogram((0,) * codes, 0, 0, tuple(Counter() for _ in range(followed)), tuple((0,) * n for n in ends))


Worth = tuple[tuple[int, ...], ...]
"""For each wager to be followed: what one unit staked gains, in whole smallest units, by result code, and behind the
result codes by the ends of each wager on cards."""

NOTHING: Worth = ()
