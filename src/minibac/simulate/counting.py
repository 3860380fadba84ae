"""Counting systems: a tag for each card, a count of what has been seen, and from which count on to bet."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minibac.rules.house_rules import CARDS_IN_DECK
from minibac.rules.words import did_you_mean
from minibac.simulate.plan import By, Plan, WrongRequestError
from minibac.simulate.trace import Trace
from minibac.voice.said import many, said

Floats = NDArray[np.float64]

VALUES, RANKS, KINDS = 10, 13, 52
"""How many tags a system may have: for values, for ranks, or for each kind of card, as ``ALL_CARDS`` has them."""

IN_A_DECK = {VALUES: (16, *[4] * 9), RANKS: (4,) * RANKS, KINDS: (1,) * KINDS}
"""Cards of a deck, for compositions by value (tens first), by rank and by card."""

DIVISORS = ("exact", "half", "whole")
"""How the decks left are taken: to the card, or as somebody sees them, to the nearest half or whole deck."""

ROUNDINGS = ("none", "down", "nearest", "zero")
"""What becomes of a true count: nothing, or a whole number: the one below, the nearest, the one towards zero."""

LEAST_DECKS = {"half": 0.5, "whole": 1.0}
"""Decks left are never taken for nothing."""


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
    divisor: str = "exact"
    rounding: str = "none"

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

    def by_column(self, columns: int) -> Floats:
        """The tags in the order of compositions with so many columns."""
        if columns == KINDS:
            return np.array(self.tags, np.float64) if len(self.tags) == KINDS else np.tile(self.by_rank, KINDS // RANKS)
        return self.by_rank if columns == RANKS else self.by_value

    def checked(self, *, suits: bool = False) -> "Count":
        """The same system; raises where it means nothing. Where ``suits`` are seen each card may have its tag."""
        if len(self.tags) not in (VALUES, RANKS, *([KINDS] if suits else [])):
            wrong = said(
                "{tags} tags are no counting system: give {values}, for A to 9 and then tens, or {ranks}, for A to K"
            )
            wrong = wrong.about(tags=len(self.tags), values=VALUES, ranks=RANKS)
            if suits:
                wrong = said("{wrong}, or {cards}, spades to clubs and each A to K", wrong=wrong, cards=KINDS)
            raise WrongRequestError(wrong)
        if not all(map(np.isfinite, (*self.tags, self.trigger))):
            raise WrongRequestError(said("tags and trigger of a counting system are plain numbers"))
        if not any(self.tags):
            raise WrongRequestError(said("a counting system whose tags are all 0 sees nothing"))
        for option, word, words in (("divisor", self.divisor, DIVISORS), ("rounding", self.rounding, ROUNDINGS)):
            if word not in words:
                misread = said("--{option} {word} cannot be read{did_you_mean}: choose {words}", option=option)
                misread = misread.about(word=word, did_you_mean=did_you_mean(word, words), words=many(words))
                raise WrongRequestError(misread)
        return self

    def counts(self, traced: Trace, plan: Plan) -> Floats:
        """The count before each coup: the tags of the cards seen, and for a true count divided by the decks left."""
        return self.of(traced.compositions, traced.unseen_burned, plan.decks)

    def of(self, left: NDArray[np.int64], unseen_burned: NDArray[np.int64], decks: int) -> Floats:
        """The count of whoever has not seen these cards, of which some lie burned."""
        columns = left.shape[1]
        tags = self.by_column(columns)
        in_full_shoe = float(np.array(IN_A_DECK[columns], np.float64) @ tags) * decks
        # Whole tags stay whole numbers here, so a count that meets its trigger exactly does so everywhere.
        running = in_full_shoe - np.asarray(left, np.float64) @ tags
        if self.running:
            return np.asarray(running, np.float64)
        cards = left.sum(axis=1)
        if not self.burn_in_divisor:
            cards = cards - unseen_burned
        if self.divisor == "exact":
            count = running * CARDS_IN_DECK / cards
        else:
            least = LEAST_DECKS[self.divisor]
            seen_decks = np.floor(cards / (CARDS_IN_DECK * least) + 0.5) * least
            count = running / np.maximum(seen_decks, least)
        return np.asarray(ROUNDED[self.rounding](count), np.float64)


ROUNDED: Mapping[str, Callable[[Floats], Floats]] = {
    "none": lambda count: count,
    "down": np.floor,
    "nearest": lambda count: np.floor(count + 0.5),
    "zero": np.trunc,
}
