"""Counts of the tray, fills and credits, the drop box, the gaming day, corrections and exceptions (R38, R39)."""

from typing import Any

import pytest

from minibac.machine.roles import Actor, Role
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.days import open_items
from minibac.pits.papers import Copy
from minibac.rules.refusal import Code
from tests.pits.pit_helpers import (
    ACCOUNTING,
    ACCOUNTING_2,
    BOSS,
    CAGE,
    CLERK,
    COUNTER,
    COUNTER_2,
    DAY,
    DEALER,
    DEALER_2,
    FLOOR,
    GUARD,
    JOURNEY,
    MANAGER,
    Pit,
)

CHIPS = {500: 100, 2500: 20}  # $1,000


# --- openers and closers ---------------------------------------------------------------------------------------------


@pytest.mark.control("R38")
def test_the_dealer_counts_and_a_supervisor_attests_and_the_first_opener_comes_from_the_cage() -> None:
    pit = Pit()
    (counted,) = pit.yes(c.CountInventory, by=DEALER, table="T1", kind="opener", chips=CHIPS)
    assert (counted.cents, counted.over_cents, counted.clauses) == (1_000_00, 0, ("R38",))
    (attested,) = pit.yes(c.AttestCount, by=FLOOR, slip=counted.slip, chips={**CHIPS, 100: 0})
    assert [(row[3], row[4]) for row in attested.postings] == [("cage", -1_000_00), ("table/T1/tray", 1_000_00)]
    pit.counted("shift", "T1", CHIPS, expected=1_000_00)
    pit.whole_day()
    pit.yes(c.OpenDay, by=ACCOUNTING, day="2026-11-16")
    pit.opener()
    assert not pit.last(e.CountAttested).postings, "the next opener finds what the closer left"
    pit.check()


@pytest.mark.control("R38")
def test_two_people_count_and_they_find_the_same() -> None:
    pit = Pit()
    (counted,) = pit.yes(c.CountInventory, by=DEALER, table="T1", kind="opener", chips=CHIPS)
    same = pit.no(c.AttestCount, by=Actor(DEALER.id, Role.FLOORPERSON), slip=counted.slip, chips=CHIPS)
    reader = pit.no(c.AttestCount, by=MANAGER, slip=counted.slip, chips=CHIPS)
    assert (same.code, reader.code) == (Code.WRONG_SIGNATURE, Code.NOT_YOURS), "who reads the books counts no tray"
    differed, told = pit.yes(c.AttestCount, by=FLOOR, slip=counted.slip, chips={500: 100, 2500: 19})
    assert isinstance(differed, e.CountsDiffered)
    assert (told.kind, told.cents, told.staff) == ("counts-differ", 0, {"counted": "Dana", "attested": "Flo"})
    assert "$" not in str(told.said), "nobody is told by how much"
    assert not pit.state.slips
    assert pit.no(c.AttestCount, by=FLOOR, slip=counted.slip, chips=CHIPS).code is Code.NOT_FOUND, "no second guess"
    (counted,) = pit.yes(c.CountInventory, by=DEALER, table="T1", kind="opener", chips=CHIPS)
    (again,) = pit.yes(c.CountInventory, by=DEALER_2, table="T1", kind="opener", chips={500: 100, 2500: 19})
    assert pit.no(c.AttestCount, by=FLOOR, slip=counted.slip, chips=CHIPS).code is Code.NOT_FOUND, "it was replaced"
    pit.yes(c.AttestCount, by=FLOOR, slip=again.slip, chips={500: 100, 2500: 19})
    assert pit.no(c.AttestCount, by=FLOOR, slip=again.slip, chips=CHIPS).code is Code.NOT_FOUND


@pytest.mark.control("R38")
@pytest.mark.parametrize(("over", "severity"), [(-25_00, "medium"), (-25_05, "high"), (30_00, "high"), (5, "medium")])
def test_a_difference_is_told_at_once_to_shift_manager_security_and_surveillance(over: int, severity: str) -> None:
    pit = Pit()
    pit.opener()
    (counted,) = pit.yes(
        c.CountInventory, by=DEALER, table="T1", kind="closer", chips=CHIPS, expected_cents=1_000_00 - over
    )
    assert not pit.state.exceptions, "nobody is told what was expected before both have counted"
    _, found = pit.yes(c.AttestCount, by=FLOOR, slip=counted.slip, chips=CHIPS)
    assert isinstance(found, e.ExceptionRaised)
    assert found.told == ("shift-manager", "security", "surveillance")
    assert (found.cents, found.severity, found.kind, found.table) == (over, severity, "count-discrepancy", "T1")
    assert str(pit.state.exceptions[found.number].said).endswith("short" if over < 0 else "over")
    pit.check()


def test_an_opener_is_held_against_the_last_closer_chip_by_chip() -> None:
    pit = Pit()
    pit.opener()
    pit.whole_day()
    pit.yes(c.OpenDay, by=ACCOUNTING, day="2026-11-16")
    _, short = pit.counted("opener", "T1", {500: 100, 2500: 19})
    assert short.cents == -25_00
    other = Pit()
    other.opener()
    other.whole_day()
    other.yes(c.OpenDay, by=ACCOUNTING, day="2026-11-16")
    _, mixed = other.counted("opener", "T1", {500: 105, 2500: 19})
    assert (mixed.cents, str(mixed.said)) == (0, "opener of table T1: other chips of the same worth")


@pytest.mark.parametrize(
    ("kind", "facts", "code"),
    [
        ("closer", {}, Code.STEP_MISSING),
        ("shift", {}, Code.STEP_MISSING),
        ("opener", {"table": "T9"}, Code.NOT_FOUND),
        ("lunch", {}, Code.NOT_FOUND),
        ("opener", {"chips": {500: -1}}, Code.WRONG_COUNT),
        ("opener", {"chips": {0: 5}}, Code.WRONG_COUNT),
    ],
)
def test_counts_out_of_turn_are_refused(kind: str, facts: dict[str, Any], code: Code) -> None:
    pit = Pit()
    usual: dict[str, Any] = {"table": "T1", "chips": CHIPS} | facts
    assert pit.no(c.CountInventory, by=DEALER, kind=kind, **usual).code is code
    closed = Pit(day=False)
    assert closed.no(c.CountInventory, by=DEALER, kind=kind, **usual).code is Code.DAY_NOT_OPEN


def test_after_the_closer_nothing_is_counted_or_moved() -> None:
    pit = Pit()
    pit.opener()
    assert pit.no(c.CountInventory, by=DEALER, table="T1", kind="opener", chips=CHIPS).code is Code.NOT_NOW
    pit.yes(c.RequestTransfer, by=FLOOR, kind="fill", table="T1", chips={500: 1})
    assert pit.no(c.CountInventory, by=DEALER, table="T1", kind="closer", chips=CHIPS).code is Code.STILL_OPEN
    pit.yes(c.CancelRequest, by=FLOOR, request=1, reason="not needed")
    pit.counted("closer", "T1", CHIPS)
    assert pit.no(c.CountInventory, by=DEALER, table="T1", kind="shift", chips=CHIPS).code is Code.NOT_NOW
    assert pit.no(c.RequestTransfer, by=FLOOR, kind="fill", table="T1", chips={500: 1}).code is Code.NOT_NOW


# --- fills and credits -----------------------------------------------------------------------------------------------


@pytest.mark.control("R39")
@pytest.mark.parametrize(("kind", "sign", "serial"), [("fill", 1, "F-000001"), ("credit", -1, "C-000001")])
def test_a_request_signed_by_a_supervisor_becomes_a_three_part_slip_and_the_chips_move(
    kind: str, sign: int, serial: str
) -> None:
    pit = Pit()
    pit.opener()
    before = dict(pit.state.balances)
    (asked,) = pit.yes(c.RequestTransfer, by=FLOOR, kind=kind, table="T1", chips={500: 10})
    (slip,) = pit.yes(c.PrepareSlip, by=CAGE, request=asked.request)
    assert (slip.serial, slip.copies) == (serial, ("original", "duplicate", "triplicate"))
    *first, last = JOURNEY[kind]
    early = pit.no(c.SignForm, by=last, serial=serial)
    assert (early.code, early.clause) == (Code.WRONG_ORDER, "R39"), "it has not come that far"
    for number, by in enumerate(first):
        if by is GUARD:
            assert pit.no(c.SignForm, by=last, serial=serial).allowed == ("security",)
        elif number == 0:
            assert pit.no(c.SignForm, by=GUARD, serial=serial).code is Code.WRONG_ORDER
        pit.sign(serial, (by,))
    assert dict(pit.state.balances) == before
    signed, moved = pit.yes(c.SignForm, by=last, serial=serial)
    assert signed.complete
    assert isinstance(moved, e.TransferCompleted)
    assert pit.state.balances["table/T1/tray"] - before["table/T1/tray"] == sign * 50_00
    assert pit.state.balances["cage"] - before["cage"] == -sign * 50_00
    assert pit.no(c.SignVoid, by=FLOOR, serial=serial, reason="late").code is Code.NOT_NOW
    pit.check()


@pytest.mark.control("R39")
def test_slips_are_sequential_signed_by_three_and_voided_with_a_reason() -> None:
    pit = Pit()
    pit.opener()
    pit.yes(c.RequestTransfer, by=FLOOR, kind="fill", table="T1", chips={500: 10})
    assert pit.no(c.PrepareSlip, by=CAGE, request=1, serial="F-000002").code is Code.WRONG_SERIAL
    assert pit.no(c.PrepareSlip, by=CAGE, request=1, copies=("original",)).code is Code.ONE_COPY
    assert pit.no(c.PrepareSlip, by=CAGE, request=7).code is Code.NOT_FOUND
    pit.yes(c.PrepareSlip, by=CAGE, request=1)
    serial = "F-000001"
    assert pit.no(c.PrepareSlip, by=CAGE, request=1).code is Code.NOT_FOUND
    assert pit.no(c.CancelRequest, by=FLOOR, request=1, reason="no").code is Code.NOT_FOUND
    assert pit.no(c.SignForm, by=CLERK, serial=serial).code is Code.WRONG_SIGNATURE
    pit.sign(serial, (CAGE, GUARD, BOSS))
    assert pit.no(c.SignForm, by=FLOOR, serial=serial).code is Code.WRONG_SIGNATURE
    assert pit.no(c.StateReason, by=DEALER, serial=serial, reason="gone").code is Code.WRONG_SIGNATURE
    assert pit.no(c.DropOriginal, by=DEALER, serial=serial).code is Code.WRONG_STEP
    assert pit.no(c.PassDuplicate, by=CLERK, serial=serial, to=CLERK).code is Code.CUSTODY
    assert pit.no(c.VoidForm, by=CAGE, serial=serial, reason="torn").code is Code.WRONG_SIGNATURE
    assert pit.no(c.SignVoid, by=FLOOR, serial=serial, reason="").code is Code.NO_REASON
    pit.yes(c.SignVoid, by=FLOOR, serial=serial, reason="torn")
    assert pit.no(c.VoidForm, by=CAGE, serial=serial, reason="torn", copies=("original",)).code is Code.ONE_COPY
    assert pit.no(c.VoidForm, by=CAGE, serial=serial, reason=" ").code is Code.NO_REASON
    pit.yes(c.VoidForm, by=CAGE, serial=serial, reason="torn")
    assert not pit.state.requests
    assert pit.filled() == "F-000002"
    pit.check()


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"kind": "gift"}, Code.NOT_FOUND),
        ({"table": "T9"}, Code.NOT_FOUND),
        ({"table": "T2"}, Code.NOT_NOW),
        ({"chips": {}}, Code.WRONG_COUNT),
        ({"chips": {500: -3}}, Code.WRONG_COUNT),
    ],
)
def test_a_request_that_cannot_be_is_refused(facts: dict[str, Any], code: Code) -> None:
    pit = Pit()
    pit.opener()
    usual: dict[str, Any] = {"kind": "fill", "table": "T1", "chips": {500: 1}} | facts
    assert pit.no(c.RequestTransfer, by=FLOOR, **usual).code is code


# --- the drop box ----------------------------------------------------------------------------------------------------


def test_the_box_is_counted_by_somebody_who_did_not_carry_it_and_the_cash_goes_to_the_cage() -> None:
    pit = Pit()
    assert pit.no(c.CountDrop, by=COUNTER, table="T1", notes={}).code is Code.NOT_FOUND
    assert pit.no(c.RemoveDropBox, by=GUARD, table="T1", box=" ").code is Code.NOT_FOUND
    pit.yes(c.RemoveDropBox, by=COUNTER, table="T1", box="7")
    assert pit.no(c.RemoveDropBox, by=GUARD, table="T1", box="7").code is Code.NOT_NOW
    assert pit.no(c.CountDrop, by=COUNTER, table="T1", notes={5: 1}).code is Code.WRONG_SIGNATURE
    assert pit.no(c.CountDrop, by=COUNTER_2, table="T1", notes={5: -1}).code is Code.WRONG_COUNT
    assert pit.no(c.CountDrop, by=ACCOUNTING, table="T1", notes={90_00: 1}).code is Code.NOT_YOURS
    count: dict[str, Any] = {"table": "T1", "notes": {10_00: 9}, "expected_cents": 100_00}
    (sealed,) = pit.yes(c.CountDrop, by=COUNTER_2, **count)
    assert isinstance(sealed, e.DropSealed)
    assert not pit.state.exceptions, "nobody is told what was expected before both have counted"
    assert pit.no(c.CountDrop, by=COUNTER_2, **count).code is Code.WRONG_SIGNATURE, "it takes two"
    third = Actor("Nell", Role.COUNT_TEAM)
    differed, told = pit.yes(c.CountDrop, by=third, **count | {"notes": {10_00: 9, 1_00: 1}})
    assert isinstance(differed, e.DropCountsDiffered)
    assert (told.kind, "$" in str(told.said)) == ("counts-differ", False)
    pit.yes(c.CountDrop, by=third, **count, originals=(Copy("CV-000009", guest="Grace", cents=5_00),))
    counted, short = pit.yes(
        c.CountDrop, by=COUNTER_2, **count, originals=(Copy("CV-000009", guest=" grace", cents=5_00),)
    )
    assert counted.sealed_by == third.id
    assert [(row[3], row[4]) for row in counted.postings] == [("table/T1/drop-box", -90_00), ("cage", 90_00)]
    assert (short.kind, short.cents) == ("drop-discrepancy", -10_00)
    pit.check()


@pytest.mark.control("R38")
def test_other_notes_of_the_same_worth_are_an_exception_and_notes_that_the_house_has_not_are_no_count() -> None:
    pit = Pit()
    fell = {100_00: 1, 20_00: 2}
    pit.yes(c.RemoveDropBox, by=GUARD, table="T1", box="7", expected_notes=fell)
    known: dict[str, Any] = {"table": "T1", "expected_cents": 140_00, "known_cents": (10_00, 20_00, 100_00)}
    refusal = pit.no(c.CountDrop, by=COUNTER, **known, notes={30_00: 1})
    assert str(refusal.said) == "the house has no $30.00 here: $10.00, $20.00 and $100.00 are counted"
    pit.yes(c.CountDrop, by=COUNTER, **known, notes={20_00: 7})
    assert not pit.state.exceptions
    counted, other = pit.yes(c.CountDrop, by=COUNTER_2, **known, notes={20_00: 7, 10_00: 0})
    assert (counted.cash_cents, counted.notes) == (140_00, {20_00: 7})
    said = "drop box of table T1: other notes of the same worth (1 fewer of $100.00, 5 more of $20.00)"
    assert (other.kind, other.cents, str(other.said)) == ("drop-discrepancy", 0, said)
    assert pit.state.fell == {"T1": fell}, "the next box begins anew, whatever was in this one"
    foreign: dict[str, Any] = {"table": "T1", "kind": "opener", "chips": {30: 1}, "known_cents": (25, 500)}
    assert pit.no(c.CountInventory, by=DEALER, **foreign).code is Code.WRONG_COUNT


# --- the gaming day --------------------------------------------------------------------------------------------------


def test_a_whole_day_closes_and_the_next_one_begins() -> None:
    pit = Pit()
    pit.opener()
    pit.opener("T2")
    pit.released()
    pit.voided(seat=5)
    pit.released(table="T2")
    pit.filled()
    (closed,) = pit.whole_day()
    assert closed.wins == {"T1": 5_00 - 50_00, "T2": 5_00}
    assert closed.serials["complimentary"] == (17, 2, 1)
    assert closed.serials["fill"] == (19, 1, 0)
    assert not closed.open_exceptions
    assert pit.no(c.CloseDay, by=ACCOUNTING, day=DAY).code is Code.DAY_NOT_OPEN
    assert pit.no(c.OpenDay, by=ACCOUNTING, day=DAY).code is Code.NOT_NOW
    assert pit.no(c.OpenDay, by=ACCOUNTING, day="tomorrow").code is Code.NOT_FOUND
    pit.yes(c.OpenDay, by=ACCOUNTING, day="2026-11-16")
    assert pit.no(c.OpenDay, by=ACCOUNTING, day="2026-11-17").code is Code.NOT_NOW
    assert pit.no(c.CloseDay, by=ACCOUNTING, day=DAY).code is Code.NOT_FOUND
    pit.yes(c.CloseDay, by=ACCOUNTING, day="2026-11-16")
    pit.check()


def test_everything_that_is_open_is_named() -> None:
    pit = Pit()
    pit.opener()
    pit.prepared()
    pit.yes(c.RequestTransfer, by=FLOOR, kind="fill", table="T1", chips={500: 1})
    pit.yes(c.CountInventory, by=DEALER, table="T1", kind="shift", chips=CHIPS)
    pit.yes(c.ProposeCorrection, by=ACCOUNTING, account="cage", before_cents=0, after_cents=5, reason="miscounted")
    refusal = pit.no(c.CloseDay, by=ACCOUNTING, day=DAY)
    assert refusal.code is Code.STILL_OPEN
    assert refusal.allowed == (
        "form CV-000001: the signature of dealer, pit boss, pit clerk and patron",
        "the comparison of the forms",
        "fill of request 1 at table T1",
        "count 2 (shift of table T1)",
        "closer of table T1",
        "drop box of table T1",
        "win of table T1",
        "correction 1 of cage",
    )
    assert len(open_items(pit.state)) == len(refusal.allowed)


def test_without_an_open_day_nothing_is_written() -> None:
    pit = Pit(day=False)
    assert pit.no(c.PrepareForm, by=CLERK, **pit.prepare()).code is Code.DAY_NOT_OPEN
    tries: tuple[tuple[type[c.PitCommand], Actor, dict[str, Any]], ...] = (
        (c.ForwardDuplicates, CLERK, {}),
        (c.ReceiveDuplicates, ACCOUNTING, {"copies": ()}),
        (c.CompareForms, ACCOUNTING, {}),
        (c.RemoveDropBox, GUARD, {"table": "T1", "box": "1"}),
        (c.RequestTransfer, FLOOR, {"kind": "fill", "table": "T1", "chips": {500: 1}}),
        (c.ReportWin, ACCOUNTING, {"table": "T1", "cents": 0}),
        (c.CloseDay, ACCOUNTING, {"day": DAY}),
        (
            c.ProposeCorrection,
            ACCOUNTING,
            {"account": "cage", "before_cents": 0, "after_cents": 1, "reason": "x"},
        ),
    )
    for kind, by, facts in tries:
        assert pit.no(kind, by=by, **facts).code is Code.DAY_NOT_OPEN


@pytest.mark.control("R25")
def test_a_correction_has_reason_before_after_and_two_people() -> None:
    pit = Pit()
    usual: dict[str, Any] = {"account": "table/T1/tray", "before_cents": 10_00, "after_cents": 8_00}
    assert pit.no(c.ProposeCorrection, by=ACCOUNTING, **usual, reason="").code is Code.NO_REASON
    same = pit.no(c.ProposeCorrection, by=ACCOUNTING, account="x", before_cents=1, after_cents=1, reason="y")
    assert same.code is Code.WRONG_PAYMENT
    for name in ("trey", "corrections", "seat/1/hat"):
        unknown = pit.no(c.ProposeCorrection, by=ACCOUNTING, account=name, before_cents=0, after_cents=1, reason="y")
        assert unknown.code is Code.NOT_FOUND
        assert f"there is no account {name!r}" in unknown.sentence
        assert "tray" in unknown.allowed
    whose = pit.no(c.ProposeCorrection, by=ACCOUNTING, account="tray", after_cents=1, reason="y")
    assert (whose.code, whose.allowed) == (Code.NOT_FOUND, ("table/T1/tray", "table/T2/tray"))
    other = pit.no(c.ProposeCorrection, by=ACCOUNTING, account="table/T9/tray", after_cents=1, reason="y")
    assert (other.code, other.allowed) == (Code.NOT_FOUND, ("T1", "T2"))
    for name in ("guest/ann/wallet", "seat/3/chips", "seat/3/owed", "layout/3/banker"):
        theirs = pit.no(c.ProposeCorrection, by=ACCOUNTING, account=name, before_cents=5, after_cents=0, reason="y")
        assert (theirs.code, name in theirs.sentence) == (Code.WRONG_PAYMENT, True), "a guest's own"
    pit.yes(c.ProposeCorrection, by=ACCOUNTING, **usual, reason="miscounted", entry="count 2")
    assert pit.no(c.ApproveCorrection, by=ACCOUNTING, correction=1).code is Code.WRONG_SIGNATURE
    (event,) = pit.yes(c.ApproveCorrection, by=ACCOUNTING_2, correction=1)
    assert (event.before_cents, event.after_cents, event.proposed_by, event.by) == (0, -2_00, "Ada", "Abe")
    assert (event.difference_cents, event.reason, event.entry) == (-2_00, "miscounted", "count 2")
    assert pit.state.balances == {"table/T1/tray": -2_00, "corrections": 2_00}
    assert pit.no(c.ApproveCorrection, by=MANAGER, correction=1).code is Code.NOT_FOUND
    pit.check()


def test_an_exception_stays_open_until_somebody_resolves_it_and_the_day_names_it() -> None:
    pit = Pit()
    pit.opener()
    pit.counted("closer", "T1", CHIPS, expected=1_001_00)
    (closed,) = pit.whole_day()
    assert closed.open_exceptions == (1,)
    assert pit.no(c.ResolveException, by=MANAGER, number=9, resolution="x").code is Code.NOT_FOUND
    assert pit.no(c.ResolveException, by=MANAGER, number=1, resolution="").code is Code.NO_REASON
    pit.yes(c.ResolveException, by=MANAGER, number=1, resolution="found under the rail")
    assert not pit.state.exceptions
    pit.check()


def test_time_does_not_run_backwards() -> None:
    pit = Pit()
    assert pit.no(c.OpenDay, by=ACCOUNTING, at=5, day=DAY).code is Code.NOT_NOW


@pytest.mark.control("R25")
def test_a_correction_begins_with_what_the_ledger_says() -> None:
    """Before is nobody's to type: it is read when it is asked for, and again when it is let through."""
    pit = Pit()
    pit.opener()
    asked: dict[str, Any] = {"account": "table/T1/tray", "after_cents": 999_00, "reason": "a chip was found"}
    (event,) = pit.yes(c.ProposeCorrection, by=ACCOUNTING, **asked)
    assert (event.before_cents, event.difference_cents) == (1_000_00, -1_00)
    assert pit.no(c.ProposeCorrection, by=ACCOUNTING, **(asked | {"after_cents": 1_000_00})).code is Code.WRONG_PAYMENT
    pit.filled(chips={500: 10})
    (done,) = pit.yes(c.ApproveCorrection, by=ACCOUNTING_2, correction=1)
    assert (done.before_cents, done.after_cents, done.difference_cents) == (1_050_00, 1_049_00, -1_00)
    pit.check()


@pytest.mark.control("R25")
def test_two_people_open_a_day_again_and_everything_of_it_is_there() -> None:
    pit = Pit()
    pit.opener()
    pit.released()
    pit.whole_day()
    again: dict[str, Any] = {"by": ACCOUNTING, "day": DAY}
    assert "two people can open" in pit.no(c.OpenDay, **again).sentence
    assert pit.no(c.ReopenDay, **again).code is Code.STEP_MISSING
    assert pit.no(c.AskReopening, **again, reason="").code is Code.NO_REASON
    assert pit.no(c.AskReopening, by=ACCOUNTING, day="2026-11-14", reason="x").allowed == (DAY,)
    house = pit.no(c.AskReopening, **again, reason="x", house_day="2026-11-16")
    assert (house.code, "opened again first" in house.sentence) == (Code.DAY_NOT_OPEN, True)
    pit.yes(c.AskReopening, **again, reason="table T2 had not opened")
    assert pit.no(c.ReopenDay, **again).code is Code.WRONG_SIGNATURE
    (event,) = pit.yes(c.ReopenDay, by=MANAGER, day=DAY)
    assert (event.asked_by, event.by, event.reason) == (ACCOUNTING.id, MANAGER.id, "table T2 had not opened")
    assert pit.state.attested("T1", "closer")
    assert pit.state.of_day("complimentary")
    assert [item.kind for item in open_items(pit.state)] == ["win"], "what changed is reported anew"
    for kind in ("opener", "shift", "closer"):
        stands = pit.no(c.CountInventory, by=DEALER, table="T1", kind=kind, chips=CHIPS)
        assert (stands.code, stands.clauses) == (Code.NOT_NOW, ("R38", "R25"))
        assert stands.sentence.endswith("corrected in the ledger, and the table opens with the next day")
    gone = pit.no(c.RemoveDropBox, by=GUARD, table="T1", box="8")
    assert gone.sentence.endswith("the one that is there now is taken on the next day")
    late = pit.no(c.PrepareForm, by=CLERK, **pit.prepare())
    assert late.sentence.endswith("the form is written on the next day")
    pit.yes(c.ProposeCorrection, by=ACCOUNTING, account="table/T1/tray", after_cents=5, reason="a chip was found")
    pit.yes(c.ApproveCorrection, by=ACCOUNTING_2, correction=1)
    pit.opener("T2")
    early = pit.no(c.RemoveDropBox, by=GUARD, table="T2", box="7")
    assert (early.code, early.clause) == (Code.STILL_OPEN, "R38")
    pit.counted("closer", "T2", {500: 100, 2500: 20})
    pit.drop_counted("T2")
    for table in ("T1", "T2"):
        pit.win(table)
    pit.yes(c.CloseDay, **again)
    assert pit.state.last_day == DAY
    pit.yes(c.OpenDay, by=ACCOUNTING, day="2026-11-16")
    assert pit.no(c.AskReopening, **again, reason="x").code is Code.NOT_NOW
    pit.check()


def test_the_day_of_a_pit_is_that_of_the_house() -> None:
    pit = Pit(day=False)
    for day in ("2026-11-14", "2026-11-16"):
        refusal = pit.no(c.OpenDay, by=ACCOUNTING, day=day, house_day=DAY)
        assert (refusal.code, refusal.allowed) == (Code.NOT_NOW, (DAY,))
        assert DAY in refusal.sentence
    assert pit.no(c.OpenDay, by=ACCOUNTING, day="2026-02-30").code is Code.NOT_FOUND
    pit.yes(c.OpenDay, by=ACCOUNTING, day=DAY, house_day=DAY)
