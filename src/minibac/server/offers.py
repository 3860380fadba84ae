"""What somebody may do in a pit now, so that a page offers nothing else: asked of the pit itself, and nothing is given.

Who may, whose turn it is, who is on duty, what a form still lacks: the pit decides each of these commands, in each role
of the person, against its state as it is. What is not offered would have been refused, and an attempt is an exception;
so no page leads anybody into one.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from minibac.house.hosted_pit import HostedPit
from minibac.house.hosted_table import HostedTable
from minibac.machine.roles import Actor
from minibac.pits import commands as c
from minibac.pits.days import table_win
from minibac.pits.forms import unfinished
from minibac.pits.papers import Count, Paper
from minibac.pits.pit_state import PitState
from minibac.pits.who import WHO
from minibac.rules.refusal import Refusal

Key = str | int
"""What a command is about: the number of a form, a count, a request; a table, with the kind of its count; nothing."""
Wanted = tuple[type[c.PitCommand], Key, dict[str, Any]]

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
    for table in state.drops:
        yield c.CountDrop, table, {"table": table, "cash_cents": 0}


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
        c.ResolveException, c.ForwardDuplicates, c.ReceiveDuplicates, c.CompareForms, c.CloseDay,
    }
)  # fmt: skip
"""Commands that are offered only where the pit would take them; the others wherever the role may give them."""


def offers(pit: HostedPit, tables: Mapping[str, HostedTable], by: Iterable[Actor]) -> dict[str, list[Key]]:
    """The commands that the pit would take from somebody now, each with what it may be about."""
    people, state, at = tuple(by), pit.state, max(pit.premises.clock(), pit.state.at)
    may: dict[str, list[Key]] = {}
    for kind, key, facts in (*_of_forms(state), *_of_tables(state, tables), *_of_the_rest(state)):
        roles = (actor for actor in people if actor.role in WHO[kind].roles)
        answers = (pit.would(kind(by=actor, at=at, **facts)) for actor in roles)
        if any(answer and not isinstance(answer, Refusal) for answer in answers):
            may.setdefault(kind.__name__, []).append(key)
    return may
