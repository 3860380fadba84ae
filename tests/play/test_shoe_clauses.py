"""The life of a shoe by its clauses: from the cut to the last hand each moment cites what it rests on.

The guides are silent on it and take it from Section 42.
"""

import pytest

from minibac.cards.card import ALL_CARDS, Card, Rank, Suit, parse_cards
from minibac.cards.shoe import Shoe, burn, check_burn, check_cut, check_depth
from minibac.cards.shuffle import shuffle_seeded
from minibac.play.shoe_life import coups
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import RULEBOOKS
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.play.tables import table
from tests.table.helpers import Table

SECTION_42 = {
    "a cut too near an end": ["s42/e/5"],
    "a cutting card at the very back": ["s42/e/6/depth"],
    "the burn": ["s42/e/6/burn", "s42/e/6/burn-count", "s42/e/6/burn-shown"],
    "a miscounted burn": ["s42/e/6/burn-count", "s42/e/6/burn"],
    "the cutting card comes out": ["s42/h/5"],
    "the last hand": ["s42/h/5"],
    "the cards run out": ["s42/k/4"],
    "an early shuffle": ["s42/e/1"],
    "the end of the shuffle": ["s42/e/1/random"],
}
MASSACHUSETTS = {
    "a cut too near an end": ["ma/5/c"],
    "a cutting card at the very back": ["ma/5/d/depth"],
    "the burn": ["ma/5/f", "ma/5/f/count", "ma/5/f/face-down"],
    "a miscounted burn": ["ma/5/f/count", "ma/5/f"],
    "the cutting card comes out": ["ma/9/e"],
    "the last hand": ["ma/9/e"],
    "the cards run out": ["ma/13/e"],
    "an early shuffle": ["ma/5/a/directed"],
    "the end of the shuffle": ["ma/5/a/random"],
}


def right(rulebook: str) -> dict[str, list[str]]:
    return MASSACHUSETTS if rulebook == "massachusetts" else SECTION_42


def said(refusal: Refusal | None) -> list[str]:
    assert refusal is not None
    return list(refusal.clauses)


def cards_and_burn(rules: HouseRules) -> dict[str, list[str]]:
    burned, rest = burn(rules, Shoe(shuffle_seeded(ALL_CARDS * 8, seed=1).cards, depth=14))
    *_, came_out, last = coups(rules, rest)
    short = Shoe(parse_cards("Ks 2h Qd 4c"), 0)  # the Player must draw, and there is nothing to draw
    (void,) = coups(rules, short)
    return {
        "a cut too near an end": said(check_cut(rules, 416, 9)),
        "a cutting card at the very back": said(check_depth(rules, 416, 0)),
        "the burn": list(burned.clauses),
        "a miscounted burn": said(check_burn(rules, Card(Rank.FIVE, Suit.HEARTS), 4)),
        "the cutting card comes out": list(came_out.clauses),
        "the last hand": list(last.clauses),
        "the cards run out": [clause for clause in void.clauses if clause not in came_out.clauses],
    }


def shuffles(rulebook: str) -> dict[str, list[str]]:
    played = Table(rulebook, seats=(1,), vigorish_collection="at-payout")  # nothing is owed before the shuffle
    played.to(Phase.BETTING)
    finished = next(event for event in played.all(e.ProcedureFinished) if event.procedure == "shuffle")
    answer = played.do(c.DirectShuffle, reason="a card fell to the floor")
    directed = answer if isinstance(answer, Refusal) else answer[0]
    assert isinstance(directed, Refusal) == (rulebook != "massachusetts"), "one book alone gives that power"
    return {
        "an early shuffle": list(directed.clauses),
        "the end of the shuffle": list(finished.clauses),
    }


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_each_moment_of_a_shoe_cites_what_it_rests_on(rulebook: str) -> None:
    assert cards_and_burn(table(rulebook)) | shuffles(rulebook) == right(rulebook)
