"""What somebody may do in a pit or in the house now, so that a page offers nothing else: asked of the two themselves,
and nothing is given.

Who may, whose turn it is, who is on duty, what a form still lacks: the pit decides each of these commands, in each role
of the person, against its state as it is; so does the house. What is not offered would have been refused, and an
attempt is an exception; so no page leads anybody into one.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from minibac.house.hosted_pit import HostedHouseLog, HostedPit
from minibac.house.hosted_stream import HostedStream
from minibac.house.hosted_table import HostedTable
from minibac.machine.roles import Actor
from minibac.machine.who import Who
from minibac.pits import house_commands as hc
from minibac.pits import pit_commands as c
from minibac.pits.days import correctable, table_win
from minibac.pits.forms import unfinished
from minibac.pits.house_state import HouseState
from minibac.pits.papers import Count, Paper
from minibac.pits.pit_state import PitState
from minibac.server.pit_view import vigorish_form
from minibac.table.state import TableState

Key = str | int
"""What a command is about: the number of a form, a count, a request; a table, with the kind of its count; nothing."""
Wanted = tuple[type[c.PitCommand], Key, dict[str, Any]]
HouseWanted = tuple[type[hc.HouseCommand], dict[str, Any]]

WHY = {"reason": "?"}
"""Whoever does it says why; that they will is taken for granted here."""


def _of_forms(state: PitState) -> Iterator[Wanted]:
    for form in state.forms.values():
        about = {"serial": form.serial}
        if unfinished(form):
            for step in (c.SignForm, c.ConfirmPresence, c.DropOriginal, c.ReleaseMarker):
                yield step, form.serial, about
            for stated in (c.StateReason, c.SignVoid, c.VoidForm):
                yield stated, form.serial, about | WHY
            yield c.StateReason, f"{form.serial} refused", about | WHY | {"refused": True}
        elif form.released and not form.posted:
            yield c.PostComplimentary, form.serial, about


def _of_tables(state: PitState, tables: Mapping[str, HostedTable]) -> Iterator[Wanted]:
    for table in state.tables:
        for count in Count:
            yield c.CountInventory, f"{table} {count}", {"table": table, "kind": count.value, "chips": {}}
        hosted = tables.get(table)
        chip = min(hosted.house_table.chips_cents) if hosted else 1_00
        yield c.RequestTransfer, table, {"table": table, "kind": Paper.FILL.value, "chips": {chip: 1}}
        yield c.RemoveDropBox, table, {"table": table, "box": "?"}
        if (win := table_win(state, table)) is not None:
            yield c.ReportWin, table, {"table": table, "cents": win.win_cents, "forms": win.forms}
        if hosted:
            yield from _of_markers(state, table, hosted.state)
    for table in state.drops:
        yield c.CountDrop, table, {"table": table, "notes": {}}


def _of_markers(state: PitState, table: str, sits: TableState) -> Iterator[Wanted]:
    """A form for each marker button of a table, as the page would have it prepared."""
    kind = vigorish_form(state.tables[table].rulebook)
    for number, seat in {**sits.left_owing, **sits.seats}.items():
        if cents := sits.owed(number):
            reported = (i.number for i in sits.incidents.values() if (i.kind, i.seat) == ("uncollected", number))
            person = {"guest": seat.guest, "name": seat.name or seat.guest, "cents": cents}
            about = {"kind": kind, "table": table, "seat": number, "incident": next(reported, 0), **person}
            yield c.PrepareForm, f"{table} {number}", about


def _of_recoveries(state: PitState) -> Iterator[Wanted]:
    for form in state.forms.values():
        about = {"kind": Paper.RECOVERY.value, "table": form.table, "seat": form.seat, "against": form.serial}
        if form.posted and (left := form.cents - form.recovered_cents) > 0:
            yield c.PrepareForm, form.serial, {**about, "guest": form.guest, "name": form.name, "cents": left}


def _of_days(state: PitState, house_day: str | None) -> Iterator[Wanted]:
    yield c.OpenDay, "", {"day": house_day or ""}
    yield c.AskReopening, "", {"day": state.last_day, **WHY}
    yield c.ReopenDay, "", {"day": state.last_day}
    for account in correctable(state)[:1] if state.day else ():
        yield c.ProposeCorrection, "", {"account": account, "after_cents": 1, **WHY}
        yield c.ProposeCorrection, "", {"account": account, "after_cents": 2, **WHY}


def _of_the_rest(state: PitState) -> Iterator[Wanted]:
    for slip in state.slips:
        yield c.AttestCount, slip, {"slip": slip, "chips": {}}
    for request in state.requests:
        yield c.PrepareSlip, request, {"request": request}
        yield c.CancelRequest, request, {"request": request, **WHY}
    for correction in state.corrections:
        yield c.ApproveCorrection, correction, {"correction": correction}
    for notice in state.notices:
        yield c.ReceiveNotice, notice, {"notice": notice}
    for change in state.changes:
        yield c.CancelChange, change, {"change": change, **WHY}
    for number in state.exceptions:
        yield c.ResolveException, number, {"number": number, "resolution": "?"}
    yield c.ForwardDuplicates, "", {}
    yield c.ReceiveDuplicates, "", {"copies": ()}
    yield c.CompareForms, "", {}
    yield c.CloseDay, "", {"day": state.day}


ASKED = frozenset(
    {
        c.SignForm, c.ConfirmPresence, c.DropOriginal, c.ReleaseMarker, c.StateReason, c.SignVoid, c.VoidForm,
        c.PostComplimentary, c.CountInventory, c.RequestTransfer, c.RemoveDropBox, c.ReportWin, c.CountDrop,
        c.AttestCount, c.PrepareSlip, c.CancelRequest, c.ApproveCorrection, c.ReceiveNotice, c.CancelChange,
        c.ResolveException, c.ForwardDuplicates, c.ReceiveDuplicates, c.CompareForms, c.CloseDay, c.OpenDay,
        c.AskReopening, c.ReopenDay, c.PrepareForm, c.ProposeCorrection,
    }
)  # fmt: skip
"""Commands that are offered only where the pit would take them; the others wherever the role may give them."""


def offers(pit: HostedPit, tables: Mapping[str, HostedTable], by: Iterable[Actor]) -> dict[str, list[Key]]:
    """The commands that the pit would take from somebody now, each with what it may be about."""
    people, state = tuple(by), pit.state
    may: dict[str, list[Key]] = {}
    wanted = (*_of_forms(state), *_of_tables(state, tables), *_of_the_rest(state), *_of_recoveries(state))
    for kind, key, facts in (*wanted, *_of_days(state, pit.house_day())):
        if key not in may.get(kind.__name__, ()) and takes(pit, people, kind, facts):
            may.setdefault(kind.__name__, []).append(key)
    return may


def takes(
    stream: HostedStream[Any],
    people: Iterable[Actor],
    kind: type[c.PitCommand | hc.HouseCommand],
    facts: dict[str, Any],
) -> bool:
    """Whether a pit or the house would take a command from somebody now, in one of these roles."""
    at, row = max(stream.premises.clock(), stream.last_at), stream.machine.who[kind]
    roles = row.roles if isinstance(row, Who) else ()
    return any(stream.would(kind(by=actor, at=at, **facts)) for actor in people if actor.role in roles)


def house_offers(own: HostedHouseLog, by: Iterable[Actor], wanted: Iterable[HouseWanted]) -> list[str]:
    """Those of these commands that the house would take from somebody now."""
    people = tuple(by)
    return list(dict.fromkeys(kind.__name__ for kind, facts in wanted if takes(own, people, kind, facts)))


def of_days(state: HouseState, opens: str | None) -> Iterator[HouseWanted]:
    """What is done with the gaming days of the house."""
    yield hc.OpenHouseDay, {"day": opens or ""}
    yield hc.CloseHouseDay, {"day": state.day}
    yield hc.AskHouseReopening, {"day": state.last_day, **WHY}
    yield hc.ReopenHouseDay, {"day": state.last_day}


def of_coupons(issued: Iterable[Mapping[str, Any]]) -> Iterator[HouseWanted]:
    """What is done with coupons: those that the house file issues are entered, the next numbers first."""
    for series in issued:
        facts = {"prefix": series["prefix"], "first": series["next"], "last": series["next"]}
        yield hc.RegisterCoupons, {**facts, "face_cents": series["face_cents"]}


def of_report(day: str) -> Iterator[HouseWanted]:
    """What is done with the report of a day."""
    yield hc.SignReport, {"day": day, "report": "", "figures": "", "verdict": ""}
    yield hc.CountersignReport, {"day": day}


def of_exception(exception: str, concerns: Iterable[str], reviewers: Iterable[str]) -> Iterator[HouseWanted]:
    """What is done with an exception of the books."""
    about = {"exception": exception}
    for person in reviewers:
        yield hc.AssignException, {**about, "to": person}
    yield hc.LookAtException, about
    yield hc.ExplainException, {**about, "explanation": "?"}
    yield hc.CloseException, {**about, "concerns": tuple(concerns)}
    yield hc.ReopenException, {**about, **WHY}
