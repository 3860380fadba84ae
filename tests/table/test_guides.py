"""Where a guide is silent its table goes by Section 42: the same settlement, the same clauses.

Section 42's own table shows what is right; its clauses are proven elsewhere.
"""

from typing import Any

import pytest

from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.state import Phase
from tests.table.helpers import FLOOR, Table

SETTLED = ("s42/j/2", "s42/j/4", "s42/j/5")
"""Losers first, then one of four procedures, by the dealer; the cards to the rack; nobody else touches anything."""

DUTY = "s42/j/2/dealer"
"""A refusal cites the printed step; Section 42's names the dealer's duty as well."""

GUIDES = ("seminole", "seneca")
BY_STEP = ("Refusal", "CoupSettled")
"""What cites the step of the round as a whole: a guide's says nothing of whose duty it is."""


def settled(rulebook: str, order: str) -> list[tuple[str, tuple[str, ...]]]:
    """A round that the Banker's Hand wins: what is said from the result on, with the clauses of the settlement."""
    choices: dict[str, Any] = {"settlement_order": order, "vigorish_collection": "at-payout"}
    table = Table(rulebook, seats=(1, 3, 5), cards="2s 3h 4d 4c", **choices)
    table.to(Phase.BETTING)
    for seat in (1, 3, 5):
        for wager in ("player", "banker", "tie"):
            table.bet(seat, wager, 100_00)
    table.to(Phase.SETTLING)
    start = len(table.log)
    said: list[e.Event | Refusal] = [table.no(c.RackCards), table.no(c.CallNoMoreBets)]
    table.to(Phase.RACKING)
    said.append(table.no(c.CallNoMoreBets))
    table.step()
    said += table.log[start:]
    found = [(type(one).__name__, tuple(x for x in one.clauses if x.startswith(SETTLED))) for one in said]
    return [(name, tuple(x for x in cited if name not in BY_STEP or x != DUTY)) for name, cited in found if cited]


@pytest.mark.parametrize("rulebook", GUIDES)
@pytest.mark.parametrize("order", ["i", "ii", "iii", "iv"])
def test_a_guide_settles_as_section_42(rulebook: str, order: str) -> None:
    right = settled("section-42", order)
    assert f"s42/j/2/{order}" in {clause for _, clauses in right for clause in clauses}
    assert settled(rulebook, order) == right


@pytest.mark.parametrize("rulebook", GUIDES)
def test_a_silence_is_filled_by_a_ruling_of_the_guide(rulebook: str) -> None:
    book = load(rulebook)
    assert {item.entry for item in book.borrow} <= {*book.rulings}
    general = [item.entry for item in book.borrow if item.entry in ("C12", "D13")]
    assert len(general) > len(book.borrow) / 2, "most of it is the dealer's procedure, on which a guide has no word"


def test_an_uneven_stack_goes_back_to_the_shuffle_at_seneca_too() -> None:
    table = Table("seneca", seats=(1,))
    table.to(lambda state: "feather" in [step for step, _ in state.done])
    (back,) = table.yes(c.DoStep, by=FLOOR, step="feather-check", ok=False)
    assert isinstance(back, e.ProcedureStarted)
    assert back.procedure == "shuffle"
    assert table.state.done == (), "all over again"
