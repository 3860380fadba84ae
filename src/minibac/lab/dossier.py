"""The dossier of a wager: its exact price, what counting it is worth, what perfect play could win, what it risks.

Everything is found from the wager's lines and a seed; the same request gives the same numbers to the last digit.
"""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.lab.case import WagerCase
from minibac.lab.crosscheck import CHECK_SHOES, CrossCheck, cross_check
from minibac.lab.ruin import Ruin, ruin
from minibac.lab.sample import Sample, deal
from minibac.lab.search import Sought, best_systems, correlation
from minibac.rules.house_rules import CARDS_IN_DECK
from minibac.simulate.counting import Count
from minibac.simulate.findings import Finding
from minibac.simulate.known import NO_BURN
from minibac.simulate.plan import WrongRequestError
from minibac.simulate.study import Shoes
from minibac.voice.said import said

DEPTHS = (14, 26, 52, 104)
DECKS = (2, 4, 6, 8)
BURNS = (0, 1, NO_BURN)

SEARCHED = 5
"""The search has so many times fewer shoes than the judgement, and so has each row of the dependences."""

SEARCH_LEAST = 500
"""Fewer shoes than this find tags that only fit those shoes."""

LEAST_SHARE = 0.001
"""Counts that are rarer are told together, and so are those far below the trigger."""

STEPS_BELOW = 6
"""How many steps below the trigger are told one by one."""

MOST_STEPS = 24
"""Steps of the table by count from the trigger on: they have width 1 where that is enough."""


class DossierRequest(NamedTuple):
    """What a dossier is to look at."""

    shoes: Shoes
    """The shoes that judge; the search has those behind them."""
    size: int = 2
    """The size of the tags that are looked at closely, unless a system is given."""
    system: Count | None = None
    coups_per_hour: int = 70
    most_priced: int = 200
    """Where pricing every coup is slow: how many of the shoes are priced."""
    paths: int = 2000
    path_shoes: int = 100
    check_shoes: int = CHECK_SHOES


class SystemFound(NamedTuple):
    """A counting system, and what it wins."""

    sought: Sought
    finding: Finding


class AtCount(NamedTuple):
    """One step of the table by count."""

    least: float
    most: float
    """The counts from ``least`` up to, and without, ``most``; infinite where everything beyond is told together."""
    here: Finding
    from_here: Finding
    """A bet from this count on."""


class Varied(NamedTuple):
    """The same with one thing otherwise."""

    what: str
    """``depth``, ``decks`` or ``burn``."""
    value: int
    system: Finding | None
    perfect: Finding


class Dossier(NamedTuple):
    """Everything that was found."""

    case: WagerCase
    asked: DossierRequest
    systems: tuple[SystemFound, ...]
    given: SystemFound | None
    """The system that was asked for."""
    closely: SystemFound | None
    """The one that is looked at closely; none where no count wins anything."""
    by_count: tuple[AtCount, ...]
    perfect: Finding
    varied: tuple[Varied, ...]
    ruin: Ruin | None
    check: CrossCheck
    coups_priced: int

    @property
    def per_hour(self) -> float:
        """Units for 100 coups times this are units an hour."""
        return self.asked.coups_per_hour / 100


def study_wager(case: WagerCase, asked: DossierRequest) -> Dossier:
    """Write the dossier of a wager."""
    if asked.shoes.plan(case.rules, case.by).coups:
        raise WrongRequestError(
            said("a continuous shuffler leaves nothing to count: every round is dealt from all cards")
        )
    dealt = _Dealing(case, asked)
    searched = dealt.sample(case, dealt.search_shoes, 0)
    sought = best_systems(searched)
    judged = dealt.sample(case, asked.shoes, asked.most_priced)
    systems = tuple(SystemFound(each, judged.played(each.system)) for each in sought)
    given = None
    if asked.system is not None:
        as_asked = Sought(math.ceil(max(map(abs, asked.system.tags))), asked.system, correlation(case, asked.system))
        given = SystemFound(as_asked, judged.played(asked.system))
    of_size = (each for each in systems if each.sought.balanced and each.sought.size <= asked.size)
    closely = given or max(of_size, key=lambda each: each.sought.size, default=None)
    count = closely.sought.system if closely else None
    return Dossier(
        case,
        asked,
        systems,
        given,
        closely,
        tuple(by_count(judged, count)) if count else (),
        judged.perfect(),
        tuple(dealt.varied(count, judged)),
        _ruin(judged, closely, asked),
        cross_check(case, asked.shoes.seed, asked.check_shoes),
        len(judged.priced),
    )


def by_count(sample: Sample, system: Count) -> Iterator[AtCount]:
    """The coups by count: how many, at what edge, and what a bet from there on wins."""
    counts = sample.counts(system)
    low, high = (float(end) for end in np.quantile(counts, (LEAST_SHARE, 1 - LEAST_SHARE)))
    width = max(1, math.ceil((high - max(low, system.trigger)) / MOST_STEPS))
    last = math.floor(high / width)
    # A trigger may lie beyond what is nearly ever counted.
    first = max(math.floor(low / width) + 1, min(math.floor(system.trigger / width), last) - STEPS_BELOW)
    steps = [width * step for step in range(first, last + 1)]
    ends = [-math.inf, *steps, math.inf]
    for least, most in pairwise(ends):
        from_here: NDArray[np.bool_] = counts >= least
        yield AtCount(least, most, sample.finding(from_here & (counts < most)), sample.finding(from_here))


def _ruin(sample: Sample, closely: SystemFound | None, asked: DossierRequest) -> Ruin | None:
    """What a bankroll risks with the system that is looked at closely."""
    if closely is None:
        return None
    system = closely.sought.system
    chances = sample.ends_of(sample.counts(system) >= system.trigger)
    if not len(chances):
        return None
    bets = round(asked.path_shoes * closely.finding.bets / closely.finding.shoes)
    return ruin([float(pays) for pays in sample.case.pays], chances, bets, asked.paths, asked.shoes.seed)


class _Dealing:
    """Shoes for each part of a dossier, and how far it has got."""

    def __init__(self, case: WagerCase, asked: DossierRequest) -> None:
        self.case, self.asked = case, asked
        self.shoes = self.coups = 0

    def sample(self, case: WagerCase, shoes: Shoes, most_priced: int) -> Sample:
        dealt = deal(case, shoes, most_priced)
        self.shoes += shoes.shoes
        self.coups += dealt.coups
        if self.asked.shoes.progress is not None:
            self.asked.shoes.progress(self.shoes, self.coups)
        return dealt

    @property
    def fewer(self) -> int:
        return max(1, self.asked.shoes.shoes // SEARCHED)

    @property
    def search_shoes(self) -> Shoes:
        shoes = self.asked.shoes
        number = max(self.fewer, min(SEARCH_LEAST, shoes.shoes))
        return shoes._replace(first_shoe=shoes.first_shoe + shoes.shoes, shoes=number)

    def varied(self, system: Count | None, judged: Sample) -> Iterator[Varied]:
        """The same with the cutting card elsewhere, with other numbers of decks, with another burn."""
        shoes = self.asked.shoes._replace(shoes=self.fewer)
        plan, burns = shoes.plan(self.case.rules, self.case.by), shoes.sees_burn(self.case.rules)
        rows: list[tuple[str, int, int, Shoes]] = []
        most = plan.decks * CARDS_IN_DECK // 2
        rows += [("depth", depth, plan.depth, shoes._replace(depth=depth)) for depth in DEPTHS if depth <= most]
        rows += [("decks", decks, plan.decks, shoes._replace(decks=decks, depth=plan.depth)) for decks in DECKS]
        rows += [("burn", burn, burns, shoes._replace(burn_seen=burn)) for burn in BURNS]
        for what, value, as_is, other in rows:
            sample = judged
            if value != as_is:
                case = self.case.with_decks(value) if what == "decks" else self.case
                sample = self.sample(case, other, fewer_priced(self.asked))
            yield Varied(what, value, sample.played(system) if system else None, sample.perfect())


def fewer_priced(asked: DossierRequest) -> int:
    """How many coups are priced exactly in each row of the dependences, where that is slow."""
    return max(1, asked.most_priced // 2)


def shoes_dealt(shoes: int) -> int:
    """How many shoes a dossier deals in all, about."""
    return shoes + (len(DEPTHS) + len(DECKS) + len(BURNS) - 2) * max(1, shoes // SEARCHED)
