"""What the ids of the rulebooks are called where they stand in a sentence: wagers, hands, steps, procedures."""

from functools import lru_cache

from minibac.rules.rulebook import RULEBOOKS, load
from minibac.voice.said import Fact, Said, said, vocabulary

WAGERS = vocabulary(
    "wager", "player", "banker", "tie", "dragon-bonus-player", "dragon-bonus-banker", "dragon-7", "panda-8",
    "player-pair", "banker-pair", "house-money",
)  # fmt: skip
CALLED = WAGERS | vocabulary(
    "wager", "Dragon Bonus Player", "Dragon Bonus Banker", "Dragon 7", "Panda 8", "Player Pair", "Banker Pair",
    "House Money",
)  # fmt: skip
OUTCOMES = vocabulary("outcome", "win", "push", "lose")
"""What becomes of a wager."""
HANDS = {"player": said("the Player's"), "banker": said("the Banker's")}
STEPS = vocabulary(
    "step", "receive", "inspect", "verify", "spread", "look", "turn down", "turn up", "wash", "stack", "shuffle",
    "shuffle again", "riffle", "turn", "strip", "plug", "feather", "feather check", "lace", "reshuffle", "offer cut",
    "dealer cuts", "cut", "complete cut", "recut", "load", "load after recut", "burn", "swap", "ask spread",
    "ask face up", "attest device", "attest custody", "wagers", "no more bets", "four cards", "announce counts",
    "house money", "third cards", "announce result", "settle", "discard", "last hand",
)  # fmt: skip
PROCEDURES = vocabulary("procedure", "opening", "shuffle", "cut", "dead table", "released batch", "closed")


def wager_name(wager: str) -> Fact:
    """A wager of the rulebooks, or an approved one by its own id."""
    return WAGERS.get(wager, wager)


def wager_called(wager: str) -> Fact:
    """A wager as it is called at a table, where nobody types its id.

    >>> str(wager_called("player-pair")), str(wager_called("tie")), wager_called("suited")
    ('Player Pair', 'tie', 'suited')
    """
    return CALLED.get(wager, wager)


def wager_said(wager: str) -> Said:
    """The name of a wager where it stands alone."""
    return said("{wager}", wager=wager_name(wager))


def rulebook_name(rulebook: str) -> Fact:
    """A rulebook by its short name.

    >>> str(rulebook_name("section-42"))
    'Section 42'
    """
    return Said(load(rulebook).short) if rulebook in RULEBOOKS else rulebook


def hand_name(hand: str) -> Fact:
    """Whose cards they are.

    >>> str(hand_name("banker"))
    "the Banker's"
    """
    return HANDS.get(hand, hand)


def step_name(step: str) -> Fact:
    return STEPS.get(step, step.replace("-", " "))


def procedure_name(procedure: str) -> Fact:
    return PROCEDURES.get(procedure, procedure.replace("-", " "))


@lru_cache(maxsize=1)
def _book_texts() -> frozenset[str]:
    books = [load(name) for name in RULEBOOKS]
    steps = (step.says for book in books for steps in book.procedure.values() for step in steps)
    return frozenset((*steps, *(remedy.says for book in books for remedy in book.remedy)))


def book_words(text: str) -> Fact:
    """A sentence of a rulebook, which is a template, or somebody's own words."""
    return Said(text) if text in _book_texts() else text
