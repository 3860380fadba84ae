"""The best tags of each size, by what they are worth: units won for 100 coups dealt.

Tags that follow the effects of removal closest are where the search begins. Then tags are changed, one or two at a
time, as long as that wins more in the shoes that are searched. The shoes that judge what was found are others.

A *balanced* count adds up to nothing over a deck and is divided by the decks left. An *unbalanced* one is taken as it
runs. With ``e`` the effect of a card, ``E`` the expectation and ``N`` the cards of a full shoe, a bet is right when

    Σ seen (e - E / (N - 1))  >  -E · N / (N - 1),

so tags that follow ``e - E / (N - 1)`` need no division: every card seen brings the bet a little nearer.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from minibac.lab.case import Floats, WagerCase
from minibac.lab.sample import Sample
from minibac.lab.worths import SearchedCoups
from minibac.rules.house_rules import CARDS_IN_DECK
from minibac.simulate.counting import IN_A_DECK, VALUES, Count

SIZES = (1, 2, 3, 4)
SCALES = 24
"""How finely the scale between effects and tags is tried."""

BEGINNINGS = 3
"""From how many tags the search sets out."""

TRUE_STEP, RUNNING_STEP = 0.5, 1.0
"""Triggers are whole multiples of these."""


class Sought(NamedTuple):
    """A counting system that the search found."""

    size: int
    system: Count
    correlation: float
    """How closely its tags follow the effects of removal."""

    @property
    def balanced(self) -> bool:
        return not self.system.running


class Tried(NamedTuple):
    """Tags by group with the trigger that wins most, and what they win then in the shoes that are searched."""

    worth: float
    tags: tuple[int, ...]
    trigger: float


def best_systems(sample: Sample, sizes: Sequence[int] = SIZES) -> list[Sought]:
    """For each size the best balanced tags and the best unbalanced ones; none where all cards matter alike."""
    case = sample.case
    if len(set(case.by_column)) < 2:
        return []
    systems = []
    smaller: dict[bool, Tried] = {}
    for size in sizes:
        for running in (False, True):
            search = _Search(sample, size, running=running)
            best = search.best(smaller.get(running))
            if best.worth > 0:
                smaller[running] = best
                system = search.system(best)
                systems.append(Sought(size, system, correlation(case, system)))
    return systems


def correlation(case: WagerCase, count: Count) -> float:
    """How closely tags follow the effects of removal, card by card of a deck; 0 where all tags or effects are one."""
    weights = np.array(IN_A_DECK[case.columns], np.float64)
    tags, effects = count.by_column(case.columns), np.array(case.by_column, np.float64)
    tags, effects = (each - weights @ each / weights.sum() for each in (tags, effects))
    spread = float(weights @ tags**2) * float(weights @ effects**2)
    return float(weights @ (tags * effects)) / spread**0.5 if spread else 0.0


class _Search:
    """The tags of one size, of one kind. Cards with the same effect have the same tag: they are one group."""

    def __init__(self, sample: Sample, size: int, *, running: bool) -> None:
        self.sample, self.size, self.running = sample, size, running
        case = sample.case
        numbers = {effect: number for number, effect in enumerate(dict.fromkeys(case.by_column))}
        self.group = np.array([numbers[effect] for effect in case.by_column])
        self.weights = [int(weight) for weight in np.bincount(self.group, IN_A_DECK[case.columns])]
        shift = case.price.expectation / (case.odds.cards - 1) if running else Fraction(0)
        self.wanted = np.array([float(effect - shift) for effect in numbers])
        in_shoe = np.array(IN_A_DECK[case.columns]) * case.decks
        removed = np.zeros((len(self.weights), sample.coups))
        for column, group in enumerate(self.group):
            removed[group] += in_shoe[column] - sample.left[:, column]
        self.step = RUNNING_STEP if running else TRUE_STEP
        cards = np.ones(sample.coups) if running else sample.left.sum(axis=1).astype(np.float64)
        self.coups = SearchedCoups(removed, cards, (1 if running else CARDS_IN_DECK) / self.step, sample.gains)

    def best(self, smaller: Tried | None = None) -> Tried:
        """The best tags of this size, which are never worse than the best ``smaller`` ones: these are of it too."""
        begun = sorted((self._judge(tags, [{}]) for tags in set(self._nearest())), key=lambda each: -each.worth)
        first = [smaller] if smaller else []
        return max((self._climb(each) for each in [*first, *begun[:BEGINNINGS]]), key=lambda each: each.worth)

    def system(self, found: Tried) -> Count:
        by_column = np.array(found.tags)[self.group].tolist()
        in_order = [*by_column[1:], by_column[0]] if len(by_column) == VALUES else by_column
        return Count(self.sample.case.wager, tuple(in_order), found.trigger, self.running)

    def _judge(self, tags: tuple[int, ...], changes: Sequence[dict[int, int]]) -> Tried:
        """The best of these changes of the tags, with the trigger from which on a bet wins most in these shoes."""
        rows = np.zeros((len(changes), 4), np.int64)
        for row, change in zip(rows, changes, strict=True):
            row[: len(change)], row[2 : 2 + len(change)] = list(change), list(change.values())
        gained, triggers = self.coups.worths(tags, rows)
        at = int(gained.argmax())
        worth = 100 * float(gained[at]) / self.sample.coups
        return Tried(worth, _changed(tags, changes[at]), self.step * float(triggers[at]))

    def _climb(self, begin: Tried) -> Tried:
        """Change tags as long as it wins more."""
        here = begin
        while changes := list(self._beside(here.tags)):
            best = self._judge(here.tags, changes)
            if best.worth <= here.worth:
                break
            here = best
        return here

    def _beside(self, tags: tuple[int, ...]) -> Iterator[dict[int, int]]:
        """Changes that are little: of one group, or balanced of two."""
        for one, of_one in enumerate(self.weights):
            for by in (-1, 1):
                changes = [{one: by}] if self.running else []
                for other, of_other in enumerate(self.weights):
                    balanced = not self.running and other != one and of_one % of_other == 0
                    if balanced and (of_one > of_other or one < other):
                        changes.append({one: by, other: -by * of_one // of_other})
                for change in changes:
                    changed = _changed(tags, change)
                    if max(map(abs, changed)) <= self.size and any(changed):
                        yield change

    def _nearest(self) -> Iterator[tuple[int, ...]]:
        """Whole tags that lie nearest to what is wanted, at every scale."""
        largest = float(np.abs(self.wanted).max())
        for step in range(1, SCALES + 1):
            target = self.wanted * (0.5 + self.size * step / SCALES) / largest
            if self.running:
                tags = tuple(int(tag) for tag in np.clip(np.rint(target), -self.size, self.size))
            else:
                tags = self._balanced(target)
            if any(tags):
                yield tags

    def _balanced(self, target: Floats) -> tuple[int, ...]:
        """Group by group, the least sum of squares for each balance; then that of balance nothing."""
        reached: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
        for wanted, weight in zip(target, self.weights, strict=True):
            further: dict[int, tuple[float, tuple[int, ...]]] = {}
            for balance, (cost, tags) in reached.items():
                for tag in range(-self.size, self.size + 1):
                    place, more = balance + tag * weight, cost + weight * (tag - wanted) ** 2
                    if place not in further or more < further[place][0]:
                        further[place] = more, (*tags, tag)
            reached = further
        return reached[0][1]


def _changed(tags: tuple[int, ...], by: dict[int, int]) -> tuple[int, ...]:
    return tuple(tag + by.get(group, 0) for group, tag in enumerate(tags))
