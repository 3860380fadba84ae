"""The chips of a payment are the dealer's to choose, from the tray; what is laid wrong is refused."""

import pytest
from msgspec.structs import replace

from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.machine import apply, decide
from minibac.table.public_events import heard
from minibac.table.state import Phase, TableState
from tests.table.helpers import DEALER, Table

PAY = ("pay", 3, "player", 75_00)
TRAY = {25_00: 3, 5_00: 20}


def settling() -> Table:
    """Seat 3 has won 75 on the Player, seat 7 has lost on the Banker."""
    table = Table("section-42", cards="9h Ks Qd Kc", deal_mode="face-up")
    table.to(Phase.BETTING)
    table.bet(3, "player", 75_00)
    table.bet(7, "banker", 50_00)
    table.to(Phase.SETTLING)
    table.yes(c.TakeActions, actions=(("collect", 7, "banker", 50_00),))
    return table


def answer(state: TableState, chips: dict[int, int], *actions: tuple[str, int, str, int]) -> Refusal | e.ActionsTaken:
    given = c.TakeActions(by=DEALER, at=state.at, actions=actions or (PAY,), chips=chips)
    found = decide(state, given)
    if isinstance(found, Refusal):
        return found
    assert isinstance(found[0], e.ActionsTaken)
    return found[0]


def test_the_tray_pays_in_the_chips_that_the_dealer_laid() -> None:
    table = settling()
    counted = replace(table.state, kept=True, tray_open=True, tray=TRAY, guest_chips={3: {100_00: 1}})
    laid = {25_00: 1, 5_00: 10}
    taken = answer(counted, laid)
    assert isinstance(taken, e.ActionsTaken)
    after = apply(counted, taken)
    assert (after.tray, after.guest_chips[3]) == ({25_00: 2, 5_00: 10}, {100_00: 1, **laid})
    assert str(heard(taken)) == "The dealer pays $75.00 to seat 3 on player, in 1 of $25.00 and 10 of $5.00."
    of_its_own = answer(counted, {})
    assert isinstance(of_its_own, e.ActionsTaken)
    assert apply(counted, of_its_own).guest_chips[3] == {100_00: 1, 25_00: 3}, "the largest that fit"


@pytest.mark.parametrize(
    ("chips", "actions", "sentence"),
    [
        ({25_00: 2}, (), "2 of $25.00 are $50.00, and not $75.00"),
        ({25_00: 2}, (("pay", 3, "player", 50_00),), "paying $50.00 for player at seat 3 is wrong: it is $75.00"),
        ({5_00: 15}, (("pay", 7, "banker", 75_00),), "is not due"),
        ({100_00: 1, -25_00: 1}, (), "chips are laid by denomination, one or more of each"),
        ({1_00: 75}, (), "the tray does not hold these chips: it lacks 75 of $1.00"),
        ({25_00: 3}, (("collect", 7, "banker", 50_00),), "chips are chosen for one payment"),
    ],
)
def test_chips_laid_wrong_are_refused(
    chips: dict[int, int], actions: tuple[tuple[str, int, str, int], ...], sentence: str
) -> None:
    table = settling()
    counted = replace(table.state, kept=True, tray_open=True, tray=TRAY)
    if actions and actions[0][0] == "collect":  # before it was collected
        counted = replace(counted, coup=replace(counted.on_layout, moves=()))
    refusal = answer(counted, chips, *actions)
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.WRONG_PAYMENT
    assert sentence in str(refusal)
    assert refusal.clauses


PAIR = "2s Ah 2h 2c 4d Td"
"""A pair for the Player, who draws with four."""


def test_the_payout_of_house_money_is_paid_or_added_in_the_chips_that_the_dealer_laid() -> None:
    for choice, move in (("take", "pay"), ("player", "add")):
        table = Table("massachusetts", seats=(3,), cards=PAIR, house_money=True)
        table.to(Phase.BETTING)
        table.bet(3, "house-money", 25_00)
        table.bet(3, "player", 100_00)
        table.to(Phase.HOUSE_MONEY)
        table.yes(c.ChooseHouseMoney, seat=3, choice=choice)
        counted = replace(table.state, kept=True, tray_open=True, tray=TRAY, guest_chips={3: {25_00: 5}})
        right = c.SettleHouseMoney(by=DEALER, at=counted.at, seat=3, actions=((move, 3, "house-money", 75_00),))
        for chips, sentence in (({25_00: 2}, "2 of $25.00 are $50.00, and not $75.00"), ({1_00: 75}, "it lacks")):
            refusal = decide(counted, replace(right, chips=chips))
            assert isinstance(refusal, Refusal)
            assert (refusal.code, sentence in str(refusal)) == (Code.WRONG_PAYMENT, True)
        laid = {25_00: 2, 5_00: 5}
        found = decide(counted, replace(right, chips=laid))
        assert not isinstance(found, Refusal)
        assert isinstance(found[0], e.HouseMoneySettled)
        assert found[0].actions == right.actions
        after = apply(counted, found[0])
        assert (after.tray, after.guest_chips[3]) == ({25_00: 1, 5_00: 15}, {25_00: 7, 5_00: 5})
