"""Match play coupons: the numbers that the house has given out and what they stand for; each is played once.

The print lets a coupon lie beside chips and says nothing of its number (s42/b/3/match-play). That the house knows each
number with its face, that it lies on one layout at a time, and that one which was surrendered plays nowhere again, is
our own control (A44, decision 16). Training tables have coupons of their own.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from minibac.houses.types import COUPON_PREFIX
from minibac.machine.fold import Register
from minibac.machine.kinds import noted
from minibac.machine.layers import layered
from minibac.machine.machine import Decision as Decided
from minibac.machine.roles import Role
from minibac.machine.who import Who
from minibac.pits import house_commands as c
from minibac.pits import house_events as e
from minibac.pits.house_commands import HouseCommand
from minibac.pits.house_events import HouseEvent
from minibac.pits.house_state import CouponSeries, HouseState
from minibac.pits.papers import serial_of
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Money, many, said

Decision = Decided[HouseEvent]
decides = Register[HouseState, Decision]()
applies = Register[HouseState, HouseState]()

A44 = "A44"
LAST_NUMBER = 999_999
LONGEST_NUMBER = len(str(LAST_NUMBER))

WHO: dict[type[HouseCommand], Who] = {
    c.RegisterCoupons: Who((Role.ACCOUNTING,), (A44,)),
    c.ClaimCoupon: Who((Role.HOUSE,), (A44,)),
    c.SettleCoupon: Who((Role.HOUSE,), (A44,)),
}


def next_number(state: HouseState, prefix: str) -> int:
    """The number after the last one of a prefix that was entered."""
    return max((series.last for series in state.coupons if series.prefix == prefix), default=0) + 1


def coupon_register(state: HouseState) -> list[dict[str, Any]]:
    """Every series that was entered, with what became of its coupons, for a page."""
    out = [(serial, table, _prefix_and_number(serial)) for serial, table in state.coupons_out.items()]
    played = [_prefix_and_number(serial) for serial in state.coupons_played]
    return [
        {
            "first": serial_of(series.prefix, series.first),
            "last": serial_of(series.prefix, series.last),
            "face_cents": series.face_cents,
            "given_out": series.last - series.first + 1,
            "played": sum(_is_of(series, *number) for number in played),
            "lying": [{"serial": serial, "table": table} for serial, table, number in out if _is_of(series, *number)],
        }
        for series in state.coupons
    ]


@decides(c.RegisterCoupons)
def register_coupons(state: HouseState, command: c.RegisterCoupons) -> Decision:
    """Accounting enters printed coupons: a prefix, the first and the last number, and their face."""
    if not COUPON_PREFIX.fullmatch(command.prefix):
        sentence = said("'{prefix}' is no prefix: 1 to 8 capital letters and digits", prefix=command.prefix)
        return refuse(Code.WRONG_SERIAL, sentence, A44)
    if not 1 <= command.first <= command.last <= LAST_NUMBER:
        sentence = said("coupons are numbered from 1 to {last}, the first before the last", last=LAST_NUMBER)
        return refuse(Code.WRONG_SERIAL, sentence, A44)
    if command.face_cents <= 0:
        return refuse(Code.COUPON, said("a coupon is worth something"), A44)
    if refusal := _not_issued(command.issued, command.prefix, command.face_cents):
        return refusal
    for known in state.coupons:
        if known.prefix == command.prefix and known.first <= command.last and command.first <= known.last:
            sentence = said(
                "{first} to {last} are entered already: a number is there once in the house",
                first=serial_of(known.prefix, known.first),
                last=serial_of(known.prefix, known.last),
            )
            return refuse(Code.WRONG_SERIAL, sentence, A44)
    return (noted(e.CouponsRegistered, command, (A44,)),)


def _not_issued(issued: Mapping[str, int] | None, prefix: str, face_cents: int) -> Refusal | None:
    """Why these are no coupons of the house, or ``None``: its file names their prefixes, each with its face."""
    if issued is None or issued.get(prefix) == face_cents:
        return None
    named = tuple(f"{name}={cents}" for name, cents in issued.items())
    if prefix in issued:
        sentence = said(
            "the house file issues coupons {prefix} for {face}, not for {sum}",
            prefix=prefix,
            face=Money(issued[prefix]),
            sum=Money(face_cents),
        )
    else:
        sentence = said(
            "the house file issues no coupons {prefix}: {coupons}",
            prefix=prefix,
            coupons=many(issued, "and") if issued else said("it names none"),
        )
    return refuse(Code.COUPON, sentence, A44, allowed=named)


@decides(c.ClaimCoupon)
def claim_coupon(state: HouseState, command: c.ClaimCoupon) -> Decision:
    """A coupon comes to a layout: one that was given out, for its face, and that lies nowhere else."""
    serial = command.serial
    series = _series_of(state, serial)
    if series is None:
        return refuse(Code.COUPON, said("the house has given out no coupon {serial}", serial=serial), A44)
    if series.face_cents != command.face_cents:
        sentence = said(
            "the coupon {serial} stands for {face}, not for {sum}",
            serial=serial,
            face=Money(series.face_cents),
            sum=Money(command.face_cents),
        )
        return refuse(Code.COUPON, sentence, A44, allowed=(str(series.face_cents),))
    if refusal := _not_issued(command.issued, series.prefix, series.face_cents):
        return refusal
    if serial in state.coupons_played:
        return refuse(Code.COUPON, said("the coupon {serial} has been played and surrendered", serial=serial), A44)
    lies_at = state.coupons_out.get(serial, command.table)
    if lies_at != command.table:
        sentence = said("the coupon {serial} lies on the layout of table {table}", serial=serial, table=lies_at)
        return refuse(Code.COUPON, sentence, A44)
    return () if serial in state.coupons_out else (noted(e.CouponClaimed, command, (A44,)),)


def _prefix_and_number(serial: str) -> tuple[str, int]:
    """The parts of a coupon's number as it is printed; 0 where it is printed otherwise."""
    prefix, _, digits = serial.rpartition("-")
    number = int(digits) if digits.isdecimal() and len(digits) <= LONGEST_NUMBER else 0
    return prefix, number if serial == serial_of(prefix, number) else 0


def _is_of(series: CouponSeries, prefix: str, number: int) -> bool:
    return series.prefix == prefix and series.first <= number <= series.last


def _series_of(state: HouseState, serial: str) -> CouponSeries | None:
    prefix, number = _prefix_and_number(serial)
    return next((series for series in state.coupons if _is_of(series, prefix, number)), None)


@decides(c.SettleCoupon)
def settle_coupon(state: HouseState, command: c.SettleCoupon) -> Decision:
    """A coupon has left a layout: surrendered, or back to its guest."""
    if state.coupons_out.get(command.serial) != command.table:
        return ()
    return (noted(e.CouponSettled, command, (A44,)),)


@applies(e.CouponsRegistered)
def _(state: HouseState, event: e.CouponsRegistered) -> HouseState:
    series = CouponSeries(event.prefix, event.first, event.last, event.face_cents)
    return replace(state, coupons=(*state.coupons, series))


@applies(e.CouponClaimed)
def _(state: HouseState, event: e.CouponClaimed) -> HouseState:
    return replace(state, coupons_out={**state.coupons_out, event.serial: event.table})


@applies(e.CouponSettled)
def _(state: HouseState, event: e.CouponSettled) -> HouseState:
    out = {serial: table for serial, table in state.coupons_out.items() if serial != event.serial}
    if not event.surrendered:
        return replace(state, coupons_out=out)
    return replace(state, coupons_out=out, coupons_played=layered(state.coupons_played).put(event.serial, event.table))
