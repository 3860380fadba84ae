"""A whole shoe, coup by coup: the cutting card comes out, the coup is completed, "last hand", and one more.

>>> from minibac.cards.card import ALL_CARDS
>>> from minibac.cards.shoe import burn
>>> from minibac.cards.shuffle import shuffle_seeded
>>> from minibac.rules.house_rules import build
>>> from minibac.rules.rulebook import load
>>> rules = build(load("section-42"))
>>> burned, shoe = burn(rules, Shoe(shuffle_seeded(ALL_CARDS * 8, seed=1).cards, depth=14))
>>> dealt = list(coups(rules, shoe))
>>> [(coup.coup_no, coup.cut_card_came_out, coup.last_hand) for coup in dealt[-3:]]
[(79, False, False), (80, True, False), (81, False, True)]
"""

from collections.abc import Iterator
from typing import NamedTuple

from minibac.cards.card import Card
from minibac.cards.shoe import Shoe
from minibac.play.coup import START, Coup, Stage, run_out, take
from minibac.rules.house_rules import HouseRules


class ShoeCoup(NamedTuple):
    """One coup of a shoe: how it fell, what it means for the shoe, and the shoe after it."""

    coup_no: int
    coup: Coup
    cards: tuple[Card, ...]
    """The cards of the coup in the order they left the shoe."""
    cut_card_came_out: bool
    """The cutting card came out in this coup, before its first card or during it (A32), or in the burn (A33)."""
    last_hand: bool
    """The one more hand after "last hand"; the cards are then shuffled."""
    shoe: Shoe
    clauses: tuple[str, ...]


def coups(rules: HouseRules, shoe: Shoe) -> Iterator[ShoeCoup]:
    """Deal a shoe to its end, from a shoe that has been burned. When the cards run out, the last coup is void."""
    if rules.options["shuffler"] == "continuous":
        raise ValueError("a continuous shuffler has no shoe that ends: no cutting card, no last hand (F10)")
    cut, seen = rules.rulebook.cut, False
    coup_no = 0
    while True:
        coup_no += 1
        last_hand, before = seen, shoe
        coup, shoe = _deal(rules, shoe)
        came_out = shoe.cut_card_out and not seen
        seen = shoe.cut_card_out
        void = coup.stage is Stage.VOID
        clauses = (*(cut.last_hand_clauses if came_out or last_hand else ()), *(cut.too_few_clauses if void else ()))
        cards = before.left[: before.left_count - shoe.left_count]
        yield ShoeCoup(coup_no, coup, cards, came_out, last_hand, shoe, clauses)
        if last_hand or void:
            return


def _deal(rules: HouseRules, shoe: Shoe) -> tuple[Coup, Shoe]:
    coup = START
    while not coup.over:
        if not shoe.left_count:
            return run_out(coup), shoe
        card, shoe = shoe.draw()
        coup = take(coup, card, rules.drawing)
    return coup, shoe
