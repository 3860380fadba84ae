"""Odds: exact chances of Player, Banker and tie for whole and depleted shoes, and the edge of every wager."""

from collections.abc import Iterator, Sequence

from minibac.cards.card import ALL_CARDS, RANKS
from minibac.cards.composition import count, decks
from minibac.cards.shuffle import shuffle_seeded
from minibac.kit.engine import GAME
from minibac.kit.kit_question import KitQuestion
from minibac.kit.settlement_vectors import price_tables, stated_options
from minibac.rules.rulebook import load

WHOLE = (1, 2, 4, 6, 7, 8)
LEFT_OF_EIGHT = (6, 7, 13, 52, 104, 208, 300, 400)
"""So many cards are left of eight decks, by seed."""
FEW = ((0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0), (1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0))
"""Fewer than six cards: some coups cannot be completed, and are void."""


def odds() -> Iterator[KitQuestion]:
    """Chances of the three results first, then edges under every scheme of payment."""
    clauses = load(GAME).drawing.clauses
    cited = (*clauses.natural, *clauses.player, *clauses.banker)
    for number in WHOLE:
        yield _chances(decks(number), cited, f"a whole shoe of {number} decks")
    for left in LEFT_OF_EIGHT:
        cards = shuffle_seeded(ALL_CARDS * 8, seed=left).cards[-left:]
        yield _chances(count(cards), cited, f"the last {left} cards of eight decks shuffled by the seed {left}")
    for gone in range(len(RANKS)):
        counts = [32 - (8 if rank == gone else 0) for rank in range(len(RANKS))]
        yield _chances(counts, cited, f"eight decks without eight cards of rank {RANKS[gone].value}")
    for few in FEW:
        yield _chances(
            few, (*cited, *load(GAME).cut.too_few_clauses), "too few cards: what cannot be completed is void"
        )
    for rules in price_tables():
        question = {"ask": "odds", "rulebook": rules.rulebook.id, "options": stated_options(rules)}
        clauses_of = (clause for proposition in rules.propositions for clause in proposition.clauses)
        reason = f"every wager of the table with a whole shoe of {rules.decks_in_shoe} decks"
        yield KitQuestion(
            question | {"counts": list(decks(rules.decks_in_shoe))}, tuple(dict.fromkeys(clauses_of)), reason
        )


def _chances(counts: Sequence[int], clauses: tuple[str, ...], reason: str) -> KitQuestion:
    return KitQuestion({"ask": "odds", "counts": list(counts)}, tuple(dict.fromkeys(clauses)), reason)
