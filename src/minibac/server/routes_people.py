"""The list of people, their roles, and what a person may ask to have: everything kept, or nothing any more."""

import csv
import io
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from minibac.house.logs import log
from minibac.machine.roles import Actor, Role
from minibac.people.people import SignedIn
from minibac.pits.duties import STAFF
from minibac.rules.refusal import Refusal
from minibac.server.acting import LONGEST_TEXT
from minibac.server.answers import Asking, CsvToo, awake, gone_cookie, no, refused, says
from minibac.server.front import front_of
from minibac.voice.said import said

Asked = Request[Any, Any, Any]
KEEP_LISTS = (Role.ADMIN, Role.SECURITY)
"""Who keeps the exclusion lists. Surveillance reads them, and who tried to play; it changes nothing (R31)."""


class RoleOf(msgspec.Struct, forbid_unknown_fields=True):
    role: str
    pit: str = ""
    table: str = ""


class Exclusion(msgspec.Struct, forbid_unknown_fields=True):
    """The list a person goes on, or ``none``; why is kept in the house's log."""

    list: Literal["banned", "self-excluded", "none"]
    reason: str


async def _admin(request: Asked, asking: SignedIn | None) -> SignedIn:
    found = awake(request, asking)
    if not front_of(request.app).people.has(found.account, Role.ADMIN):
        raise no(403, said("that is for the administrator"))
    return found


@get("/api/people", responses=says(401, 423), operation_class=CsvToo)
async def people(
    request: Asked,
    asking: Asking,
    form: Annotated[Literal["json", "csv"], QueryParameter(name="format")] = "json",
) -> Response[Any]:
    """Everybody with an account: name, roles, functions, created, last access, disabled (R29)."""
    front, found = front_of(request.app), awake(request, asking)
    if not front.people.has(found.account, Role.SURVEILLANCE, *KEEP_LISTS):
        raise no(403, said("the list is for the administrator, for surveillance and for security"))
    rows = await front.people.listed()
    if not front.people.has(found.account, Role.ADMIN, Role.SURVEILLANCE):
        rows = [row for row in rows if row["guest"]]  # security keeps the lists, and those are for guests
    if form == "json":
        return Response({"people": rows}, media_type=MediaType.JSON)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("id", "name", "roles", "functions", "created", "last_access", "disabled", "excluded"))
    for row in rows:
        roles = " ".join("/".join(filter(None, (r["role"], r["pit"], r["table"]))) for r in row["roles"])
        facts = (row["created"], row["last_access"], row["disabled"], row["excluded"] or "")
        writer.writerow((row["id"], _plain(row["name"]), roles, "; ".join(row["functions"]), *facts))
    return Response(out.getvalue(), media_type="text/csv")


def _plain(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t" else text


def _role(name: str) -> Role:
    if name not in STAFF:
        raise no(400, said("there is no role '{role}' to give", role=name))
    return Role(name)


@post("/api/people/{person:str}/roles", status_code=200, responses=says(401, 404, 409, 423))
async def grant(request: Asked, person: FromPath[str], data: JSONBody[RoleOf], asking: Asking) -> dict[str, Any]:
    """Give a person a role; duties that must be apart are refused (R30)."""
    front, by = front_of(request.app), await _admin(request, asking)
    account = await front.people.accounts.get(person)
    if account is None:
        raise no(404, said("there is no such person"))
    if not account.staff:
        raise no(409, said("a guest gets a role by a link of its own"))
    if data.table and front.table(data.table) is None:
        raise no(400, said("there is no such table"))
    actor = Actor(by.account.id, Role.ADMIN)
    refusal = await front.people.roster.grant(person, _role(data.role), pit=data.pit, table=data.table, by=actor)
    if isinstance(refusal, Refusal):
        raise refused(refusal)
    log().info("role granted", kind="account", person=person, role=data.role, by=by.account.id)
    return {"roles": [line for held in front.people.roles(account) for line in held.plain()]}


@delete("/api/people/{person:str}/roles", status_code=200, responses=says(401, 404, 409, 423))
async def take(
    request: Asked,
    person: FromPath[str],
    asking: Asking,
    role: FromQuery[str],
    pit: FromQuery[str] = "",
    table: FromQuery[str] = "",
) -> dict[str, Any]:
    """Take a role from a person, or one pit or table of it."""
    front, by = front_of(request.app), await _admin(request, asking)
    account = await front.people.accounts.get(person)
    if account is None:
        raise no(404, said("there is no such person"))
    actor = Actor(by.account.id, Role.ADMIN)
    refusal = await front.people.roster.take(person, _role(role), pit=pit, table=table, by=actor)
    if isinstance(refusal, Refusal):
        raise refused(refusal)
    await front.people.sessions.end_all(person)
    log().info("role taken", kind="account", person=person, role=role, pit=pit, table=table, by=by.account.id)
    return {"roles": [line for held in front.people.roles(account) for line in held.plain()]}


@post("/api/people/{person:str}/disable", status_code=200, responses=says(401, 404, 409, 423))
async def disable(request: Asked, person: FromPath[str], asking: Asking, reason: FromQuery[str] = "") -> dict[str, Any]:
    """Lock a person out; what the person did stays."""
    front, by = front_of(request.app), await _admin(request, asking)
    account = await front.people.accounts.get(person)
    if account is None:
        raise no(404, said("there is no such person"))
    if account.id == by.account.id:
        raise no(409, said("nobody disables the account in use"))
    if account.staff:
        actor = Actor(by.account.id, Role.ADMIN)
        if refusal := await front.people.roster.disable(person, reason[:200] or "by the administrator", actor):
            raise refused(refusal)
    await front.people.accounts.change(msgspec.structs.replace(account, disabled=True))
    await front.people.sessions.end_all(person)
    log().info("account disabled", kind="account", person=person, by=by.account.id)
    return {"disabled": True}


@post("/api/people/{person:str}/enable", status_code=200, responses=says(401, 404, 409, 423))
async def enable(request: Asked, person: FromPath[str], asking: Asking) -> dict[str, Any]:
    """Let a person in again."""
    front, by = front_of(request.app), await _admin(request, asking)
    account = await front.people.accounts.get(person)
    if account is None:
        raise no(404, said("there is no such person"))
    if account.staff and (refusal := await front.people.roster.enable(person, Actor(by.account.id, Role.ADMIN))):
        raise refused(refusal)
    await front.people.accounts.change(msgspec.structs.replace(account, disabled=False))
    log().info("account enabled", kind="account", person=person, by=by.account.id)
    return {"disabled": False}


@post("/api/people/{person:str}/exclusion", status_code=200, responses=says(401, 404, 409, 423))
async def exclude(request: Asked, person: FromPath[str], data: JSONBody[Exclusion], asking: Asking) -> dict[str, Any]:
    """Put a guest on the ban list or the list of those who excluded themselves, or take them off."""
    front, by = front_of(request.app), awake(request, asking)
    if not front.people.has(by.account, *KEEP_LISTS):
        raise no(403, said("the exclusion lists are kept by the administrator and by security"))
    account = await front.people.accounts.get(person)
    if account is None:
        raise no(404, said("there is no such person"))
    if account.staff:
        raise no(409, said("the lists are for guests; an account of the staff is disabled"))
    reason = " ".join(data.reason.split())
    if not 1 <= len(reason) <= LONGEST_TEXT or not reason.isprintable():
        wanted = said("a reason has 1 to {most} printable characters; it is kept in the house's log", most=LONGEST_TEXT)
        raise no(400, wanted)
    listed = "" if data.list == "none" else data.list
    await front.people.exclude(account, listed, by.account.id, reason)
    return {"excluded": listed or None}


@get("/api/me/export", responses=says(401, 423))
async def export(request: Asked, asking: Asking) -> dict[str, Any]:
    """Everything kept about the account."""
    return await front_of(request.app).people.export(awake(request, asking).account)


@delete("/api/me", status_code=204, responses=says(401, 409, 423))
async def remove(request: Asked, asking: Asking) -> Response[None]:
    """Remove the account; the logs keep an id that leads to nobody."""
    found = awake(request, asking)
    if refusal := await front_of(request.app).people.remove(found.account):
        raise refused(refusal)
    return Response(None, status_code=204, cookies=[gone_cookie()])


ROUTES = (people, grant, take, disable, enable, exclude, export, remove)
