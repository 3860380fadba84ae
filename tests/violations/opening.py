"""Section 42 (d): decks that nobody inspected, a spread that nobody saw, cards that nobody washed."""

from tests.violations.scenes import fresh_decks, scene
from tests.violations.trial import Refused, TriedHouse, refused, violation


@violation("s42/d/1", "The floorperson sorts and inspects the decks in the dealer's place.")
def floor_inspects(house: TriedHouse) -> Refused:
    at = scene(house, "received", fresh_decks("receive"))
    return refused(at.step(at.floor, "inspect"))


@violation("s42/d/1/verify", "The dealer verifies the dealer's own inspection.")
def dealer_verifies(house: TriedHouse) -> Refused:
    at = scene(house, "inspected", fresh_decks("receive inspect"))
    return refused(at.step(at.dealer, "verify"))


@violation("s42/d/2", "The dealer turns the cards face down that were never spread.")
def never_spread(house: TriedHouse) -> Refused:
    at = scene(house, "verified", fresh_decks("receive inspect verify"))
    return refused(at.step(at.dealer, "turn-down"))


@violation("s42/d/2/rows", "The dealer spreads rows in which a card is missing.")
def row_with_a_gap(house: TriedHouse) -> Refused:
    at = scene(house, "verified", fresh_decks("receive inspect verify"))
    return refused(at.step(at.dealer, "spread", cards_count=415))


@violation("s42/d/2/suit-sequence", "The dealer spreads the suits out of sequence.")
def spread_out_of_sequence(house: TriedHouse) -> Refused:
    at = scene(house, "verified", fresh_decks("receive inspect verify"))
    return refused(at.step(at.dealer, "spread", ok=False))


@violation("s42/d/3", "The dealer turns the spread over before the guests could look at it.")
def nobody_looked(house: TriedHouse) -> Refused:
    at = scene(house, "spread", fresh_decks("receive inspect verify spread"))
    return refused(at.step(at.dealer, "turn-down"))


@violation("s42/d/3/wash", "The dealer stacks the cards unwashed.")
def unwashed(house: TriedHouse) -> Refused:
    at = scene(house, "turned down", fresh_decks("receive inspect verify spread look turn-down"))
    return refused(at.step(at.dealer, "stack"))


@violation("s42/d/3/stack", "The dealer stacks one card fewer than came to the table.")
def short_stack(house: TriedHouse) -> Refused:
    at = scene(house, "washed", fresh_decks("receive inspect verify spread look turn-down wash"))
    return refused(at.step(at.dealer, "stack", cards_count=415))


# ----------------------------------------------------------------------------------------- with an automatic shuffler


@violation("s42/a/4/i", "A batch comes to the table that nobody attests to meet the card standard.")
def unattested_batch(house: TriedHouse) -> Refused:
    at = scene(house, "two batches", fresh_decks(), shuffler="automatic")
    return refused(at.step(at.dealer, "receive", batch="B", ok=False))


@violation("s42/a/4/ii", "One batch has five decks and the other eight.")
def unequal_batches(house: TriedHouse) -> Refused:
    at = scene(house, "two batches", fresh_decks(), shuffler="automatic")
    return refused(at.step(at.dealer, "receive", batch="B", cards_count=260))


@violation("s42/d/4", "The dealer spreads both batches as one.")
def batches_spread_together(house: TriedHouse) -> Refused:
    at = scene(house, "two batches", fresh_decks(), shuffler="automatic")
    return refused(at.step(at.dealer, "spread", batch="A and B"))


@violation("s42/d/4/turn-stack", "The dealer stacks the second batch with the first, without turning it face down.")
def second_batch_not_turned(house: TriedHouse) -> Refused:
    at = scene(house, "two batches", fresh_decks(), shuffler="automatic")
    return refused(at.step(at.dealer, "stack", batch="B"))
