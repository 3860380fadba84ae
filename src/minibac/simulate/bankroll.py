"""What a bankroll lives through: paths over many shoes, and the risk of ruin, for a staking plan (extra ``fast``).

A guest sits down with a bankroll and plays so many shoes, on one wager, coup after coup: always, or when a counting
system says so. Whole paths like this are dealt again and again, each from shoes of its own. A stake is never more than
what is left, and a guest who cannot put down the smallest stake of the plan is ruined and stays so.
"""

import math
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.display.frames import Frame
from minibac.odds.compiled import kept
from minibac.odds.prices import Odds, Own
from minibac.rules.house_rules import HouseRules, rules_of
from minibac.simulate import compiling, cpu
from minibac.simulate.counting import Count
from minibac.simulate.dealing import Row
from minibac.simulate.findings import Measure, share_interval
from minibac.simulate.plan import By, Plan, WrongRequestError
from minibac.simulate.pricing import Floats, Pricing
from minibac.simulate.runs import check, in_order, threads_for
from minibac.simulate.study import Shoes
from minibac.simulate.trace import Trace, kernel_for, trace
from minibac.voice.said import Said, said

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_MARKS = 100
"""A path is looked at after so many of its shoes at most."""

SEGMENT_SHOES = 256
"""A long path is dealt in pieces of this many shoes."""

SAMPLE_PATHS = 8

ROUNDING = 1e-9
"""Units of 0.95 do not add up exactly; so little less than a stake is a stake."""


def units(number: float) -> Said:
    """So many units."""
    return said("1 unit") if number == 1 else said("{number} units", number=f"{number:g}")


class Staking(NamedTuple):
    """How much to stake, in units. Of ``fraction`` and ``spread`` one at most is given; without both it is flat."""

    stake: float = 1.0
    """The stake of every bet; with a fraction, the smallest stake and the step in which stakes go."""
    fraction: float | None = None
    """The part of the bankroll that is staked, rounded down to whole steps."""
    spread: tuple[tuple[float, float], ...] = ()
    """From which count on which stake, rising: below the first nothing is staked."""

    @property
    def least(self) -> float:
        """The smallest stake of the plan: who cannot put it down is ruined."""
        return min(stake for _, stake in self.spread) if self.spread else self.stake

    def checked(self, count: Count | None) -> "Staking":
        """The same plan; raises where it means nothing."""
        if not math.isfinite(self.least) or self.least <= 0:
            raise WrongRequestError(said("a stake of {units} is no stake", units=units(self.least)))
        if self.fraction is not None and not 0 < self.fraction <= 1:
            part = said("a part of {part} of the bankroll cannot be staked: it lies in 0 to 1")
            raise WrongRequestError(part.about(part=f"{self.fraction:g}"))
        if self.spread:
            if self.fraction is not None:
                raise WrongRequestError(said("a spread by count and a part of the bankroll are two plans: choose one"))
            if count is None:
                raise WrongRequestError(said("a spread follows a count: it needs a counting system"))
            froms = [at for at, _ in self.spread]
            if froms != sorted(set(froms)):
                raise WrongRequestError(said("the counts of a spread rise from step to step"))
        return self


class Paths(NamedTuple):
    """Some paths of a bankroll."""

    wager: str
    bankroll: float
    shoes: int
    """Shoes of each path."""
    marks: NDArray[np.int64]
    """After how many shoes the paths were looked at; the first mark is 0."""
    levels: Floats
    """A row for each path: the bankroll at each mark."""
    lowest: Floats
    """The least each path came to."""
    ruined_coups: NDArray[np.int64]
    """The coup in which a path was ruined, counted from 1; 0 where it was not."""
    bets: NDArray[np.int64]
    """Bets made on each path."""
    staked: Floats
    """What was staked on each path, added up."""

    @property
    def number(self) -> int:
        """How many paths there are."""
        return len(self.levels)

    @property
    def ruined(self) -> Measure:
        """The share of paths that were ruined."""
        share = float((self.ruined_coups > 0).mean())
        return Measure(share, math.sqrt(share * (1 - share) / self.number))

    @property
    def ruined_interval(self) -> tuple[float, float]:
        """Where the risk of ruin lies, with 95 % confidence."""
        return share_interval(int((self.ruined_coups > 0).sum()), self.number)

    @property
    def final(self) -> Measure:
        """What was left at the end, on average."""
        last = self.levels[:, -1]
        error = float(last.std(ddof=1)) / math.sqrt(self.number) if self.number > 1 else 0.0
        return Measure(float(last.mean()), error)

    @property
    def ahead(self) -> float:
        """The share of paths that ended with more than they began with."""
        return float((self.levels[:, -1] > self.bankroll).mean())

    @property
    def frame(self) -> Frame:
        """A row for each path; ``ruined_coup`` is empty where it was not ruined."""
        columns = {"path": int, "final": float, "lowest": float, "ruined_coup": int, "bets": int, "staked": float}
        ends = zip(self.levels[:, -1], self.lowest, self.ruined_coups, self.bets, self.staked, strict=True)
        rows = [
            (path, float(final), float(lowest), int(ruined) or None, int(bets), float(staked))
            for path, (final, lowest, ruined, bets, staked) in enumerate(ends)
        ]
        return Frame(columns, rows)

    def to_arrow(self) -> Any:
        """A row for each path, as a ``pyarrow.Table`` (extra ``data``)."""
        return self.frame.to_arrow()

    def _repr_html_(self) -> str:
        from minibac.display.tables import facts_html, together
        from minibac.simulate.pictures import paths_svg

        low, high = self.ruined_interval
        title = f"{self.number:,} paths of {self.shoes:,} shoes on {self.wager}"
        facts = {
            "begun with": str(units(self.bankroll)),
            "left at the end": f"{self.final.value:.2f} ± {self.final.error:.2f}",
            "ruined": f"{self.ruined.value:.2%} (between {low:.2%} and {high:.2%}, 95 %)",
            "ended ahead": f"{self.ahead:.2%}",
        }
        levels = self.quantiles().tolist()
        return together(facts_html(facts, title), paths_svg(title, self.marks.tolist(), levels, self.bankroll))

    def quantiles(self) -> Floats:
        """For each quantile a row: at each mark, the bankroll that this part of the paths did not exceed."""
        return np.asarray(np.quantile(self.levels, QUANTILES, axis=0), np.float64)

    @property
    def samples(self) -> Floats:
        """The first paths, as they went."""
        return self.levels[:SAMPLE_PATHS]


def bankroll_study(
    rules: HouseRules | str,
    wager: str,
    staking: Staking,
    bankroll: float,
    paths: int,
    shoes: Shoes,
    count: Count | None = None,
    own: Own = (),
) -> Paths:
    """Follow a bankroll along many paths of ``shoes.shoes`` shoes each; path ``i`` has shoes of its own."""
    rules = rules_of(rules)
    staking.checked(count)
    if paths < 1:
        raise WrongRequestError(said("{paths} paths are nothing to follow: ask for 1 or more", paths=str(paths)))
    if not math.isfinite(bankroll) or bankroll < staking.least:
        too_small = said("a bankroll of {units} does not cover the smallest stake, {least}", least=units(staking.least))
        raise WrongRequestError(too_small.about(units=units(bankroll)))
    check(shoes.seed, [(shoes.first_shoe, shoes.shoes * paths)])
    pricing = Pricing.over(Odds(rules, own=own, decks_in_shoe=shoes.decks), [wager])
    if count is not None:
        count.checked(suits=bool(pricing.sights))
    by = By.RANKS if By.RANKS in (pricing.by, count.by if count else By.POINTS) else By.POINTS
    shoe_plan = shoes.plan(rules, by, pricing.sights)
    guest = _Guest(shoe_plan, shoes, shoes.sees_burn(rules), pricing, staking, bankroll, count)
    kernel_for(shoe_plan)  # made once, before the threads ask for it, and so is the next
    walk_kernel()
    found: list[_Path] = []
    coups = 0
    for path in in_order(guest.path, range(paths), threads_for(cpu, shoes.threads)):
        found.append(path)
        coups += path.coups
        if shoes.progress is not None:
            shoes.progress(len(found) * shoes.shoes, coups)
    return Paths(
        wager,
        bankroll,
        shoes.shoes,
        guest.marks,
        np.array([path.levels for path in found]),
        np.array([path.lowest for path in found]),
        np.array([path.ruined_coup for path in found], np.int64),
        np.array([path.bets for path in found], np.int64),
        np.array([path.staked for path in found]),
    )


class _Path(NamedTuple):
    levels: Floats
    lowest: float
    ruined_coup: int
    bets: int
    staked: float
    coups: int


class _Guest(NamedTuple):
    """Somebody with a bankroll and a plan."""

    plan: Plan
    shoes: Shoes
    burn_seen: int
    pricing: Pricing
    staking: Staking
    bankroll: float
    system: Count | None

    @property
    def marks(self) -> NDArray[np.int64]:
        """Evenly spread over the shoes, the first before them and the last behind them."""
        shoes = self.shoes.shoes
        return np.unique(np.linspace(0, shoes, min(shoes, MOST_MARKS) + 1).round().astype(np.int64))

    def path(self, number: int) -> _Path:
        """Play one path to its end, or to ruin."""
        staking, walked = self.staking, np.zeros(6)
        walked[LEVEL] = walked[LOWEST] = self.bankroll
        after_shoe = [np.array([self.bankroll])]
        for traced in self._segments(number):
            levels = np.empty(len(traced.ends))
            walk_kernel()(
                self._stakes(traced),
                np.ascontiguousarray(self.pricing.won(traced)[:, 0]),
                traced.ends,
                staking.fraction or 0.0,
                staking.least,
                walked,
                levels,
            )
            after_shoe.append(levels)
        return _Path(
            np.concatenate(after_shoe)[self.marks],
            float(walked[LOWEST]),
            int(walked[RUINED]),
            int(walked[BETS]),
            float(walked[STAKED]),
            int(walked[COUPS]),
        )

    def _segments(self, number: int) -> Iterator[Trace]:
        shoes = self.shoes
        first = shoes.first_shoe + number * shoes.shoes
        for start in range(0, shoes.shoes, SEGMENT_SHOES):
            size = min(SEGMENT_SHOES, shoes.shoes - start)
            yield trace(self.plan, shoes.seed, first + start, size, burn_seen=self.burn_seen)

    def _stakes(self, traced: Trace) -> Floats:
        """The stake before each coup, 0 for none; where it is a part of the bankroll, 1 for a bet."""
        if self.system is None:
            return np.full(len(traced.codes), self.staking.stake)
        counts = self.system.counts(traced, self.plan)
        if self.staking.spread:
            froms = np.array([at for at, _ in self.staking.spread])
            stakes = np.array([0.0, *(stake for _, stake in self.staking.spread)])
            return np.asarray(stakes[np.searchsorted(froms, counts, side="right")])
        return np.where(counts >= self.system.trigger, self.staking.stake, 0.0)


LEVEL, LOWEST, RUINED, BETS, STAKED, COUPS = range(6)
"""What is known of a path as it is walked."""


def walk(stakes: Row, pays: Row, ends: Any, fraction: float, least: float, walked: Any, levels: Any) -> None:
    """Go on along a path, coup after coup, and write down the bankroll after each shoe."""
    row = 0
    for shoe in range(len(ends)):
        while row < ends[shoe]:
            walked[COUPS] += 1
            stake = stakes[row] + 0.0
            if stake > 0 and walked[RUINED] == 0:
                if fraction > 0:
                    stake = max(least, least * math.floor(fraction * walked[LEVEL] / least))
                stake = min(stake, walked[LEVEL])
                walked[BETS] += 1
                walked[STAKED] += stake
                walked[LEVEL] += stake * pays[row]
                walked[LOWEST] = min(walked[LOWEST], walked[LEVEL])
                if walked[LEVEL] < least - ROUNDING:
                    walked[RUINED] = walked[COUPS]
            row += 1
        levels[shoe] = walked[LEVEL]


@cache
def walk_kernel() -> Any:
    """``walk``, compiled and kept on disk under a name after its source."""
    return kept(compiling.after_sources(walk, {}, "", __file__))
