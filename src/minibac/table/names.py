"""What phases, irregularities and their remedies are called where they stand in a sentence."""

from minibac.play.chips import Chips
from minibac.rules.names import book_words
from minibac.voice.said import Fact, Money, many, said, vocabulary

PHASES = {
    **vocabulary("phase", "opening", "shuffle", "cut", "betting", "dealing", "turning", "result", "settling", "closed"),
    "shares": said("phase|guests' shares of the shuffle"),
    "commit": said("phase|sealing the order"),
    "mixing": said("phase|mixing the guests' shares in"),
    "cut-offer": said("phase|the cut is offered"),
    "cut-done": said("phase|the cards are cut"),
    "completed": said("phase|the cut is completed"),
    "loaded": said("phase|the shoe is loaded"),
    "house-money": said("phase|House Money"),
    "drawing": said("phase|third cards"),
    "racking": said("phase|clearing the layout"),
    "between": said("phase|between rounds"),
    "shoe-over": said("phase|the shoe is over"),
    "dead": said("phase|dead table"),
}
INCIDENTS = vocabulary(
    "incident", "third card to player", "third card to banker", "card in error", "burn too many", "face up in shoe",
    "wrong hand", "exposed in dealing", "card exposed", "too few cards", "wager touched", "card handled",
    "house money touched", "card misused", "omitted card", "foreign back", "uncollected", "cash overdue",
    "order lost", "unfinishable", "rack mismatch",
) | {"other": said("incident|a call to the floor")}  # fmt: skip
REMEDIES = {
    "burn-counted": said("remedy|burning as many as it counts"),
    "discard-two": said("remedy|discarding it and one more"),
    "simulated-round": said("remedy|a simulated round"),
    "carry": said("remedy|keeping it for the next round"),
    "banker-third": said("remedy|giving it to the Banker's Hand"),
    "place": said("remedy|moving it to the hand that is due it"),
    "void": said("remedy|a void round"),
    "reshuffle": said("remedy|a reshuffle"),
}
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
        said("the cards were shown before the guest could turn them"),
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


def chips_said(chips: Chips) -> Fact:
    """Chips by denomination, in words."""
    return many((said("{number} of {chip}", number=n, chip=Money(d)) for d, n in chips.items()), "and")
