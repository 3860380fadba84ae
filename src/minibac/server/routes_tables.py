"""What is asked of a table once: its view, its events, its rounds, its shoes."""

import asyncio
from functools import partial
from typing import Annotated, cast

import msgspec
from litestar import Response, get
from litestar.params import FromPath, PathParameter, QueryParameter
from litestar.response import Stream

from minibac.books.recall import CoupFacts, find_coup
from minibac.house.hosted_table import HostedTable
from minibac.people.people import SignedIn
from minibac.pits.house_events import HouseAttemptRefused
from minibac.play.reasons import reasons_plain
from minibac.records.upcast import read_event
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Code, as_it_is
from minibac.server.answers import Asked, Asking, Limit, Version, in_json, no, says
from minibac.server.front import front_of
from minibac.server.http_types import CoupSteps, CoupsTold, CoupTold, EventsTold, SettledTold, ShoesTold, TableTold
from minibac.server.hub import WATCHFUL, Hub
from minibac.server.messages import ToldEvent
from minibac.server.view import cards_part
from minibac.table.public_events import confidential, public
from minibac.table.view_types import View
from minibac.voice.said import Said, said

_ONE_RECORD = asyncio.Semaphore(1)
"""A record is made from the shoe's part of the log; one at a time, and beside the event loop."""
Number = Annotated[int, PathParameter(ge=0, le=2**53)]


async def _table(request: Asked, table_id: str) -> HostedTable:
    table = await front_of(request.app).house.find_table(table_id)
    if table is None:
        raise no(404, said("there is no such table"))
    return table


async def _hub(request: Asked, table_id: str) -> Hub:
    hub = front_of(request.app).hub(await _table(request, table_id))
    await hub.open()
    return hub


def _inside(request: Asked, table: HostedTable, asking: SignedIn | None) -> bool:
    """Whether somebody may know the people behind the facts of a table."""
    held = front_of(request.app).people.roles(asking.account) if asking else ()
    return any(each.role in WATCHFUL and each.covers(table.id, table.pit) for each in held)


@get("/api/tables/{table_id:str}", responses=says(404))
async def view(request: Asked, table_id: FromPath[str]) -> Response[TableTold]:
    """The table as everybody sees it."""
    hub = await _hub(request, table_id)
    now: TableTold = {
        "version": hub.version,
        "now": front_of(request.app).house.now(),
        "view": cast(View, hub.current()),
    }
    return in_json(now)


@get("/api/tables/{table_id:str}/events", responses=says(404, 423))
async def events(
    request: Asked, table_id: FromPath[str], asking: Asking, after: Version = 0, limit: Limit = 200
) -> Response[EventsTold]:
    """Events after a version; the floor and surveillance see who did what."""
    table = await _table(request, table_id)
    names = front_of(request.app).name_of
    wording = partial(confidential, names=names) if _inside(request, table, asking) else public
    lines = await table.lines(after, after + limit)
    found = [wording(read_event(line.bytes), line.version) for line in lines]
    told: EventsTold = {"events": cast(list[ToldEvent], found), "version": table.version}
    return in_json(told)


@get("/api/tables/{table_id:str}/coups", responses=says(404, 423))
async def coups(
    request: Asked, table_id: FromPath[str], asking: Asking, last: Annotated[int, QueryParameter(ge=1, le=250)] = 100
) -> Response[CoupsTold]:
    """Recall: the rounds of the current shoe and the last hundred, each whole and marked as a replay (R16)."""
    hub = await _hub(request, table_id)
    inside = _inside(request, hub.table, asking)
    rules = hub.table.state.rules
    person = asking.account.id if asking else ""
    found = [coup_plain(facts, rules, person, inside=inside) for facts in list(hub.coups)[-last:]]
    told: CoupsTold = {"coups": found, "shoe_no": hub.table.state.shoe_no}
    return in_json(told)


def coup_plain(facts: CoupFacts, rules: HouseRules, person: FromPath[str], *, inside: bool) -> CoupTold:
    """A round as it is told again; a guest's own balances to that guest, everybody's to the floor."""
    offered = {proposition.id for proposition in rules.propositions} if facts.rulebook == rules.rulebook.id else ()
    return {
        "replay": True,
        "table": facts.table,
        "rulebook": facts.rulebook,
        "shoe_no": facts.shoe_no,
        "coup_no": facts.coup_no,
        "status": facts.status,
        "opened_at": facts.opened_at,
        "closed_at": facts.closed_at,
        "ended_at": facts.ended_at,
        "first_version": facts.first_version,
        "last_version": facts.last_version,
        **cards_part(facts),
        "why": reasons_plain(rules, (w.wager for w in facts.wagers if w.wager in offered), facts.result, facts.hands),
        "wagers": [cast(SettledTold, wager.plain()) for wager in facts.wagers],
        "seats": [
            seat if inside else msgspec.structs.replace(seat, guest="you")
            for seat in facts.seats
            if inside or (person and seat.guest == person)
        ],
    }


@get("/api/tables/{table_id:str}/coups/{shoe:int}/{coup:int}", responses=says(404, 423))
async def coup(
    request: Asked, table_id: FromPath[str], asking: Asking, shoe: Number, coup: Number
) -> Response[CoupSteps]:
    """One round, step by step, for the replay."""
    hub = await _hub(request, table_id)
    table = hub.table
    inside = _inside(request, table, asking)
    person = asking.account.id if asking else ""
    found = await find_coup(table.stored, table.version, coup)
    known = next((facts for facts in hub.coups if facts.coup_no == coup and facts.status != "simulated"), None)
    if found is None or (known is not None and known.shoe_no != shoe):
        raise no(404, said("there is no such round"))
    wording = partial(confidential, names=front_of(request.app).name_of) if inside else public
    first, last = found
    told = [wording(read_event(line.bytes), line.version) for line in await table.lines(first - 1, last)]
    steps: CoupSteps = {
        "replay": True,
        "table": table.id,
        "rulebook": table.state.rules.rulebook.id,
        "shoe_no": shoe,
        "coup_no": coup,
        "coup": coup_plain(known, table.state.rules, person, inside=inside) if known else None,
        "events": cast(list[ToldEvent], told),
    }
    return in_json(steps)


@get("/api/tables/{table_id:str}/shoes", responses=says(404))
async def shoes(request: Asked, table_id: FromPath[str]) -> Response[ShoesTold]:
    """The shoes of a table with their commitments, and whether each is revealed; the latest hundred."""
    table = await _table(request, table_id)
    listed: ShoesTold = {"shoes": await table.shoe_list.latest(table.version)}
    return in_json(listed)


@get("/api/tables/{table_id:str}/shoes/{number:int}/record", responses=says(404, 409))
async def record(request: Asked, table_id: FromPath[str], asking: Asking, number: Number) -> Stream:
    """The shoe record, JSON Lines, once the shoe is revealed. Who of the staff asks before is written down (R10)."""
    from minibac.shoes.record import RecordError, make_record
    from minibac.shoes.starts import lines_of

    table = await _table(request, table_id)
    if number > table.state.shoe_no:
        raise no(404, said("there is no shoe {shoe} at this table", shoe=number))
    try:
        async with _ONE_RECORD:
            lines, start = await lines_of(table.premises.store, table.stream, table.id, number)
            text = await asyncio.to_thread(lambda: b"".join(make_record(lines, number, start)))
    except RecordError as error:
        sealed = "reveal" in str(error)
        if sealed and asking is not None and asking.account.staff:
            await _wanted_to_see(request, asking, as_it_is(error))
        raise no(409 if sealed else 404, as_it_is(error)) from None
    name = f'attachment; filename="{table.id}-shoe-{number}.jsonl"'
    return Stream(iter([text]), media_type="application/jsonl", headers={"Content-Disposition": name})


async def _wanted_to_see(request: Asked, asking: SignedIn, why: Said) -> None:
    """Keep in the house's own log that somebody of the staff asked for a shoe whose order is sealed."""
    house, person = front_of(request.app).house, asking.account.id
    known = house.own.state.people.get(person)
    role = known.active.value if known is not None and known.active is not None else ""
    facts = {"command": "record", "role": role, "code": Code.NOT_NOW.value, "said": why, "severity": "medium"}
    await house.own.write_down(HouseAttemptRefused(at=house.now(), by=person, clauses=("R10",), **facts))  # type: ignore[arg-type]


ROUTES = (view, events, coups, coup, shoes, record)
