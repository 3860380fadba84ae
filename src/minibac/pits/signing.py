"""The day-end report is signed: by accounting, once the day is closed, and by a second person where it does not balance
or revises an earlier one (R25, R43).

What was signed stays in the log of the house, word for word, with its hash. A day that is opened again keeps it, and
its next report is a numbered revision, which names the hash of the one before and why the day was opened.
"""

import hashlib

from msgspec.structs import replace

from minibac.machine.fold import Register
from minibac.machine.kinds import noted
from minibac.machine.layers import layered
from minibac.machine.machine import Decision as Decided
from minibac.machine.roles import Role
from minibac.machine.who import Who, same_person
from minibac.pits import house_commands as c
from minibac.pits import house_events as e
from minibac.pits.house_commands import HouseCommand
from minibac.pits.house_events import HouseEvent
from minibac.pits.house_state import HouseState, SignedReport
from minibac.pits.pit_checks import APART, TRACES
from minibac.rules.refusal import Code, refuse
from minibac.voice.said import said

Decision = Decided[HouseEvent]
decides = Register[HouseState, Decision]()
applies = Register[HouseState, HouseState]()

REPORTS = "R43"
CLAUSES = (REPORTS, APART)
BALANCED = "balance"
"""The verdict of books that balance; every other one wants a second person."""

WHO: dict[type[HouseCommand], Who] = {
    c.SignReport: Who((Role.ACCOUNTING,), CLAUSES),
    c.CountersignReport: Who((Role.ACCOUNTING, Role.SHIFT_MANAGER), (TRACES, REPORTS, APART)),
}


@decides(c.SignReport)
def sign_report(state: HouseState, command: c.SignReport) -> Decision:
    """A report is signed once; after its day was opened and closed again, a revision of it is."""
    day, before = command.day, state.reports.get(command.day)
    if day == state.day or day > state.last_day:
        sentence = said("the house has not closed {day}: its report is signed once it has", day=day)
        return refuse(Code.STILL_OPEN, sentence, REPORTS, allowed=(state.last_day,) if state.last_day else ())
    if before is not None and not before.reopened:
        sentence = said(
            "revision {revision} of the report of {day} is signed; for another one two people open the day again",
            day=day,
            revision=str(before.revision),
        )
        return refuse(Code.NOT_NOW, sentence, REPORTS, TRACES)
    facts = {
        "revision": before.revision + 1 if before else 1,
        "sha256": hashlib.sha256(command.report.encode()).hexdigest(),
        "second": command.verdict != BALANCED or before is not None,
        "previous": before.sha256 if before else "",
        "reopened": before.reopened if before else "",
    }
    return (noted(e.ReportSigned, command, (REPORTS,), **facts),)


@decides(c.CountersignReport)
def countersign_report(state: HouseState, command: c.CountersignReport) -> Decision:
    report = state.reports.get(command.day)
    if report is None or not report.second or report.countersigned_by or report.reopened:
        sentence = said("no report of {day} waits for a second signature", day=command.day)
        waits = (day for day, each in state.reports.items() if each.second and not each.countersigned_by)
        return refuse(Code.NOT_FOUND, sentence, REPORTS, allowed=tuple(waits))
    if refusal := same_person(command.by, (report.signed_by,), REPORTS, APART, code=Code.WRONG_SIGNATURE):
        return refusal
    return (noted(e.ReportCountersigned, command, (TRACES, REPORTS), report),)


@applies(e.ReportSigned)
def _(state: HouseState, event: e.ReportSigned) -> HouseState:
    report = SignedReport(
        revision=event.revision, sha256=event.sha256, figures=event.figures, signed_by=event.by, second=event.second
    )
    return replace(state, reports=layered(state.reports).put(event.day, report))


@applies(e.ReportCountersigned)
def _(state: HouseState, event: e.ReportCountersigned) -> HouseState:
    report = replace(state.reports[event.day], countersigned_by=event.by)
    return replace(state, reports=layered(state.reports).put(event.day, report))
