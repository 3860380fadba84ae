"""What the tests of the simulator share: house rules by name, an altered tableau, and what a shoe of cards counts."""

from collections.abc import Callable

from minibac.cards.card import Card
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import load
from minibac.simulate.plan import By, Plan, plan


def house(rulebook_id: str = "section-42", **choices: object) -> HouseRules:
    rules = build(load(rulebook_id), choices)
    assert isinstance(rules, HouseRules)
    return rules


def altered(plan: Plan) -> Plan:
    """A tableau that no rulebook prints: naturals on 7, a Player who draws on 6, a Banker who does as he likes."""
    natural = tuple(total in (7, 9) for total in range(10))
    player = tuple(total in (0, 2, 3, 6, 8) for total in range(10))
    banker = tuple(tuple((3 * total + third) % 5 < 3 for third in range(11)) for total in range(10))
    return plan._replace(drawing=plan.drawing._replace(natural=natural, player_draws=player, banker_draws=banker))


def words(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


SEED = 0xDEADBEEF_12345678
KINDS: dict[str, Callable[[By], Plan]] = {
    "8 decks": lambda by: plan(house(), by),
    "6 decks": lambda by: plan(house(decks=6), by),
    "1 deck": lambda by: plan(house(), by, decks=1),
    "12 decks": lambda by: plan(house("seneca"), by, decks=12),
    "16 decks": lambda by: plan(house(), by, decks=16),
    "two batches": lambda by: plan(house("massachusetts", shuffler="automatic", decks=12), by),
    "deep cutting card": lambda by: plan(house(cut_card_depth=399), by),
    "continuous": lambda by: plan(house(shuffler="continuous"), by),
    "altered tableau": lambda by: altered(plan(house(), by)),
}
