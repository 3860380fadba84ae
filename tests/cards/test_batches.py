"""Decks and batches: attested, alike, and told apart by colour."""

from collections import Counter

import pytest

from minibac.cards.batches import (
    Back,
    Deck,
    Received,
    batches,
    check_backs,
    check_batch_backs,
    check_copies,
    foreign_back,
    look_over,
    receive,
)
from minibac.cards.card import ALL_CARDS, parse_card
from minibac.houses.equipment import CuttingCards, Lot, TableEquipment
from minibac.rules.house_rules import HouseRules, Reference, build
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import RULEBOOKS, load
from tests.sightings import Sightings

PAPER = Reference("Division", "CS-1", "2026-01-01")
RED, BLUE, RED_BEES, BLUE_BEES = Back("red"), Back("blue"), Back("red", "bees"), Back("blue", "bees")


def house(rulebook_id: str, **choices: object) -> HouseRules:
    rules = build(load(rulebook_id), choices)
    assert isinstance(rules, HouseRules)
    return rules


def decks(*backs: Back) -> list[Deck]:
    return [Deck(back, PAPER) for back in backs]


def refused(made: Received | tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    assert not isinstance(made, Received)
    return made


# --- the card standard -----------------------------------------------------------------------------------------------


@pytest.mark.clause("s42/a/4/i")
def test_attested_decks_are_received(saw: Sightings) -> None:
    made = receive(house("section-42"), decks(*[RED] * 8))
    assert isinstance(made, Received)
    assert [(batch.name, batch.decks, batch.back) for batch in made.batches] == [("A", 8, RED)]
    assert "s42/a/4/i" in made.clauses
    saw(made)


@pytest.mark.clause("s42/a/4/i", breaks=True)
def test_a_deck_without_attestation_stays_off_the_table(saw: Sightings) -> None:
    brought = decks(*[RED] * 8)
    brought[4] = Deck(RED)
    brought[6] = Deck(RED, Reference("Division", "", "2026-01-01"))
    refusals = refused(receive(house("section-42"), brought))
    assert [refusal.clauses for refusal in refusals] == [("s42/a/4/i",)] * 2
    assert ["deck 5" in refusals[0].sentence, "deck 7" in refusals[1].sentence] == [True, True]
    saw(refusals)


def test_only_section_42_refers_to_a_card_standard() -> None:
    for rulebook_id in RULEBOOKS[1:]:
        assert isinstance(receive(house(rulebook_id), [Deck(RED)] * 8), Received)


def test_the_number_of_decks_is_that_of_the_option() -> None:
    for brought in (7, 9):
        (refusal,) = refused(receive(house("section-42"), decks(*[RED] * brought)))
        assert refusal.clauses == ("s42/a/1",)
        assert refusal.allowed == ("8",)


# --- backs alike -----------------------------------------------------------------------------------------------------

BACKS = [("section-42", "s42/f/1"), ("massachusetts", "ma/3/a/identical")]


@pytest.mark.parametrize(
    ("rulebook_id", "clause"), [pytest.param(*row, marks=pytest.mark.clause(row[1])) for row in BACKS]
)
def test_cards_in_use_have_one_back(rulebook_id: str, clause: str, saw: Sightings) -> None:
    rules = house(rulebook_id, decks=6)
    made = receive(rules, decks(*[BLUE_BEES] * 6))
    assert isinstance(made, Received)
    assert {batch.back for batch in made.batches} == {BLUE_BEES}
    assert clause in made.clauses
    assert check_backs(rules, [BLUE_BEES] * 312) is None
    saw(made)


@pytest.mark.parametrize(
    ("rulebook_id", "clause"), [pytest.param(*row, marks=pytest.mark.clause(row[1], breaks=True)) for row in BACKS]
)
def test_a_foreign_back_blocks_the_load(rulebook_id: str, clause: str, saw: Sightings) -> None:
    """Another colour and another design are foreign alike, in one card or one deck; the majority shows which it is."""
    rules = house(rulebook_id)
    for stray in (BLUE, RED_BEES):
        refusal = check_backs(rules, [RED] * 415 + [stray])
        assert refusal is not None
        assert refusal.clauses == (clause,)
        assert refusal.allowed == ("red plain",)
        assert f"1 {stray}" in refusal.sentence
        saw(refusal)
        (refusal,) = refused(receive(rules, decks(*[RED] * 7, stray)))
        assert refusal.clauses == (clause,)
        assert refusal.code is Code.ILLEGAL_EQUIPMENT
        incident = foreign_back(house(rulebook_id), batches(rules)[0], stray)
        assert incident is not None
    assert foreign_back(rules, batches(rules)[0], RED) is None


# --- two batches -----------------------------------------------------------------------------------------------------

TWO_BATCHES = [("section-42", "s42/a/4/iii"), ("massachusetts", "ma/3/b/2")]


@pytest.mark.parametrize(
    ("rulebook_id", "clause"), [pytest.param(*row, marks=pytest.mark.clause(row[1])) for row in TWO_BATCHES]
)
def test_two_batches_differ_in_colour(rulebook_id: str, clause: str, saw: Sightings) -> None:
    rules = house(rulebook_id, shuffler="automatic")
    made = receive(rules, decks(*[RED] * 8, *[BLUE] * 8))
    assert isinstance(made, Received)
    assert [(batch.name, batch.decks, batch.back) for batch in made.batches] == [("A", 8, RED), ("B", 8, BLUE)]
    assert [len(batch.cards) for batch in made.batches] == [416, 416], "the shoe is one of them"
    assert clause in made.clauses
    assert check_batch_backs(rules, (RED, BLUE)) is None
    saw(made)


@pytest.mark.parametrize(
    ("rulebook_id", "clause"),
    [pytest.param(*row, marks=pytest.mark.clause(row[1], breaks=True)) for row in TWO_BATCHES],
)
def test_batches_of_one_colour_or_of_mixed_backs_are_refused(rulebook_id: str, clause: str, saw: Sightings) -> None:
    rules = house(rulebook_id, shuffler="automatic")
    for backs in ((RED, RED), (RED, RED_BEES)):
        refusal = check_batch_backs(rules, backs)
        assert refusal is not None
        assert refusal.clauses == (clause,)
        assert "colour" in refusal.sentence
        saw(refusal)
    assert clause in {c for r in refused(receive(rules, decks(*[RED] * 16))) for c in r.clauses}
    mixed = refused(receive(rules, decks(*[RED] * 7, RED_BEES, *[BLUE] * 8)))
    assert clause in {c for r in mixed for c in r.clauses}
    incident = foreign_back(rules, batches(rules)[0], BLUE)
    assert incident is not None
    assert "the round stops" in incident.sentence
    assert incident.clauses == (clause,)


def test_e04_designs_of_the_two_batches() -> None:
    """E04: Section 42 lets the design differ between the batches, Massachusetts wants one design."""
    free, same = house("section-42", shuffler="automatic"), house("massachusetts", shuffler="automatic")
    assert check_batch_backs(free, (RED, BLUE_BEES)) is None
    refusal = check_batch_backs(same, (RED, BLUE_BEES))
    assert refusal is not None
    assert refusal.clauses == ("ma/3/b/2",)
    assert "design" in refusal.sentence
    assert check_batch_backs(same, (RED_BEES, BLUE_BEES)) is None


def test_batches_are_equal() -> None:
    refusals = refused(receive(house("section-42", shuffler="automatic"), decks(*[RED] * 9, *[BLUE] * 7)))
    assert [refusal.clauses for refusal in refusals] == [("s42/a/4",)]
    assert "9 red and 7 blue" in refusals[0].sentence


def test_one_batch_without_an_automatic_shuffler() -> None:
    rules = house("section-42")
    assert check_batch_backs(rules, (RED, RED)) is None
    assert [batch.name for batch in batches(rules)] == ["A"]
    assert Counter(batches(rules)[0].cards) == Counter(ALL_CARDS * 8)
    assert len(batches(house("massachusetts", shuffler="automatic", decks=12))[1].cards) == 312


# --- the look of the cutting cards -----------------------------------------------------------------------------------


def equipment(cutting: CuttingCards, colour: str = "red", edge: str = "white") -> TableEquipment:
    return TableEquipment((Lot("A", 8, colour, "plain", edge),), cutting)


@pytest.mark.clause("s42/a/1/cutting-card-look")
def test_cutting_cards_are_opaque_and_told_from_backs_and_edges(saw: Sightings) -> None:
    seen = look_over(house("section-42"), equipment(CuttingCards(2, "yellow", opaque=True)))
    assert not any(isinstance(item, Refusal) for item in seen)
    assert {"s42/a/1/cutting-card-look", "s42/a/1/cutting-cards", "s42/f/1"} == {c for s in seen for c in s.clauses}
    saw(seen)


@pytest.mark.clause("s42/a/1/cutting-card-look", breaks=True)
def test_cutting_cards_like_the_cards_or_not_opaque_are_refused(saw: Sightings) -> None:
    rules = house("section-42")
    for cutting in (
        CuttingCards(2, "yellow", opaque=False),
        CuttingCards(2, "red", opaque=True),
        CuttingCards(2, "Red", opaque=True),
        CuttingCards(2, "white", opaque=True),
    ):
        refusals = look_over(rules, equipment(cutting))
        assert [refusal.clauses for refusal in refusals] == [("s42/a/1/cutting-card-look",)]
        saw(refusals)


# --- copies ----------------------------------------------------------------------------------------------------------


def test_no_more_copies_of_a_card_than_decks() -> None:
    ace = parse_card("As")
    assert check_copies([ace] * 8, 8) is None
    refusal = check_copies([*ALL_CARDS, *[ace] * 8], 8)
    assert refusal is not None
    assert refusal.code is Code.WRONG_CARD
    assert refusal.sentence == "As is there 9 times, but 8 decks hold it 8 times"


@pytest.mark.parametrize("rulebook_id", ["seminole", "seneca"])
def test_a_guide_borrows_what_section_42_says_of_cards(rulebook_id: str) -> None:
    rules = house(rulebook_id)
    seen = look_over(rules, equipment(CuttingCards(2, "yellow", opaque=True)))
    assert [item.clauses for item in seen] == [
        ("s42/f/1",),
        ("s42/a/1/cutting-cards",),
        ("s42/a/1/cutting-card-look",),
    ]
    refusals = look_over(rules, equipment(CuttingCards(1, "red", opaque=False)))
    assert [refusal.clauses for refusal in refusals] == [
        ("s42/a/1/cutting-cards",),
        ("s42/a/1/cutting-card-look",),
        ("s42/a/1/cutting-card-look",),
    ]
