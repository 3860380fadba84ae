"""Shuffles that remember the shoe before, and a dealer, a device or a table unlike the others or unlike itself earlier.

Each of these is one more test, and all tests of an audit are corrected together (``statistics.holm``): whoever compares
fifty dealers has made fifty tests and more, and one in a hundred of the honest ones must not be called remarkable.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from minibac.audit.statistics import FEWEST, Compared, chi_squared_above
from minibac.voice.said import Said, said

WINNERS: Final = "PBT"
MOST_NAMES: Final = 500
"""Of so many dealers, devices or tables the results are kept apart; what comes later is counted with nobody."""
MOST_SHOES: Final = 2_000
FEWEST_SHUFFLES: Final = 20
KNOWN: Final = len("Kh")
DECK: Final = 52

KINDS: Final = {
    "dealer": said("statistics|dealer {name}"),
    "device": said("statistics|device {name}"),
    "table": said("statistics|table {name}"),
}
UNLIKE: Final = said("statistics|results of {who} against all others")
DRIFT: Final = said("statistics|results of {who}, early against late")
ALL_DRIFT: Final = said("statistics|results of all, early against late")
NEIGHBOURS: Final = said("statistics|neighbours in a shoe that were neighbours in the shoe before")


class Shuffles:
    """Cards that lie beside each other in a shoe, and lay beside each other in the one before.

    A uniform shuffle knows nothing of the shoe before: two given cards are neighbours again as often as any two are.
    """

    def __init__(self) -> None:
        self._before: dict[str, tuple[int, Counter[tuple[str, str]]]] = {}
        """The last shoe of each table."""
        self._excess = 0.0
        self._variance = 0.0
        self._count = 0

    def apart(self) -> None:
        """What comes next does not follow what was before: another file."""
        self._before.clear()

    @property
    def enough(self) -> bool:
        """Whether so many were seen that no more are looked at."""
        return self._count >= MOST_SHOES

    def see(self, dealt: Sequence[str], decks: int, table: str = "") -> None:
        """A shoe as it was dealt, its cards in the order in which they left it."""
        sides = (pair for pair in pairwise(dealt) if len(pair[0]) == len(pair[1]) == KNOWN)
        beside = Counter((min(pair), max(pair)) for pair in sides)
        before = self._before.pop(table, None)
        if len(self._before) < MOST_NAMES:
            self._before[table] = decks, beside
        if before is None or before[0] != decks or not beside:
            return
        cards, slots = DECK * decks, beside.total()
        unlike, alike = 2 * decks * decks / (cards * (cards - 1)), decks * (decks - 1) / (cards * (cards - 1))
        for pair, times in before[1].items():
            often = slots * (alike if pair[0] == pair[1] else unlike)
            self._excess += times * (beside[pair] - often)
            self._variance += times * times * often
        self._count += 1

    def tested(self) -> Iterator[Compared]:
        """The one test, where there were shuffles enough; it counts shuffles and not coups."""
        if self._count >= FEWEST_SHUFFLES and self._variance:
            chance = math.erfc(abs(self._excess) / math.sqrt(2 * self._variance))
            yield Compared("shuffles", NEIGHBOURS, self._count, chance)


class _Results:
    """Results in the order in which they came, in parts that grow: early and late can be told apart at any length."""

    PARTS = 64

    def __init__(self) -> None:
        self.all: Counter[str] = Counter()
        self._parts: list[Counter[str]] = [Counter()]
        self._size = 50

    def add(self, winners: Iterable[str]) -> None:
        """Results that came together, as those of a coup or of a shoe; they stay in one part."""
        together = Counter(winners)
        self.all += together
        self._parts[-1] += together
        if self._parts[-1].total() >= self._size:
            if len(self._parts) == self.PARTS:
                self._parts = [one + other for one, other in zip(self._parts[::2], self._parts[1::2], strict=True)]
                self._size *= 2
            self._parts.append(Counter())

    @property
    def halves(self) -> tuple[Counter[str], Counter[str]]:
        """The early results and the late ones, about as many."""
        early: Counter[str] = Counter()
        for number, part in enumerate(self._parts):
            if early.total() * 2 >= self.all.total():
                return early, sum(self._parts[number:], Counter())
            early += part
        return early, Counter()


class Course:
    """Whose results they are, and when they came."""

    def __init__(self) -> None:
        self._everything = _Results()
        self._of: dict[str, dict[str, _Results]] = {kind: {} for kind in KINDS}

    def see(self, kind: str, name: str, winners: Iterable[str]) -> None:
        """Results of somebody, or of something."""
        named = self._of[kind]
        if name in named or len(named) < MOST_NAMES:
            named.setdefault(name, _Results()).add(winners)

    def see_all(self, winners: Iterable[str]) -> None:
        """Results in the order in which they were read."""
        self._everything.add(winners)

    def tested(self) -> Iterator[Compared]:
        """Each name against all others of its kind, and against itself: where there are coups enough on both sides."""
        for kind, named in self._of.items():
            total: Counter[str] = sum((results.all for results in named.values()), Counter())
            for number, (name, results) in enumerate(named.items()):
                who = KINDS[kind].about(name=name)
                if len(named) > 2 or number == 0:  # of two, one against the other says it for both
                    yield from _compared(f"{kind}:{name}", UNLIKE.about(who=who), results.all, total - results.all)
                yield from _compared(f"{kind}-drift:{name}", DRIFT.about(who=who), *results.halves)
        yield from _compared("drift", ALL_DRIFT, *self._everything.halves)


def _compared(name: str, told: Said, one: Counter[str], other: Counter[str]) -> Iterator[Compared]:
    """Whether two lots of results have the same shares, by chi-squared."""
    if min(one.total(), other.total()) < FEWEST // 2:
        return
    both = one.total() + other.total()
    distance = 0.0
    for lot in (one, other):
        for winner in WINNERS:
            expected = lot.total() * (one[winner] + other[winner]) / both
            distance += (lot[winner] - expected) ** 2 / expected if expected else 0
    yield Compared(name, told, both, chi_squared_above(distance, len(WINNERS) - 1))
