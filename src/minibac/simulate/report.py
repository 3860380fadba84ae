"""What the counts say: for every wager the edge seen, how sure it is, and the exact edge of a fresh shoe beside it.

Prices are laid over the histogram exactly as they are laid over an exact result table, in fractions; only errors and
z-scores are rounded. The exact edge is that of a coup from a full shoe. Over whole shoes the cutting card moves the
mean a little: a coup late in a shoe is dealt only where those before were short, and so after more eights and nines
than elsewhere. Two billion coups show it of wagers on eights, nines and numbers of cards, twenty billion not yet of the
printed ones. Without a cutting card there is nothing of it.
"""

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from minibac import __version__
from minibac.display.frames import Columns, Rows
from minibac.odds.prices import Laid, Odds, Own
from minibac.play.wagers import check_offered
from minibac.rules.house_rules import HouseRules, rules_of
from minibac.rules.names import wager_name
from minibac.rules.words import named
from minibac.simulate.histogram import Histogram, Worth
from minibac.simulate.plan import By, Plan, SimulationError, WrongRequestError
from minibac.voice.said import Said, said

CONFIDENCE_ERRORS = 1.959963984540054
"""Standard errors to either side that hold the true value with that confidence."""


MANY_COUPS = 10**8
"""From so many coups on the cutting card may show."""


class Estimate(NamedTuple):
    """The edge of one wager as simulated."""

    wager: str
    label: str
    mean: Fraction
    """The house's share of the stakes, as the coups fell."""
    standard_error: float
    exact: Fraction
    """The edge of a coup from a fresh shoe."""

    @staticmethod
    def columns() -> Columns:
        """What of an estimate stands in a row; the true edge lies from ``low`` to ``high``, with 95 % confidence."""
        return {
            "wager": str, "label": str, "mean": Fraction, "standard_error": float, "exact": Fraction, "z": float,
            "low": float, "high": float,
        }  # fmt: skip

    def lines(self) -> Iterator[tuple[object, ...]]:
        """The row."""
        yield (*self, self.z, *self.interval)

    @property
    def z(self) -> float:
        """How many standard errors the mean lies from the exact value."""
        return float(self.mean - self.exact) / self.standard_error if self.standard_error else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true edge lies, with 95 % confidence."""
        reach = CONFIDENCE_ERRORS * self.standard_error
        return float(self.mean) - reach, float(self.mean) + reach


def estimates(rules: HouseRules | str, histogram: Histogram, decks: int | None = None, own: Own = ()) -> Rows[Estimate]:
    """Lay every wager of the table, and one's own, over a histogram; counted by points it says nothing about pairs."""
    return estimated(Odds(rules_of(rules), own=own, decks_in_shoe=decks), histogram)


def estimated(odds: Odds, histogram: Histogram) -> Rows[Estimate]:
    if histogram.coups == 0:
        raise SimulationError(said("no coup has been counted yet: there is nothing to estimate"))
    by_ranks = len(histogram.by_code) > len(odds.table.by_code)
    points = histogram.by_points if by_ranks else histogram
    by_end = iter(histogram.by_end)
    found = []
    for name, laid in odds.laid.items():
        if laid.wager.asks_cards:
            counts = next(by_end, None)
            if counts is None:
                continue
            seen = laid.price(+Counter(dict(zip(laid.ends, counts, strict=True))))
        elif laid.wager.asks_pairs and not by_ranks:
            continue
        else:
            seen = laid.price(laid.tally((histogram if laid.wager.asks_pairs else points).table))
        error = math.sqrt(seen.variance / histogram.coups)
        found.append(Estimate(name, laid.wager.proposition.label, seen.edge, error, odds[name].edge))
    return Rows(found, Estimate)


class Followed(NamedTuple):
    """A wager of one unit on every coup: what it comes to in a shoe."""

    wager: str
    unit: Fraction
    """The smallest step between two results."""
    shoes: Counter[int]
    """How many shoes came to each result, in these steps."""

    @property
    def mean(self) -> Fraction:
        total = sum(result * shoes for result, shoes in self.shoes.items())
        return self.unit * Fraction(total, self.shoes.total())

    @property
    def standard_deviation(self) -> float:
        squares = sum(result**2 * shoes for result, shoes in self.shoes.items())
        return math.sqrt(self.unit**2 * Fraction(squares, self.shoes.total()) - self.mean**2)

    def share(self, sign: int) -> float:
        """The share of shoes that ended ahead (1), level (0) or behind (-1)."""
        seen = sum(shoes for result, shoes in self.shoes.items() if (result > 0) - (result < 0) == sign)
        return seen / self.shoes.total()

    def quantile(self, part: float) -> Fraction:
        """The result that this part of the shoes did not exceed."""
        seen = 0
        wanted = part * self.shoes.total()
        for result in sorted(self.shoes):
            seen += self.shoes[result]
            if seen >= wanted:
                return result * self.unit
        raise SimulationError(said("no shoe has been followed"))


def laid_on(odds: Odds, wager: str) -> Laid:
    """A wager of the table; one that it does not take is a wrong request."""
    if wager not in odds.laid:
        raise WrongRequestError(check_offered(odds.rules, wager))
    return odds.laid[wager]


def followed_as(laid: Laid) -> str:
    """What a run that follows a wager calls it: an own wager by its lines too, since another may have its name."""
    if not laid.own:
        return laid.wager.id
    return f"{laid.wager.id} {hashlib.sha256(msgspec.json.encode(laid.wager.proposition.lines)).hexdigest()[:16]}"


def followed_worth(odds: Odds, plan: Plan, wagers: Iterable[str]) -> tuple[list[Fraction], Worth]:
    """What each result code is worth to these wagers, in whole smallest units, and those units."""
    units, worth = [], []
    for name in wagers:
        nets = _nets(laid_on(odds, name), plan)
        unit = Fraction(1, math.lcm(*(net.denominator for net in nets)))
        units.append(unit)
        worth.append(tuple(int(net / unit) for net in nets))
    return units, tuple(worth)


def _nets(laid: Laid, plan: Plan) -> list[Fraction]:
    """What one unit gains on each result code, or at each end of a wager on cards."""
    nets = [Fraction(0)] * plan.all_codes
    name = wager_name(laid.wager.id)
    if laid.wager.asks_cards:
        at = plan.codes
        for sight in plan.sights:
            if sight.wager == laid.wager.id:
                nets[at : at + sight.ends] = map(laid.net, laid.ends)
                return nets
            at += sight.ends
        raise WrongRequestError(said("{wager} asks for cards: it is followed where cards are dealt", wager=name))
    if laid.wager.asks_pairs and plan.by is not By.RANKS:
        raise WrongRequestError(said("{wager} asks for pairs: it is followed by ranks", wager=name))
    nets[: plan.codes] = [laid.net(laid.gross(code)) for code in range(plan.codes)]
    return nets


class Report(NamedTuple):
    """A finished simulation: what was dealt, by which rules, and what it came to."""

    odds: Odds
    plan: Plan
    seed: int
    histogram: Histogram
    device: str
    seconds: float
    """Time spent dealing."""
    followed: tuple[Followed, ...] = ()

    @property
    def coups_per_second(self) -> float:
        return self.histogram.coups / self.seconds if self.seconds else 0.0

    @property
    def estimates(self) -> Rows[Estimate]:
        return estimated(self.odds, self.histogram)

    @property
    def notes(self) -> tuple[Said, ...]:
        """What a reader should know."""
        from minibac.odds.unreached import unreached_said

        notes = tuple(unreached_said(self.odds))
        if self.plan.coups or self.histogram.coups < MANY_COUPS:
            return notes
        late = said(
            "over so many coups the cutting card shows: late ones are dealt where those before were short, so what is "
            "seen may lie a little beside the exact edge of a fresh shoe"
        )
        return (*notes, late)

    def plain(self) -> dict[str, Any]:
        """The report as ``minibac simulate --json`` prints it."""
        from minibac.odds.plain import head_plain, number

        histogram = self.histogram
        told: dict[str, Any] = {"minibac": __version__, **head_plain(self.odds)}
        told |= {
            **named(histogram, "shoes", "coups"),
            **named(self, "seed", "device", "seconds", "coups_per_second"),
            "counted_by": "cards" if self.plan.sights else self.plan.by.value,
            "coups_per_shoe": {"mean": histogram.coups_per_shoe, "standard_error": histogram.coups_per_shoe_error},
            "wagers": [
                {
                    "wager": estimate.wager,
                    "mean": float(estimate.mean),
                    "exact": number(estimate.exact),
                    "standard_error": estimate.standard_error,
                    "interval": list(estimate.interval),
                    "z": estimate.z,
                    **({"own": True} if self.odds.laid[estimate.wager].own else {}),
                }
                for estimate in self.estimates
            ],
        }
        if notes := [str(note) for note in self.notes]:
            told["notes"] = notes
        if self.plan.coups:
            told["coups_in_a_shoe"] = self.plan.coups
        if self.followed:
            told["per_shoe"] = [
                {
                    "wager": each.wager,
                    "unit": str(each.unit),
                    "mean": float(each.mean),
                    "standard_deviation": each.standard_deviation,
                    "ahead": each.share(1),
                    "level": each.share(0),
                    "behind": each.share(-1),
                    "shoes": {str(result * each.unit): each.shoes[result] for result in sorted(each.shoes)},
                }
                for each in self.followed
            ]
        return told
