"""The shoe: where it may be cut, its cutting card, the burn, and cards that leave in order and never come back.

A shoe is a value: drawing gives the card and the shoe without it. The cutting card is no card of the count; it lies in
front of the last ``depth`` cards and is out as soon as a card behind it, or that place itself, is reached.
"""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from minibac.cards.card import Card, burn_count
from minibac.rules.house_rules import LONGEST_BURN, LONGEST_COUP, HouseRules
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Cards, said


class OutOfCardsError(LookupError):
    """A card was asked of an empty shoe: the coup cannot be completed and is void (s42/k/4, ma/13/e)."""


class Shoe(NamedTuple):
    """Cards in the order they will leave, the next one's place, and where the cutting card lies."""

    order: tuple[Card, ...]
    depth: int
    drawn_count: int = 0

    @property
    def left_count(self) -> int:
        return len(self.order) - self.drawn_count

    @property
    def left(self) -> tuple[Card, ...]:
        return self.order[self.drawn_count :]

    @property
    def cut_card_out(self) -> bool:
        """The cutting card has come out: a card from behind it has been drawn."""
        return self.left_count < self.depth

    def draw(self) -> tuple[Card, "Shoe"]:
        """The next card, and the shoe without it."""
        if self.drawn_count >= len(self.order):
            raise OutOfCardsError("the shoe is empty")
        return self.order[self.drawn_count], self._replace(drawn_count=self.drawn_count + 1)


class Burn(NamedTuple):
    """The cards burned before the first coup: the first one, and as many as it counts."""

    first: Card
    others: tuple[Card, ...]
    shown: tuple[Card, ...]
    clauses: tuple[str, ...]

    @property
    def cards_count(self) -> int:
        return 1 + len(self.others)


def check_cut(rules: HouseRules, cards_count: int, position: int) -> Refusal | None:
    """Why this cut is refused and offered again, or ``None``."""
    nearest = rules.rulebook.cut.cards_from_either_end
    low, high = nearest, cards_count - nearest
    if low <= position <= high:
        return None
    sentence = said(
        "the cut is {near} cards from an end; the cutting card goes in at least {nearest} cards from either end, "
        "at {low} to {high}",
        near=min(position, cards_count - position),
        nearest=nearest,
        low=low,
        high=high,
    )
    if not 0 <= position <= cards_count:
        beyond = said("{position} cards cannot be cut from a stack of {cards}; a cut is at {low} to {high}")
        sentence = beyond.about(position=position, cards=cards_count, low=low, high=high)
    return refuse(Code.WRONG_CUT, sentence, *rules.rulebook.cut.cut_clauses, allowed=(str(low), str(high)))


def drawn_cut(nearest: int, cards_count: int, commitment: str, words: Iterable[str]) -> int:
    """Where a cut falls that nobody takes: anywhere at least ``nearest`` cards from either end, all places alike.

    The commitment and the words that guests said after it say where: anybody can check it, and nobody knew it who chose
    the order. 256 bits modulo some hundred places leave no place more likely by 1 in 10^74.

    >>> drawn_cut(10, 416, "5932eb912f2a9ab0", ["a word", "another"])
    148
    """
    drawn = int.from_bytes(hashlib.sha256("/".join((commitment, *words)).encode()).digest(), "big")
    return nearest + drawn % (cards_count - 2 * nearest + 1)


def check_depth(rules: HouseRules, cards_count: int, depth: int) -> Refusal | None:
    """Why the cutting card may not lie this far from the back, or ``None`` (A31 for the upper bound)."""
    low = int(rules.options.get("cut_card_depth", 0))
    high = cards_count - LONGEST_BURN - LONGEST_COUP
    if low <= depth <= high:
        return None
    sentence = said(
        "the cutting card lies {depth} cards from the back; this house puts it in {low} to {high} from the back",
        depth=depth,
        low=low,
        high=high,
    )
    return refuse(Code.WRONG_CUT, sentence, *rules.rulebook.cut.depth_clauses, allowed=(str(low), str(high)))


def burn(rules: HouseRules, shoe: Shoe) -> tuple[Burn, Shoe]:
    """Burn the first card and as many as it counts; shown to all, or the first alone, by rulebook."""
    first, shoe = shoe.draw()
    others = []
    for _ in range(burn_count(first.rank)):
        card, shoe = shoe.draw()
        others.append(card)
    everything = rules.rulebook.fixed["burn_exposure"].value == "all"
    text = rules.rulebook.cut
    return Burn(
        first,
        tuple(others),
        (first, *others) if everything else (first,),
        (*text.burn_clauses, *text.burn_count_clauses, *text.burn_exposure_clauses),
    ), shoe


def check_burn(rules: HouseRules, first: Card, burned_count: int) -> Refusal | None:
    """Why a burn of that many further cards is wrong after this first one, or ``None``."""
    right = burn_count(first.rank)
    if burned_count == right:
        return None
    sentence = said(
        "{burned_count} cards were burned after {first}, which counts {right}",
        burned_count=burned_count,
        first=Cards((str(first),)),
        right=right,
    )
    clauses = (*rules.rulebook.cut.burn_count_clauses, *rules.rulebook.cut.burn_clauses)
    return refuse(Code.WRONG_BURN, sentence, *clauses, allowed=(str(right),))
