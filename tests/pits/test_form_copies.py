"""The copies of a Complimentary Vigorish Form: (D) the duplicate, (E) what is void, (F) the comp and the win."""

from typing import Any

import pytest

from minibac.pits import pit_commands as c
from minibac.pits.copies import compare, printed
from minibac.rules.refusal import Code
from tests.pits.pit_helpers import (
    ACCOUNTING,
    BOSS,
    CAGE,
    CLERK,
    CLERK_2,
    DEALER,
    EVERYBODY,
    FLOOR,
    MANAGER,
    Pit,
    copy_of,
)
from tests.postings import balances
from tests.sightings import Sightings

CV = "s42/c/3/iii"


# --- (D) the duplicate -----------------------------------------------------------------------------------------------


@pytest.mark.clause(f"{CV}/D")
def test_the_duplicate_stays_with_a_pit_clerk_and_each_change_of_custody_is_logged(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.released()
    (passed,) = pit.yes(c.PassDuplicate, by=CLERK, serial=serial, to=CLERK_2)
    assert (passed.copies, passed.held_by, passed.to) == (("duplicate",), CLERK.id, CLERK_2.id)
    (forwarded,) = pit.yes(c.ForwardDuplicates, by=CLERK_2, serials=(serial,))
    saw(passed, forwarded)
    pit.check()


@pytest.mark.clause(f"{CV}/D", breaks=True)
def test_the_duplicate_goes_to_nobody_else(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.released()
    refusals = [
        *(pit.no(c.PassDuplicate, by=CLERK, serial=serial, to=by) for by in EVERYBODY if by.role is not CLERK.role),
        pit.no(c.PassDuplicate, by=CLERK, serial=serial, to=CLERK),
        pit.no(c.PassDuplicate, by=CLERK_2, serial=serial, to=CLERK),
        pit.no(c.ForwardDuplicates, by=CLERK_2, serials=(serial,)),
        pit.no(c.ForwardDuplicates, by=CLERK_2),
    ]
    pit.yes(c.ForwardDuplicates, by=CLERK)
    refusals.append(pit.no(c.PassDuplicate, by=CLERK, serial=serial, to=CLERK_2))
    for refusal in refusals:
        assert f"{CV}/D" in refusal.clauses
    saw(refusals)


@pytest.mark.clause(f"{CV}/D/forward", f"{CV}/D/compare")
@pytest.mark.control("R36")
def test_at_day_end_the_duplicates_go_to_accounting_which_compares_them(saw: Sightings) -> None:
    pit = Pit()
    serials = (pit.released(), pit.released(seat=4), pit.voided(seat=5))
    (forwarded,) = pit.yes(c.ForwardDuplicates, by=CLERK)
    assert (forwarded.serials, forwarded.void) == (serials, serials[2:])
    pit.forwarded()
    pit.drop_counted()
    (compared,) = pit.yes(c.CompareForms, by=ACCOUNTING)
    assert (compared.agreed, compared.exceptions_count) == (serials, 0)
    saw(forwarded, compared)
    pit.check()


@pytest.mark.clause(f"{CV}/D/forward", breaks=True)
def test_the_day_does_not_close_before_every_duplicate_is_forwarded(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.released()
    refusal = pit.no(c.CloseDay, by=ACCOUNTING, day=pit.state.day)
    assert f"form {serial}: its duplicate has not been forwarded" in refusal.allowed
    early = pit.no(c.CompareForms, by=ACCOUNTING)
    unfinished = pit.prepared(seat=4)
    half = pit.no(c.ForwardDuplicates, by=CLERK, serials=(unfinished,))
    saw(refusal, early, half)


@pytest.mark.clause(f"{CV}/D/compare", breaks=True)
def test_what_does_not_pair_is_an_open_exception(saw: Sightings) -> None:
    pit = Pit()
    good, lost, twice, other = (pit.released(seat=seat) for seat in (3, 4, 5, 6))
    void = pit.voided(seat=7)
    form = pit.form
    early = pit.no(c.CompareForms, by=ACCOUNTING)
    pit.drop_counted(
        originals=(
            copy_of(form(good)),
            copy_of(form(twice)),
            copy_of(form(twice)),
            copy_of(form(other), cents=7_00),
            copy_of(form(void)),
            copy_of(form(good), serial="CV-000999"),
        )
    )
    unforwarded = pit.no(c.CompareForms, by=ACCOUNTING)
    pit.forwarded(
        (
            copy_of(form(good), "duplicate"),
            copy_of(form(lost), "duplicate"),
            copy_of(form(other), "duplicate"),
            copy_of(form(void), "duplicate", void=False),
        )
    )
    compared, *found = pit.yes(c.CompareForms, by=ACCOUNTING)
    assert compared.agreed == (good,)
    assert [(x.kind, x.serial) for x in found] == [
        ("unmatched-number", "CV-000999"),
        ("missing-original", lost),
        ("repeated-original", twice),
        ("missing-duplicate", twice),
        ("differing-copy", other),
        ("void-in-drop-box", void),
        ("missing-original", void),
        ("differing-copy", void),
    ]
    assert compared.exceptions_count == len(found) == len(pit.state.exceptions)
    again = pit.no(c.CompareForms, by=ACCOUNTING)
    late = pit.no(c.ReceiveDuplicates, by=ACCOUNTING, copies=())
    saw(early, unforwarded, found, again, late)
    pit.check()


def test_an_original_in_the_box_of_another_table_is_found() -> None:
    pit = Pit()
    form = pit.form(pit.released())
    _, findings = compare([form], [("T2", copy_of(form))], [copy_of(form, "duplicate")])
    assert [finding.kind for finding in findings] == ["other-drop-box"]


# --- (E) void forms --------------------------------------------------------------------------------------------------


@pytest.mark.clause(f"{CV}/E", f"{CV}/E/signatures", f"{CV}/E/retain")
@pytest.mark.control("R36")
def test_both_copies_are_void_together_signed_by_two_and_kept_for_accounting(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    (signed,) = pit.yes(c.SignVoid, by=BOSS, serial=serial, reason="wrong seat")
    (event,) = pit.yes(c.VoidForm, by=CLERK, serial=serial, reason="wrong seat", copies=("duplicate", "original"))
    assert (event.copies, event.signed_by) == (("original", "duplicate"), (BOSS.id, CLERK.id))
    assert printed(pit.form(serial)).splitlines()[0].endswith("VOID")
    (passed,) = pit.yes(c.PassDuplicate, by=CLERK, serial=serial, to=CLERK_2)
    assert passed.copies == ("original", "duplicate")
    (forwarded,) = pit.yes(c.ForwardDuplicates, by=CLERK_2)
    assert forwarded.void == (serial,)
    saw(signed, event, passed, forwarded)
    pit.check()


@pytest.mark.clause(f"{CV}/E", breaks=True)
def test_one_copy_alone_is_never_void_and_void_is_for_good(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    pit.yes(c.SignVoid, by=BOSS, serial=serial, reason="wrong seat")
    one = [
        pit.no(c.VoidForm, by=CLERK, serial=serial, reason="wrong seat", copies=(copy,))
        for copy in ("original", "duplicate")
    ]
    assert {refusal.code for refusal in one} == {Code.ONE_COPY}
    pit.yes(c.VoidForm, by=CLERK, serial=serial, reason="wrong seat")
    again = pit.no(c.VoidForm, by=CLERK, serial=serial, reason="wrong seat")
    sign = pit.no(c.SignForm, by=DEALER, serial=serial)
    used = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(serial=serial))
    dropped = pit.released(seat=4)
    late = pit.no(c.SignVoid, by=BOSS, serial=dropped, reason="too late")
    assert used.code is Code.WRONG_SERIAL
    saw(one, again, sign, late)


@pytest.mark.clause(f"{CV}/E")
def test_a_form_that_was_dropped_and_documents_nothing_any_more_is_void_and_its_original_is_found(
    saw: Sightings,
) -> None:
    pit = Pit()
    pit.opener()
    serial = pit.prepared()
    pit.dropped(serial)
    shows: dict[str, Any] = {"serial": serial, "reason": "the guest has paid", "owed_cents": 5_00}
    assert pit.no(c.SignVoid, by=BOSS, **shows).code is Code.NOT_NOW, "the button still shows it: it is released"
    shows["owed_cents"] = 0
    pit.yes(c.SignVoid, by=BOSS, **shows)
    void = pit.yes(c.VoidForm, by=CLERK, **shows)
    pit.counted("closer", "T1", {500: 100, 2500: 20})
    pit.drop_counted(originals=(copy_of(pit.form(serial)),))
    (closed,) = pit.whole_day(("T1",))
    assert closed.wins == {"T1": 0}, "it counts in no win"
    assert (pit.form(serial).compared, closed.open_exceptions) == (True, ()), "the original was to be found there"
    saw(void)
    pit.check()


@pytest.mark.clause(f"{CV}/E/signatures", breaks=True)
def test_a_void_form_wants_the_pit_boss_and_the_pit_clerk(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    alone = pit.no(c.VoidForm, by=CLERK, serial=serial, reason="wrong seat")
    wrong = [pit.no(c.SignVoid, by=by, serial=serial, reason="wrong seat") for by in (FLOOR, MANAGER, DEALER, CLERK)]
    unstated = pit.no(c.SignVoid, by=BOSS, serial=serial, reason="")
    pit.yes(c.SignVoid, by=BOSS, serial=serial, reason="wrong seat")
    others = [pit.no(c.VoidForm, by=by, serial=serial, reason="wrong seat") for by in (BOSS, CAGE, DEALER, ACCOUNTING)]
    same = pit.no(c.VoidForm, by=type(CLERK)(BOSS.id, CLERK.role), serial=serial, reason="wrong seat")
    saw(alone, wrong, unstated, others, same)


@pytest.mark.clause(f"{CV}/E/retain", breaks=True)
def test_a_void_form_stays_with_the_clerk_and_never_goes_into_the_drop_box(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    pit.sign(serial)
    pit.witnessed(serial)
    pit.yes(c.SignVoid, by=BOSS, serial=serial, reason="wrong seat")
    pit.yes(c.VoidForm, by=CLERK, serial=serial, reason="wrong seat")
    drop = pit.no(c.DropOriginal, by=DEALER, serial=serial, owed_cents=5_00)
    boss = pit.no(c.PassDuplicate, by=CLERK, serial=serial, to=BOSS)
    day = pit.no(c.CloseDay, by=ACCOUNTING, day=pit.state.day)
    for refusal in (drop, boss, day):
        assert f"{CV}/E/retain" in refusal.clauses
    saw(drop, boss, day)


# --- (F) the comp, and the win ---------------------------------------------------------------------------------------


@pytest.mark.clause(f"{CV}/F")
def test_the_comp_is_recorded_to_the_patron_by_the_end_of_the_day(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.released()
    (event,) = pit.yes(c.PostComplimentary, by=ACCOUNTING, serial=serial)
    assert balances(event.postings) == {"comps": 5_00, "guest/guest-3/comps": -5_00}
    (closed,) = pit.whole_day()
    saw(event, closed)
    pit.check()


@pytest.mark.clause(f"{CV}/F", breaks=True)
def test_the_day_does_not_close_while_a_comp_is_missing(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    early = pit.no(c.PostComplimentary, by=ACCOUNTING, serial=serial)
    pit.dropped(serial)
    pit.yes(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=5_00)
    pit.forwarded()
    pit.drop_counted()
    pit.yes(c.CompareForms, by=ACCOUNTING)
    clerk = pit.no(c.PostComplimentary, by=CLERK, serial=serial)
    open_ = pit.no(c.CloseDay, by=ACCOUNTING, day=pit.state.day)
    assert open_.allowed == (f"comp of form {serial} to Grace",)
    pit.yes(c.PostComplimentary, by=ACCOUNTING, serial=serial)
    twice = pit.no(c.PostComplimentary, by=ACCOUNTING, serial=serial)
    pit.yes(c.CloseDay, by=ACCOUNTING, day=pit.state.day)
    saw(early, clerk, open_, twice)


@pytest.mark.clause(CV)
def test_vigorish_that_nobody_collected_counts_in_the_win_of_the_table(saw: Sightings) -> None:
    pit = Pit()
    pit.opener()
    serial = pit.released()
    pit.filled("fill", chips={500: 10})
    pit.filled("credit", chips={2500: 1})
    pit.counted("closer", "T1", {500: 110, 2500: 21})
    pit.drop_counted(cash=300_00)
    (event,) = pit.yes(c.ReportWin, by=ACCOUNTING, table="T1", cents=355_00, forms=(serial,))
    parts = (event.closer_cents, event.credits_cents, event.cash_cents, event.forms_cents)
    assert parts == (1_075_00, 25_00, 300_00, 5_00)
    assert event.win_cents == sum(parts) - event.opener_cents - event.fills_cents
    saw(event)
    pit.check()


@pytest.mark.clause(CV, breaks=True)
def test_a_win_that_omits_a_form_does_not_balance(saw: Sightings) -> None:
    pit = Pit()
    pit.opener()
    serial = pit.released()
    unready = pit.no(c.ReportWin, by=ACCOUNTING, table="T1", cents=5_00, forms=(serial,))
    pit.counted("closer", "T1", {500: 100, 2500: 20})
    pit.drop_counted()
    omits = pit.no(c.ReportWin, by=ACCOUNTING, table="T1", cents=0, forms=())
    assert serial in omits.sentence
    foreign = pit.no(c.ReportWin, by=ACCOUNTING, table="T1", cents=5_00, forms=(serial, "CV-000099"))
    wrong = pit.no(c.ReportWin, by=ACCOUNTING, table="T1", cents=4_00, forms=(serial,))
    pit.yes(c.ReportWin, by=ACCOUNTING, table="T1", cents=5_00, forms=(serial,))
    twice = pit.no(c.ReportWin, by=ACCOUNTING, table="T1", cents=5_00, forms=(serial,))
    saw(unready, omits, foreign, wrong, twice)
