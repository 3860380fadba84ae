"""What each event does to the state of a pit. Events are facts: applying one never asks whether it was right."""

from typing import Any

from msgspec.structs import replace

from minibac.houses.types import Inventory
from minibac.machine.fold import Register
from minibac.machine.kinds import Event
from minibac.machine.layers import layered
from minibac.pits import pit_events as e
from minibac.pits.papers import VIGORISH_PAPERS, Count, Paper, serial_of
from minibac.pits.pit_events import PitEvent
from minibac.pits.pit_state import (
    Change,
    Correction,
    DayPapers,
    Drop,
    Form,
    Notice,
    PitState,
    Reopening,
    Request,
    Series,
    Slip,
    Trouble,
)
from minibac.play.chips import other_heap, put_together
from minibac.rules.rulebook import Value
from minibac.rules.words import named

applies = Register[PitState, PitState]()


def opened(event: e.PitOpened) -> PitState:
    """The first state of a pit."""
    return PitState(**_facts(event), at=event.at)


def _facts(event: PitEvent) -> dict[str, Any]:
    """The facts of an event, without who, when and why."""
    return {name: getattr(event, name) for name in event.__struct_fields__ if name not in Event.__struct_fields__}


def _form(state: PitState, serial: str, **changes: Any) -> PitState:
    return replace(state, forms=layered(state.forms).put(serial, replace(state.forms[serial], **changes)))


def _without(items: Any, key: Any) -> dict[Any, Any]:
    return {k: v for k, v in items.items() if k != key}


# -------------------------------------------------------------------------------------------------- notices and changes


@applies(e.TableAdded)
def _(state: PitState, event: e.TableAdded) -> PitState:
    state = replace(state, notices=_used(state, event.notice))
    return replace(state, tables={**state.tables, event.table: event.facts}, notices=_used(state, event.posted))


def _used(state: PitState, number: int) -> Any:
    if number not in state.notices:
        return state.notices
    return layered(state.notices).put(number, replace(state.notices[number], used=True))


@applies(e.NoticeGiven, e.NoticePosted)
def _(state: PitState, event: Any) -> PitState:
    table = event.table if isinstance(event, e.NoticePosted) else ""
    notice = Notice(event.notice, event.options, event.text, event.at, event.by, table)
    return replace(state, notices=layered(state.notices).put(event.notice, notice), notice_no=event.notice)


@applies(e.NoticeReceived)
def _(state: PitState, event: e.NoticeReceived) -> PitState:
    notice = replace(state.notices[event.notice], received_at=event.at, received_by=event.by)
    return replace(state, notices=layered(state.notices).put(event.notice, notice))


@applies(e.ChangeScheduled)
def _(state: PitState, event: e.ChangeScheduled) -> PitState:
    change = Change(event.change, event.options, event.tables, event.effective_at, event.notice, event.pit_wide)
    changes = {**state.changes, event.change: change}
    return replace(state, changes=changes, change_no=event.change, notices=_used(state, event.notice))


@applies(e.ChangeCancelled)
def _(state: PitState, event: e.ChangeCancelled) -> PitState:
    return replace(state, changes=_without(state.changes, event.change))


@applies(e.ChangeDue)
def _(state: PitState, event: e.ChangeDue) -> PitState:
    change = replace(state.changes[event.change], due=True)
    options: dict[str, Value] = {**state.options, **(event.options if change.pit_wide else {})}
    if options.get("finish") == "feather":
        options.pop("reshuffle_after_lace", None)
    changes = {**state.changes, event.change: change} if change.tables else _without(state.changes, event.change)
    return replace(state, options=options, changes=changes)


@applies(e.TableChanged)
def _(state: PitState, event: e.TableChanged) -> PitState:
    before = state.tables[event.table]
    table = replace(before, options=event.options)
    change = state.changes[event.change]
    taken = replace(change, taken=(*change.taken, event.table))
    changes = _without(state.changes, event.change) if event.done else {**state.changes, event.change: taken}
    return replace(state, tables={**state.tables, event.table: table}, changes=changes)


# --------------------------------------------------------------------------------------------------------------- forms


@applies(e.SeriesRegistered)
def _(state: PitState, event: e.SeriesRegistered) -> PitState:
    number = state.series_count.get(event.kind, 0)
    series = Series(event.kind, event.prefix, event.first, event.last, event.first)
    stock = layered(state.stock).put((event.kind, number), series)
    return replace(state, stock=stock, series_count={**state.series_count, event.kind: number + 1})


def _issued(state: PitState, form: Form) -> PitState:
    """A form leaves the stock: its number is used from now on."""
    series = state.next_series(form.kind)
    assert series is not None, f"no number is left for {form.serial}"
    assert serial_of(series.prefix, series.next) == form.serial, f"{form.serial} is not the next number of its series"
    number = state.series_at.get(form.kind, 0)
    stock = layered(state.stock).put((form.kind, number), replace(series, next=series.next + 1))
    used_up = series.next == series.last
    return replace(
        state,
        stock=stock,
        series_at={**state.series_at, form.kind: number + 1} if used_up else state.series_at,
        forms=layered(state.forms).put(form.serial, form),
        compared=state.compared and form.kind not in VIGORISH_PAPERS,  # a new form has been compared with nothing
        today=layered(state.today).put(form.serial, True),
    )


@applies(e.FormPrepared)
def _(state: PitState, event: e.FormPrepared) -> PitState:
    return _issued(state, Form(**_facts(event), held_by=event.by))


WRITTEN: dict[type[PitEvent], tuple[str, str]] = {
    e.ReasonStated: ("reason", "reason"),
    e.VoidSigned: ("void_signed_by", "by"),
    e.CustodyChanged: ("held_by", "to"),
    e.FormReprinted: ("reprints", "copy_no"),
}
"""What of a form an event about it sets, and the field of the event that says to what."""


@applies(*WRITTEN)
def _(state: PitState, event: Any) -> PitState:
    what, field = WRITTEN[type(event)]
    return _form(state, event.serial, **{what: getattr(event, field)})


@applies(e.MarkerReleased)
def _(state: PitState, event: e.MarkerReleased) -> PitState:
    return _form(state, event.serial, released=True)


@applies(e.ComplimentaryPosted)
def _(state: PitState, event: e.ComplimentaryPosted) -> PitState:
    return _form(state, event.serial, posted=True)


@applies(e.FormSigned)
def _(state: PitState, event: e.FormSigned) -> PitState:
    signed = {**state.forms[event.serial].signed, event.role: event.by}
    return _form(state, event.serial, signed=signed, signed_at=event.at)


@applies(e.PresenceConfirmed)
def _(state: PitState, event: e.PresenceConfirmed) -> PitState:
    return _form(state, event.serial, present={**state.forms[event.serial].present, event.role: event.by})


@applies(e.OriginalDropped)
def _(state: PitState, event: e.OriginalDropped) -> PitState:
    form = state.forms[event.serial]
    state = _form(state, event.serial, dropped=True)
    if form.kind != Paper.RECOVERY:
        return state
    recovered = state.forms[form.against].recovered_cents + form.cents
    return _form(state, form.against, recovered_cents=recovered)


@applies(e.FormVoided)
def _(state: PitState, event: e.FormVoided) -> PitState:
    state = _form(state, event.serial, void=True, held_by=event.by, void_by=event.by, void_reason=event.reason)
    request = state.forms[event.serial].request
    return replace(state, requests=_without(state.requests, request)) if request else state


@applies(e.DuplicatesForwarded)
def _(state: PitState, event: e.DuplicatesForwarded) -> PitState:
    for serial in event.serials:
        state = _form(state, serial, forwarded=True)
    return state


@applies(e.DuplicatesReceived)
def _(state: PitState, event: e.DuplicatesReceived) -> PitState:
    return replace(state, duplicates=(*state.duplicates, *event.copies))


@applies(e.FormsCompared)
def _(state: PitState, event: e.FormsCompared) -> PitState:
    for serial in event.agreed:
        state = _form(state, serial, compared=True)
    return replace(state, compared=True)


# ----------------------------------------------------------------------------------------------------- slips and counts


@applies(e.InventoryCounted)
def _(state: PitState, event: e.InventoryCounted) -> PitState:
    slip = Slip(
        event.slip,
        event.table,
        event.kind,
        event.chips,
        event.cents,
        event.by,
        over_cents=event.over_cents,
        mixed=event.mixed,
        expected_cents=event.expected_cents,
        guests_cents=event.guests_cents,
        owed_cents=event.owed_cents,
        carries=event.carries,
    )
    kept = {n: s for n, s in state.slips.items() if s.attested_by or s.table != event.table}
    return replace(state, slips={**kept, event.slip: slip}, slip_no=event.slip)


@applies(e.CountAttested)
def _(state: PitState, event: e.CountAttested) -> PitState:
    slip = replace(state.slips[event.slip], attested_by=event.by)
    closers = {**state.closers, slip.table: slip.chips} if slip.kind == Count.CLOSER else state.closers
    to_cage = other_heap(state.to_cage, slip.chips) if event.postings else state.to_cage  # the first opener
    return replace(state, slips={**state.slips, event.slip: slip}, closers=closers, to_cage=to_cage)


@applies(e.CountsDiffered)
def _(state: PitState, event: e.CountsDiffered) -> PitState:
    return replace(state, slips=_without(state.slips, event.slip))


@applies(e.TransferRequested)
def _(state: PitState, event: e.TransferRequested) -> PitState:
    request = Request(event.request, event.kind, event.table, event.chips, event.cents, event.by)
    return replace(state, requests={**state.requests, event.request: request}, request_no=event.request)


@applies(e.RequestCancelled)
def _(state: PitState, event: e.RequestCancelled) -> PitState:
    return replace(state, requests=_without(state.requests, event.request))


@applies(e.SlipPrepared)
def _(state: PitState, event: e.SlipPrepared) -> PitState:
    request = replace(state.requests[event.request], serial=event.serial)
    state = replace(state, requests={**state.requests, event.request: request})
    return _issued(state, Form(**_facts(event), held_by=event.by))


@applies(e.TransferCompleted)
def _(state: PitState, event: e.TransferCompleted) -> PitState:
    request = state.forms[event.serial].request
    state = _form(state, event.serial, completed=True)
    moved = put_together if event.kind == Paper.CREDIT else other_heap
    requests = _without(state.requests, request)
    return replace(state, requests=requests, to_cage=moved(state.to_cage, event.chips))


@applies(e.DropBoxRemoved)
def _(state: PitState, event: e.DropBoxRemoved) -> PitState:
    drop = Drop(event.box, event.by, event.expected_cents, event.expected_notes)
    fell = put_together(state.fell.get(event.table, {}), event.expected_notes or {})
    return replace(state, drops={**state.drops, event.table: drop}, fell={**state.fell, event.table: fell})


@applies(e.DropSealed, e.DropCountsDiffered)
def _(state: PitState, event: Any) -> PitState:
    """The first count is kept until the second; of two that differ, neither is."""
    before = state.drops[event.table]
    drop = Drop(event.box, before.removed_by, before.expected_cents, before.expected_notes)
    if isinstance(event, e.DropSealed):
        drop = replace(drop, sealed_by=event.by, **named(event, "cash_cents", "notes", "originals"))
    return replace(state, drops={**state.drops, event.table: drop})


@applies(e.DropCounted)
def _(state: PitState, event: e.DropCounted) -> PitState:
    found = named(event, "cash_cents", "notes", "originals")
    drop = replace(state.drops[event.table], counted_by=event.by, **found)
    cash = put_together(state.cash_to_cage, event.notes)
    return replace(state, drops={**state.drops, event.table: drop}, cash_to_cage=cash)


@applies(e.WinReported)
def _(state: PitState, event: e.WinReported) -> PitState:
    return replace(state, wins={**state.wins, event.table: event.win_cents})


# ------------------------------------------------------------------------------------------------------- the gaming day


@applies(e.DayOpened)
def _(state: PitState, event: e.DayOpened) -> PitState:
    return replace(state, day=event.day, closed=None, reopening=None)


@applies(e.DayClosed)
def _(state: PitState, event: e.DayClosed) -> PitState:
    through = state.inventory is Inventory.PLAYS_THROUGH
    closers = {slip.table: slip for slip in state.slips.values() if slip.kind == Count.CLOSER and slip.attested_by}
    return replace(
        state,
        day="",
        carried=closers if through else {},
        last_day=event.day,
        closed=DayPapers(**named(state, *DayPapers.__struct_fields__)),
        reopened="",
        closed_at=event.at,
        today={},
        slips={},
        requests={},
        drops={},
        wins={},
        duplicates=(),
        compared=False,
        corrections={},
    )


@applies(e.ReopeningAsked)
def _(state: PitState, event: e.ReopeningAsked) -> PitState:
    return replace(state, reopening=Reopening(event.day, event.reason, event.by))


@applies(e.DayReopened)
def _(state: PitState, event: e.DayReopened) -> PitState:
    """Everything of the day is there again; its wins are reported anew."""
    assert state.closed is not None
    papers = named(state.closed, *DayPapers.__struct_fields__)
    return replace(state, **papers, day=event.day, closed=None, reopening=None, reopened=event.reason)


@applies(e.CorrectionProposed)
def _(state: PitState, event: e.CorrectionProposed) -> PitState:
    facts = (event.before_cents, event.after_cents, event.reason, event.by, event.entry, event.at)
    correction = Correction(event.correction, event.account, *facts)
    corrections = {**state.corrections, event.correction: correction}
    return replace(state, corrections=corrections, correction_no=event.correction)


@applies(e.CorrectionApproved)
def _(state: PitState, event: e.CorrectionApproved) -> PitState:
    return replace(state, corrections=_without(state.corrections, event.correction))


@applies(e.ExceptionRaised)
def _(state: PitState, event: e.ExceptionRaised) -> PitState:
    trouble = Trouble(event.number, event.kind, event.said, event.severity, event.table, event.serial)
    return replace(state, exceptions=layered(state.exceptions).put(event.number, trouble), exception_no=event.number)


@applies(e.ExceptionResolved)
def _(state: PitState, event: e.ExceptionResolved) -> PitState:
    return replace(state, exceptions=layered(state.exceptions).without(event.number))


@applies(e.StockRead, e.SeriesAccounted, e.AttemptRefused)
def _(state: PitState, event: PitEvent) -> PitState:
    """Traces are in the log, and change nothing."""
    del event
    return state
