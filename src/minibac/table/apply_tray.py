"""The chips of a table by denomination: what lies in its tray, and what is in the hands of its guests.

They follow the ledger. A posting that gives chips to a guest, or takes some, moves them between that guest and the
tray, by the one rule of :mod:`minibac.play.chips`; what a guest puts on the layout stays that guest's until the dealer
takes it. A guest who leaves takes away what is there.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from minibac.play.chips import Chips, handed, put_together, without
from minibac.play.postings import Posting
from minibac.table import events as e
from minibac.table.accounts import LAYOUT, kind
from minibac.table.applies import applies
from minibac.table.state import TableState

LEAVE, MOVE = "leave", "move"
"""Steps by which chips go from a seat to no tray: out of the house's door, or to another seat."""


class Carried(StrEnum):
    """What becomes of the chips of a fill or a credit."""

    FILL = "fill"
    CREDIT = "credit"
    """Out of the tray, and still on the table."""
    AWAY = "away"
    BACK = "back"


class Heaps(NamedTuple):
    """The tray, and the chips of each seat."""

    tray: Chips
    guests: Mapping[int, Chips]


class TooFew(NamedTuple):
    """A payment that the tray cannot make: so much, to a guest with these chips."""

    cents: int
    tray: Chips
    guest: Chips


@lru_cache(maxsize=4096)
def _whose(account: str) -> int:
    """The seat whose chips an account holds, in front of it or on the layout; 0 for every other account."""
    return int(account.split("/")[1]) if kind(account) in ("chips", LAYOUT) else 0


def paid(postings: tuple[Posting, ...]) -> dict[int, int]:
    """What each seat gets from the tray by these postings; what it gives is below zero, and comes first."""
    sums: dict[int, int] = {}
    for step, _, _, account, cents, _ in postings:
        if (seat := _whose(account)) and step != LEAVE and step != MOVE:
            sums[seat] = sums.get(seat, 0) + cents
    return {seat: cents for seat, cents in sorted(sums.items(), key=_givers_first) if cents}


def _givers_first(entry: tuple[int, int]) -> tuple[bool, int]:
    seat, cents = entry
    return cents > 0, seat


def moved_chips(heaps: Heaps, payments: Mapping[int, int]) -> Heaps | TooFew:
    """The heaps after payments, or the one for which there are too few chips."""
    tray, guests = heaps.tray, dict(heaps.guests)
    for seat, cents in payments.items():
        before = guests.get(seat, {})
        changed = handed(tray, before, cents)
        if changed is None:
            return TooFew(cents, tray, before)
        tray, guests[seat] = changed
    return Heaps(tray, guests)


def moved_by(heaps: Heaps, event: e.Event, payments: Mapping[int, int]) -> Heaps | TooFew:
    """The heaps after the payments of an event; where the dealer has chosen chips for one, it is made in these."""
    laid = event.chips if isinstance(event, e.ActionsTaken | e.HouseMoneySettled) else {}
    if not laid:
        return moved_chips(heaps, payments)
    (seat,) = payments
    tray = without(heaps.tray, laid)
    assert tray is not None, f"the tray does not hold {laid}"
    return Heaps(tray, {**heaps.guests, seat: put_together(heaps.guests.get(seat, {}), laid)})


def chips_moved(state: TableState, event: e.Event, postings: tuple[Posting, ...]) -> dict[str, Any]:
    """What the postings of an event do to the chips of a table whose tray is counted."""
    if not state.kept:
        return {}
    if postings[0].step == LEAVE:
        gone = postings[0].seat
        left = {seat: chips for seat, chips in state.guest_chips.items() if seat != gone}
        return {"guest_chips": left, "carried_off": put_together(state.carried_off, state.guest_chips.get(gone, {}))}
    if postings[0].step == MOVE:
        came, to = (_whose(posting.account) for posting in postings)
        return {"guest_chips": {to if seat == came else seat: chips for seat, chips in state.guest_chips.items()}}
    if not (payments := paid(postings)):
        return {}
    moved = moved_by(Heaps(state.tray, state.guest_chips), event, payments)
    assert isinstance(moved, Heaps), f"the tray of {state.table} cannot pay {payments}"
    return {"tray": moved.tray, "guest_chips": moved.guests}


@applies(e.TrayOpened)
def _(state: TableState, event: e.TrayOpened) -> TableState:
    opened = replace(state, tray=event.chips, opener=event.chips, fill_asked={})
    return replace(opened, tray_day=event.day, tray_slip=event.slip, tray_open=True)


@applies(e.FillAsked)
def _(state: TableState, event: e.FillAsked) -> TableState:
    return replace(state, fill_asked=event.chips)


@applies(e.ChipsCarried)
def _(state: TableState, event: e.ChipsCarried) -> TableState:
    aside = {request: chips for request, chips in state.aside.items() if request != event.request}
    if event.kind in (Carried.FILL, Carried.BACK):
        asked = {} if event.kind == Carried.FILL else state.fill_asked
        return replace(state, tray=put_together(state.tray, event.chips), aside=aside, fill_asked=asked)
    if event.kind == Carried.AWAY:
        return replace(state, aside=aside)
    left = without(state.tray, event.chips)
    assert left is not None, f"the tray of {state.table} does not hold {event.chips}"
    return replace(state, tray=left, aside={**aside, event.request: event.chips})


@applies(e.TrayClosed)
def _(state: TableState, event: e.TrayClosed) -> TableState:
    return replace(state, tray_slip=event.slip, tray_open=False, fill_asked={}, cash_unnamed={})
