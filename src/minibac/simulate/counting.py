"""Counting systems: a tag for each card, a count of what has been seen, and from which count on to bet."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.rules.house_rules import CARDS_IN_DECK
from minibac.simulate.plan import By, Plan, WrongRequestError
from minibac.simulate.trace import Trace
from minibac.voice.said import said

Floats = NDArray[np.float64]

VALUES, RANKS = 10, 13


class Count(NamedTuple):
    """A counting system and what it bets on.

    >>> dragon = Count("dragon-7", (0, 0, 0, -1, -1, -1, -1, 2, 2, 0), trigger=4)
    >>> dragon.by_value.tolist()
    [0.0, 0.0, 0.0, 0.0, -1.0, -1.0, -1.0, -1.0, 2.0, 2.0]
    """

    wager: str
    tags: tuple[float, ...]
    """A tag for each value (Ace to nine, then tens and faces) or for each rank (Ace to King)."""
    trigger: float
    """The count from which on to bet."""
    running: bool = False
    """Whether the count is taken as it runs, and not divided by the decks left."""
    burn_in_divisor: bool = True
    """Whether burned cards that were not seen count among the decks left."""

    @property
    def by(self) -> By:
        """How finely the system sees cards: ten tags count tens and faces alike."""
        return By.RANKS if len(self.tags) == RANKS else By.POINTS

    @property
    def by_value(self) -> Floats:
        """Ten tags in the order of compositions by value: tens first."""
        return np.array([self.tags[9], *self.tags[:9]], np.float64)

    @property
    def by_rank(self) -> Floats:
        """The tags in the order of compositions by rank."""
        return np.array(self.tags if len(self.tags) == RANKS else [*self.tags, *[self.tags[9]] * 3], np.float64)

    def checked(self) -> "Count":
        """The same system; raises where it means nothing."""
        if len(self.tags) not in (VALUES, RANKS):
            raise WrongRequestError(
                said(
                    "{tags} tags are no counting system: give {values}, for A to 9 and then tens, or {ranks}, for A "
                    "to K",
                    tags=len(self.tags),
                    values=VALUES,
                    ranks=RANKS,
                )
            )
        if not all(map(np.isfinite, (*self.tags, self.trigger))):
            raise WrongRequestError(said("tags and trigger of a counting system are plain numbers"))
        if not any(self.tags):
            raise WrongRequestError(said("a counting system whose tags are all 0 sees nothing"))
        return self

    def counts(self, traced: Trace, plan: Plan) -> Floats:
        """The count before each coup: the tags of the cards seen, and for a true count divided by the decks left."""
        left = traced.compositions
        tags, full = (self.by_rank, [4] * RANKS) if plan.by is By.RANKS else (self.by_value, [16, *[4] * 9])
        in_full_shoe = float(np.array(full, np.float64) @ tags) * plan.decks
        # Whole tags stay whole numbers here, so a count that meets its trigger exactly does so everywhere.
        running = in_full_shoe - left.astype(np.float64) @ tags
        if self.running:
            return np.asarray(running, np.float64)
        cards = left.sum(axis=1)
        if not self.burn_in_divisor:
            cards = cards - traced.unseen_burned
        return np.asarray(running * CARDS_IN_DECK / cards, np.float64)
