"""Chips and cash around a table: counts of the tray, fills and credits, the drop box (R38, R39).

Two people count, each for oneself: a tray its dealer and a supervisor, a drop box two of the count team. What the first
found is sealed until the second has counted; where the two differ, both begin again. Only then is a count held against
what was expected, and a difference reported at once to the shift manager, security and surveillance. The first opener
of a table takes its chips from the cage; from then on the tray changes through play, fills and credits alone.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from minibac.houses.types import Inventory
from minibac.machine.kinds import noted, signed
from minibac.machine.roles import Role
from minibac.machine.who import same_person
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.cage import not_in_cage
from minibac.pits.forms import THREE_PARTS
from minibac.pits.papers import TRANSFER_PAPERS, Copy, Count, Paper, count_name, folded, paper_name, total_cents
from minibac.pits.pit_checks import (
    APART,
    COUNTS,
    FORMS,
    SLIPS,
    TRACES,
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
from minibac.pits.pit_state import PitState, Slip
from minibac.pits.series import next_serial
from minibac.play.chips import lacking, other_heap
from minibac.play.postings import moved
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table.names import chips_said
from minibac.voice.said import Fact, Money, Said, many, said

TOLD_AT_ONCE = (Role.SHIFT_MANAGER.value, Role.SECURITY.value, Role.SURVEILLANCE.value)
REPORT_OVER_CENTS = 25_00
"""A greater difference is reported in writing (R38)."""


def _chips(chips: Mapping[int, int], known_cents: tuple[int, ...], *clauses: str) -> Refusal | None:
    """Why this is no count of chips or notes, or ``None``: each is one that the house has."""
    if not all(denomination > 0 and number >= 0 for denomination, number in chips.items()):
        return refuse(Code.WRONG_COUNT, said("chips are counted by denomination, none below zero"), *clauses)
    other = [denomination for denomination, number in chips.items() if number and denomination not in known_cents]
    if not known_cents or not other:
        return None
    has = many((Money(denomination) for denomination in sorted(known_cents)), "and")
    sentence = said("the house has no {other} here: {known} are counted", other=Money(other[0]), known=has)
    return refuse(Code.WRONG_COUNT, sentence, *clauses, allowed=tuple(map(str, sorted(known_cents))))


# --------------------------------------------------------------------------------------------------------------- counts


@decides(c.CountInventory)
def count_inventory(state: PitState, command: c.CountInventory) -> Decision:
    """The dealer counts the tray. A count that is not attested yet is replaced, and tells nobody what was expected."""
    refusal = (
        day_open(state, COUNTS)
        or known_table(state, command.table, COUNTS)
        or known_kind(command.kind, Count, COUNTS)
        or _chips(command.chips, command.known_cents, COUNTS)
        or not_there(command, COUNTS)
        or _turn(state, command)
        or _still_played(state, command)
    )
    if refusal:
        return refusal
    cents = total_cents(command.chips)
    before = state.closers.get(command.table) if command.kind == Count.OPENER else None
    expected = total_cents(before) if before is not None else command.expected_cents
    over = 0 if expected is None else cents - expected
    at = command.at_table
    sums: dict[str, Any] = {"cents": cents, "expected_cents": expected, "over_cents": over}
    sums |= {"guests_cents": at.guests_cents, "owed_cents": at.owed_cents} if at else {}
    mixed = before is not None and not over and _counted(before) != _counted(command.chips)
    facts = {"slip": state.slip_no + 1, "day": state.day, "mixed": mixed}
    return (noted(e.InventoryCounted, command, (COUNTS,), **facts, **sums),)


def _discrepancy(
    state: PitState,
    command: c.AttestCount | c.CountDrop,
    kind: str,
    note: Said,
    over: int,
    *,
    table: str,
    staff: dict[str, str],
) -> e.ExceptionRaised:
    """A count that is not as it should be: told at once, when both who counted have sealed what they found."""
    severity = "high" if abs(over) > REPORT_OVER_CENTS else "medium"
    facts: dict[str, Any] = {"table": table, "cents": over, "told": TOLD_AT_ONCE, "staff": staff}
    return raised(state, command, (COUNTS,), kind, note, severity=severity, **facts)


def _counted(chips: Mapping[int, int]) -> dict[int, int]:
    return {denomination: number for denomination, number in chips.items() if number}


def _turn(state: PitState, command: c.CountInventory) -> Refusal | None:
    """Openers come first and once, closers last and once."""
    opened = state.attested(command.table, Count.OPENER)
    closed = state.attested(command.table, Count.CLOSER)
    facts = {"table": command.table, "day": state.day}
    if closed:  # also on a day that was opened again: it is opened for its papers
        sentence = said(
            "table {table} has its closer for {day}, sealed by two people: what is wrong in it is corrected in the "
            "ledger, and the table opens with the next day",
            **facts,
        )
        return refuse(Code.NOT_NOW, sentence, COUNTS, TRACES)
    if command.kind == Count.OPENER and opened:
        return refuse(Code.NOT_NOW, said("table {table} has its opener for {day}", **facts), COUNTS)
    if command.kind != Count.OPENER and not opened:
        return refuse(Code.STEP_MISSING, said("table {table} has no opener for {day}", **facts), COUNTS)
    waits = [request.number for request in state.requests.values() if request.table == command.table]
    if waits and (command.kind == Count.CLOSER or state.inventory is not Inventory.NONE):
        sentence = said(
            "a fill or credit of table {table} is under way: request {request}", table=command.table, request=waits[0]
        )
        return refuse(Code.STILL_OPEN, sentence, SLIPS, COUNTS, allowed=tuple(map(str, waits)))
    return None


def _still_played(state: PitState, command: c.CountInventory) -> Refusal | None:
    """Why the tray cannot be counted yet: a round is dealt, or a table that closes has a guest or a marker button."""
    at = command.at_table
    if at is None or state.inventory is Inventory.NONE:
        return None
    if at.in_round:
        sentence = said("a round is dealt at table {table}: its tray is counted between two rounds")
        return refuse(Code.NOT_NOW, sentence.about(table=command.table), COUNTS)
    if command.kind != Count.CLOSER or state.inventory is Inventory.PLAYS_THROUGH:
        return None
    if at.seated:
        sentence = said(
            "guests sit at seat {seats} of table {table}: a table closes with nobody seated",
            seats=many(at.seated, "and"),
            table=command.table,
        )
        return refuse(Code.STILL_OPEN, sentence, COUNTS, allowed=tuple(map(str, at.seated)))
    if at.owed_cents:
        sentence = said(
            "a marker button lies at seat {seats} of table {table}: a table closes with none out",
            seats=many(at.owed_cents, "and"),
            table=command.table,
        )
        return refuse(Code.VIGORISH_OWED, sentence, COUNTS, FORMS, allowed=tuple(map(str, at.owed_cents)))
    return None


def _since_counted(state: PitState, command: c.AttestCount, slip: Slip) -> Refusal | None:
    """Why a count cannot be attested: chips have moved since it was made, or may still move."""
    at = command.at_table
    if at is None or state.inventory is Inventory.NONE or slip.kind == Count.OPENER:
        return None
    if command.expected_cents != slip.expected_cents:
        sentence = said("chips have moved at table {table} since its tray was counted: count again", table=slip.table)
        return refuse(Code.WRONG_COUNT, sentence, COUNTS)
    if slip.kind == Count.CLOSER and at.sealed != slip.number:
        sentence = said("table {table} plays on: its closer is counted between two rounds", table=slip.table)
        return refuse(Code.NOT_NOW, sentence, COUNTS)
    return None


def carried_openers(state: PitState, command: c.OpenDay) -> tuple[e.PitEvent, ...]:
    """In a house that plays through, the closers of the day before are the openers, as the same two people sealed
    them."""
    openers: list[e.PitEvent] = []
    for number, slip in enumerate(state.carried.values(), start=state.slip_no + 1):
        facts: dict[str, Any] = {"kind": Count.OPENER.value, "slip": number, "day": command.day, "carries": slip.number}
        facts |= {name: getattr(slip, name) for name in ("table", "chips", "cents", "guests_cents", "owed_cents")}
        signed_by: dict[str, Any] = {"at": command.at, "by": slip.counted_by, "clauses": (COUNTS,)}
        openers.append(e.InventoryCounted(**signed_by, **facts, expected_cents=slip.cents))
        openers.append(e.CountAttested(at=command.at, by=slip.attested_by, clauses=(COUNTS,), slip=number))
    return tuple(openers)


@decides(c.AttestCount)
def attest_count(state: PitState, command: c.AttestCount) -> Decision:
    """A supervisor finds the same number of each chip, and signs the slip; where the two differ, both count again."""
    slip = state.slips.get(command.slip)
    if slip is None or slip.attested_by:
        return refuse(Code.NOT_FOUND, said("no count {slip} waits to be attested", slip=command.slip), COUNTS)
    refusal = same_person(command.by, (slip.counted_by,), COUNTS, APART, code=Code.WRONG_SIGNATURE)
    if refusal := refusal or not_there(command, COUNTS, APART) or _since_counted(state, command, slip):
        return refusal
    if refusal := _chips(command.chips, command.known_cents, COUNTS):
        return refusal
    table, count = slip.table, count_name(slip.kind)
    staff = {"counted": slip.counted_by, "attested": command.by.id}
    if _counted(slip.chips) != _counted(command.chips):
        facts = {"table": table, "kind": slip.kind, "cents": total_cents(command.chips)}
        differed = noted(e.CountsDiffered, command, (COUNTS,), **facts)
        note = said("{count} of table {table}: the two counts differ, and both count again", count=count, table=table)
        return (differed, _discrepancy(state, command, "counts-differ", note, 0, table=table, staff=staff))
    first = slip.kind == Count.OPENER and slip.table not in state.closers
    if first and (refusal := not_in_cage(command.cage_chips, slip.chips)):
        return refusal
    postings = moved("opener", slip.cents if first else 0, "cage", f"table/{slip.table}/tray", COUNTS)
    attested = signed(e.CountAttested, command, (COUNTS,), slip=slip.number, postings=postings)
    if not slip.over_cents and not slip.mixed:
        return (attested,)
    what = over_or_short(slip.over_cents) if slip.over_cents else said("other chips of the same worth")
    note = said("{count} of table {table}: {what}", count=count, table=table, what=what)
    return (
        attested,
        _discrepancy(state, command, "count-discrepancy", note, slip.over_cents, table=table, staff=staff),
    )


# ------------------------------------------------------------------------------------------------------ fills, credits


@decides(c.RequestTransfer)
def request_transfer(state: PitState, command: c.RequestTransfer) -> Decision:
    """A supervisor asks for chips or sends them back, while the table is between its opener and its closer."""
    refusal = (
        known_kind(command.kind, TRANSFER_PAPERS, SLIPS)
        or day_open(state, SLIPS)
        or known_table(state, command.table, SLIPS)
        or _chips(command.chips, command.known_cents, SLIPS)
        or not_there(command, SLIPS)
    )
    if refusal:
        return refusal
    cents = total_cents(command.chips)
    if cents <= 0:
        return refuse(Code.WRONG_COUNT, said("a {kind} of nothing moves nothing", kind=paper_name(command.kind)), SLIPS)
    if refusal := _not_in_tray(command):
        return refusal
    if not state.attested(command.table, Count.OPENER) or state.attested(command.table, Count.CLOSER):
        sentence = said(
            "table {table} is not between its opener and its closer: a fill or credit is of a day", table=command.table
        )
        return refuse(Code.NOT_NOW, sentence, SLIPS, COUNTS)
    number = state.request_no + 1
    return (noted(e.TransferRequested, command, (SLIPS,), request=number, day=state.day, cents=cents),)


def _not_in_tray(command: c.RequestTransfer) -> Refusal | None:
    """Why a credit cannot be had: the tray does not hold it, in each denomination."""
    at = command.at_table
    if command.kind != Paper.CREDIT or at is None or not (short := lacking(at.tray, command.chips)):
        return None
    sentence = said(
        "the tray of table {table} does not hold {chips}: a credit is of chips that lie there",
        table=command.table,
        chips=chips_said({denomination: command.chips[denomination] for denomination in short}),
    )
    return refuse(Code.TRAY_SHORT, sentence, SLIPS, COUNTS)


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
    if request.kind == Paper.FILL and (refusal := not_in_cage(command.cage_chips, request.chips, SLIPS)):
        return refusal
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
        sentence = said(
            "the drop box of table {table} is gone already: the one that is there now is taken on the next day",
            table=command.table,
        )
        return refuse(Code.NOT_NOW, sentence, *clauses)
    if state.attested(command.table, Count.OPENER) and not state.attested(command.table, Count.CLOSER):
        sentence = said(
            "table {table} has no closer for {day}: its drop box stays until then, for cash and forms of the day",
            table=command.table,
            day=state.day,
        )
        return refuse(Code.STILL_OPEN, sentence, COUNTS, *clauses)
    if not command.box.strip():
        return refuse(Code.NOT_FOUND, said("the box has a number"), *clauses)
    return (noted(e.DropBoxRemoved, command, clauses, day=state.day),)


@decides(c.CountDrop)
def count_drop(state: PitState, command: c.CountDrop) -> Decision:
    """Cash and originals are counted by two people who did not carry the box, each for oneself.

    The first count is sealed. When the second finds the same, the cash goes to the cage; else both count again.
    """
    clauses = (form_text().compare, APART)
    drop = state.drops.get(command.table)
    if drop is None or drop.counted_by:
        sentence = said("no box of table '{table}' waits to be counted", table=command.table)
        return refuse(Code.NOT_FOUND, sentence, *clauses)
    parts = (drop.removed_by, drop.sealed_by)
    if refusal := same_person(command.by, parts, APART, form_text().compare, code=Code.WRONG_SIGNATURE):
        return refusal
    if refusal := _chips(command.notes, command.known_cents, *clauses):
        return refusal
    notes = _counted(command.notes)
    cash = total_cents(notes)
    about: dict[str, Any] = {"box": drop.box, "day": state.day, "notes": notes, "cash_cents": cash}
    if not drop.sealed_by:
        return (noted(e.DropSealed, command, clauses, **about),)
    staff = {"removed": drop.removed_by, "counted": drop.sealed_by, "again": command.by.id}
    if (notes, _papers(command.originals)) != (drop.notes, _papers(drop.originals)):
        note = said("drop box of table {table}: the two counts differ, and both count again", table=command.table)
        differed = noted(e.DropCountsDiffered, command, clauses, **about)
        return (differed, _discrepancy(state, command, "counts-differ", note, 0, table=command.table, staff=staff))
    postings = moved("drop", cash, f"table/{command.table}/drop-box", "cage", form_text().compare)
    about |= {"sealed_by": drop.sealed_by, "expected_notes": drop.expected_notes}
    counted = noted(e.DropCounted, command, clauses, **about, postings=postings)
    expected = command.expected_cents if drop.expected_cents is None else drop.expected_cents
    over = 0 if expected is None else cash - expected
    other = {} if drop.expected_notes is None else other_heap(notes, drop.expected_notes)
    if not over and not other:
        return (counted,)
    note = drop_note(command.table, over, other)
    return (counted, _discrepancy(state, command, "drop-discrepancy", note, over, table=command.table, staff=staff))


def drop_note(table: str, over_cents: int, other: Mapping[int, int]) -> Said:
    """A drop box that holds something else than fell into it: how much, and which notes more and fewer."""
    what = over_or_short(over_cents) if over_cents else said("other notes of the same worth")
    if not other:
        return said("drop box of table {table}: {what}", table=table, what=what)
    return said("drop box of table {table}: {what} ({notes})", table=table, what=what, notes=notes_off(other))


def notes_off(other: Mapping[int, int]) -> Fact:
    """Which pieces are too many, and which too few."""
    more, fewer = said("{number} more of {note}"), said("{number} fewer of {note}")
    return many(((more if n > 0 else fewer).about(number=abs(n), note=Money(d)) for d, n in other.items()), ",")


def _papers(copies: Iterable[Copy]) -> list[tuple[object, ...]]:
    """What somebody read off the papers in a box, whatever their order there."""
    return sorted((copy.serial, copy.table, copy.seat, folded(copy.guest), copy.cents, copy.void) for copy in copies)
