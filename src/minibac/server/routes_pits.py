"""The pits and the house's own log: what their staff see, and the commands they give there.

A person may hold several roles. Each command names the role it is given in, or is given in the one role of the person
that may give it; nobody signs twice on one form all the same, since a signature is a person's.
"""

from collections.abc import Collection
from typing import Any, Union, cast

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from minibac.house.hosted_pit import HostedPit
from minibac.house.hosted_stream import HostedStream
from minibac.machine.names import role_name
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.machine.who import Who, cited
from minibac.people.people import SignedIn
from minibac.pits import house_commands as hc
from minibac.pits import pit_commands as pc
from minibac.pits.copies import SEALED, sealed_words, unread
from minibac.pits.coupons import A44, coupon_register, next_number
from minibac.pits.days import correctable
from minibac.pits.house import gaming_day
from minibac.pits.narrate import PERSONS, told
from minibac.pits.reviews import REVIEWERS
from minibac.pits.who import WHO
from minibac.rules.refusal import as_it_is
from minibac.server.acting import LONGEST_TEXT, MOST_CENTS
from minibac.server.answers import Asked, Asking, Limit, Version, granted, in_json, must, no, says
from minibac.server.front import Front, front_of
from minibac.server.http_types import (
    AccountsTold,
    CageCountTold,
    CageHeap,
    CageTold,
    CommandTaken,
    CouponsTold,
    EnteredCoupons,
    HouseDay,
    HouseLogTold,
    IssuedCoupons,
    PitDayRow,
    PitLog,
    ReopeningTold,
)
from minibac.server.offers import ASKED, house_offers, of_coupons, of_days, offers
from minibac.server.pit_view import guest_plain, people_in, pit_plain
from minibac.server.reviewing import REVIEWS, about_exception
from minibac.server.routes_books import HOUSE_READERS, acts_as, forget_books, roles_at
from minibac.server.wire import no_id
from minibac.voice.misread import in_our_words
from minibac.voice.said import Somebody, introduced, said

AT_THE_DOOR = (
    hc.AdmitPerson, hc.GrantRole, hc.TakeRole, hc.DisablePerson, hc.EnablePerson, hc.RemovePerson, hc.StartProfile,
    hc.EndProfile, hc.GrantChips, hc.RedeemChips,
)  # fmt: skip
"""People and their chips are the door's: ``/api/people`` and ``/api/guests`` do what these would."""


class Order(msgspec.Struct, forbid_unknown_fields=True):
    """A command for a pit or for the house, with an id of the page's own; ``role`` where a person has several."""

    id: str
    command: dict[str, Any]
    role: str = ""


def _pit(front: Front, pit_id: str) -> HostedPit:
    pit = front.house.pits.get(pit_id)
    if pit is None or not pit.exists:
        raise no(404, said("there is no such pit"))
    return pit


@get("/api/pits/{pit_id:str}", responses=says(401, 404, 423))
async def pit_view(request: Asked, pit_id: FromPath[str], asking: Asking) -> Response[dict[str, Any]]:
    """A pit: options, notices, forms, slips, the day. A guest is shown the guest's own forms to sign."""
    front, found = front_of(request.app), must(asking)
    pit = _pit(front, pit_id)
    roles = roles_at(front, found, pit_id)
    if not roles:
        raise no(403, said("you have no duty in this pit"))
    hosted = {table.id: table for table in front.house.tables.values() if table.pit == pit_id}
    if roles == (Role.GUEST,):
        plain = guest_plain(pit, found.account.id)
    else:
        plain = pit_plain(pit, hosted, found.account.id, roles)
        if not {*WHO[pc.ApproveCorrection].roles, Role.SURVEILLANCE} & set(roles):
            plain["corrections"] = []  # it says what lies in a tray, and whoever counts one is not told (R38)
    works = _in_these_roles(front, found, roles)
    offered = offers(pit, hosted, (Actor(found.account.id, role) for role in works))
    may = [kind.__name__ for kind, who in WHO.items() if kind not in ASKED and set(who.roles) & set(works)]
    people = {person: await called(front, person) for person in people_in(plain)}
    for row in (*plain.get("exceptions", ()), *plain.get("open_items", ())):
        row["said"] = introduced(row["said"], front.name_of)
    facts = {"now": front.house.now(), "roles": list(map(str, roles)), "people": people}
    facts |= {"works_as": list(map(str, works)), "may": [*may, *offered], "offers": offered}
    facts["house_day"] = pit.house_day()
    return in_json(plain | facts)


def _in_these_roles(front: Front, asking: SignedIn, roles: tuple[Role, ...]) -> tuple[Role, ...]:
    """The roles somebody can act in just now: while a page is open in one of them, that one alone (R30)."""
    free = tuple(role for role in roles if not front.works_elsewhere(asking.account.id, role))
    return free or roles


async def called(front: Front, person: str) -> str:
    """What a person is called; of a guest who sits nowhere any more, what the account says."""
    if (known := front.name_of(person)) != person:
        return known
    account = await front.people.accounts.get(person)
    return account.name if account else person


@get("/api/pits/{pit_id:str}/accounts", responses=says(401, 404, 423))
async def pit_accounts(request: Asked, pit_id: FromPath[str], asking: Asking) -> AccountsTold:
    """What the ledger says of each account that a correction can be asked for; nobody who counts is told (R25, R38)."""
    front, found = front_of(request.app), must(asking)
    pit = _pit(front, pit_id)
    if not set(WHO[pc.ProposeCorrection].roles) & set(roles_at(front, found, pit_id)):
        raise no(403, said("what the ledger says is for accounting and the shift manager"), "R25")
    return {"accounts": [{"account": name, "cents": pit.ledger_cents(name)} for name in correctable(pit.state)]}


@get("/api/pits/{pit_id:str}/events", responses=says(401, 404, 423))
async def pit_events(
    request: Asked, pit_id: FromPath[str], asking: Asking, after: Version = 0, limit: Limit = 200
) -> Response[PitLog]:
    """The log of a pit, for those who read and take no part: whoever attests a count does not find it here (R38)."""
    front, found = front_of(request.app), must(asking)
    pit = _pit(front, pit_id)
    roles = roles_at(front, found, pit_id)
    if not {Role.SURVEILLANCE, Role.ACCOUNTING} & set(roles):
        raise no(403, said("the log of a pit is for surveillance and accounting"), "R31")
    sealed = {form.serial for form in pit.state.of_day() if Role.ACCOUNTING in roles and unread(pit.state, form)}
    return in_json(await _log(front, pit, after, limit, sealed))


async def _log(front: Front, stream: Any, after: int, limit: int, sealed: Collection[str] = ()) -> PitLog:
    events, people = [], {}
    for line in await stream.lines(after, after + limit):
        event = stream.machine.read(line.bytes)
        plain = msgspec.to_builtins(event, str_keys=True)
        for name in ("postings", "report"):
            plain.pop(name, None)
        for person in filter(None, (getattr(event, name, "") for name in ("by", *PERSONS))):
            if person not in people:
                people[person] = await called(front, person)
        says = told(event, lambda person: people.get(person) or front.name_of(person), stream.state.time_zone)
        if getattr(event, "serial", "") in sealed:
            plain |= {name: None for name in (*SEALED, "said", "reason") if name in plain}
            says = sealed_words(plain["serial"]) if SEALED.keys() & plain.keys() else says
        if sealed:
            plain |= {name: None for name in ("originals", "copies") if name in plain}
        who = said("{who}", who=Somebody(event.by, people.get(event.by, "")))
        events.append({"v": line.version, **plain, "who": who, "says": str(says), "said": says})
    return {"events": events, "version": stream.version}


@post("/api/pits/{pit_id:str}/commands", status_code=200, responses=says(401, 404, 409, 423))
async def pit_command(request: Asked, pit_id: FromPath[str], data: JSONBody[Order], asking: Asking) -> CommandTaken:
    """A command for a pit, with the person and the time that the house knows."""
    front, found = front_of(request.app), must(asking)
    pit = _pit(front, pit_id)
    command, answer = await given(front, found, data, pit, roles_at(front, found, pit_id))
    if isinstance(command, pc.OpenDay | pc.CloseDay | pc.ReopenDay):
        closed = isinstance(command, pc.CloseDay)
        told = hc.TellPitDay(by=THE_HOUSE, at=0, pit=pit_id, day=command.day, closed=closed)
        await front.house.own.command(told, f"{pit_id}:{answer['version']}:{closed}")
    return answer


async def given(
    front: Front, asking: SignedIn, data: Order, stream: HostedStream[Any], roles: tuple[Role, ...], **filled: Any
) -> tuple[Any, CommandTaken]:
    """Give a command to a pit, the school or the house in one of these roles: the command, and what its sender is told.

    ``filled`` is what the door says, whatever the page has said.
    """
    person, role = asking.account.id, _role(data, _in_these_roles(front, asking, roles), roles, stream)
    command = _read(data, Actor(person, role), stream)
    command = msgspec.structs.replace(command, **{k: v for k, v in filled.items() if k in command.__struct_fields__})
    # in one role at a time: that of this command, unless a page is open in another (R30)
    if asking.account.staff and role is not Role.TRAINEE:
        granted(await front.people.roster.work_as(person, role, elsewhere=front.works_elsewhere(person, role)))
    answer = await stream.command(command, f"{person}:{data.id}")
    granted(answer.refusal)
    return command, {"ok": True, "version": answer.version}


def _role(data: Order, works: tuple[Role, ...], roles: tuple[Role, ...], stream: HostedStream[Any]) -> Role:
    """The role a command is given in: the one that is named, or the first that may give it of those that the person
    ``works`` in, or else has."""
    rows = {kind.__name__: row for kind, row in stream.machine.who.items()}
    row = rows.get(str(data.command.get("command")))
    clauses = cited(row.clauses, stream.state, None) if isinstance(row, Who) else ()
    if data.role:
        if data.role not in roles:
            raise no(403, said("you are not {role} here", role=role_name(data.role[:20])), *clauses)
        return Role(data.role)
    if not roles:
        raise no(403, said("you have no duty here"), *clauses)
    return next((role for role in (*works, *roles) if isinstance(row, Who) and role in row.roles), works[0])


def _read(data: Order, by: Actor, stream: HostedStream[Any]) -> Any:
    """The command, or what was wrong with it."""
    facts = data.command
    if wrong := no_id(data.id):
        raise no(400, wrong)
    if "by" in facts or "at" in facts:
        raise no(400, said("who gives a command and when is not for the page to say"))
    kinds: Any = Union[tuple(stream.machine.who)]  # noqa: UP007
    try:
        command = msgspec.convert({**facts, "by": msgspec.to_builtins(by), "at": 0}, kinds, str_keys=True)
    except msgspec.ValidationError as error:
        raise no(400, as_it_is(in_our_words(error))) from None
    for field in command.__struct_fields__:
        value = getattr(command, field)
        if isinstance(value, str) and (len(value) > LONGEST_TEXT or not value.isprintable()):
            raise no(400, said("{field} has {most} printable characters at most", field=field, most=LONGEST_TEXT))
        whole = value.values() if isinstance(value, dict) else (value,)
        if field != "effective_at" and any(isinstance(each, int) and abs(each) > MOST_CENTS for each in whole):
            raise no(400, said("{field} is too large", field=field))
    return command


# ----------------------------------------------------------------------------------------------------------- the house


@get("/api/house/log", responses=says(401, 423))
async def house_log(request: Asked, asking: Asking, after: Version = 0, limit: Limit = 200) -> Response[HouseLogTold]:
    """The house's own log: people, days, parameters, attempts that were refused."""
    front, found = front_of(request.app), must(asking)
    if not front.people.has(found.account, *HOUSE_READERS):
        raise no(403, said("the house's own log is for surveillance, accounting and the administrator"))
    log = await _log(front, front.house.own, after, limit)
    told: HouseLogTold = {"events": log["events"], "version": log["version"]}
    return in_json(told)


@get("/api/house/day", responses=says(401, 423))
async def house_day(request: Asked, asking: Asking) -> HouseDay:
    """The house's own gaming day, and how far each pit has got with its own."""
    front, found = front_of(request.app), must(asking)
    if not front.people.has(found.account, *HOUSE_READERS):
        raise no(403, said("the house's own day is for surveillance, accounting and the administrator"))
    state = front.house.own.state
    days = {pit: state.pit_days.get(pit, ("", False)) for pit in state.pits_with_days}
    pits: list[PitDayRow] = [{"pit": pit, "day": day or None, "closed": closed} for pit, (day, closed) in days.items()]
    reopening: ReopeningTold | None = None
    if asked := state.reopening:
        by = await called(front, asked.asked_by)
        reopening = {"day": asked.day, "reason": asked.reason, "asked_by": by}
    opens = None if state.day else gaming_day(state, front.house.now())
    may = house_offers(front.house.own, acts_as(front, found), of_days(state, opens))
    return {
        "day": state.day or None,
        "last_day": state.last_day or None,
        "opens": opens,
        "reopening": reopening,
        "pits": pits,
        "may": may,
    }


@get("/api/house/cage", responses=says(401, 423))
async def house_cage(request: Asked, asking: Asking) -> CageTold:
    """The cage: the counts of the day, who may count now, and, for those who do not count, what must lie there."""
    front, found = front_of(request.app), must(asking)
    if not front.people.has(found.account, Role.CAGE, *HOUSE_READERS):
        raise no(403, said("the cage is for the cage, accounting and surveillance"), "R38")
    own, roles = front.house.own, {held.role for held in front.people.roles(found.account)}
    state = own.state
    counts: list[CageCountTold] = []
    if state.day and state.cage is not None and state.cage.day == state.day:
        kinds = ("opener", "closer") if state.cage.kind == "closer" else ("opener",)
        by = [await called(front, person) for person in (state.cage.sealed_by, state.cage.counted_by)]
        counts = [{"kind": kind, "by": by if kind == state.cage.kind else []} for kind in kinds]
    sealed = state.cage_sealed
    turn = ("opener", "closer")[len(counts)] if state.day and len(counts) < 2 else ""
    mine = sealed is not None and sealed.counted_by == found.account.id
    there = own.cage_holds() if Role.CAGE not in roles else None
    holds: list[CageHeap] | None = None
    if there:
        holds = [
            {"of": of, "cents": cents, "number": number}
            for of, heap in there._asdict().items()
            for cents, number in sorted(heap.items(), reverse=True)
        ]
    known = own.cage_known()
    return {
        "day": state.day or None,
        "counts": counts,
        "sealed_by": await called(front, sealed.counted_by) if sealed else "",
        "may": turn if Role.CAGE in roles and not mine else "",
        "known_chips": list(known["known_chips"]),
        "known_cash": list(known["known_cash"]),
        "holds": holds,
    }


@get("/api/house/coupons", responses=says(401, 423))
async def house_coupons(request: Asked, asking: Asking) -> CouponsTold:
    """The match play coupons of the house: those that its file issues, those that were entered, what became of them."""
    front, found = front_of(request.app), must(asking)
    if not front.people.has(found.account, *HOUSE_READERS):
        raise no(403, said("the coupons are for surveillance, accounting and the administrator"), A44)
    own = front.house.own
    issued: list[IssuedCoupons] = [
        {"prefix": prefix, "face_cents": face, "next": next_number(own.state, prefix)}
        for prefix, face in own.coupons.items()
    ]
    may = house_offers(own, acts_as(front, found), of_coupons(issued))
    return {"issued": issued, "entered": cast(list[EnteredCoupons], coupon_register(own.state)), "may": may}


@post("/api/house/commands", status_code=200, responses=says(401, 404, 409, 423))
async def house_command(request: Asked, data: JSONBody[Order], asking: Asking) -> CommandTaken:
    """A command for the house's own log: its day, its parameters, its papers."""
    front, found = front_of(request.app), must(asking)
    roles = tuple(held.role for held in front.people.roles(found.account))
    if any(kind.__name__ == data.command.get("command") for kind in AT_THE_DOOR):
        raise no(400, said("people and their chips are looked after at /api/people and /api/guests"))
    if data.command.get("command") == hc.SignReport.__name__:
        raise no(400, said("a day-end report is signed at /api/books/day/DAY/sign, as the house reads it"))
    if data.command.get("command") in REVIEWS and {*roles} & {*REVIEWERS}:
        data.command = await about_exception(front, data.command)
    try:
        _, answer = await given(front, found, data, front.house.own, roles)
    finally:  # also what was refused stands in the books
        forget_books(front)
    return answer


ROUTES = (
    pit_view, pit_accounts, pit_events, pit_command,
    house_log, house_day, house_cage, house_coupons, house_command,
)  # fmt: skip
