"""Nobody is held at a table: whatever a guest owes and has, and whenever, the own view offers a way to leave."""

from typing import Any

import pytest
from msgspec.structs import replace

from minibac.machine.roles import THE_HOUSE, Role
from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.deadlines import deadline
from minibac.table.guest_view import guest_part, leaving
from minibac.table.machine import decide, replay
from minibac.table.phases import UNDECIDED
from minibac.table.state import Phase
from tests.table.helpers import Table

BANKER_WINS = "2s 3h 4d 4c 2d 3d 4h 4s"
"""The Banker's Hand wins two rounds: 8 against 6, and again."""
KEPT = {"rich": 200_00, "short": 2_00, "broke": 0}
"""What the guest of seat 3 has, who owes $5."""
MOMENTS = ("betting", "in play", "watching", "shoe over", "back again")


def debtor(rulebook: str, kept: str) -> Table:
    """Seat 3 owes $5 and has so much; seat 5 plays on."""
    options: dict[str, Any] = {} if rulebook == "seminole" else {"vigorish_collection": "deferred"}
    table = Table(rulebook, seats=(3, 5), chips=100_00, cards=BANKER_WINS, **options)
    table.to(Phase.BETTING)
    table.bet(3, "banker", 100_00)
    table.coup()
    if KEPT[kept] < 200_00:
        table.bet(3, "player", 200_00 - KEPT[kept])
        table.coup()
    assert (table.state.owed(3), table.state.chips(3)) == (5_00, KEPT[kept])
    return table


def bring_to(table: Table, moment: str) -> None:
    if moment == "in play" and table.state.chips(3) >= 1_00:
        table.bet(3, "tie", 1_00)
    if moment in ("in play", "watching"):
        table.bet(5, "player", 1_00)
        table.to(Phase.RESULT)
    elif moment == "shoe over":
        table.to(lambda state: state.last_hand_played)
    elif moment == "back again":
        for there in (False, True):
            table.yes(c.SayConnection, seat=3, connected=there)


def get_up(table: Table) -> e.SeatLeft:
    """What the page does with its buttons, and nothing else."""
    while (way := guest_part(table.state, 3, {})["leaving"])["waits"]:
        assert table.step(), "the round goes on"
    if way["payable"]:
        table.yes(c.CollectVigorish, by=table.guest(3), seat=3, cents=way["pay_cents"])
    else:
        assert way["unpaid"] == bool(way["pay_cents"])
    return next(ev for ev in table.yes(c.LeaveSeat, seat=3, unpaid=not way["payable"]) if isinstance(ev, e.SeatLeft))


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts", "seminole"])
def test_every_state_has_a_way_to_leave_and_no_money_is_made_or_lost(rulebook: str, kept: str, moment: str) -> None:
    table = debtor(rulebook, kept)
    bring_to(table, moment)
    before = {name: table.state.balance(name) for name in ("cage", "vigorish")}
    chips = table.state.chips(3)
    left = get_up(table)
    paid = 5_00 if kept == "rich" else 0
    assert 3 not in table.state.seats
    assert sum(table.state.balances.values()) == 0
    assert (left.cents, left.owed_cents) == (chips - paid, 5_00 - paid)
    assert table.state.balance("cage") - before["cage"] == left.cents
    assert table.state.owed(3) == 5_00 - paid, "what is not paid stays on the layout, and on no other account"
    assert replay(table.log) == table.state


@pytest.mark.parametrize("rulebook", ["section-42", "seminole"])
def test_where_a_form_exists_who_has_the_chips_pays_before_leaving_and_a_form_stands_for_the_rest(
    rulebook: str,
) -> None:
    table = debtor(rulebook, "rich")
    for by in (table.guest(3), THE_HOUSE):
        assert table.no(c.LeaveSeat, by=by, seat=3, unpaid=True).code is Code.VIGORISH_OWED
    assert not leaving(table.state, 3)["unpaid"]
    table = debtor(rulebook, "broke")
    assert table.no(c.LeaveSeat, seat=3).code is Code.VIGORISH_OWED, "nobody goes without a word about it"
    get_up(table)
    assert [i.kind for i in table.state.incidents.values()] == ["uncollected"]
    another: dict[str, Any] = {"guest": "another", "age": 40, "attested_by": "x"}
    assert table.no(c.TakeSeat, seat=3, **another).code is Code.SEAT_TAKEN, "the button lies there"
    table.to(lambda state: state.phase is Phase.SHUFFLE)
    cleared = table.last(e.VigorishCleared)
    assert (cleared.seat, cleared.cents, table.state.left_owing, table.state.incidents) == (3, 5_00, {}, {})


def test_a_guest_who_stays_away_is_brought_out_in_the_same_way() -> None:
    table = debtor("section-42", "short")
    table.yes(c.SayConnection, seat=3, connected=False)
    due = deadline(table.state)
    while due is not None and not isinstance(due.command, c.LeaveSeat):
        table.live.handle(due.command)
        due = deadline(table.state)
    assert due is not None
    assert isinstance(due.command, c.LeaveSeat)
    assert due.command.unpaid
    table.skip(table.state.timing.lost_ms)
    assert table.yes(c.LeaveSeat, by=THE_HOUSE, seat=3, unpaid=True)[-1].cents == 2_00


def test_what_a_guest_pays_is_the_debt_of_the_own_seat_once_and_between_rounds() -> None:
    table = debtor("massachusetts", "rich")
    pay: dict[str, Any] = {"seat": 3, "cents": 5_00}
    assert table.no(c.CollectVigorish, by=table.guest(5), **pay).code is Code.NOT_YOURS
    assert table.no(c.CollectVigorish, by=table.guest(3), seat=3, cents=4_00).code is Code.WRONG_PAYMENT
    table.bet(3, "tie", 1_00)
    table.to(Phase.RESULT)
    assert Phase.RESULT in UNDECIDED
    table.no(c.CollectVigorish, by=table.guest(3), **pay)
    assert leaving(table.state, 3) == {"waits": True, "pay_cents": 5_00, "payable": False, "unpaid": True}
    table.to(Phase.BETTING)
    table.yes(c.SayConnection, seat=3, connected=False)
    assert table.no(c.CollectVigorish, **pay).clauses == ("B37",), "of one who is away, by dealer and floorperson"
    (collected,) = table.yes(c.CollectVigorish, by=table.guest(3), **pay)
    assert (collected.by, collected.receipt) == ("guest-3", f"V-1-{table.state.coup_no}-3")
    assert table.no(c.CollectVigorish, by=table.guest(3), **pay).code is Code.NOTHING_OWED
    broke = debtor("massachusetts", "broke")
    assert broke.no(c.CollectVigorish, by=broke.guest(3), **pay).code is Code.NOT_ENOUGH_CHIPS
    assert Role.GUEST is broke.guest(3).role


def test_while_the_tray_is_closed_or_has_no_change_nobody_is_held_for_a_debt_it_cannot_take() -> None:
    table = debtor("section-42", "rich")
    closed = replace(table.state, kept=True, tray={500: 10}, guest_chips={3: {10_000: 2}})
    ways = {"closed": closed, "no change": replace(closed, tray_open=True), "open": replace(closed, tray_open=True)}
    ways["open"] = replace(ways["open"], tray={500: 19, 2_500: 4})
    for name, state in ways.items():
        leaves = table.make(c.LeaveSeat, seat=3, unpaid=True)
        pays = table.make(c.CollectVigorish, by=table.guest(3), seat=3, cents=5_00)
        held = name == "open"
        assert leaving(state, 3) == {"waits": False, "pay_cents": 5_00, "payable": held, "unpaid": not held}, name
        assert isinstance(decide(state, leaves), Refusal) is held, name
        assert isinstance(decide(state, pays), Refusal) is not held, name
