"""A log of years is folded in about as many steps as it has events: no event copies what years have left behind.

The work of an event is what is new in the state after it: every slot of every container that the states before it did
not hold. This counts objects, not time, and sees a copy wherever it is made.
"""

import gc
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from minibac.machine.roles import THE_HOUSE, Role
from minibac.pits import house_commands as hc
from minibac.pits import house_events as h
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.house import HOUSE, open_house
from minibac.pits.pit import PIT
from minibac.rules.refusal import Refusal
from tests.pits.pit_helpers import (
    ACCOUNTING,
    ACCOUNTING_2,
    ADMIN,
    BOSS,
    CLERK,
    DEALER,
    EYE,
    MANAGER,
    Pit,
)

FEW, MANY = 10, 100
ALLOWED = 1.25
"""How much more than ten times ten times the log may cost: entries are copied about log₂ of their number times."""


def work(first: Any, events: Iterable[Any], apply: Callable[[Any, Any], Any]) -> int:
    """How many slots a fold fills anew, over the whole log."""
    state, slots = first, 0
    known: dict[int, Any] = {}  # the objects themselves too, so that no number of one is given to another
    _new(state, known)
    for event in events:
        _new(event, known)  # what the event brings along is not copied
        state = apply(state, event)
        slots += _new(state, known)
    return slots


def _new(thing: Any, known: dict[int, Any]) -> int:
    """The slots of a thing and of all it holds that nobody has seen; they are known from now on."""
    slots, waiting = 0, [thing]
    while waiting:
        found = waiting.pop()
        if id(found) in known or isinstance(found, type):
            continue
        known[id(found)] = found
        held = gc.get_referents(found)
        slots += len(held)
        waiting += held
    return slots


def first(log: Sequence[Any]) -> Any:
    """The state of a pit that has only been opened."""
    return PIT.opened(log[0])


def grows_with_the_log(logs: Callable[[int], Sequence[Any]], opened: Any, apply: Callable[[Any, Any], Any]) -> None:
    few, many = logs(FEW), logs(MANY)
    length = len(many) / len(few)
    assert length > 5
    cost = work(opened(many[0]), many[1:], apply) / work(opened(few[0]), few[1:], apply)
    assert cost <= length * ALLOWED, f"{length:.1f} times the log cost {cost:.1f} times the work"


# ------------------------------------------------------------------------------------------------------------ the pit


def a_pit_for(days: int) -> list[e.PitEvent]:
    """Days with forms of other guests, one of them void, a fill, a notice, a correction and an exception each."""
    pit = Pit(series=False, day=False)
    for day in range(days):
        for kind in ("complimentary", "fill"):
            pit.yes(c.RegisterSeries, by=ACCOUNTING, kind=kind, prefix=kind, first=day * 3 + 1, last=day * 3 + 3)
        pit.yes(c.OpenDay, by=ACCOUNTING, day=f"{2027 + day // 300}-{1 + day // 25 % 12:02}-{1 + day % 25:02}")
        pit.opener("T1")
        pit.filled(chips={500: 1})
        for seat in (1, 2):
            guest = f"guest-{day}-{seat}"
            serial = pit.prepared(seat=seat, guest=guest, name=guest)
            _dropped(pit, serial)
        pit.voided(seat=5, guest=f"guest-{day}-5", name="Vera")
        (given,) = pit.yes(c.GiveNotice, by=MANAGER, options={"settlement_order": "i"}, text="another order")
        pit.yes(c.ReceiveNotice, by=EYE, notice=given.notice)
        pit.yes(
            c.ProposeCorrection,
            by=ACCOUNTING,
            account=f"guest/guest-{day}-1/comps",
            before_cents=0,
            after_cents=day + 1,
            reason="a wrong line",
        )
        pit.yes(c.ApproveCorrection, by=ACCOUNTING_2, correction=pit.state.correction_no)
        pit.yes(c.AccountSeries, by=CLERK, kind="complimentary", unused=(("other", day + 1, day + 1),))
        pit.whole_day(("T1",))
    pit.check()
    return pit.log


def _dropped(pit: Pit, serial: str) -> None:
    pit.sign(serial, (DEALER, BOSS, CLERK))
    pit.yes(c.StateReason, by=DEALER, serial=serial, reason="gone")
    pit.witnessed(serial)
    pit.yes(c.DropOriginal, by=DEALER, serial=serial, owed_cents=5_00)
    pit.yes(c.ReleaseMarker, by=BOSS, serial=serial, owed_cents=5_00)


def test_ten_times_the_log_of_a_pit_costs_ten_times_the_work() -> None:
    log = a_pit_for(FEW)
    kinds = {type(event) for event in log}
    assert {e.FormPrepared, e.FormVoided, e.NoticeReceived, e.ExceptionRaised, e.CorrectionApproved} <= kinds
    grows_with_the_log(a_pit_for, PIT.opened, PIT.apply)


def test_a_fold_that_copies_every_form_is_seen() -> None:
    """The measure itself: forms in a plain dictionary, as they would be copied, cost far more."""

    def copying(state: Any, event: Any) -> Any:
        after = PIT.apply(state, event)
        return after if after.forms is state.forms else _copied(after)

    few, many = a_pit_for(FEW), a_pit_for(MANY)
    one, ten = (work(first(log), log[1:], copying) for log in (few, many))
    assert ten > one * 10 * ALLOWED * 1.5


def _copied(state: Any) -> Any:
    return replace(state, forms=dict(state.forms))


def notices(number: int) -> list[e.PitEvent]:
    pit = Pit()
    for _ in range(number * 3):
        (given,) = pit.yes(c.GiveNotice, by=MANAGER, options={"settlement_order": "i"}, text="another order")
        pit.yes(c.ReceiveNotice, by=EYE, notice=given.notice)
    return pit.log


def open_exceptions(number: int) -> list[e.PitEvent]:
    pit = Pit()
    for stray in range(number * 3):
        pit.yes(c.AccountSeries, by=CLERK, kind="complimentary", unused=(("CV", 1, 20), ("other", stray, stray)))
    return pit.log


def accounts(number: int) -> list[e.PitEvent]:
    pit = Pit()
    for guest in range(number * 3):
        facts: dict[str, Any] = {
            "account": f"guest/{guest}/comps",
            "before_cents": 0,
            "after_cents": 5,
            "reason": "a wrong line",
        }
        (asked,) = pit.yes(c.ProposeCorrection, by=ACCOUNTING, **facts)
        pit.yes(c.ApproveCorrection, by=ACCOUNTING_2, correction=asked.correction)
    return pit.log


def series(number: int) -> list[e.PitEvent]:
    pit = Pit(series=False)
    for serial in range(1, number * 3):
        pit.yes(c.RegisterSeries, by=ACCOUNTING, kind="complimentary", prefix="CV", first=serial, last=serial)
        pit.voided()
    return pit.log


@pytest.mark.parametrize("logs", [notices, open_exceptions, accounts, series])
def test_what_stays_for_years_is_not_copied_either(logs: Callable[[int], list[e.PitEvent]]) -> None:
    grows_with_the_log(logs, PIT.opened, PIT.apply)


# ---------------------------------------------------------------------------------------------------------- the house


def a_house_for(people: int) -> list[h.HouseEvent]:
    """People who come, work and go, guests who get chips, papers that arrive, and gaming days."""
    first = open_house("House", ["main"], at=0)
    log: list[h.HouseEvent] = [first]
    state = HOUSE.opened(first)

    def told(command: hc.HouseCommand) -> None:
        nonlocal state
        events = HOUSE.decide(state, command)
        assert not isinstance(events, Refusal), events
        log.extend(events)
        state = HOUSE.apply_all(state, events)

    cage = Role.CAGE
    for number in range(people * 3):
        name = f"person-{number}"
        told(hc.AdmitPerson(by=ADMIN, at=number, person=name, name=name))
        told(hc.GrantRole(by=ADMIN, at=number, person=name, role=cage))
        told(hc.StartProfile(by=THE_HOUSE, at=number, person=name, role=cage))
        told(hc.EndProfile(by=THE_HOUSE, at=number, person=name))
        told(hc.GrantChips(by=THE_HOUSE, at=number, guest=f"guest-{number % 5}", cents=100, transfer=f"t{number}"))
        told(hc.RecordReference(by=ADMIN, at=number, name=name, authority="a", reference="b", date="1970-01-01"))
        told(hc.TellPitDay(by=THE_HOUSE, at=number, pit="main", day=f"day-{number}", closed=True))
    return log


def test_ten_times_the_log_of_a_house_costs_ten_times_the_work() -> None:
    grows_with_the_log(a_house_for, HOUSE.opened, HOUSE.apply)
