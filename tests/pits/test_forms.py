"""The Complimentary Vigorish Form: Section 42 (c)(3)(iii), (A) to (F), each with its good case and its violation."""

from typing import Any

import pytest

from minibac.houses.house import sample_house
from minibac.machine.roles import Actor
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.copies import forms_numbered, forms_of_guest, printed
from minibac.pits.days import table_win
from minibac.pits.forms import clear_command
from minibac.pits.pit_opening import open_pit, open_pit_of
from minibac.pits.series import register
from minibac.rules.refusal import Code
from minibac.table import commands as table_commands
from minibac.table import events as table_events
from tests.pits.pit_helpers import (
    ACCOUNTING,
    BOSS,
    BOSS_2,
    CAGE,
    CLERK,
    CLERK_2,
    DEALER,
    DEALER_2,
    EVERYBODY,
    FLOOR,
    GUARD,
    LATER,
    MANAGER,
    PATRON,
    START,
    STRANGER,
    TOLD,
    Pit,
    facts,
)
from tests.sightings import Sightings
from tests.table.owing import owing

CV = "s42/c/3/iii"


# --- the controls are whole ------------------------------------------------------------------------------------------


@pytest.mark.clause(f"{CV}/controls")
def test_a_pit_opens_with_the_whole_of_the_controls_and_a_house_may_add_steps(saw: Sightings) -> None:
    opened = open_pit_of(sample_house("section-42"), "main", START)
    assert isinstance(opened, e.PitOpened)
    assert opened.controls == ("A", "B", "C", "D", "E", "F")
    more = open_pit("p", "P", {}, {"T": facts()}, START, controls=(*"ABCDEF", "G"), vigorish_days=7, told_at=TOLD)
    assert isinstance(more, e.PitOpened)
    saw(opened)


@pytest.mark.parametrize("gone", "ABCDEF")
@pytest.mark.clause(f"{CV}/controls", breaks=True)
def test_a_pit_does_not_open_with_one_of_the_controls_removed(gone: str, saw: Sightings) -> None:
    steps = tuple(step for step in "ABCDEF" if step != gone)
    (refusal,) = open_pit("p", "P", {}, {"T": facts()}, START, controls=steps, vigorish_days=7, told_at=TOLD)  # type: ignore[misc]
    assert gone in refusal.sentence
    saw(refusal)


# --- (A) preparation -------------------------------------------------------------------------------------------------


@pytest.mark.clause(f"{CV}/A", f"{CV}/A/serial", f"{CV}/A/copies", f"{CV}/A/amount", f"{CV}/A/patron")
@pytest.mark.control("R36")
def test_the_pit_clerk_prepares_the_next_form_with_amount_and_patron(saw: Sightings) -> None:
    pit = Pit()
    (event,) = pit.yes(c.PrepareForm, by=CLERK, **pit.prepare())
    assert (event.serial, event.copies) == ("CV-000001", ("original", "duplicate"))
    assert (event.cents, event.guest, event.name, event.table, event.seat) == (5_00, "guest-3", "Grace", "T1", 3)
    assert pit.form("CV-000001").held_by == CLERK.id
    saw(event)
    pit.check()


@pytest.mark.parametrize("by", [by for by in EVERYBODY if by is not CLERK], ids=lambda by: by.role.value)
@pytest.mark.clause(f"{CV}/A", f"{CV}/B/access", breaks=True)
def test_nobody_else_opens_a_form_and_the_attempt_is_in_the_log(by, saw: Sightings) -> None:
    pit = Pit()
    refusal = pit.no(c.PrepareForm, by=by, **pit.prepare())
    assert refusal.code is Code.NOT_YOURS
    attempt = pit.last(e.AttemptRefused)
    assert (attempt.by, attempt.role, attempt.command, attempt.table) == (by.id, by.role, "PrepareForm", "T1")
    assert f"{CV}/B/access" in attempt.clauses
    assert not pit.state.forms
    saw(refusal, attempt)


@pytest.mark.clause(f"{CV}/A/serial", breaks=True)
def test_a_number_is_neither_typed_nor_used_again_nor_printed_twice(saw: Sightings) -> None:
    pit = Pit()
    typed = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(serial="CV-000777"))
    pit.prepared()
    again = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(serial="CV-000001", seat=4))
    overlap = pit.no(c.RegisterSeries, by=ACCOUNTING, kind="complimentary", prefix="CV", first=20, last=40)
    other_kind = pit.no(c.RegisterSeries, by=ACCOUNTING, kind="fill", prefix="CV", first=1, last=5)
    backwards = pit.no(c.RegisterSeries, by=ACCOUNTING, kind="complimentary", prefix="CV", first=30, last=29)
    by_clerk = pit.no(c.RegisterSeries, by=CLERK, kind="complimentary", prefix="CW", first=1, last=5)
    assert {r.code for r in (typed, again, overlap, other_kind, backwards)} == {Code.WRONG_SERIAL}
    assert f"{CV}/A/serial" in typed.clauses, "a number that no series has"
    assert f"{CV}/A/serial" in again.clauses
    skipped = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(serial="CV-000009", seat=4))
    assert skipped.clauses == (f"{CV}/B/sequence",), "a number of the series, and not the next"
    saw(typed, again, overlap, other_kind, backwards, by_clerk)
    assert pit.no(c.RegisterSeries, by=ACCOUNTING, kind="birthday", prefix="B", first=1, last=2).code is Code.NOT_FOUND


@pytest.mark.clause(f"{CV}/A/serial", breaks=True)
def test_without_a_registered_series_there_is_no_form(saw: Sightings) -> None:
    pit = Pit(series=False)
    saw(pit.no(c.PrepareForm, by=CLERK, **pit.prepare()))
    pit.yes(c.RegisterSeries, by=ACCOUNTING, kind="complimentary", prefix="CV", first=9, last=9)
    assert pit.prepared() == "CV-000009"
    saw(pit.no(c.PrepareForm, by=CLERK, **pit.prepare(seat=4)))


@pytest.mark.parametrize("copies", [("original",), ("duplicate",), (), ("original", "original")])
@pytest.mark.clause(f"{CV}/A/copies", breaks=True)
def test_a_form_of_one_copy_is_refused(copies: tuple[str, ...], saw: Sightings) -> None:
    pit = Pit()
    refusal = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(copies=copies))
    assert refusal.code is Code.ONE_COPY
    saw(refusal)


@pytest.mark.parametrize(("cents", "owed"), [(5_01, 5_00), (4_99, 5_00), (0, 0), (-5_00, -5_00), (5_00, 0)])
@pytest.mark.clause(f"{CV}/A/amount", breaks=True)
def test_the_amount_is_what_the_marker_button_shows(cents: int, owed: int, saw: Sightings) -> None:
    pit = Pit()
    saw(pit.no(c.PrepareForm, by=CLERK, **pit.prepare(cents=cents, owed_cents=owed)))


@pytest.mark.clause(f"{CV}/A/amount", breaks=True)
def test_a_marker_that_has_changed_since_stops_the_drop_and_the_release(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    pit.sign(serial)
    pit.witnessed(serial)
    paid = pit.no(c.DropOriginal, by=DEALER, serial=serial, owed_cents=2_00)
    pit.yes(c.DropOriginal, by=DEALER, serial=serial, owed_cents=5_00)
    late = pit.no(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=0)
    saw(paid, late)


@pytest.mark.parametrize("missing", [{"name": ""}, {"guest": " "}])
@pytest.mark.clause(f"{CV}/A/patron", breaks=True)
def test_a_form_without_the_patron_is_refused(missing: dict[str, str], saw: Sightings) -> None:
    pit = Pit()
    saw(pit.no(c.PrepareForm, by=CLERK, **pit.prepare(**missing)))


@pytest.mark.parametrize("sits", [("guest-4", "Hal"), ("guest-4", ""), ("guest-3", "Hal")])
@pytest.mark.clause(f"{CV}/A/patron", breaks=True)
def test_a_form_names_the_guest_whose_marker_button_it_is(sits: tuple[str, str], saw: Sightings) -> None:
    pit = Pit()
    refusal = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(sits=sits))
    assert refusal.code is Code.INCOMPLETE_FORM
    assert str(refusal.said).endswith("and the form names Grace")
    saw(refusal)
    pit.yes(c.PrepareForm, by=CLERK, **pit.prepare(sits=("guest-3", "Grace")))


# --- (A) signatures --------------------------------------------------------------------------------------------------


@pytest.mark.clause(f"{CV}/A/signatures", f"{CV}/A/patron-signature")
@pytest.mark.control("R36")
def test_dealer_pit_boss_pit_clerk_and_patron_sign(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    events = pit.sign(serial)
    assert [(event.role, event.complete) for event in events] == [
        ("dealer", False),
        ("pit-boss", False),
        ("pit-clerk", False),
        ("patron", True),
    ]
    saw(events)


@pytest.mark.clause(f"{CV}/A/signatures", breaks=True)
def test_three_people_sign_each_in_their_role(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    wrong = [pit.no(c.SignForm, by=by, serial=serial) for by in (FLOOR, MANAGER, CAGE, GUARD)]
    assert {refusal.code for refusal in wrong} == {Code.WRONG_SIGNATURE}
    others = [by for by in EVERYBODY if by not in (DEALER, BOSS, CLERK, PATRON, FLOOR, MANAGER, CAGE, GUARD)]
    barred = [pit.no(c.SignForm, by=by, serial=serial) for by in others]
    assert {refusal.code for refusal in barred} == {Code.NOT_YOURS}
    pit.yes(c.SignForm, by=DEALER, serial=serial)
    second = pit.no(c.SignForm, by=DEALER_2, serial=serial)
    same = type(BOSS)(DEALER.id, BOSS.role)
    twice = pit.no(c.SignForm, by=same, serial=serial)
    early = pit.no(c.DropOriginal, by=DEALER, serial=serial, owed_cents=5_00)
    assert early.code is Code.INCOMPLETE_FORM
    assert early.allowed == ("pit-boss", "pit-clerk", "patron")
    saw(wrong, barred, second, twice, early)


@pytest.mark.parametrize("by", [DEALER, BOSS], ids=lambda by: by.role.value)
@pytest.mark.clause(f"{CV}/A/patron-signature")
def test_without_the_patron_the_dealer_or_the_pit_boss_says_why(by, saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    pit.sign(serial, (DEALER, BOSS, CLERK))
    (event,) = pit.yes(c.StateReason, by=by, serial=serial, reason="the patron has left the house")
    assert event.complete
    saw(event)
    assert "the patron has left" in printed(pit.form(serial))


@pytest.mark.clause(f"{CV}/A/patron-signature", breaks=True)
def test_exactly_one_of_signature_and_reason_from_the_right_people(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    unsigned = pit.no(c.StateReason, by=DEALER, serial=serial, reason="gone")
    pit.sign(serial, (DEALER, BOSS, CLERK))
    neither = pit.no(c.DropOriginal, by=DEALER, serial=serial, owed_cents=5_00)
    assert neither.allowed == ("patron",)
    empty = pit.no(c.StateReason, by=DEALER, serial=serial, reason="  ")
    clerk = pit.no(c.StateReason, by=CLERK, serial=serial, reason="gone")
    other = pit.no(c.StateReason, by=BOSS_2, serial=serial, reason="gone")
    stranger = pit.no(c.SignForm, by=STRANGER, serial=serial)
    pit.yes(c.StateReason, by=BOSS, serial=serial, reason="gone")
    both = pit.no(c.SignForm, by=PATRON, serial=serial)
    twice = pit.no(c.StateReason, by=DEALER, serial=serial, reason="gone")
    saw(unsigned, neither, empty, clerk, other, stranger, both, twice)
    signed = pit.prepared(seat=4)
    pit.sign(signed)
    saw(pit.no(c.StateReason, by=DEALER, serial=signed, reason="gone"))


# --- (B) the numbers -------------------------------------------------------------------------------------------------


@pytest.mark.clause(f"{CV}/B", f"{CV}/B/access", f"{CV}/B/sequence")
def test_every_number_is_unused_used_or_void_and_the_clerk_accounts_for_them(saw: Sightings) -> None:
    pit = Pit()
    assert pit.prepared() == "CV-000001"
    assert pit.voided(seat=4) == "CV-000002"
    (prepared,) = pit.yes(c.PrepareForm, by=CLERK, **pit.prepare(seat=5, serial="CV-000003"))
    book = register(pit.state, "complimentary")
    assert (book.used, book.void) == (("CV-000001", "CV-000003"), ("CV-000002",))
    assert book.unused[0] == "CV-000004"
    assert len(book.unused) == 17
    (read,) = pit.yes(c.ReadStock, by=CLERK, kind="complimentary")
    assert (read.unused_count, read.next_serial) == (17, "CV-000004")
    (accounted,) = pit.yes(c.AccountSeries, by=CLERK, kind="complimentary", unused=(("CV", 4, 20),))
    assert (accounted.unused_count, accounted.used_count, accounted.void_count) == (17, 2, 1)
    saw(prepared, read, accounted)
    pit.check()


@pytest.mark.clause(f"{CV}/B", breaks=True)
def test_a_number_that_is_missing_or_there_again_is_an_exception(saw: Sightings) -> None:
    pit = Pit()
    pit.prepared()
    accounted, *found = pit.yes(
        c.AccountSeries, by=CLERK, kind="complimentary", unused=(("CV", 1, 4), ("CV", 6, 20), ("CV", 20, 20))
    )
    assert accounted.missing == ("CV-000005",)
    assert accounted.surplus == ("CV-000001", "CV-000020")
    assert [(x.kind, x.serial) for x in found] == [
        ("missing-number", "CV-000005"),
        ("repeated-number", "CV-000001"),
        ("repeated-number", "CV-000020"),
    ]
    assert set(pit.state.exceptions) == {1, 2, 3}
    saw(found)
    pit.check()


@pytest.mark.parametrize("by", [by for by in EVERYBODY if by is not CLERK], ids=lambda by: by.role.value)
@pytest.mark.clause(f"{CV}/B/access", breaks=True)
def test_only_pit_clerks_see_the_unused_forms_and_who_else_tries_is_logged(by, saw: Sightings) -> None:
    pit = Pit()
    tries: tuple[tuple[type[c.PitCommand], dict[str, Any]], ...] = (
        (c.ReadStock, {}),
        (c.AccountSeries, {"unused": ()}),
    )
    for kind, more in tries:
        refusal = pit.no(kind, by=by, kind="complimentary", **more)
        attempt = pit.last(e.AttemptRefused)
        assert attempt.by == by.id
        assert attempt.severity == "high"
        assert f"{CV}/B/access" in refusal.clauses
        saw(refusal, attempt)


@pytest.mark.clause(f"{CV}/B/sequence", breaks=True)
def test_no_number_is_skipped(saw: Sightings) -> None:
    pit = Pit()
    refusal = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(serial="CV-000002"))
    assert refusal.allowed == ("CV-000001",)
    saw(refusal)
    pit.voided()
    (event,) = pit.yes(c.PrepareForm, by=CLERK, **pit.prepare(serial="CV-000002"))
    assert event.serial == "CV-000002", "skipping one means voiding it"


def test_the_oldest_series_is_used_up_first() -> None:
    pit = Pit(series=False)
    pit.yes(c.RegisterSeries, by=ACCOUNTING, kind="complimentary", prefix="CV", first=7, last=8)
    pit.yes(c.RegisterSeries, by=ACCOUNTING, kind="complimentary", prefix="CV", first=1, last=2)
    assert [pit.voided(seat=seat) for seat in range(1, 5)] == ["CV-000007", "CV-000008", "CV-000001", "CV-000002"]


# --- (C) the drop ----------------------------------------------------------------------------------------------------


@pytest.mark.clause(f"{CV}/C", f"{CV}/C/witness")
def test_the_dealer_drops_the_original_before_those_who_signed_and_then_the_marker_goes(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    event = pit.dropped(serial)
    assert (event.by, event.witnesses) == (DEALER.id, (BOSS.id, CLERK.id))
    (released,) = pit.yes(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=5_00)
    command = clear_command(released, 9)
    assert (command.seat, command.cents, command.reference, command.by.id) == (3, 5_00, serial, BOSS.id)
    saw(event, released)
    pit.check()


@pytest.mark.clause(f"{CV}/C", breaks=True)
def test_the_marker_stays_until_the_dealer_who_signed_has_dropped_the_original(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    refusals = [pit.no(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=5_00)]
    pit.sign(serial)
    refusals.append(pit.no(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=5_00))
    pit.witnessed(serial)
    refusals.append(pit.no(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=5_00))
    refusals.append(pit.no(c.DropOriginal, by=DEALER_2, serial=serial, owed_cents=5_00))
    refusals += [pit.no(c.DropOriginal, by=by, serial=serial, owed_cents=5_00) for by in EVERYBODY if by is not DEALER]
    pit.yes(c.DropOriginal, by=DEALER, serial=serial, owed_cents=5_00)
    refusals.append(pit.no(c.DropOriginal, by=DEALER, serial=serial, owed_cents=5_00))
    pit.yes(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=5_00)
    refusals.append(pit.no(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=5_00))
    other = pit.prepared(seat=4)
    pit.sign(other)
    pit.witnessed(other)
    pit.yes(c.RemoveDropBox, by=GUARD, table="T1", box="7")
    refusals.append(pit.no(c.DropOriginal, by=DEALER, serial=other, owed_cents=5_00))
    for refusal in refusals:
        assert f"{CV}/C" in refusal.clauses
    saw(refusals)


@pytest.mark.clause(f"{CV}/C/witness", breaks=True)
def test_nobody_stands_in_for_the_witnesses(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    pit.sign(serial)
    alone = pit.no(c.DropOriginal, by=DEALER, serial=serial, owed_cents=5_00)
    others = [pit.no(c.ConfirmPresence, by=by, serial=serial) for by in (BOSS_2, CLERK_2, FLOOR, MANAGER, DEALER)]
    pit.yes(c.ConfirmPresence, by=BOSS, serial=serial)
    half = pit.no(c.DropOriginal, by=DEALER, serial=serial, owed_cents=5_00)
    assert half.allowed == ("pit-clerk",)
    saw(alone, others, half)


# --- with a real table -----------------------------------------------------------------------------------------------


@pytest.mark.control("R35", "R36")
@pytest.mark.clause("s42/c/3/iii/A/signatures", breaks=True)
def test_the_dealer_who_signs_deals_at_the_table_of_the_form(saw: Sightings) -> None:
    pit = Pit()
    serial = pit.prepared()
    elsewhere = pit.no(c.SignForm, by=Actor("Wanda", DEALER.role), serial=serial)
    assert (elsewhere.clause, elsewhere.allowed) == ("s42/c/3/iii/A/signatures", (DEALER.id, DEALER_2.id))
    pit.yes(c.SignForm, by=DEALER, serial=serial)
    boss = pit.no(c.SignForm, by=Actor(DEALER.id, BOSS.role), serial=serial)
    assert (boss.code, boss.clause) == (Code.WRONG_SIGNATURE, "s42/c/3/iii/A/signatures")
    pit.staff = {}
    nobody = pit.no(c.SignForm, by=DEALER_2, serial=pit.prepared(seat=5))
    assert nobody.allowed == ()
    saw(elsewhere, boss, nobody)


def test_counts_and_requests_are_for_the_people_of_the_table() -> None:
    pit = Pit()
    wanda = Actor("Wanda", FLOOR.role)
    count: dict[str, Any] = {"table": "T1", "kind": "opener", "chips": {500: 10}}
    assert pit.no(c.CountInventory, by=Actor("Wanda", DEALER.role), **count).code is Code.NOT_YOURS
    (counted,) = pit.yes(c.CountInventory, by=DEALER, **count)
    assert pit.no(c.AttestCount, by=wanda, slip=counted.slip, chips={500: 10}).code is Code.NOT_YOURS
    away = pit.no(c.AttestCount, by=BOSS_2, slip=counted.slip, chips={500: 10})
    assert (away.code, away.allowed) == (Code.NOT_YOURS, (BOSS.id,)), "another pit boss is on duty there"
    pit.yes(c.AttestCount, by=BOSS, slip=counted.slip, chips={500: 10})
    request: dict[str, Any] = {"kind": "fill", "table": "T1", "chips": {500: 10}}
    assert pit.no(c.RequestTransfer, by=wanda, **request).code is Code.NOT_YOURS
    pit.yes(c.RequestTransfer, by=FLOOR, **request)


def test_a_form_clears_the_marker_at_the_table_and_the_books_of_both_agree() -> None:
    table, pit = owing("section-42"), Pit()
    owed = table.state.owed(3)
    serial = pit.prepared(owed_cents=owed, cents=owed)
    assert table.no(table_commands.LeaveSeat, seat=3).code is Code.VIGORISH_OWED
    pit.dropped(serial)
    (released,) = pit.yes(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=owed)
    table.yes(table_commands.AssignStaff, duty="pit", person=BOSS.id)
    command = clear_command(released, table.now())
    answer = table.live.handle(command)
    assert isinstance(answer, tuple)
    assert isinstance(answer[0], table_events.VigorishCleared)
    assert table.state.owed(3) == 0
    assert table.state.balances["comps"] == -owed
    pit.yes(c.PostComplimentary, by=ACCOUNTING, serial=serial)
    assert table.state.balances["comps"] + pit.state.balances["comps"] == 0, "over all logs nothing is left unrecorded"
    table.yes(table_commands.LeaveSeat, seat=3)


# --- the other forms of R36, reprint, search -------------------------------------------------------------------------


@pytest.mark.control("R36")
def test_where_no_rulebook_has_a_form_the_uncollected_one_documents_the_incident_and_a_recovery_the_payment() -> None:
    waits = Pit({"M1": facts("massachusetts", **LATER)}, {"finish": "feather", "settlement_order": "iv"})
    refusal = waits.no(c.PrepareForm, by=CLERK, **waits.prepare(table="M1", kind="uncollected", incident=4))
    assert (refusal.code, refusal.clause) == (Code.VIGORISH_OWED, "ma/12/d/2/iii"), "the house has not chosen to pay"
    pays = facts("massachusetts", **LATER, uncollected_vigorish="house-pays")
    pit = Pit({"M1": pays}, {"finish": "feather", "settlement_order": "iv"})
    other = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(table="M1"))
    assert other.clause == "ma/12/d/2/iii"
    unopened = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(table="M1", kind="uncollected"))
    assert unopened.code is Code.VIGORISH_OWED
    serial = pit.prepared(table="M1", kind="uncollected", incident=4)
    assert serial == "UV-000001"
    pit.dropped(serial)
    (released,) = pit.yes(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=5_00)
    assert released.reference == "4", "the table clears it by its incident (B37)"
    none = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(table="M1", kind="recovery", against=serial, cents=5_00))
    pit.yes(c.PostComplimentary, by=ACCOUNTING, serial=serial)
    assert pit.state.balances["guest/guest-3/comps"] == -5_00
    recovery = {"table": "M1", "kind": "recovery", "against": serial}
    first = pit.prepared(**recovery, cents=2_00)
    too_much = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(**recovery, cents=4_00))
    assert too_much.allowed == ("300",)
    stranger = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(**recovery, cents=1_00, guest="guest-9"))
    pit.dropped(first)
    unreleased = pit.no(c.ReleaseMarker, by=BOSS, serial=first, owed_cents=2_00)
    assert pit.form(serial).recovered_cents == 2_00
    assert pit.state.balances["guest/guest-3/comps"] == -3_00
    assert pit.state.balances["cage"] == -2_00
    for refusal in (none, too_much, stranger, unreleased):
        assert "R36" in refusal.clauses
    pit.whole_day(("M1",))
    pit.check()


def test_a_table_of_section_42_has_the_complimentary_form_and_nothing_else() -> None:
    pit = Pit()
    refusal = pit.no(c.PrepareForm, by=CLERK, **pit.prepare(kind="uncollected", incident=1))
    assert refusal.clause == f"{CV}/A"
    pit.prepared()
    assert pit.no(c.PrepareForm, by=CLERK, **pit.prepare()).code is Code.STILL_OPEN, "one form for a marker button"


@pytest.mark.control("R36")
def test_a_form_is_found_and_printed_again_as_a_copy() -> None:
    pit = Pit()
    serial = pit.released()
    pit.prepared(seat=4, guest="guest-4", name="Gil")
    (first,) = pit.yes(c.ReprintForm, by=CLERK, serial=serial)
    (second,) = pit.yes(c.ReprintForm, by=ACCOUNTING, serial=serial)
    assert (first.copy_no, second.copy_no) == (1, 2)
    text = printed(pit.form(serial), "duplicate", reprint=True)
    assert text.splitlines()[:3] == [
        "Complimentary Vigorish Form CV-000001 (duplicate) COPY",
        "Gaming day 2026-11-15, table T1, seat 3",
        "Amount $5.00",
    ]
    assert [f.serial for f in forms_of_guest(pit.state, "guest-3")] == [serial]
    assert [f.serial for f in forms_of_guest(pit.state, "gil")] == ["CV-000002"]
    assert [f.serial for f in forms_numbered(pit.state, "000002")] == ["CV-000002"]
    assert forms_of_guest(pit.state, "") == forms_numbered(pit.state, " ") == ()
    assert pit.no(c.ReprintForm, by=CLERK, serial="CV-000088").code is Code.NOT_FOUND


@pytest.mark.clause(CV)
def test_vigorish_that_nobody_collects_is_in_the_win_with_its_form(saw: Sightings) -> None:
    """What the table wins counts the form, so that the win is what it would be had the guest paid."""
    pit = Pit()
    pit.counted("opener", "T1", {500: 100, 2500: 20})
    serial = pit.released()
    pit.whole_day(("T1",))
    win = pit.last(e.WinReported)
    assert win.forms == (serial,)
    assert CV in win.clauses
    saw(win)


@pytest.mark.clause(CV, breaks=True)
def test_a_win_without_the_form_of_uncollected_vigorish_is_refused(saw: Sightings) -> None:
    pit = Pit()
    pit.counted("opener", "T1", {500: 100, 2500: 20})
    serial = pit.released()
    pit.counted("closer", "T1", {500: 100, 2500: 20})
    pit.drop_counted("T1")
    win = table_win(pit.state, "T1")
    assert win is not None
    for forms, cents in (((), win.win_cents), ((), win.win_cents - 5_00), ((serial,), win.win_cents - 5_00)):
        refusal = pit.no(c.ReportWin, by=ACCOUNTING, table="T1", cents=cents, forms=forms)
        assert refusal.clause == CV
        saw(refusal)
    pit.yes(c.ReportWin, by=ACCOUNTING, table="T1", cents=win.win_cents, forms=(serial,))
