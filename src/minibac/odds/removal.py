"""Effects of removal: what one card less of each rank does to each wager, and how one would count it.

A card that leaves the shoe unseen changes nothing on average, so count times effect, added up over the ranks, is
exactly zero for every wager as long as seven cards or more are left. (With six or fewer, a card less can make a coup
void.)

>>> from minibac.odds.prices import prices
>>> effects = removal(prices("massachusetts", vigorish_type="ez"))
>>> seven = effects["dragon-7"]
>>> sum(n * e for n, e in zip(effects.composition, seven.effects.values()))
Fraction(0, 1)
>>> seven.count(2).tags
{'A': 0, '2': 0, '3': 0, '4': -1, '5': -1, '6': -1, '7': -1, '8': 2, '9': 2, 'T': 0, 'J': 0, 'Q': 0, 'K': 0}
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from minibac.cards.card import ALL_CARDS, RANKS
from minibac.cards.composition import Composition
from minibac.odds.prices import Laid, Odds, OddsError
from minibac.rules.house_rules import CARDS_IN_DECK
from minibac.rules.names import wager_name
from minibac.voice.said import said

if TYPE_CHECKING:
    from minibac.display.frames import Frame

STEPS = 48
"""How finely the scale between effects and tags is searched."""

CARDS_FOR_ZERO_SUM = 7
"""With so many cards left a coup can still be completed when one is gone."""


class Count(NamedTuple):
    """A counting system: what to add for each rank that is seen, a plus for what helps the guest."""

    tags: dict[str, int]
    correlation: float
    """How closely the tags follow the effects of removal: 1 is as close as can be (betting correlation)."""
    gain_per_true_count: float
    """How much the expectation gains with each point of the count for a deck left."""
    trigger: float | None
    """The count for each deck left at which the wager turns in the guest's favour; 0 or less: it already has."""


class Effects(msgspec.Struct, frozen=True):
    """What the removal of one card of each rank does to the expectation of one wager."""

    wager: str
    expectation: Fraction
    effects: dict[str, Fraction]
    """By rank; a plus is good for the guest. A rank that is not there has no effect and is left out."""
    composition: Composition
    by_card: Mapping[str, Fraction] = {}
    """The same by card, where the wager looks at suits; a rank then has the mean of its cards."""

    @property
    def _weights(self) -> list[int]:
        return [count for count in self.composition if count]

    @property
    def weighted_sum(self) -> Fraction:
        """Count times effect, added up over the ranks."""
        return sum((n * e for n, e in zip(self._weights, self.effects.values(), strict=True)), Fraction(0))

    def count(self, level: int = 1) -> Count:
        """The balanced tags between ``-level`` and ``level`` that follow the effects closest.

        Balanced means that the tags of a full deck add up to nothing, so that the count starts at zero and is divided
        by the decks left. Tags that are best at all are best at some scale between effects and tags.
        """
        if level < 1:
            raise OddsError(said("a counting system of level {level} has no tags: 1 is the least", level=level))
        largest = float(max(map(abs, self.effects.values()), default=Fraction(0)))
        best, best_followed = dict.fromkeys(self.effects, 0), 0.0
        for step in range(1, STEPS + 1) if largest else ():
            tags = self._balanced(level, (0.5 + level * step / STEPS) / largest)
            followed = self.judged(tags).correlation
            if followed > best_followed + 1e-9:
                best, best_followed = tags, followed
        return self.judged(best)

    def _balanced(self, level: int, scale: float) -> dict[str, int]:
        """The balanced tags nearest to the scaled effects: rank by rank, the least sum of squares for each balance."""
        alike: dict[Fraction, list[str]] = {}
        for rank, effect in self.effects.items():
            alike.setdefault(effect, []).append(rank)
        counts = dict(zip(self.effects, self._weights, strict=True))
        reached: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
        for effect, ranks in alike.items():
            target = float(effect) * scale
            weight = sum(counts[rank] for rank in ranks)
            costs = [(tag, weight * (tag - target) ** 2) for tag in range(-level, level + 1)]
            further: dict[int, tuple[float, tuple[int, ...]]] = {}
            for balance, (cost, tags) in reached.items():
                for tag, more in costs:
                    place = balance + tag * len(ranks)
                    if place not in further or cost + more < further[place][0]:
                        further[place] = cost + more, (*tags, tag)
            reached = further
        chosen = reached[0][1]
        by_effect = dict(zip(alike, chosen, strict=True))
        return {rank: by_effect[effect] for rank, effect in self.effects.items()}

    def judged(self, tags: Mapping[str, int]) -> Count:
        """How well given tags would serve for this wager."""
        values = [tags.get(rank, 0) for rank in self.effects]
        effects = list(map(float, self.effects.values()))
        weights = self._weights
        cards = sum(weights)
        xx, yy, xy = _moments(values, effects, weights)
        slope = xy / xx if xx > 0 else 0.0
        correlation = xy / math.sqrt(xx * yy) if xx > 0 and yy > 0 else 0.0
        # Far into the shoe one card weighs as (cards - 1) / (cards left); a deck left is 52 of them.
        gain = slope * (cards - 1) / CARDS_IN_DECK
        trigger = -float(self.expectation) / gain if gain > 0 else None
        full = {rank.value: tags.get(rank.value, 0) for rank in RANKS}
        return Count(full, correlation, gain, trigger)


class Removal:
    """The effects of removal on every wager of a table. Ask it for a wager: ``removal(odds)["banker"]``."""

    def __init__(self, odds: Odds, by_wager: Mapping[str, Effects]) -> None:
        self.odds = odds
        self.composition = odds.composition
        self.by_wager = dict(by_wager)

    def __repr__(self) -> str:
        return f"<Removal {self.odds.rules.rulebook.id}, {self.odds.cards} cards: {', '.join(self.by_wager)}>"

    def __getitem__(self, wager: str) -> Effects:
        if wager not in self.by_wager:
            raise OddsError(said("no effects were asked for {wager}", wager=wager_name(wager)))
        return self.by_wager[wager]

    def __iter__(self) -> Iterator[Effects]:
        return iter(self.by_wager.values())

    @property
    def frame(self) -> "Frame":
        """A row for each wager and each rank that has an effect on it."""
        from minibac.display.frames import Frame

        rows = [(each.wager, rank, effect) for each in self for rank, effect in each.effects.items()]
        return Frame({"wager": str, "rank": str, "effect": Fraction}, rows)

    def to_arrow(self) -> Any:
        """A row for each wager and rank, as a ``pyarrow.Table`` (extra ``data``)."""
        return self.frame.to_arrow()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        from minibac.odds.html import removal_html

        return removal_html(self)


def removal(odds: Odds) -> Removal:
    """Take one card of each rank away in turn and price every wager again; where suits matter, each card."""
    without = {
        rank.value: odds.with_cards([count - (index == gone) for index, count in enumerate(odds.composition)])
        for gone, rank in enumerate(RANKS)
        if odds.composition[gone]
    }
    by_wager = {}
    for name, laid in odds.laid.items():
        expectation = odds[name].expectation
        if laid.wager.asks_cards:
            by_wager[name] = _by_card(odds, laid, expectation)
            continue
        effects = {
            rank: laid.price(fewer.tally(name), odds.stake_cents).expectation - expectation
            for rank, fewer in without.items()
        }
        by_wager[name] = Effects(name, expectation, effects, odds.composition)
    return Removal(odds, by_wager)


def _by_card(odds: Odds, laid: Laid, expectation: Fraction) -> Effects:
    """The effects on a wager that asks for cards: once for each class of cards that it can tell apart."""
    from minibac.odds.card_questions import classes_seen, suits_seen
    from minibac.odds.many import price_many

    wager = laid.wager
    left = odds.by_card(wager)
    alike = classes_seen([wager])
    gone = {alike[kind]: kind for kind in range(len(left)) if left[kind]}
    fewer = [tuple(count - (index == kind) for index, count in enumerate(left)) for kind in gone.values()]
    by_class = {
        number: laid.price(without.tally(wager.id), odds.stake_cents).expectation - expectation
        for number, without in zip(gone, price_many(odds.with_wager(wager.id), fewer), strict=True)
    }
    by_card = {str(card): by_class[alike[kind]] for kind, card in enumerate(ALL_CARDS) if left[kind]}
    effects = {}
    for index, rank in enumerate(RANKS):
        if odds.composition[index]:
            kinds = [kind for kind in range(index, len(ALL_CARDS), len(RANKS)) if left[kind]]
            mean = sum((left[kind] * by_class[alike[kind]] for kind in kinds), Fraction(0))
            effects[rank.value] = mean / odds.composition[index]
    return Effects(wager.id, expectation, effects, odds.composition, by_card if suits_seen([wager]) else {})


def _moments(x: Sequence[float], y: Sequence[float], weights: Sequence[int]) -> tuple[float, float, float]:
    """The weighted squares of two rows of numbers around their means, and their products."""
    total = sum(weights)
    if not total:
        return 0.0, 0.0, 0.0
    mean_x = sum(map(float.__mul__, map(float, weights), map(float, x))) / total
    mean_y = sum(map(float.__mul__, map(float, weights), map(float, y))) / total
    xx = sum(w * (a - mean_x) ** 2 for w, a in zip(weights, x, strict=True))
    yy = sum(w * (b - mean_y) ** 2 for w, b in zip(weights, y, strict=True))
    xy = sum(w * (a - mean_x) * (b - mean_y) for w, a, b in zip(weights, x, y, strict=True))
    return xx, yy, xy
