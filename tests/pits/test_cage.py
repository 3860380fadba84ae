"""The cage: two people count its chips and its cash, each for oneself, and it gives only what it has."""

from typing import Any

import pytest

from minibac.machine.roles import Actor, Role
from minibac.pits import house_commands as hc
from minibac.pits import house_events as e
from minibac.pits import pit_commands as c
from minibac.rules.refusal import Code
from tests.pits.house_helpers import DAY, House
from tests.pits.pit_helpers import ACCOUNTING, CAGE, DEALER, FLOOR, Pit

SECOND = Actor("Cat", Role.CAGE)
CHIPS, CASH = {500: 100, 2500: 40}, {20_00: 50, 100_00: 10}


def count(house: House, by: Actor, kind: str = "opener", **other: Any) -> Any:
    return house.do(hc.CountCage, by=by, **{"kind": kind, "chips": CHIPS, "cash": CASH} | other)


@pytest.fixture
def house() -> House:
    """A house whose cage was opened."""
    found = House()
    assert count(found, CAGE).code is Code.DAY_NOT_OPEN
    found.yes(hc.OpenHouseDay, by=ACCOUNTING, day=DAY)
    count(found, CAGE)
    (opened,) = count(found, SECOND)
    assert isinstance(opened, e.CageCounted)
    assert (opened.sealed_by, opened.expected_chips) == (CAGE.id, None)
    return found


@pytest.mark.control("R38")
def test_two_people_count_the_cage_and_nobody_is_told_before_both_have() -> None:
    house = House()
    house.yes(hc.OpenHouseDay, by=ACCOUNTING, day=DAY)
    assert count(house, CAGE, "closer").code is Code.NOT_NOW
    assert count(house, CAGE, "shift").code is Code.NOT_FOUND
    assert count(house, CAGE, chips={500: -1}).code is Code.WRONG_COUNT
    foreign = count(house, CAGE, cash={30_00: 1}, known_cash=(20_00, 100_00))
    assert str(foreign.said) == "the house has no $30.00 here: $20.00 and $100.00 are counted"
    assert count(house, ACCOUNTING).code is Code.NOT_YOURS
    (sealed,) = count(house, CAGE)
    assert isinstance(sealed, e.CageSealed)
    assert house.state.cage is None
    assert count(house, CAGE).code is Code.WRONG_SIGNATURE, "it takes two"
    (differed,) = count(house, SECOND, cash=CASH | {100_00: 9})
    assert isinstance(differed, e.CageCountsDiffered)
    assert house.state.cage_sealed is None, "both count again"
    count(house, SECOND)
    (counted,) = count(house, CAGE, chips={**CHIPS, 25: 0})
    assert counted.chips == CHIPS
    assert count(house, CAGE).code is Code.NOT_NOW, "once a day"
    house.check()


@pytest.mark.control("R38")
def test_the_closer_is_held_against_what_moved_and_the_day_waits_for_it(house: House) -> None:
    for pit in house.state.pits:
        house.yes(hc.TellPitDay, by=Actor("house", Role.HOUSE), pit=pit, day=DAY, closed=True)
    refusal = house.no(hc.CloseHouseDay, by=ACCOUNTING, day=DAY)
    assert str(refusal.said) == f"the cage has no closer for {DAY}: two of the cage count it"
    house.yes(hc.RedeemChips, by=CAGE, guest="ann", cents=120_00, transfer="t", cage_cash=CASH)
    assert house.state.cage_paid == {100_00: 1, 20_00: 1}
    moved = {"moved_chips": {500: -20, 2500: 5}, "moved_cash": {100_00: 3}}
    there = {"chips": {500: 80, 2500: 44}, "cash": {20_00: 49, 100_00: 12}}
    count(house, CAGE, "closer", **moved, **there)
    (closed,) = count(house, SECOND, "closer", **moved, **there)
    assert closed.expected_chips == {500: 80, 2500: 45}
    assert closed.expected_cash == there["cash"]
    house.yes(hc.CloseHouseDay, by=ACCOUNTING, day=DAY)
    house.check()


def test_the_cage_gives_only_what_it_has(house: House) -> None:
    for there in ({100_00: 1}, {}, {20_00: 6, 100_00: -1}):
        facts: dict[str, Any] = {"guest": "ann", "cents": 125_00, "transfer": "t", "cage_cash": there}
        assert house.no(hc.RedeemChips, by=CAGE, **facts).code is Code.TRAY_SHORT
    pit = Pit()
    count_: dict[str, Any] = {"table": "T1", "kind": "opener", "chips": {500: 100}}
    pit.yes(c.CountInventory, by=DEALER, **count_)
    attest: dict[str, Any] = {"slip": pit.state.slip_no, "chips": {500: 100}}
    refusal = pit.no(c.AttestCount, by=FLOOR, **attest, cage_chips={500: 99})
    assert str(refusal.said) == "the cage does not hold 100 of $5.00"
    pit.yes(c.AttestCount, by=FLOOR, **attest, cage_chips={500: 100})
    assert pit.state.to_cage == {500: -100}
    (asked,) = pit.yes(c.RequestTransfer, by=FLOOR, kind="fill", table="T1", chips={500: 10, 2500: 1})
    refusal = pit.no(c.PrepareSlip, by=CAGE, request=asked.request, cage_chips={500: 10})
    assert str(refusal.said) == "the cage does not hold 1 of $25.00"
