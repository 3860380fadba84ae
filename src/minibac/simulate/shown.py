"""One shoe, card by card: the shoe a kernel counted, dealt again through the ordinary engine.

A kernel only knows how many cards of each kind are left. Here the same random numbers take real cards out of the same
row, suits and all; then a real :class:`~minibac.cards.shoe.Shoe` is loaded in that order, burned and dealt by the rules
that every table uses.
"""

from typing import NamedTuple

from minibac.cards.card import Card
from minibac.cards.shoe import Burn, Shoe, burn
from minibac.play import shoe_life
from minibac.play.coup import START, Coup, play, take
from minibac.rules.house_rules import HouseRules
from minibac.simulate.dealing import BURN, LEFT, ROWS, draw_numbers
from minibac.simulate.philox import MASK
from minibac.simulate.plan import By, Plan
from minibac.simulate.pure import shoe_codes
from minibac.simulate.sights import ROW_OF_CARDS


class ShownShoe(NamedTuple):
    """A shoe that has been dealt card by card."""

    number: int
    seed: int
    order: tuple[Card, ...]
    """All its cards as they lay in the shoe; empty with a continuous shuffler, which has no shoe."""
    burn: Burn | None
    coups: tuple[Coup, ...]
    cut_card_coup_no: int | None
    """The coup in which the cutting card came out."""

    @property
    def codes(self) -> list[int]:
        """The result codes of its coups."""
        return [coup.result.code for coup in self.coups]


def show_shoe(rules: HouseRules, plan: Plan, seed: int, number: int) -> ShownShoe:
    """Deal a shoe of this seed again, through the engine; it is checked to be what the kernels count."""
    if plan.coups:
        shown = ShownShoe(number, seed, (), None, tuple(_continuous(plan, seed, number)), None)
    else:
        shown = deal_order(rules, plan, seed, number, shoe_order(plan, seed, number))
    assert shown.codes == shoe_codes(plan._replace(by=By.RANKS), seed, number), "the engine and the kernel must agree"
    return shown


def deal_order(rules: HouseRules, plan: Plan, seed: int, number: int, order: tuple[Card, ...]) -> ShownShoe:
    """Load a shoe with cards in this order, burn, and deal to the coup after the cutting card."""
    burned, shoe = burn(rules, Shoe(order, plan.depth))
    dealt = list(shoe_life.coups(rules, shoe))
    cut_card_coup_no = next(coup.coup_no for coup in dealt if coup.cut_card_came_out)
    return ShownShoe(number, seed, order, burned, tuple(coup.coup for coup in dealt), cut_card_coup_no)


def shoe_order(plan: Plan, seed: int, number: int) -> tuple[Card, ...]:
    """The cards of a shoe in the order they leave it.

    First the card that is burned face up, then the coups. The cards burned face down and those never dealt are taken
    last out of what is left, each with the numbers of a coup of its own after the last one.
    """
    pool = _Pool(plan, seed, number)
    pool.draw(BURN)
    (first,) = pool.take(1)
    burned_count = first.points or 10
    dealt: list[Card] = []
    coup_no = 0
    last_hand = over = False
    while not over:
        coup_no += 1
        pool.draw(coup_no)
        dealt += pool.coup()
        over = last_hand
        last_hand = len(pool.cards) - burned_count < plan.depth
    unseen: list[Card] = []
    while pool.cards:
        coup_no += 1
        pool.draw(coup_no)
        unseen += pool.take(1)
    return (first, *unseen[:burned_count], *dealt, *unseen[burned_count:])


def _continuous(plan: Plan, seed: int, number: int) -> list[Coup]:
    coups = []
    for coup_no in range(1, plan.coups + 1):
        pool = _Pool(plan, seed, number)
        pool.draw(coup_no)
        coups.append(play(pool.coup(), plan.drawing))
    return coups


class _Pool:
    """The cards not drawn yet, in the order of the pool."""

    def __init__(self, plan: Plan, seed: int, number: int) -> None:
        self.plan, self.seed, self.number = plan, seed, number
        self.cards = [card for card in ROW_OF_CARDS for _ in range(plan.decks)]
        self.numbers: list[int] = []

    def draw(self, coup_no: int) -> None:
        """Draw the random numbers of a coup."""
        work = [0] * ROWS
        work[LEFT] = len(self.cards)
        draw_numbers(work, 0, 1, coup_no, self.number, self.seed & MASK, self.seed >> 32 & MASK)
        self.numbers = work[:LEFT]

    def take(self, count: int) -> list[Card]:
        """Take cards at the places that the numbers say."""
        return [self.cards.pop(number) for number in self.numbers[:count]]

    def coup(self) -> list[Card]:
        """Take the cards of a coup, as many as the engine asks for."""
        coup = START
        cards: list[Card] = []
        while not coup.over:
            cards.append(self.cards.pop(self.numbers[len(cards)]))
            coup = take(coup, cards[-1], self.plan.drawing)
        return cards
