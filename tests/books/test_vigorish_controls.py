"""Vigorish as the controls want it: rounded as printed, on the marker button, and gone by collection or form alone."""

import asyncio
from fractions import Fraction

import pytest

from minibac.machine.roles import THE_HOUSE
from minibac.play.vigorish import terms
from minibac.records.memory import MemoryStore
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import load
from minibac.sample_day.day import GamingDays
from minibac.sample_day.scene import SceneTable
from minibac.table import commands as c


@pytest.mark.control("R34")
@pytest.mark.parametrize(
    ("rulebook", "rounding", "multiple", "rates"),
    [("section-42", "up-to-5c", 5, ("4%", "5%")), ("massachusetts", "up-to-25c", 25, (None,))],
)
def test_vigorish_is_rounded_up_as_the_rulebook_says(rulebook, rounding, multiple, rates):
    """Every amount from one cent to $200: the next multiple, and never one more."""
    for rate in rates:
        options = {"vigorish_rounding": rounding} | ({"vigorish_rate": rate} if rate else {})
        rules = build(load(rulebook), options)
        assert isinstance(rules, HouseRules), rules
        charge = terms(rules)
        assert charge is not None
        part = Fraction(int((rate or "5%").rstrip("%")), 100)
        for cents in range(1, 200_01):
            exact, found = cents * part, charge.cents(cents)
            assert found % multiple == 0
            assert exact <= found < exact + multiple


async def owing(rulebook_table: str) -> tuple[GamingDays, SceneTable, int]:
    house = GamingDays(MemoryStore(), 6)
    await house.open()
    await house._morning()
    table = house.tables[rulebook_table]
    return house, table, await house.debtor(table)


@pytest.mark.control("R34", "R35")
@pytest.mark.parametrize("name", ["s42-1", "sem-1", "sen-1", "ma-1"])
def test_a_marker_button_goes_by_collection_or_form_and_in_no_other_way(name):
    async def work() -> None:
        house, table, seat = await owing(name)
        owed, dealer, floor = table.state.owed(seat), house.dealer(table), house.crews[table.pit].floor
        assert owed > 0
        guest = house.guest(table, seat)
        wrong = [
            c.ChangeMarker(by=dealer, at=house.at(), seat=seat, cents=0),
            c.CollectVigorish(by=dealer, at=house.at(), seat=seat, cents=owed - 1),
            c.CollectVigorish(by=guest, at=house.at(), seat=seat, cents=owed - 1),
            c.ClearVigorish(by=dealer, at=house.at(), seat=seat, cents=owed, reference="a form"),
            c.ClearVigorish(by=floor, at=house.at(), seat=seat, cents=owed + 5, reference="a form"),
            c.ClearVigorish(by=floor, at=house.at(), seat=seat, cents=owed, reference=""),
            c.LeaveSeat(by=guest, at=house.at(), seat=seat),
            c.LeaveSeat(by=THE_HOUSE, at=house.at(), seat=seat),
            c.ChangeSeat(by=guest, at=house.at(), seat=seat, to=7),
        ]
        for command in wrong:
            answer = await table.give(command)
            assert isinstance(answer, Refusal), command
            assert answer.clause
            assert table.state.owed(seat) == owed
        await table.must(c.CollectVigorish(by=dealer, at=house.at(), seat=seat, cents=owed))
        assert table.state.owed(seat) == 0
        await table.must(c.LeaveSeat(by=guest, at=house.at(), seat=seat))

    asyncio.run(work())


@pytest.mark.control("R35")
@pytest.mark.parametrize("name", ["s42-1", "ma-1"])
def test_no_shoe_ends_while_anything_is_owed(name):
    """Before the cards go to the shuffle every marker button is zero, or a form or an incident says why."""

    async def work() -> None:
        house, table, _ = await owing(name)
        shoe = table.state.shoe_no
        while table.state.shoe_no == shoe:
            before = table.state
            if before.phase.value == "betting" and not before.wagers:
                for seat in before.occupied:
                    await house.bet(table, seat)
            await house.step(table)
            if before.shoe_is_over and before.phase.value == "between" and table.state.phase.value != "between":
                assert all(not before.owed(seat) for seat in before.occupied)
        assert all(not table.state.owed(seat) for seat in table.state.occupied)

    asyncio.run(work())
