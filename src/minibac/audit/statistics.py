"""Frequencies over many shoes, held against the exact ones: results, naturals, pairs, ranks by position, and runs.

Every test made is told with its own chance and the one corrected for their number, by Holm's method; a test is
remarkable when the corrected chance is under one percent. Coups of a shoe are dealt without replacement, which makes
these counts vary a little less than the tests suppose: what is remarkable is so at most as often as stated.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from minibac.audit.readings import THIRDS
from minibac.cards.card import RANKS
from minibac.odds.exact import joint_table
from minibac.play.results import CODES, Result
from minibac.rules.drawing import TOTALS, DrawingRules
from minibac.voice.said import Said, said

FEWEST = 1_000
"""Coups under which nothing is judged."""
REMARKABLE = 0.01
POSITIONS = 4
"""Cards that every coup has, in the order of dealing."""

POSITION = (
    said("statistics|ranks of the Player's first card"),
    said("statistics|ranks of the Banker's first card"),
    said("statistics|ranks of the Player's second card"),
    said("statistics|ranks of the Banker's second card"),
)


class Compared(NamedTuple):
    """One test: how many coups it looked at, and how likely so large a difference is by chance."""

    id: str
    said: Said
    coups: int
    chance: float
    corrected: float = 1.0
    """The chance of anything so unlikely among all tests made."""

    @property
    def remarkable(self) -> bool:
        return self.corrected < REMARKABLE

    def plain(self) -> dict[str, object]:
        """As JSON has it."""
        return {
            "test": self.id, "coups": self.coups, "p": self.chance, "p_holm": self.corrected,
            "remarkable": self.remarkable,
        }  # fmt: skip


class Frequencies:
    """What has been counted so far."""

    def __init__(self) -> None:
        self.winners: Counter[str] = Counter()
        self.pairs: Counter[str] = Counter()
        self.coups = 0
        """Those with known ranks."""
        self.ranks: list[Counter[str]] = [Counter() for _ in range(POSITIONS)]
        self.decks: Counter[int] = Counter()
        """Coups by the decks of their shoe; 0 where they are not known."""
        self._runs = 0.0
        self._variance = 0.0
        self._decided = 0

    def see(self, winner: str, first_four: Sequence[str], decks: int) -> None:
        """A coup that was dealt to its end; the ranks of its first four cards, or none where they are not known."""
        self.winners[winner] += 1
        self.decks[decks] += 1
        if not first_four:
            return
        self.coups += 1
        for counted, rank in zip(self.ranks, first_four, strict=True):
            counted[rank] += 1
        self.pairs["player"] += first_four[0] == first_four[2]
        self.pairs["banker"] += first_four[1] == first_four[3]

    def see_shoe(self, winners: Iterable[str]) -> None:
        """The results of one shoe: how often Banker and Player followed each other, against all their orders."""
        decided = [winner for winner in winners if winner != "T"]
        player, banker = decided.count("P"), decided.count("B")
        total = player + banker
        if player and banker and total > 2:
            runs = 1 + sum(one != other for one, other in pairwise(decided))
            product = 2 * player * banker
            self._runs += runs - (1 + product / total)
            self._variance += product * (product - total) / (total * total * (total - 1))
            self._decided += total

    def tested(self, drawing: DrawingRules, cells: Mapping[int, int]) -> list[Compared]:
        """Every test that there are coups enough for; exact chances need to know how many decks there were.

        They are not corrected yet: that is done for all tests of an audit together.
        """
        tests: list[Compared] = []
        if self.decks and not self.decks[0]:
            tests += self._exact(drawing, cells)
        if self.coups >= FEWEST:
            for number, (told, counted) in enumerate(zip(POSITION, self.ranks, strict=True), start=1):
                chance = _fit([counted[rank] for rank in RANKS], [1 / len(RANKS)] * len(RANKS))
                tests.append(Compared(f"ranks-{number}", told, self.coups, chance))
        if self._decided >= FEWEST and self._variance:
            chance = math.erfc(abs(self._runs) / math.sqrt(2 * self._variance))
            tests.append(Compared("runs", said("statistics|runs of Banker and Player"), self._decided, chance))
        return tests

    def _exact(self, drawing: DrawingRules, cells: Mapping[int, int]) -> Iterable[Compared]:
        shares: Counter[str] = Counter()
        for decks, coups in self.decks.items():
            shares.update({name: share * coups for name, share in exact_shares(decks, drawing).items()})
        shares = Counter({name: weight / self.decks.total() for name, weight in shares.items()})
        if self.winners.total() >= FEWEST:
            seen = [self.winners[letter] for letter in "PBT"]
            told = said("statistics|Player, Banker and tie")
            yield Compared("results", told, sum(seen), _fit(seen, [shares[letter] for letter in "PBT"]))
        if self.coups >= FEWEST:
            naturals = sum(times for cell, times in cells.items() if _natural(cell, drawing))
            told = said("statistics|naturals")
            yield Compared("naturals", told, self.coups, _rate(naturals, self.coups, shares["natural"]))
            for hand, pair in PAIRS.items():
                yield Compared(f"{hand}-pair", pair, self.coups, _rate(self.pairs[hand], self.coups, shares[hand]))


PAIRS = {"player": said("statistics|the Player's pairs"), "banker": said("statistics|the Banker's pairs")}


@lru_cache(16)
def exact_shares(decks: int, drawing: DrawingRules) -> Mapping[str, float]:
    """How often a whole shoe gives each result, a natural, and each pair."""
    table = joint_table([4 * decks] * len(RANKS), drawing)
    shares: defaultdict[str, float] = defaultdict(float)
    for code in range(CODES):
        weight = table.by_code[code] / table.total
        result = Result.from_code(code)
        shares[result.winner.value[0].upper()] += weight
        shares["natural"] += weight * (result.player_natural or result.banker_natural)
        shares["player"] += weight * result.player_pair
        shares["banker"] += weight * result.banker_pair
    return shares


def _natural(cell: int, drawing: DrawingRules) -> bool:
    player, banker = divmod(cell // 2 // THIRDS, TOTALS)
    return drawing.natural[player] or drawing.natural[banker]


def holm(tests: Sequence[Compared]) -> list[Compared]:
    """Holm's correction: the smallest chance counts as many times as there are tests, the next once less, and so on.

    >>> tests = [Compared(name, said("{name}", name=name), 1, chance) for name, chance in (("a", 0.04), ("b", 0.001))]
    >>> [(test.id, round(test.corrected, 4)) for test in holm(tests)]
    [('a', 0.04), ('b', 0.002)]
    """
    largest = 0.0
    corrected = {}
    for place, test in enumerate(sorted(tests, key=lambda test: test.chance)):
        largest = max(largest, min(1.0, test.chance * (len(tests) - place)))
        corrected[test.id] = largest
    return [test._replace(corrected=corrected[test.id]) for test in tests]


def _rate(seen: int, total: int, share: float) -> float:
    return _fit([seen, total - seen], [share, 1 - share])


def _fit(seen: Sequence[int], shares: Sequence[float]) -> float:
    """How likely counts differ from these shares by so much or more, by Pearson's chi-squared."""
    total = sum(seen)
    distance = sum((count - total * share) ** 2 / (total * share) for count, share in zip(seen, shares, strict=True))
    return chi_squared_above(distance, len(seen) - 1)


def chi_squared_above(value: float, degrees: int) -> float:
    """The chance that a chi-squared variable of so many degrees is larger.

    >>> [round(chi_squared_above(*of), 6) for of in ((3.841459, 1), (5.991465, 2), (21.026070, 12))]
    [0.05, 0.05, 0.05]
    """
    half = value / 2
    above = math.erfc(math.sqrt(half)) if degrees % 2 else math.exp(-half)
    term = math.sqrt(half / math.pi) * 2 * math.exp(-half) if degrees % 2 else half * math.exp(-half)
    for order in range(1 if degrees % 2 else 2, degrees, 2):
        above += term
        term *= value / (order + 2)
    return above
