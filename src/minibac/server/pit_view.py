"""A pit as its staff see it: the day, notices and changes, forms and slips with what each still lacks, exceptions.

A guest sees the forms that wait for that guest's own signature and nothing else. What one of two people has counted is
shown to nobody else before the other has counted too, be it a tray, a drop box or the copies of forms; whoever counts
sees neither what is expected nor how many there are (R38, s42/c/3/iii/D/compare). The
stock of unused forms is not here at all; its keepers read it, and it is written down that they did (s42/c/3/iii).
"""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from minibac.house.hosted_pit import HostedPit
from minibac.house.hosted_table import HostedTable
from minibac.houses.choices import pit_options
from minibac.machine.roles import Role
from minibac.pits.copies import SEALED, unread
from minibac.pits.days import open_items
from minibac.pits.forms import PATRON, WITNESSES, account_of, signers, unfinished, unsigned
from minibac.pits.papers import TRANSFER_PAPERS, VIGORISH_PAPERS, Paper
from minibac.pits.pit_state import Correction, Drop, Form, PitState, Slip
from minibac.pits.signs import sign, sign_plain
from minibac.rules.limit_options import limit_of
from minibac.rules.option_names import named_options, option_name
from minibac.rules.rulebook import load
from minibac.rules.words import named
from minibac.table.changes import VIGORISH_OPTIONS
from minibac.table.dealer_view import tray_part

MOST_FORMS = 200
"""The newest forms; older ones are found in the books by number or by guest."""


COUNT_BOXES = frozenset({Role.COUNT_TEAM, Role.SECURITY})
"""Who has boxes in hand: they are shown slips, and no form that lies in one."""


def pit_plain(
    pit: HostedPit, tables: Mapping[str, HostedTable], person: str, roles: Collection[Role]
) -> dict[str, Any]:
    """Everything a pit shows its staff."""
    state = pit.state
    forms = [
        form_plain(form, sealed=Role.ACCOUNTING in roles and unread(state, form))
        for form in list(state.forms.values())[-MOST_FORMS:]
        if form.kind in TRANSFER_PAPERS or not COUNT_BOXES.issuperset(roles)
    ]
    return {
        "pit": pit.id,
        "name": state.name,
        "version": pit.version,
        "day": state.day,
        "last_day": state.last_day,
        "options": dict(state.options),
        "surveillance_ms": state.surveillance_ms,
        "vigorish_ms": state.vigorish_ms,
        "may_change": {"pit": sorted(pit_options()), "table": sorted(VIGORISH_OPTIONS)},
        "names": named_options((*pit_options(), *VIGORISH_OPTIONS)) | _limit_names(state),
        "tables": [table_plain(state, table, tables.get(table)) for table in state.tables],
        "notices": [msgspec.to_builtins(notice) for notice in state.notices.values()],
        "changes": [msgspec.to_builtins(change) for change in state.changes.values()],
        "forms": forms,
        "slips": [slip_plain(slip, person) for slip in state.slips.values()],
        "requests": [msgspec.to_builtins(request, str_keys=True) for request in state.requests.values()],
        "drops": {table: drop_plain(drop, person) for table, drop in state.drops.items()},
        "wins": dict(state.wins),
        "compared": state.compared,
        "corrections": [correction_plain(pit, correction) for correction in state.corrections.values()],
        "reopening": msgspec.to_builtins(state.reopening),
        "reopened": state.reopened,
        "exceptions": [msgspec.structs.asdict(x) | {"note": str(x.said)} for x in state.exceptions.values()],
        "open_items": [item._asdict() | {"what": str(item.what), "said": item.what} for item in open_items(state)]
        if state.day
        else [],
    }


def correction_plain(pit: HostedPit, correction: Correction) -> dict[str, Any]:
    """A correction that waits: before when it was asked for and now, after, the difference, the reason, who asked."""
    now, cents = pit.ledger_cents(correction.account), correction.difference_cents
    sums = {"difference_cents": cents, "now_cents": now, "then_cents": now + cents}
    plain: dict[str, Any] = msgspec.to_builtins(correction)
    return plain | sums


def _limit_names(state: PitState) -> dict[str, dict[str, Any]]:
    """What the limits that are about to change are called; their values are amounts."""
    names = (name for change in state.changes.values() for name in change.options if limit_of(name))
    return {name: {"said": option_name(name), "values": {}} for name in names}


def table_plain(state: PitState, table: str, hosted: HostedTable | None) -> dict[str, Any]:
    """A table of the pit: its sign, its chips, the form that its rulebook has, who sits there and owes."""
    facts = state.tables[table]
    sits = hosted.state if hosted else None
    return {
        "id": table,
        "chips_cents": sorted({*hosted.house_table.chips_cents, *hosted.state.tray}) if hosted else [],
        "notes_cents": list(hosted.house_table.notes_cents) if hosted else [],
        "tray": tray_part(sits) if sits else None,
        "rulebook": facts.rulebook,
        "options": dict(facts.options),
        "sign": sign_plain(sign(state, table)),
        "limits": {wager: [low, sits.maximum_cents.get(wager, low)] for wager, low in sits.minimum_cents.items()}
        if sits
        else {},
        "form": vigorish_form(facts.rulebook),
        "form_clause": load(facts.rulebook).fixed["uncollected_path"].clause,
        "seats": []
        if sits is None
        else [
            {
                "seat": number,
                "guest": seat.guest,
                "name": seat.name,
                "chips_cents": sits.chips(number),
                "owed_cents": sits.owed(number),
            }
            for number, seat in sorted({**sits.left_owing, **sits.seats}.items())
        ],
        "incidents": []
        if sits is None
        else [{"number": i.number, "kind": i.kind, "seat": i.seat} for i in sits.incidents.values()],
        "staff": {} if sits is None else dict(sits.staff),
        "opener": bool(state.attested(table, "opener")),
        "closer": bool(state.attested(table, "closer")),
    }


def vigorish_form(rulebook: str) -> str:
    """The form on which a rulebook has vigorish written that is not collected."""
    prints_one = load(rulebook).fixed["uncollected_path"].value == "form"
    return (Paper.COMPLIMENTARY if prints_one else Paper.UNCOLLECTED).value


def form_plain(form: Form, *, sealed: bool = False) -> dict[str, Any]:
    """A form or a slip, with the signatures it wants, those it lacks, and the step that comes next.

    ``sealed``: for somebody who has still to read its duplicate off the paper.
    """
    lacks = unsigned(form)
    open_still = unfinished(form)
    return {
        **msgspec.to_builtins(form),
        **(SEALED if sealed else {}),
        "wants": [*signers(form.kind), *([PATRON] if form.kind in VIGORISH_PAPERS else [])],
        "lacks": list(lacks),
        "unfinished": str(open_still[0]) if open_still else "",
        "said": open_still[0] if open_still else None,
        "next": next_step(form),
        "witnesses": list(WITNESSES),
        "account": account_of(form) if form.kind in VIGORISH_PAPERS and not sealed else "",
    }


def next_step(form: Form) -> str:
    """What is done with a form next: the name of the command, or nothing once it is done or void."""
    if unfinished(form) is None:
        return ""
    if unsigned(form):
        return "SignForm"
    if form.kind in TRANSFER_PAPERS:
        return ""
    if not form.dropped:
        return "DropOriginal" if set(form.present) >= set(WITNESSES) else "ConfirmPresence"
    return "ReleaseMarker"


def slip_plain(slip: Slip, person: str) -> dict[str, Any]:
    """A count; what was counted stays with the dealer who made it until another person has attested the same."""
    plain: dict[str, Any] = msgspec.to_builtins(slip, str_keys=True)
    if not slip.attested_by:
        plain |= {"over_cents": None, "mixed": None}
        if slip.counted_by != person:
            plain |= {"chips": None, "cents": None}
    return plain


def drop_plain(drop: Drop, person: str) -> dict[str, Any]:
    """A drop box; the first count of it is sealed until the second, and the originals are for the comparison alone."""
    mine = drop.sealed_by == person
    shown = bool(drop.counted_by or mine)
    cash = {"cash_cents": drop.cash_cents if shown else None, "notes": dict(drop.notes) if shown else None}
    return {"box": drop.box, **named(drop, "removed_by", "sealed_by", "counted_by"), **cash}


def guest_plain(pit: HostedPit, person: str) -> dict[str, Any]:
    """What a guest sees of a pit: the guest's own forms that wait for a signature."""
    mine = [form for form in pit.state.forms.values() if form.guest == person and PATRON in unsigned(form)]
    shown = ("serial", "kind", "table", "seat", "name", "cents", "day")
    forms = [{name: getattr(form, name) for name in shown} for form in mine if not form.void]
    return {"pit": pit.id, "name": pit.state.name, "version": pit.version, "forms": forms}


def people_in(plain: dict[str, Any]) -> set[str]:
    """The ids of people in a view, so that the page can show their names."""
    found: set[str] = set()
    for form in plain.get("forms", ()):
        found |= {form.get(name, "") for name in ("held_by", "void_signed_by", "void_by")}
        found |= set(form.get("signed", {}).values())
        found |= set(form.get("present", {}).values())
    for table in plain.get("tables", ()):
        found |= set(table["staff"].values())
    for notice in plain.get("notices", ()):
        found |= {notice["given_by"], notice["received_by"]}
    for slip in plain.get("slips", ()):
        found |= {slip["counted_by"], slip["attested_by"]}
    found |= {request["asked_by"] for request in plain.get("requests", ())}
    found |= {row["proposed_by"] for row in plain.get("corrections", ())}
    found |= {(plain.get("reopening") or {}).get("asked_by", "")}
    for drop in plain.get("drops", {}).values():
        found |= {drop["removed_by"], drop["sealed_by"], drop["counted_by"]}
    return found - {""}
