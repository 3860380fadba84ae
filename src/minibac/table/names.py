"""What phases, irregularities and their remedies are called where they stand in a sentence."""

from minibac.rules.names import book_words
from minibac.voice.said import Fact, said, vocabulary

PHASES = vocabulary(
    "phase", "opening", "shuffle", "commit", "cut-offer", "cut", "cut-done", "completed", "loaded", "betting",
    "dealing", "turning", "house-money", "drawing", "result", "settling", "racking", "between", "shoe-over", "dead",
    "closed",
)  # fmt: skip
INCIDENTS = vocabulary(
    "incident", "third card to player", "third card to banker", "card in error", "burn too many", "face up in shoe",
    "wrong hand", "exposed in dealing", "card exposed", "too few cards", "wager touched", "card handled",
    "house money touched", "card misused", "omitted card", "foreign back", "uncollected", "cash overdue",
    "order lost", "unfinishable", "rack mismatch", "other",
)  # fmt: skip
REMEDIES = vocabulary(
    "remedy", "burn-counted", "discard-two", "simulated-round", "carry", "banker-third", "place", "void", "reshuffle",
)  # fmt: skip
REASONS = {
    str(words): words
    for words in (
        said("delay"),
        said("breach of the internal controls"),
        said("breach of the rules"),
        said("standing waiver"),
        said("given up"),
        said("no gaming activity"),
        said("a guest asks to see the cards"),
        said("the table closes"),
        said("too few cards"),
        said("a defect was found"),
        said("the order of the shoe is lost"),
        said("a card lay on the Player's area and was moved"),
        said("a card lay on the banker's area and was moved"),
        said("moved to the hand due (F02)"),
        said("looked into and play goes on"),
        said("vigorish was not collected"),
        said("every wager is returned"),
        said("the vigorish is collected"),
        said("the house pays in the guest's place"),
        said("the guest has gone without paying the vigorish"),
        said("the guest is away, or cannot pay the vigorish"),
        said("the order of the shoe is found again"),
    )
}
"""Reasons that the rulebooks and the automatic staff give; any other is in somebody's own words."""


def phase_name(phase: str) -> Fact:
    return PHASES.get(phase, phase)


def incident_name(kind: str) -> Fact:
    return INCIDENTS.get(kind, kind.replace("-", " "))


def remedy_name(do: str) -> Fact:
    return REMEDIES.get(do, do)


def reason_words(reason: str) -> Fact:
    """A reason of the rulebook or of the house, or somebody's own."""
    return REASONS.get(reason) or book_words(reason)
