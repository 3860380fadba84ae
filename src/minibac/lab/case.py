"""A wager under study: what it may pay, its exact chances at any cards left, and what each card does to it."""

import math
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from minibac.cards.card import ALL_CARDS, RANKS
from minibac.odds.batch import expectations, pair_tables
from minibac.odds.by_cards import tally_cards
from minibac.odds.card_batch import card_batch
from minibac.odds.card_questions import suits_seen
from minibac.odds.many import price_many
from minibac.odds.prices import Gross, Odds, Price
from minibac.odds.removal import Effects, removal
from minibac.play.results import POINT_CODES
from minibac.rules.house_rules import HouseRules
from minibac.rules.rulebook import Proposition
from minibac.simulate.counting import IN_A_DECK, KINDS, VALUES
from minibac.simulate.counting import RANKS as BY_RANK
from minibac.simulate.plan import By
from minibac.simulate.pricing import Pricing, by_card, nets_of
from minibac.simulate.sights import Sight, sight

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

QUICK_WORK = 3000
"""A wager that four cards decide has so much to be counted at most, some hundredths of a millisecond."""

A_SECOND = 4e8
LEAST_PRICED, MOST_PRICED = 50, 10_000


class WagerCase:
    """One wager of a table, printed or of somebody's own, with so many decks."""

    def __init__(
        self,
        rules: HouseRules,
        wager: str,
        own: Proposition | None = None,
        decks: int | None = None,
        *,
        outside_rulebook: bool = False,
    ) -> None:
        # The other wagers of the table are there for the covariances.
        odds = Odds(rules, own=[own] if own else [], outside_rulebook=outside_rulebook, decks_in_shoe=decks)
        self._study(odds, wager, own)

    def _study(self, odds: Odds, wager: str, own: Proposition | None) -> None:
        rules = odds.rules
        self.odds, self.rules, self.wager, self.own = odds, rules, wager, own
        self.decks = self.odds.decks_in_shoe
        self.laid = self.odds.laid[wager]
        asked = self.laid.wager
        self.suited = asked.asks_cards and bool(suits_seen([asked]))
        """Whether suits matter."""
        self.by = By.RANKS if asked.asks_cards or asked.asks_pairs else By.POINTS
        by_cards = asked.asks_cards or (asked.asks_pairs and not self.laid.by_pairs)
        self.batch = card_batch(asked, rules.drawing) if by_cards else None
        """What counts a wager that looks at cards, or at pairs and totals at once."""
        self.quick = self.batch is None or self.batch.work <= QUICK_WORK
        """Whether every coup is priced; else some of them are."""
        self.columns = KINDS if self.suited else BY_RANK if self.by is By.RANKS else VALUES

    @cached_property
    def sights(self) -> tuple[Sight, ...]:
        """What shoes are dealt by card for, where suits matter."""
        return (sight(self.laid, self.rules.drawing),) if self.suited else ()

    @property
    def most_priced(self) -> int:
        """How many coups can be priced in about a second, where all of them would take long."""
        return round(min(MOST_PRICED, max(LEAST_PRICED, A_SECOND / self.batch.work))) if self.batch else MOST_PRICED

    def with_decks(self, decks: int) -> "WagerCase":
        """The same wager with so many decks; what it sees in hands need not be laid out again."""
        other = WagerCase.__new__(WagerCase)
        other._study(self.odds.with_decks(decks), self.wager, self.own)
        other.sights = self.sights
        return other

    @property
    def price(self) -> Price:
        """The price of a full shoe."""
        return self._alone[self.wager]

    @cached_property
    def _alone(self) -> Odds:
        """The wager by itself, on a full shoe; where counting takes long, by the batch engine, and once."""
        alone = self.odds.with_wager(self.wager)
        if self.batch is not None and not self.quick:
            (full,) = price_many(alone, [alone.composition], batch=True)
            alone.counted.update(full.counted)
            self.odds.counted.update(full.counted)
        return alone

    @cached_property
    def pays(self) -> tuple[Fraction, ...]:
        """What one unit staked can gain, the most first. Cards that are gone make nothing possible."""
        return tuple(sorted({chance.pays for chance in self.price.outcomes}, reverse=True))

    def chances(self, left: Counts) -> Floats:
        """The exact chance of each of these at each composition."""
        pays = np.array(self.pays, np.float64)
        if self.batch is not None:
            ends = np.isclose(nets_of(self.laid, self.batch)[:, None], pays[None, :]).astype(np.float64)
            tallies = self.batch.tallies(by_card(left)).astype(np.float64)
            return np.asarray(tallies @ ends / tallies.sum(axis=1)[:, None])
        by_code = Pricing.over(self.odds, [self.wager]).pays
        ends = np.ascontiguousarray(np.isclose(by_code, pays[None, :]).astype(np.float64))
        if self.laid.by_pairs:
            layers = pair_tables(left).astype(np.float64)
            return np.asarray(layers @ ends[::POINT_CODES] / layers.sum(axis=1)[:, None])
        return expectations(left, self.rules.drawing, ends[:POINT_CODES])

    def expected(self, chances: Floats) -> Floats:
        return np.asarray(chances @ np.array(self.pays, np.float64))

    @cached_property
    def covariances(self) -> dict[str, Fraction]:
        """How it moves with each other wager of the table, on the same coup; cards are counted once for all of them."""
        odds, wager = self.odds, self.wager
        others = [name for name in odds.laid if name != wager]
        if not self.laid.wager.asks_cards:
            return {other: odds.covariance(wager, other) for other in others}
        laid = [self.laid, *(odds.laid[other] for other in others)]
        asked = [each.wager for each in laid]
        products = dict.fromkeys(others, Fraction(0))
        for ends, draws in tally_cards(asked, odds.by_card(*asked), self.rules.drawing).items():
            if ends is not None:
                own, *nets = (each.net(Gross.of(*end)) for each, end in zip(laid, ends, strict=True))
                for other, net in zip(others, nets, strict=True):
                    products[other] += own * net * draws
        expected = self.price.expectation
        return {o: products[o] / self.price.total - expected * odds[o].expectation for o in others}

    def correlation_with(self, other: str) -> float:
        """The same as a number from -1 to 1."""
        spread = self.price.variance * self.odds[other].variance
        return float(self.covariances[other]) / math.sqrt(spread) if spread else 0.0

    # ------------------------------------------------------------------------------------------------ what a card does

    @cached_property
    def effects(self) -> Effects:
        """What one card less does to it, in a full shoe."""
        return removal(self._alone)[self.wager]

    @cached_property
    def by_column(self) -> tuple[Fraction, ...]:
        """The effects in the order of compositions by value (tens first), by rank or by card."""
        effects = self.effects
        if self.suited:
            return tuple(effects.by_card[str(card)] for card in ALL_CARDS)
        by_rank = tuple(effects.effects[rank.value] for rank in RANKS)
        return by_rank if self.by is By.RANKS else (by_rank[9], *by_rank[:9])

    def in_line(self, left: Counts) -> Floats:
        """What the effects say of a composition: right for a full shoe, and nearly so as long as many cards are left.

        Far into the shoe one card weighs as (cards - 1) / (cards left).
        """
        removed = np.array(IN_A_DECK[self.columns], np.float64) * self.decks - left
        seen = removed @ np.array(self.by_column, np.float64)
        return np.asarray(float(self.price.expectation) + (self.odds.cards - 1) * seen / left.sum(axis=1))
