"""The handed mode that Seminole calls Macau is mode (iii) of Section 42 (C10): the same round, the same clauses.

Section 42's own table shows what is right; its clauses are proven elsewhere. Where the guide prints a rule of its own
it cites that too.
"""

import pytest

from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.sightings import Sightings
from tests.table.helpers import FLOOR, Table

HANDED = ("s42/g/3/iii/", "s42/h/1/handed", "s42/h/3/handed", "s42/k/5")
"""What Section 42 says about cards that guests turn, and about the right to turn them."""

BOTH_DRAW = "As Ah 2s 2h 4d Td"
Told = tuple[str, tuple[str, ...]]


def handed(said: list[e.Event | Refusal]) -> list[Told]:
    """Each event and refusal that rests on the handed mode, by name, with those of its clauses that say so."""
    found = [(type(one).__name__, tuple(sorted(x for x in one.clauses if x.startswith(HANDED)))) for one in said]
    return [(name, clauses) for name, clauses in found if clauses]


def table_of(rulebook: str) -> Table:
    """Two guests with equal stakes on each hand, so that the one nearer to the dealer has the right."""
    table = Table(rulebook, seats=(1, 2, 5, 8), cards=BOTH_DRAW, deal_mode="handed", vigorish_collection="at-payout")
    table.to(Phase.BETTING)
    for seat, wager in ((1, "player"), (2, "player"), (5, "banker"), (8, "banker")):
        table.bet(seat, wager, 100_00)
    return table


def turned_by_guests(rulebook: str) -> list[e.Event | Refusal]:
    table = table_of(rulebook)
    start = len(table.log)
    table.coup()
    return list(table.log[start:])


def given_up_and_taken_away(rulebook: str) -> list[e.Event | Refusal]:
    """Handed to one, given up, declined, taken, taken away for each reason there is, and left to the dealer."""
    table = table_of(rulebook)
    said: list[e.Event | Refusal] = []
    for reason in ("delay", "breach of the internal controls", "breach of the rules"):
        start = len(table.log)
        table.to(lambda state: state.coup is not None and bool(state.coup.handed))
        said.append(table.no(c.Relinquish, by=table.guest(8), hand="player"))
        table.yes(c.Relinquish, hand="player")
        table.yes(c.AnswerRight, hand="player", accept=True)
        table.to(lambda state: state.coup is not None and bool(state.coup.handed))
        said.append(table.no(c.RevokeRight, by=FLOOR, hand="player", reason="dislike"))
        table.skip(table.state.timing.turning_ms)
        table.yes(c.RevokeRight, by=FLOOR, hand="player", reason=reason, note="bent a card")
        table.yes(c.AnswerRight, hand="player", accept=False)
        table.coup()
        said += table.log[start:]
        for seat, wager in ((1, "player"), (2, "player"), (5, "banker"), (8, "banker")):
            table.bet(seat, wager, 100_00)
    return said


@pytest.mark.parametrize("story", [turned_by_guests, given_up_and_taken_away])
def test_macau_is_the_third_mode_of_section_42(story) -> None:
    right, found = handed(story("section-42")), handed(story("seminole"))
    assert {name for name, _ in right} >= {"CardsHanded"}
    assert found == right


@pytest.mark.clause("sem/dealer-deals", "sem/macau", breaks=True)
def test_where_the_dealer_deals_nobody_is_handed_a_card(saw: Sightings) -> None:
    table = Table("seminole", seats=(3,), cards=BOTH_DRAW)
    table.to(Phase.BETTING)
    table.bet(3, "player")
    table.to(Phase.TURNING)
    refusal = table.no(c.HandCards, hand="player", seat=3)
    assert (refusal.code, refusal.clause) == (Code.WRONG_HOLDER, "sem/dealer-deals")
    saw(refusal)
