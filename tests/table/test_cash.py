"""Cash by denomination: which notes come with a buy-in, and who says so."""

from typing import Any

import pytest

from minibac.machine.roles import THE_HOUSE, Duty
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table.events import decode, encode
from minibac.table.machine import replay
from minibac.table.public_events import public
from tests.table.helpers import DEALER, DORA, Table


def buys(table: Table, cents: int, notes: dict[int, int]) -> dict[str, Any]:
    return {"by": table.guest(3), "seat": 3, "cents": cents, "transfer": f"{cents} {notes}", "notes": notes}


@pytest.mark.control("R38")
def test_a_buy_in_says_its_notes_and_they_come_to_its_sum() -> None:
    table = Table("section-42", chips=0)
    (bought,) = table.yes(c.BuyIn, **buys(table, 185_00, {}))
    assert bought.notes == {100_00: 1, 50_00: 1, 20_00: 1, 10_00: 1, 5_00: 1}, "the plain breakdown"
    assert not bought.unnamed, "the automatic dealer is asked nothing"
    table.yes(c.BuyIn, **buys(table, 100_00, {20_00: 5}))
    assert table.state.cash == {100_00: 1, 50_00: 1, 20_00: 6, 10_00: 1, 5_00: 1}
    before = table.state
    for notes in ({100_00: 6}, {100_00: -1, 600_00: 1}, {-1: 1}, {100_00: 4}):
        refusal = table.no(c.BuyIn, **buys(table, 500_00, notes))
        assert (refusal.code, refusal.clause) == (Code.WRONG_COUNT, "R38")
        assert "and $500.00 were to come" in str(refusal.said)
    assert table.state is before
    assert table.no(c.NameNotes, by=DEALER, seat=3, notes={}).code is Code.NOT_FOUND
    assert "notes" not in str(public(bought, 1)), "what a guest carries is nobody else's"


@pytest.mark.control("R38")
def test_the_person_who_deals_says_which_notes_came() -> None:
    table = Table("section-42", chips=0)
    table.yes(c.AssignStaff, by=THE_HOUSE, duty=Duty.WAGERS, person=DORA.id)
    (bought,) = table.yes(c.BuyIn, **buys(table, 300_00, {}))
    assert bought.unnamed
    table.yes(c.BuyIn, **buys(table, 20_00, {20_00: 1}))
    assert table.state.cash_unnamed == {3: {100_00: 3, 20_00: 1}}
    assert table.no(c.NameNotes, by=DORA, seat=3, notes={100_00: 3}).code is Code.WRONG_COUNT
    assert table.no(c.NameNotes, by=table.guest(3), seat=3, notes={20_00: 16}).code is Code.NOT_YOURS
    table.yes(c.NameNotes, by=DORA, seat=3, notes={20_00: 16})
    assert (table.state.cash, table.state.cash_unnamed) == ({20_00: 16}, {})
    again = replay([decode(encode(event)) for event in table.log])
    assert again.cash == table.state.cash
