"""The shoe: cut, cutting cards, load, burn, and cards that leave in order and never come back."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minibac.cards.card import ALL_CARDS, RANKS, Card, Rank, Suit
from minibac.cards.shoe import (
    OutOfCardsError,
    Shoe,
    burn,
    check_burn,
    check_cut,
    check_depth,
)
from minibac.cards.shuffle import shuffle_seeded
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Code
from minibac.rules.rulebook import RULEBOOKS
from minibac.rules.rulebook import load as rulebook
from minibac.table import commands as c
from minibac.table.state import Phase
from tests.sightings import Sightings
from tests.table.helpers import Table

EIGHT_DECKS = ALL_CARDS * 8


def house(rulebook_id: str, **choices: object) -> HouseRules:
    rules = build(rulebook(rulebook_id), choices)
    assert isinstance(rules, HouseRules)
    return rules


# --- the cut ---------------------------------------------------------------------------------------------------------

CUT_CLAUSES = [("section-42", "s42/e/5"), ("massachusetts", "ma/5/c")]
BORROWED_CUT = [("seminole", "s42/e/5"), ("seneca", "s42/e/5")]


@pytest.mark.parametrize(
    ("rulebook_id", "clause"),
    [*(pytest.param(*row, marks=pytest.mark.clause(row[1])) for row in CUT_CLAUSES), *BORROWED_CUT],
)
def test_the_cut_is_ten_cards_or_more_from_either_end(rulebook_id: str, clause: str, saw: Sightings) -> None:
    table = Table(rulebook_id)
    table.to(Phase.CUT)
    before = table.state
    for position in (10, 11, 208, 405, 406):
        (cut,) = table.yes(c.CutStack, position=position)
        assert clause in cut.clauses
        saw(cut)
        table.live.state = before


@pytest.mark.parametrize(
    ("rulebook_id", "clause"),
    [*(pytest.param(*row, marks=pytest.mark.clause(row[1], breaks=True)) for row in CUT_CLAUSES), *BORROWED_CUT],
)
def test_a_cut_nearer_to_an_end_is_refused(rulebook_id: str, clause: str, saw: Sightings) -> None:
    """Every place in the stack: 10 to 406 of 416 cards, and nothing else."""
    rules = house(rulebook_id)
    for position in range(-1, 418):
        refusal = check_cut(rules, 416, position)
        assert (refusal is None) == (10 <= position <= 406)
        assert refusal is None or ("cannot be cut from a stack of 416" in str(refusal.said)) == (position in (-1, 417))
    table = Table(rulebook_id)
    table.to(Phase.CUT)
    for position in (-1, 0, 1, 9, 407, 415, 416, 417):
        refusal = table.no(c.CutStack, position=position)
        assert refusal.code is Code.WRONG_CUT
        assert clause in refusal.clauses
        assert refusal.allowed == ("10", "406")
        saw(refusal)


# --- the depth of the cutting card -----------------------------------------------------------------------------------

DEPTH_CLAUSES = [("section-42", "s42/e/6/depth"), ("massachusetts", "ma/5/d/depth")]


@pytest.mark.parametrize(
    ("rulebook_id", "clause"), [pytest.param(*row, marks=pytest.mark.clause(row[1])) for row in DEPTH_CLAUSES]
)
def test_the_cutting_card_lies_at_least_14_from_the_back(rulebook_id: str, clause: str, saw: Sightings) -> None:
    for depth in (14, 15, 52, 399):
        rules = house(rulebook_id, cut_card_depth=depth)
        saw(rules.setting("cut_card_depth"))
        assert rules.setting("cut_card_depth").clause == clause
        shoe = Shoe(EIGHT_DECKS, depth)
        for drawn in range(416):
            assert shoe.cut_card_out == (416 - drawn < depth)
            shoe = shoe.draw()[1]
    assert house(rulebook_id).options["cut_card_depth"] == 14


@pytest.mark.parametrize(
    ("rulebook_id", "clause"),
    [pytest.param(*row, marks=pytest.mark.clause(row[1], breaks=True)) for row in DEPTH_CLAUSES],
)
def test_a_depth_under_14_is_refused_and_so_is_one_that_leaves_no_room(
    rulebook_id: str, clause: str, saw: Sightings
) -> None:
    """A31: the longest burn, 11 cards, and a full round of 6 fit in front of the cutting card."""
    book = rulebook(rulebook_id)
    for depth in (-1, 0, 13, 400, 416):
        refusals = build(book, {"cut_card_depth": depth})
        assert isinstance(refusals, tuple)
        assert [refusal.clause for refusal in refusals] == [clause]
        assert f"cut_card_depth={depth}" in refusals[0].sentence
        saw(refusals)
    rules = house(rulebook_id)
    for depth in range(417):
        assert (check_depth(rules, 416, depth) is None) == (14 <= depth <= 416 - 11 - 6)
    table = Table(rulebook_id)
    table.to(lambda state: state.phase is Phase.CUT)
    table.yes(c.CutStack, position=200)
    for depth in (0, 13, 400, 416):
        refusal = table.no(c.CompleteCut, depth=depth)
        assert clause in refusal.clauses
        assert refusal.code is Code.WRONG_CUT
        saw(refusal)


def test_at_depth_14_the_hand_in_progress_and_the_last_hand_always_fit() -> None:
    """A31: the cutting card is out with the first card behind it, so at most 6 + 6 of the 14 cards are needed."""
    shoe = Shoe(EIGHT_DECKS, 14)
    while not shoe.cut_card_out:
        shoe = shoe.draw()[1]
    assert shoe.left_count == 13
    assert shoe.left_count >= 5 + 6


# --- the burn --------------------------------------------------------------------------------------------------------

BURNS = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
BURN_CLAUSES = [("section-42", "s42/e/6/burn-count"), ("massachusetts", "ma/5/f/count")]
BORROWED_BURN = [("seminole", "s42/e/6/burn-count"), ("seneca", "s42/e/6/burn-count")]


def shoe_that_starts_with(rank: Rank) -> Shoe:
    first = Card(rank, Suit.CLUBS)
    return Shoe((first, *(card for card in EIGHT_DECKS[:60] if card != first)), 14)


def loaded(rulebook_id: str, rank: Rank) -> Table:
    """A table whose shoe is loaded, with a card of this rank on top."""
    table = Table(rulebook_id, seats=(1,), burn=f"{rank.value}c 2h 3h 4h 5h 6h 7h 8h 9h 2d 3d 4d", cards="5s")
    table.to(Phase.LOADED)
    return table


@pytest.mark.parametrize(
    ("rulebook_id", "clause"),
    [*(pytest.param(*row, marks=pytest.mark.clause(row[1])) for row in BURN_CLAUSES), *BORROWED_BURN],
)
def test_the_first_card_burns_as_many_as_it_counts(rulebook_id: str, clause: str, saw: Sightings) -> None:
    """For the burn an ace is one and tens and faces are ten, although their Value in a hand is zero."""
    rules = house(rulebook_id)
    for rank in RANKS:
        shoe = shoe_that_starts_with(rank)
        burned, rest = burn(rules, shoe)
        assert len(burned.others) == BURNS[rank.value]
        assert burned.cards_count == 1 + BURNS[rank.value] <= 11
        assert (burned.first, *burned.others) == shoe.order[: rest.drawn_count]
        assert rest.left == shoe.order[burned.cards_count :]
        assert check_burn(rules, burned.first, len(burned.others)) is None
        shown = (burned.first,) if rulebook_id == "massachusetts" else (burned.first, *burned.others)
        assert burned.shown == shown, "shown to all (s42/e/6/burn-shown), or the first alone (ma/5/f/face-down)"
        table = loaded(rulebook_id, rank)
        (event, *_) = table.yes(c.BurnCards)
        assert (len(event.positions), event.rack_batch) == (burned.cards_count, "")
        assert clause in event.clauses
        saw(event)


@pytest.mark.parametrize(
    ("rulebook_id", "clause"),
    [*(pytest.param(*row, marks=pytest.mark.clause(row[1], breaks=True)) for row in BURN_CLAUSES), *BORROWED_BURN],
)
def test_a_burn_of_another_size_is_refused(rulebook_id: str, clause: str, saw: Sightings) -> None:
    rules = house(rulebook_id)
    for rank in RANKS:
        for burned in range(13):
            refusal = check_burn(rules, Card(rank, Suit.HEARTS), burned)
            assert (refusal is None) == (burned == BURNS[rank.value])
        table = loaded(rulebook_id, rank)
        for burned in {0, 1, BURNS[rank.value] - 1, BURNS[rank.value] + 1} - {BURNS[rank.value]}:
            refusal = table.no(c.BurnCards, burned_count=burned)
            assert refusal.code is Code.WRONG_BURN
            assert clause in refusal.clauses
            assert refusal.allowed == (str(BURNS[rank.value]),)
            saw(refusal)


# --- dealing ---------------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), rulebook_id=st.sampled_from(RULEBOOKS))
def test_a_shoe_never_returns_a_card_and_counts_to_its_full_number(seed: int, rulebook_id: str) -> None:
    full = Counter(EIGHT_DECKS)
    burned, shoe = burn(house(rulebook_id), Shoe(shuffle_seeded(EIGHT_DECKS, seed).cards, 14))
    seen = [burned.first, *burned.others]
    while shoe.left_count:
        assert Counter(seen) + Counter(shoe.left) == full
        card, shoe = shoe.draw()
        seen.append(card)
    assert tuple(seen) == shoe.order
    assert Counter(seen) == full
    assert shoe.left == ()
    with pytest.raises(OutOfCardsError, match="empty"):
        shoe.draw()


def test_drawing_gives_a_new_shoe_and_leaves_the_old_one() -> None:
    shoe = Shoe(EIGHT_DECKS, 14)
    card, after = shoe.draw()
    assert (shoe.left_count, after.left_count) == (416, 415)
    assert card == shoe.order[0]
    assert shoe.draw() == (card, after)
