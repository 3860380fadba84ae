"""Whole shoes: the burn, the cutting card, "last hand" and the one hand after it; shoes by seed."""

from collections.abc import Iterator, Sequence

from minibac.cards.card import ALL_CARDS, RANKS, Card
from minibac.cards.shuffle import shuffle_seeded
from minibac.kit.engine import GAME
from minibac.kit.kit_question import KitQuestion
from minibac.rules.rulebook import load

SEEDS = {8: (1, 2, 3), 6: (4, 5)}
"""Seeds by number of decks."""
DEPTH = 14
SHORT = 60
"""Cards of a short shoe, for the burn of each rank."""


def shoes() -> Iterator[KitQuestion]:
    """The burn of each rank, moments of the cutting card, a shoe that runs out, whole shoes by seed."""
    cut = load(GAME).cut
    burning = (*cut.burn_clauses, *cut.burn_count_clauses)
    for rank in RANKS:
        cards = shuffle_seeded(ALL_CARDS, seed=RANKS.index(rank)).cards + ALL_CARDS[: SHORT - len(ALL_CARDS)]
        first = next(card for card in cards if card.rank == rank)
        order = (first, *(card for place, card in enumerate(cards) if place != cards.index(first)))
        yield _shoe(order, DEPTH, burning, f"the burn of {rank.value}: a ten or a face burns ten, another its Value")
    plain = shuffle_seeded(ALL_CARDS * 6, seed=9).cards
    for depth in range(14, 21):
        reason = f"the cutting card {depth} cards from the back, before the first card of a coup or in one"
        yield _shoe(plain[-70:], depth, cut.last_hand_clauses, reason)
    yield _shoe(
        plain[-30:], 29, cut.last_hand_clauses, "the cutting card comes out in the burn: one coup, then the last"
    )
    for cards_count in (14, 15, 16, 17):
        reason = "the cards run out in a coup, which is void"
        yield _shoe(plain[-cards_count:], 1, (*cut.last_hand_clauses, *cut.too_few_clauses), reason)
    for number, seeds in SEEDS.items():
        for seed in seeds:
            order = shuffle_seeded(ALL_CARDS * number, seed).cards
            reason = f"a whole shoe of {number} decks, by seed"
            yield _shoe(order, DEPTH, (*burning, *cut.last_hand_clauses), reason, decks=number, seed=seed)


def _shoe(cards: Sequence[Card], depth: int, clauses: Sequence[str], reason: str, **more: int) -> KitQuestion:
    question = {"ask": "shoe", "cards": list(map(str, cards)), "depth": depth, **more}
    return KitQuestion(question, tuple(dict.fromkeys(clauses)), reason)
