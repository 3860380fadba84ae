"""A day that was closed by mistake is opened again: one person asks, with a reason, another one opens it (R25).

Only the last day can be, and only while no other is open. What belonged to it is there again; the wins of its tables
are reported anew before it is closed a second time.
"""

from msgspec.structs import replace

from minibac.machine.fold import Register
from minibac.machine.kinds import noted
from minibac.machine.layers import layered
from minibac.machine.machine import Decision as Decided
from minibac.machine.who import Who, same_person
from minibac.pits import house_commands as hc
from minibac.pits import house_events as h
from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.days import not_the_house_day
from minibac.pits.house_commands import HouseCommand
from minibac.pits.house_events import HouseEvent
from minibac.pits.house_state import HouseState
from minibac.pits.pit_checks import APART, TRACES, Decision, decides, form_text, reasoned
from minibac.pits.pit_state import PitState, Reopening
from minibac.pits.who import REOPENERS
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import many, said

HouseDecision = Decided[HouseEvent]
house_decides = Register[HouseState, HouseDecision]()
house_applies = Register[HouseState, HouseState]()

HOUSE_WHO: dict[type[HouseCommand], Who] = {
    kind: Who(REOPENERS, lambda *_: (TRACES, APART, form_text().forward))
    for kind in (hc.AskHouseReopening, hc.ReopenHouseDay)
}


def _not_last(day: str, open_day: str, last_day: str, *clauses: str) -> Refusal | None:
    """Why a day cannot be opened again: another one is open, or it is not the last; ``None`` where it can."""
    if open_day:
        return refuse(Code.NOT_NOW, said("the gaming day {day} is open", day=open_day), *clauses)
    if not last_day or day != last_day:
        sentence = said("{day} is not the day that was closed last: {last}", day=day, last=last_day or said("none"))
        return refuse(Code.NOT_FOUND, sentence, *clauses, allowed=(last_day,) if last_day else ())
    return None


def _second(asked: Reopening | None, day: str, command: c.ReopenDay | hc.ReopenHouseDay) -> Refusal | None:
    """Why nobody opens a day again with this command: nobody has asked, or the same person has."""
    if asked is None or asked.day != day:
        sentence = said("nobody has asked that {day} be opened again", day=day)
        return refuse(Code.STEP_MISSING, sentence, TRACES, APART)
    return same_person(command.by, (asked.asked_by,), TRACES, APART, code=Code.WRONG_SIGNATURE)


# ---------------------------------------------------------------------------------------------------------------- a pit


def _closed_here(state: PitState, command: c.AskReopening | c.ReopenDay) -> Refusal | None:
    clauses = (TRACES, form_text().forward)
    if refusal := _not_last(command.day, state.day, state.last_day, *clauses):
        return refusal
    if command.house_day is not None and command.house_day != command.day:
        sentence = said("the house has closed {day}: its own day is opened again first", day=command.day)
        return refuse(Code.DAY_NOT_OPEN, sentence, *clauses)
    return not_the_house_day(command.day, command.house_day, *clauses)


@decides(c.AskReopening)
def ask_reopening(state: PitState, command: c.AskReopening) -> Decision:
    if refusal := _closed_here(state, command) or reasoned(command.reason, TRACES):
        return refusal
    return (noted(e.ReopeningAsked, command, (TRACES, form_text().forward)),)


@decides(c.ReopenDay)
def reopen_day(state: PitState, command: c.ReopenDay) -> Decision:
    if refusal := _closed_here(state, command) or _second(state.reopening, command.day, command):
        return refusal
    assert state.reopening is not None
    return (noted(e.DayReopened, command, (TRACES, APART, form_text().forward), state.reopening),)


# ------------------------------------------------------------------------------------------------------------ the house


def _ahead(state: HouseState, day: str) -> Refusal | None:
    """Why the house cannot go back to a day: a pit has opened a later one."""
    ahead = tuple(pit for pit, (theirs, _) in state.pit_days.items() if theirs > day)
    if not ahead:
        return None
    sentence = said("{pits} opened a later day than {day} already", pits=many(ahead, "and"), day=day)
    return refuse(Code.STILL_OPEN, sentence, TRACES, form_text().forward, allowed=ahead)


@house_decides(hc.AskHouseReopening)
def ask_house_reopening(state: HouseState, command: hc.AskHouseReopening) -> HouseDecision:
    clauses = (TRACES, form_text().forward)
    refusal = _not_last(command.day, state.day, state.last_day, *clauses) or _ahead(state, command.day)
    if refusal := refusal or reasoned(command.reason, TRACES):
        return refusal
    return (noted(h.HouseReopeningAsked, command, clauses),)


@house_decides(hc.ReopenHouseDay)
def reopen_house_day(state: HouseState, command: hc.ReopenHouseDay) -> HouseDecision:
    clauses = (TRACES, APART, form_text().forward)
    refusal = _not_last(command.day, state.day, state.last_day, *clauses) or _ahead(state, command.day)
    if refusal := refusal or _second(state.reopening, command.day, command):
        return refusal
    assert state.reopening is not None
    return (noted(h.HouseDayReopened, command, clauses, state.reopening),)


@house_applies(h.HouseReopeningAsked)
def _(state: HouseState, event: h.HouseReopeningAsked) -> HouseState:
    return replace(state, reopening=Reopening(event.day, event.reason, event.by))


@house_applies(h.HouseDayReopened)
def _(state: HouseState, event: h.HouseDayReopened) -> HouseState:
    """A report of the day that was signed is kept, and wants a revision."""
    reports = state.reports
    if (report := reports.get(event.day)) is not None:
        reports = layered(reports).put(event.day, replace(report, reopened=event.reason))
    return replace(state, day=event.day, last_day=state.day_before, reopening=None, reports=reports)
