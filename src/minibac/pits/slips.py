"""Chips and cash around a table: counts of the tray, fills and credits, the drop box (R38, R39).

A count is made by the dealer and attested by a supervisor who counts the same. A difference is reported at once to the
shift manager, security and surveillance. The first opener of a table takes its chips from the cage; from then on the
tray changes through play, fills and credits alone.
"""

from collections.abc import Mapping
from typing import Any

from minibac.machine.kinds import noted, signed
from minibac.machine.roles import Role
from minibac.machine.who import same_person
from minibac.pits import commands as c
from minibac.pits import events as e
from minibac.pits.forms import THREE_PARTS
from minibac.pits.papers import TRANSFER_PAPERS, Count, count_name, paper_name, total_cents
from minibac.pits.pit_checks import (
    APART,
    COUNTS,
    SLIPS,
    Decision,
    day_open,
    decides,
    form_text,
    known_kind,
    known_table,
    not_there,
    over_or_short,
    raised,
    reasoned,
)
from minibac.pits.pit_state import PitState
from minibac.pits.series import next_serial
from minibac.play.postings import moved
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Money, Said, said

TOLD_AT_ONCE = (Role.SHIFT_MANAGER.value, Role.SECURITY.value, Role.SURVEILLANCE.value)
REPORT_OVER_CENTS = 25_00
"""A greater difference is reported in writing (R38)."""


def _chips(chips: Mapping[int, int], clause: str) -> Refusal | None:
    """Why this is no count of chips, or ``None``."""
    if all(denomination > 0 and number >= 0 for denomination, number in chips.items()):
        return None
    return refuse(Code.WRONG_COUNT, said("chips are counted by denomination, none below zero"), clause)


# --------------------------------------------------------------------------------------------------------------- counts


@decides(c.CountInventory)
def count_inventory(state: PitState, command: c.CountInventory) -> Decision:
    """The dealer counts the tray; what differs is told at once. A count that is not attested yet is replaced."""
    refusal = (
        day_open(state, COUNTS)
        or known_table(state, command.table, COUNTS)
        or known_kind(command.kind, Count, COUNTS)
        or _chips(command.chips, COUNTS)
        or not_there(command, COUNTS)
        or _turn(state, command)
    )
    if refusal:
        return refusal
    cents = total_cents(command.chips)
    before = state.closers.get(command.table) if command.kind == Count.OPENER else None
    expected = total_cents(before) if before is not None else command.expected_cents
    over = 0 if expected is None else cents - expected
    sums = {"cents": cents, "expected_cents": expected, "over_cents": over}
    counted = noted(e.InventoryCounted, command, (COUNTS,), slip=state.slip_no + 1, day=state.day, **sums)
    mixed = before is not None and _counted(before) != _counted(command.chips)
    if not over and not mixed:
        return (counted,)
    what = over_or_short(over) if over else said("other chips of the same worth")
    note = said("{count} of table {table}: {what}", count=count_name(command.kind), table=command.table, what=what)
    return (counted, _discrepancy(state, command, "count-discrepancy", note, over, {"dealer": command.by.id}))


def _discrepancy(
    state: PitState, command: c.CountInventory | c.CountDrop, kind: str, note: Said, over: int, staff: dict[str, str]
) -> e.ExceptionRaised:
    """A count that is not as it should be: told at once."""
    severity = "high" if abs(over) > REPORT_OVER_CENTS else "medium"
    facts: dict[str, Any] = {"table": command.table, "cents": over, "told": TOLD_AT_ONCE, "staff": staff}
    return raised(state, command, (COUNTS,), kind, note, severity=severity, **facts)


def _counted(chips: Mapping[int, int]) -> dict[int, int]:
    return {denomination: number for denomination, number in chips.items() if number}


def _turn(state: PitState, command: c.CountInventory) -> Refusal | None:
    """Openers come first and once, closers last and once."""
    opened = state.attested(command.table, Count.OPENER)
    closed = state.attested(command.table, Count.CLOSER)
    facts = {"table": command.table, "day": state.day}
    if command.kind == Count.OPENER and opened:
        return refuse(Code.NOT_NOW, said("table {table} has its opener for {day}", **facts), COUNTS)
    if command.kind != Count.OPENER and not opened:
        return refuse(Code.STEP_MISSING, said("table {table} has no opener for {day}", **facts), COUNTS)
    if closed:
        return refuse(Code.NOT_NOW, said("table {table} has its closer for {day}", **facts), COUNTS)
    waits = [request.number for request in state.requests.values() if request.table == command.table]
    if command.kind == Count.CLOSER and waits:
        sentence = said(
            "a fill or credit of table {table} is under way: request {request}", table=command.table, request=waits[0]
        )
        return refuse(Code.STILL_OPEN, sentence, SLIPS, COUNTS, allowed=tuple(map(str, waits)))
    return None


@decides(c.AttestCount)
def attest_count(state: PitState, command: c.AttestCount) -> Decision:
    """A supervisor finds the same number of each chip, and signs the slip."""
    slip = state.slips.get(command.slip)
    if slip is None or slip.attested_by:
        return refuse(Code.NOT_FOUND, said("no count {slip} waits to be attested", slip=command.slip), COUNTS)
    refusal = same_person(command.by, (slip.counted_by,), COUNTS, APART, code=Code.WRONG_SIGNATURE)
    if refusal := refusal or not_there(command, COUNTS, APART):
        return refusal
    if _counted(slip.chips) != _counted(command.chips):
        sentence = said(
            "{counted_by} counted {cents} and {id} {again}: count again",
            counted_by=slip.counted_by,
            cents=Money(slip.cents),
            id=command.by.id,
            again=Money(total_cents(command.chips)),
        )
        return refuse(Code.WRONG_COUNT, sentence, COUNTS)
    first = slip.kind == Count.OPENER and slip.table not in state.closers
    postings = moved("opener", slip.cents if first else 0, "cage", f"table/{slip.table}/tray", COUNTS)
    return (signed(e.CountAttested, command, (COUNTS,), slip=slip.number, postings=postings),)


# ------------------------------------------------------------------------------------------------------ fills, credits


@decides(c.RequestTransfer)
def request_transfer(state: PitState, command: c.RequestTransfer) -> Decision:
    """A supervisor asks for chips or sends them back, while the table is between its opener and its closer."""
    refusal = (
        known_kind(command.kind, TRANSFER_PAPERS, SLIPS)
        or day_open(state, SLIPS)
        or known_table(state, command.table, SLIPS)
        or _chips(command.chips, SLIPS)
        or not_there(command, SLIPS)
    )
    if refusal:
        return refusal
    cents = total_cents(command.chips)
    if cents <= 0:
        return refuse(Code.WRONG_COUNT, said("a {kind} of nothing moves nothing", kind=paper_name(command.kind)), SLIPS)
    if not state.attested(command.table, Count.OPENER) or state.attested(command.table, Count.CLOSER):
        sentence = said("table {table} is not between its opener and its closer", table=command.table)
        return refuse(Code.NOT_NOW, sentence, SLIPS, COUNTS)
    number = state.request_no + 1
    return (noted(e.TransferRequested, command, (SLIPS,), request=number, day=state.day, cents=cents),)


@decides(c.CancelRequest)
def cancel_request(state: PitState, command: c.CancelRequest) -> Decision:
    request = state.requests.get(command.request)
    if request is None or request.serial:
        sentence = said(
            "no request {request} waits for its slip; a slip is voided, not cancelled", request=command.request
        )
        return refuse(Code.NOT_FOUND, sentence, SLIPS)
    if refusal := reasoned(command.reason, SLIPS):
        return refusal
    return (noted(e.RequestCancelled, command, (SLIPS,)),)


@decides(c.PrepareSlip)
def prepare_slip(state: PitState, command: c.PrepareSlip) -> Decision:
    """The cage writes the three parts under the next number."""
    request = state.requests.get(command.request)
    if request is None or request.serial:
        sentence = said("no signed request {request} waits for a slip", request=command.request)
        return refuse(Code.NOT_FOUND, sentence, SLIPS, allowed=tuple(map(str, state.requests)))
    serial = next_serial(state, request.kind, command.serial)
    if isinstance(serial, Refusal):
        return serial
    if command.copies != THREE_PARTS:
        sentence = said("a {kind} slip has three parts", kind=paper_name(request.kind))
        return refuse(Code.ONE_COPY, sentence, SLIPS, allowed=THREE_PARTS)
    return (noted(e.SlipPrepared, command, (SLIPS,), request, serial=serial, day=state.day),)


# ------------------------------------------------------------------------------------------------------------- drop box


@decides(c.RemoveDropBox)
def remove_drop_box(state: PitState, command: c.RemoveDropBox) -> Decision:
    """The box leaves the table; what is in it is counted elsewhere."""
    clauses = (form_text().drop, APART)
    if refusal := day_open(state, *clauses) or known_table(state, command.table, *clauses):
        return refusal
    if command.table in state.drops:
        sentence = said("the drop box of table {table} is gone already", table=command.table)
        return refuse(Code.NOT_NOW, sentence, *clauses)
    if not command.box.strip():
        return refuse(Code.NOT_FOUND, said("the box has a number"), *clauses)
    return (noted(e.DropBoxRemoved, command, clauses, day=state.day),)


@decides(c.CountDrop)
def count_drop(state: PitState, command: c.CountDrop) -> Decision:
    """Cash and originals are counted by somebody who did not carry the box; the cash goes to the cage."""
    clauses = (form_text().compare, APART)
    drop = state.drops.get(command.table)
    if drop is None or drop.counted_by:
        sentence = said("no box of table '{table}' waits to be counted", table=command.table)
        return refuse(Code.NOT_FOUND, sentence, *clauses)
    if refusal := same_person(command.by, (drop.removed_by,), APART, form_text().compare, code=Code.WRONG_SIGNATURE):
        return refusal
    if command.cash_cents < 0:
        return refuse(Code.WRONG_COUNT, said("cash is counted from zero up"), *clauses)
    cash = command.cash_cents
    postings = moved("drop", cash, f"table/{command.table}/drop-box", "cage", form_text().compare)
    counted = noted(e.DropCounted, command, clauses, box=drop.box, day=state.day, postings=postings)
    over = 0 if command.expected_cents is None else cash - command.expected_cents
    if not over:
        return (counted,)
    note = said("drop box of table {table}: {what}", table=command.table, what=over_or_short(over))
    staff = {"removed": drop.removed_by, "counted": command.by.id}
    return (counted, _discrepancy(state, command, "drop-discrepancy", note, over, staff))
